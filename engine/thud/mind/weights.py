"""How much counts what is counted in a position, in hundredths of a point; more is better for the dwarfs.

Each line is for who commands the dwarfs, against many trolls and against the last few, then for who commands
the trolls; docs/minds/thud.md tells where they come from.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import SQUARES
from engine.thud.mind.judgement import FEW

COUNTS: Final = len(SQUARES) + 1
"""How many trolls there can be, none included: a position from a file may have one on every square."""

WEIGHTS: Final = {
    "dwarfs": (113, 219, 100),
    "trolls": (-820, -814, -648),
    "dwarfs by trolls": (0, -13, 4),
    "trolls by trolls": (-9, -11, -9),
    "pairs": (16, -5, 11),
    "threes": (8, 2, 11),
    "fours": (4, -8, 6),
    "alone": (14, 22, -5),
    "hung, dwarfs to move": (141, 140, 76),
    "hung, trolls to move": (-36, 26, -11),
    "bare, dwarfs to move": (-32, -172, -68),
    "bare, trolls to move": (-63, -73, -52),
    "covered": (-5, -43, -19),
    "beside": (-4, 1, 2),
    "aimed": (-1, 7, 10),
    "troll pairs": (-2, -10, 16),
    "room": (10, -13, 2),
    "near": (-6, -13, -1),
    "far": (4, 4, -13),
    "core": (15, 12, 7),
    "rim": (-5, -30, -34),
    "centre": (16, 18, -2),
    "turn": (-6, 23, -15),
    "squares": (17, -9, 7),
    "body": (18, 11, 6),
    "apart": (-4, -2, -4),
    "pressed": (15, 25, 0),
    "front": (35, 30, 0),
    "wings": (-10, 10, 0),
    "caught, dwarfs to move": (0, 43, 0),
    "caught, trolls to move": (0, 25, 0),
    "territory": (0, -6, 0),
    "hunt": (0, 462, 0),
}
"""By what is counted; the order is that of the lists."""

_MANY: Final = [many for many, _, _ in WEIGHTS.values()]
_HUNT: Final = [hunt for _, hunt, _ in WEIGHTS.values()]

DWARFS: Final = [_HUNT if trolls <= FEW else _MANY for trolls in range(COUNTS)]
"""The weights of who commands the dwarfs, by the number of trolls."""

TROLLS: Final = [[trolls for _, _, trolls in WEIGHTS.values()]] * COUNTS
"""The weights of who commands the trolls, the same for every number of them."""
