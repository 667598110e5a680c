"""The message of a tournament, its buttons, and the private questions."""

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
"""The detail of a button that decides a stuck game."""

HOUR: Final = 60 * 60


# The message


async def message_of(session: Session, tournament: Tournament, words: Words | None = None) -> Message:
    """The message of a tournament, in its language or in these `words`."""
    words = words_in(tournament.language) if words is None else words
    panel = Panel(accent_colour=WALNUT)
    if tournament.status is Status.CLOSED:
        panel.add_item(
            Text(f"{_head_line(words, session, tournament)}\n{_cancellation_line(words, tournament)}")
        )
        return Message(panel_layout(panel))
    if tournament.status is Status.OPEN:
        panel.add_item(Text("\n".join(_invitation_lines(words, session, tournament))))
        panel.add_item(Text(_terms_line(words, tournament)))  # text after a list would become part of it
        return Message(panel_layout(panel, in_rows(_buttons(words, tournament))))
    panel.add_item(Text("\n".join([line async for line in _standing_lines(words, session, tournament)])))
    picture, name = (
        await asyncio.to_thread(paint_tournament, words, session, tournament),
        f"tournament-{tournament.id}-{tournament.revision}.png",
    )
    panel.add_item(picture_gallery(name, without_markdown("\n".join(standing_lines(words, tournament)))))
    return Message(panel_layout(panel, in_rows(_buttons(words, tournament))), picture, name)


async def podium_message(session: Session, tournament: Tournament) -> Message:
    """The message that announces the winners and mentions them."""
    words = words_in(tournament.language)
    panel = Panel(
        Text("\n".join(_result_lines(words, session, tournament, mentioned=True))), accent_colour=WALNUT
    )
    picture, name = (
        await asyncio.to_thread(paint_tournament, words, session, tournament),
        f"tournament-{tournament.id}.png",
    )
    panel.add_item(picture_gallery(name, without_markdown("\n".join(standing_lines(words, tournament)))))
    first = tuple(
        entrant.user_id
        for entrant in tournament.entrants
        if entrant.place == 1 and (entrant.user_id or 0) > 0
    )
    return Message(
        panel_layout(panel), picture, name, pings=tuple(user for user in first if user is not None)
    )


def _head_line(words: Words, session: Session, tournament: Tournament) -> str:
    return words("tournament.head", title=tournament_title(words, session, tournament))


def _invitation_lines(words: Words, session: Session, tournament: Tournament) -> Iterator[str]:
    """The organizer's invitation, and the entrants so far."""
    yield _head_line(words, session, tournament)
    yield words(
        f"tournament.invites.{tournament.setup.form}",
        name=escape_markdown(tournament.host_name),
        count=tournament.setup.places,
    )
    for entrant in tournament.entrants:
        yield words("tournament.entrant", number=entrant.number, name=escape_markdown(entrant.name))


def _cancellation_line(words: Words, tournament: Tournament) -> str:
    """That the tournament was cancelled: by the organizer, or because it was not started in time."""
    if not tournament.pairings and tournament.changed_at - tournament.at >= SIGN_UP:
        return words("tournament.expired", days=int(SIGN_UP // DAY))
    return words("tournament.cancelled")


def _terms_line(words: Words, tournament: Tournament) -> str:
    """The clock, and the bots that fill free places."""
    hours = words.some("hours", tournament.setup.clock // HOUR)
    if tournament.setup.bots:
        return words("tournament.clock.bots", hours=hours, bot=bot_name(tournament.setup.bots))
    return words("tournament.clock", hours=hours)


async def _standing_lines(words: Words, session: Session, tournament: Tournament) -> AsyncIterator[str]:
    """The round and its running games; or the result."""
    if tournament.status is Status.OVER:
        for line in _result_lines(words, session, tournament):
            yield line
        return
    yield _head_line(words, session, tournament)
    yield round_title(words, tournament)
    for game in tournament.pairings:
        if game.ended is not PairingResult.NOT_YET or game.table_id is None or game.second is None:
            continue
        table = await session.tables.find(game.table_id)
        link = "" if table is None else board_link(words, table)
        key = "tournament.running" if link else "tournament.running.unshown"
        first, second = (entrant_name(tournament, number) for number in (game.first, game.second))
        yield words(key, first=first, second=second, link=link)


def _result_lines(
    words: Words, session: Session, tournament: Tournament, *, mentioned: bool = False
) -> Iterator[str]:
    """The winners and the places after them."""
    game = session.catalogue[tournament.setup.game].game.title
    first = [entrant for entrant in tournament.entrants if entrant.place == 1]
    names = tuple(_mention(entrant) if mentioned else escape_markdown(entrant.name) for entrant in first)
    if not first:
        yield words("tournament.nobody", game=game)
    elif len(first) == 1:
        yield words("tournament.won", name=names[0], game=game)
    else:
        yield words("tournament.shared", names=words.join_list(names), game=game)
    others = sorted(
        (entrant for entrant in tournament.entrants if 1 < entrant.place <= PODIUM),
        key=lambda entrant: entrant.place,
    )
    for place, group in groupby(others, key=lambda entrant: entrant.place):
        yield words(
            "tournament.podium",
            place=place,
            names=words.join_list(tuple(escape_markdown(entrant.name) for entrant in group)),
        )


def _mention(entrant: Entrant) -> str:
    """A mention; the plain name of a bot or a nameless entrant."""
    return f"<@{entrant.user_id}>" if (entrant.user_id or 0) > 0 else escape_markdown(entrant.name)


def _buttons(words: Words, tournament: Tournament) -> list[Key]:
    at = tournament.id, 0
    if tournament.status is Status.OPEN:
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
    if tournament.status is Status.PLAYING:
        keys.append(CUP.button(words("button.tournament.withdraw"), at, ButtonLook.PLAIN, "withdraw"))
    return keys


# Showing it


def display_lock(surface: Surface, tournament_id: int) -> asyncio.Lock:
    """The lock for updating the message of a tournament."""
    return surface.posting_lock(f"tournament {tournament_id}")


async def show_tournament(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """Update the message of a tournament, or post a new one, unless it is known to be current.

    `anew`: update it in any case, as names have changed.
    """
    tournaments = surface.session.service(Tournaments)
    async with display_lock(surface, tournament_id):
        tournament = await tournaments.get(tournament_id)
        look = await tournaments.shown_state(tournament)
        is_wanted = anew or not tournaments.is_shown(tournament, look)
        if not is_wanted or (tournament.message is None and tournament.status is Status.CLOSED):
            return
        notice = messenger.Notice(
            tournament.guild_id,
            tournament.channel_id,
            tournament.message,
            tournament.at,
            messenger.control_filter(CUP.path, tournament.id, 0),
            await message_of(surface.session, tournament),
            f"t{tournament.id}.{tournament.revision}",
        )
        board = await messenger.show_notice(client, notice)
        if board != tournament.message:
            await tournaments.set_message(tournament, board)
        tournaments.note_shown(replace(tournament, message=board), look)
    if tournament.message not in (None, board):
        await delete_message(client, tournament, tournament.message)


async def show_soon(
    surface: Surface, client: discord.Client, tournament_id: int, *, anew: bool = False
) -> None:
    """Update the message; if that fails, an alarm that was saved with the change does it."""
    try:
        await show_tournament(surface, client, tournament_id, anew=anew)
    except FAILURES as failure:
        LOG.info("tournament=%s is shown later: %s", tournament_id, failure)


async def delete_message(client: discord.Client, tournament: Tournament, old: Board) -> None:
    """Delete a previous message of a tournament, unless it has a thread."""
    channel = client.get_partial_messageable(old.channel_id, guild_id=tournament.guild_id)
    try:
        if await has_thread(client, tournament.guild_id, old.channel_id, old.message_id):
            return
        await channel.get_partial_message(old.message_id).delete()
    except FAILURES as failure:
        LOG.info("tournament=%s an old message of it stayed: %s", tournament.id, failure)


# Handlers


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
    """A button of a private question."""
    tournaments, click, number = request.session.service(Tournaments), request.click, request.control.table
    match what:
        case "cancel?":
            await request.change(_question(request, await tournaments.get(number), "cancel"))
        case "cancel":
            tournament = await tournaments.cancel(click, number)
            await request.change(note(request.words("tournament.ended")))
            await show_soon(request.surface, request.client, tournament.id)
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
    """Update the clicked message after a step; then show the tables that it opened."""
    request.trace.saved = True
    refused = ""
    if step.opened:  # even if the answer fails
        await request.answer.put_off()
        refused = await show_opened_tables(request.surface, request.client, step)
    await _redraw_clicked(request, step.tournament.id)
    if step.opened:
        await show_soon(request.surface, request.client, step.tournament.id)
    if refused:
        await request.private(why_no_thread(request) or request.words("thread.refused", why=refused))


async def _redraw_clicked(request: Request, tournament_id: int) -> None:
    """Update the clicked message."""
    tournaments = request.session.service(Tournaments)
    async with display_lock(request.surface, tournament_id):
        tournament = await tournaments.get(tournament_id)
        look = await tournaments.shown_state(tournament)
        await request.redraw(await message_of(request.session, tournament))
        if tournament.message == Board(request.click.channel_id, request.clicked_message.id):
            tournaments.note_shown(tournament, look)


async def _show_details(request: Request, tournament: Tournament) -> None:
    """Show how the tournament is played; and to the organizer, the button to cancel it."""
    rows, keys = list[Row](), list[Key]()
    may = request.person.id == tournament.host_id or request.click.manages
    plays = tournament.status is Status.PLAYING and tournament.of(request.person.id) is not None
    if await request.session.service(Tournaments).stuck_tables(request.click, tournament.id):
        keys.append(
            SURE.button(
                request.words("button.tournament.stuck"), (tournament.id, 0), ButtonLook.PLAIN, "stuck?"
            )
        )
    if may and not plays and tournament.status in (Status.OPEN, Status.PLAYING):
        label = request.words("button.tournament.cancel")
        keys.append(SURE.button(label, (tournament.id, 0), ButtonLook.DANGER, "cancel?"))
    if keys:
        rows = in_rows(keys)
    ends = request.session.catalogue[tournament.setup.game].rules.ends
    await request.private(details_text(request.words, tournament, ends), rows)


async def _ask_to_withdraw(request: Request, tournament: Tournament) -> None:
    """Ask the user to confirm the withdrawal."""
    own_entry = tournament.of(request.person.id)
    if own_entry is None or own_entry.out:
        raise Refused("tournament-not-in")
    await request.ask(_question(request, tournament, "withdraw"))


def _question(request: Request, tournament: Tournament, what: str) -> discord.ui.LayoutView:
    words = request.words
    label = words(f"button.tournament.{what}")
    return note(
        words(f"tournament.ask.{what}"),
        in_rows([SURE.button(label, (tournament.id, 0), ButtonLook.DANGER, what)]),
    )


# Stuck games


async def _stuck_games_layout(request: Request, number: int) -> Layout:
    """The games that the organizer may decide, each with a button for every result."""
    tournament = await request.session.service(Tournaments).get(number)
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
            [
                SURE.button(label, (tournament.id, 0), ButtonLook.PLAIN, f"{ended}/{table.id}")
                for label, ended in ends
            ]
        )
    games = [f"- **{table.code}**: {words.join_list(names_of(table))}" for table in tables]
    return note("\n".join([words("tournament.stuck"), *games]), rows)


async def _decide_game(request: Request, table_id: int, ended: str) -> None:
    """Decide a stuck game, and announce who decided it."""
    number, tournaments = request.control.table, request.session.service(Tournaments)
    tournament = await tournaments.decide_game(request.click, number, table_id, PairingResult(ended))
    request.trace.saved = True
    request.surface.wake()
    table = await request.session.tables.get(table_id)
    await request.change(note(request.words("tournament.decided.done", code=table.code)))
    words, end = (
        words_in(tournament.language),
        game_end_text(words_in(tournament.language), tournament, table),
    )
    people = tuple(player.user_id for player in table.players if player.user_id > 0)
    names = tuple(
        f"<@{participant.user_id}>" if participant.user_id in people else escape_markdown(participant.name)
        for participant in table.players
    )
    text = words(
        "tournament.decided",
        host=escape_markdown(request.person.name),
        players=words.join_list(names),
        code=table.code,
        end=end,
    )
    message = Message(note(text), pings=people)
    try:
        await messenger.into(
            request.client,
            tournament.guild_id,
            tournament.channel_id,
            message,
            f"t{tournament.id}.{table_id}",
        )
    except FAILURES as failure:
        LOG.warning("tournament=%s who decided a game could not be told: %s", tournament.id, failure)


CUP: Final = Endpoint("cup", use, bare=True)
SURE: Final = Endpoint("cupsure", use_confirmation, bare=True, private=True)

CONTROLS: Final = routes(CUP, SURE)
