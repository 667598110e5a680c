"""`python -m engine arena`: two levels of a game against each other, and what came of it."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from time import process_time
from typing import Final

from engine.commands.tables import add_arguments, print_record, read_table_arguments
from tools.arena.contests import ArenaDeal, Contest, check_contest, deals
from tools.arena.games import ArenaGame, IllegalPlay, play_game
from tools.arena.report import report, report_lines

BROKEN_OFF: Final = 130
"""The exit code after Ctrl+C."""


def add_to(arena: argparse.ArgumentParser) -> None:
    """What the command takes, and what it does."""
    add_arguments(arena, seed="arena")
    arena.add_argument("first", metavar="A", help="pip, odo, wenna, grete or a rival, such as house")
    arena.add_argument(
        "second", metavar="B", nargs="?", help="the other one; not needed where none is against A"
    )
    arena.add_argument("--games", type=int, default=10, help="how many games (alone or together: deals)")
    arena.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    arena.add_argument("--plies", type=int, default=0, help="after how many a game is stopped, and scored so")
    arena.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    arena.set_defaults(run=_arena)


def _arena(given: argparse.Namespace) -> int:
    contest = contest_of(given)
    if given.games < 1 or given.jobs < 1:
        raise ValueError("there is at least one game, and one process")
    games: list[ArenaGame] = []
    code = 0
    try:
        for game in play_contest(contest, given.games, given.jobs):
            games.append(game)  # noqa: PERF402 - what is there is kept when the rest is broken off
    except KeyboardInterrupt:
        code = BROKEN_OFF
    except IllegalPlay as error:
        print(f"engine: {error}", file=sys.stderr)
        return 1
    found = report(contest, sorted(games, key=_order), given.games)
    build = _build(given.game)
    if given.json:
        print_record(asdict(found) | {"build": build})
    else:
        print(*report_lines(found), f"build   {build}", sep="\n")
    return code


def contest_of(given: argparse.Namespace) -> Contest:
    """Who plays what; raises `ValueError`."""
    table, second = read_table_arguments(given), None if given.second == "-" else given.second
    options = tuple(table.options.items())
    return check_contest(
        Contest(given.game, given.first, second, table.seats, given.seed, options, max(given.plies, 0))
    )


def play_contest(contest: Contest, games: int, jobs: int) -> Iterator[ArenaGame]:
    """Every game as soon as it is over, in any order."""
    with _running_games(contest, deals(contest, games), jobs) as playing:
        yield from playing


@contextmanager
def _running_games(contest: Contest, todo: Sequence[ArenaDeal], jobs: int) -> Iterator[Iterator[ArenaGame]]:
    play = partial(_play_deal, contest)
    if jobs == 1 or not todo:
        yield map(play, todo)
        return
    # A new interpreter for each: nothing of this one can leak into a game, wherever it runs.
    with get_context("spawn").Pool(min(jobs, len(todo)), initializer=_ignore_interrupt) as pool:
        yield pool.imap_unordered(play, todo)


def _order(game: ArenaGame) -> tuple[int, tuple[int, ...]]:
    return game.deal.number, game.deal.sides


def _play_deal(contest: Contest, deal: ArenaDeal) -> ArenaGame:
    """A game by the clock of this process, which stands still while others use the processor."""
    return play_game(contest, deal, process_time)


def _ignore_interrupt() -> None:
    """Leave Ctrl+C to the process that prints."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _build(game: str) -> str:
    """Whether any of a game's mind was compiled: `compiled`, or `plain` Python."""
    files = [
        module.__file__ or ""
        for name, module in sys.modules.items()
        if name.startswith(f"engine.{game}.mind.")
    ]
    return "plain" if all(file.endswith(".py") for file in files) else "compiled"
