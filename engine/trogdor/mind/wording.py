"""From the nodes of a line to the actions of the game."""

from __future__ import annotations

from typing import Final

from engine.trogdor.board import Direction
from engine.trogdor.cards import Card
from engine.trogdor.mind.grid import squares_of
from engine.trogdor.mind.line import TurnLine, path_to
from engine.trogdor.mind.node import (
    BAUBLES_CODE,
    BURN_CODE,
    CARD_CODE,
    CARD_FIRE_CODE,
    CARD_HOME_CODE,
    CHOMP_CODE,
    ENDED,
    FIRE_CODE,
    FLIP_CODE,
    HIDE_CODE,
    HOME_CODE,
    ITEM_BARE_CODE,
    ITEM_CODE,
    ITEM_HOME_CODE,
    STEP_CODE,
    TUNNEL_CODE,
    WON,
    Node,
    kind_of,
    square_of,
)
from engine.trogdor.mind.world import PATH, PLAIN, Position
from engine.trogdor.model import Action, TargetKind, Verb

WAYS: Final = tuple(Direction)
CARDS: Final = tuple(Card)

BARE: Final = {
    CHOMP_CODE: Action(Verb.CHOMP),
    BURN_CODE: Action(Verb.BURN),
    HOME_CODE: Action(Verb.BURN, what=TargetKind.COTTAGE),
    HIDE_CODE: Action(Verb.HIDE),
    FIRE_CODE: Action(Verb.BURN, what=TargetKind.PEASANT),
    ITEM_BARE_CODE: Action(Verb.ITEM),
}
"""The actions without a square, by kind."""

AIMED: Final = {
    TUNNEL_CODE: (Verb.TUNNEL, None),
    CARD_CODE: (Verb.CARD, None),
    CARD_HOME_CODE: (Verb.CARD, TargetKind.COTTAGE),
    CARD_FIRE_CODE: (Verb.CARD, TargetKind.PEASANT),
    ITEM_CODE: (Verb.ITEM, None),
    ITEM_HOME_CODE: (Verb.ITEM, TargetKind.COTTAGE),
}
"""The actions with a square, by kind: verb and target."""

TROGHAMMER: Final = 2
"""The Troghammer in `Node.carried`."""

FINISH: Final = Action(Verb.FINISH)
SCORCH: Final = Action(Verb.CARD)
REVEALING: Final = frozenset({FIRE_CODE, CARD_FIRE_CODE})
"""The kinds after which a card is drawn."""


def action_of(node: Node, spot: Position) -> Action:
    """The action that led to a node, in a turn that began with the position `spot`."""
    kind, square = kind_of(node.code), square_of(node.code)
    if kind == BAUBLES_CODE:
        if node.carried == TROGHAMMER:
            return Action(Verb.ITEM, squares=(square,), what=TargetKind.TROGHAMMER)
        return Action(Verb.ITEM, squares=((spot.first, spot.second)[node.carried], square))
    if kind in BARE:
        return BARE[kind]
    if kind == STEP_CODE:
        return Action(Verb.STEP, direction=WAYS[square])
    if kind == FLIP_CODE:
        before = node.parent.burnt if node.parent is not None else 0
        return Action(Verb.CARD, squares=tuple(squares_of(node.burnt & ~before)))
    verb, what = AIMED[kind]
    return Action(verb, squares=(square,), what=what)


def choice_of(line: TurnLine) -> Action:
    """The choice of the card with which a line begins."""
    verb = Verb.DISCARD if line.card == PLAIN else Verb.PLAY
    return Action(verb, card=CARDS[line.thrown])


def actions_of(line: TurnLine, *, after: bool, scorched: bool) -> tuple[Action, ...]:
    """The actions of a line up to the next revelation; `after`: the actions are over already.

    It also stops where Trogdor enters a knight's square, as the use of the Shield may be asked. Path o'
    Burnination is played before the end unless it was already (`scorched`).
    """
    one, other = line.reach.warp
    actions = [Action(Verb.CARD, squares=(one, other))] if one >= 0 else []
    for node in path_to(line.node):
        ends = node.flags & ENDED and (node.parent is None or not node.parent.flags & ENDED)
        if ends and not after:
            actions.append(FINISH)
        actions.append(action_of(node, line.reach.spot))
        hurt = line.reach.hurts[node.tile] and node.parent is not None and node.parent.tile != node.tile
        if kind_of(node.code) in REVEALING or hurt or node.flags & WON:
            return tuple(actions)
    if line.card == PATH and not scorched:
        return (*actions, SCORCH)
    return tuple(actions) if line.node.flags & ENDED else (*actions, FINISH)
