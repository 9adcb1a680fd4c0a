"""OpenSpiel's hearts beside Lora's trick contracts, card by card.

Hearts is brought to the same rules by its parameters: no cards are passed, hearts need not be broken, any card may be
led, points may fall in the first trick. Then in both a card of the suit led must be played where one is held, any card
otherwise, the highest card of the suit led wins, and the winner leads.

Hearts has 52 cards and Lora 32, so the first tricks of a deal are played in hearts alone, with the suit that has most
cards left where there is a choice, until no suit has more than eight. What is left is put into Lora's pack in the same
order of ranks, and the same cards are played in both to the end: four to eight tricks, six as a rule. Compared are who is on
turn, every legal move, the winner of each trick, and at the end the hearts and the queen of spades that each seat took
against the points that hearts gives. Not compared, because hearts has nothing like it: the cut, the naming of contracts,
the layout, the contracts' own scores and their early ends, three players, announcements, penalties.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from contracts.games import lora, tricks
from contracts.games.cards import PACK, PER_SUIT, Card
from contracts.games.lora import State
from tests.bench.peer_dominoes import Difference

PARAMETERS = (
    "hearts(pass_cards=False,no_pts_on_first_trick=False,can_lead_any_club=True,must_break_hearts=False,"
    "qs_breaks_hearts=True,can_lead_hearts_instead_of_qs=True,jd_bonus=False,avoid_all_tricks_bonus=False)"
)
NO_PASS = 0
"""The first chance is which way cards are passed; it is asked for although none are."""
SEATS = 4
HEARTS, SPADES = 2, 3  # suits are the remainder of a card by four: clubs, diamonds, hearts, spades
QUEEN = 10 * 4 + SPADES
ALL = 26
CONTRACTS = ("minimum", "maximum", "queens", "hearts", "jack_clubs", "king_last")


def load(pyspiel: Any) -> Any:
    """OpenSpiel's game with the parameters that agree."""
    return pyspiel.load_game(PARAMETERS)


def points(card: int) -> int:
    """What hearts counts for a card."""
    return 13 if card == QUEEN else int(card % 4 == HEARTS)


def prelude(game: Any, rng: random.Random) -> tuple[Any, list[list[int]], list[int]]:
    """Deal and play hearts until no suit has more than eight cards left: its state, the hands, the points so far."""
    state = game.new_initial_state()
    hands: list[list[int]] = [[], [], [], []]
    state.apply_action(NO_PASS)
    dealt = 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        card = outcomes[rng.randrange(len(outcomes))][0]
        state.apply_action(card)
        hands[dealt % SEATS].append(card)
        dealt += 1
    got = [0] * SEATS
    while True:
        left = [sum(card % 4 == suit for hand in hands for card in hand) for suit in range(4)]
        if max(left) <= PER_SUIT:
            return state, hands, got
        leader = state.current_player()
        trick: list[int] = []
        for step in range(SEATS):
            found = state.legal_actions()
            most = max(left[card % 4] for card in found)
            card = rng.choice([card for card in found if left[card % 4] == most])
            state.apply_action(card)
            hands[(leader + step) % SEATS].remove(card)
            trick.append(card)
        best = max(trick, key=lambda card: card if card % 4 == trick[0] % 4 else -1)
        got[(leader + trick.index(best)) % SEATS] += sum(map(points, trick))


def as_lora(hands: Sequence[Sequence[int]], rng: random.Random) -> dict[int, Card]:
    """Give each card that is left a card of Lora's pack: suits to suits, and ranks in the same order."""
    found: dict[int, Card] = {}
    for suit, ours in enumerate(rng.sample(range(4), 4)):
        held = sorted(card for hand in hands for card in hand if card % 4 == suit)
        ranks = sorted(rng.sample(range(PER_SUIT), len(held)))
        found.update({card: PACK[PER_SUIT * ours + rank] for card, rank in zip(held, ranks, strict=True)})
    return found


def position(hands: Sequence[Sequence[int]], names: dict[int, Card], leader: int, contract: str) -> State:
    """The same position in Lora."""
    held = " | ".join(f"S{seat} " + " ".join(str(names[card]) for card in hand) for seat, hand in enumerate(hands))
    return lora.read_state(f"dealer=S{(leader - 1) % SEATS} contract={contract} | {held}")


def compare(game: Any, rng: random.Random) -> int:
    """Play one random deal in both; give the number of positions compared. Difference names the position."""
    other, hands, got = prelude(game, rng)
    if other.is_terminal():
        return 0
    names = as_lora(hands, rng)
    theirs = {card: number for number, card in names.items()}
    contract = rng.choice(CONTRACTS)
    mine = position(hands, names, other.current_player(), contract)
    compared = 0
    while mine.turn is not None:
        found = lora.moves(mine)
        compared += 1
        legal = {} if other.is_terminal() else {str(names[card]): card for card in other.legal_actions()}
        if mine.turn != other.current_player() or set(map(str, found)) != set(legal):
            raise Difference(f"{lora.write_state(mine)}: theirs are {sorted(legal)} of {other.current_player()}")
        move = rng.choice(found)
        mine = lora.play(mine, move)
        other.apply_action(legal[str(move)])
    if contract in ("minimum", "maximum"):  # played to the last card
        if not other.is_terminal():
            raise Difference(f"{lora.write_state(mine)}: theirs goes on")
        for seat, cards in enumerate(tricks.taken(mine.past, mine.won, SEATS)):
            got[seat] += sum(points(theirs[card]) for card in PACK if card.bit & cards)
        wanted = (
            [0 if seat == ALL else ALL for seat in got] if ALL in got else got
        )  # who takes all gives them to others
        if [ALL - result for result in other.returns()] != wanted:
            raise Difference(f"{lora.write_state(mine)}: {got} and {other.returns()}")
    return compared
