"""A user's attempts at puzzles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attempts:
    """A user's attempts at a game's puzzles: the number of `tries` at that of the `day`, an ISO date.

    `found` and `shared` refer to that puzzle; `streak` is the number of consecutive days with a solved one,
    up to the `last`. Both dates are empty before the first.
    """

    day: str = ""
    tries: int = 0
    found: bool = False
    shared: bool = False
    streak: int = 0
    last: str = ""
