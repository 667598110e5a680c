"""Whether a match could stand like this: what is asked of a state that was given and not played."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.core import failing
from engine.koom.model import START, BattleEnd, BattleResult, Piece, Position, State
from engine.koom.moves import STRIDES, moves_of, rock_targets, sandwiched
from engine.koom.refusals import apart
from engine.koom.rules import OFFER_WAIT, TIMES, end_of, outcome_of, won_battles
from engine.octagon.board import BOARD, RAYS, SQUARES, Square, bits, rank_of
from engine.octagon.model import Side

LONGEST: Final = 100_000
"""Plies of a battle; nobody will ever come near."""

LIMIT: Final = 500
"""The highest `quiet_limit`."""

BATTLES: Final = 2
"""The most battles of a match."""

DWARFS: Final = START.dwarfs.bit_count()
TROLLS: Final = START.trolls.bit_count()
_MOST: Final = 7
"""The most trolls that one dwarf takes; it came over one of the eight squares beside it."""


def check(state: State) -> tuple[str, ...]:
    """The names of what is wrong: numbers out of range first, then what does not go together."""
    return _ranges(state) or _relations(state)


def _ranges(state: State) -> tuple[str, ...]:
    dwarfs, trolls, last = state.dwarfs, state.trolls, state.last
    squares = set(SQUARES)
    stands = dwarfs >= 0 and trolls >= 0 and state.rock in squares
    return failing(
        ("battle", 1 <= state.battle <= state.battles <= BATTLES),
        ("board", stands and not (dwarfs | trolls) & ~BOARD and not dwarfs & trolls),
        ("rock", stands and not (dwarfs | trolls) >> state.rock & 1),
        ("dwarfs", dwarfs >= 0 and dwarfs.bit_count() <= DWARFS),
        ("trolls", trolls >= 0 and trolls.bit_count() <= TROLLS),
        ("ply", 0 <= state.ply <= LONGEST),
        ("trail", len(state.trail) <= state.ply and {at for way in state.trail for at in way} <= squares),
        ("quiet-limit", 0 <= state.quiet_limit <= LIMIT),
        ("nearest", 0 < state.nearest <= rank_of(START.rock) and 0 <= state.nearest_at <= state.ply),
        ("offer", state.offer in (None, 0, 1)),
        ("offer-wait", all(0 <= wait <= OFFER_WAIT for wait in state.offer_wait)),
        ("last", last is None or ({last.origin, *last.way, *last.captured} <= squares and bool(last.way))),
        ("results", len(state.results) <= state.battles),
    )


def _relations(state: State) -> tuple[str, ...]:
    """What goes together, in a state whose numbers are in range."""
    over, parted = state.outcome is not None, state.ply - len(state.trail)
    dwarfs_lost, trolls_lost = DWARFS - state.dwarfs.bit_count(), TROLLS - state.trolls.bit_count()
    past = _past(state)
    return failing(
        ("side", (state.to_move is Side.DWARFS) is (state.ply % 2 == 0)),
        # Each move brings one piece from where it stood at first, or the Rock a step.
        ("board", (state.dwarfs & ~START.dwarfs).bit_count() <= (state.ply + 1) // 2),
        ("board", (state.trolls & ~START.trolls).bit_count() <= state.ply // 2),
        ("rock", apart(state.rock, START.rock) <= (state.ply + 1) // 2),
        # Nothing leaves the board but by a capture, and there was none on the trail.
        ("captures", (dwarfs_lost == trolls_lost == 0) is (parted == 0)),
        ("captures", trolls_lost <= _MOST * ((parted + 1) // 2)),
        ("trail", past is not None and (parted > 0 or past[-1] == START)),
        ("last", (state.last is None) is (state.ply == 0) and _last_holds(state)),
        ("nearest", past is None or _nearest_holds(state, past)),
        ("end", past is None or _goes_on(state, past)),
        ("offer", not over or state.offer is None),
        ("offer-wait", state.offer is None or not state.offer_wait[state.offer]),
        ("results", all(_result_holds(seat, result, state) for seat, result in enumerate(state.results))),
        ("outcome", _outcome_holds(state)),
    )


def _past(state: State) -> list[Position] | None:
    """This position and all before it since the last capture, backwards; none if a step was not legal."""
    found, side = [state.position], state.to_move.other
    for origin, target in reversed(state.trail):
        now = found[-1]
        before = _taken_back(now, side, origin, target)
        if before is None or not _leads(before, side, origin, target):
            return None
        found.append(before)
        side = side.other
    return found


def _taken_back(now: Position, side: Side, origin: Square, target: Square) -> Position | None:
    """The position before a quiet move, none if nothing of `side` stands where it led, or it came from."""
    if now.occupied >> origin & 1:
        return None
    way = 1 << origin | 1 << target
    if now.rock == target and side is Side.DWARFS:
        return Position(now.dwarfs, now.trolls, origin)
    if not now.pieces(side) >> target & 1:
        return None
    dwarfs, trolls = (way, 0) if side is Side.DWARFS else (0, way)
    return Position(now.dwarfs ^ dwarfs, now.trolls ^ trolls, now.rock)


def _leads(before: Position, side: Side, origin: Square, target: Square) -> bool:
    """Whether a quiet move is legal; told by its line alone, since a trail can be long."""
    if origin == before.rock:
        return target in rock_targets(before)
    line = next((line for line in RAYS[origin].values() if target in line), ())
    way = line[: line.index(target) + 1] if line else ()
    if not way or before.occupied & bits(way):
        return False
    return len(way) <= STRIDES if side is Side.TROLLS else not sandwiched(before, origin, target)


def _nearest_holds(state: State, past: list[Position]) -> bool:
    """Whether the Rock can have been nearest where and when it is said to (Rule koom:draw-5)."""
    first = rank_of(START.rock)
    if (state.nearest, state.nearest_at) == (first, 0):
        return True  # as in a state of the first version of the rules, wherever the Rock lies
    ranks = [rank_of(position.rock) for position in past]
    since = state.ply - state.nearest_at
    came = since >= len(ranks) or ranks[since] == state.nearest < min(ranks[since + 1 :], default=first + 1)
    in_time = not state.nearest_at or first - state.nearest <= (state.nearest_at + 1) // 2
    return state.nearest <= min(ranks[: since + 1]) and came and in_time


def _goes_on(state: State, past: list[Position]) -> bool:
    """Whether the battle has not ended before, and is over now only as it says."""
    stood = [Counter(past[number::2]) for number in (0, 1)]
    before = [count - (position == past[0]) for position, count in stood[0].items()]
    if state.repetition and max((*before, *stood[1].values())) >= TIMES:
        return False
    found = end_of(state)
    if state.outcome is None or state.outcome.ending == "resignation":
        return found is None
    ended = state.results[-1] if state.results else None
    if ended is None or found is not None:
        return ended is not None and found == (ended.end, ended.winner)
    return ended.end is BattleEnd.AGREED or (
        ended.end is BattleEnd.QUIET and 0 < state.quiet_limit <= state.quiet
    )


def _last_holds(state: State) -> bool:
    """Whether the last move led here: taken back, it is legal where it was made."""
    move = state.last
    if move is None:
        return True
    if move.side is not state.to_move.other or bool(move.captured) is bool(state.trail):
        return False
    if state.trail:
        stands = (state.rock == move.target) is (move.piece is Piece.ROCK)
        return stands and len(move.way) == 1 and (move.origin, move.target) == state.trail[-1]
    own, other = state.position.pieces(move.side), state.position.pieces(move.side.other)
    left, reached, taken = 1 << move.origin, 1 << move.target, bits(move.captured)
    fits = own & reached and (left == reached or not own & left) and not (own | other) & taken
    if move.piece is Piece.ROCK or not fits or other & (left | reached):
        return False
    mine, theirs = own & ~reached | left, other | taken
    pieces = (mine, theirs) if move.side is Side.DWARFS else (theirs, mine)
    before = Position(*pieces, state.rock)
    return not taken >> state.rock & 1 and move in moves_of(before, move.side)


def _result_holds(dwarf_seat: int, result: BattleResult, state: State) -> bool:
    """Whether a battle can have ended so (Rules koom:win-1, koom:win-2, koom:draw-4)."""
    winners: dict[BattleEnd, tuple[int | None, ...]] = {
        BattleEnd.HOME: (dwarf_seat,),
        BattleEnd.HELD: (1 - dwarf_seat,),
        BattleEnd.WIPED_OUT: (0, 1, None),
        BattleEnd.NO_MOVE: (0, 1),
        BattleEnd.AGREED: (None,),
        BattleEnd.REPEATED: (None,) if state.repetition else (),
        BattleEnd.QUIET: (None,) if state.quiet_limit else (),
    }
    return result.dwarf_seat == dwarf_seat and result.winner in winners[result.end]


def _outcome_holds(state: State) -> bool:
    """Whether the match is over if it must be, and as it must be (Rules koom:match-2, koom:resign-1)."""
    outcome, results = state.outcome, state.results
    if outcome is None:
        return len(results) == state.battle - 1
    if outcome.ending != "resignation":
        return len(results) == state.battle == state.battles and outcome == outcome_of(results)
    resigned = outcome.winners in ((0,), (1,)) and outcome.points == won_battles(results)
    return resigned and len(results) == state.battle - 1
