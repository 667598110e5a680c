"""The base of scenes: an action that meets a trouble, and the checks afterwards.

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
    """A trouble during an action: `faults` are the requests that fail.

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
    """Whether a player who is looking is called a minute later; until then the table is still to be shown."""
    edits: ClassVar[bool] = True
    """Whether it edits or deletes public messages."""
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
        """How often Discord delivers an interaction."""
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
        """The problems of stored and shown data besides boards; empty if there are none."""
        return ""

    def edited_messages(self) -> list[FakeMessage]:
        """The public messages that it edits or deletes."""
        return [self.rooms.boards(table)[-1][0] for table in self.tables if table.number]

    def calls(self) -> Counter[int]:
        """Whom it calls besides those who are called by the boards."""
        return Counter()

    async def wrong_after_continuing(self) -> str:
        """The problems of continuing after the fault."""
        return ""

    def public_messages(self) -> list[FakeMessage]:
        """The public messages of its channels."""
        there = self.discord.world.messages.values()
        return [one for one in there if one.shown_to is None and one.channel in self.channels]

    # With a fault

    async def meet(self, trouble: Trouble) -> None:
        """Do it, so that it meets a trouble, until it is saved; a click that the bot has shed is made again.

        A trouble that must be ended is ended soon; refused actions are repeated.
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
        if self.faults:  # a shared plan is weighed before it is posted
            await self.rooms.until(lambda: self.has_met)

    async def _once(self, trouble: Trouble) -> None:
        self.end_faults()
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

    def end_faults(self) -> None:
        """End the faults."""
        for fault in self.faults:
            self.discord.rest.faults.remove(fault)
        self.faults = []

    async def is_answered(self) -> bool:
        """Whether the person was answered in some way."""
        return self.interaction is not None and self.interaction.answer is not None

    # Judged

    def is_right(self) -> bool:
        """Whether everything is kept and shown, and nothing is left to be shown."""
        return not self.wrong()

    def wrong(self) -> str:
        """All problems of stored and shown data, and what is yet to be shown."""
        result = []
        for table in self.tables:
            if not table.number:
                result.append("a table that was not opened")
                continue
            result.append(self.rooms.wrong(table))
            if self.rooms.row(table).waiting and not self.is_called_later:
                result.append("still to be shown")
        return ", ".join(filter(None, (*result, self.wrong_besides())))

    def wrong_calls(self) -> str:
        """The people who were mentioned too often, or not at all."""
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
        """Press a control; returns the private message: a new one, or the changed one."""
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
        """Press a control; returns the form that it opens."""
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
        """Press a control once."""
        part = control_of(message, *verbs, detail=detail)
        assert part is not None, f"{self}: no {verbs} on {message.text!r}"
        if part["type"] != BUTTON and not values:
            values = [part["options"][0]["value"]]
        given = part["custom_id"], part["type"], values
        return await self.discord.send_press(person, message, *given, self.copies)

    async def submit(self, interaction: Interaction, **values: str) -> Interaction:
        """Fill in the open form of a person."""
        return await self.discord.submit(interaction, values, copies=self.copies)

    async def command(
        self, person: FakeUser, channel: FakeChannel, path: str, **given: object
    ) -> Interaction:
        """Send a command."""
        return await self.discord.command(person, channel, path, copies=self.copies, **given)

    async def wait_for_answer(self, sent: Interaction) -> Interaction:
        """Wait until a command or form is answered, and return it."""
        assert await self.rooms.until(lambda: is_complete(sent)), f"{self} was not answered"
        return sent


def is_complete(used: Interaction) -> bool:
    """Whether an interaction was answered, and shows something or asks for something."""
    return used.form is not None or any(message.components for message in used.messages)


def control_of(message: FakeMessage, *verbs: str, detail: str = "") -> Json | None:
    """The first control of a message with the first of these verbs that it has; none if it has none."""
    result: list[tuple[Json, Control]] = []
    for part in message.controls:
        control = parse_control(part["custom_id"])
        if control is not None and control.detail.startswith(detail):
            result.append((part, control))
    for verb in verbs:
        for part, control in result:
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
        """A person's private menu behind *More*."""
        return await self.opens(person, self.board, Verb.MORE)

    def has_changed(self) -> bool:
        """Whether anything was done at it since the last try."""
        before = self.table.before
        return before is not None and self.rooms.row(self.table).revision > before.revision

    def count(self, query: str) -> int:
        """The number of rows of this table; `query` follows `SELECT count(*) FROM`."""
        ((number,),) = self.rooms.rows(f"SELECT count(*) FROM {query}", self.table.number)  # noqa: S608
        return int(number)
