"""What a generator of typed lines must know of a game; independent of the parser.

A line is a list of words. `Speech.ways` writes an action in every way that docs/games shows, in three
languages. `Speech.is_true` tells whether every word of a line is true of an action, and whether the line says
enough for it: the parser may refuse what is true, but must never play what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

Words = list[str]


@dataclass(frozen=True)
class Speech:
    """The test vocabulary of a game. `words` are inserted into lines; some must never be understood."""

    ways: Callable[[Any, Any], list[str]]
    is_true: Callable[[Words, Any, Any], bool]
    words: tuple[str, ...]


NEVER = ("not", "or", "?", "never", "oder", "pas", "xyzzy", "2")
"""Words inserted into lines of every game, true of few actions."""


def vary_line(line: str, words: tuple[str, ...], chance: Random, count: int) -> Iterator[str]:
    """The line with each word left out, and `count` times with a word changed or added, or two swapped."""
    said = line.split()
    for place in range(len(said)):
        yield " ".join((*said[:place], *said[place + 1 :]))
    for _ in range(count):
        place, word = chance.randrange(len(said) + 1), chance.choice(words)
        end = chance.choice((place, place + 1))
        yield " ".join((*said[:place], word, *said[end:]))
    if len(said) > 1:
        place = chance.randrange(len(said) - 1)
        yield " ".join((*said[:place], said[place + 1], said[place], *said[place + 2 :]))


def kinds_of(words: Words, meanings: Mapping[str, str]) -> list[str] | None:
    """The kind of each word; None if one of them is unknown."""
    kinds = [meanings.get(word.lower().rstrip(".,:") or word, "") for word in words]
    return None if "" in kinds else kinds


def table(**kinds: str) -> dict[str, str]:
    """A table from word to kind."""
    return {word: kind for kind, listed in kinds.items() for word in listed.split()}
