"""`python -m engine play`: lines in, one JSON object out for what each does."""

from __future__ import annotations

import argparse
import sys

from engine.commands.lines import Lines
from engine.commands.tables import add_arguments, begun, given_table, say
from engine.rng import SeededRng


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    play = commands.add_parser("play", help="read lines `SEAT NOTATION` and print what each does")
    add_arguments(play)
    play.set_defaults(run=_play)


def _play(given: argparse.Namespace) -> int:
    table, rng = given_table(given), SeededRng(given.seed)
    lines = Lines(table.game, begun(table, rng), table.seats, rng)
    say(lines.opening())
    for line in filter(None, map(str.strip, sys.stdin)):
        say(lines.read(line))
    return 0
