"""A baseline: a simple player for comparison."""

from __future__ import annotations

from engine.rng import SeededRng
from engine.thud.model import Action, View
from engine.thud.stand_in import best_action, immediate_worth


def greedy(view: View, actions: tuple[Action, ...], seed: str) -> Action:
    """Takes the most that it can now, and asks of no move what could be taken after it.

    Where there is nothing to take, dwarfs move into company and trolls towards the dwarfs; it answers
    an offer as the house does. Raises `ValueError` where nothing could be done but to offer or to resign.
    """
    return best_action(view, actions, SeededRng(seed), immediate_worth)
