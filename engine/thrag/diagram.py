"""The text twin of the picture: everything that lies on the table, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.speech import English, Say
from engine.thrag.model import BEASTS, TURNS, Fight, Foe, Pile, Suit, View
from engine.thrag.phrases import PHRASES

ENGLISH: Final = English(PHRASES)

RING: Final = (
    (0, 1, 2, 3),
    (11, -1, -1, 4),
    (10, -1, -1, 5),
    (9, 8, 7, 6),
)
"""The clock: how many turns are over when the pawn stands on a space; -1 in the middle."""

STANDS: Final = 12
"""Characters for what stands on a space: `5 + null = 5`."""


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The clock, the beasts, Thrag, coins, pawns, stacks and discards, and what is asked for."""
    parts = (_clock(view, say), _beasts(view, say), _thrag(view, say), _stacks(view, say))
    return "\n".join([*(line for part in parts for line in (*part, "")), _asked(view, say)])


def _clock(view: View, say: Say) -> Iterator[str]:
    """The ring of twelve spaces: passed ones, the pawn, the ones to come (Rule thrag:clock-1)."""
    over = view.turn - 1 if view.outcome is None or view.outcome.ending != "breakfast" else TURNS
    for row in RING:
        yield " ".join(" " if space < 0 else _space(space, over) for space in row)
    yield say("thrag.text.turn", turn=view.turn, turns=TURNS, left=view.left)


def _space(space: int, over: int) -> str:
    if space == over % TURNS:
        return "P"
    return "x" if space < over else "."


def _beasts(view: View, say: Say) -> Iterator[str]:
    """A line a colour: the beast that stands, its stack, its coins and its pawn."""
    names = _column([_suit(suit, say) for suit in BEASTS])
    stand = _column([_stands(foe, say) for foe in view.foes], STANDS)
    for at, suit in enumerate(BEASTS):
        if view.unseen is None:
            coins = say("thrag.text.coins", coins=view.coins[at])
        else:
            unseen = _values(view.unseen[at], say)
            coins = say("thrag.text.coins.unseen", coins=view.coins[at], unseen=unseen)
        yield f"{names[at]} {stand[at]} {coins}, {_pawn(view, suit, say)}"


def _column(cells: Sequence[str], least: int = 0) -> list[str]:
    """Cells of one width, in characters."""
    width = max(least, *map(len, cells))
    return [cell.ljust(width) for cell in cells]


def _suit(suit: Suit, say: Say) -> str:
    return say(f"thrag.text.suit.{suit}")


def _stands(foe: Foe | None, say: Say) -> str:
    if foe is None:
        return say("thrag.text.none")
    return f"{foe.tile} + {_value(foe.die, say)} = {foe.strength}"


def _pawn(view: View, suit: Suit, say: Say) -> str:
    if suit in view.black_pawns:
        return say("thrag.text.pawn.black")
    if suit in view.pawns:
        return say("thrag.text.pawn")
    return say("thrag.text.pawn.spent" if suit in view.weapons else "thrag.text.pawn.none")


def _thrag(view: View, say: Say) -> Iterator[str]:
    """Thrag's die and coins, and the last fight."""
    yield say("thrag.text.die", value=_value(view.die, say))
    points, pool = _values(view.hit_points, say), _values(view.healing_pool, say)
    yield say("thrag.text.pools", hit_points=points, healing_pool=pool)
    if (fight := view.fight) is not None:
        key = "thrag.text.fight" if view.fights else "thrag.text.fight.before"
        told = {"sum": _sum(fight, say), "suit": _suit(fight.suit, say), "ended": _ended(fight, say)}
        yield say(key, against=fight.against, **told)
    if view.rerolled is not None:
        yield say("thrag.text.rerolled", die=_suit(view.rerolled, say))
    if view.turned is not None:
        key = "thrag.text.turned.healed" if view.turned.healed else "thrag.text.turned"
        yield say(key, tile=view.turned.tile)


def _sum(fight: Fight, say: Say) -> str:
    """What Thrag fought with."""
    if fight.coin is None or fight.pool is None:
        return say("thrag.text.sum", own=fight.own, strength=fight.strength)
    pool, coin = _suit(fight.pool, say), _value(fight.coin, say)
    return say("thrag.text.sum.coin", own=fight.own, pool=pool, coin=coin, strength=fight.strength)


def _ended(fight: Fight, say: Say) -> str:
    return say("thrag.text.damage", damage=fight.damage) if fight.damage else say("thrag.text.slain")


def _stacks(view: View, say: Say) -> Iterator[str]:
    """The stacks: how many are face down, what is discarded, what is slain."""
    piles = (*view.piles, view.black)
    names = _column([_suit(suit, say) for suit in Suit])
    for suit, name, pile in zip(Suit, names, piles, strict=True):
        yield f"{name} {_stack(suit, pile, say)}"


def _stack(suit: Suit, pile: Pile, say: Say) -> str:
    discards = _values(pile.discards, say)
    if suit is Suit.BLACK:
        return say("thrag.text.stack.black", left=pile.left, discards=discards)
    return say("thrag.text.stack", left=pile.left, discards=discards, slain=_values(pile.slain, say))


def _asked(view: View, say: Say) -> str:
    if view.outcome is not None:
        told = say(f"thrag.text.over.{view.outcome.ending}")
        if view.score is None:
            return told
        return f"{told}; {say('thrag.text.score', score=view.score, pawns=len(view.pawns))}"
    if view.owed:
        return say("thrag.text.pay", coins=view.owed)
    return say("thrag.text.lost" if view.lost else "thrag.text.play")


def _value(value: int, say: Say) -> str:
    return str(value) if value else say("thrag.text.null")


def _values(values: tuple[int, ...], say: Say) -> str:
    return " ".join(_value(value, say) for value in values) or "-"
