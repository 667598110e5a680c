"""Who pulls, who lies and who was just lost, on either side of the knot, and the rope between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.ploc.model import Side, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, capitals, width, word
from render.kit.sheet import PictureLanguage
from render.ploc.athletes import RANK, SIZE, Pose, athlete
from render.ploc.clay import SharpClay, Sprite, plate, points
from render.ploc.colours import NAMED, PALETTE, tones
from render.ploc.green import FEET, GREEN, HORIZON, INSIDE, MIDDLE, WIDTH, is_right, mirror_x
from render.ploc.signs import Sign, sign


@dataclass(frozen=True, slots=True)
class Changes:
    """What this turn has done to a side so far; `new` are those changed by the last die of all."""

    gone: int = 0
    gone_lying: int = 0
    new: int = 0
    new_lying: int = 0
    new_gone: int = 0
    new_gone_lying: int = 0


def changes(view: View, seat: Seat) -> Changes:
    """What the dice of this turn have changed for a seat."""
    states = [*(both[seat] for both in view.turn.before), view.sides[seat]]
    gone = gone_lying = 0
    step = (0, 0)
    for before, after in pairwise(states):
        step = _count_lost(before, after)
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


def _count_lost(before: Side, after: Side) -> tuple[int, int]:
    """How many standing and how many lying athletes a die has removed."""
    lying = max(0, before.lying - after.lying)
    return max(0, before.athletes - after.athletes - lying), lying


THICK: Final = 14
ROPE: Final = FEET - 49
"""Where the middle of the rope runs, in pixels from the top."""

SWAY: Final = 60
"""How far the knot goes at most, in pixels."""

KNOT: Final = 62


def knot(left: Side, right: Side) -> int:
    """Where the knot is, in pixels from the left: nearer to the side with more athletes."""
    pulling = left.athletes + right.athletes
    return MIDDLE - round(SWAY * (left.athletes - right.athletes) / max(pulling, 1))


@cached_sprite
def _rope() -> Image.Image:
    """The rope, as long as the green is wide."""
    image = Image.new("RGBA", (GREEN.width, THICK), NAMED["ink"])
    draw = ImageDraw.Draw(image)
    deep, body, lit = tones("hemp")
    draw.rectangle((0, 2, GREEN.width, THICK - 3), body)
    for x in range(-THICK, GREEN.width, 12):
        draw.line([(x, THICK - 3), (x + THICK - 4, 2)], deep, 3)
        draw.line([(x + 5, THICK - 6), (x + 9, 3)], lit, 2)
    draw.rectangle((0, 0, GREEN.width, 1), NAMED["ink"])
    draw.rectangle((0, THICK - 2, GREEN.width, THICK), NAMED["ink"])
    return PALETTE.quantise(image.convert("RGB"))


@cached_sprite
def _ribbon() -> Sprite:
    """The knot in the middle with the ribbon that hangs from it."""
    clay = SharpClay(KNOT)
    for tail in ("46,40 34,92 46,84 54,94 54,40", "48,40 52,90 62,82 72,88 56,40"):
        clay.lump(clay.polygon(points(tail)), (NAMED["bone"], NAMED["wool"], NAMED["ivory-lit"]), 5)
    clay.lump(clay.blob(points("34,34 50,26 66,34 68,50 50,58 32,50")), tones("hemp"), 7)
    for line in ("42,30 40,54", "56,30 60,54"):
        clay.fill(clay.stroke(points(line), 4), NAMED["hemp-deep"])
    return clay.sprite("grass-shade")


MOST: Final = 14
"""So many are drawn one by one on the rope; a number stands for the others."""

LYING: Final = 12
"""So many are drawn one by one on the grass, in two rows."""

A_ROW: Final = 5
"""So many lie side by side before the second row begins."""

GHOSTS: Final = 4
"""So many of those lost are drawn; no die, and not berserk, takes more of them."""

CHEERING: Final = 9
"""So many winners are drawn: they need room for their arms."""

JUMP: Final = 40
"""How high every other winner jumps, in pixels."""

_REACH: Final = 60
"""From the knot to the middle of the first athlete, in pixels."""

_STEP: Final = 38
_LAID: Final = 62
_GAP: Final = 0.6
LANE: Final = 37
"""From one row of those lying to the next, in pixels."""

_FLAG: Final = 92


class AthleteFigure(NamedTuple):
    """An athlete where it is drawn: the middle of its tile in pixels from the left.

    `row` is 1 for those behind the rope, or in the row of those lying that is nearer to us.
    """

    pose: Pose
    x: int
    row: int = 0
    ghost: bool = False
    ring: bool = False


def teams(image: Image.Image, view: View, say: PictureLanguage, *, turned: bool) -> None:
    """Everybody on the green, the rope in their hands; it lies there once the game is over."""
    left, right = view.sides[::-1] if turned else view.sides
    middle = knot(left, right)
    ways = [(seat, -1 if is_right(seat, turned=turned) else 1) for seat in (0, 1)]
    crowds = [(way, _place_crowd(seat, _crowd_state(view, seat), middle, way)) for seat, way in ways]
    if view.offer is not None:
        _white_flag(image, view.offer, turned=turned)
    for _, people in crowds:
        _draw(image, people.behind)
    y = ROPE if view.outcome is None else FEET - 12
    image.paste(_rope(), (GREEN.x, y - THICK // 2))
    _ribbon().paste(image, middle - KNOT // 2, y - KNOT * 2 // 5)
    for way, people in crowds:
        _draw(image, people.before)
        _draw_hidden_counts(image, people.hidden, way, say)


class CrowdState(NamedTuple):
    """All of a village that its crowd follows from; `won` is none while they pull."""

    standing: int
    lying: int
    changed: Changes
    won: bool | None


def _crowd_state(view: View, seat: Seat) -> CrowdState:
    side, won = view.sides[seat], None if view.outcome is None else seat in view.outcome.winners
    return CrowdState(side.standing, side.lying, changes(view, seat), won)


Tiles: TypeAlias = tuple[tuple[Sprite, tuple[int, int]], ...]
"""Sprites with the upper left corners of their images, as they are pasted one after the other."""


class PlacedCrowd(NamedTuple):
    """A crowd as it is pasted, behind the rope and before it, and how many of it are not drawn one by one."""

    behind: Tiles
    before: Tiles
    hidden: tuple[int, int]


@cached
def _place_crowd(seat: Seat, of: CrowdState, middle: int, way: int) -> PlacedCrowd:
    """A village's crowd: the same at every step of a turn, but for the die that changes it."""
    people = _crowd_figures(of, middle, way)
    behind = [one for one in people if one.row == 1 and one.pose is not Pose.LYING]
    before = [one for one in people if one.row != 1 or one.pose is Pose.LYING]
    return PlacedCrowd(_tiles(seat, way, behind), _tiles(seat, way, before), _count_hidden(of, people))


def crowd(view: View, seat: Seat, middle: int, way: int) -> list[AthleteFigure]:
    """Everybody of a seat's village who is drawn, those farther from the knot first."""
    return _crowd_figures(_crowd_state(view, seat), middle, way)


def _crowd_figures(of: CrowdState, middle: int, way: int) -> list[AthleteFigure]:
    changed = of.changed
    if of.won is None:
        return [
            *_pulling_figures(of.standing, changed, middle, way),
            *_lying_figures(of.lying, changed, middle, way),
        ]
    if of.won:
        return [
            *_cheering_figures(of.standing, middle, way),
            *_lying_figures(of.lying, Changes(), middle, way),
        ]
    return _lying_figures(of.standing + of.lying + changed.gone + changed.gone_lying, Changes(), middle, way)


def _pulling_figures(standing: int, changed: Changes, middle: int, way: int) -> list[AthleteFigure]:
    """Those on the rope by turns before and behind it, then the ghosts of those who were."""
    ghosts = min(changed.gone, GHOSTS)
    drawn = min(standing, MOST - ghosts)
    rings = _rings(drawn, changed.new, ghosts, changed.new_gone)
    places = _places(drawn, ghosts, middle, way, (_REACH, _STEP))
    return [
        AthleteFigure(Pose.BACK if number % 2 else Pose.FRONT, x, number % 2, number >= drawn, rings[number])
        for number, x in reversed(list(enumerate(places)))
    ]


def _lying_figures(lying: int, changed: Changes, middle: int, way: int) -> list[AthleteFigure]:
    """Those on the grass in two rows, the rear one first, then the ghosts of those who were."""
    ghosts = min(changed.gone_lying, GHOSTS)
    drawn = min(lying, LYING - ghosts)
    rings = _rings(drawn, changed.new_lying, ghosts, changed.new_gone_lying)
    rear = drawn + ghosts - (drawn + ghosts) // 2 if drawn + ghosts > A_ROW else drawn + ghosts
    found = []
    for row, numbers in enumerate((range(rear), range(rear, drawn + ghosts))):
        places = _places(len(numbers), 0, middle, way, (_REACH + 16 + 26 * row, _LAID))
        found += [
            AthleteFigure(Pose.LYING, x, row, number >= drawn, rings[number])
            for number, x in reversed(list(zip(numbers, places, strict=True)))
        ]
    return found


def _rings(drawn: int, new: int, ghosts: int, new_ghosts: int) -> list[bool]:
    """Who was changed last: the last `new` of those drawn, and the last `new_ghosts` of the ghosts."""
    return [
        *(place >= drawn - new for place in range(drawn)),
        *(place >= ghosts - new_ghosts for place in range(ghosts)),
    ]


def _cheering_figures(standing: int, middle: int, way: int) -> list[AthleteFigure]:
    """The winners, every other one in the air."""
    places = _places(min(standing, CHEERING), 0, middle, way, (_REACH, _STEP))
    return [AthleteFigure(Pose.CHEER, x, number % 2) for number, x in reversed(list(enumerate(places)))]


def _places(number: int, ghosts: int, middle: int, way: int, row: tuple[int, int]) -> list[int]:
    """Where so many stand in a row away from the knot, and behind a gap so many ghosts.

    `row` is where it begins and how far they are apart; they stand closer together where there is no room.
    """
    reach, step = row
    first = middle - way * reach
    edge = INSIDE + SIZE // 2 if way > 0 else WIDTH - INSIDE - SIZE // 2
    far = [place + _GAP * (place >= number) for place in range(number + ghosts)]
    apart = min(float(step), abs(first - edge) / max([1, *far]))
    return [round(first - way * place * apart) for place in far]


def _tiles(seat: Seat, way: int, people: Iterable[AthleteFigure]) -> Tiles:
    """These of a village's athletes in the order in which they are pasted."""
    found = []
    for one in people:
        facing = 1 if one.pose is Pose.CHEER else way
        sprite = athlete(seat, one.pose, facing, ghost=one.ghost, ring=one.ring)
        found.append((sprite, (one.x - SIZE // 2 + sprite.left, _top(one) + sprite.top)))
    return tuple(found)


def _draw(image: Image.Image, tiles: Tiles) -> None:
    paste = image.paste
    for sprite, at in tiles:
        paste(sprite.image, at, sprite.mask)


def _top(one: AthleteFigure) -> int:
    """The upper edge of a tile, in pixels from the top."""
    if one.pose is Pose.LYING:
        return FEET - 50 + LANE * one.row
    return FEET - SIZE + 7 - one.row * (JUMP if one.pose is Pose.CHEER else RANK)


def _white_flag(image: Image.Image, seat: Seat, *, turned: bool) -> None:
    """An offer to end the match, behind those who make it."""
    right = is_right(seat, turned=turned)
    x = mirror_x(GREEN.x + 140, _FLAG, right=right)
    sign(Sign.RESIGNATION, 0, _FLAG, "grass-shade", -1 if right else 1).paste(image, x, HORIZON - 24)


def _count_hidden(of: CrowdState, people: list[AthleteFigure]) -> tuple[int, int]:
    """How many of a village are not drawn one by one: of those who stand, and of those who lie."""
    standing, lying = (0, of.standing + of.lying) if of.won is False else (of.standing, of.lying)
    drawn = [one.pose is Pose.LYING for one in people if not one.ghost]
    return standing - drawn.count(False), lying - drawn.count(True)


def _draw_hidden_counts(image: Image.Image, hidden: tuple[int, int], way: int, say: PictureLanguage) -> None:
    """How many there are who are not drawn, above those who stand and below those who lie."""
    for number, y in zip(hidden, (HORIZON - 38, FEET + 56), strict=True):
        if number > 0:
            tile = _plate(say.some("ploc.picture.more", number))
            image.paste(tile, (mirror_x(GREEN.x + 8, tile.width, right=way < 0), y))


@cached
def _plate(text: str) -> Image.Image:
    """A few words on a small plate; shared, so paste it only."""
    size = 26
    tile = PALETTE.blank((width(text, Face.FIGURES, size) + 20, 36), "ink")
    plate(tile, (0, 0, tile.width, tile.height), 0, ((2, "brass"), (4, "walnut")))
    top, bottom = capitals(Face.FIGURES, size)
    letters = word(text, Face.FIGURES, size, ("walnut", "cream"), PALETTE).crop((0, top, tile.width, bottom))
    tile.paste(letters.crop((0, 0, tile.width - 20, letters.height)), (10, (36 - letters.height) // 2))
    return tile


def prepare() -> None:
    """Model what is seen on the green besides the athletes."""
    _rope()
    _ribbon()
    for way in (1, -1):
        sign(Sign.RESIGNATION, 0, _FLAG, "grass-shade", way)
