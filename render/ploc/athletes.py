"""The athletes: Plockton's in flat caps and trousers, Broadford's in kilts and bonnets with a pompom."""

from __future__ import annotations

from enum import StrEnum
from itertools import product
from typing import Final

from PIL import Image

from engine.core import Seat
from render.kit.cache import cached_sprite
from render.kit.canvas import RGB
from render.kit.sprites import Clay, Point, Tones
from render.ploc.clay import SharpClay, Sprite, faded_body, halo, points, sprite_of
from render.ploc.colours import NAMED, TEAMS, tones

_SKIN: Final[Tones] = (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"])


def _hair(seat: Seat) -> RGB:
    return NAMED["hair" if seat == 0 else "ginger"]


def _arm(clay: Clay, line: list[tuple[float, float]], body: Tones) -> None:
    """An arm with its sleeve rolled up, and the fist at its end."""
    clay.fill(clay.stroke(line, 13), clay.line)
    clay.fill(clay.stroke(line, 9), NAMED["skin"])
    clay.fill(clay.stroke(line[:2], 9), body[1])
    x, y = line[-1]
    clay.lump(clay.ellipse(x, y, 6.5, 6.5), _SKIN, 3)


def _boots(clay: Clay, heels: list[tuple[float, float]], way: int) -> None:
    """Boots with their heels at these points, their toes away from `way`."""
    for x, y in heels:
        boot = clay.blob(
            [
                (x - 6 * way, y - 6),
                (x + 4 * way, y - 6),
                (x + 13 * way, y - 1),
                (x + 12 * way, y + 4),
                (x - 6 * way, y + 4),
            ]
        )
        clay.lump(boot, (NAMED["ink"], NAMED["hair"], NAMED["tweed"]), 3)


def _kilt(
    clay: Clay,
    cloth: list[tuple[float, float]],
    down: list[tuple[float, float]],
    across: list[tuple[float, float]],
) -> None:
    """A kilt with a stripe down and one across."""
    area = clay.polygon(cloth)
    clay.lump(area, (NAMED["ink"], NAMED["plaid"], NAMED["plaid"]), 5)
    for line in (down, across):
        stripe = Image.new("L", area.size)
        stripe.paste(area, (0, 0), clay.stroke(line, 4))
        clay.fill(stripe, NAMED["red-lit"])


def _head(clay: Clay, seat: Seat, way: int, x: float, y: float, *, glad: bool = False) -> None:
    """A head at (x, y) that looks against `way`, with the headgear of its village."""
    clay.lump(clay.ellipse(x, y, 15, 15), _SKIN, 4)
    if seat == 1:
        _beard(clay, way, x, y)
    for dx in (1, 9):
        clay.fill(clay.ellipse(x + dx * way, y, 2.2, 3), clay.line)
    if glad:
        clay.fill(clay.ellipse(x + 5 * way, y + 8, 4.5, 4), NAMED["red-deep"])
    (_cap if seat == 0 else _bonnet)(clay, way, x, y)


def _beard(clay: Clay, way: int, x: float, y: float) -> None:
    beard = _around("-14,-2 -8,4 2,6 9,6 10,13 0,18 -11,12", way, x, y)
    clay.lump(clay.blob(beard), (_hair(1), _hair(1), NAMED["skin-deep"]), 3, outlined=False)


def _cap(clay: Clay, way: int, x: float, y: float) -> None:
    """A flat cap, its peak to the front."""
    cap = _around("-17,-4 -15,-14 0,-19 14,-13 24,-7 22,-3 4,-6", way, x, y)
    clay.lump(clay.blob(cap), tones("tweed"), 4)
    peak = _around("10,-6.5 21,-5", way, x, y)
    clay.fill(clay.stroke(peak, 3), NAMED["tweed-deep"])


def _bonnet(clay: Clay, way: int, x: float, y: float) -> None:
    """A bonnet with a band of wool and a pompom."""
    bonnet = _around("-21,-8 -15,-18 4,-19 17,-11 14,-4 -12,-4", way, x, y)
    clay.lump(clay.blob(bonnet), tones("red"), 5)
    band = _around("-12,-5 13,-5", way, x, y)
    clay.fill(clay.stroke(band, 4), NAMED["wool"])
    pompom = clay.ellipse(x - 5 * way, y - 20, 6.5, 6)
    clay.lump(pompom, (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 2)


def _around(text: str, way: int, x: float, y: float) -> list[Point]:
    """`text` as points around (x, y), the first coordinate counted along `way`."""
    pairs = (pair.split(",") for pair in text.split())
    return [(x + float(dx) * way, y + float(dy)) for dx, dy in pairs]


def _fallen_head(clay: Clay, seat: Seat, way: int) -> None:
    """A bare head on the grass, its eyes crossed: in headgear it would seem to stand."""
    x, y = points("24,74", way)[0]
    clay.lump(clay.ellipse(x, y, 14, 14), _SKIN, 4)
    hair = clay.blob(points("12,64 22,58 34,62 26,66 16,72 12,82 9,74", way))
    clay.lump(hair, (_hair(seat), _hair(seat), _hair(seat)), 2)
    for dx, dy in ((-1, -1), (8, 2)):
        cx, cy = x + dx * way, y + dy + 2
        for slant in (1, -1):
            clay.fill(clay.stroke([(cx - 2.6, cy - 2.6 * slant), (cx + 2.6, cy + 2.6 * slant)], 2), clay.line)


SIZE: Final = 112
"""Pixels of an athlete's tile, along each side."""

SMALL: Final = 26
"""Pixels of an athlete on the bench."""

RING: Final = 5
"""How far the ring around an athlete reaches out of the tile, in pixels."""

RANK: Final = 16
"""How far behind the rope the others stand, in pixels."""


class Pose(StrEnum):
    """What an athlete is doing."""

    FRONT = "front"  # pulls, before the rope
    BACK = "back"  # pulls, behind the rope
    LYING = "lying"
    CHEER = "cheer"
    BENCH = "bench"


@cached_sprite
def athlete(
    seat: Seat, pose: Pose, way: int = 1, size: int = SIZE, *, ghost: bool = False, ring: bool = False
) -> Sprite:
    """An athlete; `way` is 1 for one who pulls to the left, -1 for one who pulls to the right.

    A `ghost` was just removed, a `ring` is around those changed last.
    """
    ground, body = athlete_layers(seat, pose, way, size)
    margin = (size + 2 * RING, size + 2 * RING)
    picture, model = Image.new("RGBA", margin), Image.new("RGBA", margin)
    model.paste(body, (RING, RING))
    if not ghost:
        picture.paste(ground, (RING, RING))
    if ring:
        picture.alpha_composite(halo(model))
    picture.alpha_composite(faded_body(model) if ghost else model)
    return sprite_of(picture, RING)


@cached_sprite
def athlete_layers(seat: Seat, pose: Pose, way: int, size: int) -> tuple[Image.Image, Image.Image]:
    """An athlete's shadow and body in mode RGBA; shared, so copy before changing them."""
    clay = SharpClay(size)
    if pose is Pose.LYING:
        _lying(clay, seat, way)
    elif pose in (Pose.CHEER, Pose.BENCH):
        _upright(clay, seat, cheers=pose is Pose.CHEER)
    else:
        _pulling(clay, seat, way, 64 if pose is Pose.BACK else 50)
    return clay.ground("walnut" if pose is Pose.BENCH else "grass-shade"), clay.body()


def _pulling(clay: SharpClay, seat: Seat, way: int, hands: int) -> None:
    """Leans back with both heels in the grass; the hands are `hands` hundredths below the tile's top."""
    clay.cast_shadow(50 + 8 * way, 93, 34, 5)
    body = tones(TEAMS[seat])
    _boots(clay, points("60,92 80,91", way), way)
    if seat == 0:
        for leg in ("46,66 60,66 68,88 56,90", "56,62 68,62 86,86 74,90"):
            clay.lump(clay.polygon(points(leg, way)), tones("tweed"), 4)
    else:
        for leg in ("56,74 64,74 66,90 58,90", "70,72 78,70 84,88 76,90"):
            clay.lump(clay.polygon(points(leg, way)), _SKIN, 2)
    clay.lump(clay.blob(points("27,44 38,36 50,40 60,56 68,68 54,76 42,72 32,60", way)), body, 7)
    if seat == 1:
        _kilt(
            clay,
            points("42,64 66,58 88,74 80,82 58,84 44,80", way),
            points("56,62 64,82", way),
            points("46,74 84,72", way),
        )
    _head(clay, seat, way, 32 if way > 0 else 68, 24)
    _arm(clay, points(f"44,48 60,{(48 + hands) // 2 + 4} 82,{hands}", way), body)
    _arm(clay, points(f"36,50 50,{(52 + hands) // 2 + 6} 68,{hands}", way), body)


def _lying(clay: SharpClay, seat: Seat, way: int) -> None:
    """Flat on the back, the head away from the rope's middle."""
    clay.cast_shadow(50, 88, 47, 9)
    body = tones(TEAMS[seat])
    _boots(clay, points("88,74 90,86", way), -way)
    if seat == 0:
        for leg in ("58,66 88,68 88,76 58,76", "58,74 90,78 90,88 58,86"):
            clay.lump(clay.polygon(points(leg, way)), tones("tweed"), 4)
    else:
        for leg in ("70,68 88,70 88,76 70,76", "70,78 90,80 90,87 70,86"):
            clay.lump(clay.polygon(points(leg, way)), _SKIN, 2)
    clay.lump(clay.blob(points("32,68 44,62 60,64 66,74 62,86 44,90 32,84", way)), body, 6)
    if seat == 1:
        _kilt(
            clay,
            points("56,64 80,62 82,90 56,88", way),
            points("68,63 68,89", way),
            points("56,76 82,76", way),
        )
    _arm(clay, points("44,84 34,92 22,93", way), body)
    _fallen_head(clay, seat, way)


def _upright(clay: SharpClay, seat: Seat, *, cheers: bool) -> None:
    """On both feet, the arms in the air or at the side."""
    clay.cast_shadow(50, 93, 27, 5)
    body = tones(TEAMS[seat])
    _boots(clay, [(40, 92)], -1)
    _boots(clay, [(58, 92)], 1)
    if seat == 0:
        for leg in ("36,66 49,66 48,90 36,90", "50,66 63,66 64,90 52,90"):
            clay.lump(clay.polygon(points(leg)), tones("tweed"), 4)
    else:
        for leg in ("38,76 45,76 45,90 38,90", "55,76 62,76 62,90 55,90"):
            clay.lump(clay.polygon(points(leg)), _SKIN, 2)
    if cheers:
        for line in ("36,48 22,36 18,14", "64,48 78,36 82,14"):
            _arm(clay, points(line), body)
    clay.lump(clay.blob(points("34,48 50,42 66,48 66,68 50,72 34,68")), body, 7)
    if not cheers:
        for line in ("36,50 28,62 30,70", "64,50 72,62 70,70"):
            _arm(clay, points(line), body)
    if seat == 1:
        _kilt(clay, points("35,62 65,62 74,82 26,82"), points("54,62 58,82"), points("30,75 70,75"))
    _head(clay, seat, 1, 49, 30, glad=cheers)


def prepare() -> None:
    """Model everybody as the picture is usually held, so that none has to wait for one of them."""
    poses = (Pose.FRONT, Pose.BACK, Pose.LYING)
    for (seat, way), pose, ghost, ring in product(((0, 1), (1, -1)), poses, (False, True), (False, True)):
        athlete(seat, pose, way, ghost=ghost, ring=ring)
    for seat in (0, 1):
        athlete(seat, Pose.CHEER)
        athlete(seat, Pose.BENCH, size=SMALL)
