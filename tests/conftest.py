from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from bot.place import Postgres
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
    """The same without our schema."""
    made = postgres.fresh(empty=True)
    yield made
    postgres.drop(made)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: tests of browsers wait most of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that nobody waits at the end: first browsers, then groups."""
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            item.get_closest_marker("xdist_group") is None,
        )
    )


def pytest_collection_finish() -> None:
    """All that is loaded by now stays until the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()
