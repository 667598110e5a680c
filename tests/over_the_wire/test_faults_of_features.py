"""What a fault leaves of what people do in each feature: all of it is kept and shown, and calls once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from aiohttp.test_utils import unused_port

from tests.over_the_wire.scenes import SCENES
from tests.over_the_wire.scenes.base import Scene, Trouble
from tests.over_the_wire.scenes.boards import KoomMove
from tests.over_the_wire.scenes.matchmaking import MatchmakingMove
from tests.over_the_wire.scenes.pages import OnPage
from tests.over_the_wire.scenes.prepared import PlayPrepared
from tests.over_the_wire.scenes.troubles import (
    ANSWERS,
    DELETED,
    MESSAGES,
    NEVER,
    RIGHTS,
    answer,
    answer_lost,
    answer_unconfirmed,
    messages,
    unshown,
)
from tests.over_the_wire.scenes.votes import Vote
from tests.over_the_wire.tables import House
from tests.over_the_wire.test_faults import AT_ONCE, together
from tools.standin.gateway import Break
from tools.standin.process import Bot
from tools.standin.standin import StandIn

SOON: Final = 45.0
"""Seconds after the last fault in which everything must be right: thirty, and some for a busy machine."""

GLANCE: Final = 0.1

DISCORDS: Final = ("discord.", "aiohttp.", "ConnectionResetError")
"""What is raised where Discord does not answer, or not as it should."""

Case = tuple[str, Trouble, Scene]


@asynccontextmanager
async def house(tmp_path: Path) -> AsyncIterator[tuple[House, Bot]]:
    """Rooms with pages, and a bot that is not started yet."""
    database, port = tmp_path / "taproom.db", unused_port()
    async with StandIn(patience=60) as discord:
        rooms = House(discord, database)
        rooms.pages = f"http://127.0.0.1:{port}"
        settings = {"TAPROOM_WEB_URL": rooms.pages, "TAPROOM_WEB_PORT": str(port)}
        bot = Bot(discord, database, log=tmp_path / "log", settings=settings)
        try:
            yield rooms, bot
        finally:
            if bot.is_running:
                await bot.stop()
            rooms.close()
        assert not discord.rest.unknown
        assert failures(tmp_path / "log") == set()


def failures(log: Path) -> set[str]:
    """The exceptions in a log that Discord did not cause."""
    raised = set(re.findall(r"^([A-Za-z_][\w.]*): .*$", log.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return {name for name in raised if not name.startswith(DISCORDS)}


def troubles_of(kind: type[Scene]) -> Iterator[tuple[str, Trouble]]:
    """What can go wrong in a scene."""
    on_page = issubclass(kind, OnPage)
    yield from ANSWERS.items()
    if kind.follows and not on_page:  # on a page everything is such a message
        yield from MESSAGES.items()
    if kind.follows or on_page:
        yield from RIGHTS.items()
    if kind.edits:
        yield "deleted by a moderator", DELETED


async def wrong_after(scene: Scene) -> str:
    """What is wrong for good after the last fault, and when somebody goes on with it."""
    clock = asyncio.get_running_loop().time
    hits, end = -1, 0.0
    while not scene.is_right():
        met = sum(fault.hits for fault in scene.faults)
        if met > hits:
            hits, end = met, clock() + SOON
        if clock() > end:
            break
        await asyncio.sleep(GLANCE)
    scene.lift()
    return scene.wrong() or scene.wrong_calls() or await scene.goes_on()


async def verdicts(cases: Sequence[Case]) -> dict[str, str]:
    """What is wrong in which scene after which trouble."""
    found = await asyncio.gather(*(wrong_after(scene) for _, _, scene in cases))
    return {f"{scene}: {name}": why for (name, _, scene), why in zip(cases, found, strict=True) if why}


@pytest.mark.slow
async def test_what_people_do_is_kept_and_shown_after_every_fault(tmp_path: Path) -> None:
    wrong, unmet, unanswered = {}, list[str](), list[str]()
    async with house(tmp_path) as (rooms, bot):
        cases = [(name, trouble, kind(rooms)) for kind in SCENES for name, trouble in troubles_of(kind)]
        cases.sort(key=lambda case: "long" not in case[0] and "50" not in case[0])  # they take longest
        await bot.start()
        few = asyncio.Semaphore(AT_ONCE)

        async def one(name: str, trouble: Trouble, scene: Scene) -> None:
            async with few:
                await scene.prepare()
                scene.loses_threads = name not in ANSWERS
                await scene.meet(trouble)
            if scene.faults and not scene.has_met:
                unmet.append(f"{scene}: {name}")
            wrong.update(await verdicts([(name, trouble, scene)]))
            if (name in MESSAGES or isinstance(scene, OnPage)) and not await scene.is_answered():
                unanswered.append(f"{scene}: {name}")

        async with asyncio.TaskGroup() as group:
            for case in cases:
                group.create_task(one(*case))
    assert wrong == {}
    assert unanswered == [], "somebody is left with nothing"
    assert unmet == [], "a fault that nothing meets proves nothing"


async def meet(cases: Sequence[Case]) -> None:
    """Everything is done, so that all of it is under way."""
    await together([scene.meet(trouble) for _, trouble, scene in cases])


async def kill(bot: Bot, cases: Sequence[Case]) -> None:
    """The bot is killed while it answers, and started again."""
    await bot.kill()
    for _, _, scene in cases:
        scene.lift()
    await bot.start()


@pytest.mark.slow
async def test_what_people_do_is_kept_and_shown_after_a_kill(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        cases: list[Case] = []
        for kind in SCENES:
            cases.append(("unanswered", answer_lost(), kind(rooms)))
            if kind is not PlayPrepared:  # its message is overtaken before it is found, and stays
                cases.append(("unnoticed", answer_unconfirmed(), kind(rooms)))
            if kind.follows and not issubclass(kind, OnPage):
                cases.append(("unshown", unshown(), kind(rooms)))
        await bot.start()
        await together([scene.prepare() for _, _, scene in cases])
        await meet(cases)
        await kill(bot, cases)
        assert await verdicts(cases) == {}


@pytest.mark.slow
async def test_what_people_do_is_kept_and_shown_after_the_gateway_was_closed(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        cases: list[Case] = [("gateway closed", answer(late=0.5), kind(rooms)) for kind in SCENES]
        await bot.start()
        await together([scene.prepare() for _, _, scene in cases])
        await meet(cases)
        await rooms.discord.end(Break.CLOSE)
        assert await rooms.until(rooms.discord.gateway.connected.is_set)
        assert await verdicts(cases) == {}


@pytest.mark.slow
async def test_while_discord_lets_one_table_wait_the_others_go_on(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        waiting, others = KoomMove(rooms), (KoomMove(rooms), Vote(rooms), MatchmakingMove(rooms))
        await bot.start()
        await together([scene.prepare() for scene in (waiting, *others)])
        await waiting.meet(messages(retry_after=NEVER))
        cases: list[Case] = [("beside one that waits", Trouble(), scene) for scene in others]
        await meet(cases)
        assert await verdicts(cases) == {}
        assert waiting.wrong(), "it was over, so that nobody waited beside it"
        assert await waiting.is_answered(), "whoever waits is told that the click has arrived"


@pytest.mark.slow
async def test_both_boards_are_right_after_a_kill_between_them(tmp_path: Path) -> None:
    async with house(tmp_path) as (rooms, bot):
        cases: list[Case] = [("unshown", unshown(), MatchmakingMove(rooms))]
        await bot.start()
        await cases[0][2].prepare()
        await meet(cases)
        await kill(bot, cases)
        assert await verdicts(cases) == {}
