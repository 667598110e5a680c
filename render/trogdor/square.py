"""A square with everything on it as one tile of the palette."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.trogdor import marks
from render.trogdor.colours import PALETTE
from render.trogdor.count import SIDE, count
from render.trogdor.land import TILE
from render.trogdor.pieces import Figure, figure
from render.trogdor.spots import Crowd, Spot
from render.trogdor.tiles import cottage, tile


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


@lru_cache(maxsize=1536)
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
            label = count(number)
            image.alpha_composite(label, (place.x + place.size - SIDE, place.y + place.size - SIDE))
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


@cache
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
