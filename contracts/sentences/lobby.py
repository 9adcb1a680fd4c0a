# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for what the lobby refuses: code, or code/case -> language -> template over the facts. Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "actor/not-you": {
        "en": "You can do that for yourself only.",
        "fa": "این کار را فقط برای خودتان می‌توانید بکنید.",
        "el": "Αυτό μπορείτε να το κάνετε μόνο για τον εαυτό σας.",
    },
    # tournaments
    "tournament/unknown": {
        "en": "There is no tournament {tournament}.",
        "fa": "مسابقه‌ای به نام {tournament} نیست.",
        "el": "Δεν υπάρχει τουρνουά {tournament}.",
    },
    "tournament/exists": {
        "en": "This address is taken by {name}. Choose another one.",
        "fa": "این نشانی از آنِ {name} است. نشانی دیگری برگزینید.",
        "el": "Αυτή η διεύθυνση ανήκει ήδη στο τουρνουά {name}. Επιλέξτε άλλη.",
    },
    "tournament/id": {
        "en": "An address has up to 40 small Latin letters, digits and dashes, and {tournament} is none.",
        "fa": "نشانی حداکثر ۴۰ حرف کوچک لاتین، رقم و خط تیره دارد؛ {tournament} چنین نیست.",
        "el": "Μια διεύθυνση έχει έως 40 μικρά λατινικά γράμματα, ψηφία και παύλες. Το {tournament} δεν είναι τέτοια.",
    },
    "tournament/name": {
        "en": "Give the tournament a name.",
        "fa": "برای مسابقه نامی بگذارید.",
        "el": "Δώστε όνομα στο τουρνουά.",
    },
    "tournament/name/long": {
        "en": "The tournament's name can have {most} characters at most.",
        "fa": "نام مسابقه حداکثر {most} نویسه دارد.",
        "el": "Το όνομα του τουρνουά έχει το πολύ {most} χαρακτήρες.",
    },
    "tournament/name/control": {
        "en": "The tournament's name holds a character that cannot be shown ({character}).",
        "fa": "در نام مسابقه نویسه‌ای است که نشان داده نمی‌شود ({character}).",
        "el": "Το όνομα του τουρνουά έχει χαρακτήρα που δεν εμφανίζεται ({character}).",
    },
    "tournament/phase": {
        "en": "That is not possible at this stage of the tournament.",
        "fa": "در این مرحله از مسابقه چنین کاری شدنی نیست.",
        "el": "Αυτό δεν γίνεται σε αυτό το στάδιο του τουρνουά.",
    },
    "tournament/phase/announced": {
        "en": "Registration has not been opened.",
        "fa": "نام‌نویسی هنوز باز نشده است.",
        "el": "Οι εγγραφές δεν έχουν ανοίξει ακόμη.",
    },
    "tournament/phase/registration": {
        "en": "Registration is open.",
        "fa": "نام‌نویسی باز است.",
        "el": "Οι εγγραφές είναι ανοιχτές.",
    },
    "tournament/phase/closed": {
        "en": "Registration is closed. Ask the director.",
        "fa": "نام‌نویسی بسته است. از برگزارکننده بپرسید.",
        "el": "Οι εγγραφές έκλεισαν. Ρωτήστε τον διευθυντή του τουρνουά.",
    },
    "tournament/phase/running": {
        "en": "The tournament is running already. Ask the director.",
        "fa": "مسابقه آغاز شده است. از برگزارکننده بپرسید.",
        "el": "Το τουρνουά έχει αρχίσει. Ρωτήστε τον διευθυντή του τουρνουά.",
    },
    "tournament/phase/finished": {
        "en": "The tournament is over.",
        "fa": "مسابقه پایان یافته است.",
        "el": "Το τουρνουά έχει τελειώσει.",
    },
    # rules
    "rules/range": {
        "en": "{field} must be from {least} to {most}.",
        "fa": "{field} باید از {least} تا {most} باشد.",
        "el": "Το {field} πρέπει να είναι από {least} έως {most}.",
    },
    "rules/tables": {
        "en": "This game has tables of {least} to {most}. Choose the smallest and the largest within that.",
        "fa": "میزهای این بازی {least} تا {most} نفره‌اند. کوچک‌ترین و بزرگ‌ترین را در همین دامنه برگزینید.",
        "el": "Τα τραπέζια αυτού του παιχνιδιού έχουν {least} έως {most}. Επιλέξτε μικρότερο και μεγαλύτερο.",
    },
    "rules/stages": {
        "en": "Stage {stage} cannot be played like this.",
        "fa": "مرحلهٔ {stage} را نمی‌توان این‌گونه بازی کرد.",
        "el": "Η φάση {stage} δεν μπορεί να παιχτεί έτσι.",
    },
    "rules/stages/rounds": {
        "en": "Stage {stage} needs at least one round.",
        "fa": "مرحلهٔ {stage} دست‌کم یک دور می‌خواهد.",
        "el": "Η φάση {stage} χρειάζεται τουλάχιστον έναν γύρο.",
    },
    "rules/stages/sum": {
        "en": "The rounds of the {stage} stages do not add up to the tournament's.",
        "fa": "جمع دورهای {stage} مرحله با شمار دورهای مسابقه برابر نیست.",
        "el": "Οι γύροι των {stage} φάσεων δεν δίνουν τους γύρους του τουρνουά.",
    },
    "rules/stages/tables": {
        "en": "Stage {stage} has tables of a size that the game does not know.",
        "fa": "میزهای مرحلهٔ {stage} اندازه‌ای دارند که بازی نمی‌شناسد.",
        "el": "Η φάση {stage} έχει τραπέζια με μέγεθος που το παιχνίδι δεν γνωρίζει.",
    },
    "rules/stages/two": {
        "en": "Stage {stage} is a round robin: two sit at a table.",
        "fa": "مرحلهٔ {stage} دوره‌ای است: سر هر میز دو نفر می‌نشینند.",
        "el": "Η φάση {stage} είναι όλοι με όλους: σε κάθε τραπέζι κάθονται δύο.",
    },
    "rules/stages/advance": {
        "en": "Stage {stage}: in an elimination, and only there, some of each table go on and some go out.",
        "fa": "مرحلهٔ {stage}: در حذفی، و تنها آنجا، از هر میز دست‌کم یک نفر بالا می‌رود و دست‌کم یک نفر حذف می‌شود.",
        "el": "Φάση {stage}: σε αποκλεισμό, και μόνο εκεί, από κάθε τραπέζι κάποιοι περνούν και κάποιοι όχι.",
    },
    "rules/stages/enter": {
        "en": "Stage {stage}: a later stage is entered by enough for one table, the first one by everybody.",
        "fa": "مرحلهٔ {stage}: به مرحلهٔ بعدی دست‌کم به اندازهٔ یک میز راه می‌یابند، به مرحلهٔ نخست همه.",
        "el": "Φάση {stage}: σε επόμενη φάση περνούν αρκετοί για ένα τραπέζι, στην πρώτη όλοι.",
    },
    "rules/tie-breaks": {
        "en": "{name} is no tie-break, or stands there twice. There are: {known}.",
        "fa": "{name} گره‌گشا نیست یا دو بار آمده است. این‌ها هستند: {known}.",
        "el": "Το {name} δεν είναι κριτήριο ισοβαθμίας, ή υπάρχει δύο φορές. Υπάρχουν: {known}.",
    },
    "rules/scoring": {
        "en": "{name} is no way to count match points. There are: {known}.",
        "fa": "{name} روشی برای شمارش امتیاز نیست. این‌ها هستند: {known}.",
        "el": "Το {name} δεν είναι τρόπος βαθμολόγησης. Υπάρχουν: {known}.",
    },
    "rules/seed": {
        "en": "Give a seed for the lots: any text of up to {most} characters.",
        "fa": "برای قرعه متنی بدهید، حداکثر {most} نویسه.",
        "el": "Δώστε ένα κείμενο για την κλήρωση, έως {most} χαρακτήρες.",
    },
    "options/players": {
        "en": "The number of players comes from the tables. Leave it out of the options.",
        "fa": "شمار بازیکنان از میزها به دست می‌آید. آن را از گزینه‌ها بردارید.",
        "el": "Ο αριθμός των παικτών προκύπτει από τα τραπέζια. Αφαιρέστε τον από τις επιλογές.",
    },
    "options/conflict/range": {
        "en": "{first} is outside what {second} allows. Choose another value.",
        "fa": "{first} بیرون از دامنهٔ {second} است. مقدار دیگری برگزینید.",
        "el": "Το {first} είναι έξω από τα όρια του {second}. Επιλέξτε άλλη τιμή.",
    },
    "options/conflict/board": {
        "en": "{first} and {second} cannot stand together: over the board, moves need claim_mode=declared, Lora enters "
        "scores, and no time limit runs.",
        "fa": "{first} و {second} با هم جور نیستند: با مهره‌های واقعی، ثبت حرکت claim_mode=declared می‌خواهد، لورا "
        "امتیاز ثبت می‌کند، و محدودیت زمانی نیست.",
        "el": "Δεν συνδυάζονται: {first} και {second}. Με αληθινά κομμάτια οι κινήσεις θέλουν claim_mode=declared, η "
        "Λόρα καταχωρίζει πόντους, και δεν τρέχει όριο χρόνου.",
    },
    # entrants
    "entrant/unknown": {
        "en": "Nobody is entered as {entrant}.",
        "fa": "کسی با شمارهٔ {entrant} نام‌نویسی نکرده است.",
        "el": "Δεν υπάρχει συμμετοχή {entrant}.",
    },
    "entrant/twice": {
        "en": "{name} is entered already. Add a club or an initial if this is another person.",
        "fa": "{name} پیش‌تر نام‌نویسی کرده است. اگر کس دیگری است، حرفی به نام بیفزایید.",
        "el": "Υπάρχει ήδη: {name}. Αν είναι άλλο πρόσωπο, προσθέστε ένα αρχικό στο όνομα.",
    },
    "entrant/name": {
        "en": "Give a name.",
        "fa": "نامی بنویسید.",
        "el": "Δώστε ένα όνομα.",
    },
    "entrant/name/long": {
        "en": "A name can have {most} characters at most.",
        "fa": "نام حداکثر {most} نویسه دارد.",
        "el": "Ένα όνομα έχει το πολύ {most} χαρακτήρες.",
    },
    "entrant/name/control": {
        "en": "The name holds a character that cannot be shown ({character}). Type it again.",
        "fa": "در نام نویسه‌ای است که نشان داده نمی‌شود ({character}). دوباره بنویسید.",
        "el": "Το όνομα έχει χαρακτήρα που δεν εμφανίζεται ({character}). Γράψτε το ξανά.",
    },
    "entrant/club": {
        "en": "The club's name is not right: use plain letters, or leave it empty.",
        "fa": "نام باشگاه درست نیست: حروف ساده بنویسید یا خالی بگذارید.",
        "el": "Το όνομα της λέσχης δεν είναι σωστό: γράψτε απλά γράμματα ή αφήστε το κενό.",
    },
    "entrant/club/long": {
        "en": "A club's name can have {most} characters at most.",
        "fa": "نام باشگاه حداکثر {most} نویسه دارد.",
        "el": "Το όνομα της λέσχης έχει το πολύ {most} χαρακτήρες.",
    },
    "entrant/bot/board": {
        "en": "{bot} is a bot: it cannot play with real tiles or cards.",
        "fa": "{bot} ربات است: نمی‌تواند با مهره یا کارت واقعی بازی کند.",
        "el": "Το {bot} είναι ρομπότ: δεν παίζει με αληθινά κομμάτια ή φύλλα.",
    },
    "entrant/apart": {
        "en": "The word for those who are kept apart can have {most} plain letters at most.",
        "fa": "واژهٔ کسانی که باید جدا بنشینند حداکثر {most} حرف ساده دارد.",
        "el": "Η λέξη για όσους κάθονται χωριστά έχει το πολύ {most} απλά γράμματα.",
    },
    "entrant/bot": {
        "en": "{bot} is no bot that may be entered here.",
        "fa": "{bot} رباتی نیست که بتوان اینجا نام‌نویسی‌اش کرد.",
        "el": "Το {bot} δεν είναι ρομπότ που μπορεί να δηλωθεί εδώ.",
    },
    "entrant/late": {
        "en": "The first round has begun, and this tournament takes no late entries.",
        "fa": "دور نخست آغاز شده و این مسابقه دیرآمده نمی‌پذیرد.",
        "el": "Ο πρώτος γύρος άρχισε, και το τουρνουά δεν δέχεται καθυστερημένες συμμετοχές.",
    },
    "entrant/too-many": {
        "en": "A tournament takes {most} entrants at most.",
        "fa": "هر مسابقه حداکثر {most} شرکت‌کننده می‌پذیرد.",
        "el": "Ένα τουρνουά δέχεται το πολύ {most} συμμετοχές.",
    },
    "entrant/list-size": {
        "en": "The list is too long for one go. Send it in two halves.",
        "fa": "این فهرست برای یک بار بلند است. آن را در دو نیمه بفرستید.",
        "el": "Ο κατάλογος είναι πολύ μεγάλος. Στείλτε τον σε δύο μέρη.",
    },
    "entrant/none": {
        "en": "The list holds nobody.",
        "fa": "در فهرست کسی نیست.",
        "el": "Ο κατάλογος είναι κενός.",
    },
    "entrant/withdrawn": {
        "en": "{name} has withdrawn. Let them return first.",
        "fa": "{name} کناره گرفته است. نخست بازگشتش را ثبت کنید.",
        "el": "Έχει αποχωρήσει: {name}. Πρώτα δηλώστε την επιστροφή.",
    },
    "entrant/not-withdrawn": {
        "en": "{name} has not withdrawn.",
        "fa": "{name} کناره نگرفته است.",
        "el": "Δεν έχει αποχωρήσει: {name}.",
    },
    "link/none": {
        "en": "{name} has no link to take away.",
        "fa": "{name} پیوندی ندارد که پس گرفته شود.",
        "el": "Δεν υπάρχει σύνδεσμος για ανάκληση: {name}.",
    },
    "rules/pairs": {
        "en": "Pairs enter only where partners play together at every table: choose a game with pairs.",
        "fa": "جفت‌ها تنها جایی نام‌نویسی می‌کنند که یاران در هر میز با هم بازی کنند: بازی با جفت برگزینید.",
        "el": "Ζεύγη μπαίνουν μόνο όπου οι συμπαίκτες παίζουν μαζί σε κάθε τραπέζι: επιλέξτε παιχνίδι με ζεύγη.",
    },
    "entrant/partner": {
        "en": "The partner's name is not right.",
        "fa": "نام یار درست نیست.",
        "el": "Το όνομα του συμπαίκτη δεν είναι σωστό.",
    },
    "entrant/partner/long": {
        "en": "A partner's name can have {most} characters at most.",
        "fa": "نام یار حداکثر {most} نویسه دارد.",
        "el": "Το όνομα του συμπαίκτη έχει το πολύ {most} χαρακτήρες.",
    },
    "entrant/partner/control": {
        "en": "The partner's name holds a character that cannot be shown ({character}). Type it again.",
        "fa": "در نام یار نویسه‌ای است که نشان داده نمی‌شود ({character}). دوباره بنویسید.",
        "el": "Το όνομα του συμπαίκτη έχει χαρακτήρα που δεν εμφανίζεται ({character}). Γράψτε το ξανά.",
    },
    "entrant/partner/missing": {
        "en": "Pairs play here: give both names.",
        "fa": "اینجا جفت‌ها بازی می‌کنند: هر دو نام را بنویسید.",
        "el": "Εδώ παίζουν ζεύγη: δώστε και τα δύο ονόματα.",
    },
    "entrant/partner/alone": {
        "en": "Everybody plays alone here: enter each by himself.",
        "fa": "اینجا هر کس تنها بازی می‌کند: هر یک را جدا نام‌نویسی کنید.",
        "el": "Εδώ παίζει ο καθένας μόνος: δηλώστε τον καθέναν χωριστά.",
    },
    "entrant/stands-for": {
        "en": "A substitute is a house player and sits in for an entrant of this tournament.",
        "fa": "جانشین بازیکن میزبان است و به جای شرکت‌کننده‌ای از همین مسابقه می‌نشیند.",
        "el": "Ο αντικαταστάτης είναι παίκτης της λέσχης και κάθεται στη θέση κάποιου που συμμετέχει.",
    },
    "entrant/house": {
        "en": "House players and substitutes are entered by the director.",
        "fa": "بازیکن میزبان و جانشین را مدیر نام‌نویسی می‌کند.",
        "el": "Τους παίκτες της λέσχης και τους αντικαταστάτες τους δηλώνει ο διευθυντής.",
    },
    "entrant/desk": {
        "en": "The director says who always sits at which table, and who has paid.",
        "fa": "این را که چه کسی همیشه سر کدام میز می‌نشیند و چه کسی پرداخته است، مدیر می‌گوید.",
        "el": "Ο διευθυντής ορίζει ποιος κάθεται πάντα σε ποιο τραπέζι και ποιος πλήρωσε.",
    },
    "entrant/fixed": {
        "en": "Whether {name} is a person, a bot, a house player or a substitute stays as it was at entry.",
        "fa": "این که {name} آدم، ربات، بازیکن میزبان یا جانشین است همان می‌ماند که هنگام نام‌نویسی بود.",
        "el": "Το αν {name} είναι άνθρωπος, ρομπότ, παίκτης της λέσχης ή αντικαταστάτης μένει όπως δηλώθηκε.",
    },
    "entrant/table": {
        "en": "A table to sit at always is a number from 1 to {most}, or 0 for any.",
        "fa": "میز همیشگی عددی از ۱ تا {most} است، یا ۰ برای هر میزی.",
        "el": "Το μόνιμο τραπέζι είναι αριθμός από 1 έως {most}, ή 0 για οποιοδήποτε.",
    },
    "entrant/waiting": {
        "en": "{name} is on the waiting list. Admit them first.",
        "fa": "{name} در فهرست انتظار است. نخست بپذیریدش.",
        "el": "Στη λίστα αναμονής: {name}. Πρώτα δεχτείτε τη συμμετοχή.",
    },
    "entrant/not-waiting": {
        "en": "{name} is not on the waiting list.",
        "fa": "{name} در فهرست انتظار نیست.",
        "el": "Δεν είναι στη λίστα αναμονής: {name}.",
    },
    "entrant/not-seated": {
        "en": "{name} is not seated in round {round}.",
        "fa": "{name} در دور {round} جایی ندارد.",
        "el": "Δεν έχει θέση στον γύρο {round}: {name}.",
    },
    # the tournament's key
    "key/twice": {
        "en": "The key has been given already.",
        "fa": "کلید پیش‌تر داده شده است.",
        "el": "Το κλειδί έχει ήδη δοθεί.",
    },
    "key/missing": {
        "en": "The deals are not sealed yet: dealing has not published its key's hash. Try again in a moment.",
        "fa": "پخش‌ها هنوز مُهر نشده‌اند: چکیدهٔ کلید اعلام نشده است. کمی بعد دوباره بکوشید.",
        "el": "Οι μοιρασιές δεν έχουν σφραγιστεί: δεν δημοσιεύτηκε το αποτύπωμα του κλειδιού. Δοκιμάστε ξανά σε λίγο.",
    },
    "key/not-committed": {
        "en": "This is not the key whose hash was published before the first deal.",
        "fa": "این کلیدی نیست که چکیده‌اش پیش از نخستین پخش اعلام شد.",
        "el": "Δεν είναι το κλειδί του οποίου το αποτύπωμα δημοσιεύτηκε πριν από την πρώτη μοιρασιά.",
    },
    # rounds and seatings
    "round/number": {
        "en": "It is round {round} now. Load the page again.",
        "fa": "اکنون دور {round} است. صفحه را دوباره باز کنید.",
        "el": "Τώρα είναι ο γύρος {round}. Φορτώστε ξανά τη σελίδα.",
    },
    "round/last": {
        "en": "All {rounds} rounds are played. Finish the tournament.",
        "fa": "هر {rounds} دور بازی شده است. مسابقه را به پایان برسانید.",
        "el": "Παίχτηκαν και οι {rounds} γύροι. Κλείστε το τουρνουά.",
    },
    "round/running": {
        "en": "Round {round} is being played.",
        "fa": "دور {round} در جریان است.",
        "el": "Ο γύρος {round} παίζεται.",
    },
    "round/waiting": {
        "en": "Round {round} is being seated: begin it, or take the seating back.",
        "fa": "چینش دور {round} در کار است: آغازش کنید یا چینش را پس بگیرید.",
        "el": "Ο γύρος {round} έχει κληρωθεί: αρχίστε τον ή ανακαλέστε την κλήρωση.",
    },
    "round/few": {
        "en": "{present} players are here; a table needs {least}. Check them in first.",
        "fa": "{present} بازیکن حاضرند و هر میز {least} نفر می‌خواهد. نخست حضورشان را ثبت کنید.",
        "el": "Παρόντες: {present}. Ένα τραπέζι χρειάζεται {least}. Δηλώστε πρώτα τις παρουσίες.",
    },
    "seating/stale": {
        "en": "This seating does not stand any more: it has changed meanwhile.",
        "fa": "این چینش دیگر برقرار نیست: در این میان عوض شده است.",
        "el": "Αυτή η κλήρωση δεν ισχύει πια: άλλαξε στο μεταξύ.",
    },
    "seating/fault": {
        "en": "The seating does not stand: {fault}.",
        "fa": "این چینش درست نیست: {fault}.",
        "el": "Η κλήρωση δεν ισχύει: {fault}.",
    },
    "seating/missing": {
        "en": "There is no seating yet. Start the round first.",
        "fa": "هنوز چینشی نیست. نخست دور را راه بیندازید.",
        "el": "Δεν υπάρχει κλήρωση ακόμη. Ξεκινήστε πρώτα τον γύρο.",
    },
    "seating/gone": {
        "en": "{name} has a seat and is not here any more. Take the seating back and seat again.",
        "fa": "{name} جا دارد ولی دیگر حاضر نیست. چینش را پس بگیرید و دوباره بچینید.",
        "el": "Έχει θέση αλλά δεν είναι πια εδώ: {name}. Ανακαλέστε την κλήρωση και επαναλάβετέ την.",
    },
    # results
    "result/twice": {
        "en": "Table {table} has its result already.",
        "fa": "نتیجهٔ میز {table} پیش‌تر ثبت شده است.",
        "el": "Το τραπέζι {table} έχει ήδη αποτέλεσμα.",
    },
    "result/rewound": {
        "en": "A ruling has sent table {table} back: this result is from before.",
        "fa": "رأیی میز {table} را به عقب برگردانده است: این نتیجه مال پیش از آن است.",
        "el": "Μια απόφαση γύρισε πίσω το τραπέζι {table}: αυτό το αποτέλεσμα είναι από πριν.",
    },
    "result/seats": {
        "en": "The table has {seats} seats, but the result gives {count} numbers for {field}.",
        "fa": "این میز {seats} جا دارد، ولی نتیجه برای {field} شمار {count} عدد می‌دهد.",
        "el": "Το τραπέζι έχει {seats} θέσεις, αλλά το αποτέλεσμα δίνει {count} αριθμούς για {field}.",
    },
    "result/places": {
        "en": "The places of this result do not follow each other.",
        "fa": "رتبه‌های این نتیجه پشت سر هم نیستند.",
        "el": "Οι θέσεις σε αυτό το αποτέλεσμα δεν είναι συνεχείς.",
    },
    "result/form": {
        "en": "The result's {field} cannot be.",
        "fa": "{field} در این نتیجه شدنی نیست.",
        "el": "Το {field} σε αυτό το αποτέλεσμα δεν είναι δυνατό.",
    },
}
