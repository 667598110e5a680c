"""From the codes of a line to the actions of the game."""

from __future__ import annotations

from typing import Final

from engine.trogdor.board import Direction
from engine.trogdor.cards import Card
from engine.trogdor.mind.grid import squares_of
from engine.trogdor.mind.line import Line, moments
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
"""What needs no square."""

AIMED: Final = {
    TUNNEL_CODE: (Verb.TUNNEL, None),
    CARD_CODE: (Verb.CARD, None),
    CARD_HOME_CODE: (Verb.CARD, TargetKind.COTTAGE),
    CARD_FIRE_CODE: (Verb.CARD, TargetKind.PEASANT),
    ITEM_CODE: (Verb.ITEM, None),
    ITEM_HOME_CODE: (Verb.ITEM, TargetKind.COTTAGE),
}
"""What is aimed at a square."""

TROGHAMMER: Final = 2
"""Who was carried, in `Node.carried`."""

FINISH: Final = Action(Verb.FINISH)
SCORCH: Final = Action(Verb.CARD)
REVEALING: Final = frozenset({FIRE_CODE, CARD_FIRE_CODE})


def action_of(node: Node, spot: Position) -> Action:
    """What led to a moment of a turn that began in a position."""
    code, square = divmod(node.code, 100)
    if code == BAUBLES_CODE:
        if node.carried == TROGHAMMER:
            return Action(Verb.ITEM, squares=(square,), what=TargetKind.TROGHAMMER)
        return Action(Verb.ITEM, squares=((spot.first, spot.second)[node.carried], square))
    if code in BARE:
        return BARE[code]
    if code == STEP_CODE:
        return Action(Verb.STEP, direction=WAYS[square])
    if code == FLIP_CODE:
        before = node.parent.burnt if node.parent is not None else 0
        return Action(Verb.CARD, squares=tuple(squares_of(node.burnt & ~before)))
    verb, what = AIMED[code]
    return Action(verb, squares=(square,), what=what)


def choice_of(line: Line) -> Action:
    """The choice of the card that a line begins with."""
    verb = Verb.DISCARD if line.card == PLAIN else Verb.PLAY
    return Action(verb, card=CARDS[line.thrown])


def actions_of(line: Line, *, after: bool, scorched: bool) -> tuple[Action, ...]:
    """The actions of a line up to the next revelation; `after`: the actions are over already.

    It stops where Trogdor enters a knight's square, too: his Shield may be asked for. A card that has to
    be walked, and was not (`scorched`), comes before the end.
    """
    one, other = line.reach.warp
    found = [Action(Verb.CARD, squares=(one, other))] if one >= 0 else []
    for node in moments(line.node):
        late = node.flags & ENDED and (node.parent is None or not node.parent.flags & ENDED)
        if late and not after:
            found.append(FINISH)
        found.append(action_of(node, line.reach.spot))
        hurt = line.reach.hurts[node.tile] and node.parent is not None and node.parent.tile != node.tile
        if node.code // 100 in REVEALING or hurt or node.flags & WON:
            return tuple(found)
    if line.card == PATH and not scorched:
        return (*found, SCORCH)
    return tuple(found) if line.node.flags & ENDED else (*found, FINISH)
