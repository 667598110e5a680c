"""The squares that an action of Thud concerns."""

from __future__ import annotations

from engine.octagon.board import name
from engine.thud.model import Action, Move, View
from render.kit.hint import WAY


def hinted_places(_view: View, action: Action) -> tuple[str, ...]:
    """Return the way of a move and the squares of what it takes; nothing for other actions."""
    if not isinstance(action, Move):
        return ()
    target = name(action.target)
    taken = [name(square) for square in action.captured if square != action.target]
    return (f"{name(action.origin)}{WAY}{target}", *taken)
