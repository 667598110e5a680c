"""The language that a picture speaks; what it says in English stands in each game's own `labels`.

The caption's own words, whose turn it is, come with the sheet.
"""

from __future__ import annotations

from typing import Protocol


class Say(Protocol):
    """A language: the sentence of a key, filled in. Hashable, since tiles with words on them are kept."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence; raises `KeyError` for a key or a value that is missing."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The sentence for `count` things, as the language counts."""

    def __hash__(self) -> int:
        """Which language it is."""
