"""Reasons for and against a move of Thud: facts of the position, without search.

A reason states what the move does at once, or what the other side could do with its very next move; all of it
can be seen on the board.
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
"""Maximum captures of the moved piece that are examined; with more, `TakesBack` is not claimed."""

ROW: Final = 3
"""The shortest row of dwarfs worth a mention: they can be hurled two squares further."""


@dataclass(frozen=True, slots=True)
class TakesBack:
    """A piece that takes the one on `square` with the next move can be taken in return."""

    square: Square


@dataclass(frozen=True, slots=True)
class Rows:
    """The dwarf stands in a row of `length` dwarfs, longer than before."""

    square: Square
    length: int


@dataclass(frozen=True, slots=True)
class Nearer:
    """The troll is `steps` steps from the nearest dwarf, on `dwarf`; fewer than before."""

    dwarf: Square
    steps: int


@dataclass(frozen=True, slots=True)
class HasNeighbours:
    """The own pieces on `squares` stand next to the one that moved."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CurrentScore:
    """The current points, `own` and `other`: for answers to an offer and other calls."""

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
    """The reasons for and against a legal action of a seat, most important first; never empty."""
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
    """Whether each capture of the moved piece can be answered by taking the capturer."""
    answers = capturing_moves(now, move.side.other)[move.target]
    return len(answers) <= MOST_ANSWERS and all(
        answer.target in hung_by(position_after(now, answer), answer.side) for answer in answers
    )


def _formation_reasons(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    """How the piece stands; at least that it can move on."""
    side, target = move.side, move.target
    if side is Side.DWARFS:
        length = _row(now.dwarfs, target)
        if length >= ROW and length > _row(before.dwarfs, move.origin):
            yield Rows(target, length)
    elif now.dwarfs:
        steps, dwarf = min(
            (step_distance(target, dwarf_square), dwarf_square) for dwarf_square in squares_of(now.dwarfs)
        )
        if steps < min(
            step_distance(move.origin, dwarf_square) for dwarf_square in squares_of(before.dwarfs)
        ):
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


def step_distance(first: Square, second: Square) -> int:
    """The number of steps between two squares on an empty board."""
    return max(abs(file_of(first) - file_of(second)), abs(rank_of(first) - rank_of(second)))


def _reasons_against(before: Position, move: Move) -> Iterator[Reason]:
    others = move.side.other
    yield from find_hanging(
        capturing_moves(before, others), capturing_moves(position_after(before, move), others), move.target
    )


# Avoidable losses, for a warning before the move


@dataclass(frozen=True, slots=True)
class Loses:
    """A warning: the other side can take the pieces on `squares` next; another move would lose less.

    `points` is their value, less what the move takes and what can be retaken at once.
    """

    squares: tuple[Square, ...]
    origin: Square
    points: int


BLUNDER: Final = {Side.DWARFS: 2, Side.TROLLS: 4}
"""The smallest loss that is worth a warning: two dwarfs, or a troll."""


def loss(view: View, _seat: Seat, action: Action) -> Loses | None:
    """What a move loses at once, if it is much and another move loses that much less; else None."""
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
    """The reply that costs `side` most, and its points less what can be retaken."""
    answers = [move for move in moves_of(now, side.other) if move.captured]
    most = dict[tuple[Square, Square], Move]()
    for move in answers:  # of the moves along the same step the one that takes most
        path = move.origin, move.target
        if path not in most or capture_worth(move) > capture_worth(most[path]):
            most[path] = move
    costs = (
        (capture_worth(move) - largest_capture(position_after(now, move), side), move)
        for move in most.values()
    )
    costliest = max(costs, key=lambda cost: (cost[0], -cost[1].origin, -cost[1].target), default=None)
    return None if costliest is None else (costliest[1], costliest[0])


def _move_cost(before: Position, move: Move) -> int:
    """The points that a move puts at risk, less those that it takes; without recaptures."""
    return largest_capture(position_after(before, move), move.side.other) - capture_worth(move)
