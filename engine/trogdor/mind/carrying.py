"""The Baubles in the compact model: which knight to put where, when all else is done."""

from __future__ import annotations

from engine.trogdor.mind.node import BAUBLES_CODE, ENDED, HIDING, USED, Node
from engine.trogdor.mind.world import BAUBLES, PATH, Position, World


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
