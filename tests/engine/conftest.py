from __future__ import annotations

import pytest

from tests.engine.noted import GAMES, is_noted


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a slow test in the folder of a game with whose sources it has passed."""
    if item.path.parent.name in GAMES and item.get_closest_marker("slow") and is_noted(item.path.parent.name):
        pytest.skip("it has passed with these sources (tests/engine/noted.py)")
