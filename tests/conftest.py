from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import Final

import pytest

from bot.ops.location import Postgres
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
    """As many as there are processors; one more for slow tests: those of browsers wait most of the time."""
    more = 1 if config.option.markexpr == "slow" else 0
    return (os.cpu_count() or 1) + more


SERVERS: Final = {"postgres", "ours", "empty"}
"""The fixtures that need a server of PostgreSQL, which takes many seconds to make."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """What is about PostgreSQL alone is slow; some modules try with it what holds for both databases."""
    if SERVERS & set(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.slow)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the slowest tests first: browsers, over the wire, then groups."""
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            "over_the_wire" not in item.path.parts,
            item.get_closest_marker("xdist_group") is None,
        )
    )


def pytest_collection_finish() -> None:
    """All that is loaded by now stays until the end: the garbage collector need not look at it again.

    What tests keep, such as sprites, is looked through seldom: that took a fifth of the processor.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
