"""What can happen to the bot on the wire: a request is cut before or after it took effect, or waits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final, Literal, cast

import aiohttp
import discord
import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.store.db import SqliteConnection

Fault = Literal["before", "after"] | asyncio.Event
"""When it is cut: before or after the request took effect. An event: it waits for that, and is not cut."""

FOLLOWUP: Final = r"POST .*/webhooks/"
CALLBACK: Final = r"POST .*/callback"
POSTED: Final = r"POST .*/channels/\d+/messages"
CHANGED: Final = r"PATCH .*/channels/\d+/messages"


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What comes of a request that Discord refuses."""
    response = cast("Any", SimpleNamespace(status=status, reason="refused"))
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(response, {"message": "refused", "code": code})


class ProcessDied(asyncio.CancelledError):
    """The process is gone. Its waiting callers get no answer."""


@contextmanager
def cut_requests(
    pattern: str, fault: Fault, *, times: int = 1, failure: BaseException | None = None
) -> Iterator[list[str]]:
    """Within it the connection is cut `times` times, before or after such a request took effect.

    Yields the requests that it happened to. `failure` is raised instead of what a cut connection raises.
    """
    hit = list[str]()

    def is_hit(route: Any) -> bool:
        text = f"{route.method} {route.url}"
        if len(hit) < times and re.match(pattern, text):
            hit.append(text)
            return True
        return False

    def cut_request(whole: Any) -> Any:
        async def request(self: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            bad = is_hit(route)
            if bad and isinstance(fault, asyncio.Event):
                await fault.wait()
                bad = False
            if bad and fault == "before":
                raise failure or aiohttp.ServerDisconnectedError
            answer = await whole(self, route, *args, **kwargs)
            if bad:
                raise failure or aiohttp.ServerDisconnectedError
            return answer

        return request

    with pytest.MonkeyPatch.context() as patch:
        for client in (FakeHTTPClient, FakeWebhookAdapter):
            patch.setattr(client, "request", cut_request(client.request))
        yield hit


@dataclass
class Life:
    """A process: all places before and after something leaves its memory. At one of them it dies."""

    deadly: int = 0
    passed: list[str] = field(default_factory=list)

    def at(self, place: str) -> None:
        """Pass a place; raises `Died` there, and at all that the dead still try to do."""
        self.passed.append(place)
        if self.deadly and len(self.passed) >= self.deadly:
            raise ProcessDied(place)


@contextmanager
def process_life(life: Life) -> Iterator[None]:
    """Within it everything that is written to disk or said to Discord passes two places of a life."""

    def watch_calls(whole: Any, name: Callable[[Any], str]) -> Any:
        async def passing(self: Any, what: Any, *args: Any, **kwargs: Any) -> Any:
            life.at(f"before {name(what)}")
            result = await whole(self, what, *args, **kwargs)
            life.at(f"after {name(what)}")
            return result

        return passing

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            SqliteConnection, "write", watch_calls(SqliteConnection.write, lambda work: work.__name__)
        )
        for client in (FakeHTTPClient, FakeWebhookAdapter):
            named = watch_calls(client.request, lambda route: f"{route.method} {route.path}")
            patch.setattr(client, "request", named)
        yield
