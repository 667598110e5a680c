from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import Move, View
from render.film.band import HEIGHT, BandText, add_band
from render.kit.canvas import LIMIT, png
from render.kit.picture import Picture
from render.kit.sheet import Sheet
from render.replay import BLINK, MOST_BOXES, changed_boxes, gif
from render.thud.labels import in_english
from render.thud.paint import paint
from tools.gallery.thud import PICTURES

COLOURS = [(red, 40, 90) for red in range(0, 240, 30)]
GROUND, INK, CHALK = 0, 3, 7


def blank(size: tuple[int, int] = (40, 60), colours: Sequence[tuple[int, int, int]] = COLOURS) -> Image.Image:
    image = Image.new("P", size, GROUND)
    image.putpalette(bytes(part for colour in colours for part in colour))
    return image


def with_boxes(*spots: tuple[int, int, int, int], size: tuple[int, int] = (40, 60)) -> Image.Image:
    """Return a picture with these boxes in ink."""
    image = blank(size)
    for spot in spots:
        image.paste(INK, spot)
    return image


def shown_frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Return every shown picture and its duration; merges the parts of a frame."""
    with Image.open(BytesIO(data)) as animation:
        assert animation.format == "GIF"
        every = [(one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(animation)]
    pictures, waited = [], 0
    for picture, duration in every:
        waited += duration
        if duration != BLINK:
            pictures.append((picture, waited))
            waited = 0
    assert not waited
    return pictures


def pictures(data: bytes) -> list[bytes]:
    return [picture.tobytes() for picture, _ in shown_frames(data)]


def rgb(*frames: Image.Image) -> list[bytes]:
    return [frame.convert("RGB").tobytes() for frame in frames]


def block_sizes(data: bytes) -> list[int]:
    """Return how many pixels each block of the file has."""
    sizes = []
    with Image.open(BytesIO(data)) as image:
        for frame in ImageSequence.Iterator(image):
            left, top, right, bottom = frame.tile[0].extents  # type: ignore[attr-defined] # of a file
            sizes.append((right - left) * (bottom - top))
    return sizes


def battle(plies: int, one_in: int = 3) -> list[View]:
    """Return a random game with captures."""
    rng = SeededRng("battle")
    state = GAME.start({"quiet_limit": 0}, 2, rng)
    views = [GAME.view(state, None)]
    while len(views) <= plies:
        seat = min(GAME.to_act(state))
        moves = [action for action in GAME.legal(state, seat) if isinstance(action, Move)]
        taking = [move for move in moves if move.captured]
        chosen = taking if taking and not rng.below(one_in) else moves
        state = GAME.apply(state, seat, chosen[rng.below(len(chosen))], rng).state
        views.append(GAME.view(state, None))
    return views


def paint_battle(views: Sequence[View]) -> Iterator[Image.Image]:
    sheet = Sheet("T7", "3f9a1c", "Thud", "", names=("Rowan", "Magda"), say=in_english)
    for number, view in enumerate(views):
        stamp = sha256(str(number).encode()).hexdigest()[:6]
        yield paint(view, replace(sheet, stamp=stamp, turn=f"{number} / {len(views) - 1}"))


def test_every_frame_of_a_battle_is_the_painters_picture_to_the_pixel() -> None:
    views = battle(40)
    frames = list(paint_battle(views))
    assert pictures(gif(frames, [700] * 41)) == rgb(*frames)


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [1, 4])
def test_sixty_frames_of_a_battle_with_what_happened_under_them_stay_below_300_kb(one_in: int) -> None:
    sheet = Sheet("T7", "", "Thud", "Replay", names=("Rowan", "Magda"), say=in_english)
    views = battle(59, one_in)
    frames = [add_band(paint(view, sheet), band_text(at)) for at, view in enumerate(views)]
    data = gif(frames, [700] * 60, HEIGHT)
    assert len(data) < 300_000
    assert pictures(data) == rgb(*frames)


def band_text(number: int) -> BandText:
    """Return a text for the band of a board, different for each."""
    names, squares = ("Rowan", "Magda"), [f"{file}{rank}" for file in "CDEFG" for rank in range(3, 13)]
    text = f"{names[number % 2]} moved a dwarf from {squares[number % 50]} to {squares[-1 - number % 50]}."
    return BandText(f"{text} {number % 5} dwarfs are out." if number % 3 == 0 else text, f"{number} / 59")


def test_a_frame_is_held_for_as_long_as_it_should_be_whether_it_is_written_in_one_or_in_two() -> None:
    near, far = ((5, 5, 9, 9), (5, 9, 9, 12)), ((5, 5, 9, 9), (30, 55, 34, 59))
    data = gif([blank(), with_boxes(*near), blank(), with_boxes(*far)], [1000, 700, 350, 4000])
    assert [duration for _, duration in shown_frames(data)] == [1000, 700, 350, 4000]
    assert len(block_sizes(data)) == 4 + 1, "what lies far apart is written in two boxes"


def test_only_what_changed_is_written() -> None:
    one, two = with_boxes((5, 5, 9, 8)), with_boxes((5, 5, 9, 8), (20, 40, 25, 42))
    assert block_sizes(gif([blank(), one, two, blank()], [100] * 4)) == [40 * 60, 4 * 3, 5 * 2, 4 * 3, 5 * 2]


def test_words_at_the_foot_are_a_box_of_their_own_with_no_colours_but_theirs() -> None:
    one, two = with_boxes((5, 5, 9, 9), (10, 52, 30, 58)), with_boxes((25, 6, 29, 10), (12, 53, 34, 59))
    data = gif([blank(), one, two], [100, 300, 200], 10)
    assert [duration for _, duration in shown_frames(data)] == [100, 300, 200]
    assert block_sizes(data)[:4] == [40 * 60, 20 * 6, 4 * 4, 24 * 7]
    assert pictures(data) == rgb(blank(), one, two)
    with Image.open(BytesIO(data)) as animation:
        assert [one.info.get("duration") for one in ImageSequence.Iterator(animation)][1] == BLINK


def test_there_are_no_more_boxes_than_there_may_be() -> None:
    spots = [(x, y, x + 2, y + 2) for x in (0, 19, 38) for y in (0, 12, 24, 36)]
    data = gif([blank(), with_boxes(*spots, (0, 55, 40, 58))], [1000, 1000], 10)
    assert len(block_sizes(data)) <= 1 + MOST_BOXES + 1
    assert pictures(data) == rgb(blank(), with_boxes(*spots, (0, 55, 40, 58)))


def test_whatever_is_shorter_is_written_bare_or_whole() -> None:
    noise = blank()
    for at in range(0, 40, 2):
        noise.paste(INK, (at, 10, at + 1, 40))
    data = gif([blank(), noise], [100, 100])
    assert pictures(data) == rgb(blank(), noise)
    with Image.open(BytesIO(data)) as animation:
        kinds = ["transparency" in one.info for one in ImageSequence.Iterator(animation)]
    assert kinds[0] is False


@pytest.mark.parametrize("count", [2, 4, 5, 64, 127, 128])
def test_indices_have_as_many_bits_as_the_palette_needs(count: int) -> None:
    colours = [(level, 255 - level, level // 2) for level in range(count)]
    one = blank(colours=colours)
    two = one.copy()
    for at in range(60):
        two.paste(at % count, (0, at, 40, at + 1))
    data = gif([one, two, one], [100] * 3, 5)
    assert pictures(data) == rgb(one, two, one)
    table = 3 << max(2, count.bit_length())
    assert data[13 + table : 13 + table + 2] == b"!\xff", "the blocks begin right after the palette"


def test_a_frame_like_the_one_before_it_still_takes_its_time() -> None:
    data = gif([with_boxes((5, 5, 9, 9))] * 3, [100, 200, 300])
    assert block_sizes(data) == [40 * 60, 1, 1]
    with Image.open(BytesIO(data)) as animation:
        times = [one.info["duration"] for one in ImageSequence.Iterator(animation)]
    assert times == [100, 200, 300]


def test_a_single_picture_is_a_replay_too() -> None:
    only = paint(*PICTURES["over"])
    assert pictures(gif([only], [4000])) == rgb(only)


def test_it_is_played_again_and_again() -> None:
    with Image.open(BytesIO(gif([blank(), with_boxes((1, 1, 2, 2))], [100, 100]))) as animation:
        assert animation.info["loop"] == 0


def test_a_replay_is_as_large_as_its_largest_frame_the_rest_in_the_colour_of_the_first_ones_corner() -> None:
    small, tall, wide = with_boxes((0, 0, 5, 5)), with_boxes((0, 50, 20, 70), size=(40, 80)), blank((50, 30))
    small.paste(CHALK, (39, 59, 40, 60))
    on_canvas = []
    for frame in (small, tall, wide):
        canvas = Image.new("P", (50, 80), CHALK)
        canvas.putpalette(small.getpalette() or ())
        canvas.paste(frame, (0, 0))
        on_canvas.append(canvas)
    assert pictures(gif([small, tall, wide], [100] * 3)) == rgb(*on_canvas)


@pytest.mark.parametrize("count", [1, 2, 127, 128, 129, 255])
def test_palettes_of_any_length_leave_room_for_what_did_not_change(count: int) -> None:
    colours = [(level, 255 - level, level // 2) for level in range(count)]
    one = blank(colours=colours)
    two = one.copy()
    two.paste(count - 1, (10, 10, 20, 20))
    three = two.copy()
    three.paste(count // 2, (15, 15, 30, 30))
    frames = [one, two, three] if count > 2 else [one]
    assert pictures(gif(frames, [100] * len(frames))) == rgb(*frames)
    assert count <= LIMIT or len(frames) == 3


def test_a_replay_leaves_the_frames_as_they_were() -> None:
    frames = [paint(*PICTURES[name]) for name in ("start", "hurl")]
    before = [png(frame) for frame in frames]
    once = gif(frames, [700, 700])
    assert pictures(gif(frames, [700, 700])) == pictures(once)
    assert [png(frame) for frame in frames] == before


@pytest.mark.slow
def test_pictures_that_are_not_drawn_yet_make_the_same_film_as_drawn_ones() -> None:
    views = battle(20)
    drawn = list(paint_battle(views))
    for frame in drawn:
        frame.load()
    undrawn = gif(paint_battle(views), [700] * 21)
    assert pictures(undrawn) == pictures(gif(drawn, [700] * 21)) == rgb(*drawn)


def test_a_tile_over_another_and_then_under_it_is_seen_to_change() -> None:
    ground = blank()
    one, two = blank((10, 10)), blank((10, 10))
    one.paste(INK, (0, 0, 10, 10))
    two.paste(CHALK, (0, 0, 10, 10))
    frames = []
    for first, second in ((one, two), (two, one)):
        frame = Picture(ground)
        frame.paste(first, (5, 5))
        frame.paste(second, (9, 9))
        frames.append(frame)
    assert pictures(gif(frames, [100, 100])) == rgb(*frames)


def test_frames_are_asked_for_one_by_one() -> None:
    asked: list[int] = []

    def endless() -> Iterator[Image.Image]:
        for number in range(1000):
            asked.append(number)
            yield blank() if number else blank().convert("RGB")

    with pytest.raises(ValueError, match="mode RGB"):
        gif(endless(), [100] * 1000)
    assert asked == [0]


def test_what_cannot_be_a_replay_is_an_error() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        gif([], [])
    with pytest.raises(ValueError, match="shorter"):
        gif([blank(), blank()], [100])
    with pytest.raises(ValueError, match="longer"):
        gif([blank()], [100, 100])
    with pytest.raises(ValueError, match="mode L"):
        gif([blank(), Image.new("L", (40, 60))], [100, 100])
    with pytest.raises(ValueError, match="one palette"):
        gif([blank(), blank(colours=COLOURS[::-1])], [100, 100])
    with pytest.raises(ValueError, match="256 colours"):
        gif([blank(colours=[(level, level, level) for level in range(256)])], [100])


def test_the_boxes_hold_everything_that_changed_and_nothing_twice() -> None:
    for spots in (
        [(3, 2, 9, 5), (30, 50, 40, 60)],
        [(0, 0, 1, 1), (39, 59, 40, 60)],
        [(0, 10, 40, 12), (0, 20, 40, 22)],
        [(5, 5, 6, 50)],
        [(0, 0, 4, 4), (36, 0, 40, 4), (18, 30, 22, 34), (0, 56, 4, 60), (36, 56, 40, 60)],
    ):
        apart = ImageChops.difference(with_boxes(), with_boxes(*spots))
        boxes = changed_boxes(apart)
        assert len(boxes) <= MOST_BOXES
        rest = apart.copy()
        for box in boxes:
            rest.paste(0, box)
        assert rest.getbbox() is None
        assert all(
            one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            for one, other in combinations(boxes, 2)
        )
    assert changed_boxes(ImageChops.difference(with_boxes(), with_boxes())) == [(0, 0, 1, 1)]


def test_two_boxes_are_worth_it_only_where_they_are_smaller_than_one() -> None:
    def find_boxes(*spots: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
        return changed_boxes(ImageChops.difference(with_boxes(), with_boxes(*spots)))

    assert find_boxes((3, 2, 9, 5), (30, 50, 40, 60)) == [(3, 2, 9, 5), (30, 50, 40, 60)]
    assert find_boxes((0, 0, 40, 20), (0, 21, 40, 60)) == [(0, 0, 40, 60)]


def test_what_lies_side_by_side_is_parted_too_and_the_rest_is_done_from_the_top_down() -> None:
    spots = [(0, 2, 6, 5), (30, 2, 40, 6), (18, 40, 22, 44)]
    assert changed_boxes(ImageChops.difference(with_boxes(), with_boxes(*spots))) == spots
