"""Discord's rate limits as the stand-in has them, and that discord.py understands them."""

from __future__ import annotations

import json
import time
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web

from tools.standin.bot import redirect_discord
from tools.standin.rates import EVERYWHERE, INVALID, SHARED, USER, Rates, kind_of
from tools.standin.routes import ApiCall
from tools.standin.standin import StandIn
from tools.standin.world import EPOCH

POST = "POST /channels/7/messages"
FOLLOW_UP = "POST /webhooks/1/{}"


class Wire:
    """Requests to limits at moments that a test chooses; tokens with an even number are of one channel."""

    def __init__(self) -> None:
        self.rates = Rates(lambda token: int(token) % 2)

    def send(self, called: str, at: float, status: int = 200, payload: Any = None) -> web.Response:
        """The answer to a call, which would be carried out with a status."""
        method, path = called.split()
        call = ApiCall(method, path, at, payload or {})
        return self.rates.serve(call, lambda: web.Response(status=status), with_token=True)

    def statuses(self, called: str, at: float, times: int) -> list[int]:
        """The statuses of the same call several times."""
        return [self.send(called, at).status for _ in range(times)]


def json_of(response: web.Response) -> Any:
    """What the JSON of an answer says."""
    assert isinstance(response.body, bytes)
    return json.loads(response.body)


def test_a_bucket_tells_what_is_left_of_it_and_refuses_the_rest() -> None:
    wire = Wire()
    for left in (4, 3, 2, 1, 0):
        headers = wire.send(POST, at=10.0).headers
        assert headers["X-RateLimit-Limit"] == "5"
        assert headers["X-RateLimit-Remaining"] == str(left)
    refusal = wire.send(POST, at=12.0)
    assert (refusal.status, json_of(refusal)["retry_after"], json_of(refusal)["global"]) == (429, 3.0, False)
    assert refusal.headers["X-RateLimit-Scope"] == USER
    assert refusal.headers["X-RateLimit-Reset-After"] == "3.000"
    assert float(refusal.headers["X-RateLimit-Reset"]) == pytest.approx(time.time() + 3.0, abs=60)
    assert refusal.headers["Via"]
    assert wire.send("POST /channels/8/messages", at=12.0).status == 200, "each channel has its own"
    assert wire.send("GET /channels/7/messages", at=12.0).status == 200, "each kind has its own"
    assert wire.send(POST, at=15.0).headers["X-RateLimit-Remaining"] == "4"


def test_what_shares_a_bucket_names_the_same() -> None:
    wire = Wire()
    names = [
        wire.send(call, at=0.0).headers["X-RateLimit-Bucket"]
        for call in (POST, "POST /channels/8/messages", "PATCH /channels/7/messages/9")
    ]
    assert names[0] == names[1] != names[2]


def test_no_second_has_more_than_fifty_requests_with_the_token() -> None:
    wire = Wire()
    served = [wire.send(f"GET /channels/{number}", at=number / 100) for number in range(100)]
    assert [one.status for one in served] == [200] * 50 + [429] * 50
    assert json_of(served[60]) == {
        "message": "You are being rate limited.",
        "retry_after": 0.4,
        "global": True,
    }
    assert served[60].headers["X-RateLimit-Scope"] == EVERYWHERE
    assert wire.send("GET /channels/1", at=1.0).status == 200
    assert wire.send("GET /channels/1", at=1.0).status == 429, "the one at 0.01 is not a second ago"
    assert wire.rates.sent == {"GET /channels/*": 51}


def test_what_interactions_are_answered_does_not_count_for_that() -> None:
    wire = Wire()
    for number in range(200):
        assert wire.send(f"POST /interactions/{number}/{number}/callback", at=0.0).status == 200
        assert wire.send(f"PATCH /webhooks/1/{number}/messages/@original", at=0.0).status == 200
    assert wire.send("GET /channels/1", at=0.0).status == 200


def test_each_token_has_five_requests_in_two_seconds() -> None:
    wire = Wire()
    change = "PATCH /webhooks/1/2/messages/@original"
    assert wire.statuses(FOLLOW_UP.format(2), 0.0, 2) + wire.statuses(change, 0.0, 4) == [200] * 5 + [429]
    assert wire.send(change.replace("/2/", "/4/"), at=0.0).status == 200
    assert wire.send(change, at=1.9).status == 429
    assert wire.send(change, at=2.0).status == 200


def test_a_channel_takes_thirty_follow_ups_a_minute_and_says_so_only_then() -> None:
    wire = Wire()
    for number in range(0, 60, 2):
        assert wire.send(FOLLOW_UP.format(number), at=1.0).headers["X-RateLimit-Limit"] == "5"
    refusal = wire.send(FOLLOW_UP.format(60), at=11.0)
    assert (refusal.status, json_of(refusal)["retry_after"]) == (429, 50.0)
    assert refusal.headers["X-RateLimit-Scope"] == SHARED
    assert refusal.headers["X-RateLimit-Remaining"] == "5"
    assert wire.send(FOLLOW_UP.format(61), at=11.0).status == 200, "that is in another channel"
    assert wire.send("PATCH /webhooks/1/60/messages/@original", at=11.0).status == 200
    assert not wire.rates.invalid


@pytest.mark.parametrize(("age", "most"), [(0.0, 5), (60.0, 3)])
def test_young_messages_are_deleted_by_another_bucket(age: float, most: int) -> None:
    number = int((time.time() - age) * 1000 - EPOCH) << 22
    deleted = Wire().statuses(f"DELETE /channels/7/messages/{number}", 0.0, most + 1)
    assert deleted == [200] * most + [429]


def test_a_channel_is_renamed_twice_in_ten_minutes() -> None:
    wire = Wire()
    for _ in range(2):
        assert wire.send("PATCH /channels/7", at=0.0, payload={"name": "new"}).status == 200
    refusal = wire.send("PATCH /channels/7", at=20.0, payload={"name": "new"})
    assert (refusal.status, json_of(refusal)["retry_after"]) == (429, 580.0)
    assert wire.send("PATCH /channels/7", at=20.0, payload={"archived": True}).status == 200


def test_too_many_invalid_requests_ban() -> None:
    wire = Wire()
    for number in range(INVALID - 1):
        wire.send("GET /channels/1", at=number / 20, status=403)
    wire.send("GET /channels/1", at=600.0, status=404)
    assert not wire.rates.is_banned
    wire.send("GET /channels/1", at=601.0, status=403)
    assert not wire.rates.is_banned, "the first ones are ten minutes ago"
    for _ in range(25):
        wire.send("GET /channels/1", at=601.0, status=401)
    answer = wire.send("POST /interactions/1/2/callback", at=700.0)
    assert answer.status == 429
    assert "Via" not in answer.headers, "by that discord.py knows a ban"


def test_a_kind_names_the_route() -> None:
    assert kind_of("PATCH", "/webhooks/1/to-ken/messages/@original") == "PATCH /webhooks/*/*/messages/*"
    assert kind_of("PUT", "/channels/1/messages/2/reactions/%F0/@me") == (
        "PUT /channels/*/messages/*/reactions/*/@me"
    )


async def test_discord_py_waits_before_it_is_refused() -> None:
    async with StandIn(limited=True) as standin:
        games = standin.world.channel(standin.world.server())
        there = [standin.world.write(games, {"content": str(at)}, {}, 0.0) for at in range(6)]
        with redirect_discord(standin.address):
            async with discord.Client(intents=discord.Intents.none()) as client:
                await client.login(standin.token)
                channel = client.get_partial_messageable(games.id)
                for one in there:  # at once, discord.py 2.7 loses count of those that wait
                    await channel.get_partial_message(one.id).delete()
        assert not standin.world.messages_in(games)
        assert standin.rest.rates is not None
        assert not standin.rest.rates.refused


async def test_a_stand_in_has_no_limits_unless_it_is_asked_for_them() -> None:
    async with StandIn() as standin, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {standin.token}"}
        for _ in range(60):
            async with session.get(f"{standin.address}/api/v10/gateway/bot", headers=headers) as response:
                assert response.status == 200
                assert not [name for name in response.headers if name.startswith("X-RateLimit")]
