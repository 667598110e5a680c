"""Where an action of Ploc is on its picture."""

from __future__ import annotations

from engine.ploc.model import PLACES, Action, Verb, View
from render.kit.hint import WAY, Place
from render.kit.sheet import Sheet
from render.ploc.dice import die_at, free_at
from render.ploc.green import TRAY


def hinted(_view: View, action: Action) -> tuple[str, ...]:
    """The die and the place where it goes; the die that is rolled anew; all of them for a turn's end."""
    if action.verb is Verb.USE:
        return (f"die {action.die}{WAY}{PLACES[action.place]}",)
    if action.verb is Verb.REROLL:
        return (f"die {action.die}",)
    return ("dice",) if action.verb in (Verb.BERSERK, Verb.DONE) else ()


def place_of(view: View, sheet: Sheet, what: str) -> Place:
    """A die that is not used yet, by what it shows; all of them; or a place of a column.

    A place is of the column on turn (`a`), or of a seat's (`1a`).
    """
    if what == "dice":
        return Place(*TRAY)
    if what.startswith("die "):
        return Place(*free_at(view.turn, int(what.removeprefix("die "))))
    seat = int(what[0]) if what[0].isdecimal() else view.turn.seat
    return Place(*die_at(seat, PLACES.index(what[-1]), turned=sheet.turned))
