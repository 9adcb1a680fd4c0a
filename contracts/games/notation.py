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

    stop resigned S1                              the match ends as it stands; or `stop abandoned`

Lines that check what the replay has reached; parts stand two spaces or a bar apart and may be left out:

    = turn S1  line 6-6                           parts of the state line
    moves 6-0L 6-0R                               the legal moves, in order; `moves -` for none
    void DD-38                                    the deal before does not count
    result reason out  points 0 0 21 0  next S1   parts of the finished deal's outcome
    totals 0 0 99 0                               after the booking
    over target  places 2 2 1 2                   or `over no`
    ! OPTIONS_CONFLICT                            right after `game`: the options cannot stand together

An order is the hands in seat order, then the stock. Pieces that a deal does not name (an excerpt without its stock)
follow in canonical order, and `??` in it stands for the next of them; with `claim_mode=declared` it stays unknown, and
so does what such a deal does not name. Outside of comments a log is plain ASCII; a tab counts as two spaces. The
grammar stands in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from contracts.games import match as matches
from contracts.games.blocked import ClaimMode
from contracts.games.game import BadNotation, Deal, Game, Refusal, Seat, UnscorableError, Void
from contracts.games.game import game as find_game
from contracts.games.notation_head import natural, number, read_head
from contracts.games.record import (
    Act,
    DealRecord,
    Record,
    Stop,
    act_line,
    deal_line,
    header,
    numbers,
    option_words,
    over_line,
    result_line,
    stop_line,
)
from contracts.games.statements import Statement, split_parts, statements

__all__ = [
    "Act",
    "DealRecord",
    "Log",
    "Record",
    "RefusedError",
    "Step",
    "Stop",
    "go_on",
    "read",
    "replay",
    "result_line",
    "rewrite",
    "write",
]


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
    """What could be read of a text: its good beginning, and the error that ended it, if any.

    `faults` are all that are known: several only in the head, where a first one hides no other. Deals are read as they
    are played, so that nothing after their first fault would mean anything.
    """

    record: Record | None
    steps: tuple[Step, ...]
    match: matches.Match | None
    state: Any | None
    error: BadNotation | None
    faults: tuple[BadNotation, ...] = ()
    lines: tuple[int, ...] = ()


class RefusedError(BadNotation):
    """What a record says was done may not be done: `refusal` says why, `seat` and `text` what it was.

    `seat` is None where the options cannot stand together.
    """

    def __init__(self, fault: BadNotation, refusal: Refusal, seat: Seat | None = None, text: str = "") -> None:
        """Take over the place and the words of a fault."""
        super().__init__(fault.code, fault.facts, line=fault.line, column=fault.column)
        self.refusal = refusal
        self.seat = seat
        self.text = text


def read(text: str) -> Log:
    """Read and replay a log as far as it is sound. Never raises for what the text says."""
    return _Reader(text).read()


def go_on(
    game: Game, options: Any, match: matches.Match, state: Any | None, text: str, max_deals: int | None = None
) -> Log:
    """Read and replay what follows a position: statements without a head, as far as they are sound.

    `state` is the deal that is open or was the last; the first deal of the log's record then is the rest of it.
    """
    reader = _Reader(text)
    reader.resume(game, options, match, state, max_deals)
    return reader.read()


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
    reader = _Reader("")
    out: list[str] = []

    def say(*lines: str) -> None:
        for line in lines:
            out.append(line)
            for st in statements(line):
                reader.take(st)

    say(header(game, record))
    if record.carried:
        say(f"from  {numbers(record.carried)}")
    for at, deal in enumerate(record.deals):
        say("", deal_line(game, record.options, deal))
        if deal.void:
            say(f"void  {deal.void}")
        say(*(act_line(game, act) for act in deal.acts))
        if reader.state is None or reader.match is None or game.outcome(reader.state) is None:
            continue
        say(f"result  {result_line(game, reader.state)}", f"totals  {numbers(reader.match.totals)}")
        if at == len(record.deals) - 1 and record.stop is None:
            say(f"over  {over_line(game, record.options, reader.match, record.max_deals)}")
    if record.stop is not None and reader.match is not None:
        say(stop_line(game, record.stop))
        say(f"over  {over_line(game, record.options, reader.match, record.max_deals, record.stop)}")
    return "\n".join(out) + "\n"


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
        self.conflict: Refusal | None = None
        self.refused_options = False
        self.match: matches.Match | None = None
        self.state: Any | None = None
        self.void: Void | None = None
        self.stopped: Stop | None = None
        self.resumed = False
        self.deals: list[DealRecord] = []
        self.lines: list[int] = []
        self.faults: tuple[BadNotation, ...] = ()
        self._before = ""
        self._rules: dict[str, Callable[[Statement], None]] = {
            "from": self._from,
            "deal": self._deal,
            "state": self._state,
            "void": self._void,
            "stop": self._stop,
            "=": self._check_state,
            "moves": self._check_moves,
            "result": self._check_result,
            "totals": self._check_totals,
            "over": self._check_over,
        }

    def record(self) -> Record | None:
        if self.game is None:
            return None
        return Record(self.game.ID, self.options, tuple(self.deals), self.carried, self.max_deals, self.stopped)

    def resume(self, game: Game, options: Any, match: matches.Match, state: Any | None, max_deals: int | None) -> None:
        """Stand where an earlier text has stopped."""
        self.game, self.options, self.max_deals = game, options, max_deals
        self.match, self.state = match, state
        self.seats = {game.seat_name(seat): seat for seat in range(game.seat_count(options))}
        self.resumed = True
        if state is not None:
            self._open(DealRecord(None), 0)

    def read(self) -> Log:
        steps: list[Step] = []
        error = None
        try:
            steps.extend(self.run())  # what came before an error stays in the list
        except BadNotation as caught:
            error = caught
        faults = self.faults or (() if error is None else (error,))
        return Log(self.record(), tuple(steps), self.match, self.state, error, faults, tuple(self.lines))

    def _open(self, deal: DealRecord, line: int) -> None:
        self.deals.append(deal)
        self.lines.append(line)

    def run(self) -> Iterator[Step]:
        for st in statements(self.text):
            step = self.take(st)
            if step is not None:
                yield step
        if self.game is None:
            raise BadNotation("notation/empty", line=1, column=1)
        if self.conflict is not None and not self.refused_options:
            fault = BadNotation("notation/conflict", line=1, column=1, refused=_say(self.conflict))
            raise RefusedError(fault, self.conflict)

    def take(self, st: Statement) -> Step | None:
        """Take in the next statement; a step where it is an act."""
        step = None
        if self.game is None:
            self._game(st)
        elif st.head == "!" and self._before == "game":
            self._check_conflict(st)
        elif self.conflict is not None:  # shown as refused or not: nothing can be dealt with them
            raise RefusedError(st.error("notation/conflict", refused=_say(self.conflict)), self.conflict)
        elif rule := self._rules.get(st.head):
            rule(st)
        elif st.head in self.seats:
            step = self._act(st)
        else:
            raise st.error("notation/statement", text=st.head, known=(*self.seats, *self._rules))
        self._before = st.head
        return step

    # the head of the log

    def _game(self, st: Statement) -> None:
        head = read_head(st)
        if head.faults or head.game is None:
            self.faults = head.faults
            raise head.faults[0]
        self.game, self.options, self.max_deals = head.game, head.options, head.max_deals
        self.conflict = head.conflict
        self.seats = {head.game.seat_name(seat): seat for seat in range(head.game.seat_count(head.options))}
        self.match = matches.begin(head.game, head.options)

    def _check_conflict(self, st: Statement) -> None:
        if self.conflict is None:
            raise st.error("notation/no-conflict")
        self.refused_options = True
        self._compare(st, self.conflict.code)

    def _from(self, st: Statement) -> None:
        if self.deals or self.resumed or self.match is None:
            raise st.error("notation/from-late")
        self.carried = tuple(self._number(st, word, st.head) for word in st.rest.split())
        if len(self.carried) != len(self.seats):
            raise st.error("notation/from-count", st.rest_start, count=len(self.carried), seats=len(self.seats))
        self.match = msgspec.structs.replace(self.match, totals=self.carried)

    # deals

    def _deal(self, st: Statement) -> None:
        game, match = self._ready(st)
        deal, groups = self._read_deal(st, match)
        if not self.deals and not self.resumed:  # an excerpt begins with the deal that it names
            self.match = msgspec.structs.replace(match, deals=deal.number - 1)
        try:
            started = game.start(self.options, deal)
        except BadNotation as fault:
            known = set(game.pieces(self.options))
            foreign = next((word for word in (*deal.order, *deal.lots) if word not in known), "")
            raise st.place(fault, self._column(st, foreign)) from None
        self._open(DealRecord(deal), st.line)
        if isinstance(started, Void):
            self.state, self.void = None, started
            return
        self.state, self.void = started, None
        for name, dealt in zip(groups, started.hands, strict=False):
            if len(groups[name]) != len(dealt):
                column, named = self._column(st, name), len(groups[name])
                raise st.error("notation/deal-count", column, name=name, count=len(dealt), named=named)

    def _read_deal(self, st: Statement, match: matches.Match) -> tuple[Deal, dict[str, list[str]]]:
        """Read what is dealt, and the hands that are named (none where the line gives the order)."""
        assert self.game is not None
        deal, starter, carry, lots = match.deals + 1, match.starter, match.carry, list[str]()
        words = st.rest.replace("|", " | ").split()
        at = 0
        while at < len(words) and words[at] != "order" and words[at] not in {*self.seats, "stock"}:
            if words[at] == "starter":
                at += 1
                name = words[at] if at < len(words) else ""
                if name not in self.seats:
                    raise st.error("notation/starter", self._column(st, name), text=name)
                starter = self.seats[name]
            elif words[at] == "carry" and at + 1 < len(words):
                at += 1
                carry = words[at]
            elif words[at] == "lots":
                while at + 1 < len(words) and "-" in words[at + 1]:
                    at += 1
                    lots.append(words[at])
            else:
                deal = natural(st, words[at], st.head, self._column(st, words[at]))
                if deal < 1:
                    raise st.error("notation/deal-first", self._column(st, words[at]))
            at += 1
        if at == len(words):
            raise st.error("notation/deal-hands", st.rest_start)
        groups = {} if words[at] == "order" else self._hands(st, words[at:])
        order = list(chain.from_iterable(groups.values())) if groups else words[at + 1 :]
        try:
            known = matches.pieces(self.game, self.options, deal)
        except BadNotation as fault:
            raise st.place(fault, st.rest_start) from None
        told, drawn = self._spelled(order), self._spelled(lots)
        spare = iter([piece for piece in known if piece not in set(told)])
        if "??" in told and getattr(self.options, "claim_mode", None) is ClaimMode.DECLARED:  # BG-17: nobody knows it
            spare = iter(["??"] * (len(known) - len(told)))
        else:
            told = [next(spare, "??") if word == "??" else word for word in told]
        groups.pop("stock", None)
        return Deal((*told, *spare), deal, starter, carry, tuple(drawn)), groups

    def _spelled(self, words: Sequence[str]) -> list[str]:
        """Give pieces as the set spells them: `5-6` is 6-5, `10h` is Th. Foreign ones stay: the game judges (DD-38)."""
        assert self.game is not None
        known = self.game.pieces(self.options)
        by_spelling = {"-".join(reversed(piece.split("-"))): piece for piece in known}
        by_spelling |= {f"10{piece[1:]}": piece for piece in known if piece[0] == "T"}
        by_spelling |= {piece: piece for piece in (*known, "??")}
        return [by_spelling.get(word, word) for word in words]

    def _hands(self, st: Statement, words: Sequence[str]) -> dict[str, list[str]]:
        """Hands by seat, all seats in order, then the stock."""
        groups = [group.split() for group in " ".join(words).split("|")]
        names = [group[0] if group else "" for group in groups]
        wanted = list(self.seats)
        if names not in (wanted, [*wanted, "stock"]):
            named, wanted_text = " ".join(names), " ".join(wanted)
            raise st.error("notation/deal-seats", st.rest_start, named=named, wanted=wanted_text)
        return {group[0]: [word for word in group[1:] if word != "-"] for group in groups}

    def _state(self, st: Statement) -> None:
        game, _ = self._ready(st)
        named = split_parts(st.rest)
        differing = [word for word in option_words(game, self.options) if word.partition("=")[0] not in named]
        text = " ".join((*differing, st.rest))
        try:
            self.state = game.read_state(text)
        except BadNotation as fault:
            raise st.place(fault, st.rest_start) from None
        self._open(DealRecord(None, state=game.write_state(self.state)), st.line)

    def _void(self, st: Statement) -> None:
        if self.void is None or self.match is None:
            raise st.error("notation/not-void")
        self._compare(st, self.void.rule)
        self.match = matches.void(self.match)
        self.deals[-1] = msgspec.structs.replace(self.deals[-1], void=self.void.rule)
        self.void = None

    def _stop(self, st: Statement) -> None:
        """End the match from outside, as it stands."""
        self._ready(st)
        reason, *names = st.rest.split() or [""]
        if reason not in {"resigned", "abandoned"}:
            raise st.error("notation/stop", st.rest_start, text=reason)
        for name in names:
            if name not in self.seats:
                raise st.error("notation/no-seat", self._column(st, name), text=name, known=tuple(self.seats))
        if (reason == "resigned") != bool(names):
            raise st.error("notation/stop-who", st.rest_start)
        self.stopped = Stop(reason, tuple(self.seats[name] for name in names))

    # acts

    def _act(self, st: Statement) -> Step:
        game, _ = self._ready(st)
        seat, before = self.seats[st.head], self.state
        if before is None:
            raise st.error("notation/nothing-dealt")
        text, sign, code = (word.strip() for word in st.rest.partition(" !"))
        auto = text.split()[:1] == ["auto"]
        if auto:
            text = text[len("auto") :].strip()
        if text == "forfeit":
            if game.turn(before) is None:
                raise st.error("notation/deal-over")
            return self._done(st, Act(seat, text), None, before, game.forfeit(before, seat), None)
        if text.startswith("offence "):
            return self._charge(st, seat, text, code)
        if auto and game.turn(before) != seat:
            raise st.error("notation/auto-turn", name=st.head)
        if auto and not text:
            text = game.move_text(game.auto_move(before))
        try:
            move = game.parse_move(text)
        except BadNotation as fault:
            raise st.place(fault, st.rest_start) from None
        if auto and move != game.auto_move(before):
            raise st.error("notation/auto-move", st.rest_start, text=game.move_text(game.auto_move(before)))
        refusal = game.refuse(before, seat, move)
        if refusal is None:
            if sign:
                raise st.error("notation/may-be-played", name=st.head, text=text, wrong=code)
            return self._done(st, Act(seat, text, auto=auto), move, before, game.play(before, move), None)
        if not sign:
            raise self._refused(st, seat, text, refusal)
        if code != refusal.code:
            other = st.error("notation/other-code", st.rest_start, text=text, right=refusal.code, wrong=code)
            self._mend(st, f"{st.head} {text} ! {refusal.code}", other)
        offended = game.offend(before, seat) if refusal.code == "FALSE_CLAIM" else None
        after = before if offended is None else offended
        return self._done(st, Act(seat, text, refusal.code), move, before, after, refusal)

    def _charge(self, st: Statement, seat: Seat, text: str, code: str) -> Step:
        """Let the arbiter charge a seat; after the deal's end the totals take the points (LO-44)."""
        game: Any = self._ready(st)[0]
        before, offence = self.state, text.removeprefix("offence ")
        refusal = game.chargeable(before, seat, offence) if hasattr(game, "chargeable") else Refusal("OFFENCE_UNKNOWN")
        if refusal and not code:
            raise self._refused(st, seat, text, refusal)
        if refusal and code != refusal.code:
            raise st.error("notation/other-code", st.rest_start, text=text, right=refusal.code, wrong=code)
        if code and not refusal:
            raise st.error("notation/may-be-charged", name=st.head, text=text, wrong=code)
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
            except UnscorableError:
                raise st.error("notation/unscorable") from None
            except BadNotation as fault:
                raise st.place(fault) from None
        return Step(act.seat, move, before, after, refusal, len(self.deals) - 1, st.line)

    # checks

    def _check_state(self, st: Statement) -> None:
        self._check_parts(st, lambda game, _: game.write_state(self._running(st)))

    def _check_result(self, st: Statement) -> None:
        state = self._running(st)
        if self._ready(st)[0].outcome(state) is None:
            raise st.error("notation/not-over")
        self._check_parts(st, lambda game, _: result_line(game, state))

    def _check_over(self, st: Statement) -> None:
        self._check_parts(st, self._over, keyed=False)

    def _over(self, game: Game, match: matches.Match) -> str:
        return over_line(game, self.options, match, self.max_deals, self.stopped)

    def _check_moves(self, st: Statement) -> None:
        game, _ = self._ready(st)
        self._compare(st, " ".join(game.move_text(m) for m in game.moves(self._running(st))) or "-")

    def _check_totals(self, st: Statement) -> None:
        self._compare(st, numbers(self._ready(st)[1].totals))

    def _check_parts(self, st: Statement, full: Callable[[Game, matches.Match], str], *, keyed: bool = True) -> None:
        """Each part given must be among the parts in full."""
        parts = split_parts(full(*self._ready(st)))
        given = split_parts(st.rest)
        if wrong := {key: part for key, part in given.items() if parts.get(key) != part}:
            right = "  ".join(parts[key] for key in (given if keyed else parts) if key in parts)
            key, part = next(iter(wrong.items()))
            is_so = parts.get(key, "  ".join(parts.values()))
            self._mend(st, f"{st.head} {right}", st.error("notation/check", st.rest_start, text=part, right=is_so))

    def _compare(self, st: Statement, right: str) -> None:
        if " ".join(st.rest.split()) != right:
            fault = st.error("notation/check", st.rest_start, text=st.rest, right=right)
            self._mend(st, f"{st.head} {right}", fault)

    def _mend(self, st: Statement, right: str, fault: BadNotation) -> None:
        if not self.mend:
            raise fault
        self.mended.append((st.line, st.start, st.end, right))

    # small things

    def _ready(self, st: Statement) -> tuple[Game, matches.Match]:
        if self.game is None or self.match is None:
            raise st.error("notation/begins")
        if self.stopped is not None and st.head not in {"over", "totals"}:
            raise st.error("notation/stopped")
        if self.void is not None and st.head != "void":
            raise st.error("notation/void", rule=self.void.rule)
        return self.game, self.match

    def _running(self, st: Statement) -> Any:
        if self.state is None:
            raise st.error("notation/nothing-dealt")
        return self.state

    @staticmethod
    def _refused(st: Statement, seat: Seat, text: str, refusal: Refusal) -> RefusedError:
        fault = st.error("notation/refused", name=st.head, text=text, refused=_say(refusal))
        return RefusedError(fault, refusal, seat, text)

    def _number(self, st: Statement, word: str, what: str) -> int:
        return number(st, word, what, self._column(st, word))

    @staticmethod
    def _column(st: Statement, word: str) -> int:
        return st.rest_start + max(st.rest.find(word), 0)


def _say(refusal: Refusal) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
    return f"{refusal.code} ({refusal.rule}) {facts}".strip()
