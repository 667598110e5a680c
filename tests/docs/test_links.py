"""Links in the docs lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, links

INSIDE = [
    pytest.param(page, link, id=f"{page.relative_to(ROOT)}: {link}")
    for page in PAGES
    for link in links(page.read_text(encoding="utf-8"))
    if "://" not in link
]


@pytest.mark.parametrize(("page", "link"), INSIDE)
def test_a_link_leads_to_a_file_and_a_heading_that_are_there(page: Path, link: str) -> None:
    file, _, anchor = link.partition("#")
    target = (page.parent / file).resolve() if file else page
    assert target.exists(), f"{link} leads nowhere"
    assert target.is_relative_to(ROOT)
    if anchor:
        assert anchor in anchors(target.read_text(encoding="utf-8")), (
            f"{target.name} has no heading #{anchor}"
        )


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        files = (
            link.partition("#")[0] for link in links(page.read_text(encoding="utf-8")) if "://" not in link
        )
        ahead += [(page.parent / file).resolve() for file in files if file]
    assert set(PAGES) <= seen


def test_every_picture_is_shown_on_a_page() -> None:
    shown = {
        (page.parent / link).resolve() for page in PAGES for link in links(page.read_text(encoding="utf-8"))
    }
    assert set(ROOT.glob("docs/images/*")) <= shown
