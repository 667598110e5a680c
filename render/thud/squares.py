"""What is on the squares: pieces, the last move with those that stood in line for it, what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Final, NamedTuple

from PIL import Image

from engine.octagon.board import BY_NAME, RAYS, STRIDE, Square, bits
from engine.octagon.model import Side
from engine.thud.model import Manner, Move, Position, View
from engine.thud.moves import moves_of
from render.kit import marks
from render.kit.cache import cached_sprite
from render.kit.sheet import Sheet
from render.octagon.board import TILE
from render.octagon.colours import PALETTE, tones
from render.octagon.pieces import piece
from render.octagon.squares import RINGED, Way, direction, lost_piece, number
from render.thud.board import ground


class SquareContents(NamedTuple):
    """What is on one square beside its stone; the tile of a square follows from its spot and its shade.

    `trail` and `origin` are where the last move passed or left, `push` is where one stood in line for it,
    each with the way it went. `takes` is how many dwarfs the troll that is picked can take on a `target`.
    """

    piece: Side | None = None
    ghost: Side | None = None
    ring: bool = False
    trail: Way | None = None
    origin: Way | None = None
    push: Way | None = None
    chosen: bool = False
    target: bool = False
    takes: int = 0


_BARE: Final = SquareContents()
_DWARF: Final = SquareContents(piece=Side.DWARFS)
_TROLL: Final = SquareContents(piece=Side.TROLLS)


def square_contents(view: View, sheet: Sheet) -> dict[Square, SquareContents]:
    """What is on every square that is not bare; raises `KeyError` for a square that is not on the board."""
    found = dict.fromkeys(view.dwarfs, _DWARF)
    found |= dict.fromkeys(view.trolls, _TROLL)
    if view.last is not None:
        _mark_last(found, view, view.last, sheet.turned)
    for name in sheet.chosen:
        found[BY_NAME[name]] = found.get(BY_NAME[name], _BARE)._replace(chosen=True)
    for name in sheet.targets:
        found[BY_NAME[name]] = found.get(BY_NAME[name], _BARE)._replace(target=True)
    for sq, takes in _most_takes(view, sheet).items():
        if found.get(sq, _BARE).target:
            found[sq] = found[sq]._replace(takes=takes)
    return found


def _most_takes(view: View, sheet: Sheet) -> dict[Square, int]:
    """Where a troll can take something that was picked and has not landed yet, and how much at most."""
    origins = [BY_NAME[name] for name in sheet.chosen]
    if len(origins) != 1 or origins[0] not in view.trolls:
        return {}
    most: dict[Square, int] = {}
    for move in moves_of(Position(bits(view.dwarfs), bits(view.trolls)), Side.TROLLS):
        if move.origin == origins[0] and move.captured:
            most[move.target] = max(most.get(move.target, 0), len(move.captured))
    return most


def _mark_last(found: dict[Square, SquareContents], view: View, last: Move, turned: bool) -> None:
    across, down = direction(last.origin, last.target)
    way = (-across, -down) if turned else (across, down)
    found[last.origin] = SquareContents(origin=way)
    step = across + STRIDE * down
    for sq in range(last.origin + step, last.target, step):
        found[sq] = SquareContents(trail=way)
    for sq in squares_in_line(view):
        found[sq] = found[sq]._replace(push=way)
    for sq in last.captured:
        found[sq] = found.get(sq, _BARE)._replace(ghost=last.side.other)
    found[last.target] = found.get(last.target, _BARE)._replace(ring=True)


def squares_in_line(view: View) -> tuple[Square, ...]:
    """Those that stood in line behind the piece that was just hurled or shoved, the nearest first.

    They stand there still. Nobody else is looked at: a piece that moves by itself needs no line.
    """
    last = view.last
    if last is None or view.last_manner is Manner.MOVE:
        return ()
    across, down = direction(last.origin, last.target)
    own = view.dwarfs if last.side is Side.DWARFS else view.trolls
    return tuple(takewhile(own.__contains__, RAYS[last.origin][-across - STRIDE * down]))


@cache
def prepare() -> None:
    """Draw the squares of ordinary play, once, so that no later picture has to wait for one of them."""
    ways = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
    spots_ = (
        [SquareContents(trail=way) for way in ways]
        + [SquareContents(origin=way) for way in ways]
        + [SquareContents(target=True)]
    )
    spots_ += [SquareContents(target=True, takes=number) for number in range(1, 4)]
    for side in Side:
        spots_ += [
            SquareContents(piece=side),
            SquareContents(piece=side, ring=True),
            SquareContents(piece=side, chosen=True),
        ]
        spots_ += [SquareContents(piece=side, push=way) for way in ways]
        spots_ += [
            SquareContents(piece=side, target=True),
            SquareContents(ghost=side),
            SquareContents(piece=side, ghost=side.other, ring=True),
        ]
    for spot in spots_:
        for dark in (False, True):
            tile(dark, spot)


@cached_sprite
def tile(dark: bool, spot: SquareContents) -> Image.Image:
    """A square with what is on it, in the game's palette; shared, so paste it only."""
    image = ground(dark).convert("RGBA")
    for layer in _layers(spot):
        image.alpha_composite(layer, ((TILE - layer.width) // 2, (TILE - layer.height) // 2))
    return PALETTE.quantise(image.convert("RGB"))


def _layers(spot: SquareContents) -> list[Image.Image]:
    """The sprites of a square from the bottom up, each in its middle."""
    return [*_beneath(spot), *_standing(spot), *_above(spot)]


def _beneath(spot: SquareContents) -> Iterator[Image.Image]:
    """The marks under a piece."""
    if spot.chosen:
        yield marks.chosen_light(TILE)
    if spot.ring or spot.origin is not None:
        yield marks.lamplight(TILE)
    if spot.trail is not None:
        yield marks.trail(TILE, *spot.trail)
    if spot.origin is not None:
        yield marks.origin(TILE, *spot.origin)


def _standing(spot: SquareContents) -> Iterator[Image.Image]:
    """The piece itself, and what it has just taken there."""
    if spot.ghost is not None:
        yield marks.burst(TILE, tones("sand")) if spot.ring else lost_piece(spot.ghost)
    if spot.piece is not None:
        framed = (spot.ring or spot.chosen) and spot.piece is Side.TROLLS
        yield piece(spot.piece, RINGED if framed or spot.ghost is not None else TILE)


def _above(spot: SquareContents) -> Iterator[Image.Image]:
    """The marks over a piece."""
    if spot.ring:
        yield marks.ring(TILE)
    if spot.chosen:
        yield marks.frame(TILE)
    if spot.push is not None:
        yield marks.push(TILE, *spot.push)
    if spot.takes:
        yield number(spot.takes)
    elif spot.target:
        yield marks.dot(TILE, 50, 50, 15) if spot.piece is None else marks.dot(TILE, 84, 16, 11)
