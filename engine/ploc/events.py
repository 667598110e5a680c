"""The events of Ploc."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.core import Seat
from engine.ploc.model import Dice


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """Columns were rolled, and as many athletes took the rope; `extra` is the seat that got one more."""

    match: int
    columns: tuple[Dice, Dice]
    athletes: tuple[int, int]
    starter: Seat
    extra: Seat | None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A turn began with a roll; `rerolls` may follow, one for each six in the own column."""

    seat: Seat
    dice: Dice
    rerolls: int


@dataclass(frozen=True, slots=True)
class Rerolled:
    """One die was rolled again."""

    seat: Seat
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A die removed one of the other side's athletes."""

    seat: Seat
    die: int
    met: int
    lying: bool


@dataclass(frozen=True, slots=True)
class Swapped:
    """The rolled die changed places with the column's: `change` athletes came (left, if negative)."""

    seat: Seat
    die: int
    met: int
    change: int


@dataclass(frozen=True, slots=True)
class Weakened:
    """A die laid down one of the other side's athletes."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class WentBerserk:
    """Three equal dice removed several of the other side's athletes."""

    seat: Seat
    die: int
    standing: int
    lying: int


@dataclass(frozen=True, slots=True)
class TookBack:
    """The last die of the turn, or berserk, was taken back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A turn was confirmed; the free dice go to the other side."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class EndOffered:
    """An end of the match was offered: the side with more athletes would win it."""

    seat: Seat
    athletes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    """The other side accepted the offer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """The other side declined the offer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match was decided: `hit`, `berserk`, `swap`, `agreement`, `limit` or `concession`."""

    match: int
    winner: Seat
    how: str
    turns: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gave up the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The second match decided the game, or a player gave up."""

    winner: Seat


Event: TypeAlias = (
    MatchBegan
    | Rolled
    | Rerolled
    | Hit
    | Swapped
    | Weakened
    | WentBerserk
    | TookBack
    | TurnPassed
    | EndOffered
    | OfferAccepted
    | OfferDeclined
    | MatchEnded
    | Resigned
    | GameEnded
)
