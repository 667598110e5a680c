"""What nobody at the table can know: the order of the two draw piles."""

from __future__ import annotations

from dataclasses import replace

from engine.deck import Deck
from engine.rng import Rng, shuffled
from engine.trogdor.board import Walker
from engine.trogdor.cards import Card
from engine.trogdor.events import (
    CardDrawn,
    EffectUsed,
    Event,
    HammerDrawn,
    MovementDrawn,
    PeasantLit,
    PeasantRan,
    RageBegan,
    Walked,
)
from engine.trogdor.model import State


def reveals(event: Event) -> bool:
    """Whether a card came off a pile, or somebody went the way of one (Rule trogdor:undo-1).

    Each peasant who catches fire runs by a card of his own, the Troghammer walks by his, and Path o'
    Burnination draws one as it is used. Troghammer cards that are shuffled in, and a pile that is made of
    its discards, show nothing until something is drawn.
    """
    match event:
        case CardDrawn() | HammerDrawn() | MovementDrawn() | PeasantLit() | PeasantRan() | RageBegan():
            return True
        case EffectUsed(card=card):
            return card is Card.PATH_O_BURNINATION
        case Walked(who=who):
            return who is Walker.TROGHAMMER
        case _:
            return False


def reshuffled(state: State, rng: Rng) -> State:
    """The state with both draw piles in a new order (Rule trogdor:fork-1).

    Which cards are in them can be counted by everybody, where they are by nobody: the Troghammer cards, too,
    are shuffled into the whole pile. A card that was drawn lies open, even while its path is still walked.
    """
    return replace(state, trog=_mixed(state.trog, rng), movement=_mixed(state.movement, rng))


def _mixed(deck: Deck, rng: Rng) -> Deck:
    return Deck(shuffled(deck.pile, rng), deck.discards)
