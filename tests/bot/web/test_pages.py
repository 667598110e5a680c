"""Boards in a browser: a tap is played, shown in the channel, and sent to other pages."""

from __future__ import annotations

import asyncio
import base64
import subprocess
import sys
import threading
from collections.abc import Sequence

import pytest
from yarl import URL

from bot.discord.keyboard import Control, Verb
from bot.features.people.service import PersonalSettings
from bot.features.reviews.storage import ReviewStorage
from bot.kernel.session import Shown
from bot.kernel.tables.opening import ANY_HINTS
from bot.minds.analysis import Analysis, Slip
from bot.ui.history.page import Page, describe_page
from bot.ui.play.board_layout import board_picture
from bot.web import game_history
from bot.words import Words
from bot.words.menu import Menu
from engine.replay import LogPosition, effective_positions
from render.octagon.board import TILE, WIDTH
from tests.bot.features.hints.test_threats import DANGER, ask_for_threats
from tests.bot.features.plans.planning import TURN, compose_plan
from tests.bot.ui import dragon
from tests.bot.ui.world import World, labels, message_text, private, says, text_of, walk
from tests.bot.web.browser import Browser, House, wait_for_event


async def test_a_move_is_two_taps_and_stands_in_the_channel(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    mark = world.mark()
    piece = await page.tap(await page.board(), "E2")
    assert isinstance(piece, dict)
    assert piece["path"]
    assert {option["place"][2] for option in piece["options"] if option["place"]} == {TILE}
    await page.tap(piece, "E10")
    await world.env.settle()
    table = await world.table()
    assert (table.plies, table.revision) == (1, 2)
    assert world.pings(mark) == [] or world.pings(mark) == [{world.ben.id}]
    assert "moved a dwarf" in message_text(world.last("T1"))


async def test_who_does_not_look_on_is_called_once(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    world.let_presence_expire()
    mark = world.mark()
    await page.use(str(Control(1, 1, Verb.PLAY, "dE2-E10")))
    await world.env.settle()
    await world.tick()
    assert world.pings(mark) == [{world.ben.id}]


@pytest.mark.parametrize("chooses", [False, True])
async def test_an_open_page_does_not_count_as_a_present_player(
    world: World, house: House, *, chooses: bool
) -> None:
    """It fetches the board automatically on changes; a user who chooses a step is present."""
    await world.game("dE2-E10", "TG7-F7")
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    steps = [one["path"] for one in (await ann.board())["options"] if one.get("path")]
    await ann.use(str(Control(1, 3, Verb.PLAY, "dD3-D4")))
    world.let_presence_expire()
    await ann.board(steps[0] if chooses else "")
    mark = world.mark()
    await ben.use(str(Control(1, 4, Verb.PLAY, "TG8-F8")))
    await world.env.settle()
    await world.tick()
    assert (await world.table()).plies == 4
    assert world.pings(mark) == ([] if chooses else [{world.ann.id}])


async def test_another_players_move_is_told_at_once(world: World, house: House) -> None:
    await world.game()
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    stream = await ben.get("live")
    await wait_for_event(stream, "1")
    assert house.site.open_pages == 1
    await ann.use(str(Control(1, 1, Verb.PLAY, "dE2-E10")))
    await wait_for_event(stream, "2")
    await world.move(world.ben, "TG7-F7")
    await wait_for_event(stream, "3")
    assert (await ann.board())["revision"] == 3
    stream.close()


async def test_two_at_once_stay_right_by_the_revision(world: World, house: House) -> None:
    await world.game()
    first, second = await house.open_browser(world.ann), await house.open_browser(world.ann)
    await first.use(str(Control(1, 1, Verb.PLAY, "dE2-E10")))
    async with world.assert_unchanged():
        answers = await second.use(str(Control(1, 1, Verb.PLAY, "dD3-D4")))
    assert "board" in text_of(answers[-1]["components"])


async def test_who_is_not_to_act_cannot_choose(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ben)
    assert [one for one in (await page.board())["options"] if one["place"]] == []
    async with world.assert_unchanged():
        await page.use(str(Control(1, 1, Verb.PLAY, "dE2-E10")))


async def test_what_the_players_are_asked_is_asked_on_their_pages_too(world: World, house: House) -> None:
    await world.game()
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    await ann.use("t1.1.hints.yes")
    board = (await ben.board())["components"]
    assert says(text_of(board), "hints.question", name="Ann", other="Ben")
    answers = [part["custom_id"] for part in walk(board) if ".hints." in part.get("custom_id", "")]
    assert answers == ["t1.2.hints.yes", "t1.2.hints.no"]
    await ben.use(answers[0])
    assert (await world.table()).terms.hints == ANY_HINTS
    (more,) = await ann.press((await ann.board())["components"], "More")
    assert "Hint" in {part.get("label") for part in walk(more["components"])}


async def test_the_rest_of_the_table_is_there_too(world: World, house: House) -> None:
    """The page offers the same as *More* in Discord: a form, what's in danger, an undo request."""
    await world.game("dE2-E10", "TG7-F7")
    page = await house.open_browser(world.ann)
    board = await page.board()
    (form,) = await page.press(board["components"], "Type a move")
    assert form["how"] == "form"
    await page.use(form["custom_id"], fields={"move": "dD3-D4"})
    assert (await world.table()).plies == 3
    (more,) = await page.press((await page.board())["components"], "More")
    assert more["how"] == "new"
    labels = {part.get("label") for part in walk(more["components"])}
    assert {"What's in danger?", "Ask Ben to allow hints", "Odds", "Undo", "History"} <= labels
    assert "Hint" not in labels, "a duel has none until both agree"
    assert "Open board" not in str(board), "a user on the page needs no link to it"
    (history,) = await page.press(more["components"], "History", sheet=more["id"])
    assert history["files"]


async def test_what_is_in_danger_is_shown_as_the_board_that_was_clicked(world: World, house: House) -> None:
    """A page's board is turned to the trolls' side; the channel's is upright for both."""
    shown = await world.game("dB11-H11")
    for person, is_turned in ((world.ann, False), (world.ben, True)):
        in_discord = (await ask_for_threats(world, person, shown)).response
        assert in_discord is not None
        page = await house.open_browser(person)
        (more,) = await page.press((await page.board())["components"], "More")
        (danger,) = await page.press(more["components"], DANGER, sheet=more["id"])
        (on_page,) = danger["files"].values()
        same = base64.b64decode(on_page) == await in_discord.attachments[0].read()
        assert same is not is_turned


async def test_a_sheet_from_which_the_others_are_asked_goes(world: World, house: House) -> None:
    await world.game("dE2-E10", "TG7-F7")
    page = await house.open_browser(world.ann)
    (more,) = await page.press((await page.board())["components"], "More")
    (way,) = await page.press(more["components"], "Undo", sheet=more["id"])
    assert await page.press(way["components"], "Ask Ben", sheet=way["id"]) == [{"how": "gone"}]
    assert "**Ann** wants to undo" in message_text(world.last("wants to undo"))


@pytest.mark.usefixtures("known_cards")
async def test_a_sheet_from_which_a_plan_is_shared_goes(world: World, house: House) -> None:
    await dragon.post_game(world, *dragon.TO_CLEO)
    page = await house.open_browser(world.cleo)
    plan = await compose_plan(world, world.cleo, *TURN)
    (form,) = await page.press(plan.components, "Share…", sheet="7")
    (field,) = [part["custom_id"] for part in walk(form["components"]) if part.get("style")]
    answers = await page.use(form["custom_id"], sheet="7", fields={field: "Steady"})
    assert answers == [{"how": "gone"}]
    assert "Steady" in message_text(world.last("Steady"))


async def test_the_board_from_a_players_side(world: World, house: House) -> None:
    """The one on the far side has the board turned, and what can be tapped with it."""
    await world.game("dE2-E10")
    ann, ben = await house.open_browser(world.ann), await house.open_browser(world.ben)
    upright = await (await ann.get("picture", revision="2")).read()
    turned = await (await ben.get("picture", revision="2")).read()
    assert upright.startswith(b"\x89PNG")
    assert upright != turned
    (troll,) = [one for one in (await ben.board())["options"] if one["label"].startswith("G7")]
    assert troll["place"][0] > WIDTH // 2


async def test_a_picture_is_drawn_once_for_all_who_see_it_alike(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game()
    drawn = list[str]()

    def count_pictures(words: Words, shown: Shown, menu: Menu, *, turned: bool = False) -> bytes:
        drawn.append(shown.path)
        return board_picture(words, shown, menu, turned=turned)

    monkeypatch.setattr("bot.web.table_pages.board_picture", count_pictures)
    tabs = [await house.open_browser(world.ann) for _ in range(3)]
    await asyncio.gather(*(tab.get("picture", revision="1") for tab in tabs))
    await tabs[0].get("picture", revision="1")
    assert drawn == [""]


async def test_looking_back(world: World, house: House) -> None:
    await world.game("dE2-E10", "TG7-F7")
    page = await house.open_browser(world.ann)
    past = await (await page.get("past")).json()
    assert [move["ply"] for move in past["moves"]] == [0, 1, 2]
    assert "E2" in past["moves"][1]["told"]
    first = await (await page.get("past/0")).read()
    last = await (await page.get("past/2")).read()
    assert first.startswith(b"\x89PNG")
    assert first != last
    (asked,) = await page.use(past["fork"] + "1")
    await page.press(asked["components"], "Yes: Play on", sheet=asked["id"])
    await world.env.settle()
    fork = await world.table(2)
    assert fork.journey.parent == (1, 1)
    assert fork.channel_id == world.channel.id


async def test_a_game_is_put_into_words_once_a_revision_and_beside_the_loop(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[int]()

    def note_thread(words: Words, page: Page, *, lasts: bool | None = None) -> list[str]:
        told.append(threading.get_ident())
        return describe_page(words, page, lasts=lasts)

    monkeypatch.setattr(game_history, "describe_page", note_thread)
    await world.game("dE2-E10", "TG7-F7")
    tabs = [await house.open_browser(world.ann) for _ in range(3)]
    first, *others = await asyncio.gather(*(tab.get("past") for tab in tabs))
    assert {await one.text() for one in others} == {await first.text()}
    await tabs[0].get("past")
    assert len(told) == 3
    assert threading.get_ident() not in told
    await world.move(world.ann, "dD3-D4")
    assert len((await (await tabs[0].get("past")).json())["moves"]) == 4
    await world.move(world.ben, "resign")
    over = await (await tabs[0].get("past")).json()
    slip = Slip(1, 0, "dE2-E10", "dD3-D4", 0.9, 0.1, 0.1, 0.9)
    review = Analysis("best", (0, 1), (0.5, 0.1), (slip,), ()).dump()
    await ReviewStorage(world.session.context.store).keep(1, (await world.table()).plies, review)
    assert await (await tabs[0].get("past")).json() == over | {"turnings": [1]}


async def test_the_whole_game_is_gone_through_once_and_not_for_each_move(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = list[int]()

    def count_positions(found: Sequence[LogPosition]) -> tuple[LogPosition, ...]:
        gone.append(len(found))
        return effective_positions(found)

    for module in ("bot.web.game_history", "bot.ui.history.page"):
        monkeypatch.setattr(f"{module}.effective_positions", count_positions)
    await world.game("dE2-E10", "TG7-F7")
    assert len((await (await (await house.open_browser(world.ann)).get("past")).json())["moves"]) == 3
    assert gone == [3]


async def test_below_a_game_that_is_over_stands_on_its_page_what_stands_below_its_board(
    world: World, house: House
) -> None:
    shown = await world.game("resign", game="ploc")
    board = await (await house.open_browser(world.ann)).board()
    there = [part["label"] for part in walk(board["components"]) if "label" in part]
    assert there == [label for label in labels(shown) if label != "Open board"]
    assert "Luck" in there


async def test_a_game_that_is_over_is_opened_from_its_history(world: World, house: House) -> None:
    await world.game()
    await world.move(world.ann, "resign")
    history = private(await world.ben.click(await world.shown_board(), label="History"))
    offered = private(await world.ben.click(history, label="Open board"))
    (url,) = [part["url"] for part in walk(offered.components) if "url" in part]
    session = house.session()
    assert (await house.enter(session, URL(url))).status == 200
    page = Browser(session, house.url / "t/1")
    board = await page.board()
    assert board["status"] == "over"
    assert board["options"] == []
    assert (await page.get("past")).status == 200


async def test_a_page_speaks_as_its_reader_does(world: World, house: House) -> None:
    await world.game()
    page = await house.open_browser(world.ann)
    await world.session.service(PersonalSettings).set_language(world.ann.id, "de")
    assert "Zurückblicken" in await (await page.get()).text()
    assert "Zwerg" in text_of((await page.board())["components"])


@pytest.mark.slow
def test_nothing_is_loaded_where_it_is_off() -> None:
    code = (
        "import sys, bot.__main__, bot.ui.controls; "
        "print([name for name in sys.modules if name.startswith(('bot.web', 'itsdangerous'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert found.stdout.strip() == "[]"
