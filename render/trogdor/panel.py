"""Beside the map: Trogdor's health, the Void, and what is left to burn."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.trogdor.board import SQUARES, TileKind
from engine.trogdor.model import PEASANTS, Board, View
from render.kit.cache import cached_sprite
from render.kit.canvas import Face, fit_text
from render.kit.lines import lines_of
from render.kit.picture import Inset, PasteTarget
from render.kit.sheet import PictureLanguage
from render.trogdor.board import GOALS, METER, VOID, Box, draw_centred, flatten_sprite
from render.trogdor.clay import ScalableClay, course, flame, points
from render.trogdor.colours import NAMED, PALETTE, tones
from render.trogdor.hand import line_tile
from render.trogdor.pieces import MapFigure, figure
from render.trogdor.tiles import cottage, tile

STEP: Final = 34
FIGURE: Final = 56
ICON: Final = 60
FIGURES: Final = 26
TITLE: Final = range(22, 19, -1)
GRAVE: Final = 46
PAD: Final = 12
"""Between the edge of a box and what is written in it, in pixels."""


def panel(image: PasteTarget, view: View, say: PictureLanguage) -> None:
    """All three boxes, at their places, with titles in the language of `say`."""
    board, won = view.board, view.outcome is not None and view.outcome.ending == "victory"
    meter, void = say("trogdor.picture.meter"), say("trogdor.picture.void")
    last = "" if board.health or view.outcome is not None else say("trogdor.picture.last")
    look = CALM if won else meter_style(board.health)
    image.paste(_meter(meter, board.health, look, last), METER[:2])
    image.paste(_row(VOID, void, board.void, "void", "void-lit"), VOID[:2])
    _goals(Inset(image, *GOALS[:2]), goals(board))


class MeterStyle(NamedTuple):
    """How the Trog-Meter looks: its ground, its edge, how many pixels wide that is, and arrows of danger."""

    ground: str
    edge: str
    wide: int
    arrows: int


CALM: Final = MeterStyle("dragon-deep", "dragon-lit", 2, 0)
MOODS: Final = (
    MeterStyle("night", "ember", 6, 0),
    MeterStyle("brick-deep", "ember", 4, 2),
    MeterStyle("wary", "amber", 3, 1),
)
"""By health, from none on; with more all is calm."""


def meter_style(health: int) -> MeterStyle:
    """How near the end is: a hit takes a peasant off the meter, and with none left it kills."""
    return MOODS[health] if health < len(MOODS) else CALM


def goals(board: Board) -> tuple[int, int, int]:
    """How many tiles and cottages are still to be burned, and how many peasants are on the map."""
    houses = sum(kind is TileKind.COTTAGE for kind in board.kinds)
    return (
        len(SQUARES) - len(board.burned),
        houses - len(board.aflame),
        len(board.peasants) + len(board.lit),
    )


def _box(box: Box, ground: str, edge: str, wide: int = 2) -> Image.Image:
    blank = PALETTE.blank(box[2:], "field")
    draw = ImageDraw.Draw(blank)
    draw.rounded_rectangle((0, 0, box.width - 1, box.height - 1), 10, PALETTE.index("ink"))
    draw.rounded_rectangle((2, 2, box.width - 3, box.height - 3), 9, PALETTE.index(edge))
    inner = (2 + wide, 2 + wide, box.width - 3 - wide, box.height - 3 - wide)
    draw.rounded_rectangle(inner, 7, PALETTE.index(ground))
    return blank


@cached_sprite
def _meter(title: str, health: int, look: MeterStyle, last: str) -> Image.Image:
    """The Trog-Meter: colour, edge and arrows tell how near the end is, and `last` that it is next."""
    blank = _row(METER, title, health, look.ground, look.edge, look.wide).copy()
    for number in range(look.arrows):
        tile_ = _arrow(look.ground)
        blank.paste(tile_, (METER.width - PAD - (number + 1) * STEP, METER.height - tile_.height - 10))
    if last:
        blank.paste(_grave(), (PAD + 2, METER.height - GRAVE - 8))
        lines, size = lines_of(last, Face.FIGURES, TITLE, METER.width - 2 * PAD - GRAVE - 14, 2)
        y = 66 if len(lines) == 1 else 55
        for line in lines:
            printed, above = line_tile(line, Face.FIGURES, size, (look.ground, "cream"))
            blank.paste(printed, (PAD + GRAVE + 12, y - above))
            y += 22
    return blank


@cached_sprite
def _arrow(ground: str) -> Image.Image:
    """The head of an arrow of danger, on its way to who is left on the meter."""
    clay = ScalableClay(STEP // 2)
    head = points("8,50 74,12 60,50 74,88")
    clay.fill(clay.grow_mask(clay.polygon(head), 5), NAMED["cream"])
    clay.fill(clay.polygon(head), NAMED["brick"])
    return flatten_sprite(clay.sprite_at(STEP), ground)


@cached_sprite
def _grave() -> Image.Image:
    """The stone that waits for him."""
    clay = ScalableClay(GRAVE // 2)
    clay.lump(clay.blob(points("18,96 18,40 24,20 38,8 50,6 62,8 76,20 82,40 82,96")), tones("stone"), 8)
    mark = course(points("64,34 52,26 39,32 40,44 52,50 62,57 62,67 50,75 36,68"))
    clay.fill(clay.stroke(mark, 9), NAMED["char-deep"])
    return flatten_sprite(clay.sprite_at(GRAVE), "night")


@cached_sprite
def _row(box: Box, title: str, number: int, ground: str, edge: str, wide: int = 2) -> Image.Image:
    """A row of seven places, so many of them taken by peasants; its edge so many pixels wide."""
    blank = _box(box, ground, edge, wide)
    figures, above = line_tile(str(number), Face.FIGURES, FIGURES, (ground, "cream"))
    blank.paste(figures, (box.width - PAD - figures.width, 29 - above))
    shown, size = fit_text(title, Face.LABEL, TITLE, box.width - 3 * PAD - figures.width)
    printed, above = line_tile(shown, Face.LABEL, size, (ground, "cream"))
    blank.paste(printed, (PAD, 28 - above))
    left = (box.width - PEASANTS * STEP) // 2
    for place in range(PEASANTS):
        tile_ = _place(place < number, ground)
        blank.paste(tile_, (left + place * STEP, box.height - tile_.height - 6))
    return blank


@cached_sprite
def _place(taken: bool, ground: str) -> Image.Image:
    """A place on the meter or in the Void, with the peasant who is there."""
    sprite = Image.new("RGBA", (FIGURE, FIGURE))
    if taken:
        sprite.alpha_composite(figure(MapFigure.PEASANT, FIGURE))
    elif ground not in ("void", "night"):  # which have no places
        clay = ScalableClay(FIGURE // 2)
        clay.fill(clay.ellipse(50, 86, 25, 8), NAMED["ink"], 0.55)
        sprite.alpha_composite(clay.sprite_at(sprite.width))
    cut = (FIGURE - STEP) // 2
    return flatten_sprite(sprite.crop((cut, 2, cut + STEP, FIGURE)), ground)


def _goals(onto: PasteTarget, left: tuple[int, ...]) -> None:
    """Three signs with what is left of each; a tick where nothing is."""
    onto.paste(_signs(), (0, 0))
    for place, number in enumerate(left):
        middle = _icon_at(place) + ICON // 2
        if number:
            draw_centred(onto, str(number), middle, 91, 34, ("night", "cream"))
        else:
            onto.paste(_tick(), (middle - 17, 74))


def _icon_at(place: int) -> int:
    """Where a sign's left side is, in pixels."""
    step = (GOALS.width - 12) // 3
    return 6 + place * step + (step - ICON) // 2


@cached_sprite
def _signs() -> Image.Image:
    """The box with its three signs."""
    blank = _box(GOALS, "night", "brass-deep")
    for place in range(3):
        blank.paste(_icon(place), (_icon_at(place), 10))
    return blank


@cached_sprite
def _icon(place: int) -> Image.Image:
    """A tile, a cottage or a peasant, and the fire that is meant for it."""
    if place == 0:
        sprite = tile(TileKind.PLAIN, False, 1).crop((0, 0, ICON, ICON))  # noqa: FBT003
    elif place == 1:
        sprite = cottage(False, ICON + 8)  # noqa: FBT003
        sprite = sprite.crop((4, 0, ICON + 4, ICON))
    else:
        sprite = figure(MapFigure.PEASANT, ICON).copy()
    clay = ScalableClay(ICON // 2)
    clay.fill(clay.grow_mask(clay.ellipse(80, 82, 12, 14), 2.4), NAMED["ink"])
    flame(clay, 80, 100, 50)
    sprite.alpha_composite(clay.sprite_at(ICON))
    return flatten_sprite(sprite, "night")


@cached_sprite
def _tick() -> Image.Image:
    clay = ScalableClay(17)
    clay.fill(clay.stroke(points("14,54 40,80 86,22"), 17), NAMED["keepers-say"])
    return flatten_sprite(clay.sprite_at(34), "night")
