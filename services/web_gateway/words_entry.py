# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of entry in English, Persian and Greek: lists, arrival, waiting, leaving, policies. Pure tables."""

from __future__ import annotations

from typing import Final

from services.web_gateway.words_standings import Said

_SAID: Final[dict[str, Said]] = {
    # a list, looked at before it is sent
    "import.title": ("What this list becomes", "این فهرست چه می‌شود", "Τι γίνεται αυτός ο κατάλογος"),
    "import.say": (
        "Nothing has been entered yet. Look through the rows, then confirm.",
        "هنوز کسی ثبت نشده است. سطرها را ببینید و سپس تأیید کنید.",
        "Δεν έχει δηλωθεί κανείς ακόμη. Δείτε τις γραμμές και μετά επιβεβαιώστε.",
    ),
    "import.fix": (
        "Put the marked rows right below, then look again. Nothing is entered from a list with a fault.",
        "سطرهای نشان‌دار را پایین درست کنید و دوباره ببینید. از فهرستی که خطا دارد کسی ثبت نمی‌شود.",
        "Διορθώστε πιο κάτω τις σημειωμένες γραμμές και δείτε ξανά. Από κατάλογο με λάθος δεν δηλώνεται κανείς.",
    ),
    "import.line": ("Line", "سطر", "Γραμμή"),
    "import.new": ("new", "تازه", "νέα"),
    "import.waits": ("waiting list", "فهرست انتظار", "αναμονή"),
    "import.twice": ("already in", "از پیش هست", "υπάρχει ήδη"),
    "import.fault": ("fault", "خطا", "λάθος"),
    "import.count": (
        "{fresh} new, {waits} to the waiting list, {twice} already in, {faults} with a fault.",
        "{fresh} تازه، {waits} به فهرست انتظار، {twice} از پیش هست، {faults} با خطا.",
        "Νέες: {fresh}. Στην αναμονή: {waits}. Υπάρχουν ήδη: {twice}. Με λάθος: {faults}.",
    ),
    "import.do": ("Enter {n}", "ثبت {n} نفر", "Δήλωση {n}"),
    "import.none": (
        "Nobody on this list is new.",
        "در این فهرست کس تازه‌ای نیست.",
        "Κανείς σε αυτόν τον κατάλογο δεν είναι νέος.",
    ),
    "import.text": ("The list", "فهرست", "Ο κατάλογος"),
    "import.again": ("Look again", "دوباره ببین", "Δείτε ξανά"),
    "import.place": (
        "Line {line}, column {column}: {said}",
        "سطر {line}، ستون {column}: {said}",
        "Γραμμή {line}, στήλη {column}: {said}",
    ),
    # more about an entrant
    "entry.partner": ("Partner", "یار", "Συμπαίκτης"),
    "entry.apart": (
        "Not at a table with those of the same word",
        "هم‌میز نشود با کسانی که همین واژه را دارند",
        "Όχι στο ίδιο τραπέζι με όσους έχουν την ίδια λέξη",
    ),
    "entry.apart.short": ("Keep apart", "جدا از هم", "Χωριστά"),
    "entry.table": (
        "Always sits at table (number)",
        "همیشه سر این میز می‌نشیند (شماره)",
        "Κάθεται πάντα στο τραπέζι (αριθμός)",
    ),
    "entry.paid": ("Has paid", "پرداخته است", "Πλήρωσε"),
    "mark.table": ("always at table {n}", "همیشه سر میز {n}", "πάντα στο τραπέζι {n}"),
    "mark.paid": ("paid", "پرداخته", "πλήρωσε"),
    "mark.unpaid": ("not paid", "نپرداخته", "δεν πλήρωσε"),
    "amend": ("Change entry", "تغییر نام‌نویسی", "Αλλαγή εγγραφής"),
    "amend.title": ("Change the entry of {name}", "تغییر نام‌نویسی {name}", "Αλλαγή εγγραφής: {name}"),
    "amend.say": (
        "Results, links and the place in the standings stay. A table that has begun keeps the name it began with.",
        "نتیجه‌ها، پیوندها و جای جدول می‌مانند. میزی که آغاز شده نامی را که با آن آغاز شد نگه می‌دارد.",
        "Αποτελέσματα, σύνδεσμοι και θέση μένουν. Ένα τραπέζι που άρχισε κρατά το όνομα με το οποίο άρχισε.",
    ),
    "amend.do": ("Save", "ثبت", "Αποθήκευση"),
    "entry.house": (
        "House player: fills a table, scored apart",
        "بازیکن میزبان: میز را پر می‌کند، امتیازش جداست",
        "Παίκτης της λέσχης: συμπληρώνει τραπέζι, βαθμολογείται χωριστά",
    ),
    "entry.stands": ("Sits in for", "به جای", "Στη θέση του"),
    "entry.nobody": ("nobody", "هیچ‌کس", "κανενός"),
    "entry.more": ("More about this entry", "بیشتر دربارهٔ این نام‌نویسی", "Περισσότερα για τη συμμετοχή"),
    "entry.file": ("All entrants as CSV", "همهٔ شرکت‌کنندگان به CSV", "Όλες οι συμμετοχές σε CSV"),
    "mark.house": ("house player", "بازیکن میزبان", "παίκτης της λέσχης"),
    "mark.stands": ("sits in for {name}", "به جای {name}", "στη θέση: {name}"),
    "mark.waiting": ("waiting list, number {n}", "فهرست انتظار، شمارهٔ {n}", "αναμονή, αριθμός {n}"),
    "mark.noshow": ("did not come to round {n}", "به دور {n} نیامد", "δεν ήρθε στον γύρο {n}"),
    "house.title": ("House players, scored apart", "بازیکنان میزبان، با امتیاز جدا", "Παίκτες της λέσχης, χωριστά"),
    "house.say": (
        "They fill tables and have no place; their points count in the tie-breaks of those who met them.",
        "میزها را پر می‌کنند و مقامی ندارند؛ امتیازشان در گره‌گشای کسانی که با آن‌ها بازی کرده‌اند شمرده می‌شود.",
        "Συμπληρώνουν τραπέζια και δεν έχουν θέση· οι βαθμοί τους μετρούν στις ισοβαθμίες όσων τους συνάντησαν.",
    ),
    "sums.late": (
        "a round before the late entry",
        "دوری پیش از ورود دیرهنگام",
        "γύρος πριν από την καθυστερημένη συμμετοχή",
    ),
    # arrival
    "arrive": ("Check-in", "ثبت حضور", "Παρουσίες"),
    "arrive.say": ("{here} of {all} are here.", "{here} از {all} نفر حاضرند.", "Παρόντες: {here} από {all}."),
    "arrive.ask": ("Check {name} in?", "حضور {name} ثبت شود؟", "Παρουσία: {name};"),
    "arrive.do": ("Yes, {name} is here", "بله، {name} حاضر است", "Ναι, παρουσία: {name}"),
    "arrive.done": ("{name} is here.", "{name} حاضر است.", "Παρουσία: {name}."),
    "arrive.undo": ("Mark {name} as not here?", "{name} غایب ثبت شود؟", "Να δηλωθεί απουσία: {name};"),
    "arrive.undo.do": ("Yes, not here", "بله، غایب است", "Ναι, απουσία"),
    "arrive.own": ("Open this player’s page", "گشودن صفحهٔ این بازیکن", "Άνοιγμα της σελίδας του παίκτη"),
    "arrive.not": (
        "{name} cannot be checked in: withdrawn, or on the waiting list.",
        "حضور {name} ثبت نمی‌شود: کناره گرفته یا در فهرست انتظار است.",
        "Δεν γίνεται παρουσία για: {name}. Αποχώρησε ή είναι στην αναμονή.",
    ),
    # who did not come
    "noshow": ("Did not come", "نیامد", "Δεν ήρθε"),
    "noshow.ask": ("{name} did not come to round {n}?", "{name} به دور {n} نیامد؟", "Δεν ήρθε στον γύρο {n}: {name};"),
    "noshow.then": (
        "The seating of this round has to be made again after that.",
        "پس از آن چینش این دور باید دوباره ساخته شود.",
        "Μετά η διάταξη αυτού του γύρου πρέπει να γίνει ξανά.",
    ),
    "noshow.do": ("Yes, did not come", "بله، نیامد", "Ναι, δεν ήρθε"),
    "noshow.stale": (
        "{names} cannot play: drop this seating and seat the round again.",
        "{names} نمی‌تواند بازی کند: این چینش را کنار بگذارید و دور را دوباره بچینید.",
        "Δεν μπορούν να παίξουν: {names}. Ακυρώστε τη διάταξη και κάντε την ξανά.",
    ),
    # leaving and coming back
    "withdraw.title": ("Withdraw {name}?", "{name} کنار گذاشته شود؟", "Αποχώρηση: {name};"),
    "withdraw.stand": (
        "From the next round on. What was played stands: points, and what others made against this player.",
        "از دور بعد. آنچه بازی شده می‌ماند: امتیازها و آنچه دیگران برابر این بازیکن به دست آورده‌اند.",
        "Από τον επόμενο γύρο. Ό,τι παίχτηκε ισχύει: οι βαθμοί, και όσα πέτυχαν οι άλλοι απέναντί του.",
    ),
    "withdraw.moves": (
        "{name} comes in from the waiting list.",
        "{name} از فهرست انتظار وارد می‌شود.",
        "Μπαίνει από την αναμονή: {name}.",
    ),
    "withdraw.reason": ("Reason (for the record)", "دلیل (برای ثبت)", "Αιτία (για το αρχείο)"),
    "withdraw.do": ("Yes, withdraw", "بله، کنار بگذار", "Ναι, αποχώρηση"),
    "leave.ask": ("Leave the tournament?", "از مسابقه انصراف می‌دهید؟", "Αποχωρείτε από το τουρνουά;"),
    "leave.do": ("Yes, I leave the tournament", "بله، انصراف می‌دهم", "Ναι, αποχωρώ από το τουρνουά"),
    "leave.stand": (
        "What you have played stands: your points, and what others made against you.",
        "آنچه بازی کرده‌اید می‌ماند: امتیازهای شما و آنچه دیگران برابر شما به دست آورده‌اند.",
        "Ό,τι παίξατε ισχύει: οι βαθμοί σας, και όσα πέτυχαν οι άλλοι απέναντί σας.",
    ),
    "leave.place": (
        "You stand at place {n} now, with {points} points. Who plays on can pass you.",
        "اکنون در مقام {n} هستید، با {points} امتیاز. هر که بازی را ادامه دهد می‌تواند از شما بگذرد.",
        "Είστε τώρα στη θέση {n}, με {points} βαθμούς. Όσοι συνεχίζουν μπορούν να σας περάσουν.",
    ),
    "effect": ("What changes", "چه تغییر می‌کند", "Τι αλλάζει"),
    "effect.none": (
        "No place, no point and no table changes.",
        "هیچ مقام، امتیاز یا میزی تغییر نمی‌کند.",
        "Δεν αλλάζει θέση, βαθμός ή τραπέζι.",
    ),
    "effect.place": (
        "{name}: place {was} becomes {now}",
        "{name}: مقام {was} می‌شود {now}",
        "{name}: θέση από {was} σε {now}",
    ),
    "effect.leaves": (
        "{name} (place {was}) is no longer listed",
        "{name} (مقام {was}) دیگر در فهرست نیست",
        "{name} (θέση {was}): εκτός κατάταξης",
    ),
    "effect.enters": (
        "{name} is listed (place {now})",
        "{name} به فهرست می‌آید (مقام {now})",
        "{name}: μπαίνει στην κατάταξη (θέση {now})",
    ),
    "effect.gains": ("Would qualify now: {names}", "اکنون راه می‌یابند: {names}", "Θα προκρίνονταν τώρα: {names}"),
    "effect.loses": (
        "Would no longer qualify: {names}",
        "دیگر راه نمی‌یابند: {names}",
        "Δεν θα προκρίνονταν πια: {names}",
    ),
    "effect.gone": (
        "Seated in this round and gone: {names}. The seating has to be made again.",
        "در این دور جا دارد و می‌رود: {names}. چینش باید دوباره ساخته شود.",
        "Έχουν θέση στον γύρο και φεύγουν: {names}. Η διάταξη πρέπει να γίνει ξανά.",
    ),
    "effect.playing": (
        "Plays in the running round: {names}. The table is played to its end.",
        "در دور جاری بازی می‌کند: {names}. میز تا پایان بازی می‌شود.",
        "Παίζουν στον τρέχοντα γύρο: {names}. Το τραπέζι παίζεται ως το τέλος.",
    ),
    # the waiting list
    "waiting": ("Waiting list", "فهرست انتظار", "Λίστα αναμονής"),
    "waiting.admit": ("Let in", "بپذیر", "Αποδοχή"),
    "waiting.mine": (
        "You are number {n} on the waiting list. Your place is shown here as soon as one is free.",
        "شما شمارهٔ {n} فهرست انتظارید. همین که جایی خالی شود اینجا نشان داده می‌شود.",
        "Είστε ο αριθμός {n} στη λίστα αναμονής. Μόλις ελευθερωθεί θέση, θα φανεί εδώ.",
    ),
    "waiting.full": (
        "All {n} places are taken: whoever enters now waits for one.",
        "همهٔ {n} جا پر است: هر که اکنون ثبت شود در انتظار می‌ماند.",
        "Και οι {n} θέσεις είναι πιασμένες: όποιος δηλώσει τώρα περιμένει.",
    ),
    "waiting.done": (
        "You are on the waiting list. Ask at the desk for your personal link: it shows your place in it.",
        "شما در فهرست انتظارید. پیوند شخصی خود را از میز مدیر بگیرید: جای شما را نشان می‌دهد.",
        "Είστε στη λίστα αναμονής. Ζητήστε τον προσωπικό σας σύνδεσμο: δείχνει τη σειρά σας.",
    ),
    # policies
    "policies": (
        "Rules and policies of this tournament",
        "قوانین و سیاست‌های این مسابقه",
        "Κανόνες και όροι του τουρνουά",
    ),
    "policies.title": ("Policies", "سیاست‌ها", "Όροι"),
    "policies.print": ("To print", "برای چاپ", "Για εκτύπωση"),
    "policy.late.yes": (
        "Late entry: allowed, through the director; for each round that had begun there are {points} points, and in the tie-breaks that round is not played.",
        "ورود دیرهنگام: از راه مدیر ممکن است؛ برای هر دورِ آغازشده {points} امتیاز می‌آید و آن دور در گره‌گشاها بازی‌نشده است.",
        "Καθυστερημένη συμμετοχή: επιτρέπεται μέσω του διευθυντή· για κάθε γύρο που είχε αρχίσει δίνονται {points} βαθμοί, και στις ισοβαθμίες ο γύρος θεωρείται άπαικτος.",
    ),
    "policy.late.no": (
        "Late entry: nobody enters once the first round has begun.",
        "ورود دیرهنگام: پس از آغاز دور نخست کسی ثبت نمی‌شود.",
        "Καθυστερημένη συμμετοχή: κανείς μετά την αρχή του πρώτου γύρου.",
    ),
    "policy.withdraw": (
        "Withdrawal: counts from the next round on; results already made stand, for both sides, and only the director lets somebody in again.",
        "کناره‌گیری: از دور بعد به شمار می‌آید؛ نتیجه‌های پیشین برای هر دو سو می‌ماند و تنها مدیر کسی را باز می‌پذیرد.",
        "Αποχώρηση: ισχύει από τον επόμενο γύρο· τα αποτελέσματα μένουν και για τις δύο πλευρές, και μόνο ο διευθυντής δέχεται ξανά κάποιον.",
    ),
    "policy.noshow.absent": (
        "No-show: whoever is seated and does not come before the round begins is left out until checking in again.",
        "غیبت: هر که جا داشته باشد و تا آغاز دور نیاید، تا ثبت دوبارهٔ حضور کنار می‌ماند.",
        "Απουσία: όποιος έχει θέση και δεν έρθει πριν αρχίσει ο γύρος μένει έξω ώσπου να δηλώσει ξανά παρουσία.",
    ),
    "policy.noshow.withdraw": (
        "No-show: whoever is seated and does not come before the round begins is out until the director lets them in again.",
        "غیبت: هر که جا داشته باشد و تا آغاز دور نیاید کنار گذاشته می‌شود تا مدیر باز بپذیرد.",
        "Απουσία: όποιος έχει θέση και δεν έρθει πριν αρχίσει ο γύρος βγαίνει, ώσπου να τον δεχτεί ξανά ο διευθυντής.",
    ),
    "policy.capacity": (
        "Capacity: {n} entrants play; whoever comes after them waits, and moves up in order when somebody leaves before the first round.",
        "گنجایش: {n} شرکت‌کننده بازی می‌کنند؛ دیگران در انتظارند و اگر کسی پیش از دور نخست برود به نوبت وارد می‌شوند.",
        "Χωρητικότητα: παίζουν {n} συμμετοχές· οι επόμενοι περιμένουν και μπαίνουν με τη σειρά αν κάποιος φύγει πριν από τον πρώτο γύρο.",
    ),
    "policy.capacity.none": (
        "Capacity: everybody who enters plays.",
        "گنجایش: هر که ثبت شود بازی می‌کند.",
        "Χωρητικότητα: παίζουν όλοι όσοι δηλώσουν.",
    ),
    "policy.house": (
        "House players and substitutes: they fill tables, sit out before anybody else, and are listed apart without a place; an absent entrant scores nothing by a substitute.",
        "میزبان و جانشین: میزها را پر می‌کنند، پیش از همه استراحت می‌گیرند و جدا و بی‌مقام فهرست می‌شوند؛ جانشین برای غایب امتیازی نمی‌آورد.",
        "Παίκτες της λέσχης και αντικαταστάτες: συμπληρώνουν τραπέζια, μένουν πρώτοι εκτός και εμφανίζονται χωριστά, χωρίς θέση· ο απών δεν κερδίζει τίποτε από αντικαταστάτη.",
    ),
    "policy.apart": (
        "Kept apart: those of one family or group are not seated together while that is possible.",
        "جدانشینی: کسانی که از یک خانواده یا گروه‌اند تا ممکن باشد هم‌میز نمی‌شوند.",
        "Χωριστά: όσοι είναι από μία οικογένεια ή ομάδα δεν κάθονται μαζί όσο γίνεται.",
    ),
    "policy.apart.club": (
        "Kept apart: those of one club, family or group are not seated together while that is possible.",
        "جدانشینی: کسانی که از یک باشگاه، خانواده یا گروه‌اند تا ممکن باشد هم‌میز نمی‌شوند.",
        "Χωριστά: όσοι είναι από μία λέσχη, οικογένεια ή ομάδα δεν κάθονται μαζί όσο γίνεται.",
    ),
    "policy.pairs": (
        "Pairs: two enter together, sit opposite each other, and have one score; either of them speaks for both.",
        "جفت‌ها: دو نفر با هم ثبت می‌شوند، روبه‌روی هم می‌نشینند و یک امتیاز دارند؛ هر یک از سوی هر دو سخن می‌گوید.",
        "Ζεύγη: δύο δηλώνουν μαζί, κάθονται απέναντι και έχουν ένα σκορ· ο καθένας μιλά και για τους δύο.",
    ),
    "policy.bye": (
        "Byes: only where tables do not come out even, once each as far as that is possible, the lowest first; a bye brings {points} points.",
        "استراحت: تنها وقتی میزها جور نیایند، تا ممکن است هر کس یک بار، از پایین جدول؛ هر استراحت {points} امتیاز می‌آورد.",
        "Ρεπό: μόνο όταν δεν συμπληρώνονται τραπέζια, από μία φορά ο καθένας όσο γίνεται, πρώτα οι τελευταίοι· δίνει {points} βαθμούς.",
    ),
    "policy.bye.raw": (
        "Byes: only where tables do not come out even, once each as far as that is possible, the lowest first; a bye brings what the round brought on the mean.",
        "استراحت: تنها وقتی میزها جور نیایند، تا ممکن است هر کس یک بار، از پایین جدول؛ هر استراحت میانگین همان دور را می‌آورد.",
        "Ρεπό: μόνο όταν δεν συμπληρώνονται τραπέζια, από μία φορά ο καθένας όσο γίνεται, πρώτα οι τελευταίοι· δίνει τον μέσο όρο του γύρου.",
    ),
    # setting it up
    "new.entry": ("Entry", "ثبت‌نام", "Συμμετοχές"),
    "new.capacity": ("Places (0: no limit)", "شمار جاها (۰: بی‌مرز)", "Θέσεις (0: χωρίς όριο)"),
    "new.late_points": (
        "Points for each round missed by a late entrant, in hundredths",
        "امتیاز هر دور ازدست‌رفتهٔ دیرآمده، به صدم",
        "Βαθμοί για κάθε χαμένο γύρο όποιου έρθει αργά, σε εκατοστά",
    ),
    "new.late_entry": ("Late entry", "ورود دیرهنگام", "Καθυστερημένη συμμετοχή"),
    "new.late_entry.yes": (
        "is allowed, through the director",
        "از راه مدیر ممکن است",
        "επιτρέπεται μέσω του διευθυντή",
    ),
    "new.late_entry.no": ("is not allowed", "ممکن نیست", "δεν επιτρέπεται"),
    "new.no_show": ("Who is seated and does not come", "هر که جا دارد و نیاید", "Όποιος έχει θέση και δεν έρθει"),
    "new.no_show.absent": (
        "is absent until checking in",
        "تا ثبت حضور غایب است",
        "απουσιάζει ώσπου να δηλώσει παρουσία",
    ),
    "new.no_show.withdraw": ("is withdrawn", "کنار گذاشته می‌شود", "αποχωρεί"),
    "new.apart_by_club": (
        "Those of one club are kept apart",
        "هم‌باشگاهی‌ها جدا می‌نشینند",
        "Όσοι είναι από μία λέσχη κάθονται χωριστά",
    ),
    "new.pairs": (
        "Pairs enter, with one score (a game with partners)",
        "جفت‌ها ثبت می‌شوند، با یک امتیاز (بازی با یار)",
        "Δηλώνουν ζεύγη με ένα σκορ (παιχνίδι με συμπαίκτες)",
    ),
}
EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
