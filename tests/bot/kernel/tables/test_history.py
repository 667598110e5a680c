"""Every position of a game, replayed from its log: what there is to leaf through."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.kernel.session import Context, Session
from bot.kernel.tables import history as remembering
from bot.kernel.tables.export import positions_of
from bot.ops.upgrade import snapshot_changed_games
from bot.store import Change, NewLine, Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.fairness import next_hash
from engine.replay import LogPosition
from engine.table_lines import undo_line
from engine.thud.model import START
from tests.bot.ops.test_upgrade import other_start, with_version
from tests.bot.samples import (
    ANN,
    BEN,
    QUIET,
    Clock,
    act,
    challenge,
    click,
    game,
    refusing,
    stored_table,
    trace,
)


async def taken_back(session: Session, table: Table, ply: int, user_id: int = BEN.id) -> Table:
    """The table after Ben has taken it back to how it stood after line `ply`."""
    position = (await session.history.positions(table))[ply]
    action = undo_line(ply)
    change = Change(
        table=table.id,
        revision=table.revision,
        interaction=-1,
        status=Status.PLAYING,
        players=table.players,
        state=CATALOGUE[table.game].codec.dump(position.state),
        counter=position.counter,
        at=table.time.changed_at,
        head=next_hash(table.head, table.plies + 1, 1, action),
        line=NewLine(1, user_id, action),
    )
    return await session.context.store.save(change)


async def test_every_line_has_its_position(session: Session) -> None:
    table = await game(session, *QUIET)
    found = await session.history.positions(table)
    assert [position.ply for position in found] == [0, 1, 2, 3, 4]
    assert [str(position.action) for position in found[1:]] == list(QUIET)
    assert [position.seat for position in found] == [None, 0, 1, 0, 1]
    assert (found[0].state.dwarfs, found[0].state.trolls) == (START.dwarfs, START.trolls)
    codec = CATALOGUE["thud"].codec
    assert codec.dump(found[-1].state) == table.state
    assert found[1].state == codec.load((await stored_after(session, QUIET[:1])).state or "")


async def stored_after(session: Session, lines: tuple[str, ...]) -> Table:
    """Another table after these lines, as it is on disk."""
    return await stored_table(session, await game(session, *lines))


async def test_what_was_taken_back_stays_and_so_does_that_it_was(session: Session) -> None:
    table = await taken_back(session, await game(session, *QUIET), 1)
    found = await session.history.positions(table)
    assert [position.back for position in found] == [None] * 5 + [1]
    assert found[5].state == found[1].state != found[4].state
    assert found[5].seat == 1
    after = (await act(session, table, "TG7-F7")).table
    assert (await session.history.positions(after))[6].before == 5


async def test_a_game_is_replayed_once_for_each_length(session: Session) -> None:
    table = await game(session, *QUIET[:2])
    found = await session.history.positions(table)
    assert await session.history.positions(table) is found
    later = (await act(session, table, QUIET[2])).table
    assert len(await session.history.positions(later)) == 4
    assert await session.history.positions(table) is found, "whoever still looks at the older table sees that"


async def test_those_who_look_at_once_wait_for_one_replay(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, replays = await game(session, *QUIET), list[int]()

    def count_replay(entry: AnyEntry, table: Table, *log: Any) -> tuple[LogPosition, ...]:
        replays.append(threading.get_ident())
        return positions_of(entry, table, *log)

    monkeypatch.setattr(remembering, "positions_of", count_replay)
    first, *others = await asyncio.gather(*(session.history.positions(table) for _ in range(3)))
    assert all(one is first for one in others)
    assert len(replays) == 1
    assert threading.get_ident() not in replays


async def test_one_long_game_is_replayed_at_a_time(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that threads are left for pictures; short ones do not wait for it."""
    games = [await game(session, *QUIET) for _ in range(3)]
    short = await game(session)
    monkeypatch.setattr(remembering, "LONG", len(QUIET))
    going, most, begins, goes_on = set[int](), 0, threading.Event(), threading.Event()

    def count_replay(entry: AnyEntry, table: Table, *log: Any) -> tuple[LogPosition, ...]:
        nonlocal most
        if table.plies:
            going.add(table.id)
            begins.set()
            most = max(most, len(going))
            goes_on.wait(10)
            going.discard(table.id)
        return positions_of(entry, table, *log)

    monkeypatch.setattr(remembering, "positions_of", count_replay)
    waiting = [asyncio.create_task(session.history.positions(table)) for table in games]
    await asyncio.to_thread(begins.wait, 10)
    assert len(await session.history.positions(short)) == 1
    goes_on.set()
    await asyncio.gather(*waiting)
    assert most == 1


async def test_few_games_are_remembered(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "REMEMBERED", 2)
    tables = [await game(session, *QUIET[:1]) for _ in range(3)]
    first, second, third = [await session.history.positions(table) for table in tables]
    assert await session.history.positions(tables[2]) is third
    assert await session.history.positions(tables[1]) is second
    again = await session.history.positions(tables[0])
    assert again is not first
    assert again == first


async def test_a_game_that_has_not_begun_has_no_positions(session: Session) -> None:
    with refusing("not-begun"):
        await session.history.positions(await challenge(session))


async def test_rules_that_lead_elsewhere_show_nothing_rather_than_something_false(
    session: Session, store: Store, clock: Clock
) -> None:
    table = await game(session, *QUIET)
    changed = Session.over(
        Context(store, {"thud": other_start(with_version(2))}, clock, str, features=FEATURES, alarms=ALARMS)
    )
    with refusing("history-other-rules"):
        await changed.history.positions(table)
    with refusing("history-other-rules"):
        await changed.history.positions(
            replace(table, terms=replace(table.terms, options='{"quiet_limit":-1}'), plies=3)
        )


async def test_a_game_kept_on_its_snapshot_begins_there(session: Session, store: Store, clock: Clock) -> None:
    table = await game(session, *QUIET)
    rules = {"thud": other_start(with_version(2))}
    await snapshot_changed_games(store, rules, clock())
    changed = Session.over(Context(store, rules, clock, str, features=FEATURES, alarms=ALARMS))
    kept = await changed.tables.get(table.id)
    assert [position.ply for position in await changed.history.positions(kept)] == [5]
    played = await changed.play.move(click(ANN), table.id, "dG1-G2", trace())
    found = await changed.history.positions(played.table)
    assert [(position.ply, str(position.action)) for position in found] == [(5, "None"), (6, "dG1-G2")]
