"""What the words of the engines are called where a refusal names them: sides, suits and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from bot.words import Words

T = TypeVar("T")

_TERMS: Final[Mapping[str, Mapping[str, str]]] = {
    "thud": {"side": "thud.side.{}"},
    "thrag": dict.fromkeys(("suit", "pool", "pawn"), "thrag.suit.{}"),
}
"""By game, the values of its refusals that are words of its engine, and the keys of what they are called."""


def told(words: Words, key: str, values: Mapping[str, T]) -> dict[str, T | str]:
    """The values of the refusal `key`, words of the engine in the language of `words`.

    Notation is the same in every language: what is to be typed stays beside the word, as `typed_suit`.
    """
    named = _TERMS.get(key.partition(".")[0], {})
    found: dict[str, T | str] = dict(values)
    for name, value in values.items():
        if name in named:
            found |= {name: words(named[name].format(value)), f"typed_{name}": value}
    return found
