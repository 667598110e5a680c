"""The workflows of GitHub, as far as they can be read without running them."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]

from tests.project.tracked import ROOT

FILES: Final = sorted((ROOT / ".github/workflows").glob("*.yml"))
WORKFLOWS: Final[dict[str, dict[str, Any]]] = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"] for file in FILES
}
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_slow_test_is_in_a_shard() -> None:
    """Those with a browser, and those without one, each in all shards of as many."""
    shards: dict[str, set[tuple[int, int]]] = {}
    for part in WORKFLOWS["ci"]["slow"]["strategy"]["matrix"]["include"]:
        number, count = map(int, part["shard"].split("/"))
        shards.setdefault(part["only"], set()).add((number, count))
    assert set(shards) == {"browser", "not browser"}
    for parts in shards.values():
        (count,) = {count for _, count in parts}
        assert parts == {(number, count) for number in range(1, count + 1)}


def test_every_python_that_the_package_names_is_tested() -> None:
    named = {
        line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)
    }
    assert set(WORKFLOWS["ci"]["test"]["strategy"]["matrix"]["python"]) == named
    assert min(named, key=lambda version: int(version[2:])) == PROJECT["requires-python"].removeprefix(">=")


@pytest.mark.parametrize("job", WORKFLOWS["ci"].values(), ids=WORKFLOWS["ci"].keys())
def test_no_job_may_take_longer_than_half_an_hour(job: dict[str, Any]) -> None:
    assert job["timeout-minutes"] <= 30


def test_nothing_is_released_untested() -> None:
    jobs = WORKFLOWS["release"]
    assert jobs["tests"]["uses"] == "./.github/workflows/ci.yml"
    assert jobs["package"]["needs"] == jobs["image"]["needs"] == "tests"
    assert set(jobs["publish"]["needs"]) == {"package", "image"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_runs_of_ours_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    runs = [step.get("run", "") for job in WORKFLOWS[name].values() for step in job.get("steps", ())]
    for run in runs:
        assert set(re.findall(r"^make ([a-z-]+)", run, re.MULTILINE)) <= targets
        for file in re.findall(r"(?:^|\s)(\.ci/\w+)", run):
            assert (ROOT / file).stat().st_mode & 0o111, file
