"""The English words in the pictures of One Man, Thrag!; the keys begin with `thrag.picture.`.

They must be short: no type is smaller than `render.kit.canvas.SMALLEST`, and a text that does not fit in that
size loses its middle. A line break divides a text into two lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.speech import English
from engine.thrag.phrases import BEAST_NAMES
from render.kit.sheet import PictureLanguage

LABELS: Final[Mapping[str, str]] = {
    # Beasts
    "thrag.picture.suit.red": "Red",
    "thrag.picture.suit.green": "Green",
    "thrag.picture.suit.blue": "Blue",
    "thrag.picture.needs": "needs",
    "thrag.picture.needs.no-coin": "needs no coin",
    "thrag.picture.too-strong": "too strong",
    "thrag.picture.slain": "slain",
    "thrag.picture.all-slain": "all five slain",
    # The clock
    "thrag.picture.turns.one": "turn\nleft",
    "thrag.picture.turns.many": "turns\nleft",
    "thrag.picture.beasts.none": "no beast left",
    "thrag.picture.beasts.one": "{count} beast left",
    "thrag.picture.beasts.many": "{count} beasts left",
    "thrag.picture.too-late.one": "{count} beast: too late to win",
    "thrag.picture.too-late.many": "{count} beasts: too late to win",
    # The last fight
    "thrag.picture.fight": "FIGHT {number}",
    "thrag.picture.fight.before": "LAST TURN",
    "thrag.picture.fights.none": "No fight yet this turn",
    "thrag.picture.fights.one": "{count} fight this turn",
    "thrag.picture.fights.many": "{count} fights this turn",
    "thrag.picture.fights.over": "No more fights",
    "thrag.picture.rerolled.red": "Red die rerolled",
    "thrag.picture.rerolled.green": "Green die rerolled",
    "thrag.picture.rerolled.blue": "Blue die rerolled",
    "thrag.picture.rerolled.black": "Thrag's die rerolled",
    "thrag.picture.no-coin": "no\ncoin",
    "thrag.picture.null": "0 counts {worth}",
    "thrag.picture.hit": "Thrag is hit",
    "thrag.picture.fallen": "Beast slain",
    "thrag.picture.to-spare": "with {over} to spare",
    "thrag.picture.just-enough": "just enough",
    # Thrag, his hit points, and the stacks
    "thrag.picture.rerolls": "rerolls",
    "thrag.picture.hit-points": "HIT POINTS",
    "thrag.picture.healing-pool": "HEALING\nPOOL",
    "thrag.picture.to-pay": "to pay",
    "thrag.picture.last-breath": "last breath",
    "thrag.picture.stack": "STACK",
    "thrag.picture.stack.black": "BLACK STACK",
    "thrag.picture.discards": "DISCARDS",
    "thrag.picture.graves": "SLAIN",
    "thrag.picture.healed": "healed",
    "thrag.picture.unhealed": "no match",
    # The end
    "thrag.picture.score.one": "{count} point",
    "thrag.picture.score.many": "{count} points",
    "thrag.picture.closed": "CLOSED",
}

in_english: Final[PictureLanguage] = English({**BEAST_NAMES, **LABELS})
"""The language of these labels, and of the names of the beasts, which are also used in sentences."""
