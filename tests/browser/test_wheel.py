"""The package as a host has it: built, installed into a fresh environment, started in an empty folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from bot import VERSION
from bot.sprites import FILE as SPRITES
from bot.store import Status
from tests.browser.conftest import Visit
from tests.browser.pages import DESK, Board
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.project.tracked import CODE, ROOT, tracked_files

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("wheel")]

BUILD: Final = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
RULES: Final = """
from bot.games.catalogue import CATALOGUE
from bot.games.rule_book import page_of
print(*(len(page_of(game, language)) for game in CATALOGUE for language in ("en", "de", "fr")))
"""


def run(*command: str | Path, folder: Path) -> str:
    """What a command prints, in a folder; fails unless its exit code is 0."""
    done = subprocess.run(  # noqa: S603 - our own program, and Python
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={"HOME": str(folder)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wheel")


@pytest.fixture(scope="module")
def wheel(place: Path) -> Path:
    """The wheel, built from the source distribution as `build` does, so that this is whole, too."""
    sources = place / "sources"
    for file in [*tracked_files(), *([SPRITES] if SPRITES.exists() else [])]:
        copy = sources / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    run(sys.executable, "-c", BUILD, "build_sdist", place, folder=sources)
    with tarfile.open(place / f"taproom-{VERSION}.tar.gz") as packed:
        packed.extractall(place / "unpacked", filter="data")
    run(sys.executable, "-c", BUILD, "build_wheel", place, folder=place / "unpacked" / f"taproom-{VERSION}")
    return place / f"taproom-{VERSION}-py3-none-any.whl"


@pytest.fixture(scope="module")
def commands(place: Path, wheel: Path) -> Path:
    """The folder of commands of a fresh environment, with the libraries of this one: it needs no network."""
    environment = place / "environment"
    venv.create(environment)
    paths = {"base": str(environment), "platbase": str(environment)}
    libraries = Path(sysconfig.get_path("purelib", "venv", paths))
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    install = ("install", "--quiet", "--no-index", "--no-deps", wheel)
    run(sys.executable, "-m", "pip", "--python", scripts / "python", *install, folder=place)
    return scripts


def test_the_wheel_has_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        there = {name for name in packed.namelist() if not name.startswith(f"taproom-{VERSION}.dist-info/")}
    names = [file.relative_to(ROOT).as_posix() for file in tracked_files()]
    wanted = {name for name in names if name.startswith((*(f"{folder}/" for folder in CODE), "docs/games/"))}
    assert there - {"render/sprites.bin"} == wanted


def test_its_commands_run_in_an_empty_folder(commands: Path, tmp_path: Path) -> None:
    assert run(commands / "taproom", "--version", folder=tmp_path) == f"Taproom {VERSION}\n"
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert run(commands / "taproom", "settings", folder=tmp_path) == example
    findings = run(commands / "taproom", "doctor", folder=tmp_path)
    assert "FAIL" not in findings
    assert run(commands / "taproom", "--help", folder=tmp_path).startswith("usage: taproom ")
    assert run(commands / "python", "-m", "bot", "--version", folder=tmp_path) == f"Taproom {VERSION}\n"


def test_it_finds_its_rules(commands: Path, tmp_path: Path) -> None:
    """As many as the sources have, in each language; without the folder that is an error."""
    installed = run(commands / "python", "-c", RULES, folder=tmp_path).split()
    assert installed == run(sys.executable, "-c", RULES, folder=ROOT).split()
    assert "0" not in installed


def test_it_plays_a_game_with_rules_pictures_german_and_a_page(
    commands: Path, browser: Browser, visit: Visit, tmp_path: Path
) -> None:
    database = tmp_path / "empty" / "taproom.db"
    database.parent.mkdir()
    with Playground(database, command=commands / "taproom") as playground:
        ann, ben = visit(playground, "Ann"), visit(playground, "Ben")
        sitting = Sitting(database, {"Ann": ann, "Ben": ben})
        ann.opens("Thud", side="0")
        ben.insist(lambda: ben.click("Join"), sitting.is_on)
        ann.type_move("n4 n12")
        expect(ann.message("it's blocked, and nobody jumps.")).to_be_visible()
        ann.send("rules")
        expect(ann.message("thud:dwarf-2")).to_be_visible()
        ann.type_move("e2 e10")
        ben.sees("E2 to E10", "Trolls")
        assert ben.picture().getcolors(1 << 20), "the picture is there"
        board = Board(browser.new_page(viewport=DESK))
        board.enters(ann)
        ann.send("table language", language="Deutsch")
        expect(ben.board).to_contain_text("Trolle")
        assert board.faults == []
        sure = ben.page.get_by_role("button", name=re.compile("^(Yes|Ja): "))
        ben.insist(lambda: ben.click("Aufgeben"), lambda: sure.count() > 0)
        ben.insist(
            lambda: sure.last.click(timeout=1000),
            lambda: sitting.current_table().table.status is Status.OVER,
        )
        expect(ann.page.locator("article.channel-message img").last).to_be_visible()
        assert playground.ask_to_end() == 0
    left = sorted(file.name for file in database.parent.iterdir() if file.suffix != ".log")
    assert left == ["taproom.db", "taproom.db-lock"]
