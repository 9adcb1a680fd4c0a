# ruff: noqa: RUF001  # letters of three scripts are meant
"""The words of the games' options, their values and presets, in English, Persian and Greek. Pure tables."""

from __future__ import annotations

from typing import Final

Said = tuple[str, str, str]
"""The same in English, Persian and Greek."""

OPTIONS: Final[dict[str, Said]] = {
    "pairs": ("Two pairs", "دو تیم", "Δύο ζευγάρια"),
    "target_points": ("Points to win", "امتیاز پایان", "Πόντοι για τη νίκη"),
    "target_score": ("Points to win", "امتیاز پایان", "Πόντοι για τη νίκη"),
    "closed_pairs_score": ("Closed round of pairs scores", "امتیاز دورِ بستهٔ تیم‌ها", "Κλειστός γύρος ζευγαριών γράφει"),
    "blocked_score": ("A blocked deal scores", "امتیاز دستِ قفل‌شده", "Μια κλειστή μοιρασιά γράφει"),
    "blocked_tie": ("Equal lowest hands", "کمترین‌های برابر", "Ίσα μικρότερα χέρια"),
    "block_detection": ("A block is found", "قفل شدن چگونه معلوم می‌شود", "Πώς διαπιστώνεται ότι έκλεισε"),
    "claim_mode": ("Hands", "مهره‌های بازیکنان", "Τα χέρια"),
    "false_claim_penalty": ("A false claim costs", "جریمهٔ ادعای نادرست", "Μια ψευδής δήλωση κοστίζει"),
    "false_claim_points": ("Points for a false claim", "امتیاز ادعای نادرست", "Πόντοι για ψευδή δήλωση"),
    "timeout_action": ("When the time runs out", "وقتی زمان تمام شود", "Όταν τελειώσει ο χρόνος"),
    "first_turn": ("First turn", "نوبت اول", "Πρώτη σειρά"),
    "double_follow_up": ("The tile after a double goes", "مهرهٔ پس از جفت", "Το πλακίδιο μετά από διπλό"),
    "double_answer": ("A double is answered by", "پاسخ جفت", "Ένα διπλό απαντιέται με"),
    "double_blank_points": ("0-0 in hand counts", "ارزش ۰-۰ در دست", "Το 0-0 στο χέρι μετρά"),
    "drawn_tile_play": ("A drawn tile may go", "جای مهرهٔ برداشته", "Ένα τραβηγμένο πλακίδιο μπαίνει"),
    "match_length": ("Length of the match", "درازای بازی", "Διάρκεια του αγώνα"),
    "own_train_first": ("Own train first", "نخست قطار خود", "Πρώτα το δικό του τρένο"),
    "version": ("Version", "گونهٔ بازی", "Παραλλαγή"),
    "contract_order": ("Contracts", "قراردادها", "Συμβόλαια"),
    "deal_rotation": ("The dealer changes", "عوض شدن پخش‌کننده", "Αυτός που μοιράζει αλλάζει"),
    "extra_deals": ("An extra deal for each", "یک پخش افزوده برای هر کس", "Μία επιπλέον μοιρασιά ο καθένας"),
    "omit_contracts": ("Contracts left out", "قراردادهای کنار گذاشته", "Συμβόλαια που δεν παίζονται"),
    "king_sixth_split": (
        "King of hearts and sixth trick apart",
        "شاه دل و دست ششم جداگانه",
        "Ρήγας κούπα και έκτη μπάζα χωριστά",
    ),
    "packet_deal_on_refused_cut": (
        "The cut may be refused",
        "می‌توان کوپ نکرد",
        "Το κόψιμο μπορεί να το αρνηθεί κανείς",
    ),
    "layout_pass_points": ("A pass in the layout costs", "هزینهٔ پاس در چیدن", "Ένα πάσο στο στρώσιμο κοστίζει"),
    "jack_clubs_scoring": ("The jack of clubs costs", "هزینهٔ سرباز گشنیز", "Ο βαλές σπαθί κοστίζει"),
    "layout_direction": ("The layout goes", "جهت چیدن", "Το στρώσιμο πηγαίνει"),
    "illegal_move_policy": ("A forbidden move", "حرکت نادرست", "Μια απαγορευμένη κίνηση"),
    "slow_move_limit_s": (
        "Slow from so many seconds on",
        "کند از چند ثانیه به بعد",
        "Αργό μετά από τόσα δευτερόλεπτα",
    ),
}
YES_NO: Final[dict[bool, Said]] = {True: ("yes", "بله", "ναι"), False: ("no", "نه", "όχι")}
NONE: Final[Said] = ("none", "هیچ", "κανένα")
VALUES: Final[dict[str, dict[str, Said]]] = {
    "closed_pairs_score": {
        "three_hands": ("the opponents' hands and the partners' fuller one", "سه دست", "τρία χέρια"),
        "four_hands": ("all four hands", "هر چهار دست", "και τα τέσσερα χέρια"),
        "opponents": ("the opponents' hands", "دست‌های حریفان", "τα χέρια των αντιπάλων"),
    },
    "blocked_score": {
        "others_sum": ("what the others hold", "آنچه دیگران دارند", "ό,τι κρατούν οι άλλοι"),
        "none": ("nothing", "هیچ", "τίποτε"),
    },
    "blocked_tie": {
        "no_winner": ("nobody wins", "هیچ‌کس نمی‌برد", "δεν κερδίζει κανείς"),
        "split": ("share the points", "امتیاز را بخش می‌کنند", "μοιράζονται τους πόντους"),
    },
    "block_detection": {
        "confirmations": ("by a round of passes", "با یک دور پاس", "με έναν γύρο από πάσο"),
        "immediate": ("at once, from the tiles", "بی‌درنگ، از روی مهره‌ها", "αμέσως, από τα πλακίδια"),
    },
    "claim_mode": {
        "enforced": ("the server knows them", "سامانه آنها را می‌داند", "το σύστημα τα ξέρει"),
        "declared": (
            "real tiles, claims are believed",
            "مهرهٔ واقعی، ادعا پذیرفته می‌شود",
            "αληθινά πλακίδια, με δηλώσεις",
        ),
    },
    "false_claim_penalty": {
        "none": ("nothing", "هیچ", "τίποτε"),
        "warning": ("a warning", "یک هشدار", "μια προειδοποίηση"),
        "points": ("points", "امتیاز", "πόντους"),
        "lose_deal": ("the deal", "باختن دست", "τη μοιρασιά"),
    },
    "timeout_action": {
        "auto_move": ("the server moves", "سامانه بازی می‌کند", "παίζει το σύστημα"),
        "lose_deal": ("the deal is lost", "دست باخته است", "χάνεται η μοιρασιά"),
    },
    "first_turn": {
        "chain": ("as many tiles as one likes", "هر چند مهره که بخواهد", "όσα πλακίδια θέλει"),
        "single": ("one tile", "یک مهره", "ένα πλακίδιο"),
    },
    "double_follow_up": {
        "anywhere": ("on any train that is open to him", "روی هر قطار باز", "σε όποιο τρένο μπορεί"),
        "own_double": ("on the double itself", "روی خود جفت", "πάνω στο ίδιο το διπλό"),
    },
    "double_answer": {
        "one_tile": ("one tile", "یک مهره", "ένα πλακίδιο"),
        "chicken_foot": ("three tiles, a chicken foot", "سه مهره، پنجهٔ مرغ", "τρία πλακίδια, κοτοπόδαρο"),
    },
    "drawn_tile_play": {
        "own_train": ("on his own train", "روی قطار خودش", "στο δικό του τρένο"),
        "any_eligible": ("on any train that is open to him", "روی هر قطار باز", "σε όποιο τρένο μπορεί"),
    },
    "match_length": {
        "countdown": ("a round for each double", "یک دور برای هر جفت", "ένας γύρος για κάθε διπλό"),
        "single_round": ("one round", "یک دور", "ένας γύρος"),
    },
    "version": {
        "standard": ("standard", "معمولی", "κανονική"),
        "libyan": ("Libyan", "لیبیایی", "λιβυκή"),
    },
    "contract_order": {
        "fixed": ("in the book's order", "به ترتیب کتاب", "με τη σειρά του βιβλίου"),
        "chosen": ("named by the player who leads", "به انتخاب بازیکن آغازگر", "τα δηλώνει όποιος βγαίνει"),
    },
    "deal_rotation": {
        "blocks": ("after a block of all contracts", "پس از همهٔ قراردادها", "μετά από όλα τα συμβόλαια"),
        "alternating": ("after every deal", "پس از هر پخش", "μετά από κάθε μοιρασιά"),
    },
    "jack_clubs_scoring": {
        "taker_8": ("its taker 8", "گیرنده‌اش ۸", "8 σε όποιον τον πάρει"),
        "taker_6_opposite_2": (
            "its taker 6, the player opposite 2",
            "گیرنده‌اش ۶، روبه‌رو ۲",
            "6 σε όποιον τον πάρει, 2 απέναντι",
        ),
    },
    "layout_direction": {
        "with_play": ("as all play does", "مانند همهٔ بازی", "όπως όλο το παιχνίδι"),
        "clockwise": ("clockwise", "ساعتگرد", "όπως οι δείκτες του ρολογιού"),
    },
    "illegal_move_policy": {
        "reject": ("is refused", "پذیرفته نمی‌شود", "δεν γίνεται δεκτή"),
        "penalise": ("is penalised", "جریمه دارد", "τιμωρείται"),
    },
}
PRESETS: Final[dict[str, dict[str, Said]]] = {
    "draw_dominoes": {
        "club": ("Club rules", "قانون باشگاه", "Κανόνες λέσχης"),
        "pairs": ("Two pairs", "دو تیم", "Δύο ζευγάρια"),
        "drawn_out": ("Draw the boneyard out", "برداشتن تا ته", "Τράβηγμα ως το τέλος"),
    },
    "longana": {
        "club": ("Club rules", "قانون باشگاه", "Κανόνες λέσχης"),
        "short": ("Short, to 50", "کوتاه، تا ۵۰", "Σύντομο, ως 50"),
    },
    "mexican_train": {
        "club": ("Club rules", "قانون باشگاه", "Κανόνες λέσχης"),
        "short": ("Short, one round", "کوتاه، یک دور", "Σύντομο, ένας γύρος"),
        "chicken_foot": ("Chicken feet", "پنجهٔ مرغ", "Κοτοπόδαρα"),
        "own_double": ("Doubles answered by their player", "پاسخ جفت با خود بازیکن", "Ο καθένας απαντά στο διπλό του"),
    },
    "lora": {
        "club": ("Club rules", "قانون باشگاه", "Κανόνες λέσχης"),
        "small": ("Small Lora", "لورای کوچک", "Μικρή Λόρα"),
        "chosen": ("Contracts by choice", "قرارداد به انتخاب", "Συμβόλαια με επιλογή"),
        "alternating": (
            "By choice, alternating, extra deals",
            "به انتخاب، نوبتی، با پخش افزوده",
            "Με επιλογή, εναλλάξ, επιπλέον μοιρασιές",
        ),
        "split": ("King and sixth trick apart", "شاه و دست ششم جدا", "Ρήγας και έκτη μπάζα χωριστά"),
        "opposite": ("Jack of clubs costs opposite too", "سرباز گشنیز برای روبه‌رو هم", "Ο βαλές κοστίζει και απέναντι"),
        "strict": ("Strict, with penalties", "سخت‌گیر، با جریمه", "Αυστηρά, με ποινές"),
        "libyan": ("Libyan", "لیبیایی", "Λιβυκή"),
    },
}
