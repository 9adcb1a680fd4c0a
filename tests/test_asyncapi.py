"""Do the committed AsyncAPI documents say what the services do on Kafka, with the messages' real types?"""

from __future__ import annotations

import pytest

from contracts import codec
from contracts.topics import BY_NAME
from services import together
from tests import asyncapi

NAMES = asyncapi.NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_document_is_current(name):
    file = asyncapi.FOLDER / f"{name}.json"
    assert file.read_text() == asyncapi.text(name), "run make schema and commit what it wrote"


def test_every_service_has_one_and_nobody_else():
    assert {file.stem for file in asyncapi.FOLDER.glob("*.json")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_who_reads_and_writes_is_what_the_table_of_topics_says(name):
    document = asyncapi.document(name)
    channels = {key: channel["address"] for key, channel in document["channels"].items()}
    done = {"receive": set(), "send": set()}
    for operation in document["operations"].values():
        channel = operation["channel"]["$ref"].rpartition("/")[2]
        done[operation["action"]].add(channels[channel])
    names, decides = {name, name.replace("-", "_")}, False
    if name != asyncapi.GATEWAY:
        service = together.one(name, asyncapi.Settings(secret="00" * 32))
        names |= {p.name for p in (*service.reactors, *service.projections)}
        decides = service.decider is not None
    assert done["receive"] == {t.name for t in BY_NAME.values() if names & set(t.readers)}
    assert done["send"] - {"dead-letters"} == {t.name for t in BY_NAME.values() if names & set(t.writers)}
    assert ("dead-letters" in done["send"]) == decides


@pytest.mark.parametrize(("name", "catalogue"), [("move-validation", codec.TABLE), ("lobby", codec.TOURNAMENT)])
@pytest.mark.slow
def test_every_message_of_the_catalogue_is_in_it(name, catalogue):
    schemas = asyncapi.document(name)["components"]["schemas"]
    for kind, body in catalogue.commands.items():
        assert schemas[f"{body.__name__}Command"]["properties"]["kind"] == {"enum": [kind]}
        assert schemas[body.__name__]["additionalProperties"] is False
    for kind, event in catalogue.events.items():
        assert schemas[event.__name__]["properties"]["kind"] == {"enum": [kind]}


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_leads_somewhere(name):
    document = asyncapi.document(name)

    def references(part):
        if isinstance(part, dict):
            for key, value in part.items():
                if key == "$ref":
                    yield value
                else:
                    yield from references(value)
        elif isinstance(part, list):
            for value in part:
                yield from references(value)

    for reference in set(references(document)):
        found = document
        for step in reference.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        assert found


@pytest.mark.parametrize("name", NAMES)
def test_every_topic_carries_its_own_type(name):
    document = asyncapi.document(name)
    for channel in document["channels"].values():
        (message,) = channel["messages"].values()
        message = document["components"]["messages"][message["$ref"].rpartition("/")[2]]
        type_name = "".join(part.capitalize() for part in channel["address"].replace("-", ".").split("."))
        assert message["payload"] == {"$ref": f"#/components/schemas/{type_name}Record"}
