"""A plan for a turn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import Board
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of lines for the seat to act, from a position on; valid for that `turn` of its table.

    `begins` is the codec's JSON of the position, `name` the title its author gave it. A `draft` is visible to
    its author only; a shared plan has a `message` once it is posted. `worth` is the engine's evaluation for
    the players after the plan, `worth_now` before it, both from 0 to 1.
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
