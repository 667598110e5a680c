"""The record of a feature: its answers to the questions that the kernel asks.

A feature is a folder of `bot.features`, with one record in the list there. The kernel imports no feature:
the client passes the list down.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.alarms import AlarmKind
from bot.games.catalogue import AnyEntry
from bot.store import Habits, Player, Store, Table
from bot.store.hooks import StorageHooks
from bot.trace import Trace
from bot.words import Words
from engine.core import Seat

Session: TypeAlias = Any
"""`bot.session.Session`, which imports this module."""

Request: TypeAlias = Any
"""`bot.ui.kit.request.Request`; other types of the surface are `Any` for the same reason."""


@dataclass(frozen=True, slots=True)
class MenuNote:
    """What a feature says above the private menu of a table; `told` is called once it was shown."""

    text: str
    told: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature. A field that does not apply is left out.

    `key`: the name of its folder. `storage`: its hooks in the database. `service(session)` creates its
    service, which others get by class (`Session.service`). `alarms`, `controls` and `commands` are its own.

    `settings_entries(words, habits)` returns buttons for `/settings`; `game_buttons(words, entry)` those
    beside a game, or beside all of them; `help_buttons(words)` those of `/help`.

    On a board: `more_entries(request, shown)` returns buttons for *More*; `board_buttons(words, shown)`
    those on the board itself, while it waits or goes on. `menu_note(request, table)` is what the private menu
    says, if anything.

    At a table: `next_line(store, user, entry, state, seat)` returns the line that is played by itself after
    one of a user, or none. `on_time_up(session, alarm, table, player, trace)` may play an overdue turn, and
    returns what to show, or none. `related_tables(store, user)` returns the tables whose result matters to a
    user without a seat there; `is_awaited(store, table)` tells whether others wait for the result of a table.
    `after_bot_turn(ticker, shown, player)` runs once a bot's turn was shown.

    For a person: `leave_all(session, user, trace)` takes a user out before they are forgotten and returns
    ids, which `refresh(surface, client, ids)` shows again afterwards. `trophies(request)` says
    what the player has won; `stats_views` are views of `/stats`.

    `each_minute(surface, client)` and `each_hour(session)` do what no alarm is set for.
    """

    key: str
    storage: StorageHooks | None = None
    service: Callable[[Session], object] | None = None
    alarms: Sequence[AlarmKind] = ()
    controls: Mapping[Any, Any] | None = None
    commands: Sequence[Any] = ()
    stats_views: Sequence[Any] = ()
    more_entries: Callable[[Request, Any], Sequence[Any]] | None = None
    settings_entries: Callable[[Words, Habits], Sequence[Any]] | None = None
    menu_note: Callable[[Request, Table], Awaitable[MenuNote | None]] | None = None
    board_buttons: Callable[[Words, Any], Sequence[Any]] | None = None
    game_buttons: Callable[[Words, AnyEntry | None], Sequence[Any]] | None = None
    help_buttons: Callable[[Words], Sequence[Any]] | None = None
    next_line: Callable[[Store, int, Any, Any, Seat], Awaitable[str]] | None = None
    on_time_up: Callable[[Session, Any, Table, Player, Trace], Awaitable[Any]] | None = None
    after_bot_turn: Callable[[Any, Any, Player], Awaitable[None]] | None = None
    related_tables: Callable[[Store, int], Awaitable[frozenset[int]]] | None = None
    is_awaited: Callable[[Store, int], Awaitable[bool]] | None = None
    leave_all: Callable[[Session, int, Trace], Awaitable[tuple[int, ...]]] | None = None
    refresh: Callable[[Any, Any, tuple[int, ...]], Awaitable[None]] | None = None
    trophies: Callable[[Request], Awaitable[Sequence[str]]] | None = None
    each_minute: Callable[[Any, Any], Awaitable[None]] | None = None
    each_hour: Callable[[Session], Awaitable[None]] | None = None


def buttons_beside(features: Iterable[Feature], words: Words, entry: AnyEntry | None) -> list[Any]:
    """The buttons of features beside a game, or beside all of them."""
    asked = (feature.game_buttons for feature in features if feature.game_buttons is not None)
    return [button for buttons in asked for button in buttons(words, entry)]


def storage_hooks(features: Iterable[Feature]) -> tuple[StorageHooks, ...]:
    """The storage hooks of features, in their order."""
    return tuple(feature.storage for feature in features if feature.storage is not None)
