"""`/games`: one's own games and the others of the channel; and the daily list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.discord.command import Command
from bot.discord.frame import safe, titled
from bot.discord.keyboard import ROW, Control, Key, Row, Verb
from bot.discord.request import Request
from bot.kernel.people.people import Waiting
from bot.kernel.session import Session
from bot.kernel.tables.seats import names_at, seat_of, seen_by
from bot.store import Status, Table
from bot.ui.table.lines import line_of, place_of
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
    here = [table for table in await session.search.listed(request.click) if table.id not in own]
    text = mine_text(words, session, mine, person.id)
    if here:
        text = f"{text}\n{_here(words, session, here, ROOM - len(text))}"
    await request.private(text, _seats(request, here))


def mine_text(words: Words, session: Session, tables: Sequence[Table], user_id: int) -> str:
    """Somebody's games: where it is their turn, the longest first; what they are asked; the others."""
    if not tables:
        return words("games.none")
    lines = [
        line
        for group in grouped(words, session, tables, user_id)
        for line in _titled(group.title, [_line(words, text) for _, text in group.games])
    ]
    return "\n".join(fitted(words, lines, len(lines), ROOM - HERE))


@dataclass(frozen=True, slots=True)
class Group:
    """Games with a title above them; each with what is said of it."""

    title: str
    games: list[tuple[Table, str]]


def grouped(
    words: Words, session: Session, tables: Sequence[Table], user_id: int, *, linked: bool = True
) -> list[Group]:
    """Somebody's games: where it is their turn, the longest first; what they are asked; the others.

    `linked`: with the way to their boards in Discord. A group without a game is left out.
    """
    waiting = [session.people.waiting(table, user_id) for table in tables]
    found = sorted(filter(None, waiting), key=lambda one: (one.since, one.table.id))
    turns = [one for one in found if not one.asked]
    rest = [table for table, one in zip(tables, waiting, strict=True) if one is None]
    others = [(table, _other_text(words, session, table, user_id, linked=linked)) for table in rest]

    def told(some: Iterable[Waiting]) -> list[tuple[Table, str]]:
        return [(one.table, _turn_text(words, session, one, linked=linked)) for one in some]

    groups = (
        Group(words.some("games.turn", len(turns)), told(turns)),
        Group(words("my.asked"), told(one for one in found if one.asked)),
        Group(words("games.waiting"), others),
    )
    return [group for group in groups if group.games]


def _here(words: Words, session: Session, tables: Sequence[Table], room: int) -> str:
    """The games of a channel where somebody does not play."""
    lines = []
    for table in tables:
        free = [words("games.free")] if session.absence.vacant(table) else []
        lines.append(_line(words, line_of(words, session, table), *free))
    return "\n".join(fitted(words, _titled(words("games.here"), lines), len(lines), room))


def _seats(request: Request, tables: Sequence[Table]) -> list[Row]:
    """A button for each free seat of the channel that whoever asks may take."""
    free = [
        table
        for table in tables
        if table.channel_id == request.click.channel_id
        and seat_of(table, request.person) is None
        and request.session.absence.vacant(table)
    ]
    keys = [
        Key(
            label=request.words("button.take-seat.at", code=table.code),
            custom_id=str(Control(table.id, table.revision, Verb.TAKE)),
        )
        for table in free[:ROW]
    ]
    return [Row(*keys)] if keys else []


def digest_text(words: Words, session: Session, waiting: Sequence[Waiting]) -> str:
    """The daily list of turns, and how to end it."""
    turns = [one for one in waiting if not one.asked]
    head = words.some("my.digest", len(turns)) if turns else words("my.digest.asked")
    asked = [_line(words, _turn_text(words, session, one)) for one in waiting if one.asked]
    lines = (
        *(_line(words, _turn_text(words, session, one)) for one in turns),
        *_titled(words("my.asked"), asked),
    )
    return "\n".join((head, *fitted(words, lines, len(lines)), words("my.digest.stop")))


def _turn_text(words: Words, session: Session, one: Waiting, *, linked: bool = True) -> str:
    """A table that waits for somebody: since when, for whom they play there, and until when."""
    since = f"<t:{int(one.since)}:R>"
    parts = [_table_text(words, session, one.table, one.user_id, linked=linked)]
    parts.append(words("my.asked.since" if one.asked else "my.since", since=since))
    if one.other:
        parts.append(words("my.other", name=safe(one.other)))
    if one.late:
        parts.append(words("my.late"))
    elif one.due is not None:
        parts.append(words("my.due", when=f"<t:{one.due}:R>"))
    return _joined(*parts)


def _other_text(words: Words, session: Session, table: Table, user_id: int, *, linked: bool) -> str:
    """A table that waits for others, and for whom; or that it cannot be read."""
    if not session.tables.is_readable(table):
        return words("table.line.unreadable", code=table.code)
    return _joined(_table_text(words, session, table, user_id, linked=linked), _theirs(words, session, table))


def _table_text(words: Words, session: Session, table: Table, user_id: int, *, linked: bool) -> str:
    """A table with its game, the others who play there, and, if `linked`, the way to its board."""
    game = titled(words, session.catalogue[table.game].game.title, table.deal)
    others = tuple(safe(player.name) for player in table.players if player.user_id != user_id)
    if others:
        game = words("my.with", game=game, names=words.listed(others))
    way = place_of(words, seen_by(table, user_id)) if linked else ""
    return words("my.table", code=table.code, game=game, link=way)


def fitted(words: Words, lines: Iterable[str], count: int, room: int = ROOM) -> Iterator[str]:
    """The first of `count` lines, as many as there is room for, and how many more there are.

    The others are not made where the lines are a generator.
    """
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield words("my.more", count=count - number)
            return
        yield line


def _titled(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, the first of them with a title above it; it goes with that line, if there is no room."""
    return (f"{title}\n{lines[0]}", *lines[1:]) if lines else ()


def _line(words: Words, *parts: str) -> str:
    return words("my.line", parts=_joined(*parts))


def _joined(*parts: str) -> str:
    return " · ".join(parts)


def _theirs(words: Words, session: Session, table: Table) -> str:
    if table.status is Status.OPEN:
        return words("my.gathering")
    acting = session.tables.acting(table)
    names = tuple(safe(name) for name in names_at(table, acting))
    return words("my.their-turn", names=words.listed(names))


GAMES: Final = Command("games", "command.games", games)
