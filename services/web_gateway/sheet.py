"""A table's sheet: where staff and players enter what happens over the board, and where an arbiter charges offences.

Plain forms without a script; the page does not live, so that nothing that is being typed is swapped away. What an entry
adds up to is judged by the referee alone: here stand only which fields a game has, and what a form says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from contracts.games.blocked import BlockDetection, FalseClaimPenalty
from contracts.games.claims import OFFENCE
from contracts.games.entry import COLUMNS, Booked, Entry
from contracts.games.entry_lora import sharing
from contracts.games.game import Reason, Seat
from contracts.games.lora_options import Contract, ContractOrder, Version, contracts
from contracts.games.lora_score import SCHEDULE
from contracts.games.lora_state import read_carry
from contracts.messages import Board
from contracts.sentences import cards
from contracts.table import Played
from contracts.table_state import Phase, Table, TableView, side_of, view, whose_turn
from services import books
from services.web_gateway import boards, clocks, screens
from services.web_gateway.screens import Values
from services.web_gateway.words import Lang

BUTTONS: Final = 12
"""So many possible moves are buttons at once; more are behind a line to open."""
MOST_DIGITS: Final = 6
_TRICKS: Final = ("minimum", "maximum", "tricks", "two_players")


class Column(NamedTuple):
    """A column of numbers in the form, one for each seat: its field of `Entry`, its label, whether it may be < 0."""

    name: str
    label: str
    signed: bool = False


# --- which fields a game has


def columns(table: Table, lang: Lang) -> tuple[Column, ...]:
    """Give the columns that are asked for of the deal that the table waits for."""
    options = table.options
    penalised = getattr(options, "false_claim_penalty", None) is FalseClaimPenalty.POINTS
    match table.rules.NAME:
        case "lora":
            found = [Column("counts", _counted(table, lang))]
            costs = options.version is Version.LIBYAN or options.layout_pass_points
            if costs and _due(table) in (None, Contract.LAYOUT):
                found.append(Column("passes", lang.t("sheet.passes")))
            return (*found, Column("penalties", lang.t("sheet.penalties")))
        case "mexican_train":
            found = [Column("points", lang.t("sheet.points"))]
        case _:
            found = [Column("pips", lang.t("sheet.pips"))]
    if penalised:
        found.append(Column("penalties", lang.t("sheet.penalties"), signed=not table.rules.LOW_WINS))
    return tuple(found)


def _due(table: Table) -> Contract | None:
    """Give the contract whose turn it is; None where it is named at the table, or in another game."""
    options = table.options
    if table.rules.NAME != "lora" or options.contract_order is ContractOrder.CHOSEN:
        return None
    played = contracts(options)
    return played[table.match.deals % len(played)]


def _counted(table: Table, lang: Lang) -> str:
    due = _due(table)
    if due is None:
        return lang.t("sheet.counts.any")
    return lang.t(f"sheet.counts.{'tricks' if due in _TRICKS else due}")


def ends(table: Table) -> tuple[Reason, ...]:
    """Give how the awaited deal can have ended, the usual way first."""
    if table.rules.NAME == "lora":
        due = _due(table)
        usual = (Reason.PLAYED, Reason.OUT) if due is None else (Reason.OUT if due == "layout" else Reason.PLAYED,)
        return (*usual, Reason.PENALTY)
    closes = table.rules.NAME == "draw_dominoes" and table.options.block_detection is BlockDetection.IMMEDIATE
    return (Reason.OUT, Reason.CLOSED if closes else Reason.BLOCKED, Reason.PENALTY)


def _sum(table: Table) -> int | None:
    """Give what the first column must come to; None where the hands decide it."""
    due = _due(table)
    return None if due is None or due is Contract.LAYOUT else sharing(table.options, due).total


def rewinds(form: Mapping[str, str]) -> int | None:
    """Read how often the table had gone back when the form was shown; None where it does not say."""
    return number(form, "rewinds") if form.get("rewinds") else None


# --- the page


def page(table: Table, id: str, lang: Lang, seat: Seat | None, **more: Any) -> Values:
    """Give the values of the sheet: for a player at `seat`, or for the staff (None)."""
    seen = view(table, seat)
    board = table.opened.board
    over = table.phase in (Phase.ENDED, Phase.REVEALED)
    staff = seat is None
    waits = table.phase is Phase.WANTING and not over
    values: Values = {
        "id": id,
        "tournament": table.opened.tournament,
        "heading": screens.heading(table.opened, lang),
        "deal_line": lang.t("deal.line", n=max(table.deal, 1), game=screens.game_name(table.opened.rules, lang)),
        "game": table.rules.NAME,
        "staff": staff,
        "over": over,
        "played": str(board),
        "deal": table.deal,
        "attempt": table.attempt,
        "ply": table.ply,
        "rewinds": table.rewinds,
        "names": [plan.name for plan in table.seats],
        "scores": screens.scores(table.finished, table.match.totals, table.seats, lang),
        "called": table.call is not None,
        "paused": clocks.paused(table.paused, lang),
        "refusal": None,
        "given": {},
        "prefilled": False,
        "sums": {},
        "form": None,
        "line": None,
        "charge": _charge(table, lang) if staff and not over else None,
        "reports": reports(table, lang, seat) if table.reports else None,
        "differ": len({msgspec.json.encode(r.booked) for r in table.reports}) > 1,
    }
    if board is Board.SCORES and waits:
        values["form"] = _form(table, lang)
        values["given"] = next((filled(r.entry) for r in table.reports if _own(table, r.seat, seat)), {})
        values["prefilled"] = bool(values["given"])
        values["sums"] = sums(values["given"], len(table.seats), lang)
    if board is Board.MOVES and not over:
        values["line"] = _line(table, seen, seat, lang)
    return values | more


def _form(table: Table, lang: Lang) -> Values:
    """Give the form for the scores of a deal."""
    due = _due(table)
    chosen: list[tuple[str, str]] = []
    if table.rules.NAME == "lora" and due is None:
        leader = ((table.match.starter or 0) + 1) % len(table.seats)
        named, _ = (
            read_carry(table.match.carry, len(table.seats)) if table.match.carry else (((),) * len(table.seats), 0)
        )
        extra = table.match.deals >= len(table.seats) * len(contracts(table.options))
        left = [c for c in contracts(table.options) if extra or c not in named[leader]]
        chosen = [(str(c), cards.name(str(c), lang.code)) for c in left]
    libyan = table.rules.NAME == "lora" and table.options.version is Version.LIBYAN
    starter = table.rules.NAME == "draw_dominoes" and table.match.starter is None
    must = _sum(table)
    return {
        "columns": columns(table, lang),
        "ends": [(str(end), lang.t(f"sheet.end.{end}")) for end in ends(table)],
        "due": lang.t("sheet.due", what=cards.name(str(due), lang.code)) if due else "",
        "contracts": chosen,
        "doubled": libyan and due in (None, Contract.LAYOUT),
        "offences": offences(table, lang, ending=True),
        "starter": starter,
        "must": lang.t("sheet.must", n=must) if must is not None else "",
        "seat_needed": due is None or due is Contract.LAYOUT,
    }


def offences(table: Table, lang: Lang, *, ending: bool = False) -> list[tuple[str, str]]:
    """Give the lines of the game's schedule, as (id, words); `ending` for those that end a deal."""
    if table.rules.NAME != "lora":
        return [] if ending else [(OFFENCE, f"{OFFENCE}: {lang.t('sheet.claim')}")]
    lines = ((name, line) for name, line in SCHEDULE.items() if name.startswith("LP-"))
    return [(name, _worded(name, lang)) for name, line in lines if not ending or _ends(line.then)]


def _ends(then: str) -> bool:
    return then in ("ends", "redealt")


def _worded(offence: str, lang: Lang) -> str:
    """Name an offence as the rule book's schedule does."""
    blocks = books.rule("lora", offence, lang.code)
    rows = (row for block in blocks if isinstance(block, books.Table) for row in block.rows)
    found = next((row.cells[1] for row in rows if row.id == offence), "")
    return f"{offence}: {found}" if found else offence


def _charge(table: Table, lang: Lang) -> Values | None:
    """Give the form for an offence, in the running deal or the last one (LO-44); None where nothing can be charged."""
    if table.opened.board is Board.SCORES or table.state is None or not hasattr(table.game, "charge"):
        return None
    declared = getattr(table.options, "claim_mode", "declared") == "declared"
    if not declared:  # a false claim was refused at once
        return None
    running = table.phase is Phase.PLAYING
    deal = table.deal if running else table.finished[-1].deal if table.finished else 0
    return (
        {"deal": deal, "say": lang.t("sheet.charge.say", n=deal), "offences": offences(table, lang)} if deal else None
    )


def outcome_said(table: Table, booked: Booked, lang: Lang) -> str:
    """Say how a deal that was entered ended, and what it brings each."""
    out = booked.outcome
    names = [plan.name for plan in table.seats]
    how = lang.t(f"how.{out.reason}", names=lang.names(names[at] for at in out.winners))
    each = [p + q for p, q in zip(out.points, out.penalties, strict=True)]
    points = lang.comma.join(
        f"{lang.names([name])} {lang.tile(lang.signed(p))}" for name, p in zip(names, each, strict=True)
    )
    return lang.t("sign.deal", how=how, points=points)


# --- what the sides report, side by side


def reports(table: Table, lang: Lang, seat: Seat | None) -> Values:
    """Give the sides' reports as columns, his own first, and mark the lines in which they differ.

    `offer` says of each column whether whoever looks (a player at `seat`, or the staff) can make it his own.
    """
    told = sorted(table.reports, key=lambda r: not _own(table, r.seat, seat))
    names = [plan.name for plan in table.seats]
    rows: list[tuple[str, list[str]]] = [(lang.t("sheet.end"), [_ended(table, r.entry, lang) for r in told])]
    began = [r.entry.starter for r in told]
    if any(at is not None for at in began):
        rows.append((lang.t("sheet.starter"), ["" if at is None else lang.names([names[at]]) for at in began]))
    for column in columns(table, lang):
        found = [getattr(r.entry, column.name) for r in told]
        if column.name == "penalties" and not any(any(numbers) for numbers in found):
            continue
        label = "" if column.name == columns(table, lang)[0].name else f" · {column.label}"
        for at, name in enumerate(names):
            rows.append((f"{lang.names([name])}{label}", [_cell(numbers, at, lang) for numbers in found]))
    points = [[p + q for p, q in zip(r.booked.outcome.points, r.booked.outcome.penalties, strict=True)] for r in told]
    shown = [getattr(r.entry, columns(table, lang)[0].name) for r in told]
    if any(tuple(p) != tuple(s) for p, s in zip(points, shown, strict=True)):
        for at, name in enumerate(names):
            rows.append((f"{lang.names([name])} · {lang.t('points')}", [lang.tile(lang.signed(p[at])) for p in points]))
    sides = [
        {
            "name": names[r.seat],
            "own": _own(table, r.seat, seat),
            "entry": msgspec.json.encode(r.entry).decode(),
        }
        for r in told
    ]
    lines = [{"label": label, "cells": cells, "unlike": len(set(cells)) > 1} for label, cells in rows]
    return {"sides": sides, "rows": lines}


def _own(table: Table, reporter: Seat, seat: Seat | None) -> bool:
    return seat is not None and reporter in side_of(table, seat)


def _cell(numbers: tuple[int, ...], seat: Seat, lang: Lang) -> str:
    if seat >= len(numbers):
        return ""
    return lang.left(lang.n(numbers[seat]))


def _ended(table: Table, entry: Entry, lang: Lang) -> str:
    """Say how a deal ended as a side wrote it down, with what belongs to that."""
    parts = [lang.t(f"sheet.end.{entry.end}")]
    if entry.seat is not None:
        parts.append(lang.names([table.seats[entry.seat].name]))
    if entry.contract:
        parts.append(cards.name(entry.contract, lang.code))
    if entry.doubled:
        parts.append(lang.t("sheet.doubled.short"))
    if entry.offence:
        parts.append(f"{lang.t('sheet.offence.short')} {lang.tile(entry.offence)}")
    return lang.comma.join(parts)


def filled(entry: Entry) -> dict[str, str]:
    """Give a form that says what an entry says."""
    found = {"end": str(entry.end), "contract": entry.contract, "offence": entry.offence}
    for name, at in (("seat", entry.seat), ("starter", entry.starter)):
        if at is not None:
            found[name] = str(at)
    if entry.doubled:
        found["doubled"] = "yes"
    for name in COLUMNS:
        found |= {f"{name}{at}": str(number) for at, number in enumerate(getattr(entry, name))}
    return found


def way_in(table: Table, lang: Lang, *, charges: bool = True) -> str:
    """Name what the sheet of a table is opened for; empty where there is nothing to do on it.

    `charges`: whether whoever asks may charge offences.
    """
    board = table.opened.board
    return lang.t(f"sheet.open.{board}") if board is not Board.SERVER or (charges and _charge(table, lang)) else ""


# --- moves


def _line(table: Table, seen: TableView, seat: Seat | None, lang: Lang) -> Values:
    """Give the form for the next move, and the moves of the running deal to go back to."""
    turn = whose_turn(table)
    mine = turn is not None and seat in (None, turn)
    texts = [table.rules.move_text(m) for m in table.rules.moves(table.state)] if mine else []
    names = [plan.name for plan in table.seats]

    def told(move: str, at: Seat) -> str:
        return screens.told(move, names[at], table.seats, lang, table.opened.rules)

    def named(move: str) -> str:
        """Say a move without its maker, whose name stands above."""
        lays = "@" in move or move[-1:] in ("L", "R")
        return screens.offer(move, lang, table.seats, None, table.opened.rules) if lays else told(move, turn or 0)

    choices = [(text, named(text)) for text in texts]
    acts = [act for act in table.acts if isinstance(act, Played)]
    return {
        "board": boards.board(seen, lang),
        "waits": table.phase is Phase.WANTING,
        "turn": names[turn] if turn is not None else "",
        "seat": turn,
        "mine": mine,
        "choices": choices[:BUTTONS],
        "rest": choices[BUTTONS:],
        "all": len(choices),
        "acts": [(act.ply, told(act.move, act.seat)) for act in reversed(acts)],
    }


# --- reading a form


def entry(form: Mapping[str, str], seats: int) -> Entry:
    """Read a deal's entry from a form. ValueError names the field that holds no number, or no way to end.

    A column with nothing in it was not written. In one that was, the seat that went out may be left blank: it holds
    nothing. Any other gap makes the column too short, which the referee says. A report that was taken as it stood is in
    the form as a whole.
    """
    if whole := form.get("entry"):
        try:
            return msgspec.json.decode(whole, type=Entry)
        except msgspec.DecodeError:
            raise ValueError("entry") from None
    end = form.get("end", "")
    if end not in {str(reason) for reason in Reason}:
        raise ValueError("end")
    reason = Reason(end)
    seat = _number(form, "seat") if reason in (Reason.OUT, Reason.PENALTY) else None
    found: dict[str, Any] = {}
    for name in COLUMNS:
        texts = [form.get(f"{name}{at}", "").strip() for at in range(seats)]
        usual = "0" if name == "penalties" else ""
        if not any(texts):
            continue
        filled = [text or ("0" if reason is Reason.OUT and at == seat else usual) for at, text in enumerate(texts)]
        found[name] = tuple(_whole(text, f"{name}{at}") for at, text in enumerate(filled) if text)
    return Entry(
        end=reason,
        seat=seat,
        starter=_number(form, "starter"),
        contract=form.get("contract", "").strip()[:40],
        doubled=bool(form.get("doubled")) and reason is Reason.OUT,
        offence=form.get("offence", "").strip()[:40] if reason is Reason.PENALTY else "",
        **found,
    )


def number(form: Mapping[str, str], name: str) -> int:
    """Read a number that a form must have. ValueError names it."""
    return _whole(form.get(name, "").strip(), name)


def sums(form: Mapping[str, str], seats: int, lang: Lang) -> Values:
    """Give what the columns of a form come to, as far as there are numbers in them."""
    found: Values = {}
    for name in COLUMNS:
        texts = [form.get(f"{name}{at}", "").strip() for at in range(seats)]
        try:
            found[name] = lang.n(sum(_whole(text, name) for text in texts if text)) if any(texts) else ""
        except ValueError:
            continue
    return found


def _number(form: Mapping[str, str], name: str) -> int | None:
    text = form.get(name, "").strip()
    return _whole(text, name) if text else None


_SIGNS: Final = str.maketrans("۰۱۲۳۴۵۶۷۸۹−", "0123456789-")  # noqa: RUF001  # a minus sign is meant


def _whole(text: str, name: str) -> int:
    plain = text.translate(_SIGNS)
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise ValueError(name)
    return int(plain)
