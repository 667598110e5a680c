"""Every control and every command is answered by exactly one function."""

from __future__ import annotations

import pytest

from bot.discord.command import Command, CommandOption, parameters_of
from bot.discord.keyboard import Verb
from bot.discord.request import Request, Route
from bot.features import FEATURES
from bot.ui.controls import controls_of, merge_routes


async def handle_nothing(request: Request) -> None:
    """Answer nothing."""


async def do_nothing(request: Request, table: str, move: int | None = None) -> None:
    """Answer nothing, either."""


def test_every_control_is_answered() -> None:
    assert set(Verb) <= set(controls_of(FEATURES))


def test_a_control_that_is_answered_twice_is_named() -> None:
    with pytest.raises(ValueError, match=r"^answered twice: look, more$"):
        merge_routes(
            controls_of(FEATURES), {Verb.MORE: Route(handle_nothing), Verb.LOOK: Route(handle_nothing)}
        )


def test_the_options_of_a_command_are_the_parameters_of_its_function() -> None:
    option = CommandOption("command.table")
    both = Command("asked", "command.board", do_nothing, {"move": option, "table": option})
    assert [one.name for one in parameters_of(both)] == ["table", "move"]
    with pytest.raises(ValueError, match=r"^/asked has the parameters table, move and the options table$"):
        parameters_of(Command("asked", "command.board", do_nothing, {"table": option}))
