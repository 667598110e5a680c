"""The highlights of a game of Ploc."""

from __future__ import annotations

from engine.ploc import events


def weight(event: events.Event) -> int:
    """Return the number of athletes that came, left or lay down, and the weight of ends."""
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
