"""*Prepared*: what somebody plays if the other one plays just this, entered on the board as it would stand.

All of it is private, in one message that each tap changes. Where one is stands on its controls: which answer
it is about, and how the game stood then.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.forms import form, text_field
from bot.discord.frame import Message, escape_markdown, plain_names, text_panel
from bot.discord.keyboard import AHEAD as VERBS
from bot.discord.keyboard import Control, Key, PickerControls, Row, Verb, in_rows
from bot.discord.request import Request, Route
from bot.features.prepared.model import MOST, PreparedAnswer
from bot.features.prepared.service import FuturePosition, PreparedAnswers, PreparedList
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import name_at
from bot.ui.play.moves import NOTATION_LIMIT
from bot.ui.play.picker import Picker, PickerStep
from bot.ui.play.task import NO_ANSWER, Task, result_message
from bot.words import Words

HERE: Final = "here"
"""The detail of the button that leads back to the list, in the place of what was clicked."""

_LABEL: Final = 100
"""The most characters of an option in a list."""


# The list


async def show_all(request: Request) -> None:
    """All that somebody has prepared at a table, and what came to nothing: of that they are told once."""
    found = await _load_prepared(request)
    message = _list_message(request.words, found)
    if request.control.detail == HERE:
        await request.redraw(message)
    else:
        await request.show(message)
    await _answers(request).drop_off_answers(found)


def _answers(request: Request) -> PreparedAnswers:
    return request.session.service(PreparedAnswers)


async def _load_prepared(request: Request) -> PreparedList:
    found = await _answers(request).load(request.click, request.control.table)
    request.note_table(found.table, request.control.detail)
    return found


def _list_message(words: Words, found: PreparedList) -> Message:
    """The list, with the way to open each answer, and to enter another."""
    table, other = found.table, _opponent_name(found)
    lines = [f"### {words('prepared.title', code=table.code)}"]
    lines += [off_text(words, found)] if found.off else []
    if found.answers:
        lines += [words("prepared.list"), *_answer_tree(words, found)]
    elif found.is_opponents_turn:
        lines.append(words("prepared.none", name=other))
    if not found.is_opponents_turn:
        lines.append(words("prepared.your-turn"))
    rows = [_answer_list(words, found)] if found.answers else []
    keys = []
    if found.is_opponents_turn and len(found.answers) < MOST:
        keys.append(_spot(found, 0).key(words("button.prepared.new"), VERBS.go))
    return Message(text_panel("\n".join(lines), [*rows, *in_rows(keys)]))


def off_text(words: Words, found: PreparedList) -> str:
    """That the other one went another way than foreseen, and what is off by that."""
    ways = tuple(f"`{one.way[-1][1]}` → `{one.answer}`" for one in found.off)
    return words("prepared.off", name=_opponent_name(found), ways=words.join_list(ways))


def _answer_tree(words: Words, found: PreparedList) -> list[str]:
    """A line an answer, below the one that it follows from."""
    lines = []
    for one in found.answers:
        ahead = found.future_position(one.number)
        depth = sum(1 for step in ahead.steps if step.seat == found.seat) - 1
        lines.append(f"{'  ' * depth}- {_branch_lines(words, found, ahead)[-1]}")
    return lines


def _branch_lines(words: Words, found: PreparedList, ahead: FuturePosition) -> list[str]:
    """What leads to a position: each answer with what it answers; last what is not answered yet."""
    names, other = plain_names(found.table), _opponent_name(found)
    lines, asked = list[str](), ""
    for step in ahead.steps:
        told = escape_markdown(found.entry.speech.describe(words, names, step.before, step.seat, step.action))
        if step.seat != found.seat:
            asked = told
        elif asked:
            lines.append(words("prepared.line", name=other, move=asked, answer=told))
            asked = ""
        else:
            lines.append(words("prepared.line.own", answer=told))
    return [*lines, asked] if asked else lines


def _answer_list(words: Words, found: PreparedList) -> Row:
    """The list to open one of the answers from."""
    names = plain_names(found.table)
    options = []
    for one in found.answers:
        steps = found.future_position(one.number).steps
        told = [
            found.entry.speech.describe(words, names, step.before, step.seat, step.action)
            for step in steps[-2:]
        ]
        depth = "… " if len(steps) > len(told) else ""
        options.append(
            discord.SelectOption(label=f"{depth}{' → '.join(told)}"[:_LABEL], value=str(one.number))
        )
    custom_id = str(Control(found.table.id, found.current_lines.ply, Verb.AHEAD_OPEN))
    return Row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=custom_id, placeholder=words("prepared.open")[:150], options=options
        )
    )


def _opponent_name(found: PreparedList) -> str:
    """What the other one is called, as it stands in markdown."""
    return escape_markdown(name_at(found.table, 1 - found.seat))


# One answer


async def open_answer(request: Request) -> None:
    """An answer that was picked from the list: the board as it would stand."""
    found = await _load_prepared(request)
    number = request.values[0] if request.values else ""
    if not number.isdecimal():
        raise Refused("old-control")
    await request.redraw(await _answer_message(request.words, found, found.future_position(int(number))))


async def _answer_message(words: Words, found: PreparedList, ahead: FuturePosition) -> Message:
    """The board after an answer, what leads there, and what can be done with it."""
    keys = []
    if found.has_room(ahead) and len(found.answers) < MOST:
        keys.append(_spot(found, ahead.number).key(words("button.prepared.then"), VERBS.go))
    withdraw = str(Control(found.table.id, found.current_lines.ply, Verb.AHEAD_WITHDRAW, str(ahead.number)))
    keys.append(Key(label=words("button.prepared.withdraw"), custom_id=withdraw))
    said = "\n".join(_branch_lines(words, found, ahead))
    return await result_message(_task(words, found, ahead), said, [*keys, _back_button(words, found)])


async def withdraw(request: Request) -> None:
    """An answer is prepared no longer; the list without it."""
    number = request.control.detail
    if not number.isdecimal():
        raise Refused("old-control")
    found = await _answers(request).withdraw(request.click, request.control.table, int(number))
    request.note_table(found.table, number)
    await request.redraw(_list_message(request.words, found))


# Entering one


async def _find(request: Request, about: str) -> PickerStep:
    found, ahead = await _load_position(request, about)
    return _next_step(request.words, found, ahead)


async def ask_for_line(request: Request) -> None:
    """The form to type it into."""
    found, ahead = await _load_position(request, request.control.detail)
    words, seat = request.words, found.seat_to_act(ahead)
    label = words("modal.label") if seat == found.seat else words("prepared.theirs")
    field = text_field(
        "move",
        label[:45],
        example=words(f"{found.table.game}.example"),
        longest=NOTATION_LIMIT,
        required=True,
    )
    control = Control(found.table.id, found.current_lines.ply, Verb.AHEAD_TYPED, str(ahead.number))
    await request.open(form(words("modal.title"), control, field))


async def enter_typed_line(request: Request) -> None:
    """The same with what was typed."""
    await request.redraw(
        await _enter_line(request, request.control.detail, request.typed_text[:NOTATION_LIMIT])
    )


async def _enter_line(request: Request, about: str, line: str) -> Message:
    """Enter what the other one may play, or the answer to it; returns the next question, or the answer."""
    control = request.control
    if not about.isdecimal():
        raise Refused("old-control")
    request.note_control(line)
    found, ahead = await _answers(request).enter_line(
        request.click, control.table, control.revision, int(about), line
    )
    asked = any(one.number == ahead.number for one in found.drafts)
    words = request.words
    return await (
        _next_step(words, found, ahead).message() if asked else _answer_message(words, found, ahead)
    )


async def _load_position(request: Request, about: str) -> tuple[PreparedList, FuturePosition]:
    """What a control is about; raises `Refused` where the game has gone on since then."""
    found = await _load_prepared(request)
    if not about.isdecimal():
        raise Refused("old-control")
    if found.current_lines.ply != request.control.revision:
        raise Refused("prepared-moved-on", found.table, code=found.table.code)
    if not found.is_opponents_turn:
        raise Refused("prepared-your-turn", found.table)
    return found, found.future_position(int(about))


def _next_step(words: Words, found: PreparedList, ahead: FuturePosition) -> PickerStep:
    """The board as it would stand, and whose move is asked for."""
    task, seat = _task(words, found, ahead), found.seat_to_act(ahead)
    *before, last = ["", *_branch_lines(words, found, ahead)]
    if seat != found.seat:
        lines = [*before, last, words("prepared.foresee", name=_opponent_name(found))]
    else:
        own = bool(ahead.steps) and ahead.steps[-1].seat == found.seat
        asked = "prepared.answer.own" if own else "prepared.answer"
        lines = [*before, words(asked, name=_opponent_name(found), move=last)]
    if ahead.answer is not None and seat == found.seat:
        lines.append(_current_answer_line(words, found, ahead, ahead.answer))
    typing = str(Control(found.table.id, found.current_lines.ply, Verb.AHEAD_TYPE, str(ahead.number)))
    keys = [Key(label=words("button.type"), custom_id=typing), _back_button(words, found)]
    return PickerStep(task, "\n".join(filter(None, lines)), keys)


def _current_answer_line(
    words: Words, found: PreparedList, ahead: FuturePosition, answer: PreparedAnswer
) -> str:
    """What is prepared for the position already, and would be replaced."""
    action = found.entry.game.parse(answer.answer, ahead.state)
    names = plain_names(found.table)
    told = found.entry.speech.describe(words, names, ahead.state, found.seat, action)
    return words("prepared.so-far", move=escape_markdown(told))


def _task(words: Words, found: PreparedList, ahead: FuturePosition) -> Task:
    """The position as its player sees it: from their side, and pale, as it is not there yet."""
    entry, seat = found.entry, found.seat_to_act(ahead)
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
        file=f"{found.table.code}-{found.current_lines.ply}-ahead-{ahead.number}-{len(ahead.steps)}",
        spot=_spot(found, ahead.number),
        left_out=NO_ANSWER,
        offers=legal.__contains__,
        turned=entry.drawing.is_opposite(view, found.seat),
        ghost=bool(ahead.steps),
        taking="button.prepared.take",
    )


def _spot(found: PreparedList, number: int) -> PickerControls:
    return PickerControls(VERBS, str(number), found.current_lines.ply, found.table.id)


def _back_button(words: Words, found: PreparedList) -> Key:
    control = Control(found.table.id, found.current_lines.ply, Verb.PREPARED, HERE)
    return Key(label=words("button.prepared.all"), custom_id=str(control))


CONTROLS: Final = {
    **Picker(VERBS, _find, _enter_line).controls(),
    Verb.PREPARED: Route(show_all, private=True),
    Verb.AHEAD_OPEN: Route(open_answer, private=True),
    Verb.AHEAD_WITHDRAW: Route(withdraw, private=True),
    Verb.AHEAD_TYPE: Route(ask_for_line, private=True),
    Verb.AHEAD_TYPED: Route(enter_typed_line, private=True),
}
