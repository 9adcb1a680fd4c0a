# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The names of cards, suits and contracts, in English, Persian and Greek: what facts of the card games are shown as.

`WORDS` maps a text of the notation (`Qd`, `8d!`, `d`, `queens`) to its name in each language.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "fa", "el")

SUITS: Final[dict[str, dict[str, str]]] = {
    "s": {"en": "spades", "fa": "پیک", "el": "μπαστούνι"},
    "h": {"en": "hearts", "fa": "دل", "el": "κούπα"},
    "d": {"en": "diamonds", "fa": "خشت", "el": "καρό"},
    "c": {"en": "clubs", "fa": "گشنیز", "el": "σπαθί"},
}
RANKS: Final[dict[str, dict[str, str]]] = {
    "7": {"en": "7", "fa": "هفت", "el": "εφτάρι"},
    "8": {"en": "8", "fa": "هشت", "el": "οχτάρι"},
    "9": {"en": "9", "fa": "نه", "el": "εννιάρι"},
    "T": {"en": "10", "fa": "ده", "el": "δεκάρι"},
    "J": {"en": "jack", "fa": "سرباز", "el": "βαλές"},
    "Q": {"en": "queen", "fa": "بی‌بی", "el": "ντάμα"},
    "K": {"en": "king", "fa": "شاه", "el": "ρήγας"},
    "A": {"en": "ace", "fa": "آس", "el": "άσος"},
}
CONTRACTS: Final[dict[str, dict[str, str]]] = {
    "minimum": {"en": "As Little as Possible", "fa": "کمترین دست", "el": "Όσο λιγότερες"},
    "maximum": {"en": "As Much as Possible", "fa": "بیشترین دست", "el": "Όσο περισσότερες"},
    "queens": {"en": "Queens", "fa": "بی‌بی‌ها", "el": "Ντάμες"},
    "hearts": {"en": "Hearts", "fa": "دل‌ها", "el": "Κούπες"},
    "jack_clubs": {"en": "Jack of Clubs", "fa": "سرباز گشنیز", "el": "Βαλές σπαθί"},
    "king_last": {"en": "King of Hearts and Last Trick", "fa": "شاه دل و دست آخر", "el": "Ρήγας κούπα και τελευταία"},
    "king_hearts": {"en": "King of Hearts", "fa": "شاه دل", "el": "Ρήγας κούπα"},
    "sixth_trick": {"en": "Sixth Trick", "fa": "دست ششم", "el": "Έκτη μπάζα"},
    "tricks": {"en": "Tricks", "fa": "دست‌ها", "el": "Μπάζες"},
    "two_players": {"en": "Two Players", "fa": "دو نفره", "el": "Δύο παίκτες"},
    "layout": {"en": "Layout", "fa": "چیدن", "el": "Στρώσιμο"},
}


def _card(rank: str, suit: str, lang: str) -> str:
    pattern = "the {} of {}" if lang == "en" else "{} {}"
    return pattern.format(RANKS[rank][lang], SUITS[suit][lang])


_CARDS: Final = {rank + suit: {lang: _card(rank, suit, lang) for lang in LANGUAGES} for suit in SUITS for rank in RANKS}
_CALL: Final = {"en": "{} (last card!)", "fa": "{} (آخرین کارت!)", "el": "{} (τελευταίο φύλλο!)"}
_CALLED: Final = {
    f"{text}!": {lang: _CALL[lang].format(name) for lang, name in names.items()} for text, names in _CARDS.items()
}
WORDS: Final[dict[str, dict[str, str]]] = {**SUITS, **CONTRACTS, **_CARDS, **_CALLED}

FACTS: Final = frozenset({"card", "next", "led", "suit", "contract", "offers"})
"""The facts that hold such a text."""


def name(text: str, lang: str) -> str:
    """Give the name of a card, suit or contract; the text itself where it is none."""
    return WORDS[text][lang] if text in WORDS else text
