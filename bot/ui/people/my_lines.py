"""Tables as their players see them listed: where it is their turn, since when, and until when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.seating import names_at
from bot.session.people import Waiting
from bot.store import Status, Table
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import link, safe, titled
from bot.words import Words

ROOM: Final = 3500
"""The most characters of a list; what stands around it fits into the rest of a message."""


def turns_text(desk: Desk, waiting: Sequence[Waiting], guild_id: int | None) -> str:
    """Where it is somebody's turn: first in this server, then elsewhere; last what they are asked."""
    words, turns = desk.words, [one for one in waiting if not one.asked]
    head = words.some("my.turns", len(turns)) if turns else words("my.none")
    lines = (*_by_server(desk, turns, guild_id), *_asked(desk, waiting))
    return "\n".join((head, *fitted(words, lines)))


def digest_text(desk: Desk, waiting: Sequence[Waiting]) -> str:
    """The daily list of turns, and how to end it."""
    words, turns = desk.words, [one for one in waiting if not one.asked]
    head = words.some("my.digest", len(turns)) if turns else words("my.digest.asked")
    lines = (*(turn_line(desk, one) for one in turns), *_asked(desk, waiting))
    return "\n".join((head, *fitted(words, lines), words("my.digest.stop")))


def games_text(desk: Desk, tables: Sequence[Table], user_id: int) -> str:
    """All of somebody's tables: those that wait for them first, then the last changed."""
    words = desk.words
    if not tables:
        return words("my.games.none")
    mine = {table.id: one for table in tables if (one := desk.session.waiting(table, user_id)) is not None}
    first = sorted(mine.values(), key=lambda one: one.since)
    others = [table for table in tables if table.id not in mine]
    lines = (
        *(_line(words, table_text(desk, one.table, user_id), _yours(words, one)) for one in first),
        *(_line(words, table_text(desk, table, user_id), _theirs(desk, table)) for table in others),
    )
    return "\n".join((words.some("my.games", len(tables)), *fitted(words, lines)))


def turn_line(desk: Desk, one: Waiting) -> str:
    """A table that waits for somebody: since when, for whom they play there, and until when."""
    words, since = desk.words, f"<t:{int(one.since)}:R>"
    parts = [table_text(desk, one.table, one.user_id)]
    parts.append(words("my.asked.since" if one.asked else "my.since", since=since))
    if one.other:
        parts.append(words("my.other", name=safe(one.other)))
    if one.late:
        parts.append(words("my.late"))
    elif one.due is not None:
        parts.append(words("my.due", when=f"<t:{one.due}:R>"))
    return _line(words, *parts)


def table_text(desk: Desk, table: Table, user_id: int) -> str:
    """A table with its game, the others who play there, and the way to its board."""
    words = desk.words
    game = titled(words, desk.session.catalogue[table.game].game.title, table.day)
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


def _by_server(desk: Desk, turns: Sequence[Waiting], guild_id: int | None) -> tuple[str, ...]:
    """Those of this server apart from the others, where there are both."""
    here = [turn_line(desk, one) for one in turns if one.table.guild_id == guild_id]
    elsewhere = [turn_line(desk, one) for one in turns if one.table.guild_id != guild_id]
    if guild_id is None or not here or not elsewhere:
        return tuple(turn_line(desk, one) for one in turns)
    words = desk.words
    return *_titled(words("my.here"), here), *_titled(words("my.elsewhere"), elsewhere)


def _asked(desk: Desk, waiting: Iterable[Waiting]) -> tuple[str, ...]:
    asked = [turn_line(desk, one) for one in waiting if one.asked]
    return _titled(desk.words("my.asked"), asked)


def _titled(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, the first of them with a title above it; it goes with that line, if there is no room."""
    return (f"{title}\n{lines[0]}", *lines[1:]) if lines else ()


def _line(words: Words, *parts: str) -> str:
    return words("my.line", parts=" · ".join(parts))


def _yours(words: Words, one: Waiting) -> str:
    return words("my.challenged" if one.asked else "my.yours")


def _theirs(desk: Desk, table: Table) -> str:
    if table.status is Status.OPEN:
        return desk.words("my.gathering")
    acting = desk.session.acting(table)
    names = tuple(safe(name) for name in names_at(table, acting))
    return desk.words("my.their-turn", names=desk.words.listed(names))
