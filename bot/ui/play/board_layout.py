"""A table's message as players see it: board, texts, controls and picture."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import uuid4

from bot.discord.frame import (
    PASSING,
    WALNUT,
    Gallery,
    Message,
    Panel,
    Text,
    bot_levels_of,
    describe_news,
    escape_markdown,
    game_title,
    mention,
    names_of,
    panel_layout,
    picture_gallery,
    picture_names,
    plain_names,
    without_markdown,
    words_at,
)
from bot.discord.keyboard import Key, Row, RunningActions, finished_rows, game_rows
from bot.discord.request import Request, Surface
from bot.games.catalogue import AnyEntry
from bot.games.covers import cover_with, is_painted, own_files
from bot.kernel.clicks import Person
from bot.kernel.feature import (
    Feature,
    Question,
    buttons_about,
    buttons_back,
    buttons_near,
    buttons_on,
    end_lines_of,
    question_at,
    rules_of,
)
from bot.kernel.session import News, Shown
from bot.kernel.tables.export import options_of
from bot.kernel.tables.seats import (
    acting_for,
    asked_seats,
    has_gone,
    is_code,
    is_played_by_code,
    name_at,
    players_as_of,
    seat_of,
    vacant_seats,
)
from bot.kernel.time.timing import clock_at, due_at
from bot.kernel.trace import Trace
from bot.store import HOUSE, NAMELESS, Player, Status, Table
from bot.ui.history.story import greatest_sentences
from bot.ui.play.lobby import bot_faces, lobby_message
from bot.words import Names, Words
from bot.words.menu import Button, Does, Menu
from engine.core import Seat
from render.kit.canvas import png
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

_NOTHING: Final = Menu()
"""No options, and nothing marked."""

HOUR: Final = 60 * 60
DAY: Final = 24 * HOUR
"""In seconds."""

HAPPENED: Final = 1500
"""The most characters of a move's events."""

ENDING: Final = 32
"""The most words of the last events, which a verdict follows; where there are more, the greatest stay."""

_PRIVATE: Final = (Does.ASIDE, Does.FILM)
"""Buttons that answer their user in private, at any time."""


@dataclass(frozen=True, slots=True)
class BoardExtras:
    """What a board has besides its game: a browser link, the features' buttons and question, a film.

    `question` is what a feature asks the players; `near` are the features whose buttons stand beside those of
    its menu, where there is room. `film` shows the last turn; in a finished game it stands for the board.
    """

    browser: bool = False
    more: tuple[Key, ...] = ()
    rules: tuple[Key, ...] = ()
    near: Sequence[Feature] = ()
    about: tuple[Key, ...] = ()
    question: Question | None = None
    film: bytes = b""


NO_EXTRAS: Final = BoardExtras()
"""No extras."""


async def board_message(
    surface: Surface, shown: Shown, trace: Trace, remarks: tuple[str, ...] = ()
) -> Message:
    """Return the public message of a table; `remarks` are further lines."""
    words = words_at(shown.table)
    shown = await surface.session.history.with_turns(shown)
    features = surface.session.features
    more, question = buttons_on(features, words, shown), question_at(features, words, shown)
    about, rules = buttons_about(features, words, shown), rules_of(features, words, shown.entry)
    remarks += await end_lines_of(surface.session, shown)
    browser = surface.pages is not None
    film = b"" if shown.path else surface.projector.films.get((shown.table.id, shown.table.revision)) or b""
    ways = BoardExtras(browser, more, rules, features, about, question, film)
    return await table_message(words, shown, trace, remarks, ways)


async def table_message(
    words: Words, shown: Shown, trace: Trace, remarks: tuple[str, ...] = (), ways: BoardExtras = NO_EXTRAS
) -> Message:
    """Return the message of a table in given words; lobby pictures are drawn in a thread."""
    faces = () if shown.state is not None else bot_faces(shown.table)
    own = () if shown.state is not None else own_files(shown.entry, options_of(shown.table))
    if shown.state is None and not is_painted(shown.entry, faces, own):
        await asyncio.to_thread(cover_with, shown.entry, faces, own)
    return message_of(words, shown, trace, remarks, ways)


def message_of(
    words: Words,
    shown: Shown,
    trace: Trace,
    remarks: tuple[str, ...] = (),
    ways: BoardExtras = NO_EXTRAS,
    *,
    menu: Menu | None = None,
    picture: bytes | None = None,
) -> Message:
    """Return the message of a table without waiting; `menu` and `picture` are made unless given."""
    if shown.state is None:
        return lobby_message(words, shown, remarks, ways.more or ways.rules)
    return _board(words, shown, trace, remarks, ways, menu, picture)


def picture_name(table: Table, path: str = "") -> str:
    """Return the file name of a table's picture: unique per revision, so that no cache shows an old one."""
    step = "".join(letter for letter in path if letter.isalnum())
    return f"{table.code}-{table.revision}{step and '-' + step}.png"


def sheet_of(
    words: Words, shown: Shown, menu: Menu, *, turned: bool = False, hinted: tuple[str, ...] = ()
) -> Sheet:
    """Return what a picture of the table needs besides the view."""
    names = picture_names(words, plain_names(shown.table))
    closed = shown.table.status is Status.CLOSED
    return Sheet(
        code=shown.table.code,
        stamp="",
        title=shown.entry.game.title,
        turn=words("table.state.closed") if closed else shown.entry.speech.turn(words, names, shown.view),
        turned=turned,
        chosen=menu.chosen,
        targets=menu.targets,
        names=names,
        say=words,
        hinted=hinted,
        faces=bot_levels_of(shown.table),
    )


def is_turned(shown: Shown, person: Person) -> bool:
    """Return whether private boards of this user are turned to their side; public ones are upright."""
    seat = seat_of(shown.table, person)
    return seat is not None and shown.state is not None and shown.entry.drawing.is_opposite(shown.view, seat)


def is_turned_where_clicked(request: Request, shown: Shown) -> bool:
    """Return whether the board on which this user clicks is turned to their side.

    That of a page is; a channel's, from which hints and dangers are asked for, is upright for all.
    """
    return request.answer.elsewhere and is_turned(shown, request.person)


def board_picture(
    words: Words, shown: Shown, menu: Menu, *, turned: bool = False, hinted: tuple[str, ...] = ()
) -> bytes:
    """Return the picture of a table as PNG; `hinted` are the places of an action to mark."""
    sheet = sheet_of(words, shown, menu, turned=turned, hinted=hinted)
    return png(shown.entry.drawing.paint(shown.view, sheet))


def board_of(
    words: Words,
    shown: Shown,
    picture: bytes | None,
    filename: str,
    trouble: str = "",
    *,
    menu: Menu = _NOTHING,
    tried: str = "",
) -> Text | Gallery:
    """Return the board part of a message: the picture, or the `trouble` with it and the board as text.

    The description begins with what is marked: what was picked of the `menu` or `tried`, and its options.
    """
    entry, view = shown.entry, shown.view
    if picture is None:
        return Text(f"{trouble}\n```\n{entry.game.text(view, words)}\n```".lstrip()[:2000], id=2)
    alt = entry.speech.alt(words, plain_names(shown.table), view)
    return picture_gallery(
        filename, " ".join(filter(None, (*_marks_text(words, entry, menu, tried), alt))), 2
    )


def _marks_text(words: Words, entry: AnyEntry, menu: Menu, tried: str) -> Iterator[str]:
    """Yield what is marked in a picture, in words."""
    if tried:
        yield words("alt.tried", move=without_markdown(tried))
        return
    if menu.chosen:
        yield without_markdown(menu.question)
    if menu.targets:
        yield entry.speech.describe_marks(words, menu.targets)


def events_text(words: Words, shown: Shown) -> str:
    """Return what is new at a table, in words; empty if nothing is."""
    words = words.by_time() if shown.by_time else words
    news = "" if shown.news is None else describe_news(words, shown.news)
    names = names_of(players_as_of(shown.table, shown.table.plies))
    if shown.news is not None and shown.news.house is not None:
        names = _with_stand_in(words, shown.news, names, shown.news.house)
    events, speech = shown.events or shown.recalled, shown.entry.speech
    most = ENDING if shown.table.status is Status.OVER else HAPPENED
    narrated: tuple[str, ...] = ()
    if shown.turns and speech.narrate_turns is not None:
        narrated = speech.narrate_turns(words, names, shown.turns)
    if not narrated:
        narrated = greatest_sentences(
            lambda some: speech.narrate(words, names, some),
            speech.weight,
            events,
            lambda sentences: len(" ".join(sentences).split()) <= most,
        )
    return "\n".join(filter(None, (news, " ".join(narrated)[:HAPPENED])))


def _with_stand_in(words: Words, news: News, names: Names, seat: Seat) -> Names:
    """Return the names with the stand-in's for a seat: a bot's name, or Taproom."""
    played = words("time.house.name", name=names[seat])
    if news.name:
        played = words("bots.for", name=escape_markdown(news.name), other=names[seat])
    return (*names[:seat], played, *names[seat + 1 :])


def _board(
    words: Words,
    shown: Shown,
    trace: Trace,
    remarks: tuple[str, ...],
    ways: BoardExtras,
    menu: Menu | None,
    picture: bytes | None,
) -> Message:
    words, trouble = words.by_time() if shown.by_time else words, ""
    table, entry = shown.table, shown.entry
    menu = menu_of(words, shown) if menu is None else menu
    if picture is None:
        picture, trouble = _picture(words, shown, menu, trace)
    acting = sorted(entry.game.to_act(shown.state)) if table.status is Status.PLAYING else []
    called = [player for player in table.players if player.seat in acting]
    just_found = table.terms.found and not table.plies and table.status is Status.PLAYING
    pings = tuple(
        acting_for(player)
        for player in (table.players if just_found else called)
        if acting_for(player) > HOUSE
        and player.afar is None
        and not has_gone(player)
        and not table.is_answered
    )
    panel = Panel(accent_colour=WALNUT)
    board = board_of(words, shown, picture, picture_name(table, shown.path), trouble, menu=menu)
    for item in _shown_parts(words, shown, board, has_film=bool(ways.film)):
        panel.add_item(item)
    if just_found:
        players = words.join_list(tuple(mention(words, player) for player in table.players))
        panel.add_item(Text(words("finding.found", players=players), id=3))
    if acting:
        panel.add_item(Text(_call_lines(words, shown, called), id=PASSING))
    if menu.question:
        panel.add_item(Text(menu.question, id=PASSING + 1))
    if offer_line := _offer_line(words, shown):
        panel.add_item(Text(offer_line, id=PASSING + 2))
    if ways.question is not None:
        panel.add_item(Text(ways.question.text, id=PASSING + 3))
    if notes := (*remarks, *_table_remarks(words, shown)):
        panel.add_item(Text("\n".join(notes), id=4))
    rows = _controls(words, shown, menu, called, ways)
    message = Message(panel_layout(panel, rows), picture, picture_name(table, shown.path), pings)
    return _with_film(message, table, ways.film) if ways.film else message


def _shown_parts(
    words: Words, shown: Shown, board: Text | Gallery, *, has_film: bool
) -> Iterator[Text | Gallery]:
    """Yield a board's title, pictures and events; a verdict comes last, a film before what it leads to."""
    table, entry = shown.table, shown.entry
    title = words("table.title", game=game_title(words, entry.game.title, table.deal), code=table.code)
    header, is_over = entry.speech.header(words, names_of(table), shown.view), table.status is Status.OVER
    yield Text("\n".join((f"### {title}", *(() if is_over else header))), id=1)
    new = "\n".join(filter(None, (events_text(words, shown), *(header if is_over else ()))))
    if has_film:
        yield _film_of(words, shown, new)
    else:
        yield board
    if new:
        yield Text(new, id=3)
    if has_film and not is_over:
        yield board


def _with_film(message: Message, table: Table, film: bytes) -> Message:
    """Return a board's message with its film; in a finished game that stands for the board."""
    board = () if message.picture is None else ((message.picture, message.filename),)
    others = () if table.status is Status.OVER else board
    return replace(message, picture=film, filename=_film_name(table), others=others)


def _film_of(words: Words, shown: Shown, story: str) -> Gallery:
    """Return the film of a turn; its description tells the story."""
    entry, is_over = shown.entry, shown.table.status is Status.OVER
    told = [f"{words('film.title', game=entry.game.title)}.", without_markdown(story)]
    if is_over:
        told.append(entry.speech.alt(words, plain_names(shown.table), shown.view))
    return picture_gallery(_film_name(shown.table), " ".join(told), 2 if is_over else PASSING + 4)


def _film_name(table: Table) -> str:
    return f"{table.code}-{table.revision}-film.gif"


def _controls(
    words: Words, shown: Shown, menu: Menu, called: Sequence[Player], ways: BoardExtras
) -> list[Row]:
    """Return the controls of a table whose game has begun; `called` are the players whose turn it is."""
    table, entry = shown.table, shown.entry
    if table.status is not Status.PLAYING:
        film = entry.drawing.film is not None
        back = buttons_back(ways.near, words("button.history"), (table.id, table.revision))
        return finished_rows(
            words, table, film=film, browser=ways.browser, back=back, about=ways.about, more=ways.more
        )
    going = RunningActions(
        late=_is_late(table, [player.seat for player in called]),
        gone=any(map(has_gone, called)),
        vacant=_is_vacant(shown),
        asked=() if ways.question is None else ways.question.answers,
        browser=ways.browser,
        more=ways.more,
        if_room=[key for feature in ways.near for key in feature.buttons.if_room(words, table)],
        near=buttons_near(ways.near, words, table, menu),
    )
    return game_rows(words, table, menu, going)


def _is_vacant(shown: Shown) -> bool:
    """Return whether there is a seat that anyone may take."""
    return bool(vacant_seats(shown.entry, shown.table, shown.state))


def _table_remarks(words: Words, shown: Shown) -> Iterator[str]:
    """Yield the lines about a table besides its game: its rules, its end, a vacant seat."""
    table = shown.table
    if table.journey.base is not None and (not table.goes_on or table.journey.base.ply > 1):
        yield words("board.older-rules", ply=table.journey.base.ply)
    yield from _ending_lines(words, table)
    if _is_vacant(shown):
        yield words("seat.free", name=NAMELESS)


def _ending_lines(words: Words, table: Table) -> Iterator[str]:
    """Yield where a closed table's game went."""
    if table.status is Status.CLOSED:
        if table.journey.gone is not None:
            yield words("move.gone", next=f"T{table.journey.gone}")
        else:
            yield words("move.away") if table.journey.away else words("move.closed")


def menu_of(words: Words, shown: Shown) -> Menu:
    """Return the board's menu; empty once the game is over."""
    if shown.table.status is not Status.PLAYING:
        return Menu()
    menu = shown.entry.rules.menu(words, names_of(shown.table), shown.state, shown.path)
    return _menu_for_people(shown, menu)


def _call_line(words: Words, shown: Shown, called: Sequence[Player]) -> str:
    """Return the line for the players whose turn it is; of bots and stand-ins, that they think or wait."""
    named = words.join_list(tuple(mention(words, player) for player in called))
    if not all(map(is_code, called)):
        return shown.entry.speech.call(words, names_of(shown.table), shown.view, named)
    if is_played_by_code(shown.entry, shown.table, shown.state, called):
        return words.some("call.rests", len(called), names=named)
    return words.some("call.thinks", len(called), names=named)


def _offer_line(words: Words, shown: Shown) -> str:
    """Return the line for players with an open offer; empty without one."""
    if shown.table.status is not Status.PLAYING:
        return ""
    seats = asked_seats(shown.entry, shown.state)
    offered = [player for player in shown.table.players if player.seat in seats and not is_code(player)]
    names = words.join_list(tuple(mention(words, player) for player in offered))
    return words("call.asked", names=names) if offered else ""


def _call_lines(words: Words, shown: Shown, called: Sequence[Player]) -> str:
    """Return the lines that call players, with their time, and whether others may act for them."""
    lines = [_call_line(words, shown, called), *_time_lines(words, shown)]
    game = shown.entry.game
    people = {player.seat for player in shown.table.players if acting_for(player) > HOUSE}
    others = people - game.to_act(shown.state)
    if shown.overdue and not is_for_code(shown) and any(game.legal(shown.state, seat) for seat in others):
        lines.append(overdue_text(words, shown.table, called))
    return "\n".join(lines)


def overdue_text(words: Words, table: Table, called: Sequence[Player]) -> str:
    """Return the line that players were awaited so long that others may act for them."""
    names = words.join_list(tuple(f"**{escape_markdown(name_at(table, player.seat))}**" for player in called))
    days, rest = divmod(table.terms.patience, DAY)
    span = _duration_text(words, table.terms.patience) if rest else words.some("days", days)
    return words.some("call.away", len(called), names=names, span=span)


def _duration_text(words: Words, seconds: float) -> str:
    """Return a duration in hours, or in minutes below one hour."""
    hours, minutes = round(seconds / HOUR), round(seconds / 60)
    return words.some("hours", hours) if seconds >= HOUR else words.some("minutes", minutes)


def _is_late(table: Table, acting: Iterable[Seat]) -> bool:
    """Return whether the time of a player whose turn it is has run out, and the others were notified."""
    return any(clock is not None and clock.up for clock in (clock_at(table, seat) for seat in acting))


def _time_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """Return a line about the time of each player whose turn it is, at tables with a clock."""
    table, lines = shown.table, list[str]()
    acting = shown.entry.game.to_act(shown.state)
    for player in table.players:
        clock = clock_at(table, player.seat)
        if player.seat in acting and has_gone(player):
            lines.append(words("call.gone", name=escape_markdown(player.name)))
            continue
        if player.seat not in acting or clock is None or acting_for(player) <= HOUSE:
            continue
        if clock.up:
            key = "call.clock.up.alone" if len(table.players) == 1 else "call.clock.up"
            lines.append(words(key, name=escape_markdown(player.name)))
        elif (due := due_at(table, player.seat)) is None:
            lines.append(words("call.clock.away", name=escape_markdown(player.name)))
        else:
            line = words("call.clock", when=f"<t:{due}:f>", left=f"<t:{due}:R>")
            if clock.bank:
                line += words("call.clock.bank", left=_duration_text(words, clock.bank))
            lines.append(line)
    return tuple(lines)


def is_for_code(shown: Shown) -> bool:
    """Return whether a game goes on, and no person has to act."""
    if shown.table.status is not Status.PLAYING:
        return False
    acting = shown.entry.game.to_act(shown.state)
    return all(is_code(player) for player in shown.table.players if player.seat in acting)


def _menu_for_people(shown: Shown, menu: Menu) -> Menu:
    """Return the part of a menu for people: all of it, unless only bots are to act."""
    if not is_for_code(shown):
        return menu
    game, people = shown.entry.game, [player for player in shown.table.players if not is_code(player)]
    lines = {str(action) for player in people for action in game.legal(shown.state, player.seat)}

    def is_open(button: Button) -> bool:
        return button.does in _PRIVATE or (button.does is Does.PLAY and button.value in lines)

    rows = (tuple(filter(is_open, row)) for row in menu.rows)
    return Menu(rows=tuple(filter(None, rows)), buttons=tuple(filter(is_open, menu.buttons)))


def _picture(words: Words, shown: Shown, menu: Menu, trace: Trace) -> tuple[bytes | None, str]:
    """Return the picture, or none and a sentence: a game goes on even if its painter fails."""
    try:
        with trace.span("picture"):
            return board_picture(words, shown, menu), ""
    except Exception:
        error = uuid4().hex[:8]
        trace.outcome = f"not-drawn:{error}"
        LOG.exception("error=%s table=%s revision=%s", error, shown.table.code, shown.table.revision)
        return None, words("not-drawn", error=error)
