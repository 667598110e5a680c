"""What in a night of One Man, Thrag! is worth seeing again."""

from __future__ import annotations

from engine.thrag.events import Ended, Escaped, Event, PawnTurnedBlack, Resigned, Slain, Struck, TileTurned


def weight(event: Event) -> int:
    """A beast that falls by its tile, a blow by its damage, and how it ends."""
    match event:
        case Slain(fight):
            return fight.tile
        case Struck(fight):
            return fight.damage
        case TileTurned(_, healed):
            return int(healed)
        case PawnTurnedBlack() | Escaped():
            return 1
        case Ended() | Resigned():
            return 8
        case _:
            return 0
