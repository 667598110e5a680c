"""`make bench`: what boards, replays and logs of each game cost, in games that the house plays alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median
from time import thread_time
from typing import Any, Final

from PIL import Image

from bot import sprites
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from engine.core import Seat
from engine.replay import first_position, replay_positions
from engine.rng import SeededRng
from render.kit.cache import PRESSED
from render.kit.canvas import png
from render.kit.picture import strips_of
from render.kit.sheet import Sheet
from render.replay import gif
from tools.selfplay import Ply, plies

NAMES: Final = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
ACTIONS: Final = 200
FRAMES: Final = 60

RATIO: Final = 1.5
"""How many times a copy of its pixels and deflate over them a board may cost of which nothing is at hand."""

KILOBYTES: Final = 25.0
"""The most that a board adds to a replay, on average."""

MILLISECONDS: Final = 200.0
"""The most that it takes to replay so many actions of a log, as history, forks and undo do."""


def main() -> int:
    """Print the report; returns 1 if a bar is missed."""
    sprites.prepare()  # as a bot does at its start
    good = True
    for entry in CATALOGUE.values():
        game = list(islice(_play_substitutes(entry, "bench"), ACTIONS))
        for line, value, bar in (_boards(entry, game), _replay(entry, game), _log(entry, game)):
            good &= value <= bar
            verdict = "holds" if value <= bar else "TOO MUCH"
            print(f"{entry.game.title:<16} {line} (at most {bar:g}: {verdict})", flush=True)
    return 0 if good else 1


def _play_substitutes(entry: AnyEntry, seed: str) -> Iterator[Ply[Any, Any]]:
    game = entry.game

    def stands_in(state: Any, seat: Seat, legal: tuple[Any, ...], ply: int) -> tuple[Any]:  # noqa: ANN401
        return (game.stand_in_action(game.view(state, seat), legal, SeededRng(f"{seed}{ply}")),)

    return plies(game, _seats(entry), seed, stands_in)


def _seats(entry: AnyEntry) -> int:
    return entry.game.seats[len(entry.game.seats) // 2]


def _paint_state(entry: AnyEntry, state: object) -> Image.Image:
    view, names = entry.game.view(state, None), NAMES[: _seats(entry)]
    turn = entry.speech.turn(IN_ENGLISH, names, view)
    sheet = Sheet("T7", "a1b2c3", entry.game.title, turn, names=names, say=IN_ENGLISH)
    return entry.drawing.paint(view, sheet)


def _boards(entry: AnyEntry, game: list[Ply[Any, Any]]) -> tuple[str, float, float]:
    """A board painted and pressed as if no band of it had been before; mostly two thirds of them were."""
    spent, least = list[float](), list[float]()

    def board(state: object) -> bytes:
        PRESSED.clear()
        return png(_paint_state(entry, state))

    for ply in game[::2]:
        image = _paint_state(entry, ply.after)
        spent.append(_measure_ms(lambda state=ply.after: board(state)))  # type: ignore[misc]
        least.append(_measure_ms(lambda image=image: strips_of(image.copy())))  # type: ignore[misc]
    ratio = median(spent) / median(least)
    told = f"a board: {median(spent):.1f} ms against {median(least):.1f} of copying and deflate, {ratio:.2f}"
    return told, ratio, RATIO


def _replay(entry: AnyEntry, game: list[Ply[Any, Any]]) -> tuple[str, float, float]:
    states = [ply.after for ply in game[:FRAMES]]
    made = list[bytes]()
    frames = (_paint_state(entry, state) for state in states)
    spent = _measure_ms(lambda: made.append(gif(frames, [700] * len(states))))
    each = len(made[0]) / 1000 / len(states)
    return f"a replay of {len(states)} boards: {spent:.0f} ms, {each:.1f} kB each", each, KILOBYTES


def _log(entry: AnyEntry, game: list[Ply[Any, Any]]) -> tuple[str, float, float]:
    lines = [(ply.seat, str(ply.action)) for ply in game]
    begun = first_position(entry.game, {}, _seats(entry), "bench")
    spent = _measure_ms(lambda: replay_positions(entry.game, begun, "bench", lines)) * ACTIONS / len(lines)
    return f"{ACTIONS} actions of a log: {spent:.0f} ms", spent, MILLISECONDS


def _measure_ms(work: Callable[[], object]) -> float:
    """Milliseconds of this thread: on a busy machine whatever lasts longer is interrupted more often."""
    began = thread_time()
    work()
    return 1000 * (thread_time() - began)


if __name__ == "__main__":
    sys.exit(main())
