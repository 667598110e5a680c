"""Where an action of Thud is on its picture."""

from __future__ import annotations

from engine.thud.board import BY_NAME, name
from engine.thud.model import Action, Move, View
from render.kit.hint import WAY, Place
from render.kit.sheet import Sheet
from render.thud.board import TILE, corner


def hinted(_view: View, action: Action) -> tuple[str, ...]:
    """The way of a move and whom it takes; nothing for what is no move."""
    if not isinstance(action, Move):
        return ()
    target = name(action.target)
    taken = [name(square) for square in action.captured if square != action.target]
    return (f"{name(action.origin)}{WAY}{target}", *taken)


def place_of(sheet: Sheet, square: str) -> Place:
    """A square by its name; raises `KeyError`."""
    x, y = corner(BY_NAME[square], sheet.turned)
    return Place(x, y, TILE, TILE)
