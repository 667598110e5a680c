"""What the tests of surfaces use, those of features use as well."""

from tests.bot.discord.conftest import *  # noqa: F403
