"""What was drawn or pressed once, kept for the next picture under one budget in bytes.

Here is kept what depends on what happens in games: words, names, squares, bands of files. Sprites and
empty tables, of which there is a fixed number, are kept for good (`@drawn_once`), and so are fonts.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

BUDGET: Final = 64 << 20
"""Bytes that all painters keep together: about the boards of a thousand tables."""

_ENTRY: Final = 500
"""Bytes that an entry takes besides its value, its key among that."""

_IMAGE: Final = 3000
"""Bytes that an image takes besides its pixels, most of them for its own copies of the palette."""

_PIXEL: Final = {"1": 1, "L": 1, "P": 1}
"""Bytes of a pixel in memory, by mode; four in any other."""


class Counts(NamedTuple):
    """How a cache did: what was found, what had to be made, what had to go; entries and bytes by now."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size: int

    def __str__(self) -> str:
        """One line for a log."""
        asked = self.hits + self.misses
        share = 100 * self.hits / asked if asked else 0.0
        return (
            f"{asked} asked, {share:.1f} % found, {self.evictions} evicted, "
            f"{self.entries} kept in {self.size / (1 << 20):.1f} MiB"
        )


def size_of(value: object) -> int:
    """About how many bytes of memory a value takes: an image, bytes, or something that consists of them."""
    match value:
        case Image.Image():
            return _IMAGE + value.width * value.height * _PIXEL.get(value.mode, 4)
        case bytes():
            return len(value)
        case tuple():
            return sum(map(size_of, value))
    return 0


class Cache:
    """Values by key, as many as fit into `budget` bytes; the one not asked for longest goes first.

    Any number of threads may use it. Two that miss the same key at once both make the value.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()
        self._size = self._hits = self._misses = self._evictions = 0

    def get(self, key: Hashable) -> Any | None:  # noqa: ANN401 - what was put in
        """The value that is kept as `key`; none if none is."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: object) -> None:
        """Keep a value, which is not none, and let go of others until there is room for it."""
        size = _ENTRY + size_of(value)
        with self._lock:
            self._size += size - self._entries.pop(key, (None, 0))[1]
            self._entries[key] = (value, size)
            while self._size > self.budget:
                _, (_, freed) = self._entries.popitem(last=False)
                self._size -= freed
                self._evictions += 1

    def clear(self) -> None:
        """Let go of everything; what was counted stays."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def counts(self) -> Counts:
        """How it did so far."""
        with self._lock:
            return Counts(self._hits, self._misses, self._evictions, len(self._entries), self._size)


PAINTED: Final = Cache(BUDGET)
"""The one of all painters."""


class _Kept(Generic[P, T]):
    """A function that looks into the cache first."""

    def __init__(self, function: Callable[P, T]) -> None:
        update_wrapper(self, function)
        self._function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (self._function, args, *kwargs.items())
        value: T | None = PAINTED.get(key)
        if value is None:
            value = self._function(*args, **kwargs)
            PAINTED.put(key, value)
        return value


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """The function, what it returned kept in `PAINTED` by its arguments; it is shared, so never changed."""
    return _Kept(function)


class NotDrawnError(Exception):
    """A sprite was never drawn, and now is not the time for it."""


_AT_HAND: Final = ContextVar("_AT_HAND", default=False)


@contextmanager
def only_at_hand() -> Iterator[None]:
    """Within it what needs a sprite that was never drawn raises `NotDrawnError`: some take 0.3 s."""
    token = _AT_HAND.set(True)
    try:
        yield
    finally:
        _AT_HAND.reset(token)


_SPRITES: Final[dict[str, dict[Hashable, Any]]] = {}
"""All sprites that were drawn: by function, and by its arguments."""


class _DrawnOnce(Generic[P, T]):
    """A function that draws each sprite once."""

    def __init__(self, function: Callable[P, T]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._drawn = _SPRITES.setdefault(f"{function.__module__}.{function.__qualname__}", {})

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, *kwargs.items())
        value: T | None = self._drawn.get(key)
        if value is None:
            if _AT_HAND.get():
                raise NotDrawnError(self)
            value = self._drawn[key] = self._function(*args, **kwargs)
        return value


def drawn_once(function: Callable[P, T]) -> Callable[P, T]:
    """The function, what it returned kept for good; it is shared, so never changed.

    There must be a fixed number of arguments that it can have, and they must be values that can be written to
    a file (`render.kit.stored`).
    """
    return _DrawnOnce(function)


def sprites() -> dict[str, dict[Hashable, Any]]:
    """All sprites that were drawn so far, by function and arguments."""
    return {name: dict(drawn) for name, drawn in _SPRITES.items() if drawn}


def adopt(found: Mapping[str, Mapping[Hashable, Any]]) -> None:
    """Take sprites as drawn that `sprites` gave once; those of functions that are not there are left out."""
    for name, drawn in found.items():
        if name in _SPRITES:
            for key, value in drawn.items():
                _SPRITES[name].setdefault(key, value)
