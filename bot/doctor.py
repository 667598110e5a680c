"""`python -m bot doctor`: is everything there that the bot needs, and if not, what to do."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from bot.settings import Settings, strangers
from bot.store import CannotWrite, Damaged, NewerSchema, NotADatabase, StoreError
from bot.store.backup import examine, read_by_others
from render.kit.canvas import Face, font

_TOKEN: Final = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `advice` says what to do where it is not well."""

    well: bool
    what: str
    advice: str = ""

    def __str__(self) -> str:
        """The line that is printed, with the advice below it."""
        line = f"{'ok  ' if self.well else 'FAIL'}  {self.what}"
        return f"{line}\n      {self.advice}" if self.advice else line


def _well(what: str, advice: str = "") -> Finding:
    return Finding(well=True, what=what, advice=advice)


def _faulty(what: str, advice: str) -> Finding:
    return Finding(well=False, what=what, advice=advice)


def examination(settings: Settings) -> Iterator[Finding]:
    """Every finding, in the order in which a host would set things up. Leaves everything as it was."""
    yield _settings()
    yield _token(settings)
    yield _database(settings.database)
    if settings.database.exists():
        yield _privacy(settings.database)
    yield _fonts()


def _settings() -> Finding:
    unknown = strangers()
    if unknown:
        advice = "Look for a slip of the pen: .env.example lists every setting."
        return _faulty(f"settings: nobody reads {', '.join(unknown)}", advice)
    return _well("settings: every value can be read")


def _token(settings: Settings) -> Finding:
    if not settings.secret:
        if importlib.util.find_spec("simcord") is None:
            advice = "Set TAPROOM_TOKEN (docs/hosting.md), or install requirements-playground.txt to try it."
            return _faulty("token: none, and the playground is not installed", advice)
        return _well("token: none, so the bot opens the playground", "Set TAPROOM_TOKEN for a server.")
    if _TOKEN.fullmatch(settings.secret):
        return _well("token: has the shape of a bot's token (only Discord knows whether it is valid)")
    advice = (
        "Copy it again from the developer portal, page Bot, Reset Token: three parts with dots between them."
    )
    return _faulty("token: does not have the shape of a bot's token", advice)


def _database(path: Path) -> Finding:
    if not path.exists():
        return _new_database(path)
    try:
        report = examine(path)
    except StoreError as error:
        return _faulty(f"database: {error}", _advice(error))
    if not (_takes_changes(path) and _takes_files(path.absolute().parent)):
        return _faulty(f"database: {path} cannot be written", "Give the bot's user write access.")
    return _well(f"database: {path} is whole; {report.tables} tables, {report.lines} log lines")


def _privacy(path: Path) -> Finding:
    files = " ".join(map(str, read_by_others(path)))
    if files:
        advice = f"The secrets of running games are in it: chmod 600 {files}"
        return _faulty(f"privacy: other users of this machine can read {files}", advice)
    return _well("privacy: only its owner reads the database")


def _new_database(path: Path) -> Finding:
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    if _takes_files(folder):
        return _well(f"database: {path} is not there yet and will be made at the first start")
    return _faulty(f"database: {folder} cannot be written", "Set TAPROOM_DATABASE to a place that can.")


def _takes_changes(path: Path) -> bool:
    """Whether the file can be opened for writing: tried, since permissions alone do not tell."""
    try:
        with path.open("rb+"):
            return True
    except OSError:
        return False


def _takes_files(folder: Path) -> bool:
    """Whether a file can be made in the folder: tried, too."""
    try:
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _advice(error: StoreError) -> str:
    match error:
        case NewerSchema():
            return (
                "A newer version of the bot wrote it: update this one, or point TAPROOM_DATABASE elsewhere."
            )
        case NotADatabase():
            return "Point TAPROOM_DATABASE at another file; this one was left alone."
        case Damaged():
            return "Stop the bot and put a backup back: python -m bot restore FILE."
        case CannotWrite():
            return "Make room, or give the bot's user write access."
        case _:
            return "Stop the bot, keep a copy of the file, and try again."


def _fonts() -> Finding:
    missing = [face.name.lower() for face in Face if not _readable(face)]
    if missing:
        advice = "Install the packages of requirements.txt again."
        return _faulty(f"fonts: {', '.join(missing)} cannot be read", advice)
    return _well("fonts: all there")


def _readable(face: Face) -> bool:
    try:
        font(face, 20)
    except (OSError, ImportError):
        return False
    return True
