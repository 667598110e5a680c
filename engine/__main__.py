"""The command line of the engine: play, measure, count and check games without the bot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from engine.commands import best, games, perft, play, verify
from engine.commands.streams import use_utf8
from engine.core import BadOption, IllegalAction

_ARENA: Final = "tools.arena.command"
"""A command that a checkout has and an installed host has not: the engine knows it by name alone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: well, 1: a game that does not hold, or a player of the arena that breaks the rules, 2: bad arguments,
    130: interrupted.
    """
    use_utf8()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        given = _parser(with_arena=words[:1] == ["arena"]).parse_args(words)
        return int(given.run(given))
    except (BadOption, IllegalAction, OSError, ValueError, _NoArena) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


INTERRUPTED: Final = 130
"""What a shell takes for Ctrl+C."""


class _NoArena(Exception):  # noqa: N818 - named by what is missing
    """The arena was asked for where there is none."""


def _parser(*, with_arena: bool) -> argparse.ArgumentParser:
    """All commands; the arguments of the arena only where they are needed; raises `_NoArena`."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (games, play, best):
        command.add(commands)
    arena = commands.add_parser("arena", help="let two levels play against each other, and measure it")
    if with_arena:
        _arena().add_to(arena)
    for command in (perft, verify):
        command.add(commands)
    return parser


def _arena() -> ModuleType:
    """The command of the arena; raises `_NoArena`."""
    try:
        return import_module(_ARENA)
    except ModuleNotFoundError as error:
        if error.name is None or not _ARENA.startswith(error.name):
            raise
        raise _NoArena("the arena is a tool of a checkout (tools/arena), and there is none here") from error


if __name__ == "__main__":
    sys.exit(main())
