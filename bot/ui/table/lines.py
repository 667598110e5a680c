"""A table in one line: in a list, and among the choices of an option."""

from __future__ import annotations

from bot.store import Status, Table
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import link, names_of, plain_names, titled
from bot.words import Names


def line_of(desk: Desk, table: Table) -> str:
    """A table in one line, for who asks: its code, game, people, whose move it is, and where its board is."""
    names = " / ".join(names_of(table))
    where = "" if table.home_id is None else desk.words("thread.at", thread=f"<#{table.channel_id}>")
    if table.board is not None:
        where = desk.words("table.line.link", link=link(table, table.board))
    state = _state(desk, table, names_of(table))
    return desk.words(
        "table.line", code=table.code, game=_game(desk, table), names=names, state=state, link=where
    )


def plain_line(desk: Desk, table: Table) -> str:
    """The same where nothing is markdown and no link fits."""
    names = " / ".join(plain_names(table))
    state = _state(desk, table, plain_names(table))
    return f"{table.code} {_game(desk, table)}: {names}; {state}"


def _game(desk: Desk, table: Table) -> str:
    return titled(desk.words, desk.session.catalogue[table.game].game.title, table.day)


def _state(desk: Desk, table: Table, names: Names) -> str:
    if table.status is not Status.PLAYING:
        return desk.words(f"table.state.{table.status}")
    shown = desk.session.shown(table)
    acting = shown.entry.game.to_act(shown.state)
    called = tuple(name for player, name in zip(table.players, names, strict=True) if player.seat in acting)
    return desk.words("table.state.playing", names=desk.words.listed(called))
