"""The written game log: write it, read it, replay it. For every game, whose own texts name pieces and moves. Pure.

One statement a line, or several with `;` between them; `#` and a space begin a comment.

    game  draw_dominoes/1  seats 4  pairs=true    rule set, seats, deals (the limit, if any), options that differ
    from  0 0 78 0                                totals carried in: the log is an excerpt of a match
    deal  S0 6-6 .. | S1 .. | stock 2-1 ..        hands by seat as dealt, then the stock; or `deal order 6-6 ..`
                                                  before them may stand number, `starter S1`, `carry ..` and
                                                  the lots drawn, `lots 9-6 8-8`
    state turn S0  S0 6-3 ..                      instead of a deal: a position, as `write_state` writes it
    S0 6-6; S1 6-0R                               seat and move
    S1 skip ! FALSE_CLAIM                         a move that is refused, with the code expected
    S1 auto 6-0R                                  the server's move for an absent player (the move may be left out)
    S1 forfeit                                    the deal ends against a seat
    S1 offence LP-6                               an arbiter charges a seat, after the deal's end too

Lines that check what the replay has reached; parts stand two spaces or a bar apart and may be left out:

    = turn S1  line 6-6                           parts of the state line
    moves 6-0L 6-0R                               the legal moves, in order; `moves -` for none
    void DD-38                                    the deal before does not count
    result reason out  points 0 0 21 0  next S1   parts of the finished deal's outcome
    totals 0 0 99 0                               after the booking
    over target  places 2 2 1 2                   or `over no`
    ! OPTIONS_CONFLICT                            right after `game`: the options cannot stand together

An order is the hands in seat order, then the stock. Pieces that a deal does not name (an excerpt without its stock)
follow in canonical order, and `??` in it stands for the next of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from contracts.games import match as matches
from contracts.games.game import BadNotation, Deal, Game, Refusal, Seat, Void, spelled
from contracts.games.game import game as find_game
from contracts.games.statements import Statement, split_parts, statements


class Act(msgspec.Struct, frozen=True):
    """What a seat did: a move, `forfeit`, `offence ID`. `code` is set if it was refused, `auto` if the server moved."""

    seat: Seat
    text: str
    code: str = ""
    auto: bool = False


class DealRecord(msgspec.Struct, frozen=True):
    """One deal and what was done in it. An excerpt has a `state` instead of a deal; `void` is a void deal's rule."""

    deal: Deal | None
    acts: tuple[Act, ...] = ()
    state: str = ""
    void: str = ""


class Record(msgspec.Struct, frozen=True):
    """A match, whole or in part: what `write` needs. `carried` are totals from before, `max_deals` the limit if any."""

    rules: str
    options: Any
    deals: tuple[DealRecord, ...] = ()
    carried: tuple[int, ...] = ()
    max_deals: int | None = None


class Step(msgspec.Struct, frozen=True):
    """One act of a replay. `move` is None for `forfeit` and `offence`; with a `refusal`, `after` mostly is `before`.

    `deal` counts the deals of the log from 0, `line` is where the act stands in the text, from 1.
    """

    seat: Seat
    move: Any | None
    before: Any
    after: Any
    refusal: Refusal | None
    deal: int
    line: int


class Log(msgspec.Struct, frozen=True):
    """What could be read of a text: its good beginning, and the error that ended it, if any."""

    record: Record | None
    steps: tuple[Step, ...]
    match: matches.Match | None
    state: Any | None
    error: BadNotation | None


def read(text: str) -> Log:
    """Read and replay a log as far as it is sound. Never raises for what the text says."""
    reader = _Reader(text)
    steps: list[Step] = []
    error = None
    try:
        steps.extend(reader.run())  # what came before an error stays in the list
    except BadNotation as caught:
        error = caught
    return Log(reader.record(), tuple(steps), reader.match, reader.state, error)


def replay(text: str) -> Iterator[Step]:
    """Replay a log step by step; BadNotation, with line and column, where it breaks."""
    return _Reader(text).run()


def rewrite(text: str) -> str:
    """Give the log with every checking line as this version plays it, everything else untouched.

    Raises:
        BadNotation: where a move is refused without saying so; nothing can be made good there.
    """
    reader = _Reader(text, mend=True)
    for _ in reader.run():
        pass
    lines = text.split("\n")
    for line, start, end, new in sorted(reader.mended, reverse=True):
        lines[line - 1] = lines[line - 1][:start] + new + lines[line - 1][end:]
    return "\n".join(lines)


def write(record: Record) -> str:
    """Write a match with its results and totals; `read` gives the record back.

    Raises:
        BadNotation: when an act of the record is refused, or is not refused as it says.
    """
    game = find_game(record.rules)
    out = [_header(game, record)]
    if record.carried:
        out.append(f"from  {_numbers(record.carried)}")
    for number, deal in enumerate(record.deals):
        out += ["", _deal_line(game, record.options, deal)]
        if deal.void:
            out.append(f"void  {deal.void}")
        out += [_act_line(game, act) for act in deal.acts]
        log = read("\n".join(out))
        if log.error is not None:
            raise log.error
        if log.state is not None and log.match is not None and game.outcome(log.state) is not None:
            out.append(f"result  {result_line(game, log.state)}")
            out.append(f"totals  {_numbers(log.match.totals)}")
            if number == len(record.deals) - 1:
                out.append(f"over  {_over_line(game, record.options, log.match, record.max_deals)}")
    return "\n".join(out) + "\n"


def result_line(game: Game, state: Any) -> str:
    """Write a finished deal's outcome in parts; ValueError while it runs."""
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError("the deal is not over")
    starter = game.next_starter(state)
    parts = [
        f"reason {outcome.reason}",
        f"points {_numbers(outcome.points)}",
        f"penalties {_numbers(outcome.penalties)}",
        f"pips {_numbers(outcome.pips)}",
        f"winners {' '.join(map(game.seat_name, outcome.winners)) or '-'}",
        f"rule {outcome.rule or '-'}",
        f"next {'-' if starter is None else game.seat_name(starter)}",
    ]
    for name, value in sorted(outcome.facts.items()):
        if isinstance(value, tuple):
            parts.append(f"{name} {' '.join(value) or '-'}")
        elif isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
            parts.append(f"{name} {game.seat_name(value)}")
        else:
            parts.append(f"{name} {value}")
    return "  ".join(parts)


# --- writing


def _header(game: Game, record: Record) -> str:
    seats = game.seat_count(record.options)
    parts = [f"game  {game.ID}", f"seats {seats}"]
    if record.max_deals is not None:
        parts.append(f"deals {record.max_deals}")
    parts += [word for word in _option_words(game, record.options) if not word.startswith("players=")]
    return "  ".join(parts)


def _option_words(game: Game, options: Any) -> list[str]:
    """The options that differ from the book's defaults."""
    ours, usual = (msgspec.to_builtins(o) for o in (options, game.Options()))
    return [f"{name}={_word(value)}" for name, value in ours.items() if value != usual[name]]


def _word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def _deal_line(game: Game, options: Any, record: DealRecord) -> str:
    if record.deal is None:
        return f"state  {record.state}"
    deal = record.deal
    words = [f"deal  {deal.number}"]
    if deal.starter is not None:
        words.append(f"starter {game.seat_name(deal.starter)}")
    words += [f"carry {deal.carry}"] if deal.carry else []
    words += [f"lots {' '.join(deal.lots)}"] if deal.lots else []
    state: Any = game.start(options, deal)
    size = 0 if isinstance(state, Void) else len(state.hands[0])
    seats = range(game.seat_count(options))
    if not size or any(len(state.hands[seat]) != size for seat in seats):
        return "  ".join((*words, f"order {' '.join(deal.order)}"))
    groups = [f"{game.seat_name(seat)} {' '.join(deal.order[size * seat : size * (seat + 1)])}" for seat in seats]
    if stock := deal.order[size * len(seats) :]:
        groups.append(f"stock {' '.join(stock)}")
    return "  ".join((*words, " | ".join(groups)))


def _act_line(game: Game, act: Act) -> str:
    line = f"{game.seat_name(act.seat)}  {'auto ' if act.auto else ''}{act.text}"
    return f"{line}  ! {act.code}" if act.code else line


def _over_line(game: Game, options: Any, match: matches.Match, max_deals: int | None) -> str:
    result = matches.over(game, options, match, max_deals)
    return "no" if result is None else f"{result.reason}  places {_numbers(result.places)}"


# --- reading


class _Reader:
    """Walks through a log's statements, game in hand. With `mend`, wrong checks are written anew instead of failing."""

    def __init__(self, text: str, *, mend: bool = False) -> None:
        self.text = text
        self.mend = mend
        self.mended: list[tuple[int, int, int, str]] = []
        self.game: Game | None = None
        self.options: Any = None
        self.seats: dict[str, Seat] = {}
        self.max_deals: int | None = None
        self.carried: tuple[int, ...] = ()
        self.refused_options = False
        self.match: matches.Match | None = None
        self.state: Any | None = None
        self.void: Void | None = None
        self.deals: list[DealRecord] = []

    def record(self) -> Record | None:
        if self.game is None:
            return None
        return Record(self.game.ID, self.options, tuple(self.deals), self.carried, self.max_deals)

    def run(self) -> Iterator[Step]:
        rules = {
            "from": self._from,
            "deal": self._deal,
            "state": self._state,
            "void": self._void,
            "=": self._check_state,
            "moves": self._check_moves,
            "result": self._check_result,
            "totals": self._check_totals,
            "over": self._check_over,
        }
        before = ""
        for st in statements(self.text):
            if self.game is None:
                self._game(st)
            elif st.head == "!" and before == "game":
                self._check_conflict(st)
            elif self.conflict is not None and not self.refused_options:
                raise st.error(f"the options cannot stand together: {_say(self.conflict)}")
            elif rule := rules.get(st.head):
                rule(st)
            elif st.head in self.seats:
                yield self._act(st)
            else:
                raise st.error(f"{st.head!r} begins no statement of this log")
            before = st.head
        if self.game is None:
            raise BadNotation(
                "line 1, column 1: an empty log: it begins with a line `game ID seats N`", line=1, column=1
            )
        if self.conflict is not None and not self.refused_options:
            raise BadNotation(f"line 1, column 1: options in conflict: {_say(self.conflict)}", line=1, column=1)

    # the head of the log

    def _game(self, st: Statement) -> None:
        words = st.rest.split()
        if st.head != "game" or not words:
            raise st.error("a log begins with a line `game ID seats N`")
        try:
            game = find_game(words[0])
        except KeyError:
            raise st.error(f"{words[0]!r} is no rule set known here", st.rest_start) from None
        given: dict[str, Any] = {}
        named: dict[str, int] = {}
        rest = iter(words[1:])
        for word in rest:
            name, sign, value = word.partition("=")
            if sign:
                given |= spelled(game.Options, {name: value})
            elif word in {"seats", "deals"}:
                named[word] = self._number(st, next(rest, ""), word)
            else:
                raise st.error(f"{word!r} is no option: write name=value", self._column(st, word))
        if "seats" in named and "players" in game.Options.__struct_fields__:
            given.setdefault("players", named["seats"])
        try:
            options = msgspec.convert(given, game.Options, strict=False)
        except msgspec.ValidationError as error:
            raise st.error(f"options: {error}", st.rest_start) from None
        count = game.seat_count(options)
        if named.get("seats", count) != count:
            raise st.error(f"seats {named['seats']}, but the options ask for {count}", st.rest_start)
        self.game, self.options, self.max_deals = game, options, named.get("deals")
        self.conflict = game.conflict(options)
        self.seats = {game.seat_name(seat): seat for seat in range(count)}
        self.match = matches.begin(game, options)

    conflict: Refusal | None = None

    def _check_conflict(self, st: Statement) -> None:
        if self.conflict is None:
            raise st.error("the options do not conflict")
        self.refused_options = True
        self._compare(st, self.conflict.code)

    def _from(self, st: Statement) -> None:
        if self.deals or self.match is None:
            raise st.error("totals are carried in before the first deal")
        self.carried = tuple(self._number(st, word, "a total") for word in st.rest.split())
        if len(self.carried) != len(self.seats):
            raise st.error(f"{len(self.carried)} totals for {len(self.seats)} seats", st.rest_start)
        self.match = msgspec.structs.replace(self.match, totals=self.carried)

    # deals

    def _deal(self, st: Statement) -> None:
        game, match = self._ready(st)
        deal = self._read_deal(st, match)
        try:
            started = game.start(self.options, deal)
        except ValueError as error:
            raise st.error(str(error), st.rest_start) from None
        if isinstance(started, Void):
            self.state, self.void = None, started
        else:
            self.state, self.void = started, None
        self.deals.append(DealRecord(deal))

    def _read_deal(self, st: Statement, match: matches.Match) -> Deal:
        assert self.game is not None
        number, starter, carry, lots = match.deals + 1, match.starter, match.carry, list[str]()
        words = st.rest.replace("|", " | ").split()
        at = 0
        while at < len(words) and words[at] != "order" and words[at] not in {*self.seats, "stock"}:
            if words[at] == "starter":
                at += 1
                name = words[at] if at < len(words) else ""
                if name not in self.seats:
                    raise st.error(f"'starter' names a seat, not {name!r}", self._column(st, name))
                starter = self.seats[name]
            elif words[at] == "carry" and at + 1 < len(words):
                at += 1
                carry = words[at]
            elif words[at] == "lots":
                while at + 1 < len(words) and "-" in words[at + 1]:
                    at += 1
                    lots.append(words[at])
            else:
                number = self._number(st, words[at], "the deal's number")
            at += 1
        if at == len(words):
            raise st.error("a deal names its hands: S0 .. | S1 .. | stock .., or its order", st.rest_start)
        order = words[at + 1 :] if words[at] == "order" else self._hands(st, words[at:])
        known = matches.pieces(self.game, self.options, number)
        spare = iter([piece for piece in known if piece not in self._canonical(order)])
        told = [next(spare, "??") if word == "??" else word for word in order]
        return Deal((*told, *spare), number, starter, carry, tuple(lots))

    def _canonical(self, words: Sequence[str]) -> set[str]:
        """The pieces named, each as the set spells it: `5-6` is 6-5."""
        assert self.game is not None
        known = self.game.pieces(self.options)
        by_spelling = {"-".join(reversed(piece.split("-"))): piece for piece in known} | {p: p for p in known}
        return {by_spelling.get(word, word) for word in words}

    def _hands(self, st: Statement, words: Sequence[str]) -> list[str]:
        """Hands by seat, all seats in order, then the stock."""
        groups = [group.split() for group in " ".join(words).split("|")]
        names = [group[0] if group else "" for group in groups]
        wanted = list(self.seats)
        if names not in (wanted, [*wanted, "stock"]):
            raise st.error(f"hands of {' '.join(names)}, not of {' '.join(wanted)} and the stock", st.rest_start)
        return [word for group in groups for word in group[1:] if word != "-"]

    def _state(self, st: Statement) -> None:
        game, _ = self._ready(st)
        named = split_parts(st.rest)
        differing = [word for word in _option_words(game, self.options) if word.partition("=")[0] not in named]
        text = " ".join((*differing, st.rest))
        try:
            self.state = game.read_state(text)
        except BadNotation as error:
            raise st.error(str(error), st.rest_start) from None
        self.deals.append(DealRecord(None, state=game.write_state(self.state)))

    def _void(self, st: Statement) -> None:
        if self.void is None or self.match is None:
            raise st.error("the deal before this line is not void")
        self._compare(st, self.void.rule)
        self.match = matches.void(self.match)
        self.deals[-1] = msgspec.structs.replace(self.deals[-1], void=self.void.rule)
        self.void = None

    # acts

    def _act(self, st: Statement) -> Step:
        game, _ = self._ready(st)
        seat, before = self.seats[st.head], self.state
        if before is None:
            raise st.error("nothing is dealt")
        text, sign, code = (word.strip() for word in st.rest.partition(" !"))
        auto = text.split()[:1] == ["auto"]
        if auto:
            text = text[len("auto") :].strip()
        if text == "forfeit":
            return self._done(st, Act(seat, text), None, before, game.forfeit(before, seat), None)
        if text.startswith("offence "):
            return self._charge(st, seat, text, code)
        if auto and game.turn(before) != seat:
            raise st.error(f"the server does not move for {st.head}, who is not on turn")
        if auto and not text:
            text = game.move_text(game.auto_move(before))
        try:
            move = game.parse_move(text)
        except BadNotation as error:
            raise st.error(str(error), st.rest_start) from None
        if auto and move != game.auto_move(before):
            raise st.error(f"the server would play {game.move_text(game.auto_move(before))}", st.rest_start)
        refusal = game.refuse(before, seat, move)
        if refusal is None:
            if sign:
                raise st.error(f"{st.head} {text} should be refused with {code}, but it may be played")
            return self._done(st, Act(seat, text, auto=auto), move, before, game.play(before, move), None)
        if not sign:
            raise st.error(f"{st.head} {text} is refused: {_say(refusal)}")
        if code != refusal.code:
            self._mend(st, f"{st.head} {text} ! {refusal.code}", f"{text} is refused with {refusal.code}, not {code}")
        offended = game.offend(before, seat) if refusal.code == "FALSE_CLAIM" else None
        after = before if offended is None else offended
        return self._done(st, Act(seat, text, refusal.code), move, before, after, refusal)

    def _charge(self, st: Statement, seat: Seat, text: str, code: str) -> Step:
        """Let the arbiter charge a seat; after the deal's end the totals take the points (LO-44)."""
        game: Any = self._ready(st)[0]
        before, offence = self.state, text.removeprefix("offence ")
        refusal = game.chargeable(before, seat, offence) if hasattr(game, "chargeable") else Refusal("OFFENCE_UNKNOWN")
        if code != (refusal.code if refusal else ""):
            raise st.error(f"{st.head} {text} is {f'refused: {_say(refusal)}' if refusal else f'not {code}'}")
        after = before if refusal else game.charge(before, seat, offence)
        if self.match and not refusal and game.outcome(before):
            self.match = matches.amend(game, self.match, before, after)
        return self._done(st, Act(seat, text, code), None, before, after, refusal)

    def _done(
        self, st: Statement, act: Act, move: Any | None, before: Any, after: Any, refusal: Refusal | None
    ) -> Step:
        game, match = self._ready(st)
        last = self.deals[-1]
        self.deals[-1] = msgspec.structs.replace(last, acts=(*last.acts, act))
        self.state = after
        if game.turn(before) is not None and game.turn(after) is None:
            try:
                self.match = matches.score(game, self.options, match, after)
            except ValueError as error:
                raise st.error(str(error)) from None
        return Step(act.seat, move, before, after, refusal, len(self.deals) - 1, st.line)

    # checks

    def _check_state(self, st: Statement) -> None:
        self._check_parts(st, lambda game, _: game.write_state(self._running(st)))

    def _check_result(self, st: Statement) -> None:
        state = self._running(st)
        if self._ready(st)[0].outcome(state) is None:
            raise st.error("the deal is not over")
        self._check_parts(st, lambda game, _: result_line(game, state))

    def _check_over(self, st: Statement) -> None:
        self._check_parts(st, lambda game, match: _over_line(game, self.options, match, self.max_deals), keyed=False)

    def _check_moves(self, st: Statement) -> None:
        game, _ = self._ready(st)
        self._compare(st, " ".join(game.move_text(m) for m in game.moves(self._running(st))) or "-")

    def _check_totals(self, st: Statement) -> None:
        self._compare(st, _numbers(self._ready(st)[1].totals))

    def _check_parts(self, st: Statement, full: Callable[[Game, matches.Match], str], *, keyed: bool = True) -> None:
        """Each part given must be among the parts in full."""
        parts = split_parts(full(*self._ready(st)))
        given = split_parts(st.rest)
        if wrong := {key: part for key, part in given.items() if parts.get(key) != part}:
            right = "  ".join(parts[key] for key in (given if keyed else parts) if key in parts)
            key, part = next(iter(wrong.items()))
            self._mend(st, f"{st.head} {right}", f"says {part!r}, it is {parts.get(key, '  '.join(parts.values()))!r}")

    def _compare(self, st: Statement, right: str) -> None:
        if " ".join(st.rest.split()) != right:
            self._mend(st, f"{st.head} {right}", f"says {st.rest!r}, it is {right!r}")

    def _mend(self, st: Statement, right: str, message: str) -> None:
        if not self.mend:
            raise st.error(message, st.rest_start)
        self.mended.append((st.line, st.start, st.end, right))

    # small things

    def _ready(self, st: Statement) -> tuple[Game, matches.Match]:
        if self.game is None or self.match is None:
            raise st.error("a log begins with a line `game ID seats N`")
        if self.void is not None and st.head != "void":
            raise st.error(f"the deal before is void ({self.void.rule}): a line `void {self.void.rule}` must say so")
        return self.game, self.match

    def _running(self, st: Statement) -> Any:
        if self.state is None:
            raise st.error("nothing is dealt")
        return self.state

    def _number(self, st: Statement, word: str, what: str) -> int:
        if not word.removeprefix("-").isdecimal():
            raise st.error(f"{what} is a number, not {word!r}", self._column(st, word))
        return int(word)

    @staticmethod
    def _column(st: Statement, word: str) -> int:
        return st.rest_start + max(st.rest.find(word), 0)


def _say(refusal: Refusal) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
    return f"{refusal.code} ({refusal.rule}) {facts}".strip()
