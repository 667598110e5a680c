"""Both villages' plaques, the rosette for the first match, and how a match ended, on a banner."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.ploc.model import MATCHES, View
from render.kit.cache import cached, cached_sprite
from render.kit.canvas import Face, fit_text, word
from render.kit.caption import LOWER, write
from render.kit.picture import Inset, PasteTarget
from render.kit.sheet import Sheet
from render.ploc.athletes import SMALL, Pose, athlete
from render.ploc.clay import SharpClay, Sprite, plate, points
from render.ploc.colours import NAMED, PALETTE, TEAMS, ink_of
from render.ploc.figures import DIGITS, DigitTiles, words
from render.ploc.green import GREEN, MIDDLE, PLAQUE, Box, is_right, mirror_x
from render.ploc.signs import Sign, sign
from render.portraits import medallion

ROSETTE: Final = 52
"""Pixels of a rosette's tile."""

BANNER: Final = (320, 124)
"""Width and height of the banner, in pixels."""


@cached_sprite
def _rosette(size: int = ROSETTE) -> Sprite:
    """What the winner of the first match wears: it is worth one athlete."""
    clay = SharpClay(size)
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


@cached_sprite
def _pip(reached: bool) -> Sprite:
    clay = SharpClay(15, NAMED["brass"])
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


@cached_sprite
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


VILLAGES: Final = ("Plockton", "Broadford")
FIGURES: Final = range(104, 80, -1)
"""Sizes of the largest type, in pixels."""

FACE: Final = 46
"""Pixels of the face of a bot, along each side: there is room for it beneath a rosette."""

_COUNTS: Final = 190
"""Width of what the numbers take of a plaque, in pixels."""

_COUNTED: Final = PLAQUE.width - 10 - _COUNTS // 2
"""The middle of that, in pixels from the left plaque's edge."""

_WHO: Final = PLAQUE.width - _COUNTS - 26
"""Width of what the player's name takes, in pixels."""

_SEATED: Final = _WHO - 10
"""Width of the bench with its number, in pixels: the frame around both leaves the number free."""

_VILLAGE: Final = 30
_NAME: Final = range(27, 21, -1)
_BENCH: Final = 18
_BENCH_Y: Final = 98
"""Where the bench's tile begins, in pixels from the plaque's top."""

COUNTS: Final = Box(PLAQUE.width - 10 - _COUNTS, 8, _COUNTS, PLAQUE.height - 16)
BENCH: Final = Box(8, _BENCH_Y - 2, _WHO + 12, 38)
"""What a plaque says in numbers, and its bench with how many sit there, in pixels of the left one."""

_RESERVE: Final = 32
_NUMBER: Final = 42
"""Width of the place for the number of those on the bench, in pixels."""

_SMALL: Final = 26
_GAP: Final = 14


class Plaque(NamedTuple):
    """Whose plaque it is, on which side, and whether that village must act."""

    seat: Seat
    right: bool
    active: bool

    @property
    def ground(self) -> str:
        """The name of its ground's colour."""
        return "walnut-lit" if self.active else "walnut"

    def x(self, at: int, wide: int, room: int = PLAQUE.width) -> int:
        """Where something `wide` begins that begins at `at` on the left one, in pixels from its edge."""
        return room - at - wide if self.right else at


def plaques(image: Image.Image, view: View, sheet: Sheet) -> None:
    """Both plaques, laid out on the picture itself."""
    for seat in (0, 1):
        plaque = Plaque(seat, is_right(seat, turned=sheet.turned), seat in view.to_act)
        onto = Inset(image, mirror_x(PLAQUE.x, PLAQUE.width, right=plaque.right), PLAQUE.y)
        onto.paste(_empty(plaque), (0, 0))
        if seat < len(sheet.names):
            _player(onto, plaque, sheet.names[seat])
        if who := sheet.face(seat):
            onto.paste(medallion(who, FACE, plaque.ground, PALETTE), (plaque.x(172, FACE), 50))
        onto.paste(_bench(plaque, view.reserves[seat]), (plaque.x(24, _SEATED), _BENCH_Y))
        if view.results and view.results[0].winner == seat:
            _rosette().paste(onto, plaque.x(24 + _village(plaque).width, ROSETTE), 3)
        _counts(onto, plaque, view)


@cached_sprite
def _empty(plaque: Plaque) -> Image.Image:
    """A plaque with the village's name alone; shared, so paste it only."""
    tile = PALETTE.blank((PLAQUE.width, PLAQUE.height), "field")
    rim = (2, "amber" if plaque.active else TEAMS[plaque.seat])
    plate(tile, (0, 0, *tile.size), 12, ((0, "ink"), rim, (7 if plaque.active else 5, plaque.ground)))
    village = _village(plaque)
    write(tile, (plaque.x(16, village.width), 40), village, Face.TITLE, _VILLAGE)
    return tile


def _village(plaque: Plaque) -> Image.Image:
    colours = (plaque.ground, ink_of(plaque.seat))
    return word(VILLAGES[plaque.seat], Face.TITLE, _VILLAGE, colours, PALETTE)


def _player(onto: PasteTarget, plaque: Plaque, player: str) -> None:
    """Who plays the village."""
    text, size = fit_text(player, Face.FIGURES, _NAME, _WHO)
    name = words(text, Face.FIGURES, size, (plaque.ground, "cream"))
    x = plaque.x(16, sum(tile.width for tile in name))
    for tile in name:
        write(onto, (x, 73), tile, Face.FIGURES, size)
        x += tile.width


@cached_sprite
def _bench(plaque: Plaque, reserve: int) -> Image.Image:
    """Those who do not pull, on their bench, and how many they are; shared, so paste it only."""
    tile, seat = PALETTE.blank((_SEATED, 34), plaque.ground), SMALL - 6
    number = word(str(reserve), Face.FIGURES, _RESERVE, (plaque.ground, "cream"), PALETTE)
    write(tile, (plaque.x(0, number.width, _SEATED), seat + 7), number, Face.FIGURES, _RESERVE)
    wide = _SEATED - _NUMBER
    plate(tile, (plaque.x(_NUMBER, wide, _SEATED), seat, wide, 12), 3, ((0, "ink"), (2, "tweed")))
    step = (wide - SMALL) / (_BENCH - 1)
    for place in range(min(reserve, _BENCH)):
        x = plaque.x(_NUMBER + round(place * step), SMALL, _SEATED)
        athlete(plaque.seat, Pose.BENCH, 1, SMALL).paste(tile, x, 0)
    return tile


def _counts(onto: PasteTarget, plaque: Plaque, view: View) -> None:
    """How many athletes, how many before, and how many of them lie."""
    side = view.sides[plaque.seat]
    text, size = fit_text(str(side.athletes), Face.FIGURES, FIGURES, _COUNTS - 16)
    figures = DigitTiles(text, size, (plaque.ground, "cream"))
    figures.paste(onto, plaque.x(_COUNTED - figures.width // 2, figures.width), 16)
    change = _change(plaque, view)
    lying = _lying(plaque.seat, side.lying, plaque.ground) if side.lying else None
    wide = sum(tile.width for tile in change)
    if lying is not None:
        wide += lying.width + _GAP * bool(change)
    x = plaque.x(_COUNTED - wide // 2, wide)
    if lying is not None:
        onto.paste(lying, (x + wide - lying.width, 97))
    for tile in change:
        onto.paste(tile, (x, 97))
        x += tile.width


def _change(plaque: Plaque, view: View) -> list[Image.Image]:
    """How many athletes there were and how many there are, word by word; nothing if that is the same.

    Counted is what this turn did so far, or in a quieter colour the one before, until a die is used.
    """
    acted, sides, ink = bool(view.turn.before), view.opening, "amber"
    if not acted:
        ink = "muted"
        if view.last is not None and view.last.before:
            sides = view.last.before[0]
    before, now = sides[plaque.seat].athletes, view.sides[plaque.seat].athletes
    if before == now:
        return []
    colours = (plaque.ground, ink)
    return [
        word(text, Face.FIGURES, _SMALL, colours, PALETTE) for text in (str(before), " \u2192 ", str(now))
    ]


@cached
def _lying(seat: Seat, number: int, ground: str) -> Image.Image:
    """A small athlete on the ground, and how many of them."""
    text = word(str(number), Face.FIGURES, _SMALL, (ground, "cream"), PALETTE)
    tile = PALETTE.blank((50 + text.width, text.height), ground)
    sign(Sign.WEAKEN, 1 - seat, 44, ground).paste(tile, 0, -8)
    tile.paste(text, (50, 0))
    return tile


def prepare() -> None:
    """Draw what every second match shows, and the plaques with all that they can need."""
    _rosette()
    for seat, right, active in product((0, 1), (False, True), (False, True)):
        plaque = Plaque(seat, right, active)
        _empty(plaque)
        for reserve in range(_BENCH + 1):
            _bench(plaque, reserve)
        DigitTiles(DIGITS, FIGURES[0], (plaque.ground, "cream"))
