from __future__ import annotations

import gc

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that in the end no processor waits: browsers, then what stays together."""
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
