"""The first pictures of every game, drawn by several threads at once, and what came out of it."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit.canvas import png
from render.kit.sheet import Sheet

THREADS = 3


def picture_hash(key: str) -> str:
    """The hash of the first picture of a game."""
    entry = CATALOGUE[key]
    seats = entry.game.seats[-1]
    state = entry.game.start(read_settings(entry.game, {}, seats), seats, SeededRng(""))
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    picture = entry.drawing.paint(
        entry.game.view(state, None), Sheet("T0", "", key, "", names=names, say=IN_ENGLISH)
    )
    return sha256(png(picture)).hexdigest()


def main(threads: int) -> None:
    """Print a line a game: its key and the hashes that came out."""
    sys.setswitchinterval(1e-5)  # so that threads get into each other's way
    start = Barrier(threads)

    def draw(key: str) -> str:
        start.wait()
        return picture_hash(key)

    with ThreadPoolExecutor(threads) as pool:
        for key in CATALOGUE:
            print(key, *sorted(set(pool.map(draw, [key] * threads))))  # noqa: T201 - read by the test


if __name__ == "__main__":
    main(int(sys.argv[1]))
