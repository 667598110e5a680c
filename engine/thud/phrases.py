"""The English phrases of the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "thud.text.battle": "Battle {battle} of 2.",
    "thud.text.dwarfs": "Dwarfs ({count}): {squares}.",
    "thud.text.trolls": "Trolls ({count}): {squares}.",
    "thud.text.dwarfs.none": "No dwarfs left.",
    "thud.text.trolls.none": "No trolls left.",
    "thud.text.danger.dwarfs": "Dwarfs in danger: {squares}.",
    "thud.text.danger.trolls": "Trolls in danger: {squares}.",
    "thud.text.danger.none": "Nothing is in danger.",
    "thud.text.last.dwarfs": "Last move: a dwarf from {origin} to {target}.",
    "thud.text.last.dwarfs.took": "Last move: a dwarf from {origin} onto the troll on {target}.",
    "thud.text.last.trolls": "Last move: a troll from {origin} to {target}.",
    "thud.text.last.trolls.took": "Last move: a troll from {origin} to {target}, taking {squares}.",
    "thud.text.last.none": "No move yet.",
    "thud.text.turn.dwarfs": "The dwarfs are to move.",
    "thud.text.turn.trolls": "The trolls are to move.",
    "thud.text.over": "The match is over.",
}
