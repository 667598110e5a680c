"""A view of Thud as a picture: the board, the squares, and what it says in figures on caption and corners."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.thud.board import BY_NAME, FILES, SIZE, SQUARES, STONE_SQUARE, STRIDE, Square, file_of, rank_of
from engine.thud.model import BattleResult, Move, Side, View
from render.kit import caption, marks
from render.kit.cache import drawn_once, kept
from render.kit.canvas import RGB, Face, capitals, word
from render.kit.caption import LOWER, write
from render.kit.hint import Place, marked
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.kit.sprites import Clay, Point
from render.thud.colours import NAMED, PALETTE, tones
from render.thud.pieces import piece, thudstone

WIDTH: Final = 900
STRIP: Final = 72
"""Height of the caption strip, in pixels; the board's 900 x 900 pixels lie beneath it."""

HEIGHT: Final = STRIP + WIDTH
EDGE: Final = 18
"""Width of the walnut edge."""

TILE: Final = 53
MARGIN: Final = (WIDTH - SIZE * TILE) // 2
LABEL: Final = 22

LEFT: Final = 196
STEP: Final = 116
"""Where a side's points begin on the caption, and how far the other's are from there, in pixels."""

ICON: Final = 54
SMALL_ICON: Final = 42
SIGN: Final = 26
POINTS: Final = 36
BATTLES: Final = 2
PLAQUE: Final = (182, 54)
"""A result in the lower corners: width and height in pixels."""


class Spot(NamedTuple):
    """What is on one square beside its stone; the tile of a square follows from its spot and its shade.

    `trail` and `origin` are the direction in which the last move passed or left, in squares to the
    right and down as the picture is held.
    """

    piece: Side | None = None
    ghost: Side | None = None
    ring: bool = False
    trail: tuple[int, int] | None = None
    origin: tuple[int, int] | None = None
    chosen: bool = False
    target: bool = False


_BARE: Final = Spot()
_DWARF: Final = Spot(piece=Side.DWARFS)
_TROLL: Final = Spot(piece=Side.TROLLS)


CUTS: Final = (46, 64, 174, 230, 284, 336, 390, 442, 496, 548, 602, 654, 708, 760, 814, 866)
"""The rows that the picture is cut at for its file: those between which boards differ most by themselves.

`python -m tools.cuts thud` has found them; another layout wants others, or it costs more.
"""


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 972 pixels in mode P, for the caller to keep.

    Raises `KeyError` if `sheet` names a square that is not on the board.
    """
    _prepare()
    image = Picture(empty(sheet.turned), CUTS)
    for sq, spot in spots(view, sheet).items():
        image.paste(_tile(is_dark(sq), spot), corner(sq, sheet.turned))
    end = caption.title(image, sheet, PALETTE, 130)
    _battle(image, view, end)
    _points(image, view)
    _results(image, view)
    caption.turn(image, sheet, _speaker(view), PALETTE, 430)
    return marked(image, sheet, lambda name: place_of(sheet, name), PALETTE)


def spots(view: View, sheet: Sheet) -> dict[Square, Spot]:
    """What is on every square that is not bare; raises `KeyError` as `paint` does."""
    found = dict.fromkeys(view.dwarfs, _DWARF)
    found |= dict.fromkeys(view.trolls, _TROLL)
    if view.last is not None:
        _mark_last(found, view.last, sheet.turned)
    for name in sheet.chosen:
        found[BY_NAME[name]] = found.get(BY_NAME[name], _BARE)._replace(chosen=True)
    for name in sheet.targets:
        found[BY_NAME[name]] = found.get(BY_NAME[name], _BARE)._replace(target=True)
    return found


def _mark_last(found: dict[Square, Spot], last: Move, turned: bool) -> None:
    across, down = _direction(last)
    way = (-across, -down) if turned else (across, down)
    found[last.origin] = Spot(origin=way)
    step = across + STRIDE * down
    for sq in range(last.origin + step, last.target, step):
        found[sq] = Spot(trail=way)
    for sq in last.captured:
        found[sq] = found.get(sq, _BARE)._replace(ghost=last.side.other)
    found[last.target] = found.get(last.target, _BARE)._replace(ring=True)


def _direction(move: Move) -> tuple[int, int]:
    """The way a move went, to higher files and ranks, each part -1, 0 or 1."""
    across = file_of(move.target) - file_of(move.origin)
    down = rank_of(move.target) - rank_of(move.origin)
    return _sign(across), _sign(down)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@cache
def _prepare() -> None:
    """Draw the squares of ordinary play, once, so that no later picture has to wait for one of them."""
    ways = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
    spots_ = [Spot(trail=way) for way in ways] + [Spot(origin=way) for way in ways] + [Spot(target=True)]
    for side in Side:
        spots_ += [Spot(piece=side), Spot(piece=side, ring=True), Spot(piece=side, chosen=True)]
        spots_ += [
            Spot(piece=side, target=True),
            Spot(ghost=side),
            Spot(piece=side, ghost=side.other, ring=True),
        ]
    for spot in spots_:
        for dark in (False, True):
            _tile(dark, spot)
    for side in Side:
        _on_night(side, SMALL_ICON)
    _crown()
    _flag()


@drawn_once
def _tile(dark: bool, spot: Spot) -> Image.Image:
    """A square with what is on it, in the game's palette; shared, so paste it only."""
    tile = ground(dark).convert("RGBA")
    for layer in _layers(spot):
        tile.alpha_composite(layer)
    return PALETTE.quantised(tile.convert("RGB"))


def _layers(spot: Spot) -> list[Image.Image]:
    """The sprites of a square from the bottom up."""
    layers = []
    if spot.chosen:
        layers.append(marks.chosen(TILE))
    if spot.trail is not None:
        layers.append(marks.trail(TILE, *spot.trail))
    if spot.origin is not None:
        layers.append(marks.origin(TILE, *spot.origin))
    if spot.ring:
        layers.append(marks.ring(TILE) if spot.ghost is None else marks.impact(TILE, tones("sand")))
    elif spot.ghost is not None:
        layers.append(marks.ghost(piece(spot.ghost, TILE)))
    if spot.piece is not None:
        layers.append(piece(spot.piece, TILE))
    if spot.target:
        layers.append(marks.dot(TILE, 50, 50, 15) if spot.piece is None else marks.dot(TILE, 84, 16, 11))
    return layers


def _speaker(view: View) -> str:
    """The colour of the line that says whose turn it is: the side that must act, amber once it is over."""
    if view.outcome is not None or len(view.to_act) != 1:
        return "amber"
    side = Side.DWARFS if view.dwarf_seat in view.to_act else Side.TROLLS
    return f"{side}-say"


# In figures: the points of both sides, which battle it is, and how the battles ended


def _battle(image: Image.Image, view: View, x: int) -> None:
    """Which of the two battles it is, right of `x` on the caption's lower line: pips and figures."""
    for number in range(1, BATTLES + 1):
        image.paste(_pip(number <= view.battle), (x + 14 + (number - 1) * 18, LOWER - 15))
    figures = word(f"{view.battle}/{BATTLES}", Face.LABEL, 22, ("night", "muted"), PALETTE)
    write(image, (x + 56, LOWER), figures, Face.LABEL, 22)


def _points(image: Image.Image, view: View) -> None:
    """Both sides' points on the board, each beside its piece; a crown for who won, a flag for an offer."""
    for place, side in enumerate(Side):
        seat = view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat
        x = LEFT + place * STEP
        image.paste(_on_night(side, ICON), (x, 9))
        figures = word(str(view.points[seat]), Face.FIGURES, POINTS, ("night", f"{side}-say"), PALETTE)
        write(image, (x + ICON + 4, 50), figures, Face.FIGURES, POINTS)
        if sign := _sign_for(view, seat):
            image.paste(sign, (x + ICON + 4 + (figures.width - SIGN) // 2, 1))


def _results(image: Image.Image, view: View) -> None:
    """The battles that are over, the first in the lower left corner, the second in the lower right."""
    for number, result in enumerate(view.results):
        x = 58 if number == 0 else WIDTH - 58 - PLAQUE[0]
        image.paste(_plaque(result), (x, HEIGHT - 58 - PLAQUE[1]))


@kept
def _plaque(result: BattleResult) -> Image.Image:
    """Both sides' points when a battle ended, the loser's dimmed."""
    tile = PALETTE.blank(PLAQUE, "night")
    ImageDraw.Draw(tile).rectangle(
        (0, 0, PLAQUE[0] - 1, PLAQUE[1] - 1), outline=PALETTE.index("brass-deep"), width=2
    )
    for place, side in enumerate(Side):
        seat = result.dwarf_seat if side is Side.DWARFS else 1 - result.dwarf_seat
        colour = "muted" if result.winner == 1 - seat else f"{side}-say"
        x = 8 + place * 88
        tile.paste(_on_night(side, SMALL_ICON), (x, 6))
        write(
            tile,
            (x + 46, 37),
            word(str(result.points[seat]), Face.FIGURES, 26, ("night", colour), PALETTE),
            Face.FIGURES,
            26,
        )
    return tile


@drawn_once
def _on_night(side: Side, size: int) -> Image.Image:
    """A small piece on the caption's ground."""
    return _pasted(piece(side, size))


def _pasted(sprite: Image.Image) -> Image.Image:
    tile = Image.new("RGBA", sprite.size, NAMED["night"])
    tile.alpha_composite(sprite)
    return PALETTE.quantised(tile.convert("RGB"))


@drawn_once
def _pip(reached: bool) -> Image.Image:
    clay = Clay(15, NAMED["brass"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["brass"])
    if not reached:
        clay.fill(clay.ellipse(50, 50, 28, 28), NAMED["night"])
    return _pasted(clay.carved())


def _sign_for(view: View, seat: Seat) -> Image.Image | None:
    """A crown over who won the match, a white flag over who offers to end the battle."""
    if view.outcome is not None:
        return _crown() if seat in view.outcome.winners else None
    return _flag() if view.offer == seat else None


@drawn_once
def _crown() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    gold: tuple[RGB, RGB, RGB] = (NAMED["brass-deep"], NAMED["brass"], NAMED["lamplight"])
    corners = [(14, 82), (6, 30), (30, 52), (50, 16), (70, 52), (94, 30), (86, 82)]
    clay.lump(clay.polygon(corners), gold, 10)
    return _pasted(clay.carved())


@drawn_once
def _flag() -> Image.Image:
    clay = Clay(SIGN, NAMED["ink"])
    clay.fill(clay.stroke([(24, 10), (24, 94)], 9), NAMED["brass"])
    clay.lump(clay.polygon([(30, 12), (92, 24), (72, 40), (92, 58), (30, 62)]), tones("steel"), 8)
    return _pasted(clay.carved())


# The empty board, and where everything lies on it


@cache
def corner(sq: Square, turned: bool) -> tuple[int, int]:
    """The upper left pixel of a square's tile; `turned` looks from the other side of the board."""
    column, row = file_of(sq) - 1, rank_of(sq) - 1
    if turned:
        column, row = SIZE - 1 - column, SIZE - 1 - row
    return MARGIN + column * TILE, STRIP + MARGIN + row * TILE


@cache
def is_dark(sq: Square) -> bool:
    """Whether a square is slate; the others are limestone."""
    return (file_of(sq) + rank_of(sq)) % 2 == 1


def place_of(sheet: Sheet, square: str) -> Place:
    """A square by its name; raises `KeyError`."""
    x, y = corner(BY_NAME[square], sheet.turned)
    return Place(x, y, TILE, TILE)


@drawn_once
def ground(dark: bool) -> Image.Image:
    """An empty square, mode RGB: flat stone with a bevel of one pixel and a darker joint."""
    stone = "slate" if dark else "limestone"
    image = Image.new("RGB", (TILE, TILE), NAMED[stone])
    draw = ImageDraw.Draw(image)
    last = TILE - 1
    draw.line([(0, last), (0, 0), (last, 0)], NAMED[f"{stone}-lit"])
    draw.line([(0, last), (last, last), (last, 0)], NAMED[f"{stone}-deep"])
    return image


@drawn_once
def empty(turned: bool) -> Image.Image:
    """The board without pieces, as an image of the game's palette; shared, so copy it."""
    image = Image.new("RGB", (WIDTH, HEIGHT), NAMED["night"])
    _table(image)
    _octagon(image)
    for sq in SQUARES:
        image.paste(ground(is_dark(sq)), corner(sq, turned))
    stone = thudstone(TILE)
    image.paste(stone, corner(STONE_SQUARE, turned), stone)
    board = PALETTE.quantised(image)
    _labels(board, turned)
    return board


def _table(image: Image.Image) -> None:
    """The walnut edge around the lighter top, its grain along the planks."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, STRIP, WIDTH, HEIGHT), NAMED["walnut"])
    draw.rectangle((EDGE, STRIP + EDGE, WIDTH - EDGE - 1, HEIGHT - EDGE - 1), NAMED["field"])
    for y in range(STRIP + EDGE, HEIGHT - EDGE, 27):
        draw.line([(EDGE, y), (WIDTH - EDGE - 1, y)], NAMED["field-grain"])
    draw.rectangle(
        (EDGE - 2, STRIP + EDGE - 2, WIDTH - EDGE + 1, HEIGHT - EDGE + 1), None, NAMED["brass-deep"], 2
    )
    draw.line([(0, STRIP), (WIDTH, STRIP)], NAMED["brass-deep"])


def _octagon(image: Image.Image) -> None:
    """The bed of the board: the octagon whose slanted sides touch the corners of the outer squares."""
    draw = ImageDraw.Draw(image)
    for grow, name in ((6, "brass-deep"), (5, "brass"), (3, "bed-deep"), (1, "bed")):
        draw.polygon(_octagon_points(grow), NAMED[name])


def _octagon_points(grow: float) -> list[Point]:
    low, high = 5 * TILE - grow * 0.42, 10 * TILE + grow * 0.42
    near, far = -grow, SIZE * TILE + grow
    around = (
        (low, near),
        (high, near),
        (far, low),
        (far, high),
        (high, far),
        (low, far),
        (near, high),
        (near, low),
    )
    return [(MARGIN + x, STRIP + MARGIN + y) for x, y in around]


def _labels(board: Image.Image, turned: bool) -> None:
    """Files and ranks on all four sides."""
    step = -1 if turned else 1
    for place in range(SIZE):
        middle = MARGIN + place * TILE + TILE // 2
        file, rank = FILES[::step][place], str(range(1, SIZE + 1)[::step][place])
        for near in (EDGE + 14, WIDTH - EDGE - 13):
            _centred(board, file, middle, STRIP + near)
            _centred(board, rank, near, STRIP + middle)


def _centred(board: Image.Image, text: str, x: int, y: int) -> None:
    """`text` with the middle of its capitals at (x, y)."""
    tile = word(text, Face.FIGURES, LABEL, ("field", "cream"), PALETTE)
    top, bottom = capitals(Face.FIGURES, LABEL)
    board.paste(tile.crop((0, top, tile.width, bottom)), (x - tile.width // 2, y - (bottom - top) // 2))
