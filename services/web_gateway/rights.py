"""Who of the staff asks, and whether he may: the tables of `contracts.roles`, asked for every page, form and endpoint.

The director has a right everywhere; an arbiter, a scorer or a screen in the tournament of his link alone, and only as
long as that link is the newest of his. Players' rights, to their own hand and seat, stand in `asking`.
"""

from __future__ import annotations

from dataclasses import dataclass

from litestar.datastructures import Cookie

from contracts import roles, staff
from services.web_gateway.asking import Asked, NoEntryError, bearer, cookie, gateway, is_director
from services.web_gateway.auth import LINK_LIFE_S, TokenError, Worker
from services.web_gateway.gateway import now_s
from services.web_gateway.projection import NotKnownError, Projection

WAYS = {roles.DIRECTOR: "director", roles.ARBITER: "desk", roles.SCORER: "tables", roles.SCREEN: "hall"}
"""The page on which each role begins, beside its tournament's address."""


@dataclass(frozen=True)
class Asker:
    """Somebody of the staff: his role, and by what his acts are signed. `id` and `generation` are those of his link."""

    role: str
    id: str = ""
    generation: int = 0

    @property
    def actor(self) -> str:
        """Give the text that stands in commands: "director", "arbiter:s1"."""
        return f"{self.role}:{self.id}" if self.id else self.role

    @property
    def mark(self) -> str:
        """Tell his open pages from those of an earlier link."""
        return f"{self.actor}/{self.generation}"

    def may(self, kind: str) -> bool:
        """Whether he may send a command of this kind."""
        return roles.may(self.role, kind)

    def need(self, kind: str) -> Asker:
        """Give him back. NoEntryError where he may not."""
        return self.let_in(self.may(kind))

    def need_sight(self, what: str) -> Asker:
        """Give him back. NoEntryError where he may not see it."""
        return self.let_in(roles.sees(self.role, what))

    def let_in(self, allowed: bool) -> Asker:
        """Give him back where he is allowed in. NoEntryError says to whom the door belongs."""
        if not allowed:
            raise NoEntryError(detail=f"need.not.{self.role}")
        return self

    def still(self, known: Projection, tournament: str) -> None:
        """TokenError where his link has been replaced or taken away since: what he has open closes."""
        if self.id:
            _working(known, tournament, self.id, self.generation)

    def way(self, tournament: str) -> str:
        """Give the page on which he works."""
        return f"/t/{tournament}/{WAYS[self.role]}"


DIRECTOR = Asker(roles.DIRECTOR)


def member(known: Projection, worker: Worker) -> Asker:
    """Find whom a token of the staff means. TokenError where his link was replaced or taken away."""
    found = _working(known, worker.tournament, worker.staff, worker.generation)
    return Asker(found.role, found.id, worker.generation)


def _working(known: Projection, tournament: str, id: str, generation: int) -> staff.Member:
    play = known.tournaments.get(tournament)
    found = staff.find(play.state.staff, id) if play else None
    if found is None or found.link != generation:
        raise TokenError("revoked")
    return found


def _token(request: Asked, tournament: str) -> str:
    return bearer(request) or request.cookies.get(cookie_name(tournament), "")


def asker(request: Asked, tournament: str) -> Asker | None:
    """Give who of this tournament's staff asks; None for everybody else. TokenError for a link that works no more."""
    if is_director(request):
        return DIRECTOR
    token = _token(request, tournament)
    if token[:1] != "w":
        return None
    worker = gateway(request).auth.worker(token, now_s())
    if worker.tournament != tournament:
        return None
    return member(gateway(request).known, worker)


def of_staff(request: Asked, tournament: str) -> Asker | None:
    """Give the same where nothing depends on it: a link that works no more is none."""
    try:
        return asker(request, tournament)
    except TokenError:
        return None


def sees(request: Asked, tournament: str, what: str) -> bool:
    """Whether whoever asks may see something of `contracts.roles.SEES`."""
    who = of_staff(request, tournament)
    return who is not None and roles.sees(who.role, what)


def may(request: Asked, tournament: str, kind: str) -> bool:
    """Whether whoever asks is of the staff and may send a command of this kind."""
    who = of_staff(request, tournament)
    return who is not None and roles.may(who.role, kind)


def need_sight(request: Asked, tournament: str, what: str) -> Asker:
    """Give who asks. NoEntryError with a sentence where he may not see it."""
    return _allowed(request, tournament, roles.SEES[what])


def need_right(request: Asked, tournament: str, kind: str) -> Asker:
    """Give who of the staff asks. NoEntryError with a sentence where he may not send a command of this kind."""
    if kind not in roles.MAY:
        raise NotKnownError(kind)
    return _allowed(request, tournament, roles.MAY[kind])


def _allowed(request: Asked, tournament: str, allowed: frozenset[str]) -> Asker:
    who = asker(request, tournament)
    if who is not None:
        return who.let_in(who.role in allowed)
    raise NoEntryError(detail="need.staff" if allowed & set(roles.LINKED) else "need.director")


def tournament_of(request: Asked, id: str) -> str:
    """Give the tournament that a command's key means: itself, or its table's. NotKnownError where there is neither."""
    known = gateway(request).known
    if id in known.tournaments:
        return id
    if id not in known.tables:
        raise NotKnownError(id)
    return known.tables[id].opened.tournament


def cookie_name(tournament: str) -> str:
    """Name the cookie of a tournament's staff: somebody may work at several."""
    return f"capicua_w_{tournament}"


def staff_cookie(request: Asked, tournament: str, token: str) -> Cookie:
    """Keep the token of a link of the staff."""
    return cookie(request, cookie_name(tournament), token, LINK_LIFE_S)
