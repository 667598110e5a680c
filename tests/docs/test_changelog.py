"""CHANGELOG.md has the form of Keep a Changelog, and its sentences are sentences."""

from __future__ import annotations

import re

from tests.docs.pages import headings, read

CHANGELOG = read("CHANGELOG.md")
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = re.compile(r"\[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?")


def test_its_headings_are_versions_and_kinds_of_change() -> None:
    title, *rest = headings(CHANGELOG)
    assert title == "Changelog"
    versions = [heading for heading in rest if heading not in KINDS]
    assert versions[0] == "[Unreleased]"
    assert all(VERSION.fullmatch(version) for version in versions)
    assert all(" - " in version for version in versions[1:]), "a release has a date"


def test_kinds_of_change_come_in_their_order_and_once() -> None:
    for release in CHANGELOG.split("\n## ")[1:]:
        found = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert found == [kind for kind in KINDS if kind in found]


def test_every_entry_is_a_sentence() -> None:
    entries = re.findall(r"^- (.+(?:\n  .+)*)$", CHANGELOG, re.MULTILINE)
    assert entries
    for entry in entries:
        assert entry[0].isupper() or entry[0] in "`*", entry
        assert entry.endswith("."), entry
