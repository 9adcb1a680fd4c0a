# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for tables that are played over the board: what an entry does not add up to. Pure."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "table/board/server": {
        "en": "This table is played here: the server deals, and each player moves for himself.",
        "fa": "این میز همین‌جا بازی می‌شود: سامانه پخش می‌کند و هر بازیکن خودش حرکت می‌کند.",
        "el": "Αυτό το τραπέζι παίζεται εδώ: μοιράζει το σύστημα και ο καθένας κινεί μόνος του.",
    },
    "table/board/moves": {
        "en": "This table is played over the board: its moves are entered one by one.",
        "fa": "این میز با مهره‌های واقعی بازی می‌شود: حرکت‌ها یکی‌یکی وارد می‌شوند.",
        "el": "Αυτό το τραπέζι παίζεται με αληθινά κομμάτια: οι κινήσεις καταχωρίζονται μία μία.",
    },
    "table/board/scores": {
        "en": "This table is played over the board: the scores of each deal are entered when it is over.",
        "fa": "این میز با مهره‌های واقعی بازی می‌شود: امتیاز هر دست پس از پایان آن وارد می‌شود.",
        "el": "Αυτό το τραπέζι παίζεται με αληθινά κομμάτια: οι πόντοι κάθε μοιρασιάς καταχωρίζονται στο τέλος της.",
    },
    "table/board/record": {
        "en": "This table tells of a record: write the next deal in the notation, with its hands.",
        "fa": "این میز از روی نوشته است: دست بعد را با دست‌هایش به همان شیوه بنویسید.",
        "el": "Αυτό το τραπέζι προέρχεται από καταγραφή: γράψτε την επόμενη μοιρασιά με τα χέρια της.",
    },
    "deal/starter/other": {
        "en": "{seat} begins this deal: the deal before says so.",
        "fa": "این دست را {seat} آغاز می‌کند: دست پیش چنین تعیین کرده است.",
        "el": "Αυτή τη μοιρασιά την αρχίζει: {seat}. Το όρισε η προηγούμενη.",
    },
    "deal/starter/lots": {
        "en": "Say who begins: lots have decided it at the table.",
        "fa": "بگویید چه کسی آغاز می‌کند: قرعه سر میز آن را تعیین کرده است.",
        "el": "Πείτε ποιος αρχίζει: το έκρινε ο κλήρος στο τραπέζι.",
    },
    "entry/columns": {
        "en": "Give {field} for each of the {seats} players; there are {count}.",
        "fa": "برای هر یک از {seats} بازیکن {field} را بنویسید؛ {count} عدد نوشته شده است.",
        "el": "Δώστε {field} για κάθε έναν από τους {seats} παίκτες· δόθηκαν {count}.",
    },
    "entry/field": {
        "en": "{field} has no meaning in this deal. Leave it out.",
        "fa": "{field} در این دست معنایی ندارد. آن را ننویسید.",
        "el": "Το {field} δεν έχει νόημα σε αυτή τη μοιρασιά. Παραλείψτε το.",
    },
    "entry/end": {
        "en": "This deal cannot have ended as {end}. It can end as: {known}.",
        "fa": "این دست نمی‌تواند با {end} تمام شده باشد. پایان‌های ممکن: {known}.",
        "el": "Η μοιρασιά δεν μπορεί να τελείωσε με {end}. Δυνατά τέλη: {known}.",
    },
    "entry/seat/unknown": {
        "en": "This table has {seats} seats, and that is none of them.",
        "fa": "این میز {seats} جا دارد و آن هیچ‌یک از آن‌ها نیست.",
        "el": "Το τραπέζι έχει {seats} θέσεις, και αυτή δεν είναι μία από αυτές.",
    },
    "entry/seat/out": {
        "en": "Say who went out.",
        "fa": "بگویید چه کسی دستش را تمام کرد.",
        "el": "Πείτε ποιος βγήκε.",
    },
    "entry/seat/penalty": {
        "en": "Say who lost the deal by his offence.",
        "fa": "بگویید چه کسی دست را با خطایش باخت.",
        "el": "Πείτε ποιος έχασε τη μοιρασιά με το παράπτωμά του.",
    },
    "entry/seat": {
        "en": "Nobody goes out in a deal that ended so. Leave that empty.",
        "fa": "در دستی که چنین تمام شده کسی دستش را تمام نمی‌کند. آن را خالی بگذارید.",
        "el": "Σε μοιρασιά που τελείωσε έτσι δεν βγαίνει κανείς. Αφήστε το κενό.",
    },
    "entry/out": {
        "en": "{seat} went out and holds nothing; {got} is written.",
        "fa": "{seat} دستش را تمام کرده و چیزی ندارد؛ {got} نوشته شده است.",
        "el": "Βγήκε και δεν κρατά τίποτα: {seat}. Γράφτηκε {got}.",
    },
    "entry/pips/hand": {
        "en": "{seat} cannot hold {got}: a hand here counts from 0 to {most}.",
        "fa": "{seat} نمی‌تواند {got} داشته باشد: هر دست این‌جا از ۰ تا {most} می‌شمارد.",
        "el": "Δεν μπορεί να κρατά {got}: {seat}. Ένα χέρι εδώ μετρά από 0 έως {most}.",
    },
    "entry/pips/low": {
        "en": "{players} players cannot each hold {got} or less: only {tiles} such tiles are in the set.",
        "fa": "{players} بازیکن نمی‌توانند هر کدام {got} یا کمتر داشته باشند: تنها {tiles} مهرهٔ این‌چنینی هست.",
        "el": "Δεν γίνεται {players} παίκτες να κρατούν από {got} ή λιγότερο: τόσο μικρά κομμάτια υπάρχουν {tiles}.",
    },
    "entry/pips/cards": {
        "en": "{seat} cannot have {got} cards left: it is from 1 to {most}.",
        "fa": "{seat} نمی‌تواند {got} کارت داشته باشد: از ۱ تا {most} ممکن است.",
        "el": "Δεν μπορεί να έμεινε με {got} φύλλα: {seat}. Γίνεται από 1 έως {most}.",
    },
    "entry/pips": {
        "en": "{seat} cannot hold {got}.",
        "fa": "{seat} نمی‌تواند {got} داشته باشد.",
        "el": "Δεν μπορεί να κρατά {got}: {seat}.",
    },
    "entry/sum/set": {
        "en": "All hands together come to {got}; the tiles that can be left come to {expected} at most.",
        "fa": "جمع همهٔ دست‌ها {got} است؛ مهره‌های مانده بیش از {expected} نمی‌شوند.",
        "el": "Όλα τα χέρια μαζί κάνουν {got}· τα κομμάτια που μένουν κάνουν το πολύ {expected}.",
    },
    "entry/sum/counts": {
        "en": "{contract}: there are {expected} to count, and {got} are written.",
        "fa": "{contract}: باید {expected} شمرده شود و {got} نوشته شده است.",
        "el": "{contract}: μετριούνται {expected}, και γράφτηκαν {got}.",
    },
    "entry/sum/points": {
        "en": "{contract}: the points must come to {expected}, and they come to {got}.",
        "fa": "{contract}: جمع امتیازها باید {expected} باشد و {got} شده است.",
        "el": "{contract}: οι πόντοι πρέπει να κάνουν {expected}, και κάνουν {got}.",
    },
    "entry/sum": {
        "en": "The sum must be {expected}, and it is {got}.",
        "fa": "جمع باید {expected} باشد و {got} است.",
        "el": "Το άθροισμα πρέπει να είναι {expected}, και είναι {got}.",
    },
    "entry/share": {
        "en": "{contract} cannot be shared out as {got}, though the sum is right.",
        "fa": "{contract} را نمی‌توان به صورت {got} بخش کرد، گرچه جمع درست است.",
        "el": "Οι πόντοι στο {contract} δεν μοιράζονται ως {got}, αν και το άθροισμα είναι σωστό.",
    },
    "entry/points": {
        "en": "{seat} scores {expected} by the rules, and {got} is written.",
        "fa": "{seat} بنا بر قوانین {expected} می‌گیرد و {got} نوشته شده است.",
        "el": "Με τους κανόνες παίρνει {expected}: {seat}. Γράφτηκε {got}.",
    },
    "entry/penalty/none": {
        "en": "Offences cost no points in this tournament; {got} is written for {seat}.",
        "fa": "در این مسابقه خطا امتیازی ندارد؛ برای {seat} نوشته شده {got}.",
        "el": "Τα παραπτώματα δεν κοστίζουν πόντους εδώ: {seat}. Γράφτηκε {got}.",
    },
    "entry/penalty/pair": {
        "en": "A penalty is the pair's: {seat} must have {each} like the partner, and {got} is written.",
        "fa": "جریمه از آن تیم است: {seat} باید مانند یارش {each} داشته باشد و {got} نوشته شده است.",
        "el": "Η ποινή είναι του ζευγαριού: {each} όπως ο συμπαίκτης. Γράφτηκε {got}: {seat}.",
    },
    "entry/penalty/least": {
        "en": "The offence that ended the deal costs {seat} {each} at least, and {got} is written.",
        "fa": "خطایی که دست را تمام کرد برای {seat} دست‌کم {each} دارد و {got} نوشته شده است.",
        "el": "Το παράπτωμα που έκλεισε τη μοιρασιά κοστίζει τουλάχιστον {each}: {seat}. Γράφτηκε {got}.",
    },
    "entry/penalty": {
        "en": "Penalties are whole offences of {each} each; {got} is written for {seat}.",
        "fa": "جریمه‌ها مضربی از {each} هستند؛ برای {seat} نوشته شده {got}.",
        "el": "Οι ποινές είναι πολλαπλάσια του {each}: {seat}. Γράφτηκε {got}.",
    },
    "entry/offence/unknown": {
        "en": "Say which offence ended the deal. It is one of: {known}.",
        "fa": "بگویید کدام خطا دست را تمام کرد. یکی از این‌ها: {known}.",
        "el": "Πείτε ποιο παράπτωμα έκλεισε τη μοιρασιά. Ένα από: {known}.",
    },
    "entry/offence/dealer": {
        "en": "An error in dealing is the dealer's: {seat}.",
        "fa": "خطای پخش از آن پخش‌کننده است: {seat}.",
        "el": "Το λάθος στη μοιρασιά βαραίνει όποιον μοίρασε: {seat}.",
    },
    "entry/offence": {
        "en": "{offence} cannot happen in this contract.",
        "fa": "{offence} در این قرارداد پیش نمی‌آید.",
        "el": "Το {offence} δεν γίνεται σε αυτό το συμβόλαιο.",
    },
    "entry/contract/turn": {
        "en": "It is the turn of {expected}, not of {got}.",
        "fa": "نوبت {expected} است، نه {got}.",
        "el": "Σειρά έχει το {expected}, όχι το {got}.",
    },
    "entry/contract/missing": {
        "en": "Say which contract {seat} named: {known}.",
        "fa": "بگویید {seat} کدام قرارداد را نام برد: {known}.",
        "el": "Πείτε ποιο συμβόλαιο ονομάστηκε: {known}. Το ονόμασε: {seat}.",
    },
    "entry/contract/used": {
        "en": "{seat} has named {got} before. Each contract is named once.",
        "fa": "{seat} پیش از این {got} را نام برده است. هر قرارداد یک بار نام برده می‌شود.",
        "el": "Έχει ήδη ονομάσει {got}: {seat}. Κάθε συμβόλαιο ονομάζεται μία φορά.",
    },
    "entry/contract": {
        "en": "{got} is no contract that is played here. There are: {known}.",
        "fa": "{got} قراردادی نیست که این‌جا بازی شود. قراردادها: {known}.",
        "el": "Το {got} δεν παίζεται εδώ. Υπάρχουν: {known}.",
    },
    "entry/starter/missing": {
        "en": "The hands of {tied} are equal: say who began the deal, that decides it.",
        "fa": "دست {tied} برابر است: بگویید چه کسی دست را آغاز کرد، همان تعیین‌کننده است.",
        "el": "Ισοβαθμούν: {tied}. Πείτε ποιος άρχισε τη μοιρασιά, αυτό κρίνει.",
    },
    "entry/starter": {
        "en": "{seat} began this deal: the deal before says so.",
        "fa": "این دست را {seat} آغاز کرد: دست پیش چنین تعیین کرده است.",
        "el": "Αυτή τη μοιρασιά την άρχισε: {seat}. Το όρισε η προηγούμενη.",
    },
    "entry/range": {
        "en": "A number of {field} is out of range: it is {most} at most.",
        "fa": "عددی از {field} بیرون از دامنه است: حداکثر {most}.",
        "el": "Ένας αριθμός στο {field} είναι εκτός ορίων: το πολύ {most}.",
    },
}
