"""Tournaments whose messages Discord does not take, or takes without an answer: shown by themselves, once."""

from __future__ import annotations

from tests.bot.ui.tournament.test_tournament import begun, resigns, running
from tests.bot.ui.wire import CHANGED, POSTED, broken, refusal
from tests.bot.ui.world import World, said

SECOND = 1 / 3600
"""In hours."""


async def test_who_has_won_is_told_though_the_bot_may_not_write_for_a_while(world: World) -> None:
    await begun(world)
    await world.tick()
    (semi,) = await running(world)
    await resigns(world, semi, 0)
    await world.tick()
    (final,) = await running(world)
    await resigns(world, final, 0)
    with broken(f"{POSTED}|{CHANGED}", "before", times=100, failure=refusal(403, 50013)) as hit:
        await world.tick()
        await world.later(60 * SECOND)
    assert hit
    await world.later(16 * SECOND)
    told = [one for one in world.channel.history() if "wins the Thud tournament" in said(one)]
    assert len(told) == 2, "the message of the tournament, and one that calls who has won"
