"""What the house plays for somebody absent."""

from __future__ import annotations

from engine.rng import Rng
from engine.thrag.model import Action, View


def stands_in(_view: View, actions: tuple[Action, ...], _rng: Rng) -> Action:
    """One of the actions, none of which gives up, offers or leaves."""
    return actions[0]
