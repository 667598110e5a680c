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
    """A die that is not used yet, by what it shows; all of them; or a place of the column on turn."""
    if what == "dice":
        return Place(*TRAY)
    if what.startswith("die "):
        return Place(*free_at(view.turn, int(what.removeprefix("die "))))
    return Place(*die_at(view.turn.seat, PLACES.index(what), turned=sheet.turned))
