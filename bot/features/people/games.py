"""`/games`: one's own games and the others of the channel; and the daily list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.command import Command
from bot.discord.keyboard import ROW, Control, Key, Row, Verb
from bot.discord.request import Request
from bot.kernel.people.people import WaitingTable
from bot.kernel.session import Session
from bot.kernel.tables.seats import seat_of
from bot.store import Table
from bot.ui.table.lines import describe_table, lines_that_fit
from bot.ui.table.waiting import group_games, list_line, turn_text
from bot.words import Words

ROOM: Final = 3500
"""The most characters of a list; what stands around it fits into the rest of a message."""

HERE: Final = 1000
"""How many of them are kept for the channel, where somebody has very many games."""


async def games(request: Request) -> None:
    """`/games`: what waits for somebody, their other games, and those of others in the channel.

    A free seat there can be taken by a button.
    """
    words, session, person = request.words, request.session, request.person
    mine = await session.people.games(person.id)
    own = {table.id for table in mine}
    here = [table for table in await session.search.live_tables(request.click) if table.id not in own]
    text = own_games_text(words, session, mine, person.id)
    if here:
        text = f"{text}\n{_channel_games_text(words, session, here, ROOM - len(text))}"
    await request.private(text, _free_seat_rows(request, here))


def own_games_text(words: Words, session: Session, tables: Sequence[Table], user_id: int) -> str:
    """Somebody's games: where it is their turn, the longest first; what they are asked; the others."""
    if not tables:
        return words("games.none")
    lines = [
        line
        for group in group_games(words, session, tables, user_id)
        for line in _with_title(group.title, [list_line(words, text) for _, text in group.games])
    ]
    return "\n".join(lines_that_fit(words, lines, len(lines), ROOM - HERE))


def _channel_games_text(words: Words, session: Session, tables: Sequence[Table], room: int) -> str:
    """The games of a channel where somebody does not play."""
    lines = []
    for table in tables:
        free = [words("games.free")] if session.absence.vacant_seats_of(table) else []
        lines.append(list_line(words, describe_table(words, session, table), *free))
    return "\n".join(lines_that_fit(words, _with_title(words("games.here"), lines), len(lines), room))


def _free_seat_rows(request: Request, tables: Sequence[Table]) -> list[Row]:
    """A button for each free seat of the channel that whoever asks may take."""
    free = [
        table
        for table in tables
        if table.channel_id == request.click.channel_id
        and seat_of(table, request.person) is None
        and request.session.absence.vacant_seats_of(table)
    ]
    keys = [
        Key(
            label=request.words("button.take-seat.at", code=table.code),
            custom_id=str(Control(table.id, table.revision, Verb.TAKE)),
        )
        for table in free[:ROW]
    ]
    return [Row(*keys)] if keys else []


def digest_text(words: Words, session: Session, waiting: Sequence[WaitingTable]) -> str:
    """The daily list of turns, and how to end it."""
    turns = [one for one in waiting if not one.asked]
    head = words.some("my.digest", len(turns)) if turns else words("my.digest.asked")
    asked = [list_line(words, turn_text(words, session, one)) for one in waiting if one.asked]
    lines = (
        *(list_line(words, turn_text(words, session, one)) for one in turns),
        *_with_title(words("my.asked"), asked),
    )
    return "\n".join((head, *lines_that_fit(words, lines, len(lines), ROOM), words("my.digest.stop")))


def _with_title(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, the first of them with a title above it; it goes with that line, if there is no room."""
    return (f"{title}\n{lines[0]}", *lines[1:]) if lines else ()


GAMES: Final = Command("games", "command.games", games)
