# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of written records in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    "records": ("Records", "نوشته‌ها", "Καταγραφές"),
    "records.none": (
        "No record has been imported yet.",
        "هنوز نوشته‌ای وارد نشده است.",
        "Δεν έχει εισαχθεί ακόμη καταγραφή.",
    ),
    "record.alone": ("A record by itself", "نوشته‌ای تنها", "Καταγραφή χωρίς τουρνουά"),
    "record.of": ("Record", "نوشته", "Καταγραφή"),
    "record.new": ("Import a record", "وارد کردن نوشته", "Εισαγωγή καταγραφής"),
    "record.new.why": (
        "Paste or type a game in the written notation. It becomes a table that can be replayed, judged and gone on with.",
        "بازی را به شیوهٔ نوشتاری این‌جا بنویسید یا بچسبانید. میزی می‌شود که می‌توان آن را دوباره دید، داوری کرد و ادامه داد.",
        "Επικολλήστε ή γράψτε μια παρτίδα στη γραπτή μορφή. Γίνεται τραπέζι που μπορεί να ξαναπαιχτεί, να κριθεί και να συνεχιστεί.",
    ),
    "record.text": ("The record", "نوشته", "Η καταγραφή"),
    "record.names": (
        "Who sat there, in seat order, with commas",
        "چه کسانی نشسته بودند، به ترتیب جا، با ویرگول",
        "Ποιοι κάθονταν, με τη σειρά, με κόμματα",
    ),
    "record.tournament": (
        "Tournament (its id), if it was one's table",
        "مسابقه (شناسهٔ آن)، اگر میز مسابقه بوده",
        "Τουρνουά (το id του), αν ήταν τραπέζι του",
    ),
    "record.round": ("Round", "دور", "Γύρος"),
    "record.table": ("Table", "میز", "Τραπέζι"),
    "record.look": ("Check it", "بررسی", "Έλεγχος"),
    "record.import": ("Make a table of it", "ساختن میز", "Δημιουργία τραπεζιού"),
    "record.fault": (
        "Line {line}, column {column}: {message}",
        "سطر {line}، ستون {column}: {message}",
        "Γραμμή {line}, στήλη {column}: {message}",
    ),
    "record.rest": (
        "Nothing after this was read: a deal is replayed, and goes on only from a sound move.",
        "پس از این چیزی خوانده نشد: دست دوباره بازی می‌شود و تنها از حرکتی درست پیش می‌رود.",
        "Τίποτα μετά από αυτό δεν διαβάστηκε: η μοιρασιά ξαναπαίζεται και προχωρά μόνο από σωστή κίνηση.",
    ),
    "record.read": ("What was read", "آنچه خوانده شد", "Τι διαβάστηκε"),
    "record.game": ("Game", "بازی", "Παιχνίδι"),
    "record.rules": ("House rules", "قوانین خانگی", "Κανόνες του σπιτιού"),
    "record.deals": ("Finished deals", "دست‌های تمام‌شده", "Τελειωμένες μοιρασιές"),
    "record.moves": ("Moves", "حرکت‌ها", "Κινήσεις"),
    "record.refused": ("Refused acts", "کارهای ردشده", "Αρνήσεις"),
    "record.totals": ("Totals", "جمع‌ها", "Σύνολα"),
    "record.turn": ("On turn", "نوبت", "Σειρά"),
    "record.over": ("The match is over.", "مسابقه تمام شده است.", "Ο αγώνας τελείωσε."),
    "record.on": ("Go on", "ادامه", "Συνέχεια"),
    "record.on.why": (
        "Choose a move for the seat on turn, or write what followed in the notation: moves, the next deal, the end.",
        "برای کسی که نوبت اوست حرکتی برگزینید، یا آنچه را پس از آن شد بنویسید: حرکت‌ها، دست بعد، پایان.",
        "Διαλέξτε κίνηση για τη θέση που έχει σειρά, ή γράψτε τι ακολούθησε: κινήσεις, την επόμενη μοιρασιά, το τέλος.",
    ),
    "record.on.do": ("Enter it", "ثبت", "Καταχώριση"),
    "record.file": ("The record as a text", "نوشته به صورت متن", "Η καταγραφή ως κείμενο"),
    "record.unproved": (
        "Typed in by the director: no key stands behind these deals.",
        "به دست مدیر وارد شده است: پشت این دست‌ها کلیدی نیست.",
        "Καταχωρίστηκε από τον διευθυντή: πίσω από αυτές τις μοιρασιές δεν υπάρχει κλειδί.",
    ),
    "said.position": (
        "Deal {n} begins with this position.",
        "دست {n} از این وضعیت آغاز می‌شود.",
        "Η μοιρασιά {n} αρχίζει από αυτή τη θέση.",
    ),
    "said.record": ("The record begins.", "نوشته آغاز می‌شود.", "Η καταγραφή αρχίζει."),
}

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
