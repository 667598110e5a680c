"""Reasons for and against an action in One Man, Thrag!: facts of the position, without search.

Dice and black tiles are counted; a coin is one of those known to be unseen, or, where coins are not tracked,
any value (then `exact` is false).
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
    """With this chance the beast of a suit falls; the coin has to add `need` at least, 0 without one."""

    suit: Suit
    chance: float
    need: int = 0
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Wins:
    """The action certainly slays the last beast of all."""


@dataclass(frozen=True, slots=True)
class LastOfSuit:
    """No other beast of the suit lives: once it falls, its pawn, if it is left, rerolls Thrag's die."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class SparesCoins:
    """No coin is used up."""


@dataclass(frozen=True, slots=True)
class MustFight:
    """A turn needs at least one fight, and there was none yet."""


@dataclass(frozen=True, slots=True)
class Falls:
    """With this chance a new roll makes the beast of a suit (black: any beast) fall without a coin."""

    suit: Suit
    chance: float


@dataclass(frozen=True, slots=True)
class Betters:
    """With this chance a new roll is better for Thrag than the current die."""

    suit: Suit
    chance: float


@dataclass(frozen=True, slots=True)
class Keeps:
    """These hit points are left that can pay."""

    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cheapest:
    """No other way to pay costs less; `exactly` what is owed, or more."""

    exactly: bool


@dataclass(frozen=True, slots=True)
class Heals:
    """With this chance the next black tile restores a hit point."""

    chance: float


@dataclass(frozen=True, slots=True)
class NothingFree:
    """None of the standing beasts falls to Thrag's die alone."""

    beasts: int


@dataclass(frozen=True, slots=True)
class TurnsLeft:
    """So many turns are left after this one."""

    turns: int


@dataclass(frozen=True, slots=True)
class Hurts:
    """Against it: the fight costs so many tenths of a hit point on average."""

    tenths: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Dies:
    """Against it: with this chance Thrag dies."""

    chance: float
    exact: bool = True


@dataclass(frozen=True, slots=True)
class LastCoin:
    """Against it: it uses the last coin of all; without one Thrag is exhausted, unless he wins with it."""


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
    """The reasons for and against a legal action, most important first; none only for giving up."""
    reasons_found = tuple(_reasons_by_verb(view, action))
    return (
        *(reason for reason in reasons_found if not isinstance(reason, AGAINST)),
        *(reason for reason in reasons_found if isinstance(reason, AGAINST)),
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
    """The equally likely damages of a fight (0: the beast falls), and whether they are exact."""
    short = aimed_at(view, action).strength - view.die
    if action.spent is None:
        return (max(short, 0),), True
    worths, exact = coin_worths(view, action.spent)
    return tuple(max(short - worth, 0) for worth in worths), exact or short <= 0


def _damage_chances(view: View, possible: tuple[int, ...]) -> tuple[float, float]:
    """The chance that the beast falls, and that Thrag dies, over the possible damages."""
    life = sum(view.hit_points)
    return possible.count(0) / len(possible), sum(damage > life for damage in possible) / len(possible)


def _fight_reasons(view: View, action: Action) -> Iterator[Reason]:
    suit = action.suit or Suit.RED
    possible, exact = damages(view, action)
    slays, dies = _damage_chances(view, possible)
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
    if sum(possible):
        yield Hurts(round(10 * sum(possible) / len(possible)), exact)
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


# Avoidable losses, for a warning before the action


@dataclass(frozen=True, slots=True)
class Loses:
    """What an action gives away for nothing.

    `life`: Thrag dies with a `chance` that another action does not have. `coin`: a coin is flipped where the
    die alone slays the beast. `points`: `points` more hit points are paid than necessary.
    """

    what: Literal["life", "coin", "points"]
    suit: Suit | None = None
    chance: float = 0.0
    points: int = 0


MUCH: Final = 0.2
"""The smallest avoidable chance of death that is worth a warning."""


def loss(view: View, _seat: Seat, action: Action) -> Loses | None:
    """What an action gives away; None where that is little, or cannot be avoided."""
    if action.verb is Verb.PAY:
        over = sum(action.coins) - min(map(sum, payments(view.hit_points, view.owed)))
        return Loses("points", points=over) if over > 0 else None
    if action.verb is not Verb.FIGHT:
        return None
    possible, _ = damages(view, action)
    if action.spent is not None and aimed_at(view, action).strength <= view.die:
        return Loses("coin", action.suit)
    dies = _damage_chances(view, possible)[1]
    if dies and dies - _smallest_death_chance(view) >= MUCH:
        return Loses("life", action.suit, dies)
    return None


def _smallest_death_chance(view: View) -> float:
    """The smallest chance to die of any fight, or of stopping."""
    if view.fights:
        return 0.0
    ways = [
        Action(Verb.FIGHT, suit, spent)
        for suit in BEASTS
        if view.foes[index(suit)] is not None
        for spent in (None, *_pools(view, suit))
    ]
    return min((_damage_chances(view, damages(view, action)[0])[1] for action in ways), default=0.0)


def _pools(view: View, suit: Suit) -> tuple[Suit, ...]:
    """Whose coins can be flipped against a beast (Rules thrag:coin-1, thrag:coin-2)."""
    if view.coins[index(suit)]:
        return (suit,)
    return tuple(other for other in BEASTS if view.coins[index(other)])
