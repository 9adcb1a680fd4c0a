"""What the desk's forms offer and what they say when they come back, and how an act is said before it is signed. Pure.

A form grows by rows: as many penalties and as many corrected results as one ruling needs. The row's number stands in
the names of its fields, and a correction's seat after it: `points2`, `total0_3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from contracts.desk import (
    CorrectionPlan,
    CorrectResult,
    GiveRuling,
    LiftPenalty,
    Penalise,
    PenaltyKind,
    PenaltyPlan,
    RewindPlan,
)
from contracts.desk_acts import concerned
from contracts.desk_state import Case
from contracts.games.game import MatchResult
from contracts.messages import Body
from contracts.tournament_state import Round, TableState, Tournament
from services.web_gateway import desk
from services.web_gateway.projection import Book, NotKnownError, Play
from services.web_gateway.screens import Values
from services.web_gateway.sheet import number
from services.web_gateway.words import Lang

COLUMNS: Final = {"total": "totals", "place": "places", "won": "won", "best": "best", "held": "held"}
"""The fields of a corrected result, each with the column of the result that it is."""
LABELS: Final = {"total": "total", "place": "place", "won": "dk.won", "best": "dk.best", "held": "dk.held"}
MORE_PENALTIES, MORE_RESULTS, AGAIN = "penalty", "result", "edit"
"""What a form's buttons ask for beside `look` and `sign`: another row, or the form again."""
MOST_DIGITS: Final = 8


# --- what a form offers


def form(play: Play, case: Case | None, near: str, given: Mapping[str, str], lang: Lang) -> Values:
    """Give what the forms of the desk offer: entrants, kinds, results to correct, penalties that can be lifted.

    `near` is the table that is looked at, and `given` what was typed so far, when a form is shown again.
    """
    t = play.state
    found = t.table(near) if near else None
    at_hand = concerned(t, case) if case is not None else (found[1].seats if found else ())
    others = [e.id for e in t.entrants if e.id not in at_hand]
    fixes = _fixes(t, near, given, lang)
    listed = {fix["table"] for fix in fixes}
    return {
        "entrants": [(e, t.name_of(e)) for e in (*at_hand, *others)],
        "kinds": [(kind.value, lang.t(f"dk.kind.{kind}")) for kind in PenaltyKind],
        "rounds": list(range(1, t.begun + 1)),
        "rows": _penalty_rows(given),
        "standing": [desk.penalty(t, p, lang) for p in t.desk.standing],
        "fixes": fixes,
        "more": [(x.id, where(r, x, lang)) for r, x in desk.tables_now(play) if _whole(x) and x.id not in listed],
        "grown": given.get("do", "") in (MORE_PENALTIES, MORE_RESULTS),
    }


def where(r: Round, table: TableState, lang: Lang) -> str:
    """Name a table and its round."""
    return f"{lang.t('round.n', n=r.number)} · {lang.t('table.n', n=table.number)}"


def rows(form: Mapping[str, str], name: str) -> list[int]:
    """Give the numbers of the rows that a form has, by the name of one of their fields."""
    found = (re.fullmatch(rf"{name}(\d{{1,3}})", field) for field in form)
    return sorted(int(row[1]) for row in found if row)


def _penalty_rows(given: Mapping[str, str]) -> list[int]:
    """One row is there from the beginning."""
    found = rows(given, "entrant") or [0]
    return [*found, found[-1] + 1] if given.get("do") == MORE_PENALTIES else found


def _whole(table: TableState) -> bool:
    """Whether a table has a result that can be corrected here, a number for each seat."""
    return table.result is not None and len(table.result.totals) == len(table.seats)


def _fixes(t: Tournament, near: str, given: Mapping[str, str], lang: Lang) -> list[Values]:
    """The results that a form corrects or can correct: that of the table looked at, and those that were added."""
    tables = [(row, given[f"fix{row}"], bool(given.get(f"correct{row}"))) for row in rows(given, "fix")]
    if not tables and near:
        tables = [(0, near, False)]
    if given.get("do") == MORE_RESULTS and given.get("more", "") not in {"", *(table for _, table, _ in tables)}:
        tables.append((tables[-1][0] + 1 if tables else 0, given["more"], True))
    fixes = []
    for row, table, chosen in tables:
        found = t.table(table)
        if found is not None and _whole(found[1]):
            fixes.append(_fix(t, found[0], found[1], row, lang) | {"chosen": chosen})
    return fixes


def _fix(t: Tournament, r: Round, table: TableState, row: int, lang: Lang) -> Values:
    """Give the row of a form that corrects a result, filled in with what stands."""
    result = _result(table)
    names = [name for name in COLUMNS if name != "held" or result.held or "pips_held" in t.rules.tie_breaks]
    columns: dict[str, tuple[int, ...]] = {name: getattr(result, COLUMNS[name]) for name in names}
    return {
        "row": row,
        "table": table.id,
        "where": where(r, table, lang),
        "deals": result.deals,
        "columns": [(name, lang.t(LABELS[name])) for name in names],
        "seats": [
            (seat, t.name_of(e), [(name, column[seat] if column else "") for name, column in columns.items()])
            for seat, e in enumerate(table.seats)
        ],
    }


def _result(table: TableState) -> MatchResult:
    if table.result is None:
        raise NotKnownError(table.id)
    return table.result


# --- what a form says


def points(text: str) -> int:
    """Read match points with at most two decimals as hundredths. ValueError names them."""
    plain = text.strip().replace("−", "-").replace("٫", ".").replace(",", ".")  # noqa: RUF001  # typed so
    sign, size = (-1, plain[1:]) if plain.startswith("-") else (1, plain.removeprefix("+"))
    whole, _, part = size.partition(".")
    if not (whole or part) or not (whole + part).isdecimal() or len(part) > 2 or len(whole) > 5:
        raise ValueError(f"points: {text[:20]!r}")
    return sign * (int(whole or 0) * 100 + int((part + "00")[:2]))


def _penalty(form: Mapping[str, str], row: str = "") -> PenaltyPlan | None:
    """Read a row of a form; None where it names no entrant."""
    entrant = form.get(f"entrant{row}", "")
    if not entrant:
        return None
    kind = form.get(f"kind{row}", "")
    if kind not in tuple(PenaltyKind):
        raise ValueError(f"kind: {kind[:20]!r}")
    size = form.get(f"points{row}", "").strip()
    return PenaltyPlan(
        entrant=entrant,
        kind=PenaltyKind(kind),
        round=number(form, f"round{row}") if form.get(f"round{row}") else 0,
        points=points(size) if size and PenaltyKind(kind) is PenaltyKind.POINTS else 0,
        rule=form.get(f"rule{row}", "").strip(),
        reason=form.get(f"reason{row}", "") or form.get("decision", ""),
    )


def _correction(form: Mapping[str, str], t: Tournament, row: int = 0) -> CorrectionPlan:
    """Read a table's corrected result; a column that the form does not have stays as it was."""
    found = t.table(form.get(f"fix{row}", ""))
    if found is None or found[1].result is None:
        raise NotKnownError(form.get(f"fix{row}", ""))
    table, old = found[1], found[1].result
    changed: dict[str, Any] = {}
    for name, column in COLUMNS.items():
        fields = [f"{name}{row}_{seat}" for seat in range(len(table.seats))]
        if fields[0] not in form:
            continue
        if name == "held" and not any(form.get(field, "").strip() for field in fields):
            changed[column] = ()  # nobody knows them
            continue
        changed[column] = tuple(
            _signed(form.get(field, ""), t.name_of(e)) for field, e in zip(fields, table.seats, strict=True)
        )
    if f"deals{row}" in form:
        changed["deals"] = _signed(form[f"deals{row}"], "deals")
    reason = form.get("correction", "") or form.get("decision", "")
    return CorrectionPlan(table=table.id, result=replace(old, **changed), reason=reason)


def _signed(text: str, whose: str) -> int:
    """Read a whole number. ValueError says whose it was to be, and what stood there."""
    plain = text.strip().replace("−", "-")  # noqa: RUF001  # typed so
    if not (plain.removeprefix("-").isdecimal() and len(plain) <= MOST_DIGITS):
        raise ValueError(f"{whose}: {text[:20]!r}")
    return int(plain)


def _rewind(form: Mapping[str, str]) -> RewindPlan | None:
    """Read where the table is to go: `move` and `deal` are those of the form, `deal.3` names another deal."""
    what, _, named = form.get("rewind", "").partition(".")
    if what not in ("move", "deal"):
        return None
    again = what == "deal"
    deal = number({"deal": named}, "deal") if named else number(form, "deal")
    return RewindPlan(table=form.get("table", ""), deal=deal, ply=0 if again else number(form, "ply"), again=again)


def _ruling(form: Mapping[str, str], t: Tournament) -> GiveRuling:
    """Read a ruling: what is filled in follows from it."""
    penalties = (_penalty(form, str(row)) for row in rows(form, "entrant"))
    return GiveRuling(
        case=number(form, "case"),
        facts=form.get("facts", ""),
        rules=tuple(form.get("rules", "").replace(",", " ").split()),
        decision=form.get("decision", ""),
        penalties=tuple(p for p in penalties if p is not None),
        lift=tuple(p.number for p in t.desk.standing if form.get(f"lift{p.number}")),
        corrections=tuple(_correction(form, t, row) for row in rows(form, "fix") if form.get(f"correct{row}")),
        rewind=_rewind(form),
    )


def _penalise(form: Mapping[str, str], t: Tournament) -> Penalise:  # noqa: ARG001
    plan = _penalty(form)
    if plan is None:
        raise ValueError("entrant")
    return Penalise(penalty=plan)


ACTS: Final[Book[Callable[[Mapping[str, str], Tournament], Any]]] = Book(
    {
        GiveRuling.KIND: _ruling,
        Penalise.KIND: _penalise,
        LiftPenalty.KIND: lambda form, t: LiftPenalty(  # noqa: ARG005
            penalty=number(form, "penalty"), reason=form.get("reason", "")
        ),
        CorrectResult.KIND: lambda form, t: CorrectResult(correction=_correction(form, t)),
    }
)
"""The acts that are signed: how each is read from its form."""


# --- before it is signed


def said(body: Body, t: Tournament, words: Lang) -> list[str]:
    """Say what is about to be signed."""
    match body:
        case GiveRuling():
            lines = [
                words.t("dk.sign.facts", text=words.names([body.facts])),
                words.t("dk.sign.decision", text=words.names([body.decision])),
            ]
            if body.rules:
                lines.append(words.t("dk.sign.rules", text=words.comma.join(body.rules)))
            lines += [desk.penal(t, plan, words) for plan in body.penalties]
            lines += [words.t("dk.sign.lift", n=n) for n in body.lift]
            return lines + [line for plan in body.corrections for line in corrects(plan, t, words)]
        case Penalise():
            return [desk.penal(t, body.penalty, words)]
        case LiftPenalty():
            return [words.t("dk.sign.lift", n=body.penalty), body.reason]
        case CorrectResult():
            return [*corrects(body.correction, t, words), words.names([body.correction.reason])]
    return []


def corrects(plan: CorrectionPlan, t: Tournament, words: Lang) -> list[str]:
    """Say which result is put right, and of each seat what becomes of what stood."""
    found = t.table(plan.table)
    if found is None or found[1].result is None:
        return []
    table, old, new = found[1], found[1].result, plan.result
    lines = [words.t("dk.sign.result", where=where(found[0], table, words))]
    if old.deals != new.deals:
        lines.append(words.t("dk.sign.change", what=words.t("dk.deals"), was=old.deals, now=new.deals))
    for seat, e in enumerate(table.seats):
        changes = []
        for name, column in COLUMNS.items():
            was, now = (_at(getattr(result, column), seat, words) for result in (old, new))
            if was != now:
                changes.append(words.t("dk.sign.change", what=words.t(LABELS[name]), was=was, now=now))
        if changes:
            lines.append(f"{words.names([t.name_of(e)])}: {words.comma.join(changes)}")
    return lines


def _at(column: tuple[int, ...], seat: int, words: Lang) -> str:
    return words.tile(words.n(column[seat])) if seat < len(column) else "–"  # noqa: RUF001  # nothing is known
