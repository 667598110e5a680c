"""The two armies, what is said instead of moving, and what happens in every game on the octagon."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core import Seat


class Side(StrEnum):
    """The two armies."""

    DWARFS = "dwarfs"
    TROLLS = "trolls"

    @property
    def other(self) -> Side:
        """The army on the other side."""
        return Side.TROLLS if self is Side.DWARFS else Side.DWARFS

    @property
    def letter(self) -> str:
        """The piece in notation: lower-case d, upper-case T."""
        return "d" if self is Side.DWARFS else "T"


class PlayerCall(StrEnum):
    """What a player can say instead of moving."""

    OFFER = "offer"  # offer to end the battle
    ACCEPT = "accept"
    DECLINE = "decline"
    CLAIM = "claim"  # end the battle alone, after `quiet_limit` plies without a capture
    RESIGN = "resign"  # concede the whole match


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece made an ordinary move."""

    seat: Seat
    side: Side
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class Captured:
    """Pieces of `side` left the board."""

    side: Side
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    """The offer was accepted."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """The offer was declined, in words or by moving on."""

    seat: Seat
    by_moving: bool


@dataclass(frozen=True, slots=True)
class EndClaimed:
    """A player ended the battle alone after `quiet` plies without a capture."""

    seat: Seat
    quiet: int


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """The next battle is set up, the roles changed."""

    battle: int
    dwarf_seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player conceded the match."""

    seat: Seat
