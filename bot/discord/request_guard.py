"""Requests that are not sent: those of a process that may have lost its shards."""

from __future__ import annotations

from collections.abc import Callable

import aiohttp


class ShardsNotHeld(ConnectionError):  # noqa: N818 - named by what happened
    """A request that was not sent, as another process may have the shards of this one by now."""


def guard_requests(trace: aiohttp.TraceConfig, check: Callable[[bool], bool]) -> aiohttp.TraceConfig:
    """Have aiohttp ask, right before it hands a request to the system, whether it may be sent.

    A process that was stopped goes on in the middle of whatever it was doing, and may have waited for Discord
    or for a limit of its rates before it sends. `check` is told whether somebody is only answered, or
    something looked up; false: the request fails.
    """

    async def check_request(
        _: aiohttp.ClientSession,
        __: object,
        sent: aiohttp.TraceRequestHeadersSentParams | aiohttp.TraceRequestChunkSentParams,
    ) -> None:
        answering = sent.method == "GET" or "/interactions/" in sent.url.path or "/webhooks/" in sent.url.path
        if not check(answering):
            raise ShardsNotHeld("not sent: another process may have the shards of this one")

    trace.on_request_headers_sent.append(check_request)
    trace.on_request_chunk_sent.append(check_request)
    return trace
