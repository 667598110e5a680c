"""The athletes: Plockton's in flat caps and trousers, Broadford's in kilts and bonnets with a pompom."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from PIL import Image

from engine.core import Seat
from render.ploc.body import SKIN, arm, boots, fallen_head, head, kilt
from render.ploc.clay import Peg, Sprite, faded, halo, points, sprite_of
from render.ploc.colours import TEAMS, tones

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


@cache
def athlete(
    seat: Seat, pose: Pose, way: int = 1, size: int = SIZE, *, ghost: bool = False, ring: bool = False
) -> Sprite:
    """An athlete; `way` is 1 for one who pulls to the left, -1 for one who pulls to the right.

    A `ghost` was just removed, a `ring` is around those changed last.
    """
    ground, body = _modelled(seat, pose, way, size)
    margin = (size + 2 * RING, size + 2 * RING)
    picture, model = Image.new("RGBA", margin), Image.new("RGBA", margin)
    model.paste(body, (RING, RING))
    if not ghost:
        picture.paste(ground, (RING, RING))
    if ring:
        picture.alpha_composite(halo(model))
    picture.alpha_composite(faded(model) if ghost else model)
    return sprite_of(picture, RING)


@cache
def _modelled(seat: Seat, pose: Pose, way: int, size: int) -> tuple[Image.Image, Image.Image]:
    """An athlete's shadow and body in mode RGBA; shared, so copy before changing them."""
    clay = Peg(size)
    if pose is Pose.LYING:
        _lying(clay, seat, way)
    elif pose in (Pose.CHEER, Pose.BENCH):
        _upright(clay, seat, cheers=pose is Pose.CHEER)
    else:
        _pulling(clay, seat, way, 64 if pose is Pose.BACK else 50)
    return clay.ground("walnut" if pose is Pose.BENCH else "grass-shade"), clay.body()


def _pulling(clay: Peg, seat: Seat, way: int, hands: int) -> None:
    """Leans back with both heels in the grass; the hands are `hands` hundredths below the tile's top."""
    clay.cast(50 + 8 * way, 93, 34, 5)
    body = tones(TEAMS[seat])
    boots(clay, points("60,92 80,91", way), way)
    if seat == 0:
        for leg in ("46,66 60,66 68,88 56,90", "56,62 68,62 86,86 74,90"):
            clay.lump(clay.polygon(points(leg, way)), tones("tweed"), 4)
    else:
        for leg in ("56,74 64,74 66,90 58,90", "70,72 78,70 84,88 76,90"):
            clay.lump(clay.polygon(points(leg, way)), SKIN, 2)
    clay.lump(clay.blob(points("27,44 38,36 50,40 60,56 68,68 54,76 42,72 32,60", way)), body, 7)
    if seat == 1:
        kilt(
            clay,
            points("42,64 66,58 88,74 80,82 58,84 44,80", way),
            points("56,62 64,82", way),
            points("46,74 84,72", way),
        )
    head(clay, seat, way, 32 if way > 0 else 68, 24)
    arm(clay, points(f"44,48 60,{(48 + hands) // 2 + 4} 82,{hands}", way), body)
    arm(clay, points(f"36,50 50,{(52 + hands) // 2 + 6} 68,{hands}", way), body)


def _lying(clay: Peg, seat: Seat, way: int) -> None:
    """Flat on the back, the head away from the rope's middle."""
    clay.cast(50, 88, 47, 9)
    body = tones(TEAMS[seat])
    boots(clay, points("88,74 90,86", way), -way)
    if seat == 0:
        for leg in ("58,66 88,68 88,76 58,76", "58,74 90,78 90,88 58,86"):
            clay.lump(clay.polygon(points(leg, way)), tones("tweed"), 4)
    else:
        for leg in ("70,68 88,70 88,76 70,76", "70,78 90,80 90,87 70,86"):
            clay.lump(clay.polygon(points(leg, way)), SKIN, 2)
    clay.lump(clay.blob(points("32,68 44,62 60,64 66,74 62,86 44,90 32,84", way)), body, 6)
    if seat == 1:
        kilt(
            clay,
            points("56,64 80,62 82,90 56,88", way),
            points("68,63 68,89", way),
            points("56,76 82,76", way),
        )
    arm(clay, points("44,84 34,92 22,93", way), body)
    fallen_head(clay, seat, way)


def _upright(clay: Peg, seat: Seat, *, cheers: bool) -> None:
    """On both feet, the arms in the air or at the side."""
    clay.cast(50, 93, 27, 5)
    body = tones(TEAMS[seat])
    boots(clay, [(40, 92)], -1)
    boots(clay, [(58, 92)], 1)
    if seat == 0:
        for leg in ("36,66 49,66 48,90 36,90", "50,66 63,66 64,90 52,90"):
            clay.lump(clay.polygon(points(leg)), tones("tweed"), 4)
    else:
        for leg in ("38,76 45,76 45,90 38,90", "55,76 62,76 62,90 55,90"):
            clay.lump(clay.polygon(points(leg)), SKIN, 2)
    if cheers:
        for line in ("36,48 22,36 18,14", "64,48 78,36 82,14"):
            arm(clay, points(line), body)
    clay.lump(clay.blob(points("34,48 50,42 66,48 66,68 50,72 34,68")), body, 7)
    if not cheers:
        for line in ("36,50 28,62 30,70", "64,50 72,62 70,70"):
            arm(clay, points(line), body)
    if seat == 1:
        kilt(clay, points("35,62 65,62 74,82 26,82"), points("54,62 58,82"), points("30,75 70,75"))
    head(clay, seat, 1, 49, 30, glad=cheers)


def prepare() -> None:
    """Model everybody as the picture is usually held, so that none has to wait for one of them."""
    poses = (Pose.FRONT, Pose.BACK, Pose.LYING)
    for (seat, way), pose, ghost, ring in product(((0, 1), (1, -1)), poses, (False, True), (False, True)):
        athlete(seat, pose, way, ghost=ghost, ring=ring)
    for seat in (0, 1):
        athlete(seat, Pose.CHEER)
        athlete(seat, Pose.BENCH, size=SMALL)
