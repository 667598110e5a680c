"""Time that is up: the game is lost where time decides, else the others choose how it goes on."""

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
"""Seconds between two messages that tell the same people in a channel that time is up."""

Recipients: TypeAlias = tuple[int, tuple[int, ...]]
"""A channel, and the users who are told there."""

Notice: TypeAlias = Callable[[Words, tuple[int, ...]], Message]
"""Makes a message for these people in their language."""


@dataclass(slots=True)
class LastNotices:
    """When people were last told in a channel that time is up."""

    sent_at: dict[Recipients, float] = field(default_factory=dict)


def _recipients(session: Session, table: Table, late: Player) -> Recipients:
    return table.channel_id, session.absence.choosers(table, late)


async def _delay_after_notice(ticker: Ticker, due: DueAlarm) -> float | None:
    """The same people were told in this channel just now: the rest comes later, together, by one message."""
    if due.table is None or due.player is None or due.table.terms.forfeit:
        return None
    told, now = ticker.state(LastNotices), ticker.session.now()
    told.sent_at = {whom: at for whom, at in told.sent_at.items() if now < at + SOON_AFTER}
    at = told.sent_at.get(_recipients(ticker.session, due.table, due.player))
    return None if at is None else at + SOON_AFTER


async def _handle_time_up(ticker: Ticker, due: DueAlarm) -> None:
    """Somebody's time is over, or they have left the server."""
    assert due.table is not None  # noqa: S101 - such an alarm is about a table and its player
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
    table, users = await ticker.session.schedule.time_is_up(due)
    entry, late = ticker.session.catalogue[table.game], due.player
    assert late is not None  # noqa: S101

    def notice(words: Words, users: tuple[int, ...]) -> Message:
        return time_up_notice(words, entry, table, late, users)

    try:
        board = await _send_notice(ticker, due, table, users, notice)
        ticker.state(LastNotices).sent_at[_recipients(ticker.session, table, late)] = ticker.session.now()
        await ticker.remove_with_turn(due, table, board)
        place = f"{board.channel_id}:{board.message_id}"
        await ticker.session.tables.set_note(messenger.notice_key(table), place)
    finally:  # the board offers the choice, whatever became of the notice
        await messenger.refresh_board(ticker.surface, ticker.client, table)


async def _apply_defaults(ticker: Ticker, due: DueAlarm) -> DueAlarm | None:
    """What is left of it once features have played what their tables have agreed on.

    None where every turn has passed by that.
    """
    left = list[DueAlarm]()
    for one in due.all_alarms:
        assert one.table is not None  # noqa: S101 - such an alarm is about a table and its player
        assert one.player is not None  # noqa: S101
        shown = await _play_default(ticker.session, one.alarm, one.table, one.player)
        if shown is None:
            left.append(one)
            continue
        await messenger.show_if_reachable(ticker.surface, ticker.client, shown)
        ticker.surface.wake()
        if shown.table.turn == one.table.turn:
            left.append(replace(one, table=shown.table))
        elif one.alarm.id != due.alarm.id:
            await ticker.finish(one.alarm)
    if not left:
        return None
    return replace(left[0], others=tuple(replace(one, others=()) for one in left[1:]))


async def _play_default(session: Session, alarm: Alarm, table: Table, player: Player) -> Shown | None:
    """What a feature has played for somebody whose time is up; none if none has."""
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
    """Time is up at several tables, for the same people to choose; the boards offer it as well."""
    late, users = list[DueAlarm](), dict[int, None]()
    for one in due.all_alarms:
        table, awake = await ticker.session.schedule.time_is_up(one)
        late.append(replace(one, table=table))
        users |= dict.fromkeys(awake)
    first = late[0]
    assert first.table is not None  # noqa: S101 - such an alarm is about a table and its player
    assert first.player is not None  # noqa: S101

    def notice(words: Words, users: tuple[int, ...]) -> Message:
        return several_times_up(words, ticker.session.catalogue, late, users)

    try:
        await _send_notice(ticker, replace(first, others=tuple(late[1:])), first.table, tuple(users), notice)
        whom = _recipients(ticker.session, first.table, first.player)
        ticker.state(LastNotices).sent_at[whom] = ticker.session.now()
    finally:
        for one in late:
            assert one.table is not None  # noqa: S101
            await messenger.refresh_board(ticker.surface, ticker.client, one.table)


async def _send_notice(
    ticker: Ticker, due: DueAlarm, table: Table, users: tuple[int, ...], notice: Notice
) -> Board:
    """Say that time is up in the channel; after some tries in vain, directly.

    Raises what became of the channel where nobody takes it directly either.
    """
    try:
        return await ticker.post_at_table(due, notice(words_at(table), users))
    except discord.HTTPException as failure:
        if not is_access_failure(failure) or not ticker.has_tried_enough(due.alarm):
            raise
        found = None
        for user in users:
            words = words_in(ticker.session.tables.language_of(user, table.terms.language))
            told, nonce = mark_single(due, notice(words, (user,))), f"up{due.alarm.id}.{user}"[:25]
            try:
                found = await messenger.send_direct(ticker.client, user, told, nonce)
            except FAILURES as other:
                LOG.info("alarm=%s user=%s takes no message: %s", due.alarm.id, user, other)
        if found is None:
            raise
        return found


async def _announce_stand_in(ticker: Ticker, due: DueAlarm) -> None:
    """The others may act for somebody away: it is said once, and the board says so, too."""
    assert due.table is not None  # noqa: S101
    assert due.player is not None  # noqa: S101
    table, users = await ticker.session.schedule.time_is_up(due)
    words, entry = words_at(table), ticker.session.catalogue[table.game]
    told = overdue_text(words, table, (due.player,))
    board = await ticker.post_at_table(due, stand_in_notice(words, entry, table, due.player, users, told))
    await ticker.remove_with_turn(due, table, board)
    await messenger.refresh_board(ticker.surface, ticker.client, table)


def _forfeits(table: Table) -> bool:
    """Whether somebody loses by it."""
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
