from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from time import sleep

from PIL import Image

from render.kit.cache import BUDGET, PAINTED, SPARED, Cache, RingCache, cached, cached_sprite

LARGE = b"x" * 10_000


def test_the_oldest_goes_first_that_was_not_asked_for() -> None:
    cache = Cache(3 * 11_000)
    for key in "abc":
        cache.put(key, LARGE)
    assert cache.get("a") == LARGE
    cache.put("d", LARGE)
    assert [cache.get(key) is not None for key in "abcd"] == [True, False, True, True]
    assert cache.counts()[:4] == (4, 1, 1, 3)


def test_what_was_asked_for_once_is_spared_once() -> None:
    cache = Cache(3 * 11_000)
    for key in "abc":
        cache.put(key, LARGE)
    assert cache.get("a") == LARGE
    for key in "def":
        cache.put(key, LARGE)
    assert cache.counts().entries == 3
    cache.put("g", LARGE)
    assert [cache.get(key) is not None for key in "abcdefg"] == [False] * 4 + [True] * 3


def test_a_cache_never_holds_more_than_its_budget() -> None:
    cache = Cache(100_000)
    for number in range(1000):
        cache.put(number, bytes(number * 37 % 30_000))
        assert cache.counts().size <= cache.budget
    cache.put("whole", bytes(200_000))
    assert cache.get("whole") is None


def test_a_value_put_again_counts_once() -> None:
    cache = Cache(100_000)
    cache.put("a", LARGE)
    once = cache.counts().size
    cache.put("a", LARGE)
    assert cache.counts().size == once
    cache.clear()
    assert cache.counts().size == cache.counts().entries == 0


def test_a_function_is_called_once_for_its_arguments() -> None:
    called = list[tuple[int, bool]]()

    @cached
    def draw_bytes(number: int, *, dark: bool = False) -> bytes:
        called.append((number, dark))
        return bytes(number)

    for _ in range(3):
        assert draw_bytes(5) == bytes(5)
        assert draw_bytes(5, dark=True) == bytes(5)
    assert called == [(5, False), (5, True)]


def test_threads_that_share_a_cache_leave_its_books_in_order() -> None:
    cache = Cache(50_000)

    def work(start: int) -> None:
        for number in range(start, start + 2000):
            if cache.get(number % 97) is None:
                cache.put(number % 97, bytes(number % 97 * 20))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    counts = cache.counts()
    assert counts.hits + counts.misses == 4 * 2000
    assert counts.size <= cache.budget
    alone = Cache(50_000)
    alone.put(0, b"")
    for number in range(97):
        cache.put(number, b"")
    # Some of these may have made room for what was asked for; those that are left are all alike.
    assert cache.counts().size == cache.counts().entries * alone.counts().size


def test_the_log_says_in_one_line_how_it_did() -> None:
    cache = Cache(100_000)
    assert "0 asked, 0.0 % found" in str(cache.counts())
    cache.put("a", LARGE)
    cache.get("a"), cache.get("b")
    assert "2 asked, 50.0 % found, 0 evicted, 1 kept" in str(cache.counts())


def test_the_painters_share_one_budget() -> None:
    assert PAINTED.budget == BUDGET
    assert PAINTED.counts().size <= BUDGET


def cached_bytes(ring: RingCache, *keys: bytes) -> list[bytes | None]:
    return [None if kept is None else kept[0] for kept in ring.get(keys)]


def test_a_ring_lets_go_of_the_oldest_first() -> None:
    ring = RingCache(30)
    for key in (b"a", b"b", b"c"):
        ring.put([(key, key * 10, (1,))])
    ring.put([(b"d", b"d" * 15, (2, 3))])
    assert cached_bytes(ring, b"a", b"b", b"c", b"d") == [None, None, b"c" * 10, b"d" * 15]
    assert ring.get([b"d"]) == [(b"d" * 15, (2, 3))]


def test_what_was_asked_for_stays_in_a_ring() -> None:
    ring = RingCache(40)
    for key in (b"a", b"b", b"c", b"d"):
        ring.put([(key, key * 10, ())])
    assert cached_bytes(ring, b"a") == [b"a" * 10]
    ring.put([(b"e", b"e" * 10, ())])
    assert cached_bytes(ring, b"a", b"b", b"e") == [b"a" * 10, None, b"e" * 10]


def test_a_ring_gives_back_what_was_put_in_or_nothing() -> None:
    """Thousands of pieces of all sizes, some asked for again and again, where twenty of them fit in."""
    random, ring = Random(7), RingCache(10_000)
    again = 0
    for number in range(5000):
        key = b"%d" % int(300 * random.random() ** 3)
        data = key * (1 + int(key) % 250)
        (kept,) = cached_bytes(ring, key)
        assert kept in (None, data), number
        again += kept is not None
        ring.put([(key, data, ())])
        assert cached_bytes(ring, key) == [data], number
        assert ring.counts().size <= 10_000
    assert again > 500
    assert ring.counts().evictions > 500


def test_one_more_in_a_ring_costs_no_more_than_a_few_others() -> None:
    """However much of it was asked for: whoever waits for a picture does not wait for all of them."""
    ring = RingCache(1000)
    keys = [b"%d" % number for number in range(100)]
    for key in keys:
        ring.put([(key, key.ljust(10), ())])
    cached_bytes(ring, *keys)
    ring.put([(b"new", b"new".ljust(10), ())])
    gone = cached_bytes(ring, *keys).count(None)
    assert 1 <= gone <= SPARED + 1
    assert cached_bytes(ring, b"new") == [b"new".ljust(10)]


def test_nothing_is_kept_that_is_larger_than_a_ring() -> None:
    ring = RingCache(5)
    ring.put([(b"a", b"123456", ())])
    assert cached_bytes(ring, b"a") == [None]
    ring.put([(b"a", b"12345", ())])
    assert cached_bytes(ring, b"a") == [b"12345"]
    ring.clear()
    assert ring.counts()[3:] == (0, 0)


def test_threads_that_need_the_same_sprite_draw_it_once() -> None:
    drawn, together = list[int](), Barrier(2)

    @cached_sprite
    def model(size: int) -> Image.Image:
        drawn.append(size)
        sleep(0.05)  # long enough for the other one to come
        return Image.new("L", (size, size))

    def need() -> Image.Image:
        together.wait(30)
        return model(3)

    with ThreadPoolExecutor(2) as threads:
        first, second = (one.result(30) for one in [threads.submit(need) for _ in range(2)])
    assert first is second
    assert drawn == [3]
