"""What things are called in Trogdor!!: cards, squares, and whatever stands on a square."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from bot.words import Words
from engine.trogdor.board import Square, name
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Board, Turn
from engine.trogdor.position import walkers


def unescaped(escaped: str) -> str:
    """A player's name for a button, which reads no markdown."""
    return re.sub(r"\\(.)", r"\1", escaped)


def title(words: Words, card: Card) -> str:
    """A card's title."""
    return words(f"trogdor.card.{card}")


def told(words: Words, card: Card) -> str:
    """A card's title and what it does."""
    return words("trogdor.card", card=title(words, card), effect=words(f"trogdor.card.{card}.told"))


def item_title(words: Words, item: Item) -> str:
    """An item's title."""
    return words(f"trogdor.item.{item}")


def places(words: Words, squares: Iterable[Square]) -> str:
    """Squares in a sentence, each once, in order; `c3 (2)` where two stand."""
    counted = sorted(Counter(squares).items())
    return words.listed(
        tuple(
            name(square) if count == 1 else words("trogdor.places", square=name(square), count=count)
            for square, count in counted
        )
    )


def in_force(turn: Turn) -> Card | None:
    """The card whose effect is the active player's: none before the choice, none if it was discarded."""
    return None if turn.plain else turn.card


def scene(words: Words, board: Board, square: Square) -> str:
    """A square in a few words: what it is, whether it is burned, who stands on it."""
    return ", ".join(_scene(words, board, square))


def _scene(words: Words, board: Board, square: Square) -> Iterator[str]:
    yield words(f"trogdor.kind.{board.kinds[square].name.lower()}")
    if square in board.aflame:
        yield words("trogdor.scene.aflame")
    elif square in board.burned:
        yield words("trogdor.scene.burned")
    if square == board.trogdor:
        yield words("trogdor.who.trogdor")
    peasants = board.peasants.count(square)
    if peasants:
        yield words.some("trogdor.scene.peasants", peasants)
    lit = sum(runner.square == square for runner in board.lit)
    if lit:
        yield words.some("trogdor.scene.lit", lit)
    for who, where in walkers(board):
        if where == square:
            yield words(f"trogdor.piece.{who}")
    if square == board.archer:
        yield words("trogdor.piece.archer")
