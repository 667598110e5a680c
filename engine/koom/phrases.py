"""The English phrases of the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "koom.text.battle": "Battle {battle} of {battles}.",
    "koom.text.dwarfs": "Dwarfs ({count}): {squares}.",
    "koom.text.trolls": "Trolls ({count}): {squares}.",
    "koom.text.dwarfs.none": "No dwarfs left.",
    "koom.text.trolls.none": "No trolls left.",
    "koom.text.rock": "The Rock is on {square}; ranks to the far edge: {count}; trolls beside it: {trolls}.",
    "koom.text.danger.dwarfs": "Dwarfs in danger: {squares}.",
    "koom.text.danger.trolls": "Trolls in danger: {squares}.",
    "koom.text.danger.none": "Nothing is in danger.",
    "koom.text.last.dwarfs": "Last move: a dwarf from {origin} to {target}.",
    "koom.text.last.dwarfs.took": "Last move: a dwarf from {origin} to {target}, taking {squares}.",
    "koom.text.last.trolls": "Last move: a troll from {origin} to {target}.",
    "koom.text.last.trolls.took": "Last move: a troll from {origin} to {target}, trampling {squares}.",
    "koom.text.last.rock": "Last move: the Rock from {origin} to {target}.",
    "koom.text.last.none": "No move yet.",
    "koom.text.turn.dwarfs": "The dwarfs are to move.",
    "koom.text.turn.trolls": "The trolls are to move.",
    "koom.text.over": "The match is over.",
}
