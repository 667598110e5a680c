"""Boards in a browser: how each game begins and ends, one on the page and one in Discord at once.

The middle of longer games comes by a shortcut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from bot.discord.frame import plain_names
from bot.kernel.session import Shown
from bot.store import Status
from engine.octagon.model import PlayerCall
from engine.rng import SeededRng
from engine.trogdor.model import Action, State, Verb
from tests.bot.samples import QUIET
from tests.browser.conftest import Visit
from tests.browser.pages import DESK, PHONE, Board
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.browser.test_bots import PIP
from tests.browser.test_ploc import shortest as shortest_of_ploc
from tests.browser.test_thrag import shortest as shortest_of_thrag
from tests.engine.thrag.players import fickle
from tests.engine.trogdor.players import sensible

pytestmark = pytest.mark.browser

FINISH: Final = Action(Verb.FINISH)

LATE: Final = 30
"""After so many actions those who play Trogdor are in a hurry."""

FOCUSED: Final = """() => {
    const at = document.activeElement?.closest("#places button, #choices button, #sheet .choices button");
    return at ? at.getAttribute("aria-label") ?? at.textContent : "";
}"""
"""The label of the focused element."""

BEGINNING: Final = 7
"""Actions of a game before its middle."""

END: Final = 5
"""Actions of a game after its middle."""

Opened = Callable[[ViewportSize], Board]


@pytest.fixture
def open_board(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """A browser that was never there, with a screen of this size; what it shows in the end is kept."""
    boards = list[Board]()

    def one(screen: ViewportSize) -> Board:
        touch = screen["width"] < 500
        context = browser.new_context(viewport=screen, has_touch=touch, reduced_motion="reduce")
        boards.append(Board(context.new_page()))
        return boards[-1]

    yield one
    for number, board in enumerate(boards):
        board.page.screenshot(path=tmp_path / f"board-{number}.png", full_page=True)
        board.page.context.close()


def both(
    playground: Playground, database: Path, visit: Visit, game: str, sit: str, **options: str
) -> Sitting:
    """A table that Ann has opened, and Ben sits at."""
    pages = {name: visit(playground, name) for name in ("Ann", "Ben")}
    pages["Ann"].opens(game, **options)
    sitting = Sitting(database, pages)
    ben = pages["Ben"]
    if game == "Trogdor!!":
        ben.insist(lambda: ben.click(sit), lambda: len(getattr(sitting.table(), "players", ())) > 1)
        pages["Ann"].insist(lambda: pages["Ann"].click("Start"), sitting.is_on)
    else:
        ben.insist(lambda: ben.click(sit), sitting.is_on)
    return sitting


def played_out(
    sitting: Sitting, board: Board, line: Callable[[Shown], str], middle: Sequence[str] = ()
) -> Any:
    """The state at the end of a game that Ann plays on the page, and Ben in Discord, but for its middle."""
    board.enters(sitting.pages["Ann"])
    while (shown := sitting.current_table()).table.status is Status.PLAYING:
        if middle and shown.table.plies == BEGINNING:
            sitting.skip(*middle)
            continue
        seat = min(shown.entry.game.to_act(shown.state))
        if plain_names(shown.table)[seat] == "Ann":
            board.plays(shown, line(shown))
        else:
            sitting.play(line(shown))
    board.at(shown.table.revision)
    assert board.faults == []
    return shown.state


def until_the_end(shown: Shown) -> list[str]:
    """What people who mean well play in Trogdor, as the table's chance will have it."""
    game, lines = shown.entry.game, list[str]()
    state: State = shown.entry.codec.load(shown.table.state or "")
    rng = SeededRng(shown.table.chance, shown.table.counter)
    while state.outcome is None:
        seat, action = sensible(state, Random(1))
        if len(lines) >= LATE and FINISH in game.legal(state, seat):
            action = FINISH
        lines.append(str(action))
        state = game.apply(state, seat, action, rng).state
    return lines


def fits(board: Board) -> None:
    """The picture is as wide as the screen of a phone, and nothing sticks out."""
    picture, whole, screen = board.pixels()
    assert picture == screen
    assert whole <= screen


@pytest.mark.slow
def test_thud_is_two_taps_a_move(
    playground: Playground, database: Path, visit: Visit, open_board: Opened
) -> None:
    sitting = both(playground, database, visit, "Thud", "Join", side="0", quiet_limit="4")
    board = open_board(DESK)

    def line(shown: Shown) -> str:
        (seat,) = shown.entry.game.to_act(shown.state)
        legal = [str(action) for action in shown.entry.game.legal(shown.state, seat)]
        if str(PlayerCall.CLAIM) in legal:
            return str(PlayerCall.CLAIM)
        return next((move for move in QUIET if move in legal), legal[0])

    state = played_out(sitting, board, line)
    assert len(state.results) == 2
    expect(board.page.locator("#news")).to_contain_text(re.compile("wins the match by|The match is a draw"))


@pytest.mark.slow
def test_ploc_on_a_phone(playground: Playground, database: Path, visit: Visit, open_board: Opened) -> None:
    sitting = both(playground, database, visit, "Ploc", "Give them that side", side="0")
    board = open_board(PHONE)
    lines = shortest_of_ploc(sitting.current_table().table.seed)
    played_out(sitting, board, lambda shown: lines[shown.table.plies], lines[BEGINNING:-END])
    fits(board)


@pytest.mark.slow
def test_trogdor_on_a_phone(playground: Playground, database: Path, visit: Visit, open_board: Opened) -> None:
    sitting = both(playground, database, visit, "Trogdor!!", "Join", map="easy", menders="troghammer")
    board = open_board(PHONE)

    lines = until_the_end(sitting.current_table())
    state = played_out(sitting, board, lambda shown: lines[shown.table.plies], lines[BEGINNING:-END])
    assert state.outcome is not None
    fits(board)


@pytest.mark.slow
def test_thrag_at_a_desk(playground: Playground, database: Path, visit: Visit, open_board: Opened) -> None:
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play", null_coin="5", track_coins="yes")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(ann.ready, sitting.is_on)
    lines = shortest_of_thrag(sitting, fickle, "win")
    board = open_board(DESK)
    state = played_out(sitting, board, lambda shown: lines[shown.table.plies], lines[BEGINNING:-END])
    assert state.outcome.ending == "win"


@pytest.mark.slow
def test_a_piece_is_dragged(playground: Playground, database: Path, visit: Visit, open_board: Opened) -> None:
    ann = visit(playground, "Ann")
    ann.opens("Thud", bot=PIP, side="0")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(ann.ready, sitting.is_on)
    board = open_board(DESK)
    board.enters(ann)
    revision = sitting.current_table().table.revision
    board.drags("E2", "E7")
    expect(board.page.locator("#news")).to_contain_text("from E2 to E7")
    assert sitting.current_table().table.revision > revision
    assert board.faults == []


class HeldPage:
    """A page with a test's buttons, which notes what is `used`, and delays its step until `release`."""

    def __init__(self, page: Page, offered: Callable[[str], list[Any]]) -> None:
        self.used = list[Any]()
        self._page = page
        self._offered = offered
        self._steps = list[Route]()
        page.route("**/board?path=*", self._says)
        page.route("**/board?path=step", lambda route: self._steps.append(route))  # noqa: PLW0108 - Playwright marks it
        page.route("**/use", self._notes)

    def tell(self) -> None:
        """The step is there."""
        self._says(self._steps.pop())

    def release(self) -> None:
        """Stop delaying the step."""
        self._page.unroute("**/board?path=step")

    def _says(self, route: Route) -> None:
        path = "step" if "path=step" in route.request.url else ""
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "path": path, "options": self._offered(path)})

    def _notes(self, route: Route) -> None:
        self.used.append(route.request.post_data_json)
        route.fulfill(json={"answers": [], "revision": 0})


@contextmanager
def hold_steps(page: Page, offered: Callable[[str], list[Any]]) -> Iterator[HeldPage]:
    yield HeldPage(page, offered)
    page.unroute_all(behavior="wait")  # the page may be asking just then


@pytest.mark.slow
def test_what_is_tapped_before_a_step_is_there_is_meant_for_it(
    playground: Playground, visit: Visit, open_board: Opened
) -> None:
    """The same words stand at the beginning and at the step, and do different things."""
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play")
    board = open_board(PHONE)

    def offered_buttons(path: str) -> list[Any]:
        elsewhere = {"label": "Elsewhere", "look": "plain", "place": None, "row": 0, "path": "step"}
        does = {"label": "Do it", "look": "plain", "place": None, "row": 0, "custom_id": f"it{path}"}
        return [does] if path else [does, elsewhere]

    with hold_steps(board.page, offered_buttons) as page:
        board.enters(ann)
        with board.page.expect_request("**/board?path=step"):
            board.page.get_by_role("button", name="Elsewhere").click()
        board.page.get_by_role("button", name="Do it").click()
        with board.page.expect_response("**/use"):
            page.tell()
        assert [press["custom_id"] for press in page.used] == ["itstep"]


@pytest.mark.slow
def test_what_lies_in_one_place_is_chosen_from_the_step_that_comes(
    playground: Playground, visit: Visit, open_board: Opened
) -> None:
    """A place that holds several things is tapped before a step is there; and chosen from as it goes on."""
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play")
    board = open_board(PHONE)

    def offered_buttons(path: str) -> list[Any]:
        here = {"look": "plain", "place": [100, 100, 200, 200], "row": 0}
        elsewhere = {
            "label": "Elsewhere",
            "look": "plain",
            "place": None,
            "row": 1,
            "path": "" if path else "step",
        }
        return [
            *({**here, "label": name, "custom_id": f"{name}{path}"} for name in ("Hit", "Miss")),
            elsewhere,
        ]

    with hold_steps(board.page, offered_buttons) as page:
        board.enters(ann)
        sheet, place = board.page.locator("#sheet[open]"), board.page.get_by_role("button", name="Hit, Miss")
        with board.page.expect_request("**/board?path=step"):
            board.page.get_by_role("button", name="Elsewhere").click()
        place.click()
        expect(sheet).to_have_count(0)
        page.tell()
        with board.page.expect_response("**/use"):
            sheet.get_by_role("button", name="Miss").click()
        assert [press["custom_id"] for press in page.used] == ["Missstep"]
        expect(board.page.locator("#picture")).to_have_attribute("src", re.compile("path=&"))
        place.click()
        expect(sheet).to_have_count(1)
        page.release()
        board.page.evaluate("[...document.querySelectorAll('#choices button')].at(-1).click()")
        expect(sheet).to_have_count(0)


@pytest.mark.slow
def test_a_turn_of_ploc_by_keyboard_alone(
    playground: Playground, database: Path, visit: Visit, open_board: Opened
) -> None:
    """Tab and Enter only; screen readers announce what happened."""
    sitting = both(playground, database, visit, "Ploc", "Give them that side", side="0")
    board = open_board(DESK)
    board.enters(sitting.pages["Ann"])
    keys, tried, uses = board.page.keyboard, set[str](), 0
    for _ in range(600):
        turn = sitting.state().turn
        if turn.seat != 0:
            break
        if len(turn.uses) != uses:  # a die was used: all can be chosen anew
            uses = len(turn.uses)
            tried.clear()
        focused = board.page.evaluate(FOCUSED)
        if focused and focused not in tried and "give up" not in focused and "Back" not in focused:
            tried.add(focused)
            keys.press("Enter")
            board.page.wait_for_timeout(300)
        else:
            keys.press("Tab")
    assert sitting.state().turn.seat == 1
    expect(board.page.locator("#live")).not_to_be_empty()
    assert board.faults == []


SCRUBS: Final = """() => {
    const slider = document.getElementById("slider");
    for (let at = 0; at < 150; at++) {
        slider.value = `${at}`;
        slider.dispatchEvent(new Event("input"));
    }
}"""
"""The slider is dragged quickly."""


@pytest.mark.slow
def test_who_draws_the_slider_along_asks_for_few_pictures(
    playground: Playground, visit: Visit, open_board: Opened
) -> None:
    """Users without a session share a limit of history views; a refused picture is requested again."""
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play")
    board, asked, shown = open_board(PHONE), list[str](), BytesIO()
    board.enters(ann)
    Image.new("RGB", (900, 600)).save(shown, "PNG")

    def answers(route: Route) -> None:
        asked.append(route.request.url.rpartition("/")[2])
        refused = len(asked) == 1
        route.fulfill(status=429 if refused else 200, content_type="image/png", body=shown.getvalue())

    told = [{"ply": ply, "told": f"Move {ply}"} for ply in range(200)]
    past = {"moves": told, "turnings": [], "fork": "", "revision": 1}
    board.page.route("**/past", lambda route: route.fulfill(json=past))
    board.page.route("**/past/*", answers)
    board.page.get_by_role("button", name="Look back").click()
    board.page.wait_for_function("() => document.body.classList.contains('looks-back')")
    board.page.evaluate(SCRUBS)
    expect(board.page.locator("#picture")).to_have_attribute("src", re.compile("/past/149$"))
    assert asked[0] == "199"
    assert asked[-1] == "149"
    assert len(asked) <= 4, asked


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_in_the_way_of_anybody(
    playground: Playground, visit: Visit, open_board: Opened, scheme: Any
) -> None:
    """Accessibility problems (axe) on the page, at a step, on a sheet, in the history, on linked pages."""
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play")
    board = open_board(PHONE)
    board.page.emulate_media(color_scheme=scheme)
    board.enters(ann)
    found = {"board": serious(board)}
    board.page.get_by_role("button", name="Other ways").click()
    found["step"] = serious(board)
    board.page.get_by_role("button", name="More", exact=True).click()
    expect(board.page.locator("#sheet[open]")).to_be_visible()
    found["sheet"] = serious(board)
    board.page.get_by_role("button", name="Close").click()
    board.page.get_by_role("button", name="Type a move").click()
    expect(board.page.locator("#sheet[open] form")).to_be_visible()
    found["form"] = serious(board)
    board.page.keyboard.press("Escape")
    board.page.get_by_role("button", name="Look back").click()
    expect(board.page.locator("#slider")).to_be_focused()
    found["past"] = serious(board)
    base = board.page.url.rpartition("/t/")[0]
    board.page.goto(f"{base}/in")
    expect(board.page.locator("#gone")).to_be_visible()
    found["entrance"] = serious(board)
    board.page.goto(f"{base}/t/999")
    found["gone"] = serious(board)
    assert {where: what for where, what in found.items() if what} == {}


def serious(board: Board) -> list[str]:
    """Serious accessibility problems, with their elements."""
    results = Axe().run(board.page)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in results.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
