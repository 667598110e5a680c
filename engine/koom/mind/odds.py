"""Facts that matter before a move. Nothing in Koom Valley is left to chance, so every entry has the chance 1.

Keys, each with `count` (moves or pieces) and `squares` (names, separated by blanks), none of them empty:

- `home`: the squares of the far edge where the Rock can be now, were the dwarfs to move;
- `hold`: the trolls who could come to be the third beside the Rock, were the trolls to move;
- `take` (`action`): the pieces that a move takes, for the largest captures;
- `hang.trolls`: trolls that a dwarf can sandwich, were the dwarfs to move now;
- `hang.dwarfs`: dwarfs that a troll can trample, were the trolls to move now, by one move or another.

What wins comes first, then captures; of what hangs that of the side that is not to move, as it can be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.koom.danger import hanging_squares, winning_moves
from engine.koom.model import Action, Move, Piece, State
from engine.mind import Odds
from engine.octagon.board import Square, name
from engine.octagon.model import Side

MAX_CAPTURES: Final = 3
"""How many captures are listed; set by hand."""


def odds(state: State, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """What wins at once, the largest captures, and the pieces that hang, those to be taken now first."""
    if state.outcome is not None:
        return ()
    position = state.position
    carried = (move.target for move in winning_moves(position, Side.DWARFS) if move.piece is Piece.ROCK)
    holding = (move.origin for move in winning_moves(position, Side.TROLLS))
    order = (Side.TROLLS, Side.DWARFS) if state.to_move is Side.DWARFS else (Side.DWARFS, Side.TROLLS)
    return (
        *_odds_of("home", carried),
        *_odds_of("hold", holding),
        *_capture_odds(actions),
        *(entry for side in order for entry in _odds_of(f"hang.{side}", hanging_squares(position, side))),
    )


def _capture_odds(actions: tuple[Action, ...]) -> Iterator[Odds]:
    """The largest captures; of one piece's moves that take the same, the first."""
    first: dict[tuple[Square, frozenset[Square]], Move] = {}
    for move in actions:
        if isinstance(move, Move) and move.captured:
            first.setdefault((move.origin, frozenset(move.captured)), move)
    most_first = sorted(first.values(), key=lambda move: -len(move.captured))
    for move in most_first[:MAX_CAPTURES]:
        yield from _odds_of("take", move.captured, str(move))


def _odds_of(key: str, squares: Iterable[Square], action: str = "") -> Iterator[Odds]:
    """The entry of some squares, if there are any."""
    ordered = sorted(set(squares))
    if ordered:
        yield Odds(key, 1.0, {"count": len(ordered), "squares": " ".join(map(name, ordered))}, action)
