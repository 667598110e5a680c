"""`/play`: one subcommand for each game, its options made from the game's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.seating import Opening, Person, has_bots, has_lobby, is_for_one
from bot.store import Status
from bot.trace import Trace
from bot.ui.help.hint import hint_choices
from bot.ui.kit.desk import CONTEXTS, INSTALLS, Desk, check_company, check_permissions, click_of
from bot.ui.kit.translator import named
from bot.ui.kit.uploads import read_text
from bot.ui.play.daily import tell_done
from bot.ui.play.deliver import deliver
from bot.ui.play.threads import deliver_in_thread
from engine.core import Choice, Document, Option
from engine.mind import LEVELS

BY_LOT: Final = -1
"""The value of the side that is drawn by lot."""

USUAL: Final = "odo"
"""Which of the house's own plays, if nobody has said."""

HOUR: Final = 60 * 60
WEEK: Final = 7 * 24
LONGEST: Final = 4 * WEEK
"""The most hours that there are for a move, or in a bank."""

HOURS: Final = 24
"""After how many hours others may act for somebody who is awaited, if it is left out; at most a week."""

LARGEST: Final = 64 * 1024
"""The most bytes of a file that is taken as an option."""

Callback = Callable[..., Coroutine[Any, Any, None]]


def play_group(desk: Desk) -> app_commands.Group:
    """The command with a subcommand a game."""
    group = app_commands.Group(
        name="play",
        description=named("command.play"),
        allowed_installs=INSTALLS,
        allowed_contexts=CONTEXTS,
    )
    for entry in desk.session.catalogue.values():
        group.add_command(_command(desk, entry))
    return group


def _command(desk: Desk, entry: AnyEntry) -> app_commands.Command[Any, ..., Any]:
    game = entry.game

    async def play(interaction: discord.Interaction, /, **given: Any) -> None:  # noqa: ANN401 - by signature
        async def handle(trace: Trace) -> None:
            check_permissions(desk.words, interaction)
            opening = _opening(interaction, entry, given, await _documents(entry, given))
            if not opening.bots:
                check_company(interaction, game)
            if given.get("daily"):
                if given.get("thread"):
                    raise Refused("daily-options", options="`thread`")
                await _play_daily(desk, interaction, opening, trace)
                return
            shown = await desk.session.open(click_of(interaction), opening, trace)
            if given.get("thread"):
                await deliver_in_thread(desk, interaction, shown, trace)
                return
            await deliver(desk, interaction, shown, trace)

        await desk.serve(interaction, f"command.play.{game.key}", handle)

    described = _signed(play, entry)
    description = named("command.play.game", game=game.title)
    return app_commands.Command(name=game.key, description=description, callback=described)


async def _play_daily(desk: Desk, interaction: discord.Interaction, opening: Opening, trace: Trace) -> None:
    """Begin the deal of the day, or go on with it; tell how it went if it is over."""
    shown = await desk.session.open_deal(click_of(interaction), opening, trace)
    trace.table, trace.revision = shown.table.code, shown.table.revision
    if shown.table.status is Status.OVER:
        await tell_done(desk, interaction, shown)
    else:
        await deliver(desk, interaction, shown, trace, ping=False)


def _signed(callback: Callback, entry: AnyEntry) -> Callback:
    """The callback with the signature, descriptions and choices that discord.py reads a command from."""
    interaction = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    options = list(_options(entry))
    parameters = [interaction, *(_parameter(name, annotation) for name, annotation, _ in options)]
    vars(callback)["__signature__"] = inspect.Signature(parameters)
    texts = {name: text for name, _, text in options}
    return app_commands.describe(**texts)(app_commands.choices(**_choices(entry))(callback))


def _options(entry: AnyEntry) -> Iterator[tuple[str, Any, app_commands.locale_str]]:
    """Name, type and description of each option: those of the game's kind of table, then the game's own."""
    game = entry.game
    if entry.daily is not None:
        yield "daily", bool | None, named("command.play.daily")
    if _is_for_two(entry):
        yield "opponent", discord.User | None, named("command.play.opponent")
        if has_bots(game):
            yield "level", str | None, named("command.play.level")
        yield "side", int | None, named("command.play.side")
    elif has_lobby(game) and has_bots(game):
        yield "bots", app_commands.Range[int, 1, game.seats[-1] - 1] | None, named("command.play.bots")
        yield "level", str | None, named("command.play.bots.level")
    if _waits(entry):
        yield "hours", app_commands.Range[int, 1, WEEK] | None, named("command.play.hours", hours=HOURS)
    yield "clock", app_commands.Range[int, 1, LONGEST] | None, named("command.play.clock")
    yield "bank", app_commands.Range[int, 1, LONGEST] | None, named("command.play.bank")
    if not is_for_one(game):
        yield "forfeit", bool | None, named("command.play.forfeit")
    yield "thread", bool | None, named("command.play.thread")
    if has_bots(game):
        yield "hints", int | None, named("command.play.hints")
    for option in game.options:
        yield option.key, _annotation(option), named(f"{game.key}.option.{option.key}")


def _is_for_two(entry: AnyEntry) -> bool:
    return not has_lobby(entry.game) and not is_for_one(entry.game)


def _waits(entry: AnyEntry) -> bool:
    """Whether others may act for somebody absent: where several play together and not against each other."""
    return entry.game.cooperative and has_lobby(entry.game)


def _parameter(name: str, annotation: Any) -> inspect.Parameter:  # noqa: ANN401 - a type, made at run time
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _annotation(option: Option) -> Any:  # noqa: ANN401 - a type, made at run time
    if isinstance(option, Choice):
        return str | None
    if isinstance(option, Document):
        return discord.Attachment | None
    return app_commands.Range[int, option.minimum, option.maximum] | None


def _choices(entry: AnyEntry) -> dict[str, list[app_commands.Choice[Any]]]:
    worded = [option for option in entry.game.options if isinstance(option, Choice)]
    found: dict[str, list[app_commands.Choice[Any]]] = {
        option.key: [app_commands.Choice(name=value, value=value) for value in option.choices]
        for option in worded
    }
    if has_bots(entry.game):
        found["hints"] = hint_choices()
    if has_bots(entry.game) and not is_for_one(entry.game):
        found = {"level": _levels()} | found
    return {"side": _sides(entry)} | found if _is_for_two(entry) else found


def _levels() -> list[app_commands.Choice[Any]]:
    """The house's own players."""
    return [app_commands.Choice(name=named(f"bots.{level}"), value=level) for level in LEVELS]


def _sides(entry: AnyEntry) -> list[app_commands.Choice[Any]]:
    seats = [
        app_commands.Choice(name=named(f"{entry.game.key}.seat.{seat}.first"), value=seat)
        for seat in range(entry.game.seats.start)
    ]
    return [*seats, app_commands.Choice(name=named("side.random"), value=BY_LOT)]


async def _documents(entry: AnyEntry, given: dict[str, Any]) -> dict[str, str]:
    """The texts of the files that came along."""
    keys = [option.key for option in entry.game.options if isinstance(option, Document)]
    return {key: await read_text(key, given[key], LARGEST) for key in keys if given.get(key) is not None}


def _company(
    interaction: discord.Interaction, entry: AnyEntry, given: dict[str, Any]
) -> tuple[Person | None, str | None, int]:
    """Who plays, besides the person: who is challenged, or bots: their level, and how many they are.

    Whoever challenges this bot itself plays against one of the house's own.
    """
    opponent: discord.User | None = given.get("opponent")
    level, bots = given.get("level"), given.get("bots")
    itself = interaction.client.user
    if opponent is not None and opponent == itself and has_bots(entry.game):
        return None, level or USUAL, 1
    if opponent is not None:
        if level is not None:
            raise Refused("bot-and-guest")
        return Person(opponent.id, opponent.display_name, opponent.bot), None, 0
    if level is None and not bots:
        return None, None, 0
    return None, level or USUAL, bots or 1


def _opening(
    interaction: discord.Interaction, entry: AnyEntry, given: dict[str, Any], documents: dict[str, str]
) -> Opening:
    guest, level, bots = _company(interaction, entry, given)
    side, hours = given.get("side"), given.get("hours") or HOURS
    clock, bank, forfeit = given.get("clock") or 0, given.get("bank") or 0, bool(given.get("forfeit"))
    if not clock and (bank or forfeit):
        raise Refused("bank-without-clock")
    options = {
        option.key: str(given[option.key])
        for option in entry.game.options
        if given.get(option.key) is not None
    }
    return Opening(
        game=entry.game.key,
        options=options | documents,
        seat=None if side is None or side == BY_LOT else int(side),
        guest=guest,
        patience=hours * HOUR if _waits(entry) and (given.get("hours") or not clock) else 0,
        clock=clock * HOUR,
        bank=bank * HOUR,
        forfeit=forfeit,
        level=level,
        bots=bots,
        hints=given.get("hints"),
    )
