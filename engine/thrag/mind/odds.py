"""What can be told of a choice in numbers: chances counted from what everybody may know.

A coin is one of those unseen where coins are tracked; elsewhere any value may be on top, and what is told of
a coin is `exact` only as long as its pool is whole. Dice and black tiles are always counted exactly. The
keys, most useful first, each with its values:

* `slay`: Thrag's die alone slays the `beast` (chance 1). `action` is that fight.
* `coin`: the top coin of `pool` slays the `beast`. `need` is what the coin has to show at least, `tenths` is
  the damage to be expected in tenths of a point. `action` is that fight.
* `death`: Thrag dies of the fight against the `beast` with the coin of `pool`; told only where he may.
* `bare`: he dies of a fight against the `beast` without a coin (chance 0 or 1), which costs `damage`; told
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


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """What the player may want to know before the next action: a dozen lines at most, or so."""
    told = [found for action in actions for found in _about(view, action)]
    if view.phase is Phase.FIGHT:
        told.append(Odds("heal", heals(view, ())))
    return tuple(sorted(told, key=lambda found: ORDER.index(found.key)))


def _about(view: View, action: Action) -> Iterator[Odds]:
    match action.verb:
        case Verb.FIGHT:
            yield from _bare(view, action) if action.spent is None else _coin(view, action)
        case Verb.REROLL:
            yield from _own(view, action) if action.suit is Suit.BLACK else _reroll(view, action)
        case Verb.PAY:
            paid = " ".join(map(str, action.coins))
            yield Odds("heal", heals(view, action.coins), {"coins": paid}, str(action))


def _bare(view: View, action: Action) -> Iterator[Odds]:
    foe = aimed_at(view, action)
    short = foe.strength - view.die
    if short <= 0:
        yield Odds("slay", 1.0, {"beast": str(action.suit)}, str(action))
    elif not view.fights:
        dies = float(short > sum(view.hit_points))
        yield Odds("bare", dies, {"beast": str(action.suit), "damage": short}, str(action))


def _coin(view: View, action: Action) -> Iterator[Odds]:
    short = aimed_at(view, action).strength - view.die
    if short <= 0 or action.spent is None:
        return
    worths, exact = coins(view, action.spent)
    damages = [max(short - worth, 0) for worth in worths]
    named = {"beast": str(action.suit), "pool": str(action.spent)}
    tenths = round(10 * sum(damages) / len(damages))
    slays = damages.count(0) / len(damages)
    yield Odds("coin", slays, {**named, "need": short, "tenths": tenths}, str(action), exact)
    dies = sum(damage > sum(view.hit_points) for damage in damages) / len(damages)
    if dies:
        yield Odds("death", dies, named, str(action), exact)


def _reroll(view: View, action: Action) -> Iterator[Odds]:
    foe = aimed_at(view, action)
    if foe.strength > view.die:
        falls = sum(foe.tile + die <= view.die for die in VALUES) / len(VALUES)
        yield Odds("reroll", falls, {"beast": str(action.suit)}, str(action))


def _own(view: View, action: Action) -> Iterator[Odds]:
    """Only the weakest beast counts: where it falls, one falls."""
    strengths = [foe.strength for foe in view.foes if foe is not None]
    if strengths and min(strengths) > view.die:
        falls = sum(die >= min(strengths) for die in VALUES) / len(VALUES)
        yield Odds("own", falls, {"pawn": str(action.spent), "beasts": len(strengths)}, str(action))


def coins(view: View, pool: Suit) -> tuple[tuple[int, ...], bool]:
    """What the top coin of a pool may add, each as likely, and whether it is known to be one of them."""
    whole = view.coins[index(pool)] == len(VALUES)
    values = VALUES if view.unseen is None else view.unseen[index(pool)]
    worths = tuple(view.null_coin if value == NULL else value for value in values)
    return worths, whole or view.unseen is not None


def heals(view: View, paid: tuple[int, ...]) -> float:
    """How likely the next black tile is one whose coin lies in the healing pool, with these in it."""
    face_down = [tile for tile in TILES if tile not in view.black.discards]
    missing = {*view.healing_pool, *paid}
    return sum(tile in missing for tile in face_down) / len(face_down)
