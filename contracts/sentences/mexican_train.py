# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""What a refusal in Mexican Train says to the player, by code and language.

Templates over the refusal's facts; a fact named `seat` or ending in `_seat` is shown as the player's name.
"""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "ROUND_OVER": {
        "en": "This round is over; nothing more is played in it.",
        "fa": "این دور تمام شده است؛ دیگر چیزی در آن بازی نمی‌شود.",
        "el": "Αυτός ο γύρος τελείωσε· δεν παίζεται τίποτε άλλο σε αυτόν.",
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
    "ONLY_DRAWN_TILE": {
        "en": "You drew {drawn}: play it or keep it. {tile} has to wait.",
        "fa": "{drawn} را برداشته‌اید: همان را بازی کنید یا نگه دارید. {tile} باید بماند.",
        "el": "Τραβήξατε το {drawn}: παίξτε το ή κρατήστε το. Το {tile} θα περιμένει.",
    },
    "NO_SUCH_TRAIN": {
        "en": "There is no train {place} here. The {trains} players own one each, and there is the Mexican Train.",
        "fa": "این میز قطاری به نام {place} ندارد. {trains} قطار دارد، برای هر بازیکن یکی، و قطار مکزیکی.",
        "el": "Σε αυτό το τραπέζι δεν υπάρχει τρένο {place}. Τα τρένα είναι {trains}, ένα για κάθε παίκτη, και το "
        "μεξικάνικο.",
    },
    "NO_SUCH_TRAIN/end": {
        "en": "That train has no open end {place}. Its open ends are {ends}.",
        "fa": "این قطار سر بازی به نام {place} ندارد. سرهای باز آن: {ends}.",
        "el": "Αυτό το τρένο δεν έχει ανοιχτό άκρο {place}. Τα ανοιχτά του άκρα: {ends}.",
    },
    "FIRST_TURN_OWN_TRAIN": {
        "en": "{tile} can't go there yet. In your first turn of a round only your own train is yours to use.",
        "fa": "{tile} هنوز آنجا نمی‌رود. در نوبت اول هر دور فقط روی قطار خودتان بازی می‌کنید.",
        "el": "Το {tile} δεν μπαίνει ακόμη εκεί. Στην πρώτη σας σειρά παίζετε μόνο στο δικό σας τρένο.",
    },
    "MUST_ANSWER_DOUBLE": {
        "en": "The {double} on {train_seat}'s train comes first: only a {end} on it will do.",
        "fa": "اول نوبت {double} روی قطار {train_seat} است: فقط یک {end} روی آن می‌رود.",
        "el": "Προηγείται το {double} στο τρένο «{train_seat}»: μόνο ένα {end} πάνω του γίνεται.",
    },
    "MUST_ANSWER_DOUBLE/own": {
        "en": "The {double} on your own train comes first: only a {end} on it will do.",
        "fa": "اول نوبت {double} روی قطار خودتان است: فقط یک {end} روی آن می‌رود.",
        "el": "Προηγείται το {double} στο δικό σας τρένο: μόνο ένα {end} πάνω του γίνεται.",
    },
    "MUST_ANSWER_DOUBLE/mexican": {
        "en": "The {double} on the Mexican Train comes first: only a {end} on it will do.",
        "fa": "اول نوبت {double} روی قطار مکزیکی است: فقط یک {end} روی آن می‌رود.",
        "el": "Προηγείται το {double} στο μεξικάνικο τρένο: μόνο ένα {end} πάνω του γίνεται.",
    },
    "MUST_ANSWER_DOUBLE/follow": {
        "en": "You have just played {double}: your next tile goes on it, and needs a {end}.",
        "fa": "همین حالا {double} را بازی کردید: مهرهٔ بعدی شما روی آن می‌رود و باید {end} داشته باشد.",
        "el": "Μόλις παίξατε το {double}: το επόμενο πλακίδιό σας μπαίνει πάνω του και χρειάζεται {end}.",
    },
    "TRAIN_PRIVATE": {
        "en": "{tile} can't go on {train_seat}'s train. It has no marker, so only {train_seat} may use it.",
        "fa": "{tile} روی قطار {train_seat} نمی‌رود. نشانه ندارد و فقط {train_seat} از آن استفاده می‌کند.",
        "el": "Το {tile} δεν μπαίνει στο τρένο «{train_seat}». Δεν έχει σημάδι, άρα παίζει εκεί μόνο ο κάτοχός του.",
    },
    "NO_MATCH": {
        "en": "{tile} does not fit {train_seat}'s train, which ends in {end}.",
        "fa": "{tile} به قطار {train_seat} نمی‌خورد؛ سر باز آن {end} است.",
        "el": "Το {tile} δεν ταιριάζει στο τρένο «{train_seat}», που τελειώνει σε {end}.",
    },
    "NO_MATCH/own": {
        "en": "{tile} does not fit your train, which ends in {end}.",
        "fa": "{tile} به قطار شما نمی‌خورد؛ سر باز آن {end} است.",
        "el": "Το {tile} δεν ταιριάζει στο τρένο σας, που τελειώνει σε {end}.",
    },
    "NO_MATCH/mexican": {
        "en": "{tile} does not fit the Mexican Train, which ends in {end}.",
        "fa": "{tile} به قطار مکزیکی نمی‌خورد؛ سر باز آن {end} است.",
        "el": "Το {tile} δεν ταιριάζει στο μεξικάνικο τρένο, που τελειώνει σε {end}.",
    },
    "NO_MATCH/branch": {
        "en": "{tile} does not fit the end {place}, which shows a {end}.",
        "fa": "{tile} به سر {place} نمی‌خورد که {end} نشان می‌دهد.",
        "el": "Το {tile} δεν ταιριάζει στο άκρο {place}, που δείχνει {end}.",
    },
    "DRAWN_TILE_OWN_TRAIN": {
        "en": "You have just drawn {tile}: it may go on your own train only, or you keep it.",
        "fa": "{tile} را همین حالا برداشته‌اید: فقط روی قطار خودتان می‌رود، یا نگهش دارید.",
        "el": "Μόλις τραβήξατε το {tile}: μπαίνει μόνο στο δικό σας τρένο, αλλιώς το κρατάτε.",
    },
    "OWN_TRAIN_FIRST": {
        "en": "{tile} has to wait: your own train comes first, and {fits} would fit it.",
        "fa": "{tile} باید بماند: اول قطار خودتان، که {fits} به آن می‌خورد.",
        "el": "Το {tile} θα περιμένει: πρώτα το δικό σας τρένο, όπου ταιριάζει: {fits}.",
    },
    "ALREADY_DREW": {
        "en": "You have drawn already: play {drawn} or keep it.",
        "fa": "یک بار برداشته‌اید: {drawn} را بازی کنید یا نگه دارید.",
        "el": "Έχετε ήδη τραβήξει: παίξτε το {drawn} ή κρατήστε το.",
    },
    "FALSE_CLAIM": {
        "en": "You can't draw or pass: one of your tiles fits.",
        "fa": "نمی‌توانید بردارید یا پاس بدهید: یکی از مهره‌های شما می‌خورد.",
        "el": "Δεν μπορείτε να τραβήξετε ή να πάτε πάσο: κάποιο πλακίδιό σας ταιριάζει.",
    },
    "FALSE_CLAIM/annulled": {
        "en": "You can't draw or pass again: your claim was taken back, and a tile has to be played.",
        "fa": "نمی‌توانید دوباره بردارید یا پاس بدهید: ادعای شما پس گرفته شد و باید مهره‌ای بازی کنید.",
        "el": "Δεν τραβάτε ούτε πάτε πάσο ξανά: η δήλωσή σας ανακλήθηκε και πρέπει να παίξετε πλακίδιο.",
    },
    "BONEYARD_EMPTY": {
        "en": "There is nothing left to draw.",
        "fa": "چیزی برای برداشتن نمانده است.",
        "el": "Δεν έμεινε τίποτε να τραβήξετε.",
    },
    "BONEYARD_NOT_EMPTY": {
        "en": "You can't pass while tiles are left to draw; there are still {boneyard}.",
        "fa": "تا مهره‌ای برای برداشتن هست، نمی‌توانید پاس بدهید؛ هنوز {boneyard} تا مانده است.",
        "el": "Δεν πάτε πάσο όσο υπάρχουν πλακίδια να τραβήξετε· έμειναν {boneyard}.",
    },
    "NOTHING_DRAWN": {
        "en": "There is nothing to keep: you have drawn no tile in this turn.",
        "fa": "چیزی برای نگه داشتن نیست: در این نوبت مهره‌ای برنداشته‌اید.",
        "el": "Δεν έχετε τι να κρατήσετε: δεν τραβήξατε πλακίδιο σε αυτή τη σειρά.",
    },
    "NOT_IN_CHAIN": {
        "en": "There is no chain to end. Only a first turn of several tiles is ended by a word.",
        "fa": "زنجیره‌ای برای پایان دادن نیست. فقط نوبت اول با چند مهره با این کلمه تمام می‌شود.",
        "el": "Δεν υπάρχει σειρά πλακιδίων να τελειώσει. Έτσι τελειώνει μόνο η πρώτη σας σειρά με πολλά πλακίδια.",
    },
    "NOT_IN_CHAIN/claim": {
        "en": "In a chain that owes nothing you neither draw nor pass: add a tile or end the chain.",
        "fa": "در زنجیره‌ای که چیزی بدهکار نیست نه برمی‌دارید و نه پاس می‌دهید: مهره‌ای بگذارید یا زنجیره را تمام کنید.",
        "el": "Όταν δεν χρωστάτε πλακίδιο, ούτε τραβάτε ούτε πάτε πάσο: προσθέστε πλακίδιο ή σταματήστε.",
    },
    "DOUBLE_NEEDS_FOLLOW_UP": {
        "en": "You can't stop on {double}: another tile has to follow it.",
        "fa": "نمی‌توانید روی {double} بایستید: باید مهرهٔ دیگری پشت سرش بیاید.",
        "el": "Δεν σταματάτε στο {double}: πρέπει να ακολουθήσει άλλο πλακίδιο.",
    },
}
