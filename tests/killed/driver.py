"""A bot that kills itself in the middle of a move: `... -m tests.killed.driver FILE MOVE SIGNAL BOUNDARY`.

The whole of `python -m bot` runs as it is, but for Discord, which is simulated in this process. Ann and Ben
open a table of Thud and play, or gather at one of Trogdor; or Ann plays Thrag, or its deal of the day. Each
board is told on standard output when it reaches the simulated Discord, before that does anything with it.
FILE is the database, MOVE a step of one of `SCENES`, or `resume`. Without SIGNAL the bot lives, and tells the
boundaries of MOVE too; one that does not pass BOUNDARY tells that, and ends. Without any argument the process
serves runs: it reads such arguments, with a file for the output before them, as lines of JSON; runs each
in a process of its own by forking; and tells how it ended.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage
from simcord.types import HttpLogEntry
from yarl import URL

from bot import sprites
from bot.__main__ import main as bot_main
from bot.client import Taproom
from bot.cluster.shards import ONE, Shards
from bot.features.prepared.service import PreparedAnswers
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.clicks import Click, Person
from bot.store import Status, Table
from bot.words import LANGUAGES
from tests.bot.ui.opening import open_table, tap
from tests.databases import trace_statements
from tests.killed.boundaries import Boundaries

DAY: Final = 24 * 60 * 60

HANGING: Final = 100.0
"""Seconds after which a bot prints the stacks of all its threads, and ends."""

TOKEN: Final = "MTExMTExMTExMTExMTExMTEx.simulated.abcdefghijklmnopqrstuvwxyz"  # noqa: S105 - not a real one
"""Of the shape that a bot insists on."""

BOARD: Final = re.compile(r"(?:Thud, battle|One Man, Thrag! |Ploc, match|Trogdor!! ).*")
"""The end of a board's description, after the marks in its picture."""


def say(**told: object) -> None:
    """Write one line and flush it, so that it survives a kill."""
    os.write(sys.stdout.fileno(), f"{json.dumps(told)}\n".encode())


class Window(list[HttpLogEntry]):
    """Records what reaches Discord. Each board is reported as it arrives."""

    def append(self, entry: HttpLogEntry) -> None:
        for board in boards(entry.json):
            say(shown=board)
        super().append(entry)


def boards(payload: object) -> Iterator[str]:
    """The descriptions of all pictures in a message: table, ply, pieces and last move."""
    if isinstance(payload, dict):
        if "media" in payload:
            yield from BOARD.findall(str(payload["description"]))
        for part in payload.values():
            yield from boards(part)
    elif isinstance(payload, list):
        for part in payload:
            yield from boards(part)


class Channel:
    """Two people and a bot in a channel, the same at every start; `day` is that of the simulated clock."""

    def __init__(self, env: simcord.Env, bot: Simulated, day: int) -> None:
        guild = env.create_guild("Taproom")
        self.here: ChannelHandle = guild.create_text_channel("the-long-table")
        self.guild = guild
        self.ann = guild.add_member(env.create_user("ann", global_name="Ann"))
        self.ben = guild.add_member(env.create_user("ben", global_name="Ben"))
        self.env = env
        self.bot = bot
        env.backend.advance_clock(day * DAY)
        env.backend.http_requests = Window()

    @property
    def message(self) -> ResponseMessage:
        """The newest message with a board's controls."""
        stored = sorted(self.env.backend.messages[self.here.id].values(), key=lambda one: one.id)
        found = [one for one in stored if not one.is_ephemeral and is_used(one.components)]
        return ResponseMessage(self.env, found[-1])

    async def table(self) -> Table:
        """The only table."""
        assert self.bot.surface is not None
        return await self.bot.surface.session.tables.get(1)

    async def pick(self, person: MemberActor, message: ResponseMessage, value: str) -> ResponseMessage:
        """Choose a value from the list that offers it; returns the private message that this leads to."""
        custom_id = next(
            part["custom_id"]
            for part in parts(message.components)
            if value in [option["value"] for option in part.get("options", ())]
        )
        result = await person.select(message, [value], custom_id=custom_id)
        answers = [answer for answer in (result.response, *result.followups) if answer is not None]
        assert answers, "a slow answer comes after a deferral"
        assert answers[0].ephemeral
        return answers[0]


def is_used(components: list[dict[str, Any]]) -> bool:
    """Whether there is something to press."""
    return any("custom_id" in part for part in parts(components))


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, nested ones too."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


async def opening(channel: Channel) -> None:
    await open_table(channel.ann, channel.here, "thud")  # the seed gives Ann the dwarfs


async def join(channel: Channel) -> None:
    await channel.ben.click(channel.message, label=IN_ENGLISH("button.join"))


async def command(channel: Channel) -> None:
    await channel.ann.slash(channel.here, "move", move="dE2-E10")


async def lists(channel: Channel) -> None:
    mine = await channel.pick(channel.ben, channel.message, "G9")
    mine = await channel.pick(channel.ben, mine, "F10xE10")
    await channel.ben.click(mine, label=IN_ENGLISH("button.play"))


async def form(channel: Channel) -> None:
    shown = await tap(channel.ann, channel.message, IN_ENGLISH("button.type"))
    await channel.ann.submit_modal(shown, {"move": "f1 f9"})


async def button(channel: Channel) -> None:
    await channel.ben.click(channel.message, label=IN_ENGLISH("thud.menu.offer"))


async def table(channel: Channel) -> None:
    await open_table(channel.ann, channel.here, "trogdor", keepers="chosen")


async def start(channel: Channel) -> None:
    await channel.ann.click(channel.message, label=IN_ENGLISH("button.start"))


async def step(channel: Channel) -> None:
    person, move = await offered_move(channel)
    await person.slash(channel.here, "move", move=move)


async def alone(channel: Channel) -> None:
    await open_table(channel.ann, channel.here, "thrag")


async def deal(channel: Channel) -> None:
    await open_table(channel.ann, channel.here, "thrag", daily=True)


async def give_up(channel: Channel) -> None:
    await channel.ann.slash(channel.here, "move", move="resign")


FORESEEN: Final = ("dG1-G2", "TG7-F7", "dG2-G1", "TF7-G7", "dG1-G2", "TG7-F7", "dG2-G1")
"""Ann's first move, and what she has prepared for after it: six lines, Ben's and hers by turns."""


async def first(channel: Channel) -> None:
    await channel.ann.slash(channel.here, "move", move=FORESEEN[0])


async def prepare(channel: Channel) -> None:
    """Ann says what she will answer to what, and goes to sleep."""
    assert channel.bot.surface is not None
    session, ann = channel.bot.surface.session, channel.ann
    click = Click(Person(ann.id, "Ann"), channel.here.id, channel.guild.id, 1)
    number = 0
    for line in FORESEEN[1:]:
        _, ahead = await session.service(PreparedAnswers).enter_line(click, 1, 1, number, line)
        number = ahead.number


async def foreseen(channel: Channel) -> None:
    """Ben plays what she foresaw, and the bot, when it looks next, what she has prepared."""
    table = await channel.table()
    await channel.ben.slash(channel.here, "move", move=FORESEEN[table.plies])
    await channel.bot.look()


async def all_foreseen(channel: Channel) -> None:
    """Foresee and play answers, as long as there is something to foresee."""
    while (await channel.table()).plies < len(FORESEEN):
        await foreseen(channel)


STEPS: Final[dict[str, Callable[[Channel], Awaitable[None]]]] = {
    "opening": opening,
    "join": join,
    "command": command,
    "lists": lists,
    "form": form,
    "button": button,
}
"""The actions of both in order: revisions 0 to 5 of their table."""

GATHERING: Final[dict[str, Callable[[Channel], Awaitable[None]]]] = {
    "table": table,
    "sit": join,
    "start": start,
    "step": step,
}
"""The actions before and in a game for several: revisions 0 to 3."""

ALONE: Final[dict[str, Callable[[Channel], Awaitable[None]]]] = {"alone": alone, "fight": step}
"""Ann's actions alone: revisions 0 and 1 of her table, whose game begins with it."""

DAILY: Final[dict[str, Callable[[Channel], Awaitable[None]]]] = {
    "deal": deal,
    "blow": step,
    "give-up": give_up,
}
"""Play the deal of the day to its end."""

AHEAD: Final[dict[str, Callable[[Channel], Awaitable[None]]]] = {
    "a table": opening,
    "a seat": join,
    "a move": first,
    "a plan": prepare,
    "foreseen": foreseen,
    "all foreseen": all_foreseen,
}
"""Ann's prepared answers; her sixth line is the third that is played automatically."""

SCENES: Final = (STEPS, GATHERING, ALONE, DAILY, AHEAD)


async def resume(channel: Channel, found: Table) -> None:
    """Two moves on whatever table there is: one by command, one with the board that this shows.

    Of a deal of the day, whatever is left to do: the board is shown as often as it is asked for.
    """
    if found.terms.day is not None:
        await deal(channel)
        if found.status is Status.PLAYING:
            await step(channel)
            await give_up(channel)
        await channel.ben.slash(channel.here, "stats", show="day")
        return
    if found.status is Status.OPEN:
        await channel.ann.slash(channel.here, "board")
        if len(found.players) == 1:
            await join(channel)
        if found.game == "trogdor":
            await start(channel)
    person, move = await offered_move(channel)
    await person.slash(channel.here, "move", move=move)
    person, move = await offered_move(channel)
    shown = await tap(person, channel.message, IN_ENGLISH("button.type"))
    await person.submit_modal(shown, {"move": move})


LAST: Final = ("offer", "accept", "claim", "resign", "leave")
"""Lines that end a game, or can be played only once."""


async def offered_move(channel: Channel) -> tuple[MemberActor, str]:
    """A player who can act, and the first line that the bot offers them that does not end the game.

    Asked again, as a person does, where a busy machine is too late with its suggestions.
    """
    for person in (channel.ann, channel.ben) * 3:
        choices = await person.autocomplete(channel.here, "move", "move", "")
        for choice in choices:
            if choice["value"] not in LAST:
                return person, choice["value"]
    raise AssertionError("no player can go on")


class Simulated(Taproom):
    """The bot, connected to the simulated Discord where Ann and Ben play."""

    move = ""
    number = signal.SIGKILL
    at = ""

    def __init__(
        self,
        database: Path,
        *,
        pulse: float | None = None,
        workers: int = 1,
        ahead: bool = False,
        most_each: int = 0,
        shards: Shards | None = None,
        requests: int = 0,
        proxy: URL | None = None,
    ) -> None:
        assert proxy is None, "there is no proxy to this Discord"
        assert requests, "a bot that serves knows how many requests Discord takes; this Discord takes any"
        assert ahead, "a bot that serves paints ahead; here everything is drawn before a life begins"
        assert pulse, "a bot that serves looks for what is due; these lives are too short for that"
        assert workers, "a serving bot has search workers"
        assert most_each, "a bot that serves keeps count of each person's tables; these lives play at two"
        assert shards is None, "a bot runs all shards that Discord asks for; this Discord has one"
        # Every run has the same steps. Clicks carry the time of a clock that stands still: by it, whatever is
        # pressed more than two seconds after the first click would be too old, and dropped.
        super().__init__(database, always_sync=True, seeds=lambda: "secret", shards=ONE, hurried=False)
        self.boundaries = Boundaries(self.at, lambda: os.kill(os.getpid(), self.number))

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """In the place of discord.py's: log in, and stay connected until all is played."""
        assert token
        assert reconnect
        self.boundaries.watch()
        async with simcord.run(self, settle_timeout=60.0) as env:
            channel = Channel(env, self, day=2 if self.move.startswith("resume") else 1)
            await self._play(channel)
            if self.at in self.boundaries.passed:
                await asyncio.sleep(DAY)  # until the signal ends it
        if self.at:
            say(missed=self.at)
        else:
            say(boundaries=self.boundaries.passed)

    async def look(self) -> None:
        """Once, for what is due: these lives are too short for more."""
        assert self.ticker is not None
        await self.ticker.tick()
        await self.ticker.drain()

    async def _play(self, channel: Channel) -> None:
        assert self.surface is not None
        store = self.surface.session.context.store
        if self.move.startswith("resume"):
            matches = await store.table(1)
            assert matches is not None
            await self.look()
            await (all_foreseen(channel) if self.move == "resume foreseen" else resume(channel, matches))
            return
        for connection in (store.writer, store.reader):
            await trace_statements(connection, self.boundaries.statement)
        scene = next(scene for scene in SCENES if self.move in scene)
        for name, do in scene.items():
            if name == self.move:
                self.boundaries.arm()
                await do(channel)
                self.boundaries.disarm()
                return
            await do(channel)


def run(database: str, move: str, number: str = "", at: str = "") -> int:
    """The exit code of `python -m bot`, if it comes to that."""
    Simulated.move, Simulated.at = move, at
    Simulated.number = signal.Signals[number or "SIGKILL"]
    os.environ |= {"TAPROOM_TOKEN": TOKEN, "TAPROOM_DATABASE": database}
    # Simcord looks into asyncio's own loop; on the loop that hosts have, tests/over_the_wire kills the bot.
    with patch("bot.__main__.Taproom", Simulated), patch("bot.__main__._loop_factory", return_value=None):
        return bot_main([])


def serve_runs() -> int:
    """Everything is imported, read and drawn once; each child begins there."""
    sprites.prepare()
    for language in LANGUAGES:
        words_in(language)
    gc.collect()
    gc.freeze()  # a child looks for garbage among what is its own
    for line in sys.stdin:
        told, *arguments = json.loads(line)
        child = os.fork()
        if child == 0:
            out = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, sys.stdout.fileno())
            os.dup2(out, sys.stderr.fileno())
            faulthandler.dump_traceback_later(HANGING, exit=True)
            return run(*arguments)
        _, status = os.waitpid(child, 0)
        say(ended=os.waitstatus_to_exitcode(status))
    return 0


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]) if sys.argv[1:] else serve_runs())
