"""A finished game of One Man, Thrag! in one line without spoilers, and its rank."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from bot.games.thrag.narration import pawns_left
from bot.words import Words
from engine.thrag import GAME
from engine.thrag.model import BEASTS, TILES, TURNS, State

_BARS: Final = "▁▃▅█"
"""A bar for a turn in which none, one, two or three beasts fell."""


def share(words: Words, states: tuple[State, ...]) -> str:
    """Return how it ended, and how many beasts fell in each turn; no values, colours or coins.

    `states` are the first one, and the one after each action (Rule thrag:daily-2).
    """
    last = GAME.view(states[-1], None)
    ending = "" if last.outcome is None else last.outcome.ending
    return words(
        f"thrag.share.{ending}",
        turn=last.turn,
        turns=TURNS,
        slain=_slain_count(states[-1]),
        all=len(TILES) * len(BEASTS),
        pawns=pawns_left(words, len(last.pawns)),
        bars="".join(_BARS[fallen] for fallen in _slain_by_turn(states)),
    )


def rank(state: State) -> tuple[int, ...]:
    """Rate the end of a game, larger is better: score, pawns left, beasts slain.

    Pawns are compared among wins alone (Rule thrag:score-2): a player who slays nothing keeps all of them.
    Empty for a resigned game, which gets no place (Rule thrag:daily-2).
    """
    if state.outcome is not None and state.outcome.ending == "resignation":
        return ()
    view = GAME.view(state, None)
    pawns = 0 if view.score is None else len(view.pawns)
    return view.score or 0, pawns, _slain_count(state)


def _slain_by_turn(states: tuple[State, ...]) -> list[int]:
    """Return how many beasts fell in each turn that was begun."""
    fallen = [0] * states[-1].turn
    for before, after in pairwise(states):
        fallen[before.turn - 1] += _slain_count(after) - _slain_count(before)
    return fallen


def _slain_count(state: State) -> int:
    return sum(len(stack.slain) for stack in state.stacks)
