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
"""The flags of a message: has a thread, is ephemeral, is loading, is made of components."""


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield components and all components nested in them."""
    for part in components:
        yield part
        if "components" in part:
            yield from walk(part["components"])
        for key in ("accessory", "component"):
            if part.get(key):
                yield from walk((part[key],))


def number_all(components: Iterable[Json]) -> None:
    """Give an id to each component without one, as Discord does."""
    parts = list(walk(components))
    taken = {part["id"] for part in parts if part.get("id")}
    free = (number for number in count(1) if number not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)
