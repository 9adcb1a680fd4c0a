# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""What a refusal in Lora says to the player, or to the arbiter, by code and language.

Templates over the refusal's facts; a fact named `seat` is shown as the player's name, cards and contracts by theirs.
"""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "DEAL_OVER": {
        "en": "This deal is over; nothing more is played in it.",
        "fa": "این پخش تمام شده است؛ دیگر چیزی در آن بازی نمی‌شود.",
        "el": "Αυτή η μοιρασιά τελείωσε· δεν παίζεται τίποτε άλλο σε αυτήν.",
    },
    "CUT_FIRST": {
        "en": "The pack must be cut first; that is for {seat} to do.",
        "fa": "نخست باید دسته کوپ شود؛ این کار با {seat} است.",
        "el": "Πρώτα κόβεται η τράπουλα· κόβει: {seat}.",
    },
    "CUT_RANGE": {
        "en": "Lift at least 1 card and at most {most}.",
        "fa": "دست‌کم ۱ و دست‌بالا {most} کارت بردارید.",
        "el": "Σηκώστε τουλάχιστον 1 και το πολύ {most} φύλλα.",
    },
    "CUT_NOT_REFUSABLE": {
        "en": "At this table the cut can't be refused. Cut the pack anywhere.",
        "fa": "سر این میز نمی‌توان از کوپ کردن سر باز زد. دسته را از هر جا که خواستید کوپ کنید.",
        "el": "Σε αυτό το τραπέζι το κόψιμο δεν αρνείται κανείς. Κόψτε όπου θέλετε.",
    },
    "ALREADY_CUT": {
        "en": "The pack is cut and dealt already.",
        "fa": "دسته از پیش کوپ و پخش شده است.",
        "el": "Η τράπουλα έχει ήδη κοπεί και μοιραστεί.",
    },
    "NAMING_OVER": {
        "en": "The contract of this deal is settled: {contract}.",
        "fa": "قرارداد این پخش معلوم است: {contract}.",
        "el": "Το συμβόλαιο αυτής της μοιρασιάς έχει οριστεί: {contract}.",
    },
    "CONTRACT_FIRST": {
        "en": "The contract must be named before a card is played; that is for {seat} to do.",
        "fa": "پیش از بازی کارت باید قرارداد نام برده شود؛ این کار با {seat} است.",
        "el": "Πριν παιχτεί φύλλο, δηλώνεται το συμβόλαιο· δηλώνει: {seat}.",
    },
    "NOT_IN_THE_SET": {
        "en": "This match is played without {contract}. Name another contract.",
        "fa": "{contract} در این بازی نیست. قرارداد دیگری نام ببرید.",
        "el": "Το «{contract}» δεν παίζεται σε αυτόν τον αγώνα. Δηλώστε άλλο συμβόλαιο.",
    },
    "CONTRACT_USED": {
        "en": "You have named {contract} before. Name one that you have left.",
        "fa": "{contract} را پیش از این نام برده‌اید. یکی از آن‌ها را که مانده است نام ببرید.",
        "el": "Το «{contract}» το έχετε ήδη δηλώσει. Δηλώστε ένα που σας μένει.",
    },
    "CARD_NOT_HELD": {
        "en": "You don't hold {card}.",
        "fa": "{card} در دست شما نیست.",
        "el": "Δεν έχετε στο χέρι: {card}.",
    },
    "CALL_MISPLACED": {
        "en": "There is no last card to announce with {card}. Play it without the call.",
        "fa": "با {card} آخرین کارتی برای اعلام نیست. آن را بدون اعلام بازی کنید.",
        "el": "Με αυτό το φύλλο ({card}) δεν αναγγέλλεται τελευταίο. Παίξτε το χωρίς αναγγελία.",
    },
    "NO_PASS_IN_TRICKS": {
        "en": "Nobody passes in this contract. Play a card.",
        "fa": "در این قرارداد کسی پاس نمی‌دهد. یک کارت بازی کنید.",
        "el": "Σε αυτό το συμβόλαιο δεν υπάρχει πάσο. Παίξτε ένα φύλλο.",
    },
    "TWO_CARDS": {
        "en": "Play one card at a time.",
        "fa": "هر بار یک کارت بازی کنید.",
        "el": "Παίξτε ένα φύλλο κάθε φορά.",
    },
    "NOT_YOUR_TURN": {
        "en": "It is {seat}'s turn.",
        "fa": "نوبت {seat} است.",
        "el": "Σειρά έχει: {seat}.",
    },
    "NOT_YOUR_TURN/cut": {
        "en": "The cut is {seat}'s.",
        "fa": "کوپ کردن با {seat} است.",
        "el": "Κόβει: {seat}.",
    },
    "NOT_YOUR_TURN/name": {
        "en": "The contract is {seat}'s to name.",
        "fa": "نام بردن قرارداد با {seat} است.",
        "el": "Το συμβόλαιο δηλώνει: {seat}.",
    },
    "FOLLOW_SUIT": {
        "en": "You hold {suit}, and {led} was led: follow suit. For {card} it is too early.",
        "fa": "{led} زمین آمده است و شما {suit} دارید. باید خال را دنبال کنید؛ {card} باید بماند.",
        "el": "Βγήκε {led} και έχετε {suit}: ακολουθήστε το χρώμα. Είναι νωρίς για: {card}.",
    },
    "SUIT_NOT_OPENED": {
        "en": "It is too early for {card}. That row begins with {next}.",
        "fa": "{card} هنوز پایین نمی‌آید. ردیف آن با {next} آغاز می‌شود.",
        "el": "Είναι νωρίς για: {card}. Η σειρά του αρχίζει με {next}.",
    },
    "NOT_NEXT_IN_SUIT": {
        "en": "It is too early for {card}. That row goes on with {next}.",
        "fa": "{card} هنوز پایین نمی‌آید. ردیف آن با {next} ادامه می‌یابد.",
        "el": "Είναι νωρίς για: {card}. Η σειρά του συνεχίζει με {next}.",
    },
    "PASS_WHILE_ABLE": {
        "en": "You can't pass: one of your cards fits.",
        "fa": "نمی‌توانید پاس بدهید: یکی از کارت‌های شما می‌خورد.",
        "el": "Δεν μπορείτε να πάτε πάσο: κάποιο φύλλο σας ταιριάζει.",
    },
    "OFFENCE_UNKNOWN": {
        "en": "The schedule of penalties has no offence {offence}.",
        "fa": "در جدول جریمه‌ها خطایی به نام {offence} نیست.",
        "el": "Ο πίνακας ποινών δεν έχει παράπτωμα {offence}.",
    },
    "NOT_THE_DEALER": {
        "en": "An error in dealing is the dealer's, and the dealer is {seat}.",
        "fa": "خطای پخش با پخش‌کننده است و پخش‌کننده {seat} است.",
        "el": "Το λάθος στο μοίρασμα βαρύνει όποιον μοιράζει· μοιράζει: {seat}.",
    },
    "OFFENCE_NOT_HERE": {
        "en": "The offence {offence} cannot happen here.",
        "fa": "خطای {offence} اینجا رخ نمی‌دهد.",
        "el": "Το παράπτωμα {offence} δεν μπορεί να συμβεί εδώ.",
    },
    "OFFENCE_NOT_HERE/phase": {
        "en": "The offence {offence} cannot happen in this part of the game.",
        "fa": "خطای {offence} در این بخش از بازی رخ نمی‌دهد.",
        "el": "Το παράπτωμα {offence} δεν μπορεί να συμβεί σε αυτό το μέρος του παιχνιδιού.",
    },
    "OFFENCE_NOT_HERE/refused": {
        "en": "The offence {offence} cannot have happened: at this table such a move is refused.",
        "fa": "خطای {offence} نمی‌تواند رخ داده باشد: سر این میز چنین حرکتی پذیرفته نمی‌شود.",
        "el": "Το παράπτωμα {offence} δεν μπορεί να έχει συμβεί: εδώ μια τέτοια κίνηση δεν γίνεται δεκτή.",
    },
}
