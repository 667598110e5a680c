from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """All that is loaded by now stays until the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()
