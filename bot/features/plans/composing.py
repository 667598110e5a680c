"""*Plan*: a turn put together in one private message, by the controls of the game, on a ghost of the board.

Nothing of it is played before somebody says so. Where it stands is a row (`bot.session.plans`); a click that
belongs elsewhere shows where that is.
"""

from __future__ import annotations

from typing import Final

from bot.features.plans.page import composer, task_of
from bot.features.plans.service import Composing, Plans
from bot.ui.kit.handed import counted
from bot.ui.kit.keyboard import PLANNING, Verb
from bot.ui.kit.request import Request, Route
from bot.ui.play.deliver import deliver
from bot.ui.play.task import LONGEST, asked_first, meant, path_of


async def begin(request: Request) -> None:
    """What somebody has put together for this turn so far, in a message of its own."""
    now = await request.session.service(Plans).compose(request.click, (await request.table()).id)
    await request.show(await composer(request.words, now))


async def guide(request: Request) -> None:
    """The next question of a guided move."""
    _, path = meant(request, PLANNING)
    now = await _now(request)
    await request.redraw(await composer(request.words, now, path if _is_here(request, now) else ""))


async def look_first(request: Request) -> None:
    """What was picked from a list: shown before it is a step."""
    _, line = meant(request, PLANNING)
    now = await _now(request)
    if not _is_here(request, now):
        await request.redraw(await composer(request.words, now))
        return
    tried = task_of(request.words, now).action(line)
    await request.redraw(await composer(request.words, now, path_of(request), tried))


async def ask_first(request: Request) -> None:
    """The question before what a button does."""
    _, line = meant(request, PLANNING)
    now = await _now(request)
    if _is_here(request, now):
        await request.redraw(asked_first(task_of(request.words, now), line))
    else:
        await request.redraw(await composer(request.words, now))


async def add(request: Request) -> None:
    """One step more."""
    about, line = meant(request, PLANNING)
    table = await request.table(line)
    plans, turn = request.session.service(Plans), request.control.revision
    now = await plans.add(request.click, table.id, turn, counted(about), line[:LONGEST])
    await request.redraw(await composer(request.words, now))


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


async def _now(request: Request) -> Composing:
    return await request.session.service(Plans).compose(request.click, (await request.table()).id)


def _is_here(request: Request, now: Composing) -> bool:
    """Whether a control belongs to where a draft stands."""
    about = request.control.detail.partition(":")[0]
    here = request.control.revision == now.table.turn and about == str(len(now.way.actions))
    return here and not now.way.is_whole


CONTROLS: Final = {
    Verb.PLAN: Route(begin),
    Verb.PLAN_GO: Route(guide, private=True),
    Verb.PLAN_PICK: Route(guide, private=True),
    Verb.PLAN_TRY: Route(look_first, private=True),
    Verb.PLAN_ASK: Route(ask_first, private=True),
    Verb.PLAN_ADD: Route(add, private=True),
    Verb.PLAN_OFF: Route(take_off, private=True),
    Verb.PLAN_DO: Route(do, posts=True),
}
