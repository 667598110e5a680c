"""A bot that dies anywhere in a tick: the next one sends what was not sent, and nothing twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from bot.client import Taproom
from bot.features.people.service import PersonalSettings
from bot.kernel.trace import Trace
from bot.store.db import SqliteConnection
from tests.bot.ui.alarms.test_ticker import HOUR, open_timed, set_night
from tests.bot.ui.world import World

DAY: Final = 24 * HOUR


class Died(BaseException):
    """The process is gone."""


@dataclass
class Boundaries:
    """Every place before and after something leaves the bot's memory; it dies at the one with this number."""

    deadly: int = 0
    passed: list[str] = field(default_factory=list)

    def at(self, place: str) -> None:
        self.passed.append(place)
        if len(self.passed) == self.deadly:
            raise Died(place)


@contextmanager
def watch_boundaries(bot: Taproom, boundaries: Boundaries) -> Iterator[None]:
    """Everything that is written to disk or said to Discord within the block passes two boundaries."""
    write, request = SqliteConnection.write, bot.http.request

    async def watched_write(self: SqliteConnection, work: Any, *args: Any, **kwargs: Any) -> Any:
        boundaries.at(f"before {work.__name__}")
        result = await write(self, work, *args, **kwargs)
        boundaries.at(f"after {work.__name__}")
        return result

    async def watched_request(route: Any, **kwargs: Any) -> Any:
        boundaries.at(f"before {route.method} {route.path}")
        result = await request(route, **kwargs)
        boundaries.at(f"after {route.method} {route.path}")
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteConnection, "write", watched_write)
        patch.setattr(bot.http, "request", watched_request)
        yield


async def remind(world: World) -> str:
    await open_timed(world)
    world.clock.now += 8 * HOUR
    return "it's your turn in"


async def call(world: World) -> str:
    await set_night(world, world.ben.id, zone="Asia/Tokyo")
    world.clock.now = (world.clock.now // DAY + 1) * DAY + 14.5 * HOUR  # half past eleven in Tokyo's night
    await open_timed(world)
    await world.move(world.ann, "dG1-G2")
    world.clock.now += 7.6 * HOUR
    return "your turn in **Thud"


async def up(world: World) -> str:
    await open_timed(world)
    await world.later(8)
    world.clock.now += 2 * HOUR
    return "is out of time\n"


async def nudge(world: World) -> str:
    await open_timed(world)
    await world.later(10)
    await world.ben.click(world.last("out of time\n"), label="Nudge")
    return "is waiting for your move"


async def house(world: World) -> str:
    await open_timed(world)
    await world.later(10)
    await world.ben.click(world.last("out of time\n"), label="Taproom plays")
    world.clock.now += 61
    return "Taproom played for"


async def forfeit(world: World) -> str:
    await open_timed(world, forfeit=True)
    await world.later(8)
    world.clock.now += 2 * HOUR
    return ", the end"  # the card: the board that is there is edited


async def direct(world: World) -> str:
    """A reminder by direct message."""
    await world.session.service(PersonalSettings).set_reminders(world.ann.id, "direct")
    return await remind(world)


async def digest(world: World) -> str:
    """The daily list, at half past eight."""
    world.clock.now = (world.clock.now // DAY + 1) * DAY + 8 * HOUR
    await world.session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60 + 30)
    await open_timed(world)
    world.clock.now += 0.6 * HOUR
    return "Your games today"


async def card(world: World) -> str:
    """The card of a game that is over."""
    table = await open_timed(world)
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", Trace("scene", 0))
    return ", the end"


SCENES: Final[dict[str, Callable[[World], Awaitable[str]]]] = {
    "remind": remind,
    "call": call,
    "up": up,
    "nudge": nudge,
    "house": house,
    "forfeit": forfeit,
    "direct": direct,
    "digest": digest,
    "card": card,
}


async def note_alive(world: World) -> None:
    """The bot was there until the moment of the tick."""
    await world.session.context.store.set_note("alive", repr(world.clock.now))


def count(world: World, text: str) -> int:
    """How many messages say so, wherever they were sent."""
    return sum(text in one.text for one in world.posts_since() if one.new)


async def survives_tick(world: World, boundaries: Boundaries) -> bool:
    """Whether a tick came to its end; a bot that died in it is followed by a new one."""
    assert world.bot.ticker is not None
    with watch_boundaries(world.bot, boundaries):
        try:
            await world.bot.ticker.tick()
            await world.bot.ticker.drain()
        except Died:
            alive = False
        else:
            alive = True
    if not alive:
        await world.restart()
    return alive


AT_ONCE = ("remind",)
"""What `make test` plays; the rest takes too long for that."""


@pytest.mark.parametrize(
    "name", [name if name in AT_ONCE else pytest.param(name, marks=pytest.mark.slow) for name in SCENES]
)
async def test_what_is_due_is_said_once_wherever_the_bot_dies(world: World, name: str) -> None:
    """One table a boundary, all in one server, since a server is what takes time to make."""
    scene = SCENES[name]
    wanted = await scene(world)
    await note_alive(world)
    whole = Boundaries()
    assert await survives_tick(world, whole)
    assert count(world, wanted) == 1
    assert len(whole.passed) >= 6, whole.passed
    assert any("messages" in place for place in whole.passed)
    world_of_deaths = len(whole.passed)
    seen = {"left": 0}
    for deadly in range(1, world_of_deaths + 1):
        await end_all(world)
        before = count(world, wanted)
        await scene(world)
        await note_alive(world)
        died = not await survives_tick(world, Boundaries(deadly))
        seen["left"] += count(world, wanted) == before
        for _ in range(2):
            await note_alive(world)
            assert await survives_tick(world, Boundaries())
        assert count(world, wanted) == before + 1, f"died at {whole.passed[deadly - 1]}: {died}"
    assert 0 < seen["left"] < world_of_deaths, "some died before it was said, and some after"


async def end_all(world: World) -> None:
    """No table goes on, and nothing of one is due any more."""
    store = world.session.context.store
    for table in await store.live_tables():
        by = world.click_by(world.ann)
        await world.session.play.move(by, table.id, "resign", Trace("scene", 0))
    for alarm in await store.schedule.due(float("inf"), 1000):
        await store.schedule.drop(alarm)
