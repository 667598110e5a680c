"""What there is on each square of a view, and such a square laid out: its tile, and marks on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from PIL import Image

from engine.trogdor.board import (
    BY_NAME,
    SIZE,
    SQUARES,
    STEPS,
    Direction,
    Square,
    TileKind,
    Walker,
    next_square,
    next_square_wrapped,
)
from engine.trogdor.cards import Card, Item
from engine.trogdor.danger import threats
from engine.trogdor.model import Board, Land, LastAction, Phase, Verb, View, Walk
from engine.trogdor.position import walkers
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, capitals, word
from render.kit.picture import PasteTarget
from render.kit.sheet import Sheet
from render.trogdor import marks
from render.trogdor.board import CORNERS
from render.trogdor.clay import ScalableClay
from render.trogdor.colours import NAMED, PALETTE
from render.trogdor.marks import INKS, Badge, Ink, Leg
from render.trogdor.pieces import AT_THE_END, DRAGONS, MapFigure, figure
from render.trogdor.tiles import HANDS, TILE, cottage, tile

Crowd: TypeAlias = tuple[tuple[MapFigure, int], ...]
"""Who stands on a square, and how many of each."""


class SquareContents(NamedTuple):
    """A square as it is drawn: who and what stands there, and then what is marked.

    `aflame` is that of its cottage, none where there is none. `ghosts` are those lost in this picture.
    `shots` are the ways the archer's arrow flew here, `marched` the ways peasants came in.
    """

    kind: TileKind
    burned: bool
    hand: int
    aflame: bool | None = None
    crowd: Crowd = ()
    ghosts: tuple[MapFigure, ...] = ()
    legs: tuple[Leg, ...] = ()
    shots: tuple[Direction, ...] = ()
    marched: tuple[Direction, ...] = ()
    signs: tuple[Badge, ...] = ()
    ring: bool = False
    burst: bool = False
    chosen: bool = False
    target: bool = False
    incoming: tuple[Direction, ...] = ()
    threats: tuple[tuple[MapFigure, int], ...] = ()


_BARE: Final = 5
"""The fields of a spot before those that are marked: who and what stands there."""

LANES: Final[dict[Walker, int]] = {
    Walker.FIRST_KNIGHT: -33,
    Walker.SECOND_KNIGHT: 17,
    Walker.TROGHAMMER: -17,
    Walker.ARCHER: 33,
}
"""Where each walker's line runs, beside the others'."""

_FIERY: Final = (17, -17, 33)
"""The same for those who run or rage, one after the other."""


class EdgeGate(NamedTuple):
    """Where a walk leaves the map by a side of a square, or comes in by it; both have the same number."""

    square: Square
    side: Direction
    lane: int
    number: int
    ink: Ink


def square_contents(view: View, sheet: Sheet) -> dict[Square, SquareContents]:
    """Every square; raises `KeyError` if `sheet` names one that is not on the map."""
    return mark_squares(view, sheet).contents


def mark_squares(view: View, sheet: Sheet) -> SquareMarks:
    """Every square, and where walks go round the edges; raises `KeyError` as `spots` does."""
    marking = SquareMarks(unmarked_squares(view.board, dragon_of(view)))
    if view.land is not None and view.land.rage:
        # Alone: with all that led to it five more paths would be a maze.
        marking.mark_walks(view.land.rage)
    elif shows_land(view) and view.land is not None:
        marking.mark_land(view.land, view.board.archer)
    elif view.deed is not None:
        marking.mark_deed(view.deed, fiery=_is_fiery(view, view.deed))
    for name in sheet.chosen:
        marking.change(BY_NAME[name], chosen=True)
    for name in sheet.targets:
        marking.change(BY_NAME[name], target=True)
    marking.mark_threats(view)
    return marking


def shows_land(view: View) -> bool:
    """Whether the picture shows what the land has done, and not what the active player has."""
    return view.land is not None and view.deed is None and view.phase not in (Phase.ACT, Phase.AFTER)


def _is_fiery(view: View, deed: LastAction) -> bool:
    """Whether the deed set fire to its squares: a card or an item can do something else."""
    if deed.verb is Verb.CARD:
        return deed.origin is None and view.turn.card is not Card.TUNNEL_WARP
    if deed.verb is Verb.ITEM:
        return deed.origin is None and view.players[view.turn.seat].item is Item.FIREBALLS
    return deed.verb is Verb.BURN


def dragon_of(view: View) -> MapFigure:
    """How Trogdor looks: as he stands or hides, in his rage, or what has become of him."""
    if view.outcome is not None:
        return AT_THE_END[view.outcome.ending]
    if view.land is not None and view.land.rage:
        return MapFigure.RAGING
    return MapFigure.LYING if view.board.hiding else MapFigure.DRAGON


def unmarked_squares(board: Board, dragon: MapFigure) -> dict[Square, SquareContents]:
    """Every square with who stands on it, nothing marked; the `dragon` is how Trogdor looks."""
    crowds = _crowds(board, dragon)
    burned, aflame, cottage_ = board.burned, board.aflame, TileKind.COTTAGE
    return {
        square: SquareContents(
            kind,
            square in burned,
            _HAND[square],
            square in aflame if kind is cottage_ else None,
            crowds.get(square, ()),
        )
        for square, kind in zip(SQUARES, board.kinds, strict=True)
    }


_HAND: Final = tuple(square // SIZE % HANDS for square in SQUARES)
"""The handwriting of each square."""


def _crowds(board: Board, dragon: MapFigure) -> dict[Square, Crowd]:
    """Who stands on each square where somebody does."""
    figures: dict[Square, dict[MapFigure, int]] = {}
    for square, which in _standing(board, dragon):
        crowd = figures.setdefault(square, {})
        crowd[which] = crowd.get(which, 0) + 1
    return {square: tuple(crowd.items()) for square, crowd in figures.items()}


def _standing(board: Board, dragon: MapFigure) -> Iterator[tuple[Square, MapFigure]]:
    """Everybody on the map."""
    yield board.trogdor, dragon
    yield board.archer, MapFigure.ARCHER
    if board.troghammer is not None:
        yield board.troghammer, MapFigure.TROGHAMMER
    yield from zip(board.knights, (MapFigure.FIRST_KNIGHT, MapFigure.SECOND_KNIGHT), strict=False)
    for square in board.peasants:
        yield square, MapFigure.PEASANT
    for runner in board.lit:
        yield runner.square, MapFigure.LIT


class SquareMarks:
    """Squares, and what is being marked on them."""

    def __init__(self, bare: dict[Square, SquareContents]) -> None:
        self._bare = bare
        self._said: dict[Square, dict[str, Any]] = {}
        self.gates: list[EdgeGate] = []

    @property
    def contents(self) -> dict[Square, SquareContents]:
        """Every square with all that was said about it; each is made once, whatever that is."""
        found = dict(self._bare)
        for square, fields in self._said.items():
            found[square] = SquareContents(*found[square][:_BARE], **fields)
        return found

    def change(self, square: Square, **fields: Any) -> None:  # noqa: ANN401 - fields of Spot
        """Say something about a square."""
        self._said.setdefault(square, {}).update(fields)

    def add(self, square: Square, field: str, value: object, *, once: bool = True) -> None:
        """One more of several marks of a kind; `once`: unless it is there."""
        fields = self._said.setdefault(square, {})
        so_far = fields.get(field, ())
        if not once or value not in so_far:
            fields[field] = (*so_far, value)

    def mark_deed(self, deed: LastAction, *, fiery: bool) -> None:
        """The trail to where Trogdor is, and what he has burned or devoured on the way."""
        for square in deed.squares:
            self.change(square, ring=True)
        if deed.verb is Verb.CHOMP:
            for square in deed.squares:
                self.mark_ghost(square, MapFigure.PEASANT)
        elif fiery:
            self.mark_badge(Badge.FIRE, (square for square in deed.squares if self._bare[square].burned))
        if deed.origin is not None and deed.squares:
            self.mark_trail(deed.origin, deed.squares[-1])

    def mark_ghost(self, square: Square, figure: MapFigure) -> None:
        """Somebody was lost on a square."""
        self.add(square, "ghosts", figure, once=False)

    def mark_trail(self, origin: Square, target: Square) -> None:
        """A step's trail; after a jump only the square that was left and the one that was reached."""
        way = _WAYS.get((origin, target))
        self.mark_leg(origin, Leg(Ink.TRAIL, 0, None, way))
        if way is not None:
            self.mark_leg(target, Leg(Ink.TRAIL, 0, _BACK[way], None))

    def mark_land(self, land: Land, archer: Square) -> None:
        """Everything that the land has done in its turn."""
        self.mark_badge(Badge.SPAWNED, land.spawned)
        self.mark_badge(Badge.FIRE, (*land.lit, *land.burned))
        self.mark_badge(Badge.REPAIRED, land.repaired)
        self.mark_badge(Badge.MENDED, land.mended)
        for _, target in land.marched:
            self.mark_march(target, land.direction)
        self.mark_walks(land.runs)
        self.mark_walks((*land.walks, *land.hammer))
        self.mark_shot(archer, land.line)
        for square in land.hits:
            self.change(square, burst=True)

    def mark_badge(self, sign: Badge, squares: Iterable[Square]) -> None:
        """A sign on each of the squares, once."""
        for square in dict.fromkeys(squares):
            self.add(square, "signs", sign)

    def mark_march(self, square: Square, direction: Direction) -> None:
        """A peasant came in."""
        self.add(square, "marched", direction)

    def mark_threats(self, view: View) -> None:
        """Who could strike Trogdor where he stands, and the sides that an arrow would come in by."""
        here = view.board.trogdor
        places = {Walker.ARCHER: view.board.archer, **dict(walkers(view.board))}
        for who, share, sides in threats(view):
            likely = sum(share >= least for least in marks.LIKELY)
            self.add(places[who], "threats", (MapFigure(who), likely), once=False)
            if ways := tuple(side for side, part in sides if part >= marks.ARROWS):
                self.change(here, incoming=ways)

    def mark_walks(self, walks: Iterable[Walk]) -> None:
        """Walks over several squares, each in its lane and in the ink of who has walked."""
        for number, walk in enumerate(walks):
            lane, ink = LANES.get(walk.who, _FIERY[number % len(_FIERY)]), INKS[walk.who]
            legs, crossed = _stretch(walk.squares, ink, lane)
            for square, leg in legs:
                self.mark_leg(square, leg)
            for square, way, target in crossed:
                next_ = len(self.gates) // 2 + 1
                self.gates.append(EdgeGate(square, way, lane, next_, ink))
                self.gates.append(EdgeGate(target, _BACK[way], lane, next_, ink))

    def mark_leg(self, square: Square, leg: Leg) -> None:
        """A part of a walk."""
        self.add(square, "legs", leg)

    def mark_shot(self, archer: Square, line: Iterable[Square]) -> None:
        """The arrow's line, away from the archer on both sides."""
        for square in line:
            (row, column), (row0, column0) = divmod(square, SIZE), divmod(archer, SIZE)
            if row == row0:
                way = Direction.EAST if column > column0 else Direction.WEST
            else:
                way = Direction.SOUTH if row > row0 else Direction.NORTH
            self.add(square, "shots", way, once=False)


_WAYS: Final = {(square, next_square_wrapped(square, way)): way for way in STEPS for square in SQUARES}
"""The direction from each square to each beside it."""

_BACK: Final = {way: next(back for back in STEPS if STEPS[back] == (-y, -x)) for way, (y, x) in STEPS.items()}
"""The direction that one comes from, going this way."""


_Stretch: TypeAlias = tuple[tuple[tuple[Square, Leg], ...], tuple[tuple[Square, Direction, Square], ...]]


@cached
def _stretch(squares: tuple[Square, ...], ink: Ink, lane: int) -> _Stretch:
    """A walk's part on each of its squares, and where it goes round the edge: from, by which side, to."""
    ways = [_WAYS[one, two] for one, two in pairwise(squares)]
    enters: list[Direction | None] = [None, *(_BACK[way] for way in ways)]
    leaves: list[Direction | None] = [*ways, None]
    parts = zip(squares, enters, leaves, strict=True)
    return (
        tuple((square, Leg(ink, lane, enter, leave)) for square, enter, leave in parts),
        tuple(
            (one, way, two)
            for (one, two), way in zip(pairwise(squares), ways, strict=True)
            if next_square(one, way) is None
        ),
    )


_COUNT: Final = 26
_COUNT_TYPE: Final = 21
"""Pixels of the disc that a number is on, along each side, and of its type."""


@cached
def _count(number: int) -> Image.Image:
    """A number on a dark disc, mode RGBA; shared, so paste it only."""
    clay = ScalableClay(_COUNT // 2)
    clay.fill(clay.ellipse(50, 50, 49, 49), NAMED["cream"])
    clay.fill(clay.ellipse(50, 50, 42, 42), NAMED["ink"])
    disc = clay.sprite_at(_COUNT)
    tile = word(str(number), Face.FIGURES, _COUNT_TYPE, ("ink", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, _COUNT_TYPE)
    figures = tile.crop((0, top, tile.width, bottom)).convert("RGBA")
    disc.alpha_composite(figures, ((_COUNT - figures.width) // 2, (_COUNT - figures.height) // 2))
    return disc


class FigurePlace(NamedTuple):
    """Where a figure stands on its tile: the upper left corner and the size, in pixels."""

    x: int
    y: int
    size: int


ALONE: Final = FigurePlace(42, 40, 66)
_FEW: Final[dict[int, tuple[FigurePlace, ...]]] = {
    1: (ALONE,),
    2: (FigurePlace(2, 46, 60), FigurePlace(47, 46, 60)),
    3: (FigurePlace(27, 2, 54), FigurePlace(0, 53, 54), FigurePlace(53, 53, 54)),
    4: (FigurePlace(2, 1, 52), FigurePlace(54, 1, 52), FigurePlace(2, 55, 52), FigurePlace(54, 55, 52)),
}
_MANY: Final = tuple(FigurePlace(x, y, 40) for y in (2, 34, 67) for x in (0, 34, 68))
_BESIDE: Final[dict[int, tuple[FigurePlace, ...]]] = {
    0: (FigurePlace(9, 9, 92),),
    1: (FigurePlace(0, 0, 86), FigurePlace(54, 54, 54)),
    2: (FigurePlace(0, 0, 78), FigurePlace(14, 60, 47), FigurePlace(61, 60, 47)),
    3: (FigurePlace(0, 0, 72), FigurePlace(0, 68, 40), FigurePlace(34, 68, 40), FigurePlace(68, 68, 40)),
    4: (
        FigurePlace(0, 0, 72),
        FigurePlace(68, 32, 40),
        FigurePlace(0, 68, 40),
        FigurePlace(34, 68, 40),
        FigurePlace(68, 68, 40),
    ),
}
_CORNER: Final = (
    FigurePlace(0, 0, 70),
    *(FigurePlace(x, y, 40) for x, y in ((68, 0), (68, 34), (0, 68), (22, 68), (45, 68), (68, 68))),
)
"""Trogdor first, and places for those who share the square with him."""

_ONES: Final = 3
"""As many of the same figure are drawn one by one; more are one figure with a number."""

_ROOM: Final = 4
GHOST: Final = 54
"""Size of the ghost of somebody who was lost, in pixels."""

HOME: Final = 50
"""Size of a cottage that Trogdor stands before, in pixels."""

_DEPTH: Final = (
    MapFigure.DRAGON, MapFigure.LYING, MapFigure.CROWNED, MapFigure.RAGING, MapFigure.FIERY, MapFigure.DEAD,
    MapFigure.TROGHAMMER, MapFigure.FIRST_KNIGHT, MapFigure.SECOND_KNIGHT, MapFigure.ARCHER,
    MapFigure.PEASANT, MapFigure.LIT,
)  # fmt: skip


SIZES: Final = sorted(
    {place.size for places in (*_FEW.values(), *_BESIDE.values(), _MANY, _CORNER) for place in places}
)
"""The sizes at which figures stand on the map, in pixels."""


def placed_figures(crowd: Crowd) -> list[tuple[MapFigure, int, FigurePlace]]:
    """Everybody on a square with a number and a place, those at the back first."""
    stands = sorted(crowd, key=lambda pair: _DEPTH.index(pair[0]))
    singles = [(which, 1) for which, number in stands for _ in range(number)]
    dragon = _has_trogdor(crowd)
    fits = len(singles) - dragon <= _ROOM and all(number <= _ONES for _, number in stands)
    shown = singles if fits else stands
    places = _places(len(shown), dragon)
    return [(which, number, place) for (which, number), place in zip(shown, places, strict=False)]


def _places(number: int, dragon: bool) -> tuple[FigurePlace, ...]:
    if dragon:
        return _BESIDE.get(number - 1, _CORNER)
    return _FEW.get(number, _MANY)


def lay(onto: PasteTarget, spot: SquareContents, at: tuple[int, int]) -> None:
    """A square with everything on it, its upper left corner at `at`.

    No tile is of a ground and of marks on it: there are many of each, and too many of both.
    """
    kind, burned, hand, aflame, crowd, ghosts, *marked = spot
    paste = onto.paste
    if crowd or ghosts:
        paste(_peopled_tile(kind, burned, hand, aflame, crowd, ghosts), at)
    else:
        paste(_bare(kind, burned, hand, aflame), at)
    if not any(marked):
        return
    x, y = at
    home = aflame if aflame is not None and _has_trogdor(crowd) else None
    for mark, of in _marks_below(spot):
        tile_, mask, dx, dy = _covering(mark, of, crowd, home, ghosts)
        paste(tile_, (x + dx, y + dy), mask)
    for number, sign in enumerate(spot.signs[:_SIGNS]):
        tile_, mask, dx, dy = _covering(marks.badge, (sign,))
        onto.paste(tile_, (x + dx + 2, y + dy + 2 + 35 * number), mask)
    if spot.target:
        tile_, mask, dx, dy = _covering(marks.dot, (not crowd,))
        onto.paste(tile_, (x + dx, y + dy), mask)


_APART: Final = 24
"""So far from each other numbers of gates are, in pixels, or the one that comes later moves inwards."""


def lay_gates(onto: PasteTarget, gates: Sequence[EdgeGate]) -> None:
    """The numbers where walks leave the map and come in again, half on its edge."""
    for gate, (x, y) in zip(gates, gate_places(gates), strict=True):
        tile_, mask, dx, dy = _covering(marks.gate, (gate.number, gate.ink))
        onto.paste(tile_, (x - tile_.width // 2 + dx, y - tile_.height // 2 + dy), mask)


def gate_places(gates: Iterable[EdgeGate]) -> list[tuple[int, int]]:
    """The middle of each number, in pixels of the picture, none of them upon another."""
    taken: list[tuple[int, int]] = []
    for gate in gates:
        (x, y), (down, right) = CORNERS[gate.square], STEPS[gate.side]
        along, half = round((50 + gate.lane) * TILE / 100), TILE // 2
        x += half + right * (half - 1) if right else along
        y += half + down * (half - 1) if down else along
        while any((x - one) ** 2 + (y - two) ** 2 < _APART**2 for one, two in taken):
            x, y = x - right * _APART, y - down * _APART
        taken.append((x, y))
    return taken


_SIGNS: Final = 3
"""As many signs fit on a tile, one below the other."""


@cached_sprite
def _bare(kind: TileKind, burned: bool, hand: int, aflame: bool | None) -> Image.Image:
    """The tile of a square where nobody is; shared, so paste it only."""
    return _tile(kind, burned, hand, aflame, (), ())


@cached
def _peopled_tile(
    kind: TileKind, burned: bool, hand: int, aflame: bool | None, crowd: Crowd, ghosts: tuple[MapFigure, ...]
) -> Image.Image:
    """The tile of a square with everybody on it; shared, so paste it only."""
    return _tile(kind, burned, hand, aflame, crowd, ghosts)


def _tile(
    kind: TileKind, burned: bool, hand: int, aflame: bool | None, crowd: Crowd, ghosts: tuple[MapFigure, ...]
) -> Image.Image:
    image = tile(kind, burned, hand).copy()
    behind = _has_trogdor(crowd)
    if aflame is not None and not behind:
        image.alpha_composite(cottage(aflame))
    _stand(image, crowd, aflame if behind else None, ghosts)
    # A tile covers its square, and what lies on an opaque picture leaves it opaque.
    return PALETTE.quantise(image.convert("RGB"))


def _stand(image: Image.Image, crowd: Crowd, home: bool | None, ghosts: tuple[MapFigure, ...]) -> None:
    """Put everybody on a tile; `home`: whether the cottage in its corner is aflame, if there is one."""
    for which, number, place in placed_figures(crowd):
        image.alpha_composite(figure(which, place.size), (place.x, place.y))
        if number > 1:
            label = _count(number)
            image.alpha_composite(label, (place.x + place.size - _COUNT, place.y + place.size - _COUNT))
    if home is not None:
        image.alpha_composite(_home(home), _corner_for_home(sum(number for _, number in crowd)))
    for which in ghosts:
        image.alpha_composite(marks.lost_figure(which, GHOST), (TILE - GHOST, TILE - GHOST))


_Model: TypeAlias = Callable[..., Image.Image]
"""What makes the sprite of a mark: its pixels are opaque, or nothing is there."""


@cached
def _covering(
    mark: _Model,
    of: tuple[Any, ...],
    crowd: Crowd = (),
    home: bool | None = None,
    ghosts: tuple[MapFigure, ...] = (),
) -> tuple[Image.Image, Image.Image, int, int]:
    """A mark as those who stand there leave it to be seen, where it covers the ground, and its place there.

    Their shadows fall on it, so that it cannot be pasted beneath them.
    """
    sprite = mark(*of)
    box = sprite.getbbox() or (0, 0, 1, 1)
    covers = sprite.getchannel("A").crop(box).convert("1", dither=Image.Dither.NONE)
    image = sprite.copy()
    _stand(image, crowd, home, ghosts)
    return PALETTE.quantise(image.crop(box).convert("RGB")), covers, box[0], box[1]


def _has_trogdor(crowd: Crowd) -> bool:
    """Whether Trogdor stands here: he hides a cottage, so that it is drawn small, before him."""
    return any(which in DRAGONS for which, _ in crowd)


def _corner_for_home(figures: int) -> tuple[int, int]:
    """The corner that so many figures leave free."""
    return {1: (TILE - HOME, TILE - HOME), 2: (0, TILE - HOME)}.get(figures, (TILE - HOME, 0))


@cached_sprite
def _home(aflame: bool) -> Image.Image:
    """A small cottage for the corner of the tile, mode RGBA."""
    return cottage(aflame).resize((HOME, HOME), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def _figure_place(crowd: Crowd, which: MapFigure) -> FigurePlace:
    """The place of one of a crowd."""
    return next(place for one, _, place in placed_figures(crowd) if one is which)


def _marks_below(spot: SquareContents) -> Iterator[tuple[_Model, tuple[Any, ...]]]:
    """What is marked under the figures, from the bottom up."""
    for figure_, likely in spot.threats:
        yield marks.pool, (*_figure_place(spot.crowd, figure_), likely)
    for way in spot.incoming:
        yield marks.incoming, (way,)
    if spot.ring:
        yield marks.ring, ()
    if spot.chosen:
        yield marks.chosen_frame, ()
    for way in spot.marched:
        yield marks.march, (way,)
    for leg in spot.legs:
        yield marks.leg, (leg,)
    for way in spot.shots:
        yield marks.shot, (way,)
    if spot.burst:
        yield marks.burst, ()
