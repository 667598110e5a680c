"""Every word for people: one catalogue a language, and the games narrate through it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Names: TypeAlias = tuple[str, ...]
"""What the players are called, by seat."""


class Words:
    """A catalogue to speak from."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        self.catalogue = catalogue

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The sentence `key`, filled in; raises `KeyError` for a key or a value that is missing."""
        return self.catalogue[key].format(**values)

    def some(self, key: str, count: int, /, **values: str | int) -> str:
        """The sentence for `count` things: `key.one` or `key.many`."""
        return self(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)

    def listed(self, items: tuple[str, ...]) -> str:
        """`a`, `a and b`, or `a, b and c`."""
        if len(items) < 2:  # noqa: PLR2004
            return "".join(items)
        return self("list.last", first=", ".join(items[:-1]), last=items[-1])
