"""The text twin of the picture: both sides, the dice, and what they did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, Use, View
from engine.ploc.phrases import PHRASES
from engine.speech import English, Say

ENGLISH: Final = English(PHRASES)

VILLAGES: Final = ("Plockton", "Broadford")
WIDEST: Final = 20
"""Athletes drawn one by one on each side; the rest is told by the number."""


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The rope, a line a side, the dice on turn, those of the turn before, and who must act."""
    lines = [_match(view, say), _rope(view), *(_side(view, seat, say) for seat in (0, 1))]
    if view.last is not None:
        lines.append(say("ploc.text.before", turn=_turn(view.last, say)))
    return "\n".join([*lines, say("ploc.text.now", turn=_turn(view.turn, say)), _asked(view, say)])


def _match(view: View, say: Say) -> str:
    if view.limit:
        told = say("ploc.text.turn.limited", match=view.match, turn=view.turn.number, limit=view.limit)
    else:
        told = say("ploc.text.turn", match=view.match, turn=view.turn.number)
    won = (
        say("ploc.text.won", match=match, village=VILLAGES[result.winner])
        for match, result in enumerate(view.results, start=1)
    )
    return "; ".join([told, *won])


def _rope(view: View) -> str:
    """Standing athletes as `i`, lying ones as `_`, next to the knot in the middle."""
    drawn = [("i" * side.standing + "_" * side.lying)[:WIDEST] for side in view.sides]
    return f"{drawn[0][::-1]:>{WIDEST}} --O-- {drawn[1]}".rstrip()


def _side(view: View, seat: Seat, say: Say) -> str:
    side, reserve = view.sides[seat], view.reserves[seat]
    column = " ".join(f"{place}={die}" for place, die in zip(PLACES, side.column, strict=True))
    if side.lying:
        told = say("ploc.text.side.lying", athletes=side.athletes, lying=side.lying, reserve=reserve)
    else:
        told = say("ploc.text.side", athletes=side.athletes, reserve=reserve)
    return f"{VILLAGES[seat]:<9} {column}  {told}"


def _turn(turn: Turn, say: Say) -> str:
    """Who rolled what, and what it did: `Plockton rolled 4 4* 1: 4a hit, 1b swap +0` (* was rerolled)."""
    dice = " ".join(
        f"{die}{'*' if again else ''}" for die, again in zip(turn.dice, turn.rerolled, strict=True)
    )
    village, told = VILLAGES[turn.seat], ", ".join(_uses(turn, say))
    if not told:
        return say("ploc.text.rolled", village=village, dice=dice)
    return say("ploc.text.rolled.did", village=village, dice=dice, did=told)


def _uses(turn: Turn, say: Say) -> Iterator[str]:
    for use in turn.uses:
        yield _use(f"{turn.dice[use.die]}{PLACES[use.place]}", use, say)
    if turn.berserk is not None:
        lying, standing = turn.berserk
        yield say("ploc.text.berserk", standing=standing, lying=lying)


def _use(die: str, use: Use, say: Say) -> str:
    if use.deed is Deed.SWAP:
        return say("ploc.text.swap", die=die, change=f"{use.change:+}")
    if use.deed is Deed.WEAKEN:
        return say("ploc.text.weaken", die=die)
    return say("ploc.text.hit.lying" if use.lying else "ploc.text.hit", die=die)


def _asked(view: View, say: Say) -> str:
    if view.outcome is not None:
        return say(f"ploc.text.over.{view.outcome.ending}", village=VILLAGES[view.outcome.winners[0]])
    acting = VILLAGES[next(iter(view.to_act))]
    if view.offer is not None:
        return say("ploc.text.offer", village=VILLAGES[view.offer], other=acting)
    if view.complete:
        return say("ploc.text.pass", village=acting)
    told = [say("ploc.text.uses", village=acting)]
    if view.turn.rerolls_now:
        told.append(say.some("ploc.text.rerolls", view.turn.rerolls_now))
    if view.berserk:
        told.append(say("ploc.text.berserk.possible"))
    return ", ".join(told)
