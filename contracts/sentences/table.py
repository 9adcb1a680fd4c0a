# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for what a table itself refuses, beside its game: code -> language -> template over the facts. Pure."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "actor/not-allowed": {
        "en": "You may not do that here.",
        "fa": "شما اجازهٔ این کار را ندارید.",
        "el": "Δεν έχετε δικαίωμα να το κάνετε αυτό.",
    },
    "table/unknown": {
        "en": "There is no table {table}. Open your link again.",
        "fa": "میزی به نام {table} نیست. پیوند خود را دوباره باز کنید.",
        "el": "Δεν υπάρχει τραπέζι {table}. Ανοίξτε ξανά τον σύνδεσμό σας.",
    },
    "table/exists": {
        "en": "This table is open already.",
        "fa": "این میز از پیش باز است.",
        "el": "Αυτό το τραπέζι έχει ήδη ανοίξει.",
    },
    "table/over": {
        "en": "The match at this table is over.",
        "fa": "بازی این میز تمام شده است.",
        "el": "Ο αγώνας σε αυτό το τραπέζι έχει τελειώσει.",
    },
    "table/not-over": {
        "en": "The match at this table is still being played.",
        "fa": "بازی این میز هنوز ادامه دارد.",
        "el": "Ο αγώνας σε αυτό το τραπέζι συνεχίζεται ακόμη.",
    },
    "table/started": {
        "en": "The table has started already.",
        "fa": "این میز بازی را آغاز کرده است.",
        "el": "Το τραπέζι έχει ήδη ξεκινήσει.",
    },
    "table/not-started": {
        "en": "The first deal is not on the table yet.",
        "fa": "دست اول هنوز پخش نشده است.",
        "el": "Η πρώτη μοιρασιά δεν έχει γίνει ακόμη.",
    },
    "table/stale": {
        "en": "The game has moved on. Look at the table again, then play.",
        "fa": "بازی جلو رفته است. دوباره به میز نگاه کنید و بازی کنید.",
        "el": "Το παιχνίδι προχώρησε. Δείτε ξανά το τραπέζι και παίξτε.",
    },
    "table/board": {
        "en": "This table is played in another way.",
        "fa": "این میز به شیوهٔ دیگری بازی می‌شود.",
        "el": "Αυτό το τραπέζι παίζεται με άλλον τρόπο.",
    },
    "table/paused": {
        "en": "The table is paused: no move is taken now.",
        "fa": "میز در توقف است: اکنون هیچ حرکتی پذیرفته نمی‌شود.",
        "el": "Το τραπέζι είναι σε παύση: τώρα δεν γίνεται δεκτή καμία κίνηση.",
    },
    "seat/unknown": {
        "en": "This table has {seats} seats, and that is none of them.",
        "fa": "این میز {seats} جا دارد و آن هیچ‌یک از آن‌ها نیست.",
        "el": "Το τραπέζι έχει {seats} θέσεις, και αυτή δεν είναι μία από αυτές.",
    },
    "seat/not-yours": {
        "en": "That is the seat of {seat}.",
        "fa": "آن جای {seat} است.",
        "el": "Αυτή είναι η θέση: {seat}.",
    },
    "seat/resigned": {
        "en": "{seat} has given up; the server plays this deal to its end.",
        "fa": "{seat} کنار کشیده است؛ این دست را سامانه تا پایان بازی می‌کند.",
        "el": "Παραιτήθηκε: {seat}. Το σύστημα παίζει αυτή τη μοιρασιά ως το τέλος.",
    },
    "nonce/form": {
        "en": "Your device's share of the shuffle must have {digits} hex digits. Load the page again.",
        "fa": "سهم دستگاه شما در بُر زدن باید {digits} رقم هگزادسیمال باشد. صفحه را دوباره باز کنید.",
        "el": "Η συμβολή της συσκευής σας στο ανακάτεμα θέλει {digits} δεκαεξαδικά ψηφία. Φορτώστε ξανά τη σελίδα.",
    },
    "move/notation": {
        "en": "That could not be read as a move: {error}",
        "fa": "این نوشته یک حرکت نیست: {error}",
        "el": "Αυτό δεν διαβάζεται ως κίνηση: {error}",
    },
    "move/unknown": {
        "en": "There is no move {asked} to take back: the deal has {moves}.",
        "fa": "حرکت {asked} نیست که پس گرفته شود: این دست {moves} حرکت دارد.",
        "el": "Δεν υπάρχει κίνηση {asked} για να παρθεί πίσω: η μοιρασιά έχει {moves}.",
    },
    "deal/starter": {
        "en": "Another player begins this deal.",
        "fa": "این دست را بازیکن دیگری آغاز می‌کند.",
        "el": "Αυτή τη μοιρασιά την αρχίζει άλλος.",
    },
    "deal/order": {
        "en": "Deal {deal}, attempt {attempt}, cannot be taken: {fault}.",
        "fa": "دست {deal}، بار {attempt}، پذیرفته نمی‌شود: {fault}.",
        "el": "Η μοιρασιά {deal}, προσπάθεια {attempt}, δεν γίνεται δεκτή: {fault}.",
    },
    "time/not-yet": {
        "en": "The time has not run out yet: {wait_ms} ms are left.",
        "fa": "زمان هنوز تمام نشده است: {wait_ms} میلی‌ثانیه مانده است.",
        "el": "Ο χρόνος δεν έληξε ακόμη: μένουν {wait_ms} ms.",
    },
    "time/no-limit": {
        "en": "There is no time limit here.",
        "fa": "این‌جا محدودیت زمانی نیست.",
        "el": "Εδώ δεν υπάρχει όριο χρόνου.",
    },
    "call/none": {
        "en": "Nobody at this table waits for the arbiter.",
        "fa": "کسی در این میز منتظر داور نیست.",
        "el": "Κανείς σε αυτό το τραπέζι δεν περιμένει τον διαιτητή.",
    },
    "text/empty": {
        "en": "Say why: the record shows it.",
        "fa": "دلیلش را بنویسید: در پرونده می‌ماند.",
        "el": "Πείτε γιατί: μένει στο αρχείο.",
    },
    "text/too-long": {
        "en": "Keep it to {most} characters.",
        "fa": "حداکثر {most} نویسه بنویسید.",
        "el": "Γράψτε το πολύ {most} χαρακτήρες.",
    },
    "rules/unknown": {
        "en": "There are no rules called {rules}. Known are: {known}.",
        "fa": "قوانینی به نام {rules} نیست. قوانین موجود: {known}.",
        "el": "Δεν υπάρχουν κανόνες με όνομα {rules}. Υπάρχουν: {known}.",
    },
    "options/form": {
        "en": "The options cannot be read: {error}",
        "fa": "گزینه‌ها خوانده نمی‌شوند: {error}",
        "el": "Οι επιλογές δεν διαβάζονται: {error}",
    },
    "options/conflict": {
        "en": "{first} and {second} cannot stand together.",
        "fa": "{first} و {second} با هم جور نیستند.",
        "el": "Δεν συνδυάζονται: {first} και {second}.",
    },
    "seats/twice": {
        "en": "{entrant} cannot have two seats at one table.",
        "fa": "{entrant} نمی‌تواند در یک میز دو جا داشته باشد.",
        "el": "Δεν μπορεί να έχει δύο θέσεις σε ένα τραπέζι: {entrant}.",
    },
    "limits/range": {
        "en": "{limit} must be from 1 to {most}.",
        "fa": "{limit} باید از ۱ تا {most} باشد.",
        "el": "Το {limit} πρέπει να είναι από 1 έως {most}.",
    },
    "key/form": {
        "en": "A key or its hash has {digits} hex digits.",
        "fa": "کلید یا چکیدهٔ آن {digits} رقم هگزادسیمال دارد.",
        "el": "Ένα κλειδί ή το αποτύπωμά του έχει {digits} δεκαεξαδικά ψηφία.",
    },
    "key/wrong": {
        "en": "This is not the key that was promised when the table opened.",
        "fa": "این کلیدی نیست که هنگام باز شدن میز وعده داده شده بود.",
        "el": "Δεν είναι το κλειδί που είχε δηλωθεί στο άνοιγμα του τραπεζιού.",
    },
}
