"""What speaks for a move of Thud, and what against it: facts of the position, counted by the rules.

Nothing here is thought out. A reason tells what the move does at once, and what the other side could do with
its very next move; all of it can be seen on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core import Seat
from engine.octagon.board import NEIGHBOURS, Square, file_of, rank_of, squares_of
from engine.octagon.facts import (
    HANGING,
    Exposes,
    OutOfReach,
    Roams,
    Saves,
    StillHangs,
    Takeable,
    Takes,
    Threatens,
    hanging,
    saved,
    threatened,
)
from engine.octagon.model import Side
from engine.thud.danger import hanging as hung_by
from engine.thud.danger import haul, position_of, takers, worth
from engine.thud.mind.field import LINE_STEPS
from engine.thud.model import Action, Move, Position, View
from engine.thud.moves import after, line_length, moves_of

MOST_ANSWERS: Final = 48
"""So many ways to take the piece that moved are looked at; with more nothing is said of taking back."""

ROW: Final = 3
"""Dwarfs in a row that are worth a word: they can be hurled two squares further."""


@dataclass(frozen=True, slots=True)
class TakesBack:
    """Whoever takes the piece on `square` with the next move can be taken in return."""

    square: Square


@dataclass(frozen=True, slots=True)
class Rows:
    """The dwarf stands in a row of `length` dwarfs, a longer one than before."""

    square: Square
    length: int


@dataclass(frozen=True, slots=True)
class Nearer:
    """The troll is `steps` steps from the dwarf on `dwarf`, the nearest one; before it were more."""

    dwarf: Square
    steps: int


@dataclass(frozen=True, slots=True)
class Beside:
    """So many own pieces stand next to the one that moved."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """The points as they are, of whoever decides and of the other one: what is said ends or goes on."""

    own: int
    other: int


Reason: TypeAlias = (
    Takes
    | Saves
    | Threatens
    | OutOfReach
    | TakesBack
    | Rows
    | Nearer
    | Beside
    | Roams
    | Stands
    | Takeable
    | Exposes
    | StillHangs
)

AGAINST: Final = HANGING
"""The reasons that speak against an action."""


def reasons(view: View, seat: Seat, action: Action) -> tuple[Reason, ...]:
    """What speaks for and against a legal action of a seat, the weightiest first; never nothing."""
    if not isinstance(action, Move):
        return (Stands(view.points[seat], view.points[1 - seat]),)
    before = position_of(view)
    return (*_for(before, action), *_against(before, action))


def _for(before: Position, move: Move) -> Iterator[Reason]:
    now, side = after(before, move), move.side
    if move.captured:
        yield Takes(move.captured)
    hung, hangs = takers(before, side.other), takers(now, side.other)
    yield from saved(hung, hangs, {move.origin: move.target})
    yield from threatened(takers(before, side), takers(now, side))
    if move.target not in hangs:
        yield OutOfReach(move.target)
    elif _is_guarded(now, move):
        yield TakesBack(move.target)
    yield from _shape(before, now, move)


def _is_guarded(now: Position, move: Move) -> bool:
    """Whether every move that takes what moved can be answered by taking whoever took it."""
    answers = takers(now, move.side.other)[move.target]
    return len(answers) <= MOST_ANSWERS and all(
        answer.target in hung_by(after(now, answer), answer.side) for answer in answers
    )


def _shape(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    """How the piece stands; that it can move on at the very least."""
    side, target = move.side, move.target
    if side is Side.DWARFS:
        length = _row(now.dwarfs, target)
        if length >= ROW and length > _row(before.dwarfs, move.origin):
            yield Rows(target, length)
    elif now.dwarfs:
        steps, dwarf = min((apart(target, one), one) for one in squares_of(now.dwarfs))
        if steps < min(apart(move.origin, one) for one in squares_of(before.dwarfs)):
            yield Nearer(dwarf, steps)
    beside = tuple(squares_of(NEIGHBOURS[target] & now.pieces(side)))
    if beside:
        yield Beside(beside)
    onward = {further.target for further in moves_of(now, side) if further.origin == target}
    if onward:
        yield Roams(target, len(onward))


def _row(dwarfs: int, square: Square) -> int:
    """The length of the longest row of dwarfs through a square."""
    both = (line_length(dwarfs, square, step) + line_length(dwarfs, square, -step) for step in LINE_STEPS)
    return max(both) - 1


def apart(one: Square, other: Square) -> int:
    """How many steps lie between two squares, on an empty board."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def _against(before: Position, move: Move) -> Iterator[Reason]:
    others = move.side.other
    yield from hanging(takers(before, others), takers(after(before, move), others), move.target)


# What is lost by a move that need not be: for a warning before it


@dataclass(frozen=True, slots=True)
class Loses:
    """The other side can take the pieces on `squares` with its next move; another move would lose less.

    `points` are what they count, less what the move takes itself and what can be taken back at once.
    """

    squares: tuple[Square, ...]
    origin: Square
    points: int


BLUNDER: Final = {Side.DWARFS: 2, Side.TROLLS: 4}
"""From so many points on a loss is worth a warning: two dwarfs, or a troll."""


def loss(view: View, _seat: Seat, action: Action) -> Loses | None:
    """What a move loses at once, if that is much, and some other move of the side loses less by as much."""
    if not isinstance(action, Move):
        return None
    before, side = position_of(view), action.side
    now = after(before, action)
    hardest = _hardest(now, side)
    if hardest is None:
        return None
    answer, points = hardest
    lost = points - worth(action)
    if lost < BLUNDER[side]:
        return None
    milder = (_cost(before, move) <= lost - BLUNDER[side] for move in moves_of(before, side))
    return Loses(answer.captured, answer.origin, lost) if any(milder) else None


def _hardest(now: Position, side: Side) -> tuple[Move, int] | None:
    """The answer that costs `side` most, and how many points, less what can be taken back."""
    answers = [move for move in moves_of(now, side.other) if move.captured]
    most = dict[tuple[Square, Square], Move]()
    for move in answers:  # of the ways of one step that which takes most
        way = move.origin, move.target
        if way not in most or worth(move) > worth(most[way]):
            most[way] = move
    costs = ((worth(move) - haul(after(now, move), side), move) for move in most.values())
    found = max(costs, key=lambda cost: (cost[0], -cost[1].origin, -cost[1].target), default=None)
    return None if found is None else (found[1], found[0])


def _cost(before: Position, move: Move) -> int:
    """The points that a move puts at risk, less those that it takes; nothing is taken back."""
    return haul(after(before, move), move.side.other) - worth(move)
