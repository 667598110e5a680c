"""*Prepared*: what somebody plays if the other one plays just this, entered on the board as it would stand.

All of it is private, in one message that each tap changes. Where one is stands on its controls: which answer
it is about, and how the game stood then.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.forms import form, typed
from bot.discord.frame import Message, boxed, plain_names, safe
from bot.discord.keyboard import AHEAD as VERBS
from bot.discord.keyboard import Control, Key, Row, Spot, Verb, in_rows
from bot.discord.request import Request, Route
from bot.features.prepared.model import MOST, Answer
from bot.features.prepared.service import Ahead, Prepared, PreparedAnswers
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import name_at
from bot.ui.play.moves import NOTATION_LIMIT
from bot.ui.play.picker import Picker, Step
from bot.ui.play.task import NO_ANSWER, Task, done
from bot.words import Words

HERE: Final = "here"
"""The detail of the button that leads back to the list, in the place of what was clicked."""

_LABEL: Final = 100
"""The most characters of an option in a list."""


# The list


async def show_all(request: Request) -> None:
    """All that somebody has prepared at a table, and what came to nothing: of that they are told once."""
    found = await _found(request)
    message = _page(request.words, found)
    if request.control.detail == HERE:
        await request.redraw(message)
    else:
        await request.show(message)
    await _prepared(request).told(found)


def _prepared(request: Request) -> PreparedAnswers:
    return request.session.service(PreparedAnswers)


async def _found(request: Request) -> Prepared:
    found = await _prepared(request).at(request.click, request.control.table)
    request.about(found.table, request.control.detail)
    return found


def _page(words: Words, found: Prepared) -> Message:
    """The list, with the way to open each answer, and to enter another."""
    table, other = found.table, _other(found)
    lines = [f"### {words('prepared.title', code=table.code)}"]
    lines += [off_line(words, found)] if found.off else []
    if found.answers:
        lines += [words("prepared.list"), *_tree(words, found)]
    elif found.waits:
        lines.append(words("prepared.none", name=other))
    if not found.waits:
        lines.append(words("prepared.your-turn"))
    rows = [_opening(words, found)] if found.answers else []
    keys = []
    if found.waits and len(found.answers) < MOST:
        keys.append(_spot(found, 0).key(words("button.prepared.new"), VERBS.go))
    return Message(boxed("\n".join(lines), [*rows, *in_rows(keys)]))


def off_line(words: Words, found: Prepared) -> str:
    """That the other one went another way than foreseen, and what is off by that."""
    ways = tuple(f"`{one.way[-1][1]}` → `{one.answer}`" for one in found.off)
    return words("prepared.off", name=_other(found), ways=words.listed(ways))


def _tree(words: Words, found: Prepared) -> list[str]:
    """A line an answer, below the one that it follows from."""
    lines = []
    for one in found.answers:
        ahead = found.ahead(one.number)
        depth = sum(1 for step in ahead.steps if step.seat == found.seat) - 1
        lines.append(f"{'  ' * depth}- {_pairs(words, found, ahead)[-1]}")
    return lines


def _pairs(words: Words, found: Prepared, ahead: Ahead) -> list[str]:
    """What leads to a position: each answer with what it answers; last what is not answered yet."""
    names, other = plain_names(found.table), _other(found)
    lines, asked = list[str](), ""
    for step in ahead.steps:
        told = safe(found.entry.speech.describe(words, names, step.before, step.seat, step.action))
        if step.seat != found.seat:
            asked = told
        elif asked:
            lines.append(words("prepared.line", name=other, move=asked, answer=told))
            asked = ""
        else:
            lines.append(words("prepared.line.own", answer=told))
    return [*lines, asked] if asked else lines


def _opening(words: Words, found: Prepared) -> Row:
    """The list to open one of the answers from."""
    names = plain_names(found.table)
    options = []
    for one in found.answers:
        steps = found.ahead(one.number).steps
        told = [
            found.entry.speech.describe(words, names, step.before, step.seat, step.action)
            for step in steps[-2:]
        ]
        depth = "… " if len(steps) > len(told) else ""
        options.append(
            discord.SelectOption(label=f"{depth}{' → '.join(told)}"[:_LABEL], value=str(one.number))
        )
    custom_id = str(Control(found.table.id, found.standing.ply, Verb.AHEAD_OPEN))
    return Row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=custom_id, placeholder=words("prepared.open")[:150], options=options
        )
    )


def _other(found: Prepared) -> str:
    """What the other one is called, as it stands in markdown."""
    return safe(name_at(found.table, 1 - found.seat))


# One answer


async def open_one(request: Request) -> None:
    """An answer that was picked from the list: the board as it would stand."""
    found = await _found(request)
    number = request.values[0] if request.values else ""
    if not number.isdecimal():
        raise Refused("old-control")
    await request.redraw(await _opened(request.words, found, found.ahead(int(number))))


async def _opened(words: Words, found: Prepared, ahead: Ahead) -> Message:
    """The board after an answer, what leads there, and what can be done with it."""
    keys = []
    if found.has_room(ahead) and len(found.answers) < MOST:
        keys.append(_spot(found, ahead.number).key(words("button.prepared.then"), VERBS.go))
    withdraw = str(Control(found.table.id, found.standing.ply, Verb.AHEAD_WITHDRAW, str(ahead.number)))
    keys.append(Key(label=words("button.prepared.withdraw"), custom_id=withdraw))
    said = "\n".join(_pairs(words, found, ahead))
    return await done(_task(words, found, ahead), said, [*keys, _back(words, found)])


async def withdraw(request: Request) -> None:
    """An answer is prepared no longer; the list without it."""
    number = request.control.detail
    if not number.isdecimal():
        raise Refused("old-control")
    found = await _prepared(request).withdraw(request.click, request.control.table, int(number))
    request.about(found.table, number)
    await request.redraw(_page(request.words, found))


# Entering one


async def _find(request: Request, about: str) -> Step:
    found, ahead = await _where(request, about)
    return _step(request.words, found, ahead)


async def ask_for_line(request: Request) -> None:
    """The form to type it into."""
    found, ahead = await _where(request, request.control.detail)
    words, seat = request.words, found.to_act(ahead)
    label = words("modal.label") if seat == found.seat else words("prepared.theirs")
    field = typed(
        "move",
        label[:45],
        example=words(f"{found.table.game}.example"),
        longest=NOTATION_LIMIT,
        required=True,
    )
    control = Control(found.table.id, found.standing.ply, Verb.AHEAD_TYPED, str(ahead.number))
    await request.open(form(words("modal.title"), control, field))


async def take_typed(request: Request) -> None:
    """The same with what was typed."""
    await request.redraw(await _enter(request, request.control.detail, request.typed[:NOTATION_LIMIT]))


async def _enter(request: Request, about: str, line: str) -> Message:
    """Enter what the other one may play, or the answer to it; returns the next question, or the answer."""
    control = request.control
    if not about.isdecimal():
        raise Refused("old-control")
    request.about_control(line)
    found, ahead = await _prepared(request).enter(
        request.click, control.table, control.revision, int(about), line
    )
    asked = any(one.number == ahead.number for one in found.drafts)
    words = request.words
    return await (_step(words, found, ahead).message() if asked else _opened(words, found, ahead))


async def _where(request: Request, about: str) -> tuple[Prepared, Ahead]:
    """What a control is about; raises `Refused` where the game has gone on since then."""
    found = await _found(request)
    if not about.isdecimal():
        raise Refused("old-control")
    if found.standing.ply != request.control.revision:
        raise Refused("prepared-moved-on", found.table, code=found.table.code)
    if not found.waits:
        raise Refused("prepared-your-turn", found.table)
    return found, found.ahead(int(about))


def _step(words: Words, found: Prepared, ahead: Ahead) -> Step:
    """The board as it would stand, and whose move is asked for."""
    task, seat = _task(words, found, ahead), found.to_act(ahead)
    *before, last = ["", *_pairs(words, found, ahead)]
    if seat != found.seat:
        lines = [*before, last, words("prepared.foresee", name=_other(found))]
    else:
        own = bool(ahead.steps) and ahead.steps[-1].seat == found.seat
        asked = "prepared.answer.own" if own else "prepared.answer"
        lines = [*before, words(asked, name=_other(found), move=last)]
    if ahead.answer is not None and seat == found.seat:
        lines.append(_so_far(words, found, ahead, ahead.answer))
    typing = str(Control(found.table.id, found.standing.ply, Verb.AHEAD_TYPE, str(ahead.number)))
    keys = [Key(label=words("button.type"), custom_id=typing), _back(words, found)]
    return Step(task, "\n".join(filter(None, lines)), keys)


def _so_far(words: Words, found: Prepared, ahead: Ahead, answer: Answer) -> str:
    """What is prepared for the position already, and would be replaced."""
    action = found.entry.game.parse(answer.answer, ahead.state)
    names = plain_names(found.table)
    told = found.entry.speech.describe(words, names, ahead.state, found.seat, action)
    return words("prepared.so-far", move=safe(told))


def _task(words: Words, found: Prepared, ahead: Ahead) -> Task:
    """The position as its player sees it: from their side, and pale, as it is not there yet."""
    entry, seat = found.entry, found.to_act(ahead)
    view = entry.game.view(ahead.state, None)
    legal = frozenset[str]() if seat is None else frozenset(map(str, entry.game.legal(ahead.state, seat)))
    return Task(
        words,
        entry,
        ahead.state,
        found.seat if seat is None else seat,
        plain_names(found.table),
        title=f"### {words('prepared.title', code=found.table.code)}",
        code=found.table.code,
        file=f"{found.table.code}-{found.standing.ply}-ahead-{ahead.number}-{len(ahead.steps)}",
        spot=_spot(found, ahead.number),
        left_out=NO_ANSWER,
        offers=legal.__contains__,
        turned=entry.drawing.is_opposite(view, found.seat),
        ghost=bool(ahead.steps),
        taking="button.prepared.take",
    )


def _spot(found: Prepared, number: int) -> Spot:
    return Spot(VERBS, str(number), found.standing.ply, found.table.id)


def _back(words: Words, found: Prepared) -> Key:
    control = Control(found.table.id, found.standing.ply, Verb.PREPARED, HERE)
    return Key(label=words("button.prepared.all"), custom_id=str(control))


CONTROLS: Final = {
    **Picker(VERBS, _find, _enter).controls(),
    Verb.PREPARED: Route(show_all, private=True),
    Verb.AHEAD_OPEN: Route(open_one, private=True),
    Verb.AHEAD_WITHDRAW: Route(withdraw, private=True),
    Verb.AHEAD_TYPE: Route(ask_for_line, private=True),
    Verb.AHEAD_TYPED: Route(take_typed, private=True),
}
