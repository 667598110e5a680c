"""A server of PostgreSQL for the tests, on a socket of its own; or that of `TAPROOM_TEST_POSTGRES`."""

# ruff: noqa: S603 - what is started here stands here

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from bot.place import Postgres
from bot.store import Store

SETTING: Final = "TAPROOM_TEST_POSTGRES"
MISSING: Final = (
    "no PostgreSQL on this machine: the store, sessions and bots that are killed were tried with SQLite alone"
    f" (apt install postgresql, or {SETTING}=postgresql://... of a server where databases may be made)"
)
USER: Final = "postgres"
PATIENCE: Final = 60.0
FAST: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "deadlock_timeout": "100ms",
}
"""Nothing of it outlives the tests, so no disk has to be waited for."""


def binary(name: str) -> str | None:
    """Where a program of the server is; Debian keeps them out of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")]))


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
        await (await Store.open(self.place(self._template))).close()

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
    with started() as url:
        yield Server(url)


@contextmanager
def started(**settings: str) -> Iterator[str]:
    """The address of a server of our own, which ends with us; its data are gone then."""
    memory = Path("/dev/shm")  # noqa: S108 - its own folder is made there
    folder = Path(tempfile.mkdtemp(prefix="taproom-", dir=memory if os.access(memory, os.W_OK) else None))
    try:
        folder.chmod(0o755)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if os.getuid() == 0:  # which a server refuses to run as
            shutil.chown(folder, USER, USER)
            shutil.chown(data, USER, USER)
        made = (*as_user(), binary("initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "-N")
        subprocess.run(tuple(map(str, (*made, "--locale=C.UTF-8"))), check=True, capture_output=True)
        with running(folder, **settings):
            yield f"postgresql://{USER}@/postgres?host={folder}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """The process of a server over the data in a folder."""
    told = [part for key, value in {**FAST, **settings}.items() for part in ("-c", f"{key}={value}")]
    command = (*as_user(), binary("postgres"), "-D", folder / "data", "-k", folder, *told)
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(tuple(map(str, command)), stdout=log, stderr=log)
    try:
        _wait(f"postgresql://{USER}@/postgres?host={folder}")
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait()


def as_user() -> tuple[str, ...]:
    """How a program is started that must not be root, and must not outlive us."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return ()
    other = ("--reuid", USER, "--regid", USER, "--clear-groups") if os.getuid() == 0 else ()
    return (setpriv, "--pdeathsig", "SIGQUIT", *other)


def _wait(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with closing(psycopg.connect(url)):
                return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def without_driver(code: str) -> subprocess.CompletedProcess[str]:
    """Run some Python in a process where psycopg is not installed."""
    hidden = "import sys; sys.modules['psycopg'] = None\n"
    with suppress(OSError):
        return subprocess.run(
            (sys.executable, "-c", hidden + code), capture_output=True, text=True, check=False
        )
    raise AssertionError
