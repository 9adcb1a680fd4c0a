"""Claims of inability where nobody but the players knows the hands: kept, judged later, made good (BG-16 to BG-19).

The leaf of `claim_mode=declared` for all domino games. A hand may hold `UNSEEN` slots; a tile that is not known to be
elsewhere may be in any of them. Pure; may import the other leaves of `contracts.games`. The book is `blocked.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from contracts.games.blocked import ClaimMode, ClaimOptions, FalseClaimPenalty
from contracts.games.game import BadNotation, Fact, Refusal, Seat
from contracts.games.pieces import UNSEEN, Tile, parse_tile

OFFENCE = "BG-18"
"""What an arbiter charges a seat with: its last claim is established to be false."""

Name = Callable[[Seat], str]
"""How a game writes a seat."""


BELIEVED: Final = ClaimMode.DECLARED
"""Looked up once: to ask an enum for its member costs a tenth of a move."""


def declared(options: ClaimOptions) -> bool:
    """Whether claims are believed until the hands are exposed (BG-17)."""
    return options.claim_mode is BELIEVED


def loses(options: ClaimOptions) -> bool:
    """Whether a false claim costs the deal (BG-19)."""
    return options.false_claim_penalty is FalseClaimPenalty.LOSE_DEAL


# --- hands that are not known


class Naming(StrEnum):
    """Whether it is to be entered who leads or opens, because the hands that decide it are not known (BG-17)."""

    NO = ""  # the rules have said it, or it has been entered
    MAY = "optional"  # the match names somebody, and somebody else may have led
    MUST = "required"  # nobody is named yet


class Show(msgspec.Struct, frozen=True, order=True, gc=False, tag="show"):
    """Expose a tile after the deal's end, one for each unseen slot of the hand. Text `show 6-3`."""

    tile: Tile

    def __str__(self) -> str:
        return f"show {self.tile}"


def parse_show(text: str) -> Show:
    """Read `show 6-3`; BadNotation for anything else."""
    return Show(parse_tile(text.removeprefix("show ")))


def read_order(order: Iterable[str], *, unseen: bool) -> tuple[Tile, ...]:
    """Read a deal's tiles, of which some may be `??` where hands may be `unseen`. BadNotation for what is no tile."""
    if not unseen:
        return tuple([parse_tile(text) for text in order])
    return tuple([UNSEEN if text == "??" else parse_tile(text) for text in order])


def spare(tiles: Sequence[Tile], known: Iterable[Tile]) -> tuple[Tile, ...]:
    """Give the tiles of the set that are not known to be anywhere, in canonical order: any unseen slot may hold one."""
    seen = set(known)
    return tuple([tile for tile in tiles if tile not in seen])


def holds(hand: Sequence[Tile], tile: Tile, spares: Collection[Tile]) -> bool:
    """Whether a hand holds a tile, as far as is known: in a known slot, or perhaps in an unseen one (BG-17)."""
    return tile != UNSEEN and (tile in hand or (UNSEEN in hand and tile in spares))


def without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Take a tile out of a hand: its known slot, else an unseen one."""
    at = hand.index(tile if tile in hand else UNSEEN)
    return hand[:at] + hand[at + 1 :]


def exposed(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Turn an unseen slot into a tile; the hand stays sorted."""
    return tuple(sorted((*without(hand, UNSEEN), tile)))


def exposing(hands: Sequence[Sequence[Tile]]) -> Seat | None:
    """Give the first seat that has still tiles to show; None when all hands are known."""
    return next((seat for seat, hand in enumerate(hands) if UNSEEN in hand), None)


# --- a claim


class Verdict(StrEnum):
    """What is known of a claim."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"  # the tiles drawn since, or the hand, are not known: no offence (BG-17)


class Claim(msgspec.Struct, frozen=True, gc=False):
    """Somebody said that he could not play (BG-16).

    `kind` is the move's own word: pass, skip, draw. What could be played then: a tile with a half in `numbers`, or a
    double of one of `doubles`. `turn` numbers the turns with claims from 1, claims of one turn share it (BG-19).
    `count`, `drew` and `marks` are the confirmations, the tiles drawn in the turn and the markers of all arms or trains
    before the claim, for its annulment; a game says what its marks mean.

    Since the claim the claimant has placed `placed` and drawn `drawn`, as far as these are known, and `unknown` more.
    `late` says that another tile was placed or drawn since, by anybody. `remedy` is the letter of BG-18 under which it
    was established to be false, empty while it was not.
    """

    seat: Seat
    kind: str
    numbers: tuple[int, ...]
    doubles: tuple[int, ...] = ()
    turn: int = 1
    count: int = 0
    drew: int = 0
    marks: tuple[int, ...] = ()
    placed: tuple[Tile, ...] = ()
    drawn: tuple[Tile, ...] = ()
    unknown: int = 0
    late: bool = False
    remedy: str = ""

    def fits(self, tile: Tile) -> bool:
        """Whether this tile could have been played then."""
        high, low = tile
        return high in self.numbers or low in self.numbers or (high == low and high in self.doubles)


Claims = tuple[Claim, ...]


def claimed(claims: Claims, claim: Claim, *, same_turn: bool, drawn: Tile | None = None) -> Claims:
    """Write down a claim; its `turn` is set here. `same_turn`: the claimant made one in this turn already.

    `drawn` is the tile that a draw brought, UNSEEN where nobody else knows it; None for a pass.
    """
    turn = (claims[-1].turn if claims else 0) + (not (same_turn and claims))
    mine = replace(claim, turn=turn)
    if drawn is None:
        return (*claims, mine)
    return (*drew(claims, claim.seat, drawn), replace(_with_drawn(mine, drawn), late=False))


def laid(claims: Claims, seat: Seat, tile: Tile) -> Claims:
    """Note in all claims that a seat has placed a tile."""
    return tuple(
        [replace(c, placed=(*c.placed, tile), late=True) if c.seat == seat else replace(c, late=True) for c in claims]
    )


def drew(claims: Claims, seat: Seat, tile: Tile) -> Claims:
    """Note in all claims that a seat has drawn a tile, UNSEEN where it is not known."""
    return tuple([_with_drawn(c, tile) if c.seat == seat else replace(c, late=True) for c in claims])


def identified(claims: Claims, seat: Seat, tile: Tile) -> Claims:
    """Note which tile it was that a seat has drawn last, unknown till then: it has been placed as the drawn one."""
    return tuple([replace(c, unknown=c.unknown - 1, drawn=(*c.drawn, tile)) if c.seat == seat else c for c in claims])


def _with_drawn(claim: Claim, tile: Tile) -> Claim:
    if tile == UNSEEN:
        return replace(claim, unknown=claim.unknown + 1, late=True)
    return replace(claim, drawn=(*claim.drawn, tile), late=True)


def verdict(claim: Claim, hand: Iterable[Tile], spares: Iterable[Tile] = ()) -> Verdict:
    """Judge a claim by the claimant's hand now, what he has placed since and what he has drawn since (BG-17).

    It is false when more fitting tiles have passed through his hand than he has drawn unknown ones since, true when
    none has. `spares` are the tiles that his unseen slots may hold, while there are such.
    """
    if claim.remedy:
        return Verdict.FALSE
    hand = tuple(hand)
    mine = [tile for tile in (*hand, *claim.placed) if tile != UNSEEN and tile not in claim.drawn]
    fitting = sum(1 for tile in mine if claim.fits(tile))
    if fitting > claim.unknown:
        return Verdict.FALSE
    # If he has placed nothing since, as many of his unseen slots as he has drawn tiles were not in his hand then.
    hidden = hand.count(UNSEEN) - (0 if claim.placed else claim.unknown)
    if fitting or (hidden > 0 and any(claim.fits(tile) for tile in spares)):
        return Verdict.UNKNOWN
    return Verdict.TRUE


# --- all claims of a deal, when the hands are exposed


class Judged(msgspec.Struct, frozen=True):
    """What the claims of a finished deal come to.

    `offences` counts for each seat the turns in which it made a false claim (BG-19), `barred` are the seats that cannot
    win the deal (BG-18 c, `lose_deal`). `facts` tell all of it, for the outcome: `claims` has a word for each claim,
    `C:pass:false:c:points`, the seat, what was said, the verdict, the remedy's letter and the penalty.
    """

    offences: tuple[int, ...]
    barred: tuple[Seat, ...] = ()
    facts: Mapping[str, Fact] = {}


def remedy(claims: Claims, at: int, *, block_of: int) -> str:
    """Give the letter of BG-18 for a claim found to be false when hands are exposed: (c) for a block's confirmation.

    `block_of` is the number of confirmations that established the block, the last so many claims; 0 without a block.
    """
    return claims[at].remedy or ("c" if at >= len(claims) - block_of else "b")


def judge(
    claims: Claims, hands: Sequence[Sequence[Tile]], options: ClaimOptions, name: Name, *, block_of: int = 0
) -> Judged:
    """Judge all claims of a deal whose hands are all known now (BG-17 to BG-19)."""
    seats = range(len(hands))
    false_turns: list[set[int]] = [set() for _ in seats]
    barred: set[Seat] = set()
    words: list[str] = []
    for at, claim in enumerate(claims):
        found = verdict(claim, hands[claim.seat])
        word = f"{name(claim.seat)}:{claim.kind}:{found}"
        if found is Verdict.FALSE:
            letter = remedy(claims, at, block_of=block_of)
            lost = loses(options)
            if letter == "c" or (lost and letter != "d"):
                barred.add(claim.seat)
            false_turns[claim.seat].add(claim.turn)
            # BG-19: after the deal a lost one is a warning
            price = FalseClaimPenalty.WARNING if lost and letter == "d" else options.false_claim_penalty
            word += f":{letter}:{price}"
        words.append(word)
    facts: dict[str, Fact] = {"claims": tuple(words)} if words else {}
    if barred:
        facts["barred"] = tuple(name(seat) for seat in seats if seat in barred)
    return Judged(tuple(map(len, false_turns)), tuple(sorted(barred)), facts)


# --- an arbiter's charge


def last_claim(claims: Claims, seat: Seat) -> int | None:
    """Give the index of a seat's last claim."""
    return next((at for at in reversed(range(len(claims))) if claims[at].seat == seat), None)


def chargeable(
    claims: Claims,
    seat: Seat,
    offence: str,
    options: ClaimOptions,
    hand: Iterable[Tile],
    spares: Iterable[Tile],
    *,
    finished: bool = False,
) -> Refusal | None:
    """Judge an arbiter's charge: that the last claim of a seat was false (BG-18).

    In a `finished` deal the hands have been exposed: a claim that they show to be false has its price already.
    """
    if offence != OFFENCE:
        return Refusal("OFFENCE_UNKNOWN", "BG-18", {"offence": offence})
    if not declared(options):  # a false claim was refused at once
        return Refusal("CLAIMS_ENFORCED", "BG-17")
    at = last_claim(claims, seat)
    if at is None:
        return Refusal("NO_CLAIM", "BG-18", {"seat": seat})
    found = verdict(claims[at], hand, spares)
    if claims[at].remedy or (finished and found is Verdict.FALSE):
        return Refusal("CLAIM_CHARGED", "BG-19", {"seat": seat})
    return Refusal("CLAIM_TRUE", "BG-16", {"seat": seat}) if found is Verdict.TRUE else None


def established(claims: Claims, at: int, letter: str) -> Claims:
    """Mark a claim as false under a remedy of BG-18. Under (a) it and all later ones are annulled.

    Others' annulled confirmations count as never made: they are not kept, and not judged. The offender's own stays as
    what he is charged with. Its `count`, `drew` and `marks` are what the game goes back to, and he must play.
    """
    found = replace(claims[at], remedy=letter)
    return (*claims[:at], found) if letter == "a" else (*claims[:at], found, *claims[at + 1 :])


def silent(claims: Claims, seat: Seat) -> bool:
    """Whether the charge against a seat's last claim is told the others only at the deal's end (BG-19).

    An annulled claim is seen at the table, because the turn goes back to its claimant, and after the end all is told.
    """
    at = last_claim(claims, seat)
    return at is not None and claims[at].remedy in {"b", "c"}


# --- as text


def write_claims(claims: Claims, name: Name) -> str:
    """Write claims as one word: `C:pass:5,3:d5,3,2:t1`, joined by `+`. Fields at their default are left out.

    `t` turn, `n` count, `k` drew, `m` marks; since then `p` placed, `g` drawn, `u` unknown; `late`; `r` remedy.
    """
    return "+".join(_claim_text(claim, name) for claim in claims)


def _claim_text(claim: Claim, name: Name) -> str:
    listed = {"d": claim.doubles, "m": claim.marks, "p": claim.placed, "g": claim.drawn}
    counted = {"t": claim.turn, "n": claim.count, "k": claim.drew, "u": claim.unknown}
    words = [name(claim.seat), claim.kind, ",".join(map(str, claim.numbers))]
    words += [f"{key}{','.join(map(str, values))}" for key, values in listed.items() if values]
    words += [f"{key}{value}" for key, value in counted.items() if value]
    words += ["late"] if claim.late else []
    words += [f"r{claim.remedy}"] if claim.remedy else []
    return ":".join(words)


def read_claims(text: str, seats: Sequence[str], kinds: Collection[str]) -> Claims:
    """Read `write_claims`. BadNotation names what is wrong; `seats` are the names, `kinds` the game's claims."""
    return tuple(_read_claim(part, seats, kinds) for part in text.split("+")) if text else ()


def _read_claim(text: str, seats: Sequence[str], kinds: Collection[str]) -> Claim:
    seat, _, rest = text.partition(":")
    kind, _, rest = rest.partition(":")
    numbers, *marked = rest.split(":")
    if seat not in seats or kind not in kinds:
        raise BadNotation("notation/claim", text=text, known=tuple(sorted(kinds)))
    late = "late" in marked
    given = {word[:1]: word[1:] for word in marked if word != "late"}
    if len(given) + late != len(marked) or not given.keys() <= set("dmpgtnkur") or given.get("r", "a") not in "abcd":
        raise BadNotation("notation/claim-words", text=text, words=":".join(marked))

    def whole(words: str) -> tuple[int, ...]:
        found = words.split(",") if words else []
        if not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in found):
            raise BadNotation("notation/claim-numbers", words=words, text=text)
        return tuple(map(int, found))

    def one(key: str, usual: int = 0) -> int:
        return next(iter(whole(given.get(key, ""))), usual)

    def tiles(key: str) -> tuple[Tile, ...]:
        return tuple(map(parse_tile, given[key].split(","))) if key in given else ()

    return Claim(
        seats.index(seat), kind, whole(numbers), whole(given.get("d", "")), one("t", 1), one("n"), one("k"),
        whole(given.get("m", "")), tiles("p"), tiles("g"), one("u"), late, given.get("r", ""),
    )  # fmt: skip


class ClaimView(msgspec.Struct, frozen=True):
    """A claim as everybody heard it. `annulled` says that it was taken back (BG-18 a); verdicts come with the end."""

    seat: Seat
    kind: str
    annulled: bool = False


def heard(claims: Claims) -> tuple[ClaimView, ...]:
    """Give the claims as everybody may see them while the deal runs."""
    return tuple(ClaimView(claim.seat, claim.kind, claim.remedy == "a") for claim in claims)
