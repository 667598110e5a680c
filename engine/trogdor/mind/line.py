"""A line through a turn, and the budget of its search."""

from __future__ import annotations

from typing import final

from engine.trogdor.mind.grid import CELLS
from engine.trogdor.mind.node import (
    BAUBLES_CODE,
    CARD_FIRE_CODE,
    CODE_BASE,
    EFFECT,
    ENDED,
    FIRE_CODE,
    HIDING,
    STRUCK,
    USED,
    Node,
    kind_of,
    square_of,
)
from engine.trogdor.mind.reach import TurnReach
from engine.trogdor.mind.world import BAUBLES, PATH, Position, TableModel


@final
class SearchBudget:
    """Limits of a search: nodes of a turn, ends to weigh, land cards for each, fires, runs for each."""

    def __init__(self, nodes: int, ends: int, cards: int, fires: int, runs: int) -> None:
        self.nodes = nodes
        self.ends = ends
        self.cards = cards
        self.fires = fires
        self.runs = runs


@final
class TurnLine:
    """A line through a turn: the card that counts (PLAIN: a discarded one), the one `thrown`, the one `kept`.

    `node` is its end, `worth` the chance to win from there.
    """

    def __init__(self, card: int, thrown: int, kept: int, reach: TurnReach, node: Node, worth: float) -> None:
        self.card = card
        self.thrown = thrown
        self.kept = kept
        self.reach = reach
        self.node = node
        self.worth = worth


def worth_of(line: TurnLine) -> float:
    """The worth of a line, as a key to sort by."""
    return line.worth


def path_to(node: Node) -> list[Node]:
    """The nodes that lead to this one, without the root."""
    path: list[Node] = []
    current: Node | None = node
    while current is not None:
        if current.code:
            path.append(current)
        current = current.parent
    path.reverse()
    return path


def is_chancy(line: TurnLine) -> bool:
    """Whether a line ends with a card that is drawn within the turn."""
    scorches = line.card == PATH and not line.node.flags & EFFECT
    return scorches or kind_of(line.node.code) in (FIRE_CODE, CARD_FIRE_CODE)


def first_action_code(node: Node) -> int:
    """The code of the first action that leads to a node; 0 for the root."""
    path = path_to(node)
    return path[0].code if path else 0


def position_at(reach: TurnReach, node: Node) -> Position:
    """The position at a node."""
    spot = reach.spot.copy()
    spot.trogdor, spot.burnt, spot.aflame = node.tile, node.burnt, node.aflame
    spot.peasants = [square for number, square in enumerate(spot.peasants) if node.left >> number & 1]
    spot.health, spot.charged = node.health, node.charged
    spot.used = bool(node.flags & USED)
    spot.struck = bool(node.flags & STRUCK)
    spot.hiding = bool(node.flags & HIDING)
    if node.carried >= 0:
        place_knight(spot, node.carried, square_of(node.code))
    return spot


def fire_square(reach: TurnReach, node: Node) -> int:
    """The square of the peasant who was set on fire."""
    before = node.parent
    gone = (before.left if before is not None else node.left) & ~node.left
    return reach.spot.peasants[gone.bit_length() - 1]


def can_carry(world: TableModel, spot: Position, card: int, node: Node) -> bool:
    """Whether the Baubles can be used at a node."""
    if world.items[spot.seat] != BAUBLES or card == PATH or node.flags & (USED | HIDING | ENDED):
        return False
    return bool(node.charged >> spot.seat & 1)


def knight_placements(spot: Position, node: Node) -> list[Node]:
    """Every move of a knight to an empty square by the Baubles, from a node and its position."""
    shut = spot.ground.cottages | 1 << spot.trogdor | 1 << spot.archer
    knights = [spot.first, spot.second, spot.hammer]
    for square in [*spot.peasants, *knights]:
        if square >= 0:
            shut |= 1 << square
    moves: list[Node] = []
    for who, start in enumerate(knights):
        if start < 0 or (who == 1 and start == spot.first):
            continue
        for square in range(CELLS):
            if not shut >> square & 1:
                new = node.child(BAUBLES_CODE * CODE_BASE + square)
                new.flags |= USED
                new.charged &= ~(1 << spot.seat)
                new.carried = who
                moves.append(new)
    return moves


def place_knight(spot: Position, who: int, square: int) -> None:
    """Put a knight on a square: 0, 1, or 2 for the Troghammer."""
    if who == 0:
        spot.first = square
    elif who == 1:
        spot.second = square
    else:
        spot.hammer = square
