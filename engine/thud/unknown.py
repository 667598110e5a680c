"""What nobody at the table can know, which in Thud is nothing."""

from __future__ import annotations

from engine.rng import Rng
from engine.thud.model import Event, State


def reveals(_event: Event) -> bool:
    """Whether an event told what nobody could know before it: never (Rule thud:undo-1)."""
    return False


def reshuffled(state: State, _rng: Rng) -> State:
    """The state as it is: nothing of it is hidden (Rule thud:fork-1)."""
    return state
