"""What speaks for an action in One Man, Thrag!, and what against it: facts, counted by the rules.

Nothing here is thought out. Dice and black tiles are counted; a coin is one of those that everybody may know
to be unseen, or any at all, and then what is told of it is no more than that (`exact` is false).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.core import Seat
from engine.thrag.mind.odds import coin_worths, heal_chance
from engine.thrag.model import BEASTS, NULL, TURNS, VALUES, Action, Suit, Verb, View
from engine.thrag.position import aimed_at, index, payments


@dataclass(frozen=True, slots=True)
class Slays:
    """The beast of a suit falls, with this chance; the coin has to add `need` at least, 0 without one."""

    suit: Suit
    chance: float
    need: int = 0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Wins:
    """It is the last beast of all, and it falls for certain."""


@dataclass(frozen=True, slots=True)
class LastOfSuit:
    """No other beast of the suit lives: once it falls, its pawn, if it is left, rerolls Thrag's die."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class SparesCoins:
    """No coin is used up."""


@dataclass(frozen=True, slots=True)
class MustFight:
    """There has to be one fight a turn, and there was none yet."""


@dataclass(frozen=True, slots=True)
class Falls:
    """A new roll makes the beast of a suit, or where it is black one of all, fall without a coin."""

    suit: Suit
    chance: float


@dataclass(frozen=True, slots=True)
class Betters:
    """A new roll is better for Thrag than the die as it lies, with this chance."""

    suit: Suit
    chance: float


@dataclass(frozen=True, slots=True)
class Keeps:
    """These hit points are left, those that can pay."""

    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cheapest:
    """No other way to pay costs less; `exactly` what is owed, or more."""

    exactly: bool


@dataclass(frozen=True, slots=True)
class Heals:
    """The next black tile brings a hit point back, with this chance."""

    chance: float


@dataclass(frozen=True, slots=True)
class NothingFree:
    """None of the beasts that stand falls to Thrag's die alone."""

    beasts: int


@dataclass(frozen=True, slots=True)
class TurnsLeft:
    """So many turns are left after this one."""

    turns: int


@dataclass(frozen=True, slots=True)
class Hurts:
    """Against it: the fight costs so many tenths of a hit point, on the average where a coin is flipped."""

    tenths: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Dies:
    """Against it: Thrag dies of it, with this chance."""

    chance: float
    exact: bool = True


@dataclass(frozen=True, slots=True)
class LastCoin:
    """Against it: it is the last coin of all; without one Thrag is exhausted, unless he wins with it."""


Reason: TypeAlias = (
    Slays
    | Wins
    | LastOfSuit
    | SparesCoins
    | MustFight
    | Falls
    | Betters
    | Keeps
    | Cheapest
    | Heals
    | NothingFree
    | TurnsLeft
    | Hurts
    | Dies
    | LastCoin
)

AGAINST: Final = (Hurts, Dies, LastCoin)
"""The reasons that speak against an action."""


def reasons(view: View, _seat: Seat, action: Action) -> tuple[Reason, ...]:
    """What speaks for and against a legal action, the weightiest first; nothing only for giving up."""
    found = tuple(_reasons_by_verb(view, action))
    return (
        *(reason for reason in found if not isinstance(reason, AGAINST)),
        *(reason for reason in found if isinstance(reason, AGAINST)),
    )


def _reasons_by_verb(view: View, action: Action) -> Iterator[Reason]:
    match action.verb:
        case Verb.FIGHT:
            yield from _fight_reasons(view, action)
        case Verb.REROLL:
            yield from _reroll_reasons(view, action)
        case Verb.PAY:
            yield from _payment_reasons(view, action)
        case Verb.STOP:
            yield from _stop_reasons(view)


def damages(view: View, action: Action) -> tuple[tuple[int, ...], bool]:
    """What a fight may cost, each as likely as the others, 0 where the beast falls; whether that is known."""
    short = aimed_at(view, action).strength - view.die
    if action.spent is None:
        return (max(short, 0),), True
    worths, exact = coin_worths(view, action.spent)
    return tuple(max(short - worth, 0) for worth in worths), exact or short <= 0


def _damage_chances(view: View, found: tuple[int, ...]) -> tuple[float, float]:
    """The chance that a beast falls, and that Thrag dies, of the damages that may come."""
    life = sum(view.hit_points)
    return found.count(0) / len(found), sum(one > life for one in found) / len(found)


def _fight_reasons(view: View, action: Action) -> Iterator[Reason]:
    suit = action.suit or Suit.RED
    found, exact = damages(view, action)
    slays, dies = _damage_chances(view, found)
    short = max(aimed_at(view, action).strength - view.die, 0)
    if slays == 1 and view.left == 1:
        yield Wins()
    if slays:
        yield Slays(suit, slays, short if action.spent is not None else 0, exact)
    pile = view.piles[index(suit)]
    if slays and not pile.left and not pile.discards and view.left > 1:
        yield LastOfSuit(suit)
    if action.spent is None:
        yield SparesCoins()
        if not view.fights and not slays:
            yield MustFight()
    elif not slays:
        yield TurnsLeft(TURNS - view.turn)
    if sum(found):
        yield Hurts(round(10 * sum(found) / len(found)), exact)
    if dies:
        yield Dies(dies, exact)
    if action.spent is not None and sum(view.coins) == 1:
        yield LastCoin()


def _reroll_reasons(view: View, action: Action) -> Iterator[Reason]:
    if action.suit is Suit.BLACK:
        strengths = [foe.strength for foe in view.foes if foe is not None]
        falls = sum(die >= min(strengths) for die in VALUES)
        better = sum(die > view.die for die in VALUES)
    else:
        foe = aimed_at(view, action)
        falls = sum(foe.tile + die <= view.die for die in VALUES)
        better = sum(die < foe.die for die in VALUES)
    suit = action.suit or Suit.BLACK
    if falls:
        yield Falls(suit, falls / len(VALUES))
    if better:
        yield Betters(suit, better / len(VALUES))
    yield SparesCoins()


def _payment_reasons(view: View, action: Action) -> Iterator[Reason]:
    if sum(action.coins) == min(map(sum, payments(view.hit_points, view.owed))):
        yield Cheapest(sum(action.coins) == view.owed)
    yield Keeps(tuple(coin for coin in view.hit_points if coin not in (*action.coins, NULL)))
    if chance := heal_chance(view, action.coins):
        yield Heals(chance)


def _stop_reasons(view: View) -> Iterator[Reason]:
    standing = [foe for foe in view.foes if foe is not None]
    if standing and all(foe.strength > view.die for foe in standing):
        yield NothingFree(len(standing))
    if chance := heal_chance(view, ()):
        yield Heals(chance)
    yield TurnsLeft(TURNS - view.turn)


# What is lost by an action that need not be: for a warning before it


@dataclass(frozen=True, slots=True)
class Loses:
    """What an action gives away, and what could be had instead.

    `life`: Thrag dies with a `chance` that another action does not have. `coin`: a coin is flipped where the
    die alone slays the beast. `points`: more hit points are paid than another way costs, by so many.
    """

    what: Literal["life", "coin", "points"]
    suit: Suit | None = None
    chance: float = 0.0
    points: int = 0


MUCH: Final = 0.2
"""By so much a death could be less likely, for a warning."""


def loss(view: View, _seat: Seat, action: Action) -> Loses | None:
    """What an action gives away for nothing; none where that is little, or cannot be helped."""
    if action.verb is Verb.PAY:
        over = sum(action.coins) - min(map(sum, payments(view.hit_points, view.owed)))
        return Loses("points", points=over) if over > 0 else None
    if action.verb is not Verb.FIGHT:
        return None
    found, _ = damages(view, action)
    if action.spent is not None and aimed_at(view, action).strength <= view.die:
        return Loses("coin", action.suit)
    dies = _damage_chances(view, found)[1]
    if dies and dies - _smallest_death_chance(view) >= MUCH:
        return Loses("life", action.suit, dies)
    return None


def _smallest_death_chance(view: View) -> float:
    """The smallest chance to die that a fight has, or stopping."""
    if view.fights:
        return 0.0
    ways = [
        Action(Verb.FIGHT, suit, spent)
        for suit in BEASTS
        if view.foes[index(suit)] is not None
        for spent in (None, *_pools(view, suit))
    ]
    return min((_damage_chances(view, damages(view, way)[0])[1] for way in ways), default=0.0)


def _pools(view: View, suit: Suit) -> tuple[Suit, ...]:
    """Whose coins can be flipped against a beast (Rules thrag:coin-1, thrag:coin-2)."""
    if view.coins[index(suit)]:
        return (suit,)
    return tuple(other for other in BEASTS if view.coins[index(other)])
