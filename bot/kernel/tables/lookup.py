"""Access to tables, and finding the table that a user means.

A deal of the day is hidden from those who have yet to play it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
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
    check_may_act,
    is_played_in,
    may_see,
    seat_of,
    seats_beside,
    seats_to_stand_in_for,
    seen_by,
    seen_in,
)
from bot.kernel.time.calendar import day_of, end_of, week_of
from bot.store import Status, Table, deals
from bot.words import Words
from engine.core import Fault, IllegalAction
from engine.notation import normalize_text

Shut: TypeAlias = Callable[[Table], Awaitable[bool]]
"""Tells whether a table cannot be played as the bot cannot write there, which the Discord layer knows."""

EVERY = 10_000
"""A limit above any person's number of live tables."""


class TableAccess:
    """Checks who may look at and use tables."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._store = context.store

    def today(self) -> str:
        """Return the date of the current deal, in ISO form."""
        return day_of(self._context.now())

    def this_week(self) -> str:
        """Return the week of the current deal, in ISO form."""
        return week_of(self._context.now())

    def is_past(self, period: str) -> bool:
        """Whether the day or week of a deal is over."""
        return end_of(period) <= self._context.now()

    async def check_may_look(self, person: Person, table: Table) -> None:
        """Refuse to show a deal of the day to a person who plays it, or still may (Rule thrag:daily-1)."""
        refused = await self._refusal_to_look(person, table)
        if refused is not None:
            raise refused

    async def check_control(self, click: Click, table: Table, *, looks: bool) -> None:
        """Refuse a control that no message of ours can have there, as if the table did not exist.

        Controls are shown where a table is played, to its players wherever they are, and to managers of its
        server. A fork's board has a control that `looks` at the original table. So the claim that a control
        is on the clicked message need not be trusted.
        """
        if may_see(table, click) or manages(click, table):
            return
        if looks and await self._store.is_forked_in(table.id, click.channel_id):
            return
        raise Refused("no-table", code=table.code)

    async def check_control_use(self, person: Person, table: Table, *, looks: bool) -> None:
        """Check that a person may use a control of a deal of the day.

        Controls that only show something (`looks`) are for all who may look at the table, others for its
        player. Raises `NotSeated`, or what `check_may_look` raises.
        """
        if not looks and seat_of(table, person) is None:
            raise NotSeated(table)
        await self.check_may_look(person, table)

    async def visible(self, person: Person, tables: tuple[Table, ...]) -> tuple[Table, ...]:
        """Return the tables that a person may look at."""
        return tuple([table for table in tables if await self._refusal_to_look(person, table) is None])

    async def is_published(self, table: Table) -> bool:
        """Whether the seed of a finished game is public.

        For a deal of the day or week: once its period is over and no one plays it (Rule thrag:daily-3).
        """
        if table.deal is None:
            return True
        return self.is_past(table.deal) and not await self._store.reader.read(
            deals.is_unfinished, table.game, table.deal
        )

    async def export(self, table: Table) -> dict[str, str]:
        """Return every file of a table by name; the first is the one that `engine.verify` reads."""
        lines, earlier = await self._store.log(table.id), await self._store.servers.earlier(table.id)
        published = await self.is_published(table)
        entry = self._context.catalogue[table.game]
        return await asyncio.to_thread(
            export_files, entry, table, lines[: table.plies], published=published, earlier=earlier
        )

    async def check_deal_unplayed(self, person: Person, table: Table, asks: Person | None = None) -> None:
        """Refuse a seat to a person who has played that week's deal at another table (Rule trogdor:weekly-2).

        `asks` is the person who wants to seat them, if it is another one.
        """
        if table.terms.week is None:
            return
        earlier = await self._store.reader.read(deals.earlier_table, table.game, table.terms.week, person.id)
        if earlier is not None and earlier.id != table.id:
            raise DealPlayedBefore(earlier.id, person.name if asks not in (None, person) else "")
        if await self._store.reader.read(deals.is_spent, table.game, table.terms.week, person.id):
            raise DealSpent(end_of(table.terms.week), person.name if asks not in (None, person) else "")

    async def check_may_open_deal(self, person: Person, game: str, week: str) -> None:
        """Refuse to open a week's deal to a person who has played it (Rule trogdor:weekly-2)."""
        earlier = await self._store.reader.read(deals.earlier_table, game, week, person.id)
        if earlier is not None:
            raise DealPlayedBefore(earlier.id)
        if await self._store.reader.read(deals.is_spent, game, week, person.id):
            raise DealSpent(end_of(week))

    async def _refusal_to_look(self, person: Person, table: Table) -> Refused | None:
        """Return the refusal if a person may not look at a table; else None.

        It may name the code of the person's own game, but has no table: then it would link to the board.
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
    """Finds the tables that users mean."""

    def __init__(self, context: Context, tables: Tables, access: TableAccess) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._access = access

    async def _tables_in(self, channel_id: int, *, live_only: bool) -> tuple[Table, ...]:
        """Return a channel's tables, the last changed first, with second boards of other servers' tables."""
        tables = await self._store.in_channel(channel_id, live_only=live_only)
        return await self._with_second_boards(tables, channel_id, live_only=live_only)

    async def _tables_around(self, channel_id: int, *, live_only: bool, limit: int = 25) -> tuple[Table, ...]:
        """Return a channel's tables and those in its threads."""
        tables = await self._store.around(channel_id, live_only=live_only, limit=limit)
        return await self._with_second_boards(tables, channel_id, live_only=live_only)

    async def _with_second_boards(
        self, tables: tuple[Table, ...], channel_id: int, *, live_only: bool
    ) -> tuple[Table, ...]:
        mirrored = await self._store.mirrors.in_channel(channel_id, live_only=live_only)
        if not mirrored:
            return tables
        return tuple(
            sorted((*tables, *mirrored), key=lambda one: (one.time.changed_at, one.id), reverse=True)
        )

    async def visible(self, click: Click) -> tuple[Table, ...]:
        """Return the tables that a user may look at here: the channel's and their own, live ones first.

        Those in threads belong to the channel as well.
        """
        here = await self._tables_around(click.channel_id, live_only=False)
        mine = await self._store.of_user(click.person.id, live_only=False)
        every = {table.id: table for table in (*here, *mine)}.values()
        return tuple(sorted(every, key=lambda table: table.status not in LIVE))

    async def live_tables(self, click: Click) -> tuple[Table, ...]:
        """Return the channel's live tables, the last changed first."""
        tables = await self._tables_around(click.channel_id, live_only=True, limit=EVERY)
        return tuple(seen_in(table, click.channel_id) for table in tables)

    async def find(self, click: Click, code: str | None) -> Table:
        """Find the table to look at: by its code, where the user must act, or the only one."""
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
        """Return the only table of a list, as `the_only`; refusals name the games."""
        return the_only(tables, none, self._context.catalogue)

    async def _find_by_code(self, click: Click, code: str) -> Table:
        """Return the table with this code, if the person may know of it."""
        wanted = parse_code(code)
        table = None if wanted is None else await self._store.table(wanted)
        if table is None or not may_see(table, click):
            raise Refused("no-table", code=code.strip()[:10])
        return table

    async def find_own(self, click: Click, code: str | None) -> Table:
        """Find the table to move at: one of the user's here, first where they must act.

        Then where they may act for an absent player. Without a running game it is their last one, so that the
        refusal says that it is over.
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
        return self._single_table(once[:1], "no-table-here")

    async def find_from_afar(self, click: Click, code: str | None, shut: Shut) -> Table:
        """Find a table to end or to move, as `find_own`, also where it is out of reach.

        Where a table cannot be played, its players find it from anywhere in its server, and by direct
        message.
        """
        try:
            return await self.find_own(click, code)
        except Refused as refused:
            if refused.key not in ("elsewhere", "no-table-here", "which-table", "game-over"):
                raise
            table = await self._find_out_of_reach(click, code, refused, shut)
            if table is None:
                raise
            return table

    async def _find_out_of_reach(
        self, click: Click, code: str | None, refused: Refused, shut: Shut
    ) -> Table | None:
        """Find a table of the user's that is out of reach; None if it is not."""
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
        return self._single_table(lost, "no-table-here") if lost else None

    async def out_of_reach(self, click: Click, shut: Shut) -> tuple[Table, ...]:
        """Return a user's live tables that are out of reach, and that they can end or move from here."""
        every = await self._store.of_user(click.person.id, live_only=True, limit=EVERY)
        mine = (table for table in every if click.guild_id in (None, table.guild_id))
        elsewhere = (table for table in mine if not is_played_in(table, click.channel_id))
        return tuple([table for table in elsewhere if await shut(table)])

    async def find_for_undo(self, click: Click, code: str | None) -> Table:
        """Find a table to undo at: the user's here; with several, a code is needed.

        It does not depend on whose turn it is: a player may undo their own move, too.
        """
        if not code:
            here = await self._tables_in(click.channel_id, live_only=True)
            playing = [table for table in here if table.status is Status.PLAYING]
            own = [table for table in playing if seat_of(table, click.person) is not None]
            own = list(self._or_unreadable(own))
            if own:
                return self._single_table(own, "no-table-here")
        return await self.find_own(click, code)

    async def suggest_moves(
        self, words: Words, click: Click, code: str | None, typed: str, most: int
    ) -> tuple[Suggestion, ...]:
        """Return legal actions that match what the user has typed, the best match first.

        None where they cannot act. Actions for an absent player come after their own.
        """
        try:
            table = await self.find_own(click, code)
            seat = check_may_act(table, click.person, None)
        except Refused:
            return ()
        shown = self._tables.show(table)
        entry, state = shown.entry, shown.state
        names = tuple(player.name for player in table.players)
        suggestions: dict[str, Suggestion] = {}
        for able in (seat, *seats_to_stand_in_for(table, entry.game, state, seat, self._context.now())):
            actions = {str(action): action for action in entry.game.legal(state, able)}
            for line in entry.rules.suggest(state, able):
                description = entry.speech.describe(words, names, state, able, actions[line])
                suggestions.setdefault(line, Suggestion(line, description))
        return matching_suggestions(tuple(suggestions.values()), typed, _parse_typed(entry, state, typed))[
            :most
        ]

    def _or_unreadable(self, tables: Sequence[Table]) -> Sequence[Table]:
        """Return the readable tables; if there are none, all of them, so that the error is shown."""
        return self._tables.readable(tables) or tables

    def _must_act(self, table: Table, person: Person) -> bool:
        if not self._tables.is_readable(table):
            return False
        shown = self._tables.show(table)
        own = seat_of(table, person)
        if shown.state is None or own is None:
            return False
        return bool(({own} | seats_beside(table, own)) & shown.entry.game.to_act(shown.state))

    def _may_stand_in(self, table: Table, person: Person) -> bool:
        if not self._tables.is_readable(table):
            return False
        shown, seat = self._tables.show(table), seat_of(table, person)
        if shown.state is None or seat is None:
            return False
        return bool(seats_to_stand_in_for(table, shown.entry.game, shown.state, seat, self._context.now()))


def _refuse_elsewhere(table: Table) -> Refused:
    """Refuse a table that is played in another channel, or in a thread of this one."""
    return Refused("elsewhere", table, code=table.code, channel=f"<#{table.channel_id}>")


# Typed text


def parse_code(text: str) -> int | None:
    """Parse a table's code (`T7`, `t7` or `7`); None if it is not one."""
    digits = text.strip().upper().removeprefix("T")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else None  # noqa: PLR2004


def prefer_seated(tables: list[Table], person: Person) -> list[Table]:
    """Return the tables where the person sits, if there are any; else all of them."""
    own = [table for table in tables if seat_of(table, person) is not None]
    return own or tables


def the_only(tables: list[Table], none: str, catalogue: Mapping[str, AnyEntry]) -> Table:
    """Return the one table of a list; refuses none, with the key `none`, and several.

    The refusal of several names their games and says what to type for each.
    """
    if not tables:
        raise Refused(none)
    if len(tables) > 1:
        entries = [(table.code, catalogue.get(table.game)) for table in tables]
        ways = (f"`table:{code}`" + (f" ({entry.game.title})" if entry else "") for code, entry in entries)
        raise Refused("which-table", ways=", ".join(ways))
    return tables[0]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal line and a short description in the user's language."""

    line: str
    description: str


def matching_suggestions(
    every: tuple[Suggestion, ...], typed: str, meant: tuple[str, ...] = ()
) -> tuple[Suggestion, ...]:
    """Return the suggestions that match the typed text, the best match first; all of them for an empty text.

    `meant` are the lines that the rules read in it. Next come those that begin with the typed words: `h7` is
    first of all where a piece leaves from. Letters count in line and description alike.
    """
    if not normalize(typed):
        return every
    ranked = [(_mismatch(suggestion, typed, meant), suggestion) for suggestion in every]
    ranked.sort(key=lambda found: found[0])
    return tuple(suggestion for misfit, suggestion in ranked if misfit < _UNFIT)


_UNFIT: Final = 5


def _mismatch(suggestion: Suggestion, typed: str, meant: tuple[str, ...]) -> int:
    """Return how badly a suggestion matches the typed text, from 0; `_UNFIT` if it does not."""
    wanted, typed_words = normalize(typed), _words(typed)
    forms = [(_words(text), normalize(text)) for text in (suggestion.description, suggestion.line)]
    if suggestion.line in meant:
        return 0
    if any(words[: len(typed_words)] == typed_words for words, _ in forms):
        return 1
    if any(text.startswith(wanted) for _, text in forms):
        return 2
    if any(set(typed_words) <= set(words) for words, _ in forms):
        return 3
    if any(wanted in text for _, text in forms) or all(_is_prefix(word, forms[0][0]) for word in typed_words):
        return 4
    return _UNFIT


def _is_prefix(beginning: str, words: Sequence[str]) -> bool:
    return any(word.startswith(beginning) for word in words)


def _parse_typed(entry: AnyEntry, state: object, typed: str) -> tuple[str, ...]:
    """Return the lines that the rules can read in the typed text; empty if it is no line."""
    try:
        return (str(entry.game.parse(typed, state)),)
    except IllegalAction as refused:
        return refused.near if refused.fault is Fault.AMBIGUOUS else ()


def _words(text: str) -> list[str]:
    """Return the words and squares of a text, without case and accents."""
    return re.findall(r"[^\W_]+", normalize_text(text).casefold())


def normalize(text: str) -> str:
    """Normalize a line: without case, accents, blanks and dashes."""
    return "".join(_words(text))
