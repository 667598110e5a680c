"""The record of a feature: its answers to the questions that the kernel asks.

A feature is a folder with one record. The kernel imports no feature: the client passes down their list.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.trace import Trace
from bot.store import Board, Habits, Player, Status, Store, StoreError, Table
from bot.store.hooks import StorageHooks
from bot.words import Words
from bot.words.menu import Menu
from engine.core import Seat

LOG = logging.getLogger("taproom.session")

Session: TypeAlias = Any
"""`bot.kernel.session.Session`, which imports this module."""

Request: TypeAlias = Any
"""`bot.discord.request.Request`; other types of the surface are `Any` for the same reason."""


@dataclass(frozen=True, slots=True)
class MenuNote:
    """A feature's text above the private menu of a table; `on_shown` is called once it was shown."""

    text: str
    on_shown: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A feature's setting for a person in `/settings`, or for server managers in `/server`.

    `key` identifies it in the controls of that page. `kept` is the stored record, the `Habits` or the
    `ServerConfig`: `line(request, kept)` describes its value, if anything; `control(request, kept)` is the
    button in `/settings` or the list in `/server` that changes it, if any. `use(request)` is called when that
    is used, and `fill_in(request)` with the form that it opens. They return the new record, or None where
    something else was shown.
    """

    key: str
    line: Callable[[Request, Any], str]
    control: Callable[[Request, Any], Any]
    use: Callable[[Request], Awaitable[Any]]
    fill_in: Callable[[Request], Awaitable[Any]] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A feature's question to the players of a table, on its board, and the buttons that answer it."""

    text: str
    answers: Sequence[Any]


def _no_buttons(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - accepts any question
    return ()


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A list on a game's panel, of other ways to play it.

    `key` identifies its control, `title` is the key of its name; `options(words, entry)` are the names of its
    values, by value, and empty where there is no list. `open(request, entry, wish, value)` opens a table.
    """

    key: str
    title: str
    options: Callable[[Words, AnyEntry], Mapping[str, str]]
    open: Callable[[Request, AnyEntry, Any, str], Awaitable[None]]


class MoreGroup(StrEnum):
    """The groups of buttons behind *More*, by what a user wants, in their order."""

    TURN = "turn"  # to act, or to have something done for oneself
    HELP = "help"  # to know what is good or dangerous
    LOOK = "look"  # to see the board otherwise, or an earlier one
    RULES = "rules"  # to understand the game, and to check that it is fair


async def _no_ways(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - accepts any question
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Where a feature puts buttons.

    `await more(request, shown)`: behind *More*, in the `group`; `board(words, shown)`: on the board itself,
    in the lobby, during the game and after it; `about(words, shown)`: wherever a table is described, also on
    the finished board; `rules(words, entry)`: the ways to the rules of a game; `refusal(words, refused)`:
    under a refusal; `near(words, table, menu)`: under the board of a running game, where its `menu` leaves
    room, and always behind *More*; `if_room(words, table)`: on that board, where all others leave room;
    `back(label, at, ply)`: leads to a game's history, at the table and revision `at`, to a move or (without
    one) the newest; `past(words)`: under a past move, labels with endpoints that take the number of that
    move; `play(request, entry)`: among the ways to play a game; `game(words, entry)`: beside a game, or
    beside all of them; `deal(words, table)`: under the results of a deal; `help(words)`: in `/help`;
    `settings(words, habits)`: in `/settings`. `ways` are lists on a game's panel.
    """

    more: Callable[[Request, Any], Awaitable[Sequence[Any]]] = _no_ways
    group: MoreGroup = MoreGroup.TURN
    board: Callable[[Words, Any], Sequence[Any]] = _no_buttons
    near: Callable[[Words, Table, Menu], Sequence[Any]] = _no_buttons
    if_room: Callable[[Words, Table], Sequence[Any]] = _no_buttons
    back: Callable[[str, tuple[int, int], str], Sequence[Any]] = _no_buttons
    past: Callable[[Words], Sequence[tuple[str, Any]]] = _no_buttons
    about: Callable[[Words, Any], Sequence[Any]] = _no_buttons
    rules: Callable[[Words, AnyEntry], Sequence[Any]] = _no_buttons
    refusal: Callable[[Words, Refused], Sequence[Any]] = _no_buttons
    play: Callable[[Request, AnyEntry], Awaitable[Sequence[Any]]] = _no_ways
    game: Callable[[Words, AnyEntry | None], Sequence[Any]] = _no_buttons
    deal: Callable[[Words, Table], Sequence[Any]] = _no_buttons
    help: Callable[[Words], Sequence[Any]] = _no_buttons
    settings: Callable[[Words, Habits], Sequence[Any]] = _no_buttons
    ways: Sequence[WayToPlay] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsView:
    """A view of `/stats`: the keys of its `button`, its `choice` in the command and its `list`.

    `present(now)` is the default period; `is_valid(of)` tells whether a text is a period. `seen(request, of)`
    returns the view, or None, and the periods with their labels in the list; `nothing(words, of)` says that
    there is nothing.
    """

    show: str
    button: str
    choice: str
    list: str
    present: Callable[[float], str]
    is_valid: Callable[[str], bool]
    seen: Callable[[Request, str], Awaitable[tuple[str | None, Mapping[str, str]]]]
    nothing: Callable[[Words, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """What a feature does at tables.

    `menu_note(request, table)` is a text for the private menu, if any, and `question(words, shown)` a
    question for the board. `before_move(request, table_id, line, revision)` may ask a player to confirm a
    line; if it did, which it returns, the line is not played. `next_line(store, user, entry, state, seat)`
    returns the line that is played automatically after one of a user, or None. `on_time_up(session, alarm,
    table, player, trace)` may play an overdue turn, and returns what to show, or None. `related_tables(store,
    user)` returns the tables whose result matters to a user without a seat there; `is_awaited(store, table)`
    tells whether others wait for the result of a table. `after_bot_turn(ticker, shown, player)` runs once a
    bot's turn was shown. `turnings(session, table)` returns the lines of the log that decided a game, as far
    as known. `end_lines(session, shown)` are the lines under the board of a finished game.
    """

    menu_note: Callable[[Request, Table], Awaitable[MenuNote | None]] | None = None
    question: Callable[[Words, Any], Question | None] | None = None
    before_move: Callable[[Request, int, str, int | None], Awaitable[bool]] | None = None
    next_line: Callable[[Store, int, Any, Any, Seat], Awaitable[str]] | None = None
    on_time_up: Callable[[Session, Any, Table, Player, Trace], Awaitable[Any]] | None = None
    after_bot_turn: Callable[[Any, Any, Player], Awaitable[None]] | None = None
    turnings: Callable[[Session, Table], Awaitable[Iterable[int]]] | None = None
    related_tables: Callable[[Store, int], Awaitable[frozenset[int]]] | None = None
    is_awaited: Callable[[Store, int], Awaitable[bool]] | None = None
    end_lines: Callable[[Session, Any], Awaitable[Sequence[str]]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForPerson:
    """What a feature does for a person.

    `leave_all(session, user, trace)` takes a user out of everything before they are forgotten and returns
    ids, which `refresh(surface, client, ids)` shows again afterwards. `drop(session, user)` removes a
    forgotten user from memory, after this or another process forgot them. `trophies(request)` describes what
    the player has won.
    """

    leave_all: Callable[[Session, int, Trace], Awaitable[tuple[int, ...]]] | None = None
    refresh: Callable[[Any, Any, tuple[int, ...]], Awaitable[None]] | None = None
    drop: Callable[[Session, int], None] | None = None
    trophies: Callable[[Request], Awaitable[Sequence[str]]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature. A field that does not apply is left out.

    `key`: the name of its folder. `storage`: its hooks in the database. `service(session)` creates its
    service, which others get by class (`Session.service`). `alarms`, `controls`, `commands` and `buttons` are
    its own, and so are `table_commands`, those of `/table`; `stats_views`, its views of `/stats`; and
    `settings` and `server_settings`, which are on the pages of these commands. A command that depends on the
    other features is a function of all of them. `english` are its sentences; the other languages are files of
    its folder, such as `de.po`.

    `at_table` is what it does at tables, and `for_person` what it does for a person.

    `on_joined(surface, guild)` runs when the bot has joined a server.

    `around` is middleware that every control passes (`Layer`), outside of the kernel's own.
    `each_look(ticker)`, `each_minute(surface, client)` and `each_hour(session)` do periodic work without
    alarms. The first one runs every few seconds: it only starts work, and returns whether there was any.
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
    stats_views: Sequence[StatsView] = ()
    settings: Sequence[Setting] = ()
    server_settings: Sequence[Setting] = ()
    at_table: AtTable = AtTable()
    for_person: ForPerson = ForPerson()
    around: Sequence[Any] = ()
    on_joined: Callable[[Any, Any], Awaitable[None]] | None = None
    each_look: Callable[[Any], bool] | None = None
    each_minute: Callable[[Any, Any], Awaitable[None]] | None = None
    each_hour: Callable[[Session], Awaitable[None]] | None = None
    on_close: Callable[[Session], Awaitable[None]] | None = None


def buttons_beside(features: Iterable[Feature], words: Words, entry: AnyEntry | None) -> list[Any]:
    """Return the buttons of features beside a game, or beside all of them."""
    return [button for feature in features for button in feature.buttons.game(words, entry)]


def buttons_back(features: Iterable[Feature], label: str, at: tuple[int, int], ply: str = "") -> list[Any]:
    """Return the buttons of features that lead to a game's history."""
    return [button for feature in features for button in feature.buttons.back(label, at, ply)]


def rules_of(features: Iterable[Feature], words: Words, entry: AnyEntry) -> tuple[Any, ...]:
    """Return the ways to the rules of a game."""
    return tuple(button for feature in features for button in feature.buttons.rules(words, entry))


def buttons_near(features: Iterable[Feature], words: Words, table: Table, menu: Menu) -> list[Any]:
    """Return the buttons of features under the board of a running game."""
    return [button for feature in features for button in feature.buttons.near(words, table, menu)]


async def questions_of(
    features: Iterable[Feature], store: Store, table_id: int, user_id: int | None = None
) -> list[Board]:
    """Return the features' messages with questions to a table's players, or those void without a user."""
    asking = [hook.questions for hook in storage_hooks(features) if hook.questions is not None]
    return [board for ask in asking for board in await store.reader.read(ask, table_id, user_id)]


def buttons_about(features: Iterable[Feature], words: Words, shown: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """Return the buttons of features where a game is described."""
    return tuple(button for feature in features for button in feature.buttons.about(words, shown))


def buttons_on(features: Iterable[Feature], words: Words, shown: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """Return the buttons of features on a board."""
    return tuple(button for feature in features for button in feature.buttons.board(words, shown))


def question_at(features: Iterable[Feature], words: Words, shown: Any) -> Question | None:  # noqa: ANN401
    """Return the question on a table's board, if any: from the first feature that has one."""
    questions = (
        feature.at_table.question(words, shown)
        for feature in features
        if feature.at_table.question is not None
    )
    return next((question for question in questions if question is not None), None)


async def end_lines_of(session: Session, shown: Any) -> tuple[str, ...]:  # noqa: ANN401
    """Return the features' lines under a finished game; none while it goes on."""
    if shown.table.status is not Status.OVER:
        return ()
    asked = [feature.at_table.end_lines for feature in session.features]
    try:
        return tuple([line for ask in asked if ask is not None for line in await ask(session, shown)])
    except StoreError:  # the board does not depend on them
        LOG.warning("table=%s lines under its end could not be read", shown.table.code, exc_info=True)
        return ()


def storage_hooks(features: Iterable[Feature]) -> tuple[StorageHooks, ...]:
    """Return the storage hooks of features, in their order."""
    return tuple(feature.storage for feature in features if feature.storage is not None)
