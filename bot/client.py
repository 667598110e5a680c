"""The Discord client: small. It opens the store, registers the commands, and passes clicks on."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import discord
from discord import app_commands

from bot.errors import Refused
from bot.games.catalogue import CATALOGUE
from bot.session import Session
from bot.store import Store
from bot.thinking import Thinking
from bot.ui.alarms.ticker import Ticker
from bot.ui.commands import add_commands
from bot.ui.controls import on_control
from bot.ui.kit.request import Request, request_of
from bot.ui.kit.serving import serve
from bot.ui.kit.surface import Surface
from bot.ui.kit.translator import Translator
from bot.upgrade import kept_on_snapshot, recorded
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.client")

PULSE = 5.0
"""Seconds between two looks for what is due."""

PATIENCE = 10.0
"""Seconds that a shutdown waits for what is under way."""

_CONTROLS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def new_seed() -> str:
    """A secret of 128 bits that a table's chance is drawn from."""
    return secrets.token_hex(16)


def warm_up() -> None:
    """Paint each game once: the first picture draws its pieces, which takes about a second."""
    for entry in CATALOGUE.values():
        game = entry.game
        seats = game.seats[-1]
        state = game.start(read_settings(game, {}, seats), seats, SeededRng(""))
        names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
        entry.paint(game.view(state, None), Sheet("T0", "", game.title, "", names=names))


class Tree(app_commands.CommandTree["Taproom"]):
    """The commands; what fails before one of them begins is answered here."""

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Discord may show a form of a command that the bot no longer has; anything else is our fault."""
        surface = self.client.surface
        if surface is None:
            return

        async def answer(_: Request) -> None:
            if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
                raise Refused("outdated-command") from error
            raise error

        await serve(request_of(surface, interaction, "command.unknown"), answer)


class Taproom(discord.Client):
    """The bot. Needs no privileged intent, and never leaves a server by itself.

    `always_sync` registers the commands at each start instead of only when they have changed. `pulse` is
    how many seconds pass between two looks for what is due; none: nobody looks. `workers` is how many
    processes think for the bots.
    """

    def __init__(
        self,
        database: Path,
        *,
        always_sync: bool = False,
        clock: Callable[[], float] = time.time,
        seeds: Callable[[], str] = new_seed,
        pulse: float | None = None,
        workers: int = 1,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
        )
        self.tree = Tree(self)
        self.surface: Surface | None = None
        self._database = database
        self._always_sync = always_sync
        self._clock = clock
        self._seeds = seeds
        self._pulse = pulse
        self._workers = workers
        self._ticking: asyncio.Task[None] | None = None
        self.ticker: Ticker | None = None

    async def setup_hook(self) -> None:
        """Open the store and register the commands; raises `StoreError` if the file cannot be used."""
        store = await Store.open(self._database)
        thinking = Thinking(self._workers)
        self.surface = Surface(Session(store, CATALOGUE, self._clock, self._seeds, thinking))
        add_commands(self.tree, self.surface)
        await asyncio.to_thread(warm_up)
        await kept_on_snapshot(store, CATALOGUE, self._clock())
        await recorded(store, CATALOGUE)
        await self._sync(store)
        self.ticker = Ticker(self.surface, self)
        if self._pulse is not None:
            self._ticking = asyncio.create_task(self.ticker.run(self._pulse))

    async def _sync(self, store: Store) -> None:
        """Tell Discord the commands, if they are others than last time: it limits how often."""
        await self.tree.set_translator(translator := Translator())
        commands = self.tree.get_commands()
        payload = [await command.get_translated_payload(self.tree, translator) for command in commands]
        digest = sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        note = f"commands of {self.application_id}"
        if not self._always_sync and await store.note(note) == digest:
            return
        await self.tree.sync()
        await store.set_note(note, digest)
        LOG.info("commands synced")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Serve clicks, choices and forms; slash commands reach their tree by themselves."""
        if interaction.type in _CONTROLS and self.surface is not None:
            await on_control(self.surface, interaction)

    async def close(self) -> None:
        """Begin nothing new, finish what is under way, then leave Discord and close the store."""
        surface = self.surface
        if surface is not None and not surface.closing:
            surface.closing = True
            surface.wake()
            under_way: set[asyncio.Task[object]] = surface.busy - {asyncio.current_task()}
            under_way |= set() if self._ticking is None else {self._ticking}
            if under_way:
                await asyncio.wait(under_way, timeout=PATIENCE)
        if self._ticking is not None:
            self._ticking.cancel()
        if self.ticker is not None:
            await self.ticker.stop()
        await super().close()
        if surface is not None:
            await surface.session.thinking.close()
            await surface.session.store.close()
