"""Plans that are shared: one message each, which everybody can like or change, and whoever acts plays."""

from __future__ import annotations

from typing import Final

import discord

from bot.session.plans import NAME
from bot.store import Board
from bot.ui.alarms.speak import parts_of
from bot.ui.kit.forms import form, typed
from bot.ui.kit.frame import words_at
from bot.ui.kit.keyboard import Control, Verb
from bot.ui.kit.limits import SHARING
from bot.ui.kit.request import Request, Route
from bot.ui.plan.composing import counted
from bot.ui.plan.page import composer, posted, shared
from bot.ui.play.deliver import close_private


async def ask_for_name(request: Request) -> None:
    """The form in which a plan is named before it is shared."""
    words, control = request.words, request.control
    field = typed("name", words("plan.form.name"), example=words("plan.form.example"), longest=NAME)
    about = Control(control.table, control.revision, Verb.PLAN_SHARED)
    await request.open(form(words("plan.form"), about, field))


async def share(request: Request) -> None:
    """Post what somebody has put together, once the best mind has looked at it."""
    table = await request.table()
    plans, turn = request.session.plans, request.control.revision
    name = next(iter(request.entered.get("name", ())), "")
    plan = await plans.share(request.click, table.id, turn, name)
    await request.answer.defer()  # by the private message, which goes then
    plan = await plans.weighed(plan)
    sent = await request.post(await posted(words_at(table), plan))
    await plans.posted(plan, Board(request.click.channel_id, sent))
    await close_private(request, table)


async def like(request: Request) -> None:
    """Somebody likes a plan, or no longer does."""
    table = await request.table()
    plans, turn = request.session.plans, request.control.revision
    liked = await plans.like(request.click, table.id, turn, counted(request.control.detail))
    await request.change(shared(words_at(table), liked, has_picture=_has_picture(request.clicked)).layout)


def _has_picture(message: discord.Message) -> bool:
    """Whether a message shows a picture; one whose picture could not be drawn has none."""
    return any(isinstance(part, discord.MediaGalleryComponent) for part in parts_of(message.components))


async def change(request: Request) -> None:
    """The steps of a plan, in a private message, to go on with."""
    table = await request.table()
    plans, turn = request.session.plans, request.control.revision
    now = await plans.change(request.click, table.id, turn, counted(request.control.detail))
    await request.show(await composer(request.words, now))


CONTROLS: Final = {
    Verb.PLAN_SHARE: Route(ask_for_name, private=True),
    Verb.PLAN_SHARED: Route(share, posts=True, limit=SHARING),
    Verb.PLAN_LIKE: Route(like, looks=True),
    Verb.PLAN_CHANGE: Route(change),
}
