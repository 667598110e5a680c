"""`/play`: one subcommand for each game, its options made from the game's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
from discord import app_commands

from bot.catalogue import AnyEntry
from bot.errors import Refused
from bot.seating import Opening, Person
from bot.trace import Trace
from bot.ui.deliver import deliver
from bot.ui.desk import Desk, check_permissions, click_of
from bot.ui.table_commands import CONTEXTS, INSTALLS
from bot.words import Words
from engine.core import Choice, Option

BY_LOT: Final = -1
"""The value of the side that is drawn by lot."""

Callback = Callable[..., Coroutine[Any, Any, None]]


def play_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand a game."""
    group = app_commands.Group(
        name="play",
        description=desk.words("command.play"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for entry in desk.session.catalogue.values():
        group.add_command(_command(desk, entry))
    return group


def _command(desk: Desk, entry: AnyEntry) -> app_commands.Command[Any, ..., Any]:
    words, game = desk.words, entry.game

    async def play(interaction: discord.Interaction, /, **given: Any) -> None:  # noqa: ANN401 - by signature
        async def handle(trace: Trace) -> None:
            check_permissions(words, interaction)
            _check_company(interaction, entry)
            shown = await desk.session.open(click_of(interaction), _opening(entry, given), trace)
            await deliver(desk, interaction, shown, trace)

        await desk.serve(interaction, f"command.play.{game.key}", handle)

    described = _signed(play, words, entry)
    description = words("command.play.game", game=game.title)
    return app_commands.Command(name=game.key, description=description, callback=described)


def _signed(callback: Callback, words: Words, entry: AnyEntry) -> Callback:
    """The callback with the signature, descriptions and choices that discord.py reads a command from."""
    interaction = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    key = entry.game.key
    parameters = [interaction, _parameter("opponent", discord.User | None), _parameter("side", int | None)]
    texts = {"opponent": words("command.play.opponent"), "side": words("command.play.side")}
    for option in entry.game.options:
        parameters.append(_parameter(option.key, _annotation(option)))
        texts[option.key] = words(f"{key}.option.{option.key}")
    vars(callback)["__signature__"] = inspect.Signature(parameters)
    return app_commands.describe(**texts)(app_commands.choices(**_choices(words, entry))(callback))


def _parameter(name: str, annotation: Any) -> inspect.Parameter:  # noqa: ANN401 - a type, made at run time
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _annotation(option: Option) -> Any:  # noqa: ANN401 - a type, made at run time
    if isinstance(option, Choice):
        return str | None
    return app_commands.Range[int, option.minimum, option.maximum] | None


def _choices(words: Words, entry: AnyEntry) -> dict[str, list[app_commands.Choice[Any]]]:
    key = entry.game.key
    seats = [
        app_commands.Choice(name=words(f"{key}.seat.{seat}.first"), value=seat)
        for seat in range(entry.game.seats.start)
    ]
    lot = app_commands.Choice(name=words("side.random"), value=BY_LOT)
    worded = [option for option in entry.game.options if isinstance(option, Choice)]
    return {"side": [*seats, lot]} | {
        option.key: [app_commands.Choice(name=value, value=value) for value in option.choices]
        for option in worded
    }


def _check_company(interaction: discord.Interaction, entry: AnyEntry) -> None:
    """Refuse a table for several in the direct messages with the bot, where nobody could join."""
    seats = entry.game.seats.start
    if interaction.context.dm_channel and seats > 1:
        raise Refused("alone-here", game=entry.game.title, seats=seats)


def _opening(entry: AnyEntry, given: dict[str, Any]) -> Opening:
    opponent: discord.User | None = given.get("opponent")
    side = given.get("side")
    options = {
        option.key: str(given[option.key])
        for option in entry.game.options
        if given.get(option.key) is not None
    }
    return Opening(
        game=entry.game.key,
        options=options,
        seat=None if side is None or side == BY_LOT else int(side),
        guest=None if opponent is None else Person(opponent.id, opponent.display_name, opponent.bot),
    )
