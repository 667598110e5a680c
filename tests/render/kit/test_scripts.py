"""Names in other scripts are seen in every picture: captions, plaques, brackets, cross tables, cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from shutil import copy

import pytest
from PIL import Image, ImageDraw

from render.card.colours import PALETTE
from render.card.text import result
from render.kit import caption, scripts
from render.kit.canvas import (
    WEIGHTS,
    Face,
    ascent,
    drawable_text,
    fit_text,
    font,
    is_plain,
    sentence,
    width,
    word,
)
from render.kit.lines import lines_of
from render.kit.names import drawable_names
from render.kit.sheet import Sheet
from render.ploc.paint import paint
from render.tournament import Bracket, Crosstable, CrosstableRow, Match, MatchPlayer, bracket, crosstable
from tests.render.kit.fontless import only_fonts_in
from tools.gallery.ploc import PICTURES

NAMES = {
    "Han": ("山田 太郎", "中村 次郎"),
    "kana": ("さくら", "ひかり"),
    "Hangul": ("김민준", "박서연"),
    "Arabic": ("محمد علي", "سعيد عمر"),
    "Hebrew": ("דוד כהן", "משה לוי"),
    "Thai": ("สมชาย", "วีรชน"),
    "Devanagari": ("अमित शर्मा", "राजू वर्मा"),
    "Cyrillic": ("Жуков", "Щукин"),
    "Greek": ("Ελένη", "Σοφία"),
    "emoji": ("🐉🔥", "🍺🎲"),
}
"""Two names in each of ten scripts, as long as each other: if letters were boxes, they would look alike."""

SHEET = Sheet("T1", "", "Thud", "")
COLOURS = ("plaque", "cream")


def caption_with(name: str) -> Image.Image:
    strip = PALETTE.blank((900, 80), "night")
    caption.turn(strip, Sheet("T1", "", "Thud", f"{name}: dwarfs to move"), "amber", PALETTE, 500)
    return strip


def on_plaque(name: str) -> Image.Image:
    view, sheet = PICTURES["start"]
    return paint(view, replace(sheet, names=(name, "Magda")))


def in_bracket(name: str) -> Image.Image:
    return bracket(Bracket(SHEET, ((Match(MatchPlayer(name, 1), MatchPlayer("Ann", 2)),),), ("Final",)))


def in_table(name: str) -> Image.Image:
    rows = (CrosstableRow(1, name, ("", "1"), ("1", "0")), CrosstableRow(2, "Ann", ("0", ""), ("0", "0")))
    return crosstable(Crosstable(SHEET, rows, ("Points", "SB")))


def on_card(name: str) -> Image.Image:
    return result(f"{name} wins 6 : 4.", 600)


EVERYWHERE = (caption_with, on_plaque, in_bracket, in_table, on_card)


def letters(text: str, face: Face = Face.FIGURES, size: int = 40) -> Image.Image:
    """Where the ink of a text is, cut out."""
    tile = word(text, face, size, COLOURS, PALETTE)
    ground = PALETTE.index("plaque")
    ink = tile.point([255 * (index != ground) for index in range(256)], "L")
    return ink.crop(ink.getbbox())


@pytest.mark.parametrize("script", NAMES)
@pytest.mark.parametrize("draw", EVERYWHERE)
def test_a_name_in_any_script_is_seen_and_told_from_another(
    draw: Callable[[str], Image.Image], script: str
) -> None:
    one, other = NAMES[script]
    assert len({draw(name).tobytes() for name in (one, other, "")}) == 3


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("script", NAMES)
def test_nothing_of_a_name_is_lost(script: str, face: Face) -> None:
    for name in NAMES[script]:
        assert drawable_text(name, face).replace("\u00a0", " ") == name


def test_hebrew_is_read_from_the_right() -> None:
    first, second, both = (
        word(text, Face.FIGURES, 40, COLOURS, PALETTE) for text in ("\u05d0", "\u05d1", "\u05d0\u05d1")
    )
    last = second.width - 2  # pixels, as letters stand between them
    assert both.width == pytest.approx(first.width + second.width, abs=1)
    assert both.crop((0, 0, last, both.height)).tobytes() == second.crop((0, 0, last, both.height)).tobytes()


def test_words_that_are_read_from_the_right_stand_from_right_to_left() -> None:
    name = drawable_text("\u05d0\u05d0 \u05d1\u05d1", Face.FIGURES)
    last = word("\u05d1\u05d1", Face.FIGURES, 40, COLOURS, PALETTE)
    whole = PALETTE.blank((width(name, Face.FIGURES, 40), last.height), "plaque")
    sentence(whole, (0, ascent(Face.FIGURES, 40)), name, Face.FIGURES, 40, COLOURS, PALETTE)
    assert whole.crop((0, 0, last.width, last.height)).tobytes() == last.tobytes()
    lines, _ = lines_of("\u05d0\u05d0 \u05d1\u05d1 wins", Face.FIGURES, range(40, 39, -1), 400, 1)
    assert lines == [f"{name} wins"]


def test_arabic_letters_join() -> None:
    ink = letters("\u0633\u0633\u0633")
    assert all(ink.crop((x, 0, x + 1, ink.height)).getbbox() for x in range(ink.width))


def test_people_who_are_joined_are_one_emoji() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert drawable_text(family, Face.FIGURES) == family
    assert width(family, Face.FIGURES, 40) < 2 * width("\U0001f468", Face.FIGURES, 40)


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("size", [20, 27, 38])
def test_letters_are_cut_off_nowhere(size: int, face: Face) -> None:
    """As much of them is seen as where there is room on all sides."""
    tall = ("\u0e0e\u0e39\u0e49", "\u0910\u0902\u0943", "\u0639\u064a\u0650", "\u0930\u093e\u091c\u0942")
    for text in (*tall, *(name.split()[0] for pair in NAMES.values() for name in pair)):
        family = scripts.family_for(text[0])
        assert family
        if is_plain(text, Face.FIGURES):
            continue
        run = scripts.run_of(text, family, WEIGHTS[face], size, font(face, size).getmetrics())
        free = Image.new("L", (run.width + 200, 200))
        ImageDraw.Draw(free).text((100, 100), text, fill=255, font=run.font, anchor="ls")
        ink = free.point([255 * (shade >= 72) for shade in range(256)])
        assert letters(text, face, size).tobytes() == ink.crop(ink.getbbox()).tobytes()


def test_a_sentence_with_a_name_looks_as_one_that_is_drawn_at_once() -> None:
    for text in (f"{name}: dwarfs to move" for pair in NAMES.values() for name in pair):
        shown = drawable_text(text, Face.FIGURES)
        whole = word(shown, Face.FIGURES, 30, COLOURS, PALETTE)
        apart = PALETTE.blank(whole.size, "plaque")
        sentence(apart, (0, ascent(Face.FIGURES, 30)), shown, Face.FIGURES, 30, COLOURS, PALETTE)
        assert apart.tobytes() == whole.tobytes()


def test_a_name_that_is_too_long_keeps_no_mark_without_its_letter() -> None:
    for room in range(60, 300, 7):
        text, size = fit_text("\u0915\u093f" * 12, Face.FIGURES, range(22, 21, -1), room)
        assert width(text, Face.FIGURES, size) <= room
        assert not text.partition("\u2026")[2].startswith("\u093f")


def test_where_there_is_no_font_names_keep_what_the_typefaces_have() -> None:
    with only_fonts_in():
        assert drawable_text("Ann \u5c71", Face.FIGURES) == "Ann"
        assert drawable_text("\u0416\u0443\u043a\u043e\u0432", Face.TITLE) == "\u0416\u0443\u043a\u043e\u0432"
        assert drawable_text("\u5c71\u7530", Face.TITLE) == ""


def test_fonts_of_the_system_are_found(tmp_path: Path) -> None:
    """In whichever folder they lie, under the names that Debian gives them."""
    spec = find_spec("manimgx_fonts")
    assert spec is not None
    package = next(iter(spec.submodule_search_locations or ()))
    there = tmp_path / "truetype" / "noto"
    there.mkdir(parents=True)
    copy(Path(package, "NotoSansThai[wght].ttf"), there / "NotoSansThai-Regular.ttf")
    (there / "NotoSansHebrew-Regular.ttf").write_bytes(b"broken")
    with only_fonts_in(tmp_path, tmp_path / "missing"):
        assert drawable_text("Ann \u0e2a\u0e21 \u05d0", Face.LABEL) == "Ann \u0e2a\u0e21"
        assert letters("\u0e2a").tobytes() != letters("\u0e21").tobytes()


def test_without_what_joins_letters_no_script_is_drawn_that_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = tuple(scripts.folders())
    with only_fonts_in(*folders):
        monkeypatch.setattr(scripts, "SHAPES", False)
        assert (
            drawable_text("\u5c71\u7530 \u0645\u0645 \u05d0\u05d1 \U0001f409", Face.FIGURES)
            == "\u5c71\u7530 \U0001f409"
        )


def test_letters_that_are_drawn_by_themselves_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "family_for", lambda _letter: pytest.fail("a font was looked for"))
    for name in ("Zo\u00eb \u0141uk", "\u0416\u0443\u043a\u043e\u0432", "6\u00a0: 4"):
        assert drawable_text(name, Face.FIGURES)
        assert word(name, Face.LABEL, 24, COLOURS, PALETTE).width > 1


INSTEAD = ("Player 1", "Player 2", "Player 3")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Ben", "Cleo"), ("Ann", "Ben", "Cleo")),
        (("Ann", "Ann", "Ann"), ("Ann", "Ann", "Ann")),  # they are called so everywhere
        (("Ann", "\u5c71\u7530", "\u4e2d\u6751"), ("Ann", "Player 2", "Player 3")),
        (("Ann \u5c71", "Ben", "Cleo"), ("Ann \u5c71", "Ben", "Cleo")),  # whoever sees "Ann" knows who it is
        (("Ann \u5c71", "Ann \u4e2d", "Cleo"), ("Player 1", "Player 2", "Cleo")),
        (("Ann \u5c71", "Ann", "Cleo"), ("Player 1", "Ann", "Cleo")),
        (("\u5c71!", "\u4e2d!", "!"), ("Player 1", "Player 2", "!")),
        (("Player 2", "\u5c71", "Cleo"), ("Player 1", "Player 2", "Cleo")),
        (("\U0001f409", "Zo\u00eb", "\u0416\u0443\u043a"), ("Player 1", "Zo\u00eb", "\u0416\u0443\u043a")),
    ],
)
def test_whom_no_font_can_name_is_called_by_their_number(
    names: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    with only_fonts_in():
        assert drawable_names(names, INSTEAD) == shown


def test_where_there_are_fonts_everybody_is_called_by_their_name() -> None:
    for names in NAMES.values():
        assert drawable_names(names, INSTEAD[:2]) == names
    assert drawable_names(("\u2694\ufe0f", "\u2764\ufe0f"), INSTEAD[:2]) == ("\u2694\ufe0f", "\u2764\ufe0f")
