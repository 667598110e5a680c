"""What every handler of the surface shares, and where whatever goes wrong becomes an answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4
from weakref import WeakValueDictionary

import discord
from discord import app_commands

from bot.errors import Illegal, Refused, Stale, Value
from bot.games.catalogue import words_in
from bot.rule_book import rule_of
from bot.seating import Click, Person
from bot.session import Session
from bot.store import CannotWrite, StoreError, Table
from bot.trace import Trace
from bot.ui.help.recent import Recent
from bot.ui.kit.frame import NOBODY, link, note, safe
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Key, Row
from bot.words import ENGLISH, Words
from bot.words.languages import language_of
from bot.words.sentences import say, with_terms
from data.sentence import Sentence
from engine.core import Game

LOG = logging.getLogger("taproom.fault")

Handler = Callable[[Trace], Awaitable[None]]
Choices = list[app_commands.Choice[str]]
Chooser = Callable[[Click], Awaitable[Choices]]

INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)

OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot needs in a channel; in a thread, the right to write is one of its own."""

_SPOKEN: Final[ContextVar[str]] = ContextVar("spoken", default=ENGLISH)
"""The language of whoever asks. Each interaction is a task, and each task has its own."""

_BY_PEOPLE: Final = ("name", "names", "who", "text", "value", "code")
"""The values of a refusal that somebody may have typed."""


@dataclass(slots=True)
class Desk:
    """The session, its languages, and what is under way: a shutdown waits for it.

    Films are drawn one at a time, and a table is shown by one at a time. `due` is set when something is.
    `recent` is what people were refused lately.
    """

    session: Session
    closing: bool = False
    busy: set[asyncio.Task[object]] = field(default_factory=set)
    projector: asyncio.Lock = field(default_factory=asyncio.Lock)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    recent: Recent = field(default_factory=Recent)
    _posting: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @property
    def words(self) -> Words:
        """The language of whoever asks, for what they alone read; English where nobody does."""
        return words_in(_SPOKEN.get())

    def words_at(self, table: Table) -> Words:
        """The language of a table, for what everybody there reads."""
        return words_in(table.language)

    @contextmanager
    def speaking(self, language: str) -> Iterator[None]:
        """Within it `words` is this language: for what everybody reads, or somebody else than who asks."""
        before = _SPOKEN.set(language)
        try:
            yield
        finally:
            _SPOKEN.reset(before)

    def wake(self) -> None:
        """Something is due now, and need not wait for the next tick."""
        self.due.set()

    def posting(self, table_id: int) -> asyncio.Lock:
        """The lock for showing a table; it is gone when nobody holds it."""
        return self._posting.setdefault(table_id, asyncio.Lock())

    async def serve(self, interaction: discord.Interaction, kind: str, handler: Handler) -> None:
        """Run a handler and answer whatever goes wrong, in this order.

        1. The bot is shutting down: nothing is begun any more.
        2. A refusal: its sentence, in private.
        3. A failure after the move was saved: it stands, with an id that is also in the log.
        4. The disk did not take it, or anything else: nothing was changed, with such an id.
        One line is logged for every interaction, whatever became of it.
        """
        trace = Trace(kind, interaction.user.id)
        self._listen(interaction)
        task = asyncio.current_task()
        if task is not None:
            self.busy.add(task)
        try:
            await self._attempt(interaction, handler, trace)
        finally:
            if task is not None:
                self.busy.discard(task)
            trace.write()

    async def offer(self, interaction: discord.Interaction, kind: str, choose: Chooser) -> Choices:
        """What to offer while somebody types; nothing if that fails, as there is nowhere to say so.

        Its line is logged at the level DEBUG: there is one for every key that is pressed.
        """
        trace = Trace(kind, interaction.user.id)
        self._listen(interaction)
        try:
            return [] if self.closing else await choose(click_of(interaction))
        except Exception as failure:  # noqa: BLE001 - the outermost place
            _reported(trace, failure)
            return []
        finally:
            trace.write(logging.DEBUG)

    def _listen(self, interaction: discord.Interaction) -> None:
        """Hear which language somebody speaks; the task of the interaction keeps it."""
        _SPOKEN.set(self.session.language_of(interaction.user.id, spoken_by(interaction)))

    async def _attempt(self, interaction: discord.Interaction, handler: Handler, trace: Trace) -> None:
        try:
            if self.closing:
                raise Refused("shutting-down")  # noqa: TRY301 - answered like every other refusal
            await handler(trace)
        except Refused as refused:
            trace.outcome = refused.key
            if refused.table is not None:
                trace.table, trace.revision = refused.table.code, refused.table.revision
            self._keep(interaction, refused, trace)
            await private(interaction, refusal(self.words, refused), asking_why(self.words, refused))
        except Exception as failure:  # noqa: BLE001 - the outermost place; the id leads to the log
            await private(interaction, self._fault(trace, failure))

    def _keep(self, interaction: discord.Interaction, refused: Refused, trace: Trace) -> None:
        """Remember what was refused, so that the reason can be asked for; not what that question met."""
        if not trace.kind.endswith(f".{Verb.WHY}"):
            self.recent.keep(refused, trace, interaction.channel_id or 0, self.session.now())

    def _fault(self, trace: Trace, failure: Exception) -> str:
        """The sentence for a failure of ours, which is logged; what is saved already stays saved."""
        error = _reported(trace, failure)
        if trace.saved:
            return self.words("cannot-post", error=error, why=_why(self.words, failure))
        if isinstance(failure, CannotWrite) and failure.why == "full":
            return self.words("disk-full", error=error)
        return self.words("not-saved" if isinstance(failure, StoreError) else "our-fault", error=error)


def _reported(trace: Trace, failure: Exception) -> str:
    """Log a failure with all that is known; returns the id that the player is told."""
    error = uuid4().hex[:8]
    trace.outcome = f"fault:{error}"
    LOG.error("error=%s %s", error, trace.record(), exc_info=failure)
    return error


def _why(words: Words, failure: Exception) -> str:
    if isinstance(failure, discord.HTTPException):
        return failure.text or str(failure.status)
    return words("cannot-post.internal")


def refusal(words: Words, refused: Refused) -> str:
    """A refusal as a person reads it: the sentence, the rule, what would be legal, where the board is."""
    lines = [sentence(words, refused.key, refused.values)]
    if isinstance(refused, Illegal):
        lines[0] = words("refused.rule", sentence=lines[0], rule=refused.cause.rule)
        if refused.cause.near:
            moves = ", ".join(f"`{move}`" for move in refused.cause.near)
            lines.append(words("refused.near", moves=moves))
    if refused.standing_in is not None:
        lines.append(words("refused.stand-in", when=f"<t:{refused.standing_in}:R>"))
    if refused.table is not None and refused.table.board is not None:
        lines.append(words("refused.link", link=link(refused.table, refused.table.board)))
    elif isinstance(refused, Stale):
        lines.append(words("refused.show"))
    return "\n".join(lines)


def sentence(words: Words, key: str, values: Mapping[str, Value]) -> str:
    """The sentence of a refusal, filled in."""
    filled = {name: _said(words, name, value) for name, value in values.items()}
    return words(key, **with_terms(words, key, filled))


def asking_why(words: Words, refused: Refused) -> list[Row]:
    """The button that leads to the rule behind a refusal; none where no rule of a game is."""
    if not isinstance(refused, Illegal) or rule_of(refused.cause.rule, words.language) is None:
        return []
    custom_id = str(Control(0, 0, Verb.WHY, refused.cause.rule))
    return [Row(Key(label=words("button.why"), custom_id=custom_id))]


def _said(words: Words, key: str, value: Value) -> str | int:
    """A value of a refusal, as a sentence takes it."""
    if isinstance(value, Sentence):
        return say(words, value)
    if isinstance(value, tuple):
        faults = [f"- {safe(say(words, fault))}" for fault in value if isinstance(fault, Sentence)]
        names = tuple(safe(name) for name in value if isinstance(name, str))
        return "\n".join(faults) or words.listed(names)
    return safe(str(value)) if key in _BY_PEOPLE else value


async def private(interaction: discord.Interaction, text: str, rows: Sequence[Row] = ()) -> None:
    """Tell one person something. If even that fails, the log says so; nobody else is bothered."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=note(text, rows), ephemeral=True, allowed_mentions=NOBODY)
        else:
            layout = note(text, rows)
            await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)
    except (discord.DiscordException, OSError) as failure:
        LOG.warning("could not answer user=%s: %s", interaction.user.id, failure)


def spoken_by(interaction: discord.Interaction) -> str:
    """The language of the house that somebody has set their Discord to; English if it is none of them."""
    return language_of(str(interaction.locale)) or ENGLISH


def spoken_at(interaction: discord.Interaction) -> str:
    """The language of the house that a server has set; English if it is none of them."""
    return language_of(str(interaction.guild_locale or "")) or ENGLISH


def click_of(interaction: discord.Interaction) -> Click:
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
        language=spoken_at(interaction),
        own_language=spoken_by(interaction),
    )


def check_permissions(words: Words, interaction: discord.Interaction) -> None:
    """Refuse, before anything changes, what could not be shown; names the permissions that are missing."""
    if interaction.guild_id is None:
        return
    granted = interaction.app_permissions
    visiting = interaction.is_user_integration() and not interaction.is_guild_integration()
    needed: tuple[str, ...] = ("attach_files",) if visiting else NEEDED
    if isinstance(interaction.channel, discord.Thread):
        needed = tuple("send_messages_in_threads" if name == "send_messages" else name for name in needed)
        if interaction.channel.locked and not granted.manage_threads:
            raise Refused("thread-locked")
    missing = tuple(words(f"permission.{name}") for name in needed if not getattr(granted, name))
    if missing:
        raise Refused("missing-permissions", names=words.listed(missing))


def check_company(interaction: discord.Interaction, game: Game[Any, Any, Any, Any]) -> None:
    """Refuse a table for several in the direct messages with the bot, where nobody could join."""
    seats = game.seats.start
    if interaction.context.dm_channel and seats > 1:
        raise Refused("alone-here", game=game.title, seats=seats)
