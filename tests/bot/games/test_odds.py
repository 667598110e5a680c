"""The odds of every game in words: each kind that a mind knows, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.words import LANGUAGES
from bot.words.odds import chance
from engine.core import read_settings
from engine.mind import Odds
from engine.minds import MINDS
from engine.rng import SeededRng

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve", "Finn")
STEPS = 60


def documented(game: str) -> set[str]:
    """The keys that a mind's odds are said to have, at the head of their module."""
    about = import_module(f"engine.{game}.mind.odds").__doc__ or ""
    return set(re.findall(r"^[-*] `([\w.-]+)`", about, re.MULTILINE))


def views(game: str, seed: str) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """What is seen in a game that the house plays, before each of its decisions."""
    rules = CATALOGUE[game].game
    seats, rng = rules.seats.start, SeededRng(seed)
    state = rules.start(read_settings(rules, {}, seats), seats, rng)
    for _ in range(STEPS):
        if not rules.to_act(state):
            return
        seat = min(rules.to_act(state))
        view, actions = rules.view(state, seat), rules.legal(state, seat)
        yield view, actions
        state = rules.apply(state, seat, rules.stands_in(view, actions, rng), rng).state


@pytest.mark.parametrize("game", MINDS)
def test_whatever_the_odds_are_there_are_words_for_them(game: str) -> None:
    told, mind, kinds = CATALOGUE[game].odds, MINDS[game], set[str]()
    assert told is not None
    for view, actions in views(game, "chances"):
        odds = mind.odds(view, actions)
        kinds |= {found.key for found in odds}
        for language in LANGUAGES:
            said = told(words_in(language), NAMES, view, odds)
            assert len(said.lines) >= min(len(odds), 1)
            assert not any("{" in line for line in said.lines)
    assert kinds <= documented(game), "the head of the module lists them all"


@pytest.mark.parametrize("game", MINDS)
def test_every_kind_that_is_documented_is_told(game: str) -> None:
    told, view = CATALOGUE[game].odds, next(views(game, "kinds"))[0]
    assert told is not None
    given = Values()
    for key in documented(game):
        said = told(IN_ENGLISH, NAMES, view, (Odds(key, 0.25, given, "x"),))
        assert said.lines, key
    with pytest.raises(KeyError):
        told(IN_ENGLISH, NAMES, view, (Odds("no such kind", 0.25, given),))


def test_trogdors_two_safest_squares_have_a_line_each_and_the_others_one_together() -> None:
    told = CATALOGUE["trogdor"].odds
    assert told is not None
    shares = {"b2": 0.0, "b3": 0.001, "b4": 0.25, "c4": 0.25, "d4": 0.5, "d3": 1.0}
    odds = (
        Odds("struck", 0.5, {"square": "c3", "health": 3}),
        *(
            Odds("struck-there", share, {"square": to, "health": 3}, f"step {to}")
            for to, share in shares.items()
        ),
        Odds("mend", 0.75, {"cottages": 1}),
    )
    said = told(IN_ENGLISH, NAMES, None, odds)
    assert said.lines[1:4] == (
        "- `step b2` first, and he is hit at b2: **impossible**",
        "- `step b3` first, and he is hit at b3: **less than 1%**",
        "- Elsewhere: b4 c4 **25%** · d4 **50%** · d3 **100%**",
    )
    assert len(said.lines) == 5
    assert dict(said.places).keys() == {"c3", *shares}


def test_where_no_square_is_safer_all_of_them_share_a_line() -> None:
    told = CATALOGUE["trogdor"].odds
    assert told is not None
    odds = (
        Odds("struck", 0.0, {"square": "c3", "health": 3}),
        Odds("struck-there", 0.0, {"square": "c4", "health": 3}, "step s"),
    )
    assert told(IN_ENGLISH, NAMES, None, odds).lines[1:] == ("- Elsewhere: c4 **0%**",)
    assert len(told(IN_ENGLISH, NAMES, None, odds[:1]).lines) == 1


def test_a_fight_that_costs_hit_points_and_no_life_says_so() -> None:
    told = CATALOGUE["thrag"].odds
    assert told is not None
    odds = tuple(Odds("bare", dies, {"beast": "red", "damage": 3}, "fight red") for dies in (0.0, 1.0))
    assert told(IN_ENGLISH, NAMES, None, odds).lines == (
        "- `fight red`: Thrag survives (3 damage)",
        "- `fight red` (3 damage): Thrag dies: **certain**",
    )


class Values(dict[str, Any]):
    """Whatever somebody asks for; numbers are numbers as texts."""

    def __missing__(self, key: str) -> str:
        return "c3" if key.startswith("square") else "2"


@pytest.mark.parametrize(
    ("share", "exact", "says"),
    [
        (1.0, True, "certain"),
        (0.0, True, "impossible"),
        (0.625, True, "62%"),
        (0.625, False, "about 62%"),
        (0.001, True, "less than 1%"),
        (0.999, True, "more than 99%"),
        (1.0, False, "about 100%"),
        (0.001, False, "about 0%"),
    ],
)
def test_a_chance_never_looks_surer_than_it_is(share: float, exact: bool, says: str) -> None:
    assert chance(IN_ENGLISH, Odds("key", share, exact=exact)) == says
