"""The phrases of a board as text: English is built in, other languages are passed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

V_contra = TypeVar("V_contra", contravariant=True)


class Say(Protocol):
    """A language: looks up and fills the phrase of a key."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The phrase; raises `KeyError` for a missing key or value."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The phrase for `count` things, in the language's plural form."""


class Text(Protocol[V_contra]):
    """Describes a board in words, in English unless another language is given."""

    def __call__(self, view: V_contra, say: Say = ..., /) -> str:
        """The lines of the board."""


class English:
    """The English phrases; plurals have the keys `<key>.one` and `<key>.many`."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._phrases = phrases

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The phrase; raises `KeyError` for a missing key or value."""
        return self._phrases[key].format(**values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The singular or plural phrase."""
        return self(f"{key}.one" if count == 1 else f"{key}.many", count=count, **values)
