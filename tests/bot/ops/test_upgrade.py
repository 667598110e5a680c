"""Games that are going on when the rules change."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Session, Shown
from bot.kernel.tables.export import export_files
from bot.kernel.trace import Trace
from bot.ops.upgrade import record_finished_games, snapshot_changed_games
from bot.store import Base, Result, Status, Store
from engine.core import Fault, IllegalAction, Seat, Settings, Step
from engine.rng import Rng
from engine.thud.model import Action, Event, State

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
AT = 50.0
"""When the bot is started with other rules."""


def click(person: Person, interaction: int) -> Click:
    return Click(person, channel_id=3, guild_id=4, interaction=interaction)


async def begin_game(session: Session) -> Shown:
    """A game with one ply."""
    opened = await session.lobby.open(click(ANN, 1), Opening("thud", {}, 0, BEN), Trace("test", 0))
    await session.lobby.sit(click(BEN, 2), opened.table.id, 0, Trace("test", 0))
    return await session.play.move(click(ANN, 3), opened.table.id, "dE2-E10", Trace("test", 0))


def with_version(version: int) -> AnyEntry:
    """Thud as it is, under another version number."""
    entry = CATALOGUE["thud"]
    return replace(entry, game=replace(entry.game, rules_version=version))


def other_start(entry: AnyEntry) -> AnyEntry:
    """Rules under which a battle is set up with one dwarf fewer."""

    def start(settings: Settings, seats: int, rng: Rng) -> State:
        state: State = entry.game.start(settings, seats, rng)
        return replace(state, dwarfs=state.dwarfs & (state.dwarfs - 1))

    return replace(entry, game=replace(entry.game, start=start))


def stricter(entry: AnyEntry) -> AnyEntry:
    """Rules that forbid every move."""

    def apply(_: State, __: Seat, ___: Action, ____: Rng) -> Step[State, Event]:
        raise IllegalAction(Fault.ILLEGAL, "thud:turn-2", "over")

    return replace(entry, game=replace(entry.game, apply=apply))


async def test_a_game_of_todays_rules_is_not_replayed(session: Session, store: Store) -> None:
    await begin_game(session)
    assert await snapshot_changed_games(store, {"thud": other_start(CATALOGUE["thud"])}, AT) == ()


async def test_a_game_that_comes_out_the_same_is_not_reported(session: Session, store: Store) -> None:
    await begin_game(session)
    assert await snapshot_changed_games(store, {"thud": with_version(2)}, AT) == ()


@pytest.mark.parametrize("change", [other_start])
async def test_a_game_that_would_change_is_reported_and_goes_on_from_its_snapshot(
    session: Session, store: Store, caplog: pytest.LogCaptureFixture, change: object
) -> None:
    shown = await begin_game(session)
    assert callable(change)
    assert await snapshot_changed_games(store, {"thud": change(with_version(2))}, AT) == (shown.table.code,)
    assert f"table={shown.table.code} began under rules version 1 of thud" in caplog.text
    kept = await store.table(shown.table.id)
    assert kept is not None
    assert (kept.state, kept.counter, kept.status) == (shown.table.state, shown.table.counter, Status.PLAYING)
    assert kept.journey.base == Base(2, shown.table.state or "", shown.table.counter)
    lines = await session.tables.log(kept)
    assert [line.action for line in lines] == ["dE2-E10", "!rules 2"]
    played = await session.play.move(click(BEN, 4), shown.table.id, "TG9-F9xE10", Trace("test", 0))
    assert played.table.plies == 3
    # What has happened since can be gone over under the new rules, and the next start finds nothing to do.
    assert [position.ply for position in await session.history.positions(played.table)] == [2, 3]
    assert await snapshot_changed_games(store, {"thud": change(with_version(2))}, AT) == ()
    assert await session.tables.log(played.table) == (*lines, *(await session.tables.log(played.table))[2:])


async def test_a_game_whose_lines_are_forbidden_by_now_goes_on_as_well(
    session: Session, store: Store
) -> None:
    shown = await begin_game(session)
    rules = {"thud": stricter(with_version(2))}
    assert await snapshot_changed_games(store, rules, AT) == (shown.table.code,)
    assert await snapshot_changed_games(store, rules, AT) == ()


async def test_a_game_that_ended_before_there_were_records_gets_them(
    session: Session, store: Store, path: Path
) -> None:
    shown = await begin_game(session)
    over = await session.play.move(click(ANN, 4), shown.table.id, "resign", Trace("test", 0))
    told = await store.schedule.results_of_game("thud")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM results")
    assert await record_finished_games(store, CATALOGUE) == 1
    assert await store.schedule.results_of_game("thud") == told
    assert {(one.user_id, one.result) for one in told} == {(1, Result.LOST), (2, Result.WON)}
    assert {one.table_id for one in told} == {over.table.id}
    assert await record_finished_games(store, CATALOGUE) == 0


async def test_a_log_that_todays_rules_refuse_can_still_be_taken_home(session: Session) -> None:
    shown = await begin_game(session)
    lines = await session.tables.log(shown.table)
    assert list(export_files(stricter(CATALOGUE["thud"]), shown.table, lines)) == ["T1.jsonl"]
