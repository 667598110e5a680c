"""The text twin of the picture: everything that lies on the table, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.thrag.model import BEASTS, TURNS, Pile, Suit, View

ENDINGS: Final = {
    "win": "won: every beast is slain",
    "death": "lost: Thrag is dead",
    "exhaustion": "lost: no attack coin is left",
    "breakfast": "lost: breakfast is over",
    "resignation": "given up",
}

RING: Final = (
    (0, 1, 2, 3),
    (11, -1, -1, 4),
    (10, -1, -1, 5),
    (9, 8, 7, 6),
)
"""The clock: how many turns are over when the pawn stands on a space; -1 in the middle."""


def text(view: View) -> str:
    """The clock, the beasts, Thrag, coins, pawns, stacks and discards, and what is asked for."""
    return "\n".join(
        [*_clock(view), "", *_beasts(view), "", *_thrag(view), "", *_stacks(view), "", _asked(view)]
    )


def _clock(view: View) -> Iterator[str]:
    """The ring of twelve spaces: passed ones, the pawn, the ones to come (Rule thrag:clock-1)."""
    over = view.turn - 1 if view.outcome is None or view.outcome.ending != "breakfast" else TURNS
    for row in RING:
        yield " ".join(" " if space < 0 else _space(space, over) for space in row)
    yield f"turn {view.turn} of {TURNS}, {view.left} of 15 beasts left"


def _space(space: int, over: int) -> str:
    if space == over % TURNS:
        return "P"
    return "x" if space < over else "."


def _beasts(view: View) -> Iterator[str]:
    """A line a colour: the beast that stands, its stack, its coins and its pawn."""
    for at, suit in enumerate(BEASTS):
        foe = view.foes[at]
        stands = "none" if foe is None else f"{foe.tile} + {_value(foe.die)} = {foe.strength}"
        unseen = "" if view.unseen is None else f" ({_values(view.unseen[at])})"
        yield f"{suit:<5} {stands:<12} coins {view.coins[at]}{unseen}, {_pawn(view, suit)}"


def _pawn(view: View, suit: Suit) -> str:
    if suit in view.black_pawns:
        return "black pawn"
    if suit in view.pawns:
        return "pawn"
    return "pawn spent" if suit in view.weapons else "no pawn"


def _thrag(view: View) -> Iterator[str]:
    """Thrag's die and coins, and the last fight."""
    yield f"thrag {_value(view.die)}"
    yield f"hit points {_values(view.hit_points)}; healing pool {_values(view.healing_pool)}"
    if (fight := view.fight) is not None:
        coin = "" if fight.coin is None else f" + {fight.pool} coin {_value(fight.coin)}"
        ended = f"damage {fight.damage}" if fight.damage else "slain"
        foe = f"{fight.suit} {fight.against}"
        when = "last fight" if view.fights else "last turn"
        yield f"{when}: {fight.own}{coin} = {fight.strength} against {foe}: {ended}"
    if view.rerolled is not None:
        yield f"rerolled: the {view.rerolled} die"
    if view.turned is not None:
        yield f"black tile: {view.turned.tile}, {'healed' if view.turned.healed else 'nothing'}"


def _stacks(view: View) -> Iterator[str]:
    """The stacks: how many are face down, what is discarded, what is slain."""
    for suit, pile in zip(Suit, (*view.piles, view.black), strict=True):
        yield f"{suit:<5} stack {pile.left}, discards {_values(pile.discards)}{_slain(suit, pile)}"


def _slain(suit: Suit, pile: Pile) -> str:
    return "" if suit is Suit.BLACK else f", slain {_values(pile.slain)}"


def _asked(view: View) -> str:
    if view.outcome is not None:
        score = "" if view.score is None else f"; score {view.score}, pawns left {len(view.pawns)}"
        return ENDINGS[view.outcome.ending] + score
    if view.owed:
        return f"pay {view.owed}"
    return "the game cannot be won any more" if view.lost else "fight"


def _value(value: int) -> str:
    return str(value) if value else "null"


def _values(values: tuple[int, ...]) -> str:
    return " ".join(map(_value, values)) or "-"
