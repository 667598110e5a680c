"""Every example of a setting, in the docs, the container and the units, is read by the real settings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
import yaml  # type: ignore[import-untyped]

from bot.ops.settings import Settings, settings_file_slips
from tests.docs.pages import PAGES, ROOT, blocks_by_heading, read, section

ASSIGNMENT: Final = re.compile(r"(TAPROOM_[A-Z_]+)=([^\s`|\"\\]+)")
COMPOSES: Final = sorted(ROOT.glob("docs/**/*.yaml"))
FILES: Final = [*PAGES, ROOT / "Containerfile", *COMPOSES, *sorted(ROOT.glob("docs/cluster/*.service"))]
SURROUNDINGS: Final = {
    "TAPROOM_TOKEN": "paste it here",
    "TAPROOM_DATABASE": "postgresql://taproom:PASSWORD@HOST/taproom",
    "TAPROOM_WEB_URL": "https://play.example.org",
    "TAPROOM_WEB_SECRET": "paste it, too",
}
"""What a line takes for granted that stands alone, such as one about shards."""


def examples(text: str) -> list[tuple[str, str]]:
    """The settings of a text; what systemd fills in is filled in."""
    return [(name, value.replace("%i", "0-7")) for name, value in ASSIGNMENT.findall(text)]


def filled(value: object) -> str:
    """A value of a compose file, with what the file beside it would fill in."""
    return re.sub(r"\$\{[^}]*\}", "letters", str(value))


def whole_setups() -> dict[str, dict[str, str]]:
    """Setups that a host copies as they are: the service, the container, those of compose files."""
    page = blocks_by_heading(read("docs/hosting.md"))
    (service,) = (block.text for where, block in page if where == "systemd" and "TAPROOM_TOKEN" in block.text)
    container = dict(examples(read("Containerfile")))
    setups = {"service": dict(examples(service)), "container": container}
    for file in COMPOSES:
        for name, bot in yaml.safe_load(file.read_text(encoding="utf-8"))["services"].items():
            given = {key: filled(value) for key, value in (bot.get("environment") or {}).items()}
            if "build" in bot:
                setups[f"{file.relative_to(ROOT)}: {name}"] = container | given
    return setups


SETUPS: Final = whole_setups()


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("TAPROOM_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def settings_of(lines: Iterable[tuple[str, str]]) -> Settings:
    """The settings as the bot reads them from its file; fails with what it would refuse."""
    Path(".env").write_text("".join(f"{name}={value}\n" for name, value in lines), encoding="utf-8")
    assert settings_file_slips() == []
    return Settings()


def test_examples_are_found() -> None:
    names = {name for file in FILES for name, _ in examples(file.read_text(encoding="utf-8"))}
    assert {"TAPROOM_STATUS_PORT", "TAPROOM_SHARDS", "TAPROOM_WEB_PROXIES"} <= names
    assert len(SETUPS) > 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_example_is_read(file: Path) -> None:
    for name, value in examples(file.read_text(encoding="utf-8")):
        settings_of((SURROUNDINGS | {name: value}).items())


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_setting_that_is_named_exists(file: Path) -> None:
    known = {f"TAPROOM_{field.upper()}" for field in Settings.model_fields}
    named = set(re.findall(r"\bTAPROOM_[A-Z_]*[A-Z]\b(?!…)", file.read_text(encoding="utf-8")))
    assert named - known - {"TAPROOM_TEST_POSTGRES"} == set()


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS.keys())
def test_a_setup_also_starts_with_boards_in_a_browser(setup: dict[str, str]) -> None:
    pages = dict(examples(section(read("docs/hosting.md"), "Boards in a browser")))
    given = {name: SURROUNDINGS[name] for name in SURROUNDINGS if name != "TAPROOM_DATABASE"}
    settings = settings_of((setup | given | pages).items())
    assert settings.web_port
    assert settings.web_port != settings.status_port


def test_a_proxy_reaches_the_pages_where_the_docs_point_it() -> None:
    """And so does a published port of the container, whose loopback cannot be published."""
    text = read("docs/hosting.md")
    port = str(Settings.model_fields["web_port"].default)
    assert set(re.findall(r"(?:reverse_proxy |proxy_pass http://)127\.0\.0\.1:(\d+)", text)) == {port}
    assert f"-p 127.0.0.1:{port}:{port}" in text
    assert settings_of(SETUPS["container"].items()).web_address == "0.0.0.0"  # noqa: S104 - of the container
