"""Composing plans by the controls under a ghost board, as a user would."""

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
    """The user's draft, in a message of its own."""
    return private(await actor.click(await world.shown_board(), label="Plan"))


async def use(actor: MemberActor, message: ResponseMessage, line: str) -> None:
    """Take a step by the button that stands for it."""
    for control, custom_id, values in controls(message):
        rest = control.detail.partition(":")[2]
        if not values and control.verb in _STEPS and rest == line:
            await actor.click(message, custom_id=custom_id)
            return
    raise AssertionError(f"nothing stands for {line!r} among {labels(message)}")


async def compose_plan(world: World, actor: MemberActor, *lines: str) -> ResponseMessage:
    """The private message of a draft with these steps."""
    message = await open_draft(world, actor)
    for line in lines:
        await use(actor, message, line)
        check(message.components)
    return message


async def share_plan(world: World, actor: MemberActor, *lines: str, name: str = "") -> ResponseMessage:
    """The public message of a plan with these steps."""
    message = await compose_plan(world, actor, *lines)
    form = await actor.click(message, label="Share…")
    return posted_message(await actor.submit_modal(form, {"name": name}))


def posted_message(result: InteractionResult) -> ResponseMessage:
    """The public message that a form led to."""
    answers = [result.response, *result.followups]
    (found,) = (answer for answer in answers if answer is not None and not answer.ephemeral)
    return found
