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
"""The arena's module, imported by name: only a checkout has it, an installed bot does not."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    0: success, 1: an exported game fails verification, or a player in the arena breaks the rules, 2: bad
    arguments, 130: interrupted.
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
"""The exit code of a shell command that was stopped with Ctrl+C."""


class _NoArena(Exception):  # noqa: N818 - named by what is missing
    """The arena is not installed here."""


def _parser(*, with_arena: bool) -> argparse.ArgumentParser:
    """Build the parser of all commands; adds the arena's arguments only if needed. Raises `_NoArena`."""
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
    """Import the arena's command; raises `_NoArena`."""
    try:
        return import_module(_ARENA)
    except ModuleNotFoundError as error:
        if error.name is None or not _ARENA.startswith(error.name):
            raise
        raise _NoArena("the arena is a tool of a checkout (tools/arena), and there is none here") from error


if __name__ == "__main__":
    sys.exit(main())
