"""No private name of discord.py is used that `docs/decisions/private-names.md` does not give a reason for.

Tests may use them: where one changes, the test itself says so.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.docs.pages import names, read, tables
from tests.project.private_names import Use, uses
from tests.project.tracked import CODE, ROOT, modules

PAGE = "docs/decisions/private-names.md"
_FUNCTION = re.compile(r"^\s*(?:async )?def (\w+)", re.MULTILINE)


@cache
def uses_by_file() -> dict[str, list[Use]]:
    """What each file uses."""
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in modules(*CODE, "tools")
    }
    ours = frozenset(name for text in texts.values() for name in _FUNCTION.findall(text))
    return {file: found for file, text in texts.items() if (found := uses(text, ours))}


@cache
def rows() -> list[list[str]]:
    """The rows of the page's table: name, file, reason and test."""
    (table,) = tables(read(PAGE))
    return table


def test_every_private_name_has_its_row_and_every_row_is_needed() -> None:
    told = [tuple(names(row[:2])) for row in rows()]
    found = {(use.name, file) for file, every in uses_by_file().items() for use in every}
    assert found - set(told) == set(), "used without a row"
    assert set(told) - found == set(), "not used any more"
    assert len(told) == len(found), "a row stands twice"


def test_each_says_why_where_it_is_used() -> None:
    found = [
        f"{file}:{use.line} {use.name}"
        for file, every in uses_by_file().items()
        for use in every
        if not use.explained
    ]
    assert found == []


def test_each_row_has_a_reason_and_a_test_that_is_there() -> None:
    for name, _, reason, test in rows():
        file, _, function = names([test])[0].partition("::")
        assert reason.endswith("."), name
        assert function in _FUNCTION.findall(read(file)), f"{name}: there is no {test}"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("from discord.webhook.async_ import AsyncWebhookAdapter", "discord.webhook"),
        ("import discord.state", "discord.state"),
        ("import discord\ndiscord.http.Route.BASE = ''", "discord.http"),
        ("import discord as d\nd.Asset.BASE = ''", "discord.Asset.BASE"),
        ("from discord.ext.commands import CooldownMapping", "discord.ext.commands.CooldownMapping"),
        ("from discord import utils\nutils._human_join([])", "discord.utils._human_join"),
        ("interaction._app_permissions = 0", "_app_permissions"),
        ("request.interaction.response._response_type = 4", "_response_type"),
        ("setattr(made(), '_state', None)", "_state"),
        ("client.http.close()", "http.close"),
        ("named = self._client.http.user_agent", "http.user_agent"),
        ("await shown().to_components()", "to_components"),
        ("import discord\nclass A(discord.Client):\n a = lambda self: self._ready", "_ready"),
        ("import discord\nclass A(discord.Client):\n a = lambda self: self.http", "http"),
        (
            "from discord import ui\nclass A(ui.Button['V']):\n def _refresh_state(self): 0",
            "_refresh_state",
        ),
        (
            "import discord\nclass A(discord.AutoShardedClient):\n async def launch_shards(self): 0",
            "launch_shards",
        ),
    ],
)
def test_a_private_name_is_found(source: str, name: str) -> None:
    assert name in {use.name for use in uses(source)}


@pytest.mark.parametrize(
    "source",
    [
        "import discord\ndiscord.ButtonStyle.primary, discord.Permissions.all(), discord.utils.MISSING",
        "from discord import app_commands\nclass A(app_commands.Translator):\n async def translate(self): 0",
        "from PIL import Image\nImage.merge('RGB', ())",
        "class A:\n a = lambda self: self._state",
        "interaction.response.type, client.close(), client.user, 'a'.encode(), kind._fields",
    ],
)
def test_what_is_public_or_not_the_librarys_is_not_found(source: str) -> None:
    assert uses(source) == []
