"""Where an action of One Man, Thrag! is on its picture."""

from __future__ import annotations

from typing import Final

from engine.thrag.model import BEASTS, Action, Suit, Verb, View
from render.kit.hint import WAY, Rect
from render.thrag.arena import DIE as SMALL_DIE
from render.thrag.arena import DIE_AT
from render.thrag.hero import DIE, PAWN, PAWNS_AT, STEP
from render.thrag.hero import DIE_AT as HERO_DIE_AT
from render.thrag.life import COIN, FIRST, ROWS
from render.thrag.life import STEP as APART
from render.thrag.supply import PAWN as WEAPON
from render.thrag.supply import TOP
from render.thrag.table import ARENAS, HERO, LIFE, SUPPLIES

PLATE: Final = 44
"""How tall the place is where something is written above coins, in pixels."""


def hinted_places(view: View, action: Action) -> tuple[str, ...]:
    """The beast that is fought, and the coin that goes there; the die that is rolled anew; what is paid."""
    if action.verb is Verb.PAY:
        return tuple(f"c{value}" for value in action.coins)
    if action.suit is None:
        return ()
    if action.verb is Verb.REROLL:
        pawn = action.spent or action.suit
        held = "pawn" if pawn not in view.black_pawns else "black pawn"
        return (f"{held} {pawn}", f"die {action.suit}")
    if action.spent is not None:
        return (f"coins {action.spent}{WAY}{action.suit}",)
    return (str(action.suit),)


def place_of(view: View, what: str) -> Rect:
    """A beast by its suit, its die, the coins and the pawn of a suit, Thrag's die, or a hit point.

    `odds red` is where something is written above the red coins, so that they and their number stay in sight.
    Raises `ValueError`.
    """
    if what == "die black":
        return Rect(HERO.x + HERO_DIE_AT[0], HERO.y + HERO_DIE_AT[1], DIE, DIE)
    if what[0] == "c" and what[1:].isdecimal():
        return Rect(LIFE.x + FIRST + int(what[1:]) * APART, LIFE.y + ROWS[0], COIN, COIN)
    kind, _, suit = what.rpartition(" ")
    if kind == "black pawn":
        before = view.black_pawns.index(Suit(suit)) * STEP
        return Rect(HERO.x + PAWNS_AT[0] + before, HERO.y + PAWNS_AT[1], PAWN, PAWN)
    return _of_suit(kind, BEASTS.index(Suit(suit)))


def _of_suit(kind: str, at: int) -> Rect:
    arena, held = ARENAS[at], SUPPLIES[at]
    if kind == "die":
        return Rect(arena.x + DIE_AT[0] - 5, arena.y + DIE_AT[1] - 5, SMALL_DIE + 10, SMALL_DIE + 10)
    if kind == "coins":
        return Rect(held.x + 8, held.y + TOP - 8, 110, 78)
    if kind == "odds":
        return Rect(held.x + 8, held.y - PLATE // 2, 110, PLATE)
    if kind == "pawn":
        return Rect(held.x + held.width - 8 - WEAPON, held.y + TOP, WEAPON, WEAPON)
    return Rect(*arena)
