"""`python -m engine play`: lines in, one JSON object out for what each does."""

from __future__ import annotations

import argparse
import sys

from engine.commands.lines import LineGame
from engine.commands.tables import add_arguments, print_record, read_table_arguments, start_game
from engine.rng import SeededRng


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    play = commands.add_parser("play", help="read lines `SEAT NOTATION` and print what each does")
    add_arguments(play)
    play.set_defaults(run=_play)


def _play(given: argparse.Namespace) -> int:
    table, rng = read_table_arguments(given), SeededRng(given.seed)
    lines = LineGame(table.game, start_game(table, rng), table.seats, rng)
    print_record(lines.opening_record())
    for line in filter(None, map(str.strip, sys.stdin)):
        print_record(lines.play_line(line))
    return 0
