"""The golden pictures: `python -m tests.render.regenerate` paints them again and shows the changes.

For each picture that differs it prints how many pixels differ and in which squares, and writes old, new and
the differing pixels side by side to build/golden/. Look at them before committing.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from engine.octagon.board import SQUARES, name
from engine.trogdor import board as trogdor_board
from render.card.paint import EMBLEM, GAP, INSIDE, STRIP, WIDTH
from render.card.text import RESULT_LINE
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.octagon.board import TILE, corner
from render.ploc.green import GREEN, MIDDLE, TRAY
from render.review import graph as review_graph
from render.review.paint import BOARD
from render.thrag import arena as thrag_arena
from render.thrag.clock import CORNER, SPACE, WAY
from render.thrag.table import ARENAS, CLOCK
from render.trogdor.board import corner as trogdor_corner
from render.trogdor.tiles import TILE as TROGDOR_TILE
from tools.gallery import card, review
from tools.gallery.games import GAMES
from tools.gallery.wall import Wall

GOLDEN = Path(__file__).parent / "golden"

Boxes = Mapping[str, tuple[int, int, int, int]]
"""The squares of a picture by name: left, top, right, bottom, in pixels."""


def thud_boxes(*, turned: bool = False) -> Boxes:
    corners = {name(sq): corner(sq, turned=turned) for sq in SQUARES}
    return {square: (x, y, x + TILE, y + TILE) for square, (x, y) in corners.items()}


def trogdor_boxes() -> Boxes:
    corners = {trogdor_board.name(sq): trogdor_corner(sq) for sq in trogdor_board.SQUARES}
    return {square: (x, y, x + TROGDOR_TILE, y + TROGDOR_TILE) for square, (x, y) in corners.items()}


def thrag_boxes() -> Boxes:
    """Return the spaces of the clock, and the dice of the beasts."""
    side = SPACE
    spaces = [(CLOCK.x + CORNER[0] + x * side, CLOCK.y + CORNER[1] + y * side) for x, y in WAY]
    dice = [(arena.x + thrag_arena.DIE_AT[0], arena.y + thrag_arena.DIE_AT[1]) for arena in ARENAS]
    zones = {f"space {place}": (x, y, x + side, y + side) for place, (x, y) in enumerate(spaces, 1)}
    for at, (x, y) in enumerate(dice, 1):
        zones[f"die {at}"] = (x, y, x + thrag_arena.DIE, y + thrag_arena.DIE)
    return zones


def ploc_boxes() -> Boxes:
    """Return both halves of the green, and the tray."""
    bottom = GREEN.y + GREEN.height
    return {
        "left": (GREEN.x, GREEN.y, MIDDLE, bottom),
        "right": (MIDDLE, GREEN.y, GREEN.x + GREEN.width, bottom),
        "tray": (TRAY.x, TRAY.y, TRAY.x + TRAY.width, TRAY.y + TRAY.height),
    }


def card_boxes() -> Boxes:
    """Return the sign of the ending on a card, below a result of one or two lines."""
    return {"sign": (INSIDE, STRIP + INSIDE + RESULT_LINE, INSIDE + EMBLEM, STRIP + INSIDE + EMBLEM)}


def review_boxes() -> Boxes:
    """Return the curve of a review, and the board of its first decision."""
    top = STRIP + INSIDE
    below = top + review_graph.HEIGHT + GAP
    return {
        "curve": (INSIDE + review_graph.LEFT, top + review_graph.TOP, WIDTH - INSIDE, top + 280),
        "board": (INSIDE, below, INSIDE + BOARD, below + BOARD),
    }


@dataclass(frozen=True)
class Golden:
    """The golden pictures of a wall, and where their squares are."""

    wall: Wall[Any]
    names: tuple[str, ...]
    boxes: Callable[[Sheet], Boxes]


WALLS = {
    "thud": Golden(
        GAMES["thud"],
        ("hurl", "shove", "guided", "turned", "over"),
        lambda sheet: thud_boxes(turned=sheet.turned),
    ),
    "trogdor": Golden(
        GAMES["trogdor"],
        (
            "start",
            "guided",
            "land",
            "runs",
            "hiding",
            "crowd",
            "six",
            "solo",
            "victory",
            "petite",
            "defeat",
            "last",
        ),
        lambda _sheet: trogdor_boxes(),
    ),
    "thrag": Golden(
        GAMES["thrag"],
        ("start", "turn", "pay", "reroll", "tracked", "late", "win", "death", "exhaustion", "breakfast"),
        lambda _sheet: thrag_boxes(),
    ),
    "ploc": Golden(
        GAMES["ploc"],
        ("reroll", "guided", "complete", "berserk", "offer", "turned", "crowds", "hit", "own-swap"),
        lambda _sheet: ploc_boxes(),
    ),
    "koom": Golden(
        GAMES["koom"],
        ("start", "trample", "sandwich", "turned", "jump", "over"),
        lambda sheet: thud_boxes(turned=sheet.turned),
    ),
    "card": Golden(card.WALL, ("duel", "together", "short"), lambda _sheet: card_boxes()),
    "review": Golden(review.WALL, ("duel", "solo", "short"), lambda _sheet: review_boxes()),
}
NAMES = tuple(f"{wall}-{picture}" for wall, golden in WALLS.items() for picture in golden.names)


def golden_of(picture: str) -> tuple[Golden, str]:
    """Return the wall of the picture called `thud-hurl`, and its name there."""
    wall, _, name = picture.partition("-")
    return WALLS[wall], name


def boxes_of(picture: str) -> Boxes:
    """Return the squares of a picture."""
    golden, name = golden_of(picture)
    _, sheet = golden.wall.pictures[name]
    return golden.boxes(sheet)


def paint_picture(picture: str) -> Image.Image:
    golden, name = golden_of(picture)
    return golden.wall.board(name)


def golden_picture(picture: str) -> Image.Image:
    """Return the golden picture of the file."""
    with Image.open(GOLDEN / f"{picture}.png") as image:
        image.load()
        return image


def changed_pixels(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return a mask, mode L: 255 where a pixel's colour differs."""
    difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
    red, green, blue = difference.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(lambda level: 255 if level else 0)


def count_pixels(mask: Image.Image, boxes: Boxes) -> dict[str, int]:
    """Return how many pixels are set in each square; "frame" counts those outside all squares."""
    counts = Counter({"frame": mask.histogram()[255]})
    for square, box in boxes.items():
        counts[square] = mask.crop(box).histogram()[255]
        counts["frame"] -= counts[square]
    return {place: count for place, count in counts.items() if count}


def where(mask: Image.Image, *, turned: bool = False) -> dict[str, int]:
    """Count the pixels of each square of a Thud board."""
    return count_pixels(mask, thud_boxes(turned=turned))


def differences(picture: str) -> dict[str, int]:
    """Return how many pixels differ from the golden picture, by square."""
    return count_pixels(changed_pixels(golden_picture(picture), paint_picture(picture)), boxes_of(picture))


def compare(picture: str, folder: Path) -> str:
    """Describe the differences from the golden picture in one line, and write them to `folder`."""
    old, new = golden_picture(picture), paint_picture(picture)
    mask = changed_pixels(old, new) if old.size == new.size else Image.new("L", new.size, 255)
    if mask.getbbox() is None:
        return f"{picture}: same"
    folder.mkdir(parents=True, exist_ok=True)
    sheet = Image.new("RGB", (new.width * 3, new.height))
    for column, image in enumerate((old, new, mask)):
        sheet.paste(image.convert("RGB"), (column * new.width, 0))
    sheet.save(folder / f"{picture}.png")
    places = count_pixels(mask, boxes_of(picture))
    return f"{picture}: {sum(places.values())} pixels in {places}; see {folder / picture}.png"


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for picture in NAMES:
        path = GOLDEN / f"{picture}.png"
        line = compare(picture, Path("build/golden")) if path.exists() else f"{picture}: new"
        path.write_bytes(png(paint_picture(picture)))
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
