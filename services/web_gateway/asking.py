"""What handlers ask of a request: in which language, who it is, and how to answer, as a page or as JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from contracts.games.game import Refusal
from contracts.table import SeatPlan
from services.runtime import observe
from services.runtime.log import LogBrokenError, LogUnavailableError
from services.runtime.reader import TooLargeError
from services.web_gateway import screens
from services.web_gateway.auth import LINK_LIFE_S, STAFF_LIFE_S, Player, TokenError
from services.web_gateway.gateway import Gateway, now_s
from services.web_gateway.projection import NotKnownError, ReadOnlyError
from services.web_gateway.render import whole
from services.web_gateway.views import View, Views
from services.web_gateway.words import Lang, choose

_log = observe.logger(service="web-gateway")
Asked = Request[Any, Any, Any]
STAFF = "capicua_staff"
LANG = "capicua_lang"
SHORT = 64 * 1024
"""Bytes that a form or a command may have."""
LONG = 1024 * 1024 + 64 * 1024
"""Bytes that an upload may have: 1 MiB and the form around it."""


class NoEntryError(HTTPException):
    """403 with one sentence; `detail` is a key of the words."""

    status_code = 403


class Problem(msgspec.Struct, frozen=True):
    """What the API answers when something is not done."""

    code: str
    sentence: str
    rule: str = ""
    link: str = ""


def gateway(request: Asked) -> Gateway:
    """Give the gateway."""
    found: Gateway = request.app.state.gateway
    return found


def views(request: Asked) -> Views:
    """Give the pages."""
    found: Views = request.app.state.views
    return found


def lang(request: Asked) -> Lang:
    """Choose the language of the answer."""
    return choose(
        request.query_params.get("lang"), request.cookies.get(LANG), request.headers.get("accept-language", "")
    )


def bearer(request: Asked) -> str:
    """Give the token that a program sends; empty without one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_director(request: Asked) -> bool:
    """Whether the director asks: by his cookie, or a program with his token."""
    return gateway(request).auth.is_director(bearer(request) or request.cookies.get(STAFF), now_s())


def need_director(request: Asked) -> None:
    """NoEntryError for everybody else."""
    if not is_director(request):
        raise NoEntryError(detail="need.director")


def player(request: Asked, tournament: str) -> Player | None:
    """Give the player whose link was opened here for this tournament; None for none, or one that does not work."""
    token = bearer(request) or request.cookies.get(cookie_name(tournament), "")
    if not token:
        return None
    try:
        found = gateway(request).auth.player(token, now_s())
        views(request).entrant(found)
    except TokenError:
        return None
    return found if found.tournament == tournament else None


def need_player(request: Asked, tournament: str) -> Player:
    """Give the player. NoEntryError says what is wrong with his link."""
    token = bearer(request) or request.cookies.get(cookie_name(tournament), "")
    if not token:
        raise NoEntryError(detail="need.player")
    try:
        found = gateway(request).auth.player(token, now_s())
        views(request).entrant(found)
    except TokenError as wrong:
        raise NoEntryError(detail=f"link.{wrong.reason}") from None
    if found.tournament != tournament:
        raise NoEntryError(detail="need.player")
    return found


def cookie_name(tournament: str) -> str:
    """Name the cookie of a tournament's player: somebody may play in several."""
    return f"capicua_p_{tournament}"


def cookie(request: Asked, name: str, value: str, life_s: int) -> Cookie:
    """Make a cookie that scripts cannot read and other sites cannot send along."""
    return Cookie(
        key=name,
        value=value,
        max_age=life_s,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def player_cookie(request: Asked, tournament: str, token: str) -> Cookie:
    """Keep a player's token."""
    return cookie(request, cookie_name(tournament), token, LINK_LIFE_S)


def staff_cookie(request: Asked, token: str) -> Cookie:
    """Keep a director's session."""
    return cookie(request, STAFF, token, STAFF_LIFE_S)


def base(request: Asked) -> str:
    """Give the address that others should open."""
    return gateway(request).address or str(request.base_url).rstrip("/")


def html(
    request: Asked, template: str, values: dict[str, Any], *, status: int = 200, stream: str = "", at: str = ""
) -> Response[str]:
    """Answer with a page; a language chosen by the address is kept."""
    chosen = lang(request)
    cookies = []
    if request.query_params.get("lang") == chosen.code:
        cookies.append(cookie(request, LANG, chosen.code, 365 * 24 * 3600))
    text = whole(template, chosen, values, stream=stream, at=at)
    return Response(text, media_type=MediaType.HTML, status_code=status, cookies=cookies)


def page(request: Asked, view: View, stream: str, *, status: int = 200) -> Response[str]:
    """Answer with a live page."""
    code = lang(request).code
    mark = "&" if "?" in stream else "?"
    return html(request, view.page, view.values, status=status, stream=f"{stream}{mark}lang={code}", at=view.position)


def see(path: str) -> Redirect:
    """Send the browser on after a form."""
    return Redirect(path, status_code=303)


def wants_json(request: Asked) -> bool:
    """Whether a program asks."""
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", "")


def message(request: Asked, status: int, heading: str, text: str, *, code: str = "", back: str = "/") -> Response[Any]:
    """Answer with one sentence, as a page or as JSON."""
    if wants_json(request):
        return Response(Problem(code or heading, text), status_code=status, media_type=MediaType.JSON)
    look = "wait" if status in (202, 429, 503) else "harm"
    values = {"heading": lang(request).t(heading), "text": text, "look": look, "back": back}
    return html(request, "message.html", values, status=status)


def refused(
    request: Asked,
    refusal: Refusal,
    *,
    seats: tuple[SeatPlan, ...] = (),
    rules: str = "",
    seat: int | None = None,
    back: str = "/",
) -> Response[Any]:
    """Answer 409 with the refusal's sentence, code, rule and link."""
    said = screens.say(refusal, lang(request), seats, rules, seat)
    if wants_json(request):
        problem = Problem(said.code, said.sentence, said.rule, said.link)
        return Response(problem, status_code=409, media_type=MediaType.JSON)
    return message(request, 409, "refused", said.sentence, back=back)


# --- exceptions as answers

_BY_STATUS = {403: "forbidden", 404: "missing", 405: "missing", 413: "refused", 429: "refused", 400: "bad"}


def on_http(request: Asked, error: HTTPException) -> Response[Any]:
    """Answer what Litestar or a handler refuses, in one sentence."""
    words = lang(request)
    status = error.status_code
    if status == 413:
        text, code = words.t("too.large"), "too.large"
    elif words.has(error.detail):
        text, code = words.t(error.detail), error.detail
    elif status in (404, 405):
        text, code = words.t("missing.text"), "missing"
    else:
        extra = getattr(error, "extra", None)
        text, code = _in_full(error.detail, extra), "bad"
    answer = message(request, status, _BY_STATUS.get(status, "bad"), text, code=code)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _in_full(detail: str, extra: Any) -> str:
    if not isinstance(extra, list):
        return detail
    where = "; ".join(f"{e.get('key', '')}: {e.get('message', '')}" for e in extra if isinstance(e, dict))
    return f"{detail} ({where})" if where else detail


def on_missing(request: Asked, error: NotKnownError) -> Response[Any]:  # noqa: ARG001
    """Answer 404 for a tournament or table that there is none of."""
    return message(request, 404, "missing", lang(request).t("missing.text"))


def on_read_only(request: Asked, error: ReadOnlyError) -> Response[Any]:  # noqa: ARG001
    """Answer 409 for an act on a tournament that was opened from a file."""
    return message(request, 409, "refused", lang(request).t("opened.readonly"), code="opened/read-only")


def on_token(request: Asked, error: TokenError) -> Response[Any]:
    """Answer 403 for a link that opens nothing."""
    return message(request, 403, "forbidden", lang(request).t(f"link.{error.reason}"), code=f"link.{error.reason}")


def on_away(request: Asked, error: LogUnavailableError | LogBrokenError) -> Response[Any]:  # noqa: ARG001
    """Answer 503 while the log cannot be written."""
    answer = message(request, 503, "away", lang(request).t("away.text"))
    answer.headers["Retry-After"] = "5"
    return answer


def on_large(request: Asked, error: TooLargeError) -> Response[Any]:  # noqa: ARG001
    """Answer 413 for a command beyond its kind's size."""
    return message(request, 413, "refused", lang(request).t("too.large"), code="too.large")


def on_fault(request: Asked, error: Exception) -> Response[Any]:
    """Answer 500, and put the fault into the record."""
    _log.error("page failed", path=request.url.path, exc_info=error)
    return message(request, 500, "broken", lang(request).t("broken.text"))
