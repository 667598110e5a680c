"""`make test F=...` finds the tests of a feature."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.covering import SMOKE, covering_tests

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tools.covering", "plans"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with the feature `votes`, and unrelated modules."""
    files = {
        "bot/store/votes.py": "",
        "bot/ui/vote/count.py": "",
        "bot/ui/devotion.py": "",
        "tests/bot/ui/vote/test_count.py": "",
        "tests/bot/test_votes.py": "",
        "tests/bot/test_box.py": "from bot.store import votes\n",
        "tests/bot/test_urn.py": "def test() -> None:\n    import bot.ui.vote.count\n",
        "tests/bot/test_devotion.py": "from bot.ui import devotion  # not votes\n",
        "tests/bot/votes.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("feature", ["votes", "vote"])
def test_those_of_its_name_and_those_that_import_it(project: Path, feature: str) -> None:
    assert covering_tests(project, feature) == [
        "tests/bot/test_box.py",
        "tests/bot/test_urn.py",
        "tests/bot/test_votes.py",
        "tests/bot/ui/vote/test_count.py",
    ]


def test_a_name_that_nothing_has_is_refused_with_what_is_like_it(project: Path) -> None:
    with pytest.raises(LookupError, match=r"Nothing is called devotin\. There is: devotion\."):
        covering_tests(project, "devotin")


@pytest.mark.slow
def test_what_is_always_tried_is_there() -> None:
    assert [name for name in SMOKE if not (ROOT / name).exists()] == []
    told = subprocess.run(  # noqa: S603 - our own module
        COMMAND,
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert set(SMOKE) | {"tests/bot/features/plans/test_page.py"} <= set(told.stdout.split())
