"""What the pictures of the game say in English; the keys begin with `koom.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from render.kit.sheet import PictureLanguage

LABELS: Final[Mapping[str, str]] = {
    "koom.picture.far.one": "Rock: 1 step from home",
    "koom.picture.far.many": "Rock: {count} steps from home",
    "koom.picture.beside.one": "{count} of 3 trolls at the Rock",
    "koom.picture.beside.many": "{count} of 3 trolls at the Rock",
    "koom.picture.won": "{first} : {second} battles",
    "koom.picture.battle": "Battle {battle}",
    "koom.picture.end.home": "Rock home",
    "koom.picture.end.held": "Rock held",
    "koom.picture.end.wiped-out": "All taken",
    "koom.picture.end.no-move": "No move left",
    "koom.picture.end.drawn": "A draw",
}

in_english: Final[PictureLanguage] = English(LABELS)
"""The language of these labels."""
