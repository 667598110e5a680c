"""How much counts what is counted in a position, in hundredths of a point; more is better for the dwarfs.

Each line is for who commands the dwarfs, against many trolls and against the last few, then for who commands
the trolls. They were learnt in battles: those of the trolls by perturbation against the house itself and then
by an evolution strategy, those of the dwarfs by that strategy against the rival `house` (docs/minds/thud.md
has the numbers of battles). Who commands the dwarfs also asks the network.
"""

from __future__ import annotations

from typing import Final

from engine.octagon.board import SQUARES
from engine.thud.mind import judgement as by
from engine.thud.mind.judgement import FEW, Weights
from engine.thud.mind.network import BASES, OUTPUTS

COUNTS: Final = len(SQUARES) + 1
"""How many trolls there can be, none included: a position from a file may have one on every square."""

WEIGHTS: Final[dict[int, tuple[int, int, int]]] = {
    by.PER_DWARF: (86, 168, 87),
    by.PER_TROLL: (-634, -643, -629),
    by.PER_TROLL_AND_DWARF: (0, -10, 3),
    by.PER_TROLL_SQUARED: (-8, -11, -13),
    by.PAIRS: (16, -1, 12),
    by.THREES: (16, 2, 11),
    by.FOURS: (-4, -9, 4),
    by.ALONE: (17, 18, 0),
    by.HUNG_DWARFS_MOVE: (160, 155, 84),
    by.HUNG_TROLLS_MOVE: (-20, 24, -2),
    by.BARE_DWARFS_MOVE: (-29, -132, -48),
    by.BARE_TROLLS_MOVE: (-62, -65, -65),
    by.COVERED: (11, -34, -13),
    by.BESIDE_DWARFS: (-3, 2, 1),
    by.AIMED: (-6, 5, 11),
    by.TROLL_PAIRS: (-5, -23, 13),
    by.ROOM: (8, -10, -5),
    by.NEAR: (-9, -11, 0),
    by.FAR: (-1, 1, -15),
    by.CORE: (12, 9, 1),
    by.ON_RIM: (2, -21, -43),
    by.IN_CENTRE: (6, 9, 1),
    by.TURN: (3, 17, -11),
    by.SQUARES: (4, -8, 2),
    by.BODY: (22, 13, 9),
    by.APART: (-4, -2, -2),
    by.PRESSED: (9, 18, -5),
    by.FRONT: (22, 24, -2),
    by.WINGS: (-8, 9, 2),
    by.CAUGHT_DWARFS_MOVE: (0, 35, 0),
    by.CAUGHT_TROLLS_MOVE: (0, 32, 0),
    by.TERRITORY: (0, -5, 0),
    by.HUNT: (0, 346, 0),
}
"""By what is counted, as `judgement` names it."""

_MANY, _HUNT, _TROLLS = ([WEIGHTS[place][side] for place in range(len(WEIGHTS))] for side in range(3))


def _dwarfs(trolls: int) -> Weights:
    """The weights against so many trolls; the network knows no more of them than a battle begins with."""
    at = min(max(trolls, 1), len(OUTPUTS)) - 1
    return Weights(_HUNT if trolls <= FEW else _MANY, OUTPUTS[at], BASES[at])


DWARFS: Final = [_dwarfs(trolls) for trolls in range(COUNTS)]
"""The weights of who commands the dwarfs, by the number of trolls."""

TROLLS: Final = [Weights(_TROLLS)] * COUNTS
"""The weights of who commands the trolls, the same for every number of them."""
