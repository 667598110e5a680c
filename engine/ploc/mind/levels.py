"""How far each level looks, and by what measure it judges what it sees at the end."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Final

from engine.mind import LEVELS, Level
from engine.ploc.mind.judging import SURE, Judge, a_turn_ahead, by_count, by_thumb, decided
from engine.ploc.mind.rope import Rope
from engine.ploc.mind.table import by_table
from engine.ploc.model import View

OWN_TURN: Final = 0
"""The budget of whoever looks no further than to the end of the own turn."""

ALL_ROLLS: Final = 216
"""The budget of whoever looks at every roll of the other village as well."""

LEVEL: Final = tuple(
    Level(key, budget) for key, budget in zip(LEVELS, (0, OWN_TURN, OWN_TURN, ALL_ROLLS), strict=True)
)

BLUR: Final = 4 * SURE // 20
"""How far a beginner may be out, up and down: four athletes."""


def judge_of(view: View, level: Level, seed: str) -> Judge:
    """The measure by which a level judges positions between two turns."""
    if level.key == "pip":
        return blurred(by_count, f"{seed}/{view.turn.number}", BLUR)
    return {"odo": by_thumb, "wenna": by_table}.get(level.key) or _ahead()


@cache
def _ahead() -> Judge:
    return a_turn_ahead(by_table)


def blurred(judge: Judge, seed: str, most: int) -> Judge:
    """A judge who is out by up to so much, always the same in the same position."""

    @cache
    def blur(rope: Rope) -> int:
        known = decided(rope)
        if known is not None:
            return known
        digest = blake2b(f"{seed}:{rope}".encode(), digest_size=4).digest()
        out = int.from_bytes(digest, "big") % (2 * most + 1) - most
        return min(max(judge(rope) + out, 1), SURE - 1)

    return blur
