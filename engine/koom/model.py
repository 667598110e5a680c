"""What Koom Valley is about, as values: pieces, moves, positions, the state of a match and its events.

Nothing of it is hidden and nothing is left to chance, so a state is its own view, and whoever goes on from it
takes it over as it is (Rules koom:undo-1, koom:fork-1). It stands on the octagon (Rule koom:board-1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from data.koom import SETUP
from engine.core import LATER, Outcome, Seat
from engine.octagon.board import BY_NAME, Bitboard, Square, bits, name, rank_of
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

FAR_EDGE: Final = bits(BY_NAME[word] for word in ("F1", "G1", "H1", "J1", "K1"))
"""Where the dwarfs want the Rock (Rule koom:win-1)."""

HOLDERS: Final = 3
"""So many trolls beside the Rock hold it (Rule koom:win-2)."""


class Piece(StrEnum):
    """What can be moved; the value is its letter in notation."""

    DWARF = "d"
    TROLL = "T"
    ROCK = "R"

    @property
    def side(self) -> Side:
        """Who moves it: the Rock is moved by the dwarfs (Rules koom:rock-1, koom:rock-3)."""
        return Side.TROLLS if self is Piece.TROLL else Side.DWARFS


@dataclass(frozen=True, slots=True)
class Move:
    """A piece goes from `origin` along `way` and takes `captured`.

    A troll that tramples has a square on its way for each jump, and takes the dwarfs in the order of its
    jumps; every other way is one square. What dwarfs take is ordered by file, then rank.
    """

    piece: Piece
    origin: Square
    way: tuple[Square, ...]
    captured: tuple[Square, ...] = ()

    @property
    def side(self) -> Side:
        """Whose move it is."""
        return self.piece.side

    @property
    def target(self) -> Square:
        """Where the piece ends."""
        return self.way[-1]

    @property
    def tramples(self) -> bool:
        """Whether a troll jumps over dwarfs."""
        return self.piece is Piece.TROLL and bool(self.captured)

    def __str__(self) -> str:
        """The notation: `dE14-E4xE3`, `TF3-F5-H7`, `RH8-H7` (Rules koom:notation-1, koom:notation-2)."""
        squares = "-".join(map(name, (self.origin, *self.way)))
        taken = "" if self.tramples else "".join(f"x{name(square)}" for square in self.captured)
        return f"{self.piece}{squares}{taken}"


@dataclass(frozen=True, slots=True)
class Position:
    """Where both sides' pieces and the Rock stand."""

    dwarfs: Bitboard
    trolls: Bitboard
    rock: Square

    def pieces(self, side: Side) -> Bitboard:
        """The squares of one side's pieces."""
        return self.dwarfs if side is Side.DWARFS else self.trolls

    @property
    def occupied_squares(self) -> Bitboard:
        """Every square that nothing can enter or pass, the Rock's among them (Rule koom:board-2)."""
        return self.dwarfs | self.trolls | 1 << self.rock


START: Final = Position(
    dwarfs=bits(BY_NAME[word] for word in SETUP.dwarfs),
    trolls=bits(BY_NAME[word] for word in SETUP.trolls),
    rock=BY_NAME[SETUP.stone],
)
"""The armies face each other, one dwarf beside the Rock (Rule koom:start-1)."""

Action: TypeAlias = Move | PlayerCall


class BattleEnd(StrEnum):
    """Why a battle is over."""

    HOME = "home"  # the Rock is on the far edge: the dwarfs win
    HELD = "held"  # three trolls stand beside the Rock: the trolls win
    WIPED_OUT = "wiped-out"  # one side has no pieces left
    NO_MOVE = "no-move"  # the side to move has no legal move, and loses
    AGREED = "agreed"  # drawn, as both wanted
    REPEATED = "repeated"  # drawn: the same position for the third time
    QUIET = "quiet"  # drawn: claimed under `quiet_limit`


@dataclass(frozen=True, slots=True)
class BattleResult:
    """A battle that is over: why, and who won it, if anybody."""

    end: BattleEnd
    dwarf_seat: Seat
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """A match, whole: everything that later moves can depend on, and all that anybody sees."""

    dwarfs: Bitboard
    trolls: Bitboard
    rock: Square
    to_move: Side = Side.DWARFS
    battle: int = 1
    battles: int = 2  # of the match
    ply: int = 0  # plies of this battle
    trail: tuple[tuple[Square, Square], ...] = ()  # from where to where, each ply since the last capture
    quiet_limit: int = 0  # plies; 0: no limit
    repetition: bool = True  # whether a position that stands for the third time draws the battle
    offer: Seat | None = None  # who has an open offer to draw the battle
    offer_wait: tuple[int, int] = (0, 0)  # moves each seat must make before it may offer again
    last: Move | None = None  # the move before this position, none at the start of a battle
    results: tuple[BattleResult, ...] = ()
    outcome: Outcome | None = None
    # States of the first version of the rules lack these two; there the Rock is nearest where it lies.
    nearest: int = field(default=rank_of(START.rock), metadata=LATER)  # the Rock's lowest rank in this battle
    nearest_at: int = field(default=0, metadata=LATER)  # the ply at which it first came there

    @property
    def dwarf_seat(self) -> Seat:
        """Who commands the dwarfs: seat 0 in the first battle, seat 1 in the second (Rule koom:match-1)."""
        return self.battle - 1

    @property
    def position(self) -> Position:
        """Where everything stands."""
        return Position(self.dwarfs, self.trolls, self.rock)

    @property
    def quiet(self) -> int:
        """Plies of this battle without progress: since a capture, or since the Rock came nearer than before.

        Rule koom:draw-5.
        """
        return min(len(self.trail), self.ply - self.nearest_at)

    def seat_of(self, side: Side) -> Seat:
        """Who commands `side` in this battle."""
        return self.dwarf_seat if side is Side.DWARFS else 1 - self.dwarf_seat


@dataclass(frozen=True, slots=True)
class RockMoved:
    """The dwarfs moved the Rock."""

    seat: Seat
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class Trampled:
    """A troll jumped over dwarfs, landing on each square of its `way`."""

    seat: Seat
    origin: str
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offered to call the battle a draw."""

    seat: Seat
    battle: int


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """A battle is over; nobody has won a drawn one."""

    battle: int
    end: BattleEnd
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `won` are the battles of each seat."""

    winner: Seat | None
    won: tuple[int, int]


Event: TypeAlias = (
    Moved
    | RockMoved
    | Trampled
    | Captured
    | DrawOffered
    | OfferAccepted
    | OfferDeclined
    | EndClaimed
    | BattleEnded
    | BattleBegan
    | Resigned
    | MatchEnded
)
"""What happens in Koom Valley; what happens in every game on the octagon is the same event there."""
