# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of what is shown before an act at a table is signed, and of two reports side by side. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    "sign.enter_deal": ("Enter deal {n}", "ثبت دست {n}", "Καταχώριση της μοιρασιάς {n}"),
    "sign.charge_offence": ("Charge an offence in deal {n}", "ثبت خطا در دست {n}", "Χρέωση παραπτώματος στη μοιρασιά {n}"),
    "sign.abandon_table": ("Stop the table", "توقف میز", "Διακοπή του τραπεζιού"),
    "sign.play": ("The last move of the match", "آخرین حرکت مسابقهٔ این میز", "Η τελευταία κίνηση του αγώνα"),
    "sign.stop.say": ("The deals that are over count, a running one does not.", "دست‌های تمام‌شده حساب می‌شود و دست جاری نه.", "Όσες μοιρασιές τελείωσαν μετράνε· αυτή που παίζεται, όχι."),
    "sign.resign.say": ("The match at this table ends at once. A deal that has begun does not count, and you come after those who play on.", "مسابقهٔ این میز همان دم تمام می‌شود. دستی که آغاز شده حساب نمی‌شود و شما پس از کسانی می‌آیید که ادامه می‌دهند.", "Ο αγώνας σε αυτό το τραπέζι τελειώνει αμέσως. Μοιρασιά που άρχισε δεν μετράει, και έρχεστε μετά από όσους συνεχίζουν."),
    "sign.deal": ("{how}. {points}", "{how}. {points}", "{how}. {points}"),
    "sign.note": ("Note: {text}", "یادداشت: {text}", "Σημείωση: {text}"),
    "sign.totals": ("Totals at this table", "جمع امتیازهای این میز", "Σύνολα σε αυτό το τραπέζι"),
    "sign.match": ("The match at this table is over then.", "با این کار مسابقهٔ این میز تمام می‌شود.", "Με αυτό τελειώνει ο αγώνας σε αυτό το τραπέζι."),
    "sign.goes": ("The match goes on.", "مسابقهٔ این میز ادامه دارد.", "Ο αγώνας συνεχίζεται."),
    "sign.later": ("No total changes before the deal is over.", "تا پایان این دست هیچ جمعی تغییر نمی‌کند.", "Κανένα σύνολο δεν αλλάζει πριν τελειώσει η μοιρασιά."),
    "sign.place": ("Place here", "جایگاه در میز", "Θέση εδώ"),
    "sign.round": ("It is the last result that round {n} waits for.", "این آخرین نتیجه‌ای است که دور {n} چشم‌به‌راهش است.", "Είναι το τελευταίο αποτέλεσμα που περιμένει ο γύρος {n}."),
    "sign.hidden": ("Standings of this round stay hidden until the end: what this changes there is not shown.", "جدول این دور تا پایان پنهان است: آنچه آنجا تغییر می‌کند نشان داده نمی‌شود.", "Η κατάταξη αυτού του γύρου μένει κρυφή ως το τέλος: τι αλλάζει εκεί δεν φαίνεται."),
    "sign.standings": ("In the tournament", "در مسابقات", "Στο τουρνουά"),
    "sheet.look": ("Show what it brings", "نمایش نتیجهٔ این کار", "Δείξε τι φέρνει"),
    "sheet.yours": ("yours", "گزارش شما", "η δική σας"),
    "sheet.unlike": ("differs", "متفاوت", "διαφέρει"),
    "sheet.agree": ("I agree with {name}", "با {name} موافقم", "Συμφωνώ με: {name}"),
    "sheet.take": ("Take the report of {name}", "پذیرش گزارش {name}", "Ισχύει η δήλωση: {name}"),
    "sheet.own": ("This is your report. If you were mistaken, put it right and send it again.", "این گزارش شماست. اگر اشتباه کرده‌اید، درستش کنید و دوباره بفرستید.", "Αυτή είναι η δήλωσή σας. Αν κάνατε λάθος, διορθώστε τη και στείλτε την ξανά."),
    "sheet.doubled.short": ("doubled", "دو برابر", "διπλά"),
    "sheet.offence.short": ("offence", "خطا", "παράπτωμα"),
}  # fmt: skip

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
