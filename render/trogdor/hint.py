"""The place of an action of Trogdor on its picture."""

from __future__ import annotations

from typing import Final

from engine.trogdor.board import BY_NAME, Square, name, next_square, next_square_wrapped
from engine.trogdor.model import Action, Phase, Verb, View
from render.kit.hint import WAY, Rect
from render.trogdor.board import A_ROW, GOALS, METER, NOW, VOID, corner, plaques
from render.trogdor.hand import places
from render.trogdor.keepers import CARD, TOP, UNTITLED_TOP
from render.trogdor.tiles import TILE

_HERE = (Verb.CHOMP, Verb.HIDE)
_SHOWN = (Verb.POUCH, Verb.YES, Verb.NO)
"""Decisions about the current card."""

ROOM: Final = 5
"""The margin of a frame around a keeper's card, in pixels: its line lies within, and would cut the name."""


def hinted_places(view: View, action: Action) -> tuple[str, ...]:  # noqa: PLR0911 - a case a verb
    """Return the way of a step, the target squares, or the card that an action concerns."""
    here, squares = view.board.trogdor, tuple(map(name, action.squares))
    if action.verb is Verb.STEP and action.direction is not None:
        target = next_square(here, action.direction)
        if target is None:  # over the edge: an arrow across the map would point the wrong way
            return (name(next_square_wrapped(here, action.direction)),)
        return _way(here, target)
    if action.verb is Verb.TUNNEL:
        return _way(here, action.squares[0])
    if action.verb in (Verb.PLAY, Verb.DISCARD, Verb.TRADE):
        return () if action.card is None else (f"card {action.card}",)
    if action.verb in _SHOWN:
        return ("now",)
    if action.verb in _HERE or (action.verb is Verb.BURN and not squares):
        return (name(here),)
    if action.verb is Verb.CARD and len(squares) == 2:  # noqa: PLR2004 - from one square to another
        return (f"{squares[0]}{WAY}{squares[1]}",)
    return squares


def _way(start: Square, end: Square) -> tuple[str, ...]:
    return (f"{name(start)}{WAY}{name(end)}",)


_PARTS: Final = {"now": NOW, "meter": METER, "void": VOID, "goals": GOALS}
"""The current card, the Trog-Meter, the Void, and what is left to burn."""


def place_of(view: View, what: str) -> Rect:
    """Return the place of a square, a part of the panel (`now`: its card), or a card; raises `KeyError`."""
    if what in _PARTS:
        return Rect(*_PARTS[what])
    if what.startswith("card "):
        return _card(view, what.removeprefix("card "))
    x, y = corner(BY_NAME[what])
    return Rect(x, y, TILE, TILE)


def _card(view: View, card: str) -> Rect:
    """Return the place of a card to choose, else of a keeper's card, the active keeper's first.

    For a card that is on none of them, the active keeper's plaque.
    """
    first = view.order.index(view.turn.seat)
    if view.phase is Phase.CHOOSE:
        for held, box in zip(view.players[view.turn.seat].hand, places(view), strict=False):
            if held == card:
                return Rect(*box)
    boxes = plaques(len(view.players), first)
    for at in (first, *range(len(boxes))):
        hand = view.players[view.order[at]].hand[:2]
        for place, held in enumerate(hand):
            if held == card:
                titled = at == first or len(boxes) <= A_ROW  # whether the plaque names the keeper's item
                top = TOP if titled else UNTITLED_TOP
                box = boxes[at]
                y = box.y + top + place * (CARD + 3)
                return Rect(box.x + 12 - ROOM, y - ROOM, box.width - 24 + 2 * ROOM, CARD + 2 * ROOM)
    return Rect(*boxes[first])
