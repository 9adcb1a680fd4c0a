# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for written records that make no table: what is wrong, and in which line. Pure."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "record/notation": {
        "en": "Line {line}, column {column}: {error}",
        "fa": "سطر {line}، ستون {column}: {error}",
        "el": "Γραμμή {line}, στήλη {column}: {error}",
    },
    "record/seats": {
        "en": "The record has {needed} seats, and {named} names are given.",
        "fa": "این نوشته {needed} جا دارد و {named} نام داده شده است.",
        "el": "Η καταγραφή έχει {needed} θέσεις και δόθηκαν {named} ονόματα.",
    },
    "record/name": {
        "en": "A name has 1 to {most} characters, and no bot sits at a table that a record tells of: {name}.",
        "fa": "نام باید ۱ تا {most} نویسه داشته باشد و ربات در چنین میزی نمی‌نشیند: {name}.",
        "el": "Ένα όνομα έχει 1 έως {most} χαρακτήρες, και σε τέτοιο τραπέζι δεν κάθεται μηχανή: {name}.",
    },
    "record/place": {
        "en": "A tournament's table has a round and a number from 1 on, a record by itself neither: look at {number}.",
        "fa": "میز مسابقه دور و شماره‌ای از ۱ به بعد دارد و نوشتهٔ تنها هیچ‌کدام را ندارد: {number} را ببینید.",
        "el": "Ένα τραπέζι τουρνουά έχει γύρο και αριθμό από 1, μια σκέτη καταγραφή κανένα: δείτε το {number}.",
    },
    "record/unfinished": {
        "en": "Line {line}: deal {deal} is not over, and a table plays one deal after the other. "
        "Import each excerpt as a record of its own.",
        "fa": "سطر {line}: دست {deal} تمام نشده است و یک میز دست‌ها را یکی پس از دیگری بازی می‌کند. "
        "هر بخش را جداگانه وارد کنید.",
        "el": "Γραμμή {line}: η μοιρασιά {deal} δεν έχει τελειώσει, και ένα τραπέζι παίζει τη μία μετά την άλλη. "
        "Εισαγάγετε κάθε απόσπασμα χωριστά.",
    },
    "record/after-end": {
        "en": "Line {line}: the match was over before this deal.",
        "fa": "سطر {line}: مسابقه پیش از این دست تمام شده بود.",
        "el": "Γραμμή {line}: ο αγώνας είχε τελειώσει πριν από αυτή τη μοιρασιά.",
    },
    "record/number": {
        "en": "Line {line}: this is deal {deal}, but deal {expected} comes next.",
        "fa": "سطر {line}: این دست {deal} است، ولی نوبت دست {expected} است.",
        "el": "Γραμμή {line}: αυτή είναι η μοιρασιά {deal}, αλλά σειρά έχει η {expected}.",
    },
    "record/position": {
        "en": "Line {line}: in this position the deal is over already. Begin with one in which somebody is on turn.",
        "fa": "سطر {line}: در این وضعیت دست تمام شده است. با وضعیتی آغاز کنید که نوبت کسی باشد.",
        "el": "Γραμμή {line}: σε αυτή τη θέση η μοιρασιά έχει τελειώσει. Αρχίστε με θέση όπου κάποιος έχει σειρά.",
    },
    "record/too-large": {
        "en": "The record is too long for one table: what it tells has more than {most} bytes.",
        "fa": "این نوشته برای یک میز بلند است: آنچه می‌گوید بیش از {most} بایت است.",
        "el": "Η καταγραφή είναι πολύ μεγάλη για ένα τραπέζι: όσα λέει ξεπερνούν τα {most} bytes.",
    },
    "record/replay": {
        "en": "The record can be read, but its table would not stand as it says. Please report it with the record.",
        "fa": "این نوشته خوانده می‌شود، ولی میز آن چنان‌که می‌گوید در نمی‌آید. لطفاً آن را همراه نوشته گزارش کنید.",
        "el": "Η καταγραφή διαβάζεται, αλλά το τραπέζι δεν θα έβγαινε όπως λέει. Παρακαλούμε αναφέρετέ το μαζί της.",
    },
    "record/not-one": {
        "en": "This table was not made from a record.",
        "fa": "این میز از روی نوشته ساخته نشده است.",
        "el": "Αυτό το τραπέζι δεν προέρχεται από καταγραφή.",
    },
    "record/unseen": {
        "en": "With this the deal would end while hands hold tiles that the record does not tell (??), and nobody "
        "could count them. Write those tiles into the record.",
        "fa": "با این کار دست تمام می‌شد، ولی در دست بازیکنان مهره‌هایی هست که نوشته نمی‌گوید (??) و نمی‌توان آن‌ها را "
        "شمرد. آن مهره‌ها را در نوشته بیاورید.",
        "el": "Με αυτό η μοιρασιά θα τελείωνε, ενώ στα χέρια υπάρχουν πλακίδια που η καταγραφή δεν λέει (??), και "
        "κανείς δεν θα μπορούσε να τα μετρήσει. Γράψτε τα στην καταγραφή.",
    },
}
