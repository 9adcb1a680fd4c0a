"""The keys of the deals: one secret of the installation, from which every tournament's and table's key derives.

The one place with randomness, at the first start. Everything below it is HMAC-SHA256, so that any instance deals
alike, and whoever is shown a tournament's key can derive and check its tables' keys:

- tournament key = HMAC(secret, `capicua tournament 1`, zero byte, tournament id in UTF-8)
- table key      = HMAC(tournament key, `capicua table 1`, zero byte, table id in UTF-8)
- published hash = SHA-256 of the key, in hex
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SECRET_BYTES = 32
VARIABLE = "CAPICUA_SECRET"


class SecretError(Exception):
    """The installation's secret or signing key cannot be used; the message says what to do."""


def installation_secret(path: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """Read the installation's secret, or make it at the first start in a file of mode 0600.

    `CAPICUA_SECRET` in the environment (64 hex digits or more) goes before the file. SecretError for a value that is
    no secret, and for a file that others may read.
    """
    if VARIABLE in environment:
        return _read(environment[VARIABLE], f"the environment variable {VARIABLE}")
    text = _private_file(path, lambda: secrets.token_hex(SECRET_BYTES).encode() + b"\n")
    return _read(text.decode("ascii", "replace"), str(path))


def signing_key(path: Path) -> Ed25519PrivateKey:
    """Read the club's key, with which exported games are signed, or make it at first use (PEM, mode 0600)."""

    def make() -> bytes:
        return Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )

    pem = _private_file(path, make)
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as wrong:
        raise SecretError(f"{path} holds no signing key: {wrong}. Restore it from a backup.") from wrong
    if not isinstance(key, Ed25519PrivateKey):
        raise SecretError(f"{path} holds a key, but no Ed25519 key. Restore it from a backup.")
    return key


def tournament_key(secret: bytes, tournament: str) -> bytes:
    """Give a tournament's key (32 bytes)."""
    return _derive(secret, b"capicua tournament 1", tournament)


def table_key(key: bytes, table: str) -> bytes:
    """Give a table's key (32 bytes) from its tournament's."""
    return _derive(key, b"capicua table 1", table)


def published(key: bytes) -> str:
    """Give the hash by which a key is promised before it is used."""
    return hashlib.sha256(key).hexdigest()


def _derive(key: bytes, label: bytes, name: str) -> bytes:
    return hmac.digest(key, label + b"\0" + name.encode(), hashlib.sha256)


def _read(text: str, where: str) -> bytes:
    try:
        found = bytes.fromhex(text.strip())
    except ValueError:
        found = b""
    if len(found) < SECRET_BYTES:
        raise SecretError(
            f"{where} holds no secret: {2 * SECRET_BYTES} hex digits or more are needed. Restore it from a backup; "
            "with another secret, tables that are being played cannot be dealt for."
        )
    return found


def _private_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """Read a file that only its owner may read, or make it: whole or not at all, even if two start at once."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):  # another process was first; its file is the one
                os.link(fresh, path)
        finally:
            fresh.unlink()
    if path.stat().st_mode & 0o077:
        raise SecretError(f"{path} may be read by others. Say: chmod 600 {path}")
    return path.read_bytes()
