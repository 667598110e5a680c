"""The contents of squares: pieces and the Rock, the last move with its way, possible targets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image

from engine.koom.model import Move, Piece, State
from engine.koom.moves import PAIRS, moves_of
from engine.octagon.board import BY_NAME, NEIGHBOURS, RAYS, Square, squares_of
from engine.octagon.model import Side
from render.kit import marks
from render.kit.cache import cached_sprite
from render.kit.sheet import Sheet
from render.koom.colours import PALETTE
from render.koom.rock import halo, rock
from render.koom.valley import GroundTile, ground
from render.octagon.board import TILE
from render.octagon.pieces import piece
from render.octagon.squares import RINGED, Way, direction, lost_piece, number


class SquareContents(NamedTuple):
    """What is on a square besides its ground; with the ground it determines the square's tile.

    `left` are the directions in which the last move left or reached this square between its jumps; `passed`
    those in which it passed. `push` is the direction from a dwarf to the troll that it helped to take.
    `takes` is how many pieces the picked piece can take by way of a `target`.
    """

    piece: Piece | None = None
    ghost: Side | None = None
    ring: bool = False
    lit: bool = False
    left: tuple[Way, ...] = ()
    passed: tuple[Way, ...] = ()
    push: Way | None = None
    chosen: bool = False
    target: bool = False
    takes: int = 0


_BARE: Final = SquareContents()


def square_contents(view: State, sheet: Sheet) -> dict[Square, SquareContents]:
    """Return the contents of every square that is not bare; raises `KeyError` for an unknown square."""
    contents = dict.fromkeys(squares_of(view.dwarfs), SquareContents(Piece.DWARF))
    contents |= dict.fromkeys(squares_of(view.trolls), SquareContents(Piece.TROLL))
    contents[view.rock] = SquareContents(Piece.ROCK)
    if view.last is not None:
        _mark_last(contents, view, view.last, sheet.turned)
    for name in sheet.chosen:
        contents[BY_NAME[name]] = contents.get(BY_NAME[name], _BARE)._replace(chosen=True)
    takes = _most_takes(view, sheet)
    for name in sheet.targets:
        square = BY_NAME[name]
        contents[square] = contents.get(square, _BARE)._replace(target=True, takes=takes.get(square, 0))
    return contents


def _most_takes(view: State, sheet: Sheet) -> dict[Square, int]:
    """Return the most pieces that can be taken by way of each square that can be picked next."""
    chosen = tuple(BY_NAME[name] for name in sheet.chosen)
    most: dict[Square, int] = {}
    for move in moves_of(view.position, view.to_move):
        way = (move.origin, *move.way)
        if move.captured and len(way) > len(chosen) > 0 and way[: len(chosen)] == chosen:
            square = way[len(chosen)]
            most[square] = max(most.get(square, 0), len(move.captured))
    return most


def _mark_last(contents: dict[Square, SquareContents], view: State, last: Move, turned: bool) -> None:
    """Add the last move, jump by jump, and what it took."""
    for sq in last.captured:
        contents[sq] = contents.get(sq, _BARE)._replace(ghost=last.side.other)
    for start, end in pairwise((last.origin, *last.way)):
        way = _way(start, end, turned)
        line = next(line for line in RAYS[start].values() if end in line)
        for sq in line[: line.index(end)]:
            spot = contents.get(sq, _BARE)
            contents[sq] = spot._replace(passed=(*spot.passed, way))
        _add_way(contents, start, way)
        if end != last.target:
            _add_way(contents, end, (-way[0], -way[1]))
    contents[last.origin] = contents[last.origin]._replace(lit=True)
    contents[last.target] = contents[last.target]._replace(ring=True)
    if last.piece is Piece.DWARF:
        for troll, behind in PAIRS[last.target]:
            if troll in last.captured and view.dwarfs >> behind & 1:
                contents[behind] = contents[behind]._replace(push=_way(behind, troll, turned))


def _add_way(contents: dict[Square, SquareContents], sq: Square, way: Way) -> None:
    spot = contents.get(sq, _BARE)
    contents[sq] = spot._replace(left=(*spot.left, way))


def _way(start: Square, end: Square, turned: bool) -> Way:
    """Return the direction from one square to another, as the board is turned."""
    across, down = direction(start, end)
    return (-across, -down) if turned else (across, down)


def trolls_beside_rock(view: State) -> int:
    """Return how many trolls stand beside the Rock."""
    return (NEIGHBOURS[view.rock] & view.trolls).bit_count()


@cache
def prepare() -> None:
    """Draw the tiles of ordinary play once, so that no later picture has to wait for the slowest of them."""
    ways = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
    spots_ = [SquareContents(passed=(way,)) for way in ways] + [
        SquareContents(left=(way,), lit=True) for way in ways
    ]
    spots_ += [SquareContents(target=True, takes=number) for number in range(4)]
    for what in Piece:
        spots_ += [
            SquareContents(what),
            SquareContents(what, ring=True),
            SquareContents(what, chosen=True),
            SquareContents(what, target=True),
        ]
    spots_ += [SquareContents(Piece.DWARF, push=way) for way in ways] + [
        SquareContents(ghost=side) for side in Side
    ]
    for spot in spots_:
        for zone in ("scree", "heath", "meadow"):
            for dark in (False, True):
                tile(GroundTile(zone, dark), spot)


@cached_sprite
def tile(of: GroundTile, spot: SquareContents) -> Image.Image:
    """A square with its contents, in the game's palette; shared, so only paste it."""
    image = ground(of).convert("RGBA")
    for layer in (*_beneath(spot), *_standing(spot), *_above(spot)):
        image.alpha_composite(layer, ((TILE - layer.width) // 2, (TILE - layer.height) // 2))
    return PALETTE.quantise(image.convert("RGB"))


def _beneath(spot: SquareContents) -> Iterator[Image.Image]:
    """The marks under a piece."""
    if spot.chosen:
        yield marks.chosen_light(TILE)
    if spot.ring or spot.lit:
        yield marks.lamplight(TILE)
    for way in spot.passed:
        yield marks.trail(TILE, *way)
    for way in spot.left:
        yield marks.origin(TILE, *way)


def _standing(spot: SquareContents) -> Iterator[Image.Image]:
    """The piece, and the ghost of one that was just taken there."""
    if spot.ghost is not None:
        yield lost_piece(spot.ghost)
    if spot.piece is Piece.ROCK:
        if not (spot.ring or spot.chosen):
            yield halo(TILE)
        yield rock(RINGED if spot.ring or spot.chosen else TILE)
    elif spot.piece is not None:
        framed = (spot.ring or spot.chosen) and spot.piece is Piece.TROLL
        yield piece(spot.piece.side, RINGED if framed else TILE)


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
