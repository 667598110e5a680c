"""The state of the stand-in: servers, channels, people and messages, and how Discord describes them."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from tools.standin.checks import (
    EDIT_FLAGS,
    SILENT,
    flag_problems,
    is_empty,
    media_urls,
    mention_problems,
    message_problems,
    upload_problems,
)
from tools.standin.errors import ApiError, Violation, check
from tools.standin.payloads import COMPONENTS, EPHEMERAL, HAS_THREAD, LOADING, Json, number_all, walk

EPOCH: Final = 1_420_070_400_000
"""Where the time in Discord's ids begins, in milliseconds."""

FOUNDED: Final = 20_000_000_000
"""When the first server was created, by that clock; the next ones follow a millisecond apart."""

BOT: Final = 100_000_000_000_000_001
"""The id of the bot's user, and of its application."""

TEXT, DIRECT, GROUP, NEWS, THREAD, PRIVATE_THREAD, FORUM, MEDIA = 0, 1, 3, 5, 11, 12, 15, 16
VOICE, STAGE, NEWS_THREAD = 2, 13, 10
THREADS: Final = frozenset({NEWS_THREAD, THREAD, PRIVATE_THREAD})
"""The kinds of channels."""

EVERYTHING: Final = (1 << 51) - 1 & ~(1 << 3)
"""All permissions but that of an administrator."""

EXTERNAL_APPS: Final = 1 << 50
"""Using user-installed apps visibly; without it they answer in private."""

CONNECT: Final = 1 << 20
"""Joining a voice channel; without it its chat cannot be read or written."""

MANAGE_THREADS: Final = 1 << 34
"""Writing in locked threads, and reopening them."""

MEMBER: Final = sum(1 << bit for bit in (10, 11, 14, 15, 16, 31, 35, 38, 50))
"""The permissions of every member: see, write, embed, attach, read the history, use commands, open threads,
write there, and use user-installed apps visibly."""

MANAGER: Final = MEMBER | 1 << 5
"""The same, and managing the server."""

JOINED: Final = "2024-01-01T00:00:00+00:00"

_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class FakeUser:
    """A user account; `permissions` are theirs in every server, `locale` is their language."""

    id: int
    name: str
    permissions: int = MEMBER
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        """Return the mention of the user in a text."""
        return f"<@{self.id}>"


@dataclass(frozen=True, slots=True)
class FakeServer:
    """A server. Where the bot has not `joined`, users may have installed it for themselves."""

    id: int
    name: str
    locale: str = "en-US"
    joined: bool = True


@dataclass(frozen=True, slots=True)
class FakeRole:
    """A role of a server."""

    id: int
    name: str
    server: FakeServer


@dataclass(slots=True)
class FakeChannel:
    """A channel or thread of a server, direct messages with a user, or a user's group.

    `newest` is the id of the last public message, even if it is gone. `denied` are permissions denied to
    everyone there; `nsfw`: it is restricted to adults.
    """

    id: int
    kind: int
    name: str = ""
    server: FakeServer | None = None
    parent: FakeChannel | None = None
    person: FakeUser | None = None
    archived: bool = False
    locked: bool = False
    newest: int | None = None
    denied: int = 0
    nsfw: bool = False

    @property
    def is_closed(self) -> bool:
        """Return whether it is the chat of a voice channel that the bot may not join."""
        return self.kind in (VOICE, STAGE) and bool(self.denied & CONNECT)

    @property
    def denied_permissions(self) -> int:
        """Return the permissions denied to everyone there; a thread has those of its channel."""
        return self.denied if self.parent is None else self.denied | self.parent.denied

    @property
    def is_locked(self) -> bool:
        """Return whether it is a thread that the bot can neither write in nor reopen."""
        return self.locked and bool(self.denied_permissions & MANAGE_THREADS)

    @property
    def is_foreign(self) -> bool:
        """Return whether the bot is only user-installed there."""
        return self.kind == GROUP or (self.server is not None and not self.server.joined)


@dataclass(eq=False, slots=True)
class FakeActivity:
    """A running instance of the application's Activity in a channel, and the `people` in it."""

    id: str
    channel: FakeChannel
    people: list[FakeUser] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes


@dataclass(eq=False, slots=True)
class FakeMessage:
    """A message. `data` is what Discord would send of it; `shown_to` is the one user of an ephemeral one.

    `pings` are the ids of the users that it has mentioned. Times are those of `time.perf_counter`: of the
    last change, and of the last new attachment, which is 0 without one. `files` are the attachments' bytes by
    id, if they are kept.
    """

    id: int
    channel: FakeChannel
    data: Json
    shown_to: FakeUser | None = None
    pings: tuple[int, ...] = ()
    edits: int = 0
    changed: float = 0.0
    pictured: float = 0.0
    files: dict[int, bytes] = field(default_factory=dict)

    @property
    def components(self) -> list[Json]:
        """Return all components, nested ones included."""
        return list(walk(self.data["components"]))

    @property
    def controls(self) -> list[Json]:
        """Return the enabled buttons and lists."""
        return [part for part in self.components if part.get("custom_id") and not part.get("disabled")]

    @property
    def text(self) -> str:
        """Return all text in it."""
        written = (part["content"] for part in self.components if part["type"] == 10)  # noqa: PLR2004
        return "\n".join(filter(None, (self.data["content"], *written)))

    @property
    def attachments(self) -> list[Json]:
        """Return its attachments: `id`, `filename`, `size` in bytes, `url`."""
        attachments: list[Json] = self.data["attachments"]
        return attachments

    @property
    def flags(self) -> int:
        """Return Discord's flags."""
        return int(self.data["flags"])


class DiscordState:
    """Everything in the stand-in; beyond `kept` messages it forgets those changed longest ago.

    `watchers` are called with each new or changed message. `base` is the address of attachments; `keep_files`
    keeps their bytes. `violations` counts requests that no bot should send, by route and sentence.
    `has_activities`: Activities are enabled for the application. `kicked` are users who have left a server.
    """

    def __init__(self, *, kept: int = 5_000, keep_files: bool = False) -> None:
        self.base = ""
        self.kept = kept
        self.keep_files = keep_files
        self.people: dict[int, FakeUser] = {}
        self.servers: dict[int, FakeServer] = {}
        self.channels: dict[int, FakeChannel] = {}
        self.roles: dict[int, FakeRole] = {}
        self.messages: dict[int, FakeMessage] = {}
        self.has_activities = False
        self.activities: dict[str, FakeActivity] = {}
        self.kicked: set[tuple[FakeServer, FakeUser]] = set()
        self.commands: list[Json] = []
        self.watchers: list[Callable[[FakeMessage], None]] = []
        self.violations = Counter[str]()
        self.bot = FakeUser(BOT, "thebot")
        self._last = 0
        self._founded = FOUNDED
        self._nonces: dict[tuple[int, str], int] = {}

    def new_id(self) -> int:
        """Return a new id with the current time in it."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return self._last

    # People, servers and channels

    def person(self, name: str, permissions: int = MEMBER, locale: str = "en-US") -> FakeUser:
        """Create a user."""
        person = FakeUser(self.new_id(), name, permissions, locale)
        self.people[person.id] = person
        return person

    def server(
        self,
        name: str = "server",
        shard: tuple[int, int] = (0, 1),
        *,
        locale: str = "en-US",
        joined: bool = True,
    ) -> FakeServer:
        """Create a server of this shard; if the bot has joined it, it is told when it connects."""
        number, count = shard
        self._founded += 1
        while self._founded % count != number:
            self._founded += 1
        server = FakeServer(self._founded << 22, name, locale, joined)
        self.servers[server.id] = server
        return server

    def channel(self, server: FakeServer, name: str = "games", kind: int = TEXT) -> FakeChannel:
        """Create a channel of a server; the bot is told when it connects."""
        return self._add_channel(FakeChannel(self.new_id(), kind, name, server))

    def thread(
        self, parent: FakeChannel, name: str = "thread", thread_id: int | None = None, kind: int = THREAD
    ) -> FakeChannel:
        """Create a thread of a channel, or on the message with this id."""
        if thread_id in self.messages:
            self.messages[thread_id].data["flags"] |= HAS_THREAD
        return self._add_channel(FakeChannel(thread_id or self.new_id(), kind, name, parent.server, parent))

    def direct(self, person: FakeUser) -> FakeChannel:
        """Return the direct messages with a user."""
        every = self.channels.values()
        existing = (channel for channel in every if channel.kind == DIRECT and channel.person == person)
        return next(existing, None) or self._add_channel(FakeChannel(self.new_id(), DIRECT, person=person))

    def group(self, person: FakeUser, name: str = "group") -> FakeChannel:
        """Create a group of a user and others, without the bot."""
        return self._add_channel(FakeChannel(self.new_id(), GROUP, name, person=person))

    def role(self, server: FakeServer, name: str = "role") -> FakeRole:
        """Create a role of a server; the bot is told when it connects."""
        role = FakeRole(self.new_id(), name, server)
        self.roles[role.id] = role
        return role

    def _add_channel(self, channel: FakeChannel) -> FakeChannel:
        self.channels[channel.id] = channel
        return channel

    def launch(self, person: FakeUser, channel: FakeChannel) -> FakeActivity:
        """Let a user join the Activity that runs in a channel, or start one."""
        running = (one for one in self.activities.values() if one.channel is channel and one.people)
        activity = next(running, None)
        if activity is None:
            server = channel.server
            place = f"pc-{channel.id}" if server is None else f"gc-{server.id}-{channel.id}"
            activity = FakeActivity(f"i-{self.new_id()}-{place}", channel)
            self.activities[activity.id] = activity
        if person not in activity.people:
            activity.people.append(person)
        return activity

    def messages_in(self, channel: FakeChannel) -> list[FakeMessage]:
        """Return the public messages in a channel, oldest first."""
        messages = (message for message in self.messages.values() if message.channel is channel)
        return sorted(
            (public for public in messages if public.shown_to is None), key=lambda public: public.id
        )

    # Messages

    def write(
        self,
        channel: FakeChannel,
        payload: Json,
        uploads: Mapping[str, Upload],
        at: float,
        *,
        shown_to: FakeUser | None = None,
    ) -> FakeMessage:
        """Create a message of the bot; raises `Violation` for one that Discord never accepts."""
        if channel.kind in (FORUM, MEDIA):
            raise Violation(["a forum has threads and no messages"], 50008)
        if shown_to is None:
            channel.archived = channel.archived and channel.is_locked
            self._check_open(channel)
        nonce = (channel.id, str(payload.get("nonce", "")))
        if payload.get("enforce_nonce") and self._nonces.get(nonce) in self.messages:
            return self.messages[self._nonces[nonce]]
        message = FakeMessage(self.new_id(), channel, {}, shown_to)
        message.data = {
            "id": str(message.id),
            "channel_id": str(channel.id),
            "type": 0,
            "author": user_object(self.bot),
            "content": "",
            "timestamp": _now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "flags": int(payload.get("flags") or 0),
        }
        if payload.get("message_reference"):
            message.data["message_reference"] = payload["message_reference"]
        self._apply(message, payload, uploads, at, message.flags)
        message.pings = () if message.flags & (EPHEMERAL | LOADING) else self._mentioned_ids(message, payload)
        if payload.get("enforce_nonce"):
            self._nonces[nonce] = message.id
        if shown_to is None:
            channel.newest = message.id
        return self._show(message)

    def edit(
        self, message: FakeMessage, payload: Json, uploads: Mapping[str, Upload], at: float
    ) -> FakeMessage:
        """Edit a message, wholly or not at all; raises `Violation` for what Discord never accepts.

        A loading message is shown for the first time, with any flag of a new one. `at`: `time.perf_counter`.
        """
        is_new = bool(message.flags & LOADING)
        flags = int(payload.get("flags") or 0)
        if not is_new:
            check(flag_problems(flags, EDIT_FLAGS))
        # A private first answer works in a closed thread: only its user sees it, so it is no post there.
        if not is_new or message.shown_to is None:
            self._check_open(message.channel)
        check([] if payload else ["an edit of nothing"], 50006)
        allowed = SILENT | COMPONENTS if is_new else EDIT_FLAGS
        self._apply(message, payload, uploads, at, message.flags & ~LOADING | flags & allowed)
        message.data["edited_timestamp"] = _now()
        message.edits += 1
        if is_new and message.shown_to is None:
            message.pings = self._mentioned_ids(message, payload)
        return self._show(message)

    def talk(self, channel: FakeChannel) -> None:
        """Let people talk in a channel. The bot does not see it, but the next interaction says so."""
        channel.newest = self.new_id()

    def _check_open(self, channel: FakeChannel) -> None:
        """Refuse a message in an archived or locked thread."""
        if channel.archived:
            raise ApiError(50083)
        if channel.is_locked:
            raise ApiError(160005)

    def delete(self, message: FakeMessage) -> None:
        """Delete a message; refuses one in an archived and locked thread."""
        if message.shown_to is None and message.channel.archived and message.channel.is_locked:
            raise ApiError(50083)
        self.messages.pop(message.id, None)

    def find(self, channel_id: int, message_id: int) -> FakeMessage:
        """Return a message as its channel's routes know it, without ephemeral ones."""
        if channel_id not in self.channels:
            raise ApiError(10003)
        if self.channels[channel_id].is_foreign or self.channels[channel_id].is_closed:
            raise ApiError(50001)
        message = self.messages.get(message_id)
        if message is None or message.channel.id != channel_id or message.flags & EPHEMERAL:
            raise ApiError(10008)
        return message

    def _show(self, message: FakeMessage) -> FakeMessage:
        self.messages.pop(message.id, None)  # the order is that of the last change
        self.messages[message.id] = message
        while len(self.messages) > self.kept:
            self.messages.pop(next(iter(self.messages)))
        for watcher in self.watchers:
            watcher(message)
        return message

    def _apply(
        self, message: FakeMessage, payload: Json, uploads: Mapping[str, Upload], at: float, flags: int
    ) -> None:
        """Change a message as the payload says, if the result is valid."""
        before = {str(one["id"]): one for one in message.attachments}
        data = {name: upload.data for name, upload in uploads.items()}
        check(mention_problems(payload.get("allowed_mentions")))
        check(upload_problems(payload, data, before))
        after = message.data | {"flags": flags}
        for key, nothing in (("content", ""), ("embeds", []), ("components", [])):
            if key in payload:
                after[key] = nothing if payload[key] is None else payload[key]
        after["attachments"] = attachments = self._attachments(message, payload, uploads, before)
        check(self._media_problems(after))
        check(message_problems(after))
        if is_empty(after):
            raise Violation([], 50006)
        number_all(after["components"])
        message.data = after
        attached = {int(one["id"]) for one in attachments}
        message.files = {number: file for number, file in message.files.items() if number in attached}
        message.changed = at
        if uploads:
            message.pictured = at

    def _attachments(
        self, message: FakeMessage, payload: Json, uploads: Mapping[str, Upload], before: Mapping[str, Json]
    ) -> list[Json]:
        """Return the attachments that are kept, and the new ones."""
        listed = payload.get("attachments")
        if listed is None:
            listed = [*before.values(), *({"id": name[6:-1]} for name in uploads)]  # files[0]
        came = ((one, uploads.get(f"files[{one['id']}]")) for one in listed)
        return [
            before[str(one["id"])] if upload is None else self._attachment(message, upload)
            for one, upload in came
        ]

    def _media_problems(self, data: Json) -> list[str]:
        """Set the address of each shown picture and file; returns the missing ones."""
        urls = {f"attachment://{one['filename']}": one["url"] for one in data["attachments"]}
        problems = []
        for part in walk(data["components"]):
            for media in filter(None, (part.get("media"), part.get("file"), *_items(part))):
                if media["url"] in urls:
                    media["url"] = media["proxy_url"] = urls[media["url"]]
            for url in media_urls(part):
                ours = url.startswith(("attachment://", f"{self.base}/attachments/"))
                if ours and url not in urls.values():
                    problems.append(f"{url} is not attached")
        return problems

    def _attachment(self, message: FakeMessage, upload: Upload) -> Json:
        number = self.new_id()
        if self.keep_files:
            message.files[number] = upload.data
        url = f"{self.base}/attachments/{message.channel.id}/{number}/{upload.name}"
        return {
            "id": str(number),
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "ephemeral": bool(message.flags & EPHEMERAL),
        }

    def _mentioned_ids(self, message: FakeMessage, payload: Json) -> tuple[int, ...]:
        """Return the ids of mentioned users, as far as `allowed_mentions` permits."""
        ids = dict.fromkeys(map(int, _MENTION.findall(message.text)))
        allowed = payload.get("allowed_mentions")
        if allowed is None or "users" in (allowed.get("parse") or ()):
            return tuple(ids)
        wanted = {int(number) for number in allowed.get("users") or ()}
        return tuple(number for number in ids if number in wanted)


def _items(part: Json) -> Iterable[Json | None]:
    """Return the pictures of a gallery."""
    return (item.get("media") for item in part.get("items") or ())


# JSON as Discord sends it


def _now() -> str:
    return datetime.now(UTC).isoformat()


def user_object(person: FakeUser) -> Json:
    """Return the JSON of a user."""
    return {
        "id": str(person.id),
        "username": person.name,
        "discriminator": "0",
        "global_name": person.name,
        "avatar": None,
        "bot": person.id == BOT,
        "public_flags": 0,
    }


def member_object(person: FakeUser) -> Json:
    """Return the JSON of a member of a server, without roles."""
    return {
        "user": user_object(person),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": str(person.permissions),
    }


def channel_object(channel: FakeChannel) -> Json:
    """Return the JSON of a channel, a thread or direct messages."""
    newest = None if channel.newest is None else str(channel.newest)
    about: Json = {"id": str(channel.id), "type": channel.kind, "flags": 0, "last_message_id": newest}
    if channel.person is not None:
        about["recipients"] = [user_object(channel.person)]
        group = {"name": channel.name, "icon": None, "owner_id": str(channel.person.id)}
        return about | group if channel.kind == GROUP else about
    assert channel.server is not None
    denied = {"id": str(channel.server.id), "type": 0, "allow": "0", "deny": str(channel.denied)}
    about |= {
        "name": channel.name,
        "guild_id": str(channel.server.id),
        "parent_id": None if channel.parent is None else str(channel.parent.id),
        "position": 0,
        "permission_overwrites": [denied] if channel.denied else [],
        "nsfw": channel.nsfw,
        "topic": None,
        "rate_limit_per_user": 0,
    }
    if channel.kind in (VOICE, STAGE):
        about |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    if channel.kind in THREADS:
        metadata = {
            "archived": channel.archived,
            "locked": channel.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": _now(),
        }
        about |= {"owner_id": str(BOT), "message_count": 0, "member_count": 1, "thread_metadata": metadata}
    return about


def role_object(role: FakeRole) -> Json:
    """Return the JSON of a role; that of everyone has the id of its server."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(EVERYTHING),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def activity_object(activity: FakeActivity) -> Json:
    """Return an instance of the Activity as Discord describes it."""
    _, launch, place = activity.id.split("-", 2)
    location = {"id": place, "kind": place[:2], "channel_id": str(activity.channel.id)}
    if activity.channel.server is not None:
        location["guild_id"] = str(activity.channel.server.id)
    return {
        "application_id": str(BOT),
        "instance_id": activity.id,
        "launch_id": launch,
        "location": location,
        "users": [str(person.id) for person in activity.people],
    }


def server_object(world: DiscordState, server: FakeServer) -> Json:
    """Return the JSON of a server with its channels, and only the bot as member."""
    roles = [FakeRole(server.id, "@everyone", server)]
    roles += [role for role in world.roles.values() if role.server == server]
    inside = [channel for channel in world.channels.values() if channel.server == server]
    return {
        "id": str(server.id),
        "name": server.name,
        "owner_id": "1",
        "icon": None,
        "roles": [role_object(role) for role in roles],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": server.locale,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 60,
        "system_channel_flags": 0,
        "premium_progress_bar_enabled": False,
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(world.people) + 1,
        "voice_states": [],
        "presences": [],
        "members": [member_object(world.bot)],
        "channels": [channel_object(channel) for channel in inside if channel.kind not in THREADS],
        "threads": [channel_object(channel) for channel in inside if channel.kind in THREADS],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
