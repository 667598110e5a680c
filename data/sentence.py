"""Messages before translation: the key of a sentence, and the values that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

Filling: TypeAlias = Union[str, int, "Sentence", tuple["Sentence", ...]]
"""A value in a sentence: the same in every language, or sentences again."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence `key` of the catalogues, filled with `values`; `line` is its English text."""

    key: str
    line: str
    values: Mapping[str, Filling] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.line


def sentence(english: Mapping[str, str], key: str, /, **values: Filling) -> Sentence:
    """The sentence `key` of a table with its English line; raises `KeyError` for a missing key."""
    return Sentence(key, english[key].format(**values), values)


class BadData(ValueError):  # noqa: N818 - what it is about, as the other refusals
    """An invalid file of facts. `faults` has one line per fault: where it is, and what is wrong.

    Its text is those lines, below the name of the file if it is one of ours.
    """

    def __init__(self, faults: tuple[str, ...], origin: str = "") -> None:
        super().__init__("\n".join((f"{origin}:", *faults) if origin else faults))
        self.faults = faults


class BadFile(BadData):
    """An invalid file of a user; `sentences` are its faults for users."""

    def __init__(self, sentences: tuple[Sentence, ...]) -> None:
        super().__init__(tuple(map(str, sentences)))
        self.sentences = sentences
