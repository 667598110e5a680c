"""What people and CI type is there, and does the same in every place."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.project.tracked import ROOT, modules, tracked

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RUN = ROOT / ".ci" / "run"
WORKFLOW = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))


def recipe(target: str) -> str:
    """The commands that make prints for a target, without running them."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is missing")
    command = [make, "--dry-run", "--always-make", target]
    done = subprocess.run(  # noqa: S603 - prints only
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_every_command_is_there() -> None:
    assert {"setup", "run", "test", "test-slow", "check", "bench", "gallery", "lock"} <= TARGETS


def test_every_command_is_phony() -> None:
    phony = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert {name for line in phony for name in line.split()} >= TARGETS


def test_check_looks_at_everything() -> None:
    told = recipe("check")
    for tool in ("ruff check .", "ruff format --check .", "mypy", "lint-imports", "tests/docs"):
        assert tool in told


def test_what_is_installed_is_pinned_by_hash() -> None:
    assert MAKEFILE.count("$(PIP)") == MAKEFILE.count("$(PIP) --require-hashes")
    assert "--require-hashes" in (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_ci_runs_the_tests_the_slow_ones_and_the_checks() -> None:
    text = RUN.read_text(encoding="utf-8")
    assert re.findall(r"^make (\S+)$", text, re.MULTILINE) == ["test", "test-slow", "check"]
    assert "set -euo pipefail" in text
    assert "export CI=true" in text


def test_ci_can_be_started() -> None:
    assert os.access(RUN, os.X_OK)
    bash = shutil.which("bash")
    assert bash is not None
    subprocess.run([bash, "-n", str(RUN)], check=True, timeout=60)  # noqa: S603 - reads, runs nothing


def test_the_workflow_does_the_same() -> None:
    steps = re.findall(r"^      - (?:run|uses): (.+)$", WORKFLOW, re.MULTILINE)
    assert steps[-1] == ".ci/run"
    assert all("checkout" in step or "apt-get" in step for step in steps[:-1])


def test_hooks_come_from_the_venv_and_download_nothing() -> None:
    assert re.findall(r"repo: (\S+)", HOOKS) == ["local"]
    entries = re.findall(r"entry: (\S+)", HOOKS)
    assert [Path(entry).name for entry in entries] == ["ruff", "ruff", "mypy"]
    assert all(entry.startswith(".venv/bin/") for entry in entries)
    assert set(re.findall(r"language: (\S+)", HOOKS)) == {"system"}


def test_every_marker_of_a_test_is_explained() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"][
        "ini_options"
    ]
    assert {re.split(r"[:(]", marker)[0] for marker in options["markers"]} == {"slow", "rule", "browser"}
    assert "--strict-markers" in options["addopts"]
    assert options["xfail_strict"]
    assert options["filterwarnings"][0] == "error"


def test_slow_tests_are_marked_and_there() -> None:
    tests = [path for path in tracked() if path.name.startswith("test_")]
    assert any("@pytest.mark.slow" in path.read_text(encoding="utf-8") for path in tests)


@pytest.mark.xdist_group("together")
def test_tests_of_a_group_stay_on_one_processor(request: pytest.FixtureRequest) -> None:
    """A pytest that is too new for its xdist loses the groups without a word."""
    is_grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@together") == is_grouped


def test_a_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in modules("tests")}
    assert [folder.name for folder in folders if not (folder / "__init__.py").exists()] == []
