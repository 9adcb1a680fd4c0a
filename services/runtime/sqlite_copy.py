"""A copy of the embedded log while it is being written: one moment of it, whole, in one file.

SQLite's own online backup, in one step: it reads under one snapshot, takes no lock that a writer waits for, and brings
along what still lies in the WAL.
"""

from __future__ import annotations

from pathlib import Path

import apsw

from contracts.topics import BY_NAME
from services.runtime import sqlite_file
from services.runtime.log import LogUnavailableError


def copy(source: Path, target: Path) -> None:
    """Copy a log to a file that is not there yet. LogUnavailableError, LogBrokenError; the log is never touched."""
    if target.exists():
        raise LogUnavailableError(f"{target} is there already: name another file")
    reading = sqlite_file.probe(source)
    try:
        written = apsw.Connection(str(target))
        try:
            with written.backup("main", reading, "main") as work:
                work.step(-1)
            # The copy says that it has a WAL, as the log does; with no WAL it is one file to be carried about.
            written.pragma("journal_mode", "delete")
        finally:
            written.close()
    except apsw.Error as wrong:
        target.unlink(missing_ok=True)
        raise sqlite_file.translate(target, wrong) from wrong
    finally:
        reading.close()


def examine(path: Path) -> dict[str, int]:
    """Check a log from its first page to its last, and give the number of records of each topic. LogBrokenError."""
    sqlite_file.check_length(path)
    connection = sqlite_file.probe(path)
    try:
        sqlite_file.check(path, connection)
        names = {number: name for name, number in sqlite_file.topic_ids(connection).items()}
        found = dict.fromkeys((name for name in names.values() if name in BY_NAME), 0)
        for topic, count in connection.execute("SELECT topic, sum(count) FROM records GROUP BY topic"):
            if names.get(topic) in found:
                found[names[topic]] = int(count)
    except apsw.Error as wrong:
        raise sqlite_file.translate(path, wrong) from wrong
    finally:
        connection.close()
    return found
