"""The commands of people and CI work, and tests run as configured."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest

from tests.docs.pages import PAGES
from tests.project.tracked import ROOT, modules

RUN = ROOT / ".ci" / "run"


def test_every_make_command_that_a_page_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z-]+)", page.read_text("utf-8"))}
    assert named - targets == set()


def test_ci_can_be_started() -> None:
    assert os.access(RUN, os.X_OK)
    bash = shutil.which("bash")
    assert bash is not None
    subprocess.run([bash, "-n", str(RUN)], check=True, timeout=60)  # noqa: S603 - reads, runs nothing


@pytest.mark.slow  # as those that have groups
@pytest.mark.xdist_group("together")
def test_tests_of_a_group_stay_on_one_processor(request: pytest.FixtureRequest) -> None:
    """A pytest that is too new for its xdist loses the groups without a word."""
    is_grouped = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@together") == is_grouped


def test_a_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in modules("tests")}
    assert [folder.name for folder in folders if not (folder / "__init__.py").exists()] == []
