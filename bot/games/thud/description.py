"""A move of Thud in a few words: as a suggestion, and in the description of the picture."""

from __future__ import annotations

from bot.words import Names, Words
from engine.core import Seat
from engine.octagon.board import name
from engine.octagon.model import PlayerCall, Side
from engine.thud.model import Action, Move, State


def describe(words: Words, _names: Names, _state: State, _seat: Seat, action: Action) -> str:
    """Return a legal action in words: a move or a call."""
    return (
        words(f"thud.describe.{action}") if isinstance(action, PlayerCall) else describe_move(words, action)
    )


def describe_move(words: Words, move: Move) -> str:
    """Return where a piece goes, and what it takes: `G9 to F9, takes E10`."""
    ends = {"origin": name(move.origin), "target": name(move.target)}
    if not move.captured:
        return words("thud.describe.move", **ends)
    if move.side is Side.DWARFS:
        return words("thud.describe.hurl", **ends)
    return words("thud.describe.takes", **ends, squares=words.join_list(tuple(map(name, move.captured))))
