"""What can be wrong with a text of the notation: every code with its English sentence. Pure, and imports nothing.

The other languages stand in `contracts.sentences.notation`. Words between backquotes are to be typed as they stand;
what a text said stands between quotes. Sentences begin small: they follow the place, `line 3, column 9: `.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FAULTS: Final[Mapping[str, str]] = {
    # the file and its marks
    "notation/too-large": "a record has at most {most} bytes, and this one is longer.",
    "notation/utf-16": "this is UTF-16: save the text as UTF-8.",
    "notation/byte": "the byte {byte} is no UTF-8: save the text as UTF-8.",
    "notation/long-line": "a line has at most {most} characters, this one {count}.",
    "notation/meant": "write {meant}, not {sign} ({name}).",
    "notation/space": "write a plain space, not this one ({name}).",
    "notation/digit": "write the digit {digit}, not {sign} ({name}).",
    "notation/unseen": "there is a mark that cannot be seen ({name}): take it out.",
    "notation/foreign": "{sign} ({name}) is no mark of a record, which is written with Latin letters and the digits "
    "`0` to `9`.",
    # the head
    "notation/empty": "an empty log: it begins with a line `game ID seats N`.",
    "notation/begins": "a log begins with a line `game ID seats N`.",
    "notation/rules": "'{text}' is no rule set known here: {known}.",
    "notation/option": "'{text}' is no option of {game}: {known}.",
    "notation/option-word": "'{text}' is no option: write `name=value`.",
    "notation/option-twice": "the option '{name}' is there twice.",
    "notation/option-value": "'{name}' is one of {known}, not '{text}'.",
    "notation/option-number": "'{name}' is a whole number from {least} on, not '{text}'.",
    "notation/option-range": "'{name}' is a whole number from {least} to {most}, not '{text}'.",
    "notation/seats": "`seats` {seats}: {game} has {least} to {most}.",
    "notation/seats-options": "`seats` {seats}, but the options ask for {count}.",
    "notation/deals": "a match has at least 1 deal.",
    "notation/number": "'{name}' takes a number, not '{text}'.",
    "notation/number-long": "'{name}' takes a number of at most {most} digits.",
    "notation/number-negative": "'{name}' takes a number that is not below 0, not {text}.",
    "notation/conflict": "the options cannot stand together: {refused}.",
    "notation/no-conflict": "the options do not conflict.",
    # the course of a log
    "notation/statement": "'{text}' begins no statement of this log: {known} do.",
    "notation/from-late": "totals are carried in before the first deal.",
    "notation/from-count": "{count} totals for {seats} seats.",
    "notation/starter": "'starter' names a seat, not '{text}'.",
    "notation/deal-first": "deals count from 1.",
    "notation/deal-number": "there is no deal {number}: the match has {most} deals.",
    "notation/deal-hands": "a deal names its hands: `S0 .. | S1 .. | stock ..`, or its order.",
    "notation/deal-seats": "hands of {named}, not of {wanted} and the stock.",
    "notation/deal-count": "{name} is dealt {count}, and {named} are named: write `??` for what is not known.",
    "notation/deal-pack": "the order is not the pack of {count} cards, each once.",
    "notation/deal-lots": "the lots are tiles of the round, each once and without the engine.",
    "notation/deal-size": "a deal of {count} seats in a match of {seats}.",
    "notation/carry": "'{text}' is no seat with the contracts it has named: write `S1=queens+hearts`.",
    "notation/not-void": "the deal before this line is not void.",
    "notation/void": "the deal before is void ({rule}): a line `void` {rule} must say so.",
    "notation/stop": "a match is stopped as resigned or abandoned, not as '{text}'.",
    "notation/stop-who": "`stop resigned` names who gave up, `stop abandoned` nobody.",
    "notation/stopped": "the match was stopped before this line.",
    "notation/no-seat": "'{text}' names no seat: the seats are {known}.",
    "notation/nothing-dealt": "nothing is dealt.",
    "notation/deal-over": "the deal is over: nobody can forfeit it.",
    "notation/not-over": "the deal is not over.",
    "notation/auto-turn": "the server does not move for {name}, who is not on turn.",
    "notation/auto-move": "the server would play {text}.",
    "notation/refused": "{name} {text} is refused: {refused}.",
    "notation/other-code": "{text} is refused with {right}, not {wrong}.",
    "notation/may-be-played": "{name} {text} should be refused with {wrong}, but it may be played.",
    "notation/may-be-charged": "{name} {text} should be refused with {wrong}, but it may be charged.",
    "notation/unscorable": "hands with unseen tiles cannot be scored.",
    "notation/check": "says '{text}', it is '{right}'.",
    # pieces and moves
    "notation/tile": "'{text}' is no tile: write it as two numbers, `6-5`.",
    "notation/card": "'{text}' is no card: write rank and suit, `7h` or `Tc`.",
    "notation/move-long": "a move has at most {most} characters.",
    "notation/move-line": "'{text}' is no move: write a tile and an end, `6-5L` or `6-5R`, or `draw`, or `skip`.",
    "notation/move-arms": "'{text}' is no move: write `lead 8-8`, `8-3@A` or `pass`.",
    "notation/move-trains": "'{text}' is no move: write `8-3@A`, `8-3@MT`, `8-3@A.L`, `draw`, `keep`, `end` or `pass`.",
    "notation/move-cards": "'{text}' is no move: write `cut 10`, `refuse cut`, `name queens`, `Qd`, `8d!` or `pass`.",
    "notation/arm": "'{name}' names no arm in '{text}': write the letter of its owner, `8-3@A`.",
    "notation/train": "'{name}' names no train in '{text}': write its owner's letter or MT, `8-3@A`.",
    "notation/branch": "'{name}' names no branch in '{text}': write L, C and R, `8-3@A.LC`.",
    "notation/cut": "'{name}' is no number of cards in '{text}': write `cut 10`.",
    "notation/contract": "'{text}' is no contract: {known}.",
    "notation/card-pair": "'{text}' names one card twice.",
    # positions
    "notation/word": "'{text}' is no word of a state: write each once as name=value, `{example}`.",
    "notation/word-twice": "'{text}' is there twice.",
    "notation/part": "'{text}' belongs to no part: a part begins with one of {known} or a seat.",
    "notation/missing": "'{text}' is missing.",
    "notation/one-word": "'{name}' takes one word, not {count}.",
    "notation/whole": "'{text}' is no number in '{part}'.",
    "notation/one-of": "'{name}' is one of {known}, not '{text}'.",
    "notation/each-seat": "'{name}' is not one number for each seat.",
    "notation/state-seats": "a state has {least} to {most} seats after the words, each after ' | ', not {count}.",
    "notation/state-players": "players= is not the number of seats, {count}.",
    "notation/state-turn": "a state has either turn= or over=.",
    "notation/state-shown": "a deal that is over has turn= while hands are to be shown, and only then: the first seat "
    "that has tiles to show.",
    "notation/state-hands": "a state ends with the hands of S0, S1, S2 and mostly S3, not of {named}.",
    "notation/set": "{tile} is not in the double-{high} set.",
    "notation/twice": "{text} is there twice.",
    "notation/ends": "the ends are given as {text}, the line shows {right}.",
    "notation/touch": "in the line {text} does not touch the tile before it, which ends in {end}.",
    "notation/hub": "the hub is a double, not '{text}'.",
    "notation/seat-arm": "'{part}': expected {name}, its arm, ':' and its hand.",
    "notation/seat-train": "'{part}': expected {name}, its train, ':' and its hand.",
    "notation/lies": "'{part}': expected {name} and what lies on its train.",
    "notation/fit": "{text} does not fit the end {end} in '{part}'.",
    "notation/before-lead": "{text} cannot lie there before the lead, in '{part}'.",
    "notation/open-arms": "the open arms are not numbered from #1 on.",
    "notation/claim-marks": "a claim's m is not one number for each arm.",
    "notation/rounds": "there is no round {number}: {count} players have rounds 1 to {most}.",
    "notation/double": "'{text}' is no double on a train: write `7-7@B`.",
    "notation/no-double": "no {tile} lies at the end {end}.",
    "notation/owed": "{end} is not owed {count}.",
    "notation/branch-empty": "a branch without a tile in '{part}'.",
    "notation/branch-foot": "no double bears a branch '{name}' in '{part}'.",
    "notation/branch-next": "'{name}' is not the next branch in '{part}': they are laid as L, C, R.",
    "notation/branch-option": "a branch without double_answer=chicken_foot.",
    "notation/drawn": "{tile} was drawn, but it is not in the hand on turn.",
    "notation/withheld": "`withheld=` is not in the hand on turn.",
    "notation/first": "`first=` {count} is more than the seats.",
    "notation/both": "a state has either turn= or over=, both only while hands are shown with claim_mode=declared.",
    "notation/undeclared": "claims are kept with claim_mode=declared only.",
    "notation/claimed": "`claimed=yes`, but the last claim is not the one of the seat on turn.",
    "notation/claim-round": "the claim {text} is of no such round.",
    "notation/claim": "'{text}' is no claim: write seat, one of {known}, and the numbers, `C:pass:5,3`.",
    "notation/claim-words": "'{text}' is no claim: {words} says nothing, or something twice.",
    "notation/claim-numbers": "'{words}' in '{text}' is no list of numbers.",
    "notation/card-part": "'{text}' begins no part of a state: `pack`, `played`, `lies` or a seat do.",
    "notation/layout": "no layout can lie like this: {text}.",
    "notation/aside": "a card that three players set aside is in play.",
    "notation/layout-pack": "a layout without the whole pack could stand still for ever.",
    "notation/hands-turn": "hands and turn do not fit the cards played.",
    "notation/is-over": "a player is out, so the deal is over.",
}
"""code -> the sentence in English."""

MAX_FACT: Final = 600
"""Characters of a text that are shown again at most: the longest state line that the games write has fewer."""


def english(code: str, facts: Mapping[str, int | str | tuple[str, ...]]) -> str:
    """Say a fault in English. KeyError where it is unknown or a fact is missing."""
    shown = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in facts.items()}
    return FAULTS[code].format_map(shown)
