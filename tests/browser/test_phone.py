"""On a phone: a page of 390 pixels shows each decision of a turn with all that it refers to at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Late

from bot.discord.frame import names_of
from bot.games.catalogue import IN_ENGLISH
from bot.words.menu import Does, Menu, buttons_of
from engine.trogdor.model import Phase
from tests.browser.conftest import Visit
from tests.browser.people import PATIENCE, Person
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.browser.staged_games import Stage, stage_game

pytestmark = pytest.mark.browser

WIDTH: Final = 390
SCREEN: Final = 624
"""Pixels of its height that a phone has for messages."""

SCREENS: Final = {"trogdor": 2}
"""How many of them a decision may take, where it is not one."""

STAGES: Final = {
    "thud": (lambda state: not state.ply, lambda state: state.ply >= 20),
    "thrag": (
        lambda state: not state.fights,
        lambda state: state.turn > 1 and state.fights > 0,
        lambda state: bool(state.owed),
    ),
    "ploc": (lambda state: not state.turn.uses, lambda state: len(state.turn.uses) == 1),
    "trogdor": (
        lambda state: state.phase is Phase.CHOOSE and state.land is not None,
        lambda state: state.phase is Phase.ACT and state.land is not None,
        lambda state: state.phase is Phase.AFTER,
    ),
}
"""Moments of each game at which there is something to decide."""

STEPS: Final = 3
"""How many questions a decision has at most."""


def leading(menu: Menu) -> Iterator[tuple[str, str, bool]]:
    """What leads on to another question: its label, its path, and whether it is picked from a list."""
    for button in buttons_of(menu):
        if button.does is Does.GO and button.enabled:
            yield button.label, button.value, False
    for part in menu.lists:
        if part.does is Does.GO:
            yield part.options[0].label, part.prefix + part.options[0].value, True


def taps(sitting: Sitting) -> Iterator[tuple[str, bool]]:
    """The taps from the board on: always what leads on first, in the end a look at what is picked."""
    shown, path = sitting.current_table(), ""
    for _ in range(STEPS):
        menu: Menu = shown.entry.rules.menu(IN_ENGLISH, names_of(shown.table), shown.state, path)
        further = [one for one in leading(menu) if len(one[1]) > len(path)]
        if not further:
            playing = (part for part in menu.lists if part.does is Does.PLAY)
            yield from ((part.options[0].label, True) for part in [*playing][:1])
            return
        label, path, listed = further[0]
        yield label, listed


def fits(ann: Person, message: Locator, game: str, picture: Path) -> None:
    """The message is no higher than it may be; what it looks like is kept."""
    shown, box = message.locator("img").last, None
    inner = message.locator(".component-container")  # without the page's own gaps around it
    for _ in range(PATIENCE):
        ann.ready()
        with suppress(Late):
            if shown.evaluate("image => image.naturalWidth", timeout=1000):
                message.screenshot(path=picture, timeout=1000)
                box = inner.bounding_box(timeout=1000)
        if box is not None:  # the page had not just put the message there anew
            break
        ann.page.wait_for_timeout(50)
    else:
        raise AssertionError("the picture never loaded")
    assert box["height"] <= SCREEN * SCREENS.get(game, 1), f"see {picture}"


def tap(ann: Person, where: Locator, label: str, *, listed: bool) -> None:
    if listed:
        ann.pick(label, where)
    else:
        where.get_by_role("button", name=label, exact=True).last.click(timeout=1000)


def asks_further(ann: Person, said: str) -> bool:
    """Whether the private message is there, and says something else than before."""
    return ann.aside.count() > 0 and ann.aside.inner_text() != said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moment"), [(game, moment) for game, moments in STAGES.items() for moment in range(len(moments))]
)
def test_a_decision_is_seen_at_once(
    game: str, moment: int, database: Path, visit: Visit, tmp_path: Path
) -> None:
    code = stage_game(database, Stage(game, STAGES[game][moment]))
    with Playground(database, "tests.browser.dealt") as playground:
        ann = visit(playground, "Ann")
        ann.page.set_viewport_size({"width": WIDTH, "height": 3 * SCREEN})  # pictures of all of it
        where = ann.page.locator("article.channel-message").filter(has_text=re.compile(rf"{code}(?!\d)")).last
        fits(ann, where, game, tmp_path / "board.png")
        said = ""
        for number, (label, listed) in enumerate(taps(Sitting(database, {}, int(code[1:]))), 1):
            ann.insist(partial(tap, ann, where, label, listed=listed), partial(asks_further, ann, said))
            where, said = ann.aside, ann.aside.inner_text()
            fits(ann, where, game, tmp_path / f"tap-{number}.png")
