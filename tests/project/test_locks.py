"""Installed packages are pinned by hash, and come only from the index that pip is configured with."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from typing import Final

import pytest

from tests.docs.pages import read, rows
from tests.project.tracked import CODE, ROOT, modules

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("requirements*.txt")}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_INDEX = re.compile(r"^\s*(?:--?(?:extra-)?index-url|-i|--find-links|-f|--trusted-host)\b", re.MULTILINE)


def required_names(requirements: list[str]) -> set[str]:
    return {match[0] for requirement in requirements if (match := _NAME.match(requirement))}


BASE = required_names(PROJECT["dependencies"])
PLAYGROUND = required_names(PROJECT["optional-dependencies"]["playground"])
CLUSTER = required_names(PROJECT["optional-dependencies"]["cluster"])
CJK = required_names(PROJECT["optional-dependencies"]["cjk"])
DEV = required_names(PROJECT["optional-dependencies"]["dev"])


@pytest.mark.parametrize(
    ("lock", "packages"),
    [
        ("requirements.txt", BASE),
        ("requirements-playground.txt", BASE | PLAYGROUND),
        ("requirements-cluster.txt", BASE | CLUSTER),
        ("requirements-cjk.txt", BASE | CJK),
        ("requirements-installer.txt", {"uv"}),
        ("requirements-dev.txt", BASE | PLAYGROUND | CLUSTER | CJK | DEV),
    ],
)
def test_every_dependency_is_pinned_with_its_hashes(lock: str, packages: set[str]) -> None:
    text = LOCKS[lock]
    pinned = re.findall(r"^([a-z0-9._-]+)==[^ ]+(?: ;[^\\]*)? \\\n    --hash=sha256:", text, re.MULTILINE)
    assert {name.replace(".", "-") for name in packages} - set(pinned) == set()
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)), "a line without version or hash"


def test_production_carries_nothing_of_the_playground() -> None:
    assert "simcord" not in LOCKS["requirements.txt"]


def test_where_tables_are_kept_in_a_file_nothing_of_a_server_is_installed() -> None:
    assert "psycopg" not in LOCKS["requirements.txt"]
    assert "psycopg" not in LOCKS["requirements-playground.txt"]


def test_the_locks_agree_where_they_overlap() -> None:
    versions: dict[str, set[str]] = {}
    for text in LOCKS.values():
        for name, version in re.findall(r"^([a-z0-9._-]+)==([^ ]+)", text, re.MULTILINE):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_locks_name_no_index() -> None:
    assert [name for name, text in LOCKS.items() if _INDEX.search(text) or "://" in text] == []


@pytest.mark.parametrize("line", ["--index-url x", "--extra-index-url x", "  -i x"])
def test_an_index_is_found(line: str) -> None:
    assert _INDEX.search(f"a==1\n{line}\n")


IMPORTED: Final = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)
"""The outermost package of an import, or a word in a text, which is the name of no package."""


def imported_packages(*folders: str) -> set[str]:
    """The distributions of every module that is imported there, but for Python's own and ours."""
    modules_of = {
        name for file in modules(*folders) for name in IMPORTED.findall(file.read_text(encoding="utf-8"))
    }
    others = modules_of - sys.stdlib_module_names - {*CODE, "tests", "tools", ""}
    known = packages_distributions()
    return {canonical(known[name][0]) for name in others if name in known}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_is_imported_is_declared() -> None:
    """Not only as something that another package brings along."""
    shipped = {canonical(name) for name in BASE | PLAYGROUND | CLUSTER | CJK} | {
        "pydantic-core"
    }  # of pydantic
    ours = imported_packages(*CODE)
    assert ours <= shipped
    assert imported_packages("tests", "tools") <= shipped | {canonical(name) for name in DEV} | {
        "grimp"  # the graph that import-linter hands to a contract
    }
    assert {"aiohttp", "yarl", "simcord"} <= ours


def test_every_dependency_has_a_line_on_the_page() -> None:
    page = read("docs/dependencies.md").partition("## Risks")[0]
    listed = {name.strip() for row in rows(page) for name in row[0].split(",")}
    assert {name for name in listed if not name.endswith("(npm)")} == BASE | PLAYGROUND | CLUSTER | CJK | DEV
