"""The text twin of the picture: both sides, the dice, and what they did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, View

VILLAGES: Final = ("Plockton", "Broadford")
WIDEST: Final = 20
"""Athletes drawn one by one on each side; the rest is told by the number."""


def text(view: View) -> str:
    """The rope, a line a side, the dice on turn, those of the turn before, and who must act."""
    lines = [_match(view), _rope(view), *(_side(view, seat) for seat in (0, 1))]
    if view.last is not None:
        lines.append(f"before: {_turn(view.last)}")
    return "\n".join([*lines, f"now: {_turn(view.turn)}", _asked(view)])


def _match(view: View) -> str:
    limit = f" of {view.limit}" if view.limit else ""
    won = "".join(f"; match {n} won by {VILLAGES[r.winner]}" for n, r in enumerate(view.results, start=1))
    return f"match {view.match}, turn {view.turn.number}{limit}{won}"


def _rope(view: View) -> str:
    """Standing athletes as `i`, lying ones as `_`, next to the knot in the middle."""
    drawn = [("i" * side.standing + "_" * side.lying)[:WIDEST] for side in view.sides]
    return f"{drawn[0][::-1]:>{WIDEST}} --O-- {drawn[1]}".rstrip()


def _side(view: View, seat: Seat) -> str:
    side = view.sides[seat]
    column = " ".join(f"{place}={die}" for place, die in zip(PLACES, side.column, strict=True))
    lying = f" ({side.lying} lying)" if side.lying else ""
    return f"{VILLAGES[seat]:<9} {column}  athletes {side.athletes}{lying}, reserve {view.reserves[seat]}"


def _turn(turn: Turn) -> str:
    """Who rolled what, and what it did: `Plockton rolled 4 4* 1: 4a hit, 1b swap +0` (* was rerolled)."""
    dice = " ".join(
        f"{die}{'*' if again else ''}" for die, again in zip(turn.dice, turn.rerolled, strict=True)
    )
    told = ", ".join(_uses(turn))
    return f"{VILLAGES[turn.seat]} rolled {dice}{': ' if told else ''}{told}"


def _uses(turn: Turn) -> Iterator[str]:
    for use in turn.uses:
        how = {
            Deed.HIT: " lying" if use.lying else " standing",
            Deed.SWAP: f" {use.change:+}",
            Deed.WEAKEN: "",
        }
        yield f"{turn.dice[use.die]}{PLACES[use.place]} {use.deed}{how[use.deed]}"
    if turn.berserk is not None:
        yield f"berserk, {turn.berserk[1]} standing and {turn.berserk[0]} lying removed"


def _asked(view: View) -> str:
    if view.outcome is not None:
        return f"over by {view.outcome.ending}: {VILLAGES[view.outcome.winners[0]]} wins"
    acting = VILLAGES[next(iter(view.to_act))]
    if view.offer is not None:
        return f"{VILLAGES[view.offer]} offers to end the match; {acting} answers"
    if view.complete:
        return f"{acting} may pass the turn on"
    left = view.turn.rerolls_now
    rerolls = f", {left} reroll{'s' * (left > 1)}" if left else ""
    return f"{acting} uses the dice{rerolls}{', berserk possible' if view.berserk else ''}"
