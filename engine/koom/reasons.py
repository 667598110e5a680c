"""What speaks for a move of Koom Valley, and what against it: facts of the position, counted by the rules.

Nothing here is thought out. A reason tells what the move does at once, and what either side could do with its
very next move; all of it can be seen on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core import Seat
from engine.koom.danger import capture_worth, capturing_moves, largest_capture, winning_moves
from engine.koom.model import Action, BattleEnd, Move, Piece, Position, State
from engine.koom.moves import moves_of, pieces_beside_rock, position_after
from engine.koom.refusals import step_distance
from engine.koom.rules import decisive_end, won_battles
from engine.octagon.board import Square, rank_of, squares_of
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


@dataclass(frozen=True, slots=True)
class WinsBattle:
    """The battle is won with this."""

    end: BattleEnd


@dataclass(frozen=True, slots=True)
class Prevents:
    """The other side could have won the battle with its next move, and cannot any more."""


@dataclass(frozen=True, slots=True)
class Menaces:
    """The battle could be won with the next move, from `origin` to `target`; it could not with this one."""

    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Carries:
    """The Rock is nearer to the far edge: `ranks` are left."""

    square: Square
    ranks: int


@dataclass(frozen=True, slots=True)
class Gathers:
    """The piece came to stand beside the Rock, and so many of its side do now."""

    square: Square
    count: int


@dataclass(frozen=True, slots=True)
class Nearer:
    """The piece is `steps` steps from the Rock; before it were more."""

    square: Square
    steps: int


@dataclass(frozen=True, slots=True)
class Guarded:
    """The Rock stands beside the dwarfs on `squares`, and no troll."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CurrentScore:
    """The battles won as yet, of whoever decides and of the other one: what is said ends this one or not."""

    own: int
    other: int


@dataclass(frozen=True, slots=True)
class LetsWin:
    """Against it: the other side can win the battle with its next move, from `origin` to `target`."""

    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class LosesBattle:
    """Against it: the battle is lost with this."""

    end: BattleEnd


Reason: TypeAlias = (
    WinsBattle
    | Prevents
    | Takes
    | Saves
    | Menaces
    | Threatens
    | Carries
    | Gathers
    | Nearer
    | Guarded
    | OutOfReach
    | Roams
    | CurrentScore
    | LetsWin
    | LosesBattle
    | Takeable
    | Exposes
    | StillHangs
)

AGAINST: Final = (LetsWin, LosesBattle, *HANGING)
"""The reasons that speak against an action."""


def reasons(view: State, seat: Seat, action: Action) -> tuple[Reason, ...]:
    """What speaks for and against a legal action of a seat, the weightiest first.

    Never nothing for it, unless it loses the battle at once.
    """
    if not isinstance(action, Move):
        won = won_battles(view.results)
        return (CurrentScore(won[seat], won[1 - seat]),)
    before = view.position
    now = position_after(before, action)
    if (over := decisive_end(now, action.side.other)) is not None:
        taken = (Takes(action.captured),) if action.captured else ()
        if over[1] is action.side:
            return (WinsBattle(over[0]), *taken)
        return (*taken, LosesBattle(over[0])) if over[1] is not None else (*taken, Roams(action.target, 0))
    return (*_reasons_for(before, now, action), *_reasons_against(before, now, action))


def _reasons_for(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    side = move.side
    if winning_moves(before, side.other) and not winning_moves(now, side.other):
        yield Prevents()
    if move.captured:
        yield Takes(move.captured)
    hung, hangs = capturing_moves(before, side.other), capturing_moves(now, side.other)
    yield from find_saved(hung, hangs, {move.origin: move.target} if move.piece is not Piece.ROCK else {})
    if not winning_moves(before, side) and (wins := winning_moves(now, side)):
        yield Menaces(wins[0].origin, wins[0].target)
    yield from find_threatened(capturing_moves(before, side), capturing_moves(now, side))
    yield from _rock_reasons(before, now, move)
    if move.piece is not Piece.ROCK and move.target not in hangs:
        yield OutOfReach(move.target)
    onward = {further.target for further in moves_of(now, side) if further.origin == move.target}
    if onward:
        yield Roams(move.target, len(onward))


def _rock_reasons(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    """What it means for the Rock."""
    if move.piece is Piece.ROCK:
        if rank_of(now.rock) < rank_of(before.rock):
            yield Carries(now.rock, rank_of(now.rock) - 1)
        if not pieces_beside_rock(now, Side.TROLLS):
            yield Guarded(tuple(squares_of(pieces_beside_rock(now, Side.DWARFS))))
        return
    steps, were = step_distance(move.target, now.rock), step_distance(move.origin, now.rock)
    if steps == 1 < were:
        yield Gathers(move.target, pieces_beside_rock(now, move.side).bit_count())
    elif steps < were:
        yield Nearer(move.target, steps)


def _reasons_against(before: Position, now: Position, move: Move) -> Iterator[Reason]:
    side = move.side
    if wins := winning_moves(now, side.other):
        yield LetsWin(wins[0].origin, wins[0].target)
    yield from find_hanging(
        capturing_moves(before, side.other), capturing_moves(now, side.other), move.target
    )


# What is lost by a move that need not be: for a warning before it


@dataclass(frozen=True, slots=True)
class Costs:
    """The other side can take the pieces on `squares` with its next move; another move would cost less.

    `points` are what they count in dwarfs, a troll being two, less what the move takes itself and what can be
    taken back at once.
    """

    squares: tuple[Square, ...]
    origin: Square
    points: int


BLUNDER: Final = 2
"""From so many points on a loss is worth a warning: two dwarfs, or a troll."""


def loss(view: State, _seat: Seat, action: Action) -> LosesBattle | LetsWin | Costs | None:
    """What a move loses at once, if that is the battle or much, and some other move of the side does not."""
    if not isinstance(action, Move):
        return None
    before, side = view.position, action.side
    now = position_after(before, action)
    over = decisive_end(now, side.other)
    if over is not None:
        return LosesBattle(over[0]) if over[1] is side.other else None
    if wins := winning_moves(now, side.other):
        safe = (
            not winning_moves(position_after(before, other), side.other) for other in moves_of(before, side)
        )
        return LetsWin(wins[0].origin, wins[0].target) if any(safe) else None
    hardest = _costliest_reply(now, side)
    if hardest is None:
        return None
    answer, points = hardest
    lost = points - capture_worth(action)
    if lost < BLUNDER:
        return None
    milder = (_move_cost(before, move) <= lost - BLUNDER for move in moves_of(before, side))
    return Costs(tuple(sorted(answer.captured)), answer.origin, lost) if any(milder) else None


def _costliest_reply(now: Position, side: Side) -> tuple[Move, int] | None:
    """The answer that costs `side` most, and how much, less what can be taken back."""
    answers = (move for move in moves_of(now, side.other) if move.captured)
    costs = (
        (capture_worth(move) - largest_capture(position_after(now, move), side), move) for move in answers
    )
    found = max(costs, key=lambda cost: (cost[0], -cost[1].origin, -cost[1].target), default=None)
    return None if found is None else (found[1], found[0])


def _move_cost(before: Position, move: Move) -> int:
    """What a move puts at risk, less what it takes; nothing is taken back."""
    return largest_capture(position_after(before, move), move.side.other) - capture_worth(move)
