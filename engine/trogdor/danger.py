"""How likely the land strikes Trogdor in its next turn, and the luck of its strikes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from engine.luck import Throw, uniform_chances
from engine.replay import LogPosition
from engine.trogdor.board import SIZE, SQUARES, Direction, Square, Walker, path, shot_line, square_at
from engine.trogdor.cards import Card
from engine.trogdor.events import Event, Hid, Moved, MovementDrawn, Reshuffled
from engine.trogdor.model import HOUSE_CARDS, Board, MovementCard, Phase, State, View, card_of
from engine.trogdor.position import walkers

_OPEN: Final = (Phase.CHOOSE, Phase.ACT, Phase.AFTER)
"""The phases in which the players can still act before the land's turn."""


class Threat(NamedTuple):
    """A knight or archer who can strike, with the share of possible cards by which he does.

    `sides` are the sides of Trogdor's square from which an arrow can come, each with its part of the share;
    empty for a knight.
    """

    who: Walker
    share: float
    sides: tuple[tuple[Direction, float], ...] = ()


def threats(view: View) -> tuple[Threat, ...]:
    """Everyone who strikes by at least one of the possible next movement cards, the archer last.

    Empty where Trogdor hides or Block protects him, and during the land's turn (Rules trogdor:knight-3,
    trogdor:archer-2, trogdor:hide-2, trogdor:card-block).
    """
    turn = view.turn
    blocked = turn.card is Card.BLOCK and not turn.plain
    if view.phase not in _OPEN or view.board.hiding or blocked or not view.coming:
        return ()
    return tuple(_threats(view))


def _threats(view: View) -> Iterator[Threat]:
    board, all_ = view.board, len(view.coming)
    walks, shots = _striking_cards(view.coming, view.house.cards)
    for who, square in walkers(board):
        if strikes := walks[_offset(square, board.trogdor)]:
            yield Threat(who, strikes / all_)
    if ends := shots[_offset(board.archer, board.trogdor)]:
        sides: dict[Direction, int] = {}
        for end in ends:
            side = _side(board.trogdor, _shifted_square(board.archer, end))
            sides[side] = sides.get(side, 0) + 1
        parts = tuple((side, number / all_) for side, number in sorted(sides.items()))
        yield Threat(Walker.ARCHER, len(ends) / all_, parts)


@lru_cache(maxsize=64)
def _striking_cards(
    coming: tuple[str, ...], own: tuple[MovementCard, ...]
) -> tuple[tuple[int, ...], tuple[tuple[Square, ...], ...]]:
    """Return, for a knight and an archer at a1, which cards strike each square.

    For knights it is the number of cards, for the archer the squares where these cards lead him. Other
    origins are shifted, wrapping round the edges of the map.
    """
    cards = {card.id: card for card in own} or HOUSE_CARDS
    walks, shots = [0 for _ in SQUARES], [list[Square]() for _ in SQUARES]
    for name in coming:
        squares = path(square_at(0, 0), cards[name].path)
        for square in set(squares[1:]):
            walks[square] += 1
        before, end = squares[-2:]
        for square in shot_line(end, vertical=before % SIZE == end % SIZE):
            shots[square].append(end)
    return tuple(walks), tuple(map(tuple, shots))


def risk(view: View, square: Square) -> float:
    """The share of possible movement cards by which Trogdor would be struck on `square`.

    0 where he hides or Block protects him (Rules trogdor:knight-3, trogdor:archer-2, trogdor:hide-2,
    trogdor:card-block); during the land's turn as if that were still to come. Items that take a hit are
    ignored.
    """
    turn = view.turn
    if view.board.hiding or (turn.card is Card.BLOCK and not turn.plain) or not view.coming:
        return 0.0
    return bare_risk(view, square)


def bare_risk(view: View, square: Square) -> float:
    """The risk on `square`, ignoring that he hides or that Block protects him."""
    board = view.board
    from_walkers = {_offset(where, square) for _, where in walkers(board)}
    from_archer = _offset(board.archer, square)
    strikes = sum(
        bool(walked & from_walkers) or from_archer in shot
        for walked, shot in _reaches(view.coming, view.house.cards)
    )
    return strikes / len(view.coming)


class Striker(NamedTuple):
    """A knight or archer who can strike at a square: from where, and by which share of the possible cards."""

    who: Walker
    square: Square
    share: float


def strikers(view: View, square: Square) -> tuple[Striker, ...]:
    """Who could strike Trogdor on `square`, without hiding or Block; the likeliest first."""
    board, all_ = view.board, len(view.coming)
    reaches = _reaches(view.coming, view.house.cards)
    candidates = [
        Striker(who, where, sum(_offset(where, square) in walked for walked, _ in reaches) / all_)
        for who, where in walkers(board)
    ]
    shots = sum(_offset(board.archer, square) in shot for _, shot in reaches)
    candidates.append(Striker(Walker.ARCHER, board.archer, shots / all_))
    able = (striker for striker in candidates if striker.share)
    return tuple(sorted(able, key=lambda striker: -striker.share))


@lru_cache(maxsize=64)
def _reaches(
    coming: tuple[str, ...], own: tuple[MovementCard, ...]
) -> tuple[tuple[frozenset[Square], frozenset[Square]], ...]:
    """For each possible card the squares that a knight and an archer at a1 strike."""
    cards = {card.id: card for card in own} or HOUSE_CARDS
    reaches = []
    for name in coming:
        squares = path(square_at(0, 0), cards[name].path)
        before, end = squares[-2:]
        line = shot_line(end, vertical=before % SIZE == end % SIZE)
        reaches.append((frozenset(squares[1:]), frozenset(line)))
    return tuple(reaches)


def _offset(start: Square, end: Square) -> Square:
    """Where `end` lies relative to `start`, as if that were a1, wrapping round the edges."""
    (row, column), (row_, column_) = divmod(start, SIZE), divmod(end, SIZE)
    return square_at((row_ - row) % SIZE, (column_ - column) % SIZE)


def _shifted_square(start: Square, offset: Square) -> Square:
    """The square at `offset` from `start`, wrapping round the edges."""
    (row, column), (down, right) = divmod(start, SIZE), divmod(offset, SIZE)
    return square_at((row + down) % SIZE, (column + right) % SIZE)


def _side(square: Square, archer: Square) -> Direction:
    """The side of a square from which an archer's arrow comes in."""
    (row, column), (row_, column_) = divmod(square, SIZE), divmod(archer, SIZE)
    if row == row_:
        return Direction.WEST if column_ < column else Direction.EAST
    return Direction.NORTH if row_ < row else Direction.SOUTH


# Luck


def strike_throws(positions: Sequence[LogPosition]) -> tuple[Throw, ...]:
    """How often each movement card of the land struck Trogdor, against every possible card.

    When the land's card of a turn is drawn, all pieces are in place: each possible card would lead so many
    knights over Trogdor's square and so many arrows at him. The strikes of the drawn card, against all that
    the pile still held, are luck; where he stands is not. A strike counts even if an item stops it, or the
    game ends before it. Where he hides, or Block protects him, no card can strike, and none counts.

    The walks of the Troghammer between the turns, the runs of burning peasants and the action cards do not
    count: none of them is clearly good or bad.
    """
    return tuple(_each_throw(positions))


def _each_throw(positions: Sequence[LogPosition]) -> Iterator[Throw]:
    for before, after in pairwise(positions):
        for number, event in enumerate(after.events):
            if isinstance(event, MovementDrawn):
                yield _throw(before.state, after.events[:number], event.card)


def _throw(state: State, earlier: Sequence[Event], drawn: str) -> Throw:
    """The throw of the land's card, drawn by a line played on `state`, after its `earlier` events.

    Cards drawn by the same line tell its player nothing in advance: the land's card is any of the pile at
    that time, or, if the pile ran out, any of the whole deck.
    """
    board = _board_before_land(state.board, earlier)
    safe = board.hiding or (state.turn.card is Card.BLOCK and not state.turn.plain)
    deck, anew = state.movement, Reshuffled("movement") in earlier
    pile = (*deck.pile, *deck.discards) if anew else deck.pile
    strikes = {card: 0 if safe else _count_strikes(board, card_of(state.house, card)) for card in pile}
    return Throw(strikes[drawn], uniform_chances(strikes.values()))


def _board_before_land(board: Board, earlier: Sequence[Event]) -> Board:
    """The board as the land finds it: an effect after the actions may have moved or hidden Trogdor."""
    for event in earlier:
        if isinstance(event, Moved):
            board = replace(board, trogdor=event.target)
        elif isinstance(event, Hid):
            board = replace(board, hiding=True)
    return board


def _count_strikes(board: Board, card: MovementCard) -> int:
    """How often a card strikes: each knight that enters the square, and the arrow if it crosses it.

    Rules trogdor:knight-3, trogdor:archer-2.
    """
    entered = sum(path(knight, card.path)[1:].count(board.trogdor) for _, knight in walkers(board))
    before, stop = path(board.archer, card.path)[-2:]
    return entered + (board.trogdor in shot_line(stop, vertical=before % SIZE == stop % SIZE))
