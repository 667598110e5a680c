"""One person in a browser: against and with bots, with hints, odds and the review afterwards.

No whole game is played here: the plies between its beginning and its end come by a shortcut.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Late

from bot.kernel.session import Shown
from bot.store import Status
from engine.octagon.model import PlayerCall
from tests.browser.conftest import Visit
from tests.browser.people import ASIDE, Person
from tests.browser.processes import Playground
from tests.browser.shortcut import best_line
from tests.browser.sitting import Sitting, sees

pytestmark = pytest.mark.browser

ODO: Final = "Odo, the carter: knows his rules of thumb"
PIP: Final = "Pip, the pot boy: plays at a glance"
THINKING: Final = 60_000
"""Milliseconds that a search may take on a busy machine."""

PATIENCE: Final = 600
"""How often to look, ten times a second, before a bot counts as gone."""

LISTED: Final = 6
"""Plies of a match that are played from the lists."""

LONG_ENOUGH: Final = 4
"""Plies after which Ann captures nothing more, and ends a battle as soon as nothing happens in it."""


def until(person: Person, sitting: Sitting, done: Callable[[Shown], bool]) -> Shown:
    """Wait for a table that is so."""
    for _ in range(PATIENCE):
        shown = sitting.current_table()
        if done(shown):
            return shown
        person.page.wait_for_timeout(100)
    raise AssertionError(f"nothing has happened at {sitting.table()}")


def is_anns(shown: Shown) -> bool:
    return shown.table.status is Status.OVER or 0 in shown.entry.game.to_act(shown.state)


def played_out(
    person: Person,
    sitting: Sitting,
    line: Callable[[Shown], str] = best_line,
    play: Callable[[str], None] | None = None,
) -> Any:
    """The state at the end of a game that Ann plays alone with bots."""
    while True:
        shown = until(person, sitting, is_anns)
        if shown.table.status is Status.OVER:
            return shown.state
        (play or sitting.play)(line(shown))


def take_turns(person: Person, sitting: Sitting, turns: int) -> None:
    """Ann plays until so many turns of hers are over, or the game is."""
    for _ in range(turns):
        turn = (shown := until(person, sitting, is_anns)).table.turn
        while is_anns(shown) and shown.table.turn == turn and shown.table.status is Status.PLAYING:
            sitting.play(best_line(shown))
            shown = sitting.current_table()


def ask_command(person: Person, command: str, told: str) -> Locator:
    """The private answer to a command, with its picture if it has one."""
    person.send(command)
    answer = person.message(told)
    expect(answer).to_be_visible(timeout=THINKING)
    expect(answer).to_contain_text("Only you can see this")
    return answer


def wait_for_review(person: Person, picture: Path) -> Locator:
    """Request the review of the game until it is made; a screenshot is stored."""
    person.send("review")
    review, again = person.message(", the review"), person.page.get_by_role("button", name="Look again")
    for _ in range(PATIENCE):
        if review.count():
            break
        with suppress(Late):
            again.last.click(timeout=1000)
        person.page.wait_for_timeout(1000)
    expect(review.locator("img")).to_have_attribute("alt", re.compile(r"^How .+ went, as a curve"))
    expect(review.locator("img")).not_to_have_js_property("naturalWidth", 0)
    review.screenshot(path=picture)
    return review


def until_quiet(shown: Shown) -> str:
    """What a sensible person would do in Thud who wants a battle to end in which nothing happens any more."""
    view, legal = shown.entry.game.view(shown.state, 0), shown.entry.game.legal(shown.state, 0)
    best = best_line(shown)
    if view.ply < LONG_ENOUGH:
        return best
    if PlayerCall.CLAIM in legal:
        return str(PlayerCall.CLAIM)
    return next((line for line in (best, *map(str, legal)) if "-" in line), best)


def by_lists(person: Person, sitting: Sitting, line: str) -> None:
    """One of the first moves of Thud from the lists below the board: the piece, then where it goes.

    Later ones are typed, and calls have their button.
    """
    before = sitting.current_table()
    if line in set(map(str, PlayerCall)) or before.table.plies >= LISTED:
        sitting.play(line)
        return
    sees(person, before)
    origin, target, *_ = re.split("[-x]", line[1:])
    asks = person.aside.filter(has_text=f"on {origin}: move to")
    person.insist(lambda: person.pick(origin), lambda: asks.count() > 0)
    person.pick_and_play(target)
    person.insist(person.ready, partial(is_later, sitting, before))


def is_later(sitting: Sitting, before: Shown) -> bool:
    return sitting.current_table().table.revision > before.table.revision


@pytest.mark.slow
def test_a_game_of_ploc_against_a_bot(playground: Playground, database: Path, visit: Visit) -> None:
    ann = visit(playground, "Ann")
    ann.opens("Ploc", bot=PIP, side="0")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(ann.ready, sitting.is_on)
    take_turns(ann, sitting, 2)
    sitting.skip(level="odo")
    state = played_out(ann, sitting)
    assert state.outcome.winners
    expect(ann.card).to_be_visible(timeout=THINKING)


@pytest.mark.slow
def test_a_game_of_trogdor_with_two_bots(playground: Playground, database: Path, visit: Visit) -> None:
    ann = visit(playground, "Ann")
    ann.opens("Trogdor!!", bot=ODO)
    lobby = ann.message("Who's in?")
    expect(lobby).to_contain_text("Odo")
    ann.insist(lambda: ann.click("Add a bot"), lambda: ann.message("Which bot").count() > 0)
    ann.pick(ODO, ann.message("Which bot"))
    expect(lobby).to_contain_text("Odo 2")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(lambda: ann.click("Start"), sitting.is_on)
    take_turns(ann, sitting, 2)
    sitting.skip(level="odo")
    state = played_out(ann, sitting)
    assert state.outcome is not None
    assert {player.name for player in sitting.current_table().table.players} == {"Ann", "Odo", "Odo 2"}
    expect(ann.card).to_be_visible(timeout=THINKING)


@pytest.mark.slow
def test_a_short_match_of_thud_against_a_bot(
    playground: Playground, database: Path, visit: Visit, tmp_path: Path
) -> None:
    ann = visit(playground, "Ann")
    ann.opens("Thud", bot=PIP, side="0", quiet_limit="4")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(ann.ready, sitting.is_on)
    state = played_out(ann, sitting, until_quiet, partial(by_lists, ann, sitting))
    assert len(state.results) == 2
    sitting.look()
    shown = ann.page.locator("article.channel-message").filter(has_text="Thud · T1", has_not_text=ASIDE)
    expect(shown).to_have_count(1)
    expect(ann.board).to_contain_text(re.compile("wins the match by|The match is a draw"))
    ann.sees_card("battle 2")
    ann.board.screenshot(path=tmp_path / "closing-board.png")
    expect(wait_for_review(ann, tmp_path / "review.png")).to_contain_text("Grete estimates that")


@pytest.mark.slow
def test_a_game_of_thrag_with_a_hint_and_the_odds(
    playground: Playground, database: Path, visit: Visit, tmp_path: Path
) -> None:
    ann = visit(playground, "Ann")
    ann.opens("One Man, Thrag!", "Play")
    sitting = Sitting(database, {"Ann": ann})
    expect(ann.board).to_contain_text("who first?")
    expect(ask_command(ann, "odds", ": the odds")).to_contain_text("%")
    hint = ask_command(ann, "hint", ": a hint")
    before = sitting.current_table()  # the hint is in the log, too: only what is later has been played
    played = hint.get_by_role("button", name=re.compile("^(Fight|Slay|Reroll|Play) "))
    ann.insist(lambda: played.click(timeout=1000), lambda: is_later(sitting, before))
    sitting.play(best_line(sitting.current_table()))
    sitting.skip(level="odo")
    state = played_out(ann, sitting)
    assert state.outcome is not None
    expect(ann.board).to_contain_text(re.compile("Won!|Lost"))
    ann.sees_card("hints")
    expect(wait_for_review(ann, tmp_path / "review.png")).to_contain_text("Grete estimates that")
