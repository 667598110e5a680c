"""What in a game of Ploc is worth seeing again."""

from __future__ import annotations

from engine.ploc import events


def weight(event: events.Event) -> int:
    """How many athletes came, left or lay down, and how a match and the game end."""
    match event:
        case events.Hit() | events.Weakened() | events.EndOffered():
            return 1
        case events.Swapped(change=change):
            return abs(change)
        case events.WentBerserk(standing=standing, lying=lying):
            return standing + lying
        case events.MatchEnded() | events.GameEnded() | events.Resigned():
            return 4
        case _:
            return 0
