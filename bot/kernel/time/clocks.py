"""The time that players have, as arithmetic. Pure: every moment is passed in, in seconds since 1970.

A seat has so many seconds for each turn (`a_turn`), and a bank that a longer turn draws on. When both are
used up the time is over. A clock that stands still has no `since`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.store import SeatClock

REMINDED_AT: Final = 0.8
"""The part of the time for a turn after which somebody is reminded, once."""


def start_turn(clock: SeatClock, at: float, *, running: bool) -> SeatClock:
    """The clock of a seat whose turn begins; it does not run for somebody on vacation."""
    return SeatClock(clock.seat, clock.bank, since=at if running else None, last=clock.last)


def resume_turn(clock: SeatClock, at: float, a_turn: float, *, running: bool) -> SeatClock:
    """The clock of a seat whose last turn comes back: what it took then counts, and nothing of it twice."""
    bank = clock.bank + max(0.0, clock.last - a_turn)
    return SeatClock(clock.seat, bank, spent=clock.last, since=at if running else None, last=clock.last)


def time_used(clock: SeatClock, at: float) -> float:
    """How many seconds of the turn under way were used by then."""
    return clock.spent if clock.since is None else clock.spent + max(0.0, at - clock.since)


def end_turn(clock: SeatClock, at: float, a_turn: float) -> SeatClock:
    """The clock of a seat whose turn is over: what it took beyond its time is gone from the bank."""
    took = time_used(clock, at)
    return SeatClock(clock.seat, max(0.0, clock.bank - max(0.0, took - a_turn)), last=took or clock.last)


def interrupt_turn(clock: SeatClock, at: float, a_turn: float, *, moves: bool) -> SeatClock:
    """The clock of a seat that has offered something or answered it, and waits for the other one now.

    If the seat `moves` next, what its turn has taken so far stays counted. An answer is over for good, and
    is no turn that could come back.
    """
    return pause_clock(clock, at) if moves else replace(end_turn(clock, at, a_turn), last=clock.last)


def pause_clock(clock: SeatClock, at: float) -> SeatClock:
    """The clock, standing still."""
    return replace(clock, spent=time_used(clock, at), since=None)


def resume_clock(clock: SeatClock, at: float) -> SeatClock:
    """The clock, running again; one that runs goes on."""
    return clock if clock.since is not None else replace(clock, since=at)


def ends_at(clock: SeatClock, a_turn: float) -> float | None:
    """When the time will be over; none while the clock stands still."""
    return None if clock.since is None else clock.since + a_turn + clock.bank - clock.spent


def reminds_at(clock: SeatClock, a_turn: float) -> float | None:
    """When most of the time for the turn will have passed; none while the clock stands still."""
    return None if clock.since is None else clock.since + REMINDED_AT * a_turn - clock.spent


def restart_turn(clock: SeatClock, at: float) -> SeatClock:
    """The clock with a whole turn's time from now on, whatever was used before."""
    return replace(clock, spent=0.0, bank=0.0, since=at, up=False, nudged=None)
