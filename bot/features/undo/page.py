"""`/undo`, the button of the same, and the buttons of what is asked before it is done."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import accumulate
from typing import Final

from discord import app_commands

from bot.discord.command import Code, Command, Option, Ply
from bot.discord.endpoints import At, Endpoint, routes
from bot.discord.frame import (
    PASSING,
    WALNUT,
    Message,
    Panel,
    Text,
    is_board_of,
    laid_out,
    link,
    names_of,
    note,
    plain_names,
    safe,
    words_at,
)
from bot.discord.keyboard import Key, Row, in_rows, never_mind
from bot.discord.request import Request
from bot.features.undo.service import Undo, WayBack, name_of, needed
from bot.features.undo.storage import UndoOffer
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import acting_for, mirror_of, names_at
from bot.kernel.trace import Trace
from bot.store import Board, Player, Status, Table
from bot.ui.alarms.messenger import still_there
from bot.ui.board.sent import remove
from bot.ui.play.deliver import deliver, remove_clicked
from bot.ui.play.post import board_of, painted
from bot.ui.table.lines import own_option
from bot.words import Words
from bot.words.menu import Does, Look, Menu, buttons_of
from engine.replay import Position

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
    found = request.about(await request.session.search.find_played(request.click, table))
    await _go(request, await _service(request).way_back(request.click, found.id, moves=moves, to=to))


def _has_moves(_: Request, table: Table) -> bool:
    """Whether there is something to take back."""
    return table.status is Status.PLAYING and table.plies > 0


async def take_back(request: Request) -> None:
    """One's own last move, by the button of the board."""
    request.about_control()
    control = request.control
    way = await _service(request).way_back(request.click, control.table, revision=control.revision)
    await _go(request, way)


async def take_back_after_all(request: Request, ply: int) -> None:
    """What was asked about in private, and meant."""
    request.about_control(request.control.detail)
    click = request.click
    way = await _service(request).way_back(
        click, request.control.table, to=ply, revision=request.control.revision
    )
    await deliver(request, await _service(request).take_back(click, way, request.trace))


async def ask(request: Request, ply: int) -> None:
    """The others are asked, as whoever wants to undo something has agreed to in private."""
    request.about_control(request.control.detail)
    control = request.control
    way = await _service(request).way_back(request.click, control.table, to=ply, revision=control.revision)
    await request.answer.defer()
    if not way.voters:  # whoever had a say in it has left the game meanwhile
        await request.redraw(await question(request.words, way, request.trace))
        return
    if await _offer(request, way):
        await request.answer.removal(request.clicked.id)()


async def agree(request: Request, ply: int) -> None:
    """Agree to an offer; with the last one who must, the game goes back, and the offer goes."""
    control, click = request.control, request.click
    request.about_control(control.detail)
    async with _offered(request), request.surface.posting(control.table):
        agreement = await _service(request).agree(click, control.table, control.revision, ply, request.trace)
        if agreement.shown is None:
            words = words_at(agreement.way.table)
            await request.redraw(await offer_message(words, agreement.way, agreement.offer, request.trace))
            return
    try:
        await deliver(request, agreement.shown)
    finally:
        await _remove(request, agreement.shown.table, agreement.offer)


async def decline(request: Request, ply: int) -> None:
    """Decline an offer: whoever asked reads so until the turn has passed."""
    control = request.control
    request.about_control(control.detail)
    async with _offered(request):
        offer = await _service(request).decline(request.click, control.table, control.revision, ply)
        table = await request.session.tables.get(control.table)
        line = words_at(table)("undo.declined", name=safe(request.person.name))
        await request.redraw(Message(note(line)))
        if offer.message is not None and offer.message.message_id != request.clicked.id:
            await remove(request.surface, request.client, table, offer.message, is_noted=False)


async def withdraw(request: Request, ply: int) -> None:
    """Withdraw one's own offer: nothing is left of it."""
    control = request.control
    request.about_control(control.detail)
    async with _offered(request):
        offer = await _service(request).withdraw(request.click, control.table, control.revision, ply)
        await request.answer.defer()
        await _remove(request, await request.session.tables.get(control.table), offer)


@asynccontextmanager
async def _offered(request: Request) -> AsyncIterator[None]:
    """Within it an offer is answered; one that does not stand any more goes."""
    try:
        yield
    except Refused as refused:
        if refused.key == "undo-off":
            table = await request.session.tables.get(request.control.table)
            if not is_board_of(table, request.clicked):
                await request.answer.defer()
                await remove_clicked(request, table)
        raise


async def _remove(request: Request, table: Table, offer: UndoOffer) -> None:
    """The clicked offer goes, and where else it was posted."""
    await remove_clicked(request, table)
    if offer.message is not None and offer.message.message_id != request.clicked.id:
        await remove(request.surface, request.client, table, offer.message, is_noted=False)


async def _go(request: Request, way: WayBack) -> None:
    """Go back where that is free; else ask first, in private: whoever wants it, before the others."""
    if way.back.is_free:
        await deliver(request, await _service(request).take_back(request.click, way, request.trace))
    else:
        await request.show(await question(request.words, way, request.trace))


async def _offer(request: Request, way: WayBack) -> bool:
    """Post an offer for the others to answer, or lead to the same one that stands already.

    One whose message is gone is posted again. It calls those who have to answer, but nobody in their night.
    Returns whether it was posted.
    """
    words, table = words_at(way.table), way.table
    made = await _service(request).offer(request.click, way)
    before = None if made.before is None else made.before.message
    message = await offer_message(words, way, made.offer, request.trace)
    if (
        not made.fresh
        and before is not None
        and await still_there(request.surface, request.client, table, before, message)
    ):
        await request.redraw(Message(note(request.words("undo.standing", link=link(table, before)))))
        return False
    agreed = {acting_for(player) for player in _voters(way) if player.seat in made.offer.agreed}
    quiet = await request.session.people.asleep(asked(way)) | agreed
    message = replace(message, pings=tuple(user for user in message.pings if user not in quiet))
    place = Board(request.click.channel_id, await request.post(message))
    await _service(request).note_offer(made.offer, place)
    await request.session.outbox.said(table, place)
    if before is not None:
        await remove(request.surface, request.client, table, before, is_noted=False)
    return True


def _service(request: Request) -> Undo:
    return request.session.service(Undo)


def undo_keys(words: Words, table: Table, menu: Menu) -> Sequence[Key]:
    """The button to take back, once there is a move; none where the game has one of its own for now."""
    played = table.plies > (0 if table.journey.base is None else table.journey.base.ply)
    own = any(button.value == "undo" and button.does is Does.PLAY for button in buttons_of(menu))
    alone = mirror_of(table) is not None  # nobody could be asked
    return [TAKE_BACK.button(words("button.undo"), _at(table))] if played and not own and not alone else []


def _rows(words: Words, table: Table, ply: int, asked: tuple[str, ...]) -> list[Row]:
    """Yes to going back to a move, or to asking those who have a say in it first; or never mind."""
    if asked:
        label = words("button.undo.ask", name=asked[0]) if len(asked) == 1 else words("button.undo.ask.all")
        yes = ASK.button(label, _at(table), Look.MAIN, ply)
    else:
        yes = AFTER_ALL.button(words("button.undo"), _at(table), Look.DANGER, ply)
    return in_rows([yes, never_mind(words, table)])


def _offer_rows(words: Words, table: Table, ply: int) -> list[Row]:
    """The controls of an offer to go back to a move."""
    return in_rows(
        [
            AGREE.button(words("button.accept"), _at(table), Look.GOOD, ply),
            DECLINE.button(words("button.decline"), _at(table), Look.PLAIN, ply),
            WITHDRAW.button(words("button.undo.withdraw"), _at(table), Look.PLAIN, ply),
        ]
    )


def _at(table: Table) -> At:
    return table.id, table.revision


async def question(words: Words, way: WayBack, trace: Trace) -> Message:
    """The question to whoever wants to undo something: whether to ask the others, if there are any."""
    names = tuple(name_of(way.table, user) for user in asked(way))
    lines = [words("undo.alone"), *_about(words, way)]
    if names:
        lines[0] = words("undo.first", names=words.listed(tuple(f"**{safe(name)}**" for name in names)))
    elif way.back.revealed is not None:
        lines.append(words("undo.uncounted"))
    rows = _rows(words, way.table, way.back.position.ply, names)
    if way.is_from_memory:
        return Message(note("\n".join(lines), rows))
    return await _pictured(words, way, trace, lines, rows)


async def offer_message(words: Words, way: WayBack, offer: UndoOffer, trace: Trace) -> Message:
    """The question in the channel; it calls those who have to answer, and says who has agreed."""
    lines = [words("undo.asks", name=safe(name_of(way.table, offer.user_id))), *_about(words, way)]
    rows = _offer_rows(words, way.table, offer.ply)
    return await _pictured(words, way, trace, lines, rows, tuple(_answers(words, way, offer)))


def asked(way: WayBack) -> tuple[int, ...]:
    """Whom an offer calls, by user id: who acts on the seats that are asked, each once."""
    return tuple(dict.fromkeys(acting_for(player) for player in _voters(way)))


async def _pictured(
    words: Words,
    way: WayBack,
    trace: Trace,
    lines: list[str],
    rows: list[Row],
    answers: tuple[str, ...] = (),
) -> Message:
    """A question with the picture of what would come back, or its text if there is no painting it."""
    table, ply = way.table, way.back.position.ply
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join(lines), id=1))
    picture, filename = await _picture(words, way, trace), f"{table.code}-{table.revision}-to-{ply}.png"
    panel.add_item(board_of(words, way.shown, picture, filename))
    for number, line in enumerate(answers):
        panel.add_item(Text(line, id=PASSING + number))
    return Message(laid_out(panel, rows), picture, filename, asked(way) if answers else ())


async def _picture(words: Words, way: WayBack, trace: Trace) -> bytes | None:
    """The position without marks of what can be done there; none if its painter fails."""
    try:
        with trace.span("picture"):
            return painted(words, way.shown, Menu())
    except Exception:
        LOG.exception("table=%s no picture of move %s", way.table.code, way.back.position.ply)
        return None


def _about(words: Words, way: WayBack) -> Iterator[str]:
    """What would be undone, what would stand again, and what has come out since."""
    back = way.back
    yield from _named(words, way, back.undone)
    if back.redone:
        yield words("undo.redone")
        yield from _named(words, way, back.redone)
    if back.revealed is not None:
        revealed = _narrated(words, way, back.revealed)
        yield words("undo.revealed", told=revealed) if revealed else words("undo.revealed.plain")


def _named(words: Words, way: WayBack, moves: tuple[Position, ...]) -> Iterator[str]:
    """The moves with whose they are, as many as there is room for."""
    plain, names = plain_names(way.table), names_of(way.table)
    for move in moves[:NAMED]:
        seat = move.seat or 0
        told = way.entry.speech.describe(words, plain, way.state_before(move), seat, move.action)
        yield words("undo.move", name=names[seat], move=told)
    if len(moves) > NAMED:
        yield words("undo.more", count=len(moves) - NAMED)


def _narrated(words: Words, way: WayBack, revealed: Position) -> str:
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


def _answers(words: Words, way: WayBack, offer: UndoOffer) -> Iterator[str]:
    """The call to those who are asked, and who of them has agreed."""
    mentions = words.listed(tuple(f"<@{user}>" for user in asked(way)))
    yield words(_call(way), names=mentions, needed=needed(way.voters))
    if offer.agreed:
        names = (f"**{safe(name)}**" for name in names_at(way.table, frozenset(offer.agreed)))
        missing = needed(way.voters) - len(offer.agreed)
        yield words("undo.so-far", names=words.listed(tuple(names)), count=missing)


def _call(way: WayBack) -> str:
    """The key of the question to those who are asked: whoever answers alone hears nothing of others."""
    if len(asked(way)) == 1:
        key = "undo.call"
    else:
        key = "undo.call.all" if needed(way.voters) == len(way.voters) else "undo.call.most"
    return key


def _voters(way: WayBack) -> list[Player]:
    return [player for player in way.table.players if player.seat in way.voters]


UNDO_COMMAND: Final = Command(
    "undo",
    "command.undo",
    undo,
    {"table": own_option(_has_moves), "moves": Option("command.undo.moves"), "to": Option("command.undo.to")},
    posts=True,
    public=True,
)

TAKE_BACK: Final = Endpoint("undo", take_back, posts=True)
AFTER_ALL: Final = Endpoint("undoyes", take_back_after_all, posts=True)
ASK: Final = Endpoint("undoask", ask, posts=True)
AGREE: Final = Endpoint("undoagree", agree, posts=True)
DECLINE: Final = Endpoint("undodecline", decline, posts=True)
WITHDRAW: Final = Endpoint("undowithdraw", withdraw, posts=True)

CONTROLS: Final = routes(TAKE_BACK, AFTER_ALL, ASK, AGREE, DECLINE, WITHDRAW)
