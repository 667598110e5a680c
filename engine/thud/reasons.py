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
    find_hanging,
    find_saved,
    find_threatened,
)
from engine.octagon.model import Side
from engine.thud.danger import capture_worth, capturing_moves, largest_capture, position_of
from engine.thud.danger import hanging_squares as hung_by
from engine.thud.mind.field import LINE_STEPS
from engine.thud.model import Action, Move, Position, View
from engine.thud.moves import line_length, moves_of, position_after

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
class HasNeighbours:
    """So many own pieces stand next to the one that moved."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CurrentScore:
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
    | HasNeighbours
    | Roams
    | CurrentScore
    | Takeable
    | Exposes
    | StillHangs
)

AGAINST: Final = HANGING
"""The reasons that speak against an action."""


def reasons(view: View, seat: Seat, action: Action) -> tuple[Reason, ...]:
    """What speaks for and against a legal action of a seat, the weightiest first; never nothing."""
    if not isinstance(action, Move):
        return (CurrentScore(view.points[seat], view.points[1 - seat]),)
    before = position_of(view)
    return (*_reasons_for(before, action), *_reasons_against(before, action))


def _reasons_for(before: Position, move: Move) -> Iterator[Reason]:
    now, side = position_after(before, move), move.side
    if move.captured:
        yield Takes(move.captured)
    hung, hangs = capturing_moves(before, side.other), capturing_moves(now, side.other)
    yield from find_saved(hung, hangs, {move.origin: move.target})
    yield from find_threatened(capturing_moves(before, side), capturing_moves(now, side))
    if move.target not in hangs:
        yield OutOfReach(move.target)
    elif _is_guarded(now, move):
        yield TakesBack(move.target)
    yield from _formation_reasons(before, now, move)


def _is_guarded(now: Position, move: Move) -> bool:
    """Whether every move that takes what moved can be answered by taking whoever took it."""
    answers = capturing_moves(now, move.side.other)[move.target]
    return len(answers) <= MOST_ANSWERS and all(
        answer.target in hung_by(position_after(now, answer), answer.side) for answer in answers
    )


def _formation_reasons(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    """How the piece stands; that it can move on at the very least."""
    side, target = move.side, move.target
    if side is Side.DWARFS:
        length = _row(now.dwarfs, target)
        if length >= ROW and length > _row(before.dwarfs, move.origin):
            yield Rows(target, length)
    elif now.dwarfs:
        steps, dwarf = min((step_distance(target, one), one) for one in squares_of(now.dwarfs))
        if steps < min(step_distance(move.origin, one) for one in squares_of(before.dwarfs)):
            yield Nearer(dwarf, steps)
    beside = tuple(squares_of(NEIGHBOURS[target] & now.pieces(side)))
    if beside:
        yield HasNeighbours(beside)
    onward = {further.target for further in moves_of(now, side) if further.origin == target}
    if onward:
        yield Roams(target, len(onward))


def _row(dwarfs: int, square: Square) -> int:
    """The length of the longest row of dwarfs through a square."""
    both = (line_length(dwarfs, square, step) + line_length(dwarfs, square, -step) for step in LINE_STEPS)
    return max(both) - 1


def step_distance(one: Square, other: Square) -> int:
    """How many steps lie between two squares, on an empty board."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def _reasons_against(before: Position, move: Move) -> Iterator[Reason]:
    others = move.side.other
    yield from find_hanging(
        capturing_moves(before, others), capturing_moves(position_after(before, move), others), move.target
    )


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
    now = position_after(before, action)
    hardest = _costliest_reply(now, side)
    if hardest is None:
        return None
    answer, points = hardest
    lost = points - capture_worth(action)
    if lost < BLUNDER[side]:
        return None
    milder = (_move_cost(before, move) <= lost - BLUNDER[side] for move in moves_of(before, side))
    return Loses(answer.captured, answer.origin, lost) if any(milder) else None


def _costliest_reply(now: Position, side: Side) -> tuple[Move, int] | None:
    """The answer that costs `side` most, and how many points, less what can be taken back."""
    answers = [move for move in moves_of(now, side.other) if move.captured]
    most = dict[tuple[Square, Square], Move]()
    for move in answers:  # of the ways of one step that which takes most
        way = move.origin, move.target
        if way not in most or capture_worth(move) > capture_worth(most[way]):
            most[way] = move
    costs = (
        (capture_worth(move) - largest_capture(position_after(now, move), side), move)
        for move in most.values()
    )
    found = max(costs, key=lambda cost: (cost[0], -cost[1].origin, -cost[1].target), default=None)
    return None if found is None else (found[1], found[0])


def _move_cost(before: Position, move: Move) -> int:
    """The points that a move puts at risk, less those that it takes; nothing is taken back."""
    return largest_capture(position_after(before, move), move.side.other) - capture_worth(move)
