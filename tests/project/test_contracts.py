"""Every module of the bot has its place in the import contracts."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.project.tracked import CODE, ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
SURFACE = {"bot.__main__", "bot.client", "bot.playground", "bot.ui"}
"""What may know Discord."""
COMMAND_LINE = {"engine.__main__", "engine.commands"}
"""What may read, print and ask a clock in the engine."""


def contract(kind: str, word: str) -> dict[str, Any]:
    (found,) = (one for one in CONTRACTS["contracts"] if one["type"] == kind and word in one["name"])
    return dict(found)


def parts(package: str) -> set[str]:
    """The modules and packages right below a package."""
    files = (ROOT / package).glob("*.py")
    folders = (path.parent for path in (ROOT / package).glob("*/__init__.py"))
    names = {path.stem for path in files} | {path.name for path in folders}
    return {f"{package}.{name}" for name in names if name != "__init__"}


BOT = parts("bot")
OTHERS = set(CODE) - {"bot"}


def test_every_part_of_the_bot_has_its_layer() -> None:
    layers = contract("layers", "below")["layers"]
    named = [name for layer in layers for name in layer.split(" | ")]
    assert sorted(named) == sorted(BOT | OTHERS)


def test_all_but_the_surface_is_kept_from_discord() -> None:
    assert set(contract("forbidden", "Discord")["source_modules"]) == BOT - SURFACE | OTHERS


def test_all_of_the_engine_but_its_command_line_is_pure() -> None:
    named, there = set(contract("forbidden", "pure")["source_modules"]), parts("engine") - COMMAND_LINE
    assert named == there, (
        f"pyproject.toml: the contract of the pure engine and engine/ differ in {sorted(named ^ there)} "
        "(docs/adding-a-game.md, step 11)"
    )


def test_every_package_is_looked_at() -> None:
    assert set(CONTRACTS["root_packages"]) == set(CODE)
