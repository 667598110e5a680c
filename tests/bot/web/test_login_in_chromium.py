"""Logging in with Discord as a browser does it: what it thinks of cookies where another site leads back."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect
from yarl import URL

from bot.web.login import HOME, Login
from tests.bot.ui.world import World
from tests.bot.web.browser import House
from tests.bot.web.naming import SECRET, FakeDiscord

pytestmark = pytest.mark.browser

MISSING = "no Chromium on this machine: logging in with Discord was not tried in a browser"


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        await browser.close()


def is_ours(told: ConsoleMessage, here: URL) -> bool:
    """Whether it is a fault of one of our pages, and not of the stand-in's."""
    return told.type == "error" and told.location["url"].startswith(str(here))


async def is_fine(page: Page, faults: list[str]) -> None:
    """The login works, fits on a phone, and violates no policy."""
    found = await Axe().run(page)
    serious = [one for one in found.response["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == []
    wide, screen = await page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= screen
    assert faults == []


@pytest.mark.slow
async def test_in_a_browser(world: World, chromium: Browser) -> None:
    """To Discord, which is another site, and back; then a table is opened, and played at."""
    await world.game()
    await world.start_table()
    me = {"id": str(world.ann.id), "username": "ann", "locale": "en-US"}
    async with (
        FakeDiscord.serve(str(world.bot.application_id), me) as naming,
        House.serve(world, lambda site: Login(site, world.bot, SECRET, naming.addresses)) as house,
    ):
        naming.at_once = False
        here = house.url.with_host("localhost")
        house.site.set_url(str(here))
        context = await chromium.new_context(viewport={"width": 390, "height": 844})
        page = await context.new_page()
        faults = list[str]()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda told: faults.append(told.text) if is_ours(told, here) else None)
        await page.goto(str(here / "login"))
        await is_fine(page, faults)
        await page.get_by_role("link", name="Log in with Discord").click()
        assert URL(page.url).host == "127.0.0.1"
        await page.get_by_role("link", name="Authorize").click()
        await page.wait_for_url(str(here / "home"))
        await expect(page.get_by_role("heading", name="Your turn in 2 games")).to_be_visible()
        await is_fine(page, faults)
        cookies = {one["name"]: one for one in await context.cookies()}
        assert set(cookies) == {HOME}
        assert (cookies[HOME]["sameSite"], cookies[HOME]["httpOnly"]) == ("Strict", True)
        await page.get_by_role("button", name="T2 Thud with Ben").click()
        await page.wait_for_url(str(here / "t/2"))
        await expect(page.locator("#picture")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_role("button")).to_have_count(2)
        assert faults == []
        await context.close()
