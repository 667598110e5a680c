"""The review of a game that is over: asked for, made, and shown on the card of its game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

import discord

from bot.discord.command import Code, Command
from bot.discord.frame import NOBODY, Layout, Message, note
from bot.discord.keyboard import Control, Key, Row, Verb
from bot.discord.limits import THINKING
from bot.discord.refusals import refusal
from bot.discord.request import Request, Route
from bot.features.reviews.card import end_card
from bot.features.reviews.page import analysed_game, decision, meant, page
from bot.kernel.advice import BEST
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.seats import DONE
from bot.minds.pool import CannotThink
from bot.store import Board, Status, Table, bot_name
from bot.ui.table.lines import visible_option

LOG = logging.getLogger("taproom.review")

PAUSE: Final = 20.0
"""Seconds from a game's end to its review: whoever plays again at once comes first."""


async def review(request: Request, table: Code | None = None) -> None:
    """`/review`."""
    await request.show(await review_message(request, await request.find(table)))


def _is_told(_: Request, table: Table) -> bool:
    """Whether a game is over, and there was one."""
    return table.status in DONE and table.state is not None


async def show_review(request: Request) -> None:
    """How far a review has come, or the review itself, in its place; or one of its decisions, in private."""
    detail = request.control.detail
    table = await request.table(detail)
    if not detail:
        if not request.clicked.flags.ephemeral:
            raise Refused("old-control")
        await request.redraw(await review_message(request, table))
        return
    analysed = await analysed_game(request.words, request.session, table, request.person)
    found = None if analysed is None else meant(analysed, detail)
    if analysed is None or found is None:
        raise Refused("old-control")
    message = await asyncio.to_thread(decision, analysed, found)
    if found.answered and request.clicked.flags.ephemeral:
        await request.redraw(message)
    else:
        await request.show(message)


async def review_message(request: Request, table: Table) -> Message:
    """The review; where there is none yet, it is asked for, and this says how far it has come.

    Below it are the card and the luck of the game: these are there as well where it has no review.
    """
    beside = list(_beside(request, table))
    analysed = await analysed_game(request.words, request.session, table, request.person)
    if analysed is not None:
        return await page(analysed, beside)
    try:
        so_far = await request.session.reviews.ask(request.click, table)
    except Refused as refused:
        if not beside:
            raise
        request.trace.outcome = refused.key
        return Message(note(refusal(request.words, refused), [Row(*beside)]))
    request.surface.wake()
    words, mind = request.words, bot_name(BEST)
    text = words("seen.waits", mind=mind)
    if request.session.reviews.has_failed(table):
        text = words("seen.failed", mind=mind)
    if so_far.count:
        text = words("seen.so-far", mind=mind, done=so_far.done, count=so_far.count)
    again = discord.ui.Button[Layout](
        label=words("button.review.again"),
        custom_id=str(Control(table.id, table.revision, Verb.REVIEW)),
    )
    return Message(note(text, [Row(again, *beside)]))


def _beside(request: Request, table: Table) -> Iterator[Key]:
    """The ways from a review to what else is told of a game that is over."""
    if not _is_told(request, table):
        return
    words = request.words
    if table.status is Status.OVER:
        yield Key(label=words("button.card"), custom_id=str(Control(table.id, table.revision, Verb.CARD)))
    if request.session.catalogue[table.game].help.luck is not None:
        yield Key(label=words("button.luck"), custom_id=str(Control(table.id, table.revision, Verb.LUCK)))


async def make_review(session: Session, client: discord.Client, table: Table) -> None:
    """Have a review made, and show it on the card of its game, if that is still there.

    Where it cannot be made, the card stays as it was; `/review` asks for it anew.
    """
    try:
        await session.reviews.make(table)
    except (Refused, CannotThink) as failure:
        LOG.warning("table=%s has no review: %s", table.code, failure)
        return
    place = await session.tables.note(card_of(table))
    if place is None or table.status is not Status.OVER:
        return
    channel_id, _, message_id = place.partition(":")
    channel = client.get_partial_messageable(int(channel_id), guild_id=table.guild_id)
    message = await end_card(session, table)
    await channel.get_partial_message(int(message_id)).edit(
        view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
    )


async def note_card(session: Session, table: Table, board: Board) -> None:
    """Note where the card of a game was posted."""
    await session.tables.set_note(card_of(table), f"{board.channel_id}:{board.message_id}")


def card_of(table: Table) -> str:
    """What it is noted under where the card of a table is."""
    return f"card:{table.id}"


REVIEW: Final = Command(
    "review", "command.review", review, {"table": visible_option(_is_told)}, limit=THINKING
)

CONTROLS: Final = {Verb.REVIEW: Route(show_review, looks=True)}
