"""Do the messages of today still read every log ever written? The lock, the fossils, and what counts as an addition."""

from __future__ import annotations

import copy
import json
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest

from contracts import codec
from contracts.envelope import read_command, read_decision, write
from contracts.games.game import Refusal
from contracts.messages import Body, Event
from contracts.ranking import Standings
from tests import schema

LOCKED = json.loads(schema.LOCK.read_text())
FOSSILS = sorted(schema.sums())


# --- the lock


def test_nothing_but_additions_since_the_lock():
    assert schema.breaks(LOCKED, schema.lock()) == [], "see contracts/README.md, How to change a message"


def test_the_lock_is_current():
    assert schema.text(schema.lock()) == schema.LOCK.read_text(), "run make schema and commit what it changed"


class Old(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message as it was shipped."""

    seat: int
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()


class NewField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field more, with a default."""

    seat: int
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()
    note: str = ""


class NewWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One word more in a list of words."""

    seat: int
    word: Literal["a", "b", "c"] = "a"
    names: tuple[str, ...] = ()


class Needed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field more, without a default."""

    seat: int
    note: str
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field less."""

    seat: int
    word: Literal["a", "b"] = "a"


class Renamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field by another name."""

    place: int
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()


class OtherType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of another type."""

    seat: str
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()


class OtherItems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of something else."""

    seat: int
    word: Literal["a", "b"] = "a"
    names: tuple[int, ...] = ()


class OtherDefault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same field, but left out it means something else."""

    seat: int
    word: Literal["a", "b"] = "b"
    names: tuple[str, ...] = ()


class LostDefault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field that may no longer be left out."""

    seat: int
    word: Literal["a", "b"]
    names: tuple[str, ...] = ()


class LostWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word less in a list of words."""

    seat: int
    word: Literal["a"] = "a"
    names: tuple[str, ...] = ()


class Narrower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that must now be greater than 0."""

    seat: Annotated[int, msgspec.Meta(ge=1)]
    word: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()


def _lock_of(kind: type[Any], v: int = 1, name: str = "event moved") -> dict[str, Any]:
    """Describe a type as a lock does, once alone and once inside another message."""
    holder = msgspec.defstruct("Holder", [("inner", kind)])
    shapes, parts = msgspec.json.schema_components([kind, holder], ref_template="{name}")
    bare = schema._bare
    messages = {name: {"v": v, "shape": bare(shapes[0])}, "event held": {"v": 1, "shape": bare(shapes[1])}}
    return {"messages": messages, "parts": bare(parts)}


@pytest.mark.parametrize("kind", [Old, NewField, NewWord])
def test_additions_pass(kind):
    assert schema.breaks(_lock_of(Old), _lock_of(kind)) == []


@pytest.mark.parametrize(
    ("kind", "place", "what"),
    [
        (Needed, "note", "required"),
        (Gone, "names", "removed or renamed"),
        (Renamed, "seat", "removed or renamed"),
        (OtherType, "seat", "type was"),
        (OtherItems, "names[]", "type was"),
        (OtherDefault, "word", "default was"),
        (LostDefault, "word", "lost a default"),
        (LostWord, "word", "'b' is gone"),
        (Narrower, "seat", "minimum was"),
    ],
)
def test_anything_else_fails_and_names_the_field(kind, place, what):
    found = schema.breaks(_lock_of(Old), _lock_of(kind))
    for message in ("event moved", "event held.inner"):
        assert any(line.startswith(f"{message}.{place}:") and what in line for line in found), found


def test_a_message_gone_or_gone_back_fails_by_its_name():
    old = _lock_of(Old)
    assert schema.breaks(old, _lock_of(Old, name="event strayed")) == ["event moved: removed or renamed"]
    assert schema.breaks(_lock_of(Old, v=2), old) == ["event moved: version 2 became 1"]


def test_a_new_version_needs_its_upcaster(monkeypatch):
    old, new = _lock_of(Old), _lock_of(OtherType, v=3)
    del old["messages"]["event held"]
    assert schema.breaks(old, new) == [f"event moved: no upcaster from version {v}" for v in (1, 2)]
    for v in (1, 2):
        monkeypatch.setitem(codec.EVENT_UPCASTERS, ("moved", v), lambda d: d)
    assert schema.breaks(old, new) == []


def test_a_planted_change_of_a_real_message_is_found():
    broken = copy.deepcopy(schema.lock())
    shape = broken["messages"]["event played"]["shape"]
    fields = broken["parts"][shape["$ref"]]["properties"] if "$ref" in shape else shape["properties"]
    fields["place"] = fields.pop("seat")
    assert "event played.seat: removed or renamed" in schema.breaks(LOCKED, broken)


# --- fossils


def test_every_kind_and_version_of_today_has_its_fossil():
    missing = schema.fossils().keys() - set(FOSSILS)
    assert not missing, "run make schema and commit the new fossils"
    commands = {f"{kind}.v{c.VERSION}.json" for cat in schema.CATALOGUES for kind, c in cat.commands.items()}
    events = {f"{kind}.v{v}.json" for cat in schema.CATALOGUES for kind, v in cat.versions.items()}
    assert not commands & events, "a command and an event of one name would share a fossil"
    assert commands | events <= set(FOSSILS)


def test_no_fossil_was_touched():
    there = {path.name for path in schema.WIRE.iterdir()} - {schema.SUMS.name}
    assert there == set(FOSSILS)
    touched = [name for name, was in schema.sums().items() if schema.hashed((schema.WIRE / name).read_bytes()) != was]
    assert not touched, "a fossil is what was once written: it is never edited"


def _holds(fossil: Any, today: Any, place: str = "$") -> None:
    """Everything that the fossil says is said today; today may say more, where a field was added."""
    if isinstance(fossil, dict):
        assert isinstance(today, dict), place
        for name, value in fossil.items():
            assert name in today, f"{place}.{name} is lost"
            _holds(value, today[name], f"{place}.{name}")
    elif isinstance(fossil, list):
        assert isinstance(today, list), place
        assert len(fossil) == len(today), place
        for at, (was, now) in enumerate(zip(fossil, today, strict=True)):
            _holds(was, now, f"{place}[{at}]")
    else:
        assert fossil == today, place


def _catalogue(kind: str) -> codec.Catalogue:
    return next(cat for cat in schema.CATALOGUES if kind in cat.commands or kind in cat.events)


@pytest.mark.parametrize("name", FOSSILS)
def test_fossils_are_read_today_and_lose_nothing(name):
    data = (schema.WIRE / name).read_bytes().rstrip(b"\n")
    kind, version = name.removesuffix(".json").rsplit(".v", 1)
    if kind.startswith("decision-") or kind == "standings":
        record = read_decision(data) if kind != "standings" else msgspec.json.decode(data, type=Standings)
        again = write(record)
        _holds(json.loads(data), json.loads(again))
        return
    catalogue = _catalogue(kind)
    if kind in catalogue.commands:
        command = read_command(data)
        assert (command.kind, command.v) == (kind, int(version))
        assert write(command) == data
        body = catalogue.body(command)
        assert not isinstance(body, Refusal), body
        again, newest = write(body), catalogue.commands[kind].VERSION
        old = json.loads(bytes(command.body))
    else:
        event = catalogue.event(data)
        again, newest = write(event), catalogue.versions[kind]
        old = json.loads(data)
        assert catalogue.event(again) == event
    if int(version) == newest:
        _holds(old, json.loads(again))


# --- how the codec reads


class PokedV3(Event, frozen=True, kw_only=True, tag="poked"):
    """An event that has changed its shape twice."""

    VERSION: ClassVar[int] = 3
    v: int = 3
    seat: int
    finger: str


class Poke(Body, frozen=True, kw_only=True):
    """A command that has changed its shape once."""

    KIND: ClassVar[str] = "poke"
    VERSION: ClassVar[int] = 2
    seat: int


class Other(Event, frozen=True, kw_only=True, tag="other"):
    """The union's other half."""


@pytest.fixture
def poking(monkeypatch) -> codec.Catalogue:
    """A service whose messages have a past."""
    monkeypatch.setitem(codec.EVENT_UPCASTERS, ("poked", 1), lambda d: {"kind": d["kind"], "seat": d["place"], "v": 2})
    monkeypatch.setitem(codec.EVENT_UPCASTERS, ("poked", 2), lambda d: d | {"finger": "thumb", "v": 3})
    monkeypatch.setitem(codec.COMMAND_UPCASTERS, ("poke", 1), lambda d: {"seat": d["place"]})
    return codec.Catalogue("poking", (Poke,), PokedV3 | Other)


def test_old_events_step_up_one_version_at_a_time(poking):
    assert poking.event(b'{"kind":"poked","place":4}') == PokedV3(seat=4, finger="thumb")
    assert poking.event(b'{"kind":"poked","v":2,"seat":4}') == PokedV3(seat=4, finger="thumb")
    assert poking.event(b'{"kind":"poked","v":3,"seat":4,"finger":"ring"}') == PokedV3(seat=4, finger="ring")


@pytest.mark.parametrize("raw", [b'{"kind":"poked","v":4,"seat":4}', b'{"kind":"prodded"}'])
def test_an_event_from_the_future_is_said_to_be_unknown(poking, raw):
    with pytest.raises(codec.UnknownKind, match="not known to poking"):
        poking.event(raw)


def test_old_commands_step_up_and_newer_ones_are_refused(poking):
    def sent(v: int, body: bytes) -> Any:
        envelope = {"id": "c1", "key": "t", "actor": "x", "kind": "poke", "v": v, "body": msgspec.Raw(body)}
        return poking.body(read_command(write(envelope)))

    assert sent(1, b'{"place":2}') == Poke(seat=2)
    assert sent(2, b'{"seat":2}') == Poke(seat=2)
    assert sent(3, b'{"seat":2}').code == "command/version"
    assert sent(0, b'{"seat":2}').code == "command/version"


def test_commands_refuse_an_unknown_field_and_events_skip_it(poking):
    command = codec.command("c1", "t", "x", Poke(seat=2))
    fuller = msgspec.structs.replace(command, body=msgspec.Raw(b'{"seat":2,"hat":"red"}'))
    refused = poking.body(fuller)
    assert isinstance(refused, Refusal)
    assert refused.code == "command/body"
    assert "hat" in str(refused.facts["error"])
    assert poking.event(b'{"kind":"poked","v":3,"seat":4,"finger":"ring","hat":"red"}') == PokedV3(
        seat=4, finger="ring"
    )
