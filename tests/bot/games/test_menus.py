"""The menus of every game: what they offer can be done, and every question leads back to the beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.words.menu import LIST_LIMIT, Does, List, Menu, buttons_of, leads_to
from tests.playthroughs.golden import FILES, plies, seats_of

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Frida")
ROW_LIMIT = 5
STATES = [
    (file.stem, number, CATALOGUE[game.key], ply.state, seats_of(file.read_text()))
    for file in FILES
    for game, every in [plies(file.read_text())]
    for number, ply in enumerate(every)
    if number % 7 == 0 and game.outcome(ply.state) is None
]


def menus(menu_at: Callable[[str], Menu]) -> dict[str, Menu]:
    """Every menu that can be reached, by its path."""
    found: dict[str, Menu] = {}
    waiting = [""]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = menu_at(path)
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


CASES = pytest.mark.parametrize(
    ("entry", "state", "seats"),
    [(entry, state, seats) for _, _, entry, state, seats in STATES],
    ids=[f"{file}-{number}" for file, number, *_ in STATES],
)


@pytest.mark.sampled(4)
@CASES
def test_what_a_menu_offers_can_be_done_and_every_question_leads_back(
    entry: AnyEntry, state: object, seats: int
) -> None:
    found = menus(partial(entry.rules.menu, IN_ENGLISH, NAMES[:seats], state))
    assert found[""].lists or list(buttons_of(found[""])), f"{entry.game.key}: the first menu offers nothing"
    check(entry, state, found, {action for seat in range(seats) for action in entry.game.legal(state, seat)})
    for button in (button for menu in found.values() for button in buttons_of(menu)):
        assert button.does is not Does.ASIDE or entry.rules.aside is not None, (
            f"{entry.game.key}: no private menu"
        )
        assert button.does is not Does.FILM or entry.drawing.film is not None, f"{entry.game.key}: no film"


@CASES
def test_a_private_menu_offers_what_its_own_seat_can_do(entry: AnyEntry, state: object, seats: int) -> None:
    if entry.rules.aside is None:
        return
    for seat in range(seats):
        found = menus(partial(entry.rules.aside, IN_ENGLISH, NAMES[:seats], state, seat))
        check(entry, state, found, set(entry.game.legal(state, seat)))


def check(entry: AnyEntry, state: object, found: dict[str, Menu], legal: set[object]) -> None:
    """All that these menus offer is legal, and every question leads back."""
    game = entry.game
    for path, menu in found.items():
        for part in menu.lists:
            assert 1 <= len(part.options) <= LIST_LIMIT, f"{game.key}, path {path!r}: a list of a bad length"
        for row in menu.rows:
            assert 1 <= len(row) <= ROW_LIMIT, f"{game.key}, path {path!r}: a row of a bad length"
        for line in lines(menu):
            assert game.parse(line, state) in legal, f"{game.key}, path {path!r}: {line!r} is not legal"
        back = [step for step in leads_to(menu) if len(step) < len(path)]
        assert path == "" or back, f"{game.key}, path {path!r}: no way back; add a Button(…, does=Does.GO)"
