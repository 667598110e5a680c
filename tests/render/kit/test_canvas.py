from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from struct import unpack
from zlib import compressobj, crc32, decompress

import pytest
from PIL import Image

from render.kit import picture as pressing
from render.kit.cache import PRESSED
from render.kit.canvas import (
    SMALLEST,
    Face,
    ascent,
    drawable_text,
    fit_text,
    font,
    png,
    sentence,
    width,
    word,
)
from render.kit.picture import BAND
from render.octagon.colours import PALETTE
from render.thud.paint import paint
from tools.gallery.thud import PICTURES


def reopen_png(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as image:
        image.load()
        return image


def chunk(file: bytes, kind: bytes) -> bytes:
    """The data of a chunk, with its checksum proven."""
    at = file.index(kind)
    (length,) = unpack(">I", file[at - 4 : at])
    data, told = file[at + 4 : at + 4 + length], file[at + 4 + length : at + 8 + length]
    assert unpack(">I", told) == (crc32(kind + data),)
    return data


def test_a_file_holds_exactly_the_picture() -> None:
    picture = paint(*PICTURES["shove"])
    again = reopen_png(png(picture))
    assert (again.format, again.mode, again.size) == ("PNG", "P", picture.size)
    assert again.tobytes() == picture.tobytes()
    assert again.getpalette() == picture.getpalette()


@pytest.mark.parametrize("height", [1, BAND - 1, BAND, BAND + 1, 2 * BAND, 3 * BAND + 7])
def test_a_picture_of_any_height_is_whole(height: int) -> None:
    picture = paint(*PICTURES["shove"]).crop((0, 40, 333, 40 + height))
    file = png(picture)
    assert reopen_png(file).tobytes() == picture.tobytes()
    # This one raises for a checksum or a length that is wrong; Pillow does not read as far.
    assert len(decompress(chunk(file, b"IDAT"))) == height * (333 + 1)


def test_without_the_fast_library_zlib_writes_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = paint(*PICTURES["shove"])
    fast = png(picture)
    monkeypatch.setattr(pressing, "compressobj", compressobj)
    monkeypatch.setattr(pressing, "LEVELS", (4, 5))
    PRESSED.clear()
    plain = png(picture)
    PRESSED.clear()
    assert plain != fast
    assert reopen_png(plain).tobytes() == reopen_png(fast).tobytes() == picture.tobytes()


def test_saving_leaves_the_picture_as_it_was() -> None:
    picture = paint(*PICTURES["start"])
    before = (picture.tobytes(), dict(picture.info), dict(vars(picture)).keys())
    assert png(picture) == png(picture)
    assert (picture.tobytes(), dict(picture.info), dict(vars(picture)).keys()) == before


def test_only_palette_images_are_saved() -> None:
    with pytest.raises(ValueError, match="mode RGB"):
        png(Image.new("RGB", (3, 3)))


def test_threads_that_paint_and_save_at_once_get_identical_files() -> None:
    names = list(PICTURES) * 4
    alone = {name: png(paint(*PICTURES[name])) for name in PICTURES}
    shared = paint(*PICTURES["hurl"])
    with ThreadPoolExecutor(4) as pool:
        files = list(pool.map(lambda name: png(paint(*PICTURES[name])), names))
        copies = set(pool.map(png, [shared] * 16))
    assert files == [alone[name] for name in names]
    assert copies == {alone["hurl"]}


@pytest.mark.parametrize("face", Face)
def test_no_type_is_smaller_than_a_phone_can_show(face: Face) -> None:
    assert SMALLEST == 20
    with pytest.raises(ValueError, match="19 px"):
        font(face, 19)
    assert font(face, 20).size == 20


def test_text_that_fits_keeps_its_size_and_words() -> None:
    assert fit_text("Thud", Face.TITLE, range(38, 23, -1), 200) == ("Thud", 38)


def test_text_too_long_shrinks_first_and_then_loses_its_middle() -> None:
    sizes = range(30, 21, -1)
    text, size = fit_text("Bartholomew: dwarfs to move", Face.FIGURES, sizes, 290)
    assert text == "Bartholomew: dwarfs to move"
    assert 22 <= size < 30
    text, size = fit_text("Bartholomew the Extraordinarily Verbose: dwarfs to move", Face.FIGURES, sizes, 290)
    assert text.startswith("Barth")
    assert text.endswith("dwarfs to move")
    assert "\u2026" in text
    assert width(text, Face.FIGURES, size) <= 290


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Rowan", "Rowan"),
        ("Zo\u00eb \u0141uk", "Zo\u00eb \u0141uk"),
        ("\U0001d4e1\U0001d4f8\U0001d500\U0001d4ea\U0001d4f7", "Rowan"),  # mathematical script letters
        ("Ro\u200bwan\n", "Rowan"),  # an invisible blank and a line break
        ("\U000f0000 Rowan \U000f0000", "Rowan"),
        ("\U000f0000", ""),  # private use
    ],
)
def test_names_are_shown_without_what_the_typeface_lacks(name: str, shown: str) -> None:
    assert drawable_text(name, Face.FIGURES) == shown


def test_an_empty_word_can_be_pasted() -> None:
    tile = word("", Face.FIGURES, 22, ("night", "cream"), PALETTE)
    assert tile.width == 1
    assert tile.getcolors() == [(tile.height, PALETTE.index("night"))]


def test_a_word_is_drawn_in_three_tones_of_the_palette() -> None:
    tile = word("Thud", Face.TITLE, 38, ("night", "cream"), PALETTE)
    used = {index for _, index in tile.getcolors() or []}
    assert {PALETTE.index("night"), PALETTE.index("cream")} < used
    assert len(used) == 3


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("text", ["jaff jaff jaff", "Ann: if Jeff (of T7) may fly,  off", " f j ", "j", ""])
def test_a_sentence_in_words_looks_as_one_that_is_drawn_at_once(text: str, face: Face) -> None:
    whole = word(text, face, 30, ("night", "cream"), PALETTE)
    apart = PALETTE.blank(whole.size, "night")
    sentence(apart, (0, ascent(face, 30)), text, face, 30, ("night", "cream"), PALETTE)
    assert apart.tobytes() == whole.tobytes()
    assert width(text, face, 30) == font(face, 30).getlength(text)
