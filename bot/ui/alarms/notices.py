"""What people are told between moves: calls, reminders, and that somebody's time is up."""

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
"""What the others can do once somebody's time is up."""

_HOUR: Final = 60 * 60

_FEW: Final = 5
"""At so many tables a message has buttons to put reminders off; with more it would be full of them."""


def call_message(
    words: Words,
    entry: AnyEntry,
    table: Table,
    player: Player,
    kind: str,
    detail: str = "",
    snoozes: Sequence[str] = (),
) -> Message:
    """A message that calls whoever must act: at last, in time, once more, or because somebody asks.

    A reminder has a button for each of the `snoozes`, the spans by which it can be put off.
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
    """The same at several tables, to one person; each text tells for which alarm it was sent.

    The buttons stand under each table, as long as there are few.
    """
    layout, user = Layout(timeout=None), turns[0].alarm.user_id or 0
    for due, spans in zip(turns, snoozes, strict=True):
        assert due.table is not None  # noqa: S101 - what is told together is about tables and players
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
    """`told` is that the others may act for somebody; `users` are called, and get the button for it."""
    custom_id = str(Control(table.id, table.turn, Verb.STAND_IN))
    mentions = words.join_list(tuple(f"<@{user}>" for user in users))
    label = words("button.stand-in", name=late.name)
    key: Key = discord.ui.Button(label=label[:80], style=discord.ButtonStyle.primary, custom_id=custom_id)
    line = words("time.free", game=entry.game.title, told=text, mentions=mentions)
    return Message(note(line, in_rows([key])), pings=users)


def _call_text(words: Words, entry: AnyEntry, table: Table, player: Player, kind: str, detail: str) -> str:
    user, due = acting_for(player), due_at(table, player.seat)
    other = nudged_by(detail)[1] if kind is Kind.NUDGE else detail
    way = _call_kind(player, kind, due)
    if kind is Kind.REMIND and due is None:
        due = overdue_from(table)
    return words(
        f"time.{way}",
        mention=f"<@{user}>",
        game=entry.game.title if way == "invite" else _game_with_players(words, entry, table, player),
        since=f"<t:{int(table.time.waiting_since)}:R>",
        other=escape_markdown(other or _opener_name(table)),
        **_deadline_values(due),
    )


def _game_with_players(words: Words, entry: AnyEntry, table: Table, player: Player) -> str:
    """A game by whom it is played with, as people tell theirs apart."""
    others = tuple(escape_markdown(one.name) for one in table.players if one.seat != player.seat)
    if not others:
        return entry.game.title
    return words("time.with", game=entry.game.title, names=words.join_list(others))


def several_times_up(
    words: Words, catalogue: Mapping[str, AnyEntry], turns: Sequence[DueAlarm], users: tuple[int, ...]
) -> Message:
    """Time is up at several tables, and the same `users` choose how each goes on: by a button each."""
    panel, keys = Panel(accent_colour=WALNUT), list[Key]()
    mentions = words.join_list(tuple(f"<@{user}>" for user in users))
    panel.add_item(Text(words("time.up.several", mentions=mentions)))
    for due in turns:
        table, late = due.table, due.player
        assert table is not None  # noqa: S101 - what is told together is about tables and players
        assert late is not None  # noqa: S101
        game = catalogue[table.game].game.title
        line = words("time.up.one", code=table.code, game=game, name=escape_markdown(late.name))
        panel.add_item(Text(line, id=MARK + due.alarm.id))
        custom_id = str(Control(table.id, table.turn, Verb.LATE))
        keys.append(discord.ui.Button(label=words("time.up.button", code=table.code), custom_id=custom_id))
    return Message(panel_layout(panel, in_rows(keys)), pings=users)


def _opener_name(table: Table) -> str:
    """What whoever opened a table is called."""
    return next((player.name for player in table.players if player.user_id == table.host_id), "")


def _call_kind(player: Player, kind: str, due: int | None) -> str:
    """Which of the ways to call somebody it is."""
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
    """Somebody's time is up, and `users` choose how it goes on."""
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
    """The choices there are; nobody nudges themselves, and no bot plays a game that it does not know.

    For whoever has left the server nobody waits.
    """
    left_out = {"nudge"} if alone else set[str]()
    left_out |= {"wait", "nudge"} if has_gone(late) else set()
    if not has_bots(entry.game):
        left_out.add("bot")
    return tuple(choice for choice in CHOICES if choice not in left_out)


def explain_choice(
    words: Words, entry: AnyEntry, table: Table, late: Player, choice: str, *, alone: bool
) -> str:
    """What a choice does, in a line."""
    key = f"time.up.{choice}"
    if choice == "end" and is_shared(entry, table):
        key = "time.up.end.together"
    elif alone and choice in ("house", "bot", "friend", "end"):
        key = f"time.up.{choice}.alone"
    hours = words.some("hours", max(1, round(table.terms.clock / _HOUR)))
    return words(key, name=escape_markdown(late.name), hours=hours)


def is_shared(entry: AnyEntry, table: Table) -> bool:
    """Whether the others go on when one of them leaves."""
    return entry.game.cooperative and len(table.players) > 1


def choice_buttons(words: Words, entry: AnyEntry, table: Table, late: Player, *, alone: bool) -> list[Key]:
    """A button for each choice."""
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
