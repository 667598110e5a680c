"""The text twin of the picture: a map in letters, then the same and the rest in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from data.trogdor import FACTS
from engine.core import Seat
from engine.speech import English, Say
from engine.trogdor.board import FILES, SIZE, SQUARES, Kind, Square, at, name
from engine.trogdor.model import Board, Phase, View
from engine.trogdor.phrases import PHRASES
from engine.trogdor.position import cottages

ENGLISH: Final = English(PHRASES)

CARDS: Final = {card.id: card.title for card in FACTS.cards} | {"troghammer": FACTS.troghammer.title}
KEEPERS: Final = {keeper.id: keeper.title for keeper in FACTS.keepers}
ITEMS: Final = {item.id: item.title for item in FACTS.items}

QUESTIONS: Final = frozenset({Phase.SHIELD, Phase.TRINKET, Phase.FLASK, Phase.POUCH, Phase.SPAWN})
"""What the active player is asked, and not asked for."""

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
    """The map with its legend, the pieces, what is to go, the players in turn order, the decks."""
    board = view.board
    lines = [*_map(board), "", _legend(board, say), _pieces(board, say), _to_go(board, say)]
    lines += [_player(view, seat, say) for seat in view.order]
    return "\n".join([*lines, *_card(view, say), _decks(view, say), _turn(view, say)])


def _map(board: Board) -> Iterator[str]:
    """Five rows under the letters of their columns: each tile's letter, its marks, who stands there."""
    cells = [board.kinds[square] + _marks(board, square) for square in SQUARES]
    width = max(4, *(len(cell) for cell in cells)) + 1
    yield "  " + "".join(letter.ljust(width) for letter in FILES).rstrip()
    for row in range(SIZE):
        told = "".join(cells[at(row, column)].ljust(width) for column in range(SIZE))
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
    kinds = [f"{kind} {_kind(kind, say)}" for kind in Kind if kind in board.kinds]
    marks = [f"{mark} {say(f'trogdor.text.mark.{what}')}" for mark, what in MARKS.items() if mark in shown]
    return f"{', '.join(kinds)}; {', '.join(marks)}."


def _kind(kind: Kind, say: Say) -> str:
    return say(f"trogdor.text.kind.{kind.name.lower()}")


def _pieces(board: Board, say: Say) -> str:
    """Who is where, in words."""
    places: dict[str, tuple[Square, ...]] = {
        "hiding" if board.hiding else "trogdor": (board.trogdor,),
        "peasants": board.peasants,
        "lit": tuple(runner.square for runner in board.lit),
        "knights": board.knights,
        "troghammer": () if board.troghammer is None else (board.troghammer,),
        "archer": (board.archer,),
    }
    shown = {who: ", ".join(map(name, squares)) for who, squares in places.items() if squares}
    return " ".join(say(f"trogdor.text.at.{who}", squares=squares) for who, squares in shown.items())


def _to_go(board: Board, say: Say) -> str:
    tiles = len(SQUARES) - len(board.burned)
    homes = len(cottages(board)) - len(board.aflame)
    peasants = len(board.peasants) + len(board.lit)
    told = say("trogdor.text.to-go", tiles=tiles, cottages=homes, peasants=peasants)
    return f"{told} {say('trogdor.text.meter', health=board.health, void=board.void)}"


def _player(view: View, seat: Seat, say: Say) -> str:
    """A player by number, the active one with an arrow: keeper, item, cards."""
    player = view.players[seat]
    arrow = ">" if seat in view.to_act else " "
    who: dict[str, str | int] = {"number": seat + 1, "keeper": KEEPERS[player.keeper]}
    if player.gone:
        return arrow + say("trogdor.text.player.gone", **who)
    cards = ", ".join(CARDS[card] for card in player.hand) or say("trogdor.text.no-card")
    key = "trogdor.text.player.charged" if player.charged else "trogdor.text.player.empty"
    return arrow + say(key, item=ITEMS[player.item], cards=cards, **who)


def _card(view: View, say: Say) -> Iterator[str]:
    """The land's last card."""
    card = view.card
    if card is not None:
        key = "trogdor.text.card.repair" if card.repair else "trogdor.text.card"
        path = " ".join(card.path)
        yield say(key, card=card.id, spawn=card.spawn, direction=card.direction, path=path)


def _decks(view: View, say: Say) -> str:
    trog = say("trogdor.text.deck", pile=view.pile, discards=len(view.discards))
    land = say("trogdor.text.deck.movement", pile=view.movement_pile, discards=view.movement_discards)
    return f"{trog} {land}"


def _turn(view: View, say: Say) -> str:
    turn = view.turn
    if view.outcome is not None:
        return say(f"trogdor.text.over.{view.outcome.ending}", number=turn.number)
    asked = say(f"trogdor.text.asked.{view.phase}")
    whose: dict[str, str | int] = {"number": turn.number, "player": turn.seat + 1, "asked": asked}
    if turn.card is not None:
        key = "trogdor.text.turn.discarded" if turn.plain else "trogdor.text.turn.played"
        return say(key, card=CARDS[turn.card], points=turn.points, **whose)
    return say("trogdor.text.turn.question" if view.phase in QUESTIONS else "trogdor.text.turn", **whose)
