"""Three people in three pages play Trogdor!! by plans alone, with few presses of *Do it*, up to the end.

The turns between the first and the last ones come by a shortcut.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from bot.discord.frame import plain_names
from bot.features.plans.model import Plan
from bot.features.plans.page import task_of
from bot.features.plans.service import DraftPlan, Preview, preview_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.store import Status, Table
from bot.words.menu import Does, Menu, buttons_of
from engine.rng import SeededRng
from engine.trogdor.model import Action, State, Verb
from tests.browser.conftest import Visit
from tests.browser.people import ALONE, Person
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.browser.test_trogdor import NAMES, Kingdom, gather_players
from tests.engine.trogdor.players import sensible

pytestmark = pytest.mark.browser

TROGDOR: Final = CATALOGUE["trogdor"]
FINISH: Final = Action(Verb.FINISH)

DRAFT: Final = re.compile("A plan for .* turn")
"""The title of a plan that is being put together, until it is complete."""

MOST: Final = 2
"""How often *Do it* is pressed in a turn."""

LATE: Final = 9
"""From this turn on they are in a hurry."""

SHOWN: Final = 2
"""How many turns are played on the pages at the beginning, and how many at the end: one with a plan
of the acting player, and one with another's."""


def sensible_plan(state: State) -> Preview:
    """A sensible plan, which leaves only the end of the turn to chance."""
    seat, lines, late = state.turn.seat, list[str](), state.turn.number >= LATE
    while not (preview := preview_of(TROGDOR, state, seat, lines)).is_complete:
        _, action = sensible(preview.ghost, Random(1))
        can_end = FINISH in TROGDOR.game.legal(preview.ghost, seat)
        longer = preview_of(TROGDOR, state, seat, [*lines, str(action)])
        if can_end and (longer.draws_chance or longer.lines == tuple(lines) or (late and len(lines) > 2)):
            action = FINISH
        lines.append(str(action))
    return preview


def taps(menu: Menu) -> Iterator[tuple[list[str], str, str | None]]:
    """The taps of a menu: label, next path, and the line that it plays; a plan confirms nothing."""
    for button in buttons_of(menu):
        if button.does is Does.GO:
            yield [button.label], button.value, None
        elif button.does is Does.PLAY:
            yield [button.label], "", button.value
    for part in menu.lists:
        for option in part.options if part.most == 1 else ():
            value = part.prefix + option.value
            if part.does is Does.GO:
                yield [f"list:{option.label}"], value, None
            else:
                yield [f"list:{option.label}"], "", value


def taps_for(table: Table, preview: Preview, line: str) -> list[str]:
    """The taps on the ghost board for a line, question by question."""
    draft = Plan(table.id, table.turn, preview.seat, 1, "", preview.lines, 0.0)
    task = task_of(IN_ENGLISH, DraftPlan(table, TROGDOR, draft, preview, may_play=True))
    waiting, seen = deque[tuple[str, list[str]]]([("", [])]), set[str]()
    while waiting:
        path, before = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        for labels, then, played in taps(task.menu(path)):
            if played == line:
                return [*before, *labels]
            if played is None:
                waiting.append((then, [*before, *labels]))
    raise AssertionError(f"no tap leads to {line}")


def steps_told(table: Table, preview: Preview) -> list[str]:
    """The steps of a plan in words."""
    steps = zip(preview.states, preview.actions, strict=False)
    names = plain_names(table)
    return [
        TROGDOR.speech.describe(IN_ENGLISH, names, state, preview.seat, action) for state, action in steps
    ]


def foresee(table: Table, state: State) -> list[list[str]]:
    """The lines that they play from here to the end, a turn each, with the chance that the table has."""
    turns, rng = list[list[str]](), SeededRng(table.chance, table.counter)
    number = 0
    while state.outcome is None:
        if state.turn.number != number:
            number = state.turn.number
            turns.append([])
        way = sensible_plan(state)
        for action in way.actions:
            state = TROGDOR.game.apply(state, way.seat, action, rng).state
        turns[-1] += map(str, way.actions)
    return turns


class Planners:
    """The three players with their plans: every other plan is by a player who is not to act."""

    def __init__(self, kingdom: Kingdom) -> None:
        self.kingdom = kingdom
        self.presses = Counter[int]()

    def play_turns(self, turns: int) -> None:
        """So many turns, or what is left of the game."""
        while (now := self.kingdom.shown_and_state()[1]).outcome is None:
            if now.turn.number not in self.presses and not turns:
                return
            turns -= now.turn.number not in self.presses
            self.play()

    def turn_of(self) -> tuple[Table, State, Person]:
        shown, state = self.kingdom.shown_and_state()
        return shown.table, state, self.kingdom.pages[plain_names(shown.table)[state.turn.seat]]

    def play(self) -> None:
        """A plan, from the first step to *Do it*."""
        table, state, active = self.turn_of()
        preview = sensible_plan(state)
        others = [person for person in self.kingdom.pages.values() if person is not active]
        maker = active if table.turn % 2 else others[table.turn % len(others)]
        mine = self.compose_plan(maker, table, state, preview)
        message = mine if maker is active else self.share_plan(maker, active, mine, table, preview)
        if message is not mine:
            liked = message.get_by_role("button", name="I like it · 1", exact=True)
            active.insist(partial(self.press, message, "I like it"), lambda: liked.count() > 0)
        active.insist(partial(self.press, message, "Do it"), partial(self.is_played, table, preview))
        self.presses[state.turn.number] += 1
        after = self.kingdom.table()
        assert after.revision == table.revision + len(preview.actions), preview.lines

    @staticmethod
    def press(where: Locator, label: str) -> None:
        where.get_by_role("button", name=label, exact=True).last.click(timeout=1000)

    def is_played(self, before: Table, preview: Preview) -> bool:
        """Whether every step is: each of them is a save."""
        return self.kingdom.table().revision >= before.revision + len(preview.actions)

    def compose_plan(self, maker: Person, table: Table, state: State, preview: Preview) -> Locator:
        """The steps, put together in private."""
        alone = maker.page.locator("article.channel-message").filter(has_text=ALONE)
        before, plan = alone.count(), maker.board.get_by_role("button", name="Plan", exact=True)
        # A press that came twice is refused by a newer message.
        with_steps = alone.filter(has=maker.page.get_by_role("button", name="Share…", exact=True))
        mine = alone.filter(has_text=DRAFT).or_(with_steps).last
        maker.insist(partial(plan.last.click, timeout=1000), lambda: alone.count() > before)
        maker.ready()
        while (off := mine.get_by_role("button", name="Undo last step", exact=True)).count():
            off.click(timeout=5000)  # what was put together before
            maker.ready()
        told = steps_told(table, preview)
        for number, line in enumerate(preview.lines):
            here = preview_of(TROGDOR, state, preview.seat, preview.lines[:number])
            labels = taps_for(table, here, line)
            for label, then in pairwise([*labels, ""]):
                done = (
                    partial(self.asks, mine, then) if then else partial(self.says, mine, told[: number + 1])
                )
                maker.insist(partial(self.tap, maker, mine, label), done)
        return mine

    def tap(self, maker: Person, where: Locator, label: str) -> None:
        if label.startswith("list:"):
            maker.pick(label.removeprefix("list:"), where)
        else:
            self.press(where, label)

    @staticmethod
    def asks(mine: Locator, then: str) -> bool:
        """Whether the private message has come to what is tapped next."""
        if then.startswith("list:"):
            return mine.locator(".preview-select").count() > 0
        return mine.get_by_role("button", name=then, exact=True).count() > 0

    @staticmethod
    def says(mine: Locator, told: list[str]) -> bool:
        """Whether the private message has all these steps, besides the buttons that offer some of them."""
        text, labels = mine.inner_text(), " ".join(mine.get_by_role("button").all_inner_texts())
        return all(text.count(step) - labels.count(step) >= told.count(step) for step in told)

    def share_plan(
        self, maker: Person, active: Person, mine: Locator, table: Table, preview: Preview
    ) -> Locator:
        """Share the plan; returns its message as the player to act sees it in the channel."""
        name = f"Plan {table.turn}.{table.revision}"
        form = maker.page.get_by_role("dialog")
        maker.insist(partial(self.press, mine, "Share…"), lambda: form.count() > 0)
        form.get_by_role("textbox").fill(name)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_have_count(0)
        message = active.page.locator("article.channel-message").filter(has_text=name).last
        expect(message.locator("img")).to_be_visible()
        expect(message).to_contain_text(steps_told(table, preview)[-1])
        active.ready()
        return message


@pytest.mark.slow
def test_a_game_is_played_by_plans_with_two_presses_a_turn_at_most(
    playground: Playground, database: Path, visit: Visit
) -> None:
    planners = Planners(gather_players(playground, database, visit))
    planners.play_turns(SHOWN)
    shown, state = planners.kingdom.shown_and_state()
    middle = foresee(shown.table, state)[:-SHOWN]
    Sitting(database, planners.kingdom.pages).skip(*chain.from_iterable(middle))
    planners.play_turns(SHOWN)
    assert planners.kingdom.table().status is Status.OVER
    assert set(planners.presses.values()) <= set(range(1, MOST + 1)), planners.presses
    assert len(planners.presses) > len(NAMES)
    for person in planners.kingdom.pages.values():
        expect(person.card.locator("img")).to_be_visible()
