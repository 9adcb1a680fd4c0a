"""Acts at a table shown with what they bring, and then signed: a deal entered, an offence, the last move, the end.

What is shown is computed by the judges that decide afterwards. A signed act carries the digest of it. The referee holds
the table's part against the table; the tournament's part is held here against all that the log has told by then. If
either is another, nothing is done: the new effect is shown, and it is asked again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from litestar import Response
from msgspec.structs import replace

from contracts import ranking, results, roles, table_acts
from contracts.games.game import Refusal
from contracts.messages import Body
from contracts.results import Foreseen
from contracts.table import AbandonTable, ChargeOffence, EnterDeal, Play, Resign
from contracts.table_state import Table
from contracts.tournament_state import Tournament
from services.web_gateway import desk, pages, screens, sheet
from services.web_gateway.answers import answered, wish
from services.web_gateway.asking import Asked, gateway, html, lang, views
from services.web_gateway.rights import Asker
from services.web_gateway.screens import Values
from services.web_gateway.views import nonce
from services.web_gateway.words import Lang

CHANGED: Final = Refusal("effect/changed")
_ASKED: Final = ("do", "effect", "id")
"""The fields of the question itself, beside those of the act."""


def look(request: Asked, id: str, who: Asker, body: Body) -> Foreseen | Refusal:
    """Say what an act at a table that is in memory would bring now, as far as whoever acts may see it."""
    table = views(request).at_hand(id)
    events = table_acts.judge(table, who.actor, body, table.at)
    if isinstance(events, Refusal):
        return events
    play = gateway(request).known.tournaments.get(table.opened.tournament)
    return results.foreseen(table, id, events, play.state if play else None, public=_public(who))


def _public(who: Asker) -> bool:
    """Whether he may see no more of the standings than everybody."""
    return not roles.sees(who.role, "hidden_standings")


def moved_on(found: Foreseen, shown: str) -> bool:
    """Whether an act would change something else in its tournament than what was shown; its table is the referee's."""
    return results.digest(found).partition(".")[2] != shown.partition(".")[2]


def signed(body: Body, shown: str) -> Body:
    """Put what was shown into the command. A move says by its place in the deal which position it means."""
    return replace(body, effect=shown) if hasattr(body, "effect") else body


async def sign(
    request: Asked,
    id: str,
    who: Asker,
    body: Body,
    form: Mapping[str, str],
    *,
    action: str,
    back: str,
    again: Callable[[Refusal | None], Awaitable[Response[Any]]],
) -> Response[Any]:
    """Show what an act brings, or do it where the form is signed; `again` is the page from which it came."""
    await pages.at_hand(request, id)
    if form.get("do") == "edit":
        return await again(None)
    shown = form.get("effect", "") if form.get("do") == "sign" else ""
    found = look(request, id, who, body)
    if shown and (isinstance(found, Refusal) or not moved_on(found, shown)):
        # Also what cannot be done any more: the same form once more has the answer that it had.
        answer = await gateway(request).act(id, who.actor, signed(body, shown), wish(form))
        if answer is None or answer.refusal is None or answer.refusal.code != CHANGED.code:
            return await answered(request, answer, back, refuse=again)
        await pages.at_hand(request, id)
        found = look(request, id, who, body)
    if isinstance(found, Refusal):
        return await again(found)
    table = views(request).at_hand(id)
    play = gateway(request).known.tournaments.get(table.opened.tournament)
    values = _page(table, play.state if play else None, body, found, lang(request), public=_public(who)) | {
        "id": id,
        "action": action,
        "back": back,
        "hidden": {name: text for name, text in form.items() if name not in _ASKED},
        "digest": results.digest(found),
        "changed": bool(shown),
        "kind": body.KIND,
        "nonce": nonce(),
    }
    return html(request, "sign_table.html", values, status=409 if shown else 200)


# --- the page


def _page(table: Table, t: Tournament | None, body: Body, found: Foreseen, words: Lang, *, public: bool) -> Values:
    here = found.table
    notes = []
    if here.result is None:
        notes.append(words.t("sign.goes" if here.deals[0] != here.deals[1] else "sign.later"))
    else:
        notes.append(words.t("sign.match"))
    if found.ends_round:
        notes.append(words.t("sign.round", n=table.opened.round))
    if found.refused is not None:
        notes.append(screens.say(found.refused, words).sentence)
    touched = []
    if found.tournament is not None and t is not None:
        veiled = public and ranking.public_rounds(t) < table.opened.round
        touched = [words.t("sign.hidden")] if veiled else desk.effect_notes(t, found.tournament, None, words)
    return {
        "heading": screens.heading(table.opened, words),
        "title": _title(table, body, words),
        "said": _said(table, body, words),
        "totals": [
            {
                "name": plan.name,
                "was": words.tile(words.n(was)),
                "now": words.tile(words.n(now)),
                "same": was == now,
                "place": words.n(here.result.places[seat]) if here.result else "",
            }
            for seat, (plan, (was, now)) in enumerate(zip(table.seats, here.totals, strict=True))
        ],
        "notes": notes,
        "standings": found.tournament is not None,
        "changes": desk.effect_lines(found.tournament, words) if found.tournament else [],
        "touched": touched,
    }


def _title(table: Table, body: Body, words: Lang) -> str:
    match body:
        case EnterDeal():
            return words.t("sign.enter_deal", n=table.deal)
        case ChargeOffence():
            return words.t("sign.charge_offence", n=body.deal)
        case Play():
            return words.t("sign.play")
        case Resign():
            return words.t("resign")
    return words.t("sign.abandon_table")


def _said(table: Table, body: Body, words: Lang) -> list[str]:
    """Say what is about to be signed."""
    names = [plan.name for plan in table.seats]
    match body:
        case EnterDeal():
            booked = table_acts.booked_of(table, body.entry)
            said = [] if isinstance(booked, Refusal) else [sheet.outcome_said(table, booked, words)]
        case ChargeOffence():
            line = dict(sheet.offences(table, words)).get(body.offence, body.offence)
            said = [f"{words.names([names[body.seat]])}: {line}"]
        case Play():
            said = [screens.told(body.move, names[body.seat], table.seats, words, table.opened.rules)]
        case Resign():
            said = [words.t("sign.resign.say")]
        case _:
            said = [words.t("sign.stop.say")]
    note = body.note if isinstance(body, EnterDeal | ChargeOffence) else ""
    note = body.reason if isinstance(body, AbandonTable) else note
    return [*said, words.t("sign.note", text=words.names([note]))] if note.strip() else said
