"""The place of an action of Ploc on its picture."""

from __future__ import annotations

from typing import Final

from engine.ploc.model import PLACES, Action, Verb, View
from render.kit.hint import WAY, Rect
from render.kit.sheet import Sheet
from render.ploc.dice import die_at, free_die_at
from render.ploc.green import PLAQUE, TRAY, Box, is_right, mirror_x
from render.ploc.score import BENCH, COUNTS


def hinted_places(_view: View, action: Action) -> tuple[str, ...]:
    """Return the die and its target place; the die to reroll; or all dice for the end of a turn."""
    if action.verb is Verb.USE:
        return (f"die {action.die}{WAY}{PLACES[action.place]}",)
    if action.verb is Verb.REROLL:
        return (f"die {action.die}",)
    return ("dice",) if action.verb in (Verb.BERSERK, Verb.DONE) else ()


def place_of(view: View, sheet: Sheet, what: str) -> Rect:
    """Return an unused die by its value, all dice, or a place of a column; raises `KeyError`.

    A place is in the active column (`a`), or in a seat's (`1a`); a seat also has its number of athletes
    (`count 1`) and its bench (`bench 1`).
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
"""The parts of a village's plaque that can be named, in pixels of the left one."""


def _on_plaque(part: Box, *, right: bool) -> Rect:
    left = PLAQUE.width - part.x - part.width if right else part.x
    return Rect(mirror_x(PLAQUE.x, PLAQUE.width, right=right) + left, PLAQUE.y + part.y, *part[2:])
