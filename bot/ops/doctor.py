"""`python -m bot doctor`: diagnostics of an installation, with advice."""

from __future__ import annotations

import importlib.util
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from bot import COMMAND
from bot.ops.backups import copies
from bot.ops.identity import application_of, has_shape, invite_link, token_advice
from bot.ops.location import DatabaseLocation, Postgres
from bot.ops.settings import (
    FILE,
    Settings,
    other_token_names,
    outward_proxy,
    settings_file,
    settings_file_slips,
    source_of,
    unknown_settings,
)
from bot.store import (
    CannotWrite,
    DamagedDatabase,
    NewerSchema,
    NoDriver,
    NotADatabase,
    OlderSchema,
    StoreError,
)
from bot.store.cluster.questions import search_version
from bot.store.hooks import StorageHooks
from bot.store.upkeep import hosted
from bot.store.upkeep.backup import examine, readable_by_others
from render.kit.canvas import Face, font
from render.kit.scripts import family_for


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of one check; `advice` says what to do where it fails."""

    well: bool
    what: str
    advice: str = ""

    def __str__(self) -> str:
        """The line that is printed, with the advice below it."""
        line = f"{'ok  ' if self.well else 'FAIL'}  {self.what}"
        return f"{line}\n      {self.advice}" if self.advice else line


def _well(what: str, advice: str = "") -> Diagnosis:
    return Diagnosis(well=True, what=what, advice=advice)


def _faulty(what: str, advice: str) -> Diagnosis:
    return Diagnosis(well=False, what=what, advice=advice)


def diagnose(settings: Settings, hooks: Sequence[StorageHooks]) -> Iterator[Diagnosis]:
    """Yield all results, in the order in which a host would set things up. Changes nothing."""
    yield from _settings()
    if os.name == "posix" and (read := settings_file()) is not None:
        yield _secrets(read)
    yield token_finding(settings)
    if (network := proxy_finding()) is not None:
        yield network
    if (application := application_of(settings.secret)) is not None:
        yield _well(f"invite: {invite_link(application)}")
    yield (database := _database(settings.database, hooks))
    if isinstance(settings.database, Postgres) and database.well:
        yield _search_workers(settings, settings.database)
    if isinstance(settings.database, Path) and _can_see(settings.database):
        yield _file_permissions(settings.database)
    yield _backups(settings)
    if settings.web_url.startswith("https:"):
        yield _proxies(settings)
    if settings.activity:
        yield _activity(settings)
    yield _fonts()


def _settings() -> Iterator[Diagnosis]:
    """Check the settings file and the environment for lines that set nothing."""
    wrong = (*settings_file_slips(), *unknown_settings())
    for sentence in wrong:
        yield _faulty(f"settings: {sentence}", f"`{COMMAND} settings` lists every setting.")
    if wrong:
        return
    if (read := settings_file()) is not None:
        yield _well(f"settings: {read} and the environment, every value can be read")
        return
    others = [name for name in (".env.txt", "env", "env.txt", "_env") if Path(name).is_file()]
    if others:
        yield _faulty(f"settings: {others[0]} is not read", f"Its name must be {FILE}.")
    else:
        yield _well(f"settings: the environment, every value can be read; there is no {FILE.absolute()}")


def _secrets(file: Path) -> Diagnosis:
    """Whether other users of this machine can read the settings file, or its group can change it.

    A group may read it: that is how a service gets a file that belongs to root (docs/hosting.md).
    """
    mode = file.stat().st_mode
    if mode & stat.S_IRWXO:
        advice = f"The bot's token is in it: chmod 600 {file} (640 where a service reads it by its group)"
        return _faulty(f"secrets: other users of this machine can read or change {file}", advice)
    if mode & stat.S_IWGRP:
        return _faulty(f"secrets: the group of {file} can change it", f"chmod g-w {file}")
    return _well(f"secrets: only its owner and its group can read {file}")


def start_warnings(settings: Settings) -> list[Diagnosis]:
    """Return the faults of settings with which the bot starts all the same; the log names them."""
    checked = [_backups(settings), *([_activity(settings)] if settings.activity else [])]
    return [one for one in checked if not one.well]


def token_finding(settings: Settings) -> Diagnosis:
    """Check the token; the bot does not start where this fails."""
    if not settings.secret:
        if importlib.util.find_spec("simcord") is None:
            advice = "Set TAPROOM_TOKEN (docs/hosting.md), or install requirements-playground.txt to try it."
            return _faulty("token: none, and the playground is not installed", advice)
        named = "".join(f" {name} is set, which the bot does not read." for name in other_token_names())
        advice = f"Set TAPROOM_TOKEN for a server.{named}"
        return _well("token: none, so the bot opens the playground", advice)
    if has_shape(settings.secret):
        return _well("token: has the shape of a bot's token (only Discord knows whether it is valid)")
    what = f"token: TAPROOM_TOKEN ({source_of('token')}) does not have the shape of a bot's token"
    return _faulty(what, token_advice(settings.secret))


def proxy_finding() -> Diagnosis | None:
    """Check the proxy to Discord, if there is one; the bot does not start where this fails."""
    try:
        proxy = outward_proxy()
    except ValueError as error:
        advice = "The bot can use a proxy for HTTP, and none for SOCKS (docs/hosting.md)."
        return _faulty(f"network: HTTPS_PROXY cannot be used: {error}", advice)
    if proxy is None:
        return None
    return _well(f"network: Discord is reached through the proxy {proxy.with_user(None)}")


def _database(path: DatabaseLocation, hooks: Sequence[StorageHooks]) -> Diagnosis:
    if isinstance(path, Postgres):
        return _server(path, hooks)
    try:
        if not path.exists():
            return _new_database(path)
    except OSError as error:  # the bot's user may not look into a folder above it
        advice = "Give the bot's user access to it, or set TAPROOM_DATABASE to another place."
        return _faulty(f"database: {path} cannot be reached ({error.strerror})", advice)
    try:
        report = examine(path, hooks)
    except StoreError as error:
        return _faulty(f"database: {error}", _advice(error))
    if not (_takes_changes(path) and _takes_files(path.absolute().parent)):
        return _faulty(f"database: {path} cannot be written", "Give the bot's user write access.")
    return _well(f"database: {path} is whole; {report.tables} tables, {report.lines} log lines")


def _server(place: Postgres, hooks: Sequence[StorageHooks]) -> Diagnosis:
    """Check a database of PostgreSQL."""
    try:
        if hosted.is_new(place):
            return _well(f"database: {place} is empty; the tables will be made at the first start")
        report = examine(place, hooks)
        if not hosted.takes_changes(place):
            advice = "Give the bot's role the right to write, on a server that is no standby."
            return _faulty(f"database: {place} cannot be written", advice)
    except StoreError as error:
        return _faulty(f"database: {error}", _advice(error))
    return _well(f"database: {place} is whole; {report.tables} tables, {report.lines} log lines")


def _search_workers(settings: Settings, place: Postgres) -> Diagnosis:
    """Check the search workers: remote ones, or the bot's own."""
    try:
        workers = hosted.remote_workers(place)
    except StoreError as error:
        return _faulty(f"thinkers: {error}", _advice(error))
    ours = [worker for worker in workers.workers if worker.version == search_version()]
    if not workers.workers:
        advice = f"For thinkers on this or other machines: {COMMAND} think (docs/scaling.md)."
        return _well(f"thinkers: none, so each bot thinks by itself, {settings.thinkers} at once", advice)
    if not ours:
        advice = "Thinkers answer bots of the same rules and minds alone: update them, or the bot."
        return _faulty(f"thinkers: {len(workers.workers)}, all of another version than this bot", advice)
    at_once, hosts = (
        sum(worker.at_once for worker in ours),
        ", ".join(sorted({worker.host for worker in ours})),
    )
    return _well(
        f"thinkers: {len(ours)} on {hosts}, {at_once} thoughts at once;"
        f" {workers.under_way} under way, {workers.waiting} waiting"
    )


def _file_permissions(path: Path) -> Diagnosis:
    files = " ".join(map(str, readable_by_others(path)))
    if files:
        advice = f"The secrets of running games are in it: chmod 600 {files}"
        return _faulty(f"privacy: other users of this machine can read {files}", advice)
    return _well("privacy: only its owner reads the database")


def _new_database(path: Path) -> Diagnosis:
    folder = path.absolute().parent
    if not folder.is_dir():
        return _faulty(f"database: there is no folder {folder}", "Make it, or mend TAPROOM_DATABASE.")
    if _takes_files(folder):
        return _well(f"database: {path} is not there yet and will be made at the first start")
    return _faulty(f"database: {folder} cannot be written", "Set TAPROOM_DATABASE to a place that can.")


def _backups(settings: Settings) -> Diagnosis:
    """Whether nightly backups are enabled and possible."""
    folder = settings.backup_folder
    if isinstance(settings.database, Postgres):
        return _backups_elsewhere(folder)
    if folder is None:
        advice = "Set TAPROOM_BACKUPS to a folder, at best on another disk (docs/hosting.md)."
        return _well("backups: none are made at night", advice)
    if (fault := _folder_fault(folder)) is not None:
        return _faulty(
            f"backups: none can be made, as {fault}", "Set TAPROOM_BACKUPS to a folder that can be written."
        )
    days = list(copies(settings.database, folder))
    if not days:
        return _well(f"backups: every night into {folder}; there is none yet")
    return _well(f"backups: every night into {folder}, the last of {days[-1]}; {len(days)} are there")


def _folder_fault(folder: Path) -> str | None:
    """Return why backups cannot be put into a folder, which is made if only itself is missing."""
    place = folder if os.path.lexists(folder) else folder.absolute().parent
    try:
        with TemporaryFile(dir=place):
            return None
    except OSError as error:
        return f"{place} cannot be written ({error.strerror})"


def _backups_elsewhere(folder: Path | None) -> Diagnosis:
    advice = "PostgreSQL's own tools do that, such as pg_dump (docs/scaling.md, Backups)."
    if folder is None:
        return _well("backups: up to the administrator of the server", advice)
    return _faulty("backups: TAPROOM_BACKUPS copies a file of SQLite, and there is none", advice)


def _proxies(settings: Settings) -> Diagnosis:
    """Whether visitors can be distinguished: TLS comes from a proxy, which alone knows their addresses."""
    if settings.proxies:
        return _well(f"pages: {settings.web_url}, whose visitors are told apart by {settings.web_proxies}")
    advice = "Set TAPROOM_WEB_PROXIES to the address of the proxy, such as 127.0.0.1 (docs/hosting.md)."
    return _faulty("pages: all visitors are one to the limits, as no proxy is trusted", advice)


def _activity(settings: Settings) -> Diagnosis:
    """Whether boards can open inside Discord: its proxy needs one address, with TLS."""
    if not settings.web_url.startswith("https:"):
        advice = "Discord's proxy only reaches https; set TAPROOM_WEB_URL to such an address."
        return _faulty(f"activity: Discord cannot reach {settings.web_url}", advice)
    if settings.own_shards is not None and not settings.own_shards.is_all:
        advice = "Discord leads to one address, and so to one process (docs/hosting.md)."
        return _faulty("activity: this process has a part of the shards only", advice)
    target = settings.web_url.removeprefix("https://")
    return _well(
        "activity: boards open inside Discord", f"Its URL mapping must be / to {target} (docs/hosting.md)."
    )


def _can_see(path: Path) -> bool:
    """Whether there is such a file, and this user may look into the folders above it."""
    try:
        return path.exists()
    except OSError:
        return False


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


_ADVICE: Final[tuple[tuple[type[StoreError], str], ...]] = (
    (NoDriver, "In the bot's folder: .venv/bin/pip install --require-hashes -r requirements-cluster.txt"),
    (
        NewerSchema,
        "A newer version of the bot wrote it: update this one, or point TAPROOM_DATABASE elsewhere.",
    ),
    (OlderSchema, "Or point TAPROOM_DATABASE elsewhere; this one was left alone."),
    (NotADatabase, "Point TAPROOM_DATABASE at another file or database; this one was left alone."),
    (DamagedDatabase, f"Stop the bot and put a backup back: {COMMAND} restore FILE."),
    (CannotWrite, "Make room, or give the bot's user write access."),
)


def _advice(error: StoreError) -> str:
    if isinstance(error, CannotWrite) and error.why == "lost":
        return "Look whether the server runs, and at user, password and name in TAPROOM_DATABASE."
    matches = (advice for kind, advice in _ADVICE if isinstance(error, kind))
    return next(matches, "Stop the bot, keep a copy of the database, and try again.")


_SCRIPTS: Final = {
    "Arabic": "\u0627",
    "Hebrew": "\u05d0",
    "Devanagari": "\u0905",
    "Thai": "\u0e01",
    "Chinese": "\u4e2d",
    "Japanese": "\u3042",
    "Korean": "\ud55c",
    "emoji": "\U0001f409",
}
"""A letter of each script, to look for its font."""


def _fonts() -> Diagnosis:
    missing = [face.name.lower() for face in Face if not _readable(face)]
    if missing:
        advice = "Install the packages of requirements.txt again."
        return _faulty(f"fonts: {', '.join(missing)} cannot be read", advice)
    lacking = [script for script, letter in _SCRIPTS.items() if family_for(letter) is None]
    if lacking:
        advice = "Such names are drawn as Player 1, Player 2 (docs/hosting.md, Names in pictures)."
        return _well(f"fonts: there, but none for names in {', '.join(lacking)}", advice)
    return _well("fonts: all there")


def _readable(face: Face) -> bool:
    try:
        font(face, 20)
    except (OSError, ImportError):
        return False
    return True
