"""Where the brokers are, and how to speak to them: what a `kafka://` address says."""

from __future__ import annotations

import re
import ssl
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from contracts.topics import Topic

_PREFIX = re.compile(r"[A-Za-z0-9._-]{0,60}")


class KafkaPlace(NamedTuple):
    """Where the brokers are and how to speak to them, as `kafka://` URLs say it."""

    servers: tuple[str, ...]
    replication: int = 1
    client: tuple[tuple[str, Any], ...] = ()
    prefix: str = ""
    """Before the name of every topic and group: several clubs on one broker."""

    def name(self, topic: Topic) -> str:
        """Give a topic's name on the broker."""
        return self.prefix + topic.name

    @property
    def min_isr(self) -> int:
        """How many replicas must hold a record before it is acknowledged: all but one may be away of three."""
        return max(1, self.replication - 1)

    @property
    def args(self) -> dict[str, Any]:
        """Give the arguments that every client of aiokafka takes."""
        return {"bootstrap_servers": list(self.servers), **dict(self.client)}

    @classmethod
    def read(cls, url: str) -> KafkaPlace:
        """Read `kafka://[USER:PASSWORD@]HOST[:PORT],…[?replication=3&prefix=CLUB.&tls=1&ca=FILE&mechanism=NAME]`.

        ValueError names what is wrong. `replication` is for topics that are made; three brokers want 3.
        """
        parts = urlsplit(url)
        if parts.scheme != "kafka" or not parts.netloc:
            raise ValueError(f"{url!r} is no Kafka address: kafka://HOST:PORT is")
        user, at, hosts = parts.netloc.rpartition("@")
        servers = tuple(h if ":" in h.rpartition("]")[2] else f"{h}:9092" for h in hosts.split(",") if h)
        for server in servers:
            if not server.rpartition(":")[2].isdigit():
                raise ValueError(f"{server!r} in the Kafka address: the port after the colon must be a number")
        query = {k: v[-1] for k, v in parse_qs(parts.query).items()}
        unknown = set(query) - {"replication", "prefix", "tls", "ca", "mechanism"}
        if unknown:
            raise ValueError(f"the Kafka address has an unknown option {min(unknown)!r}")
        replication = query.get("replication", "1")
        if not replication.isdigit() or replication == "0":
            raise ValueError(f"replication={replication} in the Kafka address: a number of brokers from 1 is wanted")
        prefix = query.get("prefix", "")
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(f"prefix={prefix} in the Kafka address: letters, digits, dots, hyphens, 60 at most")
        client: dict[str, Any] = {}
        tls = query.get("tls", "0") not in {"0", ""} or "ca" in query
        if tls:
            try:
                client["ssl_context"] = ssl.create_default_context(cafile=query.get("ca"))
            except OSError as e:
                raise ValueError(f"ca={query.get('ca')} in the Kafka address: {e.strerror or e}") from e
        if at:
            name, _, password = user.partition(":")
            client |= {
                "sasl_mechanism": query.get("mechanism", "SCRAM-SHA-256"),
                "sasl_plain_username": unquote(name),
                "sasl_plain_password": unquote(password),
            }
        client["security_protocol"] = ("SASL_" if at else "") + ("SSL" if tls else "PLAINTEXT")
        return cls(servers, int(replication), tuple(client.items()), prefix)

    def __str__(self) -> str:
        return f"kafka://{','.join(self.servers)}" + (f"?prefix={self.prefix}" if self.prefix else "")
