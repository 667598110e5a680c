"""Handlers of the buttons on reminders, and on notices that a player's time is up."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.control_values import chosen_person
from bot.discord.frame import Layout, describe_news, escape_markdown, is_board_of, note, words_at
from bot.discord.keyboard import Control, Row, Verb, cancel_key, in_rows, substitutes_row
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.timing import due_at
from bot.store import Player, Table
from bot.ui.alarms.messenger import covers_several_alarms, refresh_board, resolve_notice
from bot.ui.alarms.notices import CHOICES, available_choices, choice_buttons, explain_choice, is_shared
from bot.ui.play.deliver import deliver, is_board
from bot.ui.play.lobby_actions import chosen_level

_MEANT: Final = ("bot!", "friend!", "end!")
"""The confirmed choices: the answers to the questions that some choices ask."""


async def snooze(request: Request) -> None:
    """Postpone a reminder; the clicked message then says until when."""
    request.trace.table = f"T{request.control.table}"
    click = request.click
    if is_board_of(await request.session.tables.get(request.control.table), request.clicked_message):
        raise Refused("old-control")
    until = await request.session.schedule.snooze(
        click, request.control.table, request.control.revision, request.control.detail
    )
    name, when = escape_markdown(click.person.name), f"<t:{int(until)}:R>"
    words = words_at(await request.session.tables.get(request.control.table))
    line = words("time.will", name=name, when=when, at=f"<t:{int(until)}:f>")
    if covers_several_alarms(request.clicked_message):  # the other reminders stay
        await request.private(line)
    else:
        await request.change(note(line))


async def choose_outcome(request: Request) -> None:
    """Carry out a choice, or ask for what it needs: a bot, a friend, or a confirmation."""
    click, session, turn = request.click, request.session, request.control.revision
    table = await request.table(request.control.detail)
    match _read_choice(request.control):
        case "":
            await _show_choices(request, table, turn)
        case "wait":
            await _grant_time(request, table, turn)
        case "nudge":
            _, alarm = await session.absence.nudge(click, table.id, turn)
            name = escape_markdown(_late_player(request, table, turn).name)
            await request.private(request.words("time.nudged", name=name, when=f"<t:{int(alarm.due)}:R>"))
        case "house":
            shown = await session.absence.substitute(click, table.id, turn, None, request.trace)
            await _show_decision(request, shown)
        case "bot":
            await _ask_bot(request, table, turn)
        case "bot!":
            level = chosen_level(request)
            shown = await session.absence.substitute(click, table.id, turn, None, request.trace, level=level)
            await _show_decision(request, shown)
        case "friend":
            await _ask_friend(request, table, turn)
        case "friend!":
            shown = await session.absence.substitute(
                click, table.id, turn, chosen_person(request), request.trace
            )
            await _show_decision(request, shown)
        case "end":
            await _ask_end(request, table, turn)
        case _:
            shown = await session.absence.end(click, table.id, turn, request.trace)
            await _show_decision(request, shown)


def _read_choice(control: Control) -> str:
    """Return what was chosen; refuses unknown choices. A confirmed end has its own value, `end!`."""
    if control.detail not in ("", *CHOICES, *_MEANT):
        raise Refused("old-control")
    return control.detail


async def take_seat_back(request: Request) -> None:
    """Give the seat back to the player who clicks."""
    shown = await request.session.absence.return_player(request.click, request.control.table, request.trace)
    await deliver(request, shown)


async def _show_decision(request: Request, shown: Shown) -> None:
    """Show how the game goes on; the notice then says who chose what."""
    await deliver(request, shown)
    request.surface.wake()
    if shown.news is not None:
        words = words_at(shown.table)
        line = words(
            "time.settled",
            game=shown.entry.game.title,
            what=describe_news(words, shown.news),
            who=escape_markdown(request.person.name),
        )
        await resolve_notice(request.surface, request.client, shown.table, line)


def _late_player(request: Request, table: Table, turn: int) -> Player:
    """Return the player whose time is up in this turn; refuses a case that is resolved."""
    late = request.session.absence.absent_player(table)
    if late is None or table.turn != turn:
        raise Refused("late-no-more", table, code=table.code)
    return late


def _check_chooser(request: Request, table: Table, turn: int) -> Player:
    """Return the player whose time is up; refuses users who are not to choose."""
    late = _late_player(request, table, turn)
    request.session.absence.check_chooser(request.person, table, late)
    return late


async def _show_choices(request: Request, table: Table, turn: int) -> None:
    """Show the choices to a user who asks for them at the board."""
    late = _check_chooser(request, table, turn)
    entry = request.session.catalogue[table.game]
    alone = request.session.absence.choosers(table, late) == (late.user_id,)
    lines = [
        f"- {explain_choice(request.words, entry, table, late, choice, alone=alone)}"
        for choice in available_choices(entry, late, alone=alone)
    ]
    layout = note("\n".join(lines), in_rows(choice_buttons(request.words, entry, table, late, alone=alone)))
    await request.ask(layout)


async def _grant_time(request: Request, table: Table, turn: int) -> None:
    click = request.click
    late = _check_chooser(request, table, turn)
    after = await request.session.absence.wait(click, table.id, turn)
    due = due_at(after, late.seat)
    key = "time.waited.alone" if click.person.id == acting_for(late) else "time.waited"
    if due is None:
        key = "time.waited.away"
    line = words_at(table)(
        key, who=escape_markdown(click.person.name), name=escape_markdown(late.name), when=f"<t:{due}:f>"
    )
    await request.change(note(line))
    if not is_board(request):
        await resolve_notice(request.surface, request.client, after, line)
    await refresh_board(request.surface, request.client, after)


async def _ask_friend(request: Request, table: Table, turn: int) -> None:
    late = _check_chooser(request, table, turn)
    custom_id = str(Control(table.id, turn, Verb.LATE, "friend!"))
    placeholder = request.words("time.pick.friend", name=late.name)[:150]
    pick: discord.ui.UserSelect[Layout] = discord.ui.UserSelect(custom_id=custom_id, placeholder=placeholder)
    is_late_player = late.user_id == request.person.id
    key = "time.ask.friend.alone" if is_late_player else "time.ask.friend"
    layout = note(request.words(key, name=escape_markdown(late.name), code=table.code), [Row(pick)])
    await request.ask(layout)


async def _ask_bot(request: Request, table: Table, turn: int) -> None:
    late = _check_chooser(request, table, turn)
    key = "time.ask.bot.alone" if late.user_id == request.person.id else "time.ask.bot"
    question = request.words(key, name=escape_markdown(late.name), code=table.code)
    layout = note(question, [substitutes_row(request.words, table, turn)])
    await request.ask(layout)


async def _ask_end(request: Request, table: Table, turn: int) -> None:
    """Ask whether to end the game, or to go on without the late player where the others can."""
    late = _check_chooser(request, table, turn)
    others_go_on = is_shared(request.session.catalogue[table.game], table)
    key = "time.ask.end.together" if others_go_on else "time.ask.end"
    if late.user_id == request.person.id:
        key = "time.ask.end.alone"
    yes: discord.ui.Button[Layout] = discord.ui.Button(
        label=request.words("time.button.end.together" if others_go_on else "time.button.end"),
        style=discord.ButtonStyle.danger,
        custom_id=str(Control(table.id, turn, Verb.LATE, "end!")),
    )
    layout = note(
        request.words(key, name=escape_markdown(late.name), code=table.code),
        in_rows([yes, cancel_key(request.words, table)]),
    )
    await request.ask(layout)


CONTROLS: Final = {
    Verb.SNOOZE: Route(snooze),
    Verb.LATE: Route(choose_outcome, posts=True),
    Verb.BACK: Route(take_seat_back, posts=True),
}
