"""The movement deck: the house's own cards, or those of the table (Rule trogdor:ruling-5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from data.trogdor import MOVEMENT, MovementFact
from engine.trogdor.board import Direction
from engine.trogdor.model import House, MovementCard


def cards_from(facts: Iterable[MovementFact]) -> tuple[MovementCard, ...]:
    """The cards that a file of facts describes."""
    return tuple(
        MovementCard(
            id=fact.id,
            spawn=fact.spawn,
            direction=Direction(fact.peasants.direction.lower()),
            repair=fact.peasants.repair,
            path=tuple(Direction(step.lower()) for step in fact.path),
        )
        for fact in facts
    )


HOUSE_CARDS: Final = {card.id: card for card in cards_from(MOVEMENT)}
"""The house's movement cards by id."""


def card_of(house: House, card: str) -> MovementCard:
    """The movement card with an id at this table."""
    if not house.cards:
        return HOUSE_CARDS[card]
    return next(own for own in house.cards if own.id == card)
