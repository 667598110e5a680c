"""A moment of a turn, and how it was reached."""

from __future__ import annotations

from typing import Final, final

ACTED: Final = 1
EFFECT: Final = 2
USED: Final = 4
HIDING: Final = 8
STRUCK: Final = 16
ENDED: Final = 32
WON: Final = 64
"""The flags of a moment, by their bits."""

LASTING: Final = ACTED | EFFECT | USED | HIDING | STRUCK
"""The flags that make a difference to what can still be done."""

STEP_CODE: Final = 1
TUNNEL_CODE: Final = 2
CHOMP_CODE: Final = 3
BURN_CODE: Final = 4
HOME_CODE: Final = 5
HIDE_CODE: Final = 6
FIRE_CODE: Final = 7
CARD_CODE: Final = 8
CARD_HOME_CODE: Final = 9
CARD_FIRE_CODE: Final = 10
FLIP_CODE: Final = 11
ITEM_CODE: Final = 12
ITEM_HOME_CODE: Final = 13
ITEM_BARE_CODE: Final = 14
BAUBLES_CODE: Final = 15
"""What a moment was reached by: code * 100 + square (a step: its way)."""


@final
class Node:
    """A moment of the turn. `left` has a bit for each peasant of the turn's beginning who is still there.

    `carried` is which knight the Baubles have just put somewhere else: 0, 1, or 2 for the Troghammer.
    """

    def __init__(self, tile: int, burnt: int, aflame: int, left: int, points: int) -> None:
        self.tile = tile
        self.burnt = burnt
        self.aflame = aflame
        self.left = left
        self.points = points
        self.health: int = 0
        self.charged: int = 0
        self.flags: int = 0
        self.code: int = 0
        self.parent: Node | None = None
        self.carried: int = -1

    def next(self, code: int) -> Node:
        """The same moment after something that is still to be filled in."""
        node = Node(self.tile, self.burnt, self.aflame, self.left, self.points)
        node.health = self.health
        node.charged = self.charged
        node.flags = self.flags
        node.code = code
        node.parent = self
        return node
