"""Answers that are prepared, and played by themselves."""

from __future__ import annotations

from collections import Counter

from bot.discord.keyboard import Verb
from tests.over_the_wire.scenes.base import AtTable, control_of
from tools.standin.interactions import Interaction
from tools.standin.world import FakeMessage


class PreparedScene(AtTable):
    """Something about an answer that is prepared."""

    game = "thud"

    async def begin(self) -> FakeMessage:
        """The private message in which an answer to one line of the other one is entered."""
        self.person, self.mover = self.other, self.acting
        opened = await self.opens(self.person, await self.more(self.person), Verb.PREPARED)
        message = await self.opens(self.person, opened, Verb.AHEAD_GO)
        return await self.pick(message)

    async def pick(self, message: FakeMessage) -> FakeMessage:
        """The same once a line is picked; the list of answers is not there before an answer is entered."""
        message = await self.look(message)
        part = control_of(message, Verb.AHEAD_PLAY)
        assert part is not None
        self.foreseen = part["custom_id"].rpartition(":")[2]
        return await self.opens(self.person, message, Verb.AHEAD_PLAY)

    async def look(self, message: FakeMessage) -> FakeMessage:
        """The same with a line that is shown before it is taken."""
        for _ in range(6):
            if control_of(message, Verb.AHEAD_TRY) is not None:
                break
            message = await self.opens(self.person, message, Verb.AHEAD_PICK, Verb.AHEAD_GO)
        assert control_of(message, Verb.AHEAD_TRY) is not None, message.text
        return await self.opens(self.person, message, Verb.AHEAD_TRY)

    def count_answers(self) -> int:
        """How many answers are kept."""
        return self.count("prepared WHERE table_id = ? AND answer <> ''")


class Prepare(PreparedScene):
    """An answer is entered."""

    title = "preparing an answer"
    edits = False
    follows = False

    async def prepare(self) -> None:
        await super().prepare()
        self.message = await self.look(await self.begin())

    async def act(self) -> Interaction | None:
        return await self.press(self.person, self.message, Verb.AHEAD_PLAY)

    def is_saved(self) -> bool:
        return self.count_answers() == 1

    async def goes_on(self) -> str:
        listed = await self.opens(self.person, await self.more(self.person), Verb.PREPARED)
        options = [part for part in listed.controls if part.get("options")]
        if self.count_answers() != 1 or len(options) != 1 or len(options[0]["options"]) != 1:
            return f"{self.count_answers()} answers, shown as {listed.text!r}"
        return ""


class PlayPrepared(PreparedScene):
    """The other one plays what was foreseen, by a command; the answer is played."""

    title = "a prepared answer is played"
    is_called_later = True

    async def prepare(self) -> None:
        await super().prepare()
        message = await self.look(await self.begin())
        await self.use(self.person, message, Verb.AHEAD_PLAY)
        assert self.count_answers() == 1

    async def act(self) -> Interaction | None:
        self.table.clicker = self.mover
        return await self.command(self.mover, self.table.channel, "move", move=self.foreseen)

    def is_saved(self) -> bool:
        return self.has_changed()

    def wrong_besides(self) -> str:
        lines = self.count("lines WHERE table_id = ?")
        if lines != 2 or self.count_answers():
            return f"{lines} lines, {self.count_answers()} answers left"
        return ""

    def wrong_calls(self) -> str:
        """Nobody need be called for what was answered; who has moved may have stopped looking."""
        pings = self.rooms.pings(self.table) - self.table.pings
        return "" if pings <= Counter({self.mover.id: 1}) else f"pings {dict(pings)}"
