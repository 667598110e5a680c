"""A player's games in one line each: those that await them, since when, and the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.discord.frame import escape_markdown, game_title
from bot.kernel.people.people import WaitingTable
from bot.kernel.session import Session
from bot.kernel.tables.seats import names_at, seen_by
from bot.store import Status, Table
from bot.ui.table.lines import board_link
from bot.words import Words


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games under a title, each with its text."""

    title: str
    games: list[tuple[Table, str]]


def group_games(
    words: Words, session: Session, tables: Sequence[Table], user_id: int, *, linked: bool = True
) -> list[GameGroup]:
    """Return a player's games: those that await their turn, the longest first; open questions; the others.

    `linked`: with links to their boards in Discord. Empty groups are left out.
    """
    waiting = [session.people.waiting(table, user_id) for table in tables]
    sorted_waiting = sorted(filter(None, waiting), key=lambda item: (item.since, item.table.id))
    turns = [item for item in sorted_waiting if not item.asked]
    rest = [table for table, item in zip(tables, waiting, strict=True) if item is None]
    others = [(table, _other_text(words, session, table, user_id, linked=linked)) for table in rest]

    def with_texts(some: Iterable[WaitingTable]) -> list[tuple[Table, str]]:
        return [(item.table, turn_text(words, session, item, linked=linked)) for item in some]

    groups = (
        GameGroup(words.some("games.turn", len(turns)), with_texts(turns)),
        GameGroup(words("my.asked"), with_texts(item for item in sorted_waiting if item.asked)),
        GameGroup(words("games.waiting"), others),
    )
    return [group for group in groups if group.games]


def turn_text(words: Words, session: Session, waiting: WaitingTable, *, linked: bool = True) -> str:
    """Return a table that awaits the player: since when, for whom they act, and until when."""
    since = f"<t:{int(waiting.since)}:R>"
    parts = [_table_text(words, session, waiting.table, waiting.user_id, linked=linked)]
    parts.append(words("my.asked.since" if waiting.asked else "my.since", since=since))
    if waiting.other:
        parts.append(words("my.other", name=escape_markdown(waiting.other)))
    if waiting.late:
        parts.append(words("my.late"))
    elif waiting.due is not None:
        parts.append(words("my.due", when=f"<t:{waiting.due}:R>"))
    return _join_parts(*parts)


def _other_text(words: Words, session: Session, table: Table, user_id: int, *, linked: bool) -> str:
    """Return a table that awaits others, and whom; or that it cannot be read."""
    if not session.tables.is_readable(table):
        return words("table.line.unreadable", code=table.code)
    return _join_parts(
        _table_text(words, session, table, user_id, linked=linked), _awaited_text(words, session, table)
    )


def _table_text(words: Words, session: Session, table: Table, user_id: int, *, linked: bool) -> str:
    """Return a table with its game, the other players, and, if `linked`, the link to its board."""
    game = game_title(words, session.catalogue[table.game].game.title, table.deal)
    others = tuple(escape_markdown(player.name) for player in table.players if player.user_id != user_id)
    if others:
        game = words("my.with", game=game, names=words.join_list(others))
    link = board_link(words, seen_by(table, user_id)) if linked else ""
    return words("my.table", code=table.code, game=game, link=link)


def list_line(words: Words, *parts: str) -> str:
    """Return a list item about one game."""
    return words("my.line", parts=_join_parts(*parts))


def _join_parts(*parts: str) -> str:
    return " · ".join(parts)


def _awaited_text(words: Words, session: Session, table: Table) -> str:
    if table.status is Status.OPEN:
        return words("my.gathering")
    acting = session.tables.acting_seats(table)
    names = tuple(escape_markdown(name) for name in names_at(table, acting))
    return words("my.their-turn", names=words.join_list(names))
