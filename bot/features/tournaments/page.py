"""A tournament as people see and use it: its message, the buttons there, and what is asked in private."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

import discord

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    bare,
    laid_out,
    names_of,
    note,
    pictured,
    plain_names,
    safe,
)
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.places import has_thread
from bot.discord.points import PODIUM
from bot.discord.request import FAILURES, Request, Surface
from bot.features.tournaments.model import Ended, Entrant, Tournament
from bot.features.tournaments.picture import painted
from bot.features.tournaments.rounds import DAY
from bot.features.tournaments.service import DECISIONS, SIGN_UP, Step, Tournaments
from bot.features.tournaments.tables import put_up
from bot.features.tournaments.told import called, details, end_of_game, in_words, round_of_play, title
from bot.games.catalogue import words_in
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.store import Board, Status, bot_name
from bot.ui.alarms import messenger
from bot.ui.play.threads import why_no_thread
from bot.ui.table.lines import place_of
from bot.words import Words
from bot.words.menu import Look

LOG = logging.getLogger("taproom.tournament")

_DECIDING: Final = re.compile(rf"(?P<ended>{'|'.join(DECISIONS)})/(?P<table>\d{{1,15}})")
"""How a button of a stuck game says what it decides."""

HOUR: Final = 60 * 60


# The message


async def message_of(session: Session, of: Tournament, words: Words | None = None) -> Message:
    """The message of a tournament, in its language or in these `words`."""
    words = words_in(of.language) if words is None else words
    panel = Panel(accent_colour=WALNUT)
    if of.status is Status.CLOSED:
        panel.add_item(Text(f"{_head(words, session, of)}\n{_cancelled(words, of)}"))
        return Message(laid_out(panel))
    if of.status is Status.OPEN:
        panel.add_item(Text("\n".join(_invitation(words, session, of))))
        panel.add_item(Text(_terms(words, of)))  # what follows a list in a text becomes part of it
        return Message(laid_out(panel, in_rows(_keys(words, of))))
    panel.add_item(Text("\n".join([line async for line in _standing(words, session, of)])))
    picture, name = (
        await asyncio.to_thread(painted, words, session, of),
        f"tournament-{of.id}-{of.revision}.png",
    )
    panel.add_item(pictured(name, bare("\n".join(in_words(words, of)))))
    return Message(laid_out(panel, in_rows(_keys(words, of))), picture, name)


async def podium(session: Session, of: Tournament) -> Message:
    """The message that tells who has won; it calls them."""
    words = words_in(of.language)
    panel = Panel(Text("\n".join(_result(words, session, of, mentioned=True))), accent_colour=WALNUT)
    picture, name = await asyncio.to_thread(painted, words, session, of), f"tournament-{of.id}.png"
    panel.add_item(pictured(name, bare("\n".join(in_words(words, of)))))
    first = tuple(one.user_id for one in of.entrants if one.place == 1 and (one.user_id or 0) > 0)
    return Message(laid_out(panel), picture, name, pings=tuple(user for user in first if user is not None))


def _head(words: Words, session: Session, of: Tournament) -> str:
    return words("tournament.head", title=title(words, session, of))


def _invitation(words: Words, session: Session, of: Tournament) -> Iterator[str]:
    """Who calls for it, and who has signed up."""
    yield _head(words, session, of)
    yield words(f"tournament.invites.{of.call.form}", name=safe(of.host_name), count=of.call.places)
    for one in of.entrants:
        yield words("tournament.entrant", number=one.number, name=safe(one.name))


def _cancelled(words: Words, of: Tournament) -> str:
    """That it was cancelled: by somebody, or as nobody had begun it for long."""
    if not of.pairings and of.changed_at - of.at >= SIGN_UP:
        return words("tournament.expired", days=int(SIGN_UP // DAY))
    return words("tournament.cancelled")


def _terms(words: Words, of: Tournament) -> str:
    """How fast it is played, and whether bots fill it up."""
    hours = words.some("hours", of.call.clock // HOUR)
    if of.call.bots:
        return words("tournament.clock.bots", hours=hours, bot=bot_name(of.call.bots))
    return words("tournament.clock", hours=hours)


async def _standing(words: Words, session: Session, of: Tournament) -> AsyncIterator[str]:
    """The round, and the games that are being played; or who has won."""
    if of.status is Status.OVER:
        for line in _result(words, session, of):
            yield line
        return
    yield _head(words, session, of)
    yield round_of_play(words, of)
    for game in of.pairings:
        if game.ended is not Ended.NOT_YET or game.table_id is None or game.second is None:
            continue
        table = await session.tables.known(game.table_id)
        link = "" if table is None else place_of(words, table)
        key = "tournament.running" if link else "tournament.running.unshown"
        first, second = (called(of, number) for number in (game.first, game.second))
        yield words(key, first=first, second=second, link=link)


def _result(words: Words, session: Session, of: Tournament, *, mentioned: bool = False) -> Iterator[str]:
    """Who has won, and who came next."""
    game = session.catalogue[of.call.game].game.title
    first = [one for one in of.entrants if one.place == 1]
    names = tuple(_person(one) if mentioned else safe(one.name) for one in first)
    if not first:
        yield words("tournament.nobody", game=game)
    elif len(first) == 1:
        yield words("tournament.won", name=names[0], game=game)
    else:
        yield words("tournament.shared", names=words.listed(names), game=game)
    others = sorted((one for one in of.entrants if 1 < one.place <= PODIUM), key=lambda one: one.place)
    for place, group in groupby(others, key=lambda one: one.place):
        yield words(
            "tournament.podium", place=place, names=words.listed(tuple(safe(one.name) for one in group))
        )


def _person(one: Entrant) -> str:
    """A mention; bots and the nameless have none."""
    return f"<@{one.user_id}>" if (one.user_id or 0) > 0 else safe(one.name)


def _keys(words: Words, of: Tournament) -> list[Key]:
    at = of.id, 0
    if of.status is Status.OPEN:
        return [
            CUP.button(words("button.tournament.join"), at, Look.GOOD, "join"),
            CUP.button(words("button.tournament.leave"), at, Look.PLAIN, "leave"),
            CUP.button(words("button.tournament.begin"), at, Look.MAIN, "begin"),
            CUP.button(words("button.tournament.details"), at, Look.PLAIN, "details"),
        ]
    keys = [
        CUP.button(words("button.tournament.words"), at, Look.PLAIN, "words"),
        CUP.button(words("button.tournament.details"), at, Look.PLAIN, "details"),
    ]
    if of.status is Status.PLAYING:
        keys.append(CUP.button(words("button.tournament.withdraw"), at, Look.PLAIN, "withdraw"))
    return keys


# How it is shown


def showing(surface: Surface, tournament_id: int) -> asyncio.Lock:
    """The lock for showing a tournament."""
    return surface.posting(f"tournament {tournament_id}")


async def show(surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False) -> None:
    """Show a tournament as it stands, unless that is known to be done: by its message or by a new one.

    `anew`: also where it is, as what people are called has changed.
    """
    tournaments = surface.session.service(Tournaments)
    async with showing(surface, tournament_id):
        of = await tournaments.get(tournament_id)
        look = await tournaments.look_of(of)
        is_wanted = anew or not tournaments.is_shown(of, look)
        if not is_wanted or (of.message is None and of.status is Status.CLOSED):
            return
        notice = messenger.Notice(
            of.guild_id,
            of.channel_id,
            of.message,
            of.at,
            messenger.has_control(CUP.path, of.id, 0),
            await message_of(surface.session, of),
            f"t{of.id}.{of.revision}",
        )
        board = await messenger.show_notice(client, notice)
        if board != of.message:
            await tournaments.set_message(of, board)
        tournaments.showed(replace(of, message=board), look)
    if of.message not in (None, board):
        await take_away(client, of, of.message)


async def show_soon(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """The same for whoever has changed it: if it fails, an alarm does it, which was left with the change."""
    try:
        await show(surface, client, tournament_id, anew=anew)
    except FAILURES as failure:
        LOG.info("tournament=%s is shown later: %s", tournament_id, failure)


async def take_away(client: discord.Client, of: Tournament, old: Board) -> None:
    """A message that showed a tournament before goes, unless people have opened a thread on it."""
    channel = client.get_partial_messageable(old.channel_id, guild_id=of.guild_id)
    try:
        if await has_thread(client, of.guild_id, old.channel_id, old.message_id):
            return
        await channel.get_partial_message(old.message_id).delete()
    except FAILURES as failure:
        LOG.info("tournament=%s an old message of it stayed: %s", of.id, failure)


# What is used on it


async def use(request: Request, what: str) -> None:
    """A button under the message."""
    tournaments, click, number = request.session.service(Tournaments), request.click, request.control.table
    match what:
        case "join" | "begin":
            request.check_permissions()  # its games are shown here
            step = tournaments.join if what == "join" else tournaments.begin
            await _changed(request, await step(click, number))
        case "leave":
            await _changed(request, await tournaments.leave(click, number))
        case "details":
            await _tell(request, await tournaments.get(number))
        case "words":
            lines = in_words(request.words, await tournaments.get(number))
            await request.private("\n".join(lines))
        case "withdraw":
            await _ask(request, await tournaments.get(number))
        case _:
            raise Refused("old-control")


async def sure(request: Request, what: str) -> None:
    """A button of a question in private."""
    tournaments, click, number = request.session.service(Tournaments), request.click, request.control.table
    match what:
        case "cancel?":
            await request.change(_question(request, await tournaments.get(number), "cancel"))
        case "cancel":
            of = await tournaments.cancel(click, number)
            await request.change(note(request.words("tournament.ended")))
            await show_soon(request.surface, request.client, of.id)
        case "withdraw":
            await tournaments.withdraw(click, number)
            await request.change(note(request.words("tournament.out")))
            request.surface.wake()
        case "stuck?":
            await request.change(await _stuck(request, number))
        case _ if (match := _DECIDING.fullmatch(what)) is not None:
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
        keys.append(SURE.button(request.words("button.tournament.stuck"), (of.id, 0), Look.PLAIN, "stuck?"))
    if may and not plays and of.status in (Status.OPEN, Status.PLAYING):
        label = request.words("button.tournament.cancel")
        keys.append(SURE.button(label, (of.id, 0), Look.DANGER, "cancel?"))
    if keys:
        rows = in_rows(keys)
    ends = request.session.catalogue[of.call.game].rules.ends
    await request.private(details(request.words, of, ends), rows)


async def _ask(request: Request, of: Tournament) -> None:
    """Whether somebody means to withdraw."""
    own = of.of(request.person.id)
    if own is None or own.out:
        raise Refused("tournament-not-in")
    await request.ask(_question(request, of, "withdraw"))


def _question(request: Request, of: Tournament, what: str) -> discord.ui.LayoutView:
    words = request.words
    label = words(f"button.tournament.{what}")
    return note(words(f"tournament.ask.{what}"), in_rows([SURE.button(label, (of.id, 0), Look.DANGER, what)]))


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
            [SURE.button(label, (of.id, 0), Look.PLAIN, f"{ended}/{table.id}") for label, ended in ends]
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
        await messenger.into(request.client, of.guild_id, of.channel_id, message, f"t{of.id}.{table_id}")
    except FAILURES as failure:
        LOG.warning("tournament=%s who decided a game could not be told: %s", of.id, failure)


CUP: Final = Endpoint("cup", use, bare=True)
SURE: Final = Endpoint("cupsure", sure, bare=True, private=True)

CONTROLS: Final = routes(CUP, SURE)
