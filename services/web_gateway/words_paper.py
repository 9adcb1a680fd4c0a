# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of what leaves the machine: printed pages, files, backups; in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    # files and backups
    "keep": ("Backups and files", "پشتیبان‌ها و پرونده‌ها", "Αντίγραφα και αρχεία"),
    "keep.back": ("Backup", "پشتیبان", "Αντίγραφο ασφαλείας"),
    "keep.why": (
        "One file with everything: every tournament, and the secrets on which deals and links hang. Put it on a stick; with it the evening goes on at another laptop.",
        "یک پرونده با همه چیز: همهٔ تورنمنت‌ها و رازهایی که دست‌ها و پیوندها به آن‌ها بسته‌اند. آن را روی حافظه‌ای بگذارید؛ با آن شب در رایانهٔ دیگری ادامه می‌یابد.",
        "Ένα αρχείο με τα πάντα: όλα τα τουρνουά και τα μυστικά από τα οποία εξαρτώνται μοιρασιές και σύνδεσμοι. Βάλτε το σε ένα στικάκι· με αυτό η βραδιά συνεχίζεται σε άλλον υπολογιστή.",
    ),
    "keep.secret": (
        "The file holds secrets: whoever has it can foretell deals and act as director. Do not send it around.",
        "این پرونده راز دارد: هر که آن را داشته باشد می‌تواند دست‌ها را پیش‌بینی کند و به جای مدیر کار کند. آن را برای کسی نفرستید.",
        "Το αρχείο περιέχει μυστικά: όποιος το έχει μπορεί να προβλέψει μοιρασιές και να ενεργήσει ως διευθυντής. Μην το στέλνετε.",
    ),
    "keep.now": ("Back up now", "همین حالا پشتیبان بگیر", "Αντίγραφο τώρα"),
    "keep.last": (
        "The last backup was made on {at}.",
        "آخرین پشتیبان در {at} گرفته شد.",
        "Το τελευταίο αντίγραφο έγινε στις {at}.",
    ),
    "keep.never": ("No backup has been made yet.", "هنوز پشتیبانی گرفته نشده است.", "Δεν έχει γίνει ακόμη αντίγραφο."),
    "keep.trouble": (
        "The last backup that was due could not be made: {what}",
        "آخرین پشتیبان سر وقت گرفته نشد: {what}",
        "Το τελευταίο προγραμματισμένο αντίγραφο δεν έγινε: {what}",
    ),
    "keep.none": (
        "This installation's log is Kafka's: it is backed up there.",
        "دفتر این نصب روی Kafka است: پشتیبان آن‌جا گرفته می‌شود.",
        "Το ημερολόγιο αυτής της εγκατάστασης είναι στο Kafka: εκεί γίνεται το αντίγραφο.",
    ),
    "keep.open": ("Open a tournament's file", "گشودن پروندهٔ تورنمنت", "Άνοιγμα αρχείου τουρνουά"),
    "keep.open.why": (
        "A tournament that another Capicua gave out as a file. It is verified, move by move, before it is shown here.",
        "تورنمنتی که Capicua دیگری به صورت پرونده داده است. پیش از نمایش، حرکت به حرکت بازبینی می‌شود.",
        "Ένα τουρνουά που έδωσε ως αρχείο μια άλλη Capicua. Ελέγχεται κίνηση προς κίνηση πριν εμφανιστεί εδώ.",
    ),
    "keep.open.file": ("The file", "پرونده", "Το αρχείο"),
    "keep.open.do": ("Verify and open", "بازبینی و گشودن", "Έλεγχος και άνοιγμα"),
    "keep.open.none": ("Choose a file first.", "نخست پرونده‌ای برگزینید.", "Διαλέξτε πρώτα ένα αρχείο."),
    "keep.open.bad": (
        "This file cannot be opened: {what}",
        "این پرونده باز نمی‌شود: {what}",
        "Το αρχείο δεν ανοίγει: {what}",
    ),
    "keep.file": (
        "Download this tournament as one file",
        "دریافت این تورنمنت در یک پرونده",
        "Λήψη του τουρνουά σε ένα αρχείο",
    ),
    "opened.chip": ("from a file", "از پرونده", "από αρχείο"),
    "opened.note": (
        "Opened from a file on {at}, signed by {club}…: to be looked at, replayed and printed. It cannot be gone on with here: its keys are another installation's.",
        "در {at} از پرونده‌ای با امضای {club}… گشوده شده است: برای دیدن، بازپخش و چاپ. این‌جا نمی‌توان آن را ادامه داد: کلیدهایش از نصب دیگری است.",
        "Άνοιξε από αρχείο στις {at}, με υπογραφή {club}…: για ανάγνωση, επανάληψη και εκτύπωση. Δεν συνεχίζεται εδώ: τα κλειδιά του ανήκουν σε άλλη εγκατάσταση.",
    ),
    "opened.readonly": (
        "This was opened from another installation's file: it can be looked at, and not gone on with.",
        "این از پروندهٔ نصب دیگری گشوده شده است: می‌توان آن را دید، نه ادامه داد.",
        "Αυτό άνοιξε από αρχείο άλλης εγκατάστασης: μπορείτε να το δείτε, όχι να το συνεχίσετε.",
    ),
    "opened.export": (
        "This table was opened from a file: take its whole tournament's file, which its own club has signed.",
        "این میز از پرونده‌ای گشوده شده است: پروندهٔ همهٔ تورنمنتش را بگیرید که باشگاه خودش امضا کرده است.",
        "Το τραπέζι άνοιξε από αρχείο: πάρτε το αρχείο όλου του τουρνουά, που έχει υπογράψει ο σύλλογός του.",
    ),
    # paper
    "paper": ("Print and files", "چاپ و پرونده‌ها", "Εκτύπωση και αρχεία"),
    "paper.say": (
        "Each page is for paper: print it, or save it as PDF in the print window.",
        "هر صفحه برای کاغذ است: چاپش کنید، یا در پنجرهٔ چاپ به صورت PDF نگه دارید.",
        "Κάθε σελίδα είναι για χαρτί: τυπώστε τη ή αποθηκεύστε τη ως PDF από το παράθυρο εκτύπωσης.",
    ),
    "paper.on": ("On paper", "روی کاغذ", "Στο χαρτί"),
    "paper.files": ("As files", "به صورت پرونده", "Ως αρχεία"),
    "paper.back": ("All printed pages", "همهٔ صفحه‌های چاپی", "Όλες οι σελίδες εκτύπωσης"),
    "paper.names": ("Seating by name", "جاها به ترتیب نام", "Θέσεις κατά όνομα"),
    "paper.tables": ("Seating by table", "جاها به ترتیب میز", "Θέσεις κατά τραπέζι"),
    "paper.cards": ("Table cards", "کارت میزها", "Κάρτες τραπεζιών"),
    "paper.slips": ("Result slips", "برگه‌های نتیجه", "Δελτία αποτελεσμάτων"),
    "paper.standings": ("Standings with sums", "جدول با جمع‌ها", "Κατάταξη με αθροίσματα"),
    "paper.cross": ("Cross-table", "جدول دورها", "Πίνακας γύρων"),
    "paper.rules": ("Rules of this tournament", "قاعده‌های این تورنمنت", "Κανόνες του τουρνουά"),
    "paper.prizes": ("Prize list", "فهرست جایزه‌ها", "Κατάλογος βραβείων"),
    "paper.record": ("Record of acts", "دفتر کارها", "Πρακτικό ενεργειών"),
    "paper.entrants": ("Entrants", "شرکت‌کنندگان", "Συμμετέχοντες"),
    "paper.seating": ("Seating", "جاها", "Θέσεις"),
    "paper.results": ("Results by table", "نتیجهٔ میزها", "Αποτελέσματα ανά τραπέζι"),
    "paper.penalties": ("Penalties", "جریمه‌ها", "Ποινές"),
    "paper.rulings": ("Rulings", "رأی‌ها", "Αποφάσεις"),
    "paper.at": ("As of {at}", "تا {at}", "Έως {at}"),
    "paper.round": ("Round", "دور", "Γύρος"),
    "paper.seat": ("Seat", "جا", "Θέση"),
    "paper.scan": ("The table's page", "صفحهٔ میز", "Η σελίδα του τραπεζιού"),
    "paper.deal": ("Deal", "دست", "Μοιρασιά"),
    "paper.sum": ("Sum", "جمع", "Σύνολο"),
    "paper.signed": ("Signature, seat {seat}", "امضا، جای {seat}", "Υπογραφή, θέση {seat}"),
    "paper.signed.two": (
        "Signatures of two sides; the slip then goes to the scorer.",
        "امضای دو طرف؛ سپس برگه به امتیازنویس می‌رسد.",
        "Υπογραφές δύο πλευρών· το δελτίο πηγαίνει έπειτα στον σκόρερ.",
    ),
    "paper.none": (
        "There is nothing to print here yet.",
        "این‌جا هنوز چیزی برای چاپ نیست.",
        "Δεν υπάρχει ακόμη κάτι να τυπωθεί εδώ.",
    ),
    "paper.absent": ("not seated", "بی‌جا", "χωρίς θέση"),
    "paper.open": ("plays", "در بازی", "παίζει"),
    "paper.cross.say": (
        "In each round: the table, whom he met there by number, his place at the table, his points.",
        "در هر دور: میز، شمارهٔ حریفان، رتبه در میز، امتیاز.",
        "Σε κάθε γύρο: το τραπέζι, οι αντίπαλοι με τον αριθμό τους, η θέση στο τραπέζι, οι πόντοι.",
    ),
    "paper.cross.cell": ("table {table}", "میز {table}", "τραπέζι {table}"),
    "cross.number": ("No.", "شماره", "Αρ."),
    "paper.terms": ("What was agreed", "آنچه قرار شد", "Τι συμφωνήθηκε"),
    "paper.points": ("Points", "امتیازها", "Πόντοι"),
    "paper.ties": ("Who is level is parted by", "برابرها با این‌ها جدا می‌شوند", "Όσοι ισοβαθμούν χωρίζονται με"),
    "paper.prize": ("Prize", "جایزه", "Βραβείο"),
    "paper.prizes.ask": (
        "Prizes, one a line, the first place's first",
        "جایزه‌ها، هر کدام در یک سطر، از رتبهٔ نخست",
        "Βραβεία, ένα σε κάθε γραμμή, πρώτα της πρώτης θέσης",
    ),
    "paper.prizes.show": ("Show", "نشان بده", "Εμφάνιση"),
    "paper.prizes.shared": ("shared by {n}", "مشترک میان {n} نفر", "μοιράζεται σε {n}"),
    "paper.prizes.number": ("Prize {n}", "جایزهٔ {n}", "Βραβείο {n}"),
    "paper.prizes.soon": (
        "The tournament is not over: this is how it stands.",
        "تورنمنت هنوز تمام نشده است: وضع کنونی این است.",
        "Το τουρνουά δεν τελείωσε: έτσι έχει τώρα.",
    ),
    "paper.when": ("When", "زمان", "Πότε"),
    "paper.who": ("Who", "چه کسی", "Ποιος"),
    "paper.what": ("What", "چه کار", "Τι"),
    "paper.about": ("About", "دربارهٔ", "Για"),
    "paper.refused": ("refused: {code}", "رد شد: {code}", "απορρίφθηκε: {code}"),
}

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
