"""The guided picker over a position that no table has: what it offers, with the private menu of its seat."""

from __future__ import annotations

import pytest

from bot.discord.keyboard import PUZZLE, PickerControls
from bot.games.catalogue import CATALOGUE, words_in
from bot.ui.play.task import OWN, Task, question_message
from bot.words.menu import Does, buttons_of
from engine.trogdor import GAME
from engine.trogdor.model import State, Verb
from tests.bot.discord.test_limits import check
from tests.bot.games.trogdor.test_menu import choices, led_to, lines, played_games
from tests.bot.ui.world import Component

ELSEWHERE = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE})
"""What the test leaves out: lines that concern other people."""


def task(state: State, *, own: bool = True) -> Task:
    offered = {str(one) for one in GAME.legal(state, state.turn.seat) if one.verb not in ELSEWHERE}
    return Task(
        words_in("en"),
        CATALOGUE["trogdor"],
        state,
        state.turn.seat,
        ("Ann", "Ben", "Cleo"),
        title="### A turn",
        code="T1",
        file="T1",
        spot=PickerControls(PUZZLE, "12", 123_456_789, 123_456),
        offers=offered.__contains__,
        own=own,
        ghost=True,
    )


@pytest.mark.parametrize("number", range(4))
def test_all_that_is_offered_is_reached_the_private_menu_included_and_nothing_else(number: int) -> None:
    for state in played_games(number, 3):
        if state.outcome is not None:
            continue
        found = led_to(task(state).menu)
        offered = {str(GAME.parse(line, state)) for menu in found.values() for line in lines(menu)}
        legal = GAME.legal(state, state.turn.seat)
        assert offered == {str(one) for one in legal if one.verb not in ELSEWHERE}
        for path, menu in found.items():
            assert not path or any(len(step) < len(path) for step in choices(menu, Does.GO)), path
            assert all(button.does is not Does.ASIDE for button in buttons_of(menu))


def test_the_way_to_the_private_menu_is_there_only_where_something_is_offered_in_it() -> None:
    leads = set()
    for state in played_games(1, 3):
        if state.outcome is None:
            ways = [button.value for button in buttons_of(task(state).menu()) if button.value.startswith(OWN)]
            usable = any(one.verb is Verb.ITEM for one in GAME.legal(state, state.turn.seat))
            assert bool(ways) == usable
            assert not [button for button in buttons_of(task(state, own=False).menu()) if button.value == OWN]
            leads.add(usable)
    assert leads == {True, False}


async def test_it_fits_discord_wherever_a_game_stands_with_ids_as_long_as_they_get() -> None:
    for state in list(played_games(3, 3))[::9]:
        if state.outcome is not None:
            continue
        one = task(state)
        for path in led_to(one.menu):
            message = await question_message(one, "What next?", path=path)
            parts: list[Component] = message.layout.to_components()  # type: ignore[no-untyped-call]
            check(parts)
