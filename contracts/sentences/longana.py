# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""What a refusal in Longana says to the player, by code and language.

Templates over the refusal's facts; a fact named `seat` or ending in `_seat` is shown as the player's name.
"""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "DEAL_OVER": {
        "en": "This deal is over; nothing more is played in it.",
        "fa": "این دست تمام شده است؛ دیگر چیزی در آن بازی نمی‌شود.",
        "el": "Αυτή η μοιρασιά τελείωσε· δεν παίζεται τίποτε άλλο σε αυτήν.",
    },
    "NOT_YOUR_TURN": {
        "en": "It is {seat}'s turn.",
        "fa": "نوبت {seat} است.",
        "el": "Σειρά έχει: {seat}.",
    },
    "TILE_NOT_IN_HAND": {
        "en": "You don't hold {tile}.",
        "fa": "مهرهٔ {tile} در دست شما نیست.",
        "el": "Δεν έχετε το {tile} στο χέρι σας.",
    },
    "LEAD_REQUIRED": {
        "en": "The deal begins with a double in the middle. Lead yours first.",
        "fa": "دست با یک مهرهٔ جفت در وسط میز شروع می‌شود. اول جفت خود را بگذارید.",
        "el": "Η μοιρασιά αρχίζει με ένα διπλό στη μέση. Βάλτε πρώτα το διπλό σας.",
    },
    "ALREADY_LED": {
        "en": "{hub} is in the middle already. Put {tile} on an arm that it fits.",
        "fa": "{hub} از پیش در وسط میز است. {tile} را روی شاخه‌ای بگذارید که به آن می‌خورد.",
        "el": "Το {hub} είναι ήδη στη μέση. Βάλτε το {tile} σε κλάδο όπου ταιριάζει.",
    },
    "LEAD_NOT_DOUBLE": {
        "en": "{tile} is no double. The deal begins with a double in the middle.",
        "fa": "{tile} جفت نیست. دست با یک مهرهٔ جفت در وسط میز شروع می‌شود.",
        "el": "Το {tile} δεν είναι διπλό. Η μοιρασιά αρχίζει με ένα διπλό στη μέση.",
    },
    "LEAD_NOT_HIGHEST_DOUBLE": {
        "en": "{tile} is not the highest double. This deal begins with {highest}.",
        "fa": "{tile} بزرگ‌ترین جفت نیست. این دست با {highest} شروع می‌شود.",
        "el": "Το {tile} δεν είναι το μεγαλύτερο διπλό. Αυτή η μοιρασιά αρχίζει με το {highest}.",
    },
    "NO_SUCH_ARM": {
        "en": "There is no arm {arm} at this table. It has {arms} arms, one for each player.",
        "fa": "این میز شاخه‌ای به نام {arm} ندارد. {arms} شاخه دارد، برای هر بازیکن یکی.",
        "el": "Σε αυτό το τραπέζι δεν υπάρχει κλάδος {arm}. Οι κλάδοι είναι {arms}, ένας για κάθε παίκτη.",
    },
    "ARM_CLOSED": {
        "en": "{tile} can't go on {arm_seat}'s arm. It is closed; until {arm_seat} passes only doubles go there.",
        "fa": "{tile} را نمی‌توان روی شاخهٔ {arm_seat} گذاشت. بسته است؛ تا {arm_seat} پاس نداده، فقط جفت روی آن می‌رود.",
        "el": "Το {tile} δεν μπαίνει στον κλάδο «{arm_seat}». Είναι κλειστός· ώσπου ο κάτοχός του να πάει πάσο, "
        "δέχεται μόνο διπλά.",
    },
    "NO_MATCH": {
        "en": "{tile} does not fit {arm_seat}'s arm, which ends in {end}.",
        "fa": "{tile} به شاخهٔ {arm_seat} نمی‌خورد؛ سر باز آن {end} است.",
        "el": "Το {tile} δεν ταιριάζει στον κλάδο «{arm_seat}», που τελειώνει σε {end}.",
    },
    "NO_MATCH/own": {
        "en": "{tile} does not fit your arm, which ends in {end}.",
        "fa": "{tile} به شاخهٔ شما نمی‌خورد؛ سر باز آن {end} است.",
        "el": "Το {tile} δεν ταιριάζει στον κλάδο σας, που τελειώνει σε {end}.",
    },
    "NOT_FIRST_PASSER": {
        "en": "{tile} can't go on {arm_seat}'s arm. {first_seat}'s arm shows a {end} too and was opened earlier.",
        "fa": "{tile} را نمی‌توان روی شاخهٔ {arm_seat} گذاشت. سر شاخهٔ {first_seat} هم {end} است و زودتر باز شده است.",
        "el": "Το {tile} δεν μπαίνει στον κλάδο «{arm_seat}». Και ο κλάδος «{first_seat}» δείχνει {end} και άνοιξε "
        "νωρίτερα.",
    },
    "FALSE_CLAIM": {
        "en": "You can't pass: one of your tiles fits.",
        "fa": "نمی‌توانید پاس بدهید: یکی از مهره‌های شما می‌خورد.",
        "el": "Δεν μπορείτε να πάτε πάσο: κάποιο πλακίδιό σας ταιριάζει.",
    },
}
