"""What a host's commands do where the tables are kept by PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import VERSION
from bot.__main__ import main
from bot.features import HOOKS
from bot.ops.location import Postgres
from bot.store import Store
from bot.store.cluster.questions import search_version
from bot.store.upkeep import hosted
from bot.store.upkeep.restored import STEP
from tests.bot.samples import ANN
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.samples import another, begun_table
from tests.databases import tables_of
from tests.postgres import Server


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
def server(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """An empty database, which the settings name."""
    made = postgres.fresh(empty=True)
    monkeypatch.setenv("TAPROOM_DATABASE", made.url)
    yield made
    postgres.drop(made)


def fill(place: Postgres | Path) -> None:
    async def play() -> None:
        async with another(place) as store:
            await begun_table(store, moves=3)
            await store.schedule.note_alive(time.time(), 150.0)

    asyncio.run(play())


Told = pytest.CaptureFixture[str]


def test_a_database_goes_there_and_back(server: Postgres, tmp_path: Path, capsys: Told) -> None:
    fill(tmp_path / "taproom.db")
    assert main(["copy", "sqlite:taproom.db", server.url]) == 0
    assert "Copied 1 tables with 3 log lines; every log is whole." in capsys.readouterr().out
    assert main(["copy", server.url, "back.db"]) == 0
    assert main(["copy", server.url, "back.db"]) == 1
    assert "exists already" in capsys.readouterr().err


def test_the_doctor_looks_at_a_database_that_is_new_and_at_one_that_is_not(
    server: Postgres, capsys: Told
) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert f"{server} is empty; the tables will be made at the first start" in told
    assert "PostgreSQL's own tools do that" in told
    assert tables_of(server) == []
    fill(server)
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert f"{server} is whole; 1 tables, 3 log lines" in told
    assert "thinkers: none, so each bot thinks by itself" in told


def test_the_doctor_says_who_thinks(server: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    fill(server)
    others = hosted.RemoteWorker("far", 8, "of yesterday", 1.0)
    monkeypatch.setattr(hosted, "remote_workers", lambda _: hosted.RemoteWorkers((others,), 0, 0))
    assert main(["doctor"]) == 1
    assert "thinkers: 1, all of another version than this bot" in capsys.readouterr().out
    near = hosted.RemoteWorker("near", 4, search_version(), 3.0)
    monkeypatch.setattr(hosted, "remote_workers", lambda _: hosted.RemoteWorkers((others, near, near), 3, 2))
    assert main(["doctor"]) == 0
    assert "thinkers: 2 on near, 8 thoughts at once; 2 under way, 3 waiting" in capsys.readouterr().out
    main(["status"])
    told = capsys.readouterr().out
    assert f"thinker:   on near, 4 at once, rules and minds {search_version()}, seen 3 seconds ago\n" in told
    assert "thoughts:  2 under way, 3 waiting\n" in told


def test_without_postgresql_there_is_nothing_to_think_about(
    monkeypatch: pytest.MonkeyPatch, capsys: Told
) -> None:
    monkeypatch.setenv("TAPROOM_DATABASE", "taproom.db")
    assert main(["think"]) == 2
    assert "with the tables in taproom.db, the bot thinks by itself" in capsys.readouterr().err
    monkeypatch.setenv("TAPROOM_DATABASE", "postgresql://bot:hidden@/taproom?host=/nonexistent")
    assert main(["think"]) == 1
    told = capsys.readouterr().err
    assert "cannot be used" in told
    assert "hidden" not in told


def test_the_doctor_says_what_is_wrong(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: Told
) -> None:
    monkeypatch.setenv("TAPROOM_BACKUPS", "copies")
    monkeypatch.setenv("TAPROOM_DATABASE", server.url.replace("postgres@", "nobody:secret@"))
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "cannot be reached" in told
    assert "Look whether the server runs" in told
    assert "TAPROOM_BACKUPS copies a file of SQLite" in told
    assert "secret" not in told


def test_it_is_told_whether_the_bot_runs(server: Postgres, capsys: Told) -> None:
    assert main(["status"]) == 1
    assert "is not a database of this bot" in capsys.readouterr().err
    fill(server)
    assert main(["status"]) == 0
    told = capsys.readouterr().out
    assert "tables:    1 being played, 0 open, 0 of the past" in told
    assert "backup:    none at night" in told

    async def with_a_process() -> str:
        async with another(server) as store:
            process = await store.processes.begin("0-3/16", {})
            assert await asyncio.to_thread(main, ["status"]) == 0
            return f"process:   bot on {process.host} (pid {process.pid}), shards 0-3/16, version {VERSION}"

    assert asyncio.run(with_a_process()) in capsys.readouterr().out


def test_backups_are_made_and_put_back_by_other_tools(server: Postgres, capsys: Told) -> None:
    fill(server)
    for command in (["backup", "copy.db"], ["restore", "copy.db"]):
        assert main(command) == 1
        assert "is looked after by PostgreSQL's own tools" in capsys.readouterr().err
    assert main(["restore"]) == 0
    assert "gives no number twice now" in capsys.readouterr().out

    async def revision() -> int:
        async with another(server) as store:
            table = await store.table(1)
            assert table is not None
            return table.revision

    assert asyncio.run(revision()) >= STEP


def test_a_file_is_restored_from_a_file(capsys: Told) -> None:
    assert main(["restore"]) == 2
    assert "which backup?" in capsys.readouterr().err


def test_somebodys_data_are_told_and_forgotten(server: Postgres, capsys: Told) -> None:
    fill(server)
    assert main(["data", str(ANN.id)]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 3
    assert main(["forget", str(ANN.id), "--yes"]) == 0
    assert "Forgotten." in capsys.readouterr().out
    assert main(["block", "77"]) == 0
    assert main(["block"]) == 0
    assert "77  since" in capsys.readouterr().out


def test_nobody_is_forgotten_while_the_bot_runs(server: Postgres, capsys: Told) -> None:
    fill(server)

    async def running() -> int:
        store = await Store.open(server, hooks=HOOKS)
        done = await asyncio.to_thread(main, ["forget", str(ANN.id), "--yes"])
        await store.close()
        return done

    assert asyncio.run(running()) == 1
    assert "stop the bot first" in capsys.readouterr().err


# Without psycopg


def run(code: str, *, hidden: bool) -> subprocess.CompletedProcess[str]:
    before = "import sys; sys.modules['psycopg'] = None\n" if hidden else ""
    command = (sys.executable, "-c", before + code)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603


@pytest.mark.slow
def test_where_tables_are_kept_in_a_file_nothing_of_it_is_loaded() -> None:
    done = run("import sys, bot.__main__; print('psycopg' in sys.modules)", hidden=False)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["doctor", "status", "data"])
def test_what_is_missing_is_named(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_DATABASE", "postgresql://taproom@/taproom?host=/nowhere")
    given = [command, "7"] if command == "data" else [command]
    done = run(f"from bot.__main__ import main; sys.exit(main({given}))", hidden=True)
    assert done.returncode == 1
    assert "requirements-cluster.txt" in done.stdout + done.stderr
