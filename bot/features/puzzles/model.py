"""What somebody did with puzzles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attempts:
    """What somebody did with a game's puzzles: so many `tries` at that of the `day`, an ISO date.

    `found` and `shared` are of that one; `streak` is on how many days in a row up to the `last` one they have
    found it. Both dates are empty before the first.
    """

    day: str = ""
    tries: int = 0
    found: bool = False
    shared: bool = False
    streak: int = 0
    last: str = ""
