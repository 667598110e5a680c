"""`make test F=plans`: the tests of one feature, and a quick smoke test of the rest.

A feature is the name of folders and modules, such as `plans` or `thud`, singular or plural. Its tests are
those in folders and modules of that name, and those that import such a module.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Final

SOURCES: Final = ("bot", "engine", "render", "data", "tools")

SMOKE: Final = (
    "tests/bot/kernel/test_session.py",
    "tests/bot/store/test_store.py",
    "tests/bot/features/servers/test_greeting.py",
    "tests/bot/ui/play/test_play.py",
    "tests/bot/words/test_words.py",
    "tests/engine/test_contract.py",
    "tests/playthroughs",
    "tests/project",
)
"""Tests that run with every feature: a game is opened, played, stored and read in each language."""


def singular(name: str) -> str:
    """Return a name without a plural's ending."""
    return name.removesuffix("s")


def names_of(path: Path) -> list[str]:
    """Return the names of the folders and the module on a path."""
    return [singular(part.removesuffix(".py").removeprefix("test_")) for part in path.parts]


def modules(root: Path, *folders: str) -> Iterator[Path]:
    """Yield the modules below these folders, as paths below the root, in order."""
    for folder in folders:
        yield from (path.relative_to(root) for path in sorted((root / folder).rglob("*.py")))


def imported_modules(text: str) -> set[str]:
    """Return the dotted names of modules that a text may import."""
    names = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {imported.name for imported in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{imported.name}" for imported in node.names)}
    return names


def module_name(module: Path) -> str:
    """Return the dotted name of a module."""
    return ".".join(module.with_suffix("").parts).removesuffix(".__init__")


def covering_tests(root: Path, feature: str) -> list[str]:
    """Return the test modules that cover a feature, without the smoke tests.

    Raises LookupError if no folder and no module has its name.
    """
    sources, wanted = list(modules(root, *SOURCES)), singular(feature)
    feature_modules = {module_name(module) for module in sources if wanted in names_of(module)}
    if not feature_modules:
        known = {name for module in sources for name in names_of(module)}
        near = ", ".join(get_close_matches(wanted, known))
        raise LookupError(f"Nothing is called {feature}." + (f" There is: {near}." if near else ""))
    return [
        str(test)
        for test in modules(root, "tests")
        if test.name.startswith("test_")
        and (
            wanted in names_of(test)
            or imported_modules((root / test).read_text(encoding="utf-8")) & feature_modules
        )
    ]


def main() -> None:
    """Print the test modules that cover the given features, and the smoke tests."""
    parser = argparse.ArgumentParser(prog="python -m tools.covering", description=__doc__)
    parser.add_argument("features", nargs="+")
    root = Path(__file__).parents[1]
    try:
        tests = {test for feature in parser.parse_args().features for test in covering_tests(root, feature)}
    except LookupError as unknown:
        parser.error(str(unknown))
    sys.stdout.write(" ".join(sorted(tests | set(SMOKE))) + "\n")


if __name__ == "__main__":
    main()
