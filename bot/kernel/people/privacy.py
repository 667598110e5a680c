"""What is kept about somebody, as a file for them, and how they are forgotten. See docs/privacy.md."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.feature import questions_of
from bot.kernel.people.people import EVERY
from bot.kernel.tables.context import Context, Tables
from bot.kernel.tables.seats import (
    changes_actor,
    has_lobby,
    without_name,
    without_names,
    without_player,
    without_substitutes,
)
from bot.kernel.time.timing import Timing, with_time
from bot.store import Board, Change, StaleRevision, Status, StoreError, Table, is_nameless
from bot.store.persons import PersonalData
from bot.words import Words

LOG = logging.getLogger("taproom.privacy")

TRIES: Final = 20
"""How often it is tried anew where somebody else was quicker; every time that was somebody's change."""

NAME: Final = "taproom-data.json"

_MOMENTS: Final = frozenset(
    {"opened", "changed", "since", "nudged", "at", "due", "began", "ended", "away_from", "away_until", "ends"}
)
_IDS: Final = frozenset({"server", "channel", "parent_channel"})
_YES_OR_NO: Final = frozenset(
    {"seated", "played_for", "up", "counts", "found", "shared", "rated", "near", "withdrawn"}
)


@dataclass(frozen=True, slots=True)
class ForgetResult:
    """The ids of the tables that somebody had a part in, and messages that ask what is asked no longer.

    `left`: what features have taken them out of, by the key of the feature.
    """

    tables: tuple[int, ...]
    questions: tuple[tuple[int, Board], ...] = ()
    left: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Privacy:
    """People who want to know what is kept about them, or want it to be gone."""

    def __init__(self, context: Context, tables: Tables, timing: Timing) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._timing = timing

    async def data_of(self, user_id: int) -> PersonalData:
        """All that is kept about somebody, part by part."""
        return await self._store.data_of(user_id)

    async def forget(self, user_id: int) -> ForgetResult:
        """Forget somebody: what only concerns them is deleted, and elsewhere stands a nameless seat.

        Their running games go on, those for several with the house; open tables are left, and a deal of the
        day is put away. All of it is one transaction; raises `Refused` if others are quicker all the time.
        """
        for _ in range(TRIES):
            tables = await self._store.of_user(user_id, live_only=True, limit=EVERY)
            questions = [await self._questions(table, user_id) for table in tables]
            changes = [await self._without(table, user_id) for table in tables]
            with suppress(StaleRevision):
                found = await self._store.erase(user_id, tuple(changes), self._context.now())
                await self._clear_log()
                asked = tuple(question for every in questions for question in every)
                return ForgetResult(found, asked)
        raise Refused("forget-busy")

    async def _questions(self, table: Table, user_id: int) -> list[tuple[int, Board]]:
        """What is asked no longer without somebody."""
        boards = await questions_of(self._context.features, self._store, table.id, user_id)
        return [(table.id, board) for board in boards]

    async def _clear_log(self) -> None:
        """Nothing that was replaced is left in the files; it is forgotten all the same if that fails."""
        try:
            scrubbed = await self._store.scrub()
        except StoreError as failure:
            LOG.warning("what was forgotten is in the write-ahead log until the bot stops: %s", failure)
            return
        if not scrubbed:
            LOG.warning("what was forgotten is in the write-ahead log until the bot stops: it is being read")

    async def _without(self, table: Table, user_id: int) -> Change:
        """How a table goes on without somebody."""
        change = self._tables.automatic_change(table)
        if not self._tables.is_readable(table):
            # Nobody can play it on, and whoever wants to be forgotten must be.
            return replace(change, players=without_names(table, user_id), status=Status.CLOSED)
        entry = self._context.catalogue[table.game]
        players = without_name(entry, table, user_id)
        if table.status is Status.OPEN:
            return self._lobby_without(table, user_id, replace(change, players=without_substitutes(players)))
        if table.terms.day is not None and players[0].user_id != table.players[0].user_id:
            # Nobody can play it on, and the others' deal is sealed as long as it is played.
            return replace(change, players=players, status=Status.CLOSED, turn=table.turn + 1)
        acting = self._tables.acting_seats(table)
        change = replace(change, players=players)
        if not changes_actor(table.players, players, acting):
            return change
        timed = await self._timing.new_turn(table, players, acting)
        return with_time(replace(change, waiting_since=self._context.now()), timed)

    def _lobby_without(self, table: Table, user_id: int, closed: Change) -> Change:
        """How people gather without somebody; `closed` becomes of a table that waits for them alone."""
        rest = without_player(table, Person(user_id, ""))
        here = [player for player in rest if not is_nameless(player.user_id)]
        if not has_lobby(self._context.catalogue[table.game].game) or not here:
            return replace(closed, status=Status.CLOSED)
        host = here[0].user_id if table.host_id == user_id else table.host_id
        return replace(closed, players=rest, host_id=host)


# The file


@dataclass(frozen=True, slots=True)
class GameCounts:
    """How many tables somebody has a seat at: all of them, those yet to begin, those that go on, and deals.

    `deals` are deals of the day that go on; they are not among `playing`.
    """

    all: int
    open: int
    playing: int
    deals: int


def games_of(kept: PersonalData) -> GameCounts:
    """How many games forgetting somebody would change."""
    seats = kept["seats"]
    playing = [seat for seat in seats if seat["status"] == "playing"]
    deals = sum(seat["day"] is not None for seat in playing)
    waiting = sum(seat["status"] == "open" for seat in seats)
    return GameCounts(len(seats), waiting, len(playing) - deals, deals)


def is_nothing(kept: PersonalData) -> bool:
    """Whether nothing at all is kept."""
    return not any(kept.values())


def document(words: Words, user_id: int, kept: PersonalData, at: float) -> str:
    """The file: what each part of it is, in the person's language, and then every part, whole.

    Moments are in UTC; ids are strings, as many readers of JSON round large numbers.
    """
    when = _format_moment(at)
    about = {"file": words("me.data.about", user=str(user_id), when=when)}
    about |= {part: words(f"me.data.about.{part}") for part in kept}
    about["besides"] = words("me.data.about.besides")
    parts = {part: [_readable_row(row) for row in rows] for part, rows in kept.items()}
    whole = {"about": about, "user": str(user_id), "as_of": when, **parts}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def split_into_files(text: str, limit: int) -> tuple[tuple[str, bytes], ...]:
    """A document as files of at most `limit` bytes, by name: itself, as a ZIP file, or that in pieces.

    The pieces, one after the other, are the ZIP file again.
    """
    plain = text.encode()
    if len(plain) <= limit:
        return ((NAME, plain),)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NAME, plain)
    data, name = whole.getvalue(), f"{NAME}.zip"
    if len(data) <= limit:
        return ((name, data),)
    pieces = [data[at : at + limit] for at in range(0, len(data), limit)]
    return tuple((f"{name}.{number:03}", piece) for number, piece in enumerate(pieces, 1))


def _readable_row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _readable_value(name, value) for name, value in row.items()}


def _readable_value(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever SQLite has in a column
    if value is None:
        return None
    if name in _MOMENTS:
        return _format_moment(value)
    if name in _YES_OR_NO:
        return bool(value)
    if name == "picks":
        with suppress(ValueError):  # of a damaged row, it is told as it stands
            return json.loads(value)
    return str(value) if name in _IDS else value


def _format_moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
