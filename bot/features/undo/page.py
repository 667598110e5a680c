"""`/undo`, the button of the same, and the buttons of what is asked before it is done."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import accumulate
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
"""The most moves of one's own that can be taken back at once."""

NAMED: Final = 5
"""How many moves are named; of more, the number."""

REVEALED: Final = 600
"""The most characters about what has come out."""


async def undo(
    request: Request,
    table: Code | None = None,
    moves: app_commands.Range[int, 1, MOST] | None = None,
    to: Ply | None = None,
) -> None:
    """`/undo`: so many of one's own moves, or back to the number of one."""
    found = request.note_table(await request.session.search.find_for_undo(request.click, table))
    await _undo_or_ask(
        request, await _service(request).find_request(request.click, found.id, moves=moves, to=to)
    )


def _has_moves(_: Request, table: Table) -> bool:
    """Whether there is something to take back."""
    return table.status is Status.PLAYING and table.plies > 0


async def take_back(request: Request) -> None:
    """One's own last move, by the button of the board."""
    request.note_control()
    control = request.control
    way = await _service(request).find_request(request.click, control.table, revision=control.revision)
    await _undo_or_ask(request, way)


async def take_back_confirmed(request: Request, ply: int) -> None:
    """What was asked about in private, and meant."""
    request.note_control(request.control.detail)
    click = request.click
    way = await _service(request).find_request(
        click, request.control.table, to=ply, revision=request.control.revision
    )
    await deliver(request, await _service(request).take_back(click, way, request.trace))


async def ask_others(request: Request, ply: int) -> None:
    """The others are asked, as whoever wants to undo something has agreed to in private."""
    request.note_control(request.control.detail)
    control = request.control
    way = await _service(request).find_request(
        request.click, control.table, to=ply, revision=control.revision
    )
    await request.answer.defer()
    if not way.voters:  # whoever had a say in it has left the game meanwhile
        await request.redraw(await confirm_message(request.words, way, request.trace))
        return
    if await _post_offer(request, way):
        await request.answer.removal(request.clicked_message.id)()


async def agree(request: Request, ply: int) -> None:
    """Agree to an offer; with the last one who must, the game goes back, and the offer goes."""
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
    """Decline an offer: whoever asked reads so until the turn has passed."""
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
    """Withdraw one's own offer: nothing is left of it."""
    control = request.control
    request.note_control(control.detail)
    async with _answering_offer(request):
        offer = await _service(request).withdraw(request.click, control.table, control.revision, ply)
        await request.answer.defer()
        await _remove(request, await request.session.tables.get(control.table), offer)


@asynccontextmanager
async def _answering_offer(request: Request) -> AsyncIterator[None]:
    """Within it an offer is answered; one that does not stand any more goes."""
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
    """The clicked offer goes, and where else it was posted."""
    await remove_clicked(request, table)
    if offer.message is not None and offer.message.message_id != request.clicked_message.id:
        await remove_board(request.surface, request.client, table, offer.message, is_noted=False)


async def _undo_or_ask(request: Request, way: UndoRequest) -> None:
    """Go back where that is free; else ask first, in private: whoever wants it, before the others."""
    if way.takeback.is_free:
        await deliver(request, await _service(request).take_back(request.click, way, request.trace))
    else:
        await request.show(await confirm_message(request.words, way, request.trace))


async def _post_offer(request: Request, way: UndoRequest) -> bool:
    """Post an offer for the others to answer, or lead to the same one that stands already.

    One whose message is gone is posted again. It calls those who have to answer, but nobody in their night.
    Returns whether it was posted.
    """
    words, table = words_at(way.table), way.table
    made = await _service(request).place_offer(request.click, way)
    before = None if made.previous is None else made.previous.message
    message = await offer_message(words, way, made.offer, request.trace)
    if (
        not made.is_new
        and before is not None
        and await update_if_present(request.surface, request.client, table, before, message)
    ):
        await request.redraw(Message(note(request.words("undo.standing", link=link(table, before)))))
        return False
    agreed = {acting_for(player) for player in _voting_players(way) if player.seat in made.offer.agreed}
    quiet = await request.session.people.asleep(asked_users(way)) | agreed
    message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
    place = Board(request.click.channel_id, await request.post(message))
    await _service(request).note_offer(made.offer, place)
    await request.session.outbox.note_message(table, place)
    if before is not None:
        await remove_board(request.surface, request.client, table, before, is_noted=False)
    return True


def _service(request: Request) -> Undo:
    return request.session.service(Undo)


def undo_buttons(words: Words, table: Table, menu: Menu) -> Sequence[Key]:
    """The button to take back, once there is a move; none where the game has one of its own for now."""
    played = table.plies > (0 if table.journey.base is None else table.journey.base.ply)
    own = any(button.value == "undo" and button.does is Does.PLAY for button in buttons_of(menu))
    alone = second_board_of(table) is not None  # nobody could be asked
    return (
        [TAKE_BACK.button(words("button.undo"), _target_of(table))]
        if played and not own and not alone
        else []
    )


def _rows(words: Words, table: Table, ply: int, asked: tuple[str, ...]) -> list[Row]:
    """Yes to going back to a move, or to asking those who have a say in it first; or never mind."""
    if asked:
        label = words("button.undo.ask", name=asked[0]) if len(asked) == 1 else words("button.undo.ask.all")
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


async def confirm_message(words: Words, way: UndoRequest, trace: Trace) -> Message:
    """The question to whoever wants to undo something: whether to ask the others, if there are any."""
    names = tuple(name_of(way.table, user) for user in asked_users(way))
    lines = [words("undo.alone"), *_effect_lines(words, way)]
    if names:
        lines[0] = words(
            "undo.first", names=words.join_list(tuple(f"**{escape_markdown(name)}**" for name in names))
        )
    elif way.takeback.revealed is not None:
        lines.append(words("undo.uncounted"))
    rows = _rows(words, way.table, way.takeback.position.ply, names)
    if way.is_from_memory:
        return Message(note("\n".join(lines), rows))
    return await _question_message(words, way, trace, lines, rows)


async def offer_message(words: Words, way: UndoRequest, offer: UndoOffer, trace: Trace) -> Message:
    """The question in the channel; it calls those who have to answer, and says who has agreed."""
    lines = [
        words("undo.asks", name=escape_markdown(name_of(way.table, offer.user_id))),
        *_effect_lines(words, way),
    ]
    rows = _offer_rows(words, way.table, offer.ply)
    return await _question_message(words, way, trace, lines, rows, tuple(_answer_lines(words, way, offer)))


def asked_users(way: UndoRequest) -> tuple[int, ...]:
    """Whom an offer calls, by user id: who acts on the seats that are asked, each once."""
    return tuple(dict.fromkeys(acting_for(player) for player in _voting_players(way)))


async def _question_message(
    words: Words,
    way: UndoRequest,
    trace: Trace,
    lines: list[str],
    rows: list[Row],
    answers: tuple[str, ...] = (),
) -> Message:
    """A question with the picture of what would come back, or its text if there is no painting it."""
    table, ply = way.table, way.takeback.position.ply
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join(lines), id=1))
    picture, filename = await _picture(words, way, trace), f"{table.code}-{table.revision}-to-{ply}.png"
    panel.add_item(board_of(words, way.table_after, picture, filename))
    for number, line in enumerate(answers):
        panel.add_item(Text(line, id=PASSING + number))
    return Message(panel_layout(panel, rows), picture, filename, asked_users(way) if answers else ())


async def _picture(words: Words, way: UndoRequest, trace: Trace) -> bytes | None:
    """The position without marks of what can be done there; none if its painter fails."""
    try:
        with trace.span("picture"):
            return board_picture(words, way.table_after, Menu())
    except Exception:
        LOG.exception("table=%s no picture of move %s", way.table.code, way.takeback.position.ply)
        return None


def _effect_lines(words: Words, way: UndoRequest) -> Iterator[str]:
    """What would be undone, what would stand again, and what has come out since."""
    back = way.takeback
    yield from _move_lines(words, way, back.undone)
    if back.redone:
        yield words("undo.redone")
        yield from _move_lines(words, way, back.redone)
    if back.revealed is not None:
        revealed = _revealed_text(words, way, back.revealed)
        yield words("undo.revealed", told=revealed) if revealed else words("undo.revealed.plain")


def _move_lines(words: Words, way: UndoRequest, moves: tuple[LogPosition, ...]) -> Iterator[str]:
    """The moves with whose they are, as many as there is room for."""
    plain, names = plain_names(way.table), names_of(way.table)
    for move in moves[:NAMED]:
        seat = move.seat or 0
        told = way.entry.speech.describe(words, plain, way.state_before(move), seat, move.action)
        yield words("undo.move", name=names[seat], move=told)
    if len(moves) > NAMED:
        yield words("undo.more", count=len(moves) - NAMED)


def _revealed_text(words: Words, way: UndoRequest, revealed: LogPosition) -> str:
    """What came out, in whole sentences; not what else was done then. Empty if no words are made of it.

    So it is where it has to be kept in mind: a question that is asked and dropped would tell it again.
    """
    if way.is_from_memory:
        return ""
    news = tuple(filter(way.entry.game.reveals, revealed.events))
    sentences = way.entry.speech.narrate(words, names_of(way.table), news)
    lengths = accumulate(len(sentence) + 1 for sentence in sentences)
    return " ".join(
        sentence for sentence, length in zip(sentences, lengths, strict=True) if length <= REVEALED
    ).strip()


def _answer_lines(words: Words, way: UndoRequest, offer: UndoOffer) -> Iterator[str]:
    """The call to those who are asked, and who of them has agreed."""
    mentions = words.join_list(tuple(f"<@{user}>" for user in asked_users(way)))
    yield words(_call_key(way), names=mentions, needed=votes_needed(way.voters))
    if offer.agreed:
        names = (f"**{escape_markdown(name)}**" for name in names_at(way.table, frozenset(offer.agreed)))
        missing = votes_needed(way.voters) - len(offer.agreed)
        yield words("undo.so-far", names=words.join_list(tuple(names)), count=missing)


def _call_key(way: UndoRequest) -> str:
    """The key of the question to those who are asked: whoever answers alone hears nothing of others."""
    if len(asked_users(way)) == 1:
        key = "undo.call"
    else:
        key = "undo.call.all" if votes_needed(way.voters) == len(way.voters) else "undo.call.most"
    return key


def _voting_players(way: UndoRequest) -> list[Player]:
    return [player for player in way.table.players if player.seat in way.voters]


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
