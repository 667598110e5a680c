"""From a view to the state of the search, and the chance after an action there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.thrag.mind.fights import FightSearch, SearchCache
from engine.thrag.mind.judge import Judge, judge_for
from engine.thrag.model import BEASTS, NULL, TILES, Action, Suit, Verb, View
from engine.thrag.position import index


def set_of(values: Iterable[int], first: int) -> int:
    """The values as one number, bit 0 for the value `first`; those below it are left out."""
    return sum(1 << (value - first) for value in values if value >= first)


def fight_search(view: View, by: Judge | None = None) -> FightSearch:
    """The search of the turn that a view shows, with the network or with another judge."""
    black = set_of((tile for tile in TILES if tile not in view.black.discards), 1)
    search = FightSearch(by or judge_for(view.unseen is not None), view.turn, view.null_coin, black)
    search.own_die = view.die
    search.hit_points = set_of(view.hit_points, 1)
    search.fought = int(view.fights > 0)
    for colour, (suit, foe, pile) in enumerate(zip(BEASTS, view.foes, view.piles, strict=True)):
        open_tiles = {*pile.discards, *pile.slain, *([foe.tile] if foe else [])}
        search.piles[colour] = set_of((tile for tile in TILES if tile not in open_tiles), 1)
        search.discards[colour] = set_of(pile.discards, 1)
        search.pawns[colour] = int(suit in view.pawns)
        search.coins[colour] = (
            view.coins[colour] if view.unseen is None else set_of(view.unseen[colour], NULL)
        )
        if foe is not None:
            search.stands[colour] = 1
            search.tiles[colour] = foe.tile
            search.dice[colour] = foe.die
    if by is None:
        search.cache = shared_cache(
            view.unseen is not None, view.turn, view.null_coin, black, undrawn_tiles(search)
        )
    search.count_undrawn()
    return search


def undrawn_tiles(turn: FightSearch) -> tuple[int, ...]:
    """The tiles of the beasts that were not drawn in this turn, in stacks and discards."""
    return (*turn.piles, *turn.discards)


@lru_cache(maxsize=4)
def shared_cache(_tracked: bool, _turn: int, _null: int, _black: int, _lying: tuple[int, ...]) -> SearchCache:
    """The results of a turn's search with the network, kept for the next questions about it."""
    return SearchCache()


def action_chance(turn: FightSearch, action: Action, owed: int, ahead: int) -> float:
    """The chance to win after an action, searching `ahead` coins and rolls deep.

    `owed` is the damage to be paid before anything else; payments are searched as deep as fights.
    """
    match action.verb:
        case Verb.STOP:
            return turn.chance_if_ended()
        case Verb.FIGHT:
            return _fight_chance(turn, action, ahead)
        case Verb.REROLL if action.suit is Suit.BLACK:
            return turn.reroll_own(index(action.spent or Suit.RED), ahead)
        case Verb.REROLL:
            return turn.reroll_beast(index(action.suit or Suit.RED), ahead)
        case Verb.PAY if owed:
            return _payment_chance(turn, action, ahead)
        case _:
            return 0.0


def _fight_chance(turn: FightSearch, action: Action, ahead: int) -> float:
    colour = index(action.suit or Suit.RED)
    if action.spent is None:
        return turn.fight_without_coin(colour, ahead)
    return turn.fight_with_coin(colour, index(action.spent), ahead)


def _payment_chance(turn: FightSearch, action: Action, ahead: int) -> float:
    held = turn.hit_points
    turn.hit_points = held & ~set_of(action.coins, 1)
    chance = turn.chance(ahead)
    turn.hit_points = held
    return chance


def free_fights(view: View) -> tuple[Action, ...]:
    """The fights that Thrag's die wins without a coin."""
    if view.owed:
        return ()
    foes = zip(BEASTS, view.foes, strict=True)
    return tuple(Action(Verb.FIGHT, suit) for suit, foe in foes if foe and foe.strength <= view.die)
