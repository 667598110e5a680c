"""The weights of the features, in hundredths of a point; more is better for the dwarfs.

How they were found (docs/minds/thud.md has the numbers of battles): those of the trolls in battles against
themselves by simultaneous perturbation, and then by an evolution strategy; those of the dwarfs by that
strategy against the baseline `house`. The dwarfs use the network besides.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.octagon.board import SQUARES
from engine.thud.mind import judgement as by
from engine.thud.mind.judgement import HUNT_MAX_TROLLS, Weights
from engine.thud.mind.network import BASES, OUTPUTS

TROLL_COUNTS: Final = len(SQUARES) + 1
"""How many numbers of trolls there are, 0 included: a position from a file may have one on every square."""


class Weight(NamedTuple):
    """The weight of a feature for each player.

    `dwarfs`: for the player of the dwarfs against many trolls; `hunt`: against the last few; `trolls`: for
    the player of the trolls.
    """

    dwarfs: int
    hunt: int
    trolls: int


WEIGHTS: Final[dict[int, Weight]] = {
    by.PER_DWARF: Weight(dwarfs=86, hunt=168, trolls=87),
    by.PER_TROLL: Weight(dwarfs=-634, hunt=-643, trolls=-629),
    by.PER_TROLL_AND_DWARF: Weight(dwarfs=0, hunt=-10, trolls=3),
    by.PER_TROLL_SQUARED: Weight(dwarfs=-8, hunt=-11, trolls=-13),
    by.PAIRS: Weight(dwarfs=16, hunt=-1, trolls=12),
    by.THREES: Weight(dwarfs=16, hunt=2, trolls=11),
    by.FOURS: Weight(dwarfs=-4, hunt=-9, trolls=4),
    by.ALONE: Weight(dwarfs=17, hunt=18, trolls=0),
    by.HUNG_DWARFS_MOVE: Weight(dwarfs=160, hunt=155, trolls=84),
    by.HUNG_TROLLS_MOVE: Weight(dwarfs=-20, hunt=24, trolls=-2),
    by.BARE_DWARFS_MOVE: Weight(dwarfs=-29, hunt=-132, trolls=-48),
    by.BARE_TROLLS_MOVE: Weight(dwarfs=-62, hunt=-65, trolls=-65),
    by.COVERED: Weight(dwarfs=11, hunt=-34, trolls=-13),
    by.BESIDE_DWARFS: Weight(dwarfs=-3, hunt=2, trolls=1),
    by.AIMED: Weight(dwarfs=-6, hunt=5, trolls=11),
    by.TROLL_PAIRS: Weight(dwarfs=-5, hunt=-23, trolls=13),
    by.ROOM: Weight(dwarfs=8, hunt=-10, trolls=-5),
    by.NEAR: Weight(dwarfs=-9, hunt=-11, trolls=0),
    by.FAR: Weight(dwarfs=-1, hunt=1, trolls=-15),
    by.CORE: Weight(dwarfs=12, hunt=9, trolls=1),
    by.ON_RIM: Weight(dwarfs=2, hunt=-21, trolls=-43),
    by.IN_CENTRE: Weight(dwarfs=6, hunt=9, trolls=1),
    by.TURN: Weight(dwarfs=3, hunt=17, trolls=-11),
    by.SQUARES: Weight(dwarfs=4, hunt=-8, trolls=2),
    by.BODY: Weight(dwarfs=22, hunt=13, trolls=9),
    by.APART: Weight(dwarfs=-4, hunt=-2, trolls=-2),
    by.PRESSED: Weight(dwarfs=9, hunt=18, trolls=-5),
    by.FRONT: Weight(dwarfs=22, hunt=24, trolls=-2),
    by.WINGS: Weight(dwarfs=-8, hunt=9, trolls=2),
    by.CAUGHT_DWARFS_MOVE: Weight(dwarfs=0, hunt=35, trolls=0),
    by.CAUGHT_TROLLS_MOVE: Weight(dwarfs=0, hunt=32, trolls=0),
    by.TERRITORY: Weight(dwarfs=0, hunt=-5, trolls=0),
    by.HUNT: Weight(dwarfs=0, hunt=346, trolls=0),
}
"""By feature, as `judgement` names them, in the order of their indexes; all learnt in battles, see above."""

_DWARFS: Final = [WEIGHTS[feature].dwarfs for feature in range(len(WEIGHTS))]
_HUNT: Final = [WEIGHTS[feature].hunt for feature in range(len(WEIGHTS))]
_TROLLS: Final = [WEIGHTS[feature].trolls for feature in range(len(WEIGHTS))]


def _dwarf_weights(trolls: int) -> Weights:
    """The weights of the dwarfs against so many trolls; the network knows only numbers from 1 to 8."""
    row = min(max(trolls, 1), len(OUTPUTS)) - 1
    return Weights(_HUNT if trolls <= HUNT_MAX_TROLLS else _DWARFS, OUTPUTS[row], BASES[row])


DWARF_WEIGHTS: Final = [_dwarf_weights(trolls) for trolls in range(TROLL_COUNTS)]
"""The weights for the player of the dwarfs, by the number of trolls."""

TROLL_WEIGHTS: Final = [Weights(_TROLLS)] * TROLL_COUNTS
"""The weights for the player of the trolls, the same for every number of them."""
