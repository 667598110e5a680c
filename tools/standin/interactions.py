"""A command, a click or a form of somebody, and all that was answered."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tools.standin.payloads import Json
from tools.standin.world import (
    BOT,
    DIRECT,
    EVERYTHING,
    Channel,
    Message,
    Person,
    World,
    channel_object,
    member_object,
    user_object,
)

PATIENCE: Final = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""


class Kind(IntEnum):
    """What somebody did."""

    COMMAND = 2
    CONTROL = 3
    TYPING = 4
    FORM = 5


class Answer(IntEnum):
    """The first answer to it."""

    MESSAGE = 4
    THINKING = 5
    LATER = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9


@dataclass(eq=False, slots=True)
class Interaction:
    """What somebody did, and what came of it.

    It is dead `patience` seconds after `sent`. `answer` is the kind of the first answer, and `seconds` how
    long after `sent` it came; both none as long as there is none. `messages` are those it was answered with,
    the first answer's first: of an update that is `source`, the message that was clicked. `form` is what was
    asked for with one, `choices` what was offered while somebody typed. `refused` are the codes of what
    Discord did not accept: 10062 of an answer that came too late, 40060 of a second one.
    """

    id: int
    kind: Kind
    person: Person
    channel: Channel
    source: Message | None = None
    patience: float = PATIENCE
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: float = 0.0
    answer: Answer | None = None
    seconds: float | None = None
    messages: list[Message] = field(default_factory=list)
    form: Json | None = None
    choices: list[Json] | None = None
    refused: list[int] = field(default_factory=list)
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    def takes(self, answer: Answer) -> bool:
        """Whether Discord takes such a first answer to what was done."""
        if self.kind is Kind.TYPING:
            return answer is Answer.CHOICES
        taken = {Answer.MESSAGE, Answer.THINKING}
        taken |= {Answer.LATER, Answer.UPDATE} if self.source is not None else set()
        taken |= {Answer.FORM} if self.kind is not Kind.FORM else set()
        return answer in taken

    def was_answered(self, answer: Answer, seconds: float) -> None:
        """Note the first answer."""
        self.answer, self.seconds = answer, seconds
        self._answered.set()

    async def answered(self) -> bool:
        """Wait for the first answer; whether it comes in time."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), self.patience)
        return self.answer is not None

    @property
    def private(self) -> str:
        """What the person alone was told."""
        return "\n".join(message.text for message in self.messages if message.shown_to is self.person)


def described(interaction: Interaction, data: Json) -> Json:
    """An interaction as Discord sends it; `data` is what was chosen or typed."""
    channel, person, server = interaction.channel, interaction.person, interaction.channel.server
    about: Json = {
        "id": str(interaction.id),
        "application_id": str(BOT),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel_object(channel) | {"permissions": str(EVERYTHING)},
        "app_permissions": str(EVERYTHING),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": "0" if server is None else str(server.id)},
        "attachment_size_limit": 10 << 20,
        "context": 1 if channel.kind == DIRECT else 0,
    }
    if server is None:
        about["user"] = user_object(person)
    else:
        about |= {
            "guild_id": str(server.id),
            "guild": {"id": str(server.id), "features": [], "locale": "en-US"},
            "guild_locale": "en-US",
            "member": member_object(person),
        }
    if interaction.source is not None:
        about["message"] = interaction.source.data
    return about


def command_data(world: World, path: str, given: dict[str, object]) -> Json:
    """What is sent of a command such as `table log` with its options; raises `LookupError` if there is none.

    People are given as `Person`, everything else as it is.
    """
    names = path.split()
    command = next(one for one in world.commands if one["name"] == names[0] and one.get("type", 1) == 1)
    levels, known = [(names[0], 1)], command.get("options", [])
    for name in names[1:]:
        part = next(one for one in known if one["name"] == name)
        levels.append((name, part["type"]))
        known = part.get("options", [])
    kinds = {one["name"]: one["type"] for one in known}
    people = [value for value in given.values() if isinstance(value, Person)]
    options: list[Json] = [
        {
            "name": name,
            "type": kinds[name],
            "value": str(value.id) if isinstance(value, Person) else value,
        }
        for name, value in given.items()
    ]
    for name, kind in reversed(levels[1:]):
        options = [{"name": name, "type": kind, "options": options}]
    resolved = {
        "users": {str(one.id): user_object(one) for one in people},
        "members": {
            str(one.id): {key: value for key, value in member_object(one).items() if key != "user"}
            for one in people
        },
    }
    return {"id": command["id"], "name": names[0], "type": 1, "options": options, "resolved": resolved}
