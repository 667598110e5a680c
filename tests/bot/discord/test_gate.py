"""Clicks begin in order, few at a time, and never when their answer would come too late."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from bot.discord import gate as gate_
from bot.discord.gate import ABREAST, FRESH, KEPT, PROMPT, Ages, Gate, QueueTicket
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, private_text

THEIRS = 1_700_000_000.0
"""A moment by the users' clock, which has nothing to do with ours."""


SIMULATED = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""When the simulation's clock stands still."""


@dataclass
class Clock:
    """Our clock."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


# Ages


def test_what_comes_the_shortest_way_is_new() -> None:
    ages = Ages()
    assert ages.age(THEIRS, 100.0) == 0
    assert ages.age(THEIRS + 1, 101.0) == 0


def test_what_has_waited_is_as_old_as_it_waited_whatever_the_clocks_say() -> None:
    ages = Ages()
    ages.age(THEIRS, 100.0)
    assert ages.age(THEIRS + 10, 113.0) == 3


def test_a_shorter_way_makes_all_others_longer() -> None:
    """The first click after a start may have waited already."""
    ages = Ages()
    assert ages.age(THEIRS, 105.0) == 0
    assert ages.age(THEIRS + 6, 106.0) == 0
    assert ages.age(THEIRS + 7, 112.0) == 5


def test_the_shortest_way_is_forgotten_in_the_end() -> None:
    """Two clocks that drift apart, or one that is set, must not make everything old forever."""
    ages = Ages()
    ages.age(THEIRS, 100.0)
    set_back = THEIRS - 5  # their clock was set
    assert ages.age(set_back + KEPT - 1, 100.0 + KEPT - 1) == 5
    assert ages.age(set_back + KEPT, 100.0 + KEPT) == 5
    assert ages.age(set_back + 2 * KEPT, 100.0 + 2 * KEPT) == 0


def test_after_a_long_silence_nothing_is_known() -> None:
    ages = Ages()
    ages.age(THEIRS, 100.0)
    assert ages.age(THEIRS - 5 + 10 * KEPT, 100.0 + 10 * KEPT) == 0


# Admission


async def enter_many(gate: Gate, count: int) -> tuple[list[QueueTicket], list[asyncio.Task[bool]]]:
    """Let several clicks arrive at the same moment."""
    turns = [gate.ticket(THEIRS) for _ in range(count)]
    tasks = [asyncio.create_task(gate.enter(turn)) for turn in turns]
    await asyncio.sleep(0)
    return turns, tasks


def have_begun(tasks: list[asyncio.Task[bool]]) -> list[bool]:
    return [task.done() and task.result() for task in tasks]


async def run_pending() -> None:
    await asyncio.sleep(0)


async def test_few_begin_at_a_time_and_the_rest_in_order(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    turns, tasks = await enter_many(gate, ABREAST + 3)
    assert have_begun(tasks) == [True] * ABREAST + [False] * 3
    turns[5].end()
    turns[5].end()  # the deferral and then the answer: one place becomes free
    await run_pending()
    assert have_begun(tasks) == [True] * (ABREAST + 1) + [False] * 2
    turns[0].end()
    turns[1].end()
    await asyncio.gather(*tasks)


async def test_how_many_wait_and_how_long_is_known(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    assert gate.queue() == (0, 0.0)
    turns, tasks = await enter_many(gate, ABREAST + 2)
    clock.now += 0.5
    assert gate.queue() == (2, 0.5)
    for turn in turns[:2]:
        turn.end()
    await asyncio.gather(*tasks)
    assert gate.queue() == (0, 0.0)


async def test_who_comes_later_does_not_overtake(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    turns, tasks = await enter_many(gate, ABREAST + 1)
    _, late = await enter_many(gate, 1)
    turns[0].end()
    await run_pending()
    assert have_begun(tasks)[-1]
    assert have_begun(late) == [False]
    turns[1].end()
    assert await late[0]


async def test_what_waited_too_long_for_its_turn_is_not_begun_and_counted(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    turns, tasks = await enter_many(gate, ABREAST + 2)
    clock.now += FRESH + 0.1
    fresh = gate.ticket(THEIRS + FRESH + 0.1)
    newest = asyncio.create_task(gate.enter(fresh))
    await asyncio.sleep(0)
    turns[0].end()
    await run_pending()
    assert [await task for task in tasks[-2:]] == [False, False]
    assert await newest
    assert gate.dropped == 2


async def test_what_comes_too_late_does_not_even_wait(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    gate.ticket(THEIRS)
    clock.now += FRESH + 1
    assert not await gate.enter(gate.ticket(THEIRS + 0.5))
    assert gate.dropped == 1
    assert await gate.enter(gate.ticket(THEIRS + FRESH + 1))


async def test_a_handler_that_waits_delays_no_others_while_the_loop_is_on_time(
    clock: Clock,
) -> None:
    """The disk is locked: clicks that wait for it use no processor."""
    gate = Gate(FRESH, clock)
    _, tasks = await enter_many(gate, ABREAST + 2)
    gate.note_delay(late=2 * PROMPT)
    await run_pending()
    assert have_begun(tasks) == [True] * ABREAST + [False] * 2
    gate.note_delay(late=0.0)
    await run_pending()
    assert have_begun(tasks) == [True] * (ABREAST + 2)


async def test_the_gate_looks_by_itself_whether_there_is_room() -> None:
    gate = Gate()
    _, tasks = await enter_many(gate, 3 * ABREAST)
    assert all(await asyncio.wait_for(asyncio.gather(*tasks), 60))


async def test_a_waiter_that_is_gone_takes_no_place(clock: Clock) -> None:
    gate = Gate(FRESH, clock)
    turns, tasks = await enter_many(gate, ABREAST + 2)
    tasks[-2].cancel()
    await asyncio.sleep(0)
    turns[0].end()
    await run_pending()
    assert await tasks[-1]


async def test_the_log_tells_once_in_a_while(
    clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_, "REPORTED", 0.0)
    gate = Gate(FRESH, clock)
    with caplog.at_level(logging.WARNING, "taproom.gate"):
        for _ in range(3):
            gate.count_dropped()
        await asyncio.sleep(0.01)
        gate.count_dropped()
        await asyncio.sleep(0.01)
    assert [record.getMessage() for record in caplog.records] == [
        "3 clicks were too old to be answered, and not begun; 3 in all",
        "1 clicks were too old to be answered, and not begun; 4 in all",
    ]


# In the bot


def make_all_late(world: World) -> Gate:
    """Make every click too old from now on."""
    clock = Clock()
    gate = Gate(FRESH, clock)
    assert world.bot.surface is not None
    world.bot.surface.gate = gate
    gate.ticket(SIMULATED)
    clock.now += FRESH + 1
    return gate


async def test_a_click_that_is_too_old_changes_nothing_and_is_not_answered(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = board(await open_table(world.ann, world.channel, "thud"))
    gate, mark = make_all_late(world), world.mark()
    caplog.clear()
    async with world.assert_unchanged():
        clicked = await world.ben.click(shown, label="Join")
    assert not clicked.acknowledged
    assert world.mark() == mark
    assert gate.dropped == 1
    assert "taproom.interaction" not in {record.name for record in caplog.records}


async def test_a_command_that_is_too_old_changes_nothing_and_is_not_answered(world: World) -> None:
    gate, mark = make_all_late(world), world.mark()
    answer = await world.ann.slash(world.channel, "play", game="thud", opponent=world.ben)
    assert not answer.acknowledged
    assert world.mark() == mark
    assert gate.dropped == 1


async def test_every_turn_comes_to_its_end(world: World) -> None:
    """However it is answered: shown, refused, by a form, by an unknown command."""
    gate = Gate(FRESH, Clock())
    assert world.bot.surface is not None
    world.bot.surface.gate = gate
    shown = await world.game()
    for _ in range(ABREAST):
        await world.ann.click(shown, label="Type a move")
        assert private_text(await world.cleo.slash(world.channel, "move", move="hello"))
    entering = asyncio.create_task(gate.enter(gate.ticket(SIMULATED)))
    await asyncio.sleep(0)
    assert entering.done()
    assert entering.result()
