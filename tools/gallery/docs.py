"""What the pictures in the docs have in common: how a board gets there, and how all of them are written."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bot.games.catalogue import IN_ENGLISH, AnyEntry
from render.kit.canvas import png
from render.kit.sheet import Sheet

FOLDER: Final = Path(__file__).parents[2] / "docs" / "images"


def board(entry: AnyEntry, names: tuple[str, ...], state: Any, stamp: str, path: str = "") -> bytes:  # noqa: ANN401 - of any game
    """A game's board as PNG, with what its menu marks at the step of a `path`."""
    view, menu = entry.game.view(state, None), entry.rules.menu(IN_ENGLISH, names, state, path)
    sheet = Sheet(
        "T1",
        stamp,
        entry.game.title,
        entry.speech.turn(IN_ENGLISH, names, view),
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=IN_ENGLISH,
    )
    return png(entry.drawing.paint(view, sheet))


def write(pictures: Mapping[str, bytes]) -> None:
    """Write the files, by name."""
    for name, data in pictures.items():
        (FOLDER / name).write_bytes(data)
        sys.stdout.write(f"{name}: {len(data)} bytes\n")
