"""A finished raid: its rank and line in the week's deal, how near it was, and which one is harder."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from bot.games.entry import Ladder
from bot.words import Words
from engine.trogdor.board import SQUARES
from engine.trogdor.model import Board, State, View
from engine.trogdor.position import cottages

_BARS: Final = "▁▂▃▄▅▆▇█"
"""A bar for a turn after which nothing more burned than before it, one thing, two, and so on."""

_WORTH: Final = {"victory": 2, "petite-victory": 1, "defeat": 0}


def share(words: Words, states: tuple[State, ...]) -> str:
    """Return how it ended, and how much burned in each turn; no cards, keepers or squares.

    `states` are the first one, and the one after each action (Rule trogdor:weekly-4).
    """
    last = states[-1]
    ending = "" if last.outcome is None else last.outcome.ending
    return words(
        f"trogdor.share.{'left' if _is_given_up(last) else ending}",
        turn=last.turn.number,
        health=last.board.health,
        left=words.some("trogdor.share.still", _unburned_count(last.board)),
        bars="".join(_BARS[max(0, min(burned, len(_BARS) - 1))] for burned in _burned_by_turn(states)),
    )


def count_keepers(words: Words, seats: int) -> str:
    """Return how many keepers play."""
    return words.some("trogdor.keepers", seats)


LADDER: Final = Ladder(
    (
        {"map": "easy", "troghammers": "3"},
        {"map": "easy"},
        {"map": "normal"},
        {"map": "hard"},
    ),
    count_keepers,
)
"""From the easiest options to the hardest: the maps, the first one with fewer Troghammers.

Of 100 games, a simple player with three keepers wins 31, 16 and 12 on the three maps (`trogdor:ruling-59`).
"""


def shortfall(words: Words, view: View) -> str:
    """Return what was still to burn at the end; empty if nothing was."""
    left = _unburned_count(view.board)
    return words.some("trogdor.shortfall", left) if left else ""


def rank(state: State) -> tuple[int, ...]:
    """Rate the end of a game, larger is better (Rule trogdor:weekly-3).

    A victory before a petite one before a defeat; then fewer turns, and more health. In a defeat, less left
    to burn. Empty for a game that all players have left.
    """
    if state.outcome is None or _is_given_up(state):
        return ()
    worth = _WORTH[state.outcome.ending]
    if not worth:
        return worth, -_unburned_count(state.board), 0
    return worth, -state.turn.number, state.board.health


def _is_given_up(state: State) -> bool:
    return all(player.gone for player in state.players)


def _unburned_count(board: Board) -> int:
    """Return what is left to burn: tiles, cottages, and peasants on the board."""
    tiles, unlit = len(SQUARES) - len(board.burned), len(cottages(board)) - len(board.aflame)
    return tiles + unlit + len(board.peasants) + len(board.lit)


def _burned_count(board: Board) -> int:
    return len(board.burned) + len(board.aflame)


def _burned_by_turn(states: tuple[State, ...]) -> list[int]:
    """Return how many tiles and cottages burned in each turn, less what was repaired and put out."""
    burned = [0] * max(1, states[-1].turn.number)
    for before, after in pairwise(states):
        burned[max(1, before.turn.number) - 1] += _burned_count(after.board) - _burned_count(before.board)
    return burned
