"""Who pulls, who lies and who was just lost, on either side of the knot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from engine.core import Seat
from engine.ploc.model import Side, View
from render.canvas import Face, capitals, width, word
from render.palette import RGB
from render.ploc_athletes import RANK, SIZE, Pose, athlete, lost
from render.ploc_clay import Peg, Sprite, plate
from render.ploc_colours import NAMED, PALETTE
from render.ploc_green import FEET, GREEN, HORIZON, INSIDE, is_right, mirrored
from render.ploc_rope import KNOT, ROPE, THICK, knot, ribbon, rope
from render.ploc_signs import Sign, sign

MOST: Final = 12
"""So many are drawn one by one on the rope; a number stands for the others."""

LYING: Final = 7
"""So many are drawn one by one on the grass."""

_REACH: Final = 58
"""From the knot to the middle of the first athlete, in pixels."""

_STEP: Final = 38
_LAID: Final = 64
_FLAG: Final = 92


@dataclass(frozen=True, slots=True)
class Changes:
    """What this turn has done to a side so far; `new` are those changed by the last die of all."""

    gone: int = 0
    gone_lying: int = 0
    new: int = 0
    new_lying: int = 0
    new_gone: int = 0
    new_gone_lying: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """An athlete where it is drawn: the middle of its tile in pixels from the left."""

    pose: Pose
    x: int
    ghost: bool = False
    ring: bool = False


def changes(view: View, seat: Seat) -> Changes:
    """What the dice of this turn have changed for a seat."""
    states = [*(both[seat] for both in view.turn.before), view.sides[seat]]
    gone = gone_lying = 0
    step = (0, 0)
    for before, after in pairwise(states):
        step = _lost(before, after)
        gone, gone_lying = gone + step[0], gone_lying + step[1]
    if len(states) == 1:
        return Changes()
    before, after = states[-2:]
    return Changes(
        gone,
        gone_lying,
        max(0, after.standing - before.standing),
        max(0, after.lying - before.lying),
        *step,
    )


def _lost(before: Side, after: Side) -> tuple[int, int]:
    """How many standing and how many lying athletes a die has removed."""
    lying = max(0, before.lying - after.lying)
    return max(0, before.athletes - after.athletes - lying), lying


def teams(image: Image.Image, view: View, *, turned: bool) -> None:
    """Everybody on the green, the rope in their hands; it lies there once the game is over."""
    left, right = view.sides[::-1] if turned else view.sides
    middle = knot(left, right)
    over = view.outcome is not None
    found = [(seat, 1 - 2 * is_right(seat, turned=turned)) for seat in (0, 1)]
    crowds = [(seat, way, crowd(view, seat, middle, way)) for seat, way in found]
    if view.offer is not None:
        _white_flag(image, view.offer, turned=turned)
    for seat, way, people in crowds:
        _draw(image, seat, way, (one for one in people if one.pose is Pose.BACK))
    height = FEET - 14 if over else ROPE
    rope().paste(image, GREEN.x, height - THICK // 2)
    ribbon().paste(image, middle - KNOT // 2, height - KNOT * 2 // 5)
    for seat, way, people in crowds:
        _draw(image, seat, way, (one for one in people if one.pose is not Pose.BACK))
    for seat, way in found:
        _numbers(image, view, seat, way)


def crowd(view: View, seat: Seat, middle: int, way: int) -> list[Figure]:
    """Everybody of a seat's village who is drawn, those farther from the knot first."""
    side, changed = view.sides[seat], changes(view, seat)
    if view.outcome is not None and seat not in view.outcome.winners:
        fallen = side.athletes + changed.gone + changed.gone_lying
        return _laid(min(fallen, LYING), 0, Changes(), middle, way)
    pulling = _pulling(side.standing, changed, middle, way)
    if view.outcome is not None:
        pulling = [Figure(Pose.CHEER, one.x) for one in pulling if not one.ghost]
    return [*pulling, *_laid(side.lying, changed.gone_lying, changed, middle, way)]


def _pulling(standing: int, changed: Changes, middle: int, way: int) -> list[Figure]:
    """Those on the rope by turns before and behind it, then the ghosts of those who were."""
    ghosts = min(changed.gone, 4)
    drawn = min(standing, MOST - ghosts)
    places = _places(drawn + ghosts, middle, way, _REACH, _STEP)
    return [
        Figure(
            Pose.BACK if number % 2 else Pose.FRONT,
            x,
            number >= drawn,
            number >= drawn + ghosts - changed.new_gone if number >= drawn else number >= drawn - changed.new,
        )
        for number, x in reversed(list(enumerate(places)))
    ]


def _laid(lying: int, gone: int, changed: Changes, middle: int, way: int) -> list[Figure]:
    """Those on the grass, then the ghosts of those who were."""
    ghosts = min(gone, 4)
    drawn = min(lying, LYING - ghosts)
    places = _places(drawn + ghosts, middle, way, _REACH + 16, _LAID)
    return [
        Figure(
            Pose.LYING,
            x,
            number >= drawn,
            number >= drawn + ghosts - changed.new_gone_lying
            if number >= drawn
            else number >= drawn - changed.new_lying,
        )
        for number, x in reversed(list(enumerate(places)))
    ]


def _places(number: int, middle: int, way: int, reach: int, step: int) -> list[int]:
    """Where so many stand in a row away from the knot, closer together if they are many."""
    first = middle - way * reach
    room = first - INSIDE - SIZE // 2 if way > 0 else 2 * GREEN.x + GREEN.width - first - INSIDE - SIZE // 2
    apart = min(float(step), room / max(number - 1, 1))
    return [round(first - way * place * apart) for place in range(number)]


def _draw(image: Image.Image, seat: Seat, way: int, people: Iterator[Figure]) -> None:
    for one in people:
        x = one.x - SIZE // 2
        y = FEET - SIZE + 6 - RANK * (one.pose is Pose.BACK)
        if one.pose is Pose.LYING:
            y = FEET - 36
        if one.ring:
            ring().paste(image, x, y)
        facing = 1 if one.pose is Pose.CHEER else way
        sprite = lost(seat, one.pose, way) if one.ghost else athlete(seat, one.pose, facing)
        sprite.paste(image, x, y)


@cache
def ring() -> Sprite:
    """The amber ring on the grass, around who was changed last."""
    clay = Peg(SIZE)
    rims: tuple[tuple[float, RGB], ...] = ((0, NAMED["amber-deep"]), (2, NAMED["amber"]))
    for inset, tone in rims:
        clay.fill(clay.ellipse(50, 89, 49 - inset, 10.5 - inset), tone)
    clay.cut(clay.ellipse(50, 89, 42, 5))
    return clay.sprite()


def _white_flag(image: Image.Image, seat: Seat, *, turned: bool) -> None:
    """An offer to end the match, behind those who make it."""
    right = is_right(seat, turned=turned)
    x = mirrored(GREEN.x + 14, _FLAG, right=right)
    sign(Sign.RESIGNATION, 0, _FLAG, "grass-shade", -1 if right else 1).paste(image, x, HORIZON - 34)


def _numbers(image: Image.Image, view: View, seat: Seat, way: int) -> None:
    """How many there are who are not drawn one by one."""
    side = view.sides[seat]
    if view.outcome is not None and seat not in view.outcome.winners:
        return
    changed = changes(view, seat)
    for number, most, y in (
        (side.standing, MOST - min(changed.gone, 4), FEET - SIZE - 48),
        (side.lying, LYING - min(changed.gone_lying, 4), FEET + 20),
    ):
        if number > most:
            tile = _more(number - most)
            x = mirrored(GREEN.x + 8, tile.width, right=way < 0)
            image.paste(tile, (x, y))


@lru_cache(maxsize=256)
def _more(number: int) -> Image.Image:
    """`+88` on a small plate; shared, so paste it only."""
    text, size = f"+{number}", 26
    tile = PALETTE.blank((width(text, Face.FIGURES, size) + 20, 36), "ink")
    plate(tile, (0, 0, tile.width, tile.height), 0, ((2, "brass"), (4, "walnut")))
    top, bottom = capitals(Face.FIGURES, size)
    letters = word(text, Face.FIGURES, size, ("walnut", "cream"), PALETTE).crop((0, top, tile.width, bottom))
    tile.paste(letters.crop((0, 0, tile.width - 20, letters.height)), (10, (36 - letters.height) // 2))
    return tile


def prepare() -> None:
    """Model what is laid on the grass besides the athletes."""
    ring()
    for way in (1, -1):
        sign(Sign.RESIGNATION, 0, _FLAG, "grass-shade", way)
