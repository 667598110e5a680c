"""The English phrases of the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    # The pending decision, or the result
    "trogdor.text.turn": "Turn {number}, player {player}: {asked}",
    "trogdor.text.turn.played": (
        "Turn {number}, player {player}: {asked} {card} played, points left {points}."
    ),
    "trogdor.text.turn.discarded": (
        "Turn {number}, player {player}: {asked} {card} discarded, points left {points}."
    ),
    "trogdor.text.over.victory": "Turn {number}. The game is over: victory.",
    "trogdor.text.over.petite-victory": "Turn {number}. The game is over: petite victory.",
    "trogdor.text.over.defeat": "Turn {number}. The game is over: defeat.",
    "trogdor.text.asked.choose": "which card?",
    "trogdor.text.asked.act": "what does the dragon do?",
    "trogdor.text.asked.after": "use the card now?",
    "trogdor.text.asked.shield": "raise the Shield?",
    "trogdor.text.asked.trinket": "use the Trinket?",
    "trogdor.text.asked.flask": "save this peasant?",
    "trogdor.text.asked.pouch": "turn the peasants?",
    "trogdor.text.asked.spawn": "where do peasants come out?",
    "trogdor.text.asked.land": "the land moves.",
    # Who is where
    "trogdor.text.at.trogdor": "Trogdor: {squares}.",
    "trogdor.text.at.hiding": "Trogdor (hiding): {squares}.",
    "trogdor.text.at.peasants": "Peasants: {squares}.",
    "trogdor.text.at.lit": "Burning peasants: {squares}.",
    "trogdor.text.at.knights": "Knights: {squares}.",
    "trogdor.text.at.troghammer": "Troghammer: {squares}.",
    "trogdor.text.at.archer": "Archer: {squares}.",
    # What is done, and what is left to do
    "trogdor.text.to-go": "To go: tiles {tiles}, cottages {cottages}, peasants {peasants}.",
    "trogdor.text.meter": "Trog-Meter {health}, Void {void}.",
    "trogdor.text.burned": "Burned tiles: {squares}.",
    "trogdor.text.burned.none": "Burned tiles: none.",
    "trogdor.text.burned.all": "Burned tiles: all.",
    "trogdor.text.fresh": "Tiles left to burn: {squares}.",
    "trogdor.text.aflame": "Cottages on fire: {squares}.",
    "trogdor.text.ready": "Cottages ready to burn: {squares}.",
    # What the land did, and its card
    "trogdor.text.land": "The land: {told}.",
    "trogdor.text.land.hits": "Trogdor hit at {squares}",
    "trogdor.text.land.mended": "cottages put out at {squares}",
    "trogdor.text.land.repaired": "tiles repaired at {squares}",
    "trogdor.text.land.spawned": "new peasants at {squares}",
    "trogdor.text.land.lit": "peasants on fire at {squares}",
    "trogdor.text.card": "Its card: peasants wanted {spawn}, their step {direction}, path {path}.",
    "trogdor.text.card.repair": (
        "Its card: peasants wanted {spawn}, their step {direction}, with repair, path {path}."
    ),
    "trogdor.text.direction.n": "north",
    "trogdor.text.direction.e": "east",
    "trogdor.text.direction.s": "south",
    "trogdor.text.direction.w": "west",
    # Who plays
    "trogdor.text.player.gone": "Player {number}, {keeper}, has left.",
    "trogdor.text.player.charged": "Player {number}, {keeper}, {item} (charged): {cards}",
    "trogdor.text.player.empty": "Player {number}, {keeper}, {item} (empty): {cards}",
    "trogdor.text.no-card": "no card",
    "trogdor.text.deck": "Trog deck {pile}, discards {discards}.",
    "trogdor.text.deck.movement": "Movement deck {pile}, discards {discards}.",
    # The tiles, and what the letters of the map mean
    "trogdor.text.tiles": "Tiles: {tiles}.",
    "trogdor.text.kind.cottage": "cottage",
    "trogdor.text.kind.mountain": "mountain",
    "trogdor.text.kind.tunnel": "tunnel",
    "trogdor.text.kind.lake": "lake",
    "trogdor.text.kind.forest": "forest",
    "trogdor.text.kind.stump": "stump",
    "trogdor.text.kind.rock": "rock",
    "trogdor.text.kind.flower": "flowers",
    "trogdor.text.kind.plain": "meadow",
    "trogdor.text.mark.burned": "burned",
    "trogdor.text.mark.aflame": "cottage on fire",
    "trogdor.text.mark.trogdor": "Trogdor",
    "trogdor.text.mark.peasant": "peasant",
    "trogdor.text.mark.lit": "burning peasant",
    "trogdor.text.mark.knight": "knight",
    "trogdor.text.mark.troghammer": "Troghammer",
    "trogdor.text.mark.archer": "archer",
}
