"""Failures of requests to Discord, and whether the bot is at fault."""

from __future__ import annotations

import asyncio
import socket
import ssl
from traceback import walk_tb
from typing import Final

import aiohttp
import discord

FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a message that Discord refuses, or does not answer: a `TimeoutError` is an `OSError`, too."""

NETWORK: Final = (ConnectionError, TimeoutError, socket.gaierror, ssl.SSLError)
"""Errors of a connection that fails or is cut, if it was to Discord: pipes and locks raise them too."""

_LIBRARIES: Final = frozenset({"discord", "aiohttp"})
"""The packages that talk to Discord."""

_OURS: Final = frozenset({"bot", "engine", "render", "data"})

SERVERS_FAULT: Final = 500
"""From this HTTP status on the fault is Discord's, and may pass."""

TOO_MANY: Final = 429
"""The HTTP status for requests that come too fast."""

LOCKED: Final = 160005
"""Discord's code for a thread that is locked, where it is not archived as well."""

FOLDED: Final = (50083, LOCKED)
"""Discord's codes for a thread that is archived or locked, so that it accepts no messages."""

_REFUSED: Final = frozenset(
    {
        *FOLDED,
        20016,  # slow mode
        30046,  # edits of old messages
        40060,  # answered already
        40094,  # follow-ups where the bot is not in the server
        50024,  # not in this kind of channel
        50027,  # an interaction that is over
        200000,  # AutoMod
        200001,
    }
)
"""Codes of refusals that depend on time and place, whatever their HTTP status."""

_OUT_OF_REACH: Final = (403, 404)
"""The HTTP statuses for forbidden and missing things."""


def is_outside(failure: BaseException) -> bool:
    """Whether a failure is due to Discord, the network or the channel, and not to the bot.

    A request that Discord considers malformed is the bot's fault.
    """
    if isinstance(failure, aiohttp.ClientError):
        return True
    if not isinstance(failure, discord.HTTPException):
        return isinstance(failure, NETWORK) and _is_from_library(failure)
    if failure.status >= SERVERS_FAULT or failure.status in {TOO_MANY, *_OUT_OF_REACH}:
        return True
    return failure.code in _REFUSED


def _is_from_library(failure: BaseException) -> bool:
    """Whether the failure arose in a library that talks to Discord rather than in our code, by the last call.

    What exceeded a time limit of ours arose where it was cancelled.
    """
    cancelled = failure.__cause__
    arose = cancelled if isinstance(cancelled, asyncio.CancelledError) else failure
    packages = [frame.f_globals["__name__"].partition(".")[0] for frame, _ in walk_tb(arose.__traceback__)]
    known_packages = [package for package in packages if package in _LIBRARIES | _OURS]
    return bool(known_packages) and known_packages[-1] in _LIBRARIES
