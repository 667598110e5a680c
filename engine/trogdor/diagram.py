"""The text twin of the picture: all of it in words, then a map in letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from data.trogdor import FACTS
from engine.core import Seat
from engine.speech import English, Say
from engine.trogdor.board import FILES, SIZE, SQUARES, Square, TileKind, name, square_at
from engine.trogdor.model import Board, View
from engine.trogdor.phrases import PHRASES
from engine.trogdor.position import can_burn_cottage, cottages

ENGLISH: Final = English(PHRASES)

CARDS: Final = {card.id: card.title for card in FACTS.cards} | {"troghammer": FACTS.troghammer.title}
KEEPERS: Final = {keeper.id: keeper.title for keeper in FACTS.keepers}
ITEMS: Final = {item.id: item.title for item in FACTS.items}

MARKS: Final = {
    "*": "burned",
    "!": "aflame",
    "D": "trogdor",
    "p": "peasant",
    "f": "lit",
    "k": "knight",
    "h": "troghammer",
    "a": "archer",
}
"""What stands behind the letter of a tile, by the ends of the phrases' keys."""


def text(view: View, say: Say = ENGLISH, /) -> str:
    """All in words, what matters most first, so that it can be read aloud; then the map and its legend."""
    board = view.board
    lines = [_turn(view, say), _pieces(board, say), _to_go(board, say), *_fire(board, say)]
    lines += [*_land(view, say), *(_player(view, seat, say) for seat in view.order)]
    return "\n".join(
        [*lines, _decks(view, say), _tiles(board, say), "", *_map(board), "", _legend(board, say)]
    )


def _map(board: Board) -> Iterator[str]:
    """Five rows under the letters of their columns: each tile's letter, its marks, who stands there."""
    cells = [board.kinds[square] + _marks(board, square) for square in SQUARES]
    width = max(4, *(len(cell) for cell in cells)) + 1
    yield "  " + "".join(letter.ljust(width) for letter in FILES).rstrip()
    for row in range(SIZE):
        told = "".join(cells[square_at(row, column)].ljust(width) for column in range(SIZE))
        yield f"{row + 1} {told.rstrip()}"


def _marks(board: Board, square: Square) -> str:
    """What is to be told of a square, peasants by their number where there are several."""
    lit = sum(runner.square == square for runner in board.lit)
    found = {
        "*": square in board.burned,
        "!": square in board.aflame,
        "D": square == board.trogdor,
        "p": board.peasants.count(square),
        "f": lit,
        "k": board.knights.count(square),
        "h": square == board.troghammer,
        "a": square == board.archer,
    }
    return "".join(f"{number if number > 1 else ''}{mark}" for mark, number in found.items() if number)


def _legend(board: Board, say: Say) -> str:
    """What the letters and marks mean, of those that are there."""
    shown = "".join(_marks(board, square) for square in SQUARES)
    kinds = [f"{kind} {_kind(kind, say)}" for kind in TileKind if kind in board.kinds]
    marks = [f"{mark} {say(f'trogdor.text.mark.{what}')}" for mark, what in MARKS.items() if mark in shown]
    return f"{', '.join(kinds)}; {', '.join(marks)}."


def _kind(kind: TileKind, say: Say) -> str:
    return say(f"trogdor.text.kind.{kind.name.lower()}")


def _pieces(board: Board, say: Say) -> str:
    """Who is where, in words."""
    places: dict[str, tuple[Square, ...]] = {
        "hiding" if board.hiding else "trogdor": (board.trogdor,),
        "knights": board.knights,
        "troghammer": () if board.troghammer is None else (board.troghammer,),
        "archer": (board.archer,),
        "peasants": board.peasants,
        "lit": tuple(runner.square for runner in board.lit),
    }
    shown = {who: _square_list(squares) for who, squares in places.items() if squares}
    return " ".join(say(f"trogdor.text.at.{who}", squares=squares) for who, squares in shown.items())


def _square_list(squares: Iterable[Square]) -> str:
    return ", ".join(map(name, squares))


def _to_go(board: Board, say: Say) -> str:
    tiles = len(SQUARES) - len(board.burned)
    homes = len(cottages(board)) - len(board.aflame)
    peasants = len(board.peasants) + len(board.lit)
    told = say("trogdor.text.to-go", tiles=tiles, cottages=homes, peasants=peasants)
    return f"{told} {say('trogdor.text.meter', health=board.health, void=board.void)}"


def _fire(board: Board, say: Say) -> Iterator[str]:
    """What is burned, or what is not, whichever is shorter; the cottages that burn, and those that could."""
    fresh = [square for square in SQUARES if square not in board.burned]
    if not board.burned or not fresh:
        yield say("trogdor.text.burned.all" if board.burned else "trogdor.text.burned.none")
    elif len(fresh) < len(board.burned):
        yield say("trogdor.text.fresh", squares=_square_list(fresh))
    else:
        yield say("trogdor.text.burned", squares=_square_list(board.burned))
    ready = tuple(square for square in SQUARES if can_burn_cottage(board, square))
    if board.aflame:
        yield say("trogdor.text.aflame", squares=_square_list(board.aflame))
    if ready:
        yield say("trogdor.text.ready", squares=_square_list(ready))


def _land(view: View, say: Say) -> Iterator[str]:
    """What the land did in its last turn, and its card."""
    land, card = view.land, view.card
    if land is not None:
        places = {
            "hits": land.hits,
            "mended": land.mended,
            "repaired": land.repaired,
            "spawned": land.spawned,
            "lit": land.lit,
        }
        told = [
            say(f"trogdor.text.land.{what}", squares=_square_list(squares))
            for what, squares in places.items()
            if squares
        ]
        if told:
            yield say("trogdor.text.land", told="; ".join(told))
    if card is not None:
        way = say(f"trogdor.text.direction.{card.direction}")
        path = ", ".join(say(f"trogdor.text.direction.{step}") for step in card.path)
        key = "trogdor.text.card.repair" if card.repair else "trogdor.text.card"
        yield say(key, spawn=card.spawn, direction=way, path=path)


def _player(view: View, seat: Seat, say: Say) -> str:
    """A player by number: keeper, item, cards."""
    player = view.players[seat]
    who: dict[str, str | int] = {"number": seat + 1, "keeper": KEEPERS[player.keeper]}
    if player.gone:
        return say("trogdor.text.player.gone", **who)
    cards = ", ".join(CARDS[card] for card in player.hand) or say("trogdor.text.no-card")
    key = "trogdor.text.player.charged" if player.charged else "trogdor.text.player.empty"
    return say(key, item=ITEMS[player.item], cards=cards, **who)


def _decks(view: View, say: Say) -> str:
    trog = say("trogdor.text.deck", pile=view.pile, discards=len(view.discards))
    land = say("trogdor.text.deck.movement", pile=view.movement_pile, discards=view.movement_discards)
    return f"{trog} {land}"


def _tiles(board: Board, say: Say) -> str:
    """Where each kind of tile lies; the rest is plain."""
    told = (
        f"{_kind(kind, say)} {_square_list(square for square in SQUARES if board.kinds[square] is kind)}"
        for kind in TileKind
        if kind is not TileKind.PLAIN and kind in board.kinds
    )
    return say("trogdor.text.tiles", tiles="; ".join(told))


def _turn(view: View, say: Say) -> str:
    turn = view.turn
    if view.outcome is not None:
        return say(f"trogdor.text.over.{view.outcome.ending}", number=turn.number)
    asked = say(f"trogdor.text.asked.{view.phase}")
    whose: dict[str, str | int] = {"number": turn.number, "player": turn.seat + 1, "asked": asked}
    if turn.card is None:
        return say("trogdor.text.turn", **whose)
    key = "trogdor.text.turn.discarded" if turn.plain else "trogdor.text.turn.played"
    return say(key, card=CARDS[turn.card], points=turn.points, **whose)
