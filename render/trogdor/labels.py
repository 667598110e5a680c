"""What the pictures of the game say in English; the keys begin with `trogdor.picture.`.

Cards and powers are told in so few words that they can be read on a card of the panel, `render.trogdor.hand`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from engine.trogdor.cards import Card, Keeper
from render.kit.sheet import PictureLanguage

_CARDS: Final[Mapping[Card, str]] = {
    Card.BLOCK: "The land can't hurt him",
    Card.CONSUMMATE_VS: "Diagonal steps, too",
    Card.FLIP_EM_UP_DAN: "Last: burn 4 tiles diagonally",
    Card.FLIP_EM_UP_FRAN: "Last: burn 4 tiles beside him",
    Card.HIDEY_HOLE: "Last: hide on any mountain",
    Card.HIGH_ENERGY: "Just points, lots of them",
    Card.INVISIBILITY: "Walk into knights unharmed",
    Card.JHONKA_HELP: "First: eat any peasant",
    Card.MAJESTY: "First: burn any tile",
    Card.PATH_O_BURNINATION: "No actions: fire runs a path",
    Card.SHOT_PUT: "Last: burn a thing up to 2 away",
    Card.SIDEWISE: "Once: burn a tile beside him",
    Card.SLANTWISE: "Once: burn a tile diagonally",
    Card.SMELL_THE_DAISIES: "End in flowers: next one +3",
    Card.STUMP_AND_ROCK: "Burn stump or rock: +4",
    Card.TUNNEL_WARP: "First: swap a tunnel and a tile",
    Card.WINGALING: "First: fly to any square",
    Card.WRAPAROUND: "Step over the map's edge",
}

_POWERS: Final[Mapping[Keeper, str]] = {
    Keeper.GALGABUDGE: "Mountains are tunnels, too",
    Keeper.CRANJEGG: "Trogdor steps diagonally",
    Keeper.HEGELTHA: "Trogdor hides almost anywhere",
    Keeper.STONKLAR: "Trogdor steps over the edge",
    Keeper.WORCHEX: "No knight puts out cottages",
    Keeper.YUBBITZ: "Swaps cards with the others",
    Keeper.CRANGOLEV: "1 more action point",
    Keeper.BROVELADE: "Peasants repair nothing",
    Keeper.HARDYBARDY: "None. But that smile!",
}

LABELS: Final[Mapping[str, str]] = {
    "trogdor.picture.meter": "Trog-Meter",
    "trogdor.picture.void": "The Void",
    "trogdor.picture.last": "The next hit kills him",
    "trogdor.picture.power": "Power",
    "trogdor.picture.rage": "Fiery Rage",
    "trogdor.picture.rage.told": "Trogdor is done for. The land isn't done with him.",
    "trogdor.picture.end.victory": "Victory!",
    "trogdor.picture.end.victory.told": "Everything burns.",
    "trogdor.picture.end.petite-victory": "Petite victory!",
    "trogdor.picture.end.petite-victory.told": "He's gone, and so is everything else.",
    "trogdor.picture.end.defeat": "Defeat",
    "trogdor.picture.end.defeat.told": "He's gone, and the land is still there.",
    **{f"trogdor.picture.card.{card}": told for card, told in _CARDS.items()},
    **{f"trogdor.picture.keeper.{keeper}": told for keeper, told in _POWERS.items()},
}

in_english: Final[PictureLanguage] = English(LABELS)
"""The language of these labels."""
