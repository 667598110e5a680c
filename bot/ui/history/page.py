"""A game as it was: the position after a line of its log, and what that line was, in words."""

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
    """A position of a game: that at `at` of its `positions`. `lines` is the log as it was then.

    `parent` is the table that a fork goes on from. `forks`: whether a new table may begin here.
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
        """The hash that the log had come to by then."""
        if self.line is None:
            return start_of(self.table, len(self.table.players), self.lines)
        return self.line.hash

    @property
    def is_lasting(self) -> bool:
        """Whether the line was not taken back."""
        return any(self.position is one for one in effective_positions(self.positions))

    def to_shown(self) -> Shown:
        """The table as it stood then, as its picture needs it."""
        then = replace(
            players_as_of(self.table, self.position.ply + 1), head=self.stamp, status=Status.PLAYING
        )
        return Shown(then, self.entry, self.position.state, new_turn=False)


def describe_page(words: Words, page: Page, *, lasts: bool | None = None) -> list[str]:
    """Which move it is, whose, and what happened; that it was taken back, if it was.

    `lasts`: whether it was not, where that is known already.
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
    """What came of the line, in sentences; empty where there is nothing to tell."""
    names = names_of(players_as_of(page.table, page.position.ply))
    told = words.by_time() if page.line is not None and is_by_time(page.table, page.line) else words
    return " ".join(page.entry.speech.narrate(told, names, page.position.events))[:HAPPENED]


def _line_text(words: Words, page: Page) -> str:
    """What the line of the log says."""
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
    if _events_text(words, page):  # which tells what was done
        return who
    before = page.positions[(position.before or 0) - page.positions[0].ply].state
    names = plain_names(players_as_of(page.table, position.ply))
    action = page.entry.speech.describe(words, names, before, position.seat or 0, position.action)
    return words("history.line", who=who, action=escape_markdown(action))


def _beginning_text(words: Words, page: Page) -> str:
    """Why nothing before this can be shown: the game is a fork, or it is older than today's rules."""
    moved = page.table.journey.moved
    if moved is not None and page.position.ply == 1:
        return words("history.moved", code=moved[0], ply=moved[1])
    grown = page.table.journey.parent
    if grown is None or page.position.ply > 1:
        return words("history.other-rules")
    parent, (table_id, ply) = page.parent, grown
    if parent is None or parent.board is None or second_board_of(parent) is not None:
        return words("history.forked", code=f"T{table_id}", ply=ply)
    return words("history.forked.link", code=parent.code, ply=ply, link=link(parent, parent.board))


def _player_text(words: Words, table: Table, line: Line) -> str:
    """Whose line it was, and for whom they played it, where that was somebody else."""
    owner = player_at(players_as_of(table, line.ply), line.seat)
    if line.user_id == owner.user_id or (line.user_id is None and is_by_time(table, line)):
        return (
            words("prepared.marked", who=escape_markdown(owner.name))
            if line.prepared
            else escape_markdown(owner.name)
        )
    if line.user_id == nameless_id(table.id, line.seat):
        return NAMELESS  # who had the seat before
    actor = _actor_name(words, table, line)
    return words("history.stood-in", name=actor, other=escape_markdown(owner.name))


def _actor_name(words: Words, table: Table, line: Line) -> str:
    """Who wrote a line: somebody of the table, a friend who helped out, or the house."""
    if line.user_id is None:
        return words("history.house")
    for player in table.players:
        if player.user_id == line.user_id:
            return escape_markdown(player.name)
        if player.substitute == line.user_id:
            return escape_markdown(player.substitute_name)
    return NAMELESS if is_nameless(line.user_id) else f"<@{line.user_id}>"
