"""A table in one line: in a list, and among what the option `table` of a command offers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from discord import app_commands

from bot.session import Session
from bot.store import Status, Table
from bot.ui.kit.command import OFFERED, Choices, Completion, Option
from bot.ui.kit.frame import link, names_of, plain_names, titled
from bot.ui.kit.request import Request
from bot.words import Names, Words


def line_of(words: Words, session: Session, table: Table) -> str:
    """A table in one line, for who asks: its code, game, people, whose move it is, and where its board is."""
    if not session.tables.is_readable(table):
        return words("table.line.unreadable", code=table.code)
    names = " / ".join(names_of(table))
    where = "" if table.home_id is None else words("thread.at", thread=f"<#{table.channel_id}>")
    if table.board is not None:
        where = words("table.line.link", link=link(table, table.board))
    state = _state(words, session, table, names_of(table))
    return words(
        "table.line", code=table.code, game=_game(words, session, table), names=names, state=state, link=where
    )


def plain_line(words: Words, session: Session, table: Table) -> str:
    """The same where nothing is markdown and no link fits."""
    names = " / ".join(plain_names(table))
    state = _state(words, session, table, plain_names(table))
    return f"{table.code} {_game(words, session, table)}: {names}; {state}"


def _game(words: Words, session: Session, table: Table) -> str:
    return titled(words, session.catalogue[table.game].game.title, table.day)


def _state(words: Words, session: Session, table: Table, names: Names) -> str:
    if table.status is not Status.PLAYING:
        return words(f"table.state.{table.status}")
    shown = session.tables.shown(table)
    acting = shown.entry.game.to_act(shown.state)
    called = tuple(name for player, name in zip(table.players, names, strict=True) if player.seat in acting)
    return words("table.state.playing", names=words.listed(called))


def table_option(among: Callable[[Request], Awaitable[tuple[Table, ...]]]) -> Option:
    """The option `table` of a command: it offers the tables `among` these that fit what is typed."""

    async def choose(request: Request, current: str) -> Choices:
        lines = [
            (table.code, plain_line(request.words, request.session, table))
            for table in request.session.tables.readable(await among(request))
        ]
        typed = current.strip().casefold()
        fitting = [(code, line) for code, line in lines if typed in line.casefold()]
        return [app_commands.Choice(name=line[:100], value=code) for code, line in fitting[:OFFERED]]

    return Option("command.table", completion=Completion("table", choose))


async def _visible(request: Request) -> tuple[Table, ...]:
    """The tables that somebody may see here, live ones first."""
    return await request.session.search.visible(request.click)


TABLE: Final = table_option(_visible)
"""The option of a command about a table that somebody may see."""
