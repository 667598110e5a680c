"""A loss by time, or an end by the others, is no resignation, wherever the game is described later."""

from __future__ import annotations

import pytest

from bot.games.catalogue import IN_ENGLISH
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import HOUR, open_timed
from tests.bot.ui.opening import review_button
from tests.bot.ui.table.test_out_of_reach import together
from tests.bot.ui.world import World, alt_of, board, message_text, private_text, says, text_of


def tells_time_loss(text: str, name: str) -> bool:
    """Whether a text tells that a player ran out of time, with markdown or without."""
    plain = IN_ENGLISH("thud.resigned.time", name=name).replace("**", "")
    return plain in text.replace("**", "") or says(text, "thud.review.resigned.time", loser=name)


async def log_of(world: World) -> str:
    """What the log says, without its breaks of lines and without markdown."""
    return " ".join(private_text(await world.ann.slash(world.channel, "table log", table="T1")).split())


async def texts_by_place(world: World) -> dict[str, str]:
    """The texts about a finished game, by place."""
    found = {"board": message_text(world.last("ran out of time"))}
    found["board again"] = text_of(
        board(await world.ann.slash(world.channel, "board", table="T1")).components
    )
    found["history"] = private_text(await world.ann.slash(world.channel, "history", table="T1"))
    found["card"] = alt_of(await review_button(world.ann, world.channel, "Card"))
    found["log"] = await log_of(world)
    return found


@pytest.mark.parametrize("forfeit", [True, False])
async def test_it_is_told_as_time_and_never_as_a_resignation(world: World, *, forfeit: bool) -> None:
    await open_timed(world, forfeit=forfeit)
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    await world.later(10)
    if not forfeit:
        asked = await world.ben.click(world.last("out of time\n"), label="End the game")
        assert asked.response is not None
        await world.ben.click(asked.response, label="End the game")
        await world.tick()
    for where, text in (await texts_by_place(world)).items():
        assert tells_time_loss(text, "Ann"), where
        assert "resigned" not in text, where


async def test_a_resignation_is_told_as_one(world: World) -> None:
    await world.game(QUIET[0])
    await world.move(world.ben, "resign")
    log = await log_of(world)
    assert "resigned" in log
    assert not tells_time_loss(log, "Ben")


async def test_who_leaves_a_game_together_by_time_is_told_so(world: World) -> None:
    await together(world, clock=10 * HOUR, forfeit=True)
    await world.later(10)
    log = await log_of(world)
    assert any(says(message_text(one), "trogdor.gone.time", name="Ben") for one in world.channel.history())
    assert IN_ENGLISH("trogdor.gone.time", name="Ben").replace("**", "") in log
