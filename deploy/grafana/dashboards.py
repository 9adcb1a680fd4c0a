"""Grafana's dashboards as data: `python -m deploy.grafana.dashboards` writes them to `dashboards/` (make schema).

Panels are laid out from left to right, 24 columns a row. Every number comes from `services/runtime/observe.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parent / "dashboards"
SOURCE = {"type": "prometheus", "uid": "${source}"}
WIDTH = 24


class Panel(NamedTuple):
    """One panel: what it asks Prometheus (expression, legend), how it shows it, and a sentence for the reader.

    `red` is the value from which it turns red; None where no value is bad in itself.
    """

    title: str
    asks: tuple[tuple[str, str], ...]
    says: str
    kind: str = "timeseries"
    unit: str = "short"
    width: int = 8
    height: int = 7
    red: float | None = None


def _json(panel: Panel, number: int, x: int, y: int) -> dict[str, Any]:
    steps: list[dict[str, Any]] = [{"color": "green", "value": None}]
    if panel.red is not None:
        steps.append({"color": "red", "value": panel.red})
    drawn: dict[str, Any] = {"unit": panel.unit, "min": 0, "thresholds": {"mode": "absolute", "steps": steps}}
    options: dict[str, Any] = {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}}
    if panel.kind == "timeseries":
        drawn["custom"] = {"lineWidth": 2, "fillOpacity": 10, "showPoints": "never"}
        if panel.red is not None:
            drawn["custom"]["thresholdsStyle"] = {"mode": "line"}
    if panel.kind == "stat":
        options = {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "background" if panel.red else "value"}
    return {
        "id": number,
        "title": panel.title,
        "description": panel.says,
        "type": panel.kind,
        "datasource": SOURCE,
        "gridPos": {"x": x, "y": y, "w": panel.width, "h": panel.height},
        "fieldConfig": {"defaults": drawn, "overrides": []},
        "options": options,
        "targets": [
            {"refId": chr(ord("A") + at), "datasource": SOURCE, "expr": expr, "legendFormat": legend}
            for at, (expr, legend) in enumerate(panel.asks)
        ],
    }


def _dashboard(uid: str, title: str, says: str, panels: Iterable[Panel]) -> dict[str, Any]:
    x = y = tallest = 0
    placed = []
    for number, panel in enumerate(panels, 1):
        if x + panel.width > WIDTH:
            x, y, tallest = 0, y + tallest, 0
        placed.append(_json(panel, number, x, y))
        x, tallest = x + panel.width, max(tallest, panel.height)
    source = {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus", "refresh": 1}
    return {
        "uid": uid,
        "title": title,
        "description": says,
        "tags": ["capicua"],
        "schemaVersion": 39,
        "version": 1,
        "editable": False,
        "refresh": "5s",
        "time": {"from": "now-1h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": [source]},
        "annotations": {"list": []},
        "panels": placed,
    }


OPERATIONS = (
    Panel(
        "Services that answer",
        (('count(up{job="capicua"} == 1) or vector(0)', "answer"),),
        "Instances that Prometheus reaches.",
        kind="stat",
        width=4,
        height=4,
    ),
    Panel(
        "Not ready",
        (("count(capicua_ready == 0) or vector(0)", "not ready"),),
        "Alive, but waiting, restoring, behind or halted. /health/ready of the instance says which.",
        kind="stat",
        width=4,
        height=4,
        red=1,
    ),
    Panel(
        "Halted partitions",
        (('sum(capicua_partitions{state="halted"}) or vector(0)', "halted"),),
        "A partition that has stopped needs a person. The others go on.",
        kind="stat",
        width=4,
        height=4,
        red=1,
    ),
    Panel(
        "Forks, last day",
        (("sum(increase(capicua_forks_total[1d])) or vector(0)", "forks"),),
        "Records refused because they do not link to those before.",
        kind="stat",
        width=4,
        height=4,
        red=1,
    ),
    Panel(
        "Dead letters, last day",
        (("sum(increase(capicua_dead_letters_total[1d])) or vector(0)", "dead letters"),),
        "Records that were no command, answered and put aside.",
        kind="stat",
        width=4,
        height=4,
        red=1,
    ),
    Panel(
        "Lag",
        (("max(capicua_lag_seconds) or vector(0)", "lag"),),
        "Age of the oldest command that has no decision yet.",
        kind="stat",
        unit="s",
        width=4,
        height=4,
        red=5,
    ),
    Panel(
        "Decided",
        (("sum by (service) (rate(capicua_decided_total[1m]))", "{{service}}"),),
        "Commands decided in a second, refusals included.",
        unit="ops",
    ),
    Panel(
        "Time to write a batch",
        (
            (
                "histogram_quantile(0.5, sum by (service, le) (rate(capicua_append_seconds_bucket[1m])))",
                "{{service}} half",
            ),
            (
                "histogram_quantile(0.99, sum by (service, le) (rate(capicua_append_seconds_bucket[1m])))",
                "{{service}} 99 of 100",
            ),
        ),
        "From sending a batch of decisions to its acknowledgement.",
        unit="s",
        red=0.25,
    ),
    Panel(
        "Lag in records",
        (("sum by (topic) (capicua_lag_records)", "{{topic}}"),),
        "Commands in the log that have no decision yet.",
    ),
    Panel(
        "Partitions by state",
        (("sum by (state) (capicua_partitions)", "{{state}}"),),
        "Running is how it should be; restoring after a start, a takeover or a doubt.",
    ),
    Panel(
        "Restores",
        (("sum by (service, cause) (increase(capicua_restores_total[5m]))", "{{service}} {{cause}}"),),
        "Partitions read anew, by cause. Assigned: at a start or takeover.",
    ),
    Panel(
        "Duplicates skipped",
        (("sum by (reader, topic) (rate(capicua_duplicates_total[1m]))", "{{reader}} {{topic}}"),),
        "Records written twice and read once: harmless, and more of them after a fault.",
        unit="ops",
    ),
    Panel(
        "Time to restore a partition",
        (("histogram_quantile(0.99, sum by (service, le) (rate(capicua_restore_seconds_bucket[5m])))", "{{service}}"),),
        "99 of 100 restores took no longer.",
        unit="s",
    ),
    Panel(
        "Commands that follow from facts",
        (("sum by (reactor) (rate(capicua_jobs_total[1m]))", "{{reactor}}"),),
        "What relays, dealing, timers, the seating worker and bots have sent in a second.",
        unit="ops",
    ),
    Panel(
        "Unknown events",
        (("sum by (reader, topic) (increase(capicua_unknown_events_total[5m]))", "{{reader}} {{topic}}"),),
        "Events that a reader is too old to know: finish the upgrade.",
    ),
)
STANDINGS = (
    Panel(
        "Tables in play",
        (('sum(capicua_open_keys{service="move-validation"}) or vector(0)', "tables"),),
        "Tables whose match goes on.",
        kind="stat",
        width=6,
        height=4,
    ),
    Panel(
        "Tournaments that run",
        (('sum(capicua_open_keys{service="lobby"}) or vector(0)', "tournaments"),),
        "Created and not yet finished.",
        kind="stat",
        width=6,
        height=4,
    ),
    Panel(
        "Screens",
        (("sum(capicua_screens) or vector(0)", "screens"),),
        "Phones, laptops and hall screens that follow a page live.",
        kind="stat",
        width=6,
        height=4,
    ),
    Panel(
        "Standings behind the results",
        (('max(capicua_lag_seconds{topic="tournament.events"}) or vector(0)', "behind"),),
        "Age of the oldest result, or other act of a tournament, that is not in the standings yet.",
        kind="stat",
        unit="s",
        width=6,
        height=4,
        red=5,
    ),
    Panel(
        "Moves and other acts at the tables",
        (('sum(rate(capicua_decided_total{service="move-validation"}[1m]))', "decided"),),
        "Commands to tables, decided in a second.",
        unit="ops",
        width=12,
    ),
    Panel(
        "Results and other acts of tournaments",
        (('sum(rate(capicua_decided_total{service="lobby"}[1m]))', "decided"),),
        "Commands to tournaments, decided in a second.",
        unit="ops",
        width=12,
    ),
    Panel(
        "Refusals at the tables, by code",
        (
            (
                'topk(10, sum by (code) (increase(capicua_refused_total{service="move-validation"}[5m])))',
                "{{code}}",
            ),
        ),
        "What players try and may not. Many of one code: a rule that a page does not explain well.",
        width=12,
    ),
    Panel(
        "Refusals to directors, by code",
        (('topk(10, sum by (code) (increase(capicua_refused_total{service="lobby"}[5m])))', "{{code}}"),),
        "What was asked of tournaments and may not be.",
        width=12,
    ),
)


def made() -> dict[str, dict[str, Any]]:
    """Give the dashboards by the name of their file."""
    return {
        "operations": _dashboard("capicua-operations", "Capicua: operations", "Does everything keep up?", OPERATIONS),
        "standings": _dashboard(
            "capicua-standings", "Capicua: play and standings", "What is being played and followed?", STANDINGS
        ),
    }


def text(board: dict[str, Any]) -> str:
    """Write a dashboard as its file has it."""
    return json.dumps(board, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write every dashboard."""
    for name, board in made().items():
        (FOLDER / f"{name}.json").write_text(text(board))
    return 0


if __name__ == "__main__":
    sys.exit(main())
