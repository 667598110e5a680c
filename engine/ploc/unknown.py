"""What nobody at the table can know: how dice will fall, and nothing else."""

from __future__ import annotations

from engine.ploc.events import Event, MatchBegan, Rerolled, Rolled
from engine.ploc.model import State
from engine.rng import Rng


def reveals(event: Event) -> bool:
    """Whether dice fell; what is done with them tells nothing new (Rule ploc:undo-2)."""
    return isinstance(event, (MatchBegan, Rolled, Rerolled))


def reshuffled(state: State, _rng: Rng) -> State:
    """The state as it is: nothing of it is hidden (Rules ploc:open-1, ploc:fork-1)."""
    return state
