"""The highlights of a raid of Trogdor!!, and its animation step by step."""

from __future__ import annotations

from typing import Final

from engine.replay import Moment
from engine.rng import SeededRng
from engine.trogdor import GAME, events, unfold
from engine.trogdor.model import View

_WEIGHTS: Final[dict[type, int]] = {
    events.TileBurned: 1,
    events.CottageBurned: 4,
    events.Chomped: 2,
    events.Healed: 2,
    events.PeasantLit: 1,
    events.PeasantErased: 1,
    events.KnightErased: 2,
    events.CottageMended: 3,
    events.HammerEntered: 2,
    events.Damaged: 3,
    events.Left: 2,
    events.Died: 8,
    events.RageBegan: 8,
    events.GameEnded: 8,
}


def weight(event: events.Event) -> int:
    """Return the weight of fires, wounds, and ends."""
    return _WEIGHTS.get(type(event), 0)


def motion(moment: Moment) -> tuple[View, ...]:
    """Return the views of an action with a new board, without the last one."""
    rng = SeededRng(moment.rng.seed, moment.rng.counter)
    steps = unfold(moment.state, moment.seat, moment.action, rng)
    found, board = list[View](), moment.state.board
    for state, _ in steps[:-1]:
        if state.board != board:
            found.append(GAME.view(state, None))
            board = state.board
    return tuple(found)
