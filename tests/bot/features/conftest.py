"""The fixtures of surface tests, for feature tests."""

from tests.bot.discord.conftest import *  # noqa: F403
