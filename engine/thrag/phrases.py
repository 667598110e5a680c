"""What the board as text says in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "thrag.text.null": "null",
    "thrag.text.suit.red": "red",
    "thrag.text.suit.green": "green",
    "thrag.text.suit.blue": "blue",
    "thrag.text.suit.black": "black",
    "thrag.text.turn": "turn {turn} of {turns}, {left} of 15 beasts left",
    # A beast
    "thrag.text.none": "none",
    "thrag.text.coins": "coins {coins}",
    "thrag.text.coins.unseen": "coins {coins} ({unseen})",
    "thrag.text.pawn": "pawn",
    "thrag.text.pawn.black": "black pawn",
    "thrag.text.pawn.spent": "pawn spent",
    "thrag.text.pawn.none": "no pawn",
    # Thrag
    "thrag.text.die": "thrag {value}",
    "thrag.text.pools": "hit points {hit_points}; healing pool {healing_pool}",
    "thrag.text.fight": "last fight: {sum} against {suit} {against}: {ended}",
    "thrag.text.fight.before": "last turn: {sum} against {suit} {against}: {ended}",
    "thrag.text.sum": "{own} = {strength}",
    "thrag.text.sum.coin": "{own} + {pool} coin {coin} = {strength}",
    "thrag.text.damage": "damage {damage}",
    "thrag.text.slain": "slain",
    "thrag.text.rerolled": "rerolled: the {die} die",
    "thrag.text.turned.healed": "black tile: {tile}, healed",
    "thrag.text.turned": "black tile: {tile}, nothing",
    # The stacks
    "thrag.text.stack": "stack {left}, discards {discards}, slain {slain}",
    "thrag.text.stack.black": "stack {left}, discards {discards}",
    # What is asked for, or how it ended
    "thrag.text.pay": "pay {coins}",
    "thrag.text.lost": "the game cannot be won any more",
    "thrag.text.play": "fight",
    "thrag.text.over.win": "won: every beast is slain",
    "thrag.text.over.death": "lost: Thrag is dead",
    "thrag.text.over.exhaustion": "lost: no attack coin is left",
    "thrag.text.over.breakfast": "lost: breakfast is over",
    "thrag.text.over.resignation": "given up",
    "thrag.text.score": "score {score}, pawns left {pawns}",
}
