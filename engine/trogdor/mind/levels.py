"""The levels of the mind: how much each of them looks at."""

from __future__ import annotations

from typing import Final

from engine.mind import Level
from engine.trogdor.mind.line import Budget

LEVELS: Final = (Level("pip", 1), Level("odo", 1), Level("wenna", 3), Level("grete", 32))
"""The budget is how many ends of a turn are weighed over the movement cards that can come."""


def budget_of(level: Level) -> Budget:
    """How much a level looks at."""
    ends = max(1, level.budget)
    if level.key == "pip":
        return Budget(200, ends, 1, 0, 0)
    if level.key == "odo":
        return Budget(300, ends, 4, 0, 0)
    if level.key == "wenna":
        return Budget(400, ends, 6, 1, 2)
    return Budget(2500, ends, 50, 6, 16)
