"""How much counts what is counted in a position, in hundredths of a point; more is better for the dwarfs.

Each line is for who commands the dwarfs, then for who commands the trolls; docs/minds/thud.md tells where
they come from.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "dwarfs": (100, 100),
    "trolls": (-675, -648),
    "dwarfs by trolls": (2, 4),
    "trolls by trolls": (-13, -9),
    "pairs": (15, 11),
    "threes": (19, 11),
    "fours": (3, 6),
    "alone": (-4, -5),
    "hung, dwarfs to move": (79, 76),
    "hung, trolls to move": (13, -11),
    "bare, dwarfs to move": (-70, -68),
    "bare, trolls to move": (-91, -52),
    "covered": (-29, -19),
    "beside": (-2, 2),
    "aimed": (9, 10),
    "troll pairs": (12, 16),
    "room": (4, 2),
    "near": (-5, -1),
    "far": (-9, -13),
    "core": (6, 7),
    "rim": (-34, -34),
    "centre": (5, -2),
    "turn": (-16, -15),
    "squares": (23, 7),
    "body": (21, 6),
    "apart": (-6, -4),
    "pressed": (0, 0),
    "front": (0, 0),
    "wings": (0, 0),
}
"""By what is counted; the order is that of the lists."""

DWARFS: Final = [dwarfs for dwarfs, _ in WEIGHTS.values()]
"""The weights of who commands the dwarfs."""

TROLLS: Final = [trolls for _, trolls in WEIGHTS.values()]
"""The weights of who commands the trolls."""
