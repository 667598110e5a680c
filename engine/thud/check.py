"""Whether a match could stand like this: what is asked of a state that was given and not played."""

from __future__ import annotations

from typing import Final

from engine.core import failing
from engine.octagon.board import BOARD, SQUARES, bits
from engine.octagon.model import Side
from engine.thud.model import START, STONE, TROLL_POINTS, BattleEnd, BattleResult, Position, State
from engine.thud.moves import moves_of
from engine.thud.rules import BATTLES, OFFER_WAIT, outcome_of, points_of

LONGEST: Final = 100_000
"""Plies of a battle; nobody has ever come near."""

LIMIT: Final = 500
"""The highest `quiet_limit`."""

DWARFS: Final = START.dwarfs.bit_count()
TROLLS: Final = START.trolls.bit_count()
_NEIGHBOURS: Final = 8
"""The most dwarfs that a troll captures at once."""


def check(state: State) -> tuple[str, ...]:
    """The names of what is wrong: numbers out of range first, then what does not go together."""
    return _ranges(state) or _relations(state)


def agreed(state: State) -> object:
    """What was agreed before the match (Rule thud:end-6)."""
    return state.quiet_limit


def _ranges(state: State) -> tuple[str, ...]:
    dwarfs, trolls = state.dwarfs, state.trolls
    last, room = state.last, BOARD & ~STONE
    return failing(
        ("battle", state.battle in (1, BATTLES)),
        ("board", dwarfs >= 0 and trolls >= 0 and not (dwarfs | trolls) & ~room and not dwarfs & trolls),
        ("dwarfs", dwarfs >= 0 and dwarfs.bit_count() <= DWARFS),
        ("trolls", trolls >= 0 and trolls.bit_count() <= TROLLS),
        ("ply", 0 <= state.ply <= LONGEST),
        ("quiet", 0 <= state.quiet <= state.ply),
        ("quiet-limit", 0 <= state.quiet_limit <= LIMIT),
        ("offer", state.offer in (None, 0, 1)),
        ("offer-wait", all(0 <= wait <= OFFER_WAIT for wait in state.offer_wait)),
        ("last", last is None or {last.origin, last.target, *last.captured} <= set(SQUARES)),
        ("results", len(state.results) <= BATTLES),
    )


def _relations(state: State) -> tuple[str, ...]:
    """What goes together, in a state whose numbers are in range."""
    over, captures = state.outcome is not None, state.ply - state.quiet
    lost = (DWARFS - state.dwarfs.bit_count(), TROLLS - state.trolls.bit_count())
    fought = over or (bool(state.dwarfs) and bool(state.trolls))
    results = [_result_holds(seat, result, state.quiet_limit) for seat, result in enumerate(state.results)]
    return failing(
        ("dwarfs", bool(state.dwarfs) or over),
        ("trolls", bool(state.trolls) or over),
        ("side", (state.to_move is Side.DWARFS) is (state.ply % 2 == 0)),
        # Each move brings one piece from where it stood at first.
        ("board", (state.dwarfs & ~START.dwarfs).bit_count() <= (state.ply + 1) // 2),
        ("board", (state.trolls & ~START.trolls).bit_count() <= state.ply // 2),
        ("board", state.ply > 0 or state.position == START),
        # Nothing leaves the board but by a capture, and the last one was `quiet` plies ago.
        ("captures", (lost == (0, 0)) is (captures == 0)),
        ("captures", lost[1] <= (captures + 1) // 2 and lost[0] <= _NEIGHBOURS * (captures // 2)),
        ("last", (state.last is None) is (state.ply == 0) and _last_holds(state)),
        ("move", over or not fought or bool(moves_of(state.position, state.to_move))),
        ("offer", not over or state.offer is None),
        ("offer-wait", state.offer is None or not state.offer_wait[state.offer]),
        ("results", all(results)),
        ("outcome", _outcome_holds(state)),
    )


def _last_holds(state: State) -> bool:
    """Whether the last move led here: taken back, it is legal where it was made."""
    move, dwarfs, trolls = state.last, state.dwarfs, state.trolls
    if move is None:
        return True
    way, taken = 1 << move.origin | 1 << move.target, bits(move.captured)
    own, other = (dwarfs, trolls) if move.side is Side.DWARFS else (trolls, dwarfs)
    fits = move.side is state.to_move.other and bool(move.captured) is (state.quiet == 0)
    if not fits or own & way != 1 << move.target or other & (way | taken):
        return False
    before = (own ^ way, other | taken) if move.side is Side.DWARFS else (other | taken, own ^ way)
    return move in moves_of(Position(*before), move.side)


def _result_holds(dwarf_seat: int, result: BattleResult, quiet_limit: int) -> bool:
    """Whether a battle can have ended so: its points are those of pieces on a board (Rule thud:score-1)."""
    dwarfs, trolls = result.points[dwarf_seat], result.points[1 - dwarf_seat]
    return (
        result.dwarf_seat == dwarf_seat
        and 0 <= dwarfs <= DWARFS
        and 0 <= trolls <= TROLLS * TROLL_POINTS
        and trolls % TROLL_POINTS == 0
        and dwarfs + trolls > 0
        and (result.end is BattleEnd.WIPED_OUT) is (not dwarfs or not trolls)
        and (result.end is not BattleEnd.QUIET or quiet_limit > 0)
    )


def _outcome_holds(state: State) -> bool:
    """Whether the match is over if it must be, and as it must be (Rules thud:match-2, thud:resign-1)."""
    outcome, results = state.outcome, state.results
    if outcome is None:
        return len(results) == state.battle - 1
    if outcome.ending != "resignation":
        ended = len(results) == state.battle == BATTLES
        return ended and outcome == outcome_of(results) and results[-1].points == points_of(state)
    noted = outcome_of(results).points
    return (
        len(results) == state.battle - 1
        and outcome.winners in ((0,), (1,))
        and outcome.points == noted
        and bool(state.dwarfs)
        and bool(state.trolls)
    )
