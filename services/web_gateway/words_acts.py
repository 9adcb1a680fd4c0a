# ruff: noqa: RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The record of staff's acts in English, Persian and Greek: a sentence for each kind of command. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

_SAID: Final[dict[str, Said]] = {
    "acts": ("Record of acts", "دفتر کارها", "Μητρώο πράξεων"),
    "acts.count": ("{n} acts", "{n} کار", "{n} πράξεις"),
    "acts.count.1": ("{n} act", "{n} کار", "{n} πράξη"),
    "acts.q": ("Words: a name, a reason, a table", "واژه‌ها: نام، دلیل، میز", "Λέξεις: όνομα, αιτία, τραπέζι"),
    "acts.who": ("Who", "چه کسی", "Ποιος"),
    "acts.kind": ("Kind", "گونه", "Είδος"),
    "acts.table": ("Table", "میز", "Τραπέζι"),
    "acts.any": ("any", "همه", "όλα"),
    "acts.refused": ("What was refused too", "کارهای ردشده هم", "Και όσα απορρίφθηκαν"),
    "acts.was.refused": ("refused", "رد شد", "απορρίφθηκε"),
    "acts.find": ("Find", "یافتن", "Εύρεση"),
    "acts.whole": ("All on one page, to print", "همه در یک صفحه، برای چاپ", "Όλα σε μία σελίδα, για εκτύπωση"),
    "acts.none": ("Nothing was done that fits.", "کاری که بخورد پیدا نشد.", "Καμία πράξη δεν ταιριάζει."),
    "acts.pages": ("Pages", "صفحه‌ها", "Σελίδες"),
    "acts.newer": ("Newer", "تازه‌تر", "Νεότερες"),
    "acts.older": ("Older", "کهنه‌تر", "Παλαιότερες"),
    # one sentence for each kind
    "act.create_tournament": (
        "Set up the tournament {name}",
        "مسابقهٔ {name} را برپا کرد",
        "Δημιούργησε το τουρνουά {name}",
    ),
    "act.open_registration": ("Opened registration", "نام‌نویسی را باز کرد", "Άνοιξε τις εγγραφές"),
    "act.close_registration": ("Closed registration", "نام‌نویسی را بست", "Έκλεισε τις εγγραφές"),
    "act.register": ("Entered {name}", "{name} را وارد کرد", "Ενέγραψε: {name}"),
    "act.import_entrants": ("Entered a list of {many}", "فهرستی {many} نفره وارد کرد", "Ενέγραψε λίστα με {many}"),
    "act.amend_entrant": ("Changed the entry of {name}", "نام‌نویسی {name} را تغییر داد", "Άλλαξε την εγγραφή: {name}"),
    "act.check_in": ("Marked as here: {names}", "حاضر زد: {names}", "Σημείωσε παρόντες: {names}"),
    "act.check_in.away": ("Marked as not here: {names}", "غایب زد: {names}", "Σημείωσε απόντες: {names}"),
    "act.withdraw": ("Withdrew {name}", "{name} را از مسابقه بیرون برد", "Απέσυρε: {name}"),
    "act.return": ("Let {name} in again", "{name} را دوباره راه داد", "Επανέφερε: {name}"),
    "act.admit": (
        "Took {name} from the waiting list",
        "{name} را از فهرست انتظار آورد",
        "Πήρε από τη λίστα αναμονής: {name}",
    ),
    "act.no_show": ("Noted as not come: {names}", "نیامده نوشت: {names}", "Σημείωσε ότι δεν ήρθαν: {names}"),
    "act.start_round": (
        "Asked for the seating of round {n}",
        "جایگذاری دور {n} را خواست",
        "Ζήτησε τις θέσεις του γύρου {n}",
    ),
    "act.edit_seating": (
        "Changed the seating of round {n} by hand",
        "جایگذاری دور {n} را با دست عوض کرد",
        "Άλλαξε με το χέρι τις θέσεις του γύρου {n}",
    ),
    "act.drop_seating": (
        "Took back the seating of round {n}",
        "جایگذاری دور {n} را پس گرفت",
        "Ανακάλεσε τις θέσεις του γύρου {n}",
    ),
    "act.begin_round": ("Began round {n}", "دور {n} را آغاز کرد", "Άρχισε τον γύρο {n}"),
    "act.finish_tournament": ("Finished the tournament", "مسابقه را پایان داد", "Τερμάτισε το τουρνουά"),
    "act.suspend": ("Suspended the tournament", "مسابقه را نیمه‌کاره نگه داشت", "Ανέστειλε το τουρνουά"),
    "act.continue_tournament": ("Continued the tournament", "مسابقه را از سر گرفت", "Συνέχισε το τουρνουά"),
    "act.start_clock": (
        "Started the clock of round {n}",
        "ساعت دور {n} را به کار انداخت",
        "Ξεκίνησε το ρολόι του γύρου {n}",
    ),
    "act.pause_clock": ("Held the clock of round {n}", "ساعت دور {n} را نگه داشت", "Σταμάτησε το ρολόι του γύρου {n}"),
    "act.resume_clock": (
        "Let the clock of round {n} run on",
        "ساعت دور {n} را دوباره به کار انداخت",
        "Συνέχισε το ρολόι του γύρου {n}",
    ),
    "act.add_time": ("Gave more time: {span}", "زمان افزود: {span}", "Έδωσε χρόνο: {span}"),
    "act.issue_link": ("Gave {name} a personal link", "به {name} پیوند شخصی داد", "Έδωσε προσωπικό σύνδεσμο: {name}"),
    "act.revoke_link": (
        "Took the personal link of {name} away",
        "پیوند شخصی {name} را گرفت",
        "Αφαίρεσε τον προσωπικό σύνδεσμο: {name}",
    ),
    "act.issue_staff_link": (
        "Gave a link of the staff: {name}, {role}",
        "پیوند کاری داد: {name}، {role}",
        "Έδωσε υπηρεσιακό σύνδεσμο: {name}, {role}",
    ),
    "act.issue_staff_link.anew": (
        "Gave {name} another link of the staff",
        "به {name} پیوند کاری تازه داد",
        "Έδωσε νέο υπηρεσιακό σύνδεσμο: {name}",
    ),
    "act.revoke_staff_link": (
        "Took the staff link of {name} away",
        "پیوند کاری {name} را گرفت",
        "Αφαίρεσε τον υπηρεσιακό σύνδεσμο: {name}",
    ),
    "act.open_case": ("Opened a case", "پرونده‌ای باز کرد", "Άνοιξε υπόθεση"),
    "act.give_ruling": ("Ruled in case {n}", "در پروندهٔ {n} رأی داد", "Έκρινε την υπόθεση {n}"),
    "act.appeal": (
        "Entered an appeal in case {n}: {name}",
        "در پروندهٔ {n} اعتراض ثبت کرد: {name}",
        "Καταχώρισε ένσταση στην υπόθεση {n}: {name}",
    ),
    "act.close_case": (
        "Closed case {n}: the ruling is final",
        "پروندهٔ {n} را بست: رأی نهایی است",
        "Έκλεισε την υπόθεση {n}: η απόφαση είναι τελική",
    ),
    "act.correct_result": (
        "Corrected a result: {table}",
        "نتیجه‌ای را اصلاح کرد: {table}",
        "Διόρθωσε αποτέλεσμα: {table}",
    ),
    "act.penalise": (
        "Gave {name} a penalty: {penalty}",
        "به {name} جریمه داد: {penalty}",
        "Έδωσε ποινή: {name}, {penalty}",
    ),
    "act.lift_penalty": ("Took penalty {n} back", "جریمهٔ {n} را پس گرفت", "Ανακάλεσε την ποινή {n}"),
    "act.penalty.warning": ("warning", "هشدار", "προειδοποίηση"),
    "act.penalty.points": ("points", "امتیاز", "βαθμοί"),
    "act.penalty.deal_lost": ("deal lost", "باخت دست", "απώλεια μοιρασιάς"),
    "act.penalty.expulsion": ("expulsion", "اخراج", "αποβολή"),
    "act.import_record": (
        "Made a table of a written record",
        "از نوشته‌ای میز ساخت",
        "Έφτιαξε τραπέζι από γραπτή καταγραφή",
    ),
    "act.continue_record": ("Went on with a written record", "نوشته‌ای را ادامه داد", "Συνέχισε γραπτή καταγραφή"),
    "act.start_table": (
        "Started the table without those who were missing",
        "میز را بدون غایبان آغاز کرد",
        "Άρχισε το τραπέζι χωρίς όσους έλειπαν",
    ),
    "act.lay_out": ("Began deal {n}", "دست {n} را آغاز کرد", "Άρχισε τη μοιρασιά {n}"),
    "act.play": ("Entered moves: {times}", "حرکت ثبت کرد: {times}", "Καταχώρισε κινήσεις: {times}"),
    "act.take_back": (
        "Took moves of deal {n} back",
        "حرکت‌های دست {n} را پس گرفت",
        "Ανακάλεσε κινήσεις της μοιρασιάς {n}",
    ),
    "act.enter_deal": (
        "Entered the scores of deal {n}",
        "امتیازهای دست {n} را ثبت کرد",
        "Καταχώρισε τους βαθμούς της μοιρασιάς {n}",
    ),
    "act.answer_call": (
        "Answered the call for the arbiter",
        "به فراخوان داور پاسخ داد",
        "Απάντησε στην κλήση του διαιτητή",
    ),
    "act.charge_offence": (
        "Charged an offence: {offence}",
        "خطایی را ثبت کرد: {offence}",
        "Καταλόγισε παράπτωμα: {offence}",
    ),
    "act.open_hands": (
        "Opened all hands of deal {n} to the staff",
        "همهٔ دست‌های دست {n} را برای کارکنان باز کرد",
        "Άνοιξε όλα τα χέρια της μοιρασιάς {n} στο προσωπικό",
    ),
    "act.pause_table": ("Paused the table", "میز را نگه داشت", "Έκανε παύση στο τραπέζι"),
    "act.resume_table": ("Let the table go on", "میز را ادامه داد", "Συνέχισε το τραπέζι"),
    "act.abandon_table": (
        "Stopped the table where it stood",
        "میز را همان‌جا متوقف کرد",
        "Σταμάτησε το τραπέζι όπως ήταν",
    ),
}

EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
