"""What is on the squares: pieces and the Rock, the last move with its way, what can be done."""

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
    """What is on one square beside its ground; the tile of a square follows from its spot and its ground.

    `left` are the ways on which the last move went on from here or came here: where it began, or a troll
    landed between two jumps; `passed` those on which it passed. `push` is the way from a dwarf to the troll
    that it helped to take. `takes` is how many whoever is picked can take by way of a `target`.
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
    """What is on every square that is not bare; raises `KeyError` for a square that is not on the board."""
    found = dict.fromkeys(squares_of(view.dwarfs), SquareContents(Piece.DWARF))
    found |= dict.fromkeys(squares_of(view.trolls), SquareContents(Piece.TROLL))
    found[view.rock] = SquareContents(Piece.ROCK)
    if view.last is not None:
        _mark_last(found, view, view.last, sheet.turned)
    for name in sheet.chosen:
        found[BY_NAME[name]] = found.get(BY_NAME[name], _BARE)._replace(chosen=True)
    takes = _most_takes(view, sheet)
    for name in sheet.targets:
        at = BY_NAME[name]
        found[at] = found.get(at, _BARE)._replace(target=True, takes=takes.get(at, 0))
    return found


def _most_takes(view: State, sheet: Sheet) -> dict[Square, int]:
    """How many can be taken at most by way of each square that can be picked next."""
    chosen = tuple(BY_NAME[name] for name in sheet.chosen)
    most: dict[Square, int] = {}
    for move in moves_of(view.position, view.to_move):
        way = (move.origin, *move.way)
        if move.captured and len(way) > len(chosen) > 0 and way[: len(chosen)] == chosen:
            square = way[len(chosen)]
            most[square] = max(most.get(square, 0), len(move.captured))
    return most


def _mark_last(found: dict[Square, SquareContents], view: State, last: Move, turned: bool) -> None:
    """The last move, jump by jump, and what it took."""
    for sq in last.captured:
        found[sq] = found.get(sq, _BARE)._replace(ghost=last.side.other)
    for one, other in pairwise((last.origin, *last.way)):
        way = _way(one, other, turned)
        line = next(line for line in RAYS[one].values() if other in line)
        for sq in line[: line.index(other)]:
            spot = found.get(sq, _BARE)
            found[sq] = spot._replace(passed=(*spot.passed, way))
        _add_way(found, one, way)
        if other != last.target:
            _add_way(found, other, (-way[0], -way[1]))
    found[last.origin] = found[last.origin]._replace(lit=True)
    found[last.target] = found[last.target]._replace(ring=True)
    if last.piece is Piece.DWARF:
        for troll, behind in PAIRS[last.target]:
            if troll in last.captured and view.dwarfs >> behind & 1:
                found[behind] = found[behind]._replace(push=_way(behind, troll, turned))


def _add_way(found: dict[Square, SquareContents], sq: Square, way: Way) -> None:
    spot = found.get(sq, _BARE)
    found[sq] = spot._replace(left=(*spot.left, way))


def _way(one: Square, other: Square, turned: bool) -> Way:
    """The direction from one square to another, as the board is held."""
    across, down = direction(one, other)
    return (-across, -down) if turned else (across, down)


def trolls_beside_rock(view: State) -> int:
    """How many trolls stand beside the Rock."""
    return (NEIGHBOURS[view.rock] & view.trolls).bit_count()


@cache
def prepare() -> None:
    """Draw what ordinary play needs, once, so that no later picture has to wait for the slowest of it."""
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
    """A square with what is on it, in the game's palette; shared, so paste it only."""
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
    """The piece itself, and what has just been taken there."""
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
