"""README.md against the project: dependencies, folders, commands."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.docs.pages import ROOT, names, read, rows, section, tables

README = read("README.md")
PROJECT = tomllib.loads(read("pyproject.toml"))["project"]
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def wanted(requirements: list[str]) -> set[str]:
    return {match[0] for requirement in requirements if (match := _NAME.match(requirement))}


BASE = wanted(PROJECT["dependencies"])
PLAYGROUND = wanted(PROJECT["optional-dependencies"]["playground"])
DEV = wanted(PROJECT["optional-dependencies"]["dev"])


def test_every_dependency_has_its_reason_and_no_other() -> None:
    found = [{row[0] for row in table} for table in tables(section(README, "Dependencies"))]
    assert found == [BASE, PLAYGROUND, DEV - PLAYGROUND]
    assert all(row[1] for table in tables(section(README, "Dependencies")) for row in table)


@pytest.mark.parametrize(
    ("lock", "packages"),
    [
        ("requirements.txt", BASE),
        ("requirements-playground.txt", BASE | PLAYGROUND),
        ("requirements-dev.txt", BASE | PLAYGROUND | DEV),
    ],
)
def test_every_dependency_is_pinned_with_its_hashes(lock: str, packages: set[str]) -> None:
    text = read(lock)
    pinned = re.findall(r"^([a-z0-9._-]+)==[^ ]+(?: ;[^\\]*)? \\\n    --hash=sha256:", text, re.MULTILINE)
    assert {name.replace(".", "-") for name in packages} - set(pinned) == set()
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)), "a line without version or hash"


def test_production_carries_nothing_of_the_playground() -> None:
    assert "simcord" not in read("requirements.txt")


def test_the_locks_agree_where_they_overlap() -> None:
    versions: dict[str, set[str]] = {}
    for lock in ROOT.glob("requirements*.txt"):
        for name, version in re.findall(
            r"^([a-z0-9._-]+)==([^ ]+)", lock.read_text(encoding="utf-8"), re.MULTILINE
        ):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_every_folder_is_explained() -> None:
    folders = {
        cells[0].strip("`/")
        for cells in rows(section(README, "What it is made of"))
        if cells[0].endswith("/`")
    }
    there = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert folders == there - {"build"}


def test_every_make_command_of_the_readme_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", read("Makefile"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z-]+)`", README))
    listed = {
        name.removeprefix("make ") for name in names([row[0] for row in rows(README)]) if name[:5] == "make "
    }
    assert named | listed <= targets
    assert {"setup", "run", "test", "check", "bench"} <= listed
