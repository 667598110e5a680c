"""Backups of the database: by hand, every night, and their restoration. Files keep their owner."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.ops.location import DatabaseLocation
from bot.store import StoreError
from bot.store.hooks import StorageHooks
from bot.store.upkeep.backup import DatabaseReport, backup, restore
from bot.store.upkeep.copying import CopyReport, copy

LOG = logging.getLogger("taproom.backup")

NIGHT: Final = timedelta(hours=4)
"""When a day's backup is due, in the host's local time; a missed one is made when the bot is back."""

LOOK: Final = 600.0
"""Seconds between two checks whether a backup is due."""


# Owners of files


@dataclass(frozen=True, slots=True)
class FileOwner:
    """A user and a group by number; None where the system has none."""

    user: int | None = None
    group: int | None = None


def file_owner(path: Path) -> FileOwner:
    """Return the owner of a file; before it exists, that of its folder."""
    if os.name != "posix":
        return FileOwner()
    path = path.resolve()
    existing = next(place for place in (path, *path.parents) if place.exists())
    status = existing.stat()
    return FileOwner(status.st_uid, status.st_gid)


def change_owner(path: Path, owner: FileOwner) -> bool:
    """Change a file's owner; returns whether it belongs to `owner` now: only the superuser can do it."""
    if owner.user is None or owner.group is None or file_owner(path) == owner:
        return True
    try:
        os.chown(path, owner.user, owner.group)
    except OSError:
        return file_owner(path).user == owner.user  # another group does no harm
    return True


# By hand


def make_copy(database: Path, target: Path) -> None:
    """Make a copy with the database's owner; raises what `backup` raises."""
    backup(database, target)
    change_owner(target, file_owner(database))


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The result of a restore; `owned`: whether the files still have their previous owner."""

    report: DatabaseReport
    owned: bool


def put_back(copy: Path, database: Path, hooks: Sequence[StorageHooks]) -> RestoreResult:
    """Restore a backup; if `restore` raises, nothing has changed."""
    owner = file_owner(database)
    report = restore(copy, database, hooks)
    files = (database,) if report.kept is None else (database, report.kept)
    changed = [change_owner(path, owner) for path in files]
    return RestoreResult(report, all(changed))


# Between databases


def copy_database(
    source: DatabaseLocation, target: DatabaseLocation, hooks: Sequence[StorageHooks]
) -> CopyReport:
    """Copy a whole database; a new file gets the owner of its folder."""
    report = copy(source, target, hooks)
    if isinstance(target, Path):
        change_owner(target, file_owner(target.absolute().parent))
    return report


# Every night


def name_of(database: Path, day: date) -> str:
    """Return the file name of a night's backup: `taproom-2026-11-20.db`."""
    return f"{database.stem}-{day.isoformat()}.db"


def copies(database: Path, folder: Path) -> dict[date, Path]:
    """Return the nightly backups in a folder, by their day, the oldest first."""
    pattern = re.compile(rf"{re.escape(database.stem)}-(\d{{4}}-\d\d-\d\d)\.db")
    by_day = {}
    for path in folder.glob("*.db"):
        match = pattern.fullmatch(path.name)
        try:
            day = None if match is None else date.fromisoformat(match[1])
        except ValueError:
            day = None
        if day is not None:
            by_day[day] = path
    return dict(sorted(by_day.items()))


class NightlyBackup:
    """Makes a backup a day in a folder, and keeps the last `keep`; no other file is touched.

    `clock` is the host's local time. Failures are logged, and retried at the next check.
    """

    def __init__(
        self, database: Path, folder: Path, keep: int, clock: Callable[[], datetime] = datetime.now
    ) -> None:
        self._database = database
        self._folder = folder
        self._keep = keep
        self._clock = clock

    async def run(self) -> None:
        """Check again and again, until cancelled."""
        while True:
            await asyncio.to_thread(self.back_up_if_due)
            await asyncio.sleep(LOOK)

    def back_up_if_due(self) -> Path | None:
        """Make a backup if one is due, and delete surplus ones; returns the new file."""
        now = self._clock()
        target = self._folder / name_of(self._database, now.date())
        try:
            if not self._is_due(now):
                return None
            self._folder.mkdir(mode=0o700, exist_ok=True)
            make_copy(self._database, target)
            self._delete_old()
        except (OSError, StoreError) as failure:
            LOG.error("no backup was made in %s: %s; tried again in ten minutes", self._folder, failure)  # noqa: TRY400 - the sentence says it all
            return None
        LOG.info("backup made: %s", target)
        return target

    def _is_due(self, now: datetime) -> bool:
        days = [day for day in copies(self._database, self._folder) if day <= now.date()]
        return self._database.exists() and not (days and days[-1] >= (now - NIGHT).date())

    def _delete_old(self) -> None:
        for path in list(copies(self._database, self._folder).values())[: -self._keep]:
            path.unlink(missing_ok=True)
