"""What the board as text says in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "thud.text.state": ("Battle {battle}, ply {ply}. d dwarfs: {dwarfs}. T trolls: {trolls}. R Thudstone."),
    "thud.text.last": "Last move: {move}.",
    "thud.text.last.none": "Last move: none.",
    "thud.text.turn.dwarfs": "To move: dwarfs.",
    "thud.text.turn.trolls": "To move: trolls.",
    "thud.text.over": "The match is over.",
}
