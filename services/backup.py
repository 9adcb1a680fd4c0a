"""Backup and restore of an installation on the embedded log: one file that goes on a stick, and back into a folder.

The file is a ZIP of the log as it stood at one moment, of the secrets that lie beside it, and of a manifest with the
SHA-256 of each. THE FILE HOLDS SECRETS: with it deals of running tournaments can be foretold and staff links made; it
is for the director alone. Without the secrets a running tournament could not be dealt for, nor links work again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import tempfile
import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

import msgspec

from contracts.topics import TABLE_EVENTS, TOURNAMENT_EVENTS
from services.runtime import sqlite_copy
from services.runtime.log import LogBrokenError, LogUnavailableError
from services.runtime.reader import read_decisions
from services.runtime.sqlite import open_reader, wall_ms

FORMAT = "capicua-backup"
VERSION = 1
MANIFEST = "manifest.json"
LOG = "capicua.db"
SECRETS = ("capicua.secret", "capicua.gateway", "capicua.key")
"""What deals follow from, what links and sessions hang on, and what files are signed with."""
SUFFIX = ".capicua-backup"
KEPT = 20
"""How many of the backups that `serve --every` makes are kept in their folder."""
_MOST_MANIFEST = 1 << 16
_CHUNK = 1 << 20


class BackupError(Exception):
    """A backup cannot be made or put back; the message says why and what to do. Nothing was changed."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A file within the backup: its name, its length in bytes and its SHA-256 in hex."""

    name: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds. `made` is when (ms since 1970 UTC), `records` the log's by topic.

    `missing` names the secrets that were not there as files: set by the environment, they have to be set again.
    """

    format: str = FORMAT
    version: int = VERSION
    made: int
    records: dict[str, int]
    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """What was put back: where, from when, and how many decisions of tournaments and tables were read again."""

    folder: Path
    manifest: Manifest
    tournaments: int
    tables: int


class Backups:
    """Makes backups of one installation, and knows when the last one was made.

    `log` is the log's file, `secret_file` the installation's secret, beside which lie the other two.
    """

    def __init__(self, log: Path, secret_file: Path) -> None:
        """Name what is to be kept."""
        self._log = log
        self._secret_file = secret_file
        self.trouble = ""
        """Why the last one that was due could not be made; empty where it was made."""

    @property
    def last(self) -> int:
        """When the last backup was made (ms since 1970 UTC); 0 where none is known of."""
        try:
            return int(self._mark.read_text())
        except (OSError, ValueError):
            return 0

    @property
    def _mark(self) -> Path:
        return self._log.with_name(self._log.name + ".backed-up")

    def make(self, target: Path) -> tuple[Path, Manifest]:
        """Write a backup to a file that is not there yet, or into a folder under a name that tells the time.

        It may be made while a server runs. BackupError, LogUnavailableError, LogBrokenError, OSError.
        """
        made = wall_ms()
        if target.is_dir():
            target /= f"capicua-{datetime.fromtimestamp(made / 1000, UTC):%Y%m%d-%H%M%S}{SUFFIX}"
        if target.exists():
            raise BackupError(f"{target} is there already; name another file, or a folder")
        if not target.parent.is_dir():
            raise BackupError(f"there is no folder {target.parent}: make it first, or name another")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise BackupError(f"the folder {target.parent} may not be written: check its rights, or name another")
        with tempfile.TemporaryDirectory(prefix=".capicua-backup-", dir=target.parent) as scratch:
            copied = Path(scratch) / LOG
            sqlite_copy.copy(self._log, copied)
            records = sqlite_copy.examine(copied)
            files = {LOG: copied}
            for name in SECRETS:
                beside = self._secret_file.with_suffix(Path(name).suffix)
                if beside.exists():
                    files[name] = beside
            manifest = Manifest(
                made=made,
                records=records,
                parts=tuple(_part(name, file) for name, file in files.items()),
                missing=tuple(name for name in SECRETS if name not in files),
            )
            fresh = Path(scratch) / "whole"
            _pack(fresh, manifest, files)
            fresh.replace(target)
        with contextlib.suppress(OSError):  # a log on a medium that may only be read has no place for the mark
            self._mark.write_text(str(made))
        self.trouble = ""
        return target, manifest

    def make_and_thin(self, folder: Path) -> None:
        """Make a backup in a folder and let the oldest of its kind go there; what goes wrong is kept in `trouble`."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.make(folder)
            for old in sorted(folder.glob(f"capicua-*{SUFFIX}"))[:-KEPT]:
                old.unlink()
        except (BackupError, LogUnavailableError, LogBrokenError, OSError) as wrong:
            self.trouble = str(wrong)


_NO_ZIP: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError)
"""What a ZIP with a changed byte makes its reader raise: another method, a password, a stream that breaks."""


def _part(name: str, file: Path) -> Part:
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return Part(name=name, bytes=file.stat().st_size, sha256=digest)


def _pack(path: Path, manifest: Manifest, files: dict[str, Path]) -> None:
    """Write the ZIP, readable by its owner alone, and bring it to the disk."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w+b") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed:
            packed.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=2))
            for name, file in files.items():
                packed.write(file, name)
        out.flush()
        os.fsync(out.fileno())


# --- back again


def restore(file: Path, folder: Path) -> Restored:
    """Put a backup into a folder that is not there yet or is empty, and read its log from end to end.

    BackupError where anything is not as it was written; the folder is then as it was before.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BackupError(f"{folder} is not empty; nothing is overwritten: name a new folder")
    there = folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        manifest = _unpack(file, folder)
        counted = asyncio.run(_read_again(folder / LOG, manifest))
    except BaseException:
        for name in (LOG, *SECRETS):
            (folder / name).unlink(missing_ok=True)
        if not there:
            shutil.rmtree(folder)
        raise
    return Restored(folder=folder, manifest=manifest, tournaments=counted[0], tables=counted[1])


def _unpack(file: Path, folder: Path) -> Manifest:
    try:
        with zipfile.ZipFile(file) as packed:
            if packed.getinfo(MANIFEST).file_size > _MOST_MANIFEST:
                raise BackupError(f"{file} is no backup of Capicua: its manifest is too long")
            manifest = msgspec.json.decode(packed.read(MANIFEST), type=Manifest)
            if manifest.format != FORMAT:
                raise BackupError(f"{file} is no backup of Capicua: its format is {manifest.format!r}")
            if manifest.version > VERSION:
                raise BackupError(
                    f"{file} was made by a newer version (backup format {manifest.version}, this program knows "
                    f"{VERSION}). Update Capicua"
                )
            names = [part.name for part in manifest.parts]
            if LOG not in names or len({*names}) != len(names) or not {*names} <= {LOG, *SECRETS}:
                raise BackupError(f"{file} is damaged: its manifest names {', '.join(names)}")
            for part in manifest.parts:
                with packed.open(part.name) as source:
                    _put(source, folder / part.name, part, file)
    except (*_NO_ZIP, KeyError, msgspec.DecodeError, UnicodeDecodeError, EOFError) as wrong:
        raise BackupError(f"{file} is no backup of Capicua, or it is damaged: {wrong}") from wrong
    return manifest


def _put(source: IO[bytes], path: Path, part: Part, file: Path) -> None:
    """Write one file and hold it to its length and checksum."""
    digest, size = hashlib.sha256(), 0
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        while size <= part.bytes and (chunk := source.read(_CHUNK)):
            digest.update(chunk)
            size += len(chunk)
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    if (size, digest.hexdigest()) != (part.bytes, part.sha256):
        raise BackupError(f"{file} is damaged: {part.name} is not what was backed up. Take another backup")


async def _read_again(path: Path, manifest: Manifest) -> tuple[int, int]:
    """Read the log as a server would, and count the decisions of tournaments and tables."""
    try:
        records = sqlite_copy.examine(path)
        if records != manifest.records:
            raise BackupError(f"{path}: the log holds {records}, and {manifest.records} were backed up")
        log = open_reader(path)
        await log.open()
        try:
            counted = []
            for topic in (TOURNAMENT_EVENTS, TABLE_EVENTS):
                kept = 0
                for partition in range(log.partitions):
                    async for facts in read_decisions(log, topic, partition):
                        kept += len(facts.items)
                counted.append(kept)
        finally:
            await log.close()
    except LogBrokenError as wrong:
        raise BackupError(str(wrong)) from wrong
    return counted[0], counted[1]
