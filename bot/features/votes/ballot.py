"""*What do you think?*: a decision put to a vote, in one message that counts and closes automatically."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import discord

from bot.discord.endpoints import Endpoint, option, routes
from bot.discord.frame import (
    NO_MENTIONS,
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
"""Up to so many options have a button each; more are in a list."""


# Messages


def ballot_layout(words: Words, ballot: Ballot) -> Layout:
    """The message of a vote: the question, the options with votes, and while it is open the controls."""
    vote, labels = ballot.vote, option_labels(words, ballot)
    votes = ballot.is_open and not vote.closed
    name = names_of(ballot.table)[vote.seat]
    panel = Panel(Text(words("ask.title" if votes else "ask.title.closed", name=name)), accent_colour=WALNUT)
    lines = [
        _option_line(words, ballot, option, label, leads=not votes)
        for option, label in enumerate(labels)
        if any(ballot.count(option))  # the controls name the others
    ]
    if text := "\n".join((*_question(words, ballot), *lines)).strip():
        panel.add_item(Text(text))
    if votes:
        if ballot.asked:
            panel.add_item(Text(words.join_list(tuple(f"<@{user}>" for user in ballot.asked))))
        panel.add_item(Text(words("ask.ends", when=f"<t:{int(vote.ends)}:R>")))
        return panel_layout(panel, _voting_rows(words, ballot, labels))
    panel.add_item(Text(words("ask.over" if ballot.is_open else "ask.decided", name=name)))
    return panel_layout(panel)


def option_labels(words: Words, ballot: Ballot) -> tuple[str, ...]:
    """The label of each option in the game's menu; in notation, where it has none."""
    labels = dict[str, str]()
    if ballot.state is not None:
        names = names_of(ballot.table)
        labels = dict(voting_options(ballot.entry, words, names, ballot.state, ballot.vote.seat))
    return tuple(labels.get(line, line) for line in ballot.vote.lines)


def _question(words: Words, ballot: Ballot) -> Iterator[str]:
    """The game's question at this step."""
    if ballot.state is not None:
        menu = ballot.entry.rules.menu(words, names_of(ballot.table), ballot.state, "")
        if menu.question:
            yield f"{menu.question}\n"


def _option_line(words: Words, ballot: Ballot, option: int, label: str, *, leads: bool) -> str:
    """An option with its votes: those of seated players, and of spectators."""
    seated, others = ballot.count(option)
    option_text = escape_markdown(label)
    if leads and option in ballot.leaders:
        option_text = f"**{option_text}**"
    if others:
        return words("ask.option.both", option=option_text, count=seated, others=others)
    return words("ask.option.count", option=option_text, count=seated)


def _voting_rows(words: Words, ballot: Ballot, labels: tuple[str, ...]) -> list[Row]:
    table, number = ballot.table, ballot.vote.number
    if len(labels) > BUTTONS:
        options = [option(label, str(number)) for number, label in enumerate(labels)]
        return [VOTE_LIST.options(words("ask.pick"), (table.id, number), options)]
    at = table.id, number
    return in_rows(VOTE.button(label, at, ButtonLook.PLAIN, option) for option, label in enumerate(labels))


def outcome_message(words: Words, ballot: Ballot, *, calls: bool) -> Message:
    """The result of a vote for the asker, with a button to play the leading option."""
    vote, table, leaders = ballot.vote, ballot.table, ballot.leaders
    labels = option_labels(words, ballot)
    named = words.join_list(tuple(f"**{escape_markdown(labels[option])}**" for option in leaders))
    key = "ask.result.none" if not leaders else "ask.result" if len(leaders) == 1 else "ask.result.level"
    seated, others = ballot.count(leaders[0]) if leaders else (0, 0)
    asker = f"<@{vote.user_id}>" if calls else f"**{names_of(table)[vote.seat]}**"
    lines = [words(key, mention=asker, options=named, count=seated, others=others)]
    if vote.message is not None:
        lines.append(words("ask.link", link=link(table, vote.message)))
    keys = [_play_button(words, ballot, option, labels[option]) for option in leaders[:BUTTONS]]
    layout = Layout(timeout=None)
    layout.add_item(Text("\n".join(lines)))
    for row in in_rows(keys):
        layout.add_item(row)
    return Message(without_view_store(layout), pings=(vote.user_id,) if calls else ())


def _play_button(words: Words, ballot: Ballot, option: int, label: str) -> Key:
    button_label = words("button.ask.do", option=label)
    return PLAY.button(button_label, (ballot.table.id, ballot.vote.number), ButtonLook.GOOD, option)


async def show_closed(client: discord.Client, ballot: Ballot) -> Ballot:
    """Show the result in the message of a closed vote; returns the vote, without a message that is gone."""
    table, board = ballot.table, ballot.vote.message
    if board is None:
        return ballot
    channel = client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
    layout = ballot_layout(words_at(table), ballot)
    try:
        await channel.get_partial_message(board.message_id).edit(view=layout, allowed_mentions=NO_MENTIONS)
    except (discord.NotFound, discord.Forbidden) as failure:
        LOG.info("table=%s the message of a vote stays as it is: %s", table.code, failure)
        if isinstance(failure, discord.NotFound):  # it cannot be linked
            return replace(ballot, vote=replace(ballot.vote, message=None))
    return ballot


async def show_vote(surface: Surface, client: discord.Client, ballot: Ballot) -> None:
    """Update the message of a vote or post a new one, unless it is known to be current."""
    service, table, vote = surface.session.service(Votes), ballot.table, ballot.vote
    if service.is_shown(ballot):
        return
    path = (VOTE if len(vote.lines) <= BUTTONS else VOTE_LIST).path
    pings = () if vote.message is not None else await service.voters_to_call(ballot)
    notice = messenger.Notice(
        table.guild_id,
        table.channel_id,
        vote.message,
        vote.at,
        messenger.control_filter(path, table.id, vote.number),
        Message(ballot_layout(words_at(table), ballot), pings=pings),
        f"v{table.id}.{vote.number}",
    )
    board = await messenger.show_notice(client, notice)
    if board != vote.message:
        await service.set_message(ballot, board)
    if vote.message is not None and board != vote.message:
        await service.drop_message(table, vote.message)
    service.note_shown(ballot)


# Handlers


async def put_to_vote(request: Request) -> None:
    """Put the current decision to a vote; an open vote whose message is gone is posted again."""
    table = await request.table()
    service = request.session.service(Votes)
    async with request.surface.posting_lock(table.id):  # no other task posts it meanwhile
        try:
            ballot = await service.begin_vote(request.click, table.id)
        except Refused as refused:
            if refused.key != "ask-open" or not await _post_again(request, table.id):
                raise
            return
        request.trace.saved = True
        try:
            await _post_vote(request, ballot)
        except FAILURES as failure:
            if is_refused(failure):
                await service.drop_unposted(ballot)
            raise


async def _post_vote(request: Request, ballot: Ballot) -> None:
    service, layout = request.session.service(Votes), ballot_layout(words_at(ballot.table), ballot)
    sent = await request.post(Message(layout, pings=await service.voters_to_call(ballot)))
    await service.set_message(ballot, Board(ballot.table.channel_id, sent))
    service.note_shown(ballot)


async def _post_again(request: Request, table_id: int) -> bool:
    """Post an open vote again if its message is gone; returns whether it was."""
    ballot = await request.session.service(Votes).open_vote(table_id)
    if ballot is None or ballot.vote.message is None:
        return False
    table, before = ballot.table, ballot.vote.message
    if await messenger.update_if_present(
        request.surface, request.client, table, before, Message(ballot_layout(words_at(table), ballot))
    ):
        return False
    await _post_vote(request, ballot)
    await request.session.service(Votes).drop_message(table, before)
    return True


async def cast_vote(request: Request, option: int) -> None:
    """Count the user's vote."""
    table = await request.table()
    async with request.surface.posting_lock(table.id):
        service, number = request.session.service(Votes), request.control.revision
        ballot = await service.cast_vote(request.click, table.id, number, option)
        if ballot.is_new or not service.is_shown(ballot):
            request.trace.saved = True
            await request.change(ballot_layout(words_at(table), ballot))
            service.note_shown(ballot)
        else:  # a second click on the same option changes nothing
            await request.answer.defer()
    if ballot.vote.closed:
        request.surface.wake()


async def play_leader(request: Request, option: int) -> None:
    """Play the leading option; the message that offered it is deleted."""
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
