"""The routes: interactions and their webhooks, messages, threads, commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tools.standin.checks import (
    NEW_FLAGS,
    choice_problems,
    command_problems,
    flag_problems,
    form_problems,
)
from tools.standin.errors import ApiError, Violation, check
from tools.standin.interactions import CallbackType, Interaction
from tools.standin.payloads import EPHEMERAL, LOADING, Json
from tools.standin.world import (
    BOT,
    JOINED,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    TEXT,
    THREAD,
    THREADS,
    DiscordState,
    FakeChannel,
    FakeMessage,
    FakeUser,
    Upload,
    activity_object,
    channel_object,
    member_object,
    server_object,
    user_object,
)

ENTRY_POINT: Final = 4
"""The type of the command that opens an Activity; Discord creates it for an application that has one."""

LIFE: Final = 15 * 60.0
"""Seconds that an interaction's token can be used."""

VISITING: Final = 5
"""The most follow-up messages where the bot is only user-installed."""

KEPT: Final = 5_000
"""How many interactions are remembered."""

Body: TypeAlias = Json | list[Json] | None


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A request, received at `at` by `time.perf_counter`; `payload` is its JSON."""

    method: str
    path: str
    at: float
    payload: Any = None
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ApiContext:
    """The state that the routes work on; `announce` sends an event to the bot.

    `shards` is how many the bot is told to run, `at_a_time` how many of them may identify within five
    seconds.
    """

    world: DiscordState
    announce: Callable[[str, Json], None]
    gateway_url: str = ""
    shards: int = 1
    at_a_time: int = 1
    interactions: dict[int, Interaction] = field(default_factory=dict)
    by_token: dict[str, Interaction] = field(default_factory=dict)

    def expect(self, interaction: Interaction) -> None:
        """Accept answers to this interaction from now on, and forget the oldest one."""
        self.interactions[interaction.id] = self.by_token[interaction.token] = interaction
        if len(self.interactions) > KEPT:
            oldest = self.interactions.pop(next(iter(self.interactions)))
            del self.by_token[oldest.token]


# The bot and its servers


def _me(api: ApiContext, _: ApiCall) -> Body:
    return user_object(api.world.bot) | {"verified": True, "mfa_enabled": False, "locale": "en-US"}


def _application(api: ApiContext, _: ApiCall) -> Body:
    return {
        "id": str(BOT),
        "name": api.world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00" * 32,
        "owner": user_object(api.world.bot),
        "team": None,
        "flags": 0,
    }


def _gateway(api: ApiContext, _: ApiCall) -> Body:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": api.at_a_time}
    return {"url": api.gateway_url, "shards": api.shards, "session_start_limit": limit}


def _server(api: ApiContext, _: ApiCall, server_id: str) -> Body:
    server = api.world.servers.get(int(server_id))
    if server is None or not server.joined:
        raise ApiError(10004)
    return server_object(api.world, server)


def _member(api: ApiContext, call: ApiCall, server_id: str, user_id: str) -> Body:
    _server(api, call, server_id)
    person = _person(api, user_id)
    if (api.world.servers[int(server_id)], person) in api.world.kicked:
        raise ApiError(10007)
    return member_object(person)


def _thread_member(api: ApiContext, call: ApiCall, thread_id: str, user_id: str) -> Body:
    """Return a user as a member of a thread: all users are members of all threads."""
    _channel(api, call, thread_id)
    person = _person(api, user_id)
    return {"id": thread_id, "user_id": str(person.id), "join_timestamp": JOINED, "flags": 0}


def _user(api: ApiContext, _: ApiCall, user_id: str) -> Body:
    return user_object(_person(api, user_id))


def _person(api: ApiContext, user_id: str) -> FakeUser:
    person = api.world.people.get(int(user_id))
    if person is None:
        raise ApiError(10013)
    return person


def _activity(api: ApiContext, _: ApiCall, app: str, activity_id: str) -> Body:
    """Return a running instance of the Activity."""
    activity = api.world.activities.get(activity_id)
    if activity is None or not activity.people or app != str(BOT):
        raise ApiError(0)
    return activity_object(activity)


# Commands


def _commands(api: ApiContext, call: ApiCall, *_ids: str) -> Body:
    if call.query.get("with_localizations") == "true":
        return api.world.commands
    hidden = ("name_localizations", "description_localizations")
    return [
        {key: value for key, value in command.items() if key not in hidden} for command in api.world.commands
    ]


def _set_commands(api: ApiContext, call: ApiCall, *_ids: str) -> Body:
    check(command_problems(call.payload))
    set_anew = {(command.get("type", 1), command["name"]) for command in call.payload}
    if any(
        (ENTRY_POINT, command["name"]) not in set_anew
        for command in api.world.commands
        if command["type"] == ENTRY_POINT
    ):
        raise ApiError(50240)
    before = {(command.get("type", 1), command["name"]): command["id"] for command in api.world.commands}
    api.world.commands = [
        command
        | {
            "id": before.get((command.get("type", 1), command["name"])) or str(api.world.new_id()),
            "application_id": str(BOT),
            "version": str(api.world.new_id()),
            "type": command.get("type", 1),
            "description": command.get("description") or "",
        }
        for command in call.payload
    ]
    return api.world.commands


# Channels and their messages


def _channel(api: ApiContext, _: ApiCall, channel_id: str) -> Body:
    return channel_object(_channel_of(api, channel_id))


def _change_channel(api: ApiContext, call: ApiCall, channel_id: str) -> Body:
    channel = _channel_of(api, channel_id)
    if channel.kind not in THREADS and {"archived", "locked"} & call.payload.keys():
        raise Violation(["only threads are archived and locked"], 50024)
    if channel.archived and (channel.is_locked or call.payload.get("archived") is not False):
        raise ApiError(50083)
    channel.name = call.payload.get("name", channel.name)
    channel.archived = call.payload.get("archived", channel.archived)
    channel.locked = call.payload.get("locked", channel.locked)
    return channel_object(channel)


def _direct(api: ApiContext, call: ApiCall) -> Body:
    check([] if call.payload.get("recipient_id") else ["no recipient"])
    return channel_object(api.world.direct(_person(api, call.payload["recipient_id"])))


def _typing(api: ApiContext, _: ApiCall, channel_id: str) -> Body:
    if _channel_of(api, channel_id).is_locked:
        raise ApiError(160005)
    return None


def _open_thread(api: ApiContext, call: ApiCall, channel_id: str, message_id: str | None = None) -> Body:
    parent = _channel_of(api, channel_id)
    number, kinds = None, _THREADS_IN.get(parent.kind, ())
    if message_id is not None:
        number = api.world.find(parent.id, int(message_id)).id
        if number in api.world.channels:
            raise ApiError(160004)
        kind = kinds[0] if kinds else THREAD
    else:
        kind = call.payload.get("type") or PRIVATE_THREAD
    if kind not in kinds:
        raise Violation([f"no thread of type {kind} in a channel of type {parent.kind}"], 50024)
    thread = channel_object(api.world.thread(parent, call.payload["name"], number, kind))
    api.announce("THREAD_CREATE", thread | {"newly_created": True})
    return thread


def _history(api: ApiContext, call: ApiCall, channel_id: str) -> Body:
    after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 63))
    channel_messages = api.world.messages_in(_channel_of(api, channel_id))
    messages = [message.data for message in reversed(channel_messages) if after < message.id < before]
    return messages[: int(call.query.get("limit", 50))]


def _send(api: ApiContext, call: ApiCall, channel_id: str) -> Body:
    channel = _channel_of(api, channel_id)
    check(flag_problems(int(call.payload.get("flags") or 0), NEW_FLAGS))
    return api.world.write(channel, call.payload, call.uploads, call.at).data


def _message(api: ApiContext, _: ApiCall, channel_id: str, message_id: str) -> Body:
    return api.world.find(int(channel_id), int(message_id)).data


def _edit_message(api: ApiContext, call: ApiCall, channel_id: str, message_id: str) -> Body:
    message = api.world.find(int(channel_id), int(message_id))
    return api.world.edit(message, call.payload, call.uploads, call.at).data


def _delete_message(api: ApiContext, _: ApiCall, channel_id: str, message_id: str) -> Body:
    api.world.delete(api.world.find(int(channel_id), int(message_id)))
    return None


def _channel_of(api: ApiContext, channel_id: str) -> FakeChannel:
    channel = api.world.channels.get(int(channel_id))
    if channel is None:
        raise ApiError(10003)
    if channel.is_foreign or channel.is_closed:
        raise ApiError(50001)
    return channel


# Interactions


def _answer(api: ApiContext, call: ApiCall, interaction_id: str, token: str) -> Body:
    """Store the first answer, which must come in time, and once."""
    interaction = api.interactions.get(int(interaction_id))
    if interaction is None or interaction.token != token:
        raise ApiError(10062)
    seconds = call.at - interaction.sent
    if interaction.answer is not None or seconds > interaction.patience:
        code = 10062 if interaction.answer is None else 40060
        interaction.refused.append(code)
        raise ApiError(code)
    answer, data = CallbackType(call.payload["type"]), call.payload.get("data") or {}
    if not interaction.takes(answer):
        raise Violation([f"{answer.name} is no answer to {interaction.kind.name}"])
    message = _first_message(api, interaction, answer, data, call)
    _keep_answer(api, interaction, answer, data, message)
    interaction.note_answer(answer, seconds)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    return _callback_response(interaction, answer, message)


def _keep_answer(
    api: ApiContext, interaction: Interaction, answer: CallbackType, data: Json, message: FakeMessage | None
) -> None:
    """Store what a first answer has shown."""
    if answer is CallbackType.FORM:
        check(form_problems(data))
        interaction.form = data
    elif answer is CallbackType.CHOICES:
        check(choice_problems(data.get("choices") or ()))
        interaction.choices = data.get("choices") or []
    elif answer is CallbackType.ACTIVITY:
        if not api.world.has_activities:
            raise ApiError(50035, "Activities are not enabled")
        interaction.launched = api.world.launch(interaction.person, interaction.channel)
    elif message is not None:
        interaction.messages.append(message)


def _callback_response(interaction: Interaction, answer: CallbackType, message: FakeMessage | None) -> Json:
    """Return Discord's description of a first answer."""
    body: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    if interaction.launched is not None:
        resource = {"type": int(answer), "activity_instance": {"id": interaction.launched.id}}
        return {"interaction": body, "resource": resource}
    if message is None:
        return {"interaction": body}
    body |= {
        "response_message_id": str(message.id),
        "response_message_loading": answer is CallbackType.THINKING,
        "response_message_ephemeral": bool(message.flags & EPHEMERAL),
    }
    if answer not in (CallbackType.MESSAGE, CallbackType.UPDATE):
        return {"interaction": body}
    return {"interaction": body, "resource": {"type": int(answer), "message": message.data}}


def _first_message(
    api: ApiContext, interaction: Interaction, answer: CallbackType, data: Json, call: ApiCall
) -> FakeMessage | None:
    """Return the message that a first answer creates or edits; None for a form."""
    check(flag_problems(int(data.get("flags") or 0), NEW_FLAGS | EPHEMERAL))
    if answer is CallbackType.MESSAGE:
        return _write(api, interaction, data, call)
    if answer is CallbackType.THINKING:
        flags = int(data.get("flags") or 0) & EPHEMERAL | LOADING
        return _write(api, interaction, {"flags": flags}, call)
    source = interaction.source
    if answer in (CallbackType.FORM, CallbackType.CHOICES, CallbackType.ACTIVITY) or source is None:
        return None
    if answer is CallbackType.UPDATE:
        _check_there(api, source)
        api.world.edit(source, data, call.uploads, call.at)
    return source


def _follow_up(api: ApiContext, call: ApiCall, app: str, token: str) -> Body:
    """Create a further message; the first one replaces a loading message."""
    interaction = _answered_interaction(api, call, app, token)
    check(flag_problems(int(call.payload.get("flags") or 0), NEW_FLAGS | EPHEMERAL))
    first = interaction.messages[0] if interaction.messages else None
    if first is not None and first.flags & LOADING:
        return api.world.edit(first, call.payload, call.uploads, call.at).data
    if interaction.channel.is_foreign and interaction.follow_ups >= VISITING:
        raise ApiError(40094)
    message = _write(api, interaction, call.payload, call)
    interaction.follow_ups += 1
    interaction.messages.append(message)
    return message.data


def _answered_message(api: ApiContext, call: ApiCall, app: str, token: str, message_id: str) -> Body:
    return _interaction_message(api, _answered_interaction(api, call, app, token), message_id).data


def _edit_answered(api: ApiContext, call: ApiCall, app: str, token: str, message_id: str) -> Body:
    message = _interaction_message(api, _answered_interaction(api, call, app, token), message_id)
    return api.world.edit(message, call.payload, call.uploads, call.at).data


def _delete_answered(api: ApiContext, call: ApiCall, app: str, token: str, message_id: str) -> Body:
    api.world.delete(_interaction_message(api, _answered_interaction(api, call, app, token), message_id))
    return None


def _write(api: ApiContext, interaction: Interaction, data: Json, call: ApiCall) -> FakeMessage:
    if interaction.is_forced_private:
        data = data | {"flags": int(data.get("flags") or 0) | EPHEMERAL}
    alone = interaction.person if int(data.get("flags") or 0) & EPHEMERAL else None
    return api.world.write(interaction.channel, data, call.uploads, call.at, shown_to=alone)


def _answered_interaction(api: ApiContext, call: ApiCall, app: str, token: str) -> Interaction:
    interaction = api.by_token.get(token)
    if interaction is None or interaction.answer is None or app != str(BOT):
        raise ApiError(10015)
    if call.at - interaction.sent > LIFE:
        raise ApiError(50027)
    return interaction


def _interaction_message(api: ApiContext, interaction: Interaction, message_id: str) -> FakeMessage:
    candidates = [*interaction.messages, *filter(None, [interaction.source])]
    if message_id == "@original":
        candidates = interaction.messages[:1]
    else:
        candidates = [message for message in candidates if str(message.id) == message_id]
    if not candidates:
        raise ApiError(10008)
    _check_there(api, candidates[0])
    return candidates[0]


def _check_there(api: ApiContext, message: FakeMessage) -> None:
    if message.id not in api.world.messages:
        raise ApiError(10008)


Handler: TypeAlias = Callable[..., Body]

_THREADS_IN: Final = {TEXT: (THREAD, PRIVATE_THREAD), NEWS: (NEWS_THREAD,)}
"""The kinds of threads that a channel may have. Those of a forum would need a message each."""

_MESSAGE: Final = "channels/*/messages/*"
_ANSWERED: Final = "webhooks/*/*/messages/*"

ROUTES: Final[tuple[tuple[str, str, Handler], ...]] = (
    ("POST", "interactions/*/*/callback", _answer),
    ("POST", "webhooks/*/*", _follow_up),
    ("GET", _ANSWERED, _answered_message),
    ("PATCH", _ANSWERED, _edit_answered),
    ("DELETE", _ANSWERED, _delete_answered),
    ("GET", "users/@me", _me),
    ("GET", "users/*", _user),
    ("POST", "users/@me/channels", _direct),
    ("GET", "oauth2/applications/@me", _application),
    ("GET", "applications/@me", _application),
    ("GET", "applications/*/activity-instances/*", _activity),
    ("GET", "gateway", _gateway),
    ("GET", "gateway/bot", _gateway),
    ("GET", "guilds/*", _server),
    ("GET", "guilds/*/members/*", _member),
    ("GET", "applications/*/commands", _commands),
    ("PUT", "applications/*/commands", _set_commands),
    ("GET", "applications/*/guilds/*/commands", _commands),
    ("PUT", "applications/*/guilds/*/commands", _set_commands),
    ("GET", "channels/*", _channel),
    ("PATCH", "channels/*", _change_channel),
    ("GET", "channels/*/thread-members/*", _thread_member),
    ("POST", "channels/*/typing", _typing),
    ("POST", "channels/*/threads", _open_thread),
    ("POST", _MESSAGE + "/threads", _open_thread),
    ("GET", "channels/*/messages", _history),
    ("POST", "channels/*/messages", _send),
    ("GET", _MESSAGE, _message),
    ("PATCH", _MESSAGE, _edit_message),
    ("DELETE", _MESSAGE, _delete_message),
)


def _route_index() -> dict[tuple[str, int], list[tuple[list[str], Handler]]]:
    index: dict[tuple[str, int], list[tuple[list[str], Handler]]] = {}
    for method, template, handler in ROUTES:
        parts = template.split("/")
        index.setdefault((method, len(parts)), []).append((parts, handler))
    return index


_INDEX: Final = _route_index()


def route(method: str, path: str) -> tuple[str, Handler, list[str]] | None:
    """Return a path's template, its handler, and the values of its stars; None without a route."""
    parts = path.strip("/").split("/")
    for template, handler in _INDEX.get((method, len(parts)), ()):
        pairs = list(zip(template, parts, strict=True))
        if all(wanted in ("*", part) for wanted, part in pairs):
            return "/".join(template), handler, [part for wanted, part in pairs if wanted == "*"]
    return None
