"""A way through a turn, and how much is looked at to find it."""

from __future__ import annotations

from typing import final

from engine.trogdor.mind.node import (
    BAUBLES_CODE,
    CARD_FIRE_CODE,
    EFFECT,
    ENDED,
    FIRE_CODE,
    HIDING,
    STRUCK,
    USED,
    Node,
)
from engine.trogdor.mind.reach import Reach
from engine.trogdor.mind.world import BAUBLES, PATH, Position, World


@final
class Budget:
    """How much is looked at: moments of a turn, ends weighed, land cards each, fires, and runs of each."""

    def __init__(self, nodes: int, ends: int, cards: int, fires: int, runs: int) -> None:
        self.nodes = nodes
        self.ends = ends
        self.cards = cards
        self.fires = fires
        self.runs = runs


@final
class Line:
    """A way through the turn: the card (PLAIN: discarded), the one thrown away and the one kept.

    `node` is its last moment, `worth` what can be expected then.
    """

    def __init__(self, card: int, thrown: int, kept: int, reach: Reach, node: Node, worth: float) -> None:
        self.card = card
        self.thrown = thrown
        self.kept = kept
        self.reach = reach
        self.node = node
        self.worth = worth


def worth_of(line: Line) -> float:
    """The worth of a line, to sort by."""
    return line.worth


def moments(node: Node) -> list[Node]:
    """The moments up to this one, without the first."""
    found: list[Node] = []
    at: Node | None = node
    while at is not None:
        if at.code:
            found.append(at)
        at = at.parent
    found.reverse()
    return found


def is_chancy(line: Line) -> bool:
    """Whether a line ends in something that is drawn within the turn."""
    scorches = line.card == PATH and not line.node.flags & EFFECT
    return scorches or line.node.code // 100 in (FIRE_CODE, CARD_FIRE_CODE)


def first_code(node: Node) -> int:
    """What is done first on the way to a moment; 0 where the actions are over at once."""
    way = moments(node)
    return way[0].code if way else 0


def settle(reach: Reach, node: Node) -> Position:
    """The position at a moment of a turn."""
    spot = reach.spot.copy()
    spot.trogdor, spot.burnt, spot.aflame = node.tile, node.burnt, node.aflame
    spot.peasants = [square for at, square in enumerate(spot.peasants) if node.left >> at & 1]
    spot.health, spot.charged = node.health, node.charged
    spot.used = bool(node.flags & USED)
    spot.struck = bool(node.flags & STRUCK)
    spot.hiding = bool(node.flags & HIDING)
    if node.carried >= 0:
        place(spot, node.carried, node.code % 100)
    return spot


def fire_square(reach: Reach, node: Node) -> int:
    """Where the peasant stands who was set on fire."""
    before = node.parent
    gone = (before.left if before is not None else node.left) & ~node.left
    return reach.spot.peasants[gone.bit_length() - 1]


def can_carry(world: World, spot: Position, card: int, node: Node) -> bool:
    """Whether the Baubles can be used at a moment."""
    if world.items[spot.seat] != BAUBLES or card == PATH or node.flags & (USED | HIDING | ENDED):
        return False
    return bool(node.charged >> spot.seat & 1)


def carries(spot: Position, node: Node) -> list[Node]:
    """Every way to put a knight on an empty square, from the position at a moment."""
    shut = spot.ground.cottages | 1 << spot.trogdor | 1 << spot.archer
    knights = [spot.first, spot.second, spot.hammer]
    for square in [*spot.peasants, *knights]:
        if square >= 0:
            shut |= 1 << square
    found: list[Node] = []
    for who, start in enumerate(knights):
        if start < 0 or (who == 1 and start == spot.first):
            continue
        for square in range(25):
            if not shut >> square & 1:
                new = node.next(BAUBLES_CODE * 100 + square)
                new.flags |= USED
                new.charged &= ~(1 << spot.seat)
                new.carried = who
                found.append(new)
    return found


def place(spot: Position, who: int, square: int) -> None:
    """A knight stands somewhere else."""
    if who == 0:
        spot.first = square
    elif who == 1:
        spot.second = square
    else:
        spot.hammer = square
