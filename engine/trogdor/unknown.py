"""What nobody at the table can know: which events tell of it, and how it is shuffled anew."""

from __future__ import annotations

from engine.rng import Rng
from engine.trogdor.events import Event
from engine.trogdor.model import State


def reveals(_event: Event) -> bool:
    """Whether an event told what nobody could know before it."""
    return True


def reshuffled(state: State, _rng: Rng) -> State:
    """The state with everything that nobody knows in a new order."""
    return state
