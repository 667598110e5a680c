"""docs/privacy.md and docs/terms.md against what is stored, shown, and exported."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from bot.__main__ import _parser
from bot.features import HOOKS
from bot.store import NAMELESS
from bot.store.migrations import migrate
from tests.bot.parts import PARTS
from tests.docs.pages import names, read, rows, section
from tests.docs.test_commands import COMMANDS

PRIVACY, TERMS, HOSTING = read("docs/privacy.md"), read("docs/terms.md"), read("docs/hosting.md")

IMPERSONAL = {
    "deals",
    "interactions",
    "met",
    "notes",
    "old_boards",
    "outbox",
    "pairings",
    "web_codes",
    "web_shows",
    "processes",
    "reviews",
    "server_channels",
    "schemas",
    "servers",
    "stretches",
}
"""Tables that hold nothing about people."""


def schema() -> set[str]:
    """The tables of a database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, HOOKS)
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name for (name,) in found if not name.startswith("sqlite_")}


def test_every_part_of_the_data_is_explained_once() -> None:
    assert sorted(cells[0].strip("`") for cells in rows(section(PRIVACY, "Stored data"))) == sorted(PARTS)


def test_every_table_is_told_of_or_holds_nothing_about_people() -> None:
    documented = set(names([cells[3] for cells in rows(section(PRIVACY, "Stored data"))]))
    assert documented == schema() - IMPERSONAL


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_looked_up_in_the_tables_that_the_page_names(part: str) -> None:
    (cells,) = [cells for cells in rows(section(PRIVACY, "Stored data")) if cells[0] == f"`{part}`"]
    assert all(re.search(rf"\b{table}\b", PARTS[part]) for table in names([cells[3]]))


def test_every_command_that_the_pages_name_is_there() -> None:
    named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)`", PRIVACY + TERMS))
    groups = {name.split()[0] for name in COMMANDS}
    assert named - set(COMMANDS) - groups == set()
    assert {"privacy", "settings", "games", "table export", "table close"} <= named


def test_what_the_nameless_are_called_is_told() -> None:
    assert f"`{NAMELESS}`" in PRIVACY


@pytest.mark.parametrize("command", ["data", "forget"])
def test_a_host_finds_the_command_as_it_is_typed(command: str) -> None:
    (line,) = re.findall(rf"^\.venv/bin/python -m bot ({command} .*)$", HOSTING, re.MULTILINE)
    given = _parser().parse_args(line.replace('"$USER_ID"', "1").split())
    assert given.user == 1


def test_the_terms_say_how_much_one_may_ask_and_who_may_be_blocked() -> None:
    assert "commands.md#rate-limits" in TERMS
    assert "can block people and servers" in " ".join(TERMS.split())
