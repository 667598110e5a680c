"""A game as it is given on the command line: its seats, its options, the seed of its chance."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from engine.core import Document, Game, read_settings
from engine.registry import GAMES
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class TableArguments:
    """A game that was asked for; `options` are as they were written, files read."""

    game: AnyGame
    seats: int
    options: dict[str, str]


def add_arguments(parser: argparse.ArgumentParser, seed: str = "") -> None:
    """The game and what can be said of its table; `seed` is what it is unless another one is given."""
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="how many play (default: the fewest)")
    parser.add_argument("--seed", default=seed, help="text that all chance is drawn from")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="VALUE of a file's text: @FILE"
    )


def read_table_arguments(given: argparse.Namespace) -> TableArguments:
    """The table that the arguments say; raises `ValueError`, and `OSError` for a file."""
    game = GAMES[given.game]
    seats = game.seats.start if given.seats is None else given.seats
    if seats not in game.seats:
        raise ValueError(f"{game.title} is for {game.seats.start} to {game.seats.stop - 1} players")
    options = dict(option.partition("=")[::2] for option in given.option)
    documents = {option.key for option in game.options if isinstance(option, Document)}
    return TableArguments(
        game, seats, options | {key: _read_option_value(options[key]) for key in documents & options.keys()}
    )


def start_game(table: TableArguments, rng: SeededRng) -> Any:  # noqa: ANN401 - the state of any game
    """How the game begins; raises `BadOption`."""
    return table.game.start(read_settings(table.game, table.options, table.seats), table.seats, rng)


def print_record(record: dict[str, Any]) -> None:
    """One JSON object a line, at once: another program may wait for it."""
    print(json.dumps(record), flush=True)


def _read_option_value(value: str) -> str:
    """The text of the file that `@FILE` names, or else what was written; raises `ValueError` for no text."""
    if not value.startswith("@"):
        return value
    try:
        return Path(value[1:]).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{value[1:]} is not text: {error}") from error
