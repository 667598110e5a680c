"""Stand-ins for commands that change a machine, working in a folder: `python stand_ins.py NAME ARGUMENTS...`.

The folder is in MACHINE, and looks like a file system from its root. In it are `another`, the number of the
user that the bot gets, or of the current user; `python`, an interpreter that user may run; `packages`, where
the libraries are; `discord`, the address of the stand-in for Discord; and `launch.py`, which runs the bot.
"""

from __future__ import annotations

import argparse
import configparser
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MACHINE = Path(os.environ.get("MACHINE", ""))
PARTS = ("bot", "engine", "render", "data", "tools", "docs/games")
FILES = ("Containerfile", "Makefile", "requirements.txt", ".env.example", "pyproject.toml")
PATIENCE = 90.0
"""Seconds after which a start or a stop has failed."""

WRAPPER = """#!/bin/sh
case "$*" in "-m bot" | "-P -m bot") [ -n "$NOTIFY_SOCKET" ] || echo $$ > "$MACHINE/run/foreground" ;; esac
export PYTHONPATH="$PYTHONPATH:{packages}" PYTHONDONTWRITEBYTECODE=1
exec {python} "$MACHINE/launch.py" "$@"
"""

LAUNCHER = """
import os, runpy, sys
arguments = [argument for argument in sys.argv[1:] if argument != "-P"]
assert arguments[:2] in (["-m", "bot"], ["-m", "bot.sprites"]), arguments
places = [place for place in os.environ["PYTHONPATH"].split(":") if place]
sys.path[:] = ([] if "-P" in sys.argv else [os.getcwd()]) + [
    place for place in sys.path if place != os.environ["MACHINE"]
]
if "-P" in sys.argv:
    sys.path.append(os.getcwd())  # for the stand-in alone, which the copy may lack
from tools.standin.bot import redirect_discord
sys.argv = arguments[1:]
with redirect_discord(open(os.environ["MACHINE"] + "/discord").read()):
    runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
"""


def recorded_text(name: str) -> str:
    return (MACHINE / name).read_text(encoding="utf-8")


def another() -> int:
    return int(recorded_text("another"))


def user_of(name: str) -> int:
    """The number of a user that the page names."""
    return another() if name == "taproom" else os.geteuid()


def git(*arguments: str) -> int:
    """A clone is a copy of what a bot needs, with its bytecode; there is nothing new to pull.

    The pieces are drawn in the first clone; a later one gets its file, which belongs to the same sources.
    """
    if arguments[0] == "clone":
        source, target = Path(arguments[1]), Path(arguments[2])
        for part in PARTS:
            shutil.copytree(
                source / part, target / part, ignore=shutil.ignore_patterns("sprites.bin*", "*.pyc.*")
            )
        for name in FILES:
            shutil.copy(source / name, target / name)
        for drawn in (MACHINE / "home").glob("*/render/sprites.bin"):
            shutil.copy(drawn, target / "render")
    else:
        assert arguments == ("pull",)
    return 0


def python3(*arguments: str) -> int:
    """A virtual environment whose libraries are those of the tests."""
    assert arguments[:2] == ("-m", "venv")
    place = Path(arguments[2]) / "bin"
    place.mkdir(parents=True)
    wrapper = WRAPPER.format(python=recorded_text("python"), packages=recorded_text("packages"))
    for name, text in (("python", wrapper), ("pip", f'#!/bin/sh\nexec "{MACHINE}/stand-ins/pip" "$@"\n')):
        (place / name).write_text(text, encoding="utf-8")
        (place / name).chmod(0o755)
    return 0


def pip(*arguments: str) -> int:
    """The libraries are there; the file that names them must be, too."""
    assert arguments[:3] == ("install", "--require-hashes", "-r")
    return 0 if Path(arguments[3]).is_file() else 1


def make(*arguments: str) -> int:
    """The target must be there; the faster copy is the folder itself."""
    assert f"\n{arguments[0]}:" in Path("Makefile").read_text(encoding="utf-8")
    if arguments[0] == "fast":
        Path("build").mkdir(exist_ok=True)
        Path("build/fast").symlink_to("..")
    return 0


def podman(*arguments: str) -> int:
    """Nothing is built or run."""
    assert arguments[0] in {"build", "run", "exec"}
    return 0


def useradd(*arguments: str) -> int:
    """The bot's user is another one that is there already."""
    assert arguments[-1] == "taproom"
    return 0


def runuser(*arguments: str) -> int:
    """As the bot's user, where there is another one."""
    assert arguments[:1] == ("-u",)
    assert arguments[2] == "--"
    number = user_of(arguments[1])
    if number != os.geteuid():
        os.setgroups([])
        os.setgid(number)
        os.setuid(number)
    os.execvp(arguments[3], arguments[3:])  # noqa: S606 - what the page says


def install(*arguments: str) -> int:
    """Folders and files with their owner and mode."""
    parser = argparse.ArgumentParser()
    for option in ("-o", "-g", "-m"):
        parser.add_argument(option)
    parser.add_argument("-d", action="store_true")
    parser.add_argument("places", nargs="+", type=Path)
    given = parser.parse_args(arguments)
    for place in given.places if given.d else given.places[1:]:
        if given.d:
            place.mkdir(parents=True)
        else:
            place.write_bytes(given.places[0].read_bytes())
        place.chmod(int(given.m, 8))
        if os.geteuid() == 0:
            os.chown(place, user_of(given.o), user_of(given.g))
    return 0


def journalctl(*_: str) -> int:
    """The service's log."""
    sys.stdout.write(recorded_text("run/log"))
    return 0


# The service


def systemctl(*arguments: str) -> int:
    """Start and stop the service as its unit says, and receive its notifications."""
    match arguments:
        case ("daemon-reload",):
            return 0
        case ("enable", "--now", "taproom") | ("start", "taproom"):
            return start()
        case ("stop", "taproom"):
            return stop()
        case ("status", "taproom"):
            return 0 if (MACHINE / "run/pid").exists() else 3
        case ("keep",):
            return keep()
        case _:
            raise AssertionError(arguments)


def start() -> int:
    """Start it, and wait until it says that it is up."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        place = MACHINE / "run/notify"
        place.unlink(missing_ok=True)
        notify.bind(str(place))
        place.chmod(0o777)
        notify.settimeout(1.0)
        (MACHINE / "run/ended").unlink(missing_ok=True)
        subprocess.Popen(  # noqa: S603 - this file
            (sys.executable, __file__, "systemctl", "keep"),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and not (MACHINE / "run/ended").exists():
            with suppress(TimeoutError):
                if "READY=1" in notify.recv(4096).decode().splitlines():
                    return 0
    return 1


def keep() -> int:
    """Be there as long as the service is, and note how it ended."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(MACHINE / "etc/systemd/system/taproom.service")
    unit = parser["Service"]
    number = user_of(unit["User"])
    other = number != os.geteuid()
    with (MACHINE / "run/log").open("ab") as log:
        service = subprocess.Popen(  # noqa: S603 - what the unit says
            unit["ExecStart"].split(),
            cwd=unit["WorkingDirectory"],
            env={
                "MACHINE": str(MACHINE),
                "NOTIFY_SOCKET": str(MACHINE / "run/notify"),
                "PATH": "/usr/bin:/bin",
            },
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            umask=int(unit["UMask"], 8),
            user=number if other else None,
            group=number if other else None,
            extra_groups=[] if other else None,
        )
        (MACHINE / "run/pid").write_text(str(service.pid), encoding="utf-8")
        code = service.wait()
    (MACHINE / "run/pid").unlink()
    (MACHINE / "run/ended").write_text(str(code), encoding="utf-8")
    return code


def stop() -> int:
    """Ask it to end, and wait until it has; its own exit code."""
    os.kill(int(recorded_text("run/pid")), signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while not (MACHINE / "run/ended").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return int(recorded_text("run/ended") or "1")


COMMANDS: dict[str, Callable[..., int]] = {
    function.__name__: function
    for function in (git, python3, pip, make, podman, useradd, runuser, install, journalctl, systemctl)
}

if __name__ == "__main__":
    sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
