"""The texts between moves: calls, reminders, and notices that a player's time is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    escape_markdown,
    link,
    note,
    panel_layout,
    without_view_store,
)
from bot.discord.keyboard import Control, Key, Verb, in_rows
from bot.games.catalogue import AnyEntry
from bot.kernel.tables.seats import acting_for, has_bots, has_gone, overdue_from
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.time.timing import due_at
from bot.store import Kind, Player, Table, nudged_by
from bot.ui.alarms.messenger import MARK
from bot.words import Words

CHOICES: Final = ("wait", "nudge", "house", "bot", "friend", "end")
"""What the other players can choose once a player's time is up."""

_HOUR: Final = 60 * 60

_FEW: Final = 5
"""The most tables for which one message has buttons to postpone reminders."""


def call_message(
    words: Words,
    entry: AnyEntry,
    table: Table,
    player: Player,
    kind: str,
    detail: str = "",
    snoozes: Sequence[str] = (),
) -> Message:
    """Return a message that calls a player: a reminder, a repeated call, or a nudge.

    A reminder has a button for each of the `snoozes`, the spans by which it can be postponed.
    """
    user = acting_for(player)
    lines = [_call_text(words, entry, table, player, kind, detail)]
    if table.board is not None:
        lines.append(words("time.link", link=link(table, table.board)))
    layout = Layout(timeout=None)
    if kind is Kind.REMIND:
        lines.append(words("time.habits"))
    layout.add_item(Text("\n".join(lines)))
    if kind in (Kind.REMIND, Kind.SNOOZE):
        for row in in_rows(_snooze_button(words, table, span) for span in snoozes):
            layout.add_item(row)
    return Message(without_view_store(layout), pings=(user,))


def calls_message(
    words: Words,
    catalogue: Mapping[str, AnyEntry],
    turns: Sequence[DueAlarm],
    snoozes: Sequence[Sequence[str]],
) -> Message:
    """Return one message that calls a player to several tables; each text names its alarm.

    The snooze buttons stand under each table, as long as there are few tables.
    """
    layout, user = Layout(timeout=None), turns[0].alarm.user_id or 0
    for due, spans in zip(turns, snoozes, strict=True):
        assert due.table is not None  # noqa: S101 - merged alarms have tables and players
        assert due.player is not None  # noqa: S101
        entry, alarm = catalogue[due.table.game], due.alarm
        lines = [_call_text(words, entry, due.table, due.player, alarm.kind, alarm.detail)]
        if due.table.board is not None:
            lines.append(words("time.link", link=link(due.table, due.table.board)))
        layout.add_item(Text("\n".join(lines), id=MARK + due.alarm.id))
        for row in (
            in_rows(_snooze_button(words, due.table, span) for span in spans) if len(turns) <= _FEW else ()
        ):
            layout.add_item(row)
    if any(due.alarm.kind is Kind.REMIND for due in turns):
        layout.add_item(Text(words("time.habits")))
    return Message(without_view_store(layout), pings=(user,))


def stand_in_notice(
    words: Words, entry: AnyEntry, table: Table, late: Player, users: tuple[int, ...], text: str
) -> Message:
    """Return the notice that other players may act for an absent one; it pings `users` and has the button."""
    custom_id = str(Control(table.id, table.turn, Verb.STAND_IN))
    mentions = words.join_list(tuple(f"<@{user}>" for user in users))
    label = words("button.stand-in", name=late.name)
    key: Key = discord.ui.Button(label=label[:80], style=discord.ButtonStyle.primary, custom_id=custom_id)
    line = words("time.free", game=entry.game.title, told=text, mentions=mentions)
    return Message(note(line, in_rows([key])), pings=users)


def _call_text(words: Words, entry: AnyEntry, table: Table, player: Player, kind: str, detail: str) -> str:
    user, due = acting_for(player), due_at(table, player.seat)
    other = nudged_by(detail)[1] if kind is Kind.NUDGE else detail
    call_kind = _call_kind(player, kind, due)
    if kind is Kind.REMIND and due is None:
        due = overdue_from(table)
    return words(
        f"time.{call_kind}",
        mention=f"<@{user}>",
        game=entry.game.title if call_kind == "invite" else _game_with_players(words, entry, table, player),
        since=f"<t:{int(table.time.waiting_since)}:R>",
        other=escape_markdown(other or _opener_name(table)),
        **_deadline_values(due),
    )


def _game_with_players(words: Words, entry: AnyEntry, table: Table, player: Player) -> str:
    """Return the game's title with the names of the other players."""
    others = tuple(escape_markdown(other.name) for other in table.players if other.seat != player.seat)
    if not others:
        return entry.game.title
    return words("time.with", game=entry.game.title, names=words.join_list(others))


def several_times_up(
    words: Words, catalogue: Mapping[str, AnyEntry], turns: Sequence[DueAlarm], users: tuple[int, ...]
) -> Message:
    """Return a notice that time is up at several tables, with a button each for the same `users`."""
    panel, keys = Panel(accent_colour=WALNUT), list[Key]()
    mentions = words.join_list(tuple(f"<@{user}>" for user in users))
    panel.add_item(Text(words("time.up.several", mentions=mentions)))
    for due in turns:
        table, late = due.table, due.player
        assert table is not None  # noqa: S101 - merged alarms have tables and players
        assert late is not None  # noqa: S101
        game = catalogue[table.game].game.title
        line = words("time.up.one", code=table.code, game=game, name=escape_markdown(late.name))
        panel.add_item(Text(line, id=MARK + due.alarm.id))
        custom_id = str(Control(table.id, table.turn, Verb.LATE))
        keys.append(discord.ui.Button(label=words("time.up.button", code=table.code), custom_id=custom_id))
    return Message(panel_layout(panel, in_rows(keys)), pings=users)


def _opener_name(table: Table) -> str:
    """Return the name of the player who opened a table."""
    return next((player.name for player in table.players if player.user_id == table.host_id), "")


def _call_kind(player: Player, kind: str, due: int | None) -> str:
    """Return which kind of call it is, as a part of a sentence key."""
    if not player.seated:
        return "invite"
    if kind is Kind.SNOOZE:
        return "snoozed" if due is None else "snoozed.clock"
    if kind is Kind.REMIND:
        return "remind.patience" if due is None else "remind"
    return "nudge" if kind is Kind.NUDGE else "call"


def _deadline_values(due: int | None) -> dict[str, str]:
    return {} if due is None else {"when": f"<t:{due}:f>", "left": f"<t:{due}:R>"}


def _snooze_button(words: Words, table: Table, span: str) -> Key:
    custom_id = str(Control(table.id, table.turn, Verb.SNOOZE, span))
    return discord.ui.Button(
        label=words(f"time.in.{span}"), style=discord.ButtonStyle.secondary, custom_id=custom_id
    )


def time_up_notice(
    words: Words, entry: AnyEntry, table: Table, late: Player, users: tuple[int, ...]
) -> Message:
    """Return the notice that a player's time is up, with the choices of `users`."""
    alone = users == (late.user_id,)
    mentions = words.join_list(tuple(f"<@{user}>" for user in users))
    gone = has_gone(late)
    head = words(
        "time.gone" if gone else "time.up.alone" if alone else "time.up",
        game=entry.game.title,
        name=escape_markdown(late.name),
        mentions=mentions,
    )
    lines = [
        head,
        *(
            f"- {explain_choice(words, entry, table, late, choice, alone=alone)}"
            for choice in available_choices(entry, late, alone=alone)
        ),
    ]
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join(lines), id=1))
    if table.board is not None:
        panel.add_item(Text(words("time.link", link=link(table, table.board))))
    return Message(
        panel_layout(panel, in_rows(choice_buttons(words, entry, table, late, alone=alone))), pings=users
    )


def available_choices(entry: AnyEntry, late: Player, *, alone: bool) -> tuple[str, ...]:
    """Return the available choices.

    A player cannot nudge themselves, a bot must know the game, and no one waits for a player who has left.
    """
    left_out = {"nudge"} if alone else set[str]()
    left_out |= {"wait", "nudge"} if has_gone(late) else set()
    if not has_bots(entry.game):
        left_out.add("bot")
    return tuple(choice for choice in CHOICES if choice not in left_out)


def explain_choice(
    words: Words, entry: AnyEntry, table: Table, late: Player, choice: str, *, alone: bool
) -> str:
    """Return a line that explains a choice."""
    key = f"time.up.{choice}"
    if choice == "end" and is_shared(entry, table):
        key = "time.up.end.together"
    elif alone and choice in ("house", "bot", "friend", "end"):
        key = f"time.up.{choice}.alone"
    hours = words.some("hours", max(1, round(table.terms.clock / _HOUR)))
    return words(key, name=escape_markdown(late.name), hours=hours)


def is_shared(entry: AnyEntry, table: Table) -> bool:
    """Return whether the others go on when one player leaves."""
    return entry.game.cooperative and len(table.players) > 1


def choice_buttons(words: Words, entry: AnyEntry, table: Table, late: Player, *, alone: bool) -> list[Key]:
    """Return a button for each choice."""
    keys = []
    for choice in available_choices(entry, late, alone=alone):
        key = f"time.button.{choice}"
        if choice == "end" and is_shared(entry, table):
            key = "time.button.end.together"
        style = discord.ButtonStyle.primary if choice == "wait" else discord.ButtonStyle.secondary
        style = discord.ButtonStyle.danger if choice == "end" else style
        custom_id = str(Control(table.id, table.turn, Verb.LATE, choice))
        keys.append(discord.ui.Button[Layout](label=words(key), style=style, custom_id=custom_id))
    return keys
