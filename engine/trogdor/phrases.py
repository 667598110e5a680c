"""What the board as text says in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    # What the letters of the map mean
    "trogdor.text.kind.cottage": "cottage",
    "trogdor.text.kind.mountain": "mountain",
    "trogdor.text.kind.tunnel": "tunnel",
    "trogdor.text.kind.lake": "lake",
    "trogdor.text.kind.forest": "forest",
    "trogdor.text.kind.stump": "stump",
    "trogdor.text.kind.rock": "rock",
    "trogdor.text.kind.flower": "flower",
    "trogdor.text.kind.plain": "plain",
    "trogdor.text.mark.burned": "burned",
    "trogdor.text.mark.aflame": "cottage on fire",
    "trogdor.text.mark.trogdor": "Trogdor",
    "trogdor.text.mark.peasant": "peasant",
    "trogdor.text.mark.lit": "burning peasant",
    "trogdor.text.mark.knight": "knight",
    "trogdor.text.mark.troghammer": "Troghammer",
    "trogdor.text.mark.archer": "archer",
    # Who is where
    "trogdor.text.at.trogdor": "Trogdor: {squares}.",
    "trogdor.text.at.hiding": "Trogdor (hiding): {squares}.",
    "trogdor.text.at.peasants": "Peasants: {squares}.",
    "trogdor.text.at.lit": "Burning peasants: {squares}.",
    "trogdor.text.at.knights": "Knights: {squares}.",
    "trogdor.text.at.troghammer": "Troghammer: {squares}.",
    "trogdor.text.at.archer": "Archer: {squares}.",
    "trogdor.text.to-go": "To go: tiles {tiles}, cottages {cottages}, peasants {peasants}.",
    "trogdor.text.meter": "Trog-Meter {health}, Void {void}.",
    # Who plays
    "trogdor.text.player.gone": "{number} {keeper} has left.",
    "trogdor.text.player.charged": "{number} {keeper}, {item} (charged): {cards}",
    "trogdor.text.player.empty": "{number} {keeper}, {item} (empty): {cards}",
    "trogdor.text.no-card": "no card",
    # The cards
    "trogdor.text.card": "Land's card {card}: {spawn} wanted, {direction}, path {path}.",
    "trogdor.text.card.repair": "Land's card {card}: {spawn} wanted, {direction}, repair, path {path}.",
    "trogdor.text.deck": "Trog deck {pile}, discards {discards}.",
    "trogdor.text.deck.movement": "Movement deck {pile}, discards {discards}.",
    # What is asked for, or how it ended
    "trogdor.text.turn": "Turn {number}, player {player}: {asked}.",
    "trogdor.text.turn.question": "Turn {number}, player {player}: {asked}",
    "trogdor.text.turn.played": (
        "Turn {number}, player {player}: {asked}; {card} played, points left {points}."
    ),
    "trogdor.text.turn.discarded": (
        "Turn {number}, player {player}: {asked}; {card} discarded, points left {points}."
    ),
    "trogdor.text.over.victory": "Turn {number}. The game is over: victory.",
    "trogdor.text.over.petite-victory": "Turn {number}. The game is over: petite-victory.",
    "trogdor.text.over.defeat": "Turn {number}. The game is over: defeat.",
    "trogdor.text.asked.choose": "choose a card",
    "trogdor.text.asked.act": "act",
    "trogdor.text.asked.after": "the card's effect",
    "trogdor.text.asked.shield": "the Shield?",
    "trogdor.text.asked.trinket": "the Trinket?",
    "trogdor.text.asked.flask": "the Flask?",
    "trogdor.text.asked.pouch": "the Pouch?",
    "trogdor.text.asked.spawn": "where do peasants come out?",
    "trogdor.text.asked.land": "the land moves",
}
