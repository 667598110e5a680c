"""What there is on each square of a view, and such a square with everything on it as one tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from PIL import Image

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
from render.kit.cache import drawn_once, kept
from render.kit.canvas import Face, capitals, word
from render.kit.sheet import Sheet
from render.trogdor import marks
from render.trogdor.clay import Wood
from render.trogdor.colours import NAMED, PALETTE
from render.trogdor.marks import Ink, Leg, Sign
from render.trogdor.pieces import Figure, figure
from render.trogdor.tiles import HANDS, TILE, cottage, tile

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
    marking = Marks(bare(view.board))
    if view.land is not None and view.land.rage:
        # Alone: with all that led to it five more paths would be a maze.
        marking.walks(view.land.rage, Ink.FIRE)
    elif shows_land(view) and view.land is not None:
        marking.land(view.land, view.board.archer)
    elif view.deed is not None:
        marking.deed(view.deed, fiery=_is_fiery(view, view.deed))
    for name in sheet.chosen:
        marking.change(BY_NAME[name], chosen=True)
    for name in sheet.targets:
        marking.change(BY_NAME[name], target=True)
    return marking.found


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
    figures: dict[Square, Counter[Figure]] = {square: Counter() for square in SQUARES}
    figures[board.trogdor][Figure.LYING if board.hiding else Figure.DRAGON] += 1
    figures[board.archer][Figure.ARCHER] += 1
    if board.troghammer is not None:
        figures[board.troghammer][Figure.TROGHAMMER] += 1
    for square, knight in zip(board.knights, (Figure.FIRST_KNIGHT, Figure.SECOND_KNIGHT), strict=False):
        figures[square][knight] += 1
    for square in board.peasants:
        figures[square][Figure.PEASANT] += 1
    for runner in board.lit:
        figures[runner.square][Figure.LIT] += 1
    return {square: tuple(counter.items()) for square, counter in figures.items()}


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


_COUNT: Final = 26
_COUNT_TYPE: Final = 21
"""Pixels of the disc that a number is on, along each side, and of its type."""


@kept
def _count(number: int) -> Image.Image:
    """A number on a dark disc, mode RGBA; shared, so paste it only."""
    clay = Wood(_COUNT // 2)
    clay.fill(clay.ellipse(50, 50, 49, 49), NAMED["cream"])
    clay.fill(clay.ellipse(50, 50, 42, 42), NAMED["ink"])
    disc = clay.shown(_COUNT)
    tile = word(str(number), Face.FIGURES, _COUNT_TYPE, ("ink", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, _COUNT_TYPE)
    figures = tile.crop((0, top, tile.width, bottom)).convert("RGBA")
    disc.alpha_composite(figures, ((_COUNT - figures.width) // 2, (_COUNT - figures.height) // 2))
    return disc


class Place(NamedTuple):
    """Where a figure stands on its tile: the upper left corner and the size, in pixels."""

    x: int
    y: int
    size: int


ALONE: Final = Place(42, 40, 66)
_FEW: Final[dict[int, tuple[Place, ...]]] = {
    1: (ALONE,),
    2: (Place(2, 46, 60), Place(47, 46, 60)),
    3: (Place(27, 2, 54), Place(0, 53, 54), Place(53, 53, 54)),
    4: (Place(2, 1, 52), Place(54, 1, 52), Place(2, 55, 52), Place(54, 55, 52)),
}
_MANY: Final = tuple(Place(x, y, 40) for y in (2, 34, 67) for x in (0, 34, 68))
_BESIDE: Final[dict[int, tuple[Place, ...]]] = {
    0: (Place(9, 9, 92),),
    1: (Place(0, 0, 86), Place(54, 54, 54)),
    2: (Place(0, 0, 78), Place(14, 60, 47), Place(61, 60, 47)),
    3: (Place(0, 0, 72), Place(0, 68, 40), Place(34, 68, 40), Place(68, 68, 40)),
    4: (Place(0, 0, 72), Place(68, 32, 40), Place(0, 68, 40), Place(34, 68, 40), Place(68, 68, 40)),
}
_CORNER: Final = (
    Place(0, 0, 70),
    *(Place(x, y, 40) for x, y in ((68, 0), (68, 34), (0, 68), (22, 68), (45, 68), (68, 68))),
)
"""Trogdor first, and places for those who share the square with him."""

_ONES: Final = 3
"""As many of the same figure are drawn one by one; more are one figure with a number."""

_ROOM: Final = 4
GHOST: Final = 54
"""Size of the ghost of somebody who was lost, in pixels."""

HOME: Final = 50
"""Size of a cottage that Trogdor stands before, in pixels."""

_BACK: Final = (
    Figure.DRAGON, Figure.LYING, Figure.TROGHAMMER, Figure.FIRST_KNIGHT, Figure.SECOND_KNIGHT, Figure.ARCHER,
    Figure.PEASANT, Figure.LIT,
)  # fmt: skip


SIZES: Final = sorted(
    {place.size for places in (*_FEW.values(), *_BESIDE.values(), _MANY, _CORNER) for place in places}
)
"""The sizes at which figures stand on the map, in pixels."""


def arranged(crowd: Crowd) -> list[tuple[Figure, int, Place]]:
    """Everybody on a square with a number and a place, those at the back first."""
    stands = sorted(crowd, key=lambda pair: _BACK.index(pair[0]))
    singles = [(which, 1) for which, number in stands for _ in range(number)]
    dragon = any(which in (Figure.DRAGON, Figure.LYING) for which, _ in crowd)
    fits = len(singles) - dragon <= _ROOM and all(number <= _ONES for _, number in stands)
    shown = singles if fits else stands
    places = _places(len(shown), dragon)
    return [(which, number, place) for (which, number), place in zip(shown, places, strict=False)]


def _places(number: int, dragon: bool) -> tuple[Place, ...]:
    if dragon:
        return _BESIDE.get(number - 1, _CORNER)
    return _FEW.get(number, _MANY)


@kept
def square(spot: Spot) -> Image.Image:
    """The tile of a square; shared, so paste it only."""
    image = tile(spot.kind, spot.burned, spot.hand).copy()
    behind = spot.aflame is not None and _has_trogdor(spot.crowd)
    if spot.aflame is not None and not behind:
        image.alpha_composite(cottage(spot.aflame))
    for layer in _below(spot):
        image.alpha_composite(layer)
    for which, number, place in arranged(spot.crowd):
        image.alpha_composite(figure(which, place.size), (place.x, place.y))
        if number > 1:
            label = _count(number)
            image.alpha_composite(label, (place.x + place.size - _COUNT, place.y + place.size - _COUNT))
    if spot.aflame is not None and behind:
        image.alpha_composite(_home(spot.aflame), _corner_for_home(sum(number for _, number in spot.crowd)))
    for which in spot.ghosts:
        image.alpha_composite(marks.lost(which, GHOST), (TILE - GHOST, TILE - GHOST))
    for number, sign in enumerate(spot.signs):
        image.alpha_composite(marks.badge(sign), (2, 2 + 35 * number))
    if spot.target:
        image.alpha_composite(marks.dot(not spot.crowd))
    # A tile covers its square, and what lies on an opaque picture leaves it opaque.
    return PALETTE.quantised(image.convert("RGB"))


def _has_trogdor(crowd: Crowd) -> bool:
    """Whether Trogdor stands here: he hides a cottage, so that it is drawn small, before him."""
    return any(which in (Figure.DRAGON, Figure.LYING) for which, _ in crowd)


def _corner_for_home(figures: int) -> tuple[int, int]:
    """The corner that so many figures leave free."""
    return {1: (TILE - HOME, TILE - HOME), 2: (0, TILE - HOME)}.get(figures, (TILE - HOME, 0))


@drawn_once
def _home(aflame: bool) -> Image.Image:
    """A small cottage for the corner of the tile, mode RGBA."""
    return cottage(aflame).resize((HOME, HOME), Image.Resampling.LANCZOS)


def _below(spot: Spot) -> list[Image.Image]:
    """What is marked under the figures, from the bottom up."""
    layers = []
    if spot.ring:
        layers.append(marks.ring())
    if spot.chosen:
        layers.append(marks.chosen())
    layers += [marks.march(way) for way in spot.marched]
    layers += [marks.leg(leg) for leg in spot.legs]
    layers += [marks.shot(way) for way in spot.shots]
    if spot.burst:
        layers.append(marks.burst())
    return layers
