"""Who may look at what, which table somebody means, and what they could do there.

A deal of the day is hidden from those who have yet to play it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import DealPlayedBefore, DealSpent, NotSeated, Refused
from bot.kernel.people.servers import manages
from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.export import export_files
from bot.kernel.tables.seats import (
    LIVE,
    check_turn,
    is_played_in,
    may_see,
    seat_of,
    seen_by,
    seen_in,
    stands_in_for,
)
from bot.kernel.time.calendar import day_of, end_of, week_of
from bot.store import Status, Table, deals
from bot.words import Words
from engine.core import Fault, IllegalAction
from engine.notation import normalize_text

Shut: TypeAlias = Callable[[Table], Awaitable[bool]]
"""Whether nobody can play at a table as the bot cannot write there: that is known where Discord is."""

EVERY = 10_000
"""More live tables than anybody has."""


class TableAccess:
    """Looking at tables."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    def today(self) -> str:
        """The date whose deal is played now, in ISO form."""
        return day_of(self._context.now())

    def this_week(self) -> str:
        """The week whose deal is played now, in ISO form."""
        return week_of(self._context.now())

    def is_past(self, period: str) -> bool:
        """Whether the day or week of a deal is over."""
        return end_of(period) <= self._context.now()

    async def check_may_look(self, person: Person, table: Table) -> None:
        """Refuse a look at a deal of the day or week to who plays it, or still may (Rule thrag:daily-1)."""
        refused = await self._refusal_to_look(person, table)
        if refused is not None:
            raise refused

    async def check_control(self, click: Click, table: Table, *, looks: bool) -> None:
        """Refuse a control where no message of ours can have it, as if there were no such table.

        Controls are shown where a table is played, to those who sit there wherever they are, and to who
        manages its server. The board of a fork leads to the table that it comes from, for who only `looks`.
        So nobody has to believe that a control stands on the message that was clicked.
        """
        if may_see(table, click) or manages(click, table):
            return
        if looks and await self._store.is_forked_in(table.id, click.channel_id):
            return
        raise Refused("no-table", code=table.code)

    async def check_control_use(self, person: Person, table: Table, *, looks: bool) -> None:
        """Refuse a control of a deal of the day to whom it is not for.

        What only shows something (`looks`) is for all who may look; the rest for whoever plays there.
        """
        if not looks and seat_of(table, person) is None:
            raise NotSeated(table)
        await self.check_may_look(person, table)

    async def visible(self, person: Person, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        """Those of the tables that somebody may look at."""
        return tuple([table for table in tables if await self._refusal_to_look(person, table) is None])

    async def is_published(self, table: Table) -> bool:
        """Whether the seed of a game that is over is no secret any more.

        That of a deal of the day or week is one until that is past and nobody plays it (Rule thrag:daily-3).
        """
        if table.deal is None:
            return True
        return self.is_past(table.deal) and not await self._store.reader.read(
            deals.is_unfinished, table.game, table.deal
        )

    async def export(self, table: Table) -> dict[str, str]:
        """Every file of a table by name; the first is the one that `engine.verify` reads."""
        lines, earlier = await self._store.log(table.id), await self._store.servers.earlier(table.id)
        published = await self.is_published(table)
        entry = self._context.catalogue[table.game]
        return await asyncio.to_thread(
            export_files, entry, table, lines[: table.plies], published=published, earlier=earlier
        )

    async def check_deal_unplayed(self, person: Person, table: Table, asks: Person | None = None) -> None:
        """Refuse a seat to who has played that week's deal at another table (Rule trogdor:weekly-2).

        `asks` is who wants them to sit there, if it is not they.
        """
        if table.terms.week is None:
            return
        earlier = await self._store.reader.read(deals.earlier_table, table.game, table.terms.week, person.id)
        if earlier is not None and earlier.id != table.id:
            raise DealPlayedBefore(earlier.id, person.name if asks not in (None, person) else "")
        if await self._store.reader.read(deals.is_spent, table.game, table.terms.week, person.id):
            raise DealSpent(end_of(table.terms.week), person.name if asks not in (None, person) else "")

    async def check_may_open_deal(self, person: Person, game: str, week: str) -> None:
        """Refuse to open a table of a week's deal to who has played it (Rule trogdor:weekly-2)."""
        earlier = await self._store.reader.read(deals.earlier_table, game, week, person.id)
        if earlier is not None:
            raise DealPlayedBefore(earlier.id)
        if await self._store.reader.read(deals.is_spent, game, week, person.id):
            raise DealSpent(end_of(week))

    async def _refusal_to_look(self, person: Person, table: Table) -> Refused | None:
        """Why somebody may not look at a table; none if they may.

        The refusal is about no table: it would lead to the board.
        """
        if table.terms.day is None or seat_of(table, person) is not None:
            return None
        own = await self._store.reader.read(deals.of_person, table.game, table.terms.day, person.id)
        title = self._context.catalogue[table.game].game.title
        if own is not None:
            running = own.status is Status.PLAYING
            return Refused("daily-playing", game=title, code=own.code) if running else None
        if self.is_past(table.terms.day):
            return None
        return Refused("daily-unplayed", game=title)


class TableSearch:
    """Finding tables."""

    def __init__(self, context: Context, tables: Tables, access: TableAccess) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._access = access

    async def _tables_in(self, channel_id: int, *, live_only: bool) -> tuple[Table, ...]:
        """The tables of a channel, the last changed first; with those of other servers that it shows, too."""
        found = await self._store.in_channel(channel_id, live_only=live_only)
        return await self._with_second_boards(found, channel_id, live_only=live_only)

    async def _tables_around(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """The same with those in its threads."""
        found = await self._store.around(channel_id, live_only=live_only, limit=limit)
        return await self._with_second_boards(found, channel_id, live_only=live_only)

    async def _with_second_boards(
        self, found: tuple[Table, ...], channel_id: int, *, live_only: bool
    ) -> tuple[Table, ...]:
        mirrored = await self._store.mirrors.in_channel(channel_id, live_only=live_only)
        if not mirrored:
            return found
        return tuple(sorted((*found, *mirrored), key=lambda one: (one.time.changed_at, one.id), reverse=True))

    async def visible(self, click: Click) -> tuple[Table, ...]:
        """The tables that somebody may look at here: the channel's and their own, live ones first.

        Those in threads are the channel's as well.
        """
        here = await self._tables_around(click.channel_id, live_only=False)
        mine = await self._store.of_user(click.person.id, live_only=False)
        every = {table.id: table for table in (*here, *mine)}.values()
        return tuple(sorted(every, key=lambda table: table.status not in LIVE))

    async def live_tables(self, click: Click) -> tuple[Table, ...]:
        """The live tables of the channel, the last changed first, as they are shown there."""
        found = await self._tables_around(click.channel_id, live_only=True, limit=EVERY)
        return tuple(seen_in(table, click.channel_id) for table in found)

    async def find(self, click: Click, code: str | None) -> Table:
        """The table that somebody means when looking: by its code, where they must act, or the only one."""
        if code:
            table = await self._find_by_code(click, code)
            await self._access.check_may_look(click.person, table)
            return table
        every = await self._tables_around(click.channel_id, live_only=False)
        here = self._or_unreadable(await self._access.visible(click.person, every))
        if every and not here:
            await self._access.check_may_look(click.person, every[0])
        live = [table for table in here if table.status in LIVE]
        begun = [table for table in here if table.state is not None]
        own = prefer_seated(live, click.person)
        acting = [table for table in own if self._must_act(table, click.person)]
        fitting = acting if len(acting) == 1 else own or (begun or list(here))[:1]
        return self._single_table(fitting, "no-table-yet")

    def _single_table(self, tables: list[Table], none: str) -> Table:
        """As `the_only`, with the games by name where there are several."""
        if len(tables) > 1:
            titles = [(self._context.catalogue[table.game].game.title, table.code) for table in tables]
            raise Refused("which-table", codes=", ".join(f"{title} ({code})" for title, code in titles))
        return the_only(tables, none)

    async def _find_by_code(self, click: Click, code: str) -> Table:
        """The table with this code, if the person may know of it."""
        wanted = parse_code(code)
        table = None if wanted is None else await self._store.table(wanted)
        if table is None or not may_see(table, click):
            raise Refused("no-table", code=code.strip()[:10])
        return table

    async def find_own(self, click: Click, code: str | None) -> Table:
        """The table where somebody means to move: one of theirs here, first where they must act.

        Then where they may act for somebody absent. With none of theirs going on, it is their last one, so
        that they hear that it is over.
        """
        if code:
            table = await self._find_by_code(click, code)
            if table.terms.day is not None and seat_of(table, click.person) is None:
                raise NotSeated(table)
            if not is_played_in(table, click.channel_id):
                raise _refuse_elsewhere(seen_by(table, click.person.id))
            return table
        here = await self._tables_in(click.channel_id, live_only=True)
        own = list(self._or_unreadable([table for table in here if seat_of(table, click.person) is not None]))
        playing = [table for table in own if table.status is Status.PLAYING]
        acting = [table for table in playing if self._must_act(table, click.person)]
        if own:
            free = [table for table in playing if not acting and self._may_stand_in(table, click.person)]
            return self._single_table(acting or free or playing or own, "no-table-here")
        below = await self._tables_around(click.channel_id, live_only=True)
        if in_threads := [table for table in below if seat_of(table, click.person) is not None]:
            raise _refuse_elsewhere(self._single_table(in_threads, "no-table-here"))
        ever = await self._tables_in(click.channel_id, live_only=False)
        once = [table for table in ever if seat_of(table, click.person) is not None]
        return the_only(once[:1], "no-table-here")

    async def find_from_afar(self, click: Click, code: str | None, shut: Shut) -> Table:
        """As `find_own`, for what ends a game or takes it elsewhere: a table that is out of reach lets go.

        Where nobody can play at a table, those who sit there find it from anywhere in its server, and by
        direct message.
        """
        try:
            return await self.find_own(click, code)
        except Refused as refused:
            if refused.key not in ("elsewhere", "no-table-here", "which-table", "game-over"):
                raise
            found = await self._find_out_of_reach(click, code, refused, shut)
            if found is None:
                raise
            return found

    async def _find_out_of_reach(
        self, click: Click, code: str | None, refused: Refused, shut: Shut
    ) -> Table | None:
        """The table that somebody means who is not where it is played; none if it is not out of reach."""
        if code:
            table = await self._find_by_code(click, code)
            if is_played_in(table, click.channel_id) or not await shut(table):
                return None
            if seat_of(table, click.person) is None:
                raise NotSeated(table)
            if click.guild_id not in (None, table.guild_id):
                raise Refused("afar-server", table, code=table.code)
            return table
        if refused.key == "which-table":
            return None
        every = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        mine = [table for table in every if click.guild_id in (None, table.guild_id)]
        lost = [table for table in mine if not is_played_in(table, click.channel_id) and await shut(table)]
        return the_only(lost, "no-table-here") if lost else None

    async def out_of_reach(self, click: Click, shut: Shut) -> tuple[Table, ...]:
        """The live tables of somebody that are out of reach, and that they can end or move from here."""
        every = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        mine = (table for table in every if click.guild_id in (None, table.guild_id))
        elsewhere = (table for table in mine if not is_played_in(table, click.channel_id))
        return tuple([table for table in elsewhere if await shut(table)])

    async def find_for_undo(self, click: Click, code: str | None) -> Table:
        """The table where somebody means to take back: theirs here, which must be named if there are several.

        Whose turn it is says nothing: who has just moved thinks better of it, too.
        """
        if not code:
            here = await self._tables_in(click.channel_id, live_only=True)
            playing = [table for table in here if table.status is Status.PLAYING]
            own = [table for table in playing if seat_of(table, click.person) is not None]
            own = list(self._or_unreadable(own))
            if own:
                return the_only(own, "no-table-here")
        return await self.find_own(click, code)

    async def suggest_moves(
        self, words: Words, click: Click, code: str | None, typed: str, most: int
    ) -> tuple[Suggestion, ...]:
        """Legal actions of the person that fit what they have typed, the best fit first.

        None where they cannot act. Where they may act for somebody absent, those come after their own.
        """
        try:
            table = await self.find_own(click, code)
            seat = check_turn(table, click.person, None)
        except Refused:
            return ()
        shown = self._tables.show(table)
        entry, state = shown.entry, shown.state
        names = tuple(player.name for player in table.players)
        found: dict[str, Suggestion] = {}
        for able in (seat, *stands_in_for(table, entry.game, state, seat, self._context.now())):
            actions = {str(action): action for action in entry.game.legal(state, able)}
            for line in entry.rules.suggest(state, able):
                told = entry.speech.describe(words, names, state, able, actions[line])
                found.setdefault(line, Suggestion(line, told))
        return matching_suggestions(tuple(found.values()), typed, _parse_typed(entry, state, typed))[:most]

    def _or_unreadable(self, tables: Sequence[Table]) -> Sequence[Table]:
        """Those that can be read; if none can, all of them, so that people hear why they get none."""
        return self._tables.readable(tables) or tables

    def _must_act(self, table: Table, person: Person) -> bool:
        if not self._tables.is_readable(table):
            return False
        shown = self._tables.show(table)
        return shown.state is not None and seat_of(table, person) in shown.entry.game.to_act(shown.state)

    def _may_stand_in(self, table: Table, person: Person) -> bool:
        if not self._tables.is_readable(table):
            return False
        shown, seat = self._tables.show(table), seat_of(table, person)
        if shown.state is None or seat is None:
            return False
        return bool(stands_in_for(table, shown.entry.game, shown.state, seat, self._context.now()))


def _refuse_elsewhere(table: Table) -> Refused:
    """That a table is played in another channel, or in a thread of this one."""
    return Refused("elsewhere", table, code=table.code, channel=f"<#{table.channel_id}>")


# What people type


def parse_code(text: str) -> int | None:
    """The id in a table's code (`T7`, `t7` or `7`), none if it is not one."""
    digits = text.strip().upper().removeprefix("T")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else None  # noqa: PLR2004


def prefer_seated(tables: list[Table], person: Person) -> list[Table]:
    """The tables where the person sits, if there are such; else all of them."""
    own = [table for table in tables if seat_of(table, person) is not None]
    return own or tables


def the_only(tables: list[Table], none: str) -> Table:
    """The one table of a list; refused if there is none, with the key `none`, or if there are several."""
    if not tables:
        raise Refused(none)
    if len(tables) > 1:
        raise Refused("which-table", codes=", ".join(table.code for table in tables))
    return tables[0]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line that may be played now, and what it does in a few words of the person who asks."""

    line: str
    description: str


def matching_suggestions(
    every: tuple[Suggestion, ...], typed: str, meant: tuple[str, ...] = ()
) -> tuple[Suggestion, ...]:
    """Those that fit what somebody has typed so far, the best fit first; all of them if that is nothing.

    `meant` are the lines that the rules read in it. Then come those that begin with the words that were
    typed: `h7` is first of all where a piece leaves from. Letters count in line and description alike.
    """
    if not normalize(typed):
        return every
    ranked = [(_mismatch(one, typed, meant), one) for one in every]
    ranked.sort(key=lambda found: found[0])
    return tuple(one for misfit, one in ranked if misfit < _UNFIT)


_UNFIT: Final = 5


def _mismatch(one: Suggestion, typed: str, meant: tuple[str, ...]) -> int:
    """How badly a suggestion fits what was typed, from 0; `_UNFIT` if it does not."""
    wanted, asked = normalize(typed), _words(typed)
    told = [(_words(text), normalize(text)) for text in (one.description, one.line)]
    if one.line in meant:
        return 0
    if any(said[: len(asked)] == asked for said, _ in told):
        return 1
    if any(text.startswith(wanted) for _, text in told):
        return 2
    if any(set(asked) <= set(said) for said, _ in told):
        return 3
    if any(wanted in text for _, text in told) or all(_is_prefix(word, told[0][0]) for word in asked):
        return 4
    return _UNFIT


def _is_prefix(beginning: str, said: Sequence[str]) -> bool:
    return any(word.startswith(beginning) for word in said)


def _parse_typed(entry: AnyEntry, state: object, typed: str) -> tuple[str, ...]:
    """The line that the rules read in what was typed, or those that it could be; none for what is no line."""
    try:
        return (str(entry.game.parse(typed, state)),)
    except IllegalAction as refused:
        return refused.near if refused.fault is Fault.AMBIGUOUS else ()


def _words(text: str) -> list[str]:
    """The words and squares of a text, without case and accents."""
    return re.findall(r"[^\W_]+", normalize_text(text).casefold())


def normalize(text: str) -> str:
    """A line as people type it: without case, accents, blanks and dashes."""
    return "".join(_words(text))
