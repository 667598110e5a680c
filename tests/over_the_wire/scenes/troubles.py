"""What can go wrong while something is done in a scene."""

from __future__ import annotations

from typing import Any, Final

from tests.over_the_wire.scenes.base import Scene, Trouble
from tools.standin.faults import FOREVER, InjectedFault
from tools.standin.payloads import Json
from tools.standin.world import FakeChannel, channel_object

TRIES: Final = 5
"""How often discord.py tries a request that Discord fails at."""

SHORT: Final = 1.0
LONG: Final = 20.0
"""Seconds that Discord asks to wait: less and more than the first answer to a click may take."""

SEE: Final = 1 << 10
WRITE: Final = 1 << 11
"""The rights to see a channel, and to write there."""

NEVER: Final = 300.0
"""Seconds until an answer that does not arrive in a process's lifetime."""


def channels_of(scene: Scene) -> str:
    """The channels of a scene, as a pattern."""
    return "channels/(" + "|".join(str(channel.id) for channel in scene.channels) + ")"


def first_of(scene: Scene) -> str:
    """The first answer; where a page was used, the first message."""
    if scene.interaction is None:
        return rf"(POST|PATCH) /{channels_of(scene)}/messages"
    return rf"POST /interactions/{scene.interaction.id}/"


def messages_of(scene: Scene) -> str:
    """Whatever is sent, changed, opened or deleted after it."""
    if scene.interaction is None:
        return rf"(POST|PATCH|DELETE) /{channels_of(scene)}/"
    return rf"(POST|PATCH|DELETE) /(webhooks/\d+/{scene.interaction.token}|{channels_of(scene)})"


def answer(**how: Any) -> Trouble:
    """The first answer fails."""
    return Trouble(lambda scene: [InjectedFault(first_of(scene), **how)])


def messages(**how: Any) -> Trouble:
    """What comes after it fails."""
    return Trouble(lambda scene: [InjectedFault(messages_of(scene), **how)])


def _delete(scene: Scene) -> list[InjectedFault]:
    for message in scene.edited_messages():
        scene.discord.world.delete(message)
    return []


def lose_permission(code: int, right: int) -> Trouble:
    """The bot loses a right for a while: Discord refuses, and tells it of that."""

    def begin(scene: Scene) -> list[InjectedFault]:
        _tell(scene, right)
        return [InjectedFault(rf"(POST|PATCH|DELETE) /{channels_of(scene)}", code=code, times=FOREVER)]

    def end(scene: Scene) -> None:
        scene.lift()
        _tell(scene, 0)

    return Trouble(begin, end=end)


def _tell(scene: Scene, denied: int) -> None:
    """Discord tells of a channel in which these rights are denied."""
    for channel in scene.channels:
        scene.discord.api.announce("CHANNEL_UPDATE", _channel_denying(channel.parent or channel, denied))


def _channel_denying(channel: FakeChannel, rights: int) -> Json:
    assert channel.server is not None
    overwrite = {"id": str(channel.server.id), "type": 0, "allow": "0", "deny": str(rights)}
    return channel_object(channel) | {"permission_overwrites": [overwrite] if rights else []}


ANSWERS: Final = {
    "answer cut before it took effect": answer(cut=True),
    "answer cut after it took effect": answer(cut=True, took_effect=True),
    "answer 500": answer(status=500, times=TRIES),
    "answer 503": answer(status=503, times=TRIES),
    "answer 429, short": answer(retry_after=SHORT),
    "answer 429, long": answer(retry_after=LONG),
    "delivered twice": Trouble(copies=2),
}
MESSAGES: Final = {
    "messages cut before they took effect": messages(cut=True, times=2),
    "messages cut after they took effect": messages(cut=True, took_effect=True, times=2),
    "messages 500": messages(status=500, times=TRIES),
    "messages 503": messages(status=503, times=TRIES),
    "messages 429, short": messages(retry_after=SHORT, times=2),
    "messages 429, long": messages(retry_after=LONG),
}
DELETED: Final = Trouble(_delete)
"""A moderator deletes the messages that are changed."""

RIGHTS: Final = {
    "not allowed to write": lose_permission(50013, WRITE),
    "not allowed to see it": lose_permission(50001, SEE),
}


# Where the process ends


def answer_lost() -> Trouble:
    """The first answer does not arrive before the process ends."""
    return answer(delay=NEVER, cut=True, times=FOREVER)


def answer_unconfirmed() -> Trouble:
    """The first answer arrives, of which the bot hears nothing before its process ends."""
    return answer(late=NEVER)


def unshown() -> Trouble:
    """Nothing that comes after the first answer arrives; of two boards it is the second one."""

    def begin(scene: Scene) -> list[InjectedFault]:
        pattern = messages_of(scene)
        if len(scene.tables) > 1 and scene.tables[1].is_second:
            pattern = rf"(POST|PATCH) /channels/{scene.tables[1].channel.id}/messages"
        return [InjectedFault(pattern, delay=NEVER, cut=True, times=FOREVER)]

    return Trouble(begin)
