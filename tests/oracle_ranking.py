"""An independent ranking: slow, obvious, in fractions, straight from the sentences of `contracts/ranking.md`.

It shares no code with `contracts/ranking.py` and what that imports; it reads the state of a tournament, nothing else.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction

LOWEST_WINS = {"longana/1": False, "draw_dominoes/1": False, "mexican_train/1": True, "lora/1": True}
NEVER = (float("-inf"),)
"""What comes after everything."""


def nearest(x: Fraction, step: Fraction = Fraction(1, 100)) -> Fraction:
    """Round to the nearest step, halves away from zero."""
    whole = abs(x) / step
    down = whole.numerator // whole.denominator
    up = down + 1 if whole - down >= Fraction(1, 2) else down
    return up * step if x >= 0 else -up * step


class Oracle:
    """Everything about one tournament as it stood after a round."""

    def __init__(self, state, after_round=None):
        self.state = state
        self.rules = state.rules
        self.low = LOWEST_WINS[state.rules.game]
        self.pairs = bool(state.rules.options.get("pairs")) and not state.rules.pairs
        begun = [r for r in state.rounds if r.phase in ("playing", "done")]
        self.rounds = begun if after_round is None else begun[:after_round]
        self.ids = [e.id for e in state.entrants]
        self.total = {e: sum(self.by_round(e).values()) for e in self.ids}

    # --- who sat where

    def tables(self, r):
        return [t for t in r.tables if t.result is not None]

    def mine(self, e):
        return [(r, t, t.seats.index(e)) for r in self.rounds for t in self.tables(r) if e in t.seats]

    def others(self, t, seat):
        """The seats at a table that are against a seat: in pairs those across are friends."""
        return [o for o in range(len(t.seats)) if o != seat and not (self.pairs and o % 2 == seat % 2)]

    # --- match points

    def made(self, result):
        own = [-x if self.low else x for x in result.totals]
        capped = []
        for seat in range(len(own)):
            better = [own[o] for o in range(len(own)) if result.places[o] < result.places[seat]]
            level = [own[o] for o in range(len(own)) if result.places[o] == result.places[seat]]
            capped.append(min([own[seat], *better, *level]))
        return capped

    def table_points(self, result):
        n = len(result.places)
        if self.rules.scoring == "by_place":
            worth = [Fraction(3 * (n - p), n - 1) for p in range(1, n + 1)]
            found = []
            for place in result.places:
                covered = worth[place - 1 : place - 1 + result.places.count(place)]
                found.append(nearest(sum(covered) / len(covered)))
            return found
        made = self.made(result)
        if self.rules.scoring == "raw":
            return [Fraction(x) for x in made]
        mean = Fraction(sum(made), n)
        farthest = max(abs(x - mean) for x in made)
        half = Fraction(3, 2)
        return [half if farthest == 0 else nearest(half + half * (x - mean) / farthest) for x in made]

    def round_points(self, r):
        return [p for t in self.tables(r) for p in self.table_points(t.result)]

    def by_round(self, e):
        found = {}
        for r in self.rounds:
            at = [t for t in r.tables if e in t.seats]
            worth = Fraction(0)
            if e in r.byes:
                worth = Fraction(self.rules.bye_points, 100)
                if self.rules.scoring == "raw":
                    made = self.round_points(r)
                    worth = nearest(sum(made) / len(made)) if made else Fraction(0)
            elif at and at[0].result is not None:
                worth = self.table_points(at[0].result)[at[0].seats.index(e)]
            elif not at and self.rules.scoring == "raw" and r.phase == "done":
                worth = min([Fraction(0), *self.round_points(r)])
            found[r.number] = worth
        (me,) = [x for x in self.state.entrants if x.id == e]
        for number in found:
            if number <= me.round:
                found[number] += Fraction(self.rules.entry.late_points, 100)
        for p in self.state.desk.penalties:
            if p.plan.entrant == e and not p.lifted and p.plan.round in found:
                found[p.plan.round] += Fraction(p.plan.points, 100)
        return found

    # --- tie-breaks: what they are compared by, and the number shown

    def strength(self, o):
        seen = [e for e in self.ids if any(e in t.seats for r in self.rounds for t in self.tables(r)) or self.byes(e)]
        lowest = min([Fraction(0), *(self.total[e] for e in seen)])
        return self.total[o] - lowest

    def byes(self, e):
        return sum(e in r.byes for r in self.rounds)

    def opponents_parts(self, e, weigh):
        parts = []
        for r, t, seat in self.mine(e):
            against = self.others(t, seat)
            counted = [weigh(self.strength(t.seats[o]), t.result.places[seat], t.result.places[o]) for o in against]
            parts.append((r.number, nearest(Fraction(sum(counted)) / len(counted))))
        if parts:
            mean = nearest(sum(v for _, v in parts) / len(parts))
            parts += [(r.number, mean) for r in self.rounds if e in r.byes]
        return [v for _, v in sorted(parts, key=lambda part: part[0])]

    def value(self, name, e, tied):
        sits = self.mine(e)
        sign = -1 if self.low else 1
        whole = self.opponents_parts(e, lambda has, mine, theirs: has)
        if name == "wins":
            return sum(
                t.result.places[s] == 1 and all(t.result.places[o] != 1 for o in self.others(t, s)) for _, t, s in sits
            )
        if name == "opponents":
            return sum(whole)
        if name == "opponents_cut1":
            return sum(whole) - (min(whole) if len(whole) >= 2 else 0)
        if name == "opponents_median":
            return sum(whole) - (min(whole) + max(whole) if len(whole) >= 3 else 0)
        if name == "sonneborn_berger":
            return sum(
                self.opponents_parts(
                    e, lambda has, mine, theirs: has if theirs > mine else nearest(has / 2) if theirs == mine else 0
                )
            )
        if name == "progressive":
            scored = self.by_round(e)
            return sum(sum(v for n, v in scored.items() if n <= r.number) for r in self.rounds)
        if name == "game_points":
            return sum(
                nearest(sign * (t.result.totals[s] - Fraction(sum(t.result.totals), len(t.seats)))) for _, t, s in sits
            )
        if name == "difference":
            found = Fraction(0)
            for _, t, s in sits:
                theirs = [t.result.totals[o] for o in self.others(t, s)]
                found += nearest(sign * (t.result.totals[s] - Fraction(sum(theirs), len(theirs))))
            return found
        if name == "deals_won":
            return sum(t.result.won[s] for _, t, s in sits)
        if name == "played":
            return len(sits)
        if name == "lots":
            return int(hashlib.sha256(f"capicua/lot/{e}/{self.rules.seed}".encode()).hexdigest()[:12], 16)
        if name == "head_to_head":
            pairs = {
                frozenset((t.seats[a], t.seats[b]))
                for r in self.rounds
                for t in self.tables(r)
                for a in range(len(t.seats))
                for b in self.others(t, a)
            }
            if any(frozenset((a, b)) not in pairs for a in tied for b in tied if a != b):
                return 0
            found = 0
            for _, t, s in sits:
                for o in self.others(t, s):
                    if t.seats[o] in tied:
                        found += (t.result.places[o] > t.result.places[s]) - (t.result.places[o] < t.result.places[s])
            return found
        raise AssertionError(name)

    def compared(self, name, e, tied):
        """Give a tuple of which the greater is the better."""
        sits = self.mine(e)
        sign = -1 if self.low else 1
        places = [t.result.places[s] for _, t, s in sits]
        if name == "best_deal":
            found = [t.result.best[s] for _, t, s in sits if t.result.deals]
            return (max(sign * x for x in found),) if found else NEVER
        if name == "best_game":
            found = [t.result.totals[s] for _, t, s in sits]
            return (max(sign * x for x in found),) if found else NEVER
        if name == "mean_total":
            found = [t.result.totals[s] for _, t, s in sits]
            return (sign * nearest(Fraction(sum(found), len(found))),) if found else NEVER
        if name == "average_place":
            found = [
                Fraction(sum(range(p, p + t.result.places.count(p))), t.result.places.count(p))
                for (_, t, _), p in zip(sits, places, strict=True)
            ]
            return (-nearest(sum(found) / len(found)),) if found else NEVER
        if name == "pips_held":
            known = [(t, s) for _, t, s in sits if t.result.held and t.result.deals]
            if not known:
                return NEVER
            return (-nearest(Fraction(sum(t.result.held[s] for t, s in known), sum(t.result.deals for t, _ in known))),)
        if name == "place_counts":
            return tuple(places.count(p) for p in range(1, 15))
        if name == "best_rounds":
            return tuple(sorted((self.table_points(t.result)[s] for _, t, s in sits), reverse=True))
        return (self.value(name, e, tied),)

    def places(self, ranked, chain):
        """Rank by comparing everybody with everybody."""
        keys = {e: [(self.total[e],)] for e in ranked}
        for name in chain if self.rounds else ():
            before = {e: list(k) for e, k in keys.items()}
            for e in ranked:
                keys[e].append(self.compared(name, e, {o for o in ranked if before[o] == before[e]}))
        return {e: 1 + sum(keys[o] > keys[e] for o in ranked) for e in ranked}
