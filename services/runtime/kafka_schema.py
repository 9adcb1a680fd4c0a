"""What stands on the topics, as types that FastStream can document: the catalogue's structs in their two envelopes.

FastStream speaks pydantic, the messages are msgspec's. These models carry msgspec's own JSON schema through it and
judge nothing: a batch is handed to the runtime as the bytes that came.
"""

from __future__ import annotations

import json
from typing import Any, Literal, Union

import msgspec
from pydantic import BaseModel

from contracts.codec import Catalogue
from contracts.envelope import Command, Decision

_DEFS = "#/$defs/{name}"


class Documented(BaseModel):
    """A payload that passes as it came and has a schema. Made by the functions below."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Let anything pass: the owner reads the records, and answers those that cannot be read."""
        return {"type": "any"}


def _payload(title: str, description: str, schema: dict[str, Any], parts: dict[str, Any]) -> type[Documented]:
    whole = json.dumps({**schema, "title": title, "description": description, "$defs": parts})

    def model_json_schema(cls: type[Documented], *args: Any, **kwargs: Any) -> dict[str, Any]:  # noqa: ARG001
        read: dict[str, Any] = json.loads(whole)  # a new one each time: FastStream takes it apart in place
        return read

    return type(title, (Documented,), {"model_json_schema": classmethod(model_json_schema)})


def _envelopes(catalogue: Catalogue) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Give references to the command envelope with each kind of body in it, and the schemas they refer to."""
    kinds = []
    for body in catalogue.commands.values():
        said = {"kind": Literal[body.KIND], "v": Literal[body.VERSION], "body": body}
        fields: list[tuple[str, Any]] = [(f.name, said.get(f.name, f.type)) for f in msgspec.structs.fields(Command)]
        kind = msgspec.defstruct(f"{body.__name__}Command", fields, namespace={"__doc__": body.__doc__}, frozen=True)
        kinds.append(kind)
    references, parts = msgspec.json.schema_components(kinds, ref_template=_DEFS)
    return list(references), parts


def commands_of(catalogue: Catalogue, title: str) -> type[Documented]:
    """Give the payload of a command topic: one envelope for each kind."""
    references, parts = _envelopes(catalogue)
    return _payload(title, f"A command to {catalogue.name}: a wish, in its envelope.", {"oneOf": references}, parts)


def decisions_of(catalogue: Catalogue, title: str) -> type[Documented]:
    """Give the payload of an event topic: the decision with the command that it answers and all its events."""
    references, parts = _envelopes(catalogue)
    events: Any = Union[tuple(catalogue.events.values())]  # noqa: UP007  # made at run time
    fields: list[Any] = []
    for f in msgspec.structs.fields(Decision):
        if f.name == "events":
            fields.append((f.name, tuple[events, ...] | None, None))
        elif f.name != "command":
            fields.append((f.name, f.type) if f.default is msgspec.NODEFAULT else (f.name, f.type, f.default))
    whole = msgspec.defstruct("Decision", fields, namespace={"__doc__": Decision.__doc__}, frozen=True)
    _, more = msgspec.json.schema_components([whole], ref_template=_DEFS)
    decision = more.pop("Decision")
    decision["properties"]["command"] = {"oneOf": references}
    return _payload(title, str(decision.pop("description", "")), decision, {**parts, **more})


def records_of(kind: type[msgspec.Struct], title: str) -> type[Documented]:
    """Give the payload of a topic whose records are one struct."""
    _, parts = msgspec.json.schema_components([kind], ref_template=_DEFS)
    schema = parts.pop(kind.__name__)
    return _payload(title, str(schema.pop("description", "")), schema, parts)
