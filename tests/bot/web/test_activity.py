"""Boards inside Discord, as far as they can be tried without it; the rest is in `tests/over_the_wire`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest
from aiohttp import ClientSession

from bot.__main__ import _serve_pages
from bot.ops.settings import Settings
from bot.web import activity
from bot.web.activity import MEANT, Activity, Instance, Launches
from bot.web.login import Login
from bot.web.site import Site
from tests.bot.samples import ANN, table_of
from tests.bot.ui.world import World
from tests.bot.web.browser import House
from tests.project.tracked import ROOT

PINNED: Final = json.loads((ROOT / "tools/activity/package.json").read_text("utf-8"))["devDependencies"]

HERE: Final = Instance("i-1-gc-3-5", 5, 3)

INSIDE: Final = (
    "",
    "activity/in",
    "activity/games",
    "activity/t/1",
    "activity/t/1/board",
    "activity/t/1/use",
)


@pytest.mark.parametrize(("enabled", "status"), [(False, 404), (True, 200)])
async def test_the_setting_switches_it_on(world: World, enabled: bool, status: int) -> None:
    secret = "client-secret-for-tests-0123456"  # noqa: S105 - a made-up secret
    settings = Settings(  # type: ignore[call-arg] # pydantic's
        _env_file=None,
        web_port=0,
        web_url="http://127.0.0.1",
        web_secret=secret,  # type: ignore[arg-type] # pydantic reads it
        activity=enabled,
    )
    async with (
        _serve_pages(world.bot, settings, "http://127.0.0.1:{port}", secret),
        ClientSession() as session,
    ):
        assert isinstance(world.bot.pages, Site)
        assert world.bot.pages.are_inside is enabled
        entrance = await session.get(world.bot.pages.url)
    assert entrance.status == status


async def test_without_it_nothing_is_there(world: World) -> None:
    await world.game()
    async with House.serve(world) as house:
        session = house.session()
        for what in INSIDE:
            assert (await session.get(house.url / what)).status == 404, what
            assert (await session.post(house.url / what)).status in (404, 405), what


def test_a_table_that_is_meant_is_known_once_and_not_for_long() -> None:
    launches = Launches()
    launches.note(ANN.id, 7, 100.0)
    assert launches.meant_since(ANN.id, 99.0) == 7
    assert launches.meant_since(ANN.id, 100.0) is None
    assert launches.take(ANN.id, 100.0 + MEANT) == 7
    assert launches.take(ANN.id, 100.0) is None
    launches.note(ANN.id, 7, 100.0)
    assert launches.take(ANN.id, 101.0 + MEANT) is None


def test_the_oldest_launches_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "REMEMBERED", 2)
    launches = Launches()
    for person in (1, 2, 1, 3):
        launches.note(person, 7, 0.0)
        launches.show(Instance(f"i-{person}", 5, 3), person)
    assert [launches.take(person, 0.0) for person in (1, 2, 3)] == [7, None, 7]
    assert launches.shown(Instance("i-2", 5, 3)) is None


def test_an_instance_is_at_the_tables_of_its_channel_and_of_its_threads() -> None:
    table = table_of((0, ANN))
    assert HERE.is_at(table)
    assert HERE.is_at(replace(table, channel_id=6, home_id=5))
    assert not HERE.is_at(replace(table, channel_id=6))
    assert not HERE.is_at(replace(table, guild_id=4))
    assert not HERE.is_at(replace(table, guild_id=None))
    assert Instance("i-1-pc-5", 5, None).is_at(replace(table, guild_id=None))


@pytest.mark.parametrize("instance", [HERE, Instance("i-1-pc-5", 5, None)])
def test_an_instance_is_read_from_a_token(instance: Instance) -> None:
    assert Instance.parse(str(instance)) == instance


async def test_where_the_activity_cannot_be_launched_there_is_a_link(world: World) -> None:
    """The simulated Discord knows no Activities, as the real one until the host has enabled them."""
    async with House.serve(world) as house:
        await world.game()
        login = Login(house.site, world.bot, "secret")
        house.site.activity = Activity(house.site, world.bot, login)
        browser = await house.open_browser(world.ann)
        assert (await browser.board())["table"] == "T1"


@pytest.mark.parametrize("bundle", ["bot/web/static/sdk.js", "tools/standin/client/schema.js"])
def test_the_bundles_are_of_the_pinned_sdk_and_name_its_licence(bundle: str) -> None:
    text = (ROOT / bundle).read_text("utf-8")
    notice, code = text.partition("*/")[::2]
    version = PINNED["@discord/embedded-app-sdk"]
    assert f"@discord/embedded-app-sdk {version}, MIT: Copyright (c) 2024 Discord Inc." in notice
    assert "Permission is hereby granted, free of charge" in notice
    assert not any(word in code for word in ("eval(", "new Function"))  # the pages' policy forbids both
