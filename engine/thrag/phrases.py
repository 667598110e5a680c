"""The English phrases of the board as text, to be read aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BEAST_NAMES: Final[Mapping[str, str]] = {
    "thrag.beast.red.1": "Cinder Hen",
    "thrag.beast.red.2": "Chimney Cat",
    "thrag.beast.red.3": "Rusty Hedgehog",
    "thrag.beast.red.4": "Brick Ram",
    "thrag.beast.red.5": "Oven Bull",
    "thrag.beast.green.1": "Moss Toad",
    "thrag.beast.green.2": "Bog Otter",
    "thrag.beast.green.3": "Bramble Hare",
    "thrag.beast.green.4": "Hatstand Stag",
    "thrag.beast.green.5": "Hop Bear",
    "thrag.beast.blue.1": "Rain Snail",
    "thrag.beast.blue.2": "Pump Crab",
    "thrag.beast.blue.3": "Ditch Heron",
    "thrag.beast.blue.4": "Well Worm",
    "thrag.beast.blue.5": "Bathtub Kraken",
}
"""The names of the beasts by suit and tile, used in pictures and sentences, too."""

PHRASES: Final[Mapping[str, str]] = {
    **BEAST_NAMES,
    "thrag.text.null": "null",
    "thrag.text.none": "none",
    "thrag.text.suit.red": "Red",
    "thrag.text.suit.green": "Green",
    "thrag.text.suit.blue": "Blue",
    "thrag.text.suit.black": "Black",
    "thrag.text.turn": "Turn {turn} of {turns}, {left} of 15 beasts left.",
    "thrag.text.lost": "Too late to win: not enough turns for the beasts that are left.",
    # Who stands against whom
    "thrag.text.thrag": "Thrag rolled {die}. Hit points: {hit_points}. Healing pool: {healing_pool}.",
    "thrag.text.null.worth": "A null coin adds {worth}.",
    "thrag.text.beast": "{beast}, {suit} {tile} + {die} = {strength}.",
    "thrag.text.beast.bare": "{beast}, {suit} {tile} + {die} = {strength}, needs no coin.",
    "thrag.text.beast.needs": "{beast}, {suit} {tile} + {die} = {strength}, needs a coin of {least} or more.",
    "thrag.text.beast.best": "{beast}, {suit} {tile} + {die} = {strength}, needs a coin of {least}.",
    "thrag.text.beast.strong": "{beast}, {suit} {tile} + {die} = {strength}, too strong for any coin.",
    "thrag.text.beast.none": "{suit} beast: none.",
    "thrag.text.beast.gone": "{suit} beasts: all five slain.",
    # What happened last
    "thrag.text.fight": "Last fight: {sum} against {beast} ({suit} {against}), {ended}.",
    "thrag.text.fight.before": "Last turn: {sum} against {beast} ({suit} {against}), {ended}.",
    "thrag.text.sum": "{own}",
    "thrag.text.sum.coin": "{own} + {coin} ({pool} coin) = {strength}",
    "thrag.text.damage": "{damage} damage",
    "thrag.text.slain": "slain",
    "thrag.text.rerolled": "{suit} die rerolled.",
    "thrag.text.rerolled.own": "Thrag's die rerolled.",
    "thrag.text.turned.healed": "Black tile {tile}: that coin is back.",
    "thrag.text.turned": "Black tile {tile}: nothing heals.",
    # What there is of each colour
    "thrag.text.stock": "{suit}: coins {coins}; {pawn}; stack {left}; discards {discards}; slain {slain}.",
    "thrag.text.stock.unseen": (
        "{suit}: coins {coins} ({unseen}); {pawn}; stack {left}; discards {discards}; slain {slain}."
    ),
    "thrag.text.stock.black": "{suit}: stack {left}; discards {discards}.",
    "thrag.text.pawn": "pawn",
    "thrag.text.pawn.black": "black pawn",
    "thrag.text.pawn.spent": "pawn spent",
    "thrag.text.pawn.none": "no pawn",
    # The pending decision, or the result
    "thrag.text.pay": "Damage to pay: {coins}.",
    "thrag.text.play": "Fight!",
    "thrag.text.on": "Fight on, or stop?",
    "thrag.text.over.win": "Won: every beast is slain.",
    "thrag.text.over.death": "Lost: Thrag has fallen.",
    "thrag.text.over.exhaustion": "Lost: the coins are gone.",
    "thrag.text.over.breakfast": "Lost: breakfast is over.",
    "thrag.text.over.resignation": "Lost: given up.",
    "thrag.text.score": "Points: {score}. Pawns left: {pawns}.",
}
