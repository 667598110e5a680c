"""Boards inside Discord in a browser: the stand-in of its client, its proxy's policy, taps and keys."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any, Final

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Frame, FrameLocator, Locator, Page, async_playwright, expect

from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Shown
from bot.store import Status
from bot.store.db import open_reader
from bot.store.tables import table as read_table
from tests.bot.ui.scripted import YES
from tests.browser.pages import DESK, PHONE, taps
from tests.browser.people import THE_END
from tests.over_the_wire.inside import LIMIT, ORIGIN, Inside, inside_discord
from tests.over_the_wire.test_activity import table_of
from tools.standin.world import FakeActivity, FakeMessage, FakeUser

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.xdist_group("activity"),
]

MISSING: Final = "no Chromium on this machine: boards inside Discord were not tried in a browser"

PATIENCE: Final = 30_000
"""Milliseconds that a page may take, on a busy machine."""

GLANCE: Final = 0.05
"""Seconds between two looks at the disk."""

KEYS: Final = 200
"""The most presses of a key until an element counts as out of reach."""

FOCUSED: Final = (
    "() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def inside(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Inside]:
    """One bot for all of it, as its start takes longer than the rest."""
    async with inside_discord(tmp_path_factory.mktemp("activity")) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium(inside: Inside) -> AsyncIterator[Browser]:
    """A browser that takes the stand-in for Discord."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=inside.client.arguments)
        yield browser
        await browser.close()


class Seat:
    """A user before Discord's client, with an Activity in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults = list[str]()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    @property
    def board(self) -> FrameLocator:
        """The page in the frame."""
        return self.page.frame_locator("iframe")

    @property
    def frame(self) -> Frame:
        """The same, to run something in."""
        return next(frame for frame in self.page.frames if frame.url.startswith(ORIGIN))

    def place(self, label: str) -> Locator:
        """The place, or the button below the picture, that is called so."""
        called = re.compile(rf"(^|, ){re.escape(label)}(: |, |$)")
        lying = self.board.locator("#places").get_by_role("button", name=called)
        below = self.board.locator("#choices").get_by_role("button", name=re.compile(rf"^{re.escape(label)}"))
        return lying.or_(below).first

    async def tap(self, here: Locator) -> None:
        """Tap an element, and once more where several lie in its place."""
        await expect(here).to_be_visible()
        await (here.tap() if self.page.viewport_size == PHONE else here.click())

    async def plays(self, way: tuple[str, ...]) -> None:
        """Play a move by taps."""
        sheet = self.board.locator("#sheet[open]")
        for label in way:
            if label.startswith(YES):
                await self.tap(sheet.get_by_role("button", name=label, exact=True))
                continue
            await self.tap(self.place(label))
            again = sheet.locator(".choices").get_by_role("button", name=re.compile(rf"^{re.escape(label)}"))
            if await again.count():
                await self.tap(again.first)

    async def key_to(self, label: str) -> None:
        """Go to an element by Tab alone, and press it."""
        for _ in range(KEYS):
            if re.search(rf"(^|, ){re.escape(label)}(: |, |$)", await self.frame.evaluate(FOCUSED) or ""):
                await self.page.keyboard.press("Enter")
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"{label} is out of reach of the keyboard")

    async def turns_window(self, mode: int) -> None:
        """Discord's client shows the Activity in another way."""
        event = ["ACTIVITY_LAYOUT_MODE_UPDATE", {"layout_mode": mode}]
        await self.page.evaluate("event => window.dispatch(...event)", event)

    async def is_well(self, *known: str) -> None:
        """No message broke the SDK's schema, no policy was broken, and axe finds nothing."""
        assert await self.page.evaluate("window.faults") == []
        assert [fault for fault in self.faults if not any(one in fault for one in known)] == []
        assert await self.page.context.cookies() == []
        found = await Axe().run(self.frame)
        assert [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found.response["violations"]] == []


class Table:
    """A table as the bot has it on disk."""

    def __init__(self, inside: Inside, board: FakeMessage) -> None:
        self.inside, self.board, self.number = inside, board, table_of(board)

    def shown(self) -> Shown:
        with closing(open_reader(self.inside.database, 5)) as connection:
            table = read_table(connection, self.number)
        assert table is not None
        entry = CATALOGUE[table.game]
        return Shown(table, entry, entry.codec.load(table.state or ""))

    def state(self) -> Any:
        """The state of its game."""
        return self.shown().state

    def player(self, *people: FakeUser) -> FakeUser:
        """Who is to act."""
        shown = self.shown()
        names = [player.name for player in shown.table.players]
        return next(one for one in people if one.name == names[min(shown.entry.game.to_act(shown.state))])

    def move(self) -> tuple[str, ...]:
        """The taps of a move: of a piece where there is one, and no offer."""
        shown = self.shown()
        game = shown.entry.game
        legal = map(str, game.legal(shown.state, min(game.to_act(shown.state))))
        ways = (taps(shown.entry, shown, line) for line in legal)
        possible = (tuple(tap.label for tap in way) for way in ways if way)
        first = next(possible)
        return first if len(first) > 1 else next((way for way in possible if len(way) > 1), first)

    async def is_past(self, revision: int) -> None:
        """Wait until something was saved: a press on a page need not lead to a request to Discord."""
        end = time.monotonic() + LIMIT
        while self.shown().table.revision <= revision:
            assert time.monotonic() < end, "nothing was saved"
            await asyncio.sleep(GLANCE)


Opened = Any


@pytest_asyncio.fixture(loop_scope="module")
async def opens(inside: Inside, chromium: Browser) -> AsyncIterator[Opened]:
    """Opens a client of a user, with the Activity in it."""
    contexts = []

    async def open_client(person: FakeUser, activity: FakeActivity, screen: Any = PHONE, **more: Any) -> Seat:
        touch = screen == PHONE
        context = await chromium.new_context(
            ignore_https_errors=True, viewport=screen, has_touch=touch, reduced_motion="reduce", **more
        )
        contexts.append(context)
        seat = Seat(await context.new_page())
        await seat.page.goto(inside.client.open(person, activity))
        return seat

    yield open_client
    for context in contexts:
        await context.close()


async def test_two_people_play_thud_to_its_end(inside: Inside, opens: Opened) -> None:
    """Ann by two taps a move on a phone, Ben by the keyboard alone; neither leaves Discord."""
    ann, ben = (inside.discord.world.person(name) for name in ("Ann", "Ben"))
    channel = inside.channel()
    table = Table(inside, await inside.table(ann, "thud", channel, ben))
    phone = await opens(ann, await inside.launch(ann, table.board), PHONE)
    desk = await opens(ben, await inside.launch(ben, table.board), DESK)
    for seat in (phone, desk):
        await expect(seat.board.locator("#picture")).to_be_visible()
        await expect(seat.board.locator(".present")).to_have_text("Here now: Ann, Ben")
    for battle in (1, 2):
        for _ in range(4):
            revision, way = table.shown().table.revision, table.move()
            assert len(way) == 2
            if table.player(ann, ben) is ann:
                await phone.plays(way)
            else:
                await expect(desk.place(way[0])).to_be_attached()
                for label in way:
                    await desk.key_to(label)
                    await expect(desk.board.locator("body.waits")).to_have_count(0)
            await table.is_past(revision)
        revision, mover = table.shown().table.revision, table.player(ann, ben)
        await expect(phone.board.locator("#news")).to_contain_text(f"{mover.name}, your turn")
        await phone.tap(phone.board.get_by_role("button", name="Offer to end"))
        await table.is_past(revision)
        await expect(desk.board.get_by_role("button", name="Accept")).to_be_visible()
        await desk.key_to("Accept")
        await table.is_past(revision + 1)
        assert len(table.state().results) == battle
    assert table.shown().table.status is Status.OVER
    ending = re.compile("wins the match by|The match is a draw")
    for seat in (phone, desk):
        await expect(seat.board.locator("#news")).to_contain_text(ending)
        await seat.is_well()
    messages = inside.discord.world.messages_in
    await inside.discord.until(lambda: any(THE_END in str(one.data) for one in messages(channel)), LIMIT)


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["thud", "koom", "trogdor", "thrag", "ploc"])
async def test_a_move_in_each_game(inside: Inside, opens: Opened, game: str, screen: Any) -> None:
    world = inside.discord.world
    ann, ben = world.person("Ann"), world.person("Ben")
    rivals = (ben,) if game in ("thud", "koom", "ploc") else ()
    table = Table(inside, await inside.table(ann, game, inside.channel(), *rivals))
    person, revision = table.player(ann, ben), table.shown().table.revision
    seat = await opens(person, await inside.launch(person, table.board), screen)
    await seat.plays(table.move())
    await table.is_past(revision)
    width = await seat.frame.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert width <= 0, "something sticks out"
    await seat.is_well()


async def test_the_client_says_how_it_shows_the_board(inside: Inside, opens: Opened) -> None:
    """A small window has the board and whose turn it is; a phone on its side, buttons beside the board."""
    ann, ben = (inside.discord.world.person(name) for name in ("Ann", "Ben"))
    table = Table(inside, await inside.table(ann, "thud", inside.channel(), ben))
    seat = await opens(ann, await inside.launch(ann, table.board), {"width": 844, "height": 390})
    picture, news = seat.board.locator("#picture"), seat.board.locator("#news")
    await expect(seat.board.locator(".present")).to_be_visible()
    (board, text) = (await picture.bounding_box(), await news.bounding_box())
    assert board is not None
    assert text is not None
    assert board["height"] <= 390
    assert text["x"] >= board["x"] + board["width"]
    await seat.page.set_viewport_size({"width": 320, "height": 180})
    await seat.turns_window(1)
    await expect(seat.board.locator("#rows")).to_be_hidden()
    await expect(news).to_contain_text(f"{table.player(ann, ben).name}, your turn")
    await expect(news).to_be_in_viewport(ratio=1)
    await seat.is_well()
    await seat.turns_window(0)
    await expect(seat.board.locator("#rows")).to_be_visible()


async def test_moves_of_others_appear_also_after_a_sleep(inside: Inside, opens: Opened) -> None:
    ann, ben = (inside.discord.world.person(name) for name in ("Ann", "Ben"))
    table = Table(inside, await inside.table(ann, "thud", inside.channel(), ben))
    people = {ann: ben, ben: ann}
    mover = table.player(ann, ben)
    watcher = await opens(people[mover], await inside.launch(people[mover], table.board))
    await expect(watcher.board.locator("#picture")).to_be_visible()
    await watcher.page.context.set_offline(True)
    await plays_in_channel(table, mover)
    await watcher.page.context.set_offline(False)
    await expect(watcher.place(table.move()[0])).to_be_attached()
    await watcher.is_well("ERR_INTERNET_DISCONNECTED", "net::ERR")


async def test_moves_of_others_appear_where_the_proxy_holds_streams(inside: Inside, opens: Opened) -> None:
    ann, ben = (inside.discord.world.person(name) for name in ("Ann", "Ben"))
    table = Table(inside, await inside.table(ann, "thud", inside.channel(), ben))
    mover = table.player(ann, ben)
    other = ben if mover is ann else ann
    inside.client.holds_streams = True
    try:
        watcher = await opens(other, await inside.launch(other, table.board))
        await expect(watcher.board.locator("#picture")).to_be_visible()
        await plays_in_channel(table, mover)
        await expect(watcher.place(table.move()[0])).to_be_attached()
        await expect(watcher.board.locator("#lost")).to_be_hidden()
    finally:
        inside.client.holds_streams = False


async def plays_in_channel(table: Table, person: FakeUser) -> None:
    """Play a move in the channel, by typing it."""
    shown = table.shown()
    game = shown.entry.game
    line = str(game.legal(shown.state, min(game.to_act(shown.state)))[0])
    discord, channel = table.inside.discord, table.board.channel
    asked = await discord.command(person, channel, "move", move=line)
    assert await asked.wait_for_answer()
    await table.is_past(shown.table.revision)


async def test_a_list_a_way_back_and_a_reload(inside: Inside, opens: Opened) -> None:
    """Without a table one's games are offered; a reload keeps the open one; the list can be reached again."""
    ann, channel = inside.discord.world.person("Ann", locale="de"), inside.channel()
    boards = [await inside.table(ann, "thrag", channel) for _ in range(2)]
    seat = await opens(ann, inside.discord.world.launch(ann, channel))
    await expect(seat.board.get_by_text("Spiele in diesem Kanal")).to_be_visible()
    await seat.is_well()
    first = f"T{table_of(boards[0])}"
    await seat.tap(seat.board.get_by_role("button", name=re.compile(f"^{first} ")))
    await expect(seat.board.locator("h1")).to_contain_text(first)
    await expect(seat.board.locator("html")).to_have_attribute("lang", "de")
    await seat.frame.evaluate("location.reload()")
    await expect(seat.board.locator("h1")).to_contain_text(first)
    await seat.tap(seat.board.get_by_role("button", name="Spiele in diesem Kanal"))
    await expect(seat.board.locator("#games button")).to_have_count(2)
    await seat.is_well()


async def test_a_link_is_opened_by_the_client(inside: Inside, opens: Opened) -> None:
    """A frame may open no window; the board's link for a browser is still there."""
    ann = inside.discord.world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    seat = await opens(ann, await inside.launch(ann, board))
    await seat.tap(seat.board.get_by_role("button", name="Open in browser"))
    await seat.tap(seat.board.locator("#sheet[open]").get_by_role("link", name="Open in browser"))
    await seat.page.wait_for_function("window.opened.length === 1")
    (opened,) = await seat.page.evaluate("window.opened")
    assert opened.startswith("https://play.example.org/in#")
    await seat.is_well()


async def test_a_refusal_is_a_sentence(inside: Inside, opens: Opened) -> None:
    world = inside.discord.world
    ann = world.person("Ann")
    board = await inside.table(ann, "thrag", inside.channel())
    nothing = await opens(ann, world.launch(ann, inside.channel()))
    await expect(nothing.board.locator("#wait")).to_contain_text("None of your games is in this channel")
    await nothing.is_well()
    await inside.launch(ann, board)
    elsewhere = await opens(ann, world.launch(ann, inside.channel()))
    await expect(elsewhere.board.locator("#wait")).to_contain_text("is played in another channel")
    await elsewhere.is_well("status of 403")
    await nothing.page.goto(ORIGIN)
    await expect(nothing.page.locator("#wait")).to_contain_text("inside Discord only")


async def test_the_stand_in_holds_the_schema_of_the_sdk(inside: Inside, opens: Opened) -> None:
    ann = inside.discord.world.person("Ann")
    seat = await opens(ann, inside.discord.world.launch(ann, inside.channel()))
    await expect(seat.board.locator("#wait")).to_contain_text("None of your games")
    wrong = [
        {"cmd": "NONE", "nonce": "1"},
        {"cmd": "AUTHENTICATE", "nonce": "2", "args": {"access_token": 3}},
    ]
    for message in wrong:
        await seat.frame.evaluate("message => parent.postMessage([1, message], '*')", message)
    await seat.page.evaluate("window.dispatch('READY', {v: 'one'})")
    for fault in ("received NONE", "received AUTHENTICATE", "READY"):
        await seat.page.wait_for_function("part => window.faults.some(one => one.includes(part))", arg=fault)
