"""What in a game of Ploc is worth seeing again."""

from __future__ import annotations

from engine.ploc.events import (
    EndOffered,
    Event,
    GameEnded,
    Hit,
    MatchEnded,
    Resigned,
    Swapped,
    Weakened,
    WentBerserk,
)


def weight(event: Event) -> int:
    """How many athletes came, left or lay down, and how a match and the game end."""
    match event:
        case Hit() | Weakened() | EndOffered():
            return 1
        case Swapped(change=change):
            return abs(change)
        case WentBerserk(standing=standing, lying=lying):
            return standing + lying
        case MatchEnded() | GameEnded() | Resigned():
            return 4
        case _:
            return 0
