"""The complete deals of Lora's rules, their score table, and small words that the Lora tests share."""

from __future__ import annotations

import re
from typing import Any

from contracts.games import lora
from contracts.games.game import Deal
from contracts.games.lora import Contract, JackClubsScoring, Options, State, Version

HANDS = {
    "A": """
S0: Js Qs As Jh 8d Td Kd 7c
S1: 8s Ks 7h Th 9d Jd Ad Jc
S2: 9s 8h Kh Qd 8c 9c Tc Ac
S3: 7s Ts 9h Qh Ah 7d Qc Kc
1 S1: 9d Qd 7d Td > S2
2 S2: 9c Qc 7c Jc > S3
3 S3: Kc Kd Ks Ac > S2
4 S2: Kh 9h Jh Th > S2
5 S2: 9s 7s Qs 8s > S0
6 S0: Js 7h 8c Ts > S0
7 S0: As Jd Tc Ah > S0
8 S0: 8d Ad 8h Qh > S1
""",
    "B": """
S0: 8s Js As Qh 7d 9d Qd Qc
S1: 7s Qs Ks 8h Th 8c Jc Ac
S2: 7h 9h Jh 8d Jd Kd 7c Kc
S3: 9s Ts Kh Ah Td Ad 9c Tc
1 S1: 7s 7h Ts 8s > S3
2 S3: Ah Qh 8h 9h > S3
3 S3: Ad 7d Th 8d > S3
4 S3: Kh Js Ac Jh > S3
5 S3: Tc Qc 8c 7c > S0
6 S0: 9d Qs Jd Td > S2
7 S2: Kd 9c Qd Jc > S2
8 S2: Kc 9s As Ks > S2
""",
    "C": """
S0: As Jh 7d 8d 9d Qd Ad Ac
S1: 8s 9s Ts Qh Td Jd 8c 9c
S2: Qs Ks 8h 9h Ah 7c Qc Kc
S3: 7s Js 7h Th Kh Kd Tc Jc
1 S1: 8s Ks Js As > S0
2 S0: 7d Jd 9h Kd > S3
3 S3: Jc Ac 9c Kc > S0
4 S0: 9d Td 7c 7h > S1
5 S1: 8c Qc Tc 8d > S2
6 S2: 8h Th Jh Qh > S1
7 S1: 9s Qs 7s Ad > S2
8 S2: Ah Kh Qd Ts > S2
""",
    "D": """
S0: 7s 8s 7h 9h Jh Ah Qd 9c
S1: 9s Js Th 7d 9d Jd Tc Jc
S2: Ks 8d Td Ad 8c Qc Kc Ac
S3: Ts Qs As 8h Qh Kh Kd 7c
1 S1: 7d Ad Kd Qd > S2
2 S2: Ac 7c 9c Tc > S2
3 S2: Ks Ts 7s 9s > S2
4 S2: Kc As 7h Jc > S2
5 S2: Qc Qs 8s Jd > S2
6 S2: Td Kh Jh 9d > S2
7 S2: 8d Qh 9h Js > S2
8 S2: 8c 8h Ah Th > S2
""",
    "E": """
S0: Qs Qh Kh 9d Td Kd 9c Tc
S1: 7s 9s Js 9h Th 7d 7c Kc
S2: 8s Ts 7h Jh Ad 8c Jc Qc
S3: Ks As 8h Ah 8d Jd Qd Ac
1 S1: 7s 8s Ks Qs > S3
2 S3: 8h Kh 9h 7h > S0
3 S0: Kd 7d Ad 8d > S2
4 S2: 8c Ac Tc 7c > S3
5 S3: Jd Td Th Qc > S3
6 S3: Qd 9d Js Jc > S3
7 S3: As Qh 9s Ts > S3
8 S3: Ah 9c Kc Jh > S3
""",
    "F": """
S0: 9s Ts Js 7h 9h Th Jh Kh Td Jc
S1: 7s 8s As Jd Qd Ad 9c Tc Qc Ac
S2: Qs Ks 8h Qh Ah 9d Kd 7c 8c Kc
1 S1: 8s Qs 9s > S2
2 S2: 7c Jc Tc > S0
3 S0: Th Qd Qh > S2
4 S2: Kc 9h Qc > S2
5 S2: 9d Td Ad > S1
6 S1: Ac 8c 7h > S1
7 S1: Jd Kd Js > S2
8 S2: 8h Jh 7s > S0
9 S0: Kh 9c Ah > S2
10 S2: Ks Ts As > S1
""",
}
"""Complete trick deals: hands, and tricks with their leader and winner. D is S0, S1 leads."""

TABLE = """
minimum | 3/1/3/1 | 1/0/3/4 | 2/2/3/1 | 0/0/8/0 | 1/0/1/6
maximum | -3/-1/-3/-1 | -1/0/-3/-4 | -2/-2/-3/-1 | 0/0/-8/0 | -1/0/-1/-6
queens | 2/2/2/2 | 2/0/4/2 | 0/2/6/0 | 0/0/8/0 | 0/0/0/8
hearts | 2/2/4/0 | 0/0/0/-8 | 0/5/2/1 | 0/0/-8/0 | 4/0/0/4
jack_clubs | 0/0/0/8 | 0/0/8/0 | 8/0/0/0 | 0/0/8/0 | 0/0/0/8
king_last | 0/4/4/0 | 0/0/4/4 | 0/0/8/0 | 0/0/8/0 | 4/0/0/4
opposite jack_clubs | 0/2/0/6 | 2/0/6/0 | 6/0/2/0 | 2/0/6/0 | 0/2/0/6
split king_hearts | 0/0/4/0 | 0/0/0/4 | 0/0/4/0 | 0/0/4/0 | 4/0/0/0
split sixth_trick | 4/0/0/0 | 0/0/4/0 | 0/4/0/0 | 0/0/4/0 | 0/0/0/4
libyan hearts | 2/2/4/0 | 0/0/0/-8 | 0/5/2/1 | 0/0/-8/0 | 4/0/0/4
libyan king_hearts | 0/0/8/0 | 0/0/0/8 | 0/0/8/0 | 0/0/8/0 | 8/0/0/0
libyan queens | 2/2/2/2 | 2/0/4/2 | 0/2/6/0 | 0/0/-8/0 | 0/0/0/-8
libyan jack_clubs | 8/0/0/0 | 0/0/0/8 | 0/8/0/0 | 0/0/0/8 | 8/0/0/0
libyan sixth_trick | 8/0/0/0 | 0/0/8/0 | 0/8/0/0 | 0/0/8/0 | 0/0/0/8
libyan tricks | 3/1/3/1 | 1/0/3/4 | 2/2/3/1 | 0/0/-8/0 | 1/0/1/6
libyan two_players | 0/4/0/4 | 4/4/0/0 | no result | no result | no result
"""
"""What deals A to E bring under every contract."""

TABLE_F = """
minimum | 2/3/5
maximum | -2/-3/-5
queens | 0/0/8
hearts | 2/1/5
jack_clubs | 8/0/0
king_last | 0/4/4
split king_hearts | 0/0/4
split sixth_trick | 0/4/0
"""

L1 = (
    """
S0 Qs Kh Ah Kd Ad 7c Jc Qc | S1 7s 8s 8h Th Jh 7d 9d Td | S2 9s Js Ks As 7h 9h Qd Kc | S3 Ts Qh 8d Jd 8c 9c Tc Ac
""",
    """
S1:9d S2:9h S3:9c S0:pass S1:Td S2:9s S3:Jd S0:pass S1:Th S2:Qd S3:Ts S0:Kd S1:Jh S2:Js S3:Tc S0:Ad
S1:7d S2:pass S3:Qh S0:Jc S1:pass S2:pass S3:8d S0:Qs S1:pass S2:Ks S3:pass S0:Qc S1:pass S2:Kc S3:Ac S0:7c
S1:pass S2:As S3:8c
""",
)
L2 = (
    """
S0 As 7h Jh Ah 9d Kd Jc Qc | S1 Ts 9h Kh Td Jd Ad 8c 9c | S2 7s Js Qs Ks Th 7d 8d Ac | S3 8s 9s 8h Qh Qd 7c Tc Kc
""",
    """
S1:Ts S2:Js S3:Tc S0:Jc S1:Td S2:Qs S3:pass S0:Qc S1:Jd S2:Ks S3:Qd S0:Kd S1:Ad S2:7d S3:Kc S0:As
S1:pass S2:7s S3:8s S0:pass S1:pass S2:Ac S3:7c S0:pass S1:8c S2:8d! S3:9s S0:9d S1:9c S2:Th
""",
)
L3 = (
    """
S0 9s Js Qs 7h 8h Th 9d Jd Jc Qc | S1 7s Ts Ks Ah Td Qd Kd Ad 8c Kc | S2 8s As 9h Jh Qh Kh 7c 9c Tc Ac
""",
    """
S1:Ts S2:Tc S0:Js S1:Td S2:pass S0:Jd S1:Qd S2:pass S0:Th S1:Kd S2:Jh S0:Qs
S1:Ks S2:As S0:Jc S1:Ad S2:Qh S0:Qc S1:Kc S2:Ac S0:9d S1:7s S2:Kh S0:pass
S1:Ah S2:8s S0:7h S1:pass S2:7c S0:9s S1:8c
""",
)


def hands(name: str) -> str:
    """The hands of a trick deal, as the state line has them."""
    found = re.findall(r"^(S\d): (.*)$", HANDS[name], flags=re.MULTILINE)
    return " | ".join(f"{seat} {held}" for seat, held in found)


def plays(name: str) -> list[tuple[int, str]]:
    """Seat and card of every play of a trick deal."""
    n = hands(name).count("|") + 1
    found = []
    for leader, cards in re.findall(r"^\d+ S(\d): (.*) >", HANDS[name], flags=re.MULTILINE):
        found += [((int(leader) + at) % n, card) for at, card in enumerate(cards.split())]
    return found


def tricks_won(name: str) -> list[int]:
    """Who won each trick of a trick deal."""
    return [int(seat) for seat in re.findall(r"> S(\d)$", HANDS[name], flags=re.MULTILINE)]


def layout(deal: tuple[str, str]) -> tuple[str, list[tuple[int, str]]]:
    """The hands of a layout deal and its moves."""
    return deal[0].strip(), [(int(word[1]), word[3:]) for word in deal[1].split()]


def options(words: str, **more: Any) -> Options:
    """The options for a row's contract: `split`, `libyan` or `opposite` before it."""
    given: dict[str, Any] = {
        "split": {"king_sixth_split": True},
        "libyan": {"version": Version.LIBYAN},
        "opposite": {"jack_clubs_scoring": JackClubsScoring.TAKER_6_OPPOSITE_2},
    }.get(words.split(maxsplit=1)[0], {})
    return Options(**given, **more)


def state(held: str, contract: str, opts: Options | None = None, words: str = "") -> State:
    """A deal with these hands before the first card."""
    opts = opts or Options(players=held.count("|") + 1)
    read = lora.read_state(f"contract={contract} {words} | {held}")
    return lora.read_state(lora.write_state(read)) if opts == Options() else _with(read, opts)


def _with(s: State, opts: Options) -> State:
    import msgspec

    return msgspec.structs.replace(s, options=opts)


def begun(name: str, contract: str = "minimum", opts: Options | None = None, words: str = "") -> State:
    """A trick deal before its first card."""
    return state(hands(name), contract, opts, words)


def play_all(s: State, acts: list[tuple[int, str]], until: int | None = None) -> State:
    """Play moves, each judged, generated and the seat's own."""
    for seat, text in acts[:until]:
        m = lora.parse_move(text)
        assert s.turn == seat, (lora.write_state(s), seat, text)
        assert lora.refuse(s, seat, m) is None, (text, lora.refuse(s, seat, m))
        assert m in lora.moves(s), text
        s = lora.play(s, m)
    return s


def done(name: str, contract: str, opts: Options | None = None, words: str = "") -> State:
    """A trick deal played out."""
    return play_all(begun(name, contract, opts, words), plays(name))


def code(s: State, seat: int, move: str) -> str | None:
    refusal = lora.refuse(s, seat, lora.parse_move(move))
    return refusal and refusal.code


def points(s: State) -> tuple[int, ...]:
    found = lora.outcome(s)
    assert found is not None
    return found.points


def act(s: State, *moves: str) -> State:
    """Play accepted moves, offences too."""
    for text in moves:
        m = lora.parse_move(text)
        seat = lora._mover(s, m)
        assert lora.refuse(s, seat, m) is None, (text, lora.refuse(s, seat, m))
        s = lora.play(s, m)
    return s


def deal(opts: Options, number: int = 1, dealer: int | None = None, carry: str = "", order: Any = None) -> State:
    """A deal before its cut, in canonical order unless told otherwise."""
    return lora.start(opts, Deal(tuple(order or lora.pieces(opts)), number, dealer, carry))


def slash(text: str) -> tuple[int, ...] | None:
    return None if text.strip() == "no result" else tuple(map(int, text.split("/")))


ALL = [
    (name, row.split("|")[0].strip(), slash(cell))
    for row in TABLE.strip().splitlines()
    for name, cell in zip("ABCDE", row.split("|")[1:], strict=True)
] + [
    ("F", row.split("|")[0].strip(), slash(row.split("|")[1]))  # the three-player deal
    for row in TABLE_F.strip().splitlines()
]
"""(deal, row, points) for every cell of the tables."""

CONTRACTS = tuple(Contract)
