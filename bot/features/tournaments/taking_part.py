"""`/tournament`: to hold one, or to see it again; and what is used on its message."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.errors import Refused
from bot.features.tournaments.going_on import put_up, show_soon, showing, take_away
from bot.features.tournaments.model import Ended, Form, Tournament
from bot.features.tournaments.page import details, end_of_game, in_words, key, message_of
from bot.features.tournaments.rounds import LEAST, MOST
from bot.features.tournaments.service import DECISIONS, Call, Step, Tournaments
from bot.games.catalogue import words_in
from bot.session.results import is_duel
from bot.store import Board, Status, bot_name
from bot.ui.alarms import speak
from bot.ui.kit.command import Catalogue, Command, Option
from bot.ui.kit.frame import Layout, Message, names_of, note, plain_names, safe
from bot.ui.kit.keyboard import Key, Row, Verb, in_rows
from bot.ui.kit.limits import OPENING
from bot.ui.kit.request import FAILURES, Request, Route
from bot.ui.kit.translator import named
from bot.ui.play.threads import has_threads, why_no_thread
from bot.ui.server import CONTEXTS, INSTALLS
from bot.words.menu import Look
from engine.mind import LEVELS

LOG = logging.getLogger("taproom.tournament")

_DECIDING: Final = re.compile(rf"(?P<ended>{'|'.join(DECISIONS)})/(?P<table>\d{{1,15}})")
"""How a button of a stuck game says what it decides."""

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
        await _again(request)
        return
    call = Call(
        game,
        Form(form or Form.KNOCKOUT),
        places=players,
        clock=hours * HOUR,
        by_rating=seeding != "draw",
        bots=bots or "",
        threads=tables != "here" and has_threads(request),
    )
    of = await request.session.service(Tournaments).call(request.click, call)
    request.trace.saved = True
    await _post(request, of)
    if tables != "here" and (why := why_no_thread(request)):
        await request.private(why)


async def _again(request: Request) -> None:
    """The tournaments that go on, each in a new message; the last one to whoever asks, if none does."""
    found = await request.session.service(Tournaments).here(request.click)
    if not found:
        await request.private(request.words("tournament.none", command=request.command("tournament")))
        return
    for one in found:
        if one.status is Status.OVER:
            await request.show(await message_of(request.session, one, request.words))
            return
        await _post(request, one)
        if one.message is not None:
            await take_away(request.client, one, one.message)


async def _post(request: Request, of: Tournament) -> None:
    """The message of a tournament, which from now on is the one that changes."""
    tournaments = request.session.service(Tournaments)
    async with showing(request.surface, of.id):  # meanwhile nobody else shows it
        look = await tournaments.look_of(of)
        sent = await request.post(await message_of(request.session, of))
        board = Board(request.click.channel_id, sent)
        await tournaments.set_message(of, board)
        tournaments.showed(replace(of, message=board), look)


# What is used on it


async def use(request: Request) -> None:
    """A button under the message."""
    tournaments, click, number = request.session.service(Tournaments), request.click, request.control.table
    if request.control.detail in ("join", "begin"):  # its games are shown here
        request.check_permissions()
    match request.control.detail:
        case "join":
            await _changed(request, await tournaments.join(click, number))
        case "leave":
            await _changed(request, await tournaments.leave(click, number))
        case "begin":
            await _changed(request, await tournaments.begin(click, number))
        case "details":
            await _tell(request, await tournaments.get(number))
        case "words":
            lines = in_words(request.words, await tournaments.get(number))
            await request.private("\n".join(lines))
        case "withdraw":
            of = await tournaments.get(number)
            await _ask(request, of, "withdraw")
        case _:
            raise Refused("old-control")


async def sure(request: Request) -> None:
    """A button of a question in private."""
    tournaments, click, number = request.session.service(Tournaments), request.click, request.control.table
    match request.control.detail:
        case "cancel?":
            await request.change(_question(request, await tournaments.get(number), "cancel"))
        case "cancel":
            of = await tournaments.cancel(click, number)
            await request.change(note(request.words("tournament.ended")))
            await show_soon(request.surface, request.client, of.id)
        case "withdraw":
            of = await tournaments.withdraw(click, number)
            await request.change(note(request.words("tournament.out")))
            request.surface.wake()
        case "stuck?":
            await request.change(await _stuck(request, number))
        case detail if (match := _DECIDING.fullmatch(detail)) is not None:
            await _decide(request, int(match["table"]), match["ended"])
        case _:
            raise Refused("old-control")


async def _changed(request: Request, step: Step) -> None:
    """The message as it stands by now, where it was clicked; the tables that have been opened follow it."""
    request.trace.saved = True
    refused = ""
    if step.opened:  # whatever becomes of the answer
        await request.answer.put_off()
        refused = await put_up(request.surface, request.client, step)
    await _redraw(request, step.tournament.id)
    if step.opened:
        await show_soon(request.surface, request.client, step.tournament.id)
    if refused:
        await request.private(why_no_thread(request) or request.words("thread.refused", why=refused))


async def _redraw(request: Request, tournament_id: int) -> None:
    """The clicked message shows the tournament as it stands."""
    tournaments = request.session.service(Tournaments)
    async with showing(request.surface, tournament_id):
        of = await tournaments.get(tournament_id)
        look = await tournaments.look_of(of)
        await request.redraw(await message_of(request.session, of))
        if of.message == Board(request.click.channel_id, request.clicked.id):
            tournaments.showed(of, look)


async def _tell(request: Request, of: Tournament) -> None:
    """How it is played; and to whoever holds it, the way to cancel it."""
    rows, keys = list[Row](), list[Key]()
    may = request.person.id == of.host_id or request.click.manages
    plays = of.status is Status.PLAYING and of.of(request.person.id) is not None
    if await request.session.service(Tournaments).stuck(request.click, of.id):
        keys.append(key(request.words("button.tournament.stuck"), of, "stuck?", verb=Verb.CUP_SURE))
    if may and not plays and of.status in (Status.OPEN, Status.PLAYING):
        label = request.words("button.tournament.cancel")
        keys.append(key(label, of, "cancel?", Look.DANGER, Verb.CUP_SURE))
    if keys:
        rows = in_rows(keys)
    ends = request.session.catalogue[of.game].ends
    await request.private(details(request.words, of, ends), rows)


async def _ask(request: Request, of: Tournament, what: str) -> None:
    own = of.of(request.person.id)
    if own is None or own.out:
        raise Refused("tournament-not-in")
    await request.ask(_question(request, of, what))


def _question(request: Request, of: Tournament, what: str) -> discord.ui.LayoutView:
    words = request.words
    label = words(f"button.tournament.{what}")
    return note(words(f"tournament.ask.{what}"), in_rows([key(label, of, what, Look.DANGER, Verb.CUP_SURE)]))


# Stuck games


async def _stuck(request: Request, number: int) -> Layout:
    """The games that somebody may decide, each with a button for every end of it."""
    of = await request.session.service(Tournaments).get(number)
    words, rows = request.words, list[Row]()
    tables = await request.session.service(Tournaments).stuck(request.click, number)
    for table in tables:
        names = plain_names(table)
        ends = [
            (words("tournament.end.won", code=table.code, name=names[0]), Ended.FIRST),
            (words("tournament.end.won", code=table.code, name=names[1]), Ended.SECOND),
            (words("tournament.end.drawn", code=table.code), Ended.DRAWN),
        ]
        rows += in_rows(
            [key(label[:80], of, f"{ended}/{table.id}", verb=Verb.CUP_SURE) for label, ended in ends]
        )
    games = [f"- **{table.code}**: {words.listed(names_of(table))}" for table in tables]
    return note("\n".join([words("tournament.stuck"), *games]), rows)


async def _decide(request: Request, table_id: int, ended: str) -> None:
    """A stuck game ends like this, and everybody hears who has decided that."""
    number, tournaments = request.control.table, request.session.service(Tournaments)
    of = await tournaments.decide(request.click, number, table_id, Ended(ended))
    request.trace.saved = True
    request.surface.wake()
    table = await request.session.tables.get(table_id)
    await request.change(note(request.words("tournament.decided.done", code=table.code)))
    words, end = words_in(of.language), end_of_game(words_in(of.language), of, table)
    people = tuple(player.user_id for player in table.players if player.user_id > 0)
    names = tuple(f"<@{one.user_id}>" if one.user_id in people else safe(one.name) for one in table.players)
    told = words(
        "tournament.decided",
        host=safe(request.person.name),
        players=words.listed(names),
        code=table.code,
        end=end,
    )
    message = Message(note(told), pings=people)
    try:
        await speak.into(request.client, of.guild_id, of.channel_id, message, f"t{of.id}.{table_id}")
    except FAILURES as failure:
        LOG.warning("tournament=%s who decided a game could not be told: %s", of.id, failure)


# The command


def _games(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=entry.game.title, value=key)
        for key, entry in catalogue.items()
        if is_duel(entry.game)
    ]


def _forms(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=named(f"tournament.form.{form}"), value=form.value) for form in Form]


def _seedings(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=named(f"tournament.seeding.{how}"), value=how) for how in ("rating", "draw")
    ]


def _bots(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=bot_name(level), value=level) for level in LEVELS]


def _places(_: Catalogue) -> list[app_commands.Choice[Any]]:
    return [
        app_commands.Choice(name=named(f"tournament.tables.{where}"), value=where)
        for where in ("threads", "here")
    ]


TOURNAMENT: Final = Command(
    "tournament",
    "command.tournament",
    tournament,
    {
        "game": Option("command.tournament.game", choices=_games),
        "form": Option("command.tournament.form", choices=_forms),
        "players": Option("command.tournament.players"),
        "hours": Option("command.tournament.hours"),
        "seeding": Option("command.tournament.seeding", choices=_seedings),
        "bots": Option("command.tournament.bots", choices=_bots),
        "tables": Option("command.tournament.tables", choices=_places),
    },
    posts=True,
    public=True,
    limit=OPENING,
    installs=INSTALLS,
    contexts=CONTEXTS,
)

CONTROLS: Final = {
    Verb.CUP: Route(use, bare=True),
    Verb.CUP_SURE: Route(sure, bare=True, private=True),
}
