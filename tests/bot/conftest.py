from __future__ import annotations

import asyncio
import pickle
import shutil
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE
from bot.kernel.check_pool import CheckPool
from bot.kernel.check_worker import CheckResult, check_file
from bot.kernel.session import Context, Session
from bot.minds.pool import SearchPool
from bot.minds.worker import SearchQuestion, answer
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
    """Check files in a thread instead of a process; `test_checking.py` tests the processes."""

    async def check_in_thread(_self: CheckPool, text: str) -> CheckResult:
        return await asyncio.to_thread(check_file, text)

    monkeypatch.setattr(CheckPool, "_check_in_turn", check_in_thread)


@pytest.fixture(autouse=True)
def _searches_are_made_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in a thread instead of a process, whose start takes seconds, and the same question only once.

    The pool and its processes are tested in the modules `SEARCHING`.
    """

    async def search_in_thread(_self: SearchPool, question: SearchQuestion, *_: object) -> object:
        return await asyncio.to_thread(_search, pickle.dumps(question))

    if request.path.name not in SEARCHING:
        monkeypatch.setattr(SearchPool, "_ask_here", search_in_thread)


@cache
def _search(question: bytes) -> object:
    """Answer a pickled question: a search looks at nothing else, its seed included."""
    return answer(pickle.loads(question))  # noqa: S301 - from this process


SEARCHING: Final = {"test_pool.py", "test_thinkers.py"}

EVERYDAY: Final = {"test_store"}
"""The modules whose tests with PostgreSQL are fast tests; those of the others are slow."""

FOLDERS: Final = {"store", "kernel", "features"}
"""The folders whose tests run on both databases, with the folders below them."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests with a `place`, but without a `path`, on both databases."""
    if "place" not in metafunc.fixturenames or "path" in metafunc.fixturenames:
        return
    path = metafunc.definition.path
    if path.relative_to(Path(__file__).parent).parts[0] in FOLDERS:
        marks = () if path.stem in EVERYDAY else pytest.mark.slow
        metafunc.parametrize("place", ["sqlite", pytest.param("postgres", marks=marks)], indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseLocation]:
    """The location of a test's own database."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "taproom.db"
        return
    server: Server = request.getfixturevalue("postgres")
    made = server.fresh()
    yield made
    server.drop(made)


@pytest.fixture
def path(place: DatabaseLocation) -> Path:
    """The database file, for tests of files."""
    assert isinstance(place, Path)
    return place


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty file with our schema: copying it is faster than all migrations."""
    made = tmp_path_factory.mktemp("template") / "taproom.db"

    async def shape() -> None:
        await (await Store.open(made, hooks=HOOKS)).close()

    asyncio.run(shape())
    return made


@pytest.fixture
def prepared_place(place: DatabaseLocation, request: pytest.FixtureRequest) -> DatabaseLocation:
    """The location of a database with our schema, as after the first start."""
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
