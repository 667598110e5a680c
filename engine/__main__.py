"""The command line of the engine: play, measure, count and check games without the bot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engine.arena import Unplayable
from engine.commands import arena, best, games, perft, play, verify
from engine.core import BadOption, IllegalAction


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: well, 1: a game that does not hold, or a player of the arena that breaks the rules, 2: bad arguments.
    """
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except (BadOption, IllegalAction, OSError, ValueError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    except Unplayable as error:
        print(f"engine: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (games, play, best, arena, perft, verify):
        command.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
