"""No path of somebody's machine and no token gets into the repository."""

from __future__ import annotations

import re

import pytest

from tests.project.tracked import texts

_PATH = re.compile(
    r"(?<![\w.<>$}])/(?:home|root|work|mnt|Users|srv|scratch|workspace)/[\w.-]+|\b[A-Z]:\\Users\\"
)
_TOKEN = re.compile(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}\b")
MADE_UP = "abcdefghijklmnopqrstuvwxyz0123456789AB"


def find_matches(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """What a pattern finds, by file; an empty result means that it is nowhere."""
    hits = {name: [match[0] for match in pattern.finditer(text)] for name, text in texts().items()}
    return {name: matches for name, matches in hits.items() if matches}


def test_no_path_of_a_machine() -> None:
    assert find_matches(_PATH) == {}


def test_no_token() -> None:
    tokens = {token for hits in find_matches(_TOKEN).values() for token in hits}
    assert {token for token in tokens if MADE_UP not in token} == set()


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (_PATH, f"/{'home'}/anna/taproom"),
        (_PATH, f"in /{'root'}/.venv/lib"),
        (_TOKEN, "MTExMTExMTExMTExMTExMTEx.GabcdE." + "z" * 38),
    ],
)
def test_the_patterns_find_what_they_look_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
