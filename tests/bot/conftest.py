from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE
from bot.kernel.check_pool import CheckPool
from bot.kernel.check_worker import CheckResult, check_file
from bot.kernel.session import Context, Session
from bot.ops.location import DatabaseLocation
from bot.store import Store
from bot.ui.alarms.kinds import ALARMS
from tests.bot import judge
from tests.bot.samples import Clock
from tests.postgres import Server

check_requests = judge.check_requests
nothing_wrong_is_sent = judge.nothing_wrong_is_sent


@pytest.fixture(autouse=True)
def _checks_are_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred games need not be checked by a process each; `test_checking.py` sees to those."""

    async def check_in_thread(_self: CheckPool, text: str) -> CheckResult:
        return await asyncio.to_thread(check_file, text)

    monkeypatch.setattr(CheckPool, "_check_in_turn", check_in_thread)


EVERYDAY: Final = {"test_session", "test_store"}
"""The modules that are tried with PostgreSQL every day; the others are slow tests."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is asked of a `place`, and not of a file, holds for both databases."""
    if "place" not in metafunc.fixturenames or "path" in metafunc.fixturenames:
        return
    room, name = metafunc.definition.path.parent.name, metafunc.definition.path.stem
    if room in ("store", "session") or name in ("test_service", "test_storage"):
        marks = () if name in EVERYDAY else pytest.mark.slow
        metafunc.parametrize("place", ["sqlite", pytest.param("postgres", marks=marks)], indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseLocation]:
    """Where the tables of a test are kept: each has its own."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "taproom.db"
        return
    server: Server = request.getfixturevalue("postgres")
    made = server.fresh()
    yield made
    server.drop(made)


@pytest.fixture
def path(place: DatabaseLocation) -> Path:
    """The same, for what is about a file."""
    assert isinstance(place, Path)
    return place


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with our schema and nothing in it: to copy it takes less than all migrations."""
    made = tmp_path_factory.mktemp("template") / "taproom.db"

    async def shape() -> None:
        await (await Store.open(made, hooks=HOOKS)).close()

    asyncio.run(shape())
    return made


@pytest.fixture
def prepared_place(place: DatabaseLocation, request: pytest.FixtureRequest) -> DatabaseLocation:
    """The place with our schema in it, as it is after the first start."""
    if isinstance(place, Path):
        shutil.copy(request.getfixturevalue("template"), place)
    return place


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(prepared_place: DatabaseLocation) -> AsyncIterator[Store]:
    store = await Store.open(prepared_place, patience=0.1, hooks=HOOKS)
    yield store
    await store.close()


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))
