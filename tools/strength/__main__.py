"""`make strength`: lets the minds of every game play, and writes docs/strength.md.

`python -m tools.strength GAME ...` makes the sections of these games and leaves the others as they are.
`--part N` divides all numbers of games by N, for a first look: it prints the section and leaves the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.minds import MINDS
from tools.fast.copy import CannotCompile, copy
from tools.strength.bars import Record
from tools.strength.matches import MATCHES, Match
from tools.strength.measuring import record, yardstick
from tools.strength.page import PAGE, levels, measured, placed


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sections; returns 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="left out: all")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--part", type=int, default=0, metavar="N", help="a first look: an Nth of the games")
    parser.add_argument("--levels", action="store_true", help="only tell the levels anew; nothing is played")
    given = parser.parse_args(arguments)
    if strange := set(given.games) - set(MINDS):
        parser.error(f"no game {', '.join(sorted(strange))}; there are {', '.join(MINDS)}")
    if given.levels:
        _write("levels", levels())
        return 0
    fast = _faster()
    well = [_measured(game, fast, given.part, given.jobs) for game in given.games or MINDS]
    return 0 if all(well) else 1


def _measured(game: str, fast: Path | None, part: int, jobs: int) -> bool:
    """Whether all of a game is met; its section is printed, and written unless it is a first look."""
    matches = tuple(_part(match, part) for match in MATCHES if match.game == game)
    records = tuple(_records(matches, fast, jobs))
    text = measured(matches, records, yardstick())
    print(text)
    if not part:
        _write("levels", levels())
        _write(game, text)
    return all(bar.found(one).met for match, one in zip(matches, records, strict=True) for bar in match.bars)


def _faster() -> Path | None:
    """Where the compiled minds are, none where nothing can be compiled: then it says so."""
    try:
        return copy()
    except CannotCompile as error:
        print(f"Measured in plain Python: {error}.", file=sys.stderr)
        return None


def _part(match: Match, part: int) -> Match:
    """The same match with fewer games; two at least, of which an interval can be made."""
    return replace(match, games=max(match.games // part, 2)) if part else match


def _records(matches: Sequence[Match], fast: Path | None, jobs: int) -> Iterator[Record]:
    for match in matches:
        print(f"python -m engine {' '.join(match.arguments)}", file=sys.stderr, flush=True)
        yield record(match, fast, jobs)


def _write(name: str, text: str) -> None:
    PAGE.write_text(placed(PAGE.read_text(encoding="utf-8"), name, text), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
