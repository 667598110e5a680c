"""Which squares an action of Koom Valley is about."""

from __future__ import annotations

from itertools import pairwise

from engine.koom.model import Action, Move, State
from engine.octagon.board import name
from render.kit.hint import WAY


def hinted_places(_view: State, action: Action) -> tuple[str, ...]:
    """The way of a move, and whom it takes; nothing for what is no move.

    Its last step comes last of the ways but first in the list: that is where it can be tapped.
    """
    if not isinstance(action, Move):
        return ()
    steps = [f"{name(one)}{WAY}{name(other)}" for one, other in pairwise((action.origin, *action.way))]
    return (steps[-1], *steps[:-1], *map(name, action.captured))
