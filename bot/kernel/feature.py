"""The record of a feature: its answers to the questions that the kernel asks.

A feature is a folder of `bot.features`, with one record in the list there. The kernel imports no feature:
the client passes the list down.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.trace import Trace
from bot.store import Board, Habits, Player, Store, Table
from bot.store.hooks import StorageHooks
from bot.words import Words
from engine.core import Seat

Session: TypeAlias = Any
"""`bot.kernel.session.Session`, which imports this module."""

Request: TypeAlias = Any
"""`bot.discord.request.Request`; other types of the surface are `Any` for the same reason."""


@dataclass(frozen=True, slots=True)
class MenuNote:
    """What a feature says above the private menu of a table; `told` is called once it was shown."""

    text: str
    told: Callable[[], Awaitable[None]]


def _nowhere(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - whatever is asked
    return ()


async def _nowhere_yet(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - whatever is asked
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Where a feature puts buttons.

    `await more(request, shown)`: behind *More*; `board(words, shown)`: on the board itself, while it waits or
    goes on; `if_room(words, table)`: on the board of a game that goes on, where all others leave room;
    `back(label, at, ply)`: what leads to how a game went, at the table and revision `at`, to a move or (none
    is named) the newest; `past(words)`: under a move that is looked back at, labels with endpoints that take
    the number of that move; `game(words, entry)`: beside a game, or beside all of them; `help(words)`: in
    `/help`; `settings(words, habits)`: in `/settings`.
    """

    more: Callable[[Request, Any], Awaitable[Sequence[Any]]] = _nowhere_yet
    board: Callable[[Words, Any], Sequence[Any]] = _nowhere
    if_room: Callable[[Words, Table], Sequence[Any]] = _nowhere
    back: Callable[[str, tuple[int, int], str], Sequence[Any]] = _nowhere
    past: Callable[[Words], Sequence[tuple[str, Any]]] = _nowhere
    game: Callable[[Words, AnyEntry | None], Sequence[Any]] = _nowhere
    help: Callable[[Words], Sequence[Any]] = _nowhere
    settings: Callable[[Words, Habits], Sequence[Any]] = _nowhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature. A field that does not apply is left out.

    `key`: the name of its folder. `storage`: its hooks in the database. `service(session)` creates its
    service, which others get by class (`Session.service`). `alarms`, `controls`, `commands` and
    `buttons` are its own, and so are `table_commands`, which stand beneath `/table`, and `stats_views`, its
    views of `/stats`.
    `english` is what it says; the other languages are files of its folder, such as `de.po`.

    At a table: `menu_note(request, table)` is what the private menu says, if anything.
    `next_line(store, user, entry, state, seat)` returns the line that is played by itself after
    one of a user, or none. `on_time_up(session, alarm, table, player, trace)` may play an overdue turn, and
    returns what to show, or none. `questions(store, table, user)` returns the messages that ask the players
    of a table something: all of them, or those that fall when that user is forgotten.
    `related_tables(store, user)` returns the tables whose result matters to a user without a seat there;
    `is_awaited(store, table)` tells whether others wait for the result of a table.
    `after_bot_turn(ticker, shown, player)` runs once a bot's turn was shown.

    For a person: `leave_all(session, user, trace)` takes a user out before they are forgotten and returns
    ids, which `refresh(surface, client, ids)` shows again afterwards. `trophies(request)` says
    what the player has won. `drop(session, user)` keeps nothing of a user in mind who is forgotten, here or
    by another process.

    `around` are wrappers that every control passes (`Layer`), outside of the kernel's own.
    `each_minute(surface, client)` and `each_hour(session)` do what no alarm is set for;
    `on_close(session)` runs before the bot stops.
    """

    key: str
    storage: StorageHooks | None = None
    service: Callable[[Session], object] | None = None
    alarms: Sequence[AlarmKind] = ()
    controls: Mapping[Any, Any] | None = None
    commands: Sequence[Any] = ()
    table_commands: Sequence[Any] = ()
    english: Mapping[str, str] = field(default_factory=dict)
    buttons: Buttons = Buttons()
    stats_views: Sequence[Any] = ()
    menu_note: Callable[[Request, Table], Awaitable[MenuNote | None]] | None = None
    next_line: Callable[[Store, int, Any, Any, Seat], Awaitable[str]] | None = None
    on_time_up: Callable[[Session, Any, Table, Player, Trace], Awaitable[Any]] | None = None
    questions: Callable[[Store, int, int | None], Awaitable[Sequence[Board]]] | None = None
    after_bot_turn: Callable[[Any, Any, Player], Awaitable[None]] | None = None
    related_tables: Callable[[Store, int], Awaitable[frozenset[int]]] | None = None
    is_awaited: Callable[[Store, int], Awaitable[bool]] | None = None
    leave_all: Callable[[Session, int, Trace], Awaitable[tuple[int, ...]]] | None = None
    refresh: Callable[[Any, Any, tuple[int, ...]], Awaitable[None]] | None = None
    drop: Callable[[Session, int], None] | None = None
    trophies: Callable[[Request], Awaitable[Sequence[str]]] | None = None
    around: Sequence[Any] = ()
    each_minute: Callable[[Any, Any], Awaitable[None]] | None = None
    each_hour: Callable[[Session], Awaitable[None]] | None = None
    on_close: Callable[[Session], Awaitable[None]] | None = None


def buttons_beside(features: Iterable[Feature], words: Words, entry: AnyEntry | None) -> list[Any]:
    """The buttons of features beside a game, or beside all of them."""
    return [button for feature in features for button in feature.buttons.game(words, entry)]


async def questions_of(
    features: Iterable[Feature], store: Store, table_id: int, user_id: int | None = None
) -> list[Board]:
    """The messages by which features ask the players of a table something, as `Feature.questions` says."""
    found = [await one.questions(store, table_id, user_id) for one in features if one.questions is not None]
    return [board for boards in found for board in boards]


def buttons_back(features: Iterable[Feature], label: str, at: tuple[int, int], ply: str = "") -> list[Any]:
    """The buttons of features that lead to how a game went."""
    return [button for feature in features for button in feature.buttons.back(label, at, ply)]


def storage_hooks(features: Iterable[Feature]) -> tuple[StorageHooks, ...]:
    """The storage hooks of features, in their order."""
    return tuple(feature.storage for feature in features if feature.storage is not None)
