"""Names that would trick whoever reads them, and where they are shown."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.kernel.clicks import Person
from bot.kernel.session import Session
from bot.names import clean_name
from bot.store import Player
from tests.bot.samples import BEN, act, game, stored_table

LINKS = [
    "https://evil.example/login",
    "Ann HTTP://evil.example",
    "steam://run/1",
    "www.evil.example",
    "discord.gg/abc123",
    "Ann discord.gg/abc",
    "join DISCORD.GG/x now",
    "discord.com/invite/abc",
    "discordapp.com/invite/abc",
    "dsc.gg/abc",
    "evil.example/path",
    "evil.example:8080/x",
    "discord\u200b.gg/abc",
    "dis\u202ecord.gg/abc",
    "h\u2060ttps://evil.example",
    "discord . gg/abc",
    "evil.com",
    "sub.evil.com",
    "evil.com.",
    "[here](https://evil.example)",
    "discord\u3002gg/abc",
    "evil\uff0eexample/path",
    "\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/path",
    "10.0.0.1/path",
    "10.0.0.1:8080/path",
    "evil.zip",
    "evil.ly",
]
ADDRESS = re.compile(
    r"://|www\.|discord\s*\.|gg/|invite/|\w[.\u3002\uff0e]\w+(:\d+)?/|\w\.(com|zip|ly)\b", re.IGNORECASE
)

TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
EMPTY = [
    "",
    " ",
    "\u200b",
    "\u3164",
    "\u2800" * 3,
    "\u115f\u1160",
    "\u00ad",
    "\ufeff",
    TURNING,
    "\u034f\u0301",
    "\ufe0f",
]
PLAIN = [
    "Ann",
    "J.Doe",
    "Dr. Who?",
    "Zoë",
    "Łukasz",
    "山田 太郎",
    "محمد",
    "שרה",
    "नमस्ते",
    "ก็ได้",
    "\u0645\u06cc\u200c\u062e\u0648",
    "👩\u200d💻",
    "👨\u200d👩\u200d👧",
    "❤️",
    "1.5",
    "v2.0",
    "*Ann*",
    "N. N.",
    "<3",
    "...",
    "1/2",
    "v2.0/a",
    "10.5",
]


@pytest.mark.parametrize("name", LINKS, ids=ascii)
def test_no_link_and_no_invitation_gets_through(name: str) -> None:
    assert not ADDRESS.search(clean_name(name, 1))
    assert clean_name(name, 1), "and something is left to call them by"


@pytest.mark.parametrize("mark", TURNING, ids=ascii)
def test_nothing_turns_a_line_around(mark: str) -> None:
    assert clean_name(f"{mark}Ann{mark}a", 1) == "Anna"


@pytest.mark.parametrize("name", EMPTY, ids=ascii)
def test_who_has_no_name_to_be_seen_is_called_by_their_number(name: str) -> None:
    assert clean_name(name, 765_432_109_876_540_042) == "#0042"


@pytest.mark.parametrize("name", PLAIN, ids=ascii)
def test_what_people_are_really_called_stays(name: str) -> None:
    assert clean_name(name, 1) == name


def test_marks_do_not_climb_over_the_lines_around() -> None:
    assert clean_name("A" + "\u0301" * 30, 1) == "A" + "\u0301" * 4
    assert clean_name("a\nb\tc\u2028d\u00a0e", 1) == "a b c d e"


def test_a_name_is_cleaned_once_and_for_all() -> None:
    for name in (*LINKS, *EMPTY, *PLAIN):
        assert clean_name(clean_name(name, 1), 1) == clean_name(name, 1)
        assert Person(1, name).name == Player(0, 1, name).name == clean_name(name, 1)


async def test_a_name_that_was_saved_as_it_came_is_shown_clean(session: Session, path: Path) -> None:
    """By an older version, as seats, as guests who once played for somebody, and in results."""
    table = await game(session)
    await act(session, table, "resign")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE seats SET name = ? WHERE user_id = ?", (LINKS[4], BEN.id))
        connection.execute("UPDATE results SET name = ? WHERE user_id = ?", (LINKS[0], BEN.id))
        connection.execute("INSERT INTO guests VALUES (?, ?, ?)", (table.id, 99, TURNING + "Cleo"))
    session.context.store.forget()
    assert (await stored_table(session, table)).players[1].name == "#0012"
    assert await session.tables.guests(table.id) == {99: "Cleo"}
    records = await session.context.store.schedule.results_of_user(BEN.id)
    assert [record.name for record in records] == ["#0012"]
