"""Bounded caches of drawn tiles and compressed strips, and the permanent cache of sprites.

`@cached` bounds what depends on the course of a game: words, names, squares. Compressed strips have a ring
buffer of their own. Sprites and empty tables, of which there is a fixed number, are kept for good
(`@cached_sprite`), and so are fonts.
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
"""Bytes of the tile cache that all painters share: the hit rate is 98.8 %, with 24 MiB 99.0 %."""

BANDS: Final = 16 << 20
"""Bytes of compressed strips. With a thousand tables of all games the hit rate is 56 % in 24 MiB, 62 % in
40."""

_ENTRY: Final = 500
"""Bytes that an entry takes besides its value, including its key."""

_IMAGE: Final = 3000
"""Bytes that an image takes besides its pixels, most of them for its own copies of the palette."""

_PLACE: Final = 24
"""Bytes that each value of a tuple takes there, a small number among them."""

_PIXEL: Final = {"1": 1, "L": 1, "P": 1}
"""Bytes of a pixel in memory, by mode; four in any other."""


class CacheCounts(NamedTuple):
    """Statistics of a cache: hits, misses and evictions so far, entries and bytes now."""

    hits: int
    misses: int
    evictions: int
    entries: int
    size: int

    def __str__(self) -> str:
        """Return one line for a log."""
        requests = self.hits + self.misses
        share = 100 * self.hits / requests if requests else 0.0
        return (
            f"{requests} asked, {share:.1f} % found, {self.evictions} evicted, "
            f"{self.entries} kept in {self.size / (1 << 20):.1f} MiB"
        )


def size_of(value: object) -> int:
    """Estimate how many bytes of memory a value takes: an image, bytes, or a tuple of these."""
    match value:
        case Image.Image():
            return _IMAGE + value.width * value.height * _PIXEL.get(value.mode, 4)
        case bytes():
            return len(value)
        case tuple():
            return _PLACE * len(value) + sum(map(size_of, value))
    return 0


class _Entry:
    """A cached value, its size, and whether it was requested since it was stored or last spared."""

    __slots__ = ("asked", "size", "value")

    def __init__(self, value: object, size: int) -> None:
        self.value, self.size, self.asked = value, size, False


class Cache:
    """Values by key within `budget` bytes, evicted by second chance (the clock algorithm).

    The oldest entry goes first; one that was requested is spared once. A least-recently-used list would hash
    and compare the key once more at each hit, which takes longer than all else: a board makes eighty
    requests. Safe to use from any number of threads. Two threads that miss the same key at once both make the
    value.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()
        self._size = self._hits = self._misses = self._evictions = 0

    def get(self, key: Hashable) -> Any | None:  # noqa: ANN401 - what was put in
        """Return the value cached as `key`, or None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                self._misses += 1
                return None
            self._hits += 1
            entry.asked = True
            return entry.value

    def put(self, key: Hashable, value: object) -> None:
        """Store a value, which is not None, and evict others until it fits."""
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
        """Remove all entries; the statistics stay."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def counts(self) -> CacheCounts:
        """Return the statistics so far."""
        with self._lock:
            return CacheCounts(self._hits, self._misses, self._evictions, len(self._entries), self._size)


PAINTED: Final = Cache(BUDGET)
"""The tile cache of all painters."""


class _ByteRange:
    """The range of an entry's bytes in the ring, its note, and whether it was requested since."""

    __slots__ = ("asked", "end", "note", "start")

    def __init__(self, start: int, end: int, note: tuple[int, ...]) -> None:
        self.start, self.end, self.note, self.asked = start, end, note, False


class RingCache:
    """Bytes by key in a ring buffer: the oldest entries make room for new ones.

    An entry that was requested since it was written is written once more instead. As separate objects of some
    thousand bytes among all else that comes and goes, entries would fragment the memory: the process grew by
    150 MiB of unused holes. Safe to use from any number of threads.
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
        """Return a copy of each key's bytes with their note, or None where the key is missing."""
        memory, places = memoryview(self._memory), self._places
        entries = list[tuple[bytes, tuple[int, ...]] | None]()
        with self._lock:
            for key in keys:
                place = places.get(key)
                if place is None:
                    entries.append(None)
                    self._misses += 1
                else:
                    place.asked = True
                    entries.append((bytes(memory[place.start : place.end]), place.note))
                    self._hits += 1
        return entries

    def put(self, entries: Iterable[tuple[bytes, bytes, tuple[int, ...]]]) -> None:
        """Store bytes by key, each with a note of some numbers; skips what is larger than the ring."""
        most = len(self._memory)
        with self._lock:
            for key, data, note in entries:
                if key not in self._places and len(data) <= most:
                    for again in self._write(key, data, note, SPARED):
                        self._write(*again, 0)

    def _write(
        self, key: bytes, data: bytes, note: tuple[int, ...], spared: int
    ) -> list[tuple[bytes, bytes, tuple[int, ...]]]:
        """Write at the head; return the evicted entries that had been requested, at most `spared`."""
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
        """Return how many bytes are free after the head: up to the end, or to the oldest entry."""
        if not self._order:
            self._head, self._wrapped = 0, False
        end = self._places[self._order[0]].start if self._wrapped else len(self._memory)
        return end - self._head

    def clear(self) -> None:
        """Remove all entries; the statistics stay."""
        with self._lock:
            self._places.clear()
            self._order.clear()

    def counts(self) -> CacheCounts:
        """Return the statistics so far."""
        with self._lock:
            size = sum(place.end - place.start for place in self._places.values())
            return CacheCounts(self._hits, self._misses, self._evictions, len(self._places), size)


SPARED: Final = 4
"""How many requested strips are written again for each new one, so that no picture pays for many."""

PRESSED: Final = RingCache(BANDS)
"""The compressed strips of all boards, each with its checksum and length."""


class _Cached(Generic[P, T]):
    """A function that looks its result up in the cache first."""

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
    """Cache a function's results in `PAINTED` by its arguments, within the budget.

    The result is shared, so callers must not change it.
    """
    return _Cached(function)


_DRAWING: Final = RLock()
"""One thread draws sprites at a time; the others wait, and mostly find their sprite drawn then."""

_SPRITES: Final[dict[str, dict[Hashable, Any]]] = {}
"""All sprites drawn so far: by function, then by its arguments."""


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
    """Cache a function's results for good; they are shared, so callers must not change them.

    Its arguments must come from a fixed, small set, and be picklable: `bot.sprites` stores the results.
    """
    return _CachedSprite(function)


def drawn_sprites() -> dict[str, dict[Hashable, Any]]:
    """Return all sprites drawn so far, by function and arguments."""
    return {name: dict(drawn) for name, drawn in _SPRITES.items() if drawn}


def restore_sprites(sprites: Mapping[str, Mapping[Hashable, Any]]) -> None:
    """Take over sprites that `drawn_sprites` returned; skips those of unknown functions."""
    for name, drawn in sprites.items():
        if name in _SPRITES:
            for key, value in drawn.items():
                _SPRITES[name].setdefault(key, value)
