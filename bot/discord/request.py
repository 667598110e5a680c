"""The way in: one thing that is asked, how it is served, and how it is answered, whatever goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeAlias
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.discord.answer import DEAD, PATIENT, Answer, Answering
from bot.discord.budget import RequestBudget
from bot.discord.channels import ChannelDirectory, WriteAccess, permissions_needed_in
from bot.discord.failures import FAILURES as FAILURES  # noqa: PLC0414 - known here to whoever sends messages
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

LOG = logging.getLogger("taproom.fault")


def is_refused(failure: BaseException) -> bool:
    """Whether Discord has refused a message for good, so that it is not there and will not be.

    Not so where its answer was lost, or came too late: then it may be there, or be sent without the click.
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
    Verb.CHOOSE,
)
"""The lists whose values go on from a prefix."""

TURN: Final = "turn"
"""Under which an interaction keeps its turn, from the gate to whoever serves it."""


class Pages(Protocol):
    """Boards in a browser."""

    @property
    def open_pages(self) -> int:
        """How many are open now."""

    async def link(self, person: Person, table: Table, language: str) -> str:
        """A link for somebody to a table, good once and not for long."""

    def watch_link(self, code: str) -> str:
        """The link with which anybody may look at a table that is shown to all."""


@dataclass(slots=True)
class Surface:
    """The session, and what is under way: a shutdown waits for it.

    Films are drawn one at a time, and a table is shown by one at a time. `due` is set when something is.
    `recent` is what people were refused lately, `limits` what they had of what is dear. `gate` lets clicks
    begin; an answer that was not given after `patience` seconds is deferred. `count` is told of every
    interaction, when its line is logged. `links` are the host's; `pages` are boards in a browser, if it has
    any. `commands` are Discord's ids of the bot's commands, as far as it has told them. `controls` are where
    buttons, lists and forms lead, and `around` is what all of them pass. `places` knows where the bot can
    write, `presence` who looks where. `budget` is what Discord allows. `guests` are the
    boards where somebody has brought the bot along.
    """

    session: Session
    closing: bool = False
    busy: set[asyncio.Task[object]] = field(default_factory=set)
    projector: asyncio.Lock = field(default_factory=asyncio.Lock)
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
        """What the current task does within it, a shutdown waits for."""
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
        try:
            yield
        finally:
            if task is not None:
                self.busy.discard(task)

    def command(self, name: str) -> str:
        """How a command is named so that it can be clicked; as it is typed, where its id is not known."""
        number = self.commands.get(name.partition(" ")[0])
        return f"`/{name}`" if number is None else f"</{name}:{number}>"

    def parse_control(self, custom_id: str) -> Control | None:
        """The control that a custom_id belongs to; none if it leads nowhere."""
        control = parse_control(custom_id)
        return control if control is not None and control.verb in self.controls else None

    def wake(self) -> None:
        """Something is due now, and need not wait for the next tick."""
        self.due.set()

    @contextmanager
    def retrying_on_failure(self, table: Table) -> Iterator[None]:
        """Within it a table is shown; if that fails, the bot tries it again by itself, and soon."""
        try:
            yield
        except Exception as failure:
            self.channels.note_failure(table.channel_id, failure)
            self.session.outbox.retry_now(table.id)
            self.wake()
            raise

    def posting_lock(self, what: int | str) -> asyncio.Lock:
        """The lock for showing a table, by its id, or something else; it is gone when nobody holds it."""
        return self._posting.setdefault(what, asyncio.Lock())


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks by a command, a click, a choice in a list, or a form.

    `click` is who asks, and from where; `words` are in their language, for what they alone read; `trace` is
    what the log gets of it; `used` is the control, none where it is a command; `client` is the bot, to reach
    messages that nobody clicked. Answers go through `answer`, and mostly through the methods below.
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
        """Where everything is asked for and done."""
        return self.surface.session

    @property
    def person(self) -> Person:
        """Who asks."""
        return self.click.person

    @property
    def control(self) -> Control:
        """The control that was used."""
        assert self.used is not None  # noqa: S101 - what answers controls is called for nothing else
        return self.used

    def command(self, name: str) -> str:
        """How a command is named so that it can be clicked."""
        return self.surface.command(name)

    @property
    def clicked_message(self) -> ClickedMessage:
        """The message of the control that was used."""
        assert self.incoming.message is not None  # noqa: S101 - a click comes from a message
        return self.incoming.message

    def in_language(self, language: str) -> Request:
        """The same, answered in another language: for what everybody reads."""
        return replace(self, words=words_in(language))

    # What it is about

    def note_table(self, table: Table, notation: str | None = None) -> Table:
        """The table; the log tells that it is about this one, and which line or choice it is."""
        self.trace.table, self.trace.revision = table.code, table.revision
        if notation is not None:
            self.trace.notation = notation
        return table

    def note_control(self, notation: str | None = None) -> None:
        """The log tells the table and the revision that stand on the control."""
        self.trace.table, self.trace.revision = f"T{self.control.table}", self.control.revision
        if notation is not None:
            self.trace.notation = notation

    async def table(self, notation: str | None = None) -> Table:
        """The table of the control; raises `Refused` if there is none. The log tells of it."""
        return self.note_table(await self.session.tables.get(self.control.table), notation)

    async def find(self, code: str | None) -> Table:
        """The table that somebody may see and has named, or the only one that fits. The log tells of it."""
        return self.note_table(await self.session.search.find(self.click, code))

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen from a list, in the list's order."""
        return self.incoming.values

    @property
    def chosen_value(self) -> str:
        """The path or notation that the control stands for, now that it was used.

        Of a list it is its prefix and the chosen values, in the list's order; of a form, what was typed.
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
        """What was typed into the only field of a form."""
        return next(("".join(one) for one in self.incoming.form_values.values()), "")

    @property
    def opens_pages(self) -> bool:
        """Whether boards can be opened in a browser, and whoever asks is not in one."""
        return self.surface.pages is not None and not self.answer.elsewhere

    @property
    def is_visiting(self) -> bool:
        """Whether somebody has brought the bot along for themselves, to where it is not installed."""
        return self.incoming.is_user_install

    @property
    def form_values(self) -> Mapping[str, tuple[str, ...]]:
        """What was entered into a form, by the keys of its fields: a text as one value, a list as many."""
        return self.incoming.form_values

    # What is asked for beforehand

    def check_permissions(self) -> None:
        """Refuse, before anything changes, what could not be shown; names the missing permissions."""
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
        """Refuse a table for several in the direct messages with the bot, where nobody could join."""
        seats = game.seats.start
        if self.incoming.is_direct and seats > 1:
            raise Refused("alone-here", game=game.title, seats=seats)
        check_seen(self, game)

    async def is_shut(self, table: Table) -> bool:
        """Whether nobody can play at a table, as the bot cannot write where it is."""
        reach = await self.surface.channels.access(self.client, table.guild_id, table.channel_id)
        return reach is not WriteAccess.OPEN

    # How it is answered

    async def private(self, text: str, rows: Sequence[Row] = ()) -> None:
        """Tell one person something. If even that fails, the log says so; nobody else is bothered."""
        try:
            await self.ask(note(text, rows))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failure:
            LOG.warning("could not answer user=%s: %s", self.person.id, failure)

    async def ask(self, layout: Layout) -> None:
        """Answer with a private message of its own."""
        await self.show(Message(layout))

    async def say(self, layout: Layout) -> None:
        """Answer with a message that everybody reads, and that calls nobody."""
        await self.answer.send(Message(layout), alone=False)

    async def show(self, message: Message, *, alone: bool = True) -> int:
        """Answer with a message and its pictures, to one person `alone` or to all; returns its id.

        It calls nobody.
        """
        sent = await self.answer.send(message, alone=alone)
        if alone:
            self.surface.presence.note_private_message(sent)
        return sent

    async def post(self, message: Message) -> int:
        """Answer with a message to all, which calls whom it pings; returns its id."""
        return await self.answer.send(message, alone=False, mentions=message.mentions())

    async def change(self, layout: Layout) -> None:
        """Answer by putting this in the place of the message that was clicked; its pictures stay."""
        await self.answer.update(layout)

    async def redraw(self, message: Message) -> None:
        """The same with other pictures."""
        await self.answer.update(message.layout, message.files())

    async def open(self, form: discord.ui.Modal) -> None:
        """Answer with a form; raises `Refused` where that comes too late."""
        await self.answer.open(form)

    async def defer(self, *, alone: bool = True) -> None:
        """Keep them waiting at once, where the work is known to be long; any other is deferred in time."""
        await self.answer.think(alone=alone)

    async def hand_over(self, text: str, name: str, data: bytes) -> None:
        """Answer with a file, to one person."""
        await self.show(with_file(text, name, data))


def is_guest(request: Request) -> bool:
    """Whether the bot can do nothing by itself where somebody asks: it is not there, they brought it."""
    return request.is_visiting and not request.incoming.is_direct


def check_seen(request: Request, game: Game[Any, Any, Any, Any]) -> None:
    """Refuse a table for several where nobody else would see it.

    Discord makes answers private where apps that people bring along are denied.
    """
    granted = request.incoming.member_permissions
    if granted.use_external_apps or granted.administrator or request.click.guild_id is None:
        return
    if is_guest(request) and max(game.seats) > 1:
        raise Refused("unseen-here", game=game.title)


def make_request(
    surface: Surface, interaction: discord.Interaction, kind: str, used: Control | None = None
) -> Request:
    """What an interaction asks; `kind` is what the log calls it."""
    user = interaction.user.id
    words = words_in(surface.session.tables.language_of(user, language_of_user(interaction)))
    answer = Answer(interaction, interaction.extras.get(TURN))
    asked, click = read_interaction(interaction), _click(interaction)
    return Request(surface, interaction.client, asked, answer, Trace(kind, user), click, words, used)


def with_file(text: str, name: str, data: bytes) -> Message:
    """A message of a text with a file beneath it."""
    layout = Layout(timeout=None)
    layout.add_item(Text(text))
    layout.add_item(discord.ui.File[Layout](f"attachment://{name}"))
    return Message(without_view_store(layout), data, name)


def language_of_user(interaction: discord.Interaction) -> str:
    """The language of the house that somebody has set their Discord to; English if it is none of them."""
    return language_of(str(interaction.locale)) or ENGLISH


def language_of_server(interaction: discord.Interaction) -> str:
    """The language of the house that a server has set; English if it is none of them."""
    return language_of(str(interaction.guild_locale or "")) or ENGLISH


def _click(interaction: discord.Interaction) -> Click:
    """Who asks, and from where."""
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
"""What is done around the handlers of all controls; the table is that of the control, before it was used."""


@dataclass(frozen=True, slots=True)
class Route:
    """Where a command or the use of a control leads to.

    `posts`: what it shows needs the bot's rights in the channel, which are asked for before anything else.
    `looks`: it only shows something, to all who may look at the table. `bare`: the control is about no table.
    `private`: it stands only on messages that one person sees, and elsewhere is none of ours.
    `public`: what a command answers is mostly for all, so that all see it if they are kept waiting for it.
    `check` refuses what is asked for in a way that cannot be. `limit` is how much of this one person may ask
    for; none: any number.
    """

    handler: Handler
    posts: bool = False
    looks: bool = False
    bare: bool = False
    private: bool = False
    public: bool = False
    check: Callable[[], None] | None = None
    limit: Limit | None = None
