"""Buttons on boards and behind *More* work as they do on old messages."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.bot.discord.test_forged import send_forged
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, labels, private, walk


def ids(message: ResponseMessage) -> list[str]:
    """The custom_ids of its buttons, in their order."""
    return [part["custom_id"] for part in walk(message.components) if "custom_id" in part]


async def test_help_stands_together_behind_more_and_begins_with_the_danger(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", side=0, level="pip")
    custom_ids = ids(private(await world.ann.click(await world.shown_board(), label="More")))
    verbs = [one.split(".")[2] for one in custom_ids]
    first = verbs.index("hangs")
    assert verbs[first : first + 3] == ["hangs", "hint", "odds"]


async def test_where_hints_are_off_the_other_is_asked_and_none_is_offered(world: World) -> None:
    shown = await world.game("dE2-E10")
    more = private(await world.ben.click(shown, label="More"))
    assert "Hint" not in labels(more)
    await world.ben.click(more, label="Ask Ann to allow hints")
    asked = await world.shown_board()
    assert {"Allow hints", "No hints"} <= set(labels(asked))
    assert not any("hint" in one for one in labels(private(await world.ben.click(asked, label="More"))))


async def test_who_watches_is_offered_no_hint(world: World) -> None:
    shown = await world.game("dE2-E10")
    custom_ids = ids(private(await world.cleo.click(shown, label="More")))
    assert {one.split(".")[2] for one in custom_ids} & {"hint", "hints", "hangs", "odds"} == {"hangs", "odds"}


async def test_in_the_deal_of_the_day_there_are_odds_and_no_hint(world: World) -> None:
    shown = private(await open_table(world.ann, world.channel, "thrag", daily=True))
    custom_ids = ids(private(await world.ann.click(shown, label="More")))
    assert [one for one in custom_ids if one.split(".")[2] in ("hint", "odds", "hangs")] == [
        "t1.0.hangs.",
        "t1.0.odds.",
    ]


async def test_the_answers_to_a_question_come_first(world: World) -> None:
    shown = await world.game()
    refused = private(await world.ann.slash(world.channel, "hint"))
    await world.ann.click(refused, label="Ask Ben to allow hints")
    shown = await world.shown_board()
    house = [one for one in ids(shown) if one.split(".")[2] in ("hints", "more", "plan", "type")]
    assert house == ["t1.2.hints.yes", "t1.2.hints.no", "t1.2.more."]


@pytest.mark.parametrize("answer", ["", "maybe"])
async def test_an_answer_that_was_not_offered_settles_nothing(world: World, answer: str) -> None:
    shown = await world.game()
    async with world.assert_unchanged():
        send_forged(world, world.ann, shown, {"custom_id": f"t1.1.hints.{answer}", "component_type": 2})
        await world.env.settle()
    assert (await world.table()).terms.hints_asked is None
