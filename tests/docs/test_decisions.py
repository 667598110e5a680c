"""Each decision is a page of three sections: context, decision, consequence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, headings, section

DECISIONS = sorted(ROOT.glob("docs/decisions/*.md"))
LINES = 60


def test_there_are_some() -> None:
    assert len(DECISIONS) >= 7


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_its_three_sections_on_one_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert headings(text)[1:] == ["Context", "Decision", "Consequence"]
    assert all(section(text, title).strip() for title in headings(text)[1:])
    assert len(text.splitlines()) <= LINES
