"""Putting plans together by what stands under a ghost, as somebody would."""

from __future__ import annotations

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.features.plans import page as plans
from tests.bot.discord.test_limits import check
from tests.bot.ui.clicking import controls
from tests.bot.ui.world import World, labels, private

TURN = ("play stump-and-rock", "burn", "step e", "chomp", "finish")
"""Cleo's turn after `dragon.TO_CLEO`, all of it: only its last step is up to chance."""

_STEPS = (plans.VERBS.play, plans.VERBS.ask, plans.VERBS.go)


async def open_draft(world: World, actor: MemberActor) -> ResponseMessage:
    """What somebody is putting together, in a message of its own."""
    return private(await actor.click(await world.shown_board(), label="Plan"))


async def use(actor: MemberActor, message: ResponseMessage, line: str) -> str:
    """Take a step by the button that stands for it; returns what it did."""
    for control, custom_id, values in controls(message):
        rest = control.detail.partition(":")[2]
        if not values and control.verb in _STEPS and rest == line:
            await actor.click(message, custom_id=custom_id)
            return control.verb
    raise AssertionError(f"nothing stands for {line!r} among {labels(message)}")


async def compose_plan(world: World, actor: MemberActor, *lines: str) -> ResponseMessage:
    """A plan of these steps, put together."""
    message = await open_draft(world, actor)
    for line in lines:
        if await use(actor, message, line) == plans.VERBS.ask:
            await use(actor, message, line)
        check(message.components)
    return message


async def share_plan(world: World, actor: MemberActor, *lines: str, name: str = "") -> ResponseMessage:
    """A plan of these steps, for all."""
    message = await compose_plan(world, actor, *lines)
    form = await actor.click(message, label="Share…")
    return posted_message(await actor.submit_modal(form, {"name": name}))


def posted_message(result: InteractionResult) -> ResponseMessage:
    """The public message that a form led to."""
    answers = [result.response, *result.followups]
    (found,) = (one for one in answers if one is not None and not one.ephemeral)
    return found
