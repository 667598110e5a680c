"""What the pictures say in English, by key; the catalogue of the house takes these sentences over.

The caption's own words, whose turn it is, come with the sheet.
"""

from __future__ import annotations

from typing import Final, Protocol

from engine.speech import English
from render.ploc import labels as ploc_labels
from render.thrag import labels as thrag_labels
from render.thud import labels as thud_labels
from render.trogdor import labels as trogdor_labels


class Say(Protocol):
    """A language: the sentence of a key, filled in. Hashable, since tiles with words on them are kept."""

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence; raises `KeyError` for a key or a value that is missing."""

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The sentence for `count` things, as the language counts."""

    def __hash__(self) -> int:
        """Which language it is."""


LABELS: Final = {
    **thud_labels.LABELS,
    **trogdor_labels.LABELS,
    **thrag_labels.LABELS,
    **ploc_labels.LABELS,
}


in_english: Final[Say] = English(LABELS)
"""The language that pictures speak unless they are given another one."""
