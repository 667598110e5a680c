"""What every scene has: something that people do, which meets a trouble, and what is wrong in the end.

A scene has channels and people of its own. It is prepared, then one thing is done in it, and in the end it
says what is wrong.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.discord.keyboard import Control, Verb, parse_control
from tests.over_the_wire.tables import AGAIN, LIMIT, House, Place, Row, Table
from tools.standin.faults import InjectedFault
from tools.standin.interactions import Interaction
from tools.standin.payloads import Json
from tools.standin.world import FakeChannel, FakeMessage, FakeUser

UNOPENED: Final = Row(-1, -1, "open", None, 0)
"""A table before it was opened."""

BUTTON: Final = 2


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong when something is done: `faults` are what fails of it.

    `copies`: Discord delivers it so often. `end` ends what does not end by itself, after so many `seconds`.
    """

    faults: Callable[[Scene], list[InjectedFault]] = lambda _: []
    copies: int = 1
    end: Callable[[Scene], None] | None = None
    seconds: float = 3.0


class Scene(ABC):
    """One thing that is done; `interaction` is the last try of it, none where it is done on a page.

    `tables` are those whose boards must be right afterwards, `channels` all that it takes place in.
    """

    title: ClassVar[str]
    is_called_later: ClassVar[bool] = False
    """Whether somebody who looks on is called a minute later, until which the table is still to be shown."""
    edits: ClassVar[bool] = True
    """Whether messages that everybody sees are changed by it, or deleted."""
    follows: ClassVar[bool] = True
    """Whether messages are sent, changed or deleted by it after its first answer."""

    def __init__(self, rooms: House) -> None:
        self.rooms = rooms
        self.discord = rooms.discord
        self.tables = list[Table]()
        self.channels = list[FakeChannel]()
        self.interaction: Interaction | None = None
        self.faults = list[InjectedFault]()
        self.copies = 1
        """How often Discord delivers what is pressed, typed or filled in."""
        self.loses_threads = True
        """Whether a table may be shown in its channel instead of a thread of its own."""

    def __str__(self) -> str:
        return f"{self.title} ({', '.join(map(str, self.tables))})"

    @abstractmethod
    async def prepare(self) -> None:
        """Bring everything to where it can be done."""

    @abstractmethod
    async def act(self) -> Interaction | None:
        """Do it, once; whatever comes of it is not waited for."""

    @abstractmethod
    def is_saved(self) -> bool:
        """Whether it is on disk, if it is something to be kept."""

    def wrong_besides(self) -> str:
        """What is wrong with what is kept or shown besides boards; nothing if all of it is right."""
        return ""

    def edited_messages(self) -> list[FakeMessage]:
        """The messages that everybody sees and that are changed by it, or deleted."""
        return [self.rooms.boards(table)[-1][0] for table in self.tables if table.number]

    def calls(self) -> Counter[int]:
        """Whom it calls besides those who are called by the boards."""
        return Counter()

    async def goes_on(self) -> str:
        """What is wrong when somebody looks at it, or goes on with it, once the fault is over."""
        return ""

    def public_messages(self) -> list[FakeMessage]:
        """The messages that everybody sees there."""
        there = self.discord.world.messages.values()
        return [one for one in there if one.shown_to is None and one.channel in self.channels]

    # With a fault

    async def meet(self, trouble: Trouble) -> None:
        """Do it, so that it meets a trouble, until it is saved; a click that the bot has shed is made again.

        A trouble that somebody has to end is ended soon; who was refused meanwhile does it again.
        """
        if trouble.end is not None:
            await self._once(trouble)
            await asyncio.sleep(trouble.seconds)
            trouble.end(self)
            if await self.rooms.until(self.is_saved, AGAIN):
                return
            trouble = Trouble()
        await self.rooms.insist(
            lambda: self._once(trouble), lambda: self.is_saved() or self.has_met, f"{self}: nothing was saved"
        )
        if self.faults:
            await self.rooms.until(lambda: self.has_met, AGAIN)

    async def _once(self, trouble: Trouble) -> None:
        self.lift()
        for table in self.tables:
            table.before = self.rooms.row(table) if table.number else UNOPENED
            table.pings = self.rooms.pings(table)
        self.copies = trouble.copies
        self.interaction = await self.act()
        self.copies = 1
        self.faults = trouble.faults(self)  # before the bot can answer: nothing was waited for meanwhile
        self.discord.rest.faults += self.faults

    @property
    def has_met(self) -> bool:
        """Whether it has met a fault."""
        return any(fault.hits for fault in self.faults)

    def lift(self) -> None:
        """The faults are over."""
        for fault in self.faults:
            self.discord.rest.faults.remove(fault)
        self.faults = []

    async def is_answered(self) -> bool:
        """Whether whoever did it was answered in some way."""
        return self.interaction is not None and self.interaction.answer is not None

    # Judged

    def is_right(self) -> bool:
        """Whether everything is kept and shown, and nothing is left to be shown."""
        return not self.wrong()

    def wrong(self) -> str:
        """What is wrong with what is kept and shown, or yet to be shown."""
        found = []
        for table in self.tables:
            if not table.number:
                found.append("a table that was not opened")
                continue
            found.append(self.rooms.wrong(table))
            if self.rooms.row(table).waiting and not self.is_called_later:
                found.append("still to be shown")
        return ", ".join(filter(None, (*found, self.wrong_besides())))

    def wrong_calls(self) -> str:
        """Who was called too often, or not."""
        if any(not self.rooms.boards(table) for table in self.tables):
            return "no board"
        told = (self.rooms.wrong_pings(table, self.calls()) for table in self.tables[:1])
        more = (self.rooms.wrong_pings(table) for table in self.tables[1:])
        return ", ".join(filter(None, (*told, *more)))

    # What people use

    async def use(
        self,
        person: FakeUser,
        message: FakeMessage,
        *verbs: str,
        detail: str = "",
        values: Sequence[str] = (),
    ) -> Interaction:
        """Press the first control with one of these verbs, until it is answered."""
        for _ in range(int(LIMIT / AGAIN)):
            used = await self.press(person, message, *verbs, detail=detail, values=values)
            if await self.rooms.until(lambda used=used: used.answer is not None, AGAIN):  # type: ignore[misc]
                return used
        raise AssertionError(f"{self}: {verbs} was not answered")

    async def opens(
        self,
        person: FakeUser,
        message: FakeMessage,
        *verbs: str,
        detail: str = "",
        values: Sequence[str] = (),
    ) -> FakeMessage:
        """What somebody alone is shown when they press it: a new message, or the changed one."""
        edits = message.edits
        used = await self.use(person, message, *verbs, detail=detail, values=values)

        def find_answer() -> FakeMessage | None:
            private = (one for one in used.messages if one.shown_to is person and one.components)
            return next((one for one in private if one is not message or one.edits > edits), None)

        await self.rooms.until(lambda: find_answer() is not None)
        found = find_answer()
        assert found is not None, f"{self}: {verbs} opened nothing"
        return found

    async def asks(
        self, person: FakeUser, message: FakeMessage, *verbs: str, detail: str = ""
    ) -> Interaction:
        """The form that somebody is asked to fill in when they press it."""
        used = await self.use(person, message, *verbs, detail=detail)
        assert used.form is not None, f"{self}: {verbs} asks for nothing"
        return used

    async def press(
        self,
        person: FakeUser,
        message: FakeMessage,
        *verbs: str,
        detail: str = "",
        values: Sequence[str] = (),
    ) -> Interaction:
        """The same once."""
        part = control_of(message, *verbs, detail=detail)
        assert part is not None, f"{self}: no {verbs} on {message.text!r}"
        if part["type"] != BUTTON and not values:
            values = [part["options"][0]["value"]]
        given = part["custom_id"], part["type"], values
        return await self.discord.send_press(person, message, *given, self.copies)

    async def submit(self, asked: Interaction, **values: str) -> Interaction:
        """Somebody fills in the form that they were asked to."""
        return await self.discord.submit(asked, values, copies=self.copies)

    async def command(
        self, person: FakeUser, channel: FakeChannel, path: str, **given: object
    ) -> Interaction:
        """Somebody sends a command."""
        return await self.discord.command(person, channel, path, copies=self.copies, **given)

    async def wait_for_answer(self, sent: Interaction) -> Interaction:
        """A command or a form, once it is answered."""
        assert await self.rooms.until(lambda: is_complete(sent)), f"{self} was not answered"
        return sent


def is_complete(used: Interaction) -> bool:
    """Whether an interaction was answered, and shows something or asks for something."""
    return used.form is not None or any(message.components for message in used.messages)


def control_of(message: FakeMessage, *verbs: str, detail: str = "") -> Json | None:
    """The first control of a message with the first of these verbs that it has; none if it has none."""
    found: list[tuple[Json, Control]] = []
    for part in message.controls:
        control = parse_control(part["custom_id"])
        if control is not None and control.detail.startswith(detail):
            found.append((part, control))
    for verb in verbs:
        for part, control in found:
            if control.verb == verb:
                return part
    return None


class AtTable(Scene):
    """Something that is done at one table, in a channel."""

    game: ClassVar[str] = "trogdor"

    def __init__(self, rooms: House) -> None:
        super().__init__(rooms)
        self.table = rooms.place(self.game, Place.CHANNEL)
        self.tables = [self.table]
        self.channels = [self.table.channel]
        self.onlooker = rooms.discord.world.person(f"onlooker of {self.table.channel.name}")

    async def prepare(self) -> None:
        """The table's game has begun."""
        await self.rooms.open(self.table)

    @property
    def board(self) -> FakeMessage:
        """Its newest board."""
        return self.rooms.boards(self.table)[-1][0]

    @property
    def acting(self) -> FakeUser:
        """Whose turn it is."""
        return self.rooms.acting_people(self.table)[0]

    @property
    def other(self) -> FakeUser:
        """The other one of two."""
        acting = self.acting
        return next(person for person in self.table.people if person is not acting)

    async def more(self, person: FakeUser) -> FakeMessage:
        """What is behind *More* for somebody."""
        return await self.opens(person, self.board, Verb.MORE)

    def has_changed(self) -> bool:
        """Whether anything was done at it since the last try."""
        before = self.table.before
        return before is not None and self.rooms.row(self.table).revision > before.revision

    def count(self, query: str) -> int:
        """How many rows there are of this table: what stands behind `SELECT count(*) FROM`."""
        ((number,),) = self.rooms.rows(f"SELECT count(*) FROM {query}", self.table.number)  # noqa: S608
        return int(number)
