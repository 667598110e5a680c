"""Tables of each game in each place, at the stand-in for Discord, and whether their boards are right."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.discord.keyboard import Control, Verb, parse_control
from bot.ops.location import Postgres
from bot.store import Status
from bot.store.postgres import Statements, connect
from tools.load.opening import DUELS, open_table
from tools.load.tables import PossiblePress, presses_at, presses_in
from tools.standin.faults import InjectedFault
from tools.standin.interactions import Interaction
from tools.standin.payloads import LOADING
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeServer, FakeUser

LIMIT: Final = 90.0
"""Seconds after which a missing result is a failure: machines may be busy."""

AGAIN: Final = 6.0
"""Seconds after which a click that came to nothing is pressed again: a bot that is too busy sheds some."""

GLANCE: Final = 0.1
"""Seconds between two looks at the disk."""

PLAYING: Final = Status.PLAYING.value

BOARDS: Final = (Verb.MORE, Verb.TYPE, "history", Verb.AGAIN, Verb.SIT, Verb.START)
"""Controls that only boards have."""

ROW: Final = (
    "SELECT revision, turn, status, board_message_id, (SELECT count(*) FROM outbox WHERE table_id = id)"
    " + (SELECT count(*) FROM old_boards WHERE table_id = id AND due < 1e18)"  # not what goes with the turn
    " FROM tables WHERE id = ?"
)

SECOND_ROW: Final = (
    "SELECT t.revision, t.turn, t.status, m.message_id, m.revision < t.revision OR m.turn < t.turn"
    " FROM tables t JOIN mirrors m ON m.table_id = t.id WHERE t.id = ?"
)
"""The seconds for a table's second board."""

PASSING: Final = {"ploc": "done", "trogdor": "finish"}
"""Lines that end a turn of several moves."""


class Place(StrEnum):
    """The kind of channel of a table."""

    CHANNEL = "channel"
    THREAD = "thread"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class Row:
    """A table on disk; `message` is where it is shown, `waiting` what must still be shown or settled."""

    revision: int
    turn: int
    status: str
    message: int | None
    waiting: int


@dataclass(eq=False, slots=True)
class Table:
    """A table that is played at, and what was so before the click that counts.

    `is_second`: it is seen on its second board, in another server; `left` is the channel where that was
    before it went to direct messages.
    """

    game: str
    place: Place
    people: tuple[FakeUser, ...]
    channel: FakeChannel
    number: int = 0
    random: Random = field(default_factory=Random)
    clicker: FakeUser | None = None
    before: Row | None = None
    pings: Counter[int] = field(default_factory=Counter)
    faults: list[InjectedFault] = field(default_factory=list)
    is_second: bool = False
    left: FakeChannel | None = None

    @property
    def passes(self) -> bool:
        """Whether its turns pass from one person to another, so that a new message calls them."""
        return self.place is not Place.DIRECT and self.game != "thrag"

    def __str__(self) -> str:
        return f"{self.game} in {self.place}, T{self.number}"


class House:
    """Tables in channels of their own, with people of their own, before a bot with its database."""

    def __init__(self, discord: StandIn, database: Path | Postgres) -> None:
        self.discord = discord
        self.shard: int | None = None
        """The shard to which all clicks come, whatever their server; none: that of the server."""
        self._database = database
        self._disk: sqlite3.Connection | Statements | None = None
        self.seen: dict[int, dict[int, FakeMessage]] = {}
        """All public messages by channel and number, including deleted ones."""
        self._choosing: dict[int, FakeMessage] = {}
        discord.world.watchers.append(self._watch)
        self.server: FakeServer = discord.world.server()
        self._names = 0
        self.pairing = asyncio.Lock()
        """The lock for matchmaking, so that people of two cases are not paired."""
        self.pages = ""
        """The address of the pages, if there are any."""

    def close(self) -> None:
        """Close the database connection."""
        if isinstance(self._disk, Statements):
            self._disk.raw.close()
        elif self._disk is not None:
            self._disk.close()

    def _watch(self, message: FakeMessage) -> None:
        if message.shown_to is None:
            self.seen.setdefault(message.channel.id, {})[message.id] = message
        elif message.attachments and any(presses_in(message, Random())):  # a glossary has a picture, too
            self._choosing[message.channel.id] = message

    def _there(self, table: Table) -> list[FakeMessage]:
        """The public messages of a channel, oldest first."""
        known = self.seen.get(table.channel.id, {})
        return [known[number] for number in sorted(known) if number in self.discord.world.messages]

    def place(self, game: str, place: Place, server: FakeServer | None = None) -> Table:
        """Create the channel and people of a table, before the bot connects."""
        world, number = self.discord.world, self._names
        self._names += 1
        alice, bob = world.person(f"alice {number}"), world.person(f"bob {number}")
        channel = world.channel(server or self.server, f"games {number}")
        if place is Place.THREAD:
            channel = world.thread(channel)
        elif place is Place.DIRECT:
            channel = world.direct(alice)
        return Table(game, place, (alice, bob), channel, random=Random(number))

    # What is on disk, and what is shown

    def row(self, table: Table) -> Row:
        """A table as it is on disk."""
        ((*found,),) = self.rows(SECOND_ROW if table.is_second else ROW, table.number)
        return Row(*found)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a database query."""
        if self._disk is None and isinstance(self._database, Postgres):
            self._disk = Statements(connect(self._database, LIMIT))
        elif self._disk is None:
            self._disk = sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)
        return list(self._disk.execute(query, values).fetchall())

    def boards(self, table: Table) -> list[tuple[FakeMessage, int]]:
        """The messages with a board's controls, oldest first, and their revisions."""
        result = []
        for message in self._there(table):
            controls = [one for one in _controls(message) if one.verb in BOARDS]
            controls = [one for one in controls if table.number in (0, one.table)]
            if controls:
                table.number = table.number or controls[0].table
                result.append((message, controls[0].revision))
        return result

    def wrong(self, table: Table) -> str:
        """The problems of a channel's boards; empty if it shows the stored table once."""
        boards = self.boards(table)
        if not boards:
            return "no board"
        row, (board, revision), found = self.row(table), boards[-1], []
        if len(boards) > 1:
            found.append(f"boards with controls: {[one for _, one in boards]}")
        if revision != row.revision:
            found.append(f"shown {revision}, disk {row.revision}")
        if row.message != board.id:
            found.append("the disk names another message")
        if row.status == PLAYING and not board.attachments:
            found.append("no picture")
        if any(one.flags & LOADING for one in self._there(table)):
            found.append("a message that still says to wait")
        return ", ".join(found)

    def acting_people(self, table: Table) -> list[FakeUser]:
        """The people mentioned by the newest board."""
        text = self.boards(table)[-1][0].text
        return [person for person in table.people if person.mention in text]

    def wrong_pings(self, table: Table, besides: Counter[int] | None = None) -> str:
        """The people mentioned too often since the click, or not at all; empty if all is right.

        Others are called `besides` those whom the board calls.
        In direct messages a bot has moved meanwhile, and may have called; but not twice.
        """
        assert table.before is not None
        pings, row = self.pings(table) - table.pings, self.row(table)
        wanted = Counter[int](besides)
        if row.turn != table.before.turn and row.status == PLAYING:
            wanted.update(person.id for person in self.acting_people(table) if person is not table.clicker)
        twice = max(pings.values(), default=0) > 1
        if not twice if table.place is Place.DIRECT else pings == wanted:
            return ""
        return f"pings {dict(pings)} instead of {dict(wanted)}; {self._story(table)}"

    def _story(self, table: Table) -> str:
        """The messages with mentions in a channel, with seconds since the first."""
        known = sorted(self.seen.get(table.channel.id, {}).values(), key=lambda one: one.id)
        first = known[0].id >> 22
        told = [
            f"{((one.id >> 22) - first) / 1000:.1f} s {one.pings} {next(map(str, _controls(one)), '')}"
            for one in known
            if one.pings
        ]
        clicker = table.clicker.id if table.clicker else None
        return f"clicked by {clicker} at {table.before}; called by " + "; ".join(told)

    def pings(self, table: Table) -> Counter[int]:
        """How often each person was mentioned at it, including by deleted messages.

        After a long wait the opening command is repeated: then a channel has two tables, and both invite.
        """
        places = [table.channel, *filter(None, [table.left])]
        known = [message for place in places for message in self.seen.get(place.id, {}).values()]
        own = (one for one in known if {each.table for each in _controls(one)} <= {0, table.number})
        return Counter(user for one in own for user in one.pings)

    async def until(self, condition: Callable[[], bool], seconds: float = LIMIT) -> bool:
        """Whether something was so within that time; it may be so on disk alone."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(GLANCE)
        return True

    # Playing

    async def open(self, table: Table) -> None:
        """A table whose game has begun."""
        alice, bob = table.people
        direct, alone = table.place is Place.DIRECT, table.game == "thrag"
        opponent = bob if table.game in DUELS and not direct else None
        bot = "pip" if direct and not alone else ""

        async def command() -> None:
            with suppress(TimeoutError):  # it is repeated
                await open_table(self.discord, alice, table.channel, table.game, opponent=opponent, bot=bot)

        await self.insist(command, lambda: bool(self.boards(table)), f"{table} was not opened")
        if table.place is not Place.DIRECT and table.game != "thrag":
            await self._press_there(table, bob, Verb.SIT)
        if table.game == "trogdor":
            await self._press_there(table, alice, Verb.START)
        await self.until(lambda: self.row(table).status == PLAYING)
        await self.wait_until_right(table)

    async def _press_there(self, table: Table, person: FakeUser, verb: str) -> None:
        await self.wait_until_right(table)
        board, revision = self.boards(table)[-1]
        *_, control = (one for one in _controls(board) if one.verb == verb)  # the last one agrees to a side

        async def press() -> None:
            self.discord.world.talk(table.channel)  # so the first player is called, though just seen
            await self.discord.send_press(person, board, str(control))

        await self.insist(press, lambda: self.row(table).revision > revision, f"{table} did not begin")

    async def insist(
        self, ask: Callable[[], Awaitable[None]], done: Callable[[], bool], otherwise: str
    ) -> None:
        """Ask until it is done: a bot that is too busy sheds some."""
        for _ in range(int(LIMIT / AGAIN)):
            await ask()
            if await self.until(done, AGAIN):
                return
        raise AssertionError(otherwise)

    async def wait_until_right(self, table: Table) -> None:
        """Wait until the board is right."""
        assert await self.until(lambda: not self.wrong(table)), f"{table}: {self.wrong(table)}"

    async def ready(self, table: Table) -> PossiblePress:
        """Play on until there is a control that changes the table, and passes its turn if possible."""
        for _ in range(80):
            assert await self.until(lambda: not self.wrong(table) and bool(self._presses(table))), (
                f"{table}: no player can move; {self.wrong(table)}"
            )
            presses = self._presses(table)
            saving = [one for one in presses if one.plays_move]
            end = PASSING.get(table.game) if table.passes else None
            wanted = [one for one in saving if end is None or _control_of(one).detail == end]
            if wanted:
                return table.random.choice(wanted)
            before = self._state(table)
            await self.press(table.random.choice(saving or presses))
            await self.until(lambda before=before: self._state(table) != before, AGAIN)  # type: ignore[misc]
        raise AssertionError(f"{table}: no turn can be ended")

    def _presses(self, table: Table) -> list[PossiblePress]:
        board, revision = self.boards(table)[-1]
        private = self._private(table, revision)
        if private is not None:
            return list(presses_in(private, table.random))
        return list(presses_at(board, table.people, table.random))

    def _private(self, table: Table, revision: int) -> FakeMessage | None:
        """The private message in which a player chooses a move on the current board."""
        message = self._choosing.get(table.channel.id)
        if message is None or message.id not in self.discord.world.messages:
            return None
        where = table.number, revision
        return message if any((one.table, one.revision) == where for one in _controls(message)) else None

    def _state(self, table: Table) -> tuple[object, ...]:
        board, revision = self.boards(table)[-1]
        private = self._private(table, revision)
        chosen = None if private is None else (private.id, private.edits)
        return board.id, board.edits, self.row(table).revision, chosen

    async def press(self, press: PossiblePress, copies: int = 1) -> Interaction:
        given = press.control["custom_id"], press.control["type"], press.values
        return await self.discord.send_press(press.person, press.message, *given, copies, shard=self.shard)

    async def click(self, table: Table, faults: Callable[[Interaction], list[InjectedFault]]) -> None:
        """The click that counts, with faults for its answers alone; until it is saved, and has met the first.

        Whatever is to be right afterwards is so by itself. Where the turn passes, people have talked: so a
        new board calls the next player, though they have just been seen.
        """

        async def press() -> None:
            self.end_faults(table)
            press = await self.ready(table)
            if table.passes:
                self.discord.world.talk(table.channel)
            table.before, table.clicker, table.pings = self.row(table), press.person, self.pings(table)
            interaction = await self.press(press)
            table.faults = faults(interaction)  # before the bot can answer: nothing was waited for meanwhile
            self.discord.rest.faults += table.faults

        await self.insist(press, lambda: self._is_under_way(table), f"{table}: nothing was saved")

    def _is_under_way(self, table: Table) -> bool:
        assert table.before is not None
        is_saved = self.row(table).revision > table.before.revision
        return is_saved and all(fault.hits for fault in table.faults)

    def end_faults(self, table: Table) -> None:
        """End the faults."""
        for fault in table.faults:
            self.discord.rest.faults.remove(fault)
        table.faults = []

    async def plays_on(self, table: Table) -> None:
        """Press the current board, unless the game is over, and check that it is right again."""
        if self.row(table).status != PLAYING:
            return
        await self.click(table, lambda _: [])
        await self.wait_until_right(table)


def _controls(message: FakeMessage) -> Iterator[Control]:
    return (one for one in (parse_control(part["custom_id"]) for part in message.controls) if one is not None)


def _control_of(press: PossiblePress) -> Control:
    control = parse_control(press.control["custom_id"])
    assert control is not None
    return control
