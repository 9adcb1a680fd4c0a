# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for what is refused about the staff's links: code -> language -> template over the facts. Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "staff/role": {
        "en": "A link is for one of these: {known}. There is no {role}.",
        "fa": "پیوند برای یکی از این‌هاست: {known}. نقشی به نام {role} نیست.",
        "el": "Ένας σύνδεσμος είναι για ένα από αυτά: {known}. Ρόλος {role} δεν υπάρχει.",
    },
    "staff/name": {
        "en": "Say whose link it is, in {most} characters at most.",
        "fa": "بنویسید پیوند از آنِ کیست، در حداکثر {most} نویسه.",
        "el": "Γράψτε ποιανού είναι ο σύνδεσμος, με το πολύ {most} χαρακτήρες.",
    },
    "staff/unknown": {
        "en": "Nobody of the staff is called {staff}.",
        "fa": "در میان کارکنان کسی با شناسهٔ {staff} نیست.",
        "el": "Κανείς από το προσωπικό δεν έχει τον κωδικό {staff}.",
    },
    "staff/many": {
        "en": "There are {most} links of the staff already. Issue an old one anew instead.",
        "fa": "هم‌اکنون {most} پیوند کارکنان هست. به جای آن، یکی از پیوندهای پیشین را دوباره بدهید.",
        "el": "Υπάρχουν ήδη {most} σύνδεσμοι προσωπικού. Εκδώστε ξανά έναν παλιό.",
    },
    "staff/no-link": {
        "en": "{name} has no link that could be taken away.",
        "fa": "{name} پیوندی ندارد که گرفته شود.",
        "el": "Δεν υπάρχει σύνδεσμος προς αφαίρεση: {name}.",
    },
}
