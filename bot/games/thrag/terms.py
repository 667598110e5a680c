"""What things are called in One Man, Thrag!: suits, values, and how many of what."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Words
from engine.thrag.model import NULL, Suit


def suit_name(words: Words, suit: Suit) -> str:
    """A suit in the middle of a sentence."""
    return words(f"thrag.suit.{suit}")


def heading(words: Words, suit: Suit) -> str:
    """A suit at the beginning of a line."""
    return words(f"thrag.heading.{suit}")


def coin_name(words: Words, value: int) -> str:
    """A coin by what it shows: a figure, or null."""
    return words("thrag.null") if value == NULL else str(value)


def coin_names(words: Words, coins: Sequence[int]) -> str:
    """Coins by what they show, or that there are none."""
    return ", ".join(coin_name(words, coin) for coin in coins) or words("thrag.none")


def tiles(words: Words, values: Sequence[int]) -> str:
    """Tiles by their numbers, or that there are none."""
    return ", ".join(map(str, values)) or words("thrag.none")


def beasts_left(words: Words, count: int) -> str:
    """So many beasts."""
    return words.some("thrag.beasts", count)


def pawns_left(words: Words, count: int) -> str:
    """So many pawns unspent, or none."""
    return words.some("thrag.pawns", count) if count else words("thrag.pawns.none")
