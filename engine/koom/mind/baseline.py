"""A baseline: a simple player for comparison."""

from __future__ import annotations

from engine.koom.model import Action, State
from engine.koom.stand_in import best_action
from engine.rng import SeededRng


def greedy(state: State, actions: tuple[Action, ...], seed: str) -> Action:
    """Wins if it can, takes the most that it can now, and asks of no move what could be done after it.

    Where there is nothing to take, it brings the Rock on or comes nearer to it; it answers an offer as the
    house does. Raises `ValueError` where nothing could be done but to offer or to resign.
    """
    return best_action(state, actions, SeededRng(seed))
