"""What the buttons of reminders do, and those of a table where somebody's time is up."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors import Refused
from bot.seating import Person, acting_for
from bot.session import Shown
from bot.session.timing import due_at
from bot.store import Player, Table
from bot.trace import Trace
from bot.ui.alarms.notices import choice_keys, is_shared, offered, told_of
from bot.ui.alarms.speak import refresh, settle_notice
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.frame import NOBODY, Layout, note, safe, told
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Row, in_rows
from bot.ui.play.bot_lists import substitutes_row
from bot.ui.play.bots import chosen_level
from bot.ui.play.deliver import deliver, is_board


async def snooze(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Put a reminder off; the message that was clicked then says until when."""
    trace.table = f"T{control.table}"
    click = click_of(interaction)
    at = await desk.session.snooze(click, control.table, control.revision, control.detail)
    name, when = safe(click.person.name), f"<t:{int(at)}:R>"
    words = desk.words_at(await desk.session.table(control.table))
    line = words("time.will", code=f"T{control.table}", name=name, when=when, at=f"<t:{int(at)}:f>")
    await interaction.response.edit_message(view=note(line), allowed_mentions=NOBODY)


async def choose(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Carry out a choice, or ask for what it needs: who the friend is, and whether it is meant."""
    check_permissions(desk.words, interaction)
    click, session, turn = click_of(interaction), desk.session, control.revision
    table = await session.table(control.table)
    trace.table, trace.revision, trace.notation = table.code, table.revision, control.detail
    match control.detail:
        case "":
            await _offer(desk, interaction, table, turn)
        case "wait":
            await _wait(desk, interaction, table, turn)
        case "nudge":
            _, alarm = await session.nudge(click, table.id, turn)
            name = safe(_late(desk, table, turn).name)
            await private(interaction, desk.words("time.nudged", name=name, when=f"<t:{int(alarm.due)}:R>"))
        case "house":
            shown = await session.substitute(click, table.id, turn, None, trace)
            await _done(desk, interaction, shown, trace)
        case "bot":
            await _ask_bot(desk, interaction, table, turn)
        case "bot!":
            level = chosen_level(interaction)
            shown = await session.substitute(click, table.id, turn, None, trace, level=level)
            await _done(desk, interaction, shown, trace)
        case "friend":
            await _ask_friend(desk, interaction, table, turn)
        case "friend!":
            shown = await session.substitute(click, table.id, turn, _picked(interaction), trace)
            await _done(desk, interaction, shown, trace)
        case "end":
            await _ask_end(desk, interaction, table, turn)
        case _:
            shown = await session.end(click, table.id, turn, trace)
            await _done(desk, interaction, shown, trace)


async def come_back(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    """Whoever clicks plays for themselves again."""
    check_permissions(desk.words, interaction)
    shown = await desk.session.back(click_of(interaction), control.table, trace)
    await deliver(desk, interaction, shown, trace)


async def _done(desk: Desk, interaction: discord.Interaction, shown: Shown, trace: Trace) -> None:
    """Show how the game goes on; the notice then says what was chosen, and by whom."""
    await deliver(desk, interaction, shown, trace)
    desk.wake()
    if shown.news is not None:
        words = desk.words_at(shown.table)
        line = words(
            "time.settled",
            code=shown.table.code,
            game=shown.entry.game.title,
            what=told(words, shown.news),
            who=safe(interaction.user.display_name),
        )
        await settle_notice(desk, interaction.client, shown.table, line)


def _late(desk: Desk, table: Table, turn: int) -> Player:
    """Who is late in this turn; refuses what is settled already."""
    late = desk.session.late(table)
    if late is None or table.turn != turn:
        raise Refused("late-no-more", table, code=table.code)
    return late


def _check(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> Player:
    """Who is late, for somebody whose choice it is."""
    late = _late(desk, table, turn)
    desk.session.check_chooser(click_of(interaction).person, table, late)
    return late


async def _offer(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> None:
    """The choices once more, for whoever asks for them at the board."""
    late = _check(desk, interaction, table, turn)
    alone = desk.session.choosers(table, late) == (late.user_id,)
    lines = [
        f"- {told_of(desk, table, late, choice, alone=alone)}" for choice in offered(desk, table, alone=alone)
    ]
    layout = note("\n".join(lines), in_rows(choice_keys(desk, table, alone=alone)))
    await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


async def _wait(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> None:
    click = click_of(interaction)
    late = _check(desk, interaction, table, turn)
    after = await desk.session.wait(click, table.id, turn)
    due = due_at(after, late.seat)
    key = "time.waited.alone" if click.person.id == acting_for(late) else "time.waited"
    if due is None:
        key = "time.waited.away"
    line = desk.words_at(table)(
        key, code=table.code, who=safe(click.person.name), name=safe(late.name), when=f"<t:{due}:f>"
    )
    await interaction.response.edit_message(view=note(line), allowed_mentions=NOBODY)
    if not is_board(interaction):
        await settle_notice(desk, interaction.client, after, line)
    await refresh(desk, interaction.client, after)


async def _ask_friend(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> None:
    late = _check(desk, interaction, table, turn)
    custom_id = str(Control(table.id, turn, Verb.LATE, "friend!"))
    placeholder = desk.words("time.pick.friend", name=late.name)[:150]
    pick: discord.ui.UserSelect[Layout] = discord.ui.UserSelect(custom_id=custom_id, placeholder=placeholder)
    own = late.user_id == interaction.user.id
    key = "time.ask.friend.alone" if own else "time.ask.friend"
    layout = note(desk.words(key, name=safe(late.name), code=table.code), [Row(pick)])
    await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


async def _ask_bot(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> None:
    late = _check(desk, interaction, table, turn)
    key = "time.ask.bot.alone" if late.user_id == interaction.user.id else "time.ask.bot"
    told = desk.words(key, name=safe(late.name), code=table.code)
    layout = note(told, [substitutes_row(desk.words, table, turn)])
    await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


async def _ask_end(desk: Desk, interaction: discord.Interaction, table: Table, turn: int) -> None:
    late = _check(desk, interaction, table, turn)
    key = "time.ask.end.together" if is_shared(desk, table) else "time.ask.end"
    if late.user_id == interaction.user.id:
        key = "time.ask.end.alone"
    yes: discord.ui.Button[Layout] = discord.ui.Button(
        label=desk.words("time.button.end.together" if is_shared(desk, table) else "time.button.end"),
        style=discord.ButtonStyle.danger,
        custom_id=str(Control(table.id, turn, Verb.LATE, "end!")),
    )
    back: discord.ui.Button[Layout] = discord.ui.Button(
        label=desk.words("button.back"), custom_id=str(Control(table.id, table.revision, Verb.NEVER_MIND))
    )
    layout = note(desk.words(key, name=safe(late.name), code=table.code), in_rows([yes, back]))
    await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


def _picked(interaction: discord.Interaction) -> Person:
    """Whom somebody picked from Discord's list."""
    data: dict[str, Any] = dict(interaction.data or {})
    resolved = dict(data.get("resolved") or {})
    users, members = dict(resolved.get("users") or {}), dict(resolved.get("members") or {})
    chosen = next(map(str, data.get("values", ())), "")
    user = users.get(chosen)
    if user is None:
        raise Refused("friend-unknown")
    nick = (members.get(chosen) or {}).get("nick")
    name = nick or user.get("global_name") or user["username"]
    return Person(int(chosen), str(name), bool(user.get("bot")))
