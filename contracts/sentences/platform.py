# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for what the platform refuses whatever the game, and those that offer a move. Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "OPTIONS_CONFLICT": {
        "en": "{first} does not go together with {second}. Change one of them.",
        "fa": "{first} با {second} جور نیست. یکی را عوض کنید.",
        "el": "{first} δεν συνδυάζεται με {second}. Αλλάξτε το ένα.",
    },
    "OPTIONS_CONFLICT/range": {
        "en": "{first} is outside what {second} allows. Choose another value.",
        "fa": "{first} بیرون از دامنهٔ {second} است. مقدار دیگری برگزینید.",
        "el": "Το {first} είναι έξω από τα όρια του {second}. Επιλέξτε άλλη τιμή.",
    },
    "command/unknown-kind": {
        "en": "This page asked for something the server does not know ({kind}). Load the page again.",
        "fa": "این صفحه چیزی خواست که سامانه نمی‌شناسد ({kind}). صفحه را دوباره باز کنید.",
        "el": "Η σελίδα ζήτησε κάτι που το σύστημα δεν γνωρίζει ({kind}). Φορτώστε την ξανά.",
    },
    "command/version": {
        "en": "This page and the server are of different versions. Load the page again.",
        "fa": "نسخهٔ این صفحه با سامانه یکی نیست. صفحه را دوباره باز کنید.",
        "el": "Η σελίδα και το σύστημα έχουν διαφορετική έκδοση. Φορτώστε τη σελίδα ξανά.",
    },
    "command/body": {
        "en": "What was sent cannot be read: {error}.",
        "fa": "آنچه فرستاده شد خوانده نمی‌شود: {error}.",
        "el": "Αυτό που στάλθηκε δεν διαβάζεται: {error}.",
    },
    "command/unreadable": {
        "en": "What was sent cannot be read: {error}.",
        "fa": "آنچه فرستاده شد خوانده نمی‌شود: {error}.",
        "el": "Αυτό που στάλθηκε δεν διαβάζεται: {error}.",
    },
    "command/key": {
        "en": "What was sent names {key}, but went to {record}. Load the page again.",
        "fa": "آنچه فرستاده شد برای {key} است ولی به {record} رسید. صفحه را دوباره باز کنید.",
        "el": "Αυτό που στάλθηκε αφορά {key}, αλλά πήγε στο {record}. Φορτώστε τη σελίδα ξανά.",
    },
    "command/duplicate": {
        "en": "This was sent twice. The first one counts.",
        "fa": "این دو بار فرستاده شد. بار نخست به شمار می‌آید.",
        "el": "Αυτό στάλθηκε δύο φορές. Μετρά η πρώτη.",
    },
    "actor/forbidden": {
        "en": "This link does not let you do that. Ask the director.",
        "fa": "این پیوند اجازهٔ این کار را نمی‌دهد. از مدیر مسابقه بپرسید.",
        "el": "Αυτός ο σύνδεσμος δεν το επιτρέπει. Ρωτήστε τον διευθυντή.",
    },
    "key/over": {
        "en": "This is over and closed: {key}.",
        "fa": "این تمام شده و بسته است: {key}.",
        "el": "Αυτό έχει τελειώσει και έκλεισε: {key}.",
    },
    "offer": {
        "en": "You can play {offers}.",
        "fa": "می‌توانید {offers} را بازی کنید.",
        "el": "Μπορείτε να παίξετε {offers}.",
    },
    "offer/draw": {"en": "Draw a tile.", "fa": "یک مهره بردارید.", "el": "Τραβήξτε ένα πλακίδιο."},
    "offer/skip": {"en": "Skip this turn.", "fa": "این نوبت را رد کنید.", "el": "Πηγαίνετε πάσο."},
    "offer/keep": {"en": "Keep it.", "fa": "نگهش دارید.", "el": "Κρατήστε το."},
    "offer/end": {"en": "End your turn.", "fa": "نوبتتان را تمام کنید.", "el": "Τελειώστε τη σειρά σας."},
    "offer/pass": {"en": "Pass this turn.", "fa": "این نوبت را رد کنید.", "el": "Πηγαίνετε πάσο."},
    "unknown": {
        "en": "That cannot be done now ({code}).",
        "fa": "این کار اکنون شدنی نیست ({code}).",
        "el": "Αυτό δεν γίνεται τώρα ({code}).",
    },
}
