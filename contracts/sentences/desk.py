# ruff: noqa: RUF001  # Greek and Persian letters are meant
"""The sentences for what the desk refuses: code, or code/case -> language -> template over the facts. Pure."""

from __future__ import annotations

from typing import Final

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "case/unknown": {
        "en": "There is no case {case}.",
        "fa": "پروندهٔ {case} وجود ندارد.",
        "el": "Δεν υπάρχει υπόθεση {case}.",
    },
    "case/decided": {
        "en": "Case {case} has its ruling. It can be ruled again after an appeal.",
        "fa": "دربارهٔ پروندهٔ {case} رأی داده شده است. پس از اعتراض می‌توان دوباره رأی داد.",
        "el": "Η υπόθεση {case} έχει απόφαση. Νέα απόφαση μπορεί να δοθεί μετά από ένσταση.",
    },
    "case/not-ruled": {
        "en": "An appeal follows a ruling, and case {case} has none that is open to it.",
        "fa": "اعتراض پس از رأی است و پروندهٔ {case} رأیی ندارد که بتوان به آن اعتراض کرد.",
        "el": "Η ένσταση ακολουθεί μια απόφαση, και η υπόθεση {case} δεν έχει απόφαση που να τη δέχεται.",
    },
    "case/final": {
        "en": "Case {case} is closed.",
        "fa": "پروندهٔ {case} بسته شده است.",
        "el": "Η υπόθεση {case} έχει κλείσει.",
    },
    "case/not-concerned": {
        "en": "Only those whom case {case} concerns can appeal.",
        "fa": "تنها کسانی که پروندهٔ {case} به آنان مربوط است می‌توانند اعتراض کنند.",
        "el": "Ένσταση υποβάλλουν μόνο όσοι αφορά η υπόθεση {case}.",
    },
    "desk/empty": {
        "en": "Write something for {field}.",
        "fa": "برای {field} چیزی بنویسید.",
        "el": "Γράψτε κάτι για: {field}.",
    },
    "desk/many": {
        "en": "{field} can have {most} entries at most.",
        "fa": "{field} حداکثر {most} مورد دارد.",
        "el": "{field}: το πολύ {most} καταχωρίσεις.",
    },
    "rule/form": {
        "en": "{named} is no rule's id. Write it as the book does, for example BG-18.",
        "fa": "{named} شناسهٔ هیچ قاعده‌ای نیست. آن را مانند کتاب بنویسید، مثلاً BG-18.",
        "el": "Το {named} δεν είναι αριθμός κανόνα. Γράψτε τον όπως στο βιβλίο, για παράδειγμα BG-18.",
    },
    "penalty/unknown": {
        "en": "There is no penalty {penalty}.",
        "fa": "جریمهٔ {penalty} وجود ندارد.",
        "el": "Δεν υπάρχει ποινή {penalty}.",
    },
    "penalty/lifted": {
        "en": "Penalty {penalty} has been taken back already.",
        "fa": "جریمهٔ {penalty} پیش‌تر پس گرفته شده است.",
        "el": "Η ποινή {penalty} έχει ήδη ανακληθεί.",
    },
    "penalty/points": {
        "en": "A penalty in points names its points, up to {most}; any other penalty has none.",
        "fa": "جریمهٔ امتیازی شمار امتیازش را می‌گوید، حداکثر {most}؛ جریمه‌های دیگر امتیاز ندارند.",
        "el": "Μια ποινή σε βαθμούς λέει τους βαθμούς της, έως {most}. Καμία άλλη ποινή δεν έχει βαθμούς.",
    },
    "penalty/round": {
        "en": "A penalty belongs to a round that has begun, and {asked} is none: {rounds} have begun.",
        "fa": "جریمه به دوری تعلق دارد که آغاز شده است و دور {asked} چنین نیست: {rounds} دور آغاز شده است.",
        "el": "Η ποινή ανήκει σε γύρο που έχει αρχίσει, και ο {asked} δεν έχει: έχουν αρχίσει {rounds}.",
    },
    "penalty/twice": {
        "en": "{named} cannot be named twice.",
        "fa": "{named} را نمی‌توان دو بار نام برد.",
        "el": "Δεν μπορεί να δοθεί δύο φορές: {named}.",
    },
    "entrant/expelled": {
        "en": "{name} has been expelled. Lift the penalty first.",
        "fa": "{name} اخراج شده است. نخست جریمه را پس بگیرید.",
        "el": "Έχει αποβληθεί: {name}. Ανακαλέστε πρώτα την ποινή.",
    },
    "result/missing": {
        "en": "Table {table} has no result yet that could be put right.",
        "fa": "میز {table} هنوز نتیجه‌ای ندارد که بتوان اصلاحش کرد.",
        "el": "Το τραπέζι {table} δεν έχει ακόμη αποτέλεσμα για διόρθωση.",
    },
    "result/same": {
        "en": "That is the result that table {table} has.",
        "fa": "این همان نتیجه‌ای است که میز {table} دارد.",
        "el": "Αυτό είναι το αποτέλεσμα που έχει ήδη το τραπέζι {table}.",
    },
    "rewind/over": {
        "en": "Table {table} is not in play, and its hands have been shown: put its result right instead.",
        "fa": "میز {table} در حال بازی نیست و دست‌هایش دیده شده است: به جای آن نتیجه‌اش را اصلاح کنید.",
        "el": "Το τραπέζι {table} δεν παίζει και τα χέρια του έχουν φανεί: διορθώστε το αποτέλεσμά του.",
    },
    "rewind/place": {
        "en": "Say which deal, counted from 1, and which move, counted from 0.",
        "fa": "بگویید کدام دست، از ۱، و کدام حرکت، از ۰.",
        "el": "Πείτε ποια μοιρασιά, από το 1, και ποια κίνηση, από το 0.",
    },
    "effect/changed": {
        "en": "Something has changed meanwhile: this act would now have another effect. Look again before signing.",
        "fa": "در این میان چیزی تغییر کرده و این کار اکنون اثر دیگری دارد. پیش از امضا دوباره نگاه کنید.",
        "el": "Στο μεταξύ κάτι άλλαξε και η πράξη θα είχε τώρα άλλο αποτέλεσμα. Δείτε ξανά πριν υπογράψετε.",
    },
}
