"""What a guided move has picked and can pick, in the game's own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.ploc.model import PLACES


@dataclass(frozen=True, slots=True)
class Picks:
    """Places of the column of the village on turn, and what its rolled dice show."""

    places: frozenset[int] = frozenset()
    dice: frozenset[int] = frozenset()


_TOKENS: Final = {
    **{letter: Picks(places=frozenset({place})) for place, letter in enumerate(PLACES)},
    **{f"die {value}": Picks(dice=frozenset({value})) for value in range(1, 7)},
}


def picks(names: tuple[str, ...]) -> Picks:
    """What `a` or `die 4` stand for; raises `KeyError` for anything else."""
    found = [_TOKENS[name] for name in names]
    return Picks(
        frozenset(place for pick in found for place in pick.places),
        frozenset(value for pick in found for value in pick.dice),
    )
