"""The states of Ploc that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core import Outcome, Seat
from engine.ploc.model import BERSERK, PLACES, Action, Deed, Dice, MatchResult, Side, Turn, Use, Verb, View
from render.kit.sheet import Sheet
from render.ploc.hint import hinted_places
from render.ploc.labels import in_english
from render.ploc.paint import paint
from tools.gallery.wall import GameWall

ATHLETES: Final = 18
"""How many a village has, on the rope or on the bench."""

Sides = tuple[Side, Side]


def side(column: str, standing: int, lying: int = 0) -> Side:
    """A column written as `432`, and its athletes."""
    return Side(dice(column), standing, lying)


def dice(text: str) -> Dice:
    """Three dice written as `432`."""
    one, two, three = (int(value) for value in text)
    return one, two, three


def turn(seat: Seat, rolled: str, rerolled: str = "000", *, number: int = 5, rerolls: int = 0) -> Turn:
    """A turn in which nothing is done yet; `rerolled` has a 1 for each die that was rolled twice."""
    first, second, third = (mark == "1" for mark in rerolled)
    return Turn(seat, number, dice(rolled), rerolls, (first, second, third))


def after_deeds(now: Turn, sides: Sides, deeds: str) -> tuple[Turn, Sides]:
    """The turn and both sides after `deeds` such as `0a hit, 2b swap`, a die being told by its number.

    What it does is `hit`, `fell` (hits somebody who lies), `swap` or `weaken`.
    """
    for deed in filter(None, deeds.split(", ")):
        use = _use(now, sides, int(deed[0]), PLACES.index(deed[1]), deed[3:])
        now = replace(now, uses=(*now.uses, use), before=(*now.before, sides))
        sides = _after(sides, now, use)
    return now, sides


def _use(now: Turn, sides: Sides, die: int, place: int, what: str) -> Use:
    met = sides[now.seat].column[place]
    if what == "swap":
        return Use(die, place, Deed.SWAP, met, change=1 + now.dice[die] - met)
    return Use(die, place, Deed.WEAKEN if what == "weaken" else Deed.HIT, met, lying=what == "fell")


def _after(sides: Sides, now: Turn, use: Use) -> Sides:
    mine, theirs = sides[now.seat], sides[1 - now.seat]
    if use.deed is Deed.SWAP:
        column = list(mine.column)
        column[use.place] = now.dice[use.die]
        lost = min(mine.lying, max(0, -use.change))
        mine = Side((column[0], column[1], column[2]), mine.standing + use.change + lost, mine.lying - lost)
    elif use.deed is Deed.WEAKEN:
        theirs = replace(theirs, standing=theirs.standing - 1, lying=theirs.lying + 1)
    else:
        theirs = replace(theirs, standing=theirs.standing - (not use.lying), lying=theirs.lying - use.lying)
    return (mine, theirs) if now.seat == 0 else (theirs, mine)


def after_berserk(now: Turn, sides: Sides, lying: int) -> tuple[Turn, Sides]:
    """The turn and both sides after berserk, `lying` of those removed were lying."""
    theirs = sides[1 - now.seat]
    standing = min(BERSERK, theirs.athletes) - lying
    left = replace(theirs, standing=theirs.standing - standing, lying=theirs.lying - lying)
    now = replace(now, berserk=(lying, standing), before=(sides,))
    return now, (sides[0], left) if now.seat == 0 else (left, sides[1])


def view(
    sides: Sides,
    now: Turn,
    *,
    match: int = 1,
    last: Turn | None = None,
    offer: Seat | None = None,
    results: tuple[MatchResult, ...] = (),
    limit: int = 0,
    outcome: Outcome | None = None,
) -> View:
    """What there is to see of both sides in the midst of a turn."""
    opening = now.before[0] if now.before else sides
    lowest = min(opening[now.seat].column)
    free = not now.uses and now.berserk is None
    actor = now.seat if offer is None else 1 - offer
    return View(
        match=match,
        sides=sides,
        opening=opening,
        reserves=(max(0, ATHLETES - sides[0].athletes), max(0, ATHLETES - sides[1].athletes)),
        turn=now,
        last=last,
        offer=offer,
        results=results,
        limit=limit,
        berserk=outcome is None and free and len(set(now.dice)) == 1 and now.dice[0] >= lowest,
        complete=outcome is None and (len(now.uses) == len(now.dice) or now.berserk is not None),
        to_act=frozenset() if outcome else frozenset({actor}),
        outcome=outcome,
    )


def _sheet(line: str, *, turned: bool = False, chosen: str = "", targets: str = "") -> Sheet:
    marks = tuple(filter(None, chosen.split(","))), tuple(filter(None, targets.split(",")))
    return Sheet("T9", "3f9a1c", "Ploc", line, turned, *marks, ("Rowan", "Magda"), in_english)


_START: Final[Sides] = (side("432", 9), side("313", 7))
_FIRST: Final = MatchResult(0, "hit", 11)
_WON: Final = MatchResult(1, "berserk", 14)


_LAST: Final = after_deeds(
    turn(1, "521", number=4), (side("663", 9), side("452", 8, 1)), "0b hit, 2c weaken, 1a swap"
)
_USED: Final = after_deeds(turn(0, "441", number=1), _START, "0a hit")
_ALL: Final = after_deeds(turn(0, "441", "001", number=1), _START, "0a hit, 1b swap, 2c weaken")
_FALLEN: Final = after_deeds(
    turn(0, "512", number=4), (side("543", 6, 2), side("643", 7, 2)), "0a hit, 1b weaken, 2c swap"
)
_RAGE: Final = after_berserk(turn(1, "333", "010"), (side("543", 5, 2), side("643", 7)), 2)
_END_HIT: Final = after_deeds(
    turn(0, "652", number=12), (side("552", 8, 1), side("421", 1, 1)), "0a hit, 2c fell"
)
_END_RAGE: Final = after_berserk(turn(1, "444", number=9), (side("211", 2, 1), side("443", 12)), 1)
_END_SWAP: Final = after_deeds(
    turn(0, "143", number=21), (side("631", 1, 1), side("555", 14, 1)), "1b swap, 0a swap"
)
_CROWDS: Final = after_deeds(
    turn(1, "553", number=99), (side("666", 111, 9), side("655", 90, 6)), "0a hit, 1b swap"
)
_EVEN: Final[Sides] = (side("654", 15, 1), side("555", 13, 1))

PICTURES: Final[dict[str, tuple[View, Sheet]]] = {
    "start": (view(_START, turn(0, "641", number=1)), _sheet("Rowan: use a die")),
    "reroll": (
        view(_LAST[1], turn(0, "315", "100", rerolls=1), last=_LAST[0]),
        _sheet("Rowan: reroll, or use a die"),
    ),
    "used": (view(_USED[1], _USED[0]), _sheet("Rowan: two dice left")),
    "guided": (
        view(_LAST[1], turn(0, "335", number=5), last=_LAST[0]),
        _sheet("Rowan: which place?", chosen="die 5", targets="a,b,c"),
    ),
    "complete": (view(_ALL[1], _ALL[0], limit=40), _sheet("Rowan: pass the dice")),
    "weakened": (view(_FALLEN[1], turn(1, "426"), last=_FALLEN[0]), _sheet("Magda: use a die")),
    "possible": (
        view((side("543", 5, 2), side("643", 7)), turn(1, "333", "010", rerolls=0), last=None),
        _sheet("Magda: berserk?"),
    ),
    "berserk": (view(_RAGE[1], _RAGE[0]), _sheet("Magda: pass the dice")),
    "raged": (
        view(_RAGE[1], turn(0, "621", number=6), last=_RAGE[0]),
        _sheet("Rowan: use a die"),
    ),
    "offer": (
        view(_EVEN, replace(turn(0, "625", number=31)), offer=0, last=None),
        _sheet("Magda: end the match?"),
    ),
    "second": (
        view((side("653", 15), side("312", 6)), turn(1, "264", number=1), match=2, results=(_FIRST,)),
        _sheet("Magda: use a die"),
    ),
    "turned": (
        view((side("653", 15), side("312", 6)), turn(1, "264", number=1), match=2, results=(_FIRST,)),
        _sheet("Magda: use a die", turned=True),
    ),
    "lopsided": (
        view((side("666", 19), side("111", 1, 1)), turn(1, "655", number=8), match=2, results=(_FIRST,)),
        replace(_sheet("Magdalena: use a die"), names=("Bartholomew the Verbose", "Magdalena von Hohenfels")),
    ),
    "crowds": (
        view(_CROWDS[1], _CROWDS[0], limit=200),
        _sheet("Magda: one die left"),
    ),
    "hit": (
        view(_END_HIT[1], _END_HIT[0], match=2, results=(_WON, _FIRST), outcome=Outcome("hit", (0,), (1, 0))),
        _sheet("Rowan wins"),
    ),
    "rage": (
        view(
            _END_RAGE[1],
            _END_RAGE[0],
            match=2,
            results=(_FIRST, _WON),
            outcome=Outcome("berserk", (1,), (0, 1)),
        ),
        _sheet("Magda wins"),
    ),
    "own-swap": (
        view(
            _END_SWAP[1], _END_SWAP[0], match=2, results=(_FIRST, _WON), outcome=Outcome("swap", (1,), (0, 1))
        ),
        _sheet("Magda wins"),
    ),
    "agreement": (
        view(
            _EVEN, turn(1, "642"), match=2, results=(_WON, _FIRST), outcome=Outcome("agreement", (0,), (1, 0))
        ),
        _sheet("Rowan wins"),
    ),
}


def _die(picture: str, number: int) -> int:
    """What a die of a picture shows."""
    return PICTURES[picture][0].turn.dice[number]


HINTS: Final[tuple[tuple[str, Action], ...]] = (
    ("start", Action(Verb.USE, 4, 1, Deed.HIT)),
    ("guided", Action(Verb.USE, _die("guided", 2), 0, Deed.SWAP)),
    ("reroll", Action(Verb.REROLL, _die("reroll", 0))),
    ("complete", Action(Verb.DONE)),
)
"""Actions that are advised, on pictures by name."""

WALL: Final = GameWall(PICTURES, paint, hinted_places, HINTS)
