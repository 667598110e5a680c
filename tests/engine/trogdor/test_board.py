"""The land: squares, tiles, edges, and what an empty square is."""

from __future__ import annotations

import pytest

from data.trogdor import MAPS
from engine.trogdor.board import (
    BY_NAME,
    DIAGONAL,
    ORTHOGONAL,
    SQUARES,
    Direction,
    TileKind,
    line_from,
    name,
    neighbours,
    next_square,
    next_square_wrapped,
    path,
)
from engine.trogdor.position import is_empty
from tests.engine.trogdor.tables import board, squares


@pytest.mark.rule("trogdor:board-1")
def test_there_are_25_squares_from_a1_in_the_north_west_to_e5_in_the_south_east() -> None:
    rows = "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"
    assert [name(square) for square in SQUARES] == rows.split()
    assert [BY_NAME[square] for square in rows.split()] == list(SQUARES)


@pytest.mark.rule("trogdor:board-1")
def test_north_is_up_and_east_is_right() -> None:
    around = neighbours(BY_NAME["c3"], (*ORTHOGONAL, *DIAGONAL))
    assert squares(*around) == ["c2", "d3", "c4", "b3", "d2", "d4", "b4", "b2"]


@pytest.mark.rule("trogdor:board-2")
@pytest.mark.parametrize("rows", [facts.rows for facts in MAPS.values()], ids=MAPS)
def test_every_map_has_the_same_tiles(rows: tuple[str, ...]) -> None:
    counts = {kind.name.lower(): "".join(rows).count(kind) for kind in TileKind}
    assert counts == {
        "cottage": 3,
        "mountain": 2,
        "tunnel": 2,
        "lake": 1,
        "forest": 4,
        "stump": 2,
        "rock": 2,
        "flower": 2,
        "plain": 7,
    }


@pytest.mark.rule("trogdor:board-3")
@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ("c1", "n", "c5"),
        ("e2", "e", "a2"),
        ("b5", "s", "b1"),
        ("a4", "w", "e4"),
        ("e1", "ne", "a5"),
        ("a1", "nw", "e5"),
        ("c3", "sw", "b4"),
    ],
)
def test_a_step_over_the_edge_comes_in_on_the_opposite_side(start: str, direction: str, end: str) -> None:
    assert name(next_square_wrapped(BY_NAME[start], Direction(direction))) == end


@pytest.mark.rule("trogdor:board-3")
def test_a_path_goes_round_the_edges() -> None:
    steps = map(Direction, ("n", "w", "w", "s"))
    assert squares(*path(BY_NAME["b1"], steps)) == ["b1", "b5", "a5", "e5", "e1"]


@pytest.mark.rule("trogdor:board-3", "trogdor:ruling-26")
def test_neighbours_and_lines_end_at_the_edge() -> None:
    assert next_square(BY_NAME["a3"], Direction.WEST) is None
    assert squares(*neighbours(BY_NAME["a1"], (*ORTHOGONAL, *DIAGONAL))) == ["b1", "a2", "b2"]
    assert squares(*line_from(BY_NAME["d2"], Direction.NORTHEAST, 2)) == ["e1"]
    assert squares(*line_from(BY_NAME["d2"], Direction.SOUTHWEST, 2)) == ["c3", "b4"]


@pytest.mark.rule("trogdor:empty-1")
def test_a_square_without_pieces_and_without_a_cottage_is_empty() -> None:
    seen = board(
        """
        .1 .p .2 .h .a
        C  C! .# F  T
        .  .  .D L# M
        .  .  .  .  .
        .  .  .  .  .
        """
    )
    full = [name(square) for square in SQUARES if not is_empty(seen, square)]
    assert full == ["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c3"]
