"""Plans that are shared: one message each, which everybody can like or change, and whoever acts plays."""

from __future__ import annotations

from typing import Final

import discord

from bot.features.plans.page import composer, like_label, posted, shared
from bot.features.plans.service import NAME, Liked, Plans
from bot.store import Board
from bot.ui.alarms import speak
from bot.ui.kit.asked import Clicked
from bot.ui.kit.forms import form, typed
from bot.ui.kit.frame import words_at
from bot.ui.kit.handed import counted
from bot.ui.kit.keyboard import Control, Verb
from bot.ui.kit.limits import SHARING
from bot.ui.kit.request import FAILURES, Request, Route, Surface, is_refused
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
    plans, turn = request.session.service(Plans), request.control.revision
    name = next(iter(request.entered.get("name", ())), "")
    plan = await plans.share(request.click, table.id, turn, name)
    request.trace.saved = True
    await request.answer.defer()  # by the private message, which goes then
    plan = await plans.weighed(plan)
    async with request.surface.posting(table.id):  # meanwhile nobody else shows it
        if not await plans.is_posted(plan):
            await _post(request, plan)
    await close_private(request, table)


async def _post(request: Request, plan: Liked) -> None:
    plans = request.session.service(Plans)
    try:
        sent = await request.post(await posted(words_at(plan.table), plan))
    except FAILURES as failure:
        if is_refused(failure):
            await plans.not_posted(plan)
        raise
    await plans.posted(plan, Board(plan.table.channel_id, sent))


async def show(surface: Surface, client: discord.Client, liked: Liked) -> None:
    """Show a plan as it is liked: where its message is, or by a new one."""
    table, plan = liked.table, liked.plan
    notice = speak.Notice(
        table.guild_id,
        table.channel_id,
        plan.message,
        plan.at,
        speak.has_control(Verb.PLAN_LIKE, table.id, plan.turn, str(plan.number)),
        await posted(words_at(table), liked),
        f"p{table.id}.{plan.turn}.{plan.number}",
    )
    await surface.session.service(Plans).posted(liked, await speak.show_notice(client, notice))


async def like(request: Request) -> None:
    """Somebody likes a plan, or no longer does; who sees an older count, in which theirs is missing, does."""
    table, number = await request.table(), counted(request.control.detail)
    plans, turn, words = request.session.service(Plans), request.control.revision, words_at(table)
    async with request.surface.posting(table.id):  # so that the last one shows the last count
        liked, is_theirs = await plans.liked(request.click, table.id, turn, number)
        if not is_theirs or _label(request) == like_label(words, liked):
            liked = await plans.like(request.click, table.id, turn, number)
        request.trace.saved = True
        await request.change(shared(words, liked, has_picture=_has_picture(request.clicked)).layout)
        plans.showed(liked)


def _label(request: Request) -> str | None:
    """What stands on the button that was pressed."""
    parts = speak.parts_of(request.clicked.components)
    return next(
        (part.label for part in parts if getattr(part, "custom_id", None) == str(request.control)), None
    )


def _has_picture(message: Clicked) -> bool:
    """Whether a message shows a picture; one whose picture could not be drawn has none."""
    return any(isinstance(part, discord.MediaGalleryComponent) for part in speak.parts_of(message.components))


async def change(request: Request) -> None:
    """The steps of a plan, in a private message, to go on with."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    now = await plans.change(request.click, table.id, turn, counted(request.control.detail))
    await request.show(await composer(request.words, now))


CONTROLS: Final = {
    Verb.PLAN_SHARE: Route(ask_for_name, private=True),
    Verb.PLAN_SHARED: Route(share, posts=True, limit=SHARING),
    Verb.PLAN_LIKE: Route(like, looks=True),
    Verb.PLAN_CHANGE: Route(change),
}
