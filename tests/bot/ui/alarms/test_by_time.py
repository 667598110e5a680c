"""Who has lost by time, or was ended by the others, has not resigned: wherever the game is told later."""

from __future__ import annotations

import pytest

from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import HOUR, timed
from tests.bot.ui.opening import beside
from tests.bot.ui.table.test_out_of_reach import together
from tests.bot.ui.world import World, board, said, text_of, told


async def everywhere(world: World) -> dict[str, str]:
    """What is told of a game that is over, by where."""
    found = {"board": said(world.last("ran out of time"))}
    found["board again"] = text_of(
        board(await world.ann.slash(world.channel, "board", table="T1")).components
    )
    found["history"] = told(await world.ann.slash(world.channel, "history", table="T1"))
    found["card"] = text_of((await beside(world.ann, world.channel, "Card")).components)
    found["log"] = told(await world.ann.slash(world.channel, "table log", table="T1"))
    return found


@pytest.mark.parametrize("forfeit", [True, False])
async def test_it_is_told_as_time_and_never_as_a_resignation(world: World, *, forfeit: bool) -> None:
    await timed(world, forfeit=forfeit)
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    await world.later(10)
    if not forfeit:
        asked = await world.ben.click(world.last("out of time\n"), label="End the game")
        assert asked.response is not None
        await world.ben.click(asked.response, label="End the game")
        await world.tick()
    for where, text in (await everywhere(world)).items():
        assert "ran out of time" in text, where
        assert "resigned" not in text, where


async def test_a_resignation_is_told_as_one(world: World) -> None:
    await world.game(QUIET[0])
    await world.move(world.ben, "resign")
    log = told(await world.ann.slash(world.channel, "table log", table="T1"))
    assert "resigned" in log
    assert "ran out of time" not in log


async def test_who_leaves_a_game_together_by_time_is_told_so(world: World) -> None:
    await together(world, clock=10 * HOUR, forfeit=True)
    await world.later(10)
    log = told(await world.ann.slash(world.channel, "table log", table="T1"))
    assert "is out of time and leaves" in said(world.last("is out of time"))
    assert "is out of time and leaves" in log
