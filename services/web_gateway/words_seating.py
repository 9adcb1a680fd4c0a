# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of formats and seatings in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    # the report
    "seats.criterion": ("Criterion", "معیار", "Κριτήριο"),
    "seats.reached": ("reached", "به‌دست‌آمده", "επιτεύχθηκε"),
    "seats.bound": ("best possible", "بهترین ممکن", "καλύτερο δυνατό"),
    "seats.now": ("now", "اکنون", "τώρα"),
    "seats.draft": ("changed", "با تغییر", "με αλλαγή"),
    "seats.better": ("better", "بهتر", "καλύτερα"),
    "seats.worse": ("worse", "بدتر", "χειρότερα"),
    "seats.c.apart": ("Kept apart, yet together", "جداخواسته ولی هم‌میز", "Σε διαχωρισμό, αλλά μαζί"),
    "seats.c.repeats": ("Pairs that meet again", "دیدارهای تکراری", "Ζεύγη που ξανασυναντιούνται"),
    "seats.c.repeat_cost": ("Repeats, squared", "تکرارها، به توان دو", "Επαναλήψεις, στο τετράγωνο"),
    "seats.c.score_spread": ("Scores apart at the tables", "فاصلهٔ امتیازها سر میزها", "Διαφορές βαθμών στα τραπέζια"),
    "seats.c.short_repeats": ("At a short table again", "باز سر میز کوچک‌تر", "Πάλι σε μικρότερο τραπέζι"),
    "seats.c.seat_imbalance": (
        "Starts, most less fewest",
        "آغازها: بیشترین منهای کمترین",
        "Εκκινήσεις, μέγιστες μείον ελάχιστες",
    ),
    "seats.c.seat_cost": ("Seats taken, squared", "جاهای نشسته، به توان دو", "Θέσεις που κάθισαν, στο τετράγωνο"),
    "seats.c.follows": ("After the same one again", "باز پس از همان کس", "Πάλι μετά τον ίδιο"),
    "seats.how": (
        "How seatings are made and judged",
        "چینش چگونه ساخته و سنجیده می‌شود",
        "Πώς γίνεται και κρίνεται η κλήρωση",
    ),
    "seats.worst.table": (
        "always sits at table {n}",
        "همیشه سر میز {n} می‌نشیند",
        "κάθεται πάντα στο τραπέζι {n}",
    ),
    "seats.worst.apart": (
        "to be kept apart from {names}",
        "باید جدا از {names} باشد",
        "πρέπει να είναι χωριστά από {names}",
    ),
    "seats.worst.again": ("meets {names} again", "باز با {names} روبه‌رو می‌شود", "ξανασυναντά {names}"),
    "seats.worst.bye": ("bye number {n}", "استراحت شمارهٔ {n}", "ρεπό αριθμός {n}"),
    "seats.worst.short": ("at a short table again", "باز سر میز کوچک‌تر", "πάλι σε μικρότερο τραπέζι"),
    "seats.times": ("{name} (met {n} times)", "{name} (تاکنون {n} بار)", "{name} (ήδη {n} φορές)"),
    "seats.free": (
        "Nothing speaks against anybody’s place.",
        "چیزی بر ضد جای هیچ‌کس نیست.",
        "Τίποτα δεν αντιτίθεται σε καμία θέση.",
    ),
    # why am I here
    "why.lot": (
        "Drawn by lot from the recorded seed.",
        "با قرعه از بذر ثبت‌شده.",
        "Με κλήρο από τον καταγεγραμμένο σπόρο.",
    ),
    "why.score": (
        "Seated by score, with those of like score whom you have met least.",
        "بر پایهٔ امتیاز، با هم‌امتیازهایی که کمتر دیده‌اید.",
        "Κατά βαθμολογία, με όσους έχουν παρόμοιους βαθμούς και έχετε συναντήσει λιγότερο.",
    ),
    "why.schedule": (
        "Seated by the schedule: nobody meets twice while that is possible; scores do not count.",
        "بر پایهٔ برنامه: تا شدنی است کسی دو بار روبه‌رو نمی‌شود؛ امتیاز به شمار نمی‌آید.",
        "Κατά το πρόγραμμα: κανείς δεν συναντιέται δύο φορές όσο γίνεται· οι βαθμοί δεν μετρούν.",
    ),
    "why.won": (
        "You went on from your last table; the tables of those who go on are drawn by lot.",
        "از میز پیشین بالا آمده‌اید؛ میز بالاآمدگان با قرعه است.",
        "Προκριθήκατε από το τελευταίο τραπέζι· τα τραπέζια όσων συνεχίζουν κληρώνονται.",
    ),
    "why.rank": ("Seated by place in the standings.", "بر پایهٔ مقام در جدول.", "Κατά τη θέση στην κατάταξη."),
    "why.bye": (
        "A bye goes to those who have had fewest, among them to those with fewest points.",
        "استراحت از آنِ کسانی است که کمتر داشته‌اند و از میان آنان کم‌امتیازترها.",
        "Το ρεπό πάει σε όσους είχαν τα λιγότερα, και από αυτούς σε όσους έχουν τους λιγότερους βαθμούς.",
    ),
    "why.hand": (
        "The director seated this table by hand.",
        "مدیر این میز را به دست چیده است.",
        "Ο διευθυντής όρισε αυτό το τραπέζι με το χέρι.",
    ),
    "why.stood": (
        "Before this round: {points} points, place {place}.",
        "پیش از این دور: {points} امتیاز، مقام {place}.",
        "Πριν από αυτόν τον γύρο: {points} βαθμοί, θέση {place}.",
    ),
    "why.again": ("You meet {names} again.", "باز با {names} روبه‌رو می‌شوید.", "Ξανασυναντάτε {names}."),
    "why.byes": ("It is your bye number {n}.", "این استراحت شمارهٔ {n} شماست.", "Είναι το ρεπό σας αριθμός {n}."),
    # changing it by hand
    "seats.edit": ("Change by hand", "تغییر با دست", "Αλλαγή με το χέρι"),
    "seats.title": ("Round {n}: who sits where", "دور {n}: چه کسی کجا می‌نشیند", "Γύρος {n}: ποιος κάθεται πού"),
    "seats.say.pick": (
        "Choose somebody, then choose with whom to change places or to which table to go. A mouse may drag; a finger drags by the handle.",
        "کسی را برگزینید، سپس آن را که جایش با او عوض شود، یا میز تازه‌اش را. با ماوس می‌توان کشید؛ با انگشت از دستگیره.",
        "Διαλέξτε κάποιον και μετά με ποιον θα αλλάξει θέση ή σε ποιο τραπέζι θα πάει. Με το ποντίκι σύρετε· με το δάχτυλο σύρετε από τη λαβή.",
    ),
    "seats.say.held": (
        "{name} is picked up: choose somebody to change places with, or a table.",
        "{name} برداشته شده: کسی را برای جابه‌جایی یا میزی را برگزینید.",
        "Σηκώσατε: {name}. Διαλέξτε με ποιον θα αλλάξει θέση, ή ένα τραπέζι.",
    ),
    "seats.pick": ("Pick up {name}", "برداشتن {name}", "Σήκωσε: {name}"),
    "seats.swap": ("Change places with {name}", "جابه‌جایی با {name}", "Αλλαγή θέσης με: {name}"),
    "seats.back": ("Leave {name} where he was", "{name} همان‌جا بماند", "Μένει όπου ήταν: {name}"),
    "seats.put": ("Put here", "اینجا بنشیند", "Εδώ"),
    "seats.put.new": ("A table more", "یک میز دیگر", "Ένα τραπέζι ακόμη"),
    "seats.put.bye": ("Give a bye", "استراحت بدهید", "Να πάρει ρεπό"),
    "seats.size": (
        "{n} seats: {least} to {most} are allowed",
        "{n} جا: {least} تا {most} رواست",
        "{n} θέσεις: επιτρέπονται {least} έως {most}",
    ),
    "seats.preview": ("What the change does", "این تغییر چه می‌کند", "Τι κάνει η αλλαγή"),
    "seats.at": ("table {table}, seat {seat}", "میز {table}، جای {seat}", "τραπέζι {table}, θέση {seat}"),
    "seats.changed": ("Whom it touches", "چه کسانی را در بر می‌گیرد", "Ποιους αγγίζει"),
    "seats.company": ("in other company", "با هم‌میزان دیگر", "με άλλη παρέα"),
    "seats.nothing": ("no objection", "بی‌ایراد", "χωρίς ένσταση"),
    "seats.do": ("Seat them so", "همین‌گونه بنشینند", "Να καθίσουν έτσι"),
    "seats.forget": ("Drop my changes", "تغییرهایم را رها کن", "Άφησε τις αλλαγές μου"),
    "seats.own": ("Back to the computed seating", "بازگشت به چینش رایانه", "Πίσω στην υπολογισμένη κλήρωση"),
    "seats.again": ("Seat anew", "چینش از نو", "Νέα κλήρωση"),
    "seats.again.say": (
        "Seating anew takes this seating back and asks for another: it differs only when who is here, or what counts, has changed.",
        "چینش از نو این چینش را پس می‌گیرد و چینشی دیگر می‌خواهد: تنها وقتی فرق می‌کند که حاضران یا آنچه به شمار می‌آید عوض شده باشد.",
        "Η νέα κλήρωση ανακαλεί αυτήν και ζητά άλλη: διαφέρει μόνο αν άλλαξαν οι παρόντες ή όσα μετρούν.",
    ),
    "seats.edited": ("changed by hand {n} times", "{n} بار با دست عوض شده", "άλλαξε με το χέρι {n} φορές"),
    "seats.edited.1": ("changed by hand once", "یک بار با دست عوض شده", "άλλαξε με το χέρι μία φορά"),
    "seats.stale": (
        "The seating has changed meanwhile. Your changes are shown beside it as it is now; look again before you send them.",
        "چینش در این میان عوض شده است. تغییرهای شما در کنار چینش کنونی نشان داده می‌شود؛ پیش از فرستادن دوباره بنگرید.",
        "Η κλήρωση άλλαξε στο μεταξύ. Οι αλλαγές σας φαίνονται δίπλα στην τωρινή· κοιτάξτε ξανά πριν τις στείλετε.",
    ),
    "seats.gone": (
        "The seating has changed meanwhile: this is how it is now. Your changes no longer fit it.",
        "چینش در این میان عوض شده است: اکنون چنین است. تغییرهای شما دیگر با آن جور نیست.",
        "Η κλήρωση άλλαξε στο μεταξύ: έτσι είναι τώρα. Οι αλλαγές σας δεν ταιριάζουν πια.",
    ),
    "seats.none": (
        "No round waits to begin.",
        "هیچ دوری چشم به راه آغاز نیست.",
        "Κανένας γύρος δεν περιμένει να αρχίσει.",
    ),
    # formats
    "form.random": ("by lot", "قرعه", "με κλήρο"),
    "form.swiss": ("Swiss", "سوئیسی", "ελβετικό"),
    "form.round_robin": ("round robin", "دوره‌ای", "όλοι με όλους"),
    "form.rotation": ("rotation", "گردشی", "εναλλαγή"),
    "form.elimination": ("elimination", "حذفی", "νοκ άουτ"),
    "form.final": ("final table", "میز پایانی", "τελικό τραπέζι"),
    "form.say.random": (
        "every round is drawn by lot",
        "هر دور با قرعه چیده می‌شود",
        "κάθε γύρος κληρώνεται",
    ),
    "form.say.swiss": (
        "those of like score sit together, nobody meets twice while that is possible",
        "هم‌امتیازها کنار هم می‌نشینند و تا شدنی است کسی دو بار روبه‌رو نمی‌شود",
        "όσοι έχουν παρόμοιους βαθμούς κάθονται μαζί, κανείς δεν συναντιέται δύο φορές όσο γίνεται",
    ),
    "form.say.round_robin": (
        "two a table, everybody meets everybody",
        "دو نفر سر هر میز، هر کس با همه روبه‌رو می‌شود",
        "δύο ανά τραπέζι, όλοι συναντούν όλους",
    ),
    "form.say.rotation": (
        "by a schedule in which nobody meets twice while that is possible; scores do not count",
        "با برنامه‌ای که تا شدنی است کسی دو بار روبه‌رو نشود؛ امتیاز به شمار نمی‌آید",
        "με πρόγραμμα όπου κανείς δεν συναντιέται δύο φορές όσο γίνεται· οι βαθμοί δεν μετρούν",
    ),
    "form.say.elimination": (
        "the best {best} of each table go on",
        "{best} نفر برتر هر میز بالا می‌روند",
        "προκρίνονται οι {best} καλύτεροι κάθε τραπεζιού",
    ),
    "form.say.elimination.1": (
        "the winner of each table goes on",
        "برندهٔ هر میز بالا می‌رود",
        "προκρίνεται ο νικητής κάθε τραπεζιού",
    ),
    "form.say.final": (
        "the first of the standings at the first table, the next at the second",
        "نخستین‌های جدول سر میز یکم، پسینیان سر میز دوم",
        "οι πρώτοι της κατάταξης στο πρώτο τραπέζι, οι επόμενοι στο δεύτερο",
    ),
    "form.rounds": ("Rounds {first}–{last}", "دورهای {first} تا {last}", "Γύροι {first}–{last}"),
    "form.round": ("Round {n}", "دور {n}", "Γύρος {n}"),
    "form.enter": (
        "the first {n} of the standings enter",
        "{n} نفر نخست جدول راه می‌یابند",
        "μπαίνουν οι πρώτοι {n} της κατάταξης",
    ),
    "form.tables": ("tables of {sizes}", "میزهای {sizes} نفره", "τραπέζια των {sizes}"),
    "new.stages": ("Stages", "مرحله‌ها", "Φάσεις"),
    "new.stages.why": (
        "Without stages every round is Swiss. With them their rounds are the tournament’s; a field left empty is everybody, or the tournament’s tables.",
        "بی مرحله همهٔ دورها سوئیسی است. با مرحله‌ها، دورهای آن‌ها دورهای مسابقه است؛ خانهٔ خالی یعنی همه، یا میزهای مسابقه.",
        "Χωρίς φάσεις όλοι οι γύροι είναι ελβετικοί. Με φάσεις, οι γύροι τους είναι του τουρνουά· κενό πεδίο σημαίνει όλοι, ή τα τραπέζια του τουρνουά.",
    ),
    "new.stage": ("Stage {n}", "مرحلهٔ {n}", "Φάση {n}"),
    "new.stage.format": ("Format", "شیوه", "Σύστημα"),
    "new.stage.none": ("—", "—", "—"),
    "new.stage.rounds": ("Rounds", "دورها", "Γύροι"),
    "new.stage.enter": ("How many enter", "چند نفر راه می‌یابند", "Πόσοι μπαίνουν"),
    "new.stage.advance": (
        "How many of a table go on",
        "از هر میز چند نفر بالا می‌روند",
        "Πόσοι προκρίνονται ανά τραπέζι",
    ),
    "new.stage.min": ("Players at a table, at least", "کمترین نفر سر میز", "Παίκτες ανά τραπέζι, τουλάχιστον"),
    "new.stage.max": ("at most", "بیشترین", "το πολύ"),
    "new.stage.bad": ("Stage {n}, {field}: {text}", "مرحلهٔ {n}، {field}: {text}", "Φάση {n}, {field}: {text}"),
}

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
