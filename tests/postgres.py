"""A server of PostgreSQL for the tests, on a socket of its own; or that of `TAPROOM_TEST_POSTGRES`."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from bot.features import HOOKS
from bot.ops.location import Postgres
from bot.store import Store
from tools.postgres import binary, temporary_server

SETTING: Final = "TAPROOM_TEST_POSTGRES"
MISSING: Final = (
    "no PostgreSQL on this machine: the store, sessions and bots that are killed were tried with SQLite alone"
    f" (apt install postgresql, or {SETTING}=postgresql://... of a server where databases may be made)"
)


def skip() -> None:
    """Leave a test out, or fail it where everything must be there."""
    if os.environ.get("CI"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


class Server:
    """A server, and as many empty databases of ours as are asked for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._numbers = itertools.count(1)
        self._template = f"taproom_template_{os.getpid()}"
        self._made = [self._template]
        self.run(f"CREATE DATABASE {self._template} ENCODING 'UTF8' TEMPLATE template0")
        asyncio.run(self._shape())

    async def _shape(self) -> None:
        await (await Store.open(self.place(self._template), hooks=HOOKS)).close()

    def place(self, name: str) -> Postgres:
        return Postgres(urlunsplit(urlsplit(self.url)._replace(path=f"/{name}")))

    def fresh(self, *, empty: bool = False) -> Postgres:
        """A database of its own: with our schema, or `empty`."""
        name = f"taproom_{os.getpid()}_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {'template0' if empty else self._template}")
        self._made.append(name)
        return self.place(name)

    def drop(self, place: Postgres) -> None:
        self.run(f"DROP DATABASE IF EXISTS {place.name} WITH (FORCE)")
        self._made.remove(place.name)

    def close(self) -> None:
        for name in self._made:
            self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def run(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def server() -> Iterator[Server]:
    """The server, while somebody needs it."""
    if url := os.environ.get(SETTING):
        found = Server(url)
        yield found
        found.close()
        return
    if binary("initdb") is None:
        skip()
    with temporary_server() as url:
        yield Server(url)
