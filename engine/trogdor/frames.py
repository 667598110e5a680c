"""The land's last turn step by step, for a film of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core import Seat
from engine.rng import SeededRng
from engine.trogdor.events import Event, GameEnded, MovementDrawn, TurnBegan
from engine.trogdor.model import Action, State, View
from engine.trogdor.rules import unfold, view

Frame = tuple[View, tuple[Event, ...]]
"""What is seen, and what has just happened."""

Line = tuple[State, Seat, Action, SeededRng]
"""A line of a game about to be played, with the chance it draws from."""


def land_frames(lines: Sequence[Line]) -> tuple[Frame, ...]:
    """The last phase two of a game with all that follows until the next turn has begun or the game is over.

    The first frame shows the board before it, without events; nothing comes back if the land had no turn
    yet. A turn that waits for an answer ends where it waits.
    """
    last: list[Frame] = []
    for state, seat, action, rng in reversed(lines):
        steps = unfold(state, seat, action, SeededRng(rng.seed, rng.counter))
        drawn = next((at for at, (_, events) in enumerate(steps) if _has(events, MovementDrawn)), None)
        if drawn is None:
            last = [*_frames(steps), *last]
            continue
        before = steps[drawn - 1][0] if drawn else state
        return ((view(before, None), ()), *_until_over([*_frames(steps[drawn:]), *last]))
    return ()


def _frames(steps: Iterable[tuple[State, tuple[Event, ...]]]) -> list[Frame]:
    return [(view(state, None), events) for state, events in steps]


def _until_over(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames up to the one in which the next turn begins, or all that there are."""
    ends = (at for at, (_, events) in enumerate(frames) if _has(events, TurnBegan, GameEnded))
    return tuple(frames[: next(ends, len(frames)) + 1])


def _has(events: Iterable[Event], *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in events)
