"""What in a raid of Trogdor!! is worth seeing again, and how it is seen step by step."""

from __future__ import annotations

from typing import Final

from engine.replay import Moment
from engine.rng import SeededRng
from engine.trogdor import GAME, unfold
from engine.trogdor.events import (
    Chomped,
    CottageBurned,
    CottageMended,
    Damaged,
    Died,
    Event,
    GameEnded,
    HammerEntered,
    Healed,
    KnightErased,
    Left,
    PeasantErased,
    PeasantLit,
    RageBegan,
    TileBurned,
)
from engine.trogdor.model import View

_WEIGHTS: Final[dict[type, int]] = {
    TileBurned: 1,
    CottageBurned: 4,
    Chomped: 2,
    Healed: 2,
    PeasantLit: 1,
    PeasantErased: 1,
    KnightErased: 2,
    CottageMended: 3,
    HammerEntered: 2,
    Damaged: 3,
    Left: 2,
    Died: 8,
    RageBegan: 8,
    GameEnded: 8,
}


def weight(event: Event) -> int:
    """Fire, blood, and how it ends."""
    return _WEIGHTS.get(type(event), 0)


def motion(moment: Moment) -> tuple[View, ...]:
    """Each state on the way of an action with another board than the one before it, but the last."""
    rng = SeededRng(moment.rng.seed, moment.rng.counter)
    steps = unfold(moment.state, moment.seat, moment.action, rng)
    found, board = list[View](), moment.state.board
    for state, _ in steps[:-1]:
        if state.board != board:
            found.append(GAME.view(state, None))
            board = state.board
    return tuple(found)
