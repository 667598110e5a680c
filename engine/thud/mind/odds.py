"""Facts that matter before a move. Nothing in Thud is left to chance, so every entry has the chance 1.

Keys, each with `count` (pieces) and `squares` (their names, separated by blanks), none of them empty:

- `take` (`action`): the pieces that a move takes, for the best captures; `lost` are the points that the other
  side can take with its next move;
- `hang.trolls`: trolls that a hurl can hit, were the dwarfs to move now;
- `hang.dwarfs`: dwarfs that a troll can take, were the trolls to move now, each by one move or another.

Captures come first, then the hanging pieces of the side that is not to move, which can be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.mind import Odds
from engine.octagon.board import Bitboard, Square, bits, name, squares_of
from engine.octagon.model import Side
from engine.thud.mind.field import FREE, hurl_reach, points_at_risk, shove_landings, widen
from engine.thud.model import TROLL_POINTS, Action, Move, View

MAX_CAPTURES: Final = 3
"""How many captures are listed; set by hand."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """The best captures, and the pieces that hang, those that can be taken at once first."""
    if view.outcome is not None:
        return ()
    dwarfs, trolls = bits(view.dwarfs), bits(view.trolls)
    empty = FREE & ~dwarfs & ~trolls
    hung = trolls & (hurl_reach(dwarfs, empty) | widen(dwarfs))
    bare = dwarfs & widen((widen(trolls) | shove_landings(trolls, empty)) & empty)
    hanging = (_hanging_odds("hang.trolls", hung), _hanging_odds("hang.dwarfs", bare))
    ordered = hanging if view.to_move is Side.DWARFS else hanging[::-1]
    captures = _capture_odds(dwarfs, trolls, actions)
    return (*captures, *(entry for entries in ordered for entry in entries))


class _Capture(NamedTuple):
    """A capture with its points, less those that the other side can take then (`lost`)."""

    gain: int
    lost: int
    move: Move


def _capture_odds(dwarfs: Bitboard, trolls: Bitboard, actions: tuple[Action, ...]) -> Iterator[Odds]:
    """The captures that gain most; of one piece's moves that take the same, the best."""
    best: dict[tuple[Square, Bitboard], _Capture] = {}
    for move in actions:
        if not isinstance(move, Move) or not move.captured:
            continue
        ends, taken = 1 << move.origin | 1 << move.target, bits(move.captured)
        by_dwarfs = move.side is Side.DWARFS
        after = (dwarfs ^ ends, trolls & ~taken) if by_dwarfs else (dwarfs & ~taken, trolls ^ ends)
        lost = points_at_risk(*after, dwarfs_move=not by_dwarfs)
        gain = len(move.captured) * (TROLL_POINTS if by_dwarfs else 1) - lost
        same = move.origin, taken
        if same not in best or best[same].gain < gain:
            best[same] = _Capture(gain, lost, move)
    ordered = sorted(
        best.values(), key=lambda capture: (-capture.gain, capture.move.origin, capture.move.target)
    )
    for _, lost, move in ordered[:MAX_CAPTURES]:
        squares = " ".join(map(name, move.captured))
        yield Odds("take", 1.0, {"count": len(move.captured), "squares": squares, "lost": lost}, str(move))


def _hanging_odds(key: str, board: Bitboard) -> tuple[Odds, ...]:
    """The entry of the hanging pieces on a bitboard, if there are any."""
    if not board:
        return ()
    squares = " ".join(name(sq) for sq in squares_of(board))
    return (Odds(key, 1.0, {"count": board.bit_count(), "squares": squares}),)
