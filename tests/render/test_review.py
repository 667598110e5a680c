from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render.card.colours import PALETTE
from render.card.paint import BOARD, FRAME, GAP, INSIDE, STRIP, TALLEST, WIDTH, framed_board, framed_boards
from render.kit.canvas import LIMIT, png
from render.kit.sheet import Sheet
from render.review.graph import HEIGHT, LEFT, RIGHT, TOP, ReviewCurve, graph
from render.review.paint import ReviewPicture, review
from tools.gallery.review import REVIEWS

ROOM = 850
EVEN = ReviewCurve((0.5, 0.5, 0.5), "Rowan", "Magda")
SHEET = Sheet("T7", "3f9a1c", "Thud", "The review")


def box_of(tile: Image.Image, colour: str) -> tuple[int, int, int, int] | None:
    """Where a colour is in a tile: left, top, right, bottom."""
    index = PALETTE.index(colour)
    found = Image.frombytes("L", tile.size, tile.tobytes()).point([255 * (at == index) for at in range(256)])
    return found.getbbox()


def plot(course: ReviewCurve) -> Image.Image:
    """The part of a graph where its curve is, without figures, names and coins."""
    tile = graph(course, ROOM)
    return tile.crop((LEFT + 4, TOP + 4, ROOM - RIGHT + 8, TOP + 190))


@pytest.mark.parametrize("name", REVIEWS)
def test_every_review_is_as_wide_as_a_board_at_most_four_to_three_upright_and_small(name: str) -> None:
    image = review(REVIEWS[name]())
    assert image.mode == "P"
    assert image.width == WIDTH == 900
    assert image.height <= TALLEST == 1200
    assert len(image.getpalette() or ()) <= 3 * LIMIT
    assert len(png(image)) < 80_000


def test_the_upper_half_has_the_colour_of_the_first_and_the_lower_that_of_the_other() -> None:
    above, below = plot(replace(EVEN, values=(0.9, 0.9))), plot(replace(EVEN, values=(0.1, 0.1)))
    assert box_of(above, "sky") is not None
    assert box_of(above, "coral") is None
    assert box_of(below, "coral") is not None
    assert box_of(below, "sky") is None


def test_where_all_play_together_there_is_one_colour() -> None:
    tile = graph(ReviewCurve((0.9, 0.1), "Rowan and Magda"), ROOM)
    assert box_of(tile, "sky") is not None
    assert box_of(tile, "coral") is None


def test_the_better_the_first_stands_the_higher_is_the_curve() -> None:
    tops = []
    for value in (0.6, 0.8, 1.0):
        box = box_of(plot(replace(EVEN, values=(value, value))), "sky")
        assert box is not None
        tops.append(box[1])
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == 3


def test_a_move_that_turned_the_game_has_a_coin_beneath_its_place() -> None:
    assert box_of(graph(EVEN, ROOM), "amber") is None
    first = box_of(graph(replace(EVEN, marked=(0,)), ROOM), "amber")
    last = box_of(graph(replace(EVEN, marked=(2,)), ROOM), "amber")
    assert first is not None
    assert last is not None
    assert abs((first[0] + first[2]) / 2 - LEFT) < 4
    assert abs((last[0] + last[2]) / 2 - (ROOM - RIGHT)) < 4


def test_as_many_coins_as_there_is_no_room_for_stay_in_the_picture() -> None:
    crowded = ReviewCurve((0.5,) * 300, "Rowan", "Magda", marked=(297, 298, 299))
    box = box_of(graph(crowded, ROOM), "amber")
    assert box is not None
    assert box[2] < ROOM - 4


def test_a_game_of_one_position_can_be_drawn() -> None:
    assert graph(ReviewCurve((1.0,), "Rowan", "Magda"), ROOM).size == (ROOM, HEIGHT - 32)


def test_parts_too_close_to_each_other_are_not_written_over_each_other() -> None:
    one = ReviewCurve((0.5,) * 100, "Rowan", "", ((0, "turn 1"),))
    two = replace(one, parts=((0, "turn 1"), (1, "turn 2")))
    above = (0, TOP - 36, ROOM, TOP - 8)
    assert box_of(graph(one, ROOM).crop(above), "muted") == box_of(graph(two, ROOM).crop(above), "muted")


def test_coins_keep_their_numbers_in_whatever_order_their_places_come() -> None:
    tiles = [graph(replace(EVEN, marked=marked), ROOM) for marked in ((0, 1), (1, 0))]
    assert tiles[0].tobytes() != tiles[1].tobytes()
    assert box_of(tiles[0], "amber") == box_of(tiles[1], "amber")


def test_without_moves_it_says_why() -> None:
    def ink(text: str) -> int:
        image = review(ReviewPicture(SHEET, EVEN, none=text))
        below = image.crop((0, STRIP + INSIDE + HEIGHT - 32 + GAP, *image.size))
        return below.histogram()[PALETTE.index("cream")]

    assert ink("Nothing was given away.") > ink("Nothing.") > 0


def test_several_boards_share_one_palette_and_each_keeps_its_own_shape() -> None:
    wide, tall = Image.new("RGB", (900, 500), (200, 0, 0)), Image.new("RGB", (900, 1200), (0, 0, 200))
    colours, (first, second) = framed_boards([wide, tall], STRIP, BOARD)
    assert len(colours) <= 3 * LIMIT
    assert first.width > first.height
    assert second.height > second.width
    for shot, colour in ((first, (200, 0, 0)), (second, (0, 0, 200))):
        shot.putpalette(colours)
        assert shot.convert("RGB").getpixel((FRAME + 5, FRAME + 5)) == colour


def test_one_board_is_as_it_is_among_several() -> None:
    picture = REVIEWS["duel"]().moments[0].board
    _, alone = framed_board(picture, STRIP, BOARD)
    _, (first, second) = framed_boards([picture, picture], STRIP, BOARD)
    assert alone.convert("RGB").tobytes() == first.convert("RGB").tobytes() == second.convert("RGB").tobytes()
