"""The page of a table in a browser: what a tap asks, arrow keys, films, and short messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect
from simcord.actors import MemberActor

from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World
from tests.bot.web.browser import House
from tests.bot.web.test_login_in_chromium import chromium

__all__ = ["chromium"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 900}

COVERED: Final = """message => {
    const a = message.getBoundingClientRect();
    const all = [...document.querySelectorAll("#places button, #choices button, #rows button")];
    return all.map(button => button.getBoundingClientRect()).filter(
        b => b.left < a.right && a.left < b.right && b.top < a.bottom && a.top < b.bottom
    ).length;
}"""
"""How many controls lie below an element."""


class Visits:
    """Opens tables in browsers of their own; `faults` are errors of any of them."""

    def __init__(self, house: House, chromium: Browser) -> None:
        self.faults = list[str]()
        self._house, self._chromium = house, chromium

    async def open(
        self, actor: MemberActor, screen: Any, *, motion: Any = "reduce", is_touched: bool = False
    ) -> Page:
        """The page of the first table, once its picture is there."""
        link = await self._house.link(actor)
        context = await self._chromium.new_context(
            viewport=screen, reduced_motion=motion, has_touch=is_touched, is_mobile=is_touched
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        await page.goto(str(link))
        await page.wait_for_function("() => document.querySelector('#picture')?.naturalWidth > 0")
        return page


@pytest.fixture
async def visits(house: House, chromium: Browser) -> AsyncIterator[Visits]:
    visits = Visits(house, chromium)
    yield visits
    assert visits.faults == []


def button(page: Page, name: str, within: str = "#choices") -> Locator:
    return page.locator(within).get_by_role("button", name=name)


@pytest.mark.parametrize(("screen", "is_touched"), [(PHONE, True), (DESK, False)])
async def test_arrow_keys_are_told_of_where_there_are_keys(
    world: World, visits: Visits, screen: Any, *, is_touched: bool
) -> None:
    await dragon.post_game(world)
    page = await visits.open(world.ben, screen, is_touched=is_touched)
    how = page.locator("#how")
    await expect(how).to_be_visible()
    told = await how.inner_text()
    assert "Tap a card to choose it" in told
    assert ("Arrow keys" in told) is not is_touched


async def test_a_beast_that_is_too_strong_asks_before_it_is_fought(world: World, visits: Visits) -> None:
    await open_table(world.ann, world.channel, "thrag")
    page = await visits.open(world.ann, PHONE)
    await button(page, "Other ways").click()
    beast = page.locator("#places").get_by_role("button", name="no coin")
    await beast.first.click()
    sheet = page.locator("#sheet[open]")
    await expect(sheet.get_by_role("button", name="no coin")).to_be_visible()
    assert (await world.table()).plies == 0
    await sheet.get_by_role("button", name="no coin").click()
    await expect(page.locator("#news")).to_contain_text("Thrag")
    await expect(sheet).to_have_count(0)
    await world.env.settle()
    assert (await world.table()).plies == 1


@pytest.mark.usefixtures("known_cards")
async def test_the_dragon_goes_by_arrow_keys_and_the_land_is_shown_by_itself(
    world: World, visits: Visits
) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO)
    cleo = await visits.open(world.cleo, DESK, motion="no-preference")
    ann = await visits.open(world.ann, PHONE)
    await button(cleo, "Play Jhonka Help!").click()
    await expect(button(cleo, "d3")).to_be_visible()
    await cleo.keyboard.press("ArrowUp")
    knight = cleo.locator("#sheet[open]").get_by_role("button", name="d1 knight!")
    await expect(knight).to_be_visible()
    await cleo.keyboard.press("Escape")
    await cleo.keyboard.press("ArrowDown")
    await expect(cleo.locator("#news")).to_contain_text("from d2 to d3")
    await expect(cleo.locator("#toast")).to_be_hidden()
    await expect(button(cleo, "d4")).to_be_visible()
    await cleo.keyboard.down("ArrowDown")
    await cleo.keyboard.down("ArrowRight")
    await cleo.wait_for_timeout(500)
    assert (await world.table()).plies == 11, "no diagonal without the keeper for it"
    await button(cleo, "End turn").click()
    await cleo.locator("#sheet").get_by_role("button", name="Yes").click()
    film = cleo.locator("#film")
    await expect(film).to_be_visible()
    await expect(ann.locator("#news")).to_contain_text("The land moves")
    await expect(ann.locator("#film")).to_be_hidden()
    assert await film.evaluate(COVERED.replace("#choices button, #rows button", "#rows button")) == 0
    await film.get_by_role("button", name="Skip").click()
    await expect(film).to_be_hidden()


async def test_a_short_message_covers_no_control_and_goes_with_the_next_step(
    world: World, visits: Visits
) -> None:
    await world.game()
    page = await visits.open(world.ann, PHONE)
    said = "Not now."

    async def answer(route: Route) -> None:
        told = {"how": "update", "id": "1", "components": [{"type": 10, "content": said}]}
        await route.fulfill(json={"answers": [told], "revision": 1})

    await page.route("**/use", answer)
    await button(page, "Offer to end").click()
    toast, sheet = page.locator("#toast"), page.locator("#sheet[open]")
    await expect(toast).to_have_text(said)
    await expect(toast).to_be_in_viewport()
    assert await toast.evaluate(COVERED) == 0
    await page.locator("#places").get_by_role("button", name="E2:").click()
    await expect(toast).to_be_hidden()
    await expect(page.locator("#question")).to_contain_text("E2")
    said = 30 * "Long story. "
    await button(page, "Type a move", "#rows").click()
    await expect(sheet).to_contain_text("Long story.")
