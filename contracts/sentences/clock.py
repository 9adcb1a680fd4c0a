# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for clocks, pauses and suspension: code -> language -> template over the facts. Pure."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "table/paused/why": {
        "en": "The table is paused, so no move is taken now: {why}",
        "fa": "میز در توقف است و اکنون حرکتی پذیرفته نمی‌شود: {why}",
        "el": "Το τραπέζι είναι σε παύση και τώρα δεν γίνεται δεκτή κίνηση: {why}",
    },
    "table/paused/until": {
        "en": "The match is adjourned. It goes on: {until}",
        "fa": "بازی به زمانی دیگر افتاده است. ادامه: {until}",
        "el": "Ο αγώνας διακόπηκε. Συνεχίζεται: {until}",
    },
    "table/paused/all": {
        "en": "The whole round is paused: no move is taken now.",
        "fa": "همهٔ دور در توقف است: اکنون هیچ حرکتی پذیرفته نمی‌شود.",
        "el": "Όλος ο γύρος είναι σε παύση: τώρα δεν γίνεται δεκτή καμία κίνηση.",
    },
    "clock/none": {
        "en": "No clock runs now: a round has to be playing, and its clock started.",
        "fa": "اکنون ساعتی در کار نیست: باید دوری در جریان باشد و ساعتش به کار افتاده باشد.",
        "el": "Δεν τρέχει ρολόι τώρα: πρέπει να παίζεται ένας γύρος και να έχει ξεκινήσει το ρολόι του.",
    },
    "clock/started": {
        "en": "The clock of round {round} has been started already. You can pause it, or add time.",
        "fa": "ساعت دور {round} از پیش به کار افتاده است. می‌توانید آن را نگه دارید یا وقت بیفزایید.",
        "el": "Το ρολόι του γύρου {round} έχει ήδη ξεκινήσει. Μπορείτε να το σταματήσετε ή να προσθέσετε χρόνο.",
    },
    "clock/range": {
        "en": "Time for a round is given in whole seconds, from {least} to {most}.",
        "fa": "وقت دور به ثانیهٔ کامل است، از {least} تا {most}.",
        "el": "Ο χρόνος ενός γύρου δίνεται σε ολόκληρα δευτερόλεπτα, από {least} έως {most}.",
    },
    "clock/table": {
        "en": "This round has no table {table}.",
        "fa": "این دور میزی با شمارهٔ {table} ندارد.",
        "el": "Αυτός ο γύρος δεν έχει τραπέζι {table}.",
    },
    "tournament/suspended": {
        "en": "The tournament is suspended. Continue it first, then go on with the rounds.",
        "fa": "تورنمنت متوقف شده است. نخست آن را ادامه دهید، سپس دورها را.",
        "el": "Το τουρνουά έχει ανασταλεί. Συνεχίστε το πρώτα και μετά προχωρήστε στους γύρους.",
    },
}
