"""A registered game has everything that belongs to it; what is missing is named."""

from __future__ import annotations

import re
import string
import tomllib
from typing import Any

import pytest

from bot.catalogue import CATALOGUE, IN_ENGLISH
from engine.core import Choice
from engine.registry import GAMES
from tests.docs.pages import ROOT, names, read, rows, section

CONTRACTS = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]


def contract(kind: str, word: str) -> dict[str, Any]:
    """The one import contract of a kind with a word in its name."""
    (found,) = (one for one in CONTRACTS if one["type"] == kind and word in one["name"])
    return dict(found)


def test_the_catalogue_holds_the_registered_games() -> None:
    assert list(CATALOGUE) == list(GAMES), "engine/registry.py and bot/catalogue.py differ"
    assert all(CATALOGUE[key].game is game for key, game in GAMES.items())


@pytest.mark.parametrize("key", GAMES)
def test_a_game_stands_in_the_import_contracts(key: str) -> None:
    assert f"engine.{key}" in contract("forbidden", "pure")["source_modules"]
    assert f"engine.{key}" in contract("independence", "each other")["modules"]


def test_no_contract_is_about_a_game_that_is_gone() -> None:
    assert contract("independence", "each other")["modules"] == [f"engine.{key}" for key in GAMES]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "path",
    [
        "engine/{key}/__init__.py",
        "render/{key}.py",
        "bot/words/{key}.py",
        "bot/words/english_{key}.py",
        "docs/games/{key}.md",
        "tests/engine/{key}/__init__.py",
    ],
)
def test_a_game_has_its_files(key: str, path: str) -> None:
    assert (ROOT / path.format(key=key)).is_file()


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_the_sentences_that_the_house_asks_for(key: str) -> None:
    game = GAMES[key]
    wanted = {f"{key}.rules", f"{key}.example"}
    wanted |= {f"{key}.seat.{seat}.first" for seat in range(game.seats.start)}
    wanted |= {f"{key}.option.{option.key}" for option in game.options}
    assert not wanted - set(IN_ENGLISH.catalogue)


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_carry_its_name(key: str) -> None:
    assert [told for told in CATALOGUE[key].english if not told.startswith(f"{key}.")] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_can_be_filled(key: str) -> None:
    for told in CATALOGUE[key].english.values():
        assert all(
            field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(told)
        ), told


@pytest.mark.parametrize("key", GAMES)
def test_a_games_page_explains_its_options(key: str) -> None:
    options = GAMES[key].options
    if not options:
        return
    table = {cells[0].strip("`"): cells for cells in rows(section(read(f"docs/games/{key}.md"), "Options"))}
    assert list(table) == [option.key for option in options]
    for option in options:
        assert table[option.key][1].strip("`") == str(option.default)
        told = table[option.key][2]
        bounds = option.choices if isinstance(option, Choice) else (option.minimum, option.maximum)
        assert all(re.search(rf"\b{re.escape(str(bound))}\b", told) for bound in bounds), option.key


def test_the_readme_names_the_games() -> None:
    table = rows(section(read("README.md"), "The games"))
    assert names([cells[-1] for cells in table]) == [f"/play {key}" for key in GAMES]
