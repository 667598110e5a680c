"""The players' clocks, as arithmetic. Pure: every moment is passed in, in seconds since 1970.

A seat has so many seconds for each turn (`a_turn`), and a bank that a longer turn draws on. When both are
used up the time is over. A stopped clock has no `since`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.store import SeatClock

REMINDED_AT: Final = 0.8
"""The share of a turn's time after which its player is reminded, once."""


def start_turn(clock: SeatClock, at: float, *, running: bool) -> SeatClock:
    """Start a seat's turn; the clock does not run for a player on vacation."""
    return SeatClock(clock.seat, clock.bank, since=at if running else None, last=clock.last)


def resume_turn(clock: SeatClock, at: float, a_turn: float, *, running: bool) -> SeatClock:
    """Resume a seat's last turn after an undo: its time counts again, and nothing of it twice."""
    bank = clock.bank + max(0.0, clock.last - a_turn)
    return SeatClock(clock.seat, bank, spent=clock.last, since=at if running else None, last=clock.last)


def time_used(clock: SeatClock, at: float) -> float:
    """Return the seconds of the current turn used by then."""
    return clock.spent if clock.since is None else clock.spent + max(0.0, at - clock.since)


def end_turn(clock: SeatClock, at: float, a_turn: float) -> SeatClock:
    """End a seat's turn: time beyond the turn's own is taken from the bank."""
    took = time_used(clock, at)
    return SeatClock(clock.seat, max(0.0, clock.bank - max(0.0, took - a_turn)), last=took or clock.last)


def interrupt_turn(clock: SeatClock, at: float, a_turn: float, *, moves: bool) -> SeatClock:
    """Interrupt a seat's turn, which has made or answered an offer and waits for the other player.

    If the seat `moves` next, the time used so far stays counted. An answer is complete, and is no turn that
    could come back.
    """
    return pause_clock(clock, at) if moves else replace(end_turn(clock, at, a_turn), last=clock.last)


def pause_clock(clock: SeatClock, at: float) -> SeatClock:
    """Pause a clock."""
    return replace(clock, spent=time_used(clock, at), since=None)


def resume_clock(clock: SeatClock, at: float) -> SeatClock:
    """Resume a clock; a running one is unchanged."""
    return clock if clock.since is not None else replace(clock, since=at)


def ends_at(clock: SeatClock, a_turn: float) -> float | None:
    """Return when the time will be over; None while the clock is stopped."""
    return None if clock.since is None else clock.since + a_turn + clock.bank - clock.spent


def reminds_at(clock: SeatClock, a_turn: float) -> float | None:
    """Return when the reminder is due; None while the clock is stopped."""
    return None if clock.since is None else clock.since + REMINDED_AT * a_turn - clock.spent


def restart_turn(clock: SeatClock, at: float) -> SeatClock:
    """Give a clock a whole turn's time from now on, whatever was used before."""
    return replace(clock, spent=0.0, bank=0.0, since=at, up=False, nudged=None)
