"""Activities at the stand-in: launches, instances, OAuth 2, and the proxy of Discord's client."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256

import pytest
from aiohttp import ClientSession, TCPConnector, web

from tests.tools.standin.caller import Caller
from tools.standin.client import PROXY, DiscordClient
from tools.standin.payloads import Json
from tools.standin.world import BOT, FakeMessage

LAUNCH = 12
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


def wish(verifier: str, **changes: object) -> Json:
    """What a page asks of the client, to identify its user."""
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = {"client_id": str(BOT), "scope": ["identify"], "response_type": "code", "prompt": "none"}
    return asked | {"code_challenge": challenge, "code_challenge_method": "S256"} | changes


async def board(caller: Caller) -> FakeMessage:
    return await caller.post(components=[BUTTON])


async def test_a_launch_has_an_instance_while_someone_is_in_it(caller: Caller) -> None:
    caller.discord.world.has_activities = True
    pressed = await caller.discord.press(caller.alice, await board(caller), label="Go")
    _, about = await caller.answer(pressed, LAUNCH)
    assert pressed.launched is not None
    assert about["resource"] == {"type": LAUNCH, "activity_instance": {"id": pressed.launched.id}}
    path = f"GET /applications/{BOT}/activity-instances/{pressed.launched.id}"
    _, instance = await caller.call(path)
    assert caller.games.server is not None
    assert instance["location"] == {
        "id": f"gc-{caller.games.server.id}-{caller.games.id}",
        "kind": "gc",
        "channel_id": str(caller.games.id),
        "guild_id": str(caller.games.server.id),
    }
    assert instance["users"] == [str(caller.alice.id)]
    bob = caller.discord.world.person("bob")
    assert caller.discord.world.launch(bob, caller.games) is pressed.launched
    pressed.launched.people.clear()
    assert (await caller.call(path))[0] == 404
    assert caller.discord.world.launch(bob, caller.games) is not pressed.launched


async def test_no_activity_is_launched_before_they_are_enabled(caller: Caller) -> None:
    pressed = await caller.discord.press(caller.alice, await board(caller), label="Go")
    status, about = await caller.answer(pressed, LAUNCH)
    assert (status, about["code"], pressed.answer, pressed.launched) == (400, 50035, None, None)


@pytest.mark.parametrize(
    "changes",
    [
        {"scope": ["identify", "email"]},
        {"client_id": "1"},
        {"prompt": "consent"},
        {"code_challenge": "x"},
        {"x": 1},
    ],
)
async def test_a_wish_that_discord_refuses(caller: Caller, changes: Mapping[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        caller.discord.oauth.authorize(caller.alice, wish("v") | dict(changes))


async def test_a_code_is_good_once_for_whoever_has_its_verifier(caller: Caller) -> None:
    oauth, verifier = caller.discord.oauth, secrets.token_urlsafe(32)
    url = f"{caller.discord.address}/api/v10"
    form = {"grant_type": "authorization_code", "client_id": str(BOT), "client_secret": oauth.secret}

    async def exchange(**changes: str) -> tuple[int, Json]:
        sent = (
            form
            | {"code": oauth.authorize(caller.alice, wish(verifier)), "code_verifier": verifier}
            | changes
        )
        async with caller.session.post(f"{url}/oauth2/token", data=sent) as answer:
            return answer.status, await answer.json()

    for changes in (
        {"code_verifier": "another"},
        {"redirect_uri": "https://a.b"},
        {"grant_type": "x"},
        {"code": "x"},
    ):
        assert await exchange(**changes) == (400, {"error": "invalid_grant"})
    assert (await exchange(client_secret="x"))[0] == 401  # noqa: S106 - a wrong one
    code = oauth.authorize(caller.alice, wish(verifier))
    status, told = await exchange(code=code)
    assert (status, told["scope"]) == (200, "identify")
    assert (await exchange(code=code))[0] == 400
    for token, expected in ((told["access_token"], 200), ("x", 401)):
        headers = {"Authorization": f"Bearer {token}"}
        async with caller.session.get(f"{url}/users/@me", headers=headers) as answer:
            assert answer.status == expected
            if expected == 200:
                assert (await answer.json())["id"] == str(caller.alice.id)


async def test_a_kicked_user_is_no_member(caller: Caller) -> None:
    assert caller.games.server is not None
    path = f"GET /guilds/{caller.games.server.id}/members/{caller.alice.id}"
    assert (await caller.call(path))[0] == 200
    caller.discord.world.kicked.add((caller.games.server, caller.alice))
    status, about = await caller.call(path)
    assert (status, about["code"]) == (404, 10007)


async def test_the_proxy_rewrites_paths_hides_the_user_and_adds_its_policy(caller: Caller) -> None:
    async def echo(request: web.Request) -> web.Response:
        told = {name: request.headers.get(name) for name in ("Host", "X-Forwarded-For", "Origin", "Cookie")}
        told |= {"path": request.path_qs, "method": request.method, "body": await request.text()}
        return web.json_response(told, headers={"Content-Security-Policy": "default-src 'none'"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", echo)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    target = "http://{}:{}".format(*runner.addresses[0])
    sent = {"Host": PROXY, "Origin": f"https://{PROXY}", "X-Forwarded-For": "198.51.100.7"}
    try:
        async with (
            DiscordClient(caller.discord, target) as client,
            ClientSession(connector=TCPConnector(ssl=False)) as session,
        ):
            for path in ("/activity/t/1/board?path=a%2Fb", "/.proxy/activity/t/1/board?path=a%2Fb"):
                url = f"https://127.0.0.1:{client.port}{path}"
                async with session.post(url, data="hello", headers=sent) as answer:
                    told = await answer.json()
                    policies = answer.headers.getall("Content-Security-Policy")
                assert told == {
                    "Host": "play.example.org",
                    "X-Forwarded-For": "192.0.2.1",
                    "Origin": f"https://{PROXY}",
                    "Cookie": None,
                    "path": "/activity/t/1/board?path=a/b",
                    "method": "POST",
                    "body": "hello",
                }
                assert policies[0] == "default-src 'none'"
                assert "frame-ancestors https://discord.com" in policies[1]
    finally:
        await runner.cleanup()
