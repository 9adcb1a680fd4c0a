# ruff: noqa: E501, RUF001  # letters of three scripts are meant, and the three texts stand beside each other
"""The words of clocks, pauses, suspension and calls in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

from services.web_gateway.words_standings import Said

_SAID: Final[dict[str, Said]] = {
    # the round's clock
    "clock": ("Round clock", "ساعت دور", "Ρολόι γύρου"),
    "clock.left": ("Round {n}, time left", "دور {n}، وقت باقی‌مانده", "Γύρος {n}, χρόνος που μένει"),
    "clock.over": ("Time is up", "وقت تمام شد", "Τέλος χρόνου"),
    "clock.last": (
        "Last deal: start no new one",
        "دست آخر: دست تازه‌ای آغاز نکنید",
        "Τελευταία μοιρασιά: μην αρχίσετε νέα",
    ),
    "clock.paused": ("Clock paused", "ساعت ایستاده است", "Το ρολόι σταμάτησε"),
    "clock.ready": ("Not started yet", "هنوز آغاز نشده", "Δεν ξεκίνησε ακόμη"),
    "clock.extra": ("Table {n}: {time} more", "میز {n}: {time} بیشتر", "Τραπέζι {n}: {time} επιπλέον"),
    "clock.start": ("Start the clock", "ساعت را به کار بینداز", "Έναρξη ρολογιού"),
    "clock.pause": ("Pause the clock", "ساعت را نگه دار", "Παύση ρολογιού"),
    "clock.resume": ("Let the clock run on", "ساعت ادامه دهد", "Συνέχεια ρολογιού"),
    "clock.minutes": ("Minutes", "دقیقه", "Λεπτά"),
    "clock.add": ("Add time", "افزودن وقت", "Προσθήκη χρόνου"),
    "clock.add.say": (
        "A number below zero takes time away.",
        "عدد زیر صفر از وقت می‌کاهد.",
        "Αριθμός κάτω από το μηδέν αφαιρεί χρόνο.",
    ),
    "clock.whom": ("For", "برای", "Για"),
    "clock.all": ("all tables", "همهٔ میزها", "όλα τα τραπέζια"),
    "bank": ("own time", "وقت خود", "δικός του χρόνος"),
    # standing still
    "pause": ("Pause", "توقف", "Παύση"),
    "pause.why": ("Why (everybody reads it)", "چرا (همه می‌خوانند)", "Γιατί (το διαβάζουν όλοι)"),
    "pause.until": (
        "Goes on at (if adjourned)",
        "زمان ادامه (اگر به وقت دیگر افتد)",
        "Συνεχίζεται (αν διακοπεί για άλλη ώρα)",
    ),
    "pause.table": ("Pause this table", "توقف این میز", "Παύση αυτού του τραπεζιού"),
    "pause.resume": ("Let it go on", "ادامه یابد", "Να συνεχίσει"),
    "pause.all": ("Pause all tables", "توقف همهٔ میزها", "Παύση όλων των τραπεζιών"),
    "pause.all.resume": ("Let all tables go on", "همهٔ میزها ادامه دهند", "Να συνεχίσουν όλα τα τραπέζια"),
    "pause.still": ("{n} tables are paused.", "{n} میز در توقف است.", "{n} τραπέζια είναι σε παύση."),
    "pause.still.1": ("{n} table is paused.", "{n} میز در توقف است.", "{n} τραπέζι είναι σε παύση."),
    "paused": ("Paused", "در توقف", "Σε παύση"),
    "paused.pause": (
        "No move is taken, and no clock runs.",
        "حرکتی پذیرفته نمی‌شود و ساعتی کار نمی‌کند.",
        "Δεν γίνεται δεκτή κίνηση και κανένα ρολόι δεν τρέχει.",
    ),
    "paused.all": (
        "The whole round is paused; no clock runs.",
        "همهٔ دور در توقف است و ساعتی کار نمی‌کند.",
        "Όλος ο γύρος είναι σε παύση· κανένα ρολόι δεν τρέχει.",
    ),
    "paused.adjourn": (
        "The match goes on another time.",
        "بازی در زمانی دیگر ادامه می‌یابد.",
        "Ο αγώνας συνεχίζεται άλλη ώρα.",
    ),
    "paused.until": ("It goes on: {until}", "ادامه: {until}", "Συνεχίζεται: {until}"),
    "said.paused": ("The table was paused", "میز متوقف شد", "Το τραπέζι μπήκε σε παύση"),
    "said.resumed": ("The table goes on", "میز ادامه می‌دهد", "Το τραπέζι συνεχίζει"),
    # suspension
    "halt": ("Suspend the tournament", "تعلیق تورنمنت", "Αναστολή του τουρνουά"),
    "halt.say": (
        "No round starts until it is continued, the standings rank as it stands, and it can be finished so: tables without a result then count for nobody.",
        "تا ادامه نیابد دوری آغاز نمی‌شود، جدول همان‌گونه که هست رتبه می‌دهد و می‌توان آن را همین‌گونه پایان داد: میزی که نتیجه ندارد برای کسی حساب نمی‌شود.",
        "Κανένας γύρος δεν αρχίζει ώσπου να συνεχιστεί, η κατάταξη ισχύει όπως είναι και μπορεί να τελειώσει έτσι: τραπέζια χωρίς αποτέλεσμα δεν μετρούν για κανέναν.",
    ),
    "halt.do": ("Suspend, and pause all tables", "تعلیق، با توقف همهٔ میزها", "Αναστολή, με παύση όλων των τραπεζιών"),
    "halt.ask": (
        "Suspend the tournament and pause all tables?",
        "تورنمنت معلق و همهٔ میزها متوقف شوند؟",
        "Να ανασταλεί το τουρνουά με παύση όλων των τραπεζιών;",
    ),
    "halt.on": ("Continue the tournament", "ادامهٔ تورنمنت", "Συνέχεια του τουρνουά"),
    "halt.finish": ("Finish as it stands", "پایان به همین صورت", "Τερματισμός όπως είναι"),
    "halt.finish.ask": (
        "Finish now? Tables without a result are stopped and count for nobody. This cannot be undone.",
        "همین حالا پایان یابد؟ میزهای بی‌نتیجه متوقف می‌شوند و برای کسی حساب نمی‌شوند. بازگشتی ندارد.",
        "Τερματισμός τώρα; Τα τραπέζια χωρίς αποτέλεσμα σταματούν και δεν μετρούν για κανέναν. Δεν αναιρείται.",
    ),
    "halted": (
        "The tournament is suspended. The standings are as it stands.",
        "تورنمنت معلق است. جدول وضع کنونی را نشان می‌دهد.",
        "Το τουρνουά έχει ανασταλεί. Η κατάταξη είναι όπως έχει τώρα.",
    ),
    "halted.why": (
        "The tournament is suspended: {why}. The standings are as it stands.",
        "تورنمنت معلق است: {why}. جدول وضع کنونی را نشان می‌دهد.",
        "Το τουρνουά έχει ανασταλεί: {why}. Η κατάταξη είναι όπως έχει τώρα.",
    ),
    "halted.ended": (
        "The tournament was suspended and finished as it stood: tables without a result count for nobody.",
        "تورنمنت معلق شد و به همان صورت پایان یافت: میزهای بی‌نتیجه برای کسی حساب نمی‌شوند.",
        "Το τουρνουά ανεστάλη και τελείωσε όπως ήταν: τραπέζια χωρίς αποτέλεσμα δεν μετρούν για κανέναν.",
    ),
    # who waits for the arbiter
    "calls": ("Calls for the arbiter", "درخواست‌های داور", "Κλήσεις διαιτητή"),
    "calls.none": ("Nobody waits for the arbiter.", "کسی در انتظار داور نیست.", "Κανείς δεν περιμένει τον διαιτητή."),
    "calls.waits": ("waiting", "در انتظار", "περιμένει"),
    "calls.clock": ("The time of {name} ran out.", "وقت {name} تمام شد.", "Τελείωσε ο χρόνος: {name}."),
    # the hall screen
    "show": ("Show", "نمایش", "Προβολή"),
    "show.turn": ("in turn", "به نوبت", "εναλλάξ"),
    "show.standings": ("standings", "جدول", "κατάταξη"),
    "show.seating": ("seating", "جاها", "θέσεις"),
    "show.clock": ("clock", "ساعت", "ρολόι"),
    # the form for a new tournament
    "new.bank_min": (
        "Minutes for a whole match, each player",
        "دقیقه برای کل بازی، هر بازیکن",
        "Λεπτά για όλο τον αγώνα, κάθε παίκτης",
    ),
    "new.increment_s": (
        "Seconds added after each turn",
        "ثانیه‌ای که پس از هر نوبت افزوده می‌شود",
        "Δευτερόλεπτα που προστίθενται μετά από κάθε σειρά",
    ),
    "new.round_min": (
        "Minutes of a round (hall clock)",
        "دقیقه‌های یک دور (ساعت سالن)",
        "Λεπτά ενός γύρου (ρολόι αίθουσας)",
    ),
    "new.last_deal_min": (
        "Last deal when fewer minutes are left",
        "دست آخر وقتی کمتر از این دقیقه مانده",
        "Τελευταία μοιρασιά όταν μένουν λιγότερα λεπτά",
    ),
    "terms.bank": ("Time for a match", "وقت هر بازی", "Χρόνος αγώνα"),
    "terms.bank.is": ("{time} for each player", "{time} برای هر بازیکن", "{time} για κάθε παίκτη"),
    "terms.bank.more": (
        "{time} for each player, and {n} s after each turn",
        "{time} برای هر بازیکن و {n} ثانیه پس از هر نوبت",
        "{time} για κάθε παίκτη και {n} δ. μετά από κάθε σειρά",
    ),
    "terms.round": ("Length of a round", "مدت دور", "Διάρκεια γύρου"),
    "terms.last": (
        "Last deal when less is left than",
        "دست آخر وقتی کمتر مانده از",
        "Τελευταία μοιρασιά όταν μένει λιγότερο από",
    ),
}
EN: Final = {key: said[0] for key, said in _SAID.items()}
FA: Final = {key: said[1] for key, said in _SAID.items()}
EL: Final = {key: said[2] for key, said in _SAID.items()}
