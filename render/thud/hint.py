"""Which squares an action of Thud is about."""

from __future__ import annotations

from engine.octagon.board import name
from engine.thud.model import Action, Move, View
from render.kit.hint import WAY


def hinted_places(_view: View, action: Action) -> tuple[str, ...]:
    """The way of a move and whom it takes; nothing for what is no move."""
    if not isinstance(action, Move):
        return ()
    target = name(action.target)
    taken = [name(square) for square in action.captured if square != action.target]
    return (f"{name(action.origin)}{WAY}{target}", *taken)
