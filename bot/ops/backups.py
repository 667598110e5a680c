"""Copies of the database for a host: by hand, every night, and put back. Files keep their owner."""

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
"""When a day's backup is due, by the host's clock; one that was missed is made when the bot is back."""

LOOK: Final = 600.0
"""Seconds between two looks whether a backup is due."""


# Whose a file is


@dataclass(frozen=True, slots=True)
class FileOwner:
    """A user and a group by their numbers; none where the system has no such thing."""

    user: int | None = None
    group: int | None = None


def file_owner(path: Path) -> FileOwner:
    """Whose a file is; one that is not there yet belongs to whom its folder belongs to."""
    if os.name != "posix":
        return FileOwner()
    path = path.resolve()
    there = next(place for place in (path, *path.parents) if place.exists())
    status = there.stat()
    return FileOwner(status.st_uid, status.st_gid)


def change_owner(path: Path, owner: FileOwner) -> bool:
    """Whether the file belongs to `owner` now: only the superuser can give files away."""
    if owner.user is None or owner.group is None or file_owner(path) == owner:
        return True
    try:
        os.chown(path, owner.user, owner.group)
    except OSError:
        return file_owner(path).user == owner.user  # a group of their own is no harm to who reads it
    return True


# By hand


def make_copy(database: Path, target: Path) -> None:
    """A new copy that belongs to whom the database belongs to; raises what `backup` raises."""
    backup(database, target)
    change_owner(target, file_owner(database))


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """What was put back; `owned`: whether the files still belong to whom they belonged to before."""

    report: DatabaseReport
    owned: bool


def put_back(copy: Path, database: Path, hooks: Sequence[StorageHooks]) -> RestoreResult:
    """Put a backup in the place of the database; what `restore` raises has changed nothing."""
    owner = file_owner(database)
    report = restore(copy, database, hooks)
    files = (database,) if report.kept is None else (database, report.kept)
    given = [change_owner(path, owner) for path in files]
    return RestoreResult(report, all(given))


# From one place to another


def copy_database(
    source: DatabaseLocation, target: DatabaseLocation, hooks: Sequence[StorageHooks]
) -> CopyReport:
    """Copy a whole database; a file that is made belongs to whom its folder belongs to."""
    found = copy(source, target, hooks)
    if isinstance(target, Path):
        change_owner(target, file_owner(target.absolute().parent))
    return found


# Every night


def name_of(database: Path, day: date) -> str:
    """What a night's copy is called: `taproom-2026-11-20.db`."""
    return f"{database.stem}-{day.isoformat()}.db"


def copies(database: Path, folder: Path) -> dict[date, Path]:
    """The copies in a folder that were made at night, by their day, the oldest first."""
    pattern = re.compile(rf"{re.escape(database.stem)}-(\d{{4}}-\d\d-\d\d)\.db")
    found = {}
    for path in folder.glob("*.db"):
        match = pattern.fullmatch(path.name)
        try:
            day = None if match is None else date.fromisoformat(match[1])
        except ValueError:
            day = None
        if day is not None:
            found[day] = path
    return dict(sorted(found.items()))


class NightlyBackup:
    """A copy of the database a day in a folder, of which the last `keep` stay; no other file is touched.

    `clock` is the host's local time. What fails is logged, and tried again at the next look.
    """

    def __init__(
        self, database: Path, folder: Path, keep: int, clock: Callable[[], datetime] = datetime.now
    ) -> None:
        self._database = database
        self._folder = folder
        self._keep = keep
        self._clock = clock

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await asyncio.to_thread(self.back_up_if_due)
            await asyncio.sleep(LOOK)

    def back_up_if_due(self) -> Path | None:
        """Make a copy if one is due, and delete those that are too many; returns the copy."""
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
        made = [day for day in copies(self._database, self._folder) if day <= now.date()]
        return self._database.exists() and not (made and made[-1] >= (now - NIGHT).date())

    def _delete_old(self) -> None:
        for path in list(copies(self._database, self._folder).values())[: -self._keep]:
            path.unlink(missing_ok=True)
