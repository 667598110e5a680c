"""One table of each game through all that can happen between its moves, and a bot that dies all the time.

The clock is moved, and after every single step the bot is killed: another process takes over the file.
Nothing may be said twice by it, and nothing be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.features.people.service import PersonalSettings
from bot.kernel.tables.seats import acting_for
from bot.store import HOUSE, Status, Table
from engine.rng import SeededRng
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import Posted, World, board, labels, message_text

HOURS = 10
"""What each has for a move."""


def is_silent(posted: list[Posted]) -> bool:
    """Whether nothing new was said; boards may change in place."""
    return not any(message.new for message in posted)


@dataclass
class Days:
    """A table over many days, played by commands and clicks alone."""

    world: World
    game: str
    number: int = 1

    async def restart_silently(self) -> None:
        """The bot is killed; the one that follows has nothing to say that was said before."""
        await self.world.kill()
        assert is_silent(await self.world.tick())

    async def table(self) -> Table:
        return await self.world.table(self.number)

    async def substitutes(self) -> set[int | None]:
        return {player.substitute for player in (await self.table()).players}

    async def awaited_actor(self) -> MemberActor:
        """Who must act."""
        table = await self.table()
        shown = self.world.session.tables.show(table)
        (seat,) = shown.entry.game.to_act(shown.state)
        user = acting_for(table.players[seat])
        people = (self.world.ann, self.world.ben, self.world.cleo)
        return next(person for person in people if person.id == user)

    async def play_awaited(self) -> InteractionResult:
        """Play a sensible action for the player on turn."""
        shown = self.world.session.tables.show(await self.table())
        (seat,) = shown.entry.game.to_act(shown.state)
        view, actions = shown.entry.game.view(shown.state, seat), shown.entry.game.legal(shown.state, seat)
        line = str(shown.entry.game.stand_in_action(view, actions, SeededRng(shown.table.head)))
        person = await self.awaited_actor()
        return await person.slash(self.world.channel, "move", move=line, table=f"T{self.number}")

    async def act_as(self, person: MemberActor) -> None:
        """Act as the player with a stand-in, before the stand-in does."""
        shown = self.world.session.tables.show(await self.table())
        (seat,) = shown.entry.game.to_act(shown.state)
        assert shown.table.players[seat].user_id == person.id
        view, actions = shown.entry.game.view(shown.state, seat), shown.entry.game.legal(shown.state, seat)
        line = str(shown.entry.game.stand_in_action(view, actions, SeededRng(shown.table.head)))
        await person.slash(self.world.channel, "move", move=line, table=f"T{self.number}")

    async def turn_passes(self) -> None:
        """Play for the player on turn until the turn passes."""
        before = (await self.table()).turn
        for _ in range(60):
            await self.play_awaited()
            if (await self.table()).turn != before:
                return
        pytest.fail("the turn does not end")


async def open_days(world: World, game: str) -> Days:
    """A table with a clock, its game begun."""
    known = {"track_coins": "yes"} if game == "thrag" else {}  # what has to be kept in mind cannot fork
    result = await open_table(world.ann, world.channel, game, clock=HOURS, **known)
    shown = board(result)
    world.let_presence_expire()
    if game != "thrag":
        await world.ben.click(shown, label="Join")
    world.let_presence_expire()
    if game == "trogdor":
        await world.ann.click(await world.shown_board(), label="Start")
    days = Days(world, game)
    assert (await days.table()).status is Status.PLAYING
    await world.tick()  # changes without a message are on the disk
    return days


def new_message(posted: list[Posted], text: str) -> Posted:
    """The one message that says this; nothing else may have been said."""
    (one,) = [message for message in posted if message.new]
    assert text in one.text
    return one


@dataclass
class Roles:
    """The absent player, the other one, and the one who chooses how the game goes on."""

    absent: MemberActor
    other: MemberActor
    chooser: MemberActor


async def assign_roles(days: Days) -> Roles:
    absent = await days.awaited_actor()
    other = days.world.ann if absent is days.world.ben else days.world.ben
    return Roles(absent, other, absent if days.game == "thrag" else other)


async def reminded_once(days: Days, roles: Roles) -> None:
    world = days.world
    assert is_silent(await world.later(7.9))
    await days.restart_silently()
    reminder = new_message(await world.later(0.1), "it's your turn in")
    assert reminder.pings == {roles.absent.id}
    await days.restart_silently()


async def put_off_by_an_hour(days: Days, roles: Roles) -> None:
    world = days.world
    await roles.absent.click(world.last("it's your turn in"), label="In 1 hour")
    await days.restart_silently()
    assert is_silent(await world.later(0.9))
    assert new_message(await world.later(0.1), "as you asked").pings == {roles.absent.id}
    await days.restart_silently()


async def away_for_four_days(days: Days, roles: Roles) -> None:
    """The clock stands still without calls; once they are back, they are called."""
    world, absent = days.world, roles.absent
    await world.session.service(PersonalSettings).set_vacation(absent.id, 5, None)
    await days.restart_silently()
    assert is_silent(await world.later(100))
    await days.restart_silently()
    await world.session.service(PersonalSettings).set_vacation(absent.id, 0, None)
    posted = await world.tick()
    await days.restart_silently()
    assert [one.pings for one in posted if one.new] == [{absent.id}]


async def out_of_time(days: Days, roles: Roles) -> None:
    """An hour was left."""
    world = days.world
    assert is_silent(await world.later(0.9))
    alone = days.game == "thrag"  # there is no other player to tell
    notice = new_message(await world.later(0.1), "your time is up" if alone else "is out of time")
    assert notice.pings == {roles.chooser.id}
    await days.restart_silently()
    assert is_silent(await world.later(50))


async def played_for_by_the_house(days: Days, roles: Roles) -> None:
    world = days.world
    notice = "your time is up" if days.game == "thrag" else "out of time\n"
    await roles.chooser.click(world.last(notice), label="Taproom plays")
    await world.kill()
    new_message(await world.later(0.01), "Taproom played for")
    await days.restart_silently()
    assert (await world.log())[-1].user_id is None
    alone = days.game == "thrag"  # there the house takes one turn; elsewhere it plays until they are back
    assert await days.substitutes() == ({None} if alone else {None, HOUSE})


async def back_again(days: Days, roles: Roles) -> None:
    """At their next turn, before the house plays it, they do something themselves."""
    if days.game != "thrag":
        await days.turn_passes()
        await days.restart_silently()
    await days.act_as(roles.absent)
    await days.restart_silently()
    assert await days.substitutes() == {None}


async def taken_back_by_consent(days: Days, roles: Roles) -> None:
    world = days.world
    await days.turn_passes()
    await days.restart_silently()
    before = await days.table()
    asked = await roles.absent.slash(world.channel, "undo", to=1)
    await days.restart_silently()
    assert (await days.table()).revision == before.revision
    assert asked.response is not None
    (sure, _) = labels(asked.response)
    await roles.absent.click(asked.response, label=sure)
    await days.restart_silently()
    if days.game != "thrag":
        assert (await days.table()).revision == before.revision
        await roles.other.click(world.last("wants to undo this"), label="Accept")
    await days.restart_silently()
    assert (await world.log())[-1].action == "!undo 1"
    assert (await days.table()).state != before.state
    assert message_text(world.last("undid"))


async def gone_on_elsewhere(days: Days) -> None:
    """A fork at move 1, started by the same people; the first table does not change."""
    world, before = days.world, await days.table()
    await world.ann.slash(world.channel, "table fork", table="T1", move=1)
    await days.restart_silently()
    if days.game != "thrag":
        await world.ben.click(world.last("T2"), label="Join")
        await days.restart_silently()
    if days.game == "trogdor":
        await world.ann.click(world.last("T2"), label="Start")
        await days.restart_silently()
    fork = Days(world, days.game, 2)
    table = await fork.table()
    assert (table.journey.parent, table.status) == ((1, 1), Status.PLAYING)
    await fork.play_awaited()
    await fork.restart_silently()
    assert (await fork.table()).plies == 2
    assert (await days.table()).revision == before.revision


@pytest.mark.parametrize(
    "game", ["thud", *(pytest.param(game, marks=pytest.mark.slow) for game in ("trogdor", "thrag", "ploc"))]
)
async def test_a_table_goes_through_everything_and_the_bot_dies_after_each_step(
    world: World, game: str
) -> None:
    days = await open_days(world, game)
    await days.restart_silently()
    await days.turn_passes()
    await days.restart_silently()
    roles = await assign_roles(days)
    for step in (
        reminded_once,
        put_off_by_an_hour,
        away_for_four_days,
        out_of_time,
        played_for_by_the_house,
        back_again,
        taken_back_by_consent,
    ):
        await step(days, roles)
    await gone_on_elsewhere(days)
