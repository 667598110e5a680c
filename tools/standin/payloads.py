"""Messages as JSON: their flags, and the components in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
COMPONENTS: Final = 1 << 15
"""The flags of a message: with a thread on it, for one person alone, still "thinking", made of components."""


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Components and what is nested in them."""
    for part in components:
        yield part
        if "components" in part:
            yield from walk(part["components"])
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk((part[key],))


def number_all(components: Iterable[Json]) -> None:
    """Give each component an id, as Discord does with those that have none."""
    parts = list(walk(components))
    taken = {part["id"] for part in parts if part.get("id")}
    free = (number for number in count(1) if number not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)
