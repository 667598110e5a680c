"""What stands on boards and behind *More* leads where the same on old messages leads."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.bot.discord.test_forged import send_forged
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private, walk


def ids(message: ResponseMessage) -> list[str]:
    """The custom_ids of its buttons, in their order."""
    return [part["custom_id"] for part in walk(message.components) if "custom_id" in part]


async def test_help_stands_together_behind_more_before_what_is_typed(world: World) -> None:
    shown = await world.game("dE2-E10")
    found = ids(private(await world.ben.click(shown, label="More")))
    first = found.index("t1.2.hint.")
    assert found[first : first + 4] == ["t1.2.hint.", "t1.2.odds.", "t1.2.hangs.", "t1.2.type."]


async def test_in_the_deal_of_the_day_there_are_odds_and_no_hint(world: World) -> None:
    shown = private(await open_table(world.ann, world.channel, "thrag", daily=True))
    found = ids(private(await world.ann.click(shown, label="More")))
    assert [one for one in found if one.split(".")[2] in ("hint", "odds", "hangs")] == [
        "t1.0.odds.",
        "t1.0.hangs.",
    ]


@pytest.mark.usefixtures("newcomers")
async def test_the_answers_to_a_question_come_first(world: World) -> None:
    shown = await world.game()
    house = [one for one in ids(shown) if one.split(".")[2] in ("hints", "more", "plan", "type")]
    assert house == ["t1.1.hints.yes", "t1.1.hints.no", "t1.1.more."]


@pytest.mark.parametrize("answer", ["", "maybe"])
async def test_an_answer_that_nobody_was_offered_settles_nothing(world: World, answer: str) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        send_forged(world, world.ann, shown, {"custom_id": f"t1.1.hints.{answer}", "component_type": 2})
        await world.env.settle()
    assert (await world.table()).terms.hints_asked is None
