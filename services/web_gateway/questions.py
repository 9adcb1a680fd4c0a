"""What is asked once before it is done: a page with one sentence and one button, which works without a script."""

from __future__ import annotations

from litestar import Response

from contracts.tournament_state import Entrant
from services.web_gateway.asking import Asked, gateway, html, lang
from services.web_gateway.views import nonce


def ask(
    request: Asked,
    id: str,
    title: str,
    do: str,
    action: str,
    hidden: dict[str, str],
    *,
    notes: tuple[str, ...] = (),
    changes: list[str] | None = None,
    reason: bool = False,
    harm: bool = False,
    back: str = "",
    own: str = "",
) -> Response[str]:
    """Ask once, on a page of its own."""
    values = {
        "id": id,
        "name": gateway(request).known.tournaments[id].state.name,
        "title": title,
        "do": do,
        "action": action,
        "hidden": hidden,
        "notes": notes,
        "changes": changes,
        "reason": reason,
        "look": "harm" if harm else "go",
        "back": back or f"/t/{id}/check-in",
        "own": own,
        "nonce": nonce(),
    }
    return html(request, "ask.html", values)


def ask_in(request: Asked, id: str, e: Entrant, *, own: str = "") -> Response[str]:
    """Ask whether somebody is to be checked in: after his code was scanned at the door, or from the list."""
    words = lang(request)
    action, hidden = f"/t/{id}/do/check_in", {"entrants": e.id, "present": "yes", "back": "check-in"}
    if e.present:
        title, do, action, hidden = words.t("arrive.done", name=e.name), "", "", {}
    elif e.withdrawn or e.waiting:
        title, do, action, hidden = words.t("arrive.not", name=e.name), "", "", {}
    else:
        title, do = words.t("arrive.ask", name=e.name), words.t("arrive.do", name=e.name)
    return ask(request, id, title, do, action, hidden, own=own)
