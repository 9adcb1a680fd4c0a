"""What earlier rounds say about those who are to be seated: whom they met, where they sat, when they started. Pure."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from contracts import ranking
from contracts.tournament_state import Round, Tournament
from services.lobby.lots import draw

_PERMUTED: Final = 5


class Past:
    """The facts of one tournament before the round `wanted`.

    `points` are zero for everybody where scores do not count in the round's format. `apart` is the tag of those who
    are not to meet, `sat` and `after` how often somebody sat on a seat, and directly after somebody.
    """

    def __init__(self, t: Tournament, wanted: Round, *, by_score: bool) -> None:
        """Gather them."""
        scores = ranking.scores(t, wanted.number - 1)
        self.entrants = wanted.entrants
        self.scores = {e: scores[e] for e in wanted.entrants}
        self.points = self.scores if by_score else dict.fromkeys(wanted.entrants, 0)
        self.lot = {e: draw(t.rules.seed, wanted.number, e) for e in wanted.entrants}
        tags = {e.id: t.apart(e) for e in t.entrants}
        self.apart = {e: tags[e] for e in wanted.entrants}
        self.house = {e.id for e in t.entrants if e.row.house}
        self.met: dict[str, dict[str, int]] = {e: {} for e in wanted.entrants}
        self.had_bye = dict.fromkeys(wanted.entrants, 0)
        self.short = dict.fromkeys(wanted.entrants, 0)
        self.sat: dict[str, dict[int, int]] = {e: defaultdict(int) for e in wanted.entrants}
        self.after: dict[str, dict[str, int]] = {e: {} for e in wanted.entrants}
        self.started = dict.fromkeys(wanted.entrants, 0)  # the last round in which he started
        self.rounds: list[list[tuple[str, ...]]] = []
        for r in t.rounds[: wanted.number - 1]:
            self._take(r)

    def _take(self, r: Round) -> None:
        for e in r.byes:
            if e in self.had_bye:
                self.had_bye[e] += 1
        full = max((len(table.seats) for table in r.tables), default=0)
        groups = []
        for table in r.tables:
            here = tuple(e for e in table.seats if e in self.met)
            groups.append(here)
            for seat, e in enumerate(table.seats):
                if e in self.met:
                    self.sat[e][seat] += 1
                    self.short[e] += len(table.seats) < full
                    before = table.seats[seat - 1]
                    self.after[e][before] = self.after[e].get(before, 0) + 1
                    if seat == 0:
                        self.started[e] = r.number
            for a, b in itertools.permutations(here, 2):
                self.met[a][b] = self.met[a].get(b, 0) + 1
        self.rounds.append(groups)

    def byes(self, seated: int) -> tuple[list[str], tuple[str, ...]]:
        """Part those who play from those who have a bye.

        House players first: they are there to fill tables. Then fewest byes first, lowest score, the last lot.
        """

        def turn(e: str) -> tuple[bool, int, int, int]:
            return (e not in self.house, self.had_bye[e], self.scores[e], -int(self.lot[e], 16))

        order = sorted(self.entrants, key=turn)
        out = order[: len(order) - seated]
        gone = set(out)
        return [e for e in self.entrants if e not in gone], tuple(out)

    def tagged_together(self, a: str, b: str) -> bool:
        """Whether two are to be kept apart."""
        return bool(self.apart[a]) and self.apart[a] == self.apart[b]

    # --- within a table

    def seats(self, table: Sequence[str]) -> tuple[str, ...]:
        """Order a table: who has started least starts, the others sit where, and after whom, they have sat least."""

        def turn(e: str) -> tuple[int, int, str]:
            return (self.sat[e][0], self.started[e], self.lot[e])

        starter = min(table, key=turn)
        rest = sorted((e for e in table if e != starter), key=self.lot.__getitem__)
        if len(rest) < _PERMUTED:
            return min(((starter, *p) for p in itertools.permutations(rest)), key=self.seat_weight)
        ordered = [starter]
        for seat in range(1, len(table)):
            ordered.append(min(rest, key=lambda e: self.sat[e][seat]))  # used at once
            rest.remove(ordered[-1])
        return self._exchanged(ordered)

    def seat_weight(self, seats: Sequence[str]) -> tuple[int, int]:
        """Give what an order of a table costs: seats taken again, then those who sit after the same one again."""
        again = sum(2 * self.sat[e][s] + 1 for s, e in enumerate(seats))
        return again, sum(self.after[e].get(seats[s - 1], 0) > 0 for s, e in enumerate(seats))

    def _exchanged(self, seats: list[str]) -> tuple[str, ...]:
        """Change two about as long as it helps; the starter stays."""
        least, found = self.seat_weight(seats), True
        while found:
            found = False
            for a, b in itertools.combinations(range(1, len(seats)), 2):
                seats[a], seats[b] = seats[b], seats[a]
                weight = self.seat_weight(seats)
                if weight < least:
                    least, found = weight, True
                else:
                    seats[a], seats[b] = seats[b], seats[a]
        return tuple(seats)
