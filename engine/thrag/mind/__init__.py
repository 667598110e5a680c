"""How Thrag is played by the house at every level."""

from __future__ import annotations

from typing import Final

from engine.mind import Mind
from engine.rng import SeededRng
from engine.thrag.mind.choosing import LEVELS, plan, standing, weigh
from engine.thrag.mind.odds import odds
from engine.thrag.mind.thumb import by_thumb
from engine.thrag.model import Action, View
from engine.thrag.standing_in import stands_in


def house(view: View, actions: tuple[Action, ...], seed: str) -> Action:
    """What the house plays for somebody absent."""
    return stands_in(view, actions, SeededRng(seed))


MIND: Final[Mind[View, Action]] = Mind(
    unit="coins and rolls",
    levels=LEVELS,
    plan=plan,
    weigh=weigh,
    standing=standing,
    odds=odds,
    rivals={"house": house, "thumb": by_thumb},
)
