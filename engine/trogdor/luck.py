"""Luck in Trogdor!!: the land's cards, by how often they strike at him where he stands.

When the land's card of a turn is drawn, everybody is in place: each card that can come would lead so many
knights over Trogdor's square and so many arrows at him, or none. What the card that came held for him,
against all that the pile still held, is luck; where he stands is not. A strike counts even if an item stops
it, or the game ends before it. Where he hides, or Block protects him, no card can strike, and none counts.

The walks of the Troghammer between the turns, the runs of burning peasants and the action cards do not
count: none of these is luck that could be told good from bad.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.luck import Throw, one_of
from engine.replay import Position
from engine.trogdor.board import SIZE, path, shot_line
from engine.trogdor.cards import Card
from engine.trogdor.events import Event, Hid, Moved, MovementDrawn, Reshuffled
from engine.trogdor.model import Board, MovementCard, State, card_of
from engine.trogdor.position import walkers


def strikes(positions: Sequence[Position]) -> tuple[Throw, ...]:
    """How often each card of the land struck at Trogdor, against every card that could have come."""
    return tuple(_strikes(positions))


def _strikes(positions: Sequence[Position]) -> Iterator[Throw]:
    for before, after in pairwise(positions):
        for at, event in enumerate(after.events):
            if isinstance(event, MovementDrawn):
                yield _throw(before.state, after.events[:at], event.card)


def _throw(state: State, earlier: Sequence[Event], came: str) -> Throw:
    """The land's card, drawn by a line that was played on this state, after these events of it.

    What the same line drew before tells nothing yet to whoever played it: the land's card is any of the pile
    as it was then, or, if that came to its end, any of the whole deck.
    """
    board = _in_place(state.board, earlier)
    safe = board.hiding or (state.turn.card is Card.BLOCK and not state.turn.plain)
    deck, anew = state.movement, Reshuffled("movement") in earlier
    pile = (*deck.pile, *deck.discards) if anew else deck.pile
    could = {card: 0 if safe else _hits(board, card_of(state.house, card)) for card in pile}
    return Throw(could[came], one_of(could.values()))


def _in_place(board: Board, earlier: Sequence[Event]) -> Board:
    """The board as the land finds it: an effect after the actions can bring Trogdor to where he hides."""
    for event in earlier:
        if isinstance(event, Moved):
            board = replace(board, trogdor=event.target)
        elif isinstance(event, Hid):
            board = replace(board, hiding=True)
    return board


def _hits(board: Board, card: MovementCard) -> int:
    """How often a card strikes: each knight who enters the square, and the arrow if it flies over it.

    Rules trogdor:knight-3, trogdor:archer-2.
    """
    entered = sum(path(knight, card.path)[1:].count(board.trogdor) for _, knight in walkers(board))
    before, stop = path(board.archer, card.path)[-2:]
    return entered + (board.trogdor in shot_line(stop, vertical=before % SIZE == stop % SIZE))
