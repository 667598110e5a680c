"""The band under the boards of a film, in the palette of every game."""

from __future__ import annotations

import pytest
from PIL import Image

from render.film.band import HEIGHT, BandText, add_band, band, fits, palette_of
from render.kit.canvas import TABLE
from tools.gallery.games import GAMES

SENTENCE = "Bartholomew the Verbose of Upper hurled a dwarf from C3 and took the troll on F6 (a line of 3)."
START = {"thud": "start", "trogdor": "start", "thrag": "start", "ploc": "start", "koom": "start"}


def picture(game: str) -> Image.Image:
    return GAMES[game].board(START[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_captioned_board_keeps_its_pixels_and_its_palette(game: str) -> None:
    board = picture(game)
    whole = add_band(picture(game), BandText(SENTENCE, "12 / 60"))
    assert whole.size == (board.width, board.height + HEIGHT)
    assert whole.getpalette() == board.getpalette()
    assert whole.crop((0, 0, *board.size)).tobytes() == board.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_of_a_drawn_board_it_makes_the_same_as_of_one_that_is_not(game: str) -> None:
    drawn = picture(game)
    drawn.load()
    told = BandText(SENTENCE, "12 / 60")
    assert add_band(drawn, told).tobytes() == add_band(picture(game), told).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_the_names_of_the_table_are_its_own_colours(game: str) -> None:
    palette = palette_of(bytes(picture(game).getpalette() or ()))
    assert all(palette[name] == colour for name, colour in TABLE.items())


def test_a_palette_without_those_colours_has_the_closest() -> None:
    palette = palette_of(bytes((0, 0, 0, 255, 255, 255, 250, 180, 40)))
    assert palette["night"] == (0, 0, 0)
    assert palette["cream"] == (255, 255, 255)
    assert palette["amber"] == (250, 180, 40)
    tile = band(BandText("Ann", "1 / 2"), 300, palette)
    assert {index for _, index in tile.getcolors() or ()} == {0, 1, 2}


def words_box(tile: Image.Image) -> tuple[int, int, int, int]:
    """The box around all words of a band."""
    words = tile.convert("RGB").crop((0, 2, *tile.size)).point(lambda level: 255 * (level > 60))
    return words.getbbox() or (0, 0, 0, 0)


@pytest.mark.parametrize("text", ["Ann", SENTENCE, f"{SENTENCE} {SENTENCE}", "W" * 200])
def test_words_keep_to_the_band_and_away_from_the_count(text: str) -> None:
    palette = palette_of(bytes(picture("thud").getpalette() or ()))
    alone, counted = (band(BandText(text, count), 900, palette) for count in ("", "120 / 120"))
    for tile in (alone, counted):
        left, top, right, bottom = words_box(tile)
        assert left >= 20
        assert top >= 4
        assert right <= 880
        assert bottom <= HEIGHT - 4
    words = words_box(counted.crop((0, 0, 760, HEIGHT)))
    assert words[2] <= 760


def test_whether_a_text_fits_is_known_before_it_is_drawn() -> None:
    assert fits(SENTENCE, 900)
    assert not fits(f"{SENTENCE} {SENTENCE}", 900)
    assert fits("Ann…", 900), "an ellipsis of one's own is no cut"
    assert not fits("W" * 200, 900)
