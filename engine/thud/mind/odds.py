"""What counts before a move. Nothing in Thud is left to chance, so every entry has the chance 1.

Keys, each with `count` (pieces) and `squares` (their names, separated by blanks), none of them empty:

- `take` (`action`): what that move takes, for the best captures; `lost` are the points that the other side
  can take with its next move;
- `hang.trolls`: trolls that a hurl can hit, were the dwarfs to move now;
- `hang.dwarfs`: dwarfs that a troll can take, were the trolls to move now, each by one move or another.

Captures come first; of what hangs that of the side that is not to move: it can be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.mind import Odds
from engine.octagon.board import bits, name, squares_of
from engine.octagon.model import Side
from engine.thud.mind.field import FREE, TROLL, points_at_risk, reach, shoved, spread
from engine.thud.model import Action, Move, View

CAPTURES: Final = 3
"""How many captures are told of."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """The best captures, and the pieces that hang, those that can be taken at once first."""
    if view.outcome is not None:
        return ()
    dwarfs, trolls = bits(view.dwarfs), bits(view.trolls)
    empty = FREE & ~dwarfs & ~trolls
    hung = trolls & (reach(dwarfs, empty) | spread(dwarfs))
    bare = dwarfs & spread((spread(trolls) | shoved(trolls, empty)) & empty)
    found = (_hanging("hang.trolls", hung), _hanging("hang.dwarfs", bare))
    ordered = found if view.to_move is Side.DWARFS else found[::-1]
    captures = _captures(dwarfs, trolls, actions)
    return (*captures, *(entry for entries in ordered for entry in entries))


def _captures(dwarfs: int, trolls: int, actions: tuple[Action, ...]) -> Iterator[Odds]:
    """What gains most, less what can be taken then: of the ways of one piece to take the same, the best."""
    found: dict[tuple[int, int], tuple[int, int, Move]] = {}
    for move in actions:
        if not isinstance(move, Move) or not move.captured:
            continue
        way, taken = 1 << move.origin | 1 << move.target, bits(move.captured)
        by_dwarfs = move.side is Side.DWARFS
        after = (dwarfs ^ way, trolls & ~taken) if by_dwarfs else (dwarfs & ~taken, trolls ^ way)
        lost = points_at_risk(*after, dwarfs_move=not by_dwarfs)
        gain = len(move.captured) * (TROLL if by_dwarfs else 1) - lost
        ends = move.origin, taken
        if ends not in found or found[ends][0] < gain:
            found[ends] = gain, lost, move
    best = sorted(found.values(), key=lambda one: (-one[0], one[2].origin, one[2].target))
    for _, lost, move in best[:CAPTURES]:
        squares = " ".join(map(name, move.captured))
        yield Odds("take", 1.0, {"count": len(move.captured), "squares": squares, "lost": lost}, str(move))


def _hanging(key: str, board: int) -> tuple[Odds, ...]:
    if not board:
        return ()
    squares = " ".join(name(sq) for sq in squares_of(board))
    return (Odds(key, 1.0, {"count": board.bit_count(), "squares": squares}),)
