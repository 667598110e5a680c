"""A plan for a turn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import Board
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Plan:
    """Lines for a seat whose turn it is, from a position on; they are for that `turn` of their table.

    `begins` is the codec's JSON of the position, `name` what whoever made it calls it. A `draft` is seen by
    them alone; other plans have a `message` once they are posted. `worth` is what a mind gave those who play
    for the position that a plan leads to, and `worth_now` for the one that it begins at, from 0 to 1.
    """

    table_id: int
    turn: int
    seat: Seat
    user_id: int
    begins: str
    lines: tuple[str, ...]
    at: float
    number: int = 0
    draft: bool = True
    name: str = ""
    worth: float | None = None
    worth_now: float | None = None
    message: Board | None = None
