"""How one interaction is answered: once at first, then by its token; and in time, if only by a deferral.

Discord waits three seconds for the first answer. Whoever works on it may still be waiting by then, for a
table that somebody else shows, a locked disk, a film. So the first answer is given in one place, by whoever
works on it or, after a while, by a deferral, never by both. See docs/decisions/response-deadline.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Any, Final, Protocol, TypeVar

import discord

from bot.discord.failures import FAILURES
from bot.discord.frame import NOBODY, Layout, Message, note, shows_pictures
from bot.discord.gate import Ticket
from bot.kernel.errors import Refused

LOG = logging.getLogger("taproom.answer")

PATIENT: Final = 1.0
"""Seconds after which an answer that was not given yet is deferred; two are left for that to arrive."""

TAKEN: Final = 3.5
"""Seconds after which a first answer is given up: Discord takes it for three, and half a one is the way.

discord.py would try it again for up to 26 seconds, in which nobody else could show the table.
"""

DEAD: Final = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more: too late, or answered already."""

UPDATES: Final = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""After these the original response is the message that was clicked, after others a message of its own."""

ANSWERED: Final = 40060
"""The one of these codes that says the latter."""

_GONE: Final = "\N{HORIZONTAL ELLIPSIS}"
"""What a message says that is about to go."""


T = TypeVar("T")


Removal = Callable[[], Awaitable[None]]
"""Takes a private message away, if it is there still."""


class Answering(Protocol):
    """How one person is answered, wherever they ask: in Discord by `Answer`, on a page by what it shows.

    `alone`: what a command answers is for one person, and so is what they see while they wait. `is_given`:
    something was shown, be it by a first answer or after a deferral. `is_lost`: the first answer came too
    late, or was not taken in time, so that whoever asked hears no more. `elsewhere`: it is given outside of
    Discord, so that a table is not shown by it where it is played.
    """

    alone: bool
    is_given: bool
    is_lost: bool
    elsewhere: bool

    @property
    def webhook(self) -> discord.Webhook | None:
        """What goes on changing what it has shown without a click, if anything does."""

    @property
    def is_begun(self) -> bool:
        """Whether there was a first answer, or a deferral."""

    @property
    def is_in_place(self) -> bool:
        """Whether what was clicked is the answer, so that it can be changed and taken away by this."""

    @property
    def may_update(self) -> bool:
        """Whether what was clicked can be changed, and nothing has been shown in answer yet."""

    def watch(self, patience: float) -> None:
        """Keep whoever asked waiting if the answer was not given after so many seconds."""

    async def close(self) -> None:
        """Nobody works on it any more."""

    async def defer(self) -> None:
        """Keep whoever asked waiting: under a message nothing changes, after a command they see that."""

    async def put_off(self) -> bool:
        """The same; whether whoever asked knows of it now."""

    async def think(self, *, alone: bool) -> None:
        """The same, with a message that says so, whatever was used; nothing if they wait already."""

    async def send(self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NOBODY) -> int:
        """Answer with a message, to one person `alone` or to all; returns its id."""

    async def update(self, layout: Layout, files: list[discord.File] | None = None) -> None:
        """Answer by putting this in the place of what was clicked; without `files` its own stay."""

    async def leave(self, layout: Layout) -> None:
        """Put this in the place of what was clicked, which stays, whatever else was the answer."""

    async def open(self, form: discord.ui.Modal) -> None:
        """Answer with a form; raises `Refused` where it is too late for that."""

    async def remove_clicked(self) -> None:
        """Take away what was clicked, where it is the answer."""

    def removal(self, message_id: int) -> Removal:
        """What takes away a private message that is the answer, or was clicked."""


class Answer:
    """The answers to one interaction. All of them go through this, and so does their deferral."""

    elsewhere = False

    def __init__(self, interaction: discord.Interaction, turn: Ticket | None = None) -> None:
        self.alone = True
        self.is_given = False
        self.is_lost = False
        self._interaction = interaction
        self._turn = turn
        self._ends: float | None = None
        self._first = asyncio.Lock()
        self._thinking: bool | None = None  # a message that says so is there: whether for one person alone
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there was a first answer, or a deferral."""
        return self._interaction.response.is_done()

    @property
    def is_in_place(self) -> bool:
        """Whether the answer is the clicked message, so that it can be changed by the interaction."""
        return self._interaction.response.type in UPDATES

    @property
    def may_update(self) -> bool:
        """Whether the interaction can still change the clicked message, and has shown nothing yet."""
        response = self._interaction.response
        return not self.is_begun or response.type is discord.InteractionResponseType.deferred_message_update

    @property
    def webhook(self) -> discord.Webhook:
        """What goes on showing these messages without a click, for 15 minutes."""
        return self._interaction.followup

    # In time

    def watch(self, patience: float) -> None:
        """Defer the answer if it was not given so many seconds after it was asked for.

        What has waited long for its turn has a quarter of that time from now on: most are done by then.
        Where there is no hurry, no answer comes too late.
        """
        if patience == inf:
            return
        loop, waited = asyncio.get_running_loop(), 0.0 if self._turn is None else self._turn.seconds_waited()
        self._ends = loop.time() + TAKEN - waited
        left = max(patience - waited, patience / 4)
        if left <= 0:
            self._defer_if_late()
        else:
            self._timer = loop.call_later(left, self._defer_if_late)

    def _defer_if_late(self) -> None:
        # Whoever gives the first answer at this moment holds the lock, and nobody is needed.
        if not self._first.locked() and not self.is_begun:
            self._deferral = asyncio.create_task(self._defer_after_all())

    async def _defer_after_all(self) -> None:
        try:
            await self.defer()
        except (discord.DiscordException, *FAILURES) as failure:
            # The answer itself is tried all the same when it is there.
            LOG.warning("could not defer user=%s: %s", self._interaction.user.id, failure)

    async def close(self) -> None:
        """Nobody works on it any more: nothing is deferred, and nobody is kept waiting for nothing."""
        self._release_ticket()
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await self._deferral
        if self._thinking is not None:
            await self._stop_thinking()
        # An interaction and its response point to each other, so that the garbage collector has to find
        # them. Of a message with fifty components it would have too much to find: 20 MiB at a time.
        self._interaction.message = None

    async def defer(self) -> None:
        """Keep whoever asked waiting: under a message nothing changes, after a command they see that."""
        if self._interaction.message is None:
            await self.think(alone=self.alone)
            return
        async with self._first:
            if not self.is_begun:
                await self._send_first(self._interaction.response.defer())

    async def put_off(self) -> bool:
        """Whether Discord knows that a click has arrived; what becomes of it is said afterwards."""
        try:
            await self.defer()
        except FAILURES as failure:
            LOG.warning("user=%s a click was not answered at once: %s", self._interaction.user.id, failure)
            return False
        return True

    async def think(self, *, alone: bool) -> None:
        """The same, with a message that says so, whatever was used; nothing if they wait already."""
        async with self._first:
            if not self.is_begun:
                await self._send_first(self._interaction.response.defer(ephemeral=alone, thinking=True))
                self._thinking = alone

    # The answers

    async def _send_first(self, first: Awaitable[T]) -> T:
        """Give the first answer. What is left of it is Discord's part: others may begin.

        Raises `TimeoutError` where Discord would not take it any more.
        """
        self._release_ticket()
        try:
            async with asyncio.timeout_at(self._ends):
                given = await first
        except TimeoutError:
            self.is_lost = True
            raise
        except discord.HTTPException as failure:
            self.is_lost = failure.code in DEAD
            raise
        self.is_lost = False
        return given

    async def send(self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NOBODY) -> int:
        """Answer with a message, to one person `alone` or to all; returns its id."""
        content: dict[str, Any] = {"view": message.layout, "allowed_mentions": mentions, "ephemeral": alone}
        if files := message.files():
            content["files"] = files
        async with self._first:
            if not self.is_begun:
                sent = await self._send_first(self._interaction.response.send_message(**content))
                self.is_given = True
                return sent.message_id or 0
        return await self._send_followup(content, alone=alone)

    async def _send_followup(self, content: dict[str, Any], *, alone: bool) -> int:
        """A message after the first answer or after a deferral.

        The first one takes the place of a message that says to wait, and is seen by whoever saw that. Where
        it is not for them, something else takes that place, and goes when the message is there.
        """
        unfit = self._thinking is not None and self._thinking is not alone
        if unfit:
            await self._interaction.edit_original_response(view=note(_GONE), allowed_mentions=NOBODY)
        try:
            sent: discord.WebhookMessage = await self._interaction.followup.send(wait=True, **content)
        finally:
            if unfit:
                await self._stop_thinking()
        self._thinking, self.is_given = None, True
        return sent.id

    async def update(self, layout: Layout, files: list[discord.File] | None = None) -> None:
        """Answer by putting this in the place of the clicked message; without `files` its own stay.

        Where nothing shows them any more they go, too.
        """
        content: dict[str, Any] = {"view": layout, "allowed_mentions": NOBODY}
        if files is not None or not shows_pictures(layout):
            content["attachments"] = files or []
        async with self._first:
            if not self.is_begun:
                await self._send_first(self._interaction.response.edit_message(**content))
                self.is_given = True
                return
        if self.is_in_place:
            await self._interaction.edit_original_response(**content)
        else:
            assert self._interaction.message is not None  # noqa: S101 - that message was clicked
            await self._interaction.message.edit(**content)
        self.is_given = True

    async def leave(self, layout: Layout) -> None:
        """Put this in the place of the clicked message, by the interaction or without it."""
        if self.is_in_place:
            await self._interaction.edit_original_response(view=layout)
        else:
            assert self._interaction.message is not None  # noqa: S101 - that message was clicked
            await self._interaction.message.edit(view=layout, allowed_mentions=NOBODY)

    async def remove_clicked(self) -> None:
        """Take the clicked message away, where it is the answer."""
        await self._interaction.delete_original_response()

    def removal(self, message_id: int) -> Removal:
        """What takes a private message away that answers the interaction, or was clicked.

        How is found out at once: what was clicked is let go of when the interaction is served. Where a click
        was deferred, its original response is the clicked message, be that the board.
        """
        interaction = self._interaction
        clicked = interaction.message is not None and interaction.message.id == message_id
        is_original = clicked == self.is_in_place

        async def remove() -> None:
            with suppress(*FAILURES):
                if is_original:
                    await interaction.delete_original_response()
                else:
                    await interaction.followup.delete_message(message_id)

        return remove

    async def open(self, form: discord.ui.Modal) -> None:
        """Answer with a form; raises `Refused` where it is too late for that, as after a deferral."""
        async with self._first:
            if self.is_begun:
                raise Refused("form-late")
            await self._send_first(self._interaction.response.send_modal(form))
            self.is_given = True

    async def _stop_thinking(self) -> None:
        """Take the message away that says to wait."""
        with suppress(*FAILURES):
            await self._interaction.delete_original_response()
        self._thinking = None

    def _release_ticket(self) -> None:
        """Others may begin."""
        if self._turn is not None:
            self._turn.end()
