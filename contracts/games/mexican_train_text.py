"""The state line of Mexican Train: written and read back, with what no round can look like named. Pure."""

from __future__ import annotations

from typing import Any

import msgspec

from contracts.games.claims import read_claims, write_claims
from contracts.games.game import BadNotation, Reason, Seat
from contracts.games.mexican_train_claims import KINDS, fault
from contracts.games.mexican_train_state import (
    MEXICAN,
    NAMES,
    TABLE,
    TOES,
    Branch,
    DoubleAnswer,
    Lay,
    Open,
    Options,
    State,
    Train,
    end_name,
    engine,
    find_branch,
    pack,
    parse_move,
    rounds,
    train_name,
    unpack,
)
from contracts.games.options import one_of, options_of, whole
from contracts.games.pieces import UNSEEN, Placement, Tile, parse_tile, tile_set

_COMMON = tuple(name for name in Options.__struct_fields__ if name != "players")
_DEFAULTS = Options()


def write_state(s: State) -> str:
    """Write the state as one line: words, each seat's train, `:` and hand, the Mexican Train, the boneyard.

    `deal=1 starter=A turn=B queue=7-7@B | A 9>5 : 5-2 9-8 | B * 9>7 7>7 : 8-1 | MT 9>8 | stock 6-1 7-4`. The engine
    follows from the deal's number and the seats; `*` is a train's marker; a branch follows its train with a dot before
    its name, `A 9>6 6>6 .L 6>2`. An open double of a chicken foot says how many tiles it is owed, `6-6@A:2`. Options
    that are not the book's default stand among the words.
    """
    words = [f"deal={s.number}", f"starter={NAMES[s.starter]}"]
    if s.lots:
        words.append("lots=" + ",".join(f"{NAMES[seat]}:{tile}" for seat, tile in s.lots))
    if s.turn is not None:
        words.append(f"turn={NAMES[s.turn]}")
    if s.first:
        words.append(f"first={s.first}")
    if s.laid:
        words.append(f"laid={s.laid}")
    if s.drawn is not None:
        words.append(f"drawn={s.drawn}")
    if s.follow is not None:
        words.append(f"follow={_write_end(s, *s.follow)}")
    if s.queue:
        words.append("queue=" + ",".join(_write_open(s, one) for one in s.queue))
    if s.count:
        words.append(f"count={s.count}")
    if any(s.offences):
        words.append("offences=" + ",".join(map(str, s.offences)))
    if s.offended:
        words.append("offended=yes")
    if s.over is not None:
        words.append(f"over={s.over}")
    if s.offender is not None:
        words.append(f"offender={NAMES[s.offender]}")
    words += _write_claims(s)
    for name in _COMMON:
        value = getattr(s.options, name)
        if value != getattr(_DEFAULTS, name):
            words.append(f"{name}={str(value).lower()}")
    seats = [
        " ".join((_write_train(train), ":", *map(str, hand))) for train, hand in zip(s.trains, s.hands, strict=False)
    ]
    parts = [" ".join(words), *seats, _write_train(s.trains[MEXICAN])]
    if s.boneyard:
        parts.append(" ".join(("stock", *map(str, s.boneyard))))
    return " | ".join(parts)


def _write_claims(s: State) -> list[str]:
    """What declared mode adds (BG-17, BG-18)."""
    words = [f"claims={write_claims(s.claims, NAMES.__getitem__)}"] if s.claims else []
    words += ["claimed=yes"] if s.claimed else []
    words += ["must=yes"] if s.must else []
    return words if s.withheld is None else [*words, f"withheld={s.withheld}"]


def _write_train(train: Train) -> str:
    words = [train_name(train.owner)]
    if train.marked:
        words.append("*")
    for branch in train.branches:
        words += [f".{branch.name}"] if branch.name else []
        words += map(str, branch.chain)
    return " ".join(words)


def _write_end(s: State, train: int, name: str) -> str:
    branch = find_branch(s.trains[train], name)
    assert branch is not None
    return f"{Tile(branch.end, branch.end)}@{end_name(train, name)}"


def _write_open(s: State, one: Open) -> str:
    text = _write_end(s, one.train, one.branch)
    return f"{text}:{one.owed}" if s.options.double_answer is DoubleAnswer.CHICKEN_FOOT else text


# --- reading


def read_state(text: str) -> State:
    """Read a line of `write_state`, or an excerpt.

    In an excerpt `deal`, `starter`, the Mexican Train and the boneyard may be missing, all players are past their first
    turn, and tiles may be `??`. BadNotation names what does not fit: an unknown word, a tile that lies twice, a chain
    that is broken, a double that is not there.
    """
    head, *parts = text.split(" | ")
    stock = _read_stock(parts.pop()) if parts and parts[-1].split()[:1] == ["stock"] else ()
    mexican = parts.pop() if parts and parts[-1].split()[:1] == ["MT"] else "MT"
    n = len(parts)
    if n not in TABLE:  # MT-1
        raise BadNotation("notation/state-seats", least=2, most=14, count=n)
    words = _read_words(head)
    if words.pop("players", str(n)) != str(n):
        raise BadNotation("notation/state-players", count=n)
    number = whole(words.pop("deal", "1"), "deal=")
    if not 1 <= number <= rounds(n):
        raise BadNotation("notation/rounds", number=number, count=n, most=rounds(n))
    middle = engine(n, number)
    read = [_read_seat(part, seat, middle) for seat, part in enumerate(parts)]
    trains = (*(train for train, _ in read), _read_train(mexican, "MT", MEXICAN, middle))
    over, turn = words.pop("over", None), _read_name(words.pop("turn", None), n)
    if turn is None and over is None:
        raise BadNotation("notation/state-turn")
    drawn, withheld = words.pop("drawn", None), words.pop("withheld", None)
    follow = [_read_end(double) for double in _list(words.pop("follow", ""))]
    queue = [_read_end(double.partition(":")[0]) for double in _list(words.get("queue", ""))]
    state = State(
        number=number,
        starter=_read_name(words.pop("starter", None), n) or 0,
        lots=tuple(_read_lot(lot, n) for lot in _list(words.pop("lots", ""))),
        turn=turn,
        first=whole(words.pop("first", "0"), "first="),
        laid=whole(words.pop("laid", "0"), "laid="),
        drawn=None if drawn is None else _read_tile(drawn),
        follow=follow[0][:2] if follow else None,
        queue=tuple(map(_read_open, _list(words.pop("queue", "")))),
        count=whole(words.pop("count", "0"), "count="),
        offences=tuple(whole(word, "offences=") for word in words.pop("offences", ",".join("0" * n)).split(",")),
        offended=words.pop("offended", "no") == "yes",
        over=None if over is None else one_of(Reason, "over", over),
        offender=_read_name(words.pop("offender", None), n),
        claims=read_claims(words.pop("claims", ""), NAMES[:n], KINDS),
        claimed=words.pop("claimed", "no") == "yes",
        must=words.pop("must", "no") == "yes",
        withheld=None if withheld is None else _read_tile(withheld),
        options=options_of("mexican_train/1", Options, words, players=n),
        held=tuple(pack(hand) for _, hand in read),
        boneyard=stock,
        trains=trains,
        down=0,
    )
    if wrong := _fault(state) or _no_double(state, [*follow, *queue]) or fault(state):
        raise wrong
    return msgspec.structs.replace(state, trains=tuple(_opened(state, train) for train in trains), down=_down(state))


def _read_words(head: str) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for word in head.split():
        name, is_there, value = word.partition("=")
        if not is_there or name in words:
            raise BadNotation("notation/word", text=word, example="turn=A")
        words[name] = value
    return words


def _list(text: str) -> list[str]:
    return text.split(",") if text else []


def _read_name(text: str | None, n: int) -> Seat | None:
    if text is None:
        return None
    if len(text) != 1 or text not in NAMES[:n]:
        raise BadNotation("notation/no-seat", text=text, known=tuple(NAMES[:n]))
    return NAMES.index(text)


def _read_tile(text: str) -> Tile:
    return UNSEEN if text == str(UNSEEN) else parse_tile(text)


def _read_stock(part: str) -> tuple[Tile, ...]:
    return tuple(map(_read_tile, part.split()[1:]))


def _read_lot(text: str, n: int) -> tuple[Seat, Tile]:
    name, _, tile = text.partition(":")
    seat = _read_name(name, n)
    assert seat is not None
    return seat, parse_tile(tile)


def _read_end(text: str) -> tuple[int, str, Tile]:
    """Read `7-7@B` or `2-2@A.L`: a double and the end on which it lies."""
    move = parse_move(text)
    if not isinstance(move, Lay) or not move.tile.double:
        raise BadNotation("notation/double", text=text)
    return move.train, move.branch, move.tile


def _read_open(text: str) -> Open:
    double, _, owed = text.partition(":")
    train, branch, _ = _read_end(double)
    return Open(train, branch, whole(owed or "1", text))


def _read_seat(part: str, seat: Seat, middle: int) -> tuple[Train, tuple[Tile, ...]]:
    """Read `B * 9>7 7>7 : 8-1 ??`: the train and the hand."""
    lies, colon, held = f"{part} ".partition(" : ")
    if not colon:
        raise BadNotation("notation/seat-train", part=part, name=NAMES[seat])
    return _read_train(lies, NAMES[seat], seat, middle), tuple(map(_read_tile, held.split()))


def _read_train(part: str, name: str, owner: int, middle: int) -> Train:
    head, *chain = part.split() or [""]
    if head != name:
        raise BadNotation("notation/lies", part=part, name=name)
    marked = chain[:1] == ["*"] and owner != MEXICAN
    branches = [Branch("", middle)]
    for text in chain[1:] if marked else chain:
        if text.startswith("."):
            branches.append(_read_branch(text[1:], branches, part))
            continue
        inner, _, outer = text.partition(">")
        placement = Placement(whole(inner, part), whole(outer, part))
        last = branches[-1]
        if placement.inner != last.end or last.toes:
            raise BadNotation("notation/fit", text=text, end=str(last.end), part=part)
        branches[-1] = msgspec.structs.replace(last, end=placement.outer, chain=(*last.chain, placement))
    if any(branch.name and not branch.chain for branch in branches):
        raise BadNotation("notation/branch-empty", part=part)
    return Train(owner, tuple(branches), marked)


def _read_branch(name: str, branches: list[Branch], part: str) -> Branch:
    """Begin the branch `name`, which counts as a toe of the double before it."""
    at = next((at for at, branch in enumerate(branches) if branch.name == name[:-1]), -1) if name else -1
    foot = branches[at]
    if at < 0 or not foot.chain or not foot.chain[-1].tile.double or foot.toes == len(TOES):
        raise BadNotation("notation/branch-foot", name=name, part=part)
    if TOES[foot.toes] != name[-1]:
        raise BadNotation("notation/branch-next", name=name, part=part)
    branches[at] = msgspec.structs.replace(foot, toes=foot.toes + 1)
    return Branch(name, foot.end)


# --- what belongs together


def _down(s: State) -> int:
    """The bits of all tiles on the table, the engine included."""
    lies = (place.tile for train in s.trains for branch in train.branches for place in branch.chain)
    return pack((Tile(s.engine, s.engine), *lies))


def _opened(s: State, train: Train) -> Train:
    """Close the ends that are a foot already: answered, or dead with a tile on it (MT-32)."""
    waiting = {one.branch for one in s.queue if one.train == train.owner}
    branches = tuple(
        msgspec.structs.replace(branch, open=not branch.toes or branch.name in waiting) for branch in train.branches
    )
    return Train(train.owner, branches, train.marked)


def _fault(s: State) -> BadNotation | None:
    """Say what no round can look like; None where the state can stand."""
    n = len(s.held)
    tiles = [Tile(s.engine, s.engine), *s.boneyard, *(tile for hand in s.hands for tile in hand)]
    tiles += [place.tile for train in s.trains for branch in train.branches for place in branch.chain]
    known = set(tile_set(TABLE[n][0]))
    tiles = [tile for tile in tiles if tile != UNSEEN]
    if foreign := [tile for tile in tiles if tile not in known]:
        return BadNotation("notation/set", tile=str(foreign[0]), high=TABLE[n][0])
    if len(set(tiles)) < len(tiles):
        return BadNotation("notation/twice", text=str(next(tile for tile in tiles if tiles.count(tile) > 1)))
    if s.options.double_answer is not DoubleAnswer.CHICKEN_FOOT and any(len(train.branches) > 1 for train in s.trains):
        return BadNotation("notation/branch-option")
    if s.drawn is not None and (s.turn is None or s.drawn not in unpack(s.held[s.turn])):
        return BadNotation("notation/drawn", tile=str(s.drawn))
    if len(s.offences) != n:
        return BadNotation("notation/each-seat", name="offences=")
    return BadNotation("notation/first", count=s.first) if s.first > n else None


def _no_double(s: State, named: list[tuple[int, str, Tile]]) -> BadNotation | None:
    """Say which double is named as open or as to be followed although it does not lie at the end named."""
    for train, name, tile in named:
        branch = find_branch(s.trains[train], name) if train < len(s.held) else None
        if branch is None or not branch.chain or branch.chain[-1].tile != tile:
            return BadNotation("notation/no-double", tile=str(tile), end=end_name(train, name))
    for one in s.queue:
        branch = find_branch(s.trains[one.train], one.branch)
        assert branch is not None, "it was found above"
        if one.owed != (len(TOES) - branch.toes if s.options.double_answer is DoubleAnswer.CHICKEN_FOOT else 1):
            return BadNotation("notation/owed", end=_write_end(s, one.train, one.branch), count=one.owed)
    return None
