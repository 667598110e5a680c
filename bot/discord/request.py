"""Requests: what a user asks, and the ways to answer it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.discord.answer import DEAD, PATIENT, Answer, Answering
from bot.discord.budget import RequestBudget
from bot.discord.channels import ChannelDirectory, WriteAccess, permissions_needed_in
from bot.discord.failures import FAILURES as FAILURES  # noqa: PLC0414 - exported for modules that send messages
from bot.discord.failures import SERVERS_FAULT as SERVERS_FAULT  # noqa: PLC0414
from bot.discord.failures import TOO_MANY
from bot.discord.frame import Layout, Message, Text, note, without_view_store
from bot.discord.gate import Gate
from bot.discord.guests import GuestBoards
from bot.discord.interaction_data import ClickedMessage, InteractionData, read_interaction
from bot.discord.keyboard import TRIED, Control, Row, Verb, parse_control
from bot.discord.limits import Limit, Limits
from bot.discord.presence import Presence
from bot.discord.refusals import RecentRefusals
from bot.games.catalogue import words_in
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.trace import Trace
from bot.ops.settings import Links
from bot.store import Table
from bot.words import ENGLISH, Words, language_of
from engine.core import Game
from render.kit.cache import Cache

LOG = logging.getLogger("taproom.fault")

Result = TypeVar("Result")


def is_refused(failure: BaseException) -> bool:
    """Whether Discord has refused a message for good, so that it does not and will not exist.

    False where its answer was lost or late: then the message may exist, or be sent without the click.
    """
    if not isinstance(failure, discord.HTTPException) or failure.code in DEAD:
        return False
    return failure.status < SERVERS_FAULT and failure.status != TOO_MANY


_LISTS: Final = (
    Verb.PICK_GO,
    Verb.PICK_PLAY,
    Verb.PICK_TRY,
    Verb.PICK_ASIDE,
    Verb.PICK_ASIDE_PLAY,
)
"""The lists whose values extend a prefix."""

TURN: Final = "turn"
"""The key under which an interaction keeps its ticket, from the gate to `serve`."""


class Pages(Protocol):
    """Boards in a browser."""

    @property
    def open_pages(self) -> int:
        """The number of boards that are open now."""

    async def link(self, person: Person, table: Table, language: str) -> str:
        """Return a short-lived one-time link for a person to a table."""

    @property
    def are_inside(self) -> bool:
        """Whether boards open inside Discord, as an Activity."""

    def prepare_launch(self, click: Click, table: Table) -> bool:
        """Note which board the user opens inside Discord; returns false where it cannot open there."""

    def watch_link(self, code: str) -> str:
        """Return the public link of a table that is shown to everyone."""


class Projector(asyncio.Lock):
    """The lock by which films are drawn one at a time, and those on boards, by table and revision.

    Until `rests` (of `time.monotonic`) no film is drawn that nobody has asked for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.films = Cache(FILMS)
        self.rests = 0.0


FILMS: Final = 8 << 20
"""Bytes of the films that are cached for redrawn boards: some sixty."""


@dataclass(slots=True)
class Surface:
    """The user interface of one bot: its session, and the state that all requests share.

    A shutdown waits for `busy`. Films are drawn one at a time, and a table is shown by one task at a time.
    `due` is set when alarms or updates are. `recent` holds the last refusals, `limits` recent uses of
    expensive actions. `gate` admits clicks; an answer is deferred after `patience` seconds. `count` is called
    for every interaction, when its line is logged. `links` are the host's; `pages` are boards in a browser,
    if enabled. `commands` are Discord's ids of the bot's commands, as far as known. `controls` are the routes
    of buttons, lists and forms, and `around` their middleware. `channels` knows where the bot can write,
    `presence` which users look where. `budget` enforces Discord's rate limits. `guests` are the boards of the
    user-installed bot.
    """

    session: Session
    closing: bool = False
    busy: set[asyncio.Task[object]] = field(default_factory=set)
    projector: Projector = field(default_factory=Projector)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    recent: RecentRefusals = field(default_factory=RecentRefusals)
    gate: Gate = field(default_factory=Gate)
    limits: Limits = field(default_factory=Limits)
    presence: Presence = field(default_factory=Presence)
    budget: RequestBudget = field(default_factory=RequestBudget)
    guests: GuestBoards = field(default_factory=GuestBoards)
    patience: float = PATIENT
    count: Callable[[Trace], None] | None = None
    links: Links = field(default_factory=Links)
    pages: Pages | None = None
    commands: Mapping[str, int] = field(default_factory=dict)
    controls: Mapping[str, Route] = field(default_factory=dict)
    around: Sequence[Layer] = ()
    channels: ChannelDirectory = field(init=False)
    _posting: WeakValueDictionary[int | str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def __post_init__(self) -> None:
        self.channels = ChannelDirectory(self.session)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Register the current task, so that a shutdown waits for it."""
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
        try:
            yield
        finally:
            if task is not None:
                self.busy.discard(task)

    def command(self, name: str) -> str:
        """Return a clickable mention of a command; as plain text where its id is not known."""
        number = self.commands.get(name.partition(" ")[0])
        return f"`/{name}`" if number is None else f"</{name}:{number}>"

    def parse_control(self, custom_id: str) -> Control | None:
        """Parse a custom_id; None if it has no route."""
        control = parse_control(custom_id)
        return control if control is not None and control.verb in self.controls else None

    def run(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run work in the background; a shutdown waits for it."""
        task = asyncio.create_task(work)
        self.busy.add(task)
        task.add_done_callback(self.busy.discard)
        return task

    def wake(self) -> None:
        """Start the next tick at once, as something is due."""
        self.due.set()

    @contextmanager
    def retrying_on_failure(self, table: Table) -> Iterator[None]:
        """Show a table within this block; if that fails, it is retried soon."""
        try:
            yield
        except Exception as failure:
            self.channels.note_failure(table.channel_id, failure)
            self.session.outbox.note_failure(table)
            self.wake()
            raise

    def posting_lock(self, what: int | str) -> asyncio.Lock:
        """Return the lock for showing a table, by its id, or another thing; unused locks are dropped."""
        return self._posting.setdefault(what, asyncio.Lock())


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks by a command, a click, a choice in a list, or a form.

    `click` is who asks, and from where; `words` are in their language, for private texts; `trace` becomes the
    log line; `used` is the control, None for a command; `client` is the bot, to reach messages that were not
    clicked. Answers go through `answer`, mostly by the methods below.
    """

    surface: Surface
    client: discord.Client
    incoming: InteractionData
    answer: Answering
    trace: Trace
    click: Click
    words: Words
    used: Control | None = None

    @property
    def session(self) -> Session:
        """The session with all services."""
        return self.surface.session

    @property
    def person(self) -> Person:
        """The person who asks."""
        return self.click.person

    @property
    def control(self) -> Control:
        """The control that was used."""
        assert self.used is not None  # noqa: S101 - handlers of controls are called for nothing else
        return self.used

    def command(self, name: str) -> str:
        """Return a clickable mention of a command."""
        return self.surface.command(name)

    @property
    def clicked_message(self) -> ClickedMessage:
        """The message of the control that was used."""
        assert self.incoming.message is not None  # noqa: S101 - a click comes from a message
        return self.incoming.message

    def in_language(self, language: str) -> Request:
        """Return this request in another language, for public answers."""
        return replace(self, words=words_in(language))

    # Subject

    def note_table(self, table: Table, notation: str | None = None) -> Table:
        """Note the table, and its line or choice, in the log; returns the table."""
        self.trace.table, self.trace.revision = table.code, table.revision
        if notation is not None:
            self.trace.notation = notation
        return table

    def note_control(self, notation: str | None = None) -> None:
        """Note the control's table and revision in the log."""
        self.trace.table, self.trace.revision = f"T{self.control.table}", self.control.revision
        if notation is not None:
            self.trace.notation = notation

    async def table(self, notation: str | None = None) -> Table:
        """Return the control's table, noted in the log; raises `Refused` if there is none."""
        return self.note_table(await self.session.tables.get(self.control.table), notation)

    async def find(self, code: str | None) -> Table:
        """Return the table with this code, or the only one that fits, noted in the log."""
        return self.note_table(await self.session.search.find(self.click, code))

    @property
    def values(self) -> tuple[str, ...]:
        """The values chosen from a list, in the list's order."""
        return self.incoming.values

    @property
    def chosen_value(self) -> str:
        """The path or notation that the control stands for.

        For a list: its prefix and the chosen values, in the list's order; for a form: the typed text.
        """
        if self.control.verb is Verb.TYPED:
            return self.typed_text
        if self.control.verb not in _LISTS:
            return self.control.detail
        prefix = self.control.detail.partition(":")[2]
        if self.control.verb is Verb.PICK_TRY:
            prefix = prefix.partition(TRIED)[2]
        return prefix + "".join(self.values)

    @property
    def typed_text(self) -> str:
        """The text typed into a form's only field."""
        return next(("".join(value) for value in self.incoming.form_values.values()), "")

    @property
    def opens_pages(self) -> bool:
        """Whether boards can be opened in a browser, and the user is not in one."""
        return self.surface.pages is not None and not self.answer.elsewhere

    @property
    def opens_inside(self) -> bool:
        """Whether boards open inside Discord, and the user is not on such a page."""
        pages = self.surface.pages
        return pages is not None and pages.are_inside and not self.answer.elsewhere

    @property
    def is_visiting(self) -> bool:
        """Whether the user has brought the bot along, to a place where it is not installed."""
        return self.incoming.is_user_install

    @property
    def form_values(self) -> Mapping[str, tuple[str, ...]]:
        """The values of a form, by the keys of its fields: a text as one value, a list as many."""
        return self.incoming.form_values

    # Checks

    def check_permissions(self) -> None:
        """Refuse what could not be shown, before anything changes; names the missing permissions."""
        if self.click.guild_id is None:
            return
        granted, channel = self.incoming.bot_permissions, self.incoming.channel
        needed = ("attach_files",) if self.is_visiting else permissions_needed_in(channel)
        is_locked = isinstance(channel, discord.Thread) and channel.locked
        if is_locked and not granted.manage_threads:
            raise Refused("thread-locked")
        missing = tuple(self.words(f"permission.{name}") for name in needed if not getattr(granted, name))
        if missing:
            raise Refused("missing-permissions", names=self.words.join_list(missing))

    def check_not_alone(self, game: Game[Any, Any, Any, Any]) -> None:
        """Refuse a table for several in direct messages with the bot, where no other player could join."""
        seats = game.seats.start
        if self.incoming.is_direct and seats > 1:
            raise Refused("alone-here", game=game.title, seats=seats)
        check_seen(self, game)

    async def is_shut(self, table: Table) -> bool:
        """Whether a table cannot be played, as the bot cannot write in its channel."""
        reach = await self.surface.channels.access(self.client, table.guild_id, table.channel_id)
        return reach is not WriteAccess.OPEN

    # Answers

    async def private(self, text: str, rows: Sequence[Row] = ()) -> None:
        """Answer in private. If even that fails, it is logged."""
        try:
            await self.ask(note(text, rows))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failure:
            LOG.warning("could not answer user=%s: %s", self.person.id, failure)

    async def ask(self, layout: Layout) -> None:
        """Answer with a new private message."""
        await self.show(Message(layout))

    async def say(self, layout: Layout) -> None:
        """Answer with a public message without pings."""
        await self.answer.send(Message(layout), alone=False)

    async def show(self, message: Message, *, alone: bool = True) -> int:
        """Answer with a message and its pictures, private if `alone`; returns its id.

        It pings no one.
        """
        sent = await self.answer.send(message, alone=alone)
        if alone:
            self.surface.presence.note_private_message(sent)
        return sent

    async def post(self, message: Message) -> int:
        """Answer with a public message and its pings; returns its id."""
        return await self.answer.send(message, alone=False, mentions=message.mentions())

    async def change(self, layout: Layout) -> None:
        """Answer by replacing the clicked message; its pictures stay."""
        await self.answer.update(layout)

    async def redraw(self, message: Message) -> None:
        """Answer by replacing the clicked message and its pictures."""
        await self.answer.update(message.layout, message.files())

    async def open(self, form: discord.ui.Modal) -> None:
        """Answer with a form; raises `Refused` where it is too late for that."""
        await self.answer.open(form)

    async def defer(self, *, alone: bool = True) -> None:
        """Defer at once, where the work is known to be long; other answers are deferred automatically."""
        await self.answer.think(alone=alone)

    async def hand_over(self, text: str, name: str, data: bytes) -> None:
        """Answer with a private file."""
        await self.show(with_file(text, name, data))


def is_guest(request: Request) -> bool:
    """Whether the bot can only answer interactions here: it is not in the server, the user brought it."""
    return request.is_visiting and not request.incoming.is_direct


def check_seen(request: Request, game: Game[Any, Any, Any, Any]) -> None:
    """Refuse a table for several where no other user would see it.

    Discord makes answers private where user-installed apps are denied.
    """
    granted = request.incoming.member_permissions
    if granted.use_external_apps or granted.administrator or request.click.guild_id is None:
        return
    if is_guest(request) and max(game.seats) > 1:
        raise Refused("unseen-here", game=game.title)


def make_request(
    surface: Surface, interaction: discord.Interaction, kind: str, used: Control | None = None
) -> Request:
    """Make a request from an interaction; `kind` is its name in the log."""
    user = interaction.user.id
    words = words_in(surface.session.tables.language_of(user, language_of_user(interaction)))
    answer = Answer(interaction, interaction.extras.get(TURN))
    incoming, click = read_interaction(interaction), _click(interaction)
    return Request(surface, interaction.client, incoming, answer, Trace(kind, user), click, words, used)


def with_file(text: str, name: str, data: bytes) -> Message:
    """Return a message of a text with a file beneath it."""
    layout = Layout(timeout=None)
    layout.add_item(Text(text))
    layout.add_item(discord.ui.File[Layout](f"attachment://{name}"))
    return Message(without_view_store(layout), data, name)


def language_of_user(interaction: discord.Interaction) -> str:
    """Return the supported language of the user's Discord; English otherwise."""
    return language_of(str(interaction.locale)) or ENGLISH


def language_of_server(interaction: discord.Interaction) -> str:
    """Return the supported language of the server; English otherwise."""
    return language_of(str(interaction.guild_locale or "")) or ENGLISH


def _click(interaction: discord.Interaction) -> Click:
    """Return who asks, and from where."""
    user, channel = interaction.user, interaction.channel
    return Click(
        person=Person(user.id, user.display_name, user.bot),
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        interaction=interaction.id,
        home_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        roles=frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset(),
        manages=interaction.guild_id is not None and interaction.permissions.manage_guild,
        language=language_of_server(interaction),
        own_language=language_of_user(interaction),
    )


Handler: TypeAlias = Callable[[Request], Awaitable[None]]


Layer: TypeAlias = Callable[[Handler, Table | None, Request], Awaitable[None]]
"""Middleware around the handlers of all controls; the table is that of the control, before it was used."""


@dataclass(frozen=True, slots=True)
class Route:
    """Where a command or a control leads.

    `posts`: the answer needs the bot's permissions in the channel, which are checked first. `looks`: it only
    shows something, to all who may look at the table. `bare`: the control has no table. `private`: it exists
    only on private messages; elsewhere it is forged. `public`: a command's answer is usually public, so a
    deferral is public too. `check` refuses malformed requests. `limit` is how often one person may use it;
    None: any number.
    """

    handler: Handler
    posts: bool = False
    looks: bool = False
    bare: bool = False
    private: bool = False
    public: bool = False
    check: Callable[[], None] | None = None
    limit: Limit | None = None
