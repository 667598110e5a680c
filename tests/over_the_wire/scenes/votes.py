"""Decisions that are put to a vote."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.features.votes import ballot
from tests.over_the_wire.scenes.base import AtTable, control_of
from tests.over_the_wire.tables import AGAIN
from tools.standin.interactions import Interaction
from tools.standin.world import FakeMessage

ASKS: Final = "asks WHERE table_id = ?"
VOTES: Final = "ask_votes WHERE table_id = ?"
VOTING: Final = (ballot.VOTE.path, ballot.VOTE_LIST.path)


class VoteScene(AtTable):
    """Something about a decision that is put to a vote."""

    async def ask(self) -> FakeMessage:
        """The message of a vote."""
        self.person, self.voter = self.acting, self.other
        await self.use(self.person, await self.more(self.person), ballot.CONSULT.path)
        await self.rooms.until(lambda: bool(self.ballots()) and self.is_noted())
        return self.ballots()[0]

    def is_noted(self) -> bool:
        """Whether it is known which message shows the vote."""
        return self.count("asks WHERE table_id = ? AND message_id IS NOT NULL") == 1

    def ballots(self) -> list[FakeMessage]:
        """The messages on which people can vote."""
        return [message for message in self.public_messages() if control_of(message, *VOTING) is not None]

    def outcomes(self) -> list[FakeMessage]:
        """The messages that say what came of it."""
        return [
            message for message in self.public_messages() if control_of(message, ballot.PLAY.path) is not None
        ]

    def is_closed(self) -> bool:
        """Whether the vote is closed."""
        return self.count("asks WHERE table_id = ? AND closed = 1") == 1

    def wrong_besides(self) -> str:
        count, shown = self.count(ASKS), len(self.ballots())
        if not self.is_closed():
            if count == 1 and not self.is_noted():
                return "a vote with an unknown message"
            return "" if count == shown else f"{count} votes, {shown} shown"
        if shown:
            return "a vote that is closed, and can be voted in"
        outcomes = len(self.outcomes())
        return "" if outcomes == 1 else f"{outcomes} messages say what came of it"


class StartVote(VoteScene):
    """A decision is put to a vote."""

    title = "asking for a vote"
    edits = False
    follows = False

    async def prepare(self) -> None:
        await super().prepare()
        self.person, self.voter = self.acting, self.other
        self.message = await self.more(self.person)

    async def act(self) -> Interaction | None:
        return await self.press(self.person, self.message, ballot.CONSULT.path)

    def is_saved(self) -> bool:
        return self.count(ASKS) == 1

    def calls(self) -> Counter[int]:
        """Who sits there is asked once."""
        return Counter({self.voter.id: 1}) if self.ballots() else Counter()

    async def wrong_after_continuing(self) -> str:
        if not self.ballots():  # it could not be posted, so there is none: start it again
            await self.use(self.person, await self.more(self.person), ballot.CONSULT.path)
            await self.rooms.until(lambda: bool(self.ballots()), AGAIN)
        await self.use(self.voter, self.ballots()[0], *VOTING)
        await self.rooms.until(self.is_right)
        return self.wrong()


class Vote(VoteScene):
    """A spectator votes."""

    title = "a vote"
    follows = False

    async def prepare(self) -> None:
        await super().prepare()
        self.message = await self.ask()

    async def act(self) -> Interaction | None:
        return await self.press(self.onlooker, self.message, *VOTING)

    def is_saved(self) -> bool:
        return self.count(VOTES) == 1

    def edited_messages(self) -> list[FakeMessage]:
        return self.ballots()

    def wrong_besides(self) -> str:
        shown = self.ballots()
        if len(shown) == 1 and "**0** + 1 watching" not in shown[0].text:
            return f"a vote that is not shown in {shown[0].text!r}"
        return super().wrong_besides()


class LastVote(VoteScene):
    """The last awaited player votes, which closes the vote and calls the asker."""

    title = "the last vote"

    async def prepare(self) -> None:
        await super().prepare()
        self.message = await self.ask()

    async def act(self) -> Interaction | None:
        return await self.press(self.voter, self.message, *VOTING)

    def is_saved(self) -> bool:
        return self.is_closed()

    def edited_messages(self) -> list[FakeMessage]:
        return self.ballots()

    def calls(self) -> Counter[int]:
        return Counter({self.person.id: 1})


class VoteDo(VoteScene):
    """Play the leading option."""

    title = "playing what leads"

    async def prepare(self) -> None:
        await super().prepare()
        ballot = await self.ask()
        await self.use(self.voter, ballot, *VOTING)
        await self.rooms.until(lambda: bool(self.outcomes()))
        self.message = self.outcomes()[0]

    async def act(self) -> Interaction | None:
        self.table.clicker = self.person
        return await self.press(self.person, self.message, ballot.PLAY.path)

    def is_saved(self) -> bool:
        return self.has_changed()

    def wrong_besides(self) -> str:
        if self.outcomes():
            return "what is decided is still offered"
        return ""
