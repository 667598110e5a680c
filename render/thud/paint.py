"""A view of Thud as a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from PIL import Image

from engine.thud.board import BY_NAME, STRIDE, Square, file_of, rank_of
from engine.thud.model import Move, Side, View
from render.kit import caption, marks
from render.kit.hint import marked
from render.kit.sheet import Sheet
from render.thud import hint, score
from render.thud.board import TILE, corner, empty, ground, is_dark
from render.thud.colours import PALETTE, tones
from render.thud.pieces import piece


@dataclass(frozen=True, slots=True)
class Spot:
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


def paint(view: View, sheet: Sheet) -> Image.Image:
    """The picture of `view`, 900 x 972 pixels in mode P, for the caller to keep.

    Raises `KeyError` if `sheet` names a square that is not on the board.
    """
    _prepare()
    image = empty(sheet.turned).copy()
    for sq, spot in spots(view, sheet).items():
        image.paste(_tile(is_dark(sq), spot), corner(sq, sheet.turned))
    end = caption.title(image, sheet, PALETTE, 130)
    score.battle(image, view, end)
    score.points(image, view)
    score.results(image, view)
    caption.turn(image, sheet, _speaker(view), PALETTE, 430)
    return marked(image, sheet, lambda name: hint.place_of(sheet, name), PALETTE)


def spots(view: View, sheet: Sheet) -> dict[Square, Spot]:
    """What is on every square that is not bare; raises `KeyError` as `paint` does."""
    found = {sq: Spot(piece=Side.DWARFS) for sq in view.dwarfs}
    found |= {sq: Spot(piece=Side.TROLLS) for sq in view.trolls}
    if view.last is not None:
        _mark_last(found, view.last, sheet.turned)
    for name in sheet.chosen:
        found[BY_NAME[name]] = replace(found.get(BY_NAME[name], Spot()), chosen=True)
    for name in sheet.targets:
        found[BY_NAME[name]] = replace(found.get(BY_NAME[name], Spot()), target=True)
    return found


def _mark_last(found: dict[Square, Spot], last: Move, turned: bool) -> None:
    way = _direction(last, turned)
    found[last.origin] = Spot(origin=way)
    for sq in _passed(last):
        found[sq] = Spot(trail=way)
    for sq in last.captured:
        found[sq] = replace(found.get(sq, Spot()), ghost=last.side.other)
    found[last.target] = replace(found.get(last.target, Spot()), ring=True)


def _direction(move: Move, turned: bool) -> tuple[int, int]:
    """The way a move went on the picture, each part -1, 0 or 1."""
    across = file_of(move.target) - file_of(move.origin)
    down = rank_of(move.target) - rank_of(move.origin)
    sign = -1 if turned else 1
    return sign * _sign(across), sign * _sign(down)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _passed(move: Move) -> range:
    """The squares between a move's origin and its target."""
    across, down = _direction(move, turned=False)
    step = across + STRIDE * down
    return range(move.origin + step, move.target, step)


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
    score.prepare()


@cache
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
