from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.processes import Playground

PATIENCE: Final = 30_000
"""Milliseconds that a page may take to show what it was told, on a busy machine."""

MISSING: Final = (
    "no Chromium on this machine: the playground's page was not tried in a browser"
    " (opening, joining, moves by command, list and form, refusals, a kill and a new start)"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "taproom.db"


@pytest.fixture
def playground(database: Path) -> Iterator[Playground]:
    """Every table has the same seed: what is drawn cannot make a test fail on one day and not on another."""
    with Playground(database, "tests.browser.dealt") as running:
        yield running


Visit = Callable[[Playground, str], Person]


@pytest.fixture
def visit(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens a page for somebody; what the pages looked like in the end is kept with the test's files."""
    pages = {}

    def open_page(playground: Playground, name: str) -> Person:
        pages[name] = page = browser.new_page(viewport={"width": 1280, "height": 900})
        return Person(page, playground.url, name)

    yield open_page
    for name, page in pages.items():
        page.screenshot(path=tmp_path / f"{request.node.name}-{name}.png")
        page.close()
