"""How a battle ends, what it is worth, and how two battles make a match."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome, Seat
from engine.thud.model import (
    TROLL_POINTS,
    BattleBegan,
    BattleEnd,
    BattleEnded,
    BattleResult,
    Event,
    MatchEnded,
    State,
)
from engine.thud.moves import moves_of
from engine.thud.position import START, Position

BATTLES = 2
ENDINGS = ("points", "draw", "resignation")
"""How a match ends: on the points of both battles, level, or conceded."""


def position_of(state: State) -> Position:
    """Where the pieces of a state stand."""
    return Position(state.dwarfs, state.trolls)


def points_of(state: State) -> tuple[int, int]:
    """What each seat's pieces on the board count: a dwarf 1, a troll 4 (Rule thud:score-1)."""
    dwarfs = state.dwarfs.bit_count()
    trolls = TROLL_POINTS * state.trolls.bit_count()
    return (dwarfs, trolls) if state.dwarf_seat == 0 else (trolls, dwarfs)


def automatic_end(state: State) -> BattleEnd | None:
    """Why the battle is over by itself: a side without pieces, or nothing to move.

    Rules thud:end-4, thud:end-5.
    """
    if not state.dwarfs or not state.trolls:
        return BattleEnd.WIPED_OUT
    if not moves_of(position_of(state), state.to_move):
        return BattleEnd.NO_MOVE
    return None


def end_battle(state: State, end: BattleEnd) -> tuple[State, tuple[Event, ...]]:
    """The state after a battle: the next one set up with the roles changed, or the match decided.

    Rules thud:score-2, thud:match-1, thud:match-2.
    """
    result = BattleResult(end, state.dwarf_seat, points_of(state))
    ended = BattleEnded(state.battle, end, result.points, result.winner, result.margin)
    results = (*state.results, result)
    if state.battle < BATTLES:
        fresh = begin_battle(state.battle + 1, state.quiet_limit, results)
        return fresh, (ended, BattleBegan(fresh.battle, fresh.dwarf_seat))
    outcome = outcome_of(results)
    match = MatchEnded(outcome.winners[0] if outcome.winners else None, abs(balance_of(results)))
    return replace(state, offer=None, results=results, outcome=outcome), (ended, match)


def begin_battle(battle: int, quiet_limit: int, results: tuple[BattleResult, ...] = ()) -> State:
    """The pieces set up, the dwarfs to move (Rules thud:start-1, thud:turn-1)."""
    return State(START.dwarfs, START.trolls, battle=battle, quiet_limit=quiet_limit, results=results)


def margin_of(results: tuple[BattleResult, ...], seat: Seat) -> int:
    """The points that `seat` noted: the margins of the battles it won (Rule thud:score-2)."""
    return sum(result.margin for result in results if result.winner == seat)


def balance_of(results: tuple[BattleResult, ...]) -> int:
    """Seat 0's noted points less seat 1's (Rule thud:match-2)."""
    return margin_of(results, 0) - margin_of(results, 1)


def outcome_of(results: tuple[BattleResult, ...]) -> Outcome:
    """Who won the match, by the difference of the margins; level is a draw (Rule thud:match-2)."""
    points = (margin_of(results, 0), margin_of(results, 1))
    balance = balance_of(results)
    if balance == 0:
        return Outcome("draw", (), points)
    return Outcome("points", (0 if balance > 0 else 1,), points)


def resigned(state: State, seat: Seat) -> Outcome:
    """The outcome when `seat` concedes: the other wins, whatever was noted (Rule thud:resign-1)."""
    return Outcome("resignation", (1 - seat,), (margin_of(state.results, 0), margin_of(state.results, 1)))
