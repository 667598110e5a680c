from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.catalogue import CATALOGUE
from bot.session import Context, Session
from bot.store import Store
from tests.bot.samples import Clock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "taproom.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path, patience=0.1)
    yield store
    await store.close()


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, CATALOGUE, clock, lambda: "secret"))
