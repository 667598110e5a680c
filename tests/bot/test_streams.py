"""Every command line writes UTF-8, whatever the terminal's encoding; Ctrl+C ends it without a traceback."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from bot import __main__ as bot
from bot.features import HOOKS
from bot.store import Player, Store
from engine import __main__ as engine
from engine.commands import games
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.samples import new_table
from tests.engine.exports import file_records, open_game, text_of

NAME = "山田 太郎 — Zoë"
USER = 4711
FOLDER = "Schänke 卓"
NARROW = ("cp1252", "cp850", "ascii")
"""Python's default encodings on Windows, its consoles, and in a service without a locale."""


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / FOLDER
    folder.mkdir()
    monkeypatch.chdir(folder)
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    yield
    root.handlers[:] = kept
    root.setLevel(level)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database in a folder with a non-ASCII name, and a player with one."""
    path = tmp_path / FOLDER / "taproom.db"
    store = await Store.open(path, hooks=HOOKS)
    await store.create(new_table(players=(Player(0, USER, NAME),)), 1)
    await store.close()
    return path


def written_by(
    main: Callable[[list[str]], int], arguments: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Return a command's output on streams of such an encoding, read as UTF-8."""
    raw = io.BytesIO()
    with monkeypatch.context() as streams:
        streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NAME.encode()), encoding))
        streams.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, write_through=True))
        streams.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding, write_through=True))
        with suppress(SystemExit):  # after the help
            main(arguments)
        return raw.getvalue().decode()


def commands_of(parser: argparse.ArgumentParser) -> set[str]:
    (commands,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]  # noqa: SLF001
    return set(commands.choices)


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("encoding", NARROW)
def test_data_are_written_as_utf8(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    told = json.loads(written_by(bot.main, ["data", str(USER)], encoding, monkeypatch))
    assert told["seats"][0]["name"] == NAME


@pytest.mark.usefixtures("database")
def test_each_command_of_the_bot_writes_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: dict[str, tuple[list[str], str]] = {
        "status": ([], ""),
        "think": ([], "taproom"),
        "backup": (["Kopie 卓.db"], "Kopie 卓.db"),
        "restore": (["Kopie 卓.db"], "Kopie 卓.db"),
        "copy": (["sqlite:Kopie 卓.db", "sqlite:new.db"], "Kopie 卓.db"),
        "data": ([str(USER)], NAME),
        "forget": ([str(USER)], ""),
        "block": (["一"], "一"),
        "unblock": (["二"], "二"),
        "key": ([], ""),
        "doctor": ([], "taproom.db"),
        "settings": ([], "TAPROOM_TOKEN"),
    }
    assert runs.keys() == commands_of(bot._parser())  # noqa: SLF001
    for command, (arguments, told) in runs.items():
        assert told in written_by(bot.main, [command, *arguments], NARROW[-1], monkeypatch), command
    assert "--yes" in written_by(bot.main, ["forget", "--help"], NARROW[-1], monkeypatch)


def test_each_command_of_the_engine_writes_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_game("thrag", 1, "one", (NAME,)).play_on(2)
    Path("Spiel 卓.jsonl").write_text(text_of(file_records(house)), encoding="utf-8")
    runs: dict[str, tuple[list[str], str]] = {
        "games": ([], "thud"),
        "play": (["thud"], ""),
        "best": (["卓"], "卓"),
        "perft": (["卓"], "卓"),
        "verify": (["Spiel 卓.jsonl"], ""),
        "arena": (["卓"], "卓"),
    }
    assert runs.keys() == commands_of(engine._parser(with_arena=False))  # noqa: SLF001
    for command, (arguments, told) in runs.items():
        assert told in written_by(engine.main, [command, *arguments], NARROW[-1], monkeypatch), command
    assert "卓" in written_by(engine.main, ["verify", "卓.jsonl"], NARROW[-1], monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("database")
async def test_data_are_printed_where_python_would_write_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    command = (sys.executable, "-m", "bot", "data", str(USER))
    child = await create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    out, errors = await child.communicate()
    assert (child.returncode, errors.decode()) == (0, "")
    assert json.loads(out)["seats"][0]["name"] == NAME


# Ctrl+C


async def test_a_signal_stops_the_bot_where_the_loop_takes_no_handlers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in Windows' event loop."""

    def no_handlers(*_: object) -> NoReturn:
        raise NotImplementedError

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", no_handlers)
    try:
        for number in before:
            stop = bot._stop_event()  # noqa: SLF001
            os.kill(os.getpid(), number)
            async with asyncio.timeout(10):
                await stop.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_a_command_that_is_interrupted_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot, "_doctor", interrupt)
    assert bot.main(["doctor"]) == 130
    monkeypatch.setattr(games, "_games", interrupt)
    assert engine.main(["games"]) == 130
