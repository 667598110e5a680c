"""Tables under way, and people who press what their boards offer."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from bot.discord.keyboard import Control, Verb, parse_control
from tools.load.clicks import ClickResult
from tools.load.opening import DUELS, open_table
from tools.standin.interactions import CallbackType, Interaction
from tools.standin.payloads import Json
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeMessage, FakeUser

T = TypeVar("T")

GAMES: Final = ("thud", "ploc", "thrag", "trogdor")

CHANNELS: Final = 20
"""Channels of a server, with `PEOPLE` who play in them."""

PEOPLE: Final = 40

BOT: Final = "pip"
"""The bot that people play against, if they do: the quickest."""

AT_ONCE: Final = 8
"""How many tables are opened at a time."""

OPENING: Final = 60.0
"""Seconds that each step of opening a table may take, as nobody is measured yet."""

PRESSING: Final = 6.0
"""Seconds after which it is tried again: the bot does not begin with what it could not answer in time."""

DRAWING: Final = 10.0
"""Seconds after the first answer in which a picture is awaited."""

PLAYING: Final = (Verb.PLAY, Verb.PICK_PLAY)
"""What plays."""

_STEPS: Final = (*PLAYING, Verb.PICK_GO)
"""What is pressed at a board: what plays, and what leads on to it. What leads back (`GO`) only where nothing
else is."""

_CHOOSING: Final = (Verb.PICK_TRY, Verb.PICK_GO)
"""What is pressed in a private message, as long as there is nothing to play."""

_LEFT_OUT: Final = ("offer", "end", "stop", "leave", "undo", "withdraw")
"""How the lines begin that nobody plays here: they end a game, or take back what was played."""

_BUTTON: Final = 2


@dataclass(eq=False, slots=True)
class LoadTable:
    """A table that is played at. `board` is the last message that showed it with its controls.

    `choosing` is the private message in which somebody chooses a move, `bot` the opponent, if that is one.
    """

    number: int
    game: str
    people: Sequence[FakeUser]
    board: FakeMessage
    choosing: FakeMessage | None = None
    bot: str = ""
    is_waiting: bool = False
    drawn: asyncio.Future[float] | None = None


@dataclass(frozen=True, slots=True)
class PossiblePress:
    """Something that somebody can press on a message."""

    person: FakeUser
    message: FakeMessage
    control: Json
    values: tuple[str, ...] = ()

    @property
    def plays_move(self) -> bool:
        """Whether it plays a move, and does not only lead on to one."""
        return _verb(self.control) in PLAYING


@dataclass(slots=True)
class LoadTables:
    """The tables at a stand-in. `over` counts those where nobody can play any more; they are replaced.

    `moves` counts what was played, `clicks` what was pressed for that. `bots` is the share of duels against a
    bot.
    """

    discord: StandIn
    games: Sequence[str] = GAMES
    random: Random = field(default_factory=lambda: Random(20))
    tables: list[LoadTable] = field(default_factory=list)
    over: int = 0
    moves: int = 0
    clicks: int = 0
    bots: float = 0.0
    _shown: list[tuple[Interaction, int, int]] = field(default_factory=list)
    _by_number: dict[int, LoadTable] = field(default_factory=dict)
    _boards: dict[int, FakeMessage] = field(default_factory=dict)
    _channels: list[tuple[FakeChannel, list[FakeUser]]] = field(default_factory=list)
    _opened: int = 0

    def prepare_world(self, count: int, together: int = 1) -> None:
        """Servers, channels and people for so many tables; before the bot connects.

        `together`: how many are played in a channel. Those that are alone there are changed in place.
        """
        self.add_servers(-(-count // (together * CHANNELS)), CHANNELS, PEOPLE)

    def add_servers(self, servers: int, channels: int, people: int) -> None:
        """So many servers, each with so many channels and people; before the bot connects."""
        world = self.discord.world
        for first in range(0, servers * people, people):
            server = world.server(f"server {first}")
            there = [world.person(f"player {number}") for number in range(first, first + people)]
            self._channels += [(world.channel(server, f"games {at}"), there) for at in range(channels)]
        world.watchers.append(self._watch)

    def _watch(self, message: FakeMessage) -> None:
        """Note where a table is shown now, or where somebody chooses, and that a picture has come."""
        control = _first(message)
        if control is None:
            return
        table = self._by_number.get(control.table)
        if message.shown_to is not None:
            if table is None or not message.attachments:
                return
            table.choosing = message
        else:
            before = self._boards.get(control.table)
            if before is not None and before.id > message.id:
                return
            self._boards[control.table] = message
            if table is None:
                return
            table.board = message
        if table.drawn is not None and not table.drawn.done() and message.pictured == message.changed:
            table.drawn.set_result(message.pictured)

    # Opening

    async def open(self, count: int) -> None:
        """Open tables until there are so many; raises `TimeoutError` if the bot does not open one."""
        patience, self.discord.patience = self.discord.patience, OPENING
        missing = iter(range(count - len(self.tables)))

        async def open_missing() -> None:
            for _ in missing:
                await self._open()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(AT_ONCE):
                    group.create_task(open_missing())
        finally:
            self.discord.patience = patience

    async def _open(self) -> None:
        """One table of the next game, in the next channel, with the next people of its server."""
        number, self._opened = self._opened, self._opened + 1
        game = self.games[number % len(self.games)]
        channel, everybody = self._channels[number % len(self._channels)]
        # In turn, as one person may open only so many tables in a minute.
        at = (2 * number + number // len(self._channels)) % len(everybody)
        person, other = everybody[at], everybody[at - 1]
        bot = BOT if game in DUELS and self.random.random() < self.bots else ""
        duel = game in DUELS and not bot
        people = [person, other] if duel else [person]

        async def ask() -> Interaction:
            opponent = other if duel else None
            return await open_table(self.discord, person, channel, game, opponent=opponent, bot=bot)

        table = await self._retry_until(ask, _table_of)
        lobby = self._boards[table]
        begin = _control(lobby, Verb.START) or _control(lobby, Verb.SIT)
        if begin is not None:
            custom_id = begin["custom_id"]

            async def sit() -> Interaction:
                return await self.discord.press(people[-1], lobby, custom_id)

            await self._retry_until(sit, lambda _: _can_play(self._boards[table]) or None)
        new = LoadTable(table, game, people, self._boards[table], bot=bot)
        self._by_number[table] = new
        self.tables.append(new)

    async def _retry_until(
        self, ask: Callable[[], Awaitable[Interaction]], found: Callable[[Interaction], T | None]
    ) -> T:
        """What comes of asking; a bot that is busy lets a click pass, and people press again."""
        for _ in range(int(OPENING / PRESSING)):
            try:
                asked = await ask()
            except TimeoutError:
                continue

            def is_found(asked: Interaction = asked) -> bool:
                return found(asked) is not None

            with suppress(TimeoutError):
                await self.discord.until(is_found, PRESSING)
            if (value := found(asked)) is not None:
                return value
        raise TimeoutError("the bot opened no table")

    def remove_tables(self, count: int) -> list[LoadTable]:
        """Take away some tables where people sit across from each other; nobody plays there any more."""
        chosen = [table for table in self.tables if not table.bot][:count]
        self.tables = [table for table in self.tables if table not in chosen]
        return chosen

    # Playing

    def _next(self) -> LoadTable | None:
        """A table that waits for nothing but its players, by chance; none if all wait for the bot."""
        for _ in range(50):
            if not self.tables:
                return None
            at = self.random.randrange(len(self.tables))
            if not self.tables[at].is_waiting:
                return self.tables[at]
        return next((table for table in self.tables if not table.is_waiting), None)

    def _choose(self) -> tuple[LoadTable, PossiblePress] | None:
        """A table, and what somebody presses there; what is over is taken away. None if they wait."""
        while (table := self._next()) is not None:
            there = self.discord.world.messages
            if table.choosing is not None and table.choosing.id not in there:
                table.choosing = None
            presses = list(presses_of(table, self.random))
            if presses and table.board.id in there:
                return table, self.random.choice(presses)
            if table.bot and _control(table.board, Verb.MORE) is not None:
                return None  # the bot thinks
            self.over += 1
            self.tables.remove(table)
            del self._by_number[table.number], self._boards[table.number]
        return None

    def next_click(self) -> Awaitable[ClickResult] | None:
        """The next click; none if every table waits for the bot."""
        chosen = self._choose()
        if chosen is None:
            return None
        table, press = chosen
        table.is_waiting = True  # from now on, not when its task begins
        return self._click(table, press)

    async def _click(self, table: LoadTable, press: PossiblePress) -> ClickResult:
        """Press, and wait for the answer and the picture; nobody presses there meanwhile."""
        table.drawn = drawn = asyncio.get_running_loop().create_future()
        self.clicks += 1
        try:
            interaction = await self.discord.send_press(
                press.person,
                press.message,
                press.control["custom_id"],
                press.control["type"],
                press.values,
            )
            if not await interaction.wait_for_answer() or interaction.seconds is None:
                return ClickResult()
            if _got_private_text(interaction):
                table.choosing = None  # what was chosen from there holds no more
                return ClickResult(interaction.seconds, message_text=interaction.private_text)
            self.moves += press.plays_move
            picture, shown, channel = None, 0.0, table.board.channel.id
            with suppress(TimeoutError):
                shown = await asyncio.wait_for(drawn, DRAWING)
                picture = shown - interaction.sent
                self._acknowledge(interaction, table, press)
            return ClickResult(
                interaction.seconds,
                picture,
                sent=interaction.sent,
                until=time.perf_counter(),
                channel=channel,
                by_token=path_at(self.discord, shown).startswith("/channels"),
            )
        finally:
            table.drawn, table.is_waiting = None, False

    def _acknowledge(self, interaction: Interaction, table: LoadTable, press: PossiblePress) -> None:
        """Note a move that was shown: nobody else could move there meanwhile."""
        meant, shown = parse_control(press.control["custom_id"]), shown_at(table.board)
        if press.plays_move and meant is not None and shown is not None and shown > meant.revision:
            self._shown.append((interaction, table.number, meant.revision))

    @property
    def acknowledged_moves(self) -> dict[int, tuple[int, int]]:
        """The interactions whose move was shown, with the table and its revision before.

        Not those of people who were told something else, even after a board was shown: they pressed one that
        was left behind by a move whose answer got lost, and it was drawn again.
        """
        return {
            interaction.id: (table, revision)
            for interaction, table, revision in self._shown
            if not any(map(_is_private_text, interaction.messages))
        }


def path_at(discord: StandIn, at: float) -> str:
    """The path of the request that was carried out at a moment, one of the last; empty if none was."""
    found = next((one.call for one in reversed(discord.rest.served) if one.at == at), "")
    return found.partition(" ")[2]


def shown_at(board: FakeMessage) -> int | None:
    """The revision that a board shows; none if it is none."""
    meant = (parse_control(control.get("custom_id", "")) for control in board.controls)
    boards = (Verb.MORE, "history")
    return next((one.revision for one in meant if one and one.verb in boards and not one.detail), None)


def count_stale_boards(tables: Sequence[LoadTable], database: Path) -> int:
    """How many boards do not show their table as it stands on disk."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        revisions = dict(connection.execute("SELECT id, revision FROM tables"))
    shown = ((table.number, shown_at(table.board)) for table in tables)
    return sum(revision not in (None, revisions[number]) for number, revision in shown)


def presses_of(table: LoadTable, random: Random) -> Iterator[PossiblePress]:
    """What somebody can press to play on at a table: where they choose already, or else at the board."""
    if table.choosing is not None:
        yield from presses_in(table.choosing, random)
    else:
        yield from presses_at(table.board, table.people, random)


def presses_in(choosing: FakeMessage, random: Random) -> Iterator[PossiblePress]:
    """What whoever chooses in private can press: to play what they have picked, else to pick something."""
    assert choosing.shown_to is not None
    controls = [one for one in choosing.controls if not _is_left_out(one)]
    plays = [one for one in controls if _verb(one) in PLAYING]
    for control in plays or [one for one in controls if _verb(one) in _CHOOSING]:
        yield PossiblePress(choosing.shown_to, choosing, control, _values(control, random))


def presses_at(board: FakeMessage, people: Sequence[FakeUser], random: Random) -> Iterator[PossiblePress]:
    """What those who are called by a board can press to play on; of each list some values, by chance."""
    text = board.text
    called = [person for person in people if person.mention in text]
    if not called:
        return
    controls = [one for one in board.controls if not _is_left_out(one)]
    steps = [one for one in controls if _verb(one) in _STEPS]
    for control in steps or [one for one in controls if _verb(one) is Verb.GO]:
        yield PossiblePress(random.choice(called), board, control, _values(control, random))


def _values(control: Json, random: Random) -> tuple[str, ...]:
    """Some of a list's values, in the list's order; none of a button."""
    if control["type"] == _BUTTON:
        return ()
    options = [option["value"] for option in control["options"]]
    most = min(control.get("max_values", 1), len(options))
    chosen = random.sample(options, random.randint(max(control.get("min_values", 1), 1), most))
    return tuple(sorted(chosen, key=options.index))


def _is_left_out(control: Json) -> bool:
    meant = parse_control(control["custom_id"])
    return meant is None or meant.detail.startswith(_LEFT_OUT)


def _verb(control: Json) -> str | None:
    meant = parse_control(control["custom_id"])
    return None if meant is None else meant.verb


def _control(board: FakeMessage, verb: Verb) -> Json | None:
    """The last control with this verb: of the two that join, the one that agrees to the side asked for."""
    return next((control for control in reversed(list(board.controls)) if _verb(control) is verb), None)


def _can_play(board: FakeMessage) -> bool:
    return any(_verb(control) in (*_STEPS, Verb.GO) for control in board.controls)


def _first(message: FakeMessage) -> Control | None:
    """The first control of a message; none if it has none."""
    for part in message.components:
        if part.get("custom_id"):
            return parse_control(part["custom_id"])
    return None


def _table_of(interaction: Interaction) -> int | None:
    """The number of the table that was opened; none as long as it is not shown."""
    controls = filter(None, map(_first, interaction.messages))
    return next((control.table for control in controls if control.table), None)


def _got_private_text(interaction: Interaction) -> bool:
    """Whether somebody was told something, such as a refusal, and shown no picture."""
    first = next(iter(interaction.messages), None)
    return interaction.answer is CallbackType.MESSAGE and first is not None and _is_private_text(first)


def _is_private_text(message: FakeMessage) -> bool:
    """Whether a message tells somebody alone something, and is no picture to choose on."""
    return message.shown_to is not None and not message.attachments
