"""Where an action of Ploc is on its picture."""

from __future__ import annotations

from typing import Final

from engine.ploc.model import PLACES, Action, Verb, View
from render.kit.hint import WAY, Rect
from render.kit.sheet import Sheet
from render.ploc.dice import die_at, free_die_at
from render.ploc.green import PLAQUE, TRAY, Box, is_right, mirror_x
from render.ploc.score import BENCH, COUNTS


def hinted_places(_view: View, action: Action) -> tuple[str, ...]:
    """The die and the place where it goes; the die that is rolled anew; all of them for a turn's end."""
    if action.verb is Verb.USE:
        return (f"die {action.die}{WAY}{PLACES[action.place]}",)
    if action.verb is Verb.REROLL:
        return (f"die {action.die}",)
    return ("dice",) if action.verb in (Verb.BERSERK, Verb.DONE) else ()


def place_of(view: View, sheet: Sheet, what: str) -> Rect:
    """A die that is not used yet, by what it shows; all of them; or a place of a column.

    A place is of the column on turn (`a`), or of a seat's (`1a`); of a seat, too, are how many athletes
    it has (`count 1`) and its bench (`bench 1`).
    """
    if what == "dice":
        return Rect(*TRAY)
    kind, _, of = what.partition(" ")
    if kind in _COUNTED:
        return _on_plaque(_COUNTED[kind], right=is_right(int(of), turned=sheet.turned))
    if kind == "die":
        return Rect(*free_die_at(view.turn, int(of)))
    seat = int(what[0]) if what[0].isdecimal() else view.turn.seat
    return Rect(*die_at(seat, PLACES.index(what[-1]), turned=sheet.turned))


_COUNTED: Final = {"count": COUNTS, "bench": BENCH}
"""What can be meant of a village's plaque, in pixels of the left one."""


def _on_plaque(part: Box, *, right: bool) -> Rect:
    left = PLAQUE.width - part.x - part.width if right else part.x
    return Rect(mirror_x(PLAQUE.x, PLAQUE.width, right=right) + left, PLAQUE.y + part.y, *part[2:])
