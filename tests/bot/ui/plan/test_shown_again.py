"""Votes and plans whose messages Discord does not take, or takes without an answer: shown by themselves."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.bot.ui.plan.test_asking import asked, game
from tests.bot.ui.wire import POSTED, broken
from tests.bot.ui.world import World, labels, said

pytestmark = pytest.mark.usefixtures("known_cards")

SECOND = 1 / 3600
"""In hours."""


def closings(world: World) -> int:
    """How many messages say what came of a vote."""
    return len([one for one in world.channel.history() if "the vote is closed" in said(one)])


async def open_vote(world: World) -> ResponseMessage:
    """A vote that Cleo asks for, in which everybody else but Ben has voted."""
    await game(world)
    message = await asked(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    return message


async def test_what_came_of_a_vote_is_told_within_seconds_though_the_message_fails(world: World) -> None:
    message = await open_vote(world)
    await world.ben.click(message, label=labels(message)[0])
    with broken(POSTED, "before") as hit:
        await world.tick()
    assert hit
    await world.later(6 * SECOND)
    assert closings(world) == 1
