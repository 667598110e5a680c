from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final
from zlib import crc32

import pytest

from bot.ops.location import Postgres
from tests.engine.noted import GAMES, is_noted
from tests.postgres import Server, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server of PostgreSQL, one for each process of the tests."""
    with server() as running:
        yield running


@pytest.fixture
def ours(postgres: Server) -> Iterator[Postgres]:
    """A database of PostgreSQL with our schema and nothing in it."""
    made = postgres.fresh()
    yield made
    postgres.drop(made)


@pytest.fixture
def empty(postgres: Server) -> Iterator[Postgres]:
    """An empty database without our schema."""
    made = postgres.fresh(empty=True)
    yield made
    postgres.drop(made)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many as there are processors; two more for slow tests, as these wait for other processes."""
    more = 2 if config.option.markexpr.startswith("slow") else 0
    return (os.cpu_count() or 1) + more


SERVERS: Final = {"postgres", "ours", "empty"}
"""The fixtures that need a server of PostgreSQL, which takes many seconds to make."""


_SAMPLED: Final = Counter[str]()
"""How many cases of a test with the mark `sampled` were collected."""


def is_in_sample(number: int, every: int) -> bool:
    """Whether the case with this number, from 0, is one of `every` cases that is tried each time.

    It is not the same one of each row, so that of two parameters all values come up.
    """
    return number % every == number // every % every


def pytest_itemcollected(item: pytest.Item) -> None:
    """What is about PostgreSQL alone is slow; some modules try with it what holds for both databases.

    So are most cases of a test with the mark `sampled`.
    """
    if SERVERS & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.slow)
    sampled = item.get_closest_marker("sampled")
    if sampled is not None and item.get_closest_marker("slow") is None:
        test = item.nodeid.partition("[")[0]
        if not is_in_sample(_SAMPLED[test], *sampled.args):
            item.add_marker(pytest.mark.slow)
        _SAMPLED[test] += 1


def noted_game(item: pytest.Item) -> str | None:
    """The game whose sources decide whether a slow test runs; None for one that always does.

    The mark `noted` names it, or else the parameter `game` or `key` of the test does.
    """
    if item.get_closest_marker("slow") is None:
        return None
    if item.path.parent.name in GAMES and item.path.parent.parent.name == "engine":
        return item.path.parent.name
    noted = item.get_closest_marker("noted")
    if noted is None:
        return None
    if noted.args:
        return str(noted.args[0])
    values: Mapping[str, Any] = item.callspec.params  # type: ignore[attr-defined]
    return str(values["game"] if "game" in values else values["key"])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a slow test of an engine with whose sources it has passed."""
    game = noted_game(item)
    if game is not None and is_noted(game):
        pytest.skip("it has passed with these sources (tests/engine/noted.py)")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shard", default="1/1", help="2/3: the second of three parts, about equally large")


def shard_of(item: pytest.Item, shards: int) -> int:
    """The number of an item's part, from 1; tests that share something expensive stay together."""
    group = item.get_closest_marker("xdist_group")
    return 1 + crc32((group.args[0] if group else item.nodeid).encode()) % shards


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep one shard, and start the slowest tests first: groups, browsers, then over the wire."""
    shard, shards = map(int, config.getoption("--shard", "1/1").split("/"))
    others = [item for item in items if shard_of(item, shards) != shard]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if shard_of(item, shards) == shard]
    items.sort(
        key=lambda item: (
            item.get_closest_marker("xdist_group") is None,
            item.get_closest_marker("browser") is None,
            "over_the_wire" not in item.path.parts,
        )
    )


def pytest_collection_finish() -> None:
    """All that is loaded by now stays until the end: the garbage collector need not look at it again.

    What tests keep, such as sprites, is looked through seldom: that took a fifth of the processor.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
