"""The highlights of a night of One Man, Thrag!."""

from __future__ import annotations

from engine.thrag.events import Ended, Escaped, Event, PawnTurnedBlack, Resigned, Slain, Struck, TileTurned


def weight(event: Event) -> int:
    """Return the weight of a slain beast by its tile, of a blow by its damage, and of the end."""
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
