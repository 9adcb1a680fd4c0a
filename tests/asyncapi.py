"""The AsyncAPI documents: `python -m tests.asyncapi` (in make schema) writes deploy/asyncapi/NAME.json.

FastStream makes them from the subscribers and publishers with which the services really run on Kafka; nothing connects.
The gateway follows the log by itself, so its document is made from the table of topics.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

from services import together
from services.runtime.kafka_app import follower_document, service_app
from services.runtime.settings import Settings
from tests.needs import ROOT

FOLDER = ROOT / "deploy" / "asyncapi"
GATEWAY = "web-gateway"
NAMES = (*together.NAMES, GATEWAY)


@cache
def document(name: str) -> dict[str, Any]:
    """Give the document of one service, to be read only."""
    if name == GATEWAY:
        return follower_document("web_gateway")
    settings = Settings(log="kafka://kafka:9092", secret="00" * 32)
    app = service_app(together.one(name, settings), settings)
    made: dict[str, Any] = app.schema.to_specification().to_jsonable()
    return made


def text(name: str) -> str:
    """Give it as it is committed: sorted, so that a change shows as what it is."""
    return json.dumps(document(name), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    """Write every document that has changed and name it."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        file = FOLDER / f"{name}.json"
        if not file.exists() or file.read_text() != text(name):
            file.write_text(text(name))
            print(f"written {file.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
