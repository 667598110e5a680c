"""The golden pictures: `python -m tests.render.regenerate` paints them again and shows what changed.

For each picture that differs it prints how many pixels differ and in which squares, and writes old, new and
the differing pixels side by side to build/golden/. Look at them before committing.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from PIL import Image, ImageChops

from engine.thud.board import SQUARES, name
from render.canvas import png
from render.thud import paint
from render.thud_board import TILE, corner
from render.thud_gallery import PICTURES

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("hurl", "shove", "guided", "turned", "over")


def painted(picture: str) -> Image.Image:
    return paint(*PICTURES[picture])


def kept(picture: str) -> Image.Image:
    with Image.open(GOLDEN / f"thud-{picture}.png") as image:
        image.load()
        return image


def changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """Mode L: 255 where a pixel's colour differs."""
    difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(lambda level: 255 if level else 0)


def where(mask: Image.Image, *, turned: bool = False) -> dict[str, int]:
    """How many pixels are set in each square; "frame" counts the pixels outside all squares."""
    counts = Counter({"frame": mask.histogram()[255]})
    for sq in SQUARES:
        x, y = corner(sq, turned=turned)
        counts[name(sq)] = mask.crop((x, y, x + TILE, y + TILE)).histogram()[255]
        counts["frame"] -= counts[name(sq)]
    return {place: count for place, count in counts.items() if count}


def compare(picture: str, folder: Path) -> str:
    """What changed since the golden picture was kept, in one line; side by side as a file in `folder`."""
    old, new = kept(picture), painted(picture)
    mask = changed(old, new) if old.size == new.size else Image.new("L", new.size, 255)
    if mask.getbbox() is None:
        return f"{picture}: same"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = Image.new("RGB", (new.width * 3, new.height))
    for column, image in enumerate((old, new, mask)):
        sheet.paste(image.convert("RGB"), (column * new.width, 0))
    sheet.save(folder / f"{picture}.png")
    places = where(mask, turned=PICTURES[picture][1].turned)
    return f"{picture}: {sum(places.values())} pixels in {places}; see {folder / picture}.png"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for picture in NAMES:
        path = GOLDEN / f"thud-{picture}.png"
        line = compare(picture, Path("build/golden")) if path.exists() else f"{picture}: new"
        path.write_bytes(png(painted(picture)))
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
