"""Taking back: where a game would stand again, what that undoes, and what has come between. Pure.

Two lines of a log can stand for the same position: the one that led to it, and one that went back to it. So a
game that went back to move 4 and has gone on since is at its next move once it stands at move 4 again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from engine.core import Game, Seat
from engine.replay import Position, lasting

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Takeback:
    """A way back to `position`.

    `undone` are the actions that stand no longer then, in order, and `redone` those that stand again, as they
    had been taken back themselves. Since the game last stood there, the seats of `others` have acted, and
    `revealed` is the first position at which somebody learned what nobody could know before.
    """

    position: Position
    undone: tuple[Position, ...]
    redone: tuple[Position, ...]
    others: frozenset[Seat]
    revealed: Position | None

    @property
    def is_free(self) -> bool:
        """Whether it is nobody's business but that of whose seat it is."""
        return not self.others and self.revealed is None


def takeback(game: AnyGame, found: Sequence[Position], seat: Seat, ply: int) -> Takeback:
    """What it means for a seat that a game goes back to how it stood after line `ply`."""
    goal, first = position_after(found, ply), found[0].ply
    since = _last_at(found, goal) + 1
    way, new = lasting(found), lasting(found[: goal.ply - first + 1])
    shared = len(list(takewhile(lambda pair: pair[0] is pair[1], zip(way, new, strict=False))))
    between = found[since:]
    return Takeback(
        position=goal,
        undone=way[shared:],
        redone=new[shared:],
        others=frozenset().union(*_actors(found)[since:]) - {seat},
        revealed=next((one for one in between if any(map(game.reveals, one.events))), None),
    )


def position_after(found: Sequence[Position], ply: int) -> Position:
    """The position at which a game stood after a line, as it was reached at first."""
    position = found[ply - found[0].ply]
    while position.back is not None:
        position = found[position.back - found[0].ply]
    return position


def own_actions(found: Sequence[Position], seat: Seat) -> tuple[Position, ...]:
    """The actions of a seat that have not been taken back, in order.

    A game may have ways back of its own, such as for a die within a turn: what they have undone stands no
    longer either, and neither do they.
    """
    kept = list[Position]()
    for position in lasting(found):
        turn = [one.seat == position.seat for one in reversed(kept)]
        steps = turn.index(False) + 1 if False in turn else len(turn)
        same = [at for at in range(1, steps + 1) if _alike(kept[-at], position)]
        if same:
            del kept[len(kept) - same[-1] + 1 :]
        else:
            kept.append(position)
    return tuple(position for position in kept[1:] if position.seat == seat)


def takes_back_revealed(found: Sequence[Position], game: AnyGame, seats: int) -> bool:
    """Whether somebody with nobody to ask took back what chance or something hidden had told them.

    `seats` is how many play; who has no legal action any more has left and is not asked.
    """
    for at, position in enumerate(found):
        if position.back is None or position.seat is None:
            continue
        before = found[:at]
        others = (seat for seat in range(seats) if seat != position.seat)
        alone = not any(game.legal(before[-1].state, seat) for seat in others)
        if alone and takeback(game, before, position.seat, position.back).revealed is not None:
            return True
    return False


def _alike(one: Position, other: Position) -> bool:
    """Whether a game stands the same, and would go on the same."""
    return one.counter == other.counter and bool(one.state == other.state)


def _last_at(found: Sequence[Position], goal: Position) -> int:
    """The index of the last position at which the game stood at `goal`."""
    return max(at for at, one in enumerate(found) if position_after(found, one.ply) is goal)


def _actors(found: Sequence[Position]) -> list[frozenset[Seat]]:
    """Who had a part in each line: whose action it is, and for a way back, everybody between its ends.

    So what others have agreed to is not undone without them.
    """
    actors = list[frozenset[Seat]]()
    for at, position in enumerate(found):
        own = frozenset() if position.seat is None else frozenset({position.seat})
        if position.back is not None:
            since = _last_at(found[:at], position_after(found, position.ply)) + 1
            own = own.union(*actors[since:])
        actors.append(own)
    return actors
