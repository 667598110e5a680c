"""A node of the search over one turn, and the action that led to it."""

from __future__ import annotations

from typing import Final, final

# The flags of a node, by their bits (an `IntFlag` would be too slow):

ACTED: Final = 1  # a point was spent
EFFECT: Final = 2  # the effect of the card was used
USED: Final = 4  # the item was used
HIDING: Final = 8  # Trogdor hides
STRUCK: Final = 16  # damage was taken, in this turn or before
ENDED: Final = 32  # the actions are over
WON: Final = 64  # the game is won

LASTING: Final = ACTED | EFFECT | USED | HIDING | STRUCK
"""The flags that change the actions that are left."""

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
"""The kinds of actions that lead to a node."""

CODE_BASE: Final = 100
"""The code of an action is `kind * CODE_BASE + square`, for a step `kind * CODE_BASE + way`."""


def kind_of(code: int) -> int:
    """The kind of an action."""
    return code // CODE_BASE


def square_of(code: int) -> int:
    """The square of an action, or the way of a step."""
    return code % CODE_BASE


@final
class Node:
    """A state within a turn. `left` has a bit for each peasant of the turn's start who is still there.

    `tile` is Trogdor's square, `points` the action points that are left, `charged` a bit for each seat,
    `code` the action that led here from `parent`. `carried` is the knight that the Baubles have just moved:
    0, 1, or 2 for the Troghammer.
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

    def child(self, code: int) -> Node:
        """A copy reached by an action, whose changes are still to be made."""
        node = Node(self.tile, self.burnt, self.aflame, self.left, self.points)
        node.health = self.health
        node.charged = self.charged
        node.flags = self.flags
        node.code = code
        node.parent = self
        return node
