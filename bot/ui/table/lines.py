"""A table in one line: in lists, and as a suggestion of the command option `table`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final, TypeAlias

from discord import app_commands

from bot.discord.command import OFFERED, Choices, CommandOption, Completion
from bot.discord.frame import game_title, link, names_of, plain_names
from bot.discord.request import Request
from bot.kernel.session import Session
from bot.kernel.tables.seats import is_played_in, player_of, seat_of
from bot.store import Status, Table
from bot.words import Names, Words


def describe_table(words: Words, session: Session, table: Table) -> str:
    """Return a table in one line: its code, game, players, state, and link."""
    if not session.tables.is_readable(table):
        return words("table.line.unreadable", code=table.code)
    names = " / ".join(names_of(table))
    state = _state_text(words, session, table, names_of(table))
    return words(
        "table.line",
        code=table.code,
        game=_game(words, session, table),
        names=names,
        state=state,
        link=board_link(words, table),
    )


def board_link(words: Words, table: Table) -> str:
    """Return the link to a table's board, or else its thread; empty without both."""
    if table.board is not None:
        return words("table.line.link", link=link(table, table.board))
    return "" if table.home_id is None else words("thread.at", thread=f"<#{table.channel_id}>")


def plain_description(words: Words, session: Session, table: Table) -> str:
    """Return a table in one line without markdown and link."""
    names = " / ".join(plain_names(table))
    state = _state_text(words, session, table, plain_names(table))
    return f"{table.code} {_game(words, session, table)}: {names}; {state}"


def _game(words: Words, session: Session, table: Table) -> str:
    return game_title(words, session.catalogue[table.game].game.title, table.deal)


def _state_text(words: Words, session: Session, table: Table, names: Names) -> str:
    if table.status is not Status.PLAYING:
        return words(f"table.state.{table.status}")
    shown = session.tables.show(table)
    acting = shown.entry.game.to_act(shown.state)
    called = tuple(name for player, name in zip(table.players, names, strict=True) if player.seat in acting)
    return words("table.state.playing", names=words.join_list(called))


def table_option(among: Callable[[Request], Awaitable[tuple[Table, ...]]]) -> CommandOption:
    """Return the command option `table`: it suggests tables `among` these that match the typed text."""

    async def choose(request: Request, current: str) -> Choices:
        lines = [
            (table.code, plain_description(request.words, request.session, table))
            for table in request.session.tables.readable(await among(request))
        ]
        typed = current.strip().casefold()
        fitting = [(code, line) for code, line in lines if typed in line.casefold()]
        return [app_commands.Choice(name=line[:100], value=code) for code, line in fitting[:OFFERED]]

    return CommandOption("command.table", completion=Completion("table", choose))


TableFilter: TypeAlias = Callable[[Request, Table], bool]
"""Whether a command works on a table, for its user and channel."""


def visible_option(fits: TableFilter) -> CommandOption:
    """Return the option of a command that shows something: suggests fitting tables that the user may see."""

    async def among(request: Request) -> tuple[Table, ...]:
        return tuple(table for table in await _visible(request) if fits(request, table))

    return table_option(among)


def own_option(fits: TableFilter, *, afar: bool = False) -> CommandOption:
    """Return the option of a command for players: suggests their fitting live tables of this channel.

    `afar`: and those that are out of reach, as the command works on them from elsewhere.
    """

    async def among(request: Request) -> tuple[Table, ...]:
        click, session = request.click, request.session
        own_tables = [
            table for table in await session.tables.live_in(click.channel_id) if _sits(request, table)
        ]
        lost = await session.search.out_of_reach(click, request.is_shut) if afar else ()
        return tuple(table for table in (*own_tables, *lost) if fits(request, table))

    return table_option(among)


def _sits(request: Request, table: Table) -> bool:
    return seat_of(table, request.person) is not None


# Conditions of commands


def has_begun(_: Request, table: Table) -> bool:
    """Return whether there is a position to show."""
    return table.state is not None


def is_played(_: Request, table: Table) -> bool:
    """Return whether a table's game goes on."""
    return table.status is Status.PLAYING


def is_over(_: Request, table: Table) -> bool:
    """Return whether a table's game was played to the end."""
    return table.status is Status.OVER


def can_be_shown(request: Request, table: Table) -> bool:
    """Return whether there is a position, or an invitation that belongs here."""
    return table.state is not None or is_played_in(table, request.click.channel_id)


def can_be_left(request: Request, table: Table) -> bool:
    """Return whether a table is a lobby, or its game goes on without one player."""
    shared = request.session.catalogue[table.game].game.cooperative
    return table.status is Status.OPEN or shared


def can_be_moved(request: Request, table: Table) -> bool:
    """Return whether a table's game goes on, and the user may transfer it."""
    is_player = player_of(table, request.person) is not None
    return table.status is Status.PLAYING and table.deal is None and is_player


async def find_from_afar(request: Request, code: str | None) -> Table:
    """Return the user's table to end or transfer: one of this channel, or one out of reach."""
    return await request.session.search.find_from_afar(request.click, code, request.is_shut)


async def _visible(request: Request) -> tuple[Table, ...]:
    """Return the tables that a user may see here, live ones first."""
    tables = await request.session.search.visible(request.click)
    return await request.session.access.visible(request.person, tables)


TABLE: Final = visible_option(lambda _request, _table: True)
"""The option of a command about any table that the user may see."""

BEGUN: Final = visible_option(has_begun)
"""The option of a command about a game that has begun."""

OVER: Final = visible_option(is_over)
"""The option of a command about a game that was played to the end."""


def lines_that_fit(words: Words, lines: Iterable[str], count: int, room: int) -> Iterator[str]:
    """Yield the first of `count` lines, as many as fit, and how many more there are.

    The others are not made if the lines are a generator.
    """
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield words("my.more", count=count - number)
            return
        yield line
