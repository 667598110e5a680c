"""Every module of the bot has its place in the import contracts."""

from __future__ import annotations

import tomllib
from graphlib import TopologicalSorter
from typing import Any

import grimp

from engine.registry import GAMES
from tests.project.tracked import CODE, ROOT
from tools.contracts import FLOORS, games

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
SURFACE = {"bot.__main__", "bot.client", "bot.discord", "bot.features", "bot.playground", "bot.ui", "bot.web"}
"""Packages that may import discord."""
SPLIT = {"bot.cluster", "bot.minds", "bot.ops"}
"""Packages whose modules have layers of their own."""
COMMAND_LINE = ["engine.__main__ -> *", "engine.commands.* -> *"]
"""Modules of the engine that may read, print and use a clock."""


def contract(kind: str, word: str) -> dict[str, Any]:
    (found,) = (one for one in CONTRACTS["contracts"] if one["type"] == kind and word in one["name"])
    return dict(found)


def parts(package: str) -> set[str]:
    """The modules and packages right below a package."""
    folder = ROOT / package.replace(".", "/")
    files = folder.glob("*.py")
    folders = (path.parent for path in folder.glob("*/__init__.py"))
    names = {path.stem for path in files} | {path.name for path in folders}
    return {f"{package}.{name}" for name in names if name != "__init__"}


BOT = parts("bot")
OTHERS = set(CODE) - {"bot"}


def test_every_part_of_the_bot_has_its_layer() -> None:
    layers = contract("layers", "below")["layers"]
    named = [name for layer in layers for name in layer.split(" | ")]
    assert sorted(named) == sorted((BOT - SPLIT | OTHERS).union(*map(parts, SPLIT)))


def test_all_but_the_surface_is_kept_from_discord() -> None:
    kept = {name.removesuffix(".*") for name in contract("forbidden", "Discord")["source_modules"]}
    assert kept == BOT - SURFACE | OTHERS


def test_games_are_apart_on_every_floor() -> None:
    """The contract lists the games by a wildcard."""
    assert sorted(one["floor"] for one in CONTRACTS["contracts"] if one["type"] == "games") == sorted(FLOORS)
    graph = grimp.build_graph(*CODE, cache_dir=None)
    assert games(graph) == set(GAMES)


def test_no_import_goes_in_a_circle() -> None:
    """Nor one that is hidden in a function, which the graph sees, too."""
    graph = grimp.build_graph(*CODE, cache_dir=None)
    TopologicalSorter(
        {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    ).prepare()
