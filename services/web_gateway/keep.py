"""What is kept outside: a backup of everything, a tournament as one file, and another installation's file opened."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import File

from services import archive
from services import export as exporting
from services.archive import ArchiveError
from services.backup import SUFFIX, BackupError, Backups
from services.runtime.log import LogBrokenError, LogUnavailableError
from services.web_gateway.asking import Asked, NoEntryError, gateway, html, lang, need_director, see
from services.web_gateway.guard import charge
from services.web_gateway.projection import NotKnownError

MOST_FILE = 64 * 1024 * 1024
"""Bytes of a tournament's file that may be uploaded: a thousand players and more."""
OPEN_S = 30.0
"""How long an upload waits until what was opened shows."""


def _page(request: Asked, *, problem: str = "", status: int = 200) -> Response[str]:
    words = lang(request)
    backups: Backups | None = request.app.state.backups
    last = ""
    if backups is not None:
        last = words.t("keep.last", at=words.day(backups.last)) if backups.last else words.t("keep.never")
    values = {
        "can": backups is not None,
        "last": last,
        "trouble": words.t("keep.trouble", what=backups.trouble) if backups and backups.trouble else "",
        "problem": problem,
        "open": [p for p in gateway(request).known.tournaments.values() if p.origin],
    }
    return html(request, "keep.html", values, status=status)


@get("/keep", include_in_schema=False)
async def keep(request: Asked) -> Response[str]:
    """Backup now, when the last one was made, and the way for another installation's file."""
    need_director(request)
    return _page(request)


@post("/keep/backup", include_in_schema=False)
async def back_up(request: Asked) -> File | Response[str]:
    """Make a backup and give it out; it is the visitor's alone, nothing of it stays here."""
    need_director(request)
    backups: Backups | None = request.app.state.backups
    if backups is None:
        raise NoEntryError(detail="keep.none")
    folder = Path(tempfile.mkdtemp(prefix="capicua-"))
    name = f"capicua-{datetime.now(UTC):%Y%m%d-%H%M%S}{SUFFIX}"
    try:
        await asyncio.to_thread(backups.make, folder / name)
    except (BackupError, LogUnavailableError, LogBrokenError, OSError) as wrong:
        shutil.rmtree(folder)
        return _page(request, problem=lang(request).t("keep.trouble", what=str(wrong)), status=503)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return _given(folder, name, "application/zip")


def _given(folder: Path, name: str, media_type: str) -> File:
    """Give a file out and take its folder away afterwards."""
    return File(
        folder / name, filename=name, media_type=media_type, background=BackgroundTask(shutil.rmtree, folder, True)
    )


@get("/t/{id:str}/file", include_in_schema=False)
async def whole_file(request: Asked, id: FromPath[str]) -> File:
    """A tournament with all its tables as one signed file, for `capicua verify` and another Capicua (director).

    It holds the deals that are being played too, so it is not for everybody.
    """
    need_director(request)
    signer = gateway(request).signer
    if id not in gateway(request).known.tournaments or signer is None:
        raise NotKnownError(id)
    charge(request.app.state.log_reads, request.scope)
    name = re.sub(r"[^\w.-]", "_", id) + ".jsonl"
    folder = Path(tempfile.mkdtemp(prefix="capicua-"))
    try:
        await exporting.export_tournament(gateway(request).log, id, folder / name, signer)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return _given(folder, name, "application/jsonl")


@post("/keep/open", include_in_schema=False, request_max_body_size=MOST_FILE)
async def open_file(request: Asked) -> Response[Any]:
    """Verify an uploaded file, aside from the tables' work, and open it."""
    need_director(request)
    words, here = lang(request), gateway(request)
    check = request.app.state.verify
    if check is None:  # a process that was not given the services' deciders cannot decide again
        raise NotKnownError("verify")
    given = (await request.form()).get("file")
    if not isinstance(given, UploadFile) or not given.filename:
        return _page(request, problem=words.t("keep.open.none"), status=400)
    with tempfile.TemporaryDirectory(prefix="capicua-") as folder:
        path = Path(folder) / "file"
        path.write_bytes(await given.read())
        try:
            await asyncio.to_thread(check, path)
            header = archive.header_of(path)
            archive.refuse_known(header, here.known.tournaments, here.known.tables)
            await archive.shelve(here.log, path, header)
        except ArchiveError as wrong:
            return _page(request, problem=words.t("keep.open.bad", what=str(wrong)), status=400)
        except LogBrokenError as wrong:
            raise LogUnavailableError(str(wrong)) from wrong
    shown = await here.known.shows(header.id, OPEN_S)
    return see(f"/t/{header.id}" if shown else "/keep")


HANDLERS = (keep, back_up, whole_file, open_file)
