"""docs/hosting.md is followed line by line on a machine that is a folder, as another user where it can be."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
from asyncio.subprocess import PIPE, STDOUT, Process, create_subprocess_exec
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import pytest

from tests.docs import stand_ins
from tests.docs.pages import ROOT, blocks, blocks_by_heading, read
from tools.load.opening import open_table
from tools.standin.standin import StandIn
from tools.standin.world import FakeChannel, FakeUser

PAGE: Final = blocks_by_heading(read("docs/hosting.md"))
NOBODY: Final = 65534
PORT: Final = "8378"
PATIENCE: Final = 90.0
"""Seconds until an answer is there: a bot that has just come up puts some off while it draws its pieces."""


def shell() -> list[tuple[str, str]]:
    """Every block of the page that is typed into a shell, with the heading that it stands under."""
    return [(heading, block.text) for heading, block in PAGE if block.info == "sh"]


def only(info: str, heading: str) -> str:
    (found,) = (block.text for where, block in PAGE if (where, block.info) == (heading, info))
    return found


def test_every_block_of_the_page_says_what_it_is() -> None:
    """So that none that is typed into a shell is passed over."""
    assert {block.info for block in blocks(read("docs/hosting.md"))} == {"sh", "text", "ini", "cron"}


@pytest.mark.parametrize("text", [text for _, text in shell()] + [only("cron", "Backups")])
def test_the_bot_is_started_by_the_python_that_has_its_libraries(text: str) -> None:
    starts = [line for line in text.splitlines() if "-m bot" in line and "podman" not in line]
    assert all(re.search(r"(?<![\w/])\.venv/bin/python (-P )?-m bot", line) for line in starts), starts


def test_the_unit_and_the_shell_read_the_same_settings() -> None:
    """None stands in the unit alone, where neither cron nor a shell can see it."""
    unit = only("ini", "systemd")
    assert "TAPROOM_" not in unit
    assert "EnvironmentFile" not in unit
    [folder] = re.findall(r"^WorkingDirectory=(.+)$", unit, re.MULTILINE)
    assert f"cd {folder} " in only("cron", "Backups")
    assert any(f"cd {folder}\n" in text for heading, text in shell() if heading == "systemd")


def other_python() -> str:
    """An interpreter that another user may run, with the libraries of this one; skips if there is none."""
    libraries = sysconfig.get_path("purelib")
    here = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{here}", f"/usr/local/bin/{here}"):
        with suppress(OSError):
            command = (candidate, "-c", "import discord, PIL._imaging, pydantic, aiosqlite")
            environment = {"PYTHONPATH": libraries, "PYTHONDONTWRITEBYTECODE": "1"}
            done = subprocess.run(  # noqa: S603 - Python
                command,
                cwd="/",
                env=environment,
                user=NOBODY,
                group=NOBODY,
                extra_groups=[],
                check=False,
                timeout=60,
            )
            if done.returncode == 0:
                return candidate
    pytest.skip("no Python that another user may run, and the page is about another user than root")


class Machine:
    """A folder like the root of a file system, with stand-ins for what would change the machine.

    See `tests.docs.stand_ins`. `ordinary` is the number of a user without rights, or of whoever runs this.
    """

    def __init__(self, root: Path, discord: StandIn) -> None:
        self.root = root
        self.discord = discord
        superuser = os.geteuid() == 0
        self.ordinary = NOBODY if superuser else os.geteuid()
        facts = {
            "another": str(self.ordinary),
            "python": other_python() if superuser else sys.executable,
            "packages": sysconfig.get_path("purelib"),
            "discord": discord.address,
            "launch.py": stand_ins.LAUNCHER,
        }
        root.chmod(0o755)
        for name in ("run", "home", "opt", "var/lib", "var/backups", "etc/systemd/system", "stand-ins"):
            (root / name).mkdir(parents=True)
        for name in ("run", "home"):
            (root / name).chmod(0o777)
        for name, text in facts.items():
            (root / name).write_text(text, encoding="utf-8")
        for name in stand_ins.COMMANDS:
            script = root / "stand-ins" / name
            script.write_text(
                f'#!/bin/sh\nexec {sys.executable} {ROOT / "tests/docs/stand_ins.py"} {name} "$@"\n',
                encoding="utf-8",
            )
            script.chmod(0o755)
        self.place = root / "home"
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = int(free.getsockname()[1])

    def here(self, text: str) -> str:
        """What the page says, with the paths of this machine, a port that is free, and a token."""
        text = re.sub(r"(?<![\w.$/])/(?=(?:opt|var|etc)/)", f"{self.root}/", text).replace(
            PORT, str(self.port)
        )
        return text.replace("paste it here", self.discord.token)

    async def follow(self, text: str) -> str:
        """What a block prints; a bot that it starts in the foreground is ended once it is connected."""
        done = f"{self.here(text)}\npwd > {self.root}/run/place\n"
        self.discord.gateway.connected.clear()
        given = {
            "MACHINE": str(self.root),
            "HOME": str(self.root / "home"),
            "REPOSITORY": str(ROOT),
            "USER_ID": "1001",
        }
        path = f"{self.root / 'stand-ins'}:/usr/sbin:/usr/bin:/sbin:/bin"
        shell = await create_subprocess_exec(
            *("bash", "-euo", "pipefail", "-c", done),
            cwd=self.place,
            env=given | {"PATH": path},
            stdout=PIPE,
            stderr=STDOUT,
        )
        ending = asyncio.create_task(self._end_foreground(shell))
        printed, _ = await shell.communicate()
        ending.cancel()
        assert shell.returncode == 0, f"{text}\n{printed.decode()}"
        self.place = Path((self.root / "run/place").read_text(encoding="utf-8").strip())
        return printed.decode()

    async def _end_foreground(self, shell: Process) -> None:
        foreground = self.root / "run/foreground"
        while shell.returncode is None:
            await self.discord.gateway.connected.wait()
            if foreground.exists():
                number = int(foreground.read_text(encoding="utf-8"))
                foreground.unlink()
                os.kill(number, signal.SIGTERM)
                return
            await asyncio.sleep(0.1)

    @property
    def database(self) -> Path:
        return self.root / "var/lib/taproom/taproom.db"

    def tables(self) -> list[int]:
        """The numbers of the tables in the database of the service."""
        with closing(sqlite3.connect(self.database)) as connection:
            return [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY id")]

    def end(self) -> None:
        """End the service, if it still runs."""
        for name in ("run/pid", "run/foreground"):
            with suppress(OSError, ValueError):
                os.kill(int((self.root / name).read_text(encoding="utf-8")), signal.SIGKILL)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user of this machine can look into."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    shutil.rmtree(folder)


async def plays(discord: StandIn, person: FakeUser, channel: FakeChannel) -> None:
    """Somebody opens a table, and its board is there: it was saved and shown."""
    asked = await open_table(discord, person, channel, "thrag")
    await discord.until(lambda: any(one.shown_to is None for one in asked.messages), PATIENCE)


def notes(machine: Machine, printed: dict[str, str]) -> None:
    """What the page promises of each step."""
    assert "NOTIFY" not in printed["systemd"]
    assert "connected to Discord" in printed["Status"]
    assert "FAIL" not in printed["Diagnostics"]
    assert f"{machine.root}/opt/taproom/.env" in printed["Diagnostics"]
    restored = printed["Restore"]
    assert f"{machine.root}/var/backups/taproom/by-hand.db" in restored
    assert f"{machine.database}" in restored
    assert "taproom.old-1.db" in restored
    assert f"{machine.root}/opt/taproom/.env" in restored


def check_files(machine: Machine) -> None:
    """Every file of the bot belongs to its user, and nothing went wrong that nobody has heard of."""
    copies = list((machine.root / "var/backups/taproom").glob("*.db"))
    for path in (machine.database, machine.database.with_name("taproom.old-1.db"), *copies):
        assert path.stat().st_uid == machine.ordinary, path
    assert any(re.fullmatch(r"taproom-[\d-]+\.db", path.name) for path in copies), (
        "the night's, as there was none"
    )
    assert "Traceback" not in (machine.root / "run/log").read_text(encoding="utf-8")


@pytest.mark.slow
async def test_the_page_is_followed_from_the_first_line_to_the_last(place: Path) -> None:
    async with StandIn(patience=60) as discord:
        machine = Machine(place, discord)
        alice, games = discord.world.person("alice"), discord.world.channel(discord.world.server())
        unit = place / "etc/systemd/system/taproom.service"
        unit.write_text(machine.here(only("ini", "systemd")), encoding="utf-8")
        printed: dict[str, str] = {}
        try:
            for heading, text in shell():
                if heading == "Compiled bots":  # another bot in the foreground: one at a time
                    await machine.follow("systemctl stop taproom")
                if heading == "Restore":
                    await plays(discord, alice, games)
                    assert len(machine.tables()) == 2
                printed[heading] = printed.get(heading, "") + await machine.follow(text)
                if text.startswith("git clone") and heading == "Install":
                    (machine.place / ".env").write_text(
                        machine.here(only("text", "Install")), encoding="utf-8"
                    )
                    (machine.place / ".env").chmod(0o600)  # as the page says below it
                if heading == "Compiled bots":
                    await machine.follow("systemctl start taproom")
                if "enable --now" in text:
                    await plays(discord, alice, games)
                if heading == "Restore":
                    assert machine.tables() == [1], "as it was when it was copied"
                    await plays(discord, alice, games)
                    assert len(machine.tables()) == 2, "and the bot can save to it"
            await machine.follow("systemctl stop taproom")
        finally:
            machine.end()
        notes(machine, printed)
        check_files(machine)
