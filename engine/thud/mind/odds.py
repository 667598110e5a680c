"""What counts before a move. Nothing in Thud is left to chance, so every entry has the chance 1.

Keys, each with `count` (pieces) and `squares` (their names, separated by blanks), none of them empty:

- `hang.trolls`: trolls that a hurl can hit, were the dwarfs to move now;
- `hang.dwarfs`: dwarfs that a troll can take, were the trolls to move now, each by one move or another.

What hangs of the side that is not to move comes first: it can be taken at once.
"""

from __future__ import annotations

from engine.mind import Odds
from engine.thud.board import bits, name, squares_of
from engine.thud.mind.field import FREE, reach, shoved, spread
from engine.thud.model import Action, Side, View


def odds(view: View, _actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """The pieces that hang, those that can be taken at once first."""
    if view.outcome is not None:
        return ()
    dwarfs, trolls = bits(view.dwarfs), bits(view.trolls)
    empty = FREE & ~dwarfs & ~trolls
    hung = trolls & (reach(dwarfs, empty) | spread(dwarfs))
    bare = dwarfs & spread((spread(trolls) | shoved(trolls, empty)) & empty)
    found = (_hanging("hang.trolls", hung), _hanging("hang.dwarfs", bare))
    ordered = found if view.to_move is Side.DWARFS else found[::-1]
    return tuple(entry for entries in ordered for entry in entries)


def _hanging(key: str, board: int) -> tuple[Odds, ...]:
    if not board:
        return ()
    squares = " ".join(name(sq) for sq in squares_of(board))
    return (Odds(key, 1.0, {"count": board.bit_count(), "squares": squares}),)
