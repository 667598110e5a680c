"""Copying a database to another location and back: everything, or nothing."""

# ruff: noqa: ASYNC240 - nothing else runs in this loop

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.forks.service import Forks
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Context, Session
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import NewerSchema, NotADatabase, Store, StoreError, Table
from bot.store.errors import AlreadyThere, DamagedDatabase, InUse, NoSuchFile
from bot.store.upkeep import copying
from bot.store.upkeep.copying import copy
from bot.ui.alarms.kinds import ALARMS
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.samples import ANN, BEN, QUIET, Clock, act, click, game, trace
from tests.bot.store.samples import another, begun_table, new_table
from tests.bot.store.test_persons import a_life
from tests.bot.traces import snapshot
from tests.databases import raw, tables_of
from tests.postgres import Server


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return tmp_path / "taproom.db"


@pytest.fixture
def target_database(postgres: Server) -> Iterator[Postgres]:
    """An empty database of PostgreSQL."""
    made = postgres.fresh(empty=True)
    yield made
    postgres.drop(made)


async def fill(place: DatabaseLocation) -> None:
    """Add something of every kind."""
    async with another(place) as store:
        await a_life(store)
        await begun_table(store, moves=3, channel_id=7)
        await store.set_note("commands", "ünd 🎲")


async def test_everything_arrives_and_comes_back(
    old: Path, target_database: Postgres, tmp_path: Path
) -> None:
    await fill(old)
    before = snapshot(old)
    assert {table for table, _ in before} > {"tables", "lines", "seats", "alarms", "people", "results"}
    report = copy(old, target_database, HOOKS)
    assert snapshot(target_database) == before == snapshot(old)
    assert report.rows == len(before)
    (folder := tmp_path / "a folder").mkdir()
    back = folder / "back.db"
    copy(target_database, back, HOOKS)
    assert snapshot(back) == before
    assert [file.name for file in back.parent.iterdir()] == ["back.db"]
    assert back.stat().st_mode & 0o777 == 0o600


async def test_numbers_go_on_where_they_were(old: Path, target_database: Postgres, tmp_path: Path) -> None:
    async with another(old) as store:
        for number in range(1, 4):
            await store.create(new_table(), number)
        with raw(old) as other:
            other.execute("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'tables'")
    copy(old, target_database, HOOKS)
    async with another(target_database) as store:
        assert (await store.create(new_table(), 50)).code == "T42"
    copy(target_database, tmp_path / "back.db", HOOKS)
    async with another(tmp_path / "back.db") as store:
        assert (await store.create(new_table(), 51)).code == "T43"


async def test_a_database_without_a_game(target_database: Postgres, tmp_path: Path) -> None:
    await (await Store.open(tmp_path / "new.db", hooks=HOOKS)).close()
    assert copy(tmp_path / "new.db", target_database, HOOKS).tables == 0
    async with another(target_database) as store:
        assert (await store.create(new_table(), 1)).code == "T1"


def session_of(store: Store) -> Session:
    return Session.over(
        Context(store, CATALOGUE, Clock(), lambda: "secret", features=FEATURES, alarms=ALARMS)
    )


async def file_and_history(session: Session, table: Table) -> tuple[str, list[Any]]:
    """Return a table's verified file, and its history."""
    files = await session.access.export(table)
    text = next(text for name, text in files.items() if name.endswith(".jsonl"))
    assert verify(text, GAMES) == ()
    return text, [position.state for position in await session.history.positions(table)]


async def test_a_game_goes_on_with_undo_history_and_fork(
    old: Path, target_database: Postgres, tmp_path: Path
) -> None:
    async with another(old) as store:
        session = session_of(store)
        table = await game(session, *QUIET)
        way = await session.service(Undo).find_request(click(BEN), table.id)
        table = (await session.service(Undo).take_back(click(BEN), way, trace())).table
        table = (await session.service(Forks).fork(click(ANN), table.id, 2, trace())).table
        before = [await file_and_history(session, one) for one in await store.live_tables()]
    places: tuple[DatabaseLocation, ...] = (target_database, tmp_path / "back.db")
    for source, place in zip((old, *places), places, strict=False):
        copy(source, place, HOOKS)
        async with another(place) as store:
            session = session_of(store)
            assert [await file_and_history(session, one) for one in await store.live_tables()] == before
            first = (await store.live_tables())[0]
            first = (await act(session, first, "TF7-G7")).table
            way = await session.service(Undo).find_request(click(BEN), first.id)
            first = (await session.service(Undo).take_back(click(BEN), way, trace())).table
            forked = (await session.service(Forks).fork(click(BEN), first.id, 3, trace())).table
            assert forked.journey.parent == (first.id, 3)
            before = [await file_and_history(session, one) for one in await store.live_tables()]


# Refusals


async def test_while_the_bot_runs_nothing_is_copied(
    old: Path, target_database: Postgres, tmp_path: Path
) -> None:
    async with another(old) as store:
        await begun_table(store, moves=1)
        with pytest.raises(InUse, match="stop the bot first"):
            copy(old, target_database, HOOKS)
    assert tables_of(target_database) == []
    copy(old, target_database, HOOKS)
    async with another(target_database):
        with pytest.raises(InUse):
            copy(target_database, tmp_path / "back.db", HOOKS)
    assert not (tmp_path / "back.db").exists()


async def test_what_is_there_already_is_left_alone(old: Path, target_database: Postgres) -> None:
    await fill(old)
    copy(old, target_database, HOOKS)
    before = snapshot(target_database)
    for source, target in ((old, target_database), (target_database, old)):
        with pytest.raises(AlreadyThere):
            copy(source, target, HOOKS)
    assert snapshot(target_database) == before == snapshot(old)


async def test_nothing_is_copied_from_nowhere(target_database: Postgres, tmp_path: Path) -> None:
    with pytest.raises(NoSuchFile):
        copy(tmp_path / "nothing.db", target_database, HOOKS)
    with pytest.raises(NotADatabase):
        copy(target_database, tmp_path / "back.db", HOOKS)
    assert list(tmp_path.iterdir()) == []
    assert tables_of(target_database) == []


async def test_a_log_that_is_not_whole_is_named_and_does_not_arrive(
    old: Path, target_database: Postgres, tmp_path: Path
) -> None:
    await fill(old)
    copy(old, target_database, HOOKS)
    for place in (old, target_database):
        with raw(place) as spoiler:
            spoiler.execute("UPDATE lines SET action = 'dE2-E9' WHERE table_id = 4 AND ply = 2")
    with pytest.raises(DamagedDatabase, match="T4"):
        copy(target_database, tmp_path / "back.db", HOOKS)
    assert [file.name for file in tmp_path.iterdir()] == ["taproom.db"]


@pytest.mark.parametrize("table", ["tables", "lines", "blocked"])
async def test_an_interrupted_copy_leaves_nothing(
    old: Path, target_database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    await fill(old)
    copied = copying._check_count  # noqa: SLF001 - the moment after a table was copied

    def interrupt_at_table(origin: copying.CopyEnd, goal: copying.CopyEnd, name: str) -> int:
        if name == table:
            raise KeyboardInterrupt
        return copied(origin, goal, name)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(copying, "_check_count", interrupt_at_table)
        with pytest.raises(KeyboardInterrupt):
            copy(old, target_database, HOOKS)
    assert tables_of(target_database) == []
    copy(old, target_database, HOOKS)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(copying, "_check_count", interrupt_at_table)
        with pytest.raises(KeyboardInterrupt):
            copy(target_database, tmp_path / "back.db", HOOKS)
    assert [file.name for file in tmp_path.iterdir()] == ["taproom.db"]


async def test_what_a_feature_has_that_was_taken_out_is_not_left_behind(
    old: Path, target_database: Postgres, tmp_path: Path
) -> None:
    await fill(old)
    copy(old, target_database, HOOKS)
    for source, target in ((old, tmp_path / "other.db"), (target_database, tmp_path / "back.db")):
        with pytest.raises(NewerSchema, match="schema version 1 of tournaments"):
            copy(source, target, [hook for hook in HOOKS if hook.key != "tournaments"])
        assert not target.exists()


async def test_what_got_lost_on_the_way_is_noticed(
    old: Path, target_database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(old)
    monkeypatch.setattr(copying._SqliteEnd, "rows", lambda self, sql: iter(list(_all(self, sql))[1:]))  # noqa: SLF001
    with pytest.raises((DamagedDatabase, StoreError)):
        copy(old, target_database, HOOKS)
    assert tables_of(target_database) == []


def _all(end: Any, sql: str) -> list[Any]:
    rows: list[Any] = end.connection.execute(sql).fetchall()
    return rows
