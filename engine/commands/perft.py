"""`python -m engine perft`: counts the sequences of legal moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.octagon.model import Side
from engine.thud.perft import divide
from engine.thud.thud_file import read_position


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    perft = commands.add_parser("perft", help="count the sequences of legal moves")
    perft.add_argument("game", choices=["thud"])
    perft.add_argument("--position", type=Path, required=True, metavar="FILE", help=".thud file")
    perft.add_argument("--to-move", choices=[side.value for side in Side], required=True)
    perft.add_argument("--depth", type=int, required=True)
    perft.add_argument("--divide", action="store_true", help="also the count behind each first move")
    perft.set_defaults(run=_perft)


def _perft(given: argparse.Namespace) -> int:
    position = read_position(given.position.read_text(encoding="utf-8").partition("\n")[0])
    if given.depth < 1:
        raise ValueError("the depth is at least 1 ply")
    counts = divide(position, Side(given.to_move), given.depth)
    if given.divide:
        for move, count in counts.items():
            print(f"{move} {count}")
    print(sum(counts.values()))
    return 0
