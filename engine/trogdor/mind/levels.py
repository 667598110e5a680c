"""The levels of the mind: how much each of them looks at."""

from __future__ import annotations

from typing import Final

from engine.mind import Level
from engine.trogdor.mind.line import Budget

LEVELS: Final = (Level("pip", 0), Level("odo", 1), Level("wenna", 24), Level("grete", 48))
"""The budget is how many ends of a turn are weighed over the movement cards that can come."""


def budget_of(level: Level) -> Budget:
    """How much a level looks at."""
    if level.key == "pip":
        return Budget(60, 1, 1, 0, 0)
    if level.key == "odo":
        return Budget(400, 1, 4, 0, 0)
    if level.key == "wenna":
        return Budget(800, 6, 12, 1, 4)
    return Budget(2500, 24, 50, 4, 12, 4, 8)
