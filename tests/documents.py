"""The parts of the documents that are made from the code: `python -m tests.documents` (in make schema) redraws them.

In a page such a part stands between `<!-- made: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import yaml

from contracts import codec, table, tournament
from contracts.games import options as house_rules
from contracts.games.game import GAMES
from contracts.roles import MAY, ROLES, SEES, SERVICES, STAFF
from contracts.topics import TOPICS, Topic

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    ROOT / "README.md",
    ROOT / "contracts" / "README.md",
    ROOT / "deploy" / "README.md",
    ROOT / "docs" / "presets.md",
)
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yml"
_PART = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ("---",) * len(head), *(tuple(row) for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _kept(topic: Topic) -> str:
    if topic.compacted:
        return "the newest per key"
    return "for ever" if topic.retention_ms < 0 else f"{topic.retention_ms // 86_400_000} days"


def topics() -> str:
    """Draw the table of topics."""
    rows = ((f"`{t.name}`", t.key, ", ".join(t.writers), ", ".join(t.readers), _kept(t)) for t in TOPICS)
    return _table(("topic", "key", "written by", "read by", "kept"), rows)


def _said(kind: type[Any]) -> str:
    """Give a message's docstring as one line for a table."""
    return " ".join((kind.__doc__ or "").split()).replace("|", "\\|")


def commands() -> str:
    """Draw the table of commands: what each asks for. Who may send it stands in the table of roles."""
    rows = (
        (f"`{kind}`", _said(body))
        for catalogue in (codec.TOURNAMENT, codec.TABLE)
        for kind, body in catalogue.commands.items()
    )
    return _table(("command", "asks"), rows)


def _marks(allowed: frozenset[str], roles: Iterable[str]) -> Iterable[str]:
    return ("yes" if role in allowed else "" for role in roles)


def may() -> str:
    """Draw the table of who may do what: a column for each role that a person or a bot has, services as names."""
    people = tuple(role for role in ROLES if role not in SERVICES)
    rows = (
        (f"`{kind}`", *_marks(allowed, people), ", ".join(s for s in SERVICES if s in allowed))
        for kind, allowed in MAY.items()
    )
    return _table(("command", *people, "services"), rows)


def sees() -> str:
    """Draw the table of who may see what."""
    return _table(("what", *STAFF), ((f"`{what}`", *_marks(allowed, STAFF)) for what, allowed in SEES.items()))


def events() -> str:
    """Draw the table of events."""
    kinds = (*get_args(tournament.TournamentEvent), *get_args(table.TableEvent))
    return _table(("event", "says"), ((f"`{kind.__struct_config__.tag}`", _said(kind)) for kind in kinds))


def alerts() -> str:
    """Draw the table of alerts, from the rules that Prometheus loads."""
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"] if "alert" in rule]
    rows = (
        (f"`{rule['alert']}`", rule["labels"]["severity"], rule["annotations"]["means"], rule["annotations"]["do"])
        for rule in rules
    )
    return _table(("alert", "severity", "means", "what to do"), rows)


def presets() -> str:
    """Draw the table of presets: what each sets otherwise than usual, and the rules of that."""
    rows = []
    for game in GAMES.values():
        rule_of = {choice.name: choice.rule for choice in house_rules.choices(game)}
        for name in game.PRESETS:
            sets = house_rules.preset(game, name)
            written = (f"`{option}={_option(value)}`" for option, value in sets.items())
            rules = dict.fromkeys(rule_of[option] for option in sets)
            rows.append((f"`{game.NAME}`", f"`{name}`", ", ".join(written) or "nothing", ", ".join(rules)))
    return _table(("game", "preset", "sets", "rules"), rows)


def _option(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


PARTS: dict[str, Callable[[], str]] = {
    "topics": topics,
    "commands": commands,
    "may": may,
    "sees": sees,
    "events": events,
    "alerts": alerts,
    "presets": presets,
}


def redrawn(page: str) -> str:
    """Give a page with every made part as today's code makes it. KeyError for a part that nobody makes."""
    return _PART.sub(lambda found: found[1] + PARTS[found[2]]() + found[3], page)


def main() -> int:
    """Redraw every page that has changed and name it."""
    for page in PAGES:
        before = page.read_text() if page.exists() else ""
        after = redrawn(before)
        if after != before:
            page.write_text(after)
            print(f"redrawn {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
