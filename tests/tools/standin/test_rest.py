"""The routes by hand, as a bot would call them, and what fails on the way."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.tools.standin.caller import Caller
from tools.standin.interaction_data import CannotPress
from tools.standin.payloads import COMPONENTS, EPHEMERAL, LOADING
from tools.standin.standin import StandIn
from tools.standin.world import BOT

BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


async def test_a_stranger_without_the_token_is_sent_away(caller: Caller) -> None:
    async with caller.session.get(f"{caller.discord.address}/api/v10/users/@me") as response:
        assert response.status == 401


async def test_a_route_that_nobody_serves_is_counted(caller: Caller) -> None:
    status, _ = await caller.call("GET /voice/regions")
    assert status == 404
    assert caller.discord.wrong_requests() == ["1 x GET /voice/regions"]


async def test_a_message_calls_those_it_mentions_and_may_call(caller: Caller) -> None:
    bob = caller.discord.world.person("bob")
    text = f"{caller.alice.mention} {bob.mention}"
    assert (await caller.post(content=text)).pings == (caller.alice.id, bob.id)
    assert (await caller.post(content=text, allowed_mentions={"parse": []})).pings == ()
    only = {"parse": [], "users": [str(bob.id)]}
    assert (await caller.post(content=text, allowed_mentions=only)).pings == (bob.id,)


async def test_a_nonce_makes_one_message(caller: Caller) -> None:
    first = await caller.post(content="once", nonce="n1", enforce_nonce=True)
    assert await caller.post(content="once", nonce="n1", enforce_nonce=True) is first
    assert await caller.post(content="once", nonce="n2", enforce_nonce=True) is not first


async def test_attachments_are_added_kept_and_dropped(caller: Caller) -> None:
    path = f"/channels/{caller.games.id}/messages"
    listed = {"attachments": [{"id": 0, "filename": "a.png"}], "components": [PICTURE], "flags": COMPONENTS}
    _, about = await caller.call(f"POST {path}", listed, _0=b"first --\r\n\r\n picture")
    message = caller.discord.world.messages[int(about["id"])]
    [first] = message.attachments
    assert message.files[int(first["id"])] == b"first --\r\n\r\n picture"
    assert message.components[0]["items"][0]["media"]["url"] == first["url"]
    change = f"PATCH {path}/{message.id}"
    await caller.call(change, {"components": [{"type": 10, "content": "kept"}, PICTURE]})
    assert message.attachments == [first]
    both = {"type": 12, "items": [{"media": {"url": f"attachment://{name}.png"}} for name in "ab"]}
    keeping = {"attachments": [{"id": first["id"]}, {"id": 1}], "components": [both]}
    await caller.call(change, keeping, _1=b"another")
    assert [one["size"] for one in message.attachments] == [len(b"first --\r\n\r\n picture"), 7]
    await caller.call(change, {"attachments": [], "components": [{"type": 10, "content": "gone"}]})
    assert message.attachments == []


async def test_a_picture_that_is_not_attached_is_refused(caller: Caller) -> None:
    listed = {"components": [PICTURE], "flags": COMPONENTS}
    status, about = await caller.call(f"POST /channels/{caller.games.id}/messages", listed)
    assert (status, about["code"]) == (400, 50035)
    assert len(caller.discord.wrong_requests()) == 1


async def test_the_oldest_messages_are_forgotten() -> None:
    async with StandIn(kept=2) as discord, aiohttp.ClientSession() as session:
        games = discord.world.channel(discord.world.server())
        caller = Caller(discord, session, discord.world.person("alice"), games)
        first, second = await caller.post(content="1"), await caller.post(content="2")
        await caller.call(f"PATCH /channels/{games.id}/messages/{first.id}", {"content": "changed"})
        third = await caller.post(content="3")
        assert second.id not in discord.world.messages
        assert discord.world.messages_in(games) == [first, third]


async def test_history_is_newest_first(caller: Caller) -> None:
    sent = [await caller.post(content=str(number)) for number in range(4)]
    path = f"GET /channels/{caller.games.id}/messages"
    _, found = await caller.call(f"{path}?limit=2")
    assert [one["content"] for one in found] == ["3", "2"]
    _, found = await caller.call(f"{path}?after={sent[0].id}&before={sent[3].id}")
    assert [one["content"] for one in found] == ["2", "1"]


async def test_a_click_is_answered_once_and_in_time(caller: Caller) -> None:
    board = await caller.post(components=[BUTTON])
    pressed = await caller.discord.press(caller.alice, board, label="Go")
    _, about = await caller.answer(pressed, 7, {"content": "changed"})
    assert about["resource"]["message"]["content"] == "changed"
    assert await pressed.wait_for_answer()
    assert (board.edits, pressed.messages) == (1, [board])
    status, about = await caller.answer(pressed, 7, {"content": "again"})
    assert (status, about["code"], board.data["content"]) == (400, 40060, "changed")
    late = await caller.discord.press(caller.alice, board, label="Go")
    late.sent -= 3.1
    status, about = await caller.answer(late, 6)
    assert (status, about["code"], late.refused) == (404, 10062, [10062])
    assert late.answer is None


async def test_a_followup_takes_the_place_of_what_was_thinking(caller: Caller) -> None:
    board = await caller.post(components=[BUTTON])
    pressed = await caller.discord.press(caller.alice, board, label="Go")
    hook = f"POST /webhooks/{BOT}/{pressed.token}"
    assert (await caller.call(hook, {"content": "too early"}))[1]["code"] == 10015
    await caller.answer(pressed, 5)
    [thinking] = pressed.messages
    assert thinking.flags == LOADING
    await caller.call(hook, {"content": caller.alice.mention})
    assert (pressed.messages, thinking.flags, thinking.pings) == ([thinking], 0, (caller.alice.id,))
    await caller.call(hook, {"content": "and more"})
    assert [one.data["content"] for one in pressed.messages] == [caller.alice.mention, "and more"]


async def test_the_token_changes_the_message_that_was_clicked(caller: Caller) -> None:
    board = await caller.post(components=[BUTTON])
    pressed = await caller.discord.press(caller.alice, board, label="Go")
    await caller.answer(pressed, 6)
    await caller.call(f"PATCH /webhooks/{BOT}/{pressed.token}/messages/@original", {"content": "settled"})
    assert board.data["content"] == "settled"
    pressed.sent -= 15 * 60
    status, about = await caller.call(f"DELETE /webhooks/{BOT}/{pressed.token}/messages/{board.id}")
    assert (status, about["code"]) == (401, 50027)


async def test_what_one_is_told_the_channel_does_not_know(caller: Caller) -> None:
    board = await caller.post(components=[BUTTON])
    pressed = await caller.discord.press(caller.alice, board, label="Go")
    await caller.answer(pressed, 4, {"content": "a secret", "flags": EPHEMERAL})
    [told] = pressed.messages
    assert (told.shown_to, pressed.private_text) == (caller.alice, "a secret")
    path = f"/channels/{caller.games.id}/messages"
    assert (await caller.call(f"GET {path}/{told.id}"))[1]["code"] == 10008
    assert caller.discord.world.messages_in(caller.games) == [board]
    with pytest.raises(CannotPress):
        await caller.discord.press(caller.discord.world.person("bob"), told, "go")


async def test_only_what_is_offered_can_be_pressed(caller: Caller) -> None:
    off = {"type": 1, "components": [BUTTON["components"][0] | {"disabled": True}]}  # type: ignore[index]
    board = await caller.post(components=[off])
    with pytest.raises(CannotPress):
        await caller.discord.press(caller.alice, board, label="Go")
    old = await caller.discord.press(caller.alice, board, ":of.an.older.board")
    await caller.answer(old, 6)
    assert await old.wait_for_answer()


async def test_threads_and_direct_messages(caller: Caller) -> None:
    board = await caller.post(content="a board")
    path = f"/channels/{caller.games.id}/messages/{board.id}/threads"
    _, thread = await caller.call(f"POST {path}", {"name": "T1"})
    assert (thread["id"], thread["parent_id"]) == (str(board.id), str(caller.games.id))
    _, direct = await caller.call("POST /users/@me/channels", {"recipient_id": str(caller.alice.id)})
    await caller.call(f"POST /channels/{direct['id']}/messages", {"content": "psst"})
    [there] = caller.discord.world.messages_in(caller.discord.world.direct(caller.alice))
    assert there.text == "psst"


# What goes wrong


async def test_a_fault_meets_as_many_requests_as_it_is_told(caller: Caller) -> None:
    fault = caller.discord.fail(r"GET /gateway", status=503, times=2)
    statuses = [(await caller.call(called))[0] for called in ("GET /users/@me", *["GET /gateway"] * 3)]
    assert statuses == [200, 503, 503, 200]
    assert fault.hits == 2


async def test_too_many_requests_say_when_to_come_back(caller: Caller) -> None:
    caller.discord.fail(r"POST /channels/", retry_after=4.0)
    status, about = await caller.call(f"POST /channels/{caller.games.id}/messages", {"content": "!"})
    assert (status, about["retry_after"]) == (429, 4.0)
    assert caller.discord.world.messages == {}


async def test_discords_own_errors(caller: Caller) -> None:
    caller.discord.fail(r"PATCH /channels/", code=30046)
    board = await caller.post(content="old")
    status, about = await caller.call(
        f"PATCH /channels/{caller.games.id}/messages/{board.id}", {"content": "new"}
    )
    assert (status, about["code"], board.data["content"]) == (429, 30046, "old")


@pytest.mark.parametrize("took_effect", [False, True])
async def test_a_connection_is_cut_before_or_after_the_request(caller: Caller, took_effect: bool) -> None:
    caller.discord.fail(r"POST /channels/", cut=True, took_effect=took_effect)
    with pytest.raises(aiohttp.ClientError):
        await caller.call(f"POST /channels/{caller.games.id}/messages", {"content": "!"})
    assert len(caller.discord.world.messages) == took_effect
    assert caller.discord.rest.served[-1].status is None


async def test_an_answer_is_lost_after_the_request_took_effect(caller: Caller) -> None:
    caller.discord.fail(r"POST /channels/", status=500, took_effect=True)
    status, _ = await caller.call(f"POST /channels/{caller.games.id}/messages", {"content": "!"})
    assert (status, len(caller.discord.world.messages)) == (500, 1)


async def test_an_answer_is_late_after_the_request_took_effect(caller: Caller) -> None:
    caller.discord.fail(r"POST /channels/", late=0.2)
    there = asyncio.Event()
    caller.discord.world.watchers.append(lambda _: there.set())
    calling = asyncio.create_task(caller.post(content="!"))
    await there.wait()
    assert not calling.done()
    assert (await calling).text == "!"


async def test_a_slow_request_is_overtaken(caller: Caller) -> None:
    caller.discord.fail(r"POST /channels/", delay=0.2)
    await asyncio.gather(caller.post(content="slow"), caller.post(content="quick"))
    assert [one.text for one in caller.discord.world.messages_in(caller.games)] == ["quick", "slow"]


async def test_waiting_until_something_has_happened(caller: Caller) -> None:
    sending = asyncio.create_task(caller.post(content="there"))
    await caller.discord.until(lambda: caller.discord.world.messages)
    await caller.discord.quiet(0.01)
    assert sending.done()
    with pytest.raises(TimeoutError):
        await caller.discord.until(lambda: False, seconds=0.01)


async def test_a_set_of_commands_that_leaves_out_the_entry_point_is_refused(caller: Caller) -> None:
    launch = {"name": "launch", "type": 4, "handler": 2, "description": "", "id": "777"}
    play = {"name": "play", "description": "play", "type": 1}
    commands = f"/applications/{BOT}/commands"
    caller.discord.world.commands = [launch]
    status, about = await caller.call(f"PUT {commands}", [play])
    assert (status, about["code"]) == (400, 50240)
    assert caller.discord.world.commands == [launch]
    assert (await caller.call(f"PUT {commands}", [play, launch]))[0] == 200


async def test_commands_are_told_with_their_translations_if_that_is_asked_for(caller: Caller) -> None:
    play = {"name": "play", "description": "play", "type": 1, "name_localizations": {"de": "spiele"}}
    commands = f"/applications/{BOT}/commands"
    await caller.call(f"PUT {commands}", [play])
    (plain,), (whole,) = [
        (await caller.call(f"GET {commands}{query}"))[1] for query in ("", "?with_localizations=true")
    ]
    assert "name_localizations" not in plain
    assert whole["name_localizations"] == {"de": "spiele"}
