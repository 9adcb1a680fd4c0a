"""The lock on the messages' shapes, and the fossils: `python -m tests.schema` (make schema) brings both up to date.

A field added with a default, a new kind, a new word in a list of words: these are additions. Anything else breaks the
logs that exist, and this program then says what and writes nothing.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from contracts import codec
from contracts.codec import COMMAND_UPCASTERS, EVENT_UPCASTERS
from contracts.envelope import Command, Decision, write
from contracts.games.game import GAMES
from contracts.ranking import Standings
from tests import samples

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "contracts" / "schema.lock.json"
WIRE = ROOT / "tests" / "golden" / "wire"
SUMS = WIRE / "SHA256SUMS"
CATALOGUES = (codec.TABLE, codec.TOURNAMENT)

Schema = dict[str, Any]


# --- the shapes of today


def shapes() -> dict[str, tuple[int, Any]]:
    """Give everything that a log may hold, by name: its version and its type."""
    found: dict[str, tuple[int, Any]] = {"record command": (1, Command), "record decision": (1, _plain(Decision))}
    found["record standings"] = (1, Standings)
    for catalogue in CATALOGUES:
        found |= {f"command {kind}": (body.VERSION, body) for kind, body in catalogue.commands.items()}
        found |= {f"event {kind}": (catalogue.versions[kind], event) for kind, event in catalogue.events.items()}
    found |= {f"options {rules}": (1, game.Options) for rules, game in GAMES.items()}
    return found


def _plain(record: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Give a record without raw defaults, which a schema cannot show; an empty text stands for them."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(record):
        default = "" if isinstance(field.default, msgspec.Raw) else field.default
        fields.append((field.name, field.type) if default is msgspec.NODEFAULT else (field.name, field.type, default))
    return msgspec.defstruct(record.__name__, fields, kw_only=True)


def lock() -> Schema:
    """Describe the shapes of today's code as the lock file does."""
    named = shapes()
    schemas, parts = msgspec.json.schema_components([kind for _, kind in named.values()], ref_template="{name}")
    entries = {
        name: {"v": v, "shape": _bare(schema)} for (name, (v, _)), schema in zip(named.items(), schemas, strict=True)
    }
    described: Schema = json.loads(json.dumps({"messages": entries, "parts": _bare(parts)}))
    return described


def _bare(schema: Any) -> Any:
    """Leave out what is for readers only: a better docstring is no change of the wire."""
    if isinstance(schema, list):
        return [_bare(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {}
    for word, part in schema.items():
        if word in {"title", "description"} and isinstance(part, str):
            continue
        if word in {"properties", "$defs"} and isinstance(part, dict):
            bare[word] = {name: _bare(field) for name, field in part.items()}
        else:
            bare[word] = _bare(part)
    return bare


def text(schema: Schema) -> str:
    """Write a lock as the file has it."""
    return json.dumps(schema, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


# --- what may change


def breaks(old: Schema, new: Schema) -> list[str]:
    """Name every change from `old` to `new` that is not an addition; [] when old logs can be read as before."""
    found = []
    for name, was in old["messages"].items():
        now = new["messages"].get(name)
        if now is None:
            found.append(f"{name}: removed or renamed")
        elif now["v"] < was["v"]:
            found.append(f"{name}: version {was['v']} became {now['v']}")
        elif now["v"] > was["v"]:
            found += _missing_steps(name, was["v"], now["v"])
        else:
            found += _compare(name, was["shape"], now["shape"], old["parts"], new["parts"], frozenset())
    return found


def _missing_steps(name: str, was: int, now: int) -> list[str]:
    sort, _, kind = name.partition(" ")
    steps = {"command": COMMAND_UPCASTERS, "event": EVENT_UPCASTERS}.get(sort, {})
    return [f"{name}: no upcaster from version {v}" for v in range(was, now) if (kind, v) not in steps]


def _compare(place: str, was: Any, now: Any, old: Schema, new: Schema, seen: frozenset[tuple[str, str]]) -> list[str]:
    """Compare two schemas, following references, so that a type's new name alone is no change."""
    if "$ref" in was and "$ref" in now:
        pair = (was["$ref"], now["$ref"])
        if pair in seen:
            return []
        return _compare(place, old[pair[0]], new[pair[1]], old, new, seen | {pair})
    if "$ref" in was or "$ref" in now:
        was, now = (old[was["$ref"]] if "$ref" in was else was), (new[now["$ref"]] if "$ref" in now else now)
        return _compare(place, was, now, old, new, seen)
    found = []
    for word in sorted(was.keys() | now.keys()):
        before, after = was.get(word), now.get(word)
        if word == "properties":
            found += _compare_fields(place, was, now, old, new, seen)
        elif word == "required":
            continue  # with the fields
        elif word == "enum" and before is not None and after is not None:
            found += [f"{place}: the word {gone!r} is gone" for gone in before if gone not in after]
        elif word in {"items", "additionalProperties"} and isinstance(before, dict) and isinstance(after, dict):
            found += _compare(f"{place}[]", before, after, old, new, seen)
        elif word in {"anyOf", "prefixItems"} and before and after and len(before) == len(after):
            for b, a in zip(before, after, strict=True):
                found += _compare(place, b, a, old, new, seen)
        elif before != after:
            found.append(f"{place}: {word} was {_short(before)}, is {_short(after)}")
    return found


def _compare_fields(
    place: str, was: Schema, now: Schema, old: Schema, new: Schema, seen: frozenset[tuple[str, str]]
) -> list[str]:
    before, after = was.get("properties", {}), now.get("properties", {})
    found = [f"{place}.{gone}: removed or renamed" for gone in before.keys() - after.keys()]
    needed_before, needed = set(was.get("required", ())), set(now.get("required", ()))
    for field in sorted(after.keys()):
        if field not in before:
            if field in needed:
                found.append(f"{place}.{field}: new, but required: give it a default")
            continue
        if (field in needed) != (field in needed_before):
            found.append(f"{place}.{field}: {'lost' if field in needed else 'got'} a default")
        found += _compare(f"{place}.{field}", before[field], after[field], old, new, seen)
    return found


def _short(value: Any) -> str:
    return "absent" if value is None else json.dumps(value, ensure_ascii=False)[:80]


# --- fossils


def fossils() -> dict[str, bytes]:
    """Make today's message of every kind and version by file name. Records have a name for each shape."""
    made = {}
    for body in samples.commands():
        made[f"{body.KIND}.v{body.VERSION}.json"] = write(samples.command(body))
    for event in samples.events():
        version = getattr(event, "VERSION", 1)
        made[f"{event.__struct_config__.tag}.v{version}.json"] = write(event)
    for shape, decision in samples.decisions().items():
        made[f"decision-{shape}.v1.json"] = write(decision)
    made["standings.v1.json"] = write(samples.standings())
    return made


def sums() -> dict[str, str]:
    """Read the list of hashes."""
    if not SUMS.exists():
        return {}
    lines = (line.split("  ", 1) for line in SUMS.read_text().splitlines())
    return {name: digest for digest, name in lines}


def hashed(data: bytes) -> str:
    """Hash a fossil as the list does (`sha256sum -c SHA256SUMS` checks it too)."""
    return hashlib.sha256(data).hexdigest()


def main() -> int:
    """Bring the lock up to date and add the fossils that are missing; 1 when a change is no addition."""
    new = lock()
    before = LOCK.read_text() if LOCK.exists() else ""
    if before and (bad := breaks(json.loads(before), new)):
        print("These changes would break existing logs:", *bad, sep="\n  ", file=sys.stderr)
        print(
            "Add a field with a default, or raise VERSION and write an upcaster: contracts/README.md", file=sys.stderr
        )
        return 1
    after = text(new)
    LOCK.write_text(after)
    sys.stdout.writelines(
        difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), "locked", "now", n=1)
    )
    WIRE.mkdir(parents=True, exist_ok=True)
    known = sums()
    for name, data in fossils().items():
        if name not in known and not (WIRE / name).exists():
            (WIRE / name).write_bytes(data + b"\n")
            known[name] = hashed(data + b"\n")
            print(f"new fossil {name}")
    SUMS.write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(known.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
