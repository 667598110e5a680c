"""`python -m tools.standin.bot ADDRESS [MODULE]`: a bot as it is, but for Discord's address.

The module is `bot` if none is named; it runs as by `python -m`.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def pointed_at(address: str) -> Iterator[None]:
    """Within it discord.py in this process speaks with the stand-in at an address, `http://127.0.0.1:1234`."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, Asset.BASE = address + yarl.URL(Route.BASE).path, address
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws", 1) + "/")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


def main() -> None:
    """Run the module with Discord at the given address."""
    assert discord.__version__.startswith("2."), "the names above are those of discord.py 2"
    address, module = sys.argv[1], (*sys.argv[2:], "bot")[0]
    sys.argv = [module]
    with pointed_at(address):
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
