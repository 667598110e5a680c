"""A registered game has everything that belongs to it; what is missing is named."""

from __future__ import annotations

import re
import string
import tomllib
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.core import Choice, Document, Option
from engine.registry import GAMES
from tests.docs.pages import ROOT, headings, names, read, rows, section

STEP = "docs/adding-a-game.md, step"
FILES = {
    "engine/{key}/__init__.py": 3,
    "docs/games/{key}.md": 4,
    "render/{key}.py": 5,
    "bot/words/{key}.py": 6,
    "bot/words/english_{key}.py": 7,
    "tests/engine/{key}/__init__.py": 8,
}
"""What belongs to a game, and the step that makes it."""

CONTRACTS = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]


def contract(kind: str, word: str) -> dict[str, Any]:
    """The one import contract of a kind with a word in its name."""
    (found,) = (one for one in CONTRACTS if one["type"] == kind and word in one["name"])
    return dict(found)


def test_the_catalogue_holds_the_registered_games() -> None:
    assert list(CATALOGUE) == list(GAMES), (
        f"engine/registry.py and bot/games/catalogue.py differ ({STEP} 9 and 10)"
    )
    assert all(CATALOGUE[key].game is game for key, game in GAMES.items())


@pytest.mark.parametrize("key", GAMES)
def test_a_game_stands_in_the_import_contracts(key: str) -> None:
    pure, apart = contract("forbidden", "pure"), contract("independence", "each other")
    for one, kind in ((pure, "source_modules"), (apart, "modules")):
        assert f"engine.{key}" in one[kind], (
            f'pyproject.toml: engine.{key} is missing in {kind} of "{one["name"]}" ({STEP} 11)'
        )


def test_no_contract_is_about_a_game_that_is_gone() -> None:
    gone = set(contract("independence", "each other")["modules"]) - {f"engine.{key}" for key in GAMES}
    assert not gone, f"pyproject.toml: {sorted(gone)} is in no registry ({STEP} 9 and 11)"


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("path", FILES)
def test_a_game_has_its_files(key: str, path: str) -> None:
    file = path.format(key=key)
    assert (ROOT / file).is_file(), f"{file} is missing ({STEP} {FILES[path]})"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_the_sentences_that_the_house_asks_for(key: str) -> None:
    game = GAMES[key]
    wanted = {f"{key}.rules", f"{key}.example"}
    fixed = len(game.seats) == 1
    wanted |= {f"{key}.seat.{seat}.first" for seat in range(game.seats.start)} if fixed else {f"{key}.lobby"}
    wanted |= {f"{key}.option.{option.key}" for option in game.options}
    missing = sorted(wanted - set(IN_ENGLISH.english))
    assert not missing, f"bot/words/english_{key}.py: {missing} is missing ({STEP} 7)"
    long = [f"{key}.option.{option.key}" for option in game.options]
    long = [told for told in long if len(IN_ENGLISH.english[told]) > 100]
    assert not long, f"bot/words/english_{key}.py: Discord shows at most 100 characters of {long}"


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_carry_its_name(key: str) -> None:
    strangers = [told for told in CATALOGUE[key].english if not told.startswith(f"{key}.")]
    assert not strangers, f"bot/words/english_{key}.py: every key begins with `{key}.`, but not {strangers}"


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_can_be_filled(key: str) -> None:
    for told in CATALOGUE[key].english.values():
        assert all(
            field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(told)
        ), told


def explained(option: Option) -> tuple[str, ...]:
    """What has to be said of an option: its words, its least and its most, or that it takes a file."""
    match option:
        case Choice():
            return option.choices
        case Document():
            return ("file",)
        case _:
            return (str(option.minimum), str(option.maximum))


@pytest.mark.parametrize("key", GAMES)
def test_a_games_page_explains_its_options(key: str) -> None:
    options = GAMES[key].options
    if not options:
        return
    page = f"docs/games/{key}.md"
    form = (
        f"{page}: under `Options` belongs a table `| option | default | what it does |`, its rows in the "
        f"order of GAME.options, the last column with every word, or the least and the most, or that it "
        f"takes a file ({STEP} 4)"
    )
    assert "Options" in headings(read(page)), form
    table = {cells[0].strip("`"): cells for cells in rows(section(read(page), "Options"))}
    assert list(table) == [option.key for option in options], form
    for option in options:
        assert len(table[option.key]) == 3, form
        assert table[option.key][1].strip("`") == str(option.default), f"default of {option.key}; {form}"
        told = table[option.key][2]
        missing = [word for word in explained(option) if not re.search(rf"\b{re.escape(word)}\b", told)]
        assert not missing, f"{option.key} lacks {missing}; {form}"


def test_the_readme_names_the_games() -> None:
    table = rows(section(read("README.md"), "The games"))
    assert names([cells[-1] for cells in table]) == [f"/play {key}" for key in GAMES], (
        f"README.md: the table under `The games` and engine/registry.py differ ({STEP} 12)"
    )


@pytest.mark.parametrize("key", GAMES)
def test_the_commands_name_the_games(key: str) -> None:
    assert f"`/play {key}`" in headings(read("docs/commands.md")), (
        f"docs/commands.md: the heading `/play {key}` is missing ({STEP} 12)"
    )
