"""What becomes of a form or a command, said in one way everywhere: done, on its way, or refused and why.

And where it leads: back to the page on which the form stood, where whoever sent it may see that page.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any, Final

from litestar import MediaType, Response

from contracts import roles
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.table import SeatPlan
from services.web_gateway import house_rules, screens
from services.web_gateway.asking import Asked, gateway, lang, message, refused, see, wants_json
from services.web_gateway.projection import Answer
from services.web_gateway.rights import Asker
from services.web_gateway.views import nonce

Refuse = Callable[[Refusal], Response[Any] | Awaitable[Response[Any]]]
"""Shows the page on which a form stood once more, with why it was refused."""
Done = Callable[[Answer], Response[Any]]
PAGES: Final = {"director": "desk", "desk": "cases", "tables": "sheets", "check-in": "door"}
"""The pages of a tournament that a form may name in `back`, each with what one has to be allowed to see there."""


async def fields(request: Asked) -> dict[str, str]:
    """Read a form's text fields."""
    form = await request.form()
    return house_rules.joined((name, value) for name, value in form.multi_items() if isinstance(value, str))


def wish(form: Mapping[str, str]) -> str:
    """Give the name of a form's wish; a form that names none wishes anew each time."""
    given = form.get("id", "")
    return given if re.fullmatch(r"[\w-]{4,64}", given) else nonce()


def came_from(form: Mapping[str, str], id: str, who: Asker) -> str:
    """Give the page on which a form of the staff stood; where it names none that he may see, the one he works on."""
    page = form.get("back", "")
    return f"/t/{id}/{page}" if page in PAGES and roles.sees(who.role, PAGES[page]) else who.way(id)


def sentence(request: Asked, refusal: Refusal) -> str:
    """Say a refusal in the reader's language."""
    return screens.say(refusal, lang(request)).sentence


def later(request: Asked, back: str) -> Response[Any]:
    """Say that a command is on its way."""
    if wants_json(request):
        body = {"later": True, "code": "later", "sentence": lang(request).t("play.later")}
        return Response(body, status_code=202, media_type=MediaType.JSON)
    return message(request, 202, "later", lang(request).t("later.text"), back=back)


async def answered(
    request: Asked,
    answer: Answer | None,
    back: str,
    *,
    refuse: Refuse | None = None,
    done: Done | None = None,
    seats: tuple[SeatPlan, ...] = (),
    rules: str = "",
    seat: int | None = None,
) -> Response[Any]:
    """Lead on where it was done, say that it is on its way, or say why it was refused.

    A program is told in JSON. A reader is led `back`, or to what `done` gives; a refusal stands on the page that
    `refuse` gives, or on one of its own that leads `back`. Seats, rules and seat are those by which it is worded.
    """
    if answer is None:
        return later(request, back)
    if answer.refusal is None:
        if done is not None:
            return done(answer)
        return Response({"done": True}, media_type=MediaType.JSON) if wants_json(request) else see(back)
    if refuse is None or wants_json(request):
        return refused(request, answer.refusal, seats=seats, rules=rules, seat=seat, back=back)
    shown = refuse(answer.refusal)
    return await shown if isawaitable(shown) else shown


async def do(
    request: Asked,
    key: str,
    actor: str,
    body: Body,
    form: Mapping[str, str],
    back: str,
    *,
    refuse: Refuse | None = None,
    done: Done | None = None,
) -> Response[Any]:
    """Send what a form wishes, and answer with what became of it."""
    answer = await gateway(request).act(key, actor, body, wish(form))
    return await answered(request, answer, back, refuse=refuse, done=done)
