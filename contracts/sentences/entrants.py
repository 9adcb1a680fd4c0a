# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""What is wrong with a list of entrants, with its place: code and case -> language -> template over the facts. Pure."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "fa", "el")

_PLACE: Final = {
    "en": "Line {line}, column {column}: ",
    "fa": "سطر {line}، ستون {column}: ",
    "el": "Γραμμή {line}, στήλη {column}: ",
}
_FAULTS: Final[dict[str, dict[str, str]]] = {
    "entrants/list": {
        "en": "this cannot be read.",
        "fa": "این خوانده نمی‌شود.",
        "el": "αυτό δεν διαβάζεται.",
    },
    "entrants/list/none": {
        "en": "the list holds no entrants.",
        "fa": "در فهرست کسی نیست.",
        "el": "ο κατάλογος είναι κενός.",
    },
    "entrants/list/twice": {
        "en": "{name} is entered twice: see line {first}.",
        "fa": "{name} دو بار آمده است: سطر {first} را ببینید.",
        "el": "δύο φορές στον κατάλογο: {name}. Δείτε τη γραμμή {first}.",
    },
    "entrants/list/too-many": {
        "en": "a tournament takes {most} entrants at most.",
        "fa": "هر مسابقه حداکثر {most} شرکت‌کننده می‌پذیرد.",
        "el": "ένα τουρνουά δέχεται το πολύ {most} συμμετοχές.",
    },
    "entrants/list/csv": {
        "en": "this is no line of CSV. Look for a quotation mark that is not closed.",
        "fa": "این سطر CSV نیست. ببینید کدام گیومه بسته نشده است.",
        "el": "δεν είναι γραμμή CSV. Ψάξτε για εισαγωγικά που δεν έκλεισαν.",
    },
    "entrants/list/bytes": {
        "en": "the file has {bytes} bytes; {most} are allowed.",
        "fa": "پرونده {bytes} بایت دارد؛ تا {most} بایت پذیرفته است.",
        "el": "το αρχείο έχει {bytes} byte· επιτρέπονται {most}.",
    },
    "entrants/list/encoding": {
        "en": "byte {byte} of the line ({value}) is not UTF-8. Save the file as UTF-8.",
        "fa": "بایت {byte} این سطر ({value}) از UTF-8 نیست. پرونده را با UTF-8 ذخیره کنید.",
        "el": "το byte {byte} της γραμμής ({value}) δεν είναι UTF-8. Αποθηκεύστε το αρχείο ως UTF-8.",
    },
    "entrants/list/header": {
        "en": "the header has '{found}'. It must be {columns}.",
        "fa": "در سرستون «{found}» آمده است. باید {columns} باشد.",
        "el": "η επικεφαλίδα έχει «{found}». Πρέπει να είναι {columns}.",
    },
    "entrants/list/header/twice": {
        "en": "the header has '{found}' twice.",
        "fa": "در سرستون «{found}» دو بار آمده است.",
        "el": "η επικεφαλίδα έχει δύο φορές «{found}».",
    },
    "entrants/list/header/name": {
        "en": "the header has no 'name'. It must be {columns}.",
        "fa": "در سرستون «name» نیست. باید {columns} باشد.",
        "el": "η επικεφαλίδα δεν έχει «name». Πρέπει να είναι {columns}.",
    },
    "entrants/list/fields": {
        "en": "there are {fields} fields, but the header has {most}.",
        "fa": "{fields} خانه دارد، ولی سرستون {most} تا دارد.",
        "el": "υπάρχουν {fields} πεδία, αλλά η επικεφαλίδα έχει {most}.",
    },
    "entrants/list/name": {
        "en": "the name is empty.",
        "fa": "نام خالی است.",
        "el": "το όνομα είναι κενό.",
    },
    "entrants/list/name/long": {
        "en": "the name is longer than {most} characters.",
        "fa": "نام از {most} نویسه بلندتر است.",
        "el": "το όνομα έχει πάνω από {most} χαρακτήρες.",
    },
    "entrants/list/name/control": {
        "en": "the name holds a character that cannot be shown ({character}).",
        "fa": "در نام نویسه‌ای است که نشان داده نمی‌شود ({character}).",
        "el": "το όνομα έχει χαρακτήρα που δεν εμφανίζεται ({character}).",
    },
    "entrants/list/club": {
        "en": "the club is empty.",
        "fa": "نام باشگاه خالی است.",
        "el": "το όνομα της λέσχης είναι κενό.",
    },
    "entrants/list/club/long": {
        "en": "the club is longer than {most} characters.",
        "fa": "نام باشگاه از {most} نویسه بلندتر است.",
        "el": "το όνομα της λέσχης έχει πάνω από {most} χαρακτήρες.",
    },
    "entrants/list/club/control": {
        "en": "the club holds a character that cannot be shown ({character}).",
        "fa": "در نام باشگاه نویسه‌ای است که نشان داده نمی‌شود ({character}).",
        "el": "το όνομα της λέσχης έχει χαρακτήρα που δεν εμφανίζεται ({character}).",
    },
    "entrants/list/bot": {
        "en": "'{bot}' is no bot's strength: lower-case Latin letters, or nothing for a person.",
        "fa": "«{bot}» توان هیچ رباتی نیست: حروف کوچک لاتین بنویسید، یا برای آدم چیزی ننویسید.",
        "el": "«{bot}» δεν είναι δύναμη ρομπότ: μικρά λατινικά γράμματα, ή τίποτε για έναν άνθρωπο.",
    },
    "entrants/list/apart": {
        "en": "the word for those who are kept apart is empty.",
        "fa": "واژهٔ جدانشینی خالی است.",
        "el": "η λέξη για όσους κάθονται χωριστά είναι κενή.",
    },
    "entrants/list/apart/long": {
        "en": "the word for those who are kept apart is longer than {most} characters.",
        "fa": "واژهٔ جدانشینی از {most} نویسه بلندتر است.",
        "el": "η λέξη για όσους κάθονται χωριστά έχει πάνω από {most} χαρακτήρες.",
    },
    "entrants/list/apart/control": {
        "en": "the word for those who are kept apart holds a character that cannot be shown ({character}).",
        "fa": "در واژهٔ جدانشینی نویسه‌ای است که نشان داده نمی‌شود ({character}).",
        "el": "η λέξη για όσους κάθονται χωριστά έχει χαρακτήρα που δεν εμφανίζεται ({character}).",
    },
    "entrants/list/partner": {
        "en": "the partner's name is empty.",
        "fa": "نام یار خالی است.",
        "el": "το όνομα του συμπαίκτη είναι κενό.",
    },
    "entrants/list/partner/long": {
        "en": "the partner's name is longer than {most} characters.",
        "fa": "نام یار از {most} نویسه بلندتر است.",
        "el": "το όνομα του συμπαίκτη έχει πάνω από {most} χαρακτήρες.",
    },
    "entrants/list/partner/control": {
        "en": "the partner's name holds a character that cannot be shown ({character}).",
        "fa": "در نام یار نویسه‌ای است که نشان داده نمی‌شود ({character}).",
        "el": "το όνομα του συμπαίκτη έχει χαρακτήρα που δεν εμφανίζεται ({character}).",
    },
    "entrants/list/paid": {
        "en": "'{found}' does not say whether this one has paid: write yes, or nothing.",
        "fa": "«{found}» نمی‌گوید پرداخته است یا نه: بله بنویسید، یا هیچ.",
        "el": "«{found}» δεν λέει αν πλήρωσε: γράψτε ναι, ή τίποτε.",
    },
    "entrants/list/table": {
        "en": "a table to sit at always is a number from 1 to {most}, or empty.",
        "fa": "میز همیشگی عددی از ۱ تا {most} است، یا خالی.",
        "el": "το μόνιμο τραπέζι είναι αριθμός από 1 έως {most}, ή κενό.",
    },
    "entrants/list/house": {
        "en": "'{found}' does not say whether this is a house player: write yes, or nothing.",
        "fa": "«{found}» نمی‌گوید بازیکن میزبان است یا نه: بله بنویسید، یا هیچ.",
        "el": "«{found}» δεν λέει αν είναι παίκτης της λέσχης: γράψτε ναι, ή τίποτε.",
    },
}
SENTENCES: Final[dict[str, dict[str, str]]] = {
    code: {lang: _PLACE[lang] + said[lang] for lang in LANGUAGES} for code, said in _FAULTS.items()
}
