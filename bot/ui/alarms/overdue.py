"""Expired turn times: the player loses if the table says so, else the others choose how to go on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

import discord

from bot.discord.channels import is_access_failure
from bot.discord.frame import Message, words_at
from bot.discord.request import FAILURES
from bot.games.catalogue import words_in
from bot.kernel.session import Session, Shown
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.time.schedule import DueAlarm
from bot.kernel.trace import Trace
from bot.store import Alarm, Board, Kind, Player, Table
from bot.ui.alarms import messenger
from bot.ui.alarms.notices import several_times_up, stand_in_notice, time_up_notice
from bot.ui.alarms.ticker import Ticker, mark_single
from bot.ui.play.board_layout import overdue_text
from bot.words import Words

LOG = logging.getLogger("taproom.ticker")

SOON_AFTER: Final = 60 * 60.0
"""Seconds between two time notices to the same people in a channel."""

Recipients: TypeAlias = tuple[int, tuple[int, ...]]
"""A channel, and the users who are notified there."""

Notice: TypeAlias = Callable[[Words, tuple[int, ...]], Message]
"""Makes a message to these users in their language."""


@dataclass(slots=True)
class LastNotices:
    """When the same recipients last got a time notice."""

    sent_at: dict[Recipients, float] = field(default_factory=dict)


def _recipients(session: Session, table: Table, late: Player) -> Recipients:
    return table.channel_id, session.absence.choosers(table, late)


async def _delay_after_notice(ticker: Ticker, due: DueAlarm) -> float | None:
    """Postpone a notice while its recipients have had one recently: one message then covers the rest."""
    if due.table is None or due.player is None or due.table.terms.forfeit:
        return None
    notices, now = ticker.state(LastNotices), ticker.session.now()
    notices.sent_at = {
        recipients: last for recipients, last in notices.sent_at.items() if now < last + SOON_AFTER
    }
    last = notices.sent_at.get(_recipients(ticker.session, due.table, due.player))
    return None if last is None else last + SOON_AFTER


async def _handle_time_up(ticker: Ticker, due: DueAlarm) -> None:
    """Handle a player whose time is up, or who has left the server."""
    assert due.table is not None  # noqa: S101 - the alarm has a table and a player
    assert due.player is not None  # noqa: S101
    if due.alarm.kind is Kind.UP and due.table.terms.forfeit:
        trace = Trace("tick.forfeit", 0)
        shown = await ticker.session.absence.forfeit(due.alarm, due.table, due.player, trace)
        await messenger.show_if_reachable(ticker.surface, ticker.client, shown)
        return
    left = await _apply_defaults(ticker, due)
    if left is None:
        return
    due = left
    if due.others:
        await _announce_several(ticker, due)
        return
    table, users = await ticker.session.schedule.note_time_up(due)
    entry, late = ticker.session.catalogue[table.game], due.player
    assert late is not None  # noqa: S101

    def notice(words: Words, users: tuple[int, ...]) -> Message:
        return time_up_notice(words, entry, table, late, users)

    try:
        board = await _send_notice(ticker, due, table, users, notice)
        ticker.state(LastNotices).sent_at[_recipients(ticker.session, table, late)] = ticker.session.now()
        await ticker.remove_after_turn(due, table, board)
        place = f"{board.channel_id}:{board.message_id}"
        await ticker.session.tables.set_note(messenger.notice_key(table), place)
    finally:  # the board offers the choice even if the notice failed
        await messenger.refresh_board(ticker.surface, ticker.client, table)


async def _apply_defaults(ticker: Ticker, due: DueAlarm) -> DueAlarm | None:
    """Let features play the default actions of their tables; return the rest of the alarm.

    Returns none if every turn has passed by that.
    """
    left = list[DueAlarm]()
    for turn in due.all_alarms:
        assert turn.table is not None  # noqa: S101 - the alarm has a table and a player
        assert turn.player is not None  # noqa: S101
        shown = await _play_default(ticker.session, turn.alarm, turn.table, turn.player)
        if shown is None:
            left.append(turn)
            continue
        await messenger.show_if_reachable(ticker.surface, ticker.client, shown)
        ticker.surface.wake()
        if shown.table.turn == turn.table.turn:
            left.append(replace(turn, table=shown.table))
        elif turn.alarm.id != due.alarm.id:
            await ticker.finish(turn.alarm)
    if not left:
        return None
    return replace(left[0], others=tuple(replace(turn, others=()) for turn in left[1:]))


async def _play_default(session: Session, alarm: Alarm, table: Table, player: Player) -> Shown | None:
    """Return the result of a feature's default action for a player whose time is up; none without one."""
    if alarm.kind is not Kind.UP:
        return None
    trace = Trace("tick.default", 0)
    for feature in session.features:
        if feature.at_table.on_time_up is None:
            continue
        shown: Shown | None = await feature.at_table.on_time_up(session, alarm, table, player, trace)
        if shown is not None:
            return shown
    return None


async def _announce_several(ticker: Ticker, due: DueAlarm) -> None:
    """Announce to the same choosers that time is up at several tables; each board offers the choice, too."""
    late, users = list[DueAlarm](), dict[int, None]()
    for turn in due.all_alarms:
        table, awake = await ticker.session.schedule.note_time_up(turn)
        late.append(replace(turn, table=table))
        users |= dict.fromkeys(awake)
    first = late[0]
    assert first.table is not None  # noqa: S101 - the alarm has a table and a player
    assert first.player is not None  # noqa: S101

    def notice(words: Words, users: tuple[int, ...]) -> Message:
        return several_times_up(words, ticker.session.catalogue, late, users)

    try:
        await _send_notice(ticker, replace(first, others=tuple(late[1:])), first.table, tuple(users), notice)
        recipients = _recipients(ticker.session, first.table, first.player)
        ticker.state(LastNotices).sent_at[recipients] = ticker.session.now()
    finally:
        for turn in late:
            assert turn.table is not None  # noqa: S101
            await messenger.refresh_board(ticker.surface, ticker.client, turn.table)


async def _send_notice(
    ticker: Ticker, due: DueAlarm, table: Table, users: tuple[int, ...], notice: Notice
) -> Board:
    """Announce in the channel that time is up; by direct message after several failed attempts.

    Raises the channel's failure if no direct message arrives either.
    """
    try:
        return await ticker.post_at_table(due, notice(words_at(table), users))
    except discord.HTTPException as failure:
        if not is_access_failure(failure) or not ticker.has_tried_enough(due.alarm):
            raise
        sent = None
        for user in users:
            words = words_in(ticker.session.tables.language_of(user, table.terms.language))
            message, nonce = mark_single(due, notice(words, (user,))), f"up{due.alarm.id}.{user}"[:25]
            try:
                sent = await messenger.send_direct(ticker.client, user, message, nonce)
            except FAILURES as other:
                LOG.info("alarm=%s user=%s takes no message: %s", due.alarm.id, user, other)
        if sent is None:
            raise
        return sent


async def _announce_stand_in(ticker: Ticker, due: DueAlarm) -> None:
    """Announce that others may act for an absent player, in a message and on the board.

    The message is deleted once the turn has passed.
    """
    assert due.table is not None  # noqa: S101
    assert due.player is not None  # noqa: S101
    table, users = await ticker.session.schedule.note_time_up(due)
    words, entry = words_at(table), ticker.session.catalogue[table.game]
    text = overdue_text(words, table, (due.player,))
    board = await ticker.post_at_table(due, stand_in_notice(words, entry, table, due.player, users, text))
    await ticker.remove_after_turn(due, table, board)
    await messenger.refresh_board(ticker.surface, ticker.client, table)


def _forfeits(table: Table) -> bool:
    """Return whether the player loses the game by it."""
    return table.terms.forfeit


ALARMS: Final = (
    AlarmKind(
        Kind.UP,
        posts=True,
        held=True,
        clock=True,
        persistent=True,
        decides=_forfeits,
        delay=_delay_after_notice,
        run=_handle_time_up,
    ),
    AlarmKind(Kind.GONE, posts=True, held=True, persistent=True, run=_handle_time_up),
    AlarmKind(Kind.FREE, posts=True, held=True, clock=True, run=_announce_stand_in),
)
