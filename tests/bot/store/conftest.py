from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "taproom.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path, patience=0.1)
    yield store
    await store.close()
