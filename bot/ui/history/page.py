"""One page of a game's history: the position after a line of its log, and the controls to leaf on from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.discord.endpoints import Endpoint
from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    laid_out,
    link,
    names_of,
    pictured,
    plain_names,
    safe,
    titled,
)
from bot.discord.keyboard import Control, Key, Row, Verb, page_key
from bot.games.catalogue import AnyEntry
from bot.kernel.session import Shown
from bot.kernel.tables.seats import DONE, as_of, came_after, is_by_time, mirror_of, player_at
from bot.store import NAMELESS, Line, Status, Table, is_nameless, nameless_id
from bot.store.tables import start_of
from bot.ui.play.post import HAPPENED, painted
from bot.words import Words
from bot.words.menu import Look, Menu
from engine.replay import Position, lasting

_STEPS: Final = {"back": -1, "next": 1}


@dataclass(frozen=True, slots=True)
class Page:
    """A position of a game: that at `at` of its `positions`. `lines` is the log as it was then.

    `parent` is the table that a fork goes on from. `forks`: whether a new table may begin here.
    """

    table: Table
    entry: AnyEntry
    positions: tuple[Position, ...]
    lines: tuple[Line, ...]
    at: int
    parent: Table | None = None
    forks: bool = True

    @property
    def position(self) -> Position:
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
    def lasts(self) -> bool:
        """Whether the line was not taken back."""
        return any(self.position is one for one in lasting(self.positions))

    def shown(self) -> Shown:
        """The table as it stood then, as its picture needs it."""
        then = replace(as_of(self.table, self.position.ply + 1), head=self.stamp, status=Status.PLAYING)
        return Shown(then, self.entry, self.position.state, new_turn=False)


def step(detail: str, first: int, last: int) -> int | None:
    """The move that a control leads to, from `first` to `last`; none if it is not one of ours."""
    if detail in ("first", "last"):
        return first if detail == "first" else last
    way, _, ply = detail.partition(":")
    if way not in _STEPS or not (ply.isascii() and ply.isdecimal()):
        return None
    return min(max(int(ply) + _STEPS[way], first), last)


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the ways to leaf on.

    `onwards`: what leads on from a move, as `Buttons.past` says. `share`: whoever sees it alone may show it
    to everybody. `browser`: they may open the table in one.
    """

    onwards: Sequence[tuple[str, Endpoint[[str]]]] = ()
    share: bool = False
    browser: bool = False


async def page_message(words: Words, page: Page, beside: Beside) -> Message:
    """The message of a page: the picture, what the line was, what it did in words, and the controls."""
    table, entry = as_of(page.table, page.position.ply + 1), page.entry
    names = names_of(table)
    view = entry.game.view(page.position.state, None)
    filename = f"{table.code}-move-{page.position.ply}.png"
    title = words("history.title", game=titled(words, entry.game.title, table.deal))
    alt = entry.speech.alt(words, plain_names(table), view)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((f"### {title}", *entry.speech.header(words, names, view)))))
    panel.add_item(pictured(filename, alt))
    panel.add_item(Text("\n".join(told_of(words, page))))
    return Message(
        laid_out(panel, _rows(words, page, beside)),
        painted(words, page.shown(), Menu()),
        filename,
    )


def told_of(words: Words, page: Page, *, lasts: bool | None = None) -> list[str]:
    """Which move it is, whose, and what happened; that it was taken back, if it was.

    `lasts`: whether it was not, where that is known already.
    """
    position = page.position
    last = page.positions[-1].ply
    lines = [words("history.move", ply=position.ply, last=last, told=_line(words, page))]
    if happened := _happened(words, page):
        lines.append(happened)
    if position.action is not None and not (page.lasts if lasts is None else lasts):
        lines.append(words("history.taken-back"))
    came = came_after(page.table, position.ply)
    return [*lines, *(words("seat.taken", name=safe(player.name), other=NAMELESS) for player in came)]


def _happened(words: Words, page: Page) -> str:
    """What came of the line, in sentences; empty where there is nothing to tell."""
    names = names_of(as_of(page.table, page.position.ply))
    told = words.by_time() if page.line is not None and is_by_time(page.table, page.line) else words
    return " ".join(page.entry.speech.narrate(told, names, page.position.events))[:HAPPENED]


def _line(words: Words, page: Page) -> str:
    """What the line of the log says."""
    position, line = page.position, page.line
    if line is None:
        return words("history.begins")
    if position.is_hint:
        return words("history.hint", name=_actor(words, page.table, line))
    if position.back is not None:
        return words("history.took-back", name=_actor(words, page.table, line), ply=position.back)
    if position.action is None:
        return _new_beginning(words, page)
    who = _who(words, page.table, line)
    if _happened(words, page):  # which tells what was done
        return who
    before = page.positions[(position.before or 0) - page.positions[0].ply].state
    names = plain_names(as_of(page.table, position.ply))
    action = page.entry.speech.describe(words, names, before, position.seat or 0, position.action)
    return words("history.line", who=who, action=safe(action))


def _new_beginning(words: Words, page: Page) -> str:
    """Why nothing before this can be shown: the game is a fork, or it is older than today's rules."""
    moved = page.table.moved
    if moved is not None and page.position.ply == 1:
        return words("history.moved", code=moved[0], ply=moved[1])
    grown = page.table.parent
    if grown is None or page.position.ply > 1:
        return words("history.other-rules")
    parent, (table_id, ply) = page.parent, grown
    if parent is None or parent.board is None or mirror_of(parent) is not None:
        return words("history.forked", code=f"T{table_id}", ply=ply)
    return words("history.forked.link", code=parent.code, ply=ply, link=link(parent, parent.board))


def _who(words: Words, table: Table, line: Line) -> str:
    """Whose line it was, and for whom they played it, where that was somebody else."""
    owner = player_at(as_of(table, line.ply), line.seat)
    if line.user_id == owner.user_id or (line.user_id is None and is_by_time(table, line)):
        return words("prepared.marked", who=safe(owner.name)) if line.prepared else safe(owner.name)
    if line.user_id == nameless_id(table.id, line.seat):
        return NAMELESS  # who had the seat before
    actor = _actor(words, table, line)
    return words("history.stood-in", name=actor, other=safe(owner.name))


def _actor(words: Words, table: Table, line: Line) -> str:
    """Who wrote a line: somebody of the table, a friend who helped out, or the house."""
    if line.user_id is None:
        return words("history.house")
    for player in table.players:
        if player.user_id == line.user_id:
            return safe(player.name)
        if player.substitute == line.user_id:
            return safe(player.substitute_name)
    return NAMELESS if is_nameless(line.user_id) else f"<@{line.user_id}>"


def _rows(words: Words, page: Page, beside: Beside) -> list[Row]:
    """First, back, forward and last, as far as there is something there; text, film, and what leads on.

    While a game goes on, the last of its moves may not be the last for long, so that key stays.
    """
    table, ply = page.table, page.position.ply
    early, late = page.at == 0, page.at == len(page.positions) - 1
    over = table.status in DONE
    leaf = [
        _key(table, words("button.history.first"), Verb.LEAF, "first", off=early),
        _key(table, words("button.history.back"), Verb.LEAF, f"back:{ply}", off=early),
        _key(table, words("button.history.next"), Verb.LEAF, f"next:{ply}", off=late),
        _key(table, words("button.history.last"), Verb.LEAF, "last", off=late and over),
    ]
    ended = page.entry.game.outcome(page.position.state) is not None
    onwards = [
        endpoint.button(label, (table.id, 0), Look.PLAIN, str(ply)) for label, endpoint in beside.onwards
    ]
    for key in onwards:
        key.disabled = ended or not page.forks
    besides = [
        _key(table, words("button.text"), Verb.LEAF_TEXT, str(ply)),
        _key(table, words("button.replay"), Verb.REPLAY, off=len(page.positions) == 1),
        *onwards,
        *([_key(table, words("button.share"), Verb.SHARE, str(ply))] if beside.share else []),
        *([page_key(words, table)] if beside.browser else []),
    ]
    return [Row(*leaf), Row(*besides)]


def _key(table: Table, label: str, verb: Verb, detail: str = "", *, off: bool = False) -> Key:
    # A move is one at every revision; and who looks for a board at a revision does not find this.
    custom_id = str(Control(table.id, 0, verb, detail))
    return discord.ui.Button[Layout](label=label, custom_id=custom_id, disabled=off)
