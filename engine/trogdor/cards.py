"""The cards, keepers and items of Trogdor!!, with the facts that `data.trogdor` holds about them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from data.trogdor import FACTS, When


class Card(StrEnum):
    """The action cards, and the Troghammer; the value is used in notation and files."""

    BLOCK = "block"
    CONSUMMATE_VS = "consummate-vs"
    FLIP_EM_UP_DAN = "flip-em-up-dan"
    FLIP_EM_UP_FRAN = "flip-em-up-fran"
    HIDEY_HOLE = "hidey-hole"
    HIGH_ENERGY = "high-energy"
    INVISIBILITY = "invisibility"
    JHONKA_HELP = "jhonka-help"
    MAJESTY = "majesty"
    PATH_O_BURNINATION = "path-o-burnination"
    SHOT_PUT = "shot-put"
    SIDEWISE = "sidewise"
    SLANTWISE = "slantwise"
    SMELL_THE_DAISIES = "smell-the-daisies"
    STUMP_AND_ROCK = "stump-and-rock"
    TUNNEL_WARP = "tunnel-warp"
    WINGALING = "wingaling"
    WRAPAROUND = "wraparound"
    TROGHAMMER = "troghammer"


class Keeper(StrEnum):
    """The Keepers of Trogdor."""

    GALGABUDGE = "galgabudge"
    CRANJEGG = "cranjegg"
    HEGELTHA = "hegeltha"
    STONKLAR = "stonklar"
    WORCHEX = "worchex"
    YUBBITZ = "yubbitz"
    CRANGOLEV = "crangolev"
    BROVELADE = "brovelade"
    HARDYBARDY = "hardybardy"


class Item(StrEnum):
    """The items of the keepers."""

    FLASK = "flask"
    POUCH = "pouch"
    FIREBALLS = "fireballs"
    RING = "ring"
    BEANS = "beans"
    DISK = "disk"
    SHIELD = "shield"
    TRINKET = "trinket"
    BAUBLES = "baubles"


INTERRUPTS: Final = frozenset({Item.FLASK, Item.POUCH, Item.SHIELD, Item.TRINKET})
"""The items that are used at a certain moment; their owner sets whether to be asked."""

COPIES: Final = {Card(card.id): card.copies for card in FACTS.cards}
"""How many of each action card are in the Trog deck, 29 in all (Rule trogdor:ruling-1)."""

POINTS: Final = {Card(card.id): card.points for card in FACTS.cards}
"""The action points of a played card."""

TIMING: Final = {Card(card.id): card.when for card in FACTS.cards}
"""When the effect of a card can be used."""

__all__ = ["COPIES", "INTERRUPTS", "POINTS", "TIMING", "Card", "Item", "Keeper", "When"]
