"""`/play`: one subcommand for each game, its options made from the game's own."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.clicks import Opening, Person
from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.seats import has_bots, has_lobby, is_for_one
from bot.store import Status
from bot.ui.help.hint import hint_choices
from bot.ui.kit.command import Catalogue, Command, Option
from bot.ui.kit.limits import OPENING
from bot.ui.kit.request import Request
from bot.ui.kit.translator import named
from bot.ui.kit.uploads import read_text
from bot.ui.play.daily import tell_done
from bot.ui.play.deliver import deliver
from bot.ui.play.threads import deliver_in_thread
from engine.core import Choice, Document
from engine.core import Option as GameOption
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


def play_command(entry: AnyEntry) -> Command:
    """The subcommand of a game."""
    options = {option.name: option for option in _options(entry)}
    return Command(
        entry.game.key,
        "command.play.game",
        partial(play, entry),
        {name: option.shown for name, option in options.items()},
        posts=True,
        public=True,
        limit=OPENING,
        values={"game": entry.game.title},
        parameters=tuple(map(_parameter, options.values())),
    )


async def play(entry: AnyEntry, request: Request, **given: Any) -> None:  # noqa: ANN401 - by its options
    """Open a table of a game, here or in a thread of its own, or play its deal of the day."""
    opening = _opening(request, entry, given, await _documents(entry, given))
    if not opening.bots:
        request.check_not_alone(entry.game)
    if given.get("daily"):
        if given.get("thread"):
            raise Refused("daily-options", options="`thread`")
        await _play_daily(request, opening)
        return
    shown = await request.session.lobby.open(request.click, opening, request.trace)
    if given.get("thread"):
        await deliver_in_thread(request, shown)
    else:
        await deliver(request, shown)


async def _play_daily(request: Request, opening: Opening) -> None:
    """Begin the deal of the day, or go on with it; tell how it went if it is over."""
    shown = await request.session.lobby.open_deal(request.click, opening, request.trace)
    request.about(shown.table)
    if shown.table.status is Status.OVER:
        await tell_done(request, shown)
    else:
        await deliver(request, shown, ping=False)


@dataclass(frozen=True, slots=True)
class Given:
    """An option of a game's command: its name, its type, and what Discord shows of it."""

    name: str
    type: Any
    shown: Option


def _options(entry: AnyEntry) -> Iterator[Given]:
    """Each option: those of the game's kind of table, then the game's own."""
    game = entry.game
    if entry.daily is not None:
        yield Given("daily", bool, Option("command.play.daily"))
    if _is_for_two(entry):
        yield Given("opponent", discord.User, Option("command.play.opponent"))
        if has_bots(game):
            yield Given("level", str, Option("command.play.level", choices=_levels))
        yield Given("side", int, Option("command.play.side", choices=partial(_sides, entry)))
    elif has_lobby(game) and has_bots(game):
        yield Given("bots", app_commands.Range[int, 1, game.seats[-1] - 1], Option("command.play.bots"))
        yield Given("level", str, Option("command.play.bots.level", choices=_levels))
    if _waits(entry):
        yield Given("hours", app_commands.Range[int, 1, WEEK], Option("command.play.hours", {"hours": HOURS}))
    yield Given("clock", app_commands.Range[int, 1, LONGEST], Option("command.play.clock"))
    yield Given("bank", app_commands.Range[int, 1, LONGEST], Option("command.play.bank"))
    if not is_for_one(game):
        yield Given("forfeit", bool, Option("command.play.forfeit"))
    yield Given("thread", bool, Option("command.play.thread"))
    if has_bots(game):
        yield Given("hints", int, Option("command.play.hints", choices=hint_choices))
    for option in game.options:
        choices = partial(_listed, option) if isinstance(option, Choice) else None
        text = f"{game.key}.option.{option.key}"
        yield Given(option.key, _type(option), Option(text, choices=choices))


def _is_for_two(entry: AnyEntry) -> bool:
    return not has_lobby(entry.game) and not is_for_one(entry.game)


def _waits(entry: AnyEntry) -> bool:
    """Whether others may act for somebody absent: where several play together and not against each other."""
    return entry.game.cooperative and has_lobby(entry.game)


def _parameter(option: Given) -> inspect.Parameter:
    """The option as discord.py reads it: it can be left out."""
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option.type | None
    )


def _type(option: GameOption) -> Any:  # noqa: ANN401 - a type, made at run time
    if isinstance(option, Choice):
        return str
    if isinstance(option, Document):
        return discord.Attachment
    return app_commands.Range[int, option.minimum, option.maximum]


def _listed(option: Choice, _: Catalogue) -> list[app_commands.Choice[Any]]:
    """What can be chosen for an option of a game."""
    return [app_commands.Choice(name=value, value=value) for value in option.choices]


def _levels(_: Catalogue) -> list[app_commands.Choice[Any]]:
    """The house's own players."""
    return [app_commands.Choice(name=named(f"bots.{level}"), value=level) for level in LEVELS]


def _sides(entry: AnyEntry, _: Catalogue) -> list[app_commands.Choice[Any]]:
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
    request: Request, entry: AnyEntry, given: dict[str, Any]
) -> tuple[Person | None, str | None, int]:
    """Who plays, besides the person: who is challenged, or bots: their level, and how many they are.

    Whoever challenges this bot itself plays against one of the house's own.
    """
    opponent: discord.User | discord.Member | None = given.get("opponent")
    level, bots = given.get("level"), given.get("bots")
    itself = request.client.user
    if opponent is not None and opponent == itself and has_bots(entry.game):
        return None, level or USUAL, 1
    if opponent is not None:
        if level is not None:
            raise Refused("bot-and-guest")
        guest = Person(opponent.id, opponent.display_name, opponent.bot)
        if request.click.guild_id is not None and not isinstance(opponent, discord.Member):
            raise Refused("guest-gone", name=guest.name)
        return guest, None, 0
    if level is None and not bots:
        return None, None, 0
    return None, level or USUAL, bots or 1


def _opening(request: Request, entry: AnyEntry, given: dict[str, Any], documents: dict[str, str]) -> Opening:
    guest, level, bots = _company(request, entry, given)
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
