"""*Plan*: a private message in which a player composes a turn with the game's controls, on a ghost board.

Nothing is played until the player asks for it. The steps are stored (`Plans`); a click on an older message
shows the current steps. A shared plan has a public message: everyone can like or copy it, and the player to
act can play it.
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
"""The controls that choose the next step."""


# The private message of a draft


def task_of(words: Words, draft: DraftPlan) -> Task:
    """The ghost board with the game's controls, for the next step."""
    table, preview = draft.table, draft.preview
    offered = {str(action) for action in _possible_actions(draft)}
    return Task(
        words,
        draft.entry,
        preview.ghost,
        preview.seat,
        plain_names(table),
        title=words("plan.title", name=escape_markdown(name_at(table, preview.seat))),
        code=words("plan.code", code=table.code),
        file=f"{table.code}-{table.revision}-plan-{len(preview.actions)}",
        spot=PickerControls(VERBS, str(len(preview.actions)), table.turn, table.id),
        offers=offered.__contains__,
        own=True,
        ghost=True,
        steps=step_marks(preview),
    )


def _possible_actions(draft: DraftPlan) -> Iterator[Any]:
    preview, game = draft.preview, draft.entry.game
    return (
        action for action in game.legal(preview.ghost, preview.seat) if draft.entry.rules.is_plan_step(action)
    )


async def draft_message(words: Words, draft: DraftPlan) -> Message:
    """The private message: the ghost board, the steps so far, and the next choices."""
    step = await step_of(words, draft)
    if draft.preview.is_complete:
        return await result_message(
            step.task, step.text, step.keys, draft.preview.actions[-1] if draft.preview.draws_chance else None
        )
    return await step.message()


async def step_of(words: Words, draft: DraftPlan) -> PickerStep:
    """The next step of a plan that is not complete."""
    task = task_of(words, draft)
    return PickerStep(
        task, "\n".join(filter(None, await _draft_lines(words, draft, task))), _draft_buttons(words, draft)
    )


async def _draft_lines(words: Words, draft: DraftPlan, task: Task) -> list[str]:
    """The steps with their cost, risk and result."""
    preview = draft.preview
    if not preview.actions:
        lines = [words.some("plan.lost", draft.dropped_steps)] if draft.dropped_steps else []
        return [*lines, words("plan.empty.own" if draft.may_play else "plan.empty")]
    lost = words.some("plan.lost", draft.dropped_steps) if draft.dropped_steps else ""
    costs = (*_cost_lines(words, draft.table, preview), *await _chance_lines(task, preview))
    return [
        lost,
        *costs,
        *_step_lines(words, draft.table, preview),
    ]  # text after a list would become part of it


def _draft_buttons(words: Words, draft: DraftPlan) -> list[Key]:
    """The buttons to play the plan, remove its last step and share it."""
    if not draft.preview.actions:
        return []
    at = draft.table.id, draft.table.turn
    keys = [
        TAKE_OFF.button(words("button.plan.off"), at, ButtonLook.PLAIN, len(draft.preview.actions)),
        NAME_IT.button(words("button.plan.share"), at),
    ]
    if draft.may_play:
        keys.insert(0, DO.button(words("button.plan.do"), at, ButtonLook.GOOD, 0))
    return keys


# The public message of a shared plan


async def message_with_picture(words: Words, shared: SharedPlan) -> Message:
    """The public message of a plan, with its picture."""
    picture = await asyncio.to_thread(_paint_plan, words, shared)
    return plan_message(words, shared, picture, has_picture=picture is not None)


def plan_message(
    words: Words, shared: SharedPlan, picture: bytes | None = None, *, has_picture: bool
) -> Message:
    """The public message of a plan; without `picture` for a message that keeps the picture it has."""
    table, plan, preview = shared.table, shared.plan, shared.preview
    names = names_of(table)
    maker = next(
        (escape_markdown(player.name) for player in table.players if player.user_id == plan.user_id), ""
    )
    plan_name = escape_markdown(plan.name)
    if names[preview.seat] == maker:
        title = words("plan.named.own" if plan_name else "plan.unnamed.own", name=plan_name, maker=maker)
    else:
        key = "plan.named" if plan_name else "plan.unnamed"
        title = words(key, name=plan_name, maker=maker, other=names[preview.seat])
    panel = Panel(Text(title), accent_colour=WALNUT)
    filename = f"{table.code}-{plan.turn}-plan-{plan.number}.png"
    if has_picture:
        panel.add_item(picture_gallery(filename, _alt_text(words, shared, title)))
    panel.add_item(Text("\n".join(_step_lines(words, table, preview))))
    if notes := (*_cost_lines(words, table, preview), *_worth_lines(words, shared)):
        panel.add_item(Text("\n".join(notes)))
    at, number = (table.id, plan.turn), plan.number
    keys = [
        DO.button(words("button.plan.do"), at, ButtonLook.GOOD, number),
        LIKE.button(like_label(words, shared), at, ButtonLook.PLAIN, number),
        CHANGE.button(words("button.plan.change"), at, ButtonLook.PLAIN, number),
    ]
    return Message(panel_layout(panel, in_rows(keys)), picture, filename)


def _alt_text(words: Words, shared: SharedPlan, title: str) -> str:
    """The plan for people who do not see its picture: whose it is, its steps, and the position after them."""
    table, preview = shared.table, shared.preview
    headline = title.removeprefix("### ").replace("\n", " \N{MIDDLE DOT} ")
    view = preview.entry.game.view(preview.ghost, None)
    position = preview.entry.speech.alt(words, plain_names(table), view)
    return " ".join((*map(without_markdown, (headline, *_step_lines(words, table, preview))), position))


def like_label(words: Words, shared: SharedPlan) -> str:
    """The label of the like button, with the likes of seated players and of spectators."""
    if shared.others:
        return words("button.plan.like.both", count=shared.seated, others=shared.others)
    return (
        words("button.plan.like.count", count=shared.seated) if shared.seated else words("button.plan.like")
    )


def _paint_plan(words: Words, shared: SharedPlan) -> bytes | None:
    """The ghost board with its dangers as PNG, from the public view; none if painting fails."""
    table, preview, entry = shared.table, shared.preview, shared.preview.entry
    view, names = entry.game.view(preview.ghost, None), picture_names(words, plain_names(table))
    sheet = Sheet(
        code=words("plan.code", code=table.code),
        stamp="",
        title=entry.game.title,
        turn=entry.speech.turn(words, names, view),
        names=names,
        say=words,
        faces=bot_levels_of(table),
        steps=step_marks(preview),
    )
    danger = _danger(words, table, preview)
    if danger is not None:
        sheet = replace(sheet, written=tuple(text for text in danger.written if text[0] == danger.here))
    try:
        return png(entry.drawing.paint(view, sheet), ghost_palette)
    except Exception:  # the steps are also in words
        LOG.exception("table=%s a plan was not drawn", table.code)
        return None


# Parts of both messages


def step_marks(preview: Preview) -> tuple[str, ...]:
    """The place or way of each step on the board; empty for a step that has none there.

    Cards are no such place: they lie elsewhere once they are played.
    """
    entry = preview.entry
    places_of = entry.drawing.action_places
    if places_of is None:
        return ()
    steps = zip(preview.states, preview.actions, strict=False)
    places = (places_of(entry.game.view(state, None), action) for state, action in steps)
    return tuple(next((place for place in where[-1:] if " " not in place), "") for where in places)


def _step_lines(words: Words, table: Table, preview: Preview) -> Iterator[str]:
    """The steps in words, numbered."""
    names = plain_names(table)
    for number, (state, action) in enumerate(zip(preview.states, preview.actions, strict=False), 1):
        step_text = escape_markdown(preview.entry.speech.describe(words, names, state, preview.seat, action))
        yield words("plan.step", number=number, step=step_text)


def _cost_lines(words: Words, table: Table, preview: Preview) -> Iterator[str]:
    """What the steps cost, and what is in danger after them."""
    views = tuple(preview.entry.game.view(state, preview.seat) for state in preview.states)
    if price := preview.entry.help.price(words, views):
        yield price
    danger = _danger(words, table, preview)
    if danger is not None and danger.lines:
        yield danger.lines[0]
    if preview.draws_chance:
        yield words("plan.chance")


def _danger(words: Words, table: Table, preview: Preview) -> Danger | None:
    """What could be lost after a plan; none where the game cannot tell, or is over."""
    entry = preview.entry
    if entry.help.hangs is None or entry.game.outcome(preview.ghost) is not None:
        return None
    return entry.help.hangs(words, names_of(table), entry.game.view(preview.ghost, None), None)


async def _chance_lines(task: Task, preview: Preview) -> list[str]:
    """What speaks for and against a last step that draws chance."""
    return [await describe_advantages(task, preview.actions[-1])] if preview.draws_chance else []


def _worth_lines(words: Words, shared: SharedPlan) -> Iterator[str]:
    """The engine's evaluation of the plan."""
    plan = shared.plan
    if plan.worth is not None and plan.worth_now is not None:
        share, share_now = words.percent(plan.worth), words.percent(plan.worth_now)
        yield words("plan.worth", name=bot_name(BEST), share=share, now=share_now)


# Handlers


async def open_draft(request: Request) -> None:
    """Show the steps that a player has composed for this turn, in a new private message."""
    draft = await request.session.service(Plans).load_draft(request.click, (await request.table()).id)
    await request.show(await draft_message(request.words, draft))


async def _find(request: Request, about: str) -> PickerStep | Message:
    draft = await request.session.service(Plans).load_draft(request.click, (await request.table()).id)
    is_here = request.control.revision == draft.table.turn and about == str(len(draft.preview.actions))
    if draft.preview.is_complete or not is_here:
        return await draft_message(request.words, draft)
    return await step_of(request.words, draft)


async def _add_step(request: Request, about: str, line: str) -> Message:
    """Add one step."""
    table = await request.table(line)
    plans, turn = request.session.service(Plans), request.control.revision
    return await draft_message(
        request.words, await plans.add_step(request.click, table.id, turn, parse_number(about), line)
    )


async def take_off_step(request: Request, steps: int) -> None:
    """Remove the last of `steps` steps."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    await request.redraw(
        await draft_message(request.words, await plans.remove_step(request.click, table.id, turn, steps))
    )


async def ask_for_name(request: Request) -> None:
    """Open the form that asks for the name of a plan before it is shared."""
    words, control = request.words, request.control
    field = text_field("name", words("plan.form.name"), example=words("plan.form.example"), longest=NAME)
    about = SHARE.control((control.table, control.revision))
    await request.open(form(words("plan.form"), about, field))


async def share_plan(request: Request) -> None:
    """Post a composed plan, once the engine has evaluated it."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    name = next(iter(request.form_values.get("name", ())), "")
    plan = await plans.share_draft(request.click, table.id, turn, name)
    request.trace.saved = True
    await request.answer.defer()  # on the private message, which is deleted then
    plan = await plans.weigh_plan(plan)
    async with request.surface.posting_lock(table.id):  # no other task posts it meanwhile
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


async def show_plan(surface: Surface, client: discord.Client, shared: SharedPlan) -> None:
    """Show a plan with its current likes, in its message or in a new one."""
    table, plan = shared.table, shared.plan
    notice = messenger.Notice(
        table.guild_id,
        table.channel_id,
        plan.message,
        plan.at,
        messenger.control_filter(LIKE.path, table.id, plan.turn, str(plan.number)),
        await message_with_picture(words_at(table), shared),
        f"p{table.id}.{plan.turn}.{plan.number}",
    )
    await surface.session.service(Plans).set_message(shared, await messenger.show_notice(client, notice))


async def like_plan(request: Request, number: int) -> None:
    """Toggle the user's like.

    If the clicked message is older than the user's own like, the click only updates the message.
    """
    table = await request.table()
    plans, turn, words = request.session.service(Plans), request.control.revision, words_at(table)
    async with request.surface.posting_lock(table.id):  # so that the last update shows the last count
        shared, is_theirs = await plans.load_plan(request.click, table.id, turn, number)
        if not is_theirs or _clicked_label(request) == like_label(words, shared):
            shared = await plans.toggle_like(request.click, table.id, turn, number)
        request.trace.saved = True
        await request.change(
            plan_message(words, shared, has_picture=_has_picture(request.clicked_message)).layout
        )
        plans.note_shown(shared)


def _clicked_label(request: Request) -> str | None:
    """The label of the button that was clicked."""
    parts = messenger.parts_of(request.clicked_message.components)
    return next(
        (part.label for part in parts if getattr(part, "custom_id", None) == str(request.control)), None
    )


def _has_picture(message: ClickedMessage) -> bool:
    """Whether a message has a picture; it has none if painting failed."""
    parts = messenger.parts_of(message.components)
    return any(isinstance(part, discord.MediaGalleryComponent) for part in parts)


async def copy_to_draft(request: Request, number: int) -> None:
    """Copy the steps of a shared plan to the user's own draft, in a private message."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    draft = await plans.copy_to_draft(request.click, table.id, turn, number)
    await request.show(await draft_message(request.words, draft))


async def play_plan(request: Request, number: int) -> None:
    """Play all steps of a plan, or with `number` 0 of the user's draft, and show one board at the end."""
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
    **Picker(VERBS, _find, _add_step, provisional=True).controls(),
    **routes(PLAN, TAKE_OFF, NAME_IT, SHARE, DO, LIKE, CHANGE),
}
