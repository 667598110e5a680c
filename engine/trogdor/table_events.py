"""What happened between the players, in the past tense: trades, and what they let their items do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.core import Seat
from engine.trogdor.cards import Card
from engine.trogdor.model import Asks


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """An open offer to swap cards."""

    seat: Seat
    partner: Seat
    mine: Card
    theirs: Card


@dataclass(frozen=True, slots=True)
class Traded:
    """The offer was accepted and the cards swapped."""

    seat: Seat
    partner: Seat
    mine: Card
    theirs: Card


@dataclass(frozen=True, slots=True)
class TradeEnded:
    """The offer is off the table; `by` its partner or owner, or since a card was chosen or somebody left."""

    seat: Seat
    by: Literal["partner", "owner", "table"]


@dataclass(frozen=True, slots=True)
class Preferred:
    """A player said what his item does when its moment comes."""

    seat: Seat
    asks: Asks
