"""A vote on a decision."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import Board
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """A decision that whoever must take it has put to a vote: the `lines` of notation to choose from.

    It is that of a `seat` in a `turn`, after line `ply` of the log; `begins` is the codec's JSON of the
    position, and `user_id` who asks. The vote closes by itself once it `ends`. `number` tells it from others
    of its table.
    """

    table_id: int
    number: int
    turn: int
    ply: int
    seat: Seat
    user_id: int
    begins: str
    lines: tuple[str, ...]
    at: float
    ends: float
    closed: bool = False
    message: Board | None = None
