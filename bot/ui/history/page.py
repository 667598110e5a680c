"""A past position of a game, and its line of the log in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.discord.frame import (
    escape_markdown,
    link,
    names_of,
    plain_names,
)
from bot.games.catalogue import AnyEntry
from bot.kernel.session import Shown
from bot.kernel.tables.seats import is_by_time, later_players, player_at, players_as_of, second_board_of
from bot.store import NAMELESS, Line, Status, Table, is_nameless, nameless_id
from bot.store.tables import start_of
from bot.ui.play.board_layout import HAPPENED
from bot.words import Words
from engine.replay import LogPosition, effective_positions


@dataclass(frozen=True, slots=True)
class Page:
    """One of a game's `positions`, that with the index `at`. `lines` is the log as it was then.

    `parent` is the table that a fork continues. `forks`: whether a new table may begin here.
    """

    table: Table
    entry: AnyEntry
    positions: tuple[LogPosition, ...]
    lines: tuple[Line, ...]
    at: int
    parent: Table | None = None
    forks: bool = True

    @property
    def position(self) -> LogPosition:
        """The position that is shown."""
        return self.positions[self.at]

    @property
    def line(self) -> Line | None:
        """The line of the log that led to the position; none where the game begins."""
        return self.lines[self.position.ply - 1] if self.position.ply else None

    @property
    def stamp(self) -> str:
        """The hash of the log at that position."""
        if self.line is None:
            return start_of(self.table, len(self.table.players), self.lines)
        return self.line.hash

    @property
    def is_lasting(self) -> bool:
        """Whether the line was not undone."""
        return any(self.position is position for position in effective_positions(self.positions))

    def to_shown(self) -> Shown:
        """Return the table as it was then, for its picture."""
        then = replace(
            players_as_of(self.table, self.position.ply + 1), head=self.stamp, status=Status.PLAYING
        )
        return Shown(then, self.entry, self.position.state, new_turn=False)


def describe_page(words: Words, page: Page, *, lasts: bool | None = None) -> list[str]:
    """Return the lines about a position: its move, player and events, and whether it was undone.

    `lasts`: whether it was not undone, where that is known already.
    """
    position = page.position
    last = page.positions[-1].ply
    lines = [words("history.move", ply=position.ply, last=last, told=_line_text(words, page))]
    if happened := _events_text(words, page):
        lines.append(happened)
    if position.action is not None and not (page.is_lasting if lasts is None else lasts):
        lines.append(words("history.taken-back"))
    came = later_players(page.table, position.ply)
    return [
        *lines,
        *(words("seat.taken", name=escape_markdown(player.name), other=NAMELESS) for player in came),
    ]


def _events_text(words: Words, page: Page) -> str:
    """Return the line's events in sentences; empty without any."""
    names = names_of(players_as_of(page.table, page.position.ply))
    words_then = words.by_time() if page.line is not None and is_by_time(page.table, page.line) else words
    return " ".join(page.entry.speech.narrate(words_then, names, page.position.events))[:HAPPENED]


def _line_text(words: Words, page: Page) -> str:
    """Return the log's line in words."""
    position, line = page.position, page.line
    if line is None:
        return words("history.begins")
    if position.is_hint:
        return words("history.hint", name=_actor_name(words, page.table, line))
    if position.back is not None:
        return words("history.took-back", name=_actor_name(words, page.table, line), ply=position.back)
    if position.action is None:
        return _beginning_text(words, page)
    who = _player_text(words, page.table, line)
    if _events_text(words, page):  # which includes the action
        return who
    before = page.positions[(position.before or 0) - page.positions[0].ply].state
    names = plain_names(players_as_of(page.table, position.ply))
    action = page.entry.speech.describe(words, names, before, position.seat or 0, position.action)
    return words("history.line", who=who, action=escape_markdown(action))


def _beginning_text(words: Words, page: Page) -> str:
    """Return why nothing before this position can be shown: it is a fork, or the rules have changed."""
    moved = page.table.journey.moved
    if moved is not None and page.position.ply == 1:
        return words("history.moved", code=moved[0], ply=moved[1])
    origin = page.table.journey.parent
    if origin is None or page.position.ply > 1:
        return words("history.other-rules")
    parent, (table_id, ply) = page.parent, origin
    if parent is None or parent.board is None or second_board_of(parent) is not None:
        return words("history.forked", code=f"T{table_id}", ply=ply)
    return words("history.forked.link", code=parent.code, ply=ply, link=link(parent, parent.board))


def _player_text(words: Words, table: Table, line: Line) -> str:
    """Return whose line it was, and whom they played for, if that was another player."""
    owner = player_at(players_as_of(table, line.ply), line.seat)
    if line.user_id == owner.user_id or (line.user_id is None and is_by_time(table, line)):
        return (
            words("prepared.marked", who=escape_markdown(owner.name))
            if line.prepared
            else escape_markdown(owner.name)
        )
    if line.user_id == nameless_id(table.id, line.seat):
        return NAMELESS  # a previous player of the seat
    actor = _actor_name(words, table, line)
    return words("history.stood-in", name=actor, other=escape_markdown(owner.name))


def _actor_name(words: Words, table: Table, line: Line) -> str:
    """Return the name of a line's author: a player, a stand-in, or Taproom."""
    if line.user_id is None:
        return words("history.house")
    for player in table.players:
        if player.user_id == line.user_id:
            return escape_markdown(player.name)
        if player.substitute == line.user_id:
            return escape_markdown(player.substitute_name)
    return NAMELESS if is_nameless(line.user_id) else f"<@{line.user_id}>"
