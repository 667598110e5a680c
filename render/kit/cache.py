"""What was drawn or pressed once, kept for the next picture within bounds in bytes.

Here is kept what depends on what happens in games: words, names, squares, and the bands of files in a memory
of their own. Sprites and empty tables, of which there is a fixed number, are kept for good (`@drawn_once`),
and so are fonts.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import update_wrapper
from mmap import mmap
from threading import Lock, RLock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

BUDGET: Final = 14 << 20
"""Bytes that all painters keep, besides bands: 98.8 of 100 things are found, with 24 MiB 99.0."""

BANDS: Final = 16 << 20
"""Bytes of bands that are kept. Of a thousand tables of all games 56 % are found in 24 MiB; 62 % in 40."""

_ENTRY: Final = 500
"""Bytes that an entry takes besides its value, its key among that."""

_IMAGE: Final = 3000
"""Bytes that an image takes besides its pixels, most of them for its own copies of the palette."""

_PLACE: Final = 24
"""Bytes that each value of a tuple takes there, a small number among them."""

_PIXEL: Final = {"1": 1, "L": 1, "P": 1}
"""Bytes of a pixel in memory, by mode; four in any other."""


class CacheCounts(NamedTuple):
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
            return _PLACE * len(value) + sum(map(size_of, value))
    return 0


class _Entry:
    """A value that is kept, its bytes, and whether it was asked for since it came or was last spared."""

    __slots__ = ("asked", "size", "value")

    def __init__(self, value: object, size: int) -> None:
        self.value, self.size, self.asked = value, size, False


class Cache:
    """Values by key, as many as fit into `budget` bytes; the oldest goes first that was not asked for.

    What was asked for is spared once instead. To put it last each time would hash and compare its key once
    more, which takes longer than all else: a board asks eighty times. Any number of threads may use it. Two
    that miss the same key at once both make the value.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
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
            entry.asked = True
            return entry.value

    def put(self, key: Hashable, value: object) -> None:
        """Keep a value, which is not none, and let go of others until there is room for it."""
        entry = _Entry(value, _ENTRY + size_of(value))
        with self._lock:
            before = self._entries.pop(key, None)
            self._size += entry.size - (0 if before is None else before.size)
            self._entries[key] = entry
            while self._size > self.budget:
                oldest, gone = self._entries.popitem(last=False)
                if gone.asked:
                    gone.asked = False
                    self._entries[oldest] = gone
                else:
                    self._size -= gone.size
                    self._evictions += 1

    def clear(self) -> None:
        """Let go of everything; what was counted stays."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def counts(self) -> CacheCounts:
        """How it did so far."""
        with self._lock:
            return CacheCounts(self._hits, self._misses, self._evictions, len(self._entries), self._size)


PAINTED: Final = Cache(BUDGET)
"""The one of all painters."""


class _ByteRange:
    """Where bytes lie in a ring, what else is known of them, and whether they were asked for since."""

    __slots__ = ("asked", "end", "note", "start")

    def __init__(self, start: int, end: int, note: tuple[int, ...]) -> None:
        self.start, self.end, self.note, self.asked = start, end, note, False


class RingCache:
    """Bytes by key, in one piece of memory that is written round and round: the oldest make room.

    What was asked for since it was written is written once more instead. Kept one by one among all else that
    comes and goes, some thousand bytes each, they would leave holes everywhere that nothing fits into: the
    process grew by 150 MiB that nobody used. Any number of threads may use it.
    """

    def __init__(self, size: int) -> None:
        # The system gives it page by page, as it is written.
        self._memory = mmap(-1, size) if size else bytearray()
        self._places: dict[bytes, _ByteRange] = {}
        self._order: deque[bytes] = deque()  # the oldest first, which is the next one after `_head`
        self._lock = Lock()
        self._wrapped = False
        self._head = self._hits = self._misses = self._evictions = 0

    def get(self, keys: Iterable[bytes]) -> list[tuple[bytes, tuple[int, ...]] | None]:
        """A copy of what is kept as each key, with its note; none where there is nothing."""
        memory, places = memoryview(self._memory), self._places
        found = list[tuple[bytes, tuple[int, ...]] | None]()
        with self._lock:
            for key in keys:
                place = places.get(key)
                if place is None:
                    found.append(None)
                    self._misses += 1
                else:
                    place.asked = True
                    found.append((bytes(memory[place.start : place.end]), place.note))
                    self._hits += 1
        return found

    def put(self, found: Iterable[tuple[bytes, bytes, tuple[int, ...]]]) -> None:
        """Keep bytes by key, each with a note of some numbers; nothing that is larger than the ring."""
        most = len(self._memory)
        with self._lock:
            for key, data, note in found:
                if key not in self._places and len(data) <= most:
                    for again in self._write(key, data, note, SPARED):
                        self._write(*again, 0)

    def _write(
        self, key: bytes, data: bytes, note: tuple[int, ...], spared: int
    ) -> list[tuple[bytes, bytes, tuple[int, ...]]]:
        """Write at the head; returns what had to go for that though it was asked for, at most `spared`."""
        again = list[tuple[bytes, bytes, tuple[int, ...]]]()
        while self._free_bytes() < len(data):
            if not self._wrapped:
                self._head, self._wrapped = 0, True  # too little is left before the end
                continue
            oldest = self._order.popleft()
            gone = self._places.pop(oldest)
            if gone.asked and len(again) < spared:
                again.append((oldest, bytes(self._memory[gone.start : gone.end]), gone.note))
            else:
                self._evictions += 1
            self._wrapped = not self._order or self._places[self._order[0]].start > gone.start
        start = self._head
        self._head = start + len(data)
        self._memory[start : self._head] = data
        self._places[key] = _ByteRange(start, self._head, note)
        self._order.append(key)
        return again

    def _free_bytes(self) -> int:
        """How many bytes are free from the head on: up to the end, or to the oldest where that is ahead."""
        if not self._order:
            self._head, self._wrapped = 0, False
        end = self._places[self._order[0]].start if self._wrapped else len(self._memory)
        return end - self._head

    def clear(self) -> None:
        """Let go of everything; what was counted stays."""
        with self._lock:
            self._places.clear()
            self._order.clear()

    def counts(self) -> CacheCounts:
        """How it did so far."""
        with self._lock:
            size = sum(place.end - place.start for place in self._places.values())
            return CacheCounts(self._hits, self._misses, self._evictions, len(self._places), size)


SPARED: Final = 4
"""How many bands are written once more for each new one, so that no picture pays for many."""

PRESSED: Final = RingCache(BANDS)
"""The bands of all boards, as they stand in files, each with its checksum and length."""


class _Cached(Generic[P, T]):
    """A function that looks into the cache first."""

    def __init__(self, function: Callable[P, T]) -> None:
        update_wrapper(self, function)
        self._function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (self._function, args, *kwargs.items()) if kwargs else (self._function, args)
        value: T | None = PAINTED.get(key)
        if value is None:
            value = self._function(*args, **kwargs)
            PAINTED.put(key, value)
        return value


def cached(function: Callable[P, T]) -> Callable[P, T]:
    """The function, what it returned kept in `PAINTED` by its arguments; it is shared, so never changed."""
    return _Cached(function)


_DRAWING: Final = RLock()
"""One thread draws sprites at a time; the others wait, and mostly find what they were about to draw then."""

_SPRITES: Final[dict[str, dict[Hashable, Any]]] = {}
"""All sprites that were drawn: by function, and by its arguments."""


class _CachedSprite(Generic[P, T]):
    """A function that draws each sprite once."""

    def __init__(self, function: Callable[P, T]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._drawn = _SPRITES.setdefault(f"{function.__module__}.{function.__qualname__}", {})

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, *kwargs.items())
        value: T | None = self._drawn.get(key)
        if value is None:
            with _DRAWING:
                value = self._drawn.get(key)
                if value is None:
                    value = self._drawn[key] = self._function(*args, **kwargs)
        return value


def cached_sprite(function: Callable[P, T]) -> Callable[P, T]:
    """The function, what it returned kept for good; it is shared, so never changed.

    There must be a fixed number of arguments that it can have, and they must be values that can be pickled
    (`bot.sprites`).
    """
    return _CachedSprite(function)


def drawn_sprites() -> dict[str, dict[Hashable, Any]]:
    """All sprites that were drawn so far, by function and arguments."""
    return {name: dict(drawn) for name, drawn in _SPRITES.items() if drawn}


def restore_sprites(found: Mapping[str, Mapping[Hashable, Any]]) -> None:
    """Take sprites as drawn that `sprites` gave once; those of functions that are not there are left out."""
    for name, drawn in found.items():
        if name in _SPRITES:
            for key, value in drawn.items():
                _SPRITES[name].setdefault(key, value)
