"""Both villages' plaques, the rosette for the first match, and how a match ended, on a banner."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.ploc.model import MATCHES, View
from render.kit.cache import drawn_once, kept
from render.kit.canvas import Face, capitals, drawable, fitted, word
from render.kit.caption import LOWER, write
from render.kit.sheet import Sheet
from render.ploc.athletes import SMALL, Pose, athlete
from render.ploc.clay import Peg, Sprite, plate, points
from render.ploc.colours import NAMED, PALETTE, TEAMS, ink_of
from render.ploc.green import GREEN, MIDDLE, PLAQUE, is_right, mirrored
from render.ploc.signs import Sign, sign

ROSETTE: Final = 52
"""Pixels of a rosette's tile."""

BANNER: Final = (320, 124)
"""Width and height of the banner, in pixels."""


@drawn_once
def _rosette(size: int = ROSETTE) -> Sprite:
    """What the winner of the first match wears: it is worth one athlete."""
    clay = Peg(size)
    for tail in ("34,52 22,92 36,84 48,96 52,56", "66,52 78,92 64,84 52,96 48,56"):
        clay.lump(clay.polygon(points(tail)), (NAMED["teal"], NAMED["teal"], NAMED["teal-lit"]), 3)
    clay.lump(clay.ellipse(50, 38, 36, 36), (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"]), 5)
    clay.fill(clay.ellipse(50, 38, 27, 27), NAMED["ivory-lit"])
    for line in ("38,38 24,38", "31,31 31,45"):
        clay.fill(clay.stroke([(x + 8, y) for x, y in points(line)], 6), NAMED["ink"])
    clay.fill(clay.stroke(points("52,30 60,22 60,54"), 7), NAMED["ink"])
    return clay.sprite("walnut")


def match(image: Image.Image, view: View, x: int) -> None:
    """Which match it is, right of `x` on the caption's lower line, and the turn where turns are limited."""
    for number in range(1, MATCHES + 1):
        _pip(number <= view.match).paste(image, x + 14 + (number - 1) * 18, LOWER - 15)
    figures = word(f"{view.match}/{MATCHES}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)
    if view.limit:
        x += 56 + figures.width + 18
        sign(Sign.LIMIT, 0, 30, "night").paste(image, x, LOWER - 24)
        turns = word(f"{view.turn.number}/{view.limit}", Face.LABEL, 22, ("night", "muted"), PALETTE)
        write(image, (x + 34, LOWER), turns, Face.LABEL, 22)


@drawn_once
def _pip(reached: bool) -> Sprite:
    clay = Peg(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return clay.sprite("night")


def banner(image: Image.Image, view: View) -> None:
    """Over the green, how the game was won, or at the second match's beginning, how the first one was."""
    at = (MIDDLE - BANNER[0] // 2, GREEN.y + 8)
    if view.outcome is not None:
        for seat in view.outcome.winners:
            _cloth(seat, Sign(view.outcome.ending), first=False).paste(image, *at)
    elif view.results and view.turn.number == 1 and not view.turn.before:
        first = view.results[0]
        _cloth(first.winner, Sign(first.how), first=True).paste(image, *at)


@drawn_once
def _cloth(seat: Seat, ending: Sign, *, first: bool) -> Sprite:
    """A banner in a village's colour: the rosette for the first match or the cup, and how it was won."""
    wide, tall = BANNER
    shape = [(0, 8), (wide, 8), (wide - 22, tall // 2), (wide, tall - 8), (0, tall - 8), (22, tall // 2)]
    mask = Image.new("L", BANNER)
    ImageDraw.Draw(mask).polygon(shape, 255)
    body = PALETTE.blank(BANNER, "ink")
    for inset, name in ((4, f"{TEAMS[seat]}-deep"), (7, TEAMS[seat])):
        inner = [
            (x + (inset if x < wide / 2 else -inset), y + (inset if y < tall / 2 else -inset))
            for x, y in shape
        ]
        ImageDraw.Draw(body).polygon(inner, PALETTE.index(name))
    plate(body, (44, 13, wide - 88, tall - 26), 14, ((0, "ink"), (2, f"{TEAMS[seat]}-deep"), (5, "night")))
    prize = _rosette(84) if first else sign(Sign.CUP, seat, 84, "night")
    prize.paste(body, wide // 2 - 86, 20)
    sign(ending, seat, 76, "night").paste(body, wide // 2 + 8, 24)
    return Sprite(body, mask.convert("1", dither=Image.Dither.NONE), 0, 0)


def prepare() -> None:
    """Draw what every second match shows."""
    _rosette()


VILLAGES: Final = ("Plockton", "Broadford")
FIGURES: Final = range(104, 80, -1)
"""Sizes of the largest type, in pixels."""

_COUNTS: Final = 190
"""Width of what the numbers take of a plaque, in pixels."""

_NAME: Final = range(27, 21, -1)
_BENCH: Final = 18
_RESERVE: Final = 24
_NUMBER: Final = 34
"""Width of the place for the number of those on the bench, in pixels."""

_SMALL: Final = 26


class Plaque(NamedTuple):
    """What a plaque shows; the same one is drawn once.

    `before` are the athletes before this turn, if it is `fresh`, or else before the turn that came last.
    """

    seat: Seat
    right: bool
    active: bool
    name: str
    athletes: int
    lying: int
    before: int
    fresh: bool
    reserve: int
    first: bool


def plaques(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Both plaques, at their places."""
    for seat in (0, 1):
        right = is_right(seat, turned=sheet.turned)
        tile = plaque(_plaque(view, seat, right, sheet.names))
        image.paste(tile, (mirrored(PLAQUE.x, PLAQUE.width, right=right), PLAQUE.y))


def _plaque(view: View, seat: Seat, right: bool, names: tuple[str, ...]) -> Plaque:
    acted = bool(view.turn.before)
    earlier = view.last.before[0] if view.last is not None and view.last.before else None
    return Plaque(
        seat=seat,
        right=right,
        active=seat in view.to_act,
        name=drawable(names[seat], Face.FIGURES) if seat < len(names) else "",
        athletes=view.sides[seat].athletes,
        lying=view.sides[seat].lying,
        before=(view.opening[seat] if acted or earlier is None else earlier[seat]).athletes,
        fresh=acted,
        reserve=view.reserves[seat],
        first=bool(view.results) and view.results[0].winner == seat,
    )


@kept
def plaque(of: Plaque) -> Image.Image:
    """A plaque; shared, so paste it only."""
    tile = PALETTE.blank((PLAQUE.width, PLAQUE.height), "field")
    ground = "walnut-lit" if of.active else "walnut"
    edges = ((0, "ink"), (2, "amber" if of.active else TEAMS[of.seat]), (7 if of.active else 5, ground))
    plate(tile, (0, 0, *tile.size), 12, edges)
    _who(tile, of, ground)
    _counts(tile, of, ground)
    return tile


def _left(of: Plaque, x: int, wide: int) -> int:
    """Where something begins on the plaque, mirrored on the right one."""
    return PLAQUE.width - x - wide if of.right else x


def _who(tile: Image.Image, of: Plaque, ground: str) -> None:
    """Village, player, the bench, and the rosette of the first match."""
    village = word(VILLAGES[of.seat], Face.TITLE, 30, (ground, ink_of(of.seat)), PALETTE)
    write(tile, (_left(of, 16, village.width), 40), village, Face.TITLE, 30)
    room = PLAQUE.width - _COUNTS - 26
    if of.name:
        text, size = fitted(of.name, Face.FIGURES, _NAME, room)
        name = word(text, Face.FIGURES, size, (ground, "cream"), PALETTE)
        write(tile, (_left(of, 16, name.width), 73), name, Face.FIGURES, size)
    _bench(tile, of, ground, room)
    if of.first:
        _rosette().paste(tile, _left(of, 24 + village.width, ROSETTE), 3)


def _bench(tile: Image.Image, of: Plaque, ground: str, room: int) -> None:
    """Those who do not pull, on their bench, and how many they are."""
    top = 118
    number = word(str(of.reserve), Face.FIGURES, _RESERVE, (ground, "cream"), PALETTE)
    write(tile, (_left(of, 14, number.width), top + 10), number, Face.FIGURES, _RESERVE)
    begin, wide = 14 + _NUMBER, room - _NUMBER
    plate(tile, (_left(of, begin, wide), top, wide, 12), 3, ((0, "ink"), (2, "tweed")))
    step = (wide - SMALL) / (_BENCH - 1)
    for place in range(min(of.reserve, _BENCH)):
        x = _left(of, begin + round(place * step), SMALL)
        athlete(of.seat, Pose.BENCH, 1, SMALL).paste(tile, x, top - SMALL + 6)


def _counts(tile: Image.Image, of: Plaque, ground: str) -> None:
    """How many athletes, how many before this turn, and how many of them lie."""
    text, size = fitted(str(of.athletes), Face.FIGURES, FIGURES, _COUNTS - 16)
    figures = word(text, Face.FIGURES, size, (ground, "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    middle = PLAQUE.width - 10 - _COUNTS // 2
    x = _left(of, middle - figures.width // 2, figures.width)
    tile.paste(figures.crop((0, top, figures.width, bottom)), (x, 16))
    parts: list[Image.Image] = []
    ink = "amber" if of.fresh else "muted"
    if of.before != of.athletes:
        parts.append(word(f"{of.before} \u2192 {of.athletes}", Face.FIGURES, _SMALL, (ground, ink), PALETTE))
    if of.lying:
        parts.append(_lying(of.seat, of.lying, ground))
    wide = sum(part.width for part in parts) + 14 * (len(parts) - 1)
    x = _left(of, middle - wide // 2, wide)
    for part in parts:
        tile.paste(part, (x, 97))
        x += part.width + 14


@kept
def _lying(seat: Seat, number: int, ground: str) -> Image.Image:
    """A small athlete on the ground, and how many of them."""
    text = word(str(number), Face.FIGURES, _SMALL, (ground, "cream"), PALETTE)
    tile = PALETTE.blank((50 + text.width, text.height), ground)
    sign(Sign.WEAKEN, 1 - seat, 44, ground).paste(tile, 0, -8)
    tile.paste(text, (50, 0))
    return tile
