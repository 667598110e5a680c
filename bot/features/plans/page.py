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

from bot.discord.asked import Clicked
from bot.discord.endpoints import Endpoint, routes
from bot.discord.forms import form, typed
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    bare,
    drawn_names,
    faces_of,
    laid_out,
    names_of,
    pictured,
    plain_names,
    safe,
    words_at,
)
from bot.discord.handed import counted
from bot.discord.keyboard import Key, Spot, Verbs, in_rows
from bot.discord.limits import SHARING
from bot.discord.request import FAILURES, Request, Surface, is_refused
from bot.features.plans.service import NAME, Composing, Liked, Plans, Way
from bot.kernel.advice import BEST
from bot.kernel.tables.seats import name_at
from bot.store import Board, Table, bot_name
from bot.ui.alarms import messenger
from bot.ui.play.deliver import close_private, deliver
from bot.ui.play.picker import Picker, Step
from bot.ui.play.task import Task, done, speaks_for
from bot.words import Words
from bot.words.menu import Look
from bot.words.reasons import Danger
from render.kit.canvas import png
from render.kit.ghost import pale
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

VERBS: Final = Verbs(go="ng", pick="nk", look="nt", play="np", ask="na")
"""The controls by which the next step is chosen."""


# For whoever puts it together: what it looks like


def task_of(words: Words, now: Composing) -> Task:
    """The ghost with the controls of the game, for the next step."""
    table, way = now.table, now.way
    offered = {str(action) for action in _offered(now)}
    return Task(
        words,
        now.entry,
        way.ghost,
        way.seat,
        plain_names(table),
        title=words("plan.title", name=safe(name_at(table, way.seat))),
        code=words("plan.code", code=table.code),
        file=f"{table.code}-{table.revision}-plan-{len(way.actions)}",
        spot=Spot(VERBS, str(len(way.actions)), table.turn, table.id),
        offers=offered.__contains__,
        own=True,
        ghost=True,
    )


def _offered(now: Composing) -> Iterator[Any]:
    way, game = now.way, now.entry.game
    return (action for action in game.legal(way.ghost, way.seat) if now.entry.rules.planned(action))


async def composer(words: Words, now: Composing) -> Message:
    """The private message: the ghost, the steps so far, and what can be done next."""
    step = await step_of(words, now)
    if now.way.is_whole:
        return await done(step.task, step.text, step.keys, now.way.actions[-1] if now.way.draws else None)
    return await step.message()


async def step_of(words: Words, now: Composing) -> Step:
    """The next step of a plan that goes on."""
    task = task_of(words, now)
    return Step(task, "\n".join(filter(None, await _said(words, now, task))), _keys(words, now))


async def _said(words: Words, now: Composing, task: Task) -> list[str]:
    """The steps, what they cost and risk, and what has become of them."""
    way = now.way
    if not way.actions:
        told = [words.some("plan.lost", now.lost)] if now.lost else []
        return [*told, words("plan.empty.own" if now.acts else "plan.empty")]
    lost = words.some("plan.lost", now.lost) if now.lost else ""
    costs = (*_costs(words, now.table, way), *await _chance(task, way))
    return [lost, *costs, *_steps(words, now.table, way)]  # what follows a list in a text becomes part of it


def _keys(words: Words, now: Composing) -> list[Key]:
    """To play it, to take a step off, to share it."""
    if not now.way.actions:
        return []
    at = now.table.id, now.table.turn
    keys = [
        TAKE_OFF.button(words("button.plan.off"), at, Look.PLAIN, len(now.way.actions)),
        NAME_IT.button(words("button.plan.share"), at),
    ]
    if now.acts:
        keys.insert(0, DO.button(words("button.plan.do"), at, Look.GOOD, 0))
    return keys


# For everybody: what it looks like


async def posted(words: Words, liked: Liked) -> Message:
    """The message of a plan, with its picture."""
    picture = await asyncio.to_thread(_painted, words, liked)
    return shared(words, liked, picture, has_picture=picture is not None)


def shared(words: Words, liked: Liked, picture: bytes | None = None, *, has_picture: bool) -> Message:
    """The same; without a `picture` for a message that may have one already, which it keeps."""
    table, plan, way = liked.table, liked.plan, liked.way
    names = names_of(table)
    maker = next((safe(one.name) for one in table.players if one.user_id == plan.user_id), "")
    called = safe(plan.name)
    if names[way.seat] == maker:
        title = words("plan.named.own" if called else "plan.unnamed.own", name=called, maker=maker)
    else:
        key = "plan.named" if called else "plan.unnamed"
        title = words(key, name=called, maker=maker, other=names[way.seat])
    panel = Panel(Text(title), accent_colour=WALNUT)
    filename = f"{table.code}-{plan.turn}-plan-{plan.number}.png"
    if has_picture:
        panel.add_item(pictured(filename, bare(" ".join((title, *_steps(words, table, way))))))
    panel.add_item(Text("\n".join(_steps(words, table, way))))
    if told := (*_costs(words, table, way), *_worth(words, liked)):
        panel.add_item(Text("\n".join(told)))
    at, number = (table.id, plan.turn), plan.number
    keys = [
        DO.button(words("button.plan.do"), at, Look.GOOD, number),
        LIKE.button(like_label(words, liked), at, Look.PLAIN, number),
        CHANGE.button(words("button.plan.change"), at, Look.PLAIN, number),
    ]
    return Message(laid_out(panel, in_rows(keys)), picture, filename)


def like_label(words: Words, liked: Liked) -> str:
    """The button, with how many have used it: those who sit there, and those who look on."""
    if liked.others:
        return words("button.plan.like.both", count=liked.seated, others=liked.others)
    return words("button.plan.like.count", count=liked.seated) if liked.seated else words("button.plan.like")


def _painted(words: Words, liked: Liked) -> bytes | None:
    """The ghost with how dangerous each place is, as PNG, of what everybody may see; none if that fails."""
    table, way, entry = liked.table, liked.way, liked.way.entry
    view, names = entry.game.view(way.ghost, None), drawn_names(words, plain_names(table))
    sheet = Sheet(
        code=words("plan.code", code=table.code),
        stamp="",
        title=entry.game.title,
        turn=entry.speech.turn(words, names, view),
        names=names,
        say=words,
        faces=faces_of(table),
    )
    danger = _danger(words, table, way)
    if danger is not None:
        sheet = replace(sheet, danger=danger.ways, written=danger.written)
    try:
        return png(entry.drawing.paint(view, sheet), pale)
    except Exception:  # the steps stand there in words
        LOG.exception("table=%s a plan was not drawn", table.code)
        return None


# What both say


def _steps(words: Words, table: Table, way: Way) -> Iterator[str]:
    """The steps in words, numbered."""
    names = plain_names(table)
    for number, (state, action) in enumerate(zip(way.states, way.actions, strict=False), 1):
        told = safe(way.entry.speech.describe(words, names, state, way.seat, action))
        yield words("plan.step", number=number, step=told)


def _costs(words: Words, table: Table, way: Way) -> Iterator[str]:
    """What they cost, and what hangs where they lead."""
    views = tuple(way.entry.game.view(state, way.seat) for state in way.states)
    if price := way.entry.help.price(words, views):
        yield price
    danger = _danger(words, table, way)
    if danger is not None and danger.lines:
        yield danger.lines[0]
    if way.draws:
        yield words("plan.chance")


def _danger(words: Words, table: Table, way: Way) -> Danger | None:
    """What could be lost where a plan leads; none where its game tells of no such thing, or it is over."""
    entry = way.entry
    if entry.help.hangs is None or entry.game.outcome(way.ghost) is not None:
        return None
    return entry.help.hangs(words, names_of(table), entry.game.view(way.ghost, None), None)


async def _chance(task: Task, way: Way) -> list[str]:
    """What speaks for a last step that chance decides, and what against it."""
    return [await speaks_for(task, way.actions[-1])] if way.draws else []


def _worth(words: Words, liked: Liked) -> Iterator[str]:
    """What the best mind makes of it."""
    plan = liked.plan
    if plan.worth is not None and plan.worth_now is not None:
        share, now = words.percent(plan.worth), words.percent(plan.worth_now)
        yield words("plan.worth", name=bot_name(BEST), share=share, now=now)


# What is used


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


async def take_off(request: Request, steps: int) -> None:
    """The last step less, of so many."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    await request.redraw(
        await composer(request.words, await plans.take_off(request.click, table.id, turn, steps))
    )


async def ask_for_name(request: Request) -> None:
    """The form in which a plan is named before it is shared."""
    words, control = request.words, request.control
    field = typed("name", words("plan.form.name"), example=words("plan.form.example"), longest=NAME)
    about = SHARE.control((control.table, control.revision))
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
    notice = messenger.Notice(
        table.guild_id,
        table.channel_id,
        plan.message,
        plan.at,
        messenger.has_control(LIKE.path, table.id, plan.turn, str(plan.number)),
        await posted(words_at(table), liked),
        f"p{table.id}.{plan.turn}.{plan.number}",
    )
    await surface.session.service(Plans).posted(liked, await messenger.show_notice(client, notice))


async def like(request: Request, number: int) -> None:
    """Somebody likes a plan, or no longer does; who sees an older count, in which theirs is missing, does."""
    table = await request.table()
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
    parts = messenger.parts_of(request.clicked.components)
    return next(
        (part.label for part in parts if getattr(part, "custom_id", None) == str(request.control)), None
    )


def _has_picture(message: Clicked) -> bool:
    """Whether a message shows a picture; one whose picture could not be drawn has none."""
    parts = messenger.parts_of(message.components)
    return any(isinstance(part, discord.MediaGalleryComponent) for part in parts)


async def change(request: Request, number: int) -> None:
    """The steps of a plan, in a private message, to go on with."""
    table = await request.table()
    plans, turn = request.session.service(Plans), request.control.revision
    now = await plans.change(request.click, table.id, turn, number)
    await request.show(await composer(request.words, now))


async def do(request: Request, number: int) -> None:
    """Play a plan, or with 0 what somebody has put together: all steps, and one board at the end."""
    control = request.control
    shown = await request.session.service(Plans).do(
        request.click, control.table, control.revision, number, request.trace
    )
    await deliver(request, shown)


PLAN: Final = Endpoint("plan", begin)
TAKE_OFF: Final = Endpoint("planoff", take_off, private=True)
NAME_IT: Final = Endpoint("planshare", ask_for_name, private=True)
SHARE: Final = Endpoint("planshared", share, posts=True, limit=SHARING)
DO: Final = Endpoint("plando", do, posts=True)
LIKE: Final = Endpoint("planlike", like, looks=True)
CHANGE: Final = Endpoint("planchange", change)

CONTROLS: Final = {
    **Picker(VERBS, _find, _add).controls(),
    **routes(PLAN, TAKE_OFF, NAME_IT, SHARE, DO, LIKE, CHANGE),
}
