"""Who presses what, and a few clicks at the real bot."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tools.load.bare_process import BareBotRun
from tools.load.clicks import run_rate
from tools.load.endurance import HEADING, play_and_report
from tools.load.request_counts import RequestCounts
from tools.load.tables import (
    GAMES,
    LoadTable,
    LoadTables,
    count_stale_boards,
    path_at,
    presses_at,
    presses_in,
)
from tools.standin.payloads import COMPONENTS, Json
from tools.standin.process import Bot
from tools.standin.rest import ServedCall
from tools.standin.standin import StandIn
from tools.standin.world import FakeMessage, FakeUser

RANDOM = Random(3)


class Board:
    """A message with controls, for two people."""

    def __init__(self) -> None:
        discord = StandIn()
        self.world = discord.world
        self.ann, self.ben = self.world.person("ann"), self.world.person("ben")
        self.channel = self.world.channel(self.world.server())

    def showing(self, text: str, *controls: Json) -> FakeMessage:
        row = {"type": 1, "components": list(controls)}
        parts = {"flags": COMPONENTS, "components": [{"type": 10, "content": text}, row]}
        return self.world.write(self.channel, parts, {}, 0.0)

    def private_message(self, person: FakeUser, *controls: Json) -> FakeMessage:
        parts = {"components": [{"type": 1, "components": [control]} for control in controls]}
        return self.world.write(self.channel, parts, {}, 0.0, shown_to=person)

    def possible_presses(self, message: FakeMessage) -> set[tuple[FakeUser, str]]:
        found = presses_at(message, (self.ann, self.ben), RANDOM)
        return {(press.person, press.control["custom_id"]) for press in found}


def button(custom_id: str, **more: object) -> Json:
    return {"type": 2, "style": 2, "label": "x", "custom_id": custom_id, **more}


def test_whoever_is_called_presses_what_plays_on() -> None:
    board = Board()
    controls = (
        button("t1.4.play.dA6-A7"),
        button("t1.4.play.dA6-A8", disabled=True),
        button("t1.4.play.offer"),
        button("t1.4.play.undo"),
        button("t1.4.ask.resign"),
        button("t1.4.go."),
        button("t1.4.history."),
        button("elsewhere"),
    )
    message = board.showing(f"{board.ben.mention}, it is your move", *controls)
    assert board.possible_presses(message) == {(board.ben, "t1.4.play.dA6-A7")}


def test_one_goes_back_only_where_nothing_else_is_offered() -> None:
    board = Board()
    message = board.showing(f"{board.ann.mention}: choose", button("t1.4.go."), button("t1.4.text."))
    assert board.possible_presses(message) == {(board.ann, "t1.4.go.")}


def test_nobody_presses_where_nobody_is_called() -> None:
    board = Board()
    assert board.possible_presses(board.showing("it is over", button("t1.9.play.dA6-A7"))) == set()


def test_whoever_chooses_in_private_picks_until_there_is_something_to_play() -> None:
    board = Board()
    picks = (
        {
            "type": 3,
            "custom_id": "t1.4.picktry.0:A6~dA6-",
            "options": [{"label": "A7", "value": "A7"}],
        },
        button("t1.4.go."),
    )
    play = button("t1.4.play.dA6-A7")

    def private_presses(*controls: Json) -> set[tuple[FakeUser, str]]:
        message = board.private_message(board.ann, *controls)
        return {(press.person, press.control["custom_id"]) for press in presses_in(message, RANDOM)}

    assert private_presses(*picks) == {(board.ann, "t1.4.picktry.0:A6~dA6-")}
    assert private_presses(play, *picks) == {(board.ann, "t1.4.play.dA6-A7")}


def test_of_a_list_as_many_are_chosen_as_it_allows() -> None:
    board = Board()
    options = [{"label": value, "value": value} for value in "abcdef"]
    control = {"type": 3, "custom_id": "t1.4.pickplay.0:d", "options": options}
    message = board.showing(board.ann.mention, control | {"min_values": 2, "max_values": 4})
    chosen = [next(presses_at(message, [board.ann], RANDOM)).values for _ in range(200)]
    assert {len(values) for values in chosen} == {2, 3, 4}
    assert all(list(values) == sorted(set(values)) for values in chosen)
    assert set().union(*chosen) == set("abcdef")


def test_a_board_that_shows_an_older_revision_is_behind(tmp_path: Path) -> None:
    board, database = Board(), tmp_path / "taproom.db"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE tables (id INTEGER, revision INTEGER)")
        connection.executemany("INSERT INTO tables VALUES (?, ?)", [(1, 4), (2, 5)])
    tables = [
        LoadTable(number, "thud", [board.ann], board.showing("", button(f"t{number}.4.history.")))
        for number in (1, 2)
    ]
    assert count_stale_boards(tables[:1], database) == 0
    assert count_stale_boards(tables, database) == 1


def test_what_showed_a_picture_is_found_by_its_moment() -> None:
    discord = StandIn()
    for at, call in enumerate(("POST /interactions/1/2/callback", "PATCH /channels/7/messages/9")):
        discord.rest.served.append(ServedCall(call, float(at), 200))
    assert path_at(discord, 1.0) == "/channels/7/messages/9"
    assert path_at(discord, 0.5) == ""


@pytest.mark.slow
@pytest.mark.parametrize("games", [["thud"], GAMES], ids=("a duel", "all"))
async def test_tables_are_opened_and_played_by_the_rules(games: Sequence[str], tmp_path: Path) -> None:
    async with StandIn(patience=60, limited=True) as discord:
        tables = LoadTables(discord, games, Random(5))
        tables.prepare_world(4)
        async with Bot(discord, tmp_path / "taproom.db") as bot:
            await tables.open(4)
            assert {table.game for table in tables.tables} == set(games)
            figures = await run_rate(discord, bot.pid, tables.next_click, 20.0, 0.5, Random(5))
            assert len(figures.clicks) > 0
            assert (figures.unanswered_count, figures.message_texts) == (0, [])
            assert RequestCounts.until_now(tables).sent["GET /users/@me"] == 1
            if list(games) == ["thud"]:
                assert tables.clicks / 3 <= tables.moves + 4, "a move is three clicks, and some are under way"
            await tables.open(4)  # a game of Thrag can be over by then
            rows = [row.split() async for row in play_and_report(tables, bot.pid, 30)]
            assert len(rows[0]) == len(HEADING.replace("ms each", "ms").replace("a second", "s").split())
            assert [int(row[0]) for row in rows] == [30]
            assert len(tables.tables) == 4
            await discord.quiet()
            assert count_stale_boards(tables.tables, tmp_path / "taproom.db") == 0
            await bot.kill()
        assert not discord.rest.unknown


async def test_the_bare_bot_answers_each_click() -> None:
    async with BareBotRun(Random(1)) as floor:
        floor.discord.patience = 60
        clicked = [await floor.next_click() for _ in range(3)]
        assert all(click.first is not None for click in clicked)
