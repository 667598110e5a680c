from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from render.card.colours import CURVES, NAMED, PALETTE, plaque
from render.card.graph import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, Curve, graph
from render.card.paint import (
    BOARD,
    EDGE,
    EMBLEM,
    GAP,
    ROOM,
    STRIP,
    TALLEST,
    WIDTH,
    SummaryCard,
    card,
    framed_board,
    telling_curves,
)
from render.card.text import COIN, FACT, PAD, RESULT_LINE, UNDER, Pin, facts, pins, result
from render.kit.canvas import LIMIT, png
from render.kit.sheet import Sheet
from render.octagon.colours import NAMED as THUD
from render.thud.labels import in_english
from render.thud.paint import paint
from tests.render.eyes import EYES, contrast, lightness
from tools.gallery.card import CARDS, LONG
from tools.gallery.thud import PICTURES, view

SHEET = Sheet("T7", "3f9a1c", "Thud", "The end", say=in_english)
TWO = (Curve("Rowan", (4, 6, 9)), Curve("Magda", (9, 3, 0)))
LONG_TWO = (Curve("Rowan", (4, 6, 9) * 3), Curve("Magda", (9, 3, 0) * 3))


@cache
def start() -> Image.Image:
    """Return the board of Thud at its start."""
    return paint(*PICTURES["start"])


def plain() -> SummaryCard:
    """A card without curves and facts."""
    return SummaryCard(SHEET, "Rowan wins by 8")


def box_of(tile: Image.Image, colour: str) -> tuple[int, int, int, int]:
    """Return where a colour is in a tile: left, top, right, bottom."""
    index = PALETTE.index(colour)
    mask = Image.frombytes("L", tile.size, tile.tobytes()).point([255 * (at == index) for at in range(256)])
    box = mask.getbbox()
    assert box is not None, f"no {colour}"
    return box


def has(tile: Image.Image, colour: str) -> bool:
    return bool(tile.histogram()[PALETTE.index(colour)])


def middle(box: tuple[int, int, int, int]) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def lines_of(tile: Image.Image) -> int:
    """Return how many lines of type a tile has: groups of rows with cream pixels."""
    index = PALETTE.index("cream")
    rows = Image.frombytes("L", tile.size, tile.tobytes()).point([255 * (at == index) for at in range(256)])
    inked = rows.getprojection()[1]
    return sum(after > before for before, after in pairwise([0, *inked]))


# The card as a whole


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_as_wide_as_a_board_at_most_four_to_three_upright_and_small(name: str) -> None:
    image = card(CARDS[name]())
    assert image.mode == "P"
    assert image.width == WIDTH == 900
    assert image.height <= TALLEST == 1200
    assert len(image.getpalette() or ()) <= 3 * LIMIT
    assert len(png(image)) < 60_000


def test_the_tails_of_a_label_are_not_cut_by_the_value_beneath_it() -> None:
    value = "a line of 5 (Rowan, battle 1, move 19)"

    def label(text: str) -> bytes:
        tile = facts(((text, value),), (420, 200))
        left, top, right, bottom = box_of(tile, "muted")
        return tile.crop((left, top, right, bottom)).convert("RGB").tobytes()

    alone = facts((("gypsy", ""),), (420, 200))
    assert label("gypsy") == alone.crop(box_of(alone, "muted")).convert("RGB").tobytes()


def test_the_sign_of_how_it_ended_is_large_and_left_of_the_facts_in_its_own_colours() -> None:
    sign = Image.new("RGBA", (120, 150), THUD["sand"])
    bare, signed = card(plain()), card(replace(plain(), emblem=sign))
    assert signed.height >= bare.height + EMBLEM - 2 * PAD
    left, top = EDGE + 6, STRIP + EDGE + 6 + RESULT_LINE + 8 + GAP
    place = signed.crop((left, top, left + EMBLEM, top + EMBLEM)).convert("RGB")
    middle_ = place.getpixel((EMBLEM // 2, EMBLEM // 2))
    assert isinstance(middle_, tuple)
    assert sum(abs(a - b) for a, b in zip(middle_, THUD["sand"], strict=True)) < 60
    assert place.getpixel((2, 2)) == PALETTE["field"], "it is as high as its place, and not as wide"


def test_a_result_is_not_broken_at_a_no_break_space() -> None:
    def second_line(text: str) -> int:
        tile = result(text, 480)
        left, _, right, _ = box_of(tile.crop((0, tile.height // 2, *tile.size)), "cream")
        return right - left

    score = "Bart wins 16{0}:{0}Magdalenarosalinde"
    assert second_line(score.format("\u00a0")) > second_line(score.format(" ")) + 40


def test_what_is_missing_leaves_no_gap() -> None:
    curved = replace(plain(), curves=LONG_TWO)
    pinned = replace(curved, pins=(Pin(1, "Magda loses six"),))
    heights = [card(told).height for told in (plain(), curved, pinned)]
    assert heights == sorted(set(heights))
    assert heights[0] < 650


def test_the_edge_is_walnut_all_around_and_nothing_is_drawn_on_it() -> None:
    image = card(CARDS["wordy"]())
    for box in (
        (0, STRIP + 1, EDGE - 2, image.height),
        (WIDTH - EDGE + 2, STRIP + 1, WIDTH, image.height),
        (0, image.height - EDGE + 2, WIDTH, image.height),
    ):
        assert set(image.crop(box).tobytes()) == {PALETTE.index("walnut")}


def test_a_card_is_captioned_like_every_picture() -> None:
    captions = {
        card(replace(plain(), sheet=sheet)).crop((0, 0, WIDTH, STRIP)).tobytes()
        for sheet in (
            SHEET,
            replace(SHEET, code="T8"),
            replace(SHEET, title="Ploc"),
            replace(SHEET, stamp="000000"),
            replace(SHEET, turn="Over"),
        )
    }
    assert len(captions) == 5


def test_the_caller_may_change_the_card_it_got() -> None:
    mine = card(CARDS["duel"]())
    before = mine.tobytes()
    mine.paste(0, (0, 0, *mine.size))
    assert card(CARDS["duel"]()).tobytes() == before


def test_a_short_game_has_a_short_card_without_curves() -> None:
    short, long = CARDS["short"](), CARDS["duel"]()
    assert telling_curves(short.curves) == []
    assert len(telling_curves(long.curves)) == 2
    assert card(short).height < 600 < card(long).height


def test_flat_curves_are_left_out() -> None:
    falling, flat = Curve("tiles", tuple(range(28, 0, -1))), Curve("Trog-Meter", (4, 3, 5, 2) * 7)
    assert telling_curves([falling, flat]) == [falling]
    assert telling_curves([flat]) == [flat], "alone it fills the axis"


# The colours


@pytest.mark.parametrize("eyes", EYES)
def test_curves_are_told_apart_by_their_lightness_too(eyes: str) -> None:
    for one, two in combinations(CURVES[:3], 2):
        assert abs(lightness(NAMED[one], eyes) - lightness(NAMED[two], eyes)) > 4, (one, two)
    for curve in CURVES:
        assert contrast(NAMED[curve], NAMED["plaque"], eyes) > 3, curve


@pytest.mark.parametrize("eyes", EYES)
def test_type_can_be_read_on_its_ground(eyes: str) -> None:
    for ground, ink in (("plaque", "cream"), ("plaque", "muted"), ("field", "cream"), ("amber", "ink")):
        assert contrast(NAMED[ground], NAMED[ink], eyes) > 4.5, (ground, ink)


# The board


@pytest.mark.parametrize("size", [(900, 972), (900, 896), (900, 1200), (900, 500)])
def test_a_board_of_any_height_fits_into_its_square_with_the_shape_it_had(size: tuple[int, int]) -> None:
    picture = Image.new("P", size)
    picture.putpalette([40, 90, 200])
    _, small = framed_board(picture, STRIP, BOARD)
    assert max(small.size) <= BOARD
    inner = small.width - 6, small.height - 6
    assert inner[0] / inner[1] == pytest.approx(size[0] / (size[1] - STRIP), rel=0.01)


def test_the_small_board_shows_what_the_large_one_does() -> None:
    colours, small = framed_board(start(), STRIP, BOARD)
    _, moved = framed_board(paint(view("E2", ""), SHEET), STRIP, BOARD)
    assert len(colours) <= 3 * LIMIT
    assert colours[: 3 * len(PALETTE.colours)] == bytes(part for colour in PALETTE.colours for part in colour)
    share = (small.width - 6) / 900
    large = start().convert("RGB").crop((0, STRIP, 900, 972)).resize((small.width - 6, small.height - 6))
    difference = ImageChops.difference(small.convert("RGB").crop((3, 3, 433, 433)), large).convert("L")
    worst = sum(level * count for level, count in enumerate(difference.histogram())) / (430 * 430)
    assert share < 0.5
    assert worst < 8, "of 255, on average"
    assert moved.tobytes() != small.tobytes()


def test_the_caption_of_the_board_is_left_out() -> None:
    other = paint(view(), replace(SHEET, title="Another", code="T99", turn="Somebody else", stamp="abcdef"))
    assert framed_board(other, STRIP, BOARD)[1].tobytes() == framed_board(start(), STRIP, BOARD)[1].tobytes()


# The result


def test_a_short_result_takes_a_line_and_a_long_one_two_of_about_one_length() -> None:
    short = result("Rowan wins by 8", ROOM)
    assert (short.width, lines_of(short)) == (ROOM, 1)
    long = result(
        "A petite victory for Rowan, Magda and Cleo: Trogdor died, and his Fiery Rage burned the rest.", ROOM
    )
    assert (long.width, lines_of(long)) == (ROOM, 2)
    assert long.height - short.height == RESULT_LINE
    upper, lower = (box_of(long.crop((0, y, ROOM, y + RESULT_LINE)), "cream") for y in (0, RESULT_LINE))
    assert abs((upper[2] - upper[0]) - (lower[2] - lower[0])) < ROOM / 4


@pytest.mark.parametrize("text", ["x" * 300, f"{LONG} " * 12, "\u202e" * 40, ""])
def test_no_result_breaks_the_card(text: str) -> None:
    tile = result(text, ROOM)
    assert tile.width == ROOM
    assert tile.height <= 2 * RESULT_LINE + 8
    assert card(replace(plain(), result=text)).height <= TALLEST


# The facts


def test_a_fact_stands_in_one_line_or_where_it_is_long_in_two() -> None:
    room = (430, 10)
    assert facts([("turns", "13")], room).height == FACT + 2 * PAD
    assert facts([("match 1", f"{LONG}, by a hit")], room).height == FACT + UNDER + 2 * PAD


def test_facts_fill_the_height_of_the_board_or_more_and_end_where_there_is_no_room() -> None:
    assert facts([("turns", "13")], (430, 400)).size == (430, 400)
    many = [(f"thing {number}", str(number)) for number in range(100)]
    full = facts(many, (430, 400))
    assert 400 < full.height <= 560
    assert full.tobytes() == facts(many[:50], (430, 400)).tobytes()
    assert facts([], (430, 400)).tobytes() == plaque((430, 400)).tobytes()


def test_labels_stand_on_the_left_and_values_on_the_right() -> None:
    tile = facts([("turns", "13")], (430, 100))
    assert box_of(tile, "muted")[0] < 30
    assert box_of(tile, "cream")[2] > 400
    assert box_of(tile, "muted")[2] < box_of(tile, "cream")[0]


# The curves


def test_a_curve_goes_from_the_left_edge_to_its_last_number_on_the_right() -> None:
    tile = graph([Curve("Rowan", (0, 10))], [], ROOM)
    plot = tile.crop((LEFT, TOP - 6, ROOM - RIGHT - 12, HEIGHT))
    left, top, right, bottom = box_of(plot, CURVES[0])
    assert (left, right) == (0, plot.width)
    assert top < 16
    assert bottom > HEIGHT - TOP - BOTTOM
    assert has(tile.crop((ROOM - RIGHT + 12, TOP - 20, ROOM - 8, TOP + 20)), CURVES[0]), "10, at the top"


def test_the_scale_goes_from_nought_or_from_close_below_where_all_numbers_are_large() -> None:
    def height(*values: int) -> float:
        tile = graph([Curve("Rowan", values)], [], ROOM).crop((LEFT, TOP - 8, ROOM - RIGHT - 12, HEIGHT))
        return box_of(tile.crop((0, 0, 4, tile.height)), CURVES[0])[1]

    assert height(5, 20) > height(10, 20), "five of twenty lies beneath ten of twenty"
    assert height(11, 20) > height(5, 20), "eleven of twenty is at the floor"
    assert height(30, 32) == height(11, 20)
    assert height(7, 7) < 16, "a level line is not pressed to the floor"


def test_curves_that_run_together_are_both_seen() -> None:
    tile = graph([Curve("Rowan", (5, 5)), Curve("Magda", (5, 5))], [], ROOM)
    plot = tile.crop((LEFT + 50, TOP - 8, ROOM - RIGHT - 50, HEIGHT - BOTTOM))
    assert has(plot, CURVES[0])
    assert has(plot, CURVES[1])


def test_the_last_numbers_do_not_cover_each_other() -> None:
    tile = graph([Curve(name, (9, 0)) for name in "abc"], [], ROOM)
    side = tile.crop((ROOM - RIGHT + 14, TOP, ROOM - 8, HEIGHT))
    spans = sorted((box_of(side, curve)[1], box_of(side, curve)[3]) for curve in CURVES[:3])
    assert all(upper[1] <= lower[0] for upper, lower in pairwise(spans))


def test_a_coin_stands_beneath_its_place_and_close_ones_side_by_side() -> None:
    below = (0, HEIGHT - BOTTOM + 8, ROOM, HEIGHT)

    def coins(*marked: int) -> list[int]:
        """Return where coins begin, from left to right."""
        row = graph([Curve("Rowan", tuple(range(101)))], marked, ROOM).crop(below)
        index = PALETTE.index("amber")
        inked = Image.frombytes("L", row.size, row.tobytes()).point(
            [255 * (at == index) for at in range(256)]
        )
        columns = inked.getprojection()[0]
        return [at for at, (before, after) in enumerate(pairwise([0, *columns])) if after > before]

    plot = ROOM - LEFT - RIGHT
    (alone,) = coins(50)
    assert alone + COIN / 2 == pytest.approx(LEFT + plot / 2, abs=4)
    close = coins(98, 99, 100)
    assert len(close) == 3
    assert all(after - before >= COIN for before, after in pairwise(close))
    assert close[-1] + COIN <= ROOM - RIGHT + COIN


def test_a_single_number_is_a_graph_too() -> None:
    tile = graph([Curve("Rowan", (9,)), Curve("Magda", (11,))], [0], ROOM)
    assert has(tile, CURVES[0])
    assert has(tile, CURVES[1])
    assert has(tile, "amber")


def test_negative_numbers_lie_below_nought() -> None:
    tile = graph([Curve("Rowan", (-5, 5))], [], ROOM).crop((LEFT, TOP - 8, ROOM - RIGHT, HEIGHT))
    assert box_of(tile, CURVES[0])[3] > HEIGHT - TOP - BOTTOM


# The turning points


def test_each_pin_has_a_line_with_its_number_before_it() -> None:
    one, two = pins([Pin(1, "Here")], ROOM), pins([Pin(1, "Here"), Pin(2, "There")], ROOM)
    assert one.width == two.width == ROOM
    assert two.height > one.height
    assert lines_of(one) == 1
    assert lines_of(two) == 2
    assert box_of(two, "amber")[2] < box_of(two, "cream")[0]


def test_a_long_pin_keeps_inside_its_plaque() -> None:
    tile = pins([Pin(1, f"Match 2, turn 150, {LONG} and {LONG}: 148 : 151 becomes 149 : 152")], ROOM)
    assert box_of(tile, "cream")[2] <= ROOM - PAD
