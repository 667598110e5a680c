"""`make test F=plans`: the tests of one feature, and those that show in seconds that the rest still stands.

A feature is a name that folders and modules have, such as `plans` or `thud`, singular or plural. Its tests
are those below folders and in modules of that name, and those that import a module of it.
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
"""What is tried with every feature: a game is opened, played, kept and read in each language."""


def singular(name: str) -> str:
    """A name without a plural's ending."""
    return name.removesuffix("s")


def names_of(path: Path) -> list[str]:
    """The names of the folders and the module on a path below the project."""
    return [singular(part.removesuffix(".py").removeprefix("test_")) for part in path.parts]


def modules(root: Path, *folders: str) -> Iterator[Path]:
    """The modules below these folders, as paths below the project, in order."""
    for folder in folders:
        yield from (path.relative_to(root) for path in sorted((root / folder).rglob("*.py")))


def imported_modules(text: str) -> set[str]:
    """The modules that a text may import, by their dotted names."""
    found = set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def module_name(module: Path) -> str:
    """The name by which a module is imported."""
    return ".".join(module.with_suffix("").parts).removesuffix(".__init__")


def covering_tests(root: Path, feature: str) -> list[str]:
    """The test modules that cover a feature, without those that are always tried.

    Raises LookupError if no folder and no module has its name.
    """
    sources, wanted = list(modules(root, *SOURCES)), singular(feature)
    own = {module_name(module) for module in sources if wanted in names_of(module)}
    if not own:
        known = {name for module in sources for name in names_of(module)}
        near = ", ".join(get_close_matches(wanted, known))
        raise LookupError(f"Nothing is called {feature}." + (f" There is: {near}." if near else ""))
    return [
        str(test)
        for test in modules(root, "tests")
        if test.name.startswith("test_")
        and (wanted in names_of(test) or imported_modules((root / test).read_text(encoding="utf-8")) & own)
    ]


def main() -> None:
    """Print the test modules that cover the features which are asked for, and those that are always tried."""
    parser = argparse.ArgumentParser(prog="python -m tools.covering", description=__doc__)
    parser.add_argument("features", nargs="+")
    root = Path(__file__).parents[1]
    try:
        found = {test for feature in parser.parse_args().features for test in covering_tests(root, feature)}
    except LookupError as unknown:
        parser.error(str(unknown))
    sys.stdout.write(" ".join(sorted(found | set(SMOKE))) + "\n")


if __name__ == "__main__":
    main()
