"""A registered game has everything that belongs to it; what is missing is named."""

from __future__ import annotations

import re
import string

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.core import Choice, Document, Option
from engine.registry import GAMES
from tests.docs.pages import ROOT, headings, read, rows, section, tables

PAGE = "docs/adding-a-game.md"
FILES = (
    "engine/{key}/__init__.py",
    "docs/games/{key}.md",
    "render/{key}/__init__.py",
    "bot/games/{key}/__init__.py",
)
"""The items of a game."""


def test_the_catalogue_holds_the_registered_games() -> None:
    assert list(CATALOGUE) == list(GAMES), f"engine/registry.py and bot/games/catalogue.py differ ({PAGE})"
    assert all(CATALOGUE[key].game is game for key, game in GAMES.items())


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("path", FILES)
def test_a_game_has_its_files(key: str, path: str) -> None:
    file = path.format(key=key)
    assert (ROOT / file).is_file(), f"{file} is missing ({PAGE})"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_the_sentences_that_the_house_asks_for(key: str) -> None:
    game = GAMES[key]
    wanted = {f"{key}.{sentence}" for sentence in ("rules", "example", "panel", "page")}
    if CATALOGUE[key].help.hangs is not None:
        wanted.add(f"{key}.hangs")
    if len(game.seats) == 1:
        wanted |= {f"{key}.seat.{seat}.first" for seat in range(game.seats.start)}
    for option in game.options:
        wanted |= {f"{key}.option.{option.key}", f"{key}.option.{option.key}.title"}
        if isinstance(option, Choice):
            wanted |= {f"{key}.option.{option.key}.{value}" for value in option.choices}
    missing = sorted(wanted - set(IN_ENGLISH.english))
    assert not missing, f"bot/games/{key}: {missing} is missing ({PAGE})"
    long = [f"{key}.option.{option.key}" for option in game.options]
    long = [told for told in long if len(IN_ENGLISH.english[told]) > 100]
    assert not long, f"bot/games/{key}: Discord shows at most 100 characters of {long}"


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_carry_its_name(key: str) -> None:
    strangers = [told for told in CATALOGUE[key].english if not told.startswith(f"{key}.")]
    assert not strangers, f"bot/games/{key}: every key begins with `{key}.`, but not {strangers}"


@pytest.mark.parametrize("key", GAMES)
def test_a_games_sentences_can_be_filled(key: str) -> None:
    for told in CATALOGUE[key].english.values():
        assert all(
            field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(told)
        ), told


def described_values(option: Option) -> tuple[str, ...]:
    """The values of an option that the page must list: its choices, its limits, or that it takes a file."""
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
        f"takes a file ({PAGE})"
    )
    assert "Options" in headings(read(page)), form
    table = {cells[0].strip("`"): cells for cells in rows(section(read(page), "Options"))}
    assert list(table) == [option.key for option in options], form
    for option in options:
        assert len(table[option.key]) == 3, form
        assert table[option.key][1].strip("`") == str(option.default), f"default of {option.key}; {form}"
        documented = table[option.key][2]
        missing = [
            word for word in described_values(option) if not re.search(rf"\b{re.escape(word)}\b", documented)
        ]
        assert not missing, f"{option.key} lacks {missing}; {form}"


def test_the_readme_names_the_games() -> None:
    table = next(tables(section(read("README.md"), "The games")))
    assert [re.findall(r"docs/games/(\w+)\.md", cells[0]) for cells in table] == [[key] for key in GAMES], (
        f"README.md: the table under `The games` and engine/registry.py differ ({PAGE})"
    )
