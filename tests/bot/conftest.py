from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.checker import Found, gone_over
from bot.checking import Checking
from bot.games.catalogue import CATALOGUE
from bot.session import Context, Session
from bot.store import Store
from tests.bot.samples import Clock


@pytest.fixture(autouse=True)
def _checks_are_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred games need not be checked by a process each; `test_checking.py` sees to those."""

    async def asked(_self: Checking, text: str) -> Found:
        return await asyncio.to_thread(gone_over, text)

    monkeypatch.setattr(Checking, "_asked", asked)


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
