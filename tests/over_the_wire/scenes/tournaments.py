"""Tournaments of three."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from bot.discord.keyboard import Verb
from bot.features.tournaments import page as cups
from tests.over_the_wire.scenes.base import UNOPENED, Scene, control_of
from tests.over_the_wire.tables import PLAYING, House, Place, Table
from tools.standin.interactions import Interaction
from tools.standin.world import FakeChannel, FakeMessage, FakeUser


class TournamentScene(Scene):
    """Something about a tournament of three."""

    THREADS: ClassVar[bool] = True

    def __init__(self, rooms: House) -> None:
        super().__init__(rooms)
        world = rooms.discord.world
        self.channel = world.channel(rooms.server, f"cup {len(world.channels)}")
        names = (f"{name} of {self.channel.name}" for name in ("ann", "ben", "cleo"))
        self.people = tuple(map(world.person, names))
        self.channels = [self.channel]

    def __str__(self) -> str:
        return f"{self.title} in {self.channel.name}"

    async def prepare(self) -> None:
        """People can sign up for it."""

    async def hold(self) -> Interaction:
        """It is called."""
        where = "threads" if self.THREADS else "here"
        return await self.command(
            self.people[0], self.channel, "tournament", game="thud", players=3, tables=where
        )

    async def call(self) -> None:
        """The same, until it is there."""

        async def once() -> None:
            await self.hold()

        await self.rooms.insist(once, lambda: bool(self.messages()) and bool(self.row()[2]), "no tournament")

    async def join(self, person: FakeUser) -> None:
        """Somebody signs up."""
        count = len(self.entrants())

        async def once() -> None:
            await self.press(person, self.messages()[-1], cups.CUP.path, detail="join")

        await self.rooms.insist(once, lambda: len(self.entrants()) > count, f"{self}: not signed up")

    async def begin(self) -> None:
        """All have signed up, and the first game can be played."""
        await self.call()
        for person in self.people[1:]:
            await self.join(person)
        assert await self.rooms.until(self.is_playable), f"{self}: {self.wrong()}"

    def is_playable(self) -> bool:
        """Whether all games that were opened have their boards; the message leads to them a little later."""
        self.follow()
        return bool(self.tables) and not any(map(self.rooms.wrong, self.tables))

    async def resigning(self) -> tuple[FakeUser, FakeMessage]:
        """Who gives up the newest game, and the question whether they mean it."""
        self.follow()
        table = self.tables[-1]
        board, person = self.rooms.boards(table)[-1][0], self.rooms.acting_people(table)[0]
        table.clicker = person
        return person, await self.opens(person, board, Verb.ASK, detail="resign")

    async def resign(self) -> None:
        """The newest game ends."""
        person, question = await self.resigning()
        table = self.tables[-1]
        await self.use(person, question, Verb.PLAY)
        await self.rooms.until(lambda: self.rooms.row(table).status == "over")

    # What is there

    def row(self) -> tuple[int, str, int | None]:
        """Its number, its status, and the message that shows it."""
        rows = self.rooms.rows(
            "SELECT id, status, message_id FROM tournaments WHERE channel_id = ?", self.channel.id
        )
        if len(rows) != 1:
            return 0, "", None
        number, status, message = rows[0]
        return number, status, message

    def entrants(self) -> list[str]:
        """Who has signed up."""
        rows = self.rooms.rows("SELECT name FROM entrants WHERE tournament_id = ?", self.row()[0])
        return [str(name) for (name,) in rows]

    def messages(self) -> list[FakeMessage]:
        """The messages that show it, oldest first."""
        there = self.discord.world.messages_in(self.channel)
        return [one for one in there if control_of(one, cups.CUP.path) is not None]

    def edited_messages(self) -> list[FakeMessage]:
        return self.messages()

    def podiums(self) -> list[FakeMessage]:
        """The messages that say who has won."""
        there = self.discord.world.messages_in(self.channel)
        return [one for one in there if "wins the" in one.text and not one.controls]

    def follow(self) -> None:
        """The tables that were opened by now are looked at, too."""
        rows = self.rooms.rows(
            "SELECT t.id, t.channel_id FROM pairings p JOIN tables t ON t.id = p.table_id"
            " WHERE p.tournament_id = ? ORDER BY t.id",
            self.row()[0],
        )
        known = {table.number: table for table in self.tables}
        for number, channel_id in rows:
            channel = self.discord.world.channels[channel_id]
            if number not in known:
                known[number] = Table("thud", Place.THREAD, self.people, channel, number)
                known[number].before = UNOPENED
                self.tables.append(known[number])
            known[number].channel = channel  # a thread, once it is opened
            if channel not in self.channels:
                self.channels.append(channel)

    def wrong(self) -> str:
        self.follow()
        return super().wrong()

    def wrong_besides(self) -> str:
        number, status, message_id = self.row()
        shown = self.messages()
        if not number:
            return "no tournament, or several"
        if len(shown) != 1 or shown[0].id != message_id:
            return f"shown {[one.id for one in shown]}, disk {message_id}"
        if status == "open":
            missing = [name for name in self.entrants() if name not in shown[0].text]
            return f"{missing} are not shown" if missing else ""
        if control_of(shown[0], cups.CUP.path, detail="join") is not None:
            return "it has begun, and can be signed up for"
        return self._wrong_threads() or self._wrong_text(shown[0].text, is_over=status == "over")

    def _wrong_threads(self) -> str:
        threads, used = self.threads(), [table.channel for table in self.tables]
        if any(thread not in used for thread in threads):
            return "a thread without a table"
        if self.THREADS and len(threads) != len(self.tables) and not self.loses_threads:
            return f"{len(threads)} threads for {len(self.tables)} tables"
        return ""

    def _wrong_text(self, text: str, *, is_over: bool) -> str:
        if not is_over:
            rows = [self.rooms.row(table) for table in self.tables]
            boards = [str(row.message) for row in rows if row.status == PLAYING]
            missing = [board for board in boards if board not in text]
            return f"no link to {missing}" if missing else ""
        if "wins the" not in text:
            return "who has won is not shown"
        return "" if len(self.podiums()) == 1 else f"told {len(self.podiums())} times who has won"

    def threads(self) -> list[FakeChannel]:
        """The threads of its channel."""
        return [one for one in self.discord.world.channels.values() if one.parent is self.channel]

    def calls(self) -> Counter[int]:
        return (
            Counter(user for one in self.podiums() for user in one.pings) if not self.THREADS else Counter()
        )


class CupCall(TournamentScene):
    """It is called."""

    title = "calling a tournament"
    edits = False
    follows = False

    async def act(self) -> Interaction | None:
        return await self.hold()

    def is_saved(self) -> bool:
        return bool(self.row()[0])

    async def goes_on(self) -> str:
        await self.join(self.people[1])
        await self.rooms.until(self.is_right)
        return self.wrong()


class CupJoin(TournamentScene):
    """The second one signs up."""

    title = "signing up"
    follows = False

    async def prepare(self) -> None:
        await self.call()

    async def act(self) -> Interaction | None:
        return await self.press(self.people[1], self.messages()[-1], cups.CUP.path, detail="join")

    def is_saved(self) -> bool:
        return len(self.entrants()) == 2

    async def goes_on(self) -> str:
        await self.join(self.people[2])
        await self.rooms.until(self.is_right)
        return self.wrong()


class CupBegin(TournamentScene):
    """The last one signs up, so that it begins."""

    title = "the last one signs up"

    async def prepare(self) -> None:
        await self.call()
        await self.join(self.people[1])

    async def act(self) -> Interaction | None:
        return await self.press(self.people[2], self.messages()[-1], cups.CUP.path, detail="join")

    def is_saved(self) -> bool:
        return self.row()[1] == "playing"


class CupBeginHere(CupBegin):
    """The same with its tables in one channel."""

    title = "the last one signs up, tables in the channel"
    THREADS = False


class CupRound(TournamentScene):
    """A game ends, and the next one begins."""

    title = "the next round"

    async def prepare(self) -> None:
        await self.begin()
        self.person, self.question = await self.resigning()

    async def act(self) -> Interaction | None:
        return await self.press(self.person, self.question, Verb.PLAY)

    def is_saved(self) -> bool:
        return self.rooms.row(self.tables[0]).status == "over"

    def wrong_besides(self) -> str:
        return "the next game is not opened" if len(self.tables) < 2 else super().wrong_besides()


class CupEnd(TournamentScene):
    """The last game ends."""

    title = "the end of a tournament"

    async def prepare(self) -> None:
        await self.begin()
        await self.resign()
        await self.rooms.until(lambda: self.is_playable() and len(self.tables) > 1)
        self.person, self.question = await self.resigning()

    async def act(self) -> Interaction | None:
        return await self.press(self.person, self.question, Verb.PLAY)

    def is_saved(self) -> bool:
        return self.rooms.row(self.tables[-1]).status == "over"

    def wrong_besides(self) -> str:
        return "it goes on" if self.row()[1] != "over" else super().wrong_besides()

    def wrong_calls(self) -> str:
        pings = Counter(user for one in self.podiums() for user in one.pings)
        return super().wrong_calls() or ("" if len(pings) == 1 else f"podium {dict(pings)}")
