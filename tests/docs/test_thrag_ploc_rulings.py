"""The examples on the pages of Thrag and Ploc can be played."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games.catalogue import words_in
from engine.core import Game
from engine.ploc import GAME as PLOC
from engine.ploc import model as ploc
from engine.thrag import GAME as THRAG
from engine.thrag import model as thrag
from engine.thrag.turns import score_at
from tests.docs.pages import names, read, rows, section
from tests.engine.ploc.bouts import bout
from tests.engine.thrag.nights import night

VERBS = {"thrag": tuple(thrag.Verb), "ploc": (*tuple(ploc.Verb)[1:], *ploc.Deed)}
"""The words that name an action; dice are used without one."""

GAMES: dict[str, tuple[Game[Any, Any, Any, Any], Any]] = {
    "thrag": (THRAG, night().state),
    "ploc": (PLOC, bout().state),
}
LATE = """
    red    5+3  stack -  slain 1 2 3      coins 3 5
    green  2+5           slain 1 4 5      coins -
    blue   3+0           slain 1 2 4 5    coins 4
    black  2    stack 4                   coins 0 1 4 5
"""
"""The position of Thrag's example; both rerolls come up null."""


def lines(key: str, title: str) -> list[str]:
    """The lines of notation in the tables of a chapter."""
    return names([cells[0] for cells in rows(section(read(f"docs/games/{key}.md"), title))])


@pytest.mark.parametrize("key", GAMES)
def test_the_notation_of_a_page_is_read_as_it_is_written(key: str) -> None:
    game, state = GAMES[key]
    shown = lines(key, "Notation")
    assert [str(game.parse(line, state)) for line in shown] == shown


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_action_stands_in_the_table(key: str) -> None:
    shown = " ".join(lines(key, "Notation")).split()
    assert [word for word in VERBS[key] if word not in shown] == []


@pytest.mark.parametrize(("typed", "meant"), [("g +", "fight green with green"), ("green", "fight green")])
def test_a_short_line_means_what_the_page_says(typed: str, meant: str) -> None:
    assert str(THRAG.parse(typed, night().state)) == meant


def test_the_example_of_thrags_page_is_played_as_it_says() -> None:
    game = night(LATE, turn=9, spent="red", chance=(0, 0, 1, 4, 3, 2, 1, 0, 0, 0, 0))
    shown = lines("thrag", "An example")
    for line in shown[:2]:
        game.play(line)
    assert game.legal("pay") == ["pay 4", "pay 5"]
    game.play(*shown[2:])
    assert (game.view.turn, game.view.hit_points) == (10, (0, 1, 4, 5))


@pytest.mark.parametrize(
    ("language", "page"),
    [("en", "docs/games/thrag.md"), ("de", "docs/games/de/thrag.md"), ("fr", "docs/games/fr/thrag.md")],
)
def test_the_beasts_of_thrags_page_are_called_as_the_board_calls_them(language: str, page: str) -> None:
    words = words_in(language)
    named = [[words(f"thrag.beast.{suit}.{tile}") for suit in thrag.BEASTS] for tile in thrag.TILES]
    lines_ = [line for line in read(page).splitlines() if line[:1] == "|"]
    documented = [[cell.strip() for cell in line.split("|")[2:-1]] for line in lines_]
    assert [row for row in documented if row in named] == named


def test_the_example_of_plocs_page_is_played_as_it_says() -> None:
    first, second, swap, weaken = lines("ploc", "Examples")
    assert bout().play(first, second, swap).rope == "4 3 1  9 | 2 2 3  5"
    assert bout().play(first, second, weaken).rope == "4 3 2  9 | 2 2 3  4+1"
    assert bout().play("4b swap").rope == "4 4 2  11 | 2 2 3  7"


def test_the_scores_of_thrags_page_are_those_of_the_rules() -> None:
    documented = re.findall(
        r"That is (\d) for the fastest win, in turn\s+(\d), and (\d) for a win in turn (\d+)",
        read("docs/games/thrag.md"),
    )
    assert documented == [(str(score_at(5)), "5", str(score_at(thrag.TURNS)), str(thrag.TURNS))]
