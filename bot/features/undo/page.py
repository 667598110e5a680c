"""`/undo`, its button, and the questions before an undo."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import accumulate, chain
from typing import Final

from discord import app_commands

from bot.discord.command import Code, Command, CommandOption, Ply
from bot.discord.endpoints import At, Endpoint, routes
from bot.discord.frame import (
    PASSING,
    WALNUT,
    Message,
    Panel,
    Text,
    escape_markdown,
    is_board_of,
    link,
    names_of,
    note,
    panel_layout,
    plain_names,
    words_at,
)
from bot.discord.keyboard import Key, Row, cancel_key, in_rows
from bot.discord.request import Request
from bot.features.undo.service import Undo, UndoRequest, name_of, votes_needed
from bot.features.undo.storage import UndoOffer
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import acting_for, names_at, second_board_of
from bot.kernel.trace import Trace
from bot.store import Board, Player, Status, Table
from bot.ui.alarms.messenger import update_if_present
from bot.ui.board.messages import remove_board
from bot.ui.play.board_layout import board_of, board_picture
from bot.ui.play.deliver import deliver, remove_clicked
from bot.ui.table.lines import own_option
from bot.words import Words
from bot.words.menu import ButtonLook, Does, Menu, buttons_of
from engine.replay import LogPosition

LOG = logging.getLogger("taproom.post")

MOST: Final = 999
"""The most own moves that can be taken back at once."""

NAMED: Final = 5
"""The most moves that are listed; beyond it, their number."""

REVEALED: Final = 600
"""The most characters about what was revealed."""


async def undo(
    request: Request,
    table: Code | None = None,
    moves: app_commands.Range[int, 1, MOST] | None = None,
    to: Ply | None = None,
) -> None:
    """`/undo`: take back a number of own moves, or go back to a move's number."""
    game_table = request.note_table(await request.session.search.find_for_undo(request.click, table))
    await _undo_or_ask(
        request, await _service(request).find_request(request.click, game_table.id, moves=moves, to=to)
    )


def _has_moves(_: Request, table: Table) -> bool:
    """Whether there is a move to take back."""
    return table.status is Status.PLAYING and table.plies > 0


async def take_back(request: Request) -> None:
    """Take back the user's last move, by the button of the board."""
    request.note_control()
    control = request.control
    undo_request = await _service(request).find_request(
        request.click, control.table, revision=control.revision
    )
    await _undo_or_ask(request, undo_request)


async def take_back_confirmed(request: Request, ply: int) -> None:
    """Take back what the private question asked about."""
    request.note_control(request.control.detail)
    click = request.click
    undo_request = await _service(request).find_request(
        click, request.control.table, to=ply, revision=request.control.revision
    )
    await deliver(request, await _service(request).take_back(click, undo_request, request.trace))


async def ask_others(request: Request, ply: int) -> None:
    """Post the offer to the other players, as the user confirmed in private."""
    request.note_control(request.control.detail)
    control = request.control
    undo_request = await _service(request).find_request(
        request.click, control.table, to=ply, revision=control.revision
    )
    await request.answer.defer()
    if not undo_request.voters:  # the voters have left the game meanwhile
        await request.redraw(await confirm_message(request.words, undo_request, request.trace))
        return
    if await _post_offer(request, undo_request):
        await request.answer.removal(request.clicked_message.id)()


async def agree(request: Request, ply: int) -> None:
    """Agree to an offer; with enough votes the game goes back and the offer is deleted."""
    control, click = request.control, request.click
    request.note_control(control.detail)
    async with _answering_offer(request), request.surface.posting_lock(control.table):
        agreement = await _service(request).agree(click, control.table, control.revision, ply, request.trace)
        if agreement.table_after is None:
            words = words_at(agreement.request.table)
            await request.redraw(
                await offer_message(words, agreement.request, agreement.offer, request.trace)
            )
            return
    try:
        await deliver(request, agreement.table_after)
    finally:
        await _remove(request, agreement.table_after.table, agreement.offer)


async def decline(request: Request, ply: int) -> None:
    """Decline an offer: its message says so until the turn has passed."""
    control = request.control
    request.note_control(control.detail)
    async with _answering_offer(request):
        offer = await _service(request).decline(request.click, control.table, control.revision, ply)
        table = await request.session.tables.get(control.table)
        line = words_at(table)("undo.declined", name=escape_markdown(request.person.name))
        await request.redraw(Message(note(line)))
        if offer.message is not None and offer.message.message_id != request.clicked_message.id:
            await remove_board(request.surface, request.client, table, offer.message, is_noted=False)


async def withdraw(request: Request, ply: int) -> None:
    """Withdraw the user's own offer, and delete its message."""
    control = request.control
    request.note_control(control.detail)
    async with _answering_offer(request):
        offer = await _service(request).withdraw(request.click, control.table, control.revision, ply)
        await request.answer.defer()
        await _remove(request, await request.session.tables.get(control.table), offer)


@asynccontextmanager
async def _answering_offer(request: Request) -> AsyncIterator[None]:
    """Context in which an offer is answered; the message of an outdated offer is deleted."""
    try:
        yield
    except Refused as refused:
        if refused.key == "undo-off":
            table = await request.session.tables.get(request.control.table)
            if not is_board_of(table, request.clicked_message):
                await request.answer.defer()
                await remove_clicked(request, table)
        raise


async def _remove(request: Request, table: Table, offer: UndoOffer) -> None:
    """Delete the clicked offer, and its other message if it has one."""
    await remove_clicked(request, table)
    if offer.message is not None and offer.message.message_id != request.clicked_message.id:
        await remove_board(request.surface, request.client, table, offer.message, is_noted=False)


async def _undo_or_ask(request: Request, undo_request: UndoRequest) -> None:
    """Go back if that is free; else ask the user first, in private, before the other players."""
    if undo_request.takeback.is_free:
        await deliver(request, await _service(request).take_back(request.click, undo_request, request.trace))
    else:
        await request.show(await confirm_message(request.words, undo_request, request.trace))


async def _post_offer(request: Request, undo_request: UndoRequest) -> bool:
    """Post an offer for the others to answer, or link to the same one that is open.

    An offer whose message is gone is posted again. It mentions the players who have to answer, except at
    their night. Returns whether it was posted.
    """
    words, table = words_at(undo_request.table), undo_request.table
    placed = await _service(request).place_offer(request.click, undo_request)
    before = None if placed.previous is None else placed.previous.message
    message = await offer_message(words, undo_request, placed.offer, request.trace)
    if (
        not placed.is_new
        and before is not None
        and await update_if_present(request.surface, request.client, table, before, message)
    ):
        await request.redraw(Message(note(request.words("undo.standing", link=link(table, before)))))
        return False
    agreed = {
        acting_for(player) for player in _voting_players(undo_request) if player.seat in placed.offer.agreed
    }
    quiet = await request.session.people.asleep(asked_users(undo_request)) | agreed
    message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
    place = Board(request.click.channel_id, await request.post(message))
    await _service(request).note_offer(placed.offer, place)
    await request.session.outbox.note_message(table, place)
    if before is not None:
        await remove_board(request.surface, request.client, table, before, is_noted=False)
    return True


def _service(request: Request) -> Undo:
    return request.session.service(Undo)


def undo_buttons(words: Words, table: Table, menu: Menu) -> Sequence[Key]:
    """The undo button, once there is a move; none where the game has its own for now."""
    played = table.plies > (0 if table.journey.base is None else table.journey.base.ply)
    has_own_undo = any(button.value == "undo" and button.does is Does.PLAY for button in buttons_of(menu))
    alone = second_board_of(table) is not None  # the offer could not reach the other server
    return (
        [TAKE_BACK.button(words("button.undo"), _target_of(table))]
        if played and not has_own_undo and not alone
        else []
    )


def _rows(words: Words, table: Table, ply: int, voter_names: tuple[str, ...]) -> list[Row]:
    """The buttons to go back to a move, or to ask the voters first; and to cancel."""
    if voter_names:
        label = (
            words("button.undo.ask", name=voter_names[0])
            if len(voter_names) == 1
            else words("button.undo.ask.all")
        )
        yes = ASK.button(label, _target_of(table), ButtonLook.MAIN, ply)
    else:
        yes = AFTER_ALL.button(words("button.undo"), _target_of(table), ButtonLook.DANGER, ply)
    return in_rows([yes, cancel_key(words, table)])


def _offer_rows(words: Words, table: Table, ply: int) -> list[Row]:
    """The controls of an offer to go back to a move."""
    return in_rows(
        [
            AGREE.button(words("button.accept"), _target_of(table), ButtonLook.GOOD, ply),
            DECLINE.button(words("button.decline"), _target_of(table), ButtonLook.PLAIN, ply),
            WITHDRAW.button(words("button.undo.withdraw"), _target_of(table), ButtonLook.PLAIN, ply),
        ]
    )


def _target_of(table: Table) -> At:
    return table.id, table.revision


async def confirm_message(words: Words, undo_request: UndoRequest, trace: Trace) -> Message:
    """The private question to the user: whether to ask the others, if there are any."""
    names = tuple(name_of(undo_request.table, user) for user in asked_users(undo_request))
    lines = [words("undo.alone"), *_effect_lines(words, undo_request)]
    if names:
        lines[0] = words(
            "undo.first", names=words.join_list(tuple(f"**{escape_markdown(name)}**" for name in names))
        )
    elif undo_request.takeback.revealed is not None:
        lines.append(words("undo.uncounted"))
    rows = _rows(words, undo_request.table, undo_request.takeback.position.ply, names)
    if undo_request.is_from_memory:
        return Message(note("\n".join(lines), rows))
    return await _question_message(words, undo_request, trace, lines, rows)


async def offer_message(words: Words, undo_request: UndoRequest, offer: UndoOffer, trace: Trace) -> Message:
    """The public question: it mentions the voters, and says who has agreed."""
    lines = [
        words("undo.asks", name=escape_markdown(name_of(undo_request.table, offer.user_id))),
        *_effect_lines(words, undo_request),
    ]
    rows = _offer_rows(words, undo_request.table, offer.ply)
    return await _question_message(
        words, undo_request, trace, lines, rows, tuple(_answer_lines(words, undo_request, offer))
    )


def asked_users(undo_request: UndoRequest) -> tuple[int, ...]:
    """The user ids that an offer mentions: those who act for the voting seats, each once."""
    return tuple(dict.fromkeys(acting_for(player) for player in _voting_players(undo_request)))


async def _question_message(
    words: Words,
    undo_request: UndoRequest,
    trace: Trace,
    lines: list[str],
    rows: list[Row],
    answers: tuple[str, ...] = (),
) -> Message:
    """A question with the picture of the position to go back to; its text alone if painting fails."""
    table, ply = undo_request.table, undo_request.takeback.position.ply
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join(lines), id=1))
    picture, filename = (
        await _picture(words, undo_request, trace),
        f"{table.code}-{table.revision}-to-{ply}.png",
    )
    panel.add_item(board_of(words, undo_request.table_after, picture, filename))
    for number, line in enumerate(answers):
        panel.add_item(Text(line, id=PASSING + number))
    return Message(panel_layout(panel, rows), picture, filename, asked_users(undo_request) if answers else ())


async def _picture(words: Words, undo_request: UndoRequest, trace: Trace) -> bytes | None:
    """The position without highlights of possible actions; none if painting fails."""
    try:
        with trace.span("picture"):
            return board_picture(words, undo_request.table_after, Menu())
    except Exception:
        LOG.exception(
            "table=%s no picture of move %s", undo_request.table.code, undo_request.takeback.position.ply
        )
        return None


def _effect_lines(words: Words, undo_request: UndoRequest) -> Iterator[str]:
    """What would be undone, what restored, and what was revealed since."""
    back = undo_request.takeback
    yield from _move_lines(words, undo_request, back.undone)
    if back.redone:
        yield words("undo.redone")
        yield from _move_lines(words, undo_request, back.redone)
    if back.revelations:
        revealed = _revealed_text(words, undo_request, back.revelations)
        yield words("undo.revealed", told=revealed) if revealed else words("undo.revealed.plain")


def _move_lines(words: Words, undo_request: UndoRequest, moves: tuple[LogPosition, ...]) -> Iterator[str]:
    """The moves with their players, as many as there is room for."""
    plain, names = plain_names(undo_request.table), names_of(undo_request.table)
    for move in moves[:NAMED]:
        seat = move.seat or 0
        move_text = undo_request.entry.speech.describe(
            words, plain, undo_request.state_before(move), seat, move.action
        )
        yield words("undo.move", name=names[seat], move=move_text)
    if len(moves) > NAMED:
        yield words("undo.more", count=len(moves) - NAMED)


def _revealed_text(words: Words, undo_request: UndoRequest, revelations: Sequence[LogPosition]) -> str:
    """What was revealed, in whole sentences; empty if the game has no words for it.

    Empty also where players must remember it: a question that is asked and dropped would tell it again.
    """
    if undo_request.is_from_memory:
        return ""
    events = chain.from_iterable(position.events for position in revelations)
    news = tuple(filter(undo_request.entry.game.reveals, events))
    sentences = undo_request.entry.speech.narrate(words, names_of(undo_request.table), news)
    lengths = accumulate(len(sentence) + 1 for sentence in sentences)
    return " ".join(
        sentence for sentence, length in zip(sentences, lengths, strict=True) if length <= REVEALED
    ).strip()


def _answer_lines(words: Words, undo_request: UndoRequest, offer: UndoOffer) -> Iterator[str]:
    """The mention of the voters, and who of them has agreed."""
    mentions = words.join_list(tuple(f"<@{user}>" for user in asked_users(undo_request)))
    yield words(_call_key(undo_request), names=mentions, needed=votes_needed(undo_request.voters))
    if offer.agreed:
        names = (
            f"**{escape_markdown(name)}**" for name in names_at(undo_request.table, frozenset(offer.agreed))
        )
        missing = votes_needed(undo_request.voters) - len(offer.agreed)
        yield words("undo.so-far", names=words.join_list(tuple(names)), count=missing)


def _call_key(undo_request: UndoRequest) -> str:
    """The key of the question to the voters; a single voter reads nothing of others."""
    if len(asked_users(undo_request)) == 1:
        key = "undo.call"
    else:
        key = (
            "undo.call.all"
            if votes_needed(undo_request.voters) == len(undo_request.voters)
            else "undo.call.most"
        )
    return key


def _voting_players(undo_request: UndoRequest) -> list[Player]:
    return [player for player in undo_request.table.players if player.seat in undo_request.voters]


UNDO_COMMAND: Final = Command(
    "undo",
    "command.undo",
    undo,
    {
        "table": own_option(_has_moves),
        "moves": CommandOption("command.undo.moves"),
        "to": CommandOption("command.undo.to"),
    },
    posts=True,
    public=True,
)

TAKE_BACK: Final = Endpoint("undo", take_back, posts=True)
AFTER_ALL: Final = Endpoint("undoyes", take_back_confirmed, posts=True)
ASK: Final = Endpoint("undoask", ask_others, posts=True)
AGREE: Final = Endpoint("undoagree", agree, posts=True)
DECLINE: Final = Endpoint("undodecline", decline, posts=True)
WITHDRAW: Final = Endpoint("undowithdraw", withdraw, posts=True)

CONTROLS: Final = routes(TAKE_BACK, AFTER_ALL, ASK, AGREE, DECLINE, WITHDRAW)
