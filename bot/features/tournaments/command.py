"""`/tournament`: to hold one, or to see it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from discord import app_commands

from bot.discord.command import IN_SERVERS, ON_SERVERS, Catalogue, Command, CommandOption
from bot.discord.limits import OPENING
from bot.discord.request import Request
from bot.discord.translator import localized
from bot.features.tournaments.model import Form, Tournament, TournamentSetup
from bot.features.tournaments.page import delete_message, display_lock, message_of
from bot.features.tournaments.rounds import (
    LEAST,
    MOST,
)
from bot.features.tournaments.service import Tournaments
from bot.kernel.tables.results import is_duel
from bot.store import Board, Status, bot_name
from bot.ui.play.threads import has_threads, why_no_thread
from engine.mind import LEVELS

HOUR: Final = 60 * 60
WEEK: Final = 7 * 24
PLACES: Final = 8
HOURS: Final = 24
"""What is meant where nothing is said."""


async def tournament(  # noqa: PLR0917 - an option each
    request: Request,
    game: str | None = None,
    form: str | None = None,
    players: app_commands.Range[int, LEAST, MOST] = PLACES,
    hours: app_commands.Range[int, 1, WEEK] = HOURS,
    seeding: str | None = None,
    bots: str | None = None,
    tables: str | None = None,
) -> None:
    """`/tournament`: people are asked to sign up; without a game, the ones of the channel come once more."""
    if game is None:
        await _post_again(request)
        return
    call = TournamentSetup(
        game,
        Form(form or Form.KNOCKOUT),
        places=players,
        clock=hours * HOUR,
        by_rating=seeding != "draw",
        bots=bots or "",
        threads=tables != "here" and has_threads(request),
    )
    of = await request.session.service(Tournaments).open_tournament(request.click, call)
    request.trace.saved = True
    await _post(request, of)
    if tables != "here" and (why := why_no_thread(request)):
        await request.private(why)


async def _post_again(request: Request) -> None:
    """The tournaments that go on, each in a new message; the last one to whoever asks, if none does."""
    found = await request.session.service(Tournaments).tournaments_in_channel(request.click)
    if not found:
        await request.private(request.words("tournament.none", command=request.command("tournament")))
        return
    for one in found:
        if one.status is Status.OVER:
            await request.show(await message_of(request.session, one, request.words))
            return
        await _post(request, one)
        if one.message is not None:
            await delete_message(request.client, one, one.message)


async def _post(request: Request, of: Tournament) -> None:
    """The message of a tournament, which from now on is the one that changes."""
    tournaments = request.session.service(Tournaments)
    async with display_lock(request.surface, of.id):  # meanwhile nobody else shows it
        look = await tournaments.shown_state(of)
        sent = await request.post(await message_of(request.session, of))
        board = Board(request.click.channel_id, sent)
        await tournaments.set_message(of, board)
        tournaments.note_shown(replace(of, message=board), look)


def _game_choices(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=entry.game.title, value=key)
        for key, entry in catalogue.items()
        if is_duel(entry.game)
    ]


def _form_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=localized(f"tournament.form.{form}"), value=form.value) for form in Form]


def _seeding_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=localized(f"tournament.seeding.{how}"), value=how)
        for how in ("rating", "draw")
    ]


def _bot_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=bot_name(level), value=level) for level in LEVELS]


def _table_choices(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=localized(f"tournament.tables.{where}"), value=where)
        for where in ("threads", "here")
    ]


TOURNAMENT: Final = Command(
    "tournament",
    "command.tournament",
    tournament,
    {
        "game": CommandOption("command.tournament.game", choices=_game_choices),
        "form": CommandOption("command.tournament.form", choices=_form_choices),
        "players": CommandOption("command.tournament.players"),
        "hours": CommandOption("command.tournament.hours"),
        "seeding": CommandOption("command.tournament.seeding", choices=_seeding_choices),
        "bots": CommandOption("command.tournament.bots", choices=_bot_choices),
        "tables": CommandOption("command.tournament.tables", choices=_table_choices),
    },
    posts=True,
    public=True,
    limit=OPENING,
    installs=ON_SERVERS,
    contexts=IN_SERVERS,
)
