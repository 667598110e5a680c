"""Actions and container images are pinned by digest."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.project.tracked import ROOT

WORKFLOWS = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")
}
CALLED = {f"./.github/workflows/{name}" for name in WORKFLOWS}
"""Workflows of this repository, which others run as one of their jobs."""

_COMMIT = re.compile(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+")
_IMAGE = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_actions_are_pinned_by_their_commit(name: str) -> None:
    used = re.findall(r"^\s*(?:- )?uses: (.+)$", WORKFLOWS[name], re.MULTILINE)
    assert used
    actions = [action for action in used if action not in CALLED]
    assert [action for action in actions if not _COMMIT.fullmatch(action)] == []


@pytest.mark.parametrize("name", sorted(name for name in WORKFLOWS if "\n    container:" in WORKFLOWS[name]))
def test_tests_run_in_images_that_stay_what_they_are(name: str) -> None:
    text = WORKFLOWS[name]
    images = re.findall(r"^\s*container: ([^$\s]+)$", text, re.MULTILINE)
    images += re.findall(r"^\s*- (debian:\S+)$", text, re.MULTILINE)
    assert images
    assert [image for image in images if not _IMAGE.fullmatch(image)] == []


def test_the_container_is_built_from_an_image_that_stays_what_it_is() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert bases
    assert [base for base in bases if not _IMAGE.fullmatch(base)] == []


OURS = {"taproom", "taproom-cluster"}


@pytest.mark.parametrize("file", sorted(ROOT.glob("docs/*/*.yaml")), ids=lambda file: str(file.name))
def test_the_containers_of_examples_are_images_that_stay_what_they_are(file: Path) -> None:
    images = re.findall(r"^\s*image: (\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(images) & OURS
    assert [image for image in images if image not in OURS and not _IMAGE.fullmatch(image)] == []


def test_newer_images_for_tests_are_looked_for() -> None:
    """Renovate finds the images of a matrix by a pattern of ours alone."""
    [manager] = json.loads((ROOT / "renovate.json").read_text(encoding="utf-8"))["customManagers"]
    pattern = manager["matchStrings"][0].replace("(?<", "(?P<")
    matches = [match["currentValue"] for match in re.finditer(pattern, WORKFLOWS["fresh.yml"])]
    assert matches == ["12", "13"]
