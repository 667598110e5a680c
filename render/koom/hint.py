"""The squares that an action of Koom Valley concerns."""

from __future__ import annotations

from itertools import pairwise

from engine.koom.model import Action, Move, State
from engine.octagon.board import name
from render.kit.hint import WAY


def hinted_places(_view: State, action: Action) -> tuple[str, ...]:
    """Return the steps of a move and the squares of what it takes; nothing for other actions.

    The last step comes first in the list: that is where it can be clicked.
    """
    if not isinstance(action, Move):
        return ()
    steps = [f"{name(start)}{WAY}{name(end)}" for start, end in pairwise((action.origin, *action.way))]
    return (steps[-1], *steps[:-1], *map(name, action.captured))
