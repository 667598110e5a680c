"""Fallback fonts for letters that the pictures' typefaces lack: the installed Noto fonts.

They come with the packages `manimgx-fonts` and `manimgx-fonts-cjk`, or from the system. A font is looked up
and opened when a letter first needs it.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from PIL import ImageFont, features

PACKAGES: Final = ("manimgx_fonts", "manimgx_fonts_cjk")

CJK: Final = ("NotoSansCJK", "NotoSansCJKjp", "NotoSansJP", "NotoSansKR", "NotoSansSC", "NotoSansTC")
"""The fonts of Chinese, Japanese and Korean, in the order in which they are tried."""

OTHERS: Final = ("NotoSans", "NotoEmoji", "NotoSansSymbols", "NotoSansSymbols2", "NotoSansMath", *CJK)
"""The fonts that are tried for any letter, after the one of its script."""

SHAPES: Final = features.check("raqm")
"""Whether Pillow can shape text (Raqm). Without it no font of a complex script is used: its letters would
stand apart, and some of them in the wrong order."""

_LAYOUT: Final = ImageFont.Layout.RAQM if SHAPES else ImageFont.Layout.BASIC

_FILE: Final = re.compile(r"(Noto[A-Za-z0-9]+)(?:-(\w+))?(?:\[[\w,]+\])?(?:\.otf)?\.(?:ttf|otf|ttc)")
"""A font's file: `NotoSansThai-Bold.ttf`, `NotoSansThai[wght].ttf`, `NotoSansCJK-VF.otf.ttc`."""

_VARIABLE: Final = ("", "VF")
REGULAR: Final = 400
_STYLES: Final = {REGULAR: "Regular", 600: "SemiBold", 700: "Bold"}
"""The style names of each weight in file names."""

_SAMPLE: Final = 20
"""The size, in pixels, at which a font is tested for letters."""


class Run(NamedTuple):
    """Letters of one font in a line.

    They are drawn `left` pixels after its beginning and `rise` above the baseline, so that nothing is cut
    off.
    """

    text: str
    font: ImageFont.FreeTypeFont
    width: int
    left: int = 0
    rise: int = 0


def family_for(letter: str) -> str | None:
    """Return the font family that has a letter, or None."""
    return next((family for family in _families(letter) if has_letter(family, letter)), None)


def _families(letter: str) -> Iterator[str]:
    """Yield the font families that may have a letter, the likeliest first."""
    script = re.split("[ -]", unicodedata.name(letter, ""))[0]
    if SHAPES and script:
        yield from (f"NotoSans{script.title()}", f"NotoSerif{script.title()}")
    yield from OTHERS


@lru_cache(maxsize=4096)
def has_letter(family: str, letter: str) -> bool:
    """Return whether a font is installed and has a letter."""
    if family not in _files() or not letter.isprintable():
        return False
    try:
        sample = _open(family, _SAMPLE, REGULAR)
    except OSError:  # a broken or unreadable file
        return False
    return bytes(sample.getmask(letter)) != bytes(sample.getmask("\uffff"))


def run_of(text: str, family: str, weight: int, size: int, room: tuple[int, int]) -> Run:
    """Return letters in a font of `size` pixels, or smaller if they need more `room` above and below."""
    above, below = room
    font = _open(family, size, weight)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    while bottom - top > above + below:
        size -= 1
        font = _open(family, size, weight)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
    rise = max(0, ceil(bottom) - below) - max(0, ceil(-top) - above)
    out = max(0, ceil(-left))
    return Run(text, font, out + ceil(max(right, font.getlength(text))), out, rise)


@lru_cache(maxsize=128)
def _open(family: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    styles = _files()[family]
    wanted = (*_VARIABLE, _STYLES[weight], "Bold" if weight > REGULAR else "Regular", "Regular")
    style = next((style for style in wanted if style in styles), next(iter(styles)))
    font = ImageFont.truetype(styles[style], size, layout_engine=_LAYOUT)
    if style in _VARIABLE:
        font.set_variation_by_axes([_on_axis(axis, weight) for axis in font.get_variation_axes()])
    return font


def _on_axis(axis: ImageFont.Axis, weight: int) -> float:
    if axis.get("name") != b"Weight":
        return axis["default"] or 0
    return min(max(weight, axis["minimum"] or 0), axis["maximum"] or weight)


@cache
def _files() -> Mapping[str, Mapping[str, Path]]:
    """Return the installed Noto fonts: their files by family and style, which is `""` if variable."""
    files_of_fonts = dict[str, dict[str, Path]]()
    for folder in folders():
        for path in sorted(folder.rglob("Noto*")):
            if match := _FILE.fullmatch(path.name):
                files_of_fonts.setdefault(match[1], {}).setdefault(match[2] or "", path)
    return files_of_fonts


def folders() -> Iterator[Path]:
    """Yield the folders that may have fonts, those installed with Taproom first."""
    for package in PACKAGES:
        spec = find_spec(package)
        yield from map(Path, (spec and spec.submodule_search_locations) or ())
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    else:
        yield from (Path("/usr/local/share/fonts"), Path("/usr/share/fonts"))
