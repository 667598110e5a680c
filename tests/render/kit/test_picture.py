"""Boards that are drawn and pressed only where they changed, against the same ones from scratch."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit import cache, picture
from render.kit.cache import PRESSED
from render.kit.canvas import png
from render.kit.picture import BAND, Picture
from render.kit.sheet import Sheet
from render.octagon.colours import PALETTE


def boards(key: str, plies: int) -> Iterator[Image.Image]:
    """The boards of a game that is played at random, each with all that a sheet has."""
    game, entry = CATALOGUE[key].game, CATALOGUE[key]
    rng, seats = SeededRng("boards"), game.seats[-1]
    state = game.start(read_settings(game, {}, seats), seats, rng)
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    for ply in range(plies):
        view, menu = game.view(state, None), entry.rules.menu(IN_ENGLISH, names, state, "")
        turn = entry.speech.turn(IN_ENGLISH, names, view)
        yield entry.drawing.paint(
            view,
            Sheet(
                "T7",
                f"{ply:06x}",
                game.title,
                turn,
                ply % 9 == 8,
                menu.chosen,
                menu.targets,
                names,
                IN_ENGLISH,
            ),
        )
        lines = [(seat, action) for seat in sorted(game.to_act(state)) for action in game.legal(state, seat)]
        if not lines:
            return
        seat, action = lines[rng.below(len(lines))]
        state = game.apply(state, seat, action, rng).state


def from_scratch(image: Image.Image) -> Image.Image:
    """The same picture drawn at once: each tile pasted on a copy of the ground, by Pillow."""
    assert isinstance(image, Picture)
    assert image.parts is not None, "it was drawn already"
    whole = image.ground.copy()
    for tile, part in image.parts:
        whole.paste(tile, (part.x, part.y), part.mask)
    return whole


def pixels(file: bytes) -> bytes:
    with Image.open(BytesIO(file)) as image:
        return image.tobytes()


@pytest.mark.parametrize("key", CATALOGUE)
def test_what_is_pressed_in_parts_is_the_picture_pixel_for_pixel(key: str) -> None:
    for number, board in enumerate(boards(key, 60)):
        whole = from_scratch(board)
        file = png(board)
        assert pixels(file) == whole.tobytes(), number
        assert board.tobytes() == whole.tobytes(), number
        assert file == png(board), number


@pytest.mark.parametrize("key", CATALOGUE)
def test_what_is_kept_changes_no_picture(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [png(board) for board in boards(key, 12)]
    forgetful, nothing = cache.Cache(0), cache.RingCache(0)
    monkeypatch.setattr(cache, "PAINTED", forgetful)
    monkeypatch.setattr(picture, "PRESSED", nothing)
    assert [png(board) for board in boards(key, 12)] == kept
    assert forgetful.counts().hits == nothing.counts().hits == 0


def strip() -> Picture:
    return Picture(PALETTE.blank((40, 4 * BAND), "night"))


def tile(colour: str, size: tuple[int, int] = (10, 10)) -> Image.Image:
    return PALETTE.blank(size, colour)


def count_new_strips(board: Picture) -> int:
    """How many bands are pressed for a picture."""
    before = PRESSED.counts().misses
    png(board)
    return PRESSED.counts().misses - before


def test_only_bands_in_which_something_changed_are_pressed() -> None:
    PRESSED.clear()
    assert count_new_strips(strip()) == 4
    assert count_new_strips(strip()) == 0
    one = strip()
    one.paste(tile("amber"), (5, BAND + 5))
    assert count_new_strips(one) == 1
    lowest = strip()  # its last row is what the band below it is pressed with
    lowest.paste(tile("amber"), (5, 2 * BAND - 10))
    assert count_new_strips(lowest) == 2
    other = strip()
    other.paste(tile("teal"), (5, BAND + 5))
    assert count_new_strips(other) == 1


def test_a_tile_counts_in_a_band_with_what_is_seen_of_it_there() -> None:
    PRESSED.clear()
    plain, dotted = tile("amber", (10, 3 * BAND)), tile("amber", (10, 3 * BAND))
    dotted.putpixel((5, 2 * BAND + 5), PALETTE.index("teal"))
    covers = [Image.new("1", (10, 3 * BAND), 1) for _ in range(2)]
    covers[1].putpixel((9, 2 * BAND + 5), 0)
    boards = [strip() for _ in range(4)]
    for board, (one, cover) in zip(
        boards, ((plain, None), (dotted, None), (plain, covers[0]), (plain, covers[1])), strict=True
    ):
        board.paste(one, (5, 0), cover)
    wholes = [from_scratch(board).tobytes() for board in boards]
    assert [count_new_strips(board) for board in boards[:2]] == [4, 1]
    assert [count_new_strips(board) for board in boards[2:]] == [4, 1]
    assert [pixels(png(board)) for board in boards] == wholes
    assert len(set(wholes)) == 3


def test_tiles_may_reach_over_every_edge() -> None:
    board = strip()
    for at in ((-5, -5), (35, -5), (-5, 4 * BAND - 5), (35, 4 * BAND - 5), (5, -50), (5, 500)):
        board.paste(tile("amber"), at)
    whole = from_scratch(board)
    assert pixels(png(board)) == whole.tobytes()


def test_a_picture_that_was_drawn_on_is_written_as_it_is_then() -> None:
    board = strip()
    board.paste(tile("amber"), (5, 5))
    png(board)
    board.putpixel((20, 20), PALETTE.index("teal"))
    board.paste(tile("brick"), (8, 8))
    board.paste(PALETTE.index("cream"), (0, 0, 3, 3))
    assert pixels(png(board)) == board.tobytes()
    found = [board.getpixel(at) for at in ((5, 5), (8, 8), (20, 20), (0, 0))]
    assert found == [PALETTE.index(name) for name in ("amber", "brick", "teal", "cream")]


def test_the_ground_stays_as_it_is() -> None:
    ground = PALETTE.blank((40, 80), "night")
    before = ground.tobytes()
    board = Picture(ground)
    board.paste(tile("amber"), (5, 5))
    board.putpixel((0, 0), PALETTE.index("teal"))
    assert board.tobytes() != before
    assert ground.tobytes() == before


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_part_of_a_picture_is_that_part_of_all_and_the_rest_is_not_drawn_for_it(key: str) -> None:
    for board in boards(key, 3):
        assert isinstance(board, Picture)
        whole = from_scratch(board)
        for box in ((0, 0, *board.size), (17, 30, 230, 333), (board.width - 90, 400, board.width, 401)):
            assert board.crop(box).convert("RGB").tobytes() == whole.crop(box).convert("RGB").tobytes()
        assert board.parts is not None, "it was drawn"


def test_what_is_laid_on_one_picture_alone_is_kept_nowhere() -> None:
    PRESSED.clear()
    board, cover = strip(), Image.new("L", (10, 10), 255)
    board.paste(tile("amber"), (5, 5))
    board.paste_uncached(tile("teal"), (5, BAND + 5), cover)
    whole = from_scratch(board)
    assert count_new_strips(board) == 4
    assert count_new_strips(board) == 1, "the band it lies in, again"
    assert pixels(png(board)) == board.tobytes() == whole.tobytes()
    board.paste_uncached(tile("brick"), (5, 5), cover)
    assert board.getpixel((5, 5)) == PALETTE.index("brick"), (
        "it was drawn meanwhile, and is an image like any other"
    )
