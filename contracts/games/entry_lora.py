"""Deals of Lora scored over the board: what the entry of each contract must add up to. Pure.

What can be checked: that it is this contract's turn, or one that the leader has left; that the points are a way of
sharing out the contract's tricks, queens, hearts or cards; that penalties are sums of the schedule. What cannot: who
took what, and that a card was left. May import the leaves and the modules of Lora.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from contracts.games import lora_score
from contracts.games.entry import Booked, Entry, end_fault, form_fault, points_fault
from contracts.games.game import Fact, Outcome, Reason, Refusal, Seat
from contracts.games.lora_options import (
    Contract,
    ContractOrder,
    JackClubsScoring,
    Options,
    Version,
    contracts,
)
from contracts.games.lora_score import MAX_TRIES, SCHEDULE
from contracts.games.lora_state import Laid, Phase, State, Terms, read_carry
from contracts.games.match import Match

Points = tuple[int, ...]


class Scored(NamedTuple):
    """A deal's rule, points and winners, and the cards still held."""

    rule: str
    points: Points
    winners: tuple[Seat, ...]
    left: Points


_SLAM: Final = -8
_UNIT: Final = 4  # every line of the schedule costs a multiple of it
_ENDS: Final = ("ends", "redealt")


# --- what a contract's counts bring (LO-23 to LO-28, LO-52 to LO-58)


class Sharing(NamedTuple):
    """How a contract is shared out: its rule, how much there is to count, and the points of such a count."""

    rule: str
    total: int
    points: Callable[[Points], Points]


def _each(points: int) -> Callable[[Points], Points]:
    return lambda counts: tuple(points * count for count in counts)


def _slam(points: int, total: int) -> Callable[[Points], Points]:
    return lambda counts: tuple(_SLAM if count == total else points * count for count in counts)


def _opposite(counts: Points) -> Points:  # LO-27
    taker = counts.index(1)
    return tuple(6 if seat == taker else 2 if seat == (taker + 2) % len(counts) else 0 for seat in range(len(counts)))


def _to_the_next(counts: Points) -> Points:  # LO-55
    payer = (counts.index(1) + 1) % len(counts)
    return tuple(8 if seat == payer else 0 for seat in range(len(counts)))


def _two_players(dealer: Seat, tries: int) -> Callable[[Points], Points]:
    """LO-58; without a result nobody scores, after the third attempt the dealer (LO-59)."""

    def points(counts: Points) -> Points:
        found = lora_score.two_players(counts)
        if found is not None:
            return found
        last = tries + 1 == MAX_TRIES
        return tuple(8 if last and seat == dealer else 0 for seat in range(len(counts)))

    return points


def sharing(options: Options, contract: Contract, dealer: Seat = 0, tries: int = 0) -> Sharing:
    """Give how a trick contract is shared out. `dealer` and `tries` count for `two_players` alone."""
    tricks = 10 if options.players == 3 else 8  # LO-2
    if options.version is Version.LIBYAN:
        return {
            Contract.HEARTS: Sharing("LO-52", 8, _slam(1, 8)),
            Contract.KING_HEARTS: Sharing("LO-53", 1, _each(8)),
            Contract.QUEENS: Sharing("LO-54", 4, _slam(2, 4)),
            Contract.JACK_CLUBS: Sharing("LO-55", 1, _to_the_next),
            Contract.SIXTH_TRICK: Sharing("LO-56", 1, _each(8)),
            Contract.TRICKS: Sharing("LO-57", 8, _slam(1, 8)),
            Contract.TWO_PLAYERS: Sharing("LO-58", 8, _two_players(dealer, tries)),
        }[contract]
    taker = options.jack_clubs_scoring is JackClubsScoring.TAKER_8
    return {
        Contract.MINIMUM: Sharing("LO-23", tricks, _each(1)),
        Contract.MAXIMUM: Sharing("LO-24", tricks, _each(-1)),
        Contract.QUEENS: Sharing("LO-25", 4, _each(2)),
        Contract.HEARTS: Sharing("LO-26", 8, _slam(1, 8)),
        Contract.JACK_CLUBS: Sharing("LO-27", 1, _each(8) if taker else _opposite),
        Contract.KING_LAST: Sharing("LO-28", 2, _each(4)),
        Contract.KING_HEARTS: Sharing("LO-28", 1, _each(4)),
        Contract.SIXTH_TRICK: Sharing("LO-28", 1, _each(4)),
    }[contract]


def _shares(total: int, seats: int) -> Iterator[Points]:
    """Give every way in which so many can be counted among so many seats."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, seats - 1):
            yield (first, *rest)


@lru_cache(maxsize=256)
def _possible(options: Options, contract: Contract, dealer: Seat, tries: int) -> frozenset[Points]:
    """Give every score that a contract can bring."""
    shared = sharing(options, contract, dealer, tries)
    return frozenset(shared.points(counts) for counts in _shares(shared.total, options.players))


# --- judging


def lora_entered(options: Options, match: Match, entry: Entry) -> Booked | Refusal:
    """Judge a deal of Lora: its contract, how it was shared out, offences, and what it hands to the next."""
    n = options.players
    reads = ("points", "contract", "counts", "passes", "doubled", "offence")
    if fault := form_fault(entry, n, reads=reads):
        return fault
    dealer = match.starter or 0
    named, tries = read_carry(match.carry, n) if match.carry else (((),) * n, 0)
    terms = Terms(match.deals + 1, dealer, named, tries)
    contract = _contract(options, terms, entry)
    if isinstance(contract, Refusal):
        return contract
    layout = contract is Contract.LAYOUT
    if fault := end_fault(entry, (Reason.OUT if layout else Reason.PLAYED, Reason.PENALTY)):
        return fault
    if fault := _penalty_fault(terms, contract, entry):
        return fault
    if entry.end is Reason.PENALTY:
        return _ended(options, terms, contract, entry)
    assert contract is not None
    found = _layout(options, entry) if layout else _tricks(options, terms, contract, entry)
    return found if isinstance(found, Refusal) else _booked(options, terms, contract, entry, found)


def _contract(options: Options, terms: Terms, entry: Entry) -> Contract | Refusal | None:
    """Judge whose turn it is among the contracts (LO-10); None for a deal that ended before one was named (LO-47)."""
    played = contracts(options)
    leader = (terms.dealer + 1) % options.players
    names = tuple(map(str, played))
    if options.contract_order is ContractOrder.FIXED:
        due = played[(terms.number - 1) % len(played)]
        if entry.contract not in ("", due):
            return Refusal(
                "entry/contract", "LO-10", {"case": "turn", "expected": str(due), "got": entry.contract[:40]}
            )
        return due
    if not entry.contract:
        if entry.end is Reason.PENALTY:
            return None
        return Refusal("entry/contract", "LO-10", {"case": "missing", "seat": leader, "known": names})
    if entry.contract not in names:
        return Refusal("entry/contract", "LO-10", {"case": "unknown", "got": entry.contract[:40], "known": names})
    contract = Contract(entry.contract)
    extra = terms.number > options.players * len(played)
    if contract in terms.named[leader] and not extra:
        return Refusal("entry/contract", "LO-10", {"case": "used", "seat": leader, "got": str(contract)})
    return contract


def _penalty_fault(terms: Terms, contract: Contract | None, entry: Entry) -> Refusal | None:
    """Judge the penalties, and the offence that ended the deal if one did (LO-40 to LO-45)."""
    for seat, got in enumerate(entry.penalties):
        if got < 0 or got % _UNIT:
            return Refusal("entry/penalty", "LO-45", {"case": "sum", "seat": seat, "got": got, "each": _UNIT})
    if entry.end is not Reason.PENALTY:
        return Refusal("entry/field", facts={"field": "offence"}) if entry.offence else None
    line = SCHEDULE.get(entry.offence)
    endings = tuple(id for id, each in SCHEDULE.items() if each.then in _ENDS)  # noqa: A001  # the schedule's word
    if line is None or line.then not in _ENDS:
        facts: dict[str, Fact] = {"case": "unknown", "offence": entry.offence[:40], "known": endings}
        return Refusal("entry/offence", "LO-41", facts)
    phase = Phase.NAME if contract is None else Phase.LAYOUT if contract is Contract.LAYOUT else Phase.TRICKS
    if line.phase not in (None, phase):
        return Refusal("entry/offence", entry.offence, {"case": "phase", "offence": entry.offence})
    if entry.offence == "LP-1" and entry.seat != terms.dealer:
        return Refusal("entry/offence", "LP-1", {"case": "dealer", "offence": "LP-1", "seat": terms.dealer})
    seat = entry.seat or 0
    if entry.penalties and entry.penalties[seat] < line.points:
        got = entry.penalties[seat]
        return Refusal("entry/penalty", entry.offence, {"case": "least", "seat": seat, "got": got, "each": line.points})
    return None


def _ended(options: Options, terms: Terms, contract: Contract | None, entry: Entry) -> Booked | Refusal:
    """Book a deal that an offence ended: nobody scores it (LO-41, LO-43, LO-47)."""
    nothing = (0,) * options.players
    for name in ("counts", "passes"):
        if getattr(entry, name):
            return Refusal("entry/field", facts={"field": name})
    if fault := points_fault(entry, nothing, "LO-41"):
        return fault
    return _booked(options, terms, contract, entry, Scored(entry.offence, nothing, (), nothing))


def _tricks(options: Options, terms: Terms, contract: Contract, entry: Entry) -> Scored | Refusal:
    """Judge how a trick contract was shared out, by what was counted, or by the points alone."""
    for name in ("passes", "doubled"):
        if getattr(entry, name):
            return Refusal("entry/field", facts={"field": name})
    dealer, tries = terms.dealer, terms.tries
    shared = sharing(options, contract, dealer, tries)
    rule = shared.rule
    if entry.counts:
        if min(entry.counts) < 0 or sum(entry.counts) != shared.total:
            facts: dict[str, Fact] = {"case": "counts", "expected": shared.total, "got": sum(entry.counts)}
            return Refusal("entry/sum", rule, facts | {"contract": str(contract)})
        points = shared.points(entry.counts)
        if fault := points_fault(entry, points, rule):
            return fault
    else:
        if not entry.points:
            return Refusal("entry/columns", facts={"field": "points", "seats": options.players, "count": 0})
        points = entry.points
        possible = _possible(options, contract, dealer, tries)
        sums = sorted({sum(each) for each in possible}, reverse=True)
        if sum(points) not in sums:
            facts = {"case": "points", "expected": tuple(map(str, sums)), "got": sum(points)}
            return Refusal("entry/sum", rule, facts | {"contract": str(contract)})
        if points not in possible:
            got = tuple(map(str, points))
            return Refusal("entry/share", rule, {"contract": str(contract), "got": got})
    if contract is Contract.TWO_PLAYERS and sorted(points) != [0, 0, 4, 4]:
        rule = "LO-59"
    least = min(points)
    winners = tuple(seat for seat, each in enumerate(points) if each == least) if len(set(points)) > 1 else ()
    return Scored(rule, points, winners, (0,) * options.players)


def _layout(options: Options, entry: Entry) -> Scored | Refusal:
    """Judge a layout: who is out, cards left, passes where they cost something (LO-35, LO-60, LO-62)."""
    n = options.players
    libyan = options.version is Version.LIBYAN
    rule = "LO-60" if libyan else "LO-35"
    each = 2 if libyan else options.layout_pass_points
    if entry.doubled and not libyan:
        return Refusal("entry/field", facts={"field": "doubled"})
    if entry.passes and not each:
        return Refusal("entry/field", facts={"field": "passes"})
    passes = entry.passes or (0,) * n
    if each and not entry.passes:
        return Refusal("entry/columns", facts={"field": "passes", "seats": n, "count": 0})
    if min(passes) < 0:
        return Refusal("entry/range", facts={"field": "passes", "most": 99})
    if not entry.counts and not entry.points:
        return Refusal("entry/columns", facts={"field": "points", "seats": n, "count": 0})
    twice = 2 if entry.doubled else 1
    went_out = 0 if libyan else _SLAM
    counts = entry.counts
    if not counts:  # from the points alone; what is no whole card is found when they are reckoned back
        counts = tuple(
            0 if seat == entry.seat else points // twice - each * passed
            for seat, (points, passed) in enumerate(zip(entry.points, passes, strict=True))
        )
    most = 10 if n == 3 else 8
    for seat, left in enumerate(counts):
        if seat == entry.seat and left:
            return Refusal("entry/out", rule, {"seat": seat, "got": left})
        if seat != entry.seat and not 1 <= left <= most:
            return Refusal("entry/pips", rule, {"case": "cards", "seat": seat, "got": left, "most": most})
    points = tuple(
        went_out + (0 if libyan else each * passed) if seat == entry.seat else twice * (left + each * passed)
        for seat, (left, passed) in enumerate(zip(counts, passes, strict=True))
    )
    if fault := points_fault(entry, points, rule):
        return fault
    return Scored(rule, points, () if entry.seat is None else (entry.seat,), counts)


def _booked(options: Options, terms: Terms, contract: Contract | None, entry: Entry, scored: Scored) -> Booked:
    """Make the outcome, and ask Lora's own rules what such a deal hands to the next (LO-8, LO-10, LO-43, LO-59)."""
    n = options.players
    penalties = entry.penalties
    if not penalties:
        due = SCHEDULE[entry.offence].points if entry.end is Reason.PENALTY else 0
        penalties = tuple(due if seat == entry.seat else 0 for seat in range(n))
    facts: dict[str, Fact] = {"dealer_seat": terms.dealer, "contract": contract or "-"}
    if entry.passes:
        facts["passes"] = tuple(map(str, entry.passes))
    points = scored.points
    outcome = Outcome(entry.end, points, penalties, scored.left, scored.winners, scored.rule, facts)
    # For `two_players` the next deal asks how the tricks fell (LO-59): four each to those who do not score stands for
    # any result, none at all for none.
    seats = [seat for seat in range(n) if not points[seat]] if sorted(points) == [0, 0, 4, 4] else []
    over = State(
        joined=0,
        trick=(),
        turn=None,
        past=(),
        won=tuple(seat for seat in seats for _ in range(4)),
        options=options,
        terms=terms,
        phase=Phase.LAYOUT if contract is Contract.LAYOUT else Phase.TRICKS,
        contract=contract,
        laid=Laid((0,) * n),
        over=entry.end,
        ended=entry.offence,
    )
    return Booked(
        outcome=outcome,
        starter=lora_score.next_starter(over),
        carry=lora_score.carry(over),
        again=lora_score.again(over),
    )
