"""The shapes of a Lora deal and their texts: options, contracts, state, moves; move text, carry and state line.

May import msgspec and the leaves of `contracts.games`. The rules over these shapes are in `lora.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from contracts.games.cards import PACK, SUITS, Card, cards, hand_of, join, parse_card, split, texts
from contracts.games.game import BadNotation, Reason, Seat
from contracts.games.layout import EMPTY, Rows, lying
from contracts.games.lora_options import Contract, Options, contracts
from contracts.games.options import MAX_DIGITS, one_of, options_of, whole
from contracts.games.tricks import winners

NAMES: Final = ("S0", "S1", "S2", "S3")
ASIDE: Final = hand_of((parse_card("7d"), parse_card("8d")))
"""What three players set aside (LO-2)."""


# --- the deal


class Phase(StrEnum):
    """What is awaited; it stays what it was last when the deal is over."""

    CUT = "cut"  # LO-11
    NAME = "name"  # a contract must be named (`contract_order=chosen`)
    TRICKS = "tricks"
    LAYOUT = "layout"


class Offence(msgspec.Struct, frozen=True, gc=False):
    """An offence that was booked: its id in the schedule and who committed it. Text `S2:LP-8`."""

    id: str
    seat: Seat

    def __str__(self) -> str:
        return f"{NAMES[self.seat]}:{self.id}"


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What the match gives to a deal: its number, the dealer, and what the deals before hand on.

    `named` are the contracts that each seat has named in earlier deals (LO-10), `tries` the attempts at this deal that
    had no result (LO-59).
    """

    number: int
    dealer: Seat
    named: tuple[tuple[Contract, ...], ...]
    tries: int = 0


class Laid(msgspec.Struct, frozen=True, gc=False):
    """The layout: the starting rank, how many cards lie of each suit, passes by seat, who has announced, the last card.

    `base` and `last` are None before the first card.
    """

    passes: tuple[int, ...]
    base: int | None = None
    rows: Rows = EMPTY
    called: tuple[Seat, ...] = ()
    last: Card | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """One deal. `turn` is None exactly when `over` says why.

    `joined` has the hands of all seats (`join`), and `pack` is the uncut pack while the cut is awaited, empty after
    that. In the trick contracts `trick` are the cards on the table and `past` those of the complete tricks, both in the
    order in which they were played, and `won` is the winner of each complete one. `ended` is the offence that ended the
    deal, empty where none did. A table's game is folded often: few fields, and the busy ones first, make that quicker.
    """

    joined: int
    trick: tuple[Card, ...]
    turn: Seat | None
    past: tuple[Card, ...]
    won: tuple[Seat, ...]
    options: Options
    terms: Terms
    phase: Phase
    contract: Contract | None
    laid: Laid
    pack: tuple[Card, ...] = ()
    offences: tuple[Offence, ...] = ()
    over: Reason | None = None
    ended: str = ""

    @property
    def number(self) -> int:
        """The deal's number in the match."""
        return self.terms.number

    @property
    def dealer(self) -> Seat:
        """The dealer, D."""
        return self.terms.dealer

    @property
    def held(self) -> tuple[int, ...]:
        """A hand for each seat (see `cards`); all empty before the cut."""
        return split(self.joined, self.options.players)

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card that was played to a trick, in order."""
        return self.past + self.trick

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands as cards, sorted; all empty before the cut."""
        return tuple(map(cards, self.held))

    @property
    def leader(self) -> Seat:
        """The seat that leads, names and is dealt to first: next(D) (LO-14, LO-15)."""
        return (self.dealer + 1) % self.options.players

    @property
    def extra(self) -> bool:
        """Whether this is one of the deals after the regular ones (`extra_deals`)."""
        return self.number > self.options.players * len(contracts(self.options))

    @property
    def aside(self) -> int:
        """The cards set aside, as a hand (LO-2)."""
        return ASIDE if self.options.players == 3 else 0


# --- moves


class Cut(msgspec.Struct, frozen=True, order=True, gc=False, tag="cut"):
    """Move the top `at` cards under the rest (LO-12). Text `cut 10`."""

    at: int

    def __str__(self) -> str:
        return f"cut {self.at}"


class RefuseCut(msgspec.Struct, frozen=True, order=True, gc=False, tag="refuse_cut"):
    """Leave the pack as it is: it is dealt in packets (LO-12). Text `refuse cut`."""

    def __str__(self) -> str:
        return "refuse cut"


class Name(msgspec.Struct, frozen=True, order=True, gc=False, tag="name"):
    """Name the contract of the deal (LO-10). Text `name queens`."""

    contract: Contract

    def __str__(self) -> str:
        return f"name {self.contract}"


class Play(msgspec.Struct, frozen=True, order=True, gc=False, tag="play"):
    """Play a card, with the announcement of the last card or without (LO-61). Texts `Qd`, `8d!`."""

    card: Card
    call: bool = False

    def __str__(self) -> str:
        return f"{self.card}!" if self.call else str(self.card)


class Two(msgspec.Struct, frozen=True, order=True, gc=False, tag="two"):
    """Put two cards down at once, which is never right (LP-3). Text `Qd+Kd`."""

    first: Card
    second: Card

    def __str__(self) -> str:
        return f"{self.first}+{self.second}"


class Pass(msgspec.Struct, frozen=True, order=True, gc=False, tag="pass"):
    """Say that no card fits the layout (LO-33). Text `pass`."""

    def __str__(self) -> str:
        return "pass"


Move = Cut | RefuseCut | Name | Play | Two | Pass

# Every usual move, made once: a table's game is folded many times.
PASS = Pass()
REFUSE_CUT = RefuseCut()
CUTS = tuple(Cut(at) for at in range(1, len(PACK)))
PLAYS = tuple(Play(card) for card in PACK)
CALLS = tuple(Play(card, call=True) for card in PACK)
NAMINGS = {contract: Name(contract) for contract in Contract}
_EVERY: tuple[Move, ...] = (PASS, REFUSE_CUT, *CUTS, *PLAYS, *CALLS, *NAMINGS.values())
_MOVES: dict[str, Move] = {str(m): m for m in _EVERY}


def move_text(m: Move) -> str:
    """Write a move."""
    return str(m)


def parse_move(text: str) -> Move:
    """Read `cut 10`, `refuse cut`, `name queens`, `Qd`, `8d!`, `Qd+Kd` or `pass`. BadNotation names what is wrong."""
    known = _MOVES.get(text)
    if known is not None:
        return known
    word, _, rest = text.partition(" ")
    if word == "cut":
        if not (rest.isascii() and rest.isdigit() and len(rest) <= MAX_DIGITS):
            raise BadNotation("notation/cut", name=rest, text=text, column=5)
        return Cut(int(rest))
    if word == "name":
        raise BadNotation("notation/contract", text=rest, known=tuple(Contract), column=6)
    first, plus, second = text.partition("+")
    if plus:
        pair = Two(parse_card(first), parse_card(second))
        if pair.first == pair.second:
            raise BadNotation("notation/card-pair", text=text, column=len(first) + 2)
        return pair
    try:
        card = parse_card(text.removesuffix("!"))
    except BadNotation:
        raise BadNotation("notation/move-cards", text=text) from None
    return Play(card, call=text.endswith("!"))


# --- what one deal hands to the next


def write_carry(named: Sequence[Sequence[Contract]], tries: int) -> str:
    """Write what the next deal must know: `S1=queens+hearts,S2=layout,tries=1`; empty where it is nothing."""
    parts = [f"{NAMES[seat]}={'+'.join(each)}" for seat, each in enumerate(named) if each]
    return ",".join((*parts, f"tries={tries}") if tries else parts)


def read_carry(text: str, players: int) -> tuple[tuple[tuple[Contract, ...], ...], int]:
    """Read what `write_carry` wrote: the contracts named by each seat, and the attempts. BadNotation for else."""
    named: list[tuple[Contract, ...]] = [()] * players
    tries = 0
    for part in text.split(",") if text else ():
        name, _, value = part.partition("=")
        if name == "tries" and value in {"1", "2"}:  # LO-59
            tries = int(value)
            continue
        try:
            seat = NAMES[:players].index(name)
            named[seat] = tuple(map(Contract, value.split("+")))
        except ValueError:
            raise BadNotation("notation/carry", text=part) from None
    return tuple(named), tries


# --- the state line

_COMMON: Final = tuple(name for name in Options.__struct_fields__ if name != "players")
_DEFAULTS: Final = Options()


def write_state(s: State) -> str:
    """Write the state as one line: words first, then what lies on the table, then the hands.

    `deal=3 dealer=S0 contract=queens turn=S2 | played 9d | S0 Js Qs .. | S1 .. | S2 .. | S3 ..`. Before the cut the
    second part is `pack` with the whole pack; in the layout it is `lies`, each suit from the starting rank on. Options
    that are not the book's default stand among the words.
    """
    words = [f"deal={s.number}", f"dealer={NAMES[s.dealer]}"]
    words += [] if s.contract is None else [f"contract={s.contract}"]
    words += [] if s.turn is None else [f"turn={NAMES[s.turn]}"]
    words += [f"passes={','.join(map(str, s.laid.passes))}"] if any(s.laid.passes) else []
    words += [f"called={','.join(NAMES[seat] for seat in s.laid.called)}"] if s.laid.called else []
    words += [] if s.laid.last is None else [f"last={s.laid.last}"]
    words += [f"offences={','.join(map(str, s.offences))}"] if s.offences else []
    carried = write_carry(s.terms.named, s.terms.tries)
    words += [f"carry={carried}"] if carried else []
    words += [] if s.over is None else [f"over={s.over}"]
    words += [f"ended={s.ended}"] if s.ended else []
    for name in _COMMON:
        value = getattr(s.options, name)
        if value != getattr(_DEFAULTS, name):
            words.append(f"{name}={_option_word(value)}")
    parts = [" ".join(words)]
    if s.phase is Phase.CUT and s.pack:
        parts.append(f"pack {' '.join(map(str, s.pack))}")
    elif s.played:
        parts.append(f"played {' '.join(map(str, s.played))}")
    elif s.laid.base is not None:
        parts.append(f"lies {' '.join(map(str, _lies(s)))}")
    parts += [f"{NAMES[seat]} {' '.join(texts(hand)) or '-'}" for seat, hand in enumerate(s.held)]
    return " | ".join(parts)


def _lies(s: State) -> tuple[Card, ...]:
    return tuple(card for suit in range(len(SUITS)) for card in lying(s.laid.base, s.laid.rows, suit))


def _option_word(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value).lower()


def read_state(text: str) -> State:
    """Read a line of `write_state`, or an excerpt: `deal`, `dealer` and `turn` may be missing where they follow.

    BadNotation names what does not fit: an unknown word, a card that is there twice, hands of the wrong sizes.
    """
    head, *rest = text.split(" | ")
    words = _read_words(head)
    parts = {part.split()[0]: part.split()[1:] for part in rest if part.split()}
    seats = [name for name in parts if name in NAMES]
    n = len(seats)
    if n not in {3, 4} or tuple(seats) != NAMES[:n]:  # LO-1, LO-2
        raise BadNotation("notation/state-hands", named=tuple(seats) or "-")
    if foreign := parts.keys() - {*NAMES, "pack", "played", "lies"}:
        raise BadNotation("notation/card-part", text=min(foreign))
    if words.pop("players", str(n)) != str(n):
        raise BadNotation("notation/state-players", count=n)
    state = _build(words, parts, n)
    if fault := _fault(state):
        raise fault
    return state


def _read_words(head: str) -> dict[str, str]:
    words: dict[str, str] = {}
    for word in head.split():
        name, sign, value = word.partition("=")
        if not sign or name in words:
            raise BadNotation("notation/word", text=word, example="contract=queens")
        words[name] = value
    return words


def _build(words: dict[str, str], parts: Mapping[str, list[str]], n: int) -> State:
    """Put a state together; BadNotation says what cannot be."""
    pack, played, lies = (tuple(map(parse_card, parts.get(name, ()))) for name in ("pack", "played", "lies"))
    held = tuple(_read_hand(parts[name]) for name in NAMES[:n])
    dealer = _seat(words.pop("dealer", "S0"), n)
    contract = one_of(Contract, "contract", words.pop("contract")) if "contract" in words else None
    over = one_of(Reason, "over", words.pop("over")) if "over" in words else None
    phase = _phase(contract, pack, held)
    won = winners(played, (dealer + 1) % n, n)
    named, tries = read_carry(words.pop("carry", ""), n)
    due = (dealer + 1) % n
    if phase is Phase.CUT:
        due = (dealer - 1) % n
    elif phase is Phase.TRICKS:
        due = ((won[-1] if won else due) + len(played) % n) % n
    turn = _seat(words.pop("turn", NAMES[due]), n) if over is None else None
    number, ended = whole(words.pop("deal", "1"), "deal="), words.pop("ended", "")
    passes = tuple(whole(word, "passes=") for word in words.pop("passes", ",".join("0" * n)).split(","))
    called = tuple(_seat(name, n) for name in words.pop("called", "").split(",") if name)
    last = parse_card(words.pop("last")) if "last" in words else None
    offences = tuple(_read_offence(word, n) for word in words.pop("offences", "").split(",") if word)
    return State(
        joined=join(held),
        trick=played[len(won) * n :],
        turn=turn,
        past=played[: len(won) * n],
        won=won,
        options=options_of("lora/1", Options, words, players=n),
        terms=Terms(number, dealer, named, tries),
        phase=phase,
        contract=contract,
        laid=Laid(passes, lies[0].rank if lies else None, _read_rows(lies), called, last),
        pack=pack,
        offences=offences,
        over=over,
        ended=ended,
    )


def _phase(contract: Contract | None, pack: tuple[Card, ...], held: tuple[int, ...]) -> Phase:
    if pack and not any(held):
        return Phase.CUT
    if contract is None:
        return Phase.NAME
    return Phase.LAYOUT if contract is Contract.LAYOUT else Phase.TRICKS


def _read_hand(words: list[str]) -> int:
    held = [parse_card(word) for word in words if word != "-"]
    if len(set(held)) != len(held):
        raise BadNotation("notation/twice", text=str(next(card for card in held if held.count(card) > 1)))
    return hand_of(held)


def _read_rows(lies: tuple[Card, ...]) -> Rows:
    counts = [sum(card.suit == suit for card in lies) for suit in range(len(SUITS))]
    rows: Rows = (counts[0], counts[1], counts[2], counts[3])
    base = lies[0].rank if lies else None
    if lies != tuple(card for suit in range(len(SUITS)) for card in lying(base, rows, suit)):
        raise BadNotation("notation/layout", text=" ".join(map(str, lies)))
    return rows


def _seat(text: str, n: int) -> Seat:
    if text not in NAMES[:n]:
        raise BadNotation("notation/no-seat", text=text, known=tuple(NAMES[:n]))
    return NAMES.index(text)


def _read_offence(text: str, n: int) -> Offence:
    name, _, offence = text.partition(":")
    return Offence(offence, _seat(name, n))


def _fault(s: State) -> BadNotation | None:
    """Say what no deal can look like; None where the state can stand."""
    n = len(s.held)
    there = [*(card for hand in s.hands for card in hand), *s.pack, *s.played, *_lies(s)]
    if twice := [card for card in there if there.count(card) > 1]:
        return BadNotation("notation/twice", text=str(twice[0]))
    if s.aside & hand_of((*s.pack, *s.played, *(card for hand in s.hands for card in hand))):
        return BadNotation("notation/aside")
    if len(s.laid.passes) != n:
        return BadNotation("notation/each-seat", name="passes=")
    if s.phase is Phase.LAYOUT and hand_of(there) | s.aside != hand_of(PACK):
        return BadNotation("notation/layout-pack")
    sizes = [len(hand) for hand in s.hands]
    if s.phase is Phase.TRICKS and s.over is None:
        trick = len(s.played) % n
        leader = ((s.won[-1] if s.won else s.leader) + trick) % n
        gone = {(leader - back - 1) % n for back in range(trick)}
        if len({size + (seat in gone) for seat, size in enumerate(sizes)}) > 1 or s.turn != leader:
            return BadNotation("notation/hands-turn")
    if s.over is None and s.phase is not Phase.CUT and (not any(sizes) or (s.phase is Phase.LAYOUT and not all(sizes))):
        return BadNotation("notation/is-over")
    return None
