"""Links in the docs lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.docs.pages import PAGES, ROOT, anchors, links


@cache
def leading_on(page: Path) -> tuple[str, ...]:
    """The links of a page into the project."""
    return tuple(link for link in links(page.read_text(encoding="utf-8")) if "://" not in link)


def faults(page: Path) -> Iterator[str]:
    """The broken links of a page, a line each."""
    for link in leading_on(page):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        documented = f"{page.relative_to(ROOT)}: {link}"
        if not target.exists() or not target.is_relative_to(ROOT):
            yield f"{documented} leads nowhere"
        elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"{documented}: {target.name} has no heading #{anchor}"


def test_a_link_leads_to_a_file_and_a_heading_that_are_there() -> None:
    found = [fault for page in PAGES for fault in faults(page)]
    assert found == [], "\n".join(found)


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        files = (link.partition("#")[0] for link in leading_on(page))
        ahead += [(page.parent / file).resolve() for file in files if file]
    assert [str(page.relative_to(ROOT)) for page in sorted(set(PAGES) - seen)] == []


def test_every_picture_is_shown_on_a_page() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in leading_on(page)}
    assert set(ROOT.glob("docs/images/*")) <= shown
