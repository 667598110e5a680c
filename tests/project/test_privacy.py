"""No path of somebody's machine and no host of somebody's network gets into the repository."""

from __future__ import annotations

import re

import pytest

from tests.project.tracked import texts

HOSTS = {
    "127.0.0.1",
    "cdn.discordapp.com",
    "discord.com",
    "example.org",
    "keepachangelog.com",
    "semver.org",
}
"""Where links may lead."""

_HOST = re.compile(r"\bhttps?://([\w.-]+)")
_PATH = re.compile(
    r"(?<![\w.<>$}])/(?:home|root|work|mnt|Users|srv|scratch|workspace)/[\w.-]+|\b[A-Z]:\\Users\\"
)
_INDEX = re.compile(r"^\s*(?:--?(?:extra-)?index-url|-i|--find-links|-f|--trusted-host)\b", re.MULTILINE)
_TOKEN = re.compile(r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}\b")
MADE_UP = "abcdefghijklmnopqrstuvwxyz0123456789AB"


def found(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """What a pattern finds, by file; an empty result means that it is nowhere."""
    hits = {name: [match[0] for match in pattern.finditer(text)] for name, text in texts().items()}
    return {name: matches for name, matches in hits.items() if matches}


def test_links_lead_only_to_known_places() -> None:
    hosts = {name: set(_HOST.findall(text)) - HOSTS for name, text in texts().items()}
    assert {name: strangers for name, strangers in hosts.items() if strangers} == {}


def test_no_path_of_a_machine() -> None:
    assert found(_PATH) == {}


def test_locks_name_no_index() -> None:
    locks = {name: text for name, text in texts().items() if name.startswith("requirements")}
    assert len(locks) == 3
    assert [name for name, text in locks.items() if _INDEX.search(text) or "://" in text] == []


def test_no_token() -> None:
    tokens = {token for hits in found(_TOKEN).values() for token in hits}
    assert {token for token in tokens if MADE_UP not in token} == set()


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (_PATH, f"/{'home'}/anna/taproom"),
        (_PATH, f"in /{'root'}/.venv/lib"),
        (_INDEX, "--index-url x"),
        (_INDEX, "--extra-index-url x"),
        (_TOKEN, "MTExMTExMTExMTExMTExMTEx.GabcdE." + "z" * 38),
    ],
)
def test_the_patterns_find_what_they_look_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
