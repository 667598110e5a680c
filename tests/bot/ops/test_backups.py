"""Nightly backups, on a simulated clock."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.ops.backups import NightlyBackup
from bot.store import Store
from bot.store.upkeep.backup import examine, restore
from tests.bot.store.samples import begun_table


class Night:
    """A database with one table, a folder for backups, and a clock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.parent / "copies"
        self.now = datetime(2026, 11, 20, 12, 0)  # noqa: DTZ001 - the host's own time

    def nightly(self, keep: int = 3) -> NightlyBackup:
        return NightlyBackup(self.path, self.folder, keep, lambda: self.now)

    def look(self, keep: int = 3) -> str:
        made = self.nightly(keep).back_up_if_due()
        return "" if made is None else made.name

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
async def night(path: Path) -> Night:
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store, moves=2)
    await store.close()
    return Night(path)


def test_a_night_that_was_missed_is_made_up_for_and_once(night: Night) -> None:
    assert night.look() == "taproom-2026-11-20.db"
    assert night.look() == ""
    report = examine(night.folder / "taproom-2026-11-20.db", HOOKS)
    assert (report.tables, report.lines) == (1, 2)


def test_the_next_one_is_made_at_four(night: Night) -> None:
    night.look()
    night.now = datetime(2026, 11, 21, 3, 59)  # noqa: DTZ001
    assert night.look() == ""
    night.now = datetime(2026, 11, 21, 4, 0)  # noqa: DTZ001
    assert night.look() == "taproom-2026-11-21.db"


async def test_the_backup_of_a_day_is_not_replaced_by_the_state_that_was_restored_on_it(night: Night) -> None:
    night.look()
    before = (night.folder / "taproom-2026-11-20.db").read_bytes()
    store = await Store.open(night.path, hooks=HOOKS)
    await begun_table(store, moves=1)
    await store.close()
    night.now += timedelta(days=1)
    assert night.look() == "taproom-2026-11-21.db"
    whole = (night.folder / "taproom-2026-11-21.db").read_bytes()
    restore(night.folder / "taproom-2026-11-20.db", night.path, HOOKS)
    assert night.look() == ""
    night.now += timedelta(days=1)
    assert night.look() == "taproom-2026-11-22.db"
    assert (night.folder / "taproom-2026-11-20.db").read_bytes() == before
    assert (night.folder / "taproom-2026-11-21.db").read_bytes() == whole


def test_the_last_ones_are_kept_and_no_other_file_is_touched(night: Night) -> None:
    night.folder.mkdir()
    for name in ("by-hand.db", "taproom-2026-11-19-0412.db", "other-2026-01-01.db", "taproom-2026-99-01.db"):
        (night.folder / name).touch()
    others = set(night.names())
    for _ in range(5):
        assert night.look(keep=3)
        night.now += timedelta(days=1)
    assert set(night.names()) - others == {f"taproom-2026-11-{day}.db" for day in (22, 23, 24)}
    assert others <= set(night.names())


def test_what_fails_deletes_nothing_and_is_tried_again(
    night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    night.look(keep=1)
    night.now += timedelta(days=1)
    whole = night.path.read_bytes()
    night.path.write_bytes(b"no database at all, and longer than a page of one" * 100)
    assert night.look(keep=1) == ""
    assert "no backup" in caplog.text
    assert night.names() == ["taproom-2026-11-20.db"]
    night.path.write_bytes(whole)
    assert night.look(keep=1) == "taproom-2026-11-21.db"
    assert night.names() == ["taproom-2026-11-21.db"]


def test_a_folder_that_cannot_be_is_told(night: Night, caplog: pytest.LogCaptureFixture) -> None:
    night.folder.write_text("a file", encoding="utf-8")
    assert night.look() == ""
    assert str(night.folder) in caplog.text


def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path) -> None:
    assert Night(tmp_path / "taproom.db").look() == ""
    assert not (tmp_path / "copies").exists()


def test_a_clock_that_was_ahead_does_not_stop_the_copies(night: Night) -> None:
    night.now = datetime(2031, 1, 1, 12, 0)  # noqa: DTZ001
    assert night.look() == "taproom-2031-01-01.db"
    night.now = datetime(2026, 11, 20, 12, 0)  # noqa: DTZ001
    assert night.look() == "taproom-2026-11-20.db"


async def test_a_copy_is_made_while_the_bot_saves(night: Night) -> None:
    store = await Store.open(night.path, hooks=HOOKS)
    try:
        assert await asyncio.to_thread(night.look) == "taproom-2026-11-20.db"
        await begun_table(store, moves=1)
    finally:
        await store.close()
