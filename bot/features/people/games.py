"""`/games`: the user's games and others of the channel; and the daily list."""

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
"""The most characters of a list; the rest of the message fits besides."""

HERE: Final = 1000
"""Characters reserved for the channel's games, where the user has very many."""


async def games(request: Request) -> None:
    """`/games`: the games that wait for the user, their other games, and those of others in the channel.

    Free seats have a button.
    """
    words, session, person = request.words, request.session, request.person
    mine = await session.people.games(person.id)
    own_ids = {table.id for table in mine}
    here = [table for table in await session.search.live_tables(request.click) if table.id not in own_ids]
    text = own_games_text(words, session, mine, person.id)
    if here:
        text = f"{text}\n{_channel_games_text(words, session, here, ROOM - len(text))}"
    await request.private(text, _free_seat_rows(request, here))


def own_games_text(words: Words, session: Session, tables: Sequence[Table], user_id: int) -> str:
    """The user's games: their turns, the longest waiting first; open questions; the others."""
    if not tables:
        return words("games.none")
    lines = [
        line
        for group in group_games(words, session, tables, user_id)
        for line in _with_title(group.title, [list_line(words, text) for _, text in group.games])
    ]
    return "\n".join(lines_that_fit(words, lines, len(lines), ROOM - HERE))


def _channel_games_text(words: Words, session: Session, tables: Sequence[Table], room: int) -> str:
    """The games of a channel in which the user does not play."""
    lines = []
    for table in tables:
        free = [words("games.free")] if session.absence.vacant_seats_of(table) else []
        lines.append(list_line(words, describe_table(words, session, table), *free))
    return "\n".join(lines_that_fit(words, _with_title(words("games.here"), lines), len(lines), room))


def _free_seat_rows(request: Request, tables: Sequence[Table]) -> list[Row]:
    """A button for each free seat of the channel that the user may take."""
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
    """The daily list of turns, and how to turn it off."""
    turns = [turn for turn in waiting if not turn.asked]
    head = words.some("my.digest", len(turns)) if turns else words("my.digest.asked")
    questions = [list_line(words, turn_text(words, session, turn)) for turn in waiting if turn.asked]
    lines = (
        *(list_line(words, turn_text(words, session, turn)) for turn in turns),
        *_with_title(words("my.asked"), questions),
    )
    return "\n".join((head, *lines_that_fit(words, lines, len(lines), ROOM), words("my.digest.stop")))


def _with_title(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with a title above the first; they are cut together, if there is no room."""
    return (f"{title}\n{lines[0]}", *lines[1:]) if lines else ()


GAMES: Final = Command("games", "command.games", games)
