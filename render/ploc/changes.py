"""What the dice of a turn have changed for a side: who is gone, and what was changed last of all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engine.core import Seat
from engine.ploc.model import Side, View


@dataclass(frozen=True, slots=True)
class Changes:
    """What this turn has done to a side so far; `new` are those changed by the last die of all."""

    gone: int = 0
    gone_lying: int = 0
    new: int = 0
    new_lying: int = 0
    new_gone: int = 0
    new_gone_lying: int = 0


def changes(view: View, seat: Seat) -> Changes:
    """What the dice of this turn have changed for a seat."""
    states = [*(both[seat] for both in view.turn.before), view.sides[seat]]
    gone = gone_lying = 0
    step = (0, 0)
    for before, after in pairwise(states):
        step = _lost(before, after)
        gone, gone_lying = gone + step[0], gone_lying + step[1]
    if len(states) == 1:
        return Changes()
    before, after = states[-2:]
    return Changes(
        gone,
        gone_lying,
        max(0, after.standing - before.standing),
        max(0, after.lying - before.lying),
        *step,
    )


def _lost(before: Side, after: Side) -> tuple[int, int]:
    """How many standing and how many lying athletes a die has removed."""
    lying = max(0, before.lying - after.lying)
    return max(0, before.athletes - after.athletes - lying), lying
