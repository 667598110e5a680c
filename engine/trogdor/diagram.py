"""The text twin of the picture: a map in letters, then the same and the rest in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from data.trogdor import FACTS
from engine.core import Seat
from engine.trogdor.board import FILES, SIZE, SQUARES, Kind, Square, at, name
from engine.trogdor.model import Board, Phase, View
from engine.trogdor.standing import cottages

CARDS: Final = {card.id: card.title for card in FACTS.cards} | {"troghammer": FACTS.troghammer.title}
KEEPERS: Final = {keeper.id: keeper.title for keeper in FACTS.keepers}
ITEMS: Final = {item.id: item.title for item in FACTS.items}

ASKED: Final = {
    Phase.CHOOSE: "choose a card",
    Phase.ACT: "act",
    Phase.AFTER: "the card's effect",
    Phase.SHIELD: "the Shield?",
    Phase.TRINKET: "the Trinket?",
    Phase.FLASK: "the Flask?",
    Phase.POUCH: "the Pouch?",
    Phase.SPAWN: "where do peasants come out?",
    Phase.LAND: "the land moves",
}
"""What the active player is asked for."""

MARKS: Final = {
    "*": "burned",
    "!": "cottage on fire",
    "D": "Trogdor",
    "p": "peasant",
    "f": "burning peasant",
    "k": "knight",
    "h": "Troghammer",
    "a": "archer",
}
"""What stands behind the letter of a tile."""


def text(view: View) -> str:
    """The map with its legend, the pieces, what is to go, the players in turn order, the decks."""
    board = view.board
    lines = [*_map(board), "", _legend(board), _pieces(board), _to_go(board)]
    lines += [_player(view, seat) for seat in view.order]
    return "\n".join([*lines, *_card(view), _decks(view), _turn(view)])


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


def _legend(board: Board) -> str:
    """What the letters and marks mean, of those that are there."""
    shown = "".join(_marks(board, square) for square in SQUARES)
    kinds = [f"{kind} {kind.name.lower()}" for kind in Kind if kind in board.kinds]
    marks = [f"{mark} {what}" for mark, what in MARKS.items() if mark in shown]
    return f"{', '.join(kinds)}; {', '.join(marks)}."


def _pieces(board: Board) -> str:
    """Who is where, in words."""
    lit = tuple(runner.square for runner in board.lit)
    hammer = () if board.troghammer is None else (board.troghammer,)
    places = {
        "Trogdor (hiding)" if board.hiding else "Trogdor": (board.trogdor,),
        "Peasants": board.peasants,
        "Burning peasants": lit,
        "Knights": board.knights,
        "Troghammer": hammer,
        "Archer": (board.archer,),
    }
    return " ".join(f"{who}: {_names(squares)}." for who, squares in places.items() if squares)


def _names(squares: Iterable[Square]) -> str:
    return ", ".join(map(name, squares))


def _to_go(board: Board) -> str:
    tiles = len(SQUARES) - len(board.burned)
    homes = len(cottages(board)) - len(board.aflame)
    peasants = len(board.peasants) + len(board.lit)
    return (
        f"To go: tiles {tiles}, cottages {homes}, peasants {peasants}. "
        f"Trog-Meter {board.health}, Void {board.void}."
    )


def _player(view: View, seat: Seat) -> str:
    """A player by number, the active one with an arrow: keeper, item, cards."""
    player = view.players[seat]
    arrow = ">" if seat in view.to_act else " "
    if player.gone:
        return f"{arrow}{seat + 1} {KEEPERS[player.keeper]} has left."
    cards = ", ".join(CARDS[card] for card in player.hand) or "no card"
    charge = "charged" if player.charged else "empty"
    return f"{arrow}{seat + 1} {KEEPERS[player.keeper]}, {ITEMS[player.item]} ({charge}): {cards}"


def _card(view: View) -> Iterator[str]:
    """The land's last card."""
    card = view.card
    if card is not None:
        repair = ", repair" if card.repair else ""
        path = " ".join(card.path)
        yield f"Land's card {card.id}: {card.spawn} wanted, {card.direction}{repair}, path {path}."


def _decks(view: View) -> str:
    return (
        f"Trog deck {view.pile}, discards {len(view.discards)}. "
        f"Movement deck {view.movement_pile}, discards {view.movement_discards}."
    )


def _turn(view: View) -> str:
    if view.outcome is not None:
        return f"Turn {view.turn.number}. The game is over: {view.outcome.ending}."
    turn = view.turn
    told = f"Turn {turn.number}, player {turn.seat + 1}: {ASKED[view.phase]}"
    if turn.card is not None:
        how = "discarded" if turn.plain else "played"
        told = f"{told}; {CARDS[turn.card]} {how}, points left {turn.points}"
    return told if told.endswith("?") else f"{told}."
