# ruff: noqa: RUF001  # Persian and Greek letters and curved apostrophes are meant
"""The words of the arbiter's desk in English, Persian and Greek."""

from __future__ import annotations

from typing import Final

EN: Final[dict[str, str]] = {
    "said.rewound": "Ruling in case {case}: back to before move {n}",
    "said.rewound.deal": "Ruling in case {case}: deal {n} is played anew",
    "said.rewind.refused": "The ruling in case {case} could not send the table back.",
    "said.opened": "{name} has opened the hands to the staff: {reason}",
}
FA: Final[dict[str, str]] = {
    "said.rewound": "رأی پروندهٔ {case}: بازگشت به پیش از حرکت {n}",
    "said.rewound.deal": "رأی پروندهٔ {case}: دست {n} از نو بازی می‌شود",
    "said.rewind.refused": "رأی پروندهٔ {case} نتوانست میز را به عقب برگرداند.",
    "said.opened": "{name} دست‌ها را برای داوران باز کرد: {reason}",
}
EL: Final[dict[str, str]] = {
    "said.rewound": "Απόφαση στην υπόθεση {case}: πίσω, πριν από την κίνηση {n}",
    "said.rewound.deal": "Απόφαση στην υπόθεση {case}: η μοιρασιά {n} παίζεται από την αρχή",
    "said.rewind.refused": "Η απόφαση στην υπόθεση {case} δεν μπόρεσε να γυρίσει πίσω το τραπέζι.",
    "said.opened": "{name}: άνοιξε τα χέρια για τη διαιτησία: {reason}",
}
