"""The command line of the bot: run it, look after its database, find out what is missing."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import gc
import importlib.util
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import discord
from pydantic import ValidationError

from bot import people
from bot.client import PULSE, Taproom
from bot.doctor import examination
from bot.logs import set_up
from bot.settings import Settings, faults
from bot.store import StoreError
from bot.store.backup import backup, check_there, check_unused, restore

LOG = logging.getLogger("taproom")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 well, 1 something is wrong, 2 bad settings or arguments."""
    given = _parser().parse_args(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        return _bad_settings(faults(error))
    except (OSError, UnicodeDecodeError) as error:
        return _bad_settings([f".env cannot be read: {error}"])
    set_up(settings.log_format, settings.log_level, settings.secret)
    try:
        return int(given.run(settings, given))
    except StoreError as error:
        print(f"taproom: {error}", file=sys.stderr)
        print("`python -m bot doctor` looks at the database and says what to do.", file=sys.stderr)
        return 1


def _bad_settings(lines: list[str]) -> int:
    for line in lines:
        print(f"FAIL  {line}", file=sys.stderr)
    print("      .env.example lists every setting with its default.", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Taproom hosts board games on Discord. Without a command: run it."
    )
    parser.set_defaults(run=_run)
    commands = parser.add_subparsers(metavar="COMMAND")
    copy = commands.add_parser("backup", help="copy the database while the bot runs")
    copy.add_argument("file", type=Path)
    copy.set_defaults(run=_backup)
    back = commands.add_parser("restore", help="check a backup and put it in the database's place")
    back.add_argument("file", type=Path)
    back.set_defaults(run=_restore)
    data = commands.add_parser("data", help="print all that is stored about somebody")
    data.add_argument("user", type=int, metavar="USER_ID", help="the number that Discord knows them by")
    data.set_defaults(run=_data)
    forget = commands.add_parser("forget", help="delete all that is stored about somebody")
    forget.add_argument("user", type=int, metavar="USER_ID", help="the number that Discord knows them by")
    forget.add_argument("--yes", action="store_true", help="do it, and do not only say what it does")
    forget.set_defaults(run=_forget)
    doctor = commands.add_parser("doctor", help="check settings, token, database and fonts")
    doctor.set_defaults(run=_doctor)
    return parser


def _run(settings: Settings, _: argparse.Namespace) -> int:
    if settings.secret:
        return asyncio.run(_serve(settings))
    if importlib.util.find_spec("simcord") is None:
        print("taproom: no token is set, and the playground is not installed.", file=sys.stderr)
        print("Set TAPROOM_TOKEN (docs/hosting.md), or install requirements-playground.txt.", file=sys.stderr)
        return 2
    return asyncio.run(_play_around(settings))


async def _serve(settings: Settings) -> int:
    """The bot on Discord, until it is told to stop; what is being saved then is saved."""
    # Modules and tables stay for good. Looking through them for garbage stops all clicks for 0.1 s each time.
    gc.collect()
    gc.freeze()
    # The same for boards and cards that came since: a tenth as often, as each time takes up to 0.1 s.
    young, old, oldest = gc.get_threshold()
    gc.set_threshold(young, old, 10 * oldest)
    _share_heap()
    bot = Taproom(settings.database, pulse=PULSE, workers=settings.thinkers, ahead=True)
    stop = _stop_event()
    running = asyncio.create_task(bot.start(settings.secret))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            LOG.info("stopping: finishing what is being saved")
    finally:
        stopping.cancel()
        await bot.close()
        running.cancel()  # still logging in, perhaps
    return await _ended(running)


def _share_heap() -> None:
    """Have all threads use one heap, where the C library is glibc.

    It gives each of them one of its own, in which what a card of a finished game needed stays: 57 MiB
    that nobody used after 2,000 moves at a thousand tables. One thread runs Python at a time, so that they do
    not wait for each other.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another library, another system
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


_ARENA_MAX: Final = -8
"""The number of that setting in glibc's malloc.h."""


async def _ended(running: asyncio.Task[None]) -> int:
    try:
        await running
    except asyncio.CancelledError:
        return 0
    except discord.LoginFailure:
        print("taproom: Discord refused the token. `python -m bot doctor` helps.", file=sys.stderr)
        return 1
    except discord.HTTPException as error:
        print(f"taproom: Discord does not let the bot in now: {error}. Try again later.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"taproom: Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    return 0


async def _play_around(settings: Settings) -> int:
    from bot import playground  # noqa: PLC0415 - an extra that production installs do not carry

    try:
        await playground.run(settings.database, settings.playground_port, _stop_event())
    except playground.CannotOpen as error:
        print(f"taproom: the playground cannot be opened: {error}", file=sys.stderr)
        print("Another one may be running; TAPROOM_PLAYGROUND_PORT=0 takes any free port.", file=sys.stderr)
        return 1
    return 0


def _stop_event() -> asyncio.Event:
    """Set by SIGTERM and SIGINT, so that neither cuts off what is under way."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # no signal handlers in Windows' event loop
            loop.add_signal_handler(number, stop.set)
    return stop


def _backup(settings: Settings, given: argparse.Namespace) -> int:
    backup(settings.database, given.file)
    print(f"Copied {settings.database} to {given.file}.")
    return 0


def _restore(settings: Settings, given: argparse.Namespace) -> int:
    report = restore(given.file, settings.database)
    print(f"Restored {report.tables} tables with {report.lines} log lines to {settings.database}.")
    if report.kept is not None:
        print(f"The file that was there is kept as {report.kept}.")
    return 0


def _data(settings: Settings, given: argparse.Namespace) -> int:
    check_there(settings.database)
    print(asyncio.run(people.stored_about(settings.database, given.user)), end="")
    return 0


def _forget(settings: Settings, given: argparse.Namespace) -> int:
    check_unused(settings.database)
    for line in asyncio.run(people.forget(settings.database, given.user, sure=given.yes)):
        print(line)
    return 0


def _doctor(settings: Settings, _: argparse.Namespace) -> int:
    findings = list(examination(settings))
    for finding in findings:
        print(finding)
    return 0 if all(finding.well for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
