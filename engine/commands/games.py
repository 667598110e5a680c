"""`python -m engine games`: what there is to play."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands.tables import print_record
from engine.core import Choice, Document, Option
from engine.registry import GAMES


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    games = commands.add_parser("games", help="the games, their seats and options, one JSON object a line")
    games.set_defaults(run=_games)


def _games(_: argparse.Namespace) -> int:
    for game in GAMES.values():
        seats = [game.seats.start, game.seats.stop - 1]
        options = [_option_record(option) for option in game.options]
        record = {"key": game.key, "title": game.title, "seats": seats, "options": options}
        print_record(record | {"rules_version": game.rules_version, "endings": game.endings})
    return 0


def _option_record(option: Option) -> dict[str, Any]:
    if isinstance(option, Choice):
        return {"key": option.key, "default": option.default, "choices": option.choices}
    if isinstance(option, Document):
        return {"key": option.key, "default": option.default, "file": True}
    return {"key": option.key, "default": option.default, "from": option.minimum, "to": option.maximum}
