# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences of draw dominoes: code, or code and case -> language -> template over the facts. Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "ROUND_OVER": {
        "en": "This round is over.",
        "fa": "این دور تمام شده است.",
        "el": "Ο γύρος έχει τελειώσει.",
    },
    "ROUND_OVER/closed": {
        "en": "This round is over: nothing fits the ends any more.",
        "fa": "این دور تمام شده است: دیگر هیچ مهره‌ای به دو سر نمی‌خورد.",
        "el": "Ο γύρος έχει τελειώσει: τίποτε δεν ταιριάζει πια στα άκρα.",
    },
    "NOT_YOUR_TURN": {
        "en": "It is {seat}'s turn.",
        "fa": "نوبت {seat} است.",
        "el": "Παίζει τώρα: {seat}.",
    },
    "TILE_NOT_IN_HAND": {
        "en": "You do not hold {tile}.",
        "fa": "مهرهٔ {tile} در دست شما نیست.",
        "el": "Δεν έχετε το {tile} στο χέρι σας.",
    },
    "WRONG_OPENING_TILE": {
        "en": "This round opens with {opening}, so {tile} must wait.",
        "fa": "این دور با {opening} آغاز می‌شود، پس {tile} باید صبر کند.",
        "el": "Ο γύρος ανοίγει με το {opening}, άρα το {tile} περιμένει.",
    },
    "NO_SUCH_END": {
        "en": "The line has no end {end}: its ends are L and R.",
        "fa": "زنجیره سری به نام {end} ندارد: دو سر آن L و R است.",
        "el": "Η γραμμή δεν έχει άκρο {end}: τα άκρα της είναι L και R.",
    },
    "NO_SUCH_END/first": {
        "en": "The first tile has no end to go to: play {tile} without {end}.",
        "fa": "نخستین مهره سری ندارد: {tile} را بدون {end} بازی کنید.",
        "el": "Το πρώτο πλακίδιο δεν έχει άκρο: παίξτε το {tile} χωρίς {end}.",
    },
    "END_REQUIRED": {
        "en": "Say where {tile} goes: L shows {left}, R shows {right}.",
        "fa": "بگویید {tile} به کدام سر می‌رود: L با {left} یا R با {right}.",
        "el": "Πείτε πού πάει το {tile}: το L δείχνει {left}, το R δείχνει {right}.",
    },
    "NO_MATCH": {
        "en": "{tile} fits neither end: the line is open at {left} and {right}.",
        "fa": "{tile} به هیچ سری نمی‌خورد: دو سر باز {left} و {right} است.",
        "el": "Το {tile} δεν ταιριάζει πουθενά: η γραμμή είναι ανοιχτή στο {left} και στο {right}.",
    },
    "NO_MATCH/other_end": {
        "en": "{tile} does not fit at {end}, which shows {number}.",
        "fa": "{tile} به سر {end} نمی‌خورد: آنجا {number} باز است.",
        "el": "Το {tile} δεν ταιριάζει στο άκρο {end}, που δείχνει {number}.",
    },
    "FALSE_CLAIM": {
        "en": "You hold a tile that fits, so you cannot skip.",
        "fa": "مهره‌ای دارید که می‌خورد، پس نمی‌توانید رد کنید.",
        "el": "Έχετε πλακίδιο που ταιριάζει, άρα δεν μπορείτε να πάτε πάσο.",
    },
    "FALSE_CLAIM/draw": {
        "en": "You hold a tile that fits, so play it instead of drawing.",
        "fa": "مهره‌ای دارید که می‌خورد، پس به جای برداشتن آن را بازی کنید.",
        "el": "Έχετε πλακίδιο που ταιριάζει, άρα παίξτε το αντί να τραβήξετε.",
    },
    "BONEYARD_EMPTY": {
        "en": "The boneyard is empty.",
        "fa": "مهره‌ای برای برداشتن نمانده است.",
        "el": "Δεν έμεινε πλακίδιο για τράβηγμα.",
    },
    "BONEYARD_NOT_EMPTY": {
        "en": "You can still draw: the boneyard holds {boneyard}.",
        "fa": "هنوز می‌توانید بردارید: {boneyard} مهره مانده است.",
        "el": "Μπορείτε ακόμη να τραβήξετε: μένουν {boneyard}.",
    },
}
