"""Chance as an argument: the same seed and counter give the same numbers on any Python."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORD = 2**64


class Rng(Protocol):
    """A source of whole numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as the others."""
        ...

    def stream(self, name: str) -> Rng:
        """Numbers for what `name` says alone, whatever else is drawn before; each name is used once."""
        ...


class SeededRng:
    """Numbers drawn from BLAKE2b over a seed and a counter.

    The pair (`seed`, `counter`) is all there is to store: a new `SeededRng` from it goes on where this
    one stopped. The counter grows by one for every 64-bit word drawn.
    """

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1; words that would favour small numbers are drawn again."""
        if not 1 <= bound <= _WORD:
            raise ValueError(f"bound {bound} is not between 1 and 2**64")
        fair = _WORD - _WORD % bound
        while (word := self._word()) >= fair:
            pass
        return word % bound

    def stream(self, name: str) -> SeededRng:
        """The numbers of this seed and `name`; drawing them leaves this counter as it is."""
        return SeededRng(f"{self.seed}/{name}")

    def _word(self) -> int:
        digest = blake2b(f"{self.seed}:{self.counter}".encode(), digest_size=8).digest()
        self.counter += 1
        return int.from_bytes(digest, "big")


class ScriptedRng:
    """Numbers told in advance, for tests and for replaying the examples of a rulebook."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)

    def below(self, bound: int) -> int:
        """The next number of the script; raises `ValueError` if there is none or it does not fit."""
        if not self._numbers:
            raise ValueError(f"the script is over, and a number below {bound} is asked for")
        number = self._numbers.pop(0)
        if not 0 <= number < bound:
            raise ValueError(f"the script says {number} where a number below {bound} is asked for")
        return number

    def stream(self, _name: str) -> ScriptedRng:
        """The script itself, which tells all numbers in the order in which they are asked for."""
        return self


def shuffle_items(items: Iterable[T], rng: Rng) -> tuple[T, ...]:
    """`items` in a random order: Fisher-Yates, written out since `random.shuffle` may change with Python."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)
