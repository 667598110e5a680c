"""The record of a feature: its answers to the questions that the kernel asks.

A feature is a folder of `bot.features`, with one record in the list there. The kernel imports no feature:
the client passes the list down.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.time.alarms import AlarmKind
from bot.kernel.trace import Trace
from bot.store import Board, Habits, Player, Store, Table
from bot.store.hooks import StorageHooks
from bot.words import Words
from bot.words.menu import Menu
from engine.core import Seat

Session: TypeAlias = Any
"""`bot.kernel.session.Session`, which imports this module."""

Request: TypeAlias = Any
"""`bot.discord.request.Request`; other types of the surface are `Any` for the same reason."""


@dataclass(frozen=True, slots=True)
class MenuNote:
    """What a feature says above the private menu of a table; `told` is called once it was shown."""

    text: str
    on_shown: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a feature lets a person settle in `/settings`, or those who manage a server in `/server`.

    `key` stands on the controls of that page. Of what is kept, the `Habits` or the `Server`,
    `line(request, kept)` says how it is, if anything; `control(request, kept)` is the button in `/settings`
    or the list in `/server` that changes it, if any. `use(request)` is called when that is used, and
    `fill_in(request)` with the form that it opens. They return what is kept then, or none where something
    else was shown.
    """

    key: str
    line: Callable[[Request, Any], str]
    control: Callable[[Request, Any], Any]
    use: Callable[[Request], Awaitable[Any]]
    fill_in: Callable[[Request], Awaitable[Any]] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a feature asks the players of a table on its board, and the buttons that answer it."""

    text: str
    answers: Sequence[Any]


def _no_buttons(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - whatever is asked
    return ()


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A list on a game's panel, of other ways to play it.

    `key` stands on its control, `title` is the key of what it is called; `options(words, entry)` are what
    its values are called, by value, and none where there is no list. `open(request, entry, wish, value)`
    opens a table.
    """

    key: str
    title: str
    options: Callable[[Words, AnyEntry], Mapping[str, str]]
    open: Callable[[Request, AnyEntry, Any, str], Awaitable[None]]


async def _no_ways(*_: Any) -> Sequence[Any]:  # noqa: ANN401 - whatever is asked
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons:
    """Where a feature puts buttons.

    `await more(request, shown)`: behind *More*; `board(words, shown)`: on the board itself, while it waits,
    goes on or is over; `about(words, shown)`: wherever it is told about a table, also on the board once it is
    over; `rules(words, entry)`: the ways to the rules of a game; `refusal(words, refused)`: under a refusal;
    `near(words, table, menu)`: under the board of a game that goes on, where its `menu` leaves room, and
    behind *More* in any case; `if_room(words, table)`: on that board, where all others leave room;
    `back(label, at, ply)`: what leads to how a game went, at the table and revision `at`, to a move or (none
    is named) the newest; `past(words)`: under a move that is looked back at, labels with endpoints that take
    the number of that move; `play(request, entry)`: among the ways to play a game; `game(words, entry)`:
    beside a game, or beside all of them; `help(words)`: in `/help`; `settings(words, habits)`: in
    `/settings`. `ways` are lists on a game's panel.
    """

    more: Callable[[Request, Any], Awaitable[Sequence[Any]]] = _no_ways
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
    help: Callable[[Words], Sequence[Any]] = _no_buttons
    settings: Callable[[Words, Habits], Sequence[Any]] = _no_buttons
    ways: Sequence[WayToPlay] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsView:
    """A view of `/stats`: the keys of its `button`, its `choice` in the command and its `list`.

    `present(now)` is the period that is meant where none is said; `is_valid(of)` tells whether a text is one.
    `seen(request, of)` returns what there is, or none, and by period what the list calls it;
    `nothing(words, of)` says that there is nothing.
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

    `menu_note(request, table)` is what the private menu says, if anything, and `question(words, shown)` what
    the board asks its players. `before_move(request, table_id, line, revision)` may ask a player whether they
    mean a line; once it has, which it returns, the line is not played. `next_line(store, user, entry, state,
    seat)` returns the line that is played by itself after one of a user, or none. `on_time_up(session, alarm,
    table, player, trace)` may play an overdue turn, and returns what to show, or none.
    `related_tables(store, user)` returns the tables whose result matters to a user without a seat there;
    `is_awaited(store, table)` tells whether others wait for the result of a table.
    `after_bot_turn(ticker, shown, player)` runs once a bot's turn was shown. `turnings(session, table)`
    returns the lines of the log that decided a game, as far as that is known.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ForPerson:
    """What a feature does for a person.

    `leave_all(session, user, trace)` takes a user out before they are forgotten and returns ids, which
    `refresh(surface, client, ids)` shows again afterwards. `drop(session, user)` removes a user from memory
    who is forgotten, here or by another process. `trophies(request)` says what the player has won.
    """

    leave_all: Callable[[Session, int, Trace], Awaitable[tuple[int, ...]]] | None = None
    refresh: Callable[[Any, Any, tuple[int, ...]], Awaitable[None]] | None = None
    drop: Callable[[Session, int], None] | None = None
    trophies: Callable[[Request], Awaitable[Sequence[str]]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature. A field that does not apply is left out.

    `key`: the name of its folder. `storage`: its hooks in the database. `service(session)` creates its
    service, which others get by class (`Session.service`). `alarms`, `controls`, `commands` and
    `buttons` are its own, and so are `table_commands`, those of `/table`; `stats_views`, its views of
    `/stats`; and `settings` and `server_settings`, which stand on the pages of these commands. A command that
    depends on the other features is a function of all of them.
    `english` is what it says; the other languages are files of its folder, such as `de.po`.

    `at_table` is what it does at tables, and `for_person` what it does for a person.

    `on_joined(surface, guild)` runs when the bot has come to a server.

    `around` are wrappers that every control passes (`Layer`), outside of the kernel's own.
    `each_look(ticker)`, `each_minute(surface, client)` and `each_hour(session)` do what no alarm is set for.
    The first one runs every few seconds: it only begins, and returns whether there was anything.
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
    """The buttons of features beside a game, or beside all of them."""
    return [button for feature in features for button in feature.buttons.game(words, entry)]


def buttons_back(features: Iterable[Feature], label: str, at: tuple[int, int], ply: str = "") -> list[Any]:
    """The buttons of features that lead to how a game went."""
    return [button for feature in features for button in feature.buttons.back(label, at, ply)]


def rules_of(features: Iterable[Feature], words: Words, entry: AnyEntry) -> tuple[Any, ...]:
    """The ways to the rules of a game."""
    return tuple(button for feature in features for button in feature.buttons.rules(words, entry))


def buttons_near(features: Iterable[Feature], words: Words, table: Table, menu: Menu) -> list[Any]:
    """The buttons of features under the board of a game that goes on."""
    return [button for feature in features for button in feature.buttons.near(words, table, menu)]


async def questions_of(
    features: Iterable[Feature], store: Store, table_id: int, user_id: int | None = None
) -> list[Board]:
    """The messages of features that ask the players of a table something; or those that end with a user."""
    asking = [hook.questions for hook in storage_hooks(features) if hook.questions is not None]
    return [board for ask in asking for board in await store.reader.read(ask, table_id, user_id)]


def buttons_about(features: Iterable[Feature], words: Words, shown: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """The buttons of features where it is told about a game."""
    return tuple(button for feature in features for button in feature.buttons.about(words, shown))


def buttons_on(features: Iterable[Feature], words: Words, shown: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """The buttons of features on a board."""
    return tuple(button for feature in features for button in feature.buttons.board(words, shown))


def question_at(features: Iterable[Feature], words: Words, shown: Any) -> Question | None:  # noqa: ANN401
    """What the players of a table are asked on its board, if anything: by the first feature that asks."""
    asked = (
        feature.at_table.question(words, shown)
        for feature in features
        if feature.at_table.question is not None
    )
    return next((question for question in asked if question is not None), None)


def storage_hooks(features: Iterable[Feature]) -> tuple[StorageHooks, ...]:
    """The storage hooks of features, in their order."""
    return tuple(feature.storage for feature in features if feature.storage is not None)
