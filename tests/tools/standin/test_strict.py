"""What no bot should send is refused as Discord refuses it, and whoever leaves the stand-in hears of it.

Each planted fault is one change of a request that is taken without it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from tests.tools.standin.caller import Caller
from tools.standin.interactions import Interaction, InteractionKind
from tools.standin.payloads import COMPONENTS, EPHEMERAL, Json, walk
from tools.standin.standin import StandIn
from tools.standin.world import BOT, FORUM, MANAGE_THREADS, NEWS

Change = Callable[[Any], None]


def text(content: str = "Your turn.") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "t1.2.go.", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Move", "custom_id": custom_id} | more


def options(count: int) -> list[Json]:
    return [{"label": f"square {number}", "value": f"A{number}"} for number in range(count)]


def board() -> Json:
    """A message like those of the bot: texts, a picture, buttons and a list, and who may be called."""
    picture = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "the board"}]}
    choice = {"type": 3, "custom_id": "t1.2.pickgo.", "options": options(3), "placeholder": "Which?"}
    row, list_row = {"type": 1, "components": [button()]}, {"type": 1, "components": [choice]}
    link = {"type": 2, "style": 5, "label": "Open board", "url": "https://example.org/t1"}
    section = {"type": 9, "components": [text("Thud")], "accessory": link}
    panel = {"type": 17, "components": [text(), section, picture, row, list_row]}
    return {
        "components": [panel],
        "flags": COMPONENTS,
        "attachments": [{"id": "0", "filename": "a.png"}],
        "allowed_mentions": {"parse": [], "users": [str(BOT)]},
    }


def within(payload: Json, kind: int) -> Json:
    """The component of a type in the board's panel."""
    return next(part for part in walk(payload["components"]) if part["type"] == kind)


def _twice(payload: Json) -> None:
    payload["components"][0]["components"].append({"type": 1, "components": [button()]})


def _more_text(payload: Json) -> None:
    payload["components"] += [text("x" * 2_000), text("x" * 2_000)]


def _more_parts(payload: Json) -> None:
    payload["components"] += [text(str(number)) for number in range(31)]


def _drop_attachments(payload: Json) -> None:
    payload["components"][0]["components"].pop(2)
    payload["attachments"] = []


MESSAGES: Final[dict[str, Change]] = {
    "a number instead of a text": lambda it: within(it, 2).update(label=5),
    "a text instead of a number": lambda it: it.update(flags="32768"),
    "a button of no style": lambda it: within(it, 2).pop("style"),
    "a list of components that is none": lambda it: it.update(components={"type": 10, "content": "x"}),
    "a type of component that there is not": lambda it: within(it, 10).update(type=99),
    "an empty text": lambda it: within(it, 10).update(content=""),
    "too much text": _more_text,
    "too many components": _more_parts,
    "a label that is too long": lambda it: within(it, 2).update(label="x" * 81),
    "a button without anything on it": lambda it: within(it, 2).pop("label"),
    "a custom_id that is too long": lambda it: within(it, 2).update(custom_id="x" * 101),
    "a custom_id twice": _twice,
    "a button without a custom_id": lambda it: within(it, 1)["components"][0].pop("custom_id"),
    "a button that leads nowhere": lambda it: within(it, 9)["accessory"].update(url="t1"),
    "a link with a custom_id": lambda it: within(it, 9)["accessory"].update(custom_id="x"),
    "a word as an emoji": lambda it: within(it, 2).update(emoji={"name": "dragon"}),
    "a list without options": lambda it: within(it, 3).update(options=[]),
    "26 options": lambda it: within(it, 3).update(options=options(26)),
    "two options of one value": lambda it: within(it, 3).update(options=options(1) * 2),
    "an option without a value": lambda it: within(it, 3).update(options=[{"label": "A1"}]),
    "more to be chosen than there is": lambda it: within(it, 3).update(max_values=4),
    "at least two and at most one": lambda it: within(it, 3).update(min_values=2, max_values=1),
    "two defaults where one is chosen": lambda it: within(it, 3).update(
        options=[option | {"default": True} for option in options(2)]
    ),
    "a list beside a button": lambda it: within(it, 1)["components"].append(
        within(it, 3) | {"custom_id": "x"}
    ),
    "a row of six": lambda it: within(it, 1).update(components=[button(str(number)) for number in range(6)]),
    "an empty row": lambda it: within(it, 1).update(components=[]),
    "components without their flag": lambda it: it.update(flags=0),
    "content beside components": lambda it: it.update(content="Your turn."),
    "an unknown flag": lambda it: it.update(flags=COMPONENTS | 1 << 20),
    "a private message in a channel": lambda it: it.update(flags=COMPONENTS | EPHEMERAL),
    "somebody is called twice": lambda it: it["allowed_mentions"].update(users=[str(BOT)] * 2),
    "somebody is called twice, in two ways": lambda it: it["allowed_mentions"].update(users=[str(BOT), BOT]),
    "all are called, and one": lambda it: it["allowed_mentions"].update(parse=["users"]),
    "a kind of mention that there is not": lambda it: it["allowed_mentions"].update(parse=["user"]),
    "a picture that did not come": lambda it: within(it, 12)["items"][0]["media"].update(
        url="attachment://b.png"
    ),
    "a picture without an address": lambda it: within(it, 12)["items"].append({"media": {"url": "b.png"}}),
    "a file that is not listed": _drop_attachments,
    "a file that is listed twice": lambda it: it["attachments"].append({"id": "0", "filename": "a.png"}),
    "a listed file that did not come": lambda it: it["attachments"].append({"id": "1", "filename": "b.png"}),
    "a file that nobody shows": lambda it: it["components"][0]["components"].pop(2),
    "a description that is too long": lambda it: within(it, 12)["items"][0].update(description="x" * 1_025),
    "a container in a container": lambda it: within(it, 17)["components"].append(
        copy.deepcopy(within(it, 17))
    ),
    "a nonce that is too long": lambda it: it.update(nonce="x" * 26),
    "an id of a component that is too large": lambda it: within(it, 10).update(id=1 << 31),
}


ONLY_IN_CHANNELS: Final = frozenset({"a nonce that is too long", "a private message in a channel"})


def changed_copy(good: Json, change: Change) -> Json:
    bad = copy.deepcopy(good)
    change(bad)
    assert bad != good
    return bad


async def assert_accepted(caller: Caller, called: str, payload: Any, **files: bytes) -> None:
    """A request is carried out, and nothing is wrong with it."""
    status, about = await caller.call(called, payload, **files)
    assert (status // 100, caller.discord.wrong_requests()) == (2, []), about


async def assert_refused(
    caller: Caller, called: str, payload: Any, code: int = 50035, **files: bytes
) -> None:
    """A request is refused with a code of Discord's, and noted."""
    messages = copy.deepcopy([message.data for message in caller.discord.world.messages.values()])
    status, about = await caller.call(called, payload, **files)
    assert (status, about["code"]) == (400, code)
    assert caller.discord.wrong_requests(), "it is noted"
    assert [message.data for message in caller.discord.world.messages.values()] == messages, "nothing changed"


@pytest.mark.parametrize("fault", MESSAGES)
async def test_a_message_that_discord_refuses(caller: Caller, fault: str) -> None:
    path = f"POST /channels/{caller.games.id}/messages"
    await assert_accepted(caller, path, board(), _0=b"picture")
    await assert_refused(caller, path, changed_copy(board(), MESSAGES[fault]), _0=b"picture")


@pytest.mark.parametrize(
    "fault", [fault for fault in MESSAGES if "nonce" not in fault and "private" not in fault]
)
async def test_an_answer_that_discord_refuses(caller: Caller, fault: str) -> None:
    """The same by the interaction's webhook, to a message that is there: it stays as it was."""
    pressed = await press_button(caller)
    await caller.answer(pressed, 5)
    hook = f"/webhooks/{BOT}/{pressed.token}"
    await assert_accepted(caller, f"POST {hook}", board(), _0=b"picture")
    bad = changed_copy(board(), MESSAGES[fault])
    await assert_refused(caller, f"POST {hook}", bad, _0=b"picture")
    if fault != "components without their flag":  # an edit leaves it as it is
        await assert_refused(caller, f"PATCH {hook}/messages/@original", bad, _0=b"picture")


async def press_button(caller: Caller, kind: InteractionKind = InteractionKind.CONTROL) -> Interaction:
    shown = await caller.post(components=[{"type": 1, "components": [button("go")]}])
    pressed = await caller.discord.press(caller.alice, shown, "go")
    pressed.kind = kind
    if kind in (InteractionKind.COMMAND, InteractionKind.TYPING):
        pressed.source = None
    return pressed


LEGACY: Final[dict[str, Json]] = {
    "content that is too long": {"content": "x" * 2_001},
    "embeds that are too long": {"embeds": [{"description": "x" * 3_001}] * 2},
    "six rows": {"components": [{"type": 1, "components": [button(str(number))]} for number in range(6)]},
    "another component": {"components": [text()]},
}


@pytest.mark.parametrize("fault", LEGACY)
async def test_a_message_with_content_that_discord_refuses(caller: Caller, fault: str) -> None:
    path = f"POST /channels/{caller.games.id}/messages"
    good = {"content": "x" * 2_000, "embeds": [{"description": "x" * 3_000}] * 2}
    await assert_accepted(caller, path, good | {"components": LEGACY["six rows"]["components"][:5]})
    await assert_refused(caller, path, good | LEGACY[fault])


async def test_files_that_are_too_many_or_too_large(caller: Caller) -> None:
    path = f"POST /channels/{caller.games.id}/messages"
    await assert_accepted(caller, path, {}, **{f"_{number}": b"x" for number in range(10)})
    await assert_refused(caller, path, {}, 50035, **{f"_{number}": b"x" for number in range(11)})
    await assert_accepted(caller, path, {}, _0=bytes(10 << 20), _1=bytes(10 << 20))
    await assert_refused(caller, path, {}, _0=bytes((10 << 20) + 1))
    await assert_refused(caller, path, {}, _0=bytes(10 << 20), _1=bytes(10 << 20), _2=bytes((5 << 20) + 1))


async def test_a_body_where_none_is_taken(caller: Caller) -> None:
    await assert_refused(caller, f"POST /channels/{caller.games.id}/typing", {"content": "x"})


# Forms and the other answers


def form() -> Json:
    inside = {"type": 4, "custom_id": "move", "style": 1, "max_length": 20, "value": "dE2-E10"}
    return {
        "custom_id": "t1.2.typed.",
        "title": "Type a move",
        "components": [{"type": 18, "label": "Your move", "component": inside}],
    }


FORMS: Final[dict[str, Change]] = {
    "a title that is too long": lambda it: it.update(title="x" * 46),
    "a form without a title": lambda it: it.pop("title"),
    "a label that is too long": lambda it: it["components"][0].update(label="x" * 46),
    "a field without a name": lambda it: it["components"][0]["component"].pop("custom_id"),
    "six fields": lambda it: it.update(components=[text(str(number)) for number in range(6)]),
    "two fields of one name": lambda it: it["components"].append(it["components"][0]),
    "a value that is too long for its field": lambda it: it["components"][0]["component"].update(
        value="x" * 21
    ),
    "a button in a form": lambda it: it["components"].append({"type": 1, "components": [button()]}),
    "a list of no options": lambda it: it["components"][0].update(
        component={"type": 3, "custom_id": "x", "options": []}
    ),
    "a group of eleven": lambda it: it["components"][0].update(
        component={"type": 21, "custom_id": "x", "options": options(11)}
    ),
}


@pytest.mark.parametrize("fault", FORMS)
async def test_a_form_that_discord_refuses(caller: Caller, fault: str) -> None:
    status, _ = await caller.answer(await press_button(caller), 9, form())
    assert (status, caller.discord.wrong_requests()) == (200, [])
    pressed = await press_button(caller)
    callback = f"POST /interactions/{pressed.id}/{pressed.token}/callback"
    await assert_refused(caller, callback, {"type": 9, "data": changed_copy(form(), FORMS[fault])})
    assert pressed.answer is None


CHOICES: Final[dict[str, list[Json]]] = {
    "26 of them": [{"name": str(number), "value": str(number)} for number in range(26)],
    "a name that is too long": [{"name": "x" * 101, "value": "x"}],
    "an empty name": [{"name": "", "value": "x"}],
    "two of one name": [{"name": "T1", "value": "1"}, {"name": "T1", "value": "2"}],
    "a value that is too long": [{"name": "x", "value": "x" * 101}],
    "no value": [{"name": "x"}],
}


@pytest.mark.parametrize("fault", CHOICES)
async def test_choices_that_discord_refuses(caller: Caller, fault: str) -> None:
    typing = await press_button(caller, InteractionKind.TYPING)
    callback = f"POST /interactions/{typing.id}/{typing.token}/callback"
    await assert_refused(caller, callback, {"type": 8, "data": {"choices": CHOICES[fault]}})
    await assert_accepted(caller, callback, {"type": 8, "data": {"choices": [{"name": "T1", "value": "1"}]}})
    assert typing.choices == [{"name": "T1", "value": "1"}]


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (InteractionKind.COMMAND, 7),
        (InteractionKind.COMMAND, 6),
        (InteractionKind.COMMAND, 8),
        (InteractionKind.FORM, 9),
        (InteractionKind.TYPING, 4),
        (InteractionKind.CONTROL, 8),
        (InteractionKind.CONTROL, 3),
        (InteractionKind.CONTROL, None),
        (InteractionKind.CONTROL, "4"),
    ],
)
async def test_no_answer_to_that(caller: Caller, kind: InteractionKind, answer: object) -> None:
    asked = await press_button(caller, kind)
    data = {9: form(), 8: {"choices": []}}.get(answer, {"content": "x"})  # type: ignore[call-overload]
    await assert_refused(
        caller, f"POST /interactions/{asked.id}/{asked.token}/callback", {"type": answer, "data": data}
    )


# Bodies


async def send_body(caller: Caller, called: str, kind: str, body: bytes) -> tuple[int, int]:
    """Status and code of a request with a body as it is."""
    method, path = called.split()
    headers = {"Authorization": f"Bot {caller.discord.token}", "Content-Type": kind}
    url = f"{caller.discord.address}/api/v10{path}"
    async with caller.session.request(method, url, data=body, headers=headers) as response:
        return response.status, (await response.json())["code"]


FORM: Final = "multipart/form-data; boundary=XX"
PART: Final = b'--XX\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "x"}\r\n'
UPLOADED: Final = b'--XX\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nx\r\n'


def bodies() -> Iterator[tuple[str, bytes]]:
    yield FORM, b"--XX--\r\n"
    yield FORM, UPLOADED + b"--XX--\r\n"
    yield FORM, PART  # it does not end
    yield FORM, PART + PART + b"--XX--\r\n"
    yield FORM, PART + UPLOADED + UPLOADED + b"--XX--\r\n"
    yield FORM, PART + UPLOADED.replace(b"files[0]", b"file") + b"--XX--\r\n"
    yield FORM, PART.replace(b'{"content": "x"}', b"content") + b"--XX--\r\n"
    yield "application/json", b"{"
    yield "application/json", b"[]"
    yield "application/json", b"{}"
    yield "application/json", b'{"content": ""}'
    yield "text/plain", b'{"content": "x"}'
    yield "application/json", b""


@pytest.mark.parametrize(("kind", "body"), list(bodies()))
@pytest.mark.parametrize("route", ["channel", "follow-up", "original", "message"])
async def test_a_body_that_is_no_message(caller: Caller, route: str, kind: str, body: bytes) -> None:
    pressed, there = await press_button(caller), await caller.post(content="there")
    await caller.answer(pressed, 5)
    hook, channel = f"/webhooks/{BOT}/{pressed.token}", f"/channels/{caller.games.id}/messages"
    called = {
        "channel": f"POST {channel}",
        "follow-up": f"POST {hook}",
        "original": f"PATCH {hook}/messages/@original",
        "message": f"PATCH {channel}/{there.id}",
    }[route]
    status, code = await send_body(caller, called, kind, body)
    assert (status, code) in ((400, 50035), (400, 50006), (400, 50109))
    assert caller.discord.wrong_requests()


async def test_a_body_that_is_a_message(caller: Caller) -> None:
    for kind, body in ((FORM, PART + b"--XX--\r\n"), ("application/json", b'{"content": "x"}')):
        method = {"Authorization": f"Bot {caller.discord.token}", "Content-Type": kind}
        url = f"{caller.discord.address}/api/v10/channels/{caller.games.id}/messages"
        async with caller.session.post(url, data=body, headers=method) as response:
            assert response.status == 200


# Threads, queries, channels


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (0, {"name": "T1", "type": 10}),
        (NEWS, {"name": "T1", "type": 11}),
        (FORUM, {"name": "T1", "type": 11}),
        (0, {"name": "x" * 101, "type": 11}),
        (0, {"name": "", "type": 11}),
        (0, {"name": "T1", "type": 0}),
        (0, {"name": "T1", "type": 11, "auto_archive_duration": 7}),
    ],
)
async def test_a_thread_that_discord_refuses(caller: Caller, kind: int, payload: Json) -> None:
    assert caller.games.server is not None
    channel = caller.discord.world.channel(caller.games.server, "there", kind)
    before = len(caller.discord.world.channels)
    status, about = await caller.call(f"POST /channels/{channel.id}/threads", payload)
    assert (status, about["code"] in (50024, 50035)) == (400, True)
    assert caller.discord.wrong_requests()
    assert len(caller.discord.world.channels) == before
    await assert_accepted(caller, f"POST /channels/{caller.games.id}/threads", {"name": "T1", "type": 11})


async def test_a_thread_has_no_threads_and_a_message_only_one(caller: Caller) -> None:
    shown = await caller.post(content="a board")
    await assert_accepted(
        caller, f"POST /channels/{caller.games.id}/messages/{shown.id}/threads", {"name": "T1"}
    )
    _, about = await caller.call(
        f"POST /channels/{caller.games.id}/messages/{shown.id}/threads", {"name": "T1"}
    )
    assert about["code"] == 160004
    await assert_refused(caller, f"POST /channels/{shown.id}/threads", {"name": "T1", "type": 11}, 50024)
    caller.discord.world.channels[shown.id].archived = True
    said = await caller.call(f"POST /channels/{shown.id}/messages", {"content": "it is opened by that"})
    assert said[0] == 200


async def test_an_archived_thread_keeps_its_messages(caller: Caller) -> None:
    thread = caller.discord.world.thread(caller.games)
    _, about = await caller.call(f"POST /channels/{thread.id}/messages", {"content": "a board"})
    thread.archived = True
    path = f"PATCH /channels/{thread.id}/messages/{about['id']}"
    assert (await caller.call(path, {"content": "another"}))[1]["code"] == 50083
    assert (await caller.call(f"PATCH /channels/{thread.id}", {"name": "T2"}))[1]["code"] == 50083
    await assert_accepted(caller, f"PATCH /channels/{thread.id}", {"archived": False})
    await assert_accepted(caller, path, {"content": "another"})


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 160005)])
async def test_a_locked_thread_takes_nothing_that_everybody_sees(
    caller: Caller, archived: bool, code: int
) -> None:
    world = caller.discord.world
    thread = world.thread(caller.games)
    _, about = await caller.call(f"POST /channels/{thread.id}/messages", {"content": "a board"})
    caller.games.denied = MANAGE_THREADS
    await caller.discord.archive_thread(thread, archived=archived)
    place = f"/channels/{thread.id}/messages"
    for path in (f"POST {place}", f"PATCH {place}/{about['id']}"):
        assert (await caller.call(path, {"content": "another"}))[1]["code"] == code
    pressed = await caller.discord.send_press(world.person("alice"), world.messages[int(about["id"])], "x")
    for kind in (4, 7):
        assert (await caller.answer(pressed, kind, {"content": "to all"}))[1]["code"] == code
    assert (await caller.answer(pressed, 4, {"content": "to one", "flags": EPHEMERAL}))[0] == 200
    gone, _ = await caller.call(f"DELETE {place}/{about['id']}")
    assert gone == (400 if archived else 204)
    caller.games.denied = 0
    await assert_accepted(caller, f"POST {place}", {"content": "whoever manages threads may"})


@pytest.mark.parametrize(
    "called",
    [
        "GET /channels/{channel}/messages?limits=5",
        "POST /webhooks/{bot}/{token}?wait=yes",
        "POST /webhooks/{bot}/{token}?wait_=1",
        "PATCH /channels/{channel}",
    ],
)
async def test_a_query_or_a_change_that_discord_refuses(caller: Caller, called: str) -> None:
    pressed = await press_button(caller)
    await caller.answer(pressed, 6)
    called = called.format(channel=caller.games.id, bot=BOT, token=pressed.token)
    payload = {"archived": "yes"} if called.startswith("PATCH") else {"content": "x"}
    await assert_refused(caller, called, None if called.startswith("GET") else payload)


async def test_only_threads_are_archived(caller: Caller) -> None:
    await assert_refused(caller, f"PATCH /channels/{caller.games.id}", {"archived": True}, 50024)


async def test_the_webhook_of_another_application(caller: Caller) -> None:
    pressed = await press_button(caller)
    await caller.answer(pressed, 6)
    status, about = await caller.call(f"POST /webhooks/{BOT + 1}/{pressed.token}", {"content": "x"})
    assert (status, about["code"]) == (404, 10015)


# Commands


def command() -> Json:
    choice = {"name": "Thud", "value": "thud"}
    game = {"type": 3, "name": "game", "description": "Which game", "required": True, "choices": [choice]}
    opponent = {"type": 6, "name": "opponent", "description": "Against whom"}
    play = {"type": 1, "name": "play", "description": "Begin a game", "options": [game, opponent]}
    return {"type": 1, "name": "table", "description": "Tables", "options": [play]}


def _first(of: Json) -> list[Json]:
    found: list[Json] = of["options"][0]["options"]
    return found


def _long(of: Json) -> None:
    choices = [{"name": f"{number:0100}", "value": "x" * 100} for number in range(25)]
    for option in _first(of):
        option.update(type=3, choices=choices)


COMMANDS: Final[dict[str, Change]] = {
    "a name that is too long": lambda it: it.update(name="x" * 33),
    "a name with capitals": lambda it: it.update(name="Table"),
    "a name with a gap": lambda it: _first(it)[0].update(name="the game"),
    "no description": lambda it: it.pop("description"),
    "an option without a description": lambda it: _first(it)[0].pop("description"),
    "a description that is too long": lambda it: it.update(description="x" * 101),
    "a required option after another": lambda it: _first(it).reverse(),
    "two options of one name": lambda it: _first(it)[1].update(name="game"),
    "a type of option that there is not": lambda it: _first(it)[0].update(type=12),
    "26 options": lambda it: it["options"][0].update(
        options=[{"type": 3, "name": f"o{number}", "description": "x"} for number in range(26)]
    ),
    "26 subcommands": lambda it: it.update(
        options=[{"type": 1, "name": f"o{number}", "description": "x"} for number in range(26)]
    ),
    "26 choices": lambda it: _first(it)[0].update(
        choices=[{"name": str(number), "value": str(number)} for number in range(26)]
    ),
    "two choices of one name": lambda it: _first(it)[0].update(choices=[{"name": "x", "value": "x"}] * 2),
    "choices beside others while one types": lambda it: _first(it)[0].update(autocomplete=True),
    "a locale that there is not": lambda it: it.update(name_localizations={"de-AT": "tisch"}),
    "a name in German with capitals": lambda it: it.update(name_localizations={"de": "Tisch"}),
    "options beside subcommands": lambda it: it["options"].append(
        {"type": 3, "name": "x", "description": "x"}
    ),
    "a group in a group": lambda it: it.update(
        options=[{"type": 2, "name": "x", "description": "x", "options": [it["options"][0] | {"type": 2}]}]
    ),
    "more than 8,000 characters": _long,
    "an unknown context": lambda it: it.update(contexts=[3]),
    "a description of a menu": lambda it: it.update(type=2),
}


@pytest.mark.parametrize("fault", COMMANDS)
async def test_commands_that_discord_refuses(caller: Caller, fault: str) -> None:
    path = f"PUT /applications/{BOT}/commands"
    await assert_accepted(caller, path, [command()])
    before = copy.deepcopy(caller.discord.world.commands)
    await assert_refused(caller, path, [changed_copy(command(), COMMANDS[fault])])
    await assert_refused(caller, path, [command(), command()])
    assert caller.discord.world.commands == before


async def test_too_many_commands(caller: Caller) -> None:
    path = f"PUT /applications/{BOT}/commands"
    typed = [command() | {"name": f"table{number}"} for number in range(100)]
    menu = [{"type": 2, "name": f"Challenge {number}"} for number in range(15)]
    await assert_accepted(caller, path, typed + menu)
    await assert_refused(caller, path, [*typed, command()])
    await assert_refused(caller, path, [*menu, {"type": 2, "name": "Challenge"}])


# Who hears of it


async def leave_stand_in(raised: type[Exception] | None) -> None:
    """Leave a stand-in that was sent something wrong."""
    async with StandIn() as discord:
        discord.world.violations["POST /channels/*/messages: content: 5 is no text"] += 2
        if raised is not None:
            raise raised


async def test_whoever_leaves_hears_what_was_wrong() -> None:
    with pytest.raises(AssertionError, match="2 x POST /channels/"):
        await leave_stand_in(None)


async def test_what_failed_before_is_told_with_it() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        await leave_stand_in(ZeroDivisionError)
    assert "2 x POST /channels/" in caught.value.__notes__[0]
