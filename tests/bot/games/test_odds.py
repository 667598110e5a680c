"""The odds of every game in words: each kind that a mind knows, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.words import LANGUAGES
from bot.words.odds import describe_chance
from engine.core import read_settings
from engine.mind import Odds
from engine.minds import MINDS
from engine.rng import SeededRng

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve", "Finn")
FEW_OR_MANY = pytest.mark.parametrize("steps", [20, pytest.param(60, marks=pytest.mark.slow)])
"""The decisions of a game that are looked at."""


def documented_keys(game: str) -> set[str]:
    """The keys that a mind's odds are said to have, at the head of their module."""
    about = import_module(f"engine.{game}.mind.odds").__doc__ or ""
    return set(re.findall(r"^[-*] `([\w.-]+)`", about, re.MULTILINE))


def views(game: str, seed: str, steps: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The views of a game played by stand-ins, before each decision."""
    rules = CATALOGUE[game].game
    seats, rng = rules.seats.start, SeededRng(seed)
    state = rules.start(read_settings(rules, {}, seats), seats, rng)
    for _ in range(steps):
        if not rules.to_act(state):
            return
        seat = min(rules.to_act(state))
        view, actions = rules.view(state, seat), rules.legal(state, seat)
        yield view, actions
        state = rules.apply(state, seat, rules.stand_in_action(view, actions, rng), rng).state


@FEW_OR_MANY
@pytest.mark.parametrize("game", MINDS)
def test_whatever_the_odds_are_there_are_words_for_them(game: str, steps: int) -> None:
    told, mind, kinds = CATALOGUE[game].help.odds, MINDS[game], set[str]()
    assert told is not None
    for view, actions in views(game, "chances", steps):
        odds = mind.odds(view, actions)
        kinds |= {found.key for found in odds}
        for language in LANGUAGES:
            said = told(words_in(language), NAMES, view, odds)
            assert said.lines or not any(found.chance for found in odds)
            assert not any("{" in line for line in said.lines)
    assert kinds <= documented_keys(game), "the head of the module lists them all"


@pytest.mark.parametrize("game", MINDS)
def test_every_kind_that_is_documented_is_told(game: str) -> None:
    told, view = CATALOGUE[game].help.odds, next(views(game, "kinds", 1))[0]
    assert told is not None
    given = Values()
    lines = {"choose": "play block", "struck-there": "step n", "take": "dA6-B7xB7"}
    for key in documented_keys(game):
        said = told(IN_ENGLISH, NAMES, view, (Odds(key, 0.25, given, lines.get(key, "x")),))
        assert said.lines, key
    with pytest.raises(KeyError):
        told(IN_ENGLISH, NAMES, view, (Odds("no such kind", 0.25, given),))


def test_in_trogdor_what_can_be_done_comes_first_the_safest_squares_only() -> None:
    told = CATALOGUE["trogdor"].help.odds
    assert told is not None
    shares = {"b2": 0.0, "b3": 0.001, "b4": 0.25, "c4": 0.25, "d4": 0.5, "d3": 1.0}
    odds = (
        Odds("struck", 0.5, {"square": "c3", "health": 3}),
        *(
            Odds("struck-there", share, {"square": to, "health": 3}, "step nw")
            for to, share in shares.items()
        ),
        Odds("repair", 0.0, {"peasants": 1}),
        Odds("mend", 0.75, {"cottages": 1}),
    )
    said = told(IN_ENGLISH, NAMES, None, odds)
    assert said.lines == (
        "- End the turn on c3: hit **50%**",
        "- Step north-west to b2: **safe**",
        "- Step north-west to b3: hit **less than 1%**",
        "- End the turn now: a knight puts out a cottage: **75%**",
    )
    assert dict(said.places).keys() == {"c3", *shares}


def test_in_trogdor_each_card_to_choose_has_a_line() -> None:
    told = CATALOGUE["trogdor"].help.odds
    assert told is not None
    values: dict[str, str | int] = {"points": 5, "square": "e1", "steps": 2, "least": 120}
    odds = (
        Odds("choose", 0.44, values, "play majesty"),
        Odds("choose", 0.0, values, "play block"),
        Odds("choose", 0.44, {**values, "least": 0, "steps": 1}, "discard majesty"),
        Odds("struck", 0.44, {"square": "c3", "health": 3}),
    )
    assert told(IN_ENGLISH, NAMES, None, odds).lines == (
        "- Play Majesty! (5 points): hit **44%** where he is, **12%** on e1 (2 steps)",
        "- Play Block (5 points): **safe** where he is",
        "- Discard one (5 points): hit **44%** where he is, safe on e1 (1 step)",
    )


def test_a_fight_says_in_one_line_what_may_come_of_it() -> None:
    told, (view, _) = CATALOGUE["thrag"].help.odds, next(views("thrag", "a fight", 1))
    assert told is not None
    odds = (
        Odds("coin", 0.5, {"beast": "red", "pool": "red", "need": 3, "tenths": 15}, "fight red with red"),
        Odds("death", 0.25, {"beast": "red", "pool": "red"}, "fight red with red"),
        Odds("bare", 0.0, {"beast": "red", "damage": 3}, "fight red"),
        Odds("reroll", 0.0, {"beast": "red"}, "reroll red"),
    )
    first, second = told(IN_ENGLISH, NAMES, view, odds).lines
    assert "with a red coin" in first
    assert "falls **50%** (needs 3 or more)" in first
    assert "Thrag dies **25%**" in first
    assert second.endswith("3 damage")


@FEW_OR_MANY
@pytest.mark.parametrize("game", MINDS)
def test_no_more_than_five_lines_are_told_and_nothing_that_cannot_happen(game: str, steps: int) -> None:
    told, mind = CATALOGUE[game].help.odds, MINDS[game]
    assert told is not None
    for view, actions in views(game, "five lines", steps):
        odds = mind.odds(view, actions)
        for words in map(words_in, LANGUAGES):
            lines = told(words, NAMES, view, odds).lines
            assert len(lines) <= 5
            assert not any(words("odds.never") in line for line in lines)


class Values(dict[str, Any]):
    """A value for any key; numbers are numbers as texts."""

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
    assert describe_chance(IN_ENGLISH, Odds("key", share, exact=exact)) == says
