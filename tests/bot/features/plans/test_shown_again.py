"""Votes and plans whose messages Discord does not take, or takes without an answer: shown by themselves."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.features.plans.storage import PlanStorage
from bot.features.votes.storage import VoteStorage
from bot.games.catalogue import IN_ENGLISH
from bot.ui.alarms.messenger import parts_of
from tests.bot.features.plans.planning import TURN, compose_plan, share_plan
from tests.bot.features.votes.test_ballot import dora, game, start_vote
from tests.bot.ui.wire import CALLBACK, CHANGED, FOLLOWUP, POSTED, Fault, cut_requests, refusal
from tests.bot.ui.world import World, labels, message_text, private, text_of

pytestmark = pytest.mark.usefixtures("known_cards")

SECOND = 1 / 3600
"""In hours."""


def closings(world: World) -> int:
    """How many messages say what came of a vote."""
    return len([one for one in world.channel.history() if "the vote is closed" in message_text(one)])


async def open_vote(world: World) -> ResponseMessage:
    """A vote that Cleo asks for, in which everybody else but Ben has voted."""
    await game(world)
    message = await start_vote(world, world.cleo)
    await world.ann.click(message, label=labels(message)[0])
    return message


async def test_what_came_of_a_vote_is_told_within_seconds_though_the_message_fails(world: World) -> None:
    message = await open_vote(world)
    await world.ben.click(message, label=labels(message)[0])
    with cut_requests(POSTED, "before") as hit:
        await world.tick()
    assert hit
    await world.later(6 * SECOND)
    assert closings(world) == 1


def ballots(world: World) -> list[str]:
    """What the messages say on which people can vote."""
    return [
        message_text(one)
        for one in world.channel.history()
        if "asks: what do you think?" in message_text(one)
    ]


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_vote_whose_message_fails_is_posted_once(
    world: World, fault: Fault, *, is_killed: bool
) -> None:
    await game(world)
    mine = private(await world.cleo.click(await world.shown_board(), label="More"))
    with cut_requests(CALLBACK, fault) as hit:
        await world.cleo.click(mine, label="What do you think?")
    assert hit
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert len(ballots(world)) == 1
    ask = await VoteStorage(world.session.context.store).of_table(1)
    assert ask is not None
    assert ask.message is not None
    assert ask.message.message_id == world.last(IN_ENGLISH("ask.title", name="Cleo")).id


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_vote_that_was_counted_and_not_shown_is_shown_by_itself(
    world: World, *, is_killed: bool
) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    with cut_requests(CALLBACK, "before"):
        await world.ann.click(message, label=labels(message)[0])
    assert "**1**" not in text_of(message.components)
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert "**1**" in ballots(world)[0]
    with cut_requests(CHANGED, "before") as hit:  # it is known to be shown, and not drawn again
        await world.later(11 * SECOND)
    assert not hit


async def test_who_votes_the_same_again_sees_it_where_it_was_not_shown(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    with cut_requests(CALLBACK, "before"):
        await world.ann.click(message, label=labels(message)[0])
    await world.ann.click(message, label=labels(message)[0])
    assert "**1**" in ballots(world)[0]


async def test_a_vote_whose_message_was_deleted_is_posted_anew_with_the_next_vote(world: World) -> None:
    await game(world)
    message = await start_vote(world, world.cleo)
    with cut_requests(CALLBACK, "before", failure=refusal(404, 10008)):
        await world.ann.click(message, label=labels(message)[0])
        await (await world.last("asks: what").channel.fetch_message(message.id)).delete()
    await world.later(11 * SECOND)
    assert ["**1**" in one for one in ballots(world)] == [True]


@pytest.mark.parametrize("is_killed", [False, True])
async def test_the_message_that_offers_what_leads_goes_though_the_board_fails(
    world: World, *, is_killed: bool
) -> None:
    message = await open_vote(world)
    labels_before = labels(message)
    await world.ben.click(message, label=labels_before[0])
    await world.tick()
    with cut_requests(f"{CALLBACK}|{FOLLOWUP}|{CHANGED}|{POSTED}", "before", times=100) as hit:
        await world.cleo.click(world.last("the vote is closed"), label=f"Do it: {labels_before[0]}")
    assert hit
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert closings(world) == 0


# Plans


def like_labels(world: World) -> list[str]:
    """What stands on the buttons to like one."""
    return [label for label in labels_shown(world) if label.startswith("I like it")]


def labels_shown(world: World) -> list[str]:
    """What stands on all buttons of the channel."""
    parts = (part for one in world.channel.history() for part in parts_of(one.components))
    return [part.label for part in parts if getattr(part, "label", None)]


@pytest.mark.parametrize("pattern", [CALLBACK, FOLLOWUP])
@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_plan_whose_message_fails_is_posted_once(
    world: World, pattern: str, fault: Fault, *, is_killed: bool
) -> None:
    await game(world)
    message = await compose_plan(world, world.cleo, TURN[0])
    form = await world.cleo.click(message, label="Share…")
    with cut_requests(pattern, fault) as hit:
        await world.cleo.submit_modal(form, {"name": "a way"})
    assert hit
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert like_labels(world) == [IN_ENGLISH("button.plan.like")]


async def test_a_plan_that_discord_refuses_is_none(world: World) -> None:
    await game(world)
    message = await compose_plan(world, world.cleo, TURN[0])
    form = await world.cleo.click(message, label="Share…")
    with cut_requests(FOLLOWUP, "before", failure=refusal(403)):
        await world.cleo.submit_modal(form, {"name": "a way"})
    await world.later(11 * SECOND)
    assert like_labels(world) == []
    assert await PlanStorage(world.session.context.store).of_table(1) == ()


@pytest.mark.parametrize("is_killed", [False, True])
async def test_who_likes_a_plan_is_shown_by_itself(world: World, *, is_killed: bool) -> None:
    await game(world)
    message = await share_plan(world, world.cleo, TURN[0])
    with cut_requests(CALLBACK, "before"):
        await world.ann.click(message, label="I like it")
    assert like_labels(world) == [IN_ENGLISH("button.plan.like")]
    if is_killed:
        await world.kill()
    await world.later(11 * SECOND)
    assert like_labels(world) == [IN_ENGLISH("button.plan.like.count", count=1)]
    with cut_requests(CHANGED, "before") as hit:  # it is known to be shown, and not drawn again
        await world.later(11 * SECOND)
    assert not hit


async def test_who_likes_a_plan_and_does_not_see_it_does_not_take_it_back_by_a_second_click(
    world: World,
) -> None:
    await game(world)
    message = await share_plan(world, world.cleo, TURN[0])
    with cut_requests(CALLBACK, "before"):
        await world.ann.click(message, label="I like it")
    await world.ann.click(message, label="I like it")
    assert like_labels(world) == [IN_ENGLISH("button.plan.like.count", count=1)]
    await dora(world).click(message, label="I like it · 1")
    await world.ann.click(message, label="I like it · 1 + 1 watching")
    (left,) = like_labels(world)
    assert "1 watching" in left
