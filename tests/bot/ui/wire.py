"""What can happen to a request of the bot on its way: it is cut before or after it took effect, or waits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

import aiohttp
import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

Fault = Literal["before", "after"] | asyncio.Event
"""When it is cut: before or after the request took effect. An event: it waits for that, and is not cut."""

FOLLOWUP: Final = r"POST .*/webhooks/"
CALLBACK: Final = r"POST .*/callback"
POSTED: Final = r"POST .*/channels/\d+/messages"
CHANGED: Final = r"PATCH .*/channels/\d+/messages"


class Died(BaseException):
    """The process is gone."""


@contextmanager
def broken(
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

    def cut(whole: Any) -> Any:
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
            patch.setattr(client, "request", cut(client.request))
        yield hit
