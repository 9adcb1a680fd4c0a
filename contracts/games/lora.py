"""Lora: a match of trick contracts and a layout, all points bad (rules LO-1 to LO-62; the book is `lora.md`).

May import msgspec and the leaves of `contracts.games`. The options are in `lora_options.py`, the shapes and their
texts in `lora_state.py`, scores and penalties in `lora_score.py`, what may be seen in `lora_view.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from contracts.games.cards import HAND_BITS, PACK, PER_SUIT, SUIT_BITS, WHOLE, Card, cards, hand_of, parse_cards
from contracts.games.game import BadNotation, Deal, Fact, Reason, Refusal, Seat
from contracts.games.layout import fitting, lay, lay_aside, next_card
from contracts.games.lora_options import (
    ID,
    LORA,
    LORA_CHOSEN,
    LORA_LIBYAN,
    LORA_SMALL,
    OPTION_RULES,
    PRESETS,
    Contract,
    ContractOrder,
    DealRotation,
    IllegalMovePolicy,
    JackClubsScoring,
    LayoutDirection,
    Options,
    Version,
    conflict,
    contracts,
    deals_in_match,
    pieces,
    seat_count,
    sides,
)
from contracts.games.lora_score import SCHEDULE, again, carry, chargeable, next_starter, outcome
from contracts.games.lora_state import (
    CALLS,
    CUTS,
    NAMES,
    NAMINGS,
    PASS,
    PLAYS,
    REFUSE_CUT,
    Cut,
    Laid,
    Move,
    Name,
    Offence,
    Pass,
    Phase,
    Play,
    RefuseCut,
    State,
    Terms,
    Two,
    move_text,
    parse_move,
    read_carry,
    read_state,
    write_state,
)
from contracts.games.lora_view import LoraView, show
from contracts.games.tricks import winning

__all__ = [
    "CODES", "ID", "LAST_DEAL", "LORA", "LORA_CHOSEN", "LORA_LIBYAN", "LORA_SMALL", "LOW_WINS", "MAX_SEATS",
    "MIN_SEATS", "NAME", "OPTION_RULES", "PRESETS", "Contract", "ContractOrder", "Cut", "DealRotation",
    "IllegalMovePolicy", "JackClubsScoring", "LayoutDirection", "LoraView", "Move", "Name", "Offence", "Options",
    "Pass", "Phase", "Play", "RefuseCut", "State", "Two", "Version", "again", "auto_move", "carry", "charge",
    "chargeable", "conflict", "contracts", "deals_in_match", "forfeit", "late", "match_over", "move_text", "moves",
    "next_starter", "offence", "offend", "outcome", "parse_move", "pieces", "play", "read_state", "refuse",
    "reveal", "seat_count", "seat_name", "sides", "start", "turn", "view", "write_state",
]  # fmt: skip

NAME = "lora"
MIN_SEATS = 3  # LO-2
MAX_SEATS = 4  # LO-1
LOW_WINS = True  # LO-38
LAST_DEAL = True  # LO-9, LO-38: the number of deals ends the match
CODES: tuple[str, ...] = (  # in the order of LO-46
    "DEAL_OVER",
    "CUT_FIRST",
    "CUT_RANGE",
    "CUT_NOT_REFUSABLE",
    "ALREADY_CUT",
    "NAMING_OVER",
    "CONTRACT_FIRST",
    "NOT_IN_THE_SET",
    "CONTRACT_USED",
    "CARD_NOT_HELD",
    "CALL_MISPLACED",
    "NO_PASS_IN_TRICKS",
    "TWO_CARDS",
    "NOT_YOUR_TURN",
    "FOLLOW_SUIT",
    "SUIT_NOT_OPENED",
    "NOT_NEXT_IN_SUIT",
    "PASS_WHILE_ABLE",
    "OFFENCE_UNKNOWN",
    "NOT_THE_DEALER",
    "OFFENCE_NOT_HERE",
)

_OFFERED = 3  # so many possible moves at most are offered with a refusal
_ONLY_PASS = (PASS,)
# For each suit and each of its subsets the plays of its cards: legal moves are looked up, for a game is folded often.
_IN_SUIT = tuple(
    tuple(tuple(PLAYS[card] for card in cards(bits << PER_SUIT * suit)) for bits in range(SUIT_BITS + 1))
    for suit in range(4)
)
# Where each card, and each suit, of a seat stands in the joined hands.
_CARD_AT = tuple(tuple(1 << HAND_BITS * seat + card for card in range(len(PACK))) for seat in range(MAX_SEATS))
_SUIT_AT = tuple(tuple(HAND_BITS * seat + PER_SUIT * suit for suit in range(4)) for seat in range(MAX_SEATS))
_TRICKS = Phase.TRICKS
_REJECT = IllegalMovePolicy.REJECT
_LIBYAN = Version.LIBYAN
_ENDED_BY = {Reason.PLAYED: "LO-22", Reason.OUT: "LO-34", Reason.PENALTY: "LO-41"}
_OFFENCE = {  # what a refusal is under `illegal_move_policy=penalise` (LO-46)
    "TWO_CARDS": "LP-3",
    "NOT_YOUR_TURN": "LP-2",
    "FOLLOW_SUIT": "LP-8",
    "SUIT_NOT_OPENED": "LP-9",
    "NOT_NEXT_IN_SUIT": "LP-9",
    "PASS_WHILE_ABLE": "LP-12",
}


def seat_name(seat: Seat) -> str:
    """Give the seat's name, S0 to S3 in turn order."""
    return NAMES[seat]


# --- start of a deal


def start(options: Options, deal: Deal) -> State:
    """Put the shuffled pack before the player who cuts (LO-11).

    `deal.starter` is the dealer, by default S0, whose seat was drawn by lot (LO-7). ValueError for conflicting options,
    a dealer who is not seated, an order that is not the pack, a deal beyond the last one.
    """
    order, whole, last = _terms(options)
    n = options.players
    dealer = 0 if deal.starter is None else deal.starter
    if not 0 <= dealer < n:
        raise ValueError(f"dealer {dealer} is no seat of {n}")
    if not 1 <= deal.number <= last:
        raise BadNotation("notation/deal-number", number=deal.number, most=last)
    pack = parse_cards(deal.order)
    if len(pack) != len(whole) or whole != set(deal.order):  # LO-2, LO-3
        raise BadNotation("notation/deal-pack", count=len(whole))
    named, tries = read_carry(deal.carry, n) if deal.carry else (((),) * n, 0)
    chosen = options.contract_order is ContractOrder.CHOSEN
    return State(
        joined=0,
        trick=(),
        turn=(dealer - 1) % n,  # LO-11
        past=(),
        won=(),
        options=options,
        terms=Terms(deal.number, dealer, named, tries),
        phase=Phase.CUT,
        contract=None if chosen else order[(deal.number - 1) % len(order)],  # LO-9, LO-10
        laid=Laid((0,) * n),
        pack=pack,
    )


@lru_cache(maxsize=64)
def _terms(options: Options) -> tuple[tuple[Contract, ...], frozenset[str], int]:
    """Give contracts, pack and number of deals; ValueError where the options cannot stand together."""
    if found := conflict(options):
        raise ValueError(f"options that cannot stand together: {found.facts['first']}, {found.facts['second']}")
    return contracts(options), frozenset(pieces(options)), deals_in_match(options)


# --- legality, generated


def turn(s: State) -> Seat | None:
    """Give the seat whose move is awaited."""
    return s.turn


def moves(s: State) -> tuple[Move, ...]:
    """Generate the correct moves, sorted: cards in the pack's order, contracts in the book's (LO-49)."""
    seat = s.turn
    if seat is None:
        return ()
    phase = s.phase
    if phase is _TRICKS:
        trick = s.trick
        if trick:  # LO-17
            suit = trick[0] >> 3
            following = _IN_SUIT[suit][s.joined >> _SUIT_AT[seat][suit] & SUIT_BITS]
            if following:
                return following
        return _any_of(s.joined >> HAND_BITS * seat)  # LO-16, LO-18
    if phase is Phase.LAYOUT:
        fits = _hand(s, seat) & fitting(s.laid.base, s.laid.rows)
        if not fits:
            return _ONLY_PASS  # LO-33
        return tuple([CALLS[card] for card in cards(fits)]) if _must_call(s, seat) else _any_of(fits)  # LO-32
    if phase is Phase.CUT:
        cuts = CUTS[: len(s.pack) - 1]  # LO-12
        return (*cuts, REFUSE_CUT) if s.options.packet_deal_on_refused_cut else cuts
    used = () if s.extra else s.terms.named[seat]
    return tuple(NAMINGS[contract] for contract in contracts(s.options) if contract not in used)  # LO-10


def _any_of(hand: int) -> tuple[Play, ...]:
    spades, hearts, diamonds, clubs = _IN_SUIT
    return spades[hand & 255] + hearts[hand >> 8 & 255] + diamonds[hand >> 16 & 255] + clubs[hand >> 24 & 255]


def _hand(s: State, seat: Seat) -> int:
    return s.joined >> HAND_BITS * seat & WHOLE


def _must_call(s: State, seat: Seat) -> bool:
    """Whether a card played now leaves one, which must be announced and laid down (LO-61)."""
    return s.options.version is _LIBYAN and _hand(s, seat).bit_count() == 2


# --- legality, judged


def refuse(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move in the book's order (LO-46); None where it is accepted, as an offence too (LO-49).

    Never asks `moves`.
    """
    found = _judge(s, seat, m)
    if found is None or _penalised(s, m, found):
        return None
    if seat != s.turn or s.phase not in (Phase.TRICKS, Phase.LAYOUT):
        return found
    able = tuple(_able(s, seat))
    return Refusal(found.code, found.rule, {**found.facts, "offers": able}) if len(able) <= _OFFERED else found


def offence(s: State, seat: Seat, m: Move) -> str:
    """Give the id in the schedule under which an accepted move is an offence (LO-49); empty where it is none."""
    found = _judge(s, seat, m)
    if found is not None:
        return _penalised(s, m, found)
    return "LP-10" if _call_missing(s, seat, m) else ""


def _call_missing(s: State, seat: Seat, m: Move) -> bool:
    return isinstance(m, Play) and s.phase is Phase.LAYOUT and not m.call and _must_call(s, seat)  # LO-61


def _penalised(s: State, m: Move, found: Refusal) -> str:
    """Give the offence that a forbidden move is where offences are accepted; empty where it is refused all the same."""
    if s.options.illegal_move_policy is _REJECT or (found.code == "NOT_YOUR_TURN" and not isinstance(m, Play)):
        return ""
    return _OFFENCE.get(found.code, "")


def _judge(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Give the first thing that is wrong with a move (LO-46)."""
    if s.over is not None:
        return Refusal("DEAL_OVER", _ENDED_BY.get(s.over, "LO-41"), {"reason": str(s.over)})
    assert s.turn is not None
    if s.phase is Phase.CUT:
        return _judge_cut(s, seat, m)
    if isinstance(m, (Cut, RefuseCut)):
        return Refusal("ALREADY_CUT", "LO-13")
    if isinstance(m, Name):
        return _judge_naming(s, seat, m.contract)
    if s.phase is Phase.NAME:  # LO-10
        return Refusal("CONTRACT_FIRST", "LO-10", {"seat": s.turn})
    tricks = s.phase is Phase.TRICKS
    rule = "LO-21" if tricks else "LO-32"
    asked = (m.card,) if isinstance(m, Play) else (m.first, m.second) if isinstance(m, Two) else ()
    for card in asked:
        if not _hand(s, seat) & card.bit:
            return Refusal("CARD_NOT_HELD", rule, {"card": str(card)})
    if isinstance(m, Play) and m.call and (tricks or not _must_call(s, seat)):  # LO-61
        return Refusal("CALL_MISPLACED", "LO-61", {"card": str(m.card)})
    if isinstance(m, Pass) and tricks:
        return Refusal("NO_PASS_IN_TRICKS", "LO-21")
    if isinstance(m, Two):
        return Refusal("TWO_CARDS", rule)
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "LO-15" if tricks else "LO-32", {"seat": s.turn})
    if isinstance(m, Pass):
        able = any(_judge_layout(s, card) is None for card in cards(_hand(s, seat)))
        return Refusal("PASS_WHILE_ABLE", "LO-32") if able else None
    return _judge_follow(s, seat, m.card) if tricks else _judge_layout(s, m.card)


def _judge_cut(s: State, seat: Seat, m: Move) -> Refusal | None:
    """Judge a move while the pack waits to be cut (LO-11, LO-12)."""
    assert s.turn is not None
    if not isinstance(m, (Cut, RefuseCut)):
        return Refusal("CUT_FIRST", "LO-11", {"seat": s.turn})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "LO-11", {"case": "cut", "seat": s.turn})
    if isinstance(m, RefuseCut):
        return None if s.options.packet_deal_on_refused_cut else Refusal("CUT_NOT_REFUSABLE", "LO-12")
    if not 1 <= m.at < len(s.pack):
        return Refusal("CUT_RANGE", "LO-12", {"most": len(s.pack) - 1})
    return None


def _judge_naming(s: State, seat: Seat, contract: Contract) -> Refusal | None:
    """Judge the naming of a contract (LO-10 with `contract_order=chosen`)."""
    assert s.turn is not None
    if s.phase is not Phase.NAME:
        return Refusal("NAMING_OVER", "LO-10", {"contract": str(s.contract)})
    if seat != s.turn:
        return Refusal("NOT_YOUR_TURN", "LO-10", {"case": "name", "seat": s.turn})
    if contract not in contracts(s.options):
        return Refusal("NOT_IN_THE_SET", "LO-10", {"contract": str(contract)})
    if contract in s.terms.named[seat] and not s.extra:
        return Refusal("CONTRACT_USED", "LO-10", {"contract": str(contract)})
    return None


def _judge_follow(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Judge a card for a trick: the suit led, if the player has it (LO-16 to LO-18)."""
    if not s.trick:
        return None
    led = s.trick[0]
    if card.suit == led.suit or all(other.suit != led.suit for other in cards(_hand(s, seat))):
        return None
    return Refusal("FOLLOW_SUIT", "LO-17", {"card": str(card), "led": str(led), "suit": str(led)[1]})


def _judge_layout(s: State, card: Card) -> Refusal | None:
    """Judge a card for the layout (LO-29 to LO-31)."""
    if s.laid.base is None:
        return None
    follows = next_card(s.laid.base, s.laid.rows, card.suit)
    if card == follows:
        return None
    facts: dict[str, Fact] = {"card": str(card), "next": str(follows)}
    if not s.laid.rows[card.suit]:
        return Refusal("SUIT_NOT_OPENED", "LO-31", facts)
    return Refusal("NOT_NEXT_IN_SUIT", "LO-31", facts)


def _able(s: State, seat: Seat) -> Iterator[str]:
    """Give what the judge would accept from the seat on turn instead: a refusal offers it to the player."""
    tricks = s.phase is Phase.TRICKS
    made = CALLS if not tricks and _must_call(s, seat) else PLAYS
    found = False
    for card in cards(_hand(s, seat)):
        if (_judge_follow(s, seat, card) if tricks else _judge_layout(s, card)) is None:
            found = True
            yield str(made[card])
    if not found:
        yield str(PASS)


# --- play


def play(s: State, m: Move) -> State:
    """Carry out an accepted move, an offence with its consequence (LO-49). Trusts: `refuse` has been asked.

    A card says by itself whose it is, so a card out of turn is its holder's.
    """
    if s.phase is not _TRICKS:
        return _apart_from_tricks(s, m)
    options = s.options
    if options.illegal_move_policy is not _REJECT:
        seat = _mover(s, m)
        if wrong := offence(s, seat, m):
            return _commit(s, seat, m, wrong)
    assert isinstance(m, Play)
    assert s.turn is not None
    seat, card, n = s.turn, m.card, options.players
    joined = s.joined ^ _CARD_AT[seat][card]
    trick = s.trick + (card,)  # noqa: RUF005  # half the time of unpacking, on the path that every move takes
    if len(trick) < n:
        return replace(s, joined=joined, trick=trick, turn=(seat + 1) % n)
    # The trick is complete; its winner leads to the next (LO-15, LO-19).
    winner = (seat + 1 + winning(trick)) % n
    past, won = s.past + trick, (*s.won, winner)
    if joined:
        return replace(s, joined=joined, trick=(), past=past, won=won, turn=winner)
    return replace(s, joined=joined, trick=(), past=past, won=won, turn=None, over=Reason.PLAYED)  # LO-22


def _apart_from_tricks(s: State, m: Move) -> State:
    """Carry out a cut, a naming, or a move of the layout."""
    if s.phase is Phase.LAYOUT:
        strict = s.options.illegal_move_policy is _REJECT
        seat = s.turn if strict and s.turn is not None else _mover(s, m)
        if strict and _call_missing(s, seat, m):
            return _commit(s, seat, m, "LP-10")
        if not strict and (wrong := offence(s, seat, m)):
            return _commit(s, seat, m, wrong)
        if isinstance(m, Play):
            return _to_layout(s, seat, m.card)
        assert isinstance(m, Pass)
        return _pass(s, seat)
    match m:
        case Name(contract):
            return replace(s, contract=contract, phase=_phase(contract), turn=s.leader)
        case Cut(at):
            return _dealt(s, (*s.pack[at:], *s.pack[:at]), packets=False)
        case _:
            assert isinstance(m, RefuseCut)
            return _dealt(s, s.pack, packets=True)


def _mover(s: State, m: Move) -> Seat:
    """Give whose move it is: the card's holder, else the seat on turn."""
    assert s.turn is not None
    card = m.card if isinstance(m, Play) else m.first if isinstance(m, Two) else None
    if card is None:
        return s.turn
    return next(seat for seat, hand in enumerate(s.held) if hand & card.bit)


def _dealt(s: State, pack: tuple[Card, ...], *, packets: bool) -> State:
    """Deal the pack singly, or in packets after a refused cut, beginning with the leader (LO-12 to LO-14)."""
    n, leader = s.options.players, s.leader
    size = len(pack) // n
    joined = 0
    for at in range(n):
        hand = hand_of(pack[at * size : (at + 1) * size] if packets else pack[at::n])
        joined |= hand << HAND_BITS * ((leader + at) % n)
    return replace(s, joined=joined, turn=leader, phase=_phase(s.contract), pack=())


def _phase(contract: Contract | None) -> Phase:
    """Give what follows: the naming, or the play, which the leader begins (LO-15, LO-29)."""
    if contract is None:
        return Phase.NAME
    return Phase.LAYOUT if contract is Contract.LAYOUT else Phase.TRICKS


def _to_layout(s: State, seat: Seat, card: Card) -> State:
    """Lay a card (LO-29, LO-30), announce the last one (LO-61), and end the deal with it (LO-34)."""
    before = s.laid
    base = card.rank if before.base is None else before.base
    rows = lay(before.rows, card)
    if s.aside:
        rows, _ = lay_aside(base, rows, s.aside)  # LO-36
    called = (*before.called, seat) if _must_call(s, seat) else before.called
    laid = Laid(before.passes, base, rows, called, card)
    joined = s.joined ^ _CARD_AT[seat][card]
    if joined >> HAND_BITS * seat & WHOLE:
        return replace(s, joined=joined, turn=_following(s, seat), laid=laid)
    return replace(s, joined=joined, turn=None, laid=laid, over=Reason.OUT)


def _pass(s: State, seat: Seat) -> State:
    passes = tuple(number + (at == seat) for at, number in enumerate(s.laid.passes))
    return replace(s, turn=_following(s, seat), laid=replace(s.laid, passes=passes))  # LO-33: as often as need be


def _following(s: State, seat: Seat) -> Seat:
    """Give who comes next in the layout (LO-6)."""
    step = -1 if s.options.layout_direction is LayoutDirection.CLOCKWISE else 1
    return (seat + step) % s.options.players


# --- offences


def _commit(s: State, seat: Seat, m: Move, wrong: str) -> State:
    """Carry out a move that is an offence: booked, and corrected (LO-42) or the end of the deal (LO-41)."""
    booked = charge(s, seat, wrong)
    if wrong == "LP-10":  # LO-42: the call is supplied
        assert isinstance(m, Play)
        return _to_layout(booked, seat, m.card)
    if wrong == "LP-9" and not _hand(s, seat) & fitting(s.laid.base, s.laid.rows):  # the only right action is entered
        return _pass(booked, seat)
    return booked


def charge(s: State, seat: Seat, offence: str) -> State:
    """Book an offence with its consequence (LO-41 to LO-44). Trusts: `chargeable` has been asked.

    After the end of its deal an offence costs its points only (LO-44).
    """
    booked = replace(s, offences=(*s.offences, Offence(offence, seat)))
    if s.over is not None or SCHEDULE[offence].then in ("corrected", "goes_on"):
        return booked
    return replace(booked, turn=None, over=Reason.PENALTY, ended=offence)


def late(s: State, waited_ms: int) -> str:
    """Give the offence of a naming, play or pass so long after its turn began; empty where it is none (LO-48)."""
    limit = s.options.slow_move_limit_s
    return "" if limit is None or s.phase is Phase.CUT or waited_ms <= 1000 * limit else "LP-13"


def offend(s: State, seat: Seat) -> State | None:  # noqa: ARG001  # Lora's offences are moves, or an arbiter's charge
    """Give None: Lora knows no claims of inability; a false pass is a move (LP-12)."""
    return None


def forfeit(s: State, seat: Seat) -> State:
    """End the deal against a seat whose time has run out, where that was agreed: +8 as for LO-41 (BG-20)."""
    assert s.over is None
    return charge(s, seat, "BG-20")


# --- end of a match


def match_over(options: Options, totals: tuple[int, ...], deals: int) -> bool:  # noqa: ARG001  # no total ends it
    """Say whether the last deal has been played (LO-9, LO-38)."""
    return deals >= deals_in_match(options)


# --- absent players


def auto_move(s: State) -> Move:
    """Give the move made for an absent player: he cuts in the middle, names the first contract left, plays low.

    The lowest rank that is legal, spades before hearts, diamonds and clubs, with the announcement where it is due.
    """
    if s.phase is Phase.CUT:
        return CUTS[len(s.pack) // 2 - 1]
    found = moves(s)
    return min(found, key=lambda m: (m.card.rank, m.card.suit) if isinstance(m, Play) else (0, 0))


# --- what may be seen


def view(s: State, seat: Seat | None) -> LoraView:
    """Give what a seat may see while the deal runs: its own hand, the trick on the table, the layout.

    A finished deal's hands and tricks lie open.
    """
    mine = tuple(map(str, moves(s))) if seat is not None and seat == s.turn else ()
    return show(s, seat, mine, outcome(s), opened=s.over is not None)


def reveal(s: State) -> LoraView:
    """Give the view with all hands and tricks open and the correct moves of the seat on turn."""
    return show(s, None, tuple(map(str, moves(s))), outcome(s), opened=True)
