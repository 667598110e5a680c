"""What a generator of typed lines must know of a game; written apart from what reads the lines.

A line is a list of words. `Speech.ways` says an action in every way that docs/games shows, in three
languages. `Speech.is_true` tells whether every word of a line is true of an action, and whether the line says
enough for it: whoever reads lines may refuse what is true, but must never play what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

Words = list[str]


@dataclass(frozen=True)
class Speech:
    """`words` are put in, or for another; among them are some that no line should be played with."""

    ways: Callable[[Any, Any], list[str]]
    is_true: Callable[[Words, Any, Any], bool]
    words: tuple[str, ...]


NEVER = ("not", "or", "?", "never", "oder", "pas", "xyzzy", "2")
"""What is put into lines of every game, and is true of few actions."""


def vary_line(line: str, words: tuple[str, ...], chance: Random, count: int) -> Iterator[str]:
    """The line with each word left out, and `count` times with one changed, one added or two exchanged."""
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
    """What kind of word each is, none if one of them is no word of the game."""
    kinds = [meanings.get(word.lower().rstrip(".,:") or word, "") for word in words]
    return None if "" in kinds else kinds


def table(**kinds: str) -> dict[str, str]:
    """The kind of each of the words that are listed by kind."""
    return {word: kind for kind, listed in kinds.items() for word in listed.split()}
