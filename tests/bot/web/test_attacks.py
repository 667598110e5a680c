"""What must not open, show or change anything: links and cookies that are not good, and other sites."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from yarl import URL

from bot.discord.keyboard import YES, Control, Verb
from bot.features.prepared.service import PreparedAnswers
from bot.kernel.session import Shown
from bot.kernel.tables.context import Tables
from bot.store import Table
from bot.web.responses import MARK
from bot.web.site import NAME
from bot.web.tickets import COOKIE, LINK, new_key
from engine.rng import SeededRng
from engine.trogdor import GAME as TROGDOR
from engine.trogdor.model import State
from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, private, text_of, walk
from tests.bot.web.browser import Browser, House

PLAYS = str(Control(1, 1, Verb.PLAY, "dE2-E10"))


async def test_a_link_is_good_once(world: World, house: House) -> None:
    await world.game()
    link = await house.link(world.ann)
    assert link.path == "/in"
    first = await house.enter(house.session(), link)
    again = await house.enter(house.session(), link)
    assert (first.status, again.status) == (200, 403)
    cookie = first.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/t/1" in cookie


async def test_of_many_at_once_a_link_lets_in_one(world: World, house: House) -> None:
    await world.game()
    link = await house.link(world.ann)
    answers = await asyncio.gather(*(house.enter(house.session(), link) for _ in range(8)))
    assert sorted(answer.status for answer in answers) == [200] + [403] * 7


@pytest.mark.parametrize("code", ["", "x", "e30.x.y", "\N{SNOWMAN}" * 90])
async def test_what_is_no_link(world: World, house: House, code: str) -> None:
    await world.game()
    assert (await house.enter(house.session(), URL("/in").with_fragment(code))).status == 403


async def test_a_link_that_is_over(world: World, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.game()
    link, page = await house.link(world.ann), await house.open_browser(world.ann)
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + LINK + 2)
    assert (await house.enter(house.session(), link)).status == 403
    assert (await page.get("board")).status == 200
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + COOKIE + 2)
    assert (await page.get("board")).status == 403


async def test_a_cookie_is_for_one_table(world: World, house: House) -> None:
    """Nor is a link a cookie, nor a cookie of another kind a link."""
    await world.game()
    await world.start_table()
    page = await house.open_browser(world.ann)
    (cookie,) = [one.value for one in page.session.cookie_jar if one.key == NAME]
    thief = Browser(house.session(), house.url / "t/2", {MARK: "1", "Cookie": f"{NAME}={cookie}"})
    assert (await thief.get("board")).status == 403
    link = (await house.link(world.ann)).fragment
    forged = Browser(house.session(), house.url / "t/1", {MARK: "1", "Cookie": f"{NAME}={link}"})
    assert (await forged.get("board")).status == 403
    assert (await house.enter(house.session(), URL("/in").with_fragment(cookie))).status == 403


async def test_another_installations_cookie(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    await new_key(world.session.context.store, all_out=True)
    house.site._get_tickets()._read = float("-inf")  # noqa: SLF001 - ten seconds later
    assert (await page.get("board")).status == 403


async def test_a_new_key_logs_no_one_out(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    await new_key(world.session.context.store)
    house.site._get_tickets()._read = float("-inf")  # noqa: SLF001
    assert (await page.get("board")).status == 200


async def test_logging_out_everywhere(world: World, house: House) -> None:
    await world.game()
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    stream = await ann.get("live")
    panel = private(await world.ann.slash(world.channel, "settings"))
    answer = private(await world.ann.click(panel, label="Log out browsers"))
    assert "logged out" in text_of(answer.components)
    assert (await ann.get("board")).status == 403
    assert (await ben.get("board")).status == 200
    assert (await ann.get()).status == 403
    house.site.live.notify_changed(1)
    async with asyncio.timeout(10):
        await stream.read()  # it ends


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {MARK: "1", "Sec-Fetch-Site": "cross-site"},
        {MARK: "1", "Origin": "https://elsewhere.example"},
        {MARK: "1", "Content-Type": "text/plain"},
    ],
)
async def test_other_sites_cannot_press(world: World, house: House, headers: dict[str, str]) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    async with world.assert_unchanged():
        answer = await page.session.post(
            page.where / "use", data=b'{"custom_id":"%s"}' % PLAYS.encode(), headers=headers
        )
        assert answer.status in (403, 415)


@pytest.mark.parametrize(
    "press",
    [
        {},
        {"custom_id": 7},
        {"custom_id": "x" * 101},
        {"custom_id": "t1.1.play.x", "values": "E2"},
        {"custom_id": "t1.1.play.x", "values": [7]},
        {"custom_id": "t1.1.typed.", "fields": [1]},
        {"custom_id": "t1.1.more.", "sheet": "x"},
    ],
)
async def test_what_is_no_press(world: World, house: House, press: dict[str, object]) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    async with world.assert_unchanged():
        assert (await page.send(**press)).status == (200 if press.get("values") == "E2" else 400)


async def test_other_tables_cannot_be_pressed(world: World, house: House) -> None:
    """A page is about one table, though its reader may act at another one in the same channel."""
    await world.game()
    await world.start_table()
    page = await house.open_browser(world.ann)
    async with world.assert_unchanged(2):
        answers = await page.use(str(Control(2, 1, Verb.PLAY, "dE2-E10")))
    assert "out of date" in text_of(answers[0]["components"])


async def test_every_answer_tells_the_browser_to_be_careful(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    for answer in (await page.get(), await page.get("board"), await page.session.get(house.url / "in")):
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for answer in (await page.get("nothing"), await page.session.get(house.url / "static/..%2fsite.py")):
        assert answer.status == 404


async def test_a_file_that_a_browser_has_is_not_sent_again(house: House) -> None:
    session, url = house.session(), house.url / "static/page.js"
    first = await session.get(url)
    assert first.content_type == "text/javascript"
    assert "default-src 'none'" in first.headers["Content-Security-Policy"]
    again = await session.get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status == 304


async def test_who_asks_too_often_is_told_so(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    thief = house.session()
    found = [(await thief.get(house.url / "t/1/board")).status for _ in range(40)]
    assert found[0] == 403
    assert found[-1] == 429
    house.site._bad._left.clear()  # noqa: SLF001 - the same address here
    assert (await page.get("board")).status == 200


async def test_who_is_blocked_is_out(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    await world.session.context.store.servers.block(world.ann.id, world.clock.now)
    world.clock.now += 3600
    assert (await page.get("board")).status == 403


async def test_a_visitor_with_the_link_may_watch(world: World, house: House) -> None:
    """As long as those who play there let them; they cannot act, and see what everybody sees."""
    await world.game()
    offered = private(await world.ann.click(await world.shown_board(), label="Open board"))
    shown = private(await world.ann.click(offered, label="Let others watch"))
    url = URL(text_of(shown.components).splitlines()[-1])
    watcher = await house.watch_browser(url.name)
    board = await watcher.board()
    assert board["revision"] == 1
    assert board["options"] == []
    assert [part for part in walk(board["components"]) if "custom_id" in part] == []
    assert (await watcher.get("picture")).status == 200
    assert (await watcher.get("past")).status == 200
    async with world.assert_unchanged():
        assert (await watcher.send(custom_id=PLAYS)).status == 404
    await world.ann.click(shown, label="Stop showing it")
    assert (await watcher.get("board")).status == 403


async def test_only_who_plays_there_shows_it(world: World, house: House) -> None:
    await world.game()
    offered = private(await world.cleo.click(await world.shown_board(), label="Open board"))
    assert [part["label"] for part in walk(offered.components) if "label" in part] == ["Open in browser"]
    page = await house.open_browser(world.cleo)
    await page.use(str(Control(1, 1, Verb.WATCH, YES)))
    assert await world.session.context.store.visits.code_of(1) is None


@pytest.mark.usefixtures("known_cards")
async def test_the_order_of_the_decks_changes_nothing_on_a_page(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither for players nor for spectators: all comes from the View."""
    table = await dragon.start_game(world, *dragon.PLAYED)
    board(await world.ann.slash(world.channel, "board", table=table.code))
    pages = [await house.open_browser(world.ben), await house.open_browser(world.cleo)]
    really, seen = Tables.show, list[list[object]]()
    for seed in ("one", "another"):

        def otherwise(tables: Tables, table: Table, seed: str = seed) -> Shown:
            shown = really(tables, table)
            assert isinstance(shown.state, State)
            return replace(shown, state=TROGDOR.reshuffle(shown.state, SeededRng(seed)))

        monkeypatch.setattr(Tables, "show", otherwise)
        house.tables._pictures._found.clear()  # noqa: SLF001
        told = [(await page.board(), await (await page.get("picture")).read()) for page in pages]
        seen.append([*told, await pages[0].board("burn")])
    assert seen[0] == seen[1]
    assert table.chance not in str(seen)


async def test_a_players_prepared_answers_are_on_no_other_page(world: World, house: House) -> None:
    await world.game()
    prepared, number = world.session.service(PreparedAnswers), 0
    for line in ("dE2-E10", "TG7-F7"):
        _, ahead = await prepared.enter_line(world.click_by(world.ben), 1, 0, number, line)
        number = ahead.number
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    for page in (ann, await shown_to_all(world, house)):
        for what in ("board", "past", ""):
            assert "G7-F7" not in await (await page.get(what)).text()
    (more,) = await ben.press((await ben.board())["components"], "More")
    (own,) = await ben.press(more["components"], "Prepared", sheet=more["id"])
    assert "G7" in text_of(own["components"])
    (more,) = await ann.press((await ann.board())["components"], "More")
    (none,) = await ann.press(more["components"], "Prepared", sheet=more["id"])
    assert "G7-F7" not in str(none)


async def shown_to_all(world: World, house: House) -> Browser:
    """The page of a spectator with a shared link."""
    await world.session.context.store.visits.show(1, "link-for-watchers")
    return await house.watch_browser("link-for-watchers")


async def test_a_deal_of_the_day_is_its_players_alone(world: World, house: House) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    table = await world.table()
    session = house.session()
    link = await house.site.link(world.click_by(world.ben).person, table, "en")
    answer = await house.enter(session, URL(link))
    stranger = Browser(session, house.url.join(URL((await answer.json())["to"])))
    assert (await stranger.get("board")).status == 403
    assert (await stranger.get("picture")).status == 403
    assert (await stranger.get("past")).status == 403
