"""How an interaction is answered: first directly, then by its token, and in time, if only by a deferral.

Discord waits three seconds for the first answer. The handler may still be waiting by then: for a table's
lock, a locked disk, a film. So the first answer is given in one place, either by the handler or, after a
while, by a deferral, never by both. See docs/decisions/response-deadline.md.
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
from bot.discord.frame import NO_MENTIONS, Layout, Message, note, shows_pictures
from bot.discord.gate import QueueTicket
from bot.kernel.errors import Refused

LOG = logging.getLogger("taproom.answer")

PATIENT: Final = 1.0
"""Seconds after which an answer is deferred; two are left for the deferral to arrive."""

TAKEN: Final = 3.5
"""Seconds after which a first answer is given up: Discord accepts it for three, and half a second is the way.

discord.py would retry for up to 26 seconds, during which the table could not be shown to anyone.
"""

DEAD: Final = (10062, 10015, 50027, 40060)
"""Discord's codes for an interaction that cannot be answered any more: too late, or answered already."""

UPDATES: Final = (
    discord.InteractionResponseType.message_update,
    discord.InteractionResponseType.deferred_message_update,
)
"""Response types whose original response is the clicked message; for others it is a message of its own."""

ANSWERED: Final = 40060
"""The code for an interaction that was answered already."""

_GONE: Final = "\N{HORIZONTAL ELLIPSIS}"
"""The text of a message that is about to be deleted."""


T = TypeVar("T")


Removal = Callable[[], Awaitable[None]]
"""Removes a private message, if it still exists."""


class Answering(Protocol):
    """How one user is answered: in Discord by `Answer`, on a page by what the page shows.

    `alone`: a command's answer is private, and so is the waiting message. `is_given`: something was shown, by
    a first answer or after a deferral. `is_lost`: the first answer came too late, or was not accepted in
    time, so that the user sees nothing. `elsewhere`: the answer is given outside of Discord, so that it does
    not show the table where it is played.
    """

    alone: bool
    is_given: bool
    is_lost: bool
    elsewhere: bool

    @property
    def webhook(self) -> discord.Webhook | None:
        """The webhook that can change what was shown without a click, if there is one."""

    @property
    def is_begun(self) -> bool:
        """Whether there was a first answer or a deferral."""

    @property
    def is_in_place(self) -> bool:
        """Whether the clicked message is the answer, so that it can be changed and deleted."""

    @property
    def may_update(self) -> bool:
        """Whether the clicked message can be changed, and nothing has been shown yet."""

    def watch(self, patience: float) -> None:
        """Defer the answer if it is not given after `patience` seconds."""

    async def close(self) -> None:
        """End the answer: no more work on it."""

    async def defer(self) -> None:
        """Defer the answer: under a message nothing changes, after a command Discord shows a notice."""

    async def put_off(self) -> bool:
        """Defer the answer; returns whether Discord accepted it."""

    async def think(self, *, alone: bool) -> None:
        """Show a message that asks to wait, whatever was used; nothing if the user waits already."""

    async def send(
        self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NO_MENTIONS
    ) -> int:
        """Answer with a message, private if `alone`, else public; returns its id."""

    async def update(self, layout: Layout, files: list[discord.File] | None = None) -> None:
        """Answer by replacing the clicked message; without `files` it keeps its own."""

    async def leave(self, layout: Layout) -> None:
        """Replace the clicked message, which stays, in addition to any other answer."""

    async def open(self, form: discord.ui.Modal) -> None:
        """Answer with a form; raises `Refused` where it is too late for that."""

    async def launch(self) -> bool:
        """Answer by opening the application's Activity; returns false where that is not possible."""

    async def remove_clicked(self) -> None:
        """Delete the clicked message, where it is the answer."""

    def removal(self, message_id: int) -> Removal:
        """Return a function that deletes a private message which is the answer, or was clicked."""


class Answer:
    """The answers to one interaction. All of them go through this, and so does its deferral."""

    elsewhere = False

    def __init__(self, interaction: discord.Interaction, turn: QueueTicket | None = None) -> None:
        self.alone = True
        self.is_given = False
        self.is_lost = False
        self._interaction = interaction
        self._turn = turn
        self._ends: float | None = None
        self._first = asyncio.Lock()
        self._thinking: bool | None = None  # whether the waiting message, if shown, is private
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there was a first answer or a deferral."""
        return self._interaction.response.is_done()

    @property
    def is_in_place(self) -> bool:
        """Whether the answer is the clicked message, so that the interaction can change it."""
        return self._interaction.response.type in UPDATES

    @property
    def may_update(self) -> bool:
        """Whether the interaction can still change the clicked message, and has shown nothing yet."""
        response = self._interaction.response
        return not self.is_begun or response.type is discord.InteractionResponseType.deferred_message_update

    @property
    def webhook(self) -> discord.Webhook:
        """The webhook that can change these messages without a click, for 15 minutes."""
        return self._interaction.followup

    # Deadlines

    def watch(self, patience: float) -> None:
        """Defer the answer if it was not given within `patience` seconds of the click.

        A click that waited long for admission gets a quarter of that time from now on: most are done by then.
        Where answers are never hurried, none comes too late.
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
        # While a first answer is being given the lock is held, and no deferral is needed.
        if not self._first.locked() and not self.is_begun:
            self._deferral = asyncio.create_task(self._defer_after_all())

    async def _defer_after_all(self) -> None:
        try:
            await self.defer()
        except (discord.DiscordException, *FAILURES) as failure:
            # The answer itself is still tried when it is ready.
            LOG.warning("could not defer user=%s: %s", self._interaction.user.id, failure)

    async def close(self) -> None:
        """Stop working on the answer: cancel the deferral, and remove the waiting message."""
        self._release_ticket()
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            await self._deferral
        if self._thinking is not None:
            await self._stop_thinking()
        # An interaction and its response refer to each other, so that the garbage collector has to find
        # them. With a message of fifty components it would have too much to find: 20 MiB at a time.
        self._interaction.message = None

    async def defer(self) -> None:
        """Defer the answer: under a message nothing changes, after a command Discord shows a notice."""
        if self._interaction.message is None:
            await self.think(alone=self.alone)
            return
        async with self._first:
            if not self.is_begun:
                await self._send_first(self._interaction.response.defer())

    async def put_off(self) -> bool:
        """Defer the answer to a click; returns whether Discord accepted it."""
        try:
            await self.defer()
        except FAILURES as failure:
            LOG.warning("user=%s a click was not answered at once: %s", self._interaction.user.id, failure)
            return False
        return True

    async def think(self, *, alone: bool) -> None:
        """Show a message that asks to wait, whatever was used; nothing if the user waits already."""
        async with self._first:
            if not self.is_begun:
                await self._send_first(self._interaction.response.defer(ephemeral=alone, thinking=True))
                self._thinking = alone

    # Answers

    async def _send_first(self, first: Awaitable[T]) -> T:
        """Send the first answer, and release the gate: the rest is up to Discord.

        Raises `TimeoutError` where Discord would not accept it any more.
        """
        self._release_ticket()
        try:
            async with asyncio.timeout_at(self._ends):
                result = await first
        except TimeoutError:
            self.is_lost = True
            raise
        except discord.HTTPException as failure:
            self.is_lost = failure.code in DEAD
            raise
        self.is_lost = False
        return result

    async def send(
        self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NO_MENTIONS
    ) -> int:
        """Answer with a message, private if `alone`, else public; returns its id."""
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
        """Send a message after the first answer or after a deferral.

        The first one replaces the waiting message, and has the same visibility. Where that does not fit, the
        waiting message is replaced by another text, and deleted once the new message is there.
        """
        unfit = self._thinking is not None and self._thinking is not alone
        if unfit:
            await self._interaction.edit_original_response(view=note(_GONE), allowed_mentions=NO_MENTIONS)
        try:
            sent: discord.WebhookMessage = await self._interaction.followup.send(wait=True, **content)
        finally:
            if unfit:
                await self._stop_thinking()
        self._thinking, self.is_given = None, True
        return sent.id

    async def update(self, layout: Layout, files: list[discord.File] | None = None) -> None:
        """Answer by replacing the clicked message; without `files` it keeps its own.

        Files that the new layout does not show are removed.
        """
        content: dict[str, Any] = {"view": layout, "allowed_mentions": NO_MENTIONS}
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
        """Replace the clicked message, by the interaction or without it."""
        if self.is_in_place:
            await self._interaction.edit_original_response(view=layout)
        else:
            assert self._interaction.message is not None  # noqa: S101 - that message was clicked
            await self._interaction.message.edit(view=layout, allowed_mentions=NO_MENTIONS)

    async def remove_clicked(self) -> None:
        """Delete the clicked message, where it is the answer."""
        await self._interaction.delete_original_response()

    def removal(self, message_id: int) -> Removal:
        """Return a function that deletes a private message which answers the interaction, or was clicked.

        Decided now, as the clicked message is released when the interaction has been served. After a deferred
        click the original response is the clicked message, even if that is the board.
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

    async def launch(self) -> bool:
        """Answer by opening the application's Activity.

        Returns false after a first answer, and where Discord refuses it, as it does until the host has
        enabled Activities.
        """
        async with self._first:
            if self.is_begun:
                return False
            try:
                await self._send_first(self._interaction.response.launch_activity())
            except discord.HTTPException as failure:
                if self.is_lost:
                    raise
                LOG.warning("user=%s Discord opens no Activity: %s", self._interaction.user.id, failure)
                return False
            self.is_given = True
        return True

    async def _stop_thinking(self) -> None:
        """Delete the waiting message."""
        with suppress(*FAILURES):
            await self._interaction.delete_original_response()
        self._thinking = None

    def _release_ticket(self) -> None:
        """Release the gate's ticket, so that the next click may begin."""
        if self._turn is not None:
            self._turn.end()
