from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from engine.core import Outcome
from engine.thud.board import BY_NAME, SQUARES, STONE_SQUARE, name
from engine.thud.model import BattleEnd, BattleResult, Manner, Side, View
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.thud.colours import PALETTE
from render.thud.paint import EDGE, HEIGHT, MARGIN, STRIP, TILE, WIDTH, Spot, corner, empty, paint, spots
from tests.render.regenerate import changed, where
from tools.gallery.thud import PICTURES, move, view

SHEET = Sheet("T7", "3f9a1c", "Thud", "Rowan: dwarfs to move")
BARE = view("", "")


def differing(one: View, two: View, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """The squares in which two pictures differ; "frame" is everything around them."""
    return set(where(changed(paint(one, sheet), paint(two, other or sheet)), turned=sheet.turned))


def tile(image: Image.Image, square: str, *, turned: bool = False) -> bytes:
    x, y = corner(BY_NAME[square], turned=turned)
    return image.crop((x, y, x + TILE, y + TILE)).tobytes()


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    assert (image.mode, image.size) == ("P", (WIDTH, HEIGHT)) == ("P", (900, 972))
    assert HEIGHT / WIDTH <= 4 / 3
    assert len(image.getpalette() or ()) <= 3 * 128
    assert len(png(image)) < 40_000


@pytest.mark.parametrize("seed", range(12))
def test_even_a_full_board_in_disorder_with_thirty_targets_stays_under_40_kb(seed: int) -> None:
    squares = [name(sq) for sq in SQUARES if sq != STONE_SQUARE]
    Random(seed).shuffle(squares)
    crowd = view(" ".join(squares[:32]), " ".join(squares[32:40]))
    assert len(png(paint(crowd, replace(SHEET, targets=tuple(squares[40:70]))))) < 40_000


def test_every_square_has_its_own_place_inside_the_edge() -> None:
    for turned in (False, True):
        corners = [corner(sq, turned=turned) for sq in SQUARES]
        assert len(set(corners)) == 165
        assert all((x - MARGIN) % TILE == (y - STRIP - MARGIN) % TILE == 0 for x, y in corners)
        assert min(x for x, _ in corners) > EDGE
        assert max(x for x, _ in corners) + TILE < WIDTH - EDGE
        assert min(y for _, y in corners) > STRIP + EDGE
        assert max(y for _, y in corners) + TILE < HEIGHT - EDGE
    assert 18 <= EDGE <= 24


def test_rank_1_is_at_the_top_and_file_a_on_the_left() -> None:
    assert corner(BY_NAME["A8"], turned=False) == (MARGIN, STRIP + MARGIN + 7 * TILE)
    assert corner(BY_NAME["H1"], turned=False) == (MARGIN + 7 * TILE, STRIP + MARGIN)
    assert corner(BY_NAME["A8"], turned=True) == corner(BY_NAME["P8"], turned=False)
    assert corner(BY_NAME["H1"], turned=True) == corner(BY_NAME["H15"], turned=False)


@pytest.mark.parametrize("square", ["A6", "F1", "H7", "P10", "K15"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_piece_is_drawn_in_its_square_and_nowhere_else(square: str, turned: bool) -> None:
    sheet = replace(SHEET, turned=turned)
    for one in (view(square, ""), view("", square)):
        same_score = replace(one, points=BARE.points)
        assert differing(same_score, BARE, sheet) == {square}


def test_a_quiet_move_shows_origin_trail_and_ring_and_nothing_else() -> None:
    moved = view("E10", "", last=(move(Side.DWARFS, "E2", "E10"), Manner.MOVE))
    assert differing(view("E10", ""), moved) == {f"E{rank}" for rank in range(2, 11)}


@pytest.mark.parametrize("turned", [False, True])
def test_the_trail_runs_along_its_diagonal_and_the_taken_are_ghosts(turned: bool) -> None:
    moved = view("", "M11", last=(move(Side.TROLLS, "H7", "M11", "N10 N12"), Manner.SHOVE))
    touched = {"H7", "J8", "K9", "L10", "M11", "N10", "N12"}
    assert differing(view("", "M11"), moved, replace(SHEET, turned=turned)) == touched
    found = spots(moved, SHEET)
    assert {name(sq) for sq, spot in found.items() if spot.ghost is Side.DWARFS} == {"N10", "N12"}
    assert [name(sq) for sq, spot in found.items() if spot.ring] == ["M11"]


def test_a_trail_is_held_the_way_the_board_is() -> None:
    moved = view("M11", "", last=(move(Side.DWARFS, "H7", "M11"), Manner.MOVE))
    ways = {
        turned: spots(moved, replace(SHEET, turned=turned))[BY_NAME["K9"]].trail for turned in (False, True)
    }
    assert ways == {False: (1, 1), True: (-1, -1)}


def test_a_ghost_is_seen_for_one_picture_only_and_looks_like_nothing_else() -> None:
    taken = paint(view("", "M11", last=(move(Side.TROLLS, "L11", "M11", "N11"), Manner.MOVE)), SHEET)
    there, gone = paint(view("N11", "M11"), SHEET), paint(view("", "M11"), SHEET)
    assert len({tile(picture, "N11") for picture in (taken, there, gone)}) == 3


def test_a_hurl_shows_the_impact_on_the_square_it_hit() -> None:
    hit = view("E12", "", last=(move(Side.DWARFS, "E9", "E12", "E12"), Manner.HURL))
    walked = view("E12", "", last=(move(Side.DWARFS, "E9", "E12"), Manner.MOVE))
    assert differing(hit, walked) == {"E12"}
    assert spots(hit, SHEET)[BY_NAME["E12"]] == Spot(piece=Side.DWARFS, ghost=Side.TROLLS, ring=True)


def test_guided_marks_touch_only_the_squares_they_name() -> None:
    board = view("E2", "G8")
    guided = replace(SHEET, chosen=("E2",), targets=("E3", "F2", "G8"))
    assert differing(board, board, SHEET, guided) == {"E2", "E3", "F2", "G8"}


def test_a_mark_on_a_square_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="I9"):
        paint(view(), replace(SHEET, targets=("I9",)))


def test_a_turned_board_shows_each_square_upright_on_the_other_side() -> None:
    plain, turned = paint(view(), SHEET), paint(view(), replace(SHEET, turned=True))
    for sq in SQUARES:
        assert tile(plain, name(sq)) == tile(turned, name(sq), turned=True)


def test_coordinates_are_turned_with_the_board() -> None:
    def label(middle: int, *, turned: bool) -> bytes:
        band = empty(turned).crop((middle - 16, STRIP + EDGE + 2, middle + 16, STRIP + EDGE + 24))
        return band.tobytes()

    first, last = MARGIN + TILE // 2, MARGIN + 14 * TILE + TILE // 2
    assert label(first, turned=False) == label(last, turned=True)
    assert label(last, turned=False) == label(first, turned=True)
    assert label(first, turned=False) != label(last, turned=False)


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_each_side_has_fifteen_labels_of_its_own(side: str) -> None:
    board = empty(turned=False)
    middles = [MARGIN + place * TILE + TILE // 2 for place in range(15)]
    near, far = EDGE + 14, WIDTH - EDGE - 14
    places = {
        "top": [(middle, near) for middle in middles],
        "bottom": [(middle, far) for middle in middles],
        "left": [(near, middle) for middle in middles],
        "right": [(far, middle) for middle in middles],
    }[side]
    cream = PALETTE.index("cream")
    boxes = [board.crop((x - 12, STRIP + y - 9, x + 12, STRIP + y + 10)) for x, y in places]
    assert len({box.point(lambda index: index == cream).tobytes() for box in boxes}) == 15
    assert all(box.histogram()[cream] > 10 for box in boxes)


def test_the_turn_is_written_in_the_colour_of_the_side_that_acts() -> None:
    def used(of: View) -> set[str]:
        line = paint(of, SHEET).crop((440, 0, WIDTH, STRIP))
        named = {"dwarfs-say", "trolls-say", "amber"}
        return {colour for colour in named if line.histogram()[PALETTE.index(colour)]}

    assert used(view()) == {"dwarfs-say"}
    assert used(view(to_move=Side.TROLLS)) == {"trolls-say"}
    assert used(view(battle=2, offer=0)) == {"dwarfs-say"}
    assert used(view(outcome=Outcome("points", (0,), (8, 0)))) == {"amber"}


def test_the_caption_tells_the_battle_the_offer_and_the_winner() -> None:
    over = Outcome("points", (1,), (0, 8))
    for one, two in (
        (view(), view(battle=2)),
        (view(to_move=Side.TROLLS), view(offer=0)),
        (view(outcome=over), view(outcome=replace(over, winners=(0,)))),
        (view(outcome=over), view(outcome=replace(over, winners=()))),
    ):
        assert differing(one, two) == {"frame"}


def test_a_battle_that_is_over_keeps_its_result_in_a_corner() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (17, 12))
    second = BattleResult(BattleEnd.WIPED_OUT, 1, (4, 0))
    one, both = view(battle=2, results=(first,)), view(battle=2, results=(first, second))
    assert differing(view(battle=2), one) == differing(one, both) == {"frame"}


def test_the_caller_may_change_the_picture_it_got() -> None:
    mine = paint(view(), SHEET)
    before = mine.tobytes()
    mine.paste(0, (0, 0, WIDTH, HEIGHT))
    assert paint(view(), SHEET).tobytes() == before
