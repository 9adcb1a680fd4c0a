# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of standings and seasons in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    # how points are made
    "how": ("How it is counted", "شیوهٔ شمارش", "Πώς μετριέται"),
    "how.book": (
        "Every formula, with worked examples",
        "همهٔ فرمول‌ها با مثال",
        "Όλοι οι τύποι, με παραδείγματα",
    ),
    "scoring.by_place": (
        (
            "Points for the place at the table: 3 for the first, 0 for the last, evenly between, at tables of every size. "
            "A shared place brings the mean of the places that it covers."
        ),
        (
            "امتیاز از مقام سر میز است: نفر اول ۳، نفر آخر ۰ و میان آن‌ها به فاصلهٔ برابر، سر میزهای هر اندازه. "
            "مقام مشترک میانگین مقام‌هایی را می‌آورد که می‌پوشاند."
        ),
        (
            "Βαθμοί για τη θέση στο τραπέζι: 3 για τον πρώτο, 0 για τον τελευταίο, ομοιόμορφα ανάμεσα, σε τραπέζια κάθε "
            "μεγέθους. Κοινή θέση δίνει τον μέσο όρο των θέσεων που καλύπτει."
        ),
    ),
    "scoring.normalised": (
        (
            "Points for the score at the table: its mean brings 1.5, whoever is farthest from it 1.5 more or less, the "
            "others in proportion. Tables of every size and matches of every length count alike."
        ),
        (
            "امتیاز از نتیجهٔ سر میز است: میانگین میز ۱٫۵ می‌آورد، دورترین کس از آن ۱٫۵ بیشتر یا کمتر و دیگران به نسبت. "
            "میزهای هر اندازه و مسابقه‌های هر درازا برابر شمرده می‌شوند."
        ),
        (
            "Βαθμοί για το σκορ στο τραπέζι: ο μέσος όρος του δίνει 1,5, όποιος απέχει περισσότερο 1,5 πάνω ή κάτω, οι άλλοι "
            "ανάλογα. Τραπέζια κάθε μεγέθους και αγώνες κάθε διάρκειας μετρούν το ίδιο."
        ),
    ),
    "scoring.raw": (
        "The game’s own points are added up; where the lowest total wins they count below zero, so that more is better.",
        "امتیازهای خود بازی با هم جمع می‌شوند؛ جایی که کمترین مجموع می‌برد، زیر صفر شمرده می‌شوند تا بیشتر بهتر باشد.",
        (
            "Αθροίζονται οι πόντοι του ίδιου του παιχνιδιού· όπου κερδίζει το μικρότερο σύνολο, μετρούν κάτω από το μηδέν, "
            "ώστε το περισσότερο να είναι καλύτερο."
        ),
    ),
    "how.bye": ("A bye brings {points}.", "استراحت {points} می‌آورد.", "Το ρεπό δίνει {points}."),
    "how.bye.raw": (
        "A bye brings the mean of what was made in its round.",
        "استراحت میانگین آنچه را در آن دور به دست آمد می‌آورد.",
        "Το ρεπό δίνει τον μέσο όρο όσων έγιναν στον γύρο του.",
    ),
    "how.ties": (
        "Who is level is parted by, in this order:",
        "هم‌امتیازها به این ترتیب از هم جدا می‌شوند:",
        "Οι ισόβαθμοι χωρίζονται με αυτή τη σειρά:",
    ),
    # what parts those who are level
    "v.opponents_cut1": ("Opponents, lowest cut", "حریفان بی کمترین", "Αντίπαλοι χωρίς τον χαμηλότερο"),
    "n.opponents_cut1": (
        "the same without the lowest table",
        "همان، بی میزی که کمترین است",
        "το ίδιο χωρίς το χαμηλότερο τραπέζι",
    ),
    "v.opponents_median": ("Opponents, median", "حریفان میانی", "Αντίπαλοι, διάμεσοι"),
    "n.opponents_median": (
        "the same without the lowest and the highest table",
        "همان، بی کمترین و بیشترین میز",
        "το ίδιο χωρίς το χαμηλότερο και το υψηλότερο τραπέζι",
    ),
    "v.sonneborn_berger": ("Sonneborn-Berger", "زونبورن-برگر", "Sonneborn-Berger"),
    "n.sonneborn_berger": (
        "mean points of those beaten, half of those level, table by table",
        "میانگین امتیاز شکست‌خوردگان و نیمی از هم‌ترازها، میز به میز",
        "μέσος όρος βαθμών όσων νίκησε, οι μισοί των ισόπαλων, ανά τραπέζι",
    ),
    "v.progressive": ("Progressive", "فزاینده", "Προοδευτικό"),
    "n.progressive": (
        "the score after each round, added up",
        "جمع امتیاز پس از هر دور",
        "το σκορ μετά από κάθε γύρο, αθροισμένο",
    ),
    "v.difference": ("Difference", "تفاضل", "Διαφορά"),
    "n.difference": (
        "game points less the opponents’ mean, table by table",
        "امتیاز بازی منهای میانگین حریفان، میز به میز",
        "πόντοι παιχνιδιού μείον τον μέσο όρο των αντιπάλων, ανά τραπέζι",
    ),
    "v.mean_total": ("Mean total", "میانگین مجموع", "Μέσο σύνολο"),
    "n.mean_total": (
        "mean of the totals at the tables",
        "میانگین مجموع‌ها سر میزها",
        "μέσος όρος των συνόλων στα τραπέζια",
    ),
    "v.best_game": ("Best match", "بهترین مسابقه", "Καλύτερος αγώνας"),
    "n.best_game": ("best total of one table", "بهترین مجموع یک میز", "το καλύτερο σύνολο σε ένα τραπέζι"),
    "v.best_rounds": ("Best rounds", "بهترین دورها", "Καλύτεροι γύροι"),
    "n.best_rounds": (
        "the best round, then the next best, and so on",
        "بهترین دور، سپس بهترین بعدی و همین‌طور",
        "ο καλύτερος γύρος, μετά ο επόμενος καλύτερος, και ούτω καθεξής",
    ),
    "v.place_counts": ("Places", "مقام‌ها", "Θέσεις"),
    "n.place_counts": (
        "most first places, then most second ones, and so on",
        "بیشترین مقام نخست، سپس دوم و همین‌طور",
        "περισσότερες πρώτες θέσεις, μετά δεύτερες, και ούτω καθεξής",
    ),
    "v.average_place": ("Mean place", "میانگین مقام", "Μέση θέση"),
    "n.average_place": (
        "mean of the places, the lowest first",
        "میانگین مقام‌ها، کمترین نخست",
        "μέσος όρος των θέσεων, η μικρότερη πρώτη",
    ),
    "v.pips_held": ("Pips held", "خال‌های مانده", "Πόντοι στο χέρι"),
    "n.pips_held": (
        "pips left in hand per deal, the fewest first",
        "خال‌های مانده در دست برای هر پخش، کمترین نخست",
        "πόντοι που έμειναν στο χέρι ανά μοιρασιά, οι λιγότεροι πρώτοι",
    ),
    "v.played": ("Tables played", "میزهای بازی‌شده", "Τραπέζια που έπαιξε"),
    "n.played": ("who sat out less", "که کمتر استراحت داشته", "όποιος έλειψε λιγότερο"),
    # sums
    "sums.show": ("Show the sums", "نمایش جمع‌ها", "Δείξε τα αθροίσματα"),
    "sums.bye": ("bye", "استراحت", "ρεπό"),
    "sums.absent": ("not played", "بازی نشده", "δεν παίχτηκε"),
    "sums.penalty": ("penalty", "جریمه", "ποινή"),
    "sums.cut": ("left out: {points}", "کنار گذاشته: {points}", "εξαιρέθηκε: {points}"),
    "sums.mean": ("mean of the others", "میانگین دیگرها", "μέσος όρος των άλλων"),
    "sums.decided": (
        "Parted from the line above by: {what}",
        "جدا شده از سطر بالا با: {what}",
        "Χωρίστηκε από την επάνω γραμμή με: {what}",
    ),
    "sums.span": (
        "Can still end anywhere from place {best} to place {worst}.",
        "هنوز می‌تواند از مقام {best} تا مقام {worst} پایان یابد.",
        "Μπορεί ακόμη να τερματίσει από τη θέση {best} ως τη θέση {worst}.",
    ),
    "chance.certain": ("is through for certain", "راه‌یابی قطعی است", "προκρίνεται σίγουρα"),
    "chance.possible": ("can still qualify", "هنوز می‌تواند راه یابد", "μπορεί ακόμη να προκριθεί"),
    "chance.out": ("cannot qualify any more", "دیگر نمی‌تواند راه یابد", "δεν μπορεί πια να προκριθεί"),
    "mark.through": ("through", "راه‌یافته", "προκρίθηκε"),
    "mark.missed": ("out", "حذف", "εκτός"),
    # what the public sees
    "standings.hidden": (
        "The standings are hidden from here to the end of the tournament. These are the ones after round {n}.",
        "رده‌بندی از اینجا تا پایان مسابقه پنهان است. این رده‌بندی پس از دور {n} است.",
        "Η κατάταξη μένει κρυφή από εδώ ως το τέλος του τουρνουά. Αυτή είναι η κατάταξη μετά τον γύρο {n}.",
    ),
    "standings.staff": (
        "Only you see these. The public sees the standings after round {n} until the tournament is finished.",
        "این را تنها شما می‌بینید. همگان تا پایان مسابقه رده‌بندی پس از دور {n} را می‌بینند.",
        "Μόνο εσείς τη βλέπετε. Το κοινό βλέπει την κατάταξη μετά τον γύρο {n} ώσπου να τελειώσει το τουρνουά.",
    ),
    "standings.since": ("Places moved since round {n}", "جابه‌جایی از دور {n}", "Μετακινήσεις από τον γύρο {n}"),
    # as they stood
    "stood": ("As they stood", "رده‌بندی در گذشته", "Όπως ήταν"),
    "stood.round": ("After round", "پس از دور", "Μετά τον γύρο"),
    "stood.since": ("Moves since round", "جابه‌جایی از دور", "Μετακινήσεις από τον γύρο"),
    "stood.before": ("the one before", "دور پیش از آن", "τον προηγούμενο"),
    "stood.latest": ("the latest", "آخرین", "τον τελευταίο"),
    "stood.at": ("At a time ({zone})", "در زمان ({zone})", "Σε ώρα ({zone})"),
    "stood.show": ("Show", "نمایش", "Εμφάνιση"),
    "stood.none": (
        "The tournament did not exist at that time.",
        "در آن زمان مسابقه‌ای نبود.",
        "Το τουρνουά δεν υπήρχε εκείνη την ώρα.",
    ),
    "stood.bad": (
        "That is no time: write 2026-11-30T20:40.",
        "این زمان نیست: بنویسید 2026-11-30T20:40.",
        "Δεν είναι ώρα: γράψτε 2026-11-30T20:40.",
    ),
    # the season
    "season": ("Season", "فصل", "Σεζόν"),
    "season.say": (
        "Final places of several tournaments as one table. Entrants are matched by name.",
        "مقام‌های نهایی چند مسابقه در یک جدول. شرکت‌کنندگان با نام شناخته می‌شوند.",
        "Οι τελικές θέσεις πολλών τουρνουά σε έναν πίνακα. Οι παίκτες ταυτίζονται με το όνομα.",
    ),
    "season.none": (
        "No tournament is finished yet.",
        "هنوز مسابقه‌ای پایان نیافته است.",
        "Δεν έχει τελειώσει ακόμη κανένα τουρνουά.",
    ),
    "season.which": ("Tournaments that count", "مسابقه‌هایی که شمرده می‌شوند", "Τουρνουά που μετρούν"),
    "season.best": (
        "Best results that count (0: all)",
        "بهترین نتیجه‌هایی که شمرده می‌شوند (۰: همه)",
        "Καλύτερα αποτελέσματα που μετρούν (0: όλα)",
    ),
    "season.points": ("Points for the places", "امتیاز مقام‌ها", "Βαθμοί για τις θέσεις"),
    "season.bad": (
        "This season cannot be counted: {what}",
        "این فصل را نمی‌توان شمرد: {what}",
        "Η σεζόν δεν μπορεί να μετρηθεί: {what}",
    ),
    "season.shared": ("shared", "مشترک", "κοινή"),
    "season.uncounted": ("not counted", "شمرده نشده", "δεν μετρά"),
    # the tournament's rules, and setting it up
    "terms.scoring": ("Match points", "امتیاز مسابقه", "Βαθμοί αγώνα"),
    "terms.qualify": ("Places that qualify", "مقام‌های راه‌یاب", "Θέσεις που προκρίνονται"),
    "terms.hidden": ("Last rounds hidden", "دورهای پایانی پنهان", "Κρυφοί τελευταίοι γύροι"),
    "new.scoring": ("How match points are made", "شیوهٔ امتیاز مسابقه", "Πώς βγαίνουν οι βαθμοί"),
    "new.scoring.by_place": ("by the place at the table", "از مقام سر میز", "από τη θέση στο τραπέζι"),
    "new.scoring.normalised": (
        "by the distance from the table’s mean",
        "از فاصله تا میانگین میز",
        "από την απόσταση από τον μέσο όρο",
    ),
    "new.scoring.raw": ("the game’s own points", "امتیاز خود بازی", "οι πόντοι του παιχνιδιού"),
    "new.bye": ("Points for a bye, in hundredths", "امتیاز استراحت، به صدم", "Βαθμοί για ρεπό, σε εκατοστά"),
    "new.hide": ("Last rounds to hide", "شمار دورهای پنهان پایانی", "Τελευταίοι γύροι που κρύβονται"),
    "new.qualify": ("Places that qualify", "مقام‌های راه‌یاب", "Θέσεις που προκρίνονται"),
}
EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
