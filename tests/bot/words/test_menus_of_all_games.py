"""The menus of every game: what they offer can be done, and every question leads back to the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from bot.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.words.menu import LIST_LIMIT, Does, List, Menu, buttons_of, leads_to
from tests.playthroughs.golden import FILES, plies

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida")
STATES = [
    (file.stem, number, CATALOGUE[game.key], ply.state)
    for file in FILES
    for game, every in [plies(file.read_text())]
    for number, ply in enumerate(every)
    if number % 7 == 0 and game.outcome(ply.state) is None
]


def menus(entry: AnyEntry, state: object) -> dict[str, Menu]:
    """Every menu that can be reached in a state, by its path."""
    found: dict[str, Menu] = {}
    waiting = [""]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = entry.menu(IN_ENGLISH, NAMES, state, path)
            waiting += leads_to(found[path])
    return found


def of(menu: Menu, does: Does) -> list[List]:
    return [part for part in menu.lists if part.does is does]


def lines(menu: Menu) -> Iterator[str]:
    """Every line of notation that a menu can play; of several choices at once, one, two and all."""
    yield from (button.value for button in buttons_of(menu) if button.does is Does.PLAY and button.enabled)
    for part in of(menu, Does.PLAY):
        values = [option.value for option in part.options]
        for count in {1, min(2, part.most), part.most}:
            yield from (part.prefix + "".join(chosen) for chosen in combinations(values, count))


@pytest.mark.parametrize(
    ("entry", "state"),
    [(entry, state) for _, _, entry, state in STATES],
    ids=[f"{file}-{number}" for file, number, _, _ in STATES],
)
def test_what_a_menu_offers_can_be_done_and_every_question_leads_back(entry: AnyEntry, state: object) -> None:
    game = entry.game
    legal = {action for seat in range(game.seats[-1]) for action in game.legal(state, seat)}
    found = menus(entry, state)
    assert found[""].lists or list(buttons_of(found[""])), f"{game.key}: the first menu offers nothing"
    for path, menu in found.items():
        for part in menu.lists:
            assert 1 <= len(part.options) <= LIST_LIMIT, f"{game.key}, path {path!r}: a list of a bad length"
        for line in lines(menu):
            assert game.parse(line, state) in legal, f"{game.key}, path {path!r}: {line!r} is not legal"
        back = [step for step in leads_to(menu) if len(step) < len(path)]
        assert path == "" or back, f"{game.key}, path {path!r}: no way back; add a Button(…, does=Does.GO)"
