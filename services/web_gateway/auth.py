"""Who is asking: the director by link or password, staff and players by signed links; and what a token says.

Tokens are texts `kind~fields.signature`, signed by HMAC-SHA256 with the gateway's own secret; they say who somebody is
and until when, and are kept in HttpOnly cookies. The director's end when his password is another one. A player's token
names the generation of his link: the tournament says which generation works, so that a link can be taken away. So do
those of arbiters, scorers and screens, which end with the director's password besides.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from services.runtime.settings import SettingsError

SECRET_BYTES = 32
LINK_LIFE_S = 90 * 24 * 3600
"""How long a personal link works unless it is taken away: a season's worth."""
STAFF_LIFE_S = 14 * 24 * 3600
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that are mistaken for others


class TokenError(Exception):
    """A token that opens nothing; `reason` is forged, expired or revoked."""

    def __init__(self, reason: str) -> None:
        """Say why."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Player:
    """What a player's token says."""

    tournament: str
    entrant: str
    generation: int
    expires: int


@dataclass(frozen=True)
class Worker:
    """What the token of a link of the staff says. His role is the tournament's to tell."""

    tournament: str
    staff: str
    generation: int
    expires: int


class _Store(msgspec.Struct):
    """The gateway's file: secret and password salt and hash in hex, and the number of the director's link."""

    secret: str
    salt: str
    password: str
    staff: int = 1


@dataclass(frozen=True)
class FirstStart:
    """What is told once, when the gateway's secrets are made: the password in clear."""

    password: str


class Auth:
    """Signs and reads tokens. `secret` is 32 bytes or more; `salt` and `password` are those of `hash_password`."""

    def __init__(self, secret: bytes, salt: bytes, password: bytes, staff: int = 1) -> None:
        """Take the installation's secrets."""
        self._secret = secret
        self._staff_key = hmac.new(secret, b"staff\0" + password, hashlib.sha256).digest()
        self._salt = salt
        self._password = password
        self._staff = staff

    def _sign(self, text: str) -> str:
        """Sign a token. Staff's tokens hang on the password too: another one ends every session and the old link."""
        key = self._secret if text[:1] == "p" else self._staff_key
        mac = hmac.new(key, text.encode(), hashlib.sha256).digest()[:16]
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    def _read(self, token: str, kind: str, fields: int, now: int) -> list[str]:
        text, dot, signature = token.rpartition(".")
        parts = text.split("~")
        if not dot or not hmac.compare_digest(self._sign(text).encode(), signature.encode()):
            raise TokenError("forged")
        if parts[0] != kind or len(parts) != fields + 1:
            raise TokenError("forged")
        if int(parts[-1], 36) < now:
            raise TokenError("expired")
        return parts[1:]

    def player_token(self, tournament: str, entrant: str, generation: int, now: int) -> str:
        """Make the token of a personal link. The expiry is rounded, so that one day gives one link."""
        expires = (now // 86400 + 1) * 86400 + LINK_LIFE_S
        text = f"p~{tournament}~{entrant}~{generation}~{_base36(expires)}"
        return f"{text}.{self._sign(text)}"

    def player(self, token: str, now: int) -> Player:
        """Read a personal link's token. TokenError where it is forged or expired."""
        tournament, entrant, generation, expires = self._read(token, "p", 4, now)
        return Player(tournament, entrant, int(generation), int(expires, 36))

    def staff_token(self, tournament: str, staff: str, generation: int, now: int) -> str:
        """Make the token of a link of the staff, rounded as a player's is."""
        expires = (now // 86400 + 1) * 86400 + LINK_LIFE_S
        text = f"w~{tournament}~{staff}~{generation}~{_base36(expires)}"
        return f"{text}.{self._sign(text)}"

    def worker(self, token: str, now: int) -> Worker:
        """Read the token of a link of the staff. TokenError where it is forged or expired."""
        tournament, staff, generation, expires = self._read(token, "w", 4, now)
        return Worker(tournament, staff, int(generation), int(expires, 36))

    def director_link(self) -> str:
        """Give the token of the director's link: it works until the password is made anew."""
        text = f"d~{self._staff}~{_base36(2**40)}"
        return f"{text}.{self._sign(text)}"

    def accept_link(self, token: str, now: int) -> str:
        """Take the director's link and give the session's token. TokenError."""
        if self._read(token, "d", 2, now)[0] != str(self._staff):
            raise TokenError("revoked")
        return self.session(now)

    def session(self, now: int) -> str:
        """Make the token of a signed-in director."""
        text = f"s~{self._staff}~{_base36(now + STAFF_LIFE_S)}"
        return f"{text}.{self._sign(text)}"

    def is_director(self, token: str | None, now: int) -> bool:
        """Whether a cookie or bearer token is a director's: a session's, or the link's own (for programs)."""
        if not token:
            return False
        for kind in "sd":
            try:
                if self._read(token, kind, 2, now)[0] == str(self._staff):
                    return True
            except TokenError:
                continue
        return False

    def check_password(self, password: str) -> bool:
        """Compare a password; takes its time on purpose."""
        return hmac.compare_digest(hash_password(password, self._salt), self._password)


def hash_password(password: str, salt: bytes) -> bytes:
    """Give the scrypt hash of a password."""
    return hashlib.scrypt(password.encode(), salt=salt, maxmem=2**26, dklen=32, **_SCRYPT)


def new_password() -> str:
    """Make a password that can be read out: three groups of five."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(5)) for _ in range(3))


def _base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = digits[digit] + text
    return text or "0"


def load(file: Path, environment: Mapping[str, str] = os.environ) -> tuple[Auth, FirstStart | None]:
    """Read the gateway's secrets, or make them at first start (mode 0600) and say the password once.

    `CAPICUA_GATEWAY_SECRET` (64 hex digits) and `CAPICUA_DIRECTOR_PASSWORD` go before the file: with both set, several
    gateways need no file at all. SettingsError where either is unusable, or the file is not ours.
    """
    secret = environment.get("CAPICUA_GATEWAY_SECRET", "")
    password = environment.get("CAPICUA_DIRECTOR_PASSWORD", "")
    if secret:
        key = _key(secret)
        if password:
            salt = hashlib.sha256(b"capicua gateway salt" + key).digest()
            return Auth(key, salt, hash_password(password, salt)), None
    first = None
    if not file.exists():
        first = FirstStart(password or new_password())
        _make(file, first.password)
    try:
        stored = msgspec.json.decode(file.read_bytes(), type=_Store)
        salt, hashed = bytes.fromhex(stored.salt), bytes.fromhex(stored.password)
        key = _key(secret or stored.secret)
    except (msgspec.DecodeError, ValueError) as wrong:
        raise SettingsError(
            f"{file} is not the gateway's file ({wrong}): restore it, or move it away to begin anew"
        ) from None
    if password:
        hashed = hash_password(password, salt)
    return Auth(key, salt, hashed, stored.staff), first


def _key(text: str) -> bytes:
    key = bytes.fromhex(text)
    if len(key) < SECRET_BYTES:
        raise SettingsError(f"a gateway secret has {2 * SECRET_BYTES} hex digits or more")
    return key


def _make(file: Path, password: str) -> None:
    salt = secrets.token_bytes(16)
    store = _Store(secrets.token_hex(SECRET_BYTES), salt.hex(), hash_password(password, salt).hex())
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(fd, "wb") as out:
            out.write(msgspec.json.encode(store))
            out.flush()
            os.fsync(out.fileno())
        os.link(fresh, file)  # whole or not at all, and never over a file that another process has just made
    finally:
        fresh.unlink()
