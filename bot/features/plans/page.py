"""What a plan looks like: put together by one person, and shared with everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.features.plans.service import Composing, Liked, Way
from bot.seats import name_at
from bot.session.advice import BEST
from bot.store import Table, bot_name
from bot.ui.kit.frame import (
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
)
from bot.ui.kit.keyboard import PLANNING, Key, Spot, Verb, in_rows, plan_key
from bot.ui.play.picker import Step
from bot.ui.play.task import Task, done, speaks_for
from bot.words import Words
from bot.words.menu import Look
from bot.words.reasons import Danger
from render.kit.canvas import png
from render.kit.ghost import pale
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

# For whoever puts it together


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
        spot=Spot(PLANNING, str(len(way.actions)), table.turn, table.id),
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
    steps = str(len(now.way.actions))
    keys = [
        plan_key(words("button.plan.off"), now.table, Verb.PLAN_OFF, steps),
        plan_key(words("button.plan.share"), now.table, Verb.PLAN_SHARE, steps),
    ]
    if now.acts:
        keys.insert(0, plan_key(words("button.plan.do"), now.table, Verb.PLAN_DO, "0", Look.GOOD))
    return keys


# For everybody


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
    number = str(plan.number)
    keys = [
        plan_key(words("button.plan.do"), table, Verb.PLAN_DO, number, Look.GOOD, turn=plan.turn),
        plan_key(like_label(words, liked), table, Verb.PLAN_LIKE, number, turn=plan.turn),
        plan_key(words("button.plan.change"), table, Verb.PLAN_CHANGE, number, turn=plan.turn),
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
