"""A server of PostgreSQL of our own, on a socket of its own, for tests and measurements."""

# ruff: noqa: S603 - what is started here stands here

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import psycopg

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


@contextmanager
def temporary_server() -> Iterator[str]:
    """The address of a server of our own, which ends with us; its data are gone then.

    Raises `FileNotFoundError` where no server is installed.
    """
    with temporary_data_folder() as folder, running_server(folder):
        yield address(folder)


def address(folder: Path) -> str:
    """The address of a server over the data in a folder."""
    return f"postgresql://{USER}@/postgres?host={folder}"


@contextmanager
def temporary_data_folder(home: Path | None = None) -> Iterator[Path]:
    """A folder with the data of a new server, for `running`; see `started`.

    They are in `home`, which is the caller's, or else in memory where there is any.
    """
    if binary("initdb") is None:
        raise FileNotFoundError("PostgreSQL is not installed (apt install postgresql)")
    memory = Path("/dev/shm")  # noqa: S108 - its own folder is made there
    folder = Path(tempfile.mkdtemp(prefix="taproom-", dir=memory if os.access(memory, os.W_OK) else None))
    try:
        folder.chmod(0o755)
        data = (home or folder) / "data"
        data.mkdir(mode=0o700)
        if home is not None:  # a socket's path must be short
            home.chmod(0o711)
            (folder / "data").symlink_to(data)
        if os.getuid() == 0:  # which a server refuses to run as
            shutil.chown(folder, USER, USER)
            shutil.chown(data, USER, USER)
        made = (*as_user(), binary("initdb"), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "-N")
        subprocess.run(tuple(map(str, (*made, "--locale=C.UTF-8"))), check=True, capture_output=True)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_server(folder: Path, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """The process of a server over the data in a folder."""
    told = [part for key, value in {**FAST, **settings}.items() for part in ("-c", f"{key}={value}")]
    command = (*as_user(), binary("postgres"), "-D", folder / "data", "-k", folder, *told)
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(tuple(map(str, command)), stdout=log, stderr=log)
    try:
        _wait(address(folder))
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
