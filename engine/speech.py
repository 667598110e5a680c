"""In which language a game says its board as text: English stands here, the others are passed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

V_contra = TypeVar("V_contra", contravariant=True)


class Say(Protocol):
    """A language: the phrase of a key, filled in."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The phrase; raises `KeyError` for a key or a value that is missing."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The phrase for `count` things, as the language counts."""


class Text(Protocol[V_contra]):
    """The text twin of a game's picture, in English unless another language is given."""

    def __call__(self, view: V_contra, say: Say = ..., /) -> str:
        """The lines of the board."""


class English:
    """Phrases in English, as a language; for what is counted there are `<key>.one` and `<key>.many`."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._phrases = phrases

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The phrase; raises `KeyError` for a key or a value that is missing."""
        return self._phrases[key].format(**values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The phrase for one thing, or for several."""
        return self(f"{key}.one" if count == 1 else f"{key}.many", count=count, **values)
