"""Chances for a choice, counted from what is public.

A coin is one of those unseen where coins are tracked; elsewhere any value may be on top, and the chance of a
coin is `exact` only as long as its pool is whole. Dice and black tiles are always counted exactly. The keys,
most useful first, each with its values:

* `slay`: Thrag's die alone slays the `beast` (chance 1). `action` is that fight.
* `coin`: the top coin of `pool` slays the `beast`. `need` is the least that the coin has to show, `tenths` is
  the damage to be expected in tenths of a point. `action` is that fight.
* `death`: Thrag dies of the fight against the `beast` with the coin of `pool`; only where he may.
* `bare`: he dies of a fight against the `beast` without a coin (chance 0 or 1), which costs `damage`;
  only before the first fight of a turn, when he cannot stop.
* `reroll`: a new roll of the die of `beast` makes it fall without a coin. `action` is that reroll.
* `own`: a new roll of Thrag's die, by the black pawn `pawn`, slays one of `beasts` (how many stand, and
  none falls as it is) without a coin.
* `heal`: the next black tile heals. While damage is owed `action` is a payment and the chance is that of
  the hit points that it leaves, `coins` what is paid: one for each payment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.mind import Odds
from engine.thrag.model import NULL, TILES, VALUES, Action, Phase, Suit, Verb, View
from engine.thrag.position import aimed_at, index

ORDER: Final = ("slay", "coin", "death", "bare", "reroll", "own", "heal")
"""The keys, most useful first."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """The chances that matter before the next action, about a dozen at most."""
    entries = [entry for action in actions for entry in _odds_about(view, action)]
    if view.phase is Phase.FIGHT:
        entries.append(Odds("heal", heal_chance(view, ())))
    return tuple(sorted(entries, key=lambda entry: ORDER.index(entry.key)))


def _odds_about(view: View, action: Action) -> Iterator[Odds]:
    match action.verb:
        case Verb.FIGHT:
            yield from _bare_fight_odds(view, action) if action.spent is None else _coin_odds(view, action)
        case Verb.REROLL:
            yield from (
                _own_reroll_odds(view, action) if action.suit is Suit.BLACK else _reroll_odds(view, action)
            )
        case Verb.PAY:
            paid = " ".join(map(str, action.coins))
            yield Odds("heal", heal_chance(view, action.coins), {"coins": paid}, str(action))


def _bare_fight_odds(view: View, action: Action) -> Iterator[Odds]:
    foe = aimed_at(view, action)
    short = foe.strength - view.die
    if short <= 0:
        yield Odds("slay", 1.0, {"beast": str(action.suit)}, str(action))
    elif not view.fights:
        dies = float(short > sum(view.hit_points))
        yield Odds("bare", dies, {"beast": str(action.suit), "damage": short}, str(action))


def _coin_odds(view: View, action: Action) -> Iterator[Odds]:
    short = aimed_at(view, action).strength - view.die
    if short <= 0 or action.spent is None:
        return
    worths, exact = coin_worths(view, action.spent)
    damages = [max(short - worth, 0) for worth in worths]
    named = {"beast": str(action.suit), "pool": str(action.spent)}
    tenths = round(10 * sum(damages) / len(damages))
    slays = damages.count(0) / len(damages)
    yield Odds("coin", slays, {**named, "need": short, "tenths": tenths}, str(action), exact)
    dies = sum(damage > sum(view.hit_points) for damage in damages) / len(damages)
    if dies:
        yield Odds("death", dies, named, str(action), exact)


def _reroll_odds(view: View, action: Action) -> Iterator[Odds]:
    foe = aimed_at(view, action)
    if foe.strength > view.die:
        falls = sum(foe.tile + die <= view.die for die in VALUES) / len(VALUES)
        yield Odds("reroll", falls, {"beast": str(action.suit)}, str(action))


def _own_reroll_odds(view: View, action: Action) -> Iterator[Odds]:
    """The chance to slay any beast, which is that of the weakest."""
    strengths = [foe.strength for foe in view.foes if foe is not None]
    if strengths and min(strengths) > view.die:
        falls = sum(die >= min(strengths) for die in VALUES) / len(VALUES)
        yield Odds("own", falls, {"pawn": str(action.spent), "beasts": len(strengths)}, str(action))


def coin_worths(view: View, pool: Suit) -> tuple[tuple[int, ...], bool]:
    """The worths that the top coin may have, each as likely, and whether it is known to have one of them."""
    whole = view.coins[index(pool)] == len(VALUES)
    values = VALUES if view.unseen is None else view.unseen[index(pool)]
    worths = tuple(view.null_coin if value == NULL else value for value in values)
    return worths, whole or view.unseen is not None


def heal_chance(view: View, paid: tuple[int, ...]) -> float:
    """The chance that the next black tile heals a coin of the healing pool, with those of `paid` in it."""
    face_down = [tile for tile in TILES if tile not in view.black.discards]
    missing = {*view.healing_pool, *paid}
    return sum(tile in missing for tile in face_down) / len(face_down)
