"""Requests wait for each other: who is let go first, how many in a second, and what does not wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from bot.discord.budget import AT_ONCE, MINUTE, MORE, FollowUps, Priority, RequestBudget, request_priority

TOKEN = {"Authorization": "Bot token"}
PERSON, GAME, TIDY = Priority.PERSON, Priority.GAME, Priority.TIDY


class Clock:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Queue:
    """A budget of ten requests a second, and who has asked."""

    def __init__(self, share: float = 1.0) -> None:
        self.clock = Clock()
        self.budget = RequestBudget(10, share, self.clock)
        self.tasks: list[asyncio.Task[None]] = []
        self._gone: list[str] = []

    async def ask(self, rank: Priority, *names: str) -> list[str]:
        """Some ask for a request each, one after the other; returns who was let go by that, in order."""
        self._gone.clear()
        self.tasks += [asyncio.create_task(self._ask(rank, name)) for name in names]
        for _ in range(3):
            await asyncio.sleep(0)
        return list(self._gone)

    async def pass_on(self, seconds: float) -> list[str]:
        """Time passes; returns who was let go by that, in order. Somebody last of all makes it look again."""
        self.clock.now += seconds
        return await self.ask(TIDY, "last of all")

    def is_short(self) -> bool:
        return self.budget.is_short

    async def _ask(self, rank: Priority, name: str) -> None:
        await self.budget.take(rank)
        self._gone.append(name)


@pytest.fixture
async def queue() -> AsyncIterator[Queue]:
    made = Queue()
    yield made
    for task in made.tasks:
        task.cancel()


@asynccontextmanager
async def serve_anything() -> AsyncIterator[str]:
    """The address of a server that answers everything."""

    async def answer(_: web.BaseRequest) -> web.Response:
        return web.Response()

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield "http://127.0.0.1:{1}".format(*runner.addresses[0])
    await runner.cleanup()


async def ask(session: aiohttp.ClientSession, address: str, headers: dict[str, str]) -> None:
    """Send a request, and wait for its answer."""
    async with session.get(address, headers=headers) as response:
        await response.read()


def numbered_names(word: str, count: int, first: int = 0) -> list[str]:
    """So many names."""
    return [f"{word} {number}" for number in range(first, first + count)]


@pytest.mark.parametrize(("rank", "most"), [(PERSON, 9), (GAME, 8), (Priority.NEXT, 8), (TIDY, 7)])
async def test_each_rank_leaves_something_to_those_before_it(queue: Queue, rank: Priority, most: int) -> None:
    assert await queue.ask(rank, *numbered_names("one", 20)) == numbered_names("one", most)


async def test_people_go_before_hundreds_who_have_waited_longer(queue: Queue) -> None:
    assert await queue.ask(TIDY, *numbered_names("old board", 300)) == numbered_names("old board", 7)
    assert await queue.ask(GAME, *numbered_names("bot's move", 40)) == numbered_names("bot's move", 1)
    assert await queue.ask(PERSON, "alice", "bob", "carol") == ["alice"], "there is room for some at once"
    assert await queue.pass_on(1.0) == ["bob", "carol", *numbered_names("bot's move", 6, first=1)]
    assert await queue.ask(PERSON, "dora") == ["dora"]
    assert await queue.pass_on(1.0) == numbered_names("bot's move", 8, first=7), "in the order of their age"


async def test_what_only_tidies_comes_when_nobody_else_waits(queue: Queue) -> None:
    await queue.ask(TIDY, *numbered_names("old board", 9))
    await queue.ask(GAME, *numbered_names("bot's move", 6))
    assert await queue.pass_on(1.0) == [
        *numbered_names("bot's move", 5, first=1),
        *numbered_names("old board", 2, first=7),
    ]


async def test_what_has_begun_is_done_before_anything_else_begins(queue: Queue) -> None:
    await queue.ask(Priority.NEXT, *numbered_names("unit", 20))
    await queue.ask(GAME, "more of unit 0")
    assert await queue.pass_on(1.0) == ["more of unit 0", *numbered_names("unit", 7, first=8)]


async def test_the_first_request_of_what_has_begun_was_counted_by_that(queue: Queue) -> None:
    session = aiohttp.ClientSession(trace_configs=[queue.budget.trace()])
    async with asyncio.timeout(20), serve_anything() as address, session:
        await queue.budget.begin()
        for _ in range(6):
            assert not queue.is_short()
            await ask(session, address, TOKEN)
        assert not queue.is_short()
        await ask(session, address, TOKEN)
        assert queue.is_short()


async def test_what_has_begun_counts_from_when_its_request_leaves(queue: Queue) -> None:
    session = aiohttp.ClientSession(trace_configs=[queue.budget.trace()])

    async def work(number: int) -> None:
        await queue.budget.begin()
        await lock.wait()
        await ask(session, address, TOKEN)
        left.append(number)

    async with asyncio.timeout(20), serve_anything() as address, session:
        lock, left = asyncio.Event(), list[int]()
        early = [asyncio.create_task(work(number)) for number in range(8)]
        await asyncio.sleep(0)
        queue.clock.now += 0.75
        lock.set()
        await asyncio.gather(*early)
        queue.clock.now += 0.5  # more than a second after they began
        assert not await queue.ask(GAME, "too soon after they left")
        assert "too soon after they left" in await queue.pass_on(0.5)


async def test_what_began_a_second_ago_waits_for_its_turn_again(queue: Queue) -> None:
    session = aiohttp.ClientSession(trace_configs=[queue.budget.trace()])
    async with asyncio.timeout(20), serve_anything() as address, session:
        await queue.budget.begin()
        queue.clock.now += 1.0
        await queue.ask(PERSON, *numbered_names("one", 9))
        late = asyncio.create_task(ask(session, address, TOKEN))
        await asyncio.sleep(0.05)
        assert not late.done()
        await queue.pass_on(1.0)
        await late


async def test_no_second_has_more_than_is_allowed_wherever_it_begins(queue: Queue) -> None:
    when: list[float] = []
    for number in range(200):
        when += [queue.clock.now] * len(await queue.ask(PERSON, f"one {number}"))
        queue.clock.now += 1 / 64
    assert len(when) >= 9 * 3
    assert max(sum(at <= one < at + 1.0 for one in when) for at in when) == 9


async def test_requests_are_scarce_where_something_would_have_to_wait(queue: Queue) -> None:
    await queue.ask(TIDY, *numbered_names("old board", 6))
    assert not queue.is_short()
    await queue.ask(TIDY, "another")
    assert queue.is_short()
    queue.clock.now += 1.0
    assert not queue.is_short()


async def test_whoever_gives_up_takes_nobodys_place(queue: Queue) -> None:
    await queue.ask(PERSON, *numbered_names("one", 9))
    await queue.ask(PERSON, "gives up", "stays")
    queue.tasks[9].cancel()
    assert set(await queue.pass_on(1.0)) == {"stays", "last of all"}
    assert await queue.ask(PERSON, *numbered_names("late", 9)) == numbered_names("late", 7)


async def test_of_several_processes_each_has_its_share_but_for_people() -> None:
    queue = Queue(share=0.25)
    assert await queue.ask(GAME, *numbered_names("bot's move", 5)) == numbered_names("bot's move", 2)
    assert await queue.ask(PERSON, *numbered_names("one", 20)) == numbered_names("one", 7)
    tiny = Queue(share=0.01)
    assert await tiny.ask(TIDY, *numbered_names("old board", 5)) == ["old board 0"], "nothing waits for ever"
    for task in (*queue.tasks, *tiny.tasks):
        task.cancel()


async def test_those_who_wait_are_let_go_without_another_request() -> None:
    budget = RequestBudget(10)
    for _ in range(10):
        await budget.take(PERSON)


async def test_only_what_is_sent_with_the_token_waits(queue: Queue) -> None:
    session = aiohttp.ClientSession(trace_configs=[queue.budget.trace()])
    async with asyncio.timeout(20), serve_anything() as address, session:  # what waits here waits for ever
        with request_priority(TIDY):
            for _ in range(7):
                await ask(session, address, TOKEN)
            waits = asyncio.create_task(ask(session, address, TOKEN))
        for _ in range(20):
            await ask(session, address, {})
        await ask(session, address, TOKEN)  # the rank is that of a game here
        assert not waits.done()
        queue.clock.now += 1.0
        await queue.ask(PERSON, "somebody")
        await waits


def takes(follow_ups: FollowUps, channels: Iterable[int]) -> list[bool]:
    """Whether each of these channels could have one more."""
    return [follow_ups.take(channel) for channel in channels]


def test_a_channel_has_some_follow_ups_at_once_and_then_some_a_minute() -> None:
    clock = Clock()
    follow_ups = FollowUps(clock)
    assert takes(follow_ups, [1] * (AT_ONCE + 2)) == [True] * AT_ONCE + [False] * 2
    assert follow_ups.take(2), "each channel has its own"
    clock.now += MINUTE / MORE
    assert takes(follow_ups, [1, 1]) == [True, False]


def test_no_minute_has_more_follow_ups_than_discord_takes() -> None:
    clock, sent = Clock(), list[float]()
    follow_ups = FollowUps(clock)
    for _ in range(2000):
        sent += [clock.now] * follow_ups.take(1)
        clock.now += 0.1
    assert max(sum(at <= one < at + 60.0 for one in sent) for at in sent) <= 30
    assert len(sent) >= 60, "some are left all the time"
