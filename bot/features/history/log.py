"""`/table log`: a whole game as text: players, times, actions and results; only for the user who asks.

It contains no markdown. Undone lines stay in it, marked.
"""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

import discord

from bot.discord.command import Code, Command
from bot.discord.frame import Layout, Message, Text, game_title, without_view_store
from bot.discord.limits import READING
from bot.discord.request import Request
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.tables.results import standing_moves
from bot.kernel.tables.seats import has_lobby, is_by_time, later_players, player_at, players_as_of
from bot.store import NAMELESS, Line, Player, Status, Table, is_nameless, nameless_id
from bot.ui.play.terms import changed_option_terms
from bot.ui.table.lines import BEGUN
from bot.words import Words
from engine.replay import LogPosition, effective_positions
from engine.table_lines import HINT, fork_source, is_table_line, rules_line, transfer_source, undo_target

WIDTH: Final = 100
"""Characters in a line, where words can be wrapped."""

UNDONE: Final = "~"
"""The mark of an undone line."""

OFTEN: Final = 8
"""Where turns have one line, the standing is repeated after this many of them."""

_INDENT: Final = " " * 14
_MARKDOWN: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)
_FIRST_MARK: Final = 0xE000


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one line of the log, and its date in ISO form."""

    day: str
    text: str


def lines_by_date(blocks: Iterable[Block]) -> Iterator[str]:
    """The texts of log lines, each day under its date."""
    day = ""
    for block in blocks:
        if block.day != day:
            yield from (["", block.day] if day else [block.day])
        yield block.text
        day = block.day


@dataclass(frozen=True)
class Log:
    """A game's log as text.

    `positions` are none where today's rules cannot replay it, and where it goes on and is played
    `from_memory`. `guests` are former stand-ins, by user id.
    """

    words: Words
    entry: AnyEntry
    table: Table
    lines: tuple[Line, ...]
    positions: tuple[LogPosition, ...] | None
    guests: Mapping[int, str] = field(default_factory=dict)
    from_memory: bool = False

    def text(self) -> str:
        """The whole log: players, beginning, every line, result."""
        return "\n".join([*self.head_lines(), "", *self.beginning_lines(), *lines_by_date(self.blocks()), ""])

    def head_lines(self) -> list[str]:
        """Game, players, options, beginning, result, and a note on marks."""
        words, table = self.words, self.table
        title = words(
            "table.title", game=game_title(words, self.entry.game.title, table.deal), code=table.code
        )
        began = _date_and_time(self.lines[0].at if self.lines else table.time.created_at)
        lines = [title, *map(self._seat_line, table.players)]
        options = ", ".join(changed_option_terms(words, self.entry, table))
        lines += [words("table.options", options=options)] if options else []
        lines += [words("log.began", day=began[0], time=began[1]), self._result_text()]
        lines += [words("log.undone", mark=UNDONE)] if len(self.effective_plies) < len(self.lines) else []
        return [part for line in lines for part in textwrap.wrap(line, WIDTH)]

    def beginning_lines(self) -> list[str]:
        """The initial standing and the board as text, if they can be told."""
        if self.positions is None:
            return [self.words("log.from-memory" if self.from_memory else "log.other-rules"), ""]
        if any(not is_table_line(line.action) for line in self.lines[: self.positions[0].ply]):
            return []
        entry, view = self.entry, self.entry.game.view(self.positions[0].state, None)
        header = self._header_lines(view, self.positions[0].ply + 1)
        lines = [part for line in header[1:] for part in textwrap.wrap(line, WIDTH)]
        board = entry.game.text(view, self.words).strip("\n").splitlines()
        return [*lines, *([""] if lines else []), *board, ""]

    def blocks(self) -> tuple[Block, ...]:
        """Every line of the log with its effect, and the standing before each turn."""
        since, blocks = OFTEN, []
        for at, line in enumerate(self.lines):
            heading, since = self._heading_lines(at, since)
            day, time = _date_and_time(line.at)
            mark = " " if line.ply in self.effective_plies else UNDONE
            lines = [
                f"{mark}{line.ply:>4}  {time}  {self._player_name(line)}: {line.action}",
                *self._narration_lines(line),
            ]
            lines += [
                wrapped
                for new_player in later_players(self.table, line.ply)
                for wrapped in self._new_player_lines(new_player)
            ]
            blocks.append(Block(day, "\n".join([*heading, *lines])))
        return tuple(blocks)

    @cached_property
    def effective_plies(self) -> frozenset[int]:
        """The numbers of the lines that were not undone, including undo lines."""
        plies, at = set[int](), len(self.lines)
        while at > 0:
            plies.add(at)
            back = undo_target(self.lines[at - 1].action)
            at = at - 1 if back is None else back
        return frozenset(plies)

    @cached_property
    def _marks(self) -> tuple[str, ...]:
        """A placeholder character for every player: names are inserted once all markdown is removed."""
        return tuple(chr(_FIRST_MARK + seat) for seat in range(len(self.table.players)))

    def _plain_text(self, text: str, ply: int | None = None) -> str:
        """A text without markdown, with names instead of placeholders; a name cannot end a code block.

        The names are those of line `ply`, or the current ones.
        """
        bare, table = _MARKDOWN.sub("", text), self.table if ply is None else players_as_of(self.table, ply)
        for mark, player in zip(self._marks, table.players, strict=True):
            name = _plain_name(player.name)
            if name.endswith(".") and not name.endswith(".."):
                bare = bare.replace(f"{mark}.", name)
            bare = bare.replace(mark, name)
        return bare

    def _seat_line(self, player: Player) -> str:
        """The name and part of a player."""
        words, name = self.words, _plain_name(player.name)
        if has_lobby(self.entry.game):
            return self._plain_text(words("fork.seat.line", number=player.seat + 1, name=name))
        part = words(f"{self.table.game}.seat.{player.seat}.first")
        return words("log.seat", name=name, part=part)

    def _result_text(self) -> str:
        """The result of the game, or that it goes on."""
        if self.table.status is Status.CLOSED:
            return self.words("log.closed")
        if self.positions is not None:
            by_time = bool(self.lines) and is_by_time(self.table, self.lines[-1])
            words = self.words.by_time() if by_time else self.words
            result = self.entry.help.review(words, self._marks, effective_positions(self.positions)).result
            return self._plain_text(result)
        state = self.entry.codec.load(self.table.state or "")
        if self.entry.game.outcome(state) is None:
            return self.words("review.running")
        return self._standing_line(state)

    def _header_lines(self, view: Any, ply: int | None = None) -> list[str]:  # noqa: ANN401 - a view of any game
        """The lines above a board when line `ply` was written, or now."""
        return [
            self._plain_text(line, ply) for line in self.entry.speech.header(self.words, self._marks, view)
        ]

    def _heading_lines(self, at: int, since: int) -> tuple[list[str], int]:
        """The standing before a line that begins a turn; and the number of lines since the last standing.

        A turn of one line needs no standing of its own; after an undo it is always repeated.
        """
        if self.lines[at].action == HINT:
            return [], since
        before = self._position_before(self.lines[at])
        if before is None:
            return [], OFTEN
        if not self._begins_turn(at) or (since < OFTEN and not self._begins_turn_of_several(at)):
            return [], since + 1
        return ["", self._standing_line(before.state, self.lines[at].ply)], 1

    def _standing_line(self, state: Any, ply: int | None = None) -> str:  # noqa: ANN401 - a state of any game
        """The standing in a line: the first line above the board, or else the part of the game."""
        view = self.entry.game.view(state, None)
        if self.entry.speech.standing is not None:
            return self._plain_text(self.entry.speech.standing(self.words, self._marks, view), ply)
        above = self._header_lines(view, ply)
        if above:
            return above[0]
        if self.entry.speech.chapter is not None:
            return self.entry.speech.chapter(self.words, state)
        return self._plain_text(self.entry.speech.turn(self.words, self._marks, view), ply)

    def _begins_turn(self, at: int) -> bool:
        """Whether a turn begins with a line."""
        before, last = self._position_before(self.lines[at]), self._first_move(reversed(self.lines[:at]))
        if before is None:
            return False
        previous = None if last is None else self._position_before(last)
        if last is None or previous is None or undo_target(last.action) is not None:
            return True
        key = self.entry.rules.turn_key
        return key(before.state) != key(previous.state)

    def _begins_turn_of_several(self, at: int) -> bool:
        """Whether the next line belongs to the turn that begins with this one."""
        following = self._first_move(self.lines[at + 1 :])
        return following is not None and not self._begins_turn(following.ply - 1)

    def _first_move(self, lines: Iterable[Line]) -> Line | None:
        """The first of the lines that is not a hint."""
        return next((line for line in lines if line.action != HINT), None)

    def _position_before(self, line: Line) -> LogPosition | None:
        """The position that a line was played on; none where it is unknown, or the line is the table's."""
        position = self._position_after(line)
        if self.positions is None or position is None or position.before is None:
            return None
        return self.positions[position.before - self.positions[0].ply]

    def _position_after(self, line: Line) -> LogPosition | None:
        """The position after a line, if it can be replayed."""
        at = -1 if self.positions is None else line.ply - self.positions[0].ply
        return None if self.positions is None or at < 1 else self.positions[at]

    def _player_name(self, line: Line) -> str:
        """Who played a line, and for whom, if for another; a table's own line names who caused it."""
        if is_table_line(line.action):
            return self._user_name(line.user_id)
        owner = player_at(players_as_of(self.table, line.ply), line.seat)
        if line.user_id == owner.user_id or (line.user_id is None and is_by_time(self.table, line)):
            name = _plain_name(owner.name)
            return self.words("prepared.marked", who=name) if line.prepared else name
        if line.user_id == nameless_id(self.table.id, line.seat):
            return NAMELESS  # the former player of the seat
        return self.words("log.stood-in", name=self._user_name(line.user_id), other=_plain_name(owner.name))

    def _user_name(self, user_id: int | None) -> str:
        """The name of a player, of a stand-in, or of Taproom."""
        if user_id is None:
            return self.words("log.house")
        for player in self.table.players:
            if player.user_id == user_id:
                return _plain_name(player.name)
            if player.substitute == user_id:
                return _plain_name(player.substitute_name)
        guest = NAMELESS if is_nameless(user_id) else self.guests.get(user_id)
        return self.words("log.friend") if guest is None else _plain_name(guest)

    def _narration_lines(self, line: Line) -> Iterator[str]:
        """The effect of a line in words; nothing where it cannot be replayed."""
        position = self._position_after(line)
        text = ""
        if is_table_line(line.action):
            text = self._table_action_text(line.action)
        elif position is not None:
            words = self.words.by_time() if is_by_time(self.table, line) else self.words
            events = self.entry.speech.narrate(words, self._marks, position.events)
            text = self._plain_text(" ".join(events), line.ply)
        yield from _indent_lines(text)

    def _new_player_lines(self, player: Player) -> Iterator[str]:
        """That a player took the seat of a nameless one."""
        return _indent_lines(
            self._plain_text(self.words("seat.taken", name=_plain_name(player.name), other=NAMELESS))
        )

    def _table_action_text(self, action: str) -> str:
        """The table's own line in words."""
        words, back, origin = self.words, undo_target(action), fork_source(action)
        if action == HINT:
            return words("log.hint")
        if back is not None:
            return words("log.undo", ply=back) if back else words("log.undo.all")
        if origin is not None:
            return words("log.from", code=origin[0], ply=origin[1])
        if (moved := transfer_source(action)) is not None:
            return words("log.moved", code=moved[0], ply=moved[1])
        return words("log.rules", version=action.removeprefix(rules_line(0)[:-1]))


def _date_and_time(at: float) -> tuple[str, str]:
    """A moment's date in ISO form and its time to the minute, in UTC."""
    moment = datetime.fromtimestamp(at, UTC)
    return moment.date().isoformat(), f"{moment:%H:%M}"


def _indent_lines(text: str) -> Iterator[str]:
    """A text wrapped and indented below its line of the log."""
    for paragraph in text.split("\n"):
        yield from textwrap.wrap(paragraph.strip(), WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _plain_name(name: str) -> str:
    """A name inside a code block."""
    return " ".join(name.replace("`", "'").split())


SHOWN: Final = 3700
"""The most characters of the log in the message; the file has the rest."""


async def log(request: Request, table: Code | None = None) -> None:
    """`/table log`: the last lines in a code block, and the whole log as files, for people and programs."""
    game_table = await request.find(table)
    game = await _log_of(request, game_table)
    text, last, moves = await asyncio.to_thread(
        lambda: (game.text(), _last_blocks_text(game.blocks()), len(standing_moves(game.lines)))
    )
    exported = await request.session.access.export(game_table)
    files = {f"{game_table.code}-log.txt": text, **exported}
    layout = Layout(timeout=None)
    layout.add_item(Text("\n".join(await _message_lines(request, game, last, moves))))
    for name in files:
        layout.add_item(discord.ui.File[Layout](f"attachment://{name}"))
    others = tuple((content.encode(), name) for name, content in files.items())
    await request.show(Message(without_view_store(layout), others=others))


async def _message_lines(request: Request, game: Log, last: str, moves: int) -> list[str]:
    """The number of moves and the last ones; and that the seed is still sealed."""
    if not last:
        return [game.words("log.none", code=game.table.code)]
    sealed = game.table.status is Status.OVER and not await request.session.access.is_published(game.table)
    code = game.table.code
    return [
        game.words.some("log.title", moves, code=code) if moves else game.words("log.none", code=code),
        *([game.words("log.sealed")] if sealed else []),
        f"```\n{last}\n```",
    ]


async def _log_of(request: Request, table: Table) -> Log:
    """The log of a game that has begun; raises `Refused` for others."""
    entry = request.session.catalogue[table.game]
    if table.state is None:
        raise Refused("not-begun", table, code=table.code)
    positions, from_memory = None, False
    try:
        positions = await request.session.history.shown_positions(table)
    except Refused as refused:
        from_memory = refused.key == "history-from-memory"
    lines = await request.session.tables.log(table)
    guests = await request.session.tables.guests(table.id)
    return Log(request.words, entry, table, lines[: table.plies], positions, guests, from_memory)


def _last_blocks_text(blocks: tuple[Block, ...]) -> str:
    """As many of the last lines as fit; the beginning of a single line that is too long."""
    last_blocks = blocks[-1:]
    for block in reversed(blocks[:-1]):
        if len(_join_blocks((block, *last_blocks))) > SHOWN:
            break
        last_blocks = (block, *last_blocks)
    return _join_blocks(last_blocks)[:SHOWN]


def _join_blocks(blocks: tuple[Block, ...]) -> str:
    return "\n".join(lines_by_date(blocks))


LOG_COMMAND: Final = Command("log", "command.log", log, {"table": BEGUN}, limit=READING)
