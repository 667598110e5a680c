from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from bot.features import HOOKS
from bot.ops.doctor import Diagnosis, diagnose, start_warnings
from bot.ops.location import parse_location
from bot.ops.settings import Settings
from bot.store import Store
from render.kit.canvas import Face, font
from tests.bot.store.samples import begun_table
from tests.render.kit.fontless import only_fonts_in

TOKEN = "MTExMTExMTExMTExMTExMTEx.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 - made up
NOBODY = 65534


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with one table and two moves."""
    path = tmp_path / "taproom.db"
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store, moves=2)
    await store.close()
    return path


def finding(about: str, settings: Settings | None = None) -> Diagnosis:
    """Return the result of one check; the others must be well."""
    results = {str(one.what).partition(":")[0]: one for one in diagnose(settings or Settings(), HOOKS)}
    return results[about]


def test_all_is_well_on_a_fresh_machine() -> None:
    before = sorted(Path().iterdir())
    results = list(diagnose(Settings(), HOOKS))
    assert [one.what.partition(":")[0] for one in results] == [
        "settings",
        "token",
        "database",
        "backups",
        "fonts",
    ]
    assert all(one.well for one in results)
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("name", ["taproom.db", "taproom.old-1.db"])
def test_what_others_can_read_is_named_with_what_to_do(database: Path, name: str) -> None:
    assert finding("privacy").well
    (file := database.with_name(name)).touch()
    file.chmod(0o640)
    diagnosis = finding("privacy")
    assert not diagnosis.well
    assert name in [Path(told).name for told in diagnosis.advice.partition("chmod 600 ")[2].split()]


def test_a_finding_is_a_line_with_the_advice_below_it() -> None:
    assert str(Diagnosis(well=True, what="fonts: all there")) == "ok    fonts: all there"
    assert str(Diagnosis(well=False, what="it", advice="Do that.")) == "FAIL  it\n      Do that."


def test_an_unknown_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKKEN", TOKEN)
    diagnosis = finding("settings")
    assert not diagnosis.well
    assert "TAPROOM_TOKKEN" in diagnosis.what
    assert TOKEN not in str(diagnosis)


def test_each_line_of_the_file_that_sets_nothing_is_a_finding() -> None:
    Path(".env").write_text(f"TAPROOM_TOKEN: {TOKEN}\nDISCORD_TOKEN={TOKEN}\nhello there\n", encoding="utf-8")
    results = [one for one in diagnose(Settings(), HOOKS) if one.what.startswith("settings")]
    assert [one.well for one in results] == [False, False, False]
    assert [f"line {number}" in one.what for number, one in enumerate(results, 1)] == [True, True, True]
    assert TOKEN not in "".join(map(str, results))


def test_a_public_address_without_a_proxy_that_is_trusted_is_named() -> None:
    """Plain HTTP has no proxy in between."""
    public = "https://play.example.org"
    diagnosis = finding("pages", Settings(web_url=public))
    assert not diagnosis.well
    assert "TAPROOM_WEB_PROXIES" in diagnosis.advice
    assert finding("pages", Settings(web_url=public, web_proxies="127.0.0.1, fd00::/8")).well
    about = [one.what for one in diagnose(Settings(web_url="http://127.0.0.1:8378"), HOOKS)]
    assert not any(one.startswith("pages") for one in about)


def test_boards_inside_discord_need_one_address_with_tls() -> None:
    public = {"web_url": "https://play.example.org/taproom", "web_secret": "x" * 32, "activity": True}
    inside = finding("activity", Settings(**public))  # type: ignore[arg-type] # pydantic reads them
    assert inside.well
    assert "/ to play.example.org/taproom" in inside.advice
    local = public | {"web_url": "http://127.0.0.1:8378"}
    assert "https" in finding("activity", Settings(**local)).advice  # type: ignore[arg-type] # as above
    parted = public | {"shards": "0-3/16", "database": "postgresql://taproom@localhost/taproom"}
    assert "one process" in finding("activity", Settings(**parted)).advice  # type: ignore[arg-type] # as above
    about = [one.what for one in diagnose(Settings(web_url="https://play.example.org"), HOOKS)]
    assert not any(one.startswith("activity") for one in about)


def test_the_file_that_is_read_is_named() -> None:
    Path(".env").write_text("TAPROOM_WORKERS=2\n", encoding="utf-8")
    assert str(Path(".env").absolute()) in finding("settings").what


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
@pytest.mark.parametrize(
    ("mode", "advice"), [(0o600, ""), (0o640, ""), (0o644, "chmod 600"), (0o602, "chmod 600"), (0o660, "g-w")]
)
def test_who_may_read_the_token_is_looked_at(mode: int, advice: str) -> None:
    (file := Path(".env")).write_text(f"TAPROOM_TOKEN={TOKEN}\n", encoding="utf-8")
    file.chmod(mode)
    diagnosis = finding("secrets")
    assert diagnosis.well is not bool(advice)
    assert advice in diagnosis.advice
    assert str(file.absolute()) in diagnosis.what
    assert TOKEN not in str(diagnosis)


@pytest.mark.parametrize("name", [".env.txt", "env"])
def test_a_file_with_almost_the_right_name_is_named(name: str) -> None:
    Path(name).write_text("TAPROOM_WORKERS=2\n", encoding="utf-8")
    diagnosis = finding("settings")
    assert not diagnosis.well
    assert name in diagnosis.what


def test_the_token_tells_the_invite_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", TOKEN)
    assert "client_id=111111111111111111&" in finding("invite").what


@pytest.mark.parametrize(
    ("copied", "what"),
    [
        ("1" * 18, "application's id"),
        ("0123456789abcdef" * 4, "public key"),
        ("aB3-_cD4" * 4, "client secret"),
        (f"Bot {TOKEN}", "the word before it"),
        (f"'{TOKEN}'", "quotes"),
    ],
)
def test_what_was_copied_in_the_place_of_the_token_is_named(
    monkeypatch: pytest.MonkeyPatch, copied: str, what: str
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", copied)
    diagnosis = finding("token")
    assert not diagnosis.well
    assert what in diagnosis.advice
    assert copied not in str(diagnosis)


def test_the_name_that_other_bots_use_for_their_token_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert "DISCORD_TOKEN" in finding("token").advice


def test_the_last_backup_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for name in ("taproom-2026-11-19.db", "taproom-2026-11-20.db", "by-hand.db"):
        (folder / name).touch()
    diagnosis = finding("backups", Settings(backups=str(folder)))
    assert diagnosis.well
    assert "2026-11-20" in diagnosis.what
    assert "2 are there" in diagnosis.what


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("file", "file cannot be written (Not a directory)"),
        ("file/copies", "file cannot be written (Not a directory)"),
        ("missing/copies", "missing cannot be written (No such file or directory)"),
        ("lost", "lost cannot be written (No such file or directory)"),
    ],
)
def test_a_place_that_takes_no_backups_is_a_fault_that_is_also_told_at_the_start(
    tmp_path: Path, folder: str, why: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "lost").symlink_to("nowhere")
    settings = Settings(backups=str(tmp_path / folder))
    diagnosis = finding("backups", settings)
    assert not diagnosis.well
    assert diagnosis.what.endswith(why)
    assert "TAPROOM_BACKUPS" in diagnosis.advice
    assert start_warnings(settings) == [diagnosis]


@pytest.mark.parametrize("folder", ["", ".", "copies"])
def test_a_place_that_takes_backups_is_no_warning(folder: str) -> None:
    assert start_warnings(Settings(backups=folder)) == []


def test_what_has_no_effect_is_told_at_the_start() -> None:
    """Backups of a file where there is none, and an Activity that Discord cannot reach."""
    elsewhere = Settings(database=parse_location("postgresql://bot@db/games"), backups="copies")
    assert ["SQLite" in one.what for one in start_warnings(elsewhere)] == [True]
    local = {"web_url": "http://127.0.0.1:8378", "web_secret": "x" * 32, "activity": True}
    settings = Settings(**local)  # type: ignore[arg-type] # pydantic reads them
    assert start_warnings(settings) == [finding("activity", settings)]


@pytest.mark.parametrize("token", [TOKEN, f"  {TOKEN}\n"])
def test_a_token_of_the_right_shape_is_well(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", token)
    assert finding("token").well


@pytest.mark.parametrize(
    "token",
    ["hunter2", TOKEN.replace(".", "-"), f"Bot {TOKEN}", f'"{TOKEN}"', TOKEN.rpartition(".")[0], f"{TOKEN}."],
    ids=["a word", "one part", "with Bot", "quoted", "two parts", "a dot too many"],
)
def test_a_token_of_another_shape_is_a_fault_and_is_not_told(
    monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", token)
    diagnosis = finding("token")
    assert not diagnosis.well
    assert "Reset Token" in diagnosis.advice
    assert token not in str(diagnosis)


def test_without_a_token_the_playground_is_named() -> None:
    diagnosis = finding("token")
    assert diagnosis.well
    assert "playground" in diagnosis.what


def test_without_a_token_and_without_the_playground_nothing_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def without_simcord(name: str) -> ModuleSpec | None:
        return None if name == "simcord" else find(name)

    monkeypatch.setattr(importlib.util, "find_spec", without_simcord)
    diagnosis = finding("token")
    assert not diagnosis.well
    assert "TAPROOM_TOKEN" in diagnosis.advice
    assert "requirements-playground.txt" in diagnosis.advice


def test_a_database_that_is_not_there_yet_is_well() -> None:
    diagnosis = finding("database", Settings(database=Path("new.db")))
    assert diagnosis.well
    assert "first start" in diagnosis.what
    assert not Path("new.db").exists()


async def test_a_whole_database_is_counted(database: Path) -> None:
    diagnosis = finding("database", Settings(database=database))
    assert diagnosis.well
    assert "1 tables, 2 log lines" in diagnosis.what


async def test_a_database_in_use_is_whole_too(database: Path) -> None:
    store = await Store.open(database, hooks=HOOKS)
    try:
        assert finding("database", Settings(database=database)).well
    finally:
        await store.close()


async def test_a_database_of_a_newer_bot_asks_for_an_update(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    diagnosis = finding("database", Settings(database=database))
    assert not diagnosis.well
    assert "99" in diagnosis.what
    assert "update" in diagnosis.advice


async def test_a_database_that_is_too_old_says_what_brings_it_over(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 20")
    diagnosis = finding("database", Settings(database=database))
    assert not diagnosis.well
    assert "20" in diagnosis.what
    assert "736419e1" in diagnosis.what
    assert "elsewhere" in diagnosis.advice


@pytest.mark.parametrize(
    "content", [b"a letter to Anna, who is not a table\n" * 50, b"", b"SQLite format 3\0"]
)
def test_a_file_of_another_kind_is_left_alone(content: bytes) -> None:
    path = Path("letter.txt")
    path.write_bytes(content)
    diagnosis = finding("database", Settings(database=path))
    assert not diagnosis.well
    assert "letter.txt" in diagnosis.what
    assert diagnosis.advice
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_alone() -> None:
    path = Path("other.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE letters (text TEXT)")
    before = path.read_bytes()
    diagnosis = finding("database", Settings(database=path))
    assert not diagnosis.well
    assert "Point TAPROOM_DATABASE at another file" in diagnosis.advice
    assert path.read_bytes() == before


async def test_a_log_that_was_tampered_with_asks_for_a_backup(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE lines SET action = 'dE2-E9' WHERE ply = 1")
    diagnosis = finding("database", Settings(database=database))
    assert not diagnosis.well
    assert "T1" in diagnosis.what
    assert "python -m bot restore" in diagnosis.advice


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert not finding("database", Settings(database=tmp_path)).well


@pytest.mark.parametrize("folder", ["file", "missing"])
def test_a_folder_that_is_not_there_is_named(folder: str) -> None:
    Path("file").touch()
    diagnosis = finding("database", Settings(database=Path(folder, "taproom.db")))
    assert not diagnosis.well
    assert f"there is no folder {Path(folder).absolute()}" in diagnosis.what
    assert "TAPROOM_DATABASE" in diagnosis.advice


@pytest.mark.skipif(sys.platform != "linux", reason="/proc takes no files on Linux, not even the superuser's")
def test_a_folder_that_takes_no_files_cannot_be_written() -> None:
    assert not finding("database", Settings(database=Path("/proc/taproom.db"))).well


@pytest.fixture
def shared_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that every user of the machine can read."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    monkeypatch.chdir(folder)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Run as an ordinary user, as permissions do not apply to the superuser."""
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)


@pytest.mark.parametrize("name", ["taproom.db", "new/taproom.db"])
def test_a_database_in_a_closed_folder_cannot_be_reached(shared_folder: Path, name: str) -> None:
    closed = shared_folder / "closed"
    closed.mkdir()
    (closed / "taproom.db").touch()
    settings = Settings(database=closed / name, backups=str(closed / "a" / "b"))
    closed.chmod(0)
    with ordinary_user():
        about = {one.what.partition(":")[0]: one for one in diagnose(settings, HOOKS)}
    closed.chmod(0o700)
    assert not about["database"].well
    assert "Permission denied" in about["database"].what
    assert "TAPROOM_DATABASE" in about["database"].advice
    assert "Permission denied" in about["backups"].what
    assert "privacy" not in about


def test_a_folder_without_write_access_cannot_be_written(shared_folder: Path) -> None:
    shared_folder.chmod(0o555)
    with ordinary_user():
        diagnosis = database_finding(Settings(database=shared_folder / "taproom.db"))
    assert not diagnosis.well
    assert f"{shared_folder} cannot be written" in diagnosis.what


async def test_a_database_without_write_access_cannot_be_written(database: Path, shared_folder: Path) -> None:
    path = shared_folder / "taproom.db"
    shutil.copy(database, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    path.chmod(0o444)
    shared_folder.chmod(0o555)  # noqa: ASYNC240 - nothing else runs in this loop
    with ordinary_user():
        diagnosis = database_finding(Settings(database=path))
    assert not diagnosis.well
    assert "cannot be written" in diagnosis.what
    assert "write access" in diagnosis.advice


def database_finding(settings: Settings) -> Diagnosis:
    """Return only this result: another user may not be able to read the fonts."""
    return next(one for one in diagnose(settings, HOOKS) if one.what.startswith("database"))


def test_fonts_that_cannot_be_read_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_titles(face: Face, size: int) -> object:
        if face is Face.TITLE:
            raise ModuleNotFoundError
        return font(face, size)

    monkeypatch.setattr("bot.ops.doctor.font", without_titles)
    diagnosis = finding("fonts")
    assert not diagnosis.well
    assert diagnosis.what == "fonts: title cannot be read"
    assert "requirements.txt" in diagnosis.advice


def test_scripts_without_a_font_are_named() -> None:
    [package] = importlib.import_module("manimgx_fonts").__path__
    with only_fonts_in(Path(package)):
        diagnosis = finding("fonts")
    assert diagnosis.well
    assert diagnosis.what == "fonts: there, but none for names in Chinese, Japanese, Korean"
    assert "docs/hosting.md" in diagnosis.advice
    assert finding("fonts").what == "fonts: all there"
