from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.store import NotADatabase, Store
from bot.store.db import open_writer
from bot.store.hooks import Statistic
from bot.store.upkeep.statistics import ALL, LIVE, PLAYING, FeatureStatistic, statistics_of
from tests.bot.store.samples import begun_table


async def test_tables_are_counted_by_how_they_stand(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    for _ in range(4):
        await begun_table(store, moves=1)
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, status in ((1, "open"), (2, "over"), (3, "closed")):
            connection.execute("UPDATE tables SET status = ? WHERE id = ?", (status, number))
    try:
        found = statistics_of(path)  # the bot runs on it
    finally:
        await store.close()
    assert (found.open, found.playing, found.past) == (1, 1, 2)
    assert found.alive is None


def test_the_log_beside_the_file_counts(tmp_path: Path) -> None:
    path = tmp_path / "taproom.db"
    with closing(open_writer(path, 1.0, HOOKS)) as connection:
        connection.execute("PRAGMA user_version")
        parts = [part.stat().st_size for part in tmp_path.iterdir() if not part.name.endswith("-shm")]
        assert len(parts) == 2
        assert statistics_of(path).size == sum(parts)


async def test_when_a_bot_was_last_there_is_known(path: Path) -> None:
    store = await Store.open(path, hooks=HOOKS)
    await store.schedule.note_alive(1_700_000_000.25, 150.0)
    await store.close()
    assert statistics_of(path).alive == 1_700_000_000.25


async def test_a_feature_whose_tables_are_not_made_yet_counts_nothing(path: Path) -> None:
    """`status` may be asked before a bot of a newer program has run."""
    geese = Statistic(metric="geese", about="Geese", line="{} geese", count="SELECT count(*) FROM geese")
    hook = replace(
        HOOKS[0], key="geese", schema=("CREATE TABLE geese (id INTEGER) STRICT;",), statistics=(geese,)
    )
    await (await Store.open(path, hooks=HOOKS)).close()
    assert statistics_of(path, (hook,)).others == ()
    await (await Store.open(path, hooks=(*HOOKS, hook))).close()
    assert statistics_of(path, (hook,)).others == (FeatureStatistic("geese", "Geese", "{} geese", 0),)


@pytest.mark.parametrize("query", [LIVE, PLAYING, ALL])
async def test_no_table_of_the_past_is_looked_at_for_it(path: Path, query: str) -> None:
    """With a million of them that would take seconds, each time somebody asks."""
    await (await Store.open(path, hooks=HOOKS)).close()
    with closing(sqlite3.connect(path)) as connection:
        plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert "INDEX" in plan


def test_what_is_no_database_of_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotADatabase):
        statistics_of(tmp_path / "nothing.db")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE letters (text TEXT)")
    with pytest.raises(NotADatabase):
        statistics_of(tmp_path / "other.db")
