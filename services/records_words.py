# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The words in which a terminal is told what was read of a record, in the three languages."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "seat": "{n} seat",
        "seats": "{n} seats",
        "deal": "{n} finished deal",
        "deals": "{n} finished deals",
        "move": "{n} move",
        "moves": "{n} moves",
        "void": "{n} void deal",
        "voids": "{n} void deals",
        "position": "{n} position",
        "positions": "{n} positions",
        "refused": "{n} refused act",
        "refuseds": "{n} refused acts",
        "charge": "{n} offence or forfeit",
        "charges": "{n} offences or forfeits",
        "comma": ", ",
        "whole": "{parts}; totals {totals}; {end}",
        "over": "the match is over ({reason}): {places}",
        "stops": "it stops where {seat} is on turn",
        "goes-on": "the match is not over",
        "fault": "{file}, line {line}, column {column}: {message}",
        "head-only": "Nothing after the head was read: without a sound head no deal can be replayed.",
        "before": "{n} move was read before. ",
        "befores": "{n} moves were read before. ",
        "rest": "Nothing after line {line} was read: deals are replayed, and go on only from a sound move.",
        "stdin": "standard input",
    },
    "fa": {
        "seat": "{n} بازیکن",
        "seats": "{n} بازیکن",
        "deal": "{n} دست تمام‌شده",
        "deals": "{n} دست تمام‌شده",
        "move": "{n} حرکت",
        "moves": "{n} حرکت",
        "void": "{n} دست باطل",
        "voids": "{n} دست باطل",
        "position": "{n} وضعیت",
        "positions": "{n} وضعیت",
        "refused": "{n} کار ردشده",
        "refuseds": "{n} کار ردشده",
        "charge": "{n} خطا یا واگذاری",
        "charges": "{n} خطا یا واگذاری",
        "comma": "، ",
        "whole": "{parts}؛ مجموع‌ها {totals}؛ {end}",
        "over": "مسابقه تمام شده است ({reason}): {places}",
        "stops": "جایی می‌ایستد که نوبت {seat} است",
        "goes-on": "مسابقه تمام نشده است",
        "fault": "{file}، سطر {line}، ستون {column}: {message}",
        "head-only": "پس از سرآغاز چیزی خوانده نشد: بی سرآغازِ درست هیچ دستی را نمی‌توان بازپخش کرد.",
        "before": "پیش از آن {n} حرکت خوانده شد. ",
        "befores": "پیش از آن {n} حرکت خوانده شد. ",
        "rest": "پس از سطر {line} چیزی خوانده نشد: دست‌ها بازپخش می‌شوند و تنها از حرکتی درست پیش می‌روند.",
        "stdin": "ورودی",
    },
    "el": {
        "seat": "{n} θέση",
        "seats": "{n} θέσεις",
        "deal": "{n} μοιρασιά τελειωμένη",
        "deals": "{n} μοιρασιές τελειωμένες",
        "move": "{n} κίνηση",
        "moves": "{n} κινήσεις",
        "void": "{n} μοιρασιά άκυρη",
        "voids": "{n} μοιρασιές άκυρες",
        "position": "{n} θέση παιχνιδιού",
        "positions": "{n} θέσεις παιχνιδιού",
        "refused": "{n} πράξη που απορρίφθηκε",
        "refuseds": "{n} πράξεις που απορρίφθηκαν",
        "charge": "{n} παράπτωμα ή παραίτηση",
        "charges": "{n} παραπτώματα ή παραιτήσεις",
        "comma": ", ",
        "whole": "{parts}· σύνολα {totals}· {end}",
        "over": "ο αγώνας τελείωσε ({reason}): {places}",
        "stops": "σταματά εκεί όπου σειρά έχει {seat}",
        "goes-on": "ο αγώνας δεν έχει τελειώσει",
        "fault": "{file}, γραμμή {line}, στήλη {column}: {message}",
        "head-only": "Μετά την επικεφαλίδα δεν διαβάστηκε τίποτα: χωρίς σωστή επικεφαλίδα καμία μοιρασιά δεν "
        "ξαναπαίζεται.",
        "before": "Πριν από αυτό διαβάστηκε {n} κίνηση. ",
        "befores": "Πριν από αυτό διαβάστηκαν {n} κινήσεις. ",
        "rest": "Μετά τη γραμμή {line} δεν διαβάστηκε τίποτα: οι μοιρασιές ξαναπαίζονται, και συνεχίζουν μόνο από "
        "σωστή κίνηση.",
        "stdin": "είσοδος",
    },
}
"""language -> word -> template; the plural of a counted word has an `s` more."""

_DIGITS: Final = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_FSI, _PDI = "\u2068", "\u2069"


def word(lang: str, name: str, **facts: int | str) -> str:
    """Fill a template: numbers take the reader's digits; in Persian each text stands by itself."""
    shown = {key: _shown(value, lang) for key, value in facts.items()}
    return WORDS[lang][name].format_map(shown)


def counted(lang: str, name: str, n: int) -> str:
    """Say how many."""
    return word(lang, name if n == 1 else f"{name}s", n=n)


def _shown(value: int | str, lang: str) -> str:
    if lang != "fa":
        return str(value)
    return str(value).translate(_DIGITS) if isinstance(value, int) else f"{_FSI}{value}{_PDI}"
