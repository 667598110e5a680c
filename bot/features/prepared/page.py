"""*Prepared*: the user's answers to possible moves of the opponent, entered on the future board.

Everything is in one private message that each tap changes. The controls contain the answer's number and the
position of the game.
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
"""The detail of the button that leads back to the list in the same message."""

_LABEL: Final = 100
"""The most characters of an option in a list."""


# The list


async def show_all(request: Request) -> None:
    """Show all prepared answers of the user, and once those that became impossible."""
    prepared = await _load_prepared(request)
    message = _list_message(request.words, prepared)
    if request.control.detail == HERE:
        await request.redraw(message)
    else:
        await request.show(message)
    await _answers(request).drop_off_answers(prepared)


def _answers(request: Request) -> PreparedAnswers:
    return request.session.service(PreparedAnswers)


async def _load_prepared(request: Request) -> PreparedList:
    prepared = await _answers(request).load(request.click, request.control.table)
    request.note_table(prepared.table, request.control.detail)
    return prepared


def _list_message(words: Words, prepared: PreparedList) -> Message:
    """The list, with the controls to open an answer and to enter another."""
    table, other = prepared.table, _opponent_name(prepared)
    lines = [f"### {words('prepared.title', code=table.code)}"]
    lines += [off_text(words, prepared)] if prepared.off else []
    if prepared.answers:
        lines += [words("prepared.list"), *_answer_tree(words, prepared)]
    elif prepared.is_opponents_turn:
        lines.append(words("prepared.none", name=other))
    if not prepared.is_opponents_turn:
        lines.append(words("prepared.your-turn"))
    rows = [_answer_list(words, prepared)] if prepared.answers else []
    keys = []
    if prepared.is_opponents_turn and len(prepared.answers) < MOST:
        keys.append(_spot(prepared, 0).key(words("button.prepared.new"), VERBS.go))
    return Message(text_panel("\n".join(lines), [*rows, *in_rows(keys)]))


def off_text(words: Words, prepared: PreparedList) -> str:
    """That the opponent played another move, and the answers that are off therefore."""
    ways = tuple(f"`{answer.way[-1][1]}` → `{answer.answer}`" for answer in prepared.off)
    return words("prepared.off", name=_opponent_name(prepared), ways=words.join_list(ways))


def _answer_tree(words: Words, prepared: PreparedList) -> list[str]:
    """A line for each answer, indented below the one that it follows."""
    lines = []
    for answer in prepared.answers:
        position = prepared.future_position(answer.number)
        depth = sum(1 for step in position.steps if step.seat == prepared.seat) - 1
        lines.append(f"{'  ' * depth}- {_branch_lines(words, prepared, position)[-1]}")
    return lines


def _branch_lines(words: Words, prepared: PreparedList, position: FuturePosition) -> list[str]:
    """What leads to a position: each answer with the move before it; last a move without an answer."""
    names, other = plain_names(prepared.table), _opponent_name(prepared)
    lines, move_text = list[str](), ""
    for step in position.steps:
        step_text = escape_markdown(
            prepared.entry.speech.describe(words, names, step.before, step.seat, step.action)
        )
        if step.seat != prepared.seat:
            move_text = step_text
        elif move_text:
            lines.append(words("prepared.line", name=other, move=move_text, answer=step_text))
            move_text = ""
        else:
            lines.append(words("prepared.line.own", answer=step_text))
    return [*lines, move_text] if move_text else lines


def _answer_list(words: Words, prepared: PreparedList) -> Row:
    """The list that opens an answer."""
    names = plain_names(prepared.table)
    options = []
    for answer in prepared.answers:
        steps = prepared.future_position(answer.number).steps
        step_texts = [
            prepared.entry.speech.describe(words, names, step.before, step.seat, step.action)
            for step in steps[-2:]
        ]
        depth = "… " if len(steps) > len(step_texts) else ""
        options.append(
            discord.SelectOption(label=f"{depth}{' → '.join(step_texts)}"[:_LABEL], value=str(answer.number))
        )
    custom_id = str(Control(prepared.table.id, prepared.current_lines.ply, Verb.AHEAD_OPEN))
    return Row(
        discord.ui.Select[discord.ui.LayoutView](
            custom_id=custom_id, placeholder=words("prepared.open")[:150], options=options
        )
    )


def _opponent_name(prepared: PreparedList) -> str:
    """The opponent's name, safe for markdown."""
    return escape_markdown(name_at(prepared.table, 1 - prepared.seat))


# One answer


async def open_answer(request: Request) -> None:
    """Show the board after the answer picked from the list."""
    prepared = await _load_prepared(request)
    number = request.values[0] if request.values else ""
    if not number.isdecimal():
        raise Refused("old-control")
    await request.redraw(
        await _answer_message(request.words, prepared, prepared.future_position(int(number)))
    )


async def _answer_message(words: Words, prepared: PreparedList, position: FuturePosition) -> Message:
    """The board after an answer, the moves that lead there, and its controls."""
    keys = []
    if prepared.has_room(position) and len(prepared.answers) < MOST:
        keys.append(_spot(prepared, position.number).key(words("button.prepared.then"), VERBS.go))
    withdraw = str(
        Control(prepared.table.id, prepared.current_lines.ply, Verb.AHEAD_WITHDRAW, str(position.number))
    )
    keys.append(Key(label=words("button.prepared.withdraw"), custom_id=withdraw))
    text = "\n".join(_branch_lines(words, prepared, position))
    return await result_message(
        _task(words, prepared, position), text, [*keys, _back_button(words, prepared)]
    )


async def withdraw(request: Request) -> None:
    """Delete an answer, and show the list."""
    number = request.control.detail
    if not number.isdecimal():
        raise Refused("old-control")
    prepared = await _answers(request).withdraw(request.click, request.control.table, int(number))
    request.note_table(prepared.table, number)
    await request.redraw(_list_message(request.words, prepared))


# Entering one


async def _find(request: Request, about: str) -> PickerStep:
    prepared, position = await _load_position(request, about)
    return _next_step(request.words, prepared, position)


async def ask_for_line(request: Request) -> None:
    """Open the form to type a line."""
    prepared, position = await _load_position(request, request.control.detail)
    words, seat = request.words, prepared.seat_to_act(position)
    label = words("modal.label") if seat == prepared.seat else words("prepared.theirs")
    field = text_field(
        "move",
        label[:45],
        example=words(f"{prepared.table.game}.example"),
        longest=NOTATION_LIMIT,
        required=True,
    )
    control = Control(prepared.table.id, prepared.current_lines.ply, Verb.AHEAD_TYPED, str(position.number))
    await request.open(form(words("modal.title"), control, field))


async def enter_typed_line(request: Request) -> None:
    """Add the move typed in the form of `ask_for_line` to the branch.

    Shows the next question, or the answer.
    """
    await request.redraw(
        await _enter_line(request, request.control.detail, request.typed_text[:NOTATION_LIMIT])
    )


async def _enter_line(request: Request, about: str, line: str) -> Message:
    """Enter a move of the opponent, or the answer to it; returns the next question, or the answer."""
    control = request.control
    if not about.isdecimal():
        raise Refused("old-control")
    request.note_control(line)
    prepared, position = await _answers(request).enter_line(
        request.click, control.table, control.revision, int(about), line
    )
    is_draft = any(draft.number == position.number for draft in prepared.drafts)
    words = request.words
    return await (
        _next_step(words, prepared, position).message()
        if is_draft
        else _answer_message(words, prepared, position)
    )


async def _load_position(request: Request, about: str) -> tuple[PreparedList, FuturePosition]:
    """The answers and the position of a control; raises `Refused` where the game has gone on."""
    prepared = await _load_prepared(request)
    if not about.isdecimal():
        raise Refused("old-control")
    if prepared.current_lines.ply != request.control.revision:
        raise Refused("prepared-moved-on", prepared.table, code=prepared.table.code)
    if not prepared.is_opponents_turn:
        raise Refused("prepared-your-turn", prepared.table)
    return prepared, prepared.future_position(int(about))


def _next_step(words: Words, prepared: PreparedList, position: FuturePosition) -> PickerStep:
    """The future board, and the question for the next move."""
    task, seat = _task(words, prepared, position), prepared.seat_to_act(position)
    *before, last = ["", *_branch_lines(words, prepared, position)]
    if seat != prepared.seat:
        lines = [*before, last, words("prepared.foresee", name=_opponent_name(prepared))]
    else:
        follows_own_move = bool(position.steps) and position.steps[-1].seat == prepared.seat
        key = "prepared.answer.own" if follows_own_move else "prepared.answer"
        lines = [*before, words(key, name=_opponent_name(prepared), move=last)]
    if position.answer is not None and seat == prepared.seat:
        lines.append(_current_answer_line(words, prepared, position, position.answer))
    typing = str(
        Control(prepared.table.id, prepared.current_lines.ply, Verb.AHEAD_TYPE, str(position.number))
    )
    keys = [Key(label=words("button.type"), custom_id=typing), _back_button(words, prepared)]
    return PickerStep(task, "\n".join(filter(None, lines)), keys)


def _current_answer_line(
    words: Words, prepared: PreparedList, position: FuturePosition, answer: PreparedAnswer
) -> str:
    """The answer that is already prepared for the position, and would be replaced."""
    action = prepared.entry.game.parse(answer.answer, position.state)
    names = plain_names(prepared.table)
    action_text = prepared.entry.speech.describe(words, names, position.state, prepared.seat, action)
    return words("prepared.so-far", move=escape_markdown(action_text))


def _task(words: Words, prepared: PreparedList, position: FuturePosition) -> Task:
    """The future position from the user's side, painted pale."""
    entry, seat = prepared.entry, prepared.seat_to_act(position)
    view = entry.game.view(position.state, None)
    legal = frozenset[str]() if seat is None else frozenset(map(str, entry.game.legal(position.state, seat)))
    return Task(
        words,
        entry,
        position.state,
        prepared.seat if seat is None else seat,
        plain_names(prepared.table),
        title=f"### {words('prepared.title', code=prepared.table.code)}",
        code=prepared.table.code,
        file=f"{prepared.table.code}-{prepared.current_lines.ply}-ahead-{position.number}-{len(position.steps)}",
        spot=_spot(prepared, position.number),
        left_out=NO_ANSWER,
        offers=legal.__contains__,
        turned=entry.drawing.is_opposite(view, prepared.seat),
        ghost=bool(position.steps),
        taking="button.prepared.take",
    )


def _spot(prepared: PreparedList, number: int) -> PickerControls:
    return PickerControls(VERBS, str(number), prepared.current_lines.ply, prepared.table.id)


def _back_button(words: Words, prepared: PreparedList) -> Key:
    control = Control(prepared.table.id, prepared.current_lines.ply, Verb.PREPARED, HERE)
    return Key(label=words("button.prepared.all"), custom_id=str(control))


CONTROLS: Final = {
    **Picker(VERBS, _find, _enter_line).controls(),
    Verb.PREPARED: Route(show_all, private=True),
    Verb.AHEAD_OPEN: Route(open_answer, private=True),
    Verb.AHEAD_WITHDRAW: Route(withdraw, private=True),
    Verb.AHEAD_TYPE: Route(ask_for_line, private=True),
    Verb.AHEAD_TYPED: Route(enter_typed_line, private=True),
}
