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

from bot.discord.channels import has_thread
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    escape_markdown,
    names_of,
    note,
    panel_layout,
    picture_gallery,
    plain_names,
    without_markdown,
)
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.points import PODIUM
from bot.discord.request import FAILURES, Request, Surface
from bot.features.tournaments.model import Entrant, PairingResult, Tournament
from bot.features.tournaments.picture import paint_tournament
from bot.features.tournaments.rounds import DAY
from bot.features.tournaments.service import DECISIONS, SIGN_UP, Tournaments, TournamentStep
from bot.features.tournaments.tables import show_opened_tables
from bot.features.tournaments.texts import (
    details_text,
    entrant_name,
    game_end_text,
    round_title,
    standing_lines,
    tournament_title,
)
from bot.games.catalogue import words_in
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.store import Board, Status, bot_name
from bot.ui.alarms import messenger
from bot.ui.play.threads import why_no_thread
from bot.ui.table.lines import board_link
from bot.words import Words
from bot.words.menu import ButtonLook

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
        panel.add_item(Text(f"{_head_line(words, session, of)}\n{_cancellation_line(words, of)}"))
        return Message(panel_layout(panel))
    if of.status is Status.OPEN:
        panel.add_item(Text("\n".join(_invitation_lines(words, session, of))))
        panel.add_item(Text(_terms_line(words, of)))  # what follows a list in a text becomes part of it
        return Message(panel_layout(panel, in_rows(_buttons(words, of))))
    panel.add_item(Text("\n".join([line async for line in _standing_lines(words, session, of)])))
    picture, name = (
        await asyncio.to_thread(paint_tournament, words, session, of),
        f"tournament-{of.id}-{of.revision}.png",
    )
    panel.add_item(picture_gallery(name, without_markdown("\n".join(standing_lines(words, of)))))
    return Message(panel_layout(panel, in_rows(_buttons(words, of))), picture, name)


async def podium_message(session: Session, of: Tournament) -> Message:
    """The message that tells who has won; it calls them."""
    words = words_in(of.language)
    panel = Panel(Text("\n".join(_result_lines(words, session, of, mentioned=True))), accent_colour=WALNUT)
    picture, name = await asyncio.to_thread(paint_tournament, words, session, of), f"tournament-{of.id}.png"
    panel.add_item(picture_gallery(name, without_markdown("\n".join(standing_lines(words, of)))))
    first = tuple(one.user_id for one in of.entrants if one.place == 1 and (one.user_id or 0) > 0)
    return Message(
        panel_layout(panel), picture, name, pings=tuple(user for user in first if user is not None)
    )


def _head_line(words: Words, session: Session, of: Tournament) -> str:
    return words("tournament.head", title=tournament_title(words, session, of))


def _invitation_lines(words: Words, session: Session, of: Tournament) -> Iterator[str]:
    """Who calls for it, and who has signed up."""
    yield _head_line(words, session, of)
    yield words(
        f"tournament.invites.{of.setup.form}", name=escape_markdown(of.host_name), count=of.setup.places
    )
    for one in of.entrants:
        yield words("tournament.entrant", number=one.number, name=escape_markdown(one.name))


def _cancellation_line(words: Words, of: Tournament) -> str:
    """That it was cancelled: by somebody, or as nobody had begun it for long."""
    if not of.pairings and of.changed_at - of.at >= SIGN_UP:
        return words("tournament.expired", days=int(SIGN_UP // DAY))
    return words("tournament.cancelled")


def _terms_line(words: Words, of: Tournament) -> str:
    """How fast it is played, and whether bots fill it up."""
    hours = words.some("hours", of.setup.clock // HOUR)
    if of.setup.bots:
        return words("tournament.clock.bots", hours=hours, bot=bot_name(of.setup.bots))
    return words("tournament.clock", hours=hours)


async def _standing_lines(words: Words, session: Session, of: Tournament) -> AsyncIterator[str]:
    """The round, and the games that are being played; or who has won."""
    if of.status is Status.OVER:
        for line in _result_lines(words, session, of):
            yield line
        return
    yield _head_line(words, session, of)
    yield round_title(words, of)
    for game in of.pairings:
        if game.ended is not PairingResult.NOT_YET or game.table_id is None or game.second is None:
            continue
        table = await session.tables.find(game.table_id)
        link = "" if table is None else board_link(words, table)
        key = "tournament.running" if link else "tournament.running.unshown"
        first, second = (entrant_name(of, number) for number in (game.first, game.second))
        yield words(key, first=first, second=second, link=link)


def _result_lines(
    words: Words, session: Session, of: Tournament, *, mentioned: bool = False
) -> Iterator[str]:
    """Who has won, and who came next."""
    game = session.catalogue[of.setup.game].game.title
    first = [one for one in of.entrants if one.place == 1]
    names = tuple(_mention(one) if mentioned else escape_markdown(one.name) for one in first)
    if not first:
        yield words("tournament.nobody", game=game)
    elif len(first) == 1:
        yield words("tournament.won", name=names[0], game=game)
    else:
        yield words("tournament.shared", names=words.join_list(names), game=game)
    others = sorted((one for one in of.entrants if 1 < one.place <= PODIUM), key=lambda one: one.place)
    for place, group in groupby(others, key=lambda one: one.place):
        yield words(
            "tournament.podium",
            place=place,
            names=words.join_list(tuple(escape_markdown(one.name) for one in group)),
        )


def _mention(one: Entrant) -> str:
    """A mention; bots and the nameless have none."""
    return f"<@{one.user_id}>" if (one.user_id or 0) > 0 else escape_markdown(one.name)


def _buttons(words: Words, of: Tournament) -> list[Key]:
    at = of.id, 0
    if of.status is Status.OPEN:
        return [
            CUP.button(words("button.tournament.join"), at, ButtonLook.GOOD, "join"),
            CUP.button(words("button.tournament.leave"), at, ButtonLook.PLAIN, "leave"),
            CUP.button(words("button.tournament.begin"), at, ButtonLook.MAIN, "begin"),
            CUP.button(words("button.tournament.details"), at, ButtonLook.PLAIN, "details"),
        ]
    keys = [
        CUP.button(words("button.tournament.words"), at, ButtonLook.PLAIN, "words"),
        CUP.button(words("button.tournament.details"), at, ButtonLook.PLAIN, "details"),
    ]
    if of.status is Status.PLAYING:
        keys.append(CUP.button(words("button.tournament.withdraw"), at, ButtonLook.PLAIN, "withdraw"))
    return keys


# How it is shown


def display_lock(surface: Surface, tournament_id: int) -> asyncio.Lock:
    """The lock for showing a tournament."""
    return surface.posting_lock(f"tournament {tournament_id}")


async def show_tournament(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """Show a tournament as it stands, unless that is known to be done: by its message or by a new one.

    `anew`: also where it is, as what people are called has changed.
    """
    tournaments = surface.session.service(Tournaments)
    async with display_lock(surface, tournament_id):
        of = await tournaments.get(tournament_id)
        look = await tournaments.shown_state(of)
        is_wanted = anew or not tournaments.is_shown(of, look)
        if not is_wanted or (of.message is None and of.status is Status.CLOSED):
            return
        notice = messenger.Notice(
            of.guild_id,
            of.channel_id,
            of.message,
            of.at,
            messenger.control_filter(CUP.path, of.id, 0),
            await message_of(surface.session, of),
            f"t{of.id}.{of.revision}",
        )
        board = await messenger.show_notice(client, notice)
        if board != of.message:
            await tournaments.set_message(of, board)
        tournaments.note_shown(replace(of, message=board), look)
    if of.message not in (None, board):
        await delete_message(client, of, of.message)


async def show_soon(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """The same for whoever has changed it: if it fails, an alarm does it, which was left with the change."""
    try:
        await show_tournament(surface, client, tournament_id, anew=anew)
    except FAILURES as failure:
        LOG.info("tournament=%s is shown later: %s", tournament_id, failure)


async def delete_message(client: discord.Client, of: Tournament, old: Board) -> None:
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
            await _show_step(request, await step(click, number))
        case "leave":
            await _show_step(request, await tournaments.leave(click, number))
        case "details":
            await _show_details(request, await tournaments.get(number))
        case "words":
            lines = standing_lines(request.words, await tournaments.get(number))
            await request.private("\n".join(lines))
        case "withdraw":
            await _ask_to_withdraw(request, await tournaments.get(number))
        case _:
            raise Refused("old-control")


async def use_confirmation(request: Request, what: str) -> None:
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
            await request.change(await _stuck_games_layout(request, number))
        case _ if (match := _DECIDING.fullmatch(what)) is not None:
            await _decide_game(request, int(match["table"]), match["ended"])
        case _:
            raise Refused("old-control")


async def _show_step(request: Request, step: TournamentStep) -> None:
    """The message as it stands by now, where it was clicked; the tables that have been opened follow it."""
    request.trace.saved = True
    refused = ""
    if step.opened:  # whatever becomes of the answer
        await request.answer.put_off()
        refused = await show_opened_tables(request.surface, request.client, step)
    await _redraw_clicked(request, step.tournament.id)
    if step.opened:
        await show_soon(request.surface, request.client, step.tournament.id)
    if refused:
        await request.private(why_no_thread(request) or request.words("thread.refused", why=refused))


async def _redraw_clicked(request: Request, tournament_id: int) -> None:
    """The clicked message shows the tournament as it stands."""
    tournaments = request.session.service(Tournaments)
    async with display_lock(request.surface, tournament_id):
        of = await tournaments.get(tournament_id)
        look = await tournaments.shown_state(of)
        await request.redraw(await message_of(request.session, of))
        if of.message == Board(request.click.channel_id, request.clicked_message.id):
            tournaments.note_shown(of, look)


async def _show_details(request: Request, of: Tournament) -> None:
    """How it is played; and to whoever holds it, the way to cancel it."""
    rows, keys = list[Row](), list[Key]()
    may = request.person.id == of.host_id or request.click.manages
    plays = of.status is Status.PLAYING and of.of(request.person.id) is not None
    if await request.session.service(Tournaments).stuck_tables(request.click, of.id):
        keys.append(
            SURE.button(request.words("button.tournament.stuck"), (of.id, 0), ButtonLook.PLAIN, "stuck?")
        )
    if may and not plays and of.status in (Status.OPEN, Status.PLAYING):
        label = request.words("button.tournament.cancel")
        keys.append(SURE.button(label, (of.id, 0), ButtonLook.DANGER, "cancel?"))
    if keys:
        rows = in_rows(keys)
    ends = request.session.catalogue[of.setup.game].rules.ends
    await request.private(details_text(request.words, of, ends), rows)


async def _ask_to_withdraw(request: Request, of: Tournament) -> None:
    """Whether somebody means to withdraw."""
    own = of.of(request.person.id)
    if own is None or own.out:
        raise Refused("tournament-not-in")
    await request.ask(_question(request, of, "withdraw"))


def _question(request: Request, of: Tournament, what: str) -> discord.ui.LayoutView:
    words = request.words
    label = words(f"button.tournament.{what}")
    return note(
        words(f"tournament.ask.{what}"), in_rows([SURE.button(label, (of.id, 0), ButtonLook.DANGER, what)])
    )


# Stuck games


async def _stuck_games_layout(request: Request, number: int) -> Layout:
    """The games that somebody may decide, each with a button for every end of it."""
    of = await request.session.service(Tournaments).get(number)
    words, rows = request.words, list[Row]()
    tables = await request.session.service(Tournaments).stuck_tables(request.click, number)
    for table in tables:
        names = plain_names(table)
        ends = [
            (words("tournament.end.won", code=table.code, name=names[0]), PairingResult.FIRST),
            (words("tournament.end.won", code=table.code, name=names[1]), PairingResult.SECOND),
            (words("tournament.end.drawn", code=table.code), PairingResult.DRAWN),
        ]
        rows += in_rows(
            [SURE.button(label, (of.id, 0), ButtonLook.PLAIN, f"{ended}/{table.id}") for label, ended in ends]
        )
    games = [f"- **{table.code}**: {words.join_list(names_of(table))}" for table in tables]
    return note("\n".join([words("tournament.stuck"), *games]), rows)


async def _decide_game(request: Request, table_id: int, ended: str) -> None:
    """A stuck game ends like this, and everybody hears who has decided that."""
    number, tournaments = request.control.table, request.session.service(Tournaments)
    of = await tournaments.decide_game(request.click, number, table_id, PairingResult(ended))
    request.trace.saved = True
    request.surface.wake()
    table = await request.session.tables.get(table_id)
    await request.change(note(request.words("tournament.decided.done", code=table.code)))
    words, end = words_in(of.language), game_end_text(words_in(of.language), of, table)
    people = tuple(player.user_id for player in table.players if player.user_id > 0)
    names = tuple(
        f"<@{one.user_id}>" if one.user_id in people else escape_markdown(one.name) for one in table.players
    )
    told = words(
        "tournament.decided",
        host=escape_markdown(request.person.name),
        players=words.join_list(names),
        code=table.code,
        end=end,
    )
    message = Message(note(told), pings=people)
    try:
        await messenger.into(request.client, of.guild_id, of.channel_id, message, f"t{of.id}.{table_id}")
    except FAILURES as failure:
        LOG.warning("tournament=%s who decided a game could not be told: %s", of.id, failure)


CUP: Final = Endpoint("cup", use, bare=True)
SURE: Final = Endpoint("cupsure", use_confirmation, bare=True, private=True)

CONTROLS: Final = routes(CUP, SURE)
