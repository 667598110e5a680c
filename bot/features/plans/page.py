"""*Plan*: a turn put together in one private message, by the controls of the game, on a ghost of the board.

Nothing of it is played before somebody says so. Where it stands is a row (`Plans`); a click that belongs
elsewhere shows where that is. A plan that is shared has a message of its own: everybody can like or change
it, and whoever acts can play it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord

from bot.discord.control_values import parse_number
from bot.discord.endpoints import Endpoint, routes
from bot.discord.forms import form, text_field
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    bot_levels_of,
    escape_markdown,
    names_of,
    panel_layout,
    picture_gallery,
    picture_names,
    plain_names,
    without_markdown,
    words_at,
)
from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Key, PickerControls, PickerVerbs, in_rows
from bot.discord.limits import SHARING
from bot.discord.request import FAILURES, Request, Surface, is_refused
from bot.features.plans.service import NAME, DraftPlan, Plans, Preview, SharedPlan
from bot.kernel.advice import BEST
from bot.kernel.tables.seats import name_at
from bot.store import Board, Table, bot_name
from bot.ui.alarms import messenger
from bot.ui.play.deliver import close_private, deliver
from bot.ui.play.picker import Picker, PickerStep
from bot.ui.play.task import Task, describe_advantages, result_message
from bot.words import Words
from bot.words.menu import ButtonLook
from bot.words.reasons import Danger
from render.kit.canvas import png
from render.kit.ghost import ghost_palette
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

VERBS: Final = PickerVerbs(go="ng", pick="nk", look="nt", play="np", ask="na")
"""The controls by which the next step is chosen."""


# For whoever puts it together: what it looks like


def task_of(words: Words, now: DraftPlan) -> Task:
    """The ghost with the controls of the game, for the next step."""
    table, way = now.table, now.preview
    offered = {str(action) for action in _possible_actions(now)}
    return Task(
        words,
        now.entry,
        way.ghost,
        way.seat,
        plain_names(table),
        title=words("plan.title", name=escape_markdown(name_at(table, way.seat))),
        code=words("plan.code", code=table.code),
        file=f"{table.code}-{table.revision}-plan-{len(way.actions)}",
        spot=PickerControls(VERBS, str(len(way.actions)), table.turn, table.id),
        offers=offered.__contains__,
        own=True,
        ghost=True,
    )


def _possible_actions(now: DraftPlan) -> Iterator[Any]:
    way, game = now.preview, now.entry.game
    return (action for action in game.legal(way.ghost, way.seat) if now.entry.rules.is_plan_step(action))


async def draft_message(words: Words, now: DraftPlan) -> Message:
    """The private message: the ghost, the steps so far, and what can be done next."""
    step = await step_of(words, now)
    if now.preview.is_complete:
        return await result_message(
            step.task, step.text, step.keys, now.preview.actions[-1] if now.preview.draws_chance else None
        )
    return await step.message()


async def step_of(words: Words, now: DraftPlan) -> PickerStep:
    """The next step of a plan that goes on."""
    task = task_of(words, now)
    return PickerStep(
        task, "\n".join(filter(None, await _draft_lines(words, now, task))), _draft_buttons(words, now)
    )


async def _draft_lines(words: Words, now: DraftPlan, task: Task) -> list[str]:
    """The steps, what they cost and risk, and what has become of them."""
    way = now.preview
    if not way.actions:
        told = [words.some("plan.lost", now.dropped_steps)] if now.dropped_steps else []
        return [*told, words("plan.empty.own" if now.may_play else "plan.empty")]
    lost = words.some("plan.lost", now.dropped_steps) if now.dropped_steps else ""
    costs = (*_cost_lines(words, now.table, way), *await _chance_lines(task, way))
    return [
        lost,
        *costs,
        *_step_lines(words, now.table, way),
    ]  # what follows a list in a text becomes part of it


def _draft_buttons(words: Words, now: DraftPlan) -> list[Key]:
    """To play it, to take a step off, to share it."""
    if not now.preview.actions:
        return []
    at = now.table.id, now.table.turn
    keys = [
        TAKE_OFF.button(words("button.plan.off"), at, ButtonLook.PLAIN, len(now.preview.actions)),
        NAME_IT.button(words("button.plan.share"), at),
    ]
    if now.may_play:
        keys.insert(0, DO.button(words("button.plan.do"), at, ButtonLook.GOOD, 0))
    return keys


# For everybody: what it looks like


async def message_with_picture(words: Words, liked: SharedPlan) -> Message:
    """The message of a plan, with its picture."""
    picture = await asyncio.to_thread(_paint_plan, words, liked)
    return plan_message(words, liked, picture, has_picture=picture is not None)


def plan_message(
    words: Words, liked: SharedPlan, picture: bytes | None = None, *, has_picture: bool
) -> Message:
    """The same; without a `picture` for a message that may have one already, which it keeps."""
    table, plan, way = liked.table, liked.plan, liked.preview
    names = names_of(table)
    maker = next((escape_markdown(one.name) for one in table.players if one.user_id == plan.user_id), "")
    called = escape_markdown(plan.name)
    if names[way.seat] == maker:
        title = words("plan.named.own" if called else "plan.unnamed.own", name=called, maker=maker)
    else:
        key = "plan.named" if called else "plan.unnamed"
        title = words(key, name=called, maker=maker, other=names[way.seat])
    panel = Panel(Text(title), accent_colour=WALNUT)
    filename = f"{table.code}-{plan.turn}-plan-{plan.number}.png"
    if has_picture:
        panel.add_item(
            picture_gallery(filename, without_markdown(" ".join((title, *_step_lines(words, table, way)))))
        )
    panel.add_item(Text("\n".join(_step_lines(words, table, way))))
    if told := (*_cost_lines(words, table, way), *_worth_lines(words, liked)):
        panel.add_item(Text("\n".join(told)))
    at, number = (table.id, plan.turn), plan.number
    keys = [
        DO.button(words("button.plan.do"), at, ButtonLook.GOOD, number),
        LIKE.button(like_label(words, liked), at, ButtonLook.PLAIN, number),
        CHANGE.button(words("button.plan.change"), at, ButtonLook.PLAIN, number),
    ]
    return Message(panel_layout(panel, in_rows(keys)), picture, filename)


def like_label(words: Words, liked: SharedPlan) -> str:
    """The button, with how many have used it: those who sit there, and those who look on."""
    if liked.others:
        return words("button.plan.like.both", count=liked.seated, others=liked.others)
    return words("button.plan.like.count", count=liked.seated) if liked.seated else words("button.plan.like")


def _paint_plan(words: Words, liked: SharedPlan) -> bytes | None:
    """The ghost with how dangerous each place is, as PNG, of what everybody may see; none if that fails."""
    table, way, entry = liked.table, liked.preview, liked.preview.entry
    view, names = entry.game.view(way.ghost, None), picture_names(words, plain_names(table))
    sheet = Sheet(
        code=words("plan.code", code=table.code),
        stamp="",
        title=entry.game.title,
        turn=entry.speech.turn(words, names, view),
        names=names,
        say=words,
        faces=bot_levels_of(table),
    )
    danger = _danger(words, table, way)
    if danger is not None:
        sheet = replace(sheet, danger=danger.ways, written=danger.written)
    try:
        return png(entry.drawing.paint(view, sheet), ghost_palette)
    except Exception:  # the steps stand there in words
        LOG.exception("table=%s a plan was not drawn", table.code)
        return None


# What both say


def _step_lines(words: Words, table: Table, way: Preview) -> Iterator[str]:
    """The steps in words, numbered."""
    names = plain_names(table)
    for number, (state, action) in enumerate(zip(way.states, way.actions, strict=False), 1):
        told = escape_markdown(way.entry.speech.describe(words, names, state, way.seat, action))
        yield words("plan.step", number=number, step=told)


def _cost_lines(words: Words, table: Table, way: Preview) -> Iterator[str]:
    """What they cost, and what hangs where they lead."""
    views = tuple(way.entry.game.view(state, way.seat) for state in way.states)
    if price := way.entry.help.price(words, views):
        yield price
    danger = _danger(words, table, way)
    if danger is not None and danger.lines:
        yield danger.lines[0]
    if way.draws_chance:
        yield words("plan.chance")


def _danger(words: Words, table: Table, way: Preview) -> Danger | None:
    """What could be lost where a plan leads; none where its game tells of no such thing, or it is over."""
    entry = way.entry
    if entry.help.hangs is None or entry.game.outcome(way.ghost) is not None:
        return None
    return entry.help.hangs(words, names_of(table), entry.game.view(way.ghost, None), None)


async def _chance_lines(task: Task, way: Preview) -> list[str]:
    """What speaks for a last step that chance decides, and what against it."""
    return [await describe_advantages(task, way.actions[-1])] if way.draws_chance else []


def _worth_lines(words: Words, liked: SharedPlan) -> Iterator[str]:
    """What the best mind makes of it."""
    plan = liked.plan
    if plan.worth is not None and plan.worth_now is not None:
        share, now = words.percent(plan.worth), words.percent(plan.worth_now)
        yield words("plan.worth", name=bot_name(BEST), share=share, now=now)


# What is used


async def open_draft(request: Request) -> None:
    """What somebody has put together for this turn so far, in a message of its own."""
    now = await request.session.service(Plans).load_draft(request.click, (await request.table()).id)
    await request.show(await draft_message(request.words, now))


async def _find(request: Request, about: str) -> PickerStep | Message:
    now = await request.session.service(Plans).load_draft(request.click, (await request.table()).id)
    is_here = request.control.revision == now.table.turn and about == str(len(now.preview.actions))
    if now.preview.is_complete or not is_here:
        return await draft_message(request.words, now)
    return await step_of(request.words, now)


async def _add_step(request: Request, about: str, line: str) -> Message:
    """One step more."""
    table = await request.table(line)
    plans, turn = request.session.service(Plans), request.control.revision
    return await draft_message(
        request.words, await plans.add_step(request.click, table.id, turn, parse_number(about), line)
    )


async def take_off_step(request: Request, steps: int) -> None:
    """The last step less, of so many."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    await request.redraw(
        await draft_message(request.words, await plans.remove_step(request.click, table.id, turn, steps))
    )


async def ask_for_name(request: Request) -> None:
    """The form in which a plan is named before it is shared."""
    words, control = request.words, request.control
    field = text_field("name", words("plan.form.name"), example=words("plan.form.example"), longest=NAME)
    about = SHARE.control((control.table, control.revision))
    await request.open(form(words("plan.form"), about, field))


async def share_plan(request: Request) -> None:
    """Post what somebody has put together, once the best mind has looked at it."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    name = next(iter(request.form_values.get("name", ())), "")
    plan = await plans.share_draft(request.click, table.id, turn, name)
    request.trace.saved = True
    await request.answer.defer()  # by the private message, which goes then
    plan = await plans.weigh_plan(plan)
    async with request.surface.posting_lock(table.id):  # meanwhile nobody else shows it
        if not await plans.is_posted(plan):
            await _post(request, plan)
    await close_private(request, table)


async def _post(request: Request, plan: SharedPlan) -> None:
    plans = request.session.service(Plans)
    try:
        sent = await request.post(await message_with_picture(words_at(plan.table), plan))
    except FAILURES as failure:
        if is_refused(failure):
            await plans.drop_unposted(plan)
        raise
    await plans.set_message(plan, Board(plan.table.channel_id, sent))


async def show_plan(surface: Surface, client: discord.Client, liked: SharedPlan) -> None:
    """Show a plan as it is liked: where its message is, or by a new one."""
    table, plan = liked.table, liked.plan
    notice = messenger.Notice(
        table.guild_id,
        table.channel_id,
        plan.message,
        plan.at,
        messenger.control_filter(LIKE.path, table.id, plan.turn, str(plan.number)),
        await message_with_picture(words_at(table), liked),
        f"p{table.id}.{plan.turn}.{plan.number}",
    )
    await surface.session.service(Plans).set_message(liked, await messenger.show_notice(client, notice))


async def like_plan(request: Request, number: int) -> None:
    """Somebody likes a plan, or no longer does; who sees an older count, in which theirs is missing, does."""
    table = await request.table()
    plans, turn, words = request.session.service(Plans), request.control.revision, words_at(table)
    async with request.surface.posting_lock(table.id):  # so that the last one shows the last count
        liked, is_theirs = await plans.load_plan(request.click, table.id, turn, number)
        if not is_theirs or _clicked_label(request) == like_label(words, liked):
            liked = await plans.toggle_like(request.click, table.id, turn, number)
        request.trace.saved = True
        await request.change(
            plan_message(words, liked, has_picture=_has_picture(request.clicked_message)).layout
        )
        plans.note_shown(liked)


def _clicked_label(request: Request) -> str | None:
    """What stands on the button that was pressed."""
    parts = messenger.parts_of(request.clicked_message.components)
    return next(
        (part.label for part in parts if getattr(part, "custom_id", None) == str(request.control)), None
    )


def _has_picture(message: ClickedMessage) -> bool:
    """Whether a message shows a picture; one whose picture could not be drawn has none."""
    parts = messenger.parts_of(message.components)
    return any(isinstance(part, discord.MediaGalleryComponent) for part in parts)


async def copy_to_draft(request: Request, number: int) -> None:
    """The steps of a plan, in a private message, to go on with."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    now = await plans.copy_to_draft(request.click, table.id, turn, number)
    await request.show(await draft_message(request.words, now))


async def play_plan(request: Request, number: int) -> None:
    """Play a plan, or with 0 what somebody has put together: all steps, and one board at the end."""
    control = request.control
    shown = await request.session.service(Plans).play(
        request.click, control.table, control.revision, number, request.trace
    )
    await deliver(request, shown)


PLAN: Final = Endpoint("plan", open_draft)
TAKE_OFF: Final = Endpoint("planoff", take_off_step, private=True)
NAME_IT: Final = Endpoint("planshare", ask_for_name, private=True)
SHARE: Final = Endpoint("planshared", share_plan, posts=True, limit=SHARING)
DO: Final = Endpoint("plando", play_plan, posts=True)
LIKE: Final = Endpoint("planlike", like_plan, looks=True)
CHANGE: Final = Endpoint("planchange", copy_to_draft)

CONTROLS: Final = {
    **Picker(VERBS, _find, _add_step).controls(),
    **routes(PLAN, TAKE_OFF, NAME_IT, SHARE, DO, LIKE, CHANGE),
}
