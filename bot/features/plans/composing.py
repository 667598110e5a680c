"""*Plan*: a turn put together in one private message, by the controls of the game, on a ghost of the board.

Nothing of it is played before somebody says so. Where it stands is a row (`Plans`); a click that
belongs elsewhere shows where that is.
"""

from __future__ import annotations

from typing import Final

from bot.features.plans.page import composer, step_of
from bot.features.plans.service import Plans
from bot.ui.kit.frame import Message
from bot.ui.kit.handed import counted
from bot.ui.kit.keyboard import PLANNING, Verb
from bot.ui.kit.request import Request, Route
from bot.ui.play.deliver import deliver
from bot.ui.play.picker import Picker, Step


async def begin(request: Request) -> None:
    """What somebody has put together for this turn so far, in a message of its own."""
    now = await request.session.service(Plans).compose(request.click, (await request.table()).id)
    await request.show(await composer(request.words, now))


async def _find(request: Request, about: str) -> Step | Message:
    now = await request.session.service(Plans).compose(request.click, (await request.table()).id)
    is_here = request.control.revision == now.table.turn and about == str(len(now.way.actions))
    if now.way.is_whole or not is_here:
        return await composer(request.words, now)
    return await step_of(request.words, now)


async def _add(request: Request, about: str, line: str) -> Message:
    """One step more."""
    table = await request.table(line)
    plans, turn = request.session.service(Plans), request.control.revision
    return await composer(request.words, await plans.add(request.click, table.id, turn, counted(about), line))


async def take_off(request: Request) -> None:
    """The last step less."""
    table = await request.table()
    steps = counted(request.control.detail)
    plans, turn = request.session.service(Plans), request.control.revision
    await request.redraw(
        await composer(request.words, await plans.take_off(request.click, table.id, turn, steps))
    )


async def do(request: Request) -> None:
    """Play a plan, or what somebody has put together: all steps, and one board at the end."""
    control = request.control
    number = counted(control.detail)
    shown = await request.session.service(Plans).do(
        request.click, control.table, control.revision, number, request.trace
    )
    await deliver(request, shown)


CONTROLS: Final = {
    **Picker(PLANNING, _find, _add).controls(),
    Verb.PLAN: Route(begin),
    Verb.PLAN_OFF: Route(take_off, private=True),
    Verb.PLAN_DO: Route(do, posts=True),
}
