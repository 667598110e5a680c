"""`python -m bot` with one seed for all its tables, so that a test plays the same game every time.

Nothing is painted ahead: most tests look at one game, and are over before. What the bot says by itself is
looked for more often.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Final

from bot import client, playground
from bot.__main__ import main

SEED: Final = "7a9100b5" * 4


async def _nothing() -> None:
    """A stub for functions that must do nothing."""


if __name__ == "__main__":
    vars(client)["secrets"] = SimpleNamespace(token_hex=lambda _: SEED)
    vars(client)["Painting"] = lambda _: SimpleNamespace(stop=_nothing)
    vars(playground)["_POLL"] = 0.2
    sys.exit(main())
