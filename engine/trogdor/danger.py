"""Who of the land can strike Trogdor where he stands in its next turn, how likely, and its luck with that."""

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
"""While something can still be done about it."""


class Threat(NamedTuple):
    """Somebody who can strike: the share of the cards that can come by which he does.

    `sides` are those of Trogdor's square that an arrow can come in by, each with its part of the share; a
    knight has none.
    """

    who: Walker
    share: float
    sides: tuple[tuple[Direction, float], ...] = ()


def threats(view: View) -> tuple[Threat, ...]:
    """Everybody who strikes by at least one of the movement cards that can be drawn next, the archer last.

    Nobody where he hides or Block protects him, nor while the land is at work (Rules trogdor:knight-3,
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
    """For somebody at a1, by the square that Trogdor is on: how many cards strike.

    Of the knights it is the number, of the archer where each of these cards leads him. From other squares
    all of it is the same round the edges of the map.
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
    """The share of the movement cards that can come by which somebody strikes, if Trogdor stood there.

    Nothing where he hides or Block protects him (Rules trogdor:knight-3, trogdor:archer-2, trogdor:hide-2,
    trogdor:card-block); otherwise also where the land is at work, as if its turn were still to come. Items
    that take a hit are not reckoned with.
    """
    turn = view.turn
    if view.board.hiding or (turn.card is Card.BLOCK and not turn.plain) or not view.coming:
        return 0.0
    return bare_risk(view, square)


def bare_risk(view: View, square: Square) -> float:
    """The same without hiding and without Block."""
    board = view.board
    from_walkers = {_offset(where, square) for _, where in walkers(board)}
    from_archer = _offset(board.archer, square)
    strikes = sum(
        bool(walked & from_walkers) or from_archer in shot
        for walked, shot in _reaches(view.coming, view.house.cards)
    )
    return strikes / len(view.coming)


class Striker(NamedTuple):
    """Somebody who can strike at a square: from where, and by which share of the cards that can come."""

    who: Walker
    square: Square
    share: float


def strikers(view: View, square: Square) -> tuple[Striker, ...]:
    """Who could strike Trogdor if he stood on a square, without hiding or Block; the likeliest first."""
    board, all_ = view.board, len(view.coming)
    reaches = _reaches(view.coming, view.house.cards)
    found = [
        Striker(who, where, sum(_offset(where, square) in walked for walked, _ in reaches) / all_)
        for who, where in walkers(board)
    ]
    shots = sum(_offset(board.archer, square) in shot for _, shot in reaches)
    found.append(Striker(Walker.ARCHER, board.archer, shots / all_))
    able = (one for one in found if one.share)
    return tuple(sorted(able, key=lambda one: -one.share))


@lru_cache(maxsize=64)
def _reaches(
    coming: tuple[str, ...], own: tuple[MovementCard, ...]
) -> tuple[tuple[frozenset[Square], frozenset[Square]], ...]:
    """For each card that can come where a knight at a1 strikes, and where an archer there does."""
    cards = {card.id: card for card in own} or HOUSE_CARDS
    found = []
    for name in coming:
        squares = path(square_at(0, 0), cards[name].path)
        before, end = squares[-2:]
        line = shot_line(end, vertical=before % SIZE == end % SIZE)
        found.append((frozenset(squares[1:]), frozenset(line)))
    return tuple(found)


def _offset(start: Square, end: Square) -> Square:
    """Where `end` lies as seen from `start`, if that were a1, round the edges."""
    (row, column), (row_, column_) = divmod(start, SIZE), divmod(end, SIZE)
    return square_at((row_ - row) % SIZE, (column_ - column) % SIZE)


def _shifted_square(start: Square, offset: Square) -> Square:
    """The square that lies so from `start`, round the edges."""
    (row, column), (down, right) = divmod(start, SIZE), divmod(offset, SIZE)
    return square_at((row + down) % SIZE, (column + right) % SIZE)


def _side(square: Square, archer: Square) -> Direction:
    """The side of a square that an arrow comes in by from an archer in its row or column."""
    (row, column), (row_, column_) = divmod(square, SIZE), divmod(archer, SIZE)
    if row == row_:
        return Direction.WEST if column_ < column else Direction.EAST
    return Direction.NORTH if row_ < row else Direction.SOUTH


# Luck


def strike_throws(positions: Sequence[LogPosition]) -> tuple[Throw, ...]:
    """How often each card of the land struck at Trogdor, against every card that could have come.

    When the land's card of a turn is drawn, everybody is in place: each card that can come would lead so many
    knights over Trogdor's square and so many arrows at him, or none. What the card that came held for him,
    against all that the pile still held, is luck; where he stands is not. A strike counts even if an item
    stops it, or the game ends before it. Where he hides, or Block protects him, no card can strike, and none
    counts.

    The walks of the Troghammer between the turns, the runs of burning peasants and the action cards do not
    count: none of these is luck that could be told good from bad.
    """
    return tuple(_each_throw(positions))


def _each_throw(positions: Sequence[LogPosition]) -> Iterator[Throw]:
    for before, after in pairwise(positions):
        for number, event in enumerate(after.events):
            if isinstance(event, MovementDrawn):
                yield _throw(before.state, after.events[:number], event.card)


def _throw(state: State, earlier: Sequence[Event], came: str) -> Throw:
    """The land's card, drawn by a line that was played on this state, after these events of it.

    What the same line drew before tells nothing yet to whoever played it: the land's card is any of the pile
    as it was then, or, if that came to its end, any of the whole deck.
    """
    board = _board_before_land(state.board, earlier)
    safe = board.hiding or (state.turn.card is Card.BLOCK and not state.turn.plain)
    deck, anew = state.movement, Reshuffled("movement") in earlier
    pile = (*deck.pile, *deck.discards) if anew else deck.pile
    could = {card: 0 if safe else _count_strikes(board, card_of(state.house, card)) for card in pile}
    return Throw(could[came], uniform_chances(could.values()))


def _board_before_land(board: Board, earlier: Sequence[Event]) -> Board:
    """The board as the land finds it: an effect after the actions can bring Trogdor to where he hides."""
    for event in earlier:
        if isinstance(event, Moved):
            board = replace(board, trogdor=event.target)
        elif isinstance(event, Hid):
            board = replace(board, hiding=True)
    return board


def _count_strikes(board: Board, card: MovementCard) -> int:
    """How often a card strikes: each knight who enters the square, and the arrow if it flies over it.

    Rules trogdor:knight-3, trogdor:archer-2.
    """
    entered = sum(path(knight, card.path)[1:].count(board.trogdor) for _, knight in walkers(board))
    before, stop = path(board.archer, card.path)[-2:]
    return entered + (board.trogdor in shot_line(stop, vertical=before % SIZE == stop % SIZE))
