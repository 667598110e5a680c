"""The text twin of the picture, to be read aloud: both sides, the dice, what they did and can hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core import Seat
from engine.ploc.model import PLACES, Deed, Turn, Use, View
from engine.ploc.phrases import PHRASES
from engine.ploc.sides import free_places, hits, unused_dice
from engine.speech import English, Say

ENGLISH: Final = English(PHRASES)

VILLAGES: Final = ("Plockton", "Broadford")


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The match, a line a side, the dice of two turns, who must act, and what the dice left can hit."""
    turns = (turn for turn in (view.last, view.turn) if turn is not None)
    return "\n".join(
        (
            _match(view, say),
            *(_side(view, seat, say) for seat in (0, 1)),
            *(_turn(turn, say) for turn in turns),
            *_decision_lines(view, say),
        )
    )


def _match(view: View, say: Say) -> str:
    if view.limit:
        told = say("ploc.text.turn.limited", match=view.match, turn=view.turn.number, limit=view.limit)
    else:
        told = say("ploc.text.turn", match=view.match, turn=view.turn.number)
    won = (
        say("ploc.text.won", match=match, village=VILLAGES[result.winner])
        for match, result in enumerate(view.results, start=1)
    )
    return " ".join([told, *won])


def _side(view: View, seat: Seat, say: Say) -> str:
    """A village, its column and its athletes; the columns stand below each other."""
    side, reserve = view.sides[seat], view.reserves[seat]
    return say(
        "ploc.text.side.lying" if side.lying else "ploc.text.side",
        village=VILLAGES[seat],
        blank=" " * (max(map(len, VILLAGES)) - len(VILLAGES[seat])),
        column=", ".join(f"{place} {die}" for place, die in zip(PLACES, side.column, strict=True)),
        athletes=say.some("ploc.text.athletes", side.athletes),
        lying=side.lying,
        reserve=reserve,
    )


def _turn(turn: Turn, say: Say) -> str:
    """Who rolled what, and what it did, as in `Plockton rolled 4, 4 (rerolled), 1: 4 hit at a`."""
    dice = ", ".join(
        say("ploc.text.rerolled", die=die) if again else str(die)
        for die, again in zip(turn.dice, turn.rerolled, strict=True)
    )
    village, told = VILLAGES[turn.seat], ", ".join(_uses(turn, say))
    if not told:
        return say("ploc.text.rolled", village=village, dice=dice)
    return say("ploc.text.rolled.did", village=village, dice=dice, did=told)


def _uses(turn: Turn, say: Say) -> Iterator[str]:
    for use in turn.uses:
        yield _use(turn.dice[use.die], use, say)
    if turn.berserk is not None:
        lying, standing = turn.berserk
        gone = say.some("ploc.text.athletes", standing + lying)
        yield say("ploc.text.berserk.lying" if lying else "ploc.text.berserk", athletes=gone, lying=lying)


def _use(die: int, use: Use, say: Say) -> str:
    place = PLACES[use.place]
    if use.deed is Deed.SWAP:
        return say("ploc.text.swap", die=die, place=place, change=f"{use.change:+}")
    if use.deed is Deed.WEAKEN:
        return say("ploc.text.weaken", die=die, place=place)
    return say("ploc.text.hit.lying" if use.lying else "ploc.text.hit", die=die, place=place)


def _decision_lines(view: View, say: Say) -> Iterator[str]:
    """How it ended, or who must do what; then, a line each, what the dice that are left can hit."""
    if view.outcome is not None:
        yield say(f"ploc.text.over.{view.outcome.ending}", village=VILLAGES[view.outcome.winners[0]])
        return
    acting = VILLAGES[next(iter(view.to_act))]
    if view.offer is not None:
        yield say("ploc.text.offer", village=VILLAGES[view.offer], other=acting)
    elif view.complete:
        yield say("ploc.text.pass", village=acting)
    else:
        dice = [view.turn.dice[at] for at in unused_dice(view.turn)]
        told = [say("ploc.text.uses", village=acting, dice=", ".join(map(str, dice)))]
        if view.turn.rerolls_now:
            told.append(say.some("ploc.text.rerolls", view.turn.rerolls_now))
        if view.berserk:
            told.append(say("ploc.text.berserk.possible"))
        yield " ".join(told)
        yield from (_can_hit(view, die, say) for die in dict.fromkeys(dice))


def _can_hit(view: View, die: int, say: Say) -> str:
    """A die that is not used yet, and the free places where it would hit somebody."""
    own, other = view.sides[view.turn.seat], view.sides[1 - view.turn.seat]
    free = free_places(view.turn)
    upright = [place for place in free if other.standing and hits(die, own.column[place], lying=False)]
    lower = [place for place in free if other.lying and hits(die, own.column[place], lying=True)]
    places, others = (
        ", ".join(PLACES[place] for place in found)
        for found in (upright, [place for place in lower if place not in upright])
    )
    if places and others:
        return say("ploc.text.hits.both", die=die, places=places, others=others)
    if others:
        return say("ploc.text.hits.lying", die=die, places=others)
    return say("ploc.text.hits", die=die, places=places) if places else say("ploc.text.hits.none", die=die)
