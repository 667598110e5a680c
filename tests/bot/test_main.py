"""The command line, on real files, real processes, and a Discord of one page that refuses."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread, Timer
from types import SimpleNamespace

import discord
import pytest

from bot.__main__ import main
from bot.client import Taproom
from bot.features import HOOKS
from bot.ops.heap import tidy_heap
from bot.store import Store
from bot.store.upkeep.restored import STEP
from tests.bot.store.cluster.processes import ROOT, finish, next_line, start
from tests.bot.store.samples import begun_table

TOKEN = "MTExMTExMTExMTExMTExMTEx.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 - made up


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    for name in [name for name in os.environ if name.upper().endswith("_PROXY")]:
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


@pytest.fixture(autouse=True)
def _own_interpreter() -> Iterator[None]:
    """Restore the garbage collector's and the threads' settings, which each serving bot changes."""
    kept, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*kept)
    sys.setswitchinterval(interval)


@pytest.fixture(autouse=True)
def _own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a start that is broken off from ending the test run's process on a slow machine."""
    monkeypatch.setattr("bot.__main__.STOPPING", 600.0)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """The bot's database, in its default place."""
    path = tmp_path / "taproom.db"
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store, moves=2)
    await store.close()
    return path


def revision(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        rows: int = connection.execute("SELECT revision FROM tables").fetchone()[0]
    return rows


# Settings


def test_bad_settings_are_named_a_line_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    monkeypatch.setenv("TAPROOM_LOG_LEVEL", "loud")
    monkeypatch.setenv("TAPROOM_PLAYGROUND_PORT", "http")
    assert main([]) == 2
    first, second, advice = capsys.readouterr().err.splitlines()
    assert first.startswith('FAIL  TAPROOM_LOG_LEVEL="loud" (environment): ')
    assert second.startswith('FAIL  TAPROOM_PLAYGROUND_PORT="http" (environment): ')
    assert "python -m bot settings" in advice


@pytest.mark.parametrize(
    ("name", "encoding"), [("here", "utf-16"), ("here", "utf-16-le"), ("hör", "latin-1")]
)
def test_a_file_of_settings_that_is_no_text_is_named(
    capsys: pytest.CaptureFixture[str], name: str, encoding: str
) -> None:
    """PowerShell writes UTF-16."""
    Path(".env").write_text(f"TAPROOM_DATABASE={name}.db\n", encoding=encoding)
    assert main(["doctor"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("FAIL  .env cannot be read: ")
    assert "UTF-8" in told


MISTAKES: dict[str, tuple[str, str]] = {
    "word": (
        "TAPROOM_STATUS_PORT=80a80",
        'TAPROOM_STATUS_PORT="80a80" (.env, line 2): a whole number from 0',
    ),
    "port": (
        "TAPROOM_WEB_PORT=80800",
        'TAPROOM_WEB_PORT="80800" (.env, line 2): a whole number from 0 to 65535',
    ),
    "negative": (
        "TAPROOM_IDLE_DAYS=-5",
        'TAPROOM_IDLE_DAYS="-5" (.env, line 2): a whole number from 0 to 3650',
    ),
    "fraction": ("TAPROOM_WORKERS=1.5", 'TAPROOM_WORKERS="1.5" (.env, line 2): a whole number from 0 to 64'),
    "words": (
        "TAPROOM_HELLO=yes please",
        'TAPROOM_HELLO="yes please" (.env, line 2): true or false is wanted',
    ),
    "no scheme": (
        "TAPROOM_WEB_URL=play.example.org",
        '="play.example.org" (.env, line 2): an address is wanted',
    ),
    "only a scheme": (
        "TAPROOM_WEB_URL=https://",
        'TAPROOM_WEB_URL="https://" (.env, line 2): an address is wanted',
    ),
    "a query": ("TAPROOM_WEB_URL=https://a.example/?b", '="https://a.example/?b" (.env, line 2): an address'),
    "no pages": (
        "TAPROOM_WEB_SECRET=0123",
        "TAPROOM_WEB_SECRET (.env, line 2): there are no pages to log in to",
    ),
    "name of a proxy": (
        "TAPROOM_WEB_PROXIES=caddy",
        '="caddy" (.env, line 2): addresses or networks are wanted',
    ),
    "equal ports": (
        "TAPROOM_WEB_URL=https://a.example\nTAPROOM_STATUS_PORT=8380",
        'TAPROOM_WEB_PORT="8380" (its default): TAPROOM_STATUS_PORT (.env, line 3) is the same port',
    ),
    "unknown name": (
        "TAPROOM_DATABSE=x.db",
        ".env, line 2: TAPROOM_DATABSE is unknown. TAPROOM_DATABASE was",
    ),
    "twice": ("TAPROOM_WORKERS=1\nTAPROOM_WORKERS=2", ".env, line 2: TAPROOM_WORKERS is set again in line 3"),
    "colon": (
        "TAPROOM_WORKERS: 1",
        ".env, line 2: this sets nothing. Write TAPROOM_WORKERS=… with an equals",
    ),
    "tabs": (
        "\tTAPROOM_LOG_LEVEL\t=\tinfo\t",
        'TAPROOM_LOG_LEVEL="info" (.env, line 2): DEBUG, INFO, WARNING or',
    ),
    "export": (
        "export TAPROOM_LOG_FORMAT=xml",
        'TAPROOM_LOG_FORMAT="xml" (.env, line 2): text or json is wanted',
    ),
    "old Macs": (
        "TAPROOM_LOG_FORMAT=xml\rTAPROOM_WORKERS=1",
        'TAPROOM_LOG_FORMAT="xml" (.env, line 2): text',
    ),
    "remark": (
        "TAPROOM_DATABASE=a.db#mine",
        ".env, line 2: write a blank before the # of a remark, or quotes",
    ),
    "lines": (
        'TAPROOM_BACKUPS="copies\nTAPROOM_WORKERS=1\n"',
        ".env, line 2: the value goes on in the next line. Close its quotes in this one",
    ),
    "address of lines": (
        'TAPROOM_SUPPORT="https://a.example\nand more"',
        'TAPROOM_SUPPORT="https://a.example…" (.env, line 2): an address is wanted here',
    ),
    "open quotes": (
        'TAPROOM_BACKUPS="copies',
        ".env, line 2: this sets nothing. Close the quotes of TAPROOM_BACKUPS",
    ),
    "password": (
        "TAPROOM_DATABASE=postgresql://bot:a@b@db/games",
        "TAPROOM_DATABASE (.env, line 2): write postgresql://user:password@host/database, and in the pass",
    ),
}
"""Mistakes in the second line of `.env`, with how the sentence about them begins or what is in it."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_file_of_settings_is_named_and_nothing_runs(
    capsys: pytest.CaptureFixture[str], mistake: str
) -> None:
    text, sentence = MISTAKES[mistake]
    Path(".env").write_text(f"TAPROOM_TOKEN={TOKEN}\n{text}\n", encoding="utf-8")
    assert main(["status"]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert TOKEN not in told


@pytest.mark.parametrize(
    ("token", "advice"),
    [
        (f'"{TOKEN[:40]} {TOKEN[40:]}"', "Leave out what is behind the first blank"),
        (f"{TOKEN} {TOKEN}", "Leave out what is behind the first blank"),
        ("paste it here", "There is a blank in it"),
        ("hunter2", "Copy the token from the developer portal"),
    ],
)
def test_a_token_of_the_wrong_shape_is_named_with_its_line(
    capsys: pytest.CaptureFixture[str], token: str, advice: str
) -> None:
    Path(".env").write_text(f"# mine\nTAPROOM_TOKEN={token}\n", encoding="utf-8")
    assert main([]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "FAIL  token: TAPROOM_TOKEN (.env, line 2) does not have the shape of a bot's token"
    assert advice in second
    assert TOKEN[40:] not in second


def test_a_settings_file_that_is_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder, as containers make of a missing file, or a link to nothing: no playground is meant."""
    Path(".env").mkdir()
    assert main(["status"]) == 2
    assert "must be a file that the bot's user can read: it is a folder" in capsys.readouterr().err
    Path(".env").rmdir()
    Path(".env").symlink_to("missing")
    assert main(["status"]) == 2
    assert "must be a file that the bot's user can read: it is no file" in capsys.readouterr().err


def test_the_settings_are_listed_even_where_they_are_faulty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPROOM_LOG_LEVEL", "loud")
    assert main(["settings"]) == 0
    listed = capsys.readouterr()
    assert listed.out == (ROOT / ".env.example").read_text(encoding="utf-8")
    assert listed.err == ""


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dance"])
    assert ended.value.code == 2
    assert "dance" in capsys.readouterr().err


# Doctor


def test_the_doctor_prints_every_finding_and_says_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert [line.split()[:2] for line in lines] == [
        ["ok", "settings:"],
        ["ok", "token:"],
        ["ok", "database:"],
        ["ok", "backups:"],
        ["ok", "fonts:"],
    ]


def test_the_doctor_says_that_something_is_wrong_and_not_the_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", f"Bot {TOKEN}")
    assert main(["doctor"]) == 1
    told = capsys.readouterr()
    assert "FAIL  token:" in told.out
    assert TOKEN not in told.out + told.err


@pytest.mark.skipif(os.name != "posix", reason="Windows has other errors for a closed pipe")
@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", [["doctor"], ["settings"], ["status"]])
def test_output_that_is_cut_ends_a_command_quietly(database: Path, command: list[str]) -> None:
    """As in `python -m bot doctor | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(  # noqa: S603 - our own program
            (sys.executable, "-m", "bot", *command),
            cwd=database.parent,
            env=environment,
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""
    assert done.returncode == 1


# Backup and restore


@pytest.mark.slow
async def test_a_backup_is_made_while_a_bot_saves(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = await start("chatter", database)
    before = int(await next_line(bot))
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()
    assert await asyncio.to_thread(main, ["backup", "copies/monday.db"]) == 0
    while int(await next_line(bot)) <= revision(copy):
        pass
    bot.kill()
    await bot.wait()

    assert f"Copied {database} to {copy}." in capsys.readouterr().out
    assert before <= revision(copy) < revision(database)
    assert [path.name for path in copy.parent.iterdir()] == ["monday.db"]


@pytest.mark.parametrize("command", [["backup"], ["copy", "taproom.db"]])
def test_no_copy_is_made_in_a_folder_that_is_not_there(
    database: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    before = sorted(database.parent.iterdir())
    assert main([*command, "copis/monday.db"]) == 1
    folder = database.parent / "copis"
    assert f"taproom: there is no folder {folder}: make it, or name another file\n" in capsys.readouterr().err
    assert sorted(database.parent.iterdir()) == before


@pytest.mark.parametrize("token", [TOKEN, ""])
def test_a_bot_makes_no_folder_for_its_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    """A path that is mistyped would be a bot without any games."""
    monkeypatch.setenv("TAPROOM_TOKEN", token)
    monkeypatch.setenv("TAPROOM_DATABASE", "vra/taproom.db")
    assert main([]) == 2
    sentence = f"there is no folder {tmp_path / 'vra'}"
    assert f"taproom: {sentence}: make it, or mend TAPROOM_DATABASE\n" in capsys.readouterr().err
    assert main(["doctor"]) == 1
    assert f"FAIL  database: {sentence}\n" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_backup_never_replaces_a_file(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "monday.db"]) == 0
    before = Path("monday.db").read_bytes()
    assert main(["backup", "monday.db"]) == 1
    assert "monday.db exists already" in capsys.readouterr().err
    assert Path("monday.db").read_bytes() == before
    assert database.exists()


def test_a_new_key_for_pages_keeps_the_one_before_unless_all_are_logged_out(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = list[list[str]]()
    for arguments in ([], [], ["--all"]):
        assert main(["key", *arguments]) == 0
        with closing(sqlite3.connect(database)) as connection:
            (noted,) = connection.execute("SELECT value FROM notes WHERE key = 'web keys'").fetchone()
        kept.append(json.loads(noted))
    assert [len(keys) for keys in kept] == [1, 2, 1]
    assert kept[1][0] == kept[0][0]
    assert kept[2][0] not in kept[1]
    told = capsys.readouterr().out
    assert "Every browser is logged out." in told
    assert not any(key in told for keys in kept for key in keys)


def test_a_backup_that_is_cut_off_is_named_and_the_doctor_is_not(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """He looks at the database, which is whole."""
    assert main(["backup", "monday.db"]) == 0
    for size in (Path("monday.db").stat().st_size - 5_000, 5_000, 50):
        os.truncate("monday.db", size)
        assert main(["restore", "monday.db"]) == 1
        told = capsys.readouterr().err
        assert "monday.db" in told, size
        assert "doctor" not in told
    for command in (["restore", "sunday.db"], ["backup", "monday.db"], ["copy", "taproom.db", "monday.db"]):
        assert main(command) == 1
        assert "doctor" not in capsys.readouterr().err, command
    database.write_bytes(b"Dear Anna, " * 500)
    assert main(["backup", "tuesday.db"]) == 1
    assert "doctor" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("statement", "words"),
    [("PRAGMA user_version = 9999", "restore the backup"), ("PRAGMA application_id = 7", "taproom.db")],
)
def test_a_bot_that_only_a_person_can_help_is_not_started_again(
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    statement: str,
    words: str,
) -> None:
    """By the exit code 2, which systemd knows from the unit."""
    for name in ("PLAYGROUND", "STATUS", "WEB"):
        monkeypatch.setenv(f"TAPROOM_{name}_PORT", "0")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
    assert main([]) == 2
    assert words in capsys.readouterr().err
    assert main(["status"]) == 1


def test_without_a_database_there_is_no_backup(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "monday.db"]) == 1
    told = capsys.readouterr().err
    assert "there is no file taproom.db" in told
    assert "doctor" in told
    assert not Path("monday.db").exists()


@pytest.mark.slow
async def test_nothing_is_restored_while_a_bot_runs(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "monday.db"]) == 0
    bot = await start("hold", database)
    assert await next_line(bot) == "ready"
    assert await asyncio.to_thread(main, ["restore", "monday.db"]) == 1
    assert "stop the bot first" in capsys.readouterr().err

    await finish(bot)
    assert await asyncio.to_thread(main, ["restore", "monday.db"]) == 0
    told = capsys.readouterr().out
    assert f"Read {database.parent / 'monday.db'}: 1 tables, 2 log lines." in told
    assert f"Restored to {database}; " in told
    assert "taproom.old-1.db" in told
    assert revision(database) >= revision(Path("taproom.old-1.db")) + STEP


def test_what_is_no_backup_is_not_restored(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = database.read_bytes()
    Path("letter.txt").write_text("Dear Anna, ...", encoding="utf-8")
    assert main(["restore", "letter.txt"]) == 1
    assert "letter.txt" in capsys.readouterr().err
    assert database.read_bytes() == before


def test_the_database_that_the_settings_name_is_replaced_and_said(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "monday.db"]) == 0
    place = database.parent / "var" / "taproom.db"
    place.parent.mkdir()
    database.rename(place)
    Path(".env").write_text(f"TAPROOM_DATABASE={place}\n", encoding="utf-8")
    assert main(["restore", "monday.db"]) == 0
    told = capsys.readouterr().out
    assert f"Restored to {place}; " in told
    assert str(Path(".env").absolute()) in told
    assert not database.exists()


def test_it_is_said_that_the_environment_has_named_the_place(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "monday.db"]) == 0
    Path(".env").write_text(f"TAPROOM_DATABASE={database}\n", encoding="utf-8")
    monkeypatch.setenv("TAPROOM_DATABASE", "another.db")
    assert main(["restore", "monday.db"]) == 0
    told = capsys.readouterr().out
    assert f"Restored to {database.with_name('another.db')}; " in told
    assert "environment" in told
    assert ".env" not in told


def test_nothing_is_restored_where_nothing_says_where_the_database_belongs(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shell in another folder: the backup would land there, and the bot go on with the old file."""
    (elsewhere := tmp_path / "elsewhere").mkdir()
    assert main(["backup", str(elsewhere / "monday.db")]) == 0
    monkeypatch.chdir(elsewhere)
    assert main(["restore", "monday.db"]) == 1
    assert "TAPROOM_DATABASE" in capsys.readouterr().err
    assert sorted(path.name for path in elsewhere.iterdir()) == ["monday.db"]
    monkeypatch.setenv("TAPROOM_DATABASE", "taproom.db")
    assert main(["restore", "monday.db"]) == 0
    assert database.exists()


@pytest.mark.parametrize(
    "command", [["restore", "monday.db"], ["backup", "tuesday.db"], ["forget", "7", "--yes"], []]
)
def test_nothing_is_done_with_settings_that_cannot_be_read(
    database: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """The broken line may be the one that says where the database is."""
    assert main(["backup", "monday.db"]) == 0
    before = database.read_bytes()
    Path(".env").write_text("TAPROOM_WORKERS=1\nTAPROOM_DATABASE: elsewhere.db\n", encoding="utf-8")
    assert main(command) == 2
    assert capsys.readouterr().err.startswith("FAIL  .env, line 2: ")
    assert database.read_bytes() == before
    assert sorted(path.name for path in Path().glob("*.db")) == ["monday.db", "taproom.db"]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser gives files away"
)
def test_what_the_superuser_copies_and_restores_belongs_to_whom_it_belonged(database: Path) -> None:
    os.chown(database, 65534, 65533)
    database.chmod(0o640)
    assert main(["backup", "monday.db"]) == 0
    assert main(["restore", "monday.db"]) == 0
    for name in ("monday.db", "taproom.db", "taproom.old-1.db"):
        status = Path(name).stat()
        assert (status.st_uid, status.st_gid) == (65534, 65533), name
        assert status.st_mode & 0o777 == 0o600, "and only its owner reads it"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser gives files away"
)
def test_a_database_that_was_gone_belongs_to_whom_its_folder_belongs(database: Path, tmp_path: Path) -> None:
    assert database.exists()
    assert main(["backup", "monday.db"]) == 0
    place = tmp_path / "var" / "taproom.db"
    place.parent.mkdir()
    os.chown(place.parent, 65534, 65534)
    Path(".env").write_text(f"TAPROOM_DATABASE={place}\n", encoding="utf-8")
    assert main(["restore", "monday.db"]) == 0
    assert place.stat().st_uid == 65534


# On Discord


@contextmanager
def a_discord(monkeypatch: pytest.MonkeyPatch, answer: Callable[[], int]) -> Iterator[list[str]]:
    """Answer every request with the status that `answer` gives; yields the requests."""
    asked = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = json.dumps({"message": "401: Unauthorized", "code": 0}).encode()
            self.send_response(answer())
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_CONNECT(self) -> None:
            asked.append(f"{self.path} {self.headers['Proxy-Authorization']}")
            self.send_error(answer())

        def log_message(self, *_: object) -> None:
            """Keep the test run's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{server.server_address[1]}")
    try:
        yield asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_token_that_discord_refuses_is_told_but_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], log_format: str
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", f" {TOKEN} ")
    monkeypatch.setenv("TAPROOM_LOG_FORMAT", log_format)
    monkeypatch.setenv("TAPROOM_LOG_LEVEL", "DEBUG")
    with a_discord(monkeypatch, lambda: 401) as asked:
        assert main([]) == 2
    told = capsys.readouterr()
    assert asked == ["/users/@me"]
    assert "Discord refused the token" in told.err
    assert TOKEN not in told.out + told.err


@pytest.mark.slow
def test_what_stays_for_good_is_not_looked_through_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    gc.unfreeze()
    try:
        with a_discord(monkeypatch, lambda: 401):
            main([])
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_token_of_another_shape_ends_the_bot_in_the_doctors_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", f"Bot {TOKEN}")
    with a_discord(monkeypatch, lambda: 401) as asked:
        assert main([]) == 2
    told = capsys.readouterr()
    assert asked == []
    assert main(["doctor"]) == 1
    assert told.err.strip() in capsys.readouterr().out
    assert TOKEN not in told.out + told.err


class OnWarning(logging.Filter):
    """Runs a function at the client's first warning; counts all of them."""

    def __init__(self, then: Callable[[], object]) -> None:
        super().__init__()
        self.count = 0
        self._then = then

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno == logging.WARNING:
            self.count += 1
            if self.count == 1:
                self._then()
        return True

    @contextmanager
    def listening(self) -> Iterator[OnWarning]:
        logger = logging.getLogger("taproom.client")
        logger.addFilter(self)
        try:
            yield self
        finally:
            logger.removeFilter(self)


@pytest.mark.slow
def test_a_discord_out_of_reach_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No network at the start, then a Discord with an outage, then one that answers."""
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    monkeypatch.setattr("bot.client.AGAIN", 0.0)
    answers = iter([503, 429, 503, 401])
    with a_discord(monkeypatch, lambda: next(answers)) as asked:
        here = discord.http.Route.BASE
        monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")  # no server listens there
        with OnWarning(lambda: setattr(discord.http.Route, "BASE", here)).listening() as heard:
            assert main([]) == 2
    told = capsys.readouterr()
    assert heard.count == 1, "a line a minute"
    assert "Discord cannot be reached" in told.err
    assert "Discord refused the token" in told.err
    assert len(asked) == 4
    assert TOKEN not in told.out + told.err


def test_a_stop_while_waiting_for_discord_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    with OnWarning(lambda: os.kill(os.getpid(), signal.SIGTERM)).listening():
        assert main([]) == 0
    assert "stopping" in capsys.readouterr().err


@pytest.mark.parametrize("status", [400, 403, 404])
def test_a_discord_that_refuses_logins_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    with a_discord(monkeypatch, lambda: status):
        assert main([]) == 1
    told = capsys.readouterr().err
    assert "taproom: Discord does not let the bot in now: " in told
    assert f"{status} " in told
    assert "Traceback" not in told


async def test_a_stop_before_logging_in_ends_well(tmp_path: Path) -> None:
    await Taproom(tmp_path / "taproom.db").close()


def test_a_stop_while_logging_in_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    over = Event()

    def stop_the_bot_and_wait() -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        over.wait(30)
        return 401

    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    with a_discord(monkeypatch, stop_the_bot_and_wait):
        try:
            assert main([]) == 0
        finally:
            over.set()
    assert "stopping" in capsys.readouterr().err


# A proxy


def test_discord_is_reached_through_the_proxy_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    over = Event()

    def refuse() -> int:
        if not over.is_set():
            over.set()
            Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
        return 407

    base = discord.http.Route.BASE
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    with a_discord(monkeypatch, refuse) as asked:
        host = discord.http.Route.BASE.removeprefix("http://")
        monkeypatch.setattr(discord.http.Route, "BASE", base)
        monkeypatch.setenv("HTTPS_PROXY", f"http://ann:hush%40@{host}")
        assert main(["doctor"]) == 0
        assert f"through the proxy http://{host}\n" in capsys.readouterr().out
        unasked = Timer(20, os.kill, (os.getpid(), signal.SIGTERM))
        unasked.start()
        assert main([]) == 0
        unasked.cancel()
    told = capsys.readouterr().err
    assert asked[:1] == ["discord.com:443 Basic YW5uOmh1c2hA"]  # ann:hush@
    assert "407" in told
    assert "hush" not in told


@pytest.mark.parametrize("address", ["socks5://127.0.0.1:1080", "http://", "http://[::1:3128"])
def test_a_proxy_that_cannot_be_used_is_named_by_the_doctor_and_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    monkeypatch.setenv("https_proxy", address)
    assert main(["doctor"]) == 1
    assert "FAIL  network: HTTPS_PROXY cannot be used" in capsys.readouterr().out
    assert main([]) == 2
    assert "FAIL  network: HTTPS_PROXY cannot be used" in capsys.readouterr().err


# Without a token


def test_without_a_token_and_playground_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert main([]) == 2
    told = capsys.readouterr().err
    assert "TAPROOM_TOKEN" in told
    assert "requirements-playground.txt" in told


def test_backups_that_cannot_be_made_are_a_warning_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    Path("copies").touch()
    Path(".env").write_text("TAPROOM_BACKUPS=copies\n", encoding="utf-8")
    assert main([]) == 2, "there is no playground"
    told = capsys.readouterr().err
    assert "WARNING" in told
    assert "backups: none can be made, as copies cannot be written (Not a directory). Set TAPROOM_" in told


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)], ids=["SIGTERM", "SIGINT"]
)
async def test_the_playground_opens_and_a_signal_ends_it(tmp_path: Path, number: signal.Signals) -> None:
    child = await playground(tmp_path)
    await until_open(child)
    child.send_signal(number)
    _, errors = await child.communicate()
    assert child.returncode == 0, errors.decode()
    assert "Traceback" not in errors.decode()
    assert names_in(tmp_path) == ["taproom.db", "taproom.db-lock"], "the log is folded in"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.slow
async def test_a_second_bot_on_a_file_is_refused_until_the_first_is_gone_however_that_ends(
    tmp_path: Path,
) -> None:
    first = await playground(tmp_path)
    await until_open(first)
    try:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "taproom.db")
        for name in ("taproom.db", "elsewhere/link.db"):
            second = await playground(tmp_path, TAPROOM_DATABASE=name)
            try:
                _, errors = await asyncio.wait_for(second.communicate(), 60)
            except TimeoutError:
                second.kill()
                raise
            assert second.returncode == 1, errors.decode()
            assert f"taproom: another bot runs on {tmp_path / name}: stop it, or set TAPROOM_DATABASE" in (
                errors.decode()
            )
        for command in (["backup", "monday.db"], ["block", "77"], ["data", "7"], ["doctor"], ["key"]):
            assert await asyncio.to_thread(main, command) == 0, command
    finally:
        first.kill()
        await first.communicate()
    third = await playground(tmp_path)
    await until_open(third)
    third.kill()
    await third.communicate()


def names_in(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))  # noqa: PTH208 - called where nothing else runs in the loop


async def until_open(child: asyncio.subprocess.Process) -> None:
    """Wait until a playground can be used."""
    while "http://127.0.0.1:" not in await heard_or_ended(child):
        pass


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
async def test_a_signal_ends_a_start_that_waits_for_a_locked_database(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "taproom.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        child = await playground(tmp_path)
        assert child.stderr is not None
        line = ""
        while "the start waits for the database taproom.db" not in line:
            line = (await child.stderr.readline()).decode()
            assert line, f"ended with {await child.wait()}"
        child.send_signal(signal.SIGTERM)
        _, errors = await child.communicate()
    assert child.returncode == 0, errors.decode()
    assert "the start is broken off" in errors.decode()


async def playground(folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """Start a playground, or a command, in a folder, whose ports are free ones."""
    free = {f"TAPROOM_{name}_PORT": "0" for name in ("PLAYGROUND", "STATUS", "WEB")}
    environment = os.environ | free | settings | {"PYTHONPATH": str(ROOT)}
    return await create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=environment, stdout=PIPE, stderr=PIPE
    )


async def heard_or_ended(child: asyncio.subprocess.Process) -> str:
    assert child.stdout is not None
    line = await child.stdout.readline()
    if not line:
        _, errors = await child.communicate()
        pytest.fail(f"ended with {child.returncode}: {errors.decode()}")
    return line.decode()


def test_a_database_that_cannot_be_opened_ends_the_bot_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TAPROOM_DATABASE", str(tmp_path))
    monkeypatch.setenv("TAPROOM_PLAYGROUND_PORT", "0")
    monkeypatch.setenv("TAPROOM_STATUS_PORT", "0")
    assert main([]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"taproom: {tmp_path} is a folder")
    assert "python -m bot doctor" in told
    assert "Traceback" not in told


def test_a_port_that_is_taken_ends_the_playground_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        monkeypatch.setenv("TAPROOM_PLAYGROUND_PORT", str(taken.getsockname()[1]))
        monkeypatch.setenv("TAPROOM_STATUS_PORT", "0")
        monkeypatch.setenv("TAPROOM_WEB_PORT", "0")
        assert main([]) == 1
    told = capsys.readouterr().err
    assert "the playground cannot be opened" in told
    assert "TAPROOM_PLAYGROUND_PORT=0" in told


@pytest.mark.parametrize("name", ["STATUS", "WEB"])
def test_a_port_that_is_taken_is_named_by_its_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        for other in ("PLAYGROUND", "STATUS", "WEB"):
            monkeypatch.setenv(f"TAPROOM_{other}_PORT", "0")
        monkeypatch.setenv(f"TAPROOM_{name}_PORT", str(taken.getsockname()[1]))
        assert main([]) == 1
    told = capsys.readouterr().err
    assert set(re.findall(r"TAPROOM_\w+", told)) == {f"TAPROOM_{name}_PORT", f"TAPROOM_{name}_ADDRESS"}


@pytest.mark.parametrize("command", [[], ["doctor"]])
def test_two_ports_that_are_one_are_a_fault_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    monkeypatch.setenv("TAPROOM_WEB_URL", "https://play.example.org")
    monkeypatch.setenv("TAPROOM_WEB_PORT", "8380")
    monkeypatch.setenv("TAPROOM_STATUS_PORT", "8380")
    assert main(command) == 2
    told = capsys.readouterr().err
    assert told.startswith('FAIL  TAPROOM_WEB_PORT="8380" (environment): ')
    assert "TAPROOM_STATUS_PORT" in told


async def test_the_heap_is_tidied_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, twice = list[int](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def trim(left: int) -> None:
        kept.append(left)
        if len(kept) == 2:
            loop.call_soon_threadsafe(twice.set)

    monkeypatch.setattr("ctypes.CDLL", lambda _: SimpleNamespace(malloc_trim=trim))
    tidying = asyncio.create_task(tidy_heap(0.01))
    async with asyncio.timeout(10):
        await twice.wait()
    tidying.cancel()
    assert set(kept) == {0}, "nothing is kept that is free"


async def test_another_c_library_has_no_such_thing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda _: SimpleNamespace())
    async with asyncio.timeout(10):
        await tidy_heap(0.01)
