"""The names of the beasts, as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.thrag.model import BEASTS, Foe, Suit

NAMES: Final[dict[tuple[Suit, int], tuple[str, ...]]] = {
    (Suit.RED, 1): ("cinder hen", "hen", "glutglucke", "poule braisee", "poule"),
    (Suit.RED, 2): ("chimney cat", "cat", "kaminkater", "chat ramoneur", "chat"),
    (Suit.RED, 3): ("rusty hedgehog", "hedgehog", "rostigel", "herisson rouille", "herisson"),
    (Suit.RED, 4): ("brick ram", "ram", "ziegelbock", "belier briquetier", "belier"),
    (Suit.RED, 5): ("oven bull", "bull", "ofenbulle", "taureau fournier", "taureau"),
    (Suit.GREEN, 1): ("moss toad", "toad", "mooskrote", "crapaud moussu", "crapaud"),
    (Suit.GREEN, 2): ("bog otter", "otter", "moorotter", "loutre vaseuse", "loutre"),
    (Suit.GREEN, 3): ("bramble hare", "hare", "dornenhase", "lievre epineux", "lievre"),
    (Suit.GREEN, 4): ("hatstand stag", "stag", "huthirsch", "cerf chapelier", "cerf"),
    (Suit.GREEN, 5): ("hop bear", "bear", "hopfenbar", "ours houblonne", "ours"),
    (Suit.BLUE, 1): ("rain snail", "snail", "regenschnecke", "escargot trempe", "escargot"),
    (Suit.BLUE, 2): ("pump crab", "crab", "pumpenkrabbe", "crabe pompiste", "crabe"),
    (Suit.BLUE, 3): ("ditch heron", "heron", "grabenreiher", "heron fossoyeur"),
    (Suit.BLUE, 4): ("well worm", "worm", "brunnenwurm", "ver puisatier", "ver"),
    (Suit.BLUE, 5): ("bathtub kraken", "kraken", "wannenkrake", "kraken baigneur"),
}
"""By suit and tile: English name and its last word, German name, French name and its first word.

All in lower case, without accents.
"""


def suit_of(line: str, foes: Sequence[Foe | None]) -> str:
    """The line with `green beast` instead of a standing beast's name; other beasts' names stay."""
    for suit, foe in zip(BEASTS, foes, strict=True):
        names = NAMES[suit, foe.tile] if foe is not None else ()
        for name in sorted(names, key=len, reverse=True):
            line = re.sub(rf"\b{name}\b", f"{suit} beast", line)
    return line
