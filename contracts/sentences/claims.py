# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences of claims and unseen hands, the same for every domino game (BG-17 to BG-19). Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "SHOW_REQUIRED": {
        "en": "The tiles have been played out. Enter those that are still in hand, one by one.",
        "fa": "بازی این دست تمام شده است. مهره‌هایی را که در دست مانده‌اند یکی‌یکی وارد کنید.",
        "el": "Η παρτίδα τελείωσε. Καταχωρίστε ένα ένα τα πλακίδια που έμειναν στο χέρι.",
    },
    "NOTHING_TO_SHOW": {
        "en": "{tile} is shown when the deal is over.",
        "fa": "{tile} پس از پایان دست نشان داده می‌شود.",
        "el": "Το {tile} φανερώνεται όταν τελειώσει η παρτίδα.",
    },
    "FIRST_NOT_NAMED": {
        "en": "Enter first who begins.",
        "fa": "نخست وارد کنید چه کسی آغاز می‌کند.",
        "el": "Καταχωρίστε πρώτα ποιος αρχίζει.",
    },
    "FIRST_NAMED": {
        "en": "It is entered already who begins: {seat}.",
        "fa": "وارد شده است که چه کسی آغاز می‌کند: {seat}.",
        "el": "Έχει ήδη καταχωριστεί ποιος αρχίζει: {seat}.",
    },
    "NO_SUCH_SEAT": {
        "en": "Nobody sits at {place}.",
        "fa": "کسی در جای {place} ننشسته است.",
        "el": "Στη θέση {place} δεν κάθεται κανείς.",
    },
    "OTHER_TILE_REQUIRED": {
        "en": "{tile} was drawn when another tile could be played. It stays in hand; play another.",
        "fa": "{tile} زمانی برداشته شد که مهرهٔ دیگری را می‌شد بازی کرد. در دست می‌ماند؛ مهرهٔ دیگری بازی کنید.",
        "el": "Το {tile} τραβήχτηκε ενώ μπορούσε να παιχτεί άλλο. Μένει στο χέρι· παίξτε άλλο.",
    },
    "OFFENCE_UNKNOWN": {
        "en": "There is no offence {offence} that can be charged here.",
        "fa": "خطایی به نام {offence} نیست که بتوان اینجا ثبت کرد.",
        "el": "Δεν υπάρχει παράπτωμα {offence} που να καταλογίζεται εδώ.",
    },
    "CLAIMS_ENFORCED": {
        "en": "A false claim is refused at this table as soon as it is made, so there is none to charge.",
        "fa": "سر این میز ادعای نادرست همان دم رد می‌شود، پس چیزی برای ثبت نیست.",
        "el": "Σε αυτό το τραπέζι μια ψευδής δήλωση απορρίπτεται αμέσως, άρα δεν υπάρχει τι να καταλογιστεί.",
    },
    "NO_CLAIM": {
        "en": "{seat} has made no claim in this deal.",
        "fa": "{seat} در این دست ادعایی نکرده است.",
        "el": "Καμία δήλωση σε αυτή την παρτίδα: {seat}.",
    },
    "CLAIM_CHARGED": {
        "en": "The last claim of {seat} is charged already.",
        "fa": "آخرین ادعای {seat} پیش‌تر ثبت شده است.",
        "el": "Η τελευταία δήλωση έχει ήδη καταλογιστεί: {seat}.",
    },
    "CLAIM_TRUE": {
        "en": "The last claim of {seat} was true: nothing could be played.",
        "fa": "آخرین ادعای {seat} درست بود: هیچ مهره‌ای را نمی‌شد بازی کرد.",
        "el": "Η τελευταία δήλωση ήταν αληθής, τίποτε δεν μπορούσε να παιχτεί: {seat}.",
    },
}
