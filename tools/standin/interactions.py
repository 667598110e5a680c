"""A user's command, click or form, and the bot's answers to it."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tools.standin.interaction_data import context_of
from tools.standin.payloads import Json
from tools.standin.world import (
    BOT,
    EVERYTHING,
    EXTERNAL_APPS,
    FakeActivity,
    FakeChannel,
    FakeMessage,
    FakeUser,
    channel_object,
    member_object,
    user_object,
)

BROUGHT: Final = sum(1 << bit for bit in (14, 15, 17))
"""The bot's permissions where it is only user-installed: embed, attach, mention everyone."""

PATIENCE: Final = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""


class InteractionKind(IntEnum):
    """What the user did."""

    COMMAND = 2
    CONTROL = 3
    TYPING = 4
    FORM = 5


class CallbackType(IntEnum):
    """The type of the first answer."""

    MESSAGE = 4
    THINKING = 5
    LATER = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9
    ACTIVITY = 12


@dataclass(eq=False, slots=True)
class Interaction:
    """An interaction: what a user did, and the bot's answers.

    `what` names it: `/play`, a custom_id, and so on. It expires `patience` seconds after `sent`. `answer` is
    the type of the first answer, and `seconds` how long after `sent` it came; both are None until then.
    `messages` are the messages of its answers, the first answer's first: of an update that is `source`, the
    clicked message. `form` is the form that answered it, `choices` what autocomplete offered, `launched` the
    instance of the application's Activity that was opened. `refused` are
    the error codes of refused answers: 10062 if it came too late, 40060 if it was a second one. `follow_ups`
    counts the messages after the first answer.
    """

    id: int
    kind: InteractionKind
    person: FakeUser
    channel: FakeChannel
    source: FakeMessage | None = None
    what: str = ""
    patience: float = PATIENCE
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: float = 0.0
    answer: CallbackType | None = None
    seconds: float | None = None
    messages: list[FakeMessage] = field(default_factory=list)
    form: Json | None = None
    choices: list[Json] | None = None
    launched: FakeActivity | None = None
    refused: list[int] = field(default_factory=list)
    follow_ups: int = 0
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    def takes(self, answer: CallbackType) -> bool:
        """Return whether Discord accepts this type of first answer to the interaction."""
        if self.kind is InteractionKind.TYPING:
            return answer is CallbackType.CHOICES
        taken = {CallbackType.MESSAGE, CallbackType.THINKING, CallbackType.ACTIVITY}
        taken |= {CallbackType.LATER, CallbackType.UPDATE} if self.source is not None else set()
        taken |= {CallbackType.FORM} if self.kind is not InteractionKind.FORM else set()
        return answer in taken

    def note_answer(self, answer: CallbackType, seconds: float) -> None:
        """Store the first answer."""
        self.answer, self.seconds = answer, seconds
        self._answered.set()

    async def wait_for_answer(self) -> bool:
        """Wait for the first answer; returns whether it comes in time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), self.patience)
        return self.answer is not None

    @property
    def is_forced_private(self) -> bool:
        """Return whether Discord makes all answers private, as the user may not share a user app here."""
        is_denied = not self.person.permissions & EXTERNAL_APPS
        return self.channel.is_foreign and self.channel.server is not None and is_denied

    @property
    def private_text(self) -> str:
        """Return the text that only the user saw."""
        return "\n".join(message.text for message in self.messages if message.shown_to is self.person)


def interaction_payload(interaction: Interaction, data: Json) -> Json:
    """Return an interaction as Discord sends it; `data` is what was chosen or typed."""
    channel, person, server = interaction.channel, interaction.person, interaction.channel.server
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(BOT),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel_object(channel) | {"permissions": str(EVERYTHING)},
        "app_permissions": str(BROUGHT if channel.is_foreign else EVERYTHING & ~channel.denied_permissions),
        "locale": person.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": "0" if server is None else str(server.id)},
        "attachment_size_limit": 10 << 20,
        "context": context_of(channel),
    }
    if channel.is_foreign:
        payload["authorizing_integration_owners"] = {"1": str(person.id)}
    if server is None:
        payload["user"] = user_object(person)
    else:
        payload |= {
            "guild_id": str(server.id),
            "guild": {"id": str(server.id), "features": [], "locale": server.locale},
            "guild_locale": server.locale,
            "member": member_object(person),
        }
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    return payload
