"""What the pictures of the game say in English; the keys begin with `thud.picture.`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from render.kit.sheet import PictureLanguage

LABELS: Final[Mapping[str, str]] = {
    "thud.picture.points.one": "point",
    "thud.picture.points.many": "points",
    "thud.picture.lead": "{name} leads by {margin}",
    "thud.picture.lead.match": "{name} leads the match by {margin}",
    "thud.picture.level": "Level",
    "thud.picture.level.match": "The match is level",
    "thud.picture.won.one": "by {count} point",
    "thud.picture.won.many": "by {count} points",
    "thud.picture.battle": "Battle {battle}",
}

in_english: Final[PictureLanguage] = English(LABELS)
"""The language of these labels."""
