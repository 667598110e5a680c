"""`python -m tools.standin.bot ADDRESS [MODULE [ARGUMENT ...]]`: run the bot against another Discord address.

The default module is `bot`; it runs as by `python -m`. It ends when its standard input is closed, because the
process that started it may be killed and then cannot end it.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def redirect_discord(address: str) -> Iterator[None]:
    """Let discord.py in this process connect to a stand-in's address, such as `http://127.0.0.1:1234`."""
    # Private: the library has no setting for Discord's address.
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = address + yarl.URL(Route.BASE).path
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


def _end_with_input() -> None:
    while os.read(0, 1):  # not `sys.stdin`: its lock must be free when Python ends
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _log_in_at(address: str) -> None:
    from bot.web import login  # noqa: PLC0415 - other bots have no use for it

    for name in ("token", "me"):
        path = yarl.URL(getattr(login.DISCORD, name)).path
        object.__setattr__(login.DISCORD, name, f"{address}{path}")


def main() -> None:
    """Run the module with Discord at the given address."""
    assert discord.__version__.startswith("2."), "the names above are those of discord.py 2"
    address, *named = sys.argv[1:]
    module = (*named, "bot")[0]
    if module == "bot":
        _log_in_at(address)
    sys.argv = [module, *named[1:]]
    Thread(target=_end_with_input, daemon=True).start()
    with redirect_discord(address):
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
