"""Contact sheets of every picture: `python -m tools.gallery [DIR]`.

At full size and as phones show it, in Discord's two themes, and as people see it who lack one kind of cone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final

from PIL import Image

from tools.gallery import card, faces, glossary, hint, review
from tools.gallery.eyes import COMMON, EYES, simulate_eyes
from tools.gallery.games import GAMES

WALLS: Final[dict[str, Callable[[], list[Image.Image]]]] = {
    **{game: wall.paint_all for game, wall in GAMES.items()},
    "hint": hint.pictures,
    "card": card.WALL.paint_all,
    "review": review.WALL.paint_all,
    "glossary": glossary.pictures,
    "faces": faces.pictures,
}
"""Every picture that hangs here: the games' by their keys, and what all of them have."""

PHONE: Final = 400
"""Width in pixels at which phones show a picture."""

GAP: Final = 16
COLUMNS: Final = 4
GROUNDS: Final = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""What Discord's two themes put around a picture."""


def sheet(pictures: list[Image.Image], width: int, ground: tuple[int, int, int]) -> Image.Image:
    """`pictures` in rows of `COLUMNS`, each `width` pixels wide, on `ground`; mode RGB."""
    small = [
        picture.convert("RGB").resize((width, _height(picture, width)), _filter(picture, width))
        for picture in pictures
    ]
    tall = max(picture.height for picture in small)
    rows = -(-len(small) // COLUMNS)
    contact = Image.new("RGB", (COLUMNS * (width + GAP) + GAP, rows * (tall + GAP) + GAP), ground)
    for picture, (row, column) in zip(small, product(range(rows), range(COLUMNS)), strict=False):
        contact.paste(picture, (GAP + column * (width + GAP), GAP + row * (tall + GAP)))
    return contact


def _height(picture: Image.Image, width: int) -> int:
    return round(picture.height * width / picture.width)


def _filter(picture: Image.Image, width: int) -> Image.Resampling:
    return Image.Resampling.NEAREST if picture.width == width else Image.Resampling.LANCZOS


def hang(folder: Path) -> list[Path]:
    """Writes the contact sheets into `folder`, which is made if missing; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return [path for wall in WALLS for path in _hang(wall, folder)]


def _hang(wall: str, folder: Path) -> Iterator[Path]:
    pictures = WALLS[wall]()
    for width, (theme, ground) in product((pictures[0].width, PHONE), GROUNDS.items()):
        path = folder / f"{wall}-{width}-{theme}.png"
        sheet(pictures, width, ground).save(path)
        yield path
    small = sheet(pictures, PHONE, GROUNDS["dark"])
    for eyes in (eyes for eyes in EYES if eyes != COMMON):
        path = folder / f"{wall}-{PHONE}-{eyes}.png"
        simulate_eyes(small, eyes).save(path)
        yield path


if __name__ == "__main__":
    for path in hang(Path(sys.argv[1] if len(sys.argv) > 1 else "build/gallery")):
        sys.stdout.write(f"{path}\n")
