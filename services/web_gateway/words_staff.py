# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of the staff's pages in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    "role.director": ("Director", "مدیر مسابقه", "Διευθυντής"),
    "role.arbiter": ("Arbiter", "داور", "Διαιτητής"),
    "role.scorer": ("Scorer", "ثبت‌کننده", "Γραμματέας"),
    "role.screen": ("Screen", "نمایشگر", "Οθόνη"),
    "role.can.arbiter": (
        "answers calls, decides cases, corrects results, gives penalties; may enter too",
        "به فراخوان‌ها پاسخ می‌دهد، پرونده‌ها را داوری می‌کند، نتیجه‌ها را اصلاح می‌کند و جریمه می‌دهد؛ می‌تواند ثبت هم بکند",
        "απαντά σε κλήσεις, κρίνει υποθέσεις, διορθώνει αποτελέσματα, δίνει ποινές· μπορεί και να καταχωρίζει",
    ),
    "role.can.scorer": (
        "enters what is played with real tiles or cards, at every table; sees no hands and no hidden standings",
        "بازی‌هایی را که با مهره یا کارت واقعی می‌شود، سر همهٔ میزها ثبت می‌کند؛ دست‌ها و جدول پنهان را نمی‌بیند",
        "καταχωρίζει ό,τι παίζεται με αληθινά πλακίδια ή φύλλα, σε όλα τα τραπέζια· δεν βλέπει χέρια ούτε κρυφή κατάταξη",
    ),
    "role.can.screen": (
        "opens the hall screen and may do nothing",
        "صفحهٔ سالن را باز می‌کند و هیچ کاری نمی‌تواند بکند",
        "ανοίγει την οθόνη της αίθουσας και δεν μπορεί να κάνει τίποτα",
    ),
    "workers": ("Staff", "کارکنان", "Προσωπικό"),
    "workers.say": (
        "One link each, for this tournament alone. Whoever holds it works in that role: let it be scanned, and take it away when the day is over.",
        "برای هر کس یک پیوند، تنها برای همین مسابقه. دارندهٔ آن در آن نقش کار می‌کند: بگذارید اسکن شود و پایان روز پسش بگیرید.",
        "Ένας σύνδεσμος για τον καθένα, μόνο για αυτό το τουρνουά. Όποιος τον έχει εργάζεται σε αυτόν τον ρόλο: αφήστε να τον σαρώσει και αφαιρέστε τον στο τέλος.",
    ),
    "workers.role": ("Role", "نقش", "Ρόλος"),
    "workers.name": ("Name", "نام", "Όνομα"),
    "workers.new": ("Make a link", "ساختن پیوند", "Δημιουργία συνδέσμου"),
    "workers.none": ("Nobody yet.", "هنوز کسی نیست.", "Κανείς ακόμη."),
    "reason": ("Reason", "دلیل", "Αιτία"),
    "work": ("Tables to look after", "میزهایی که باید به آن‌ها رسید", "Τραπέζια προς φροντίδα"),
    "work.none": (
        "No round is being played. The tables appear here when one begins.",
        "اکنون دوری در جریان نیست. با آغاز دور، میزها این‌جا نمایان می‌شوند.",
        "Δεν παίζεται γύρος τώρα. Τα τραπέζια εμφανίζονται εδώ μόλις αρχίσει.",
    ),
    "work.out": ("Sign out on this device", "خروج در این دستگاه", "Έξοδος σε αυτή τη συσκευή"),
    "need.staff": (
        "This is for the staff: open your staff link, or sign in as director.",
        "این بخش برای کارکنان است: پیوند کاری خود را باز کنید یا به نام مدیر وارد شوید.",
        "Αυτό είναι για το προσωπικό: ανοίξτε τον υπηρεσιακό σας σύνδεσμο ή συνδεθείτε ως διευθυντής.",
    ),
    "need.not.arbiter": (
        "An arbiter may not do or see this: it is the director's.",
        "داور اجازهٔ این کار یا دیدن این را ندارد: با مدیر مسابقه است.",
        "Στον διαιτητή αυτό δεν επιτρέπεται: ανήκει στον διευθυντή.",
    ),
    "need.not.scorer": (
        "A scorer enters results; this is for the arbiter or the director.",
        "ثبت‌کننده نتیجه‌ها را ثبت می‌کند؛ این با داور یا مدیر مسابقه است.",
        "Ο γραμματέας καταχωρίζει αποτελέσματα· αυτό ανήκει στον διαιτητή ή στον διευθυντή.",
    ),
    "need.not.screen": (
        "This is a screen's link: it shows the hall page and can do nothing.",
        "این پیوندِ نمایشگر است: صفحهٔ سالن را نشان می‌دهد و کاری نمی‌تواند بکند.",
        "Αυτός είναι σύνδεσμος οθόνης: δείχνει τη σελίδα της αίθουσας και δεν μπορεί να κάνει τίποτα.",
    ),
    "desk.staff": ("Staff", "کارکنان", "Προσωπικό"),
}

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
