"""A move of Koom Valley in a few words: as a suggestion, and in the description of the picture."""

from __future__ import annotations

from typing import Final

from bot.games.entry import DESCRIBED_LIMIT
from bot.words import Names, Words
from engine.core import Seat
from engine.koom.model import Action, Move, Piece, State
from engine.octagon.board import name
from engine.octagon.model import PlayerCall

_CALLS: Final = {
    PlayerCall.OFFER: "koom.describe.offer",
    PlayerCall.ACCEPT: "koom.describe.accept",
    PlayerCall.DECLINE: "koom.describe.decline",
    PlayerCall.CLAIM: "koom.describe.claim",
    PlayerCall.RESIGN: "koom.describe.resign",
}


def describe(words: Words, _names: Names, _state: State, _seat: Seat, action: Action) -> str:
    """Return a legal action in words: a move or a call."""
    return words(_CALLS[action]) if isinstance(action, PlayerCall) else describe_move(words, action)


def describe_move(words: Words, move: Move) -> str:
    """Return where a piece goes, and what it takes: `F3 to H7, takes F4 and G6`."""
    ends = {"origin": name(move.origin), "target": name(move.target)}
    if move.piece is Piece.ROCK:
        return words("koom.describe.rock", **ends)
    if not move.captured:
        return words("koom.describe.move", **ends)
    text = words("koom.describe.takes", **ends, squares=words.join_list(tuple(map(name, move.captured))))
    return text if len(text) <= DESCRIBED_LIMIT else str(move)
