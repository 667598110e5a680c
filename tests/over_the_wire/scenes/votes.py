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
        return [one for one in self.public_messages() if control_of(one, *VOTING) is not None]

    def outcomes(self) -> list[FakeMessage]:
        """The messages that say what came of it."""
        return [one for one in self.public_messages() if control_of(one, ballot.PLAY.path) is not None]

    def is_closed(self) -> bool:
        """Whether nobody votes any more."""
        return self.count("asks WHERE table_id = ? AND closed = 1") == 1

    def wrong_besides(self) -> str:
        kept, shown = self.count(ASKS), len(self.ballots())
        if not self.is_closed():
            if kept == 1 and not self.is_noted():
                return "a vote whose message nobody knows"
            return "" if kept == shown else f"{kept} votes, {shown} shown"
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

    async def goes_on(self) -> str:
        if not self.ballots():  # it could not be posted, and there is none: whoever wants one asks again
            await self.use(self.person, await self.more(self.person), ballot.CONSULT.path)
            await self.rooms.until(lambda: bool(self.ballots()), AGAIN)
        await self.use(self.voter, self.ballots()[0], *VOTING)
        await self.rooms.until(self.is_right)
        return self.wrong()


class Vote(VoteScene):
    """Somebody who looks on votes."""

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
    """The last one who is asked votes; so the vote is closed, and whoever has asked is called."""

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
    """What leads is played."""

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
