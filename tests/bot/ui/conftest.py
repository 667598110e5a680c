from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import simcord
from discord import app_commands

from bot import sprites
from bot.client import Taproom
from bot.discord.command import AppCommand
from bot.features import FEATURES
from bot.kernel.feature import Feature
from bot.store.schedule import StoredSchedule
from tests.bot.hill import EVERY_WORD, WITH_HILL
from tests.bot.samples import Clock
from tests.bot.ui import dragon
from tests.bot.ui.world import World, new_bot


@pytest.fixture
async def bots() -> AsyncIterator[list[Taproom]]:
    """Every bot of a test; simcord does not close them, and their files would stay open."""
    started: list[Taproom] = []
    yield started
    for bot in started:
        await bot.close()


PATIENT = 60.0
"""Seconds in which the bot must be done: a busy machine needs many for a picture."""

KNOWN: dict[AppCommand, dict[str, Any]] = {}
"""The commands as sent to Discord, cached for all bots of this process."""


LOOKS: Final = 0.005
"""Seconds between two checks whether the bot is done; simcord's own 0.05 were a third of all waiting here."""


@pytest.fixture(scope="session", autouse=True)
def _sprites_are_read() -> None:
    """Those that an installation has built; without them each process draws its own."""
    sprites.load()


@pytest.fixture(autouse=True)
def _is_looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on soon after the bot is done; only `settle` itself lets its callers say how soon."""
    defaults = simcord.Env._settle_internal.__kwdefaults__  # noqa: SLF001 - clicks give no other way
    assert defaults is not None
    monkeypatch.setitem(defaults, "idle", LOOKS)


@pytest.fixture(autouse=True)
def _commands_are_translated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache the translated commands: two thousand bots would translate the same."""

    def once(kind: Any) -> None:
        translated = kind.get_translated_payload

        async def cached_payload(made: Any, tree: Any, translator: Any) -> dict[str, Any]:
            if made not in KNOWN:
                KNOWN[made] = await translated(made, tree, translator)
            return KNOWN[made]

        monkeypatch.setattr(kind, "get_translated_payload", cached_payload)

    for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
        once(kind)


@pytest.fixture(autouse=True)
def _are_old_hands(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has finished such a game before, so that no board asks them; `newcomers` have not."""

    async def has_finished(_schedule: StoredSchedule, _user_id: int, _game: str) -> bool:
        return True

    if "newcomers" not in request.fixturenames:
        monkeypatch.setattr(StoredSchedule, "has_finished", has_finished)


@pytest.fixture
def newcomers() -> None:
    """Those who have never finished any game."""


@pytest.fixture
def features() -> Sequence[Feature]:
    """The enabled features."""
    return FEATURES


@pytest.fixture
def simcord_bot(
    prepared_place: Path, clock: Clock, bots: list[Taproom], features: Sequence[Feature]
) -> Taproom:
    bots.append(new_bot(prepared_place, clock, features))
    return bots[0]


@pytest.fixture
def world(
    simcord_env: simcord.Env, simcord_bot: Taproom, path: Path, clock: Clock, bots: list[Taproom]
) -> World:
    simcord_env.settle_timeout = PATIENT
    guild = simcord_env.create_guild("Taproom")
    channel = guild.create_text_channel("the-long-table")
    ann, ben, cleo = (
        guild.add_member(simcord_env.create_user(name.lower(), global_name=name))
        for name in ("Ann", "Ben", "Cleo")
    )
    return World(simcord_env, simcord_bot, path, clock, bots, guild, channel, ann, ben, cleo)


@pytest.fixture
def hilly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot plays the co-operative toy, too; to be asked for before the world."""
    monkeypatch.setattr("bot.client.CATALOGUE", WITH_HILL)
    for where in (
        "ui.alarms.calls",
        "ui.alarms.overdue",
        "discord.frame",
        "discord.request",
        "discord.translator",
    ):
        monkeypatch.setattr(f"bot.{where}.words_in", lambda _: EVERY_WORD)


@pytest.fixture
def known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has the seed of which `tests.bot.ui.dragon` knows what it deals."""
    monkeypatch.setattr("tests.bot.ui.world.SEED", dragon.SEED)
