"""What there is on each square of a view: its tile, who stands on it, and what is marked there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from engine.trogdor.board import (
    BY_NAME,
    ORTHOGONAL,
    SIZE,
    SQUARES,
    STEPS,
    Direction,
    Kind,
    Square,
    Walker,
    wrapped,
)
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Board, Deed, Land, Phase, Verb, View, Walk
from render.kit.sheet import Sheet
from render.trogdor.land import HANDS
from render.trogdor.marks import Ink, Leg, Sign
from render.trogdor.pieces import Figure

Crowd: TypeAlias = tuple[tuple[Figure, int], ...]
"""Who stands on a square, and how many of each."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A square as it is drawn; what follows from it is cached.

    `aflame` is that of its cottage, none where there is none. `ghosts` are those lost in this picture.
    `shots` are the ways the archer's arrow flew here, `marched` the ways peasants came in.
    """

    kind: Kind
    burned: bool
    hand: int
    aflame: bool | None = None
    crowd: Crowd = ()
    ghosts: tuple[Figure, ...] = ()
    legs: tuple[Leg, ...] = ()
    shots: tuple[Direction, ...] = ()
    marched: tuple[Direction, ...] = ()
    signs: tuple[Sign, ...] = ()
    ring: bool = False
    burst: bool = False
    chosen: bool = False
    target: bool = False


LANES: Final[dict[Walker, int]] = {
    Walker.FIRST_KNIGHT: -20,
    Walker.SECOND_KNIGHT: 7,
    Walker.TROGHAMMER: -7,
    Walker.ARCHER: 20,
    Walker.PEASANT: 13,
    Walker.TROGDOR: 0,
}
"""Where each walker's line runs, beside the others'."""


def spots(view: View, sheet: Sheet) -> dict[Square, Spot]:
    """Every square; raises `KeyError` if `sheet` names one that is not on the map."""
    marks = Marks(bare(view.board))
    if view.land is not None and view.land.rage:
        # Alone: with all that led to it five more paths would be a maze.
        marks.walks(view.land.rage, Ink.FIRE)
    elif shows_land(view) and view.land is not None:
        marks.land(view.land, view.board.archer)
    elif view.deed is not None:
        marks.deed(view.deed, fiery=_is_fiery(view, view.deed))
    for name in sheet.chosen:
        marks.change(BY_NAME[name], chosen=True)
    for name in sheet.targets:
        marks.change(BY_NAME[name], target=True)
    return marks.found


def shows_land(view: View) -> bool:
    """Whether the picture shows what the land has done, and not what the active player has."""
    return view.land is not None and view.deed is None and view.phase not in (Phase.ACT, Phase.AFTER)


def _is_fiery(view: View, deed: Deed) -> bool:
    """Whether the deed set fire to its squares: a card or an item can do something else."""
    if deed.verb is Verb.CARD:
        return deed.origin is None and view.turn.card is not Card.TUNNEL_WARP
    if deed.verb is Verb.ITEM:
        return deed.origin is None and view.players[view.turn.seat].item is Item.FIREBALLS
    return deed.verb is Verb.BURN


def bare(board: Board) -> dict[Square, Spot]:
    """Every square with who stands on it, nothing marked."""
    crowds = _crowds(board)
    return {
        square: Spot(
            kind=kind,
            burned=square in board.burned,
            hand=square // SIZE % HANDS,
            aflame=square in board.aflame if kind is Kind.COTTAGE else None,
            crowd=crowds[square],
        )
        for square, kind in zip(SQUARES, board.kinds, strict=True)
    }


def _crowds(board: Board) -> dict[Square, Crowd]:
    standing: dict[Square, Counter[Figure]] = {square: Counter() for square in SQUARES}
    standing[board.trogdor][Figure.LYING if board.hiding else Figure.DRAGON] += 1
    standing[board.archer][Figure.ARCHER] += 1
    if board.troghammer is not None:
        standing[board.troghammer][Figure.TROGHAMMER] += 1
    for square, knight in zip(board.knights, (Figure.FIRST_KNIGHT, Figure.SECOND_KNIGHT), strict=False):
        standing[square][knight] += 1
    for square in board.peasants:
        standing[square][Figure.PEASANT] += 1
    for runner in board.lit:
        standing[runner.square][Figure.LIT] += 1
    return {square: tuple(counter.items()) for square, counter in standing.items()}


class Marks:
    """Squares, and what is being marked on them."""

    def __init__(self, found: dict[Square, Spot]) -> None:
        self.found = found

    def change(self, square: Square, **fields: Any) -> None:  # noqa: ANN401 - fields of Spot
        """Say something about a square."""
        self.found[square] = replace(self.found[square], **fields)

    def deed(self, deed: Deed, *, fiery: bool) -> None:
        """The trail to where Trogdor is, and what he has burned or devoured on the way."""
        for square in deed.squares:
            self.change(square, ring=True)
        if deed.verb is Verb.CHOMP:
            for square in deed.squares:
                self.ghost(square, Figure.PEASANT)
        elif fiery:
            self.sign(Sign.FIRE, (square for square in deed.squares if self.found[square].burned))
        if deed.origin is not None and deed.squares:
            self.trail(deed.origin, deed.squares[-1])

    def ghost(self, square: Square, figure: Figure) -> None:
        """Somebody was lost on a square."""
        spot = self.found[square]
        self.found[square] = replace(spot, ghosts=(*spot.ghosts, figure))

    def trail(self, origin: Square, target: Square) -> None:
        """A step's trail; after a jump only the square that was left and the one that was reached."""
        way = next((way for way in STEPS if wrapped(origin, way) == target), None)
        self.leg(origin, Leg(Ink.TRAIL, 0, None, way))
        if way is not None:
            self.leg(target, Leg(Ink.TRAIL, 0, _back(way), None))

    def land(self, land: Land, archer: Square) -> None:
        """Everything that the land has done in its turn."""
        self.sign(Sign.SPAWNED, land.spawned)
        self.sign(Sign.FIRE, (*land.lit, *land.burned))
        self.sign(Sign.REPAIRED, land.repaired)
        self.sign(Sign.MENDED, land.mended)
        for _, target in land.marched:
            self.march(target, land.direction)
        self.walks(land.runs, Ink.FIRE)
        self.walks((*land.walks, *land.hammer), Ink.DANGER)
        self.shoot(archer, land.line)
        for square in land.hits:
            self.change(square, burst=True)

    def sign(self, sign: Sign, squares: Iterable[Square]) -> None:
        """A sign on each of the squares, once."""
        for square in dict.fromkeys(squares):
            spot = self.found[square]
            if sign not in spot.signs:
                self.found[square] = replace(spot, signs=(*spot.signs, sign))

    def march(self, square: Square, direction: Direction) -> None:
        """A peasant came in."""
        spot = self.found[square]
        if direction not in spot.marched:
            self.found[square] = replace(spot, marched=(*spot.marched, direction))

    def walks(self, walks: Iterable[Walk], ink: Ink) -> None:
        """Walks over several squares, each in its lane."""
        for number, walk in enumerate(walks):
            lane = LANES[walk.who] if ink is Ink.DANGER else (13, -13, 0)[number % 3]
            ways = [_way(one, two) for one, two in zip(walk.squares, walk.squares[1:], strict=False)]
            enters: list[Direction | None] = [None, *(_back(way) for way in ways)]
            leaves: list[Direction | None] = [*ways, None]
            for square, enter, leave in zip(walk.squares, enters, leaves, strict=True):
                self.leg(square, Leg(ink, lane, enter, leave))

    def leg(self, square: Square, leg: Leg) -> None:
        """A part of a walk."""
        spot = self.found[square]
        if leg not in spot.legs:
            self.found[square] = replace(spot, legs=(*spot.legs, leg))

    def shoot(self, archer: Square, line: Iterable[Square]) -> None:
        """The arrow's line, away from the archer on both sides."""
        for square in line:
            (row, column), (row0, column0) = divmod(square, SIZE), divmod(archer, SIZE)
            if row == row0:
                way = Direction.EAST if column > column0 else Direction.WEST
            else:
                way = Direction.SOUTH if row > row0 else Direction.NORTH
            spot = self.found[square]
            self.found[square] = replace(spot, shots=(*spot.shots, way))


def _way(origin: Square, target: Square) -> Direction:
    return next(way for way in ORTHOGONAL if wrapped(origin, way) == target)


def _back(way: Direction) -> Direction:
    """The direction that one comes from, going this way."""
    down, right = STEPS[way]
    return next(other for other in STEPS if STEPS[other] == (-down, -right))
