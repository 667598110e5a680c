"""How much counts what is counted in a position, in hundredths of a point; more is better for the dwarfs.

Each line is for who commands the dwarfs, then for who commands the trolls; docs/minds/thud.md tells where
they come from.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "dwarfs": (100, 100),
    "trolls": (-648, -648),
    "dwarfs by trolls": (4, 4),
    "trolls by trolls": (-9, -9),
    "pairs": (25, 11),
    "threes": (15, 11),
    "fours": (6, 6),
    "alone": (-5, -5),
    "hung, dwarfs to move": (76, 76),
    "hung, trolls to move": (-11, -11),
    "bare, dwarfs to move": (-68, -68),
    "bare, trolls to move": (-52, -52),
    "covered": (-19, -19),
    "beside": (2, 2),
    "aimed": (10, 10),
    "troll pairs": (16, 16),
    "room": (2, 2),
    "near": (-1, -1),
    "far": (-13, -13),
    "core": (15, 7),
    "rim": (-34, -34),
    "centre": (-2, -2),
    "turn": (-15, -15),
    "squares": (25, 7),
    "body": (20, 6),
    "apart": (-4, -4),
    "pressed": (12, 0),
    "front": (5, 0),
    "wings": (6, 0),
}
"""By what is counted; the order is that of the lists."""

DWARFS: Final = [dwarfs for dwarfs, _ in WEIGHTS.values()]
"""The weights of who commands the dwarfs."""

TROLLS: Final = [trolls for _, trolls in WEIGHTS.values()]
"""The weights of who commands the trolls."""
