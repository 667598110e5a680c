"""*What do you think?*: a decision put to a vote, in one message that counts, and closes by itself."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import discord

from bot.discord.endpoints import Endpoint, option, routes
from bot.discord.frame import (
    NOBODY,
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    escape_markdown,
    link,
    names_of,
    panel_layout,
    without_view_store,
    words_at,
)
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.limits import SHARING
from bot.discord.request import FAILURES, Request, Surface, is_refused
from bot.features.votes.service import Ballot, Votes, voting_options
from bot.kernel.errors import Refused
from bot.store import Board
from bot.ui.alarms import messenger
from bot.ui.play.deliver import deliver
from bot.words import Words
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.post")

BUTTONS: Final = 5
"""With so many options each has a button; with more there is a list."""


# What it looks like


def ballot_layout(words: Words, asked: Ballot) -> Layout:
    """The message of a vote: the question, each option with its count, and while it is open how to vote."""
    ask, labels = asked.vote, option_labels(words, asked)
    votes = asked.is_open and not ask.closed
    name = names_of(asked.table)[ask.seat]
    panel = Panel(Text(words("ask.title" if votes else "ask.title.closed", name=name)), accent_colour=WALNUT)
    lines = [
        _option_line(words, asked, option, label, leads=not votes) for option, label in enumerate(labels)
    ]
    panel.add_item(Text("\n".join((*_question(words, asked), *lines))))
    if votes:
        panel.add_item(Text(words("ask.ends", when=f"<t:{int(ask.ends)}:R>")))
        return panel_layout(panel, _voting_rows(words, asked, labels))
    panel.add_item(Text(words("ask.over" if asked.is_open else "ask.decided", name=name)))
    return panel_layout(panel)


def option_labels(words: Words, asked: Ballot) -> tuple[str, ...]:
    """What each option is called, as the game's menu calls it; in notation, where that is not known."""
    told = dict[str, str]()
    if asked.state is not None:
        names = names_of(asked.table)
        told = dict(voting_options(asked.entry, words, names, asked.state, asked.vote.seat))
    return tuple(told.get(line, line) for line in asked.vote.lines)


def _question(words: Words, asked: Ballot) -> Iterator[str]:
    """What the game asks at this step."""
    if asked.state is not None:
        menu = asked.entry.rules.menu(words, names_of(asked.table), asked.state, "")
        if menu.question:
            yield f"{menu.question}\n"


def _option_line(words: Words, asked: Ballot, option: int, label: str, *, leads: bool) -> str:
    """An option with how many are for it: of those who sit there, and of those who look on."""
    seated, others = asked.count(option)
    told = escape_markdown(label)
    if leads and option in asked.leaders:
        told = f"**{told}**"
    if others:
        return words("ask.option.both", number=option + 1, option=told, count=seated, others=others)
    if seated:
        return words("ask.option.count", number=option + 1, option=told, count=seated)
    return words("ask.option", number=option + 1, option=told)


def _voting_rows(words: Words, asked: Ballot, labels: tuple[str, ...]) -> list[Row]:
    table, number = asked.table, asked.vote.number
    if len(labels) > BUTTONS:
        options = [option(label, str(number)) for number, label in enumerate(labels)]
        return [VOTE_LIST.options(words("ask.pick"), (table.id, number), options)]
    at = table.id, number
    return in_rows(VOTE.button(label, at, ButtonLook.PLAIN, option) for option, label in enumerate(labels))


def outcome_message(words: Words, asked: Ballot, *, calls: bool) -> Message:
    """What came of a vote, to who has asked, with a button to play what leads."""
    ask, table, leaders = asked.vote, asked.table, asked.leaders
    labels = option_labels(words, asked)
    named = words.join_list(tuple(f"**{escape_markdown(labels[option])}**" for option in leaders))
    key = "ask.result.none" if not leaders else "ask.result" if len(leaders) == 1 else "ask.result.level"
    seated, others = asked.count(leaders[0]) if leaders else (0, 0)
    who = f"<@{ask.user_id}>" if calls else f"**{names_of(table)[ask.seat]}**"
    lines = [words(key, mention=who, options=named, count=seated, others=others)]
    if ask.message is not None:
        lines.append(words("ask.link", link=link(table, ask.message)))
    keys = [_play_button(words, asked, option, labels[option]) for option in leaders[:BUTTONS]]
    layout = Layout(timeout=None)
    layout.add_item(Text("\n".join(lines)))
    for row in in_rows(keys):
        layout.add_item(row)
    return Message(without_view_store(layout), pings=(ask.user_id,) if calls else ())


def _play_button(words: Words, asked: Ballot, option: int, label: str) -> Key:
    told = words("button.ask.do", option=label)
    return PLAY.button(told, (asked.table.id, asked.vote.number), ButtonLook.GOOD, option)


async def show_closed(client: discord.Client, asked: Ballot) -> Ballot:
    """The message of a closed vote says what came of it; returns the vote, without a message that is gone."""
    table, board = asked.table, asked.vote.message
    if board is None:
        return asked
    channel = client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
    layout = ballot_layout(words_at(table), asked)
    try:
        await channel.get_partial_message(board.message_id).edit(view=layout, allowed_mentions=NOBODY)
    except (discord.NotFound, discord.Forbidden) as failure:
        LOG.info("table=%s the message of a vote stays as it is: %s", table.code, failure)
        if isinstance(failure, discord.NotFound):  # nothing leads there
            return replace(asked, vote=replace(asked.vote, message=None))
    return asked


async def show_vote(surface: Surface, client: discord.Client, asked: Ballot) -> None:
    """Show a vote as it stands, unless that is known to be done: where its message is, or by a new one."""
    asking, table, ask = surface.session.service(Votes), asked.table, asked.vote
    if asking.is_shown(asked):
        return
    path = (VOTE if len(ask.lines) <= BUTTONS else VOTE_LIST).path
    notice = messenger.Notice(
        table.guild_id,
        table.channel_id,
        ask.message,
        ask.at,
        messenger.control_filter(path, table.id, ask.number),
        Message(ballot_layout(words_at(table), asked)),
        f"v{table.id}.{ask.number}",
    )
    board = await messenger.show_notice(client, notice)
    if board != ask.message:
        await asking.set_message(asked, board)
    if ask.message is not None and board != ask.message:
        await asking.drop_message(table, ask.message)
    asking.note_shown(asked)


# What is used on it


async def put_to_vote(request: Request) -> None:
    """Put the decision at hand to a vote; one whose message is gone is posted again."""
    table = await request.table()
    asking = request.session.service(Votes)
    async with request.surface.posting_lock(table.id):  # meanwhile nobody else shows it
        try:
            asked = await asking.begin_vote(request.click, table.id)
        except Refused as refused:
            if refused.key != "ask-open" or not await _post_again(request, table.id):
                raise
            return
        request.trace.saved = True
        try:
            await _post_vote(request, asked)
        except FAILURES as failure:
            if is_refused(failure):
                await asking.drop_unposted(asked)
            raise


async def _post_vote(request: Request, asked: Ballot) -> None:
    sent = await request.post(Message(ballot_layout(words_at(asked.table), asked)))
    await request.session.service(Votes).set_message(asked, Board(asked.table.channel_id, sent))
    request.session.service(Votes).note_shown(asked)


async def _post_again(request: Request, table_id: int) -> bool:
    """Post an open vote again if its message is gone; returns whether it was."""
    asked = await request.session.service(Votes).open_vote(table_id)
    if asked is None or asked.vote.message is None:
        return False
    table, before = asked.table, asked.vote.message
    if await messenger.update_if_present(
        request.surface, request.client, table, before, Message(ballot_layout(words_at(table), asked))
    ):
        return False
    await _post_vote(request, asked)
    await request.session.service(Votes).drop_message(table, before)
    return True


async def cast_vote(request: Request, option: int) -> None:
    """Somebody votes; the message counts it."""
    table = await request.table()
    async with request.surface.posting_lock(table.id):
        asking, number = request.session.service(Votes), request.control.revision
        asked = await asking.cast_vote(request.click, table.id, number, option)
        if asked.is_new or not asking.is_shown(asked):
            request.trace.saved = True
            await request.change(ballot_layout(words_at(table), asked))
            asking.note_shown(asked)
        else:  # a second click on the same says nothing new
            await request.answer.defer()
    if asked.vote.closed:
        request.surface.wake()


async def play_leader(request: Request, option: int) -> None:
    """Play what leads a vote; the message that offered it goes."""
    table = await request.table()
    number = request.control.revision
    message = Board(request.click.channel_id, request.clicked_message.id)
    shown = await request.session.service(Votes).play_option(
        request.click, table.id, number, option, message, request.trace
    )
    await deliver(request, shown)


CONSULT: Final = Endpoint("consult", put_to_vote, posts=True, limit=SHARING)
VOTE: Final = Endpoint("vote", cast_vote, looks=True)
VOTE_LIST: Final = Endpoint("votepick", cast_vote, is_list=True, looks=True)
PLAY: Final = Endpoint("votedo", play_leader, posts=True)

CONTROLS: Final = routes(CONSULT, VOTE, VOTE_LIST, PLAY)
