# ruff: noqa: RUF001  # digits of other scripts are meant
"""Commands as nobody should send them, to tables and tournaments in every phase: what is refused, and whether all is answered.

Each run drives one table or one tournament. Between honest steps, which bring it into every phase, come commands of
every kind whose fields are spoilt: wrong seats and phases, pieces that do not exist, fields left out or made up, huge
numbers, text of any script. What is accepted is folded, so that the next command meets what it has done. Everything is
drawn from one seed: an exception names it with the command.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from contracts import codec
from contracts.envelope import Command, write
from contracts.games import match as matches
from contracts.games import options as house_rules
from contracts.games.game import GAMES, Refusal, plain
from contracts.games.options import Choice, Kind
from contracts.messages import Board, Limits
from contracts.roles import MAY, ROLES
from contracts.table_state import Phase, Table, whose_turn
from contracts.table_state import evolve as fold_table
from contracts.tournament_state import RoundPhase, Tournament
from contracts.tournament_state import evolve as fold_tournament
from services.lobby import decider as lobby
from services.lobby import seating
from services.move_validation import decider as referee
from tests import samples
from tests.table_spec import KEY, KEY_HASH

GOLDEN = Path(__file__).parent / "golden"
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    5,
    13,
    14,
    15,
    99,
    -(2**31),
    2**31,
    2**53,
    -(2**63),
    2**63,
    2**64,
    10**30,
    0.5,
    -1e308,
    1e308,
)
TEXTS = (
    *("", " ", "draw", "skip", "pass", "6-6", "6-6L", "lead 9-9", "9-9@A", "@", "-", "L", "6-6R ", "18-18@MT", "??"),
    *("show ??", "leads Z", "Ah", "Ah!", "10h", "name queens", "cut 33", "refuse cut", "end", "keep", "\0", "\0" * 9),
    *(
        "0" * 32,
        "f" * 64,
        "9-9@" * 500,
        "x" * 100_000,
        "٦-٦",
        "६-६",
        "６-６",
        "Ⅵ-Ⅵ",
        "6\u20126",
        "\u202e6-6L",
        "A\u0301" * 40,
    ),
    *(
        "\U0001f063",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\U0010ffff",
        "مریم",
        "Θεοδώρα",
        "e1",
        "e0",
        "t1",
        "<b>",
        "'; --",
        "%s%n",
    ),
)
PIECES = ("6-6", "0-0", "9-9", "18-18", "1-0", "7h", "As", "??", "", "x", "6-7-8", "-1-3")
ENDS = ("out", "closed", "blocked", "penalty", "played", "abandoned", "target", "x")
OVER = 0.15  # so often a run ends at a command that comes when all is over
HONEST = 0.3  # so many of the commands are honest, so that tables and tournaments get on


class Count:
    """How many commands were sent, how many accepted, and how often each code refused one."""

    def __init__(self) -> None:
        self.sent = 0
        self.accepted: Counter[str] = Counter()  # by kind
        self.codes: Counter[str] = Counter()
        self.games: Counter[str] = Counter()  # commands by rule set and board; "tournament" for the lobby's


def anything(rng: random.Random, depth: int = 2) -> Any:
    """A value of any form."""
    kind = rng.randrange(9 if depth else 6)
    if kind < 2:
        return rng.choice(NUMBERS)
    if kind < 4:
        return text(rng)
    if kind == 4:
        return rng.choice((None, True, False))
    if kind == 5:
        return [rng.choice(PIECES) for _ in range(rng.randrange(5))]
    if kind < 8:
        return [anything(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {text(rng): anything(rng, depth - 1) for _ in range(rng.randrange(4))}


def text(rng: random.Random) -> str:
    """A text, often one that means something somewhere; or letters from anywhere in Unicode."""
    if rng.random() < 0.7:
        return rng.choice(TEXTS)
    points = (
        rng.choice((rng.randrange(32, 127), rng.randrange(0xD800), rng.randrange(0xE000, 0x110000))) for _ in "12345"
    )
    return "".join(map(chr, points))


def near(rng: random.Random, value: Any) -> Any:
    """Something that looks like this value and is another."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, 2, 100))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return rng.choice(
            (value[:at] + value[at + 1 :], value[:at] + text(rng)[:2] + value[at:], value + value, value[::-1])
        )
    return anything(rng)


def spoil(rng: random.Random, value: Any) -> Any:
    """Change one thing somewhere within a value."""
    if rng.random() < 0.3 or not isinstance(value, (dict, list)) or not value:
        return near(rng, value) if rng.random() < 0.75 else anything(rng)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        match rng.randrange(4):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], spoil(rng, value[at]), *value[at + 1 :]]
    name = rng.choice(list(value))
    match rng.randrange(6):
        case 0:
            return {k: v for k, v in value.items() if k != name}
        case 1:
            return {**value, text(rng): anything(rng)}
        case _:
            return {**value, name: spoil(rng, value[name])}


def entry(rng: random.Random, seats: int, rules: str) -> dict[str, Any]:
    """The score of a deal: half of them as they may be, the others with columns of anything."""
    if rng.random() < 0.5:
        out = rng.randrange(seats)
        count = [0 if seat == out else rng.randint(2, 30) for seat in range(seats)]
        if not rules.startswith("lora"):
            return {"end": "out", "seat": out, "pips": count}
        eight = [0] * seats
        for _ in range(8):
            eight[rng.randrange(seats)] += 1
        return {"end": "played", "contract": rng.choice(("minimum", "maximum", "tricks", "hearts")), "counts": eight}

    def column() -> list[int]:
        size = rng.choice((seats, seats, seats, 2, 5))
        return [rng.choice((0, 0, 0, 1, 5, 8, -8, 12, 57)) for _ in range(size)]

    made: dict[str, Any] = {"end": rng.choice(ENDS)}
    for name in ("pips", "points", "penalties", "counts", "passes"):
        if rng.random() < 0.4:
            made[name] = column()
    for name, values in (
        ("seat", range(seats)),
        ("starter", (-1, 0, 1, 9)),
        ("contract", ("", "queens", "layout", "minimum", "two_players", "x")),
        ("offence", ("", "LP-1", "LP-8", "LP-13", "BG-19", "BG-20", "x")),
    ):
        if rng.random() < 0.4:
            made[name] = rng.choice(values)
    return made


def bodies(kinds: Any) -> dict[str, Any]:
    """A realistic body for each kind, as it travels."""
    return {body.KIND: msgspec.to_builtins(body) for body in samples.commands() if type(body) in kinds}


def house(rng: random.Random, rules: str) -> tuple[dict[str, Any], int]:
    """House rules of any kind, often in conflict with one another, and a number of seats."""
    game = GAMES[rules]
    found = {}
    for choice in house_rules.choices(game):
        if rng.random() < 0.3:
            found[choice.name] = _value(rng, choice)
    if rng.random() < 0.2:
        found = plain(rng.choice(list(game.PRESETS.values())))
    return found, rng.randint(game.MIN_SEATS, game.MAX_SEATS)


def _value(rng: random.Random, choice: Choice) -> Any:
    match choice.kind:
        case Kind.NUMBER:
            return rng.randint(choice.least or 0, min(choice.most or 200, 200))
        case Kind.MANY:
            return rng.sample(choice.values, rng.randrange(len(choice.values) + 1))
        case _:
            return rng.choice(choice.values)


class Run:
    """One table or tournament: what it is by now, and the sending of commands to it."""

    def __init__(self, rng: random.Random, count: Count, catalogue: Any, decider: Any, fold: Callable) -> None:
        self.rng, self.count = rng, count
        self.catalogue, self.decider, self.fold = catalogue, decider, fold
        self.samples = bodies(set(catalogue.commands.values()))
        self.kinds = list(self.samples)
        self.state: Any = None
        self.at = 1_700_000_000_000
        self.label = "tournament"

    def send(self, kind: str, fields: Any, actor: str, v: int = 1) -> bool:
        """Send a command; whether it was accepted."""
        self.at += self.rng.choice((0, 1, 10, 1000, 60_000, -5))
        try:
            raw = write(fields)
        except (UnicodeEncodeError, OverflowError):  # cannot travel
            raw = b"{}"
        command = Command(id="x", key="t1", actor=actor, kind=kind, v=v, body=msgspec.Raw(raw))
        self.count.sent += 1
        self.count.games[self.label] += 1
        try:
            body = self.catalogue.body(command)
            answer = body if isinstance(body, Refusal) else self.decider.decide(self.state, command, body, self.at)
            if isinstance(answer, Refusal):
                assert len(write(answer)) < 10_000, "a refusal longer than any page"
                self.count.codes[answer.code] += 1
                return False
            for event in answer:
                read = self.catalogue.event(write(event))
                assert read == event, "the event does not come back from the wire as it went"
                self.state = self.fold(self.state, read, self.at)
        except Exception as error:
            raise AssertionError(f"{actor!r} sent {kind!r} {raw[:2000]!r}: {type(error).__name__}: {error}") from error
        self.count.accepted[kind] += 1
        return True

    def actor(self, kind: str, honest: str = "") -> str:
        """Mostly somebody who may send this; sometimes anybody."""
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice((*ROLES, "", ":", "player:", "nobody", "player:e0:e1", "director:x", text(rng)))
        if honest and rng.random() < 0.8:
            return honest
        role = rng.choice(sorted(MAY.get(kind, ROLES)))
        return f"{role}:e{rng.randrange(5)}" if role in ("player", "bot") else role

    def garbage(self) -> None:
        """Send a command of any kind with something spoilt in it; or a good one at a time when nobody asked for it."""
        rng = self.rng
        kind = rng.choice(self.kinds)
        fields = self.fitted(kind, dict(self.samples[kind]))
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            fields = spoil(rng, fields)
        named = kind if rng.random() < 0.98 else text(rng)
        version = 1 if rng.random() < 0.98 else rng.choice((0, 2, -1, 2**40))
        self.send(named, fields, self.actor(kind, self.sender(fields)), version)

    def fitted(self, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Put in what the state of now asks for, so that the spoilt part is what is judged."""
        return fields

    def sender(self, fields: Any) -> str:
        """Who would send this."""
        return ""

    def honest(self) -> bool:
        """Take the next step as it should be; whether there is one."""
        raise NotImplementedError

    def go(self, commands: int) -> None:
        """Send so many commands, or fewer where everything is over."""
        for _ in range(commands):
            if self.rng.random() >= HONEST:
                self.garbage()
            elif not self.honest():
                return
            if self.over() and self.rng.random() < OVER:
                return

    def over(self) -> bool:
        """Whether nothing more can happen but refusals."""
        return self.state is not None and self.decider.finished(self.state)


class TableRun(Run):
    """A table of any game, house rules and way of being played."""

    state: Table | None

    def __init__(self, rng: random.Random, count: Count, rules: str, board: Board) -> None:
        super().__init__(rng, count, codec.TABLE, referee, fold_table)
        self.rules, self.board = rules, board
        self.label = f"{rules} {board}"
        frequent = ["play"] * 20 if board is not Board.SCORES else ["enter_deal", "report_deal"] * 8
        self.kinds = [*self.kinds * 2, *frequent]
        self.kinds.remove("abandon_table")

    def fitted(self, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
        s, rng = self.state, self.rng
        if s is None:
            return fields
        for name, value in (("deal", s.deal), ("ply", s.ply), ("attempt", s.attempt)):
            if name in fields:
                fields[name] = value
        if "seat" in fields:
            turn = whose_turn(s)
            fields["seat"] = rng.randrange(len(s.seats)) if turn is None or rng.random() < 0.2 else turn
        if kind in ("enter_deal", "report_deal"):
            for name, value in fields.items():
                if isinstance(value, dict):
                    fields[name] = entry(rng, len(s.seats), self.rules)
        if kind == "play":
            fields["move"] = self._move(s)
        if kind == "continue_record":
            fields["text"] = "\n".join(self._move(s) for _ in range(rng.randrange(3)))
        if kind in ("give_deal", "lay_out"):
            fields |= self._deal(s) if kind == "give_deal" else {"starter": rng.randrange(-1, len(s.seats) + 1)}
        return fields

    def sender(self, fields: Any) -> str:
        s, seat = self.state, fields.get("seat") if isinstance(fields, dict) else None
        if s is None or self.board is not Board.SERVER or not isinstance(seat, int) or not 0 <= seat < len(s.seats):
            return ""
        return f"player:{s.seats[seat].entrant}"

    def honest(self) -> bool:
        s, rng = self.state, self.rng
        if s is None:
            return self._open() or True
        server = self.board is Board.SERVER
        staff = rng.choice(("director", "arbiter:a", "scorer:s"))
        match s.phase:
            case Phase.WAITING:
                seat = rng.randrange(len(s.seats))
                if rng.random() < 0.2:
                    self.send("start_table", {"v": 1} if rng.random() < 0.1 else {}, "director")
                else:
                    self.send("sit", {"seat": seat, "nonce": f"{seat:032x}"}, f"player:{s.seats[seat].entrant}")
            case Phase.WANTING if server:
                self.send("give_deal", {"deal": s.deal, "attempt": s.attempt, **self._deal(s)}, "dealing")
            case Phase.WANTING if self.board is Board.MOVES:
                self.send("lay_out", {"deal": s.deal, "attempt": s.attempt, "starter": rng.randrange(-1, 2)}, staff)
            case Phase.WANTING:
                self.send("enter_deal", self.fitted("enter_deal", dict(self.samples["enter_deal"])), staff)
            case Phase.PLAYING:
                found = s.rules.moves(s.state)
                turn = whose_turn(s)
                if not found or turn is None:
                    return False
                who = f"player:{s.seats[turn].entrant}" if server else staff
                move = s.rules.move_text(rng.choice(found))
                self.send("play", {"seat": turn, "move": move, "deal": s.deal, "ply": s.ply}, who)
            case Phase.ENDED:
                self.send("reveal_table_key", {"key": KEY.hex()}, "dealing")
            case Phase.REVEALED:
                return False
            case _:
                self.garbage()
        return True

    def _open(self) -> bool:
        rng = self.rng
        if rng.random() < 0.1:
            logs = sorted((GOLDEN / self.rules.partition("/")[0]).glob("*.log"))
            written = rng.choice(logs).read_text(encoding="utf-8")
            if rng.random() < 0.5:
                at = rng.randrange(len(written) + 1)
                written = written[:at] + text(rng)[:20] + written[at + rng.randrange(4) :]
            seats = rng.randint(2, 5)
            plans = [{"entrant": f"e{i}", "name": f"N{i}"} for i in range(seats)]
            return self.send("import_record", {"text": written, "seats": plans}, "director")
        options, seats = house(rng, self.rules)
        if self.board is Board.MOVES and rng.random() < 0.8:
            options |= {"claim_mode": "declared"} if "lora" not in self.rules else {}
            if "mexican" not in self.rules and "lora" not in self.rules:
                options["block_detection"] = "confirmations"
        fields = {
            **self.samples["open_table"],
            "rules": self.rules,
            "options": {**options, "players": seats},
            "seats": [{"entrant": f"e{i}", "name": f"N{i}"} for i in range(seats)],
            "key_hash": KEY_HASH,
            "limits": msgspec.to_builtins(rng.choice((Limits(), Limits(move_s=30, sit_s=60)))),
            "max_deals": rng.choice((None, 1, 3)),
            "board": str(self.board),
        }
        return self.send("open_table", fields, "dealing")

    def _deal(self, s: Table) -> dict[str, Any]:
        pieces = list(matches.pieces(s.rules, s.options, max(1, s.deal)))
        self.rng.shuffle(pieces)
        lots = self.rng.sample(pieces, len(pieces)) if matches.lots(s.rules) else []
        return {"order": pieces, "lots": lots}

    def _move(self, s: Table) -> str:
        """A move of this position, of another, or nothing like one."""
        rng = self.rng
        drawn = rng.random()
        if s.phase is Phase.PLAYING and drawn < 0.3 and (found := s.rules.moves(s.state)):
            written: str = s.rules.move_text(rng.choice(found))
            return written if drawn < 0.1 else near(rng, written)
        if drawn < 0.7:
            tile = rng.choice(matches.pieces(s.rules, s.options, max(1, s.deal)))
            before = rng.choice(("", "", "", "lead ", "show ", "draw ", "keep "))
            return before + tile + rng.choice(("", "L", "R", "@A", "@B", "@MT", "!", " end", "@Z"))
        return text(rng)


class TournamentRun(Run):
    """A tournament of any game and shape."""

    state: Tournament | None

    def __init__(self, rng: random.Random, count: Count) -> None:
        super().__init__(rng, count, codec.TOURNAMENT, lobby, fold_tournament)

    def fitted(self, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
        s, rng = self.state, self.rng
        if s is None:
            return fields
        ids = [entrant.id for entrant in s.entrants]
        if ids:
            if "entrant" in fields:
                fields["entrant"] = rng.choice(ids)
            if "entrants" in fields and kind != "import_entrants":
                fields["entrants"] = rng.sample(ids, rng.randint(1, len(ids)))
        if isinstance(fields.get("round"), int):
            fields["round"] = s.begun + rng.choice((0, 0, 1))
        if "table" in fields and s.current is not None and s.current.tables:
            fields["table"] = rng.choice(s.current.tables).id
        return fields

    def honest(self) -> bool:
        s, rng = self.state, self.rng
        if s is None:
            options, _ = house(rng, rules := rng.choice(sorted(GAMES)))
            game = GAMES[rules]
            given = {
                **self.samples["create_tournament"]["rules"],
                "game": rules,
                "options": options if rng.random() < 0.3 else {},
                "rounds": rng.randint(1, 3),
                "table_min": game.MIN_SEATS,
                "table_max": min(game.MAX_SEATS, 5),
                "max_deals": 1,
            }
            self.send("create_tournament", {**self.samples["create_tournament"], "rules": given}, "director")
            return True
        if not s.key_hash:
            self.send("commit_key", {"key_hash": KEY_HASH}, "dealing")
        elif len(s.entrants) < 6:
            self.send(
                "import_entrants", {"entrants": [{"name": f"N{i}{len(s.entrants)}"} for i in range(4)]}, "director"
            )
        elif s.current is None or s.current.phase is RoundPhase.DONE:
            if s.begun >= s.rules.rounds or rng.random() < 0.005:
                self.send("finish_tournament", {}, "director")
                return rng.random() < 0.8
            self.send("check_in", {"entrants": [one.id for one in s.entrants]}, "director")
            self.send("start_round", {"round": s.begun + 1}, "director")
        elif s.current.phase is RoundPhase.PLAYING:
            self._result(s)
        elif s.current.phase is RoundPhase.WANTED:
            proposal = seating.propose(s)
            self.send(proposal.KIND, msgspec.to_builtins(proposal), "seater")
        else:
            self.send("begin_round", {"round": s.current.number}, "director")
        return True

    def _result(self, s: Tournament) -> None:
        assert s.current is not None
        open_tables = [table for table in s.current.tables if table.result is None]
        table = self.rng.choice(open_tables or list(s.current.tables))
        totals = [self.rng.randrange(9) * 10 for _ in table.seats]
        places = [1 + sum(other > total for other in totals) for total in totals]
        zero = [0] * len(totals)
        result = {"reason": "target", "totals": totals, "places": places, "deals": 1, "won": zero, "best": zero}
        self.send("record_result", {"table": table.id, "result": result}, "relay")


KINDS = tuple((rules, board) for rules in sorted(GAMES) for board in (*Board, Board.SERVER, Board.MOVES, None, None))


def begun(rng: random.Random, count: Count, number: int) -> Run:
    """Begin a run: tables of every game and way of being played, and tournaments, in turn."""
    rules, board = KINDS[number % len(KINDS)]
    return TournamentRun(rng, count) if board is None else TableRun(rng, count, rules, board)


def fuzz(commands: int, seed: int, first: int = 0) -> Count:
    """Send so many commands, from run `first` on. AssertionError with the seed, the run and the command for whatever is not answered."""
    count = Count()
    number = first
    while count.sent < commands:
        run = begun(random.Random(f"{seed}:{number}"), count, number)
        try:
            run.go(min(commands - count.sent, run.rng.choice((40, 150, 400))))
        except AssertionError as error:
            error.add_note(f"seed {seed}, run {number} ({run.label}), command {count.sent}")
            raise
        number += 1
    return count
