"""A table as people see it, with its picture."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final
from uuid import uuid4

from bot.seats import acting_for, as_of, is_at_rest, is_code, overdue_from, vacant_seats
from bot.session import News, Shown, Sketch
from bot.store import HOUSE, NAMELESS, Player, Status, Table
from bot.trace import Trace
from bot.ui.fair.lines import board_lines
from bot.ui.kit.frame import (
    PASSING,
    STAMP,
    WALNUT,
    Gallery,
    Message,
    Panel,
    Text,
    describe_news,
    laid_out,
    names_of,
    pictured,
    plain_names,
    safe,
    titled,
)
from bot.ui.kit.keyboard import game_rows, over_rows
from bot.ui.play.acting import is_for_code, is_late, mention, open_to_people, time_lines
from bot.ui.play.lobby import lobby
from bot.words import Names, Words
from bot.words.menu import Menu
from engine.core import Seat
from render.kit.canvas import png
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

HAPPENED: Final = 1500
"""The most characters of what happened in one move."""


def table_message(words: Words, shown: Shown, trace: Trace, remarks: tuple[str, ...] = ()) -> Message:
    """The message for a table as it stands; `remarks` are what there is to say besides."""
    if shown.state is None:
        return lobby(words, shown, remarks)
    return _board(words, shown, trace, remarks)


def picture_name(table: Table, path: str = "") -> str:
    """The file name of a table's picture; each one has its own, so that no cache shows an old one."""
    step = "".join(letter for letter in path if letter.isalnum())
    return f"{table.code}-{table.revision}{step and '-' + step}.png"


def sheet_of(words: Words, shown: Shown, menu: Menu, *, turned: bool = False) -> Sheet:
    """What a picture of the table needs besides the view."""
    names = plain_names(shown.table)
    closed = shown.table.status is Status.CLOSED
    view = shown.entry.game.view(shown.state, None)
    return Sheet(
        code=shown.table.code,
        stamp=shown.table.head[:STAMP],
        title=shown.entry.game.title,
        turn=words("table.state.closed") if closed else shown.entry.turn(words, names, view),
        turned=turned,
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=words,
    )


def draw(words: Words, shown: Shown, menu: Menu, *, turned: bool = False) -> bytes:
    """The picture of a table as PNG: about two milliseconds, less than what handing it to a thread costs."""
    view = shown.entry.game.view(shown.state, None)
    return png(shown.entry.paint(view, sheet_of(words, shown, menu, turned=turned)))


def board_of(
    words: Words, shown: Shown, picture: bytes | None, filename: str, trouble: str = ""
) -> Text | Gallery:
    """The board in a message: the picture that comes with it, or the `trouble` with that and the text."""
    entry, view = shown.entry, shown.entry.game.view(shown.state, None)
    if picture is None:
        return Text(f"{trouble}\n```\n{entry.game.text(view, words)}\n```".lstrip()[:2000], id=2)
    alt = entry.alt(words, plain_names(shown.table), view, shown.table.code)
    return pictured(filename, alt, 2)


def happened(words: Words, shown: Shown) -> str:
    """What is new at a table, in words; empty if nothing is."""
    news = "" if shown.news is None else describe_news(words, shown.news)
    names = names_of(as_of(shown.table, shown.table.plies))
    if shown.news is not None and shown.news.house is not None:
        names = _played_by(words, shown.news, names, shown.news.house)
    events = shown.events or shown.recalled
    narrated = shown.entry.narrate(words, names, events) if events else ()
    return "\n".join(filter(None, (news, " ".join(narrated)[:HAPPENED])))


def _played_by(words: Words, news: News, names: Names, seat: Seat) -> Names:
    """The names, with who has played instead of the one on a seat: a bot that has a name, or the house."""
    played = words("time.house.name", name=names[seat])
    if news.name:
        played = words("bots.for", name=safe(news.name), other=names[seat])
    return (*names[:seat], played, *names[seat + 1 :])


def _board(words: Words, shown: Shown, trace: Trace, remarks: tuple[str, ...]) -> Message:
    table, entry, names = shown.table, shown.entry, names_of(shown.table)
    view = entry.game.view(shown.state, None)
    menu = _menu(words, shown)
    picture, trouble = _picture(words, shown, menu, trace)
    filename = picture_name(table, shown.path)
    acting = sorted(entry.game.to_act(shown.state)) if table.status is Status.PLAYING else []
    called = [player for player in table.players if player.seat in acting]
    pings = tuple(acting_for(player) for player in called if acting_for(player) > HOUSE)
    title = words("table.title", game=titled(words, entry.game.title, table.day), code=table.code)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((f"### {title}", *entry.header(words, names, view))), id=1))
    panel.add_item(board_of(words, shown, picture, filename, trouble))
    if new := happened(words, shown):
        panel.add_item(Text(new, id=3))
    if acting:
        panel.add_item(Text(_call(words, shown, _called(words, shown, called)), id=PASSING))
    if menu.question:
        panel.add_item(Text(menu.question, id=PASSING + 1))
    vacant = bool(vacant_seats(entry, table, shown.state))
    if notes := (*remarks, *_remarks(words, shown, vacant=vacant)):
        panel.add_item(Text("\n".join(notes), id=4))
    if table.status is Status.PLAYING:
        rows = game_rows(words, table, menu, late=is_late(table, acting), vacant=vacant)
    else:
        rows = over_rows(words, table, film=entry.film is not None, luck=entry.luck is not None)
    return Message(laid_out(panel, rows), picture, filename, pings)


def _remarks(words: Words, shown: Shown, *, vacant: bool) -> Iterator[str]:
    """What there is to say of a table besides its game: its rules, its chance, a free seat."""
    table = shown.table
    if table.base is not None and (not table.goes_on or table.base.ply > 1):
        yield words("board.older-rules", ply=table.base.ply)
    yield from _fair(words, shown)
    if vacant:
        yield words("seat.free", name=NAMELESS)


def _fair(words: Words, shown: Shown) -> Iterator[str]:
    """What the dice are sealed by, or at the end what they came from, and where the game went."""
    table = shown.table
    yield from board_lines(words, shown.entry, table)
    if table.status is Status.CLOSED:
        if table.gone is not None:
            yield words("move.gone", next=f"T{table.gone}")
        else:
            yield words("move.away") if table.away else words("move.closed")


def _menu(words: Words, shown: Shown) -> Menu:
    """What the board offers: nothing more once the game is over."""
    if shown.table.status is not Status.PLAYING:
        return Menu()
    menu = shown.entry.menu(words, names_of(shown.table), shown.state, shown.path)
    return open_to_people(shown, menu)


def _called(words: Words, shown: Shown, called: Sequence[Player]) -> str:
    """What it is about, to those who must act; of bots and the house, that they think or wait."""
    named = words.listed(tuple(mention(words, player) for player in called))
    if not all(map(is_code, called)):
        view = shown.entry.game.view(shown.state, None)
        return shown.entry.call(words, names_of(shown.table), view, named)
    if is_at_rest(shown.entry, shown.table, shown.state, called):
        return words.some("call.rests", len(called), names=named)
    return words.some("call.thinks", len(called), names=named)


def _call(words: Words, shown: Shown, call: str) -> str:
    """The line that calls who must act, how much time there is, and when others may act for them."""
    free_from = overdue_from(shown.table)
    call = "\n".join((call, *time_lines(words, shown)))
    game = shown.entry.game
    people = {player.seat for player in shown.table.players if acting_for(player) > HOUSE}
    others = people - game.to_act(shown.state)
    if free_from is None or is_for_code(shown) or not any(game.legal(shown.state, seat) for seat in others):
        return call
    return f"{call}\n{words('call.patience', when=f'<t:{free_from}:R>')}"


def _picture(words: Words, shown: Shown, menu: Menu, trace: Trace) -> tuple[bytes | None, str]:
    """The picture, or none and a sentence: a table must go on even when its painter fails."""
    if shown.picture is not None:
        return shown.picture, ""
    try:
        with trace.span("picture"):
            return draw(words, shown, menu), ""
    except Exception:
        error = uuid4().hex[:8]
        trace.outcome = f"not-drawn:{error}"
        LOG.exception("error=%s table=%s revision=%s", error, shown.table.code, shown.table.revision)
        return None, words("not-drawn", error=error)


def sketcher(words_at: Callable[[Table], Words], trace: Trace) -> Sketch:
    """What draws a board while its move is being saved; a painter that fails is heard of afterwards."""

    def sketch(shown: Shown) -> bytes | None:
        with suppress(Exception), trace.span("picture"):
            words = words_at(shown.table)
            return draw(words, shown, _menu(words, shown))
        return None

    return sketch
