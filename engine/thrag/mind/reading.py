"""From what the player sees to the numbers that are searched, and what an action is worth there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.thrag.mind.fray import Fray, Memory
from engine.thrag.mind.judge import Judge, judge
from engine.thrag.model import BEASTS, NULL, TILES, Action, Suit, Verb, View
from engine.thrag.position import index


def set_of(values: Iterable[int], first: int) -> int:
    """The values as one number, bit 0 for the value `first`; those below it are left out."""
    return sum(1 << (value - first) for value in values if value >= first)


def fray(view: View, by: Judge | None = None) -> Fray:
    """The turn that a view shows, its end judged by the house's numbers or by others."""
    black = set_of((tile for tile in TILES if tile not in view.black.discards), 1)
    found = Fray(by or judge(view.unseen is not None), view.turn, view.null_coin, black)
    found.own = view.die
    found.hits = set_of(view.hit_points, 1)
    found.fought = int(view.fights > 0)
    for colour, (suit, foe, pile) in enumerate(zip(BEASTS, view.foes, view.piles, strict=True)):
        open_tiles = {*pile.discards, *pile.slain, *([foe.tile] if foe else [])}
        found.piles[colour] = set_of((tile for tile in TILES if tile not in open_tiles), 1)
        found.discards[colour] = set_of(pile.discards, 1)
        found.pawns[colour] = int(suit in view.pawns)
        found.coins[colour] = view.coins[colour] if view.unseen is None else set_of(view.unseen[colour], NULL)
        if foe is not None:
            found.stands[colour] = 1
            found.tiles[colour] = foe.tile
            found.dice[colour] = foe.die
    if by is None:
        found.memory = memory(view.unseen is not None, view.turn, view.null_coin, black, lying(found))
    found.settle()
    return found


def lying(turn: Fray) -> tuple[int, ...]:
    """The tiles of the beasts that were not drawn this turn."""
    return (*turn.piles, *turn.discards)


@lru_cache(maxsize=4)
def memory(_tracked: bool, _turn: int, _null: int, _black: int, _lying: tuple[int, ...]) -> Memory:
    """What has been found of a turn with the house's numbers, for as long as it may be asked about again."""
    return Memory()


def worth(turn: Fray, action: Action, owed: int, ahead: int) -> float:
    """The chance to win after an action, when so many coins and rolls are weighed ahead of it.

    `owed` is the damage to be paid before anything else; a way to pay is looked at as far as a fight is.
    """
    match action.verb:
        case Verb.STOP:
            return turn.ended()
        case Verb.FIGHT:
            return _worth_of_fight(turn, action, ahead)
        case Verb.REROLL if action.suit is Suit.BLACK:
            return turn.reroll_own(index(action.spent or Suit.RED), ahead)
        case Verb.REROLL:
            return turn.reroll(index(action.suit or Suit.RED), ahead)
        case Verb.PAY if owed:
            return _worth_of_payment(turn, action, ahead)
        case _:
            return 0.0


def _worth_of_fight(turn: Fray, action: Action, ahead: int) -> float:
    colour = index(action.suit or Suit.RED)
    if action.spent is None:
        return turn.bare(colour, ahead)
    return turn.flip(colour, index(action.spent), ahead)


def _worth_of_payment(turn: Fray, action: Action, ahead: int) -> float:
    held = turn.hits
    turn.hits = held & ~set_of(action.coins, 1)
    found = turn.worth(ahead)
    turn.hits = held
    return found


def free_fights(view: View) -> tuple[Action, ...]:
    """The fights that Thrag's die wins alone."""
    if view.owed:
        return ()
    foes = zip(BEASTS, view.foes, strict=True)
    return tuple(Action(Verb.FIGHT, suit) for suit, foe in foes if foe and foe.strength <= view.die)
