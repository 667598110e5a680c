"""How much counts what is counted in a position, in hundredths of a point; more is better for the dwarfs.

Each line is for who commands the dwarfs, against many trolls and against the last few, then for who commands
the trolls; docs/minds/thud.md tells where they come from. Who commands the dwarfs also asks the network.
"""

from __future__ import annotations

from typing import Final

from engine.thud.board import SQUARES
from engine.thud.mind.judgement import FEW, Weights
from engine.thud.mind.network import BASES, OUTPUTS

COUNTS: Final = len(SQUARES) + 1
"""How many trolls there can be, none included: a position from a file may have one on every square."""

WEIGHTS: Final = {
    "dwarfs": (86, 168, 87),
    "trolls": (-634, -643, -629),
    "dwarfs by trolls": (0, -10, 3),
    "trolls by trolls": (-8, -11, -13),
    "pairs": (16, -1, 12),
    "threes": (16, 2, 11),
    "fours": (-4, -9, 4),
    "alone": (17, 18, 0),
    "hung, dwarfs to move": (160, 155, 84),
    "hung, trolls to move": (-20, 24, -2),
    "bare, dwarfs to move": (-29, -132, -48),
    "bare, trolls to move": (-62, -65, -65),
    "covered": (11, -34, -13),
    "beside": (-3, 2, 1),
    "aimed": (-6, 5, 11),
    "troll pairs": (-5, -23, 13),
    "room": (8, -10, -5),
    "near": (-9, -11, 0),
    "far": (-1, 1, -15),
    "core": (12, 9, 1),
    "rim": (2, -21, -43),
    "centre": (6, 9, 1),
    "turn": (3, 17, -11),
    "squares": (4, -8, 2),
    "body": (22, 13, 9),
    "apart": (-4, -2, -2),
    "pressed": (9, 18, -5),
    "front": (22, 24, -2),
    "wings": (-8, 9, 2),
    "caught, dwarfs to move": (0, 35, 0),
    "caught, trolls to move": (0, 32, 0),
    "territory": (0, -5, 0),
    "hunt": (0, 346, 0),
}
"""By what is counted; the order is that of the lists."""

_MANY, _HUNT, _TROLLS = ([weights[side] for weights in WEIGHTS.values()] for side in range(3))


def _dwarfs(trolls: int) -> Weights:
    """The weights against so many trolls; the network knows no more of them than a battle begins with."""
    at = min(max(trolls, 1), len(OUTPUTS)) - 1
    return Weights(_HUNT if trolls <= FEW else _MANY, OUTPUTS[at], BASES[at])


DWARFS: Final = [_dwarfs(trolls) for trolls in range(COUNTS)]
"""The weights of who commands the dwarfs, by the number of trolls."""

TROLLS: Final = [Weights(_TROLLS)] * COUNTS
"""The weights of who commands the trolls, the same for every number of them."""
