"""`/my turns` and `/games`, and the daily list: tables as their players see them, all in private."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.seats import names_at
from bot.session import Session
from bot.session.people import Waiting
from bot.store import Status, Table
from bot.ui.kit.command import Command
from bot.ui.kit.frame import link, safe, titled
from bot.ui.kit.request import Request
from bot.words import Words

ROOM: Final = 3500
"""The most characters of a list; what stands around it fits into the rest of a message."""


async def turns(request: Request) -> None:
    """`/my turns`: what waits for somebody."""
    waiting = await request.session.people.turns(request.person.id)
    await request.private(turns_text(request.words, request.session, waiting, request.click.guild_id))


async def games(request: Request) -> None:
    """`/games`: all their tables."""
    user = request.person.id
    tables = await request.session.people.games(user)
    await request.private(games_text(request.words, request.session, tables, user))


def turns_text(words: Words, session: Session, waiting: Sequence[Waiting], guild_id: int | None) -> str:
    """Where it is somebody's turn: first in this server, then elsewhere; last what they are asked."""
    turns = [one for one in waiting if not one.asked]
    head = words.some("my.turns", len(turns)) if turns else words("my.none")
    lines = (*_by_server(words, session, turns, guild_id), *_asked(words, session, waiting))
    return "\n".join((head, *fitted(words, lines)))


def digest_text(words: Words, session: Session, waiting: Sequence[Waiting]) -> str:
    """The daily list of turns, and how to end it."""
    turns = [one for one in waiting if not one.asked]
    head = words.some("my.digest", len(turns)) if turns else words("my.digest.asked")
    lines = (*(turn_line(words, session, one) for one in turns), *_asked(words, session, waiting))
    return "\n".join((head, *fitted(words, lines), words("my.digest.stop")))


def games_text(words: Words, session: Session, tables: Sequence[Table], user_id: int) -> str:
    """All of somebody's tables: those that wait for them first, then the last changed."""
    if not tables:
        return words("my.games.none")
    mine = {table.id: one for table in tables if (one := session.people.waiting(table, user_id)) is not None}
    first = sorted(mine.values(), key=lambda one: one.since)
    others = [table for table in tables if table.id not in mine and session.tables.is_readable(table)]
    broken = [table for table in tables if not session.tables.is_readable(table)]
    lines = (
        *(_line(words, table_text(words, session, one.table, user_id), _yours(words, one)) for one in first),
        *(
            _line(words, table_text(words, session, table, user_id), _theirs(words, session, table))
            for table in others
        ),
        *(_line(words, words("table.line.unreadable", code=table.code)) for table in broken),
    )
    return "\n".join((words.some("my.games", len(tables)), *fitted(words, lines)))


def turn_line(words: Words, session: Session, one: Waiting) -> str:
    """A table that waits for somebody: since when, for whom they play there, and until when."""
    since = f"<t:{int(one.since)}:R>"
    parts = [table_text(words, session, one.table, one.user_id)]
    parts.append(words("my.asked.since" if one.asked else "my.since", since=since))
    if one.other:
        parts.append(words("my.other", name=safe(one.other)))
    if one.late:
        parts.append(words("my.late"))
    elif one.due is not None:
        parts.append(words("my.due", when=f"<t:{one.due}:R>"))
    return _line(words, *parts)


def table_text(words: Words, session: Session, table: Table, user_id: int) -> str:
    """A table with its game, the others who play there, and the way to its board."""
    game = titled(words, session.catalogue[table.game].game.title, table.day)
    others = tuple(safe(player.name) for player in table.players if player.user_id != user_id)
    if others:
        game = words("my.with", game=game, names=words.listed(others))
    where = "" if table.board is None else words("table.line.link", link=link(table, table.board))
    return words("my.table", code=table.code, game=game, link=where)


def fitted(words: Words, lines: Sequence[str], room: int = ROOM) -> Iterator[str]:
    """The first lines, as many as there is room for, and how many more there are."""
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield words("my.more", count=len(lines) - number)
            return
        yield line


def _by_server(
    words: Words, session: Session, turns: Sequence[Waiting], guild_id: int | None
) -> tuple[str, ...]:
    """Those of this server apart from the others, where there are both."""
    here = [turn_line(words, session, one) for one in turns if one.table.guild_id == guild_id]
    elsewhere = [turn_line(words, session, one) for one in turns if one.table.guild_id != guild_id]
    if guild_id is None or not here or not elsewhere:
        return tuple(turn_line(words, session, one) for one in turns)
    return *_titled(words("my.here"), here), *_titled(words("my.elsewhere"), elsewhere)


def _asked(words: Words, session: Session, waiting: Iterable[Waiting]) -> tuple[str, ...]:
    asked = [turn_line(words, session, one) for one in waiting if one.asked]
    return _titled(words("my.asked"), asked)


def _titled(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, the first of them with a title above it; it goes with that line, if there is no room."""
    return (f"{title}\n{lines[0]}", *lines[1:]) if lines else ()


def _line(words: Words, *parts: str) -> str:
    return words("my.line", parts=" · ".join(parts))


def _yours(words: Words, one: Waiting) -> str:
    return words("my.challenged" if one.asked else "my.yours")


def _theirs(words: Words, session: Session, table: Table) -> str:
    if table.status is Status.OPEN:
        return words("my.gathering")
    acting = session.tables.acting(table)
    names = tuple(safe(name) for name in names_at(table, acting))
    return words("my.their-turn", names=words.listed(names))


TURNS: Final = Command("turns", "command.my.turns", turns)
GAMES: Final = Command("games", "command.games", games)
