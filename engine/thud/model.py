"""What Thud is about, as values: pieces, moves, positions, the state of a match, its events and its view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from data.thud import SETUP
from engine.core import Outcome, Seat
from engine.octagon.board import BY_NAME, Bitboard, Square, bits, name, square
from engine.octagon.model import (
    BattleBegan,
    Captured,
    EndClaimed,
    Moved,
    OfferAccepted,
    OfferDeclined,
    PlayerCall,
    Resigned,
    Side,
)

STONE_SQUARE: Final = square(8, 8)
STONE: Final = 1 << STONE_SQUARE
"""The Thudstone on H8: nothing lands on it or passes it (Rule thud:board-2)."""

TROLL_POINTS: Final = 4
"""What a troll counts at the end of a battle; a dwarf counts 1 (Rule thud:score-1)."""


class Manner(StrEnum):
    """The ways a piece can travel."""

    MOVE = "move"  # an ordinary move of either side, captures by a troll included
    SHOVE = "shove"  # a troll pushed by the line behind it
    HURL = "hurl"  # a dwarf thrown by the line behind it


@dataclass(frozen=True, slots=True)
class Move:
    """A piece goes from `origin` to `target` and takes `captured` (ordered by file, then rank)."""

    side: Side
    origin: Square
    target: Square
    captured: tuple[Square, ...] = ()

    def __str__(self) -> str:
        """The notation of the common Thud programs: `dE2-E10`, `TG9-D9xE10xF9`, `dF8-G8xG8`."""
        taken = "".join(f"x{name(sq)}" for sq in self.captured)
        return f"{self.side.letter}{name(self.origin)}-{name(self.target)}{taken}"


@dataclass(frozen=True, slots=True)
class Position:
    """The squares of both sides' pieces."""

    dwarfs: Bitboard
    trolls: Bitboard

    def pieces(self, side: Side) -> Bitboard:
        """The squares of one side's pieces."""
        return self.dwarfs if side is Side.DWARFS else self.trolls

    @property
    def occupied_squares(self) -> Bitboard:
        """Every square that no piece can enter or pass, the Thudstone's among them (Rule thud:board-2)."""
        return self.dwarfs | self.trolls | STONE


START: Final = Position(
    dwarfs=bits(BY_NAME[name] for name in SETUP.dwarfs), trolls=bits(BY_NAME[name] for name in SETUP.trolls)
)
"""Trolls around the Thudstone, dwarfs on the rim without its four axis squares (Rule thud:start-1)."""


Action: TypeAlias = Move | PlayerCall


class BattleEnd(StrEnum):
    """Why a battle is over."""

    AGREED = "agreed"
    WIPED_OUT = "wiped-out"  # one side has no pieces left
    NO_MOVE = "no-move"  # the side to move has no legal move
    QUIET = "quiet"  # claimed under `quiet_limit`


@dataclass(frozen=True, slots=True)
class BattleResult:
    """A battle that is over: the points of each seat on the board, and why it ended."""

    end: BattleEnd
    dwarf_seat: Seat
    points: tuple[int, int]  # by seat

    @property
    def winner(self) -> Seat | None:
        """The seat with more points, nobody if they are equal (Rule thud:score-2)."""
        if self.points[0] == self.points[1]:
            return None
        return 0 if self.points[0] > self.points[1] else 1

    @property
    def margin(self) -> int:
        """By how many points the battle was won; 0 if drawn (Rule thud:score-2)."""
        return abs(self.points[0] - self.points[1])


@dataclass(frozen=True, slots=True)
class State:
    """A match of two battles, whole: everything that later moves can depend on."""

    dwarfs: Bitboard
    trolls: Bitboard
    to_move: Side = Side.DWARFS
    battle: int = 1
    ply: int = 0  # plies of this battle
    quiet: int = 0  # plies since the last capture of this battle
    quiet_limit: int = 0  # plies; 0: no limit
    offer: Seat | None = None  # who has an open offer to end the battle
    offer_wait: tuple[int, int] = (0, 0)  # moves each seat must make before it may offer again
    last: Move | None = None  # the move before this position, none at the start of a battle
    results: tuple[BattleResult, ...] = ()
    outcome: Outcome | None = None

    @property
    def dwarf_seat(self) -> Seat:
        """Who commands the dwarfs: seat 0 in the first battle, seat 1 in the second (Rule thud:match-1)."""
        return self.battle - 1

    @property
    def position(self) -> Position:
        """Where the pieces stand."""
        return Position(self.dwarfs, self.trolls)

    def seat_of(self, side: Side) -> Seat:
        """Who commands `side` in this battle."""
        return self.dwarf_seat if side is Side.DWARFS else 1 - self.dwarf_seat


@dataclass(frozen=True, slots=True)
class Shoved:
    """A line of `line` trolls shoved its front troll."""

    seat: Seat
    origin: str
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class Hurled:
    """A line of `line` dwarfs hurled its front dwarf."""

    seat: Seat
    origin: str
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class EndOffered:
    """A player offered to end the battle; with the score as it stands and who could still capture.

    `balance` is by how much seat 0 would then win the match, in points, none while another battle follows.
    """

    seat: Seat
    battle: int
    points: tuple[int, int]  # by seat
    dwarfs_can_capture: bool
    trolls_can_capture: bool
    balance: int | None = None


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """A battle is over and scored."""

    battle: int
    end: BattleEnd
    points: tuple[int, int]  # by seat
    winner: Seat | None
    margin: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `margin` in points, 0 for a draw or a resignation."""

    winner: Seat | None
    margin: int


Event: TypeAlias = (
    Moved
    | Shoved
    | Hurled
    | Captured
    | EndOffered
    | OfferAccepted
    | OfferDeclined
    | EndClaimed
    | BattleEnded
    | BattleBegan
    | Resigned
    | MatchEnded
)


@dataclass(frozen=True, slots=True)
class View:
    """What anybody may see of a match; Thud hides nothing, so every viewer gets the same.

    Squares are indices as in `engine.octagon.board`.
    """

    battle: int
    dwarfs: tuple[Square, ...]
    trolls: tuple[Square, ...]
    dwarf_seat: Seat
    to_move: Side
    to_act: frozenset[Seat]
    points: tuple[int, int]  # by seat, as the battle stands
    ply: int
    quiet: int
    quiet_limit: int
    offer: Seat | None
    last: Move | None
    last_manner: Manner | None
    results: tuple[BattleResult, ...]
    outcome: Outcome | None
