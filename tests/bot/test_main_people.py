"""`python -m bot data` and `python -m bot forget`: for people who can no longer ask the bot themselves."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.features import FEATURES, HOOKS
from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Context, Session
from bot.store import HOUSE, NAMELESS, CannotWrite, Status, Store
from bot.ui.alarms.kinds import ALARMS
from tests.bot.samples import ANN, BEN, Clock, act, game
from tests.bot.traces import snapshot


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:] = kept
    root.setLevel(level)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The bot's database in its usual place: Ann and Ben have a game that is over, and one that goes on."""
    path = tmp_path / "taproom.db"

    async def fill() -> None:
        store = await Store.open(path, hooks=HOOKS)
        session = Session.over(
            Context(store, CATALOGUE, Clock(), lambda: "secret", features=FEATURES, alarms=ALARMS)
        )
        await act(session, await game(session), "resign", BEN)
        await game(session, "dG1-G2")
        await store.close()

    asyncio.run(fill())
    return path


def player_names(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM seats")}


def test_all_that_is_stored_about_somebody_is_printed_as_json(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(database)
    assert main(["data", str(ANN.id)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["user"] == str(ANN.id)
    assert [(seat["table"], seat["status"]) for seat in found["seats"]] == [("T1", "over"), ("T2", "playing")]
    assert [move["action"] for move in found["moves"]] == ["dG1-G2"]
    assert snapshot(database) == before


def test_it_can_be_printed_while_the_bot_runs(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(database)) as bot:
        bot.execute("PRAGMA journal_mode = WAL")
        bot.execute("SELECT count(*) FROM tables").fetchone()
        assert main(["data", str(BEN.id)]) == 0
    assert len(json.loads(capsys.readouterr().out)["results"]) == 1


def test_nobody_is_forgotten_without_a_yes(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(database)
    assert main(["forget", str(ANN.id)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == (
        f"{ANN.id}: seats 2, moves 1, results 1; games that go on without them 1,"
        " tables that they leave 0, deals that are put away 0."
    )
    assert second == "Nothing was changed. It cannot be taken back: add --yes to do it."
    assert snapshot(database) == before


def test_with_a_yes_they_are_gone_from_every_row_and_byte(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", str(BEN.id), "--yes"]) == 0
    assert "Forgotten." in capsys.readouterr().out
    assert player_names(database) == {"Ann", NAMELESS}
    assert b"Ben" not in database.read_bytes()
    assert not Path(f"{database}-wal").exists()
    assert main(["forget", str(BEN.id), "--yes"]) == 0
    assert capsys.readouterr().out == f"Nothing is stored about {BEN.id}.\n"


def test_they_can_be_told_and_forgotten_where_nobody_can_ask_for_it_on_discord(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room `people`, with `/privacy`, is taken out of the list: the host does it all the same."""
    rest = tuple(feature for feature in FEATURES if feature.key != "people")
    monkeypatch.setattr("bot.ops.data_requests.FEATURES", rest)
    assert main(["data", str(BEN.id)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {seat["name"] for seat in told["seats"]} == {"Ben"}
    assert "me.data" not in str(told["about"])
    assert main(["forget", str(BEN.id), "--yes"]) == 0
    assert player_names(database) == {"Ann", NAMELESS}
    assert b"Ben" not in database.read_bytes()


def test_the_game_goes_on_when_the_bot_is_back(database: Path) -> None:
    main(["forget", str(ANN.id), "--yes"])

    async def status_and_substitute() -> tuple[Status, int | None]:
        store = await Store.open(database, hooks=HOOKS)
        table = await store.table(2)
        await store.close()
        assert table is not None
        return table.status, table.players[0].substitute

    assert asyncio.run(status_and_substitute()) == (Status.PLAYING, HOUSE)


def test_nobody_is_forgotten_while_the_bot_runs(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(database)
    with closing(sqlite3.connect(database)) as bot:
        bot.execute("PRAGMA journal_mode = WAL")
        bot.execute("SELECT count(*) FROM tables").fetchone()
        assert main(["forget", str(ANN.id), "--yes"]) == 1
    assert "is in use: stop the bot first" in capsys.readouterr().err
    assert snapshot(database) == before


def test_where_there_is_no_room_to_write_the_file_anew_they_are_forgotten_all_the_same(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: Store) -> None:
        raise CannotWrite("full", "no room (by the test)")

    monkeypatch.setattr(Store, "compact", full)
    assert main(["forget", str(BEN.id), "--yes"]) == 0
    assert "could not be written anew" in capsys.readouterr().out
    assert player_names(database) == {"Ann", NAMELESS}


@pytest.mark.parametrize("command", [["data", "5"], ["forget", "5", "--yes"]])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main(command) == 1
    assert "there is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["forget", "Ann"])
    assert ended.value.code == 2
    assert "USER_ID" in capsys.readouterr().err


def test_people_and_servers_are_blocked_and_let_in_again_by_their_number(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(database)) as bot:
        bot.execute("PRAGMA journal_mode = WAL")
        bot.execute("SELECT count(*) FROM tables").fetchone()
        assert [main(["block", number]) for number in ("11", "11", "900")] == [0, 0, 0]
    assert "11 was blocked before." in capsys.readouterr().out
    assert main(["block"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["11", "900"]
    assert [main(["unblock", number]) for number in ("11", "900", "900")] == [0, 0, 0]
    assert "900 was not blocked." in capsys.readouterr().out
    assert main(["block"]) == 0
    assert capsys.readouterr().out == "Nobody is blocked.\n"


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("number", ["Ann", "0", "-5", "9223372036854775808"])
def test_what_is_no_number_of_discord_is_not_blocked(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["block", "--", number])
    assert ended.value.code == 2
    assert f"'{number}' is no number of Discord's" in capsys.readouterr().err
    assert main(["block"]) == 0
    assert capsys.readouterr().out == "Nobody is blocked.\n"
