"""Where boards are best cut into bands: `python -m tools.cuts [GAME ...]` prints `CUTS` of a game's painter.

A board is drawn and pressed in bands, and only in those that no board before had (`render.kit.picture`). So a
cut pays where the rows above it change by themselves. What a band costs follows from how often it is new on
boards of random games at many tables; the best cuts are a shortest path from the first row to the last.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from itertools import accumulate, pairwise
from typing import Final

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.words.menu import Menu
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit.picture import cuts
from render.kit.sheet import Sheet

TABLES: Final = 250
BOARDS: Final = 3500
COUNTED: Final = 0.3
"""Games at once, boards in all, and the share of these, the last ones, in which new bands are counted."""

STEP: Final = 2
LEAST: Final = 14
MOST: Final = 110
"""Rows between two cuts that are tried, and how many a band may have."""

EACH: Final = 14.0
ROW: Final = 1.75
FOUND: Final = 5.0
"""Microseconds that a new band takes besides its rows, each of these, and a band that was there before."""

NAMES: Final = (
    "Ann",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Fay",
    "Gus",
    "Hana",
    "Ivo",
    "Jo",
    "Kim",
    "Lou",
    "Mia",
    "Ned",
    "Ola",
    "Pia",
    "Quin",
    "Rob",
    "Sue",
    "Tom",
    "Uma",
    "Vic",
    "Wil",
    "Zoe",
)
"""Whoever sits at them, by chance."""

_WHOLE: Final = (1 << 64) - 1


def main() -> int:
    """Print the best cuts of each game, and what they cost beside even ones."""
    for key in sys.argv[1:] or CATALOGUE:
        boards = _boards(CATALOGUE[key])
        height = max(map(len, boards)) - 1
        found = _best(boards, height)
        even = _cost(boards, [top for top, _ in cuts(height).bands] + [height])
        print(f"{key}: {found[1:-1]}: {_cost(boards, found):.0f} instead of {even:.0f} microseconds a board")
    return 0


def _boards(entry: AnyEntry) -> list[list[int]]:
    """The boards of random games, each as sums of what its rows show: two differ by what lies between."""
    rng, boards = SeededRng("cuts"), list[list[int]]()
    tables = [_begun(entry, rng) for _ in range(TABLES)]
    weights = [_digest(f"row {row}".encode()) | 1 for row in range(2000)]
    while len(boards) < BOARDS:
        number = rng.below(TABLES)
        state, names = tables[number]
        moves = [(s, line) for s in sorted(entry.game.to_act(state)) for line in entry.game.legal(state, s)]
        if not moves:
            tables[number] = _begun(entry, rng)
            continue
        state = entry.game.apply(state, *moves[rng.below(len(moves))], rng).state
        tables[number] = state, names
        boards.append(_sums(entry, state, names, f"T{number + 1}", weights))
    return boards


def _begun(entry: AnyEntry, rng: SeededRng) -> tuple[object, tuple[str, ...]]:
    game = entry.game
    seats = game.seats[rng.below(len(game.seats))]
    names = tuple(NAMES[rng.below(len(NAMES))] for _ in range(seats))
    return game.start(read_settings(game, {}, seats), seats, rng), names


def _sums(entry: AnyEntry, state: object, names: tuple[str, ...], code: str, weights: list[int]) -> list[int]:
    view, over = entry.game.view(state, None), entry.game.outcome(state) is not None
    menu = Menu() if over else entry.rules.menu(IN_ENGLISH, names, state, "")
    stamp = f"{_digest(repr(state).encode()) & 0xFFFFFF:06x}"
    turn = entry.speech.turn(IN_ENGLISH, names, view)
    sheet = Sheet(
        code,
        stamp,
        entry.game.title,
        turn,
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=IN_ENGLISH,
    )
    image = entry.drawing.paint(view, sheet)
    pixels, wide = image.tobytes(), image.width
    shown = (_digest(pixels[row * wide : (row + 1) * wide]) * weights[row] for row in range(image.height))
    return list(accumulate(shown, lambda whole, row: (whole + row) & _WHOLE, initial=0))


def _digest(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def _band(boards: list[list[int]], top: int, end: int) -> float:
    """What the band between two rows costs, in microseconds a board; it depends on the row above, too."""
    above, seen, new = max(0, top - 1), set[int](), 0
    first = round(len(boards) * (1 - COUNTED))
    for number, sums in enumerate(boards):
        if end < len(sums):
            shown = (sums[end] - sums[above]) & _WHOLE
            new += number >= first and shown not in seen
            seen.add(shown)
    return new * (EACH + ROW * (end - top)) / (len(boards) - first) + FOUND


def _cost(boards: list[list[int]], edges: list[int]) -> float:
    return sum(_band(boards, top, end) for top, end in pairwise(edges))


def _best(boards: list[list[int]], height: int) -> list[int]:
    """The edges of all bands, first and last row included, by which a board costs least."""
    rows = [*range(0, height, STEP), height]
    cheapest, before = {0: 0.0}, dict[int, int]()
    for end in rows[1:]:
        tops = [top for top in rows if end - MOST <= top <= end - LEAST and top in cheapest]
        costs = {top: cheapest[top] + _band(boards, top, end) for top in tops}
        if costs:
            before[end] = min(costs, key=costs.__getitem__)
            cheapest[end] = costs[before[end]]
    edges = [height]
    while edges[-1]:
        edges.append(before[edges[-1]])
    return edges[::-1]


if __name__ == "__main__":
    sys.exit(main())
