"""Modules and functions stay short, and every module says what it is for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.project.tracked import CODE, ROOT, modules

MODULE = 400  # lines
FUNCTION = 40  # lines
SOURCES = modules(*CODE)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a module with its length in lines, its docstring left out."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            told = node.body[0] if ast.get_docstring(node) else None
            text = 0 if told is None or told.end_lineno is None else told.end_lineno - told.lineno + 1
            yield node.name, node.end_lineno - node.lineno + 1 - text


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_is_short_and_says_what_it_is_for(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE
    assert ast.get_docstring(tree(path)), "no docstring"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_functions_are_short(path: Path) -> None:
    assert {name: lines for name, lines in functions(path) if lines > FUNCTION} == {}


def test_most_functions_are_very_short() -> None:
    lengths = [lines for path in SOURCES for _, lines in functions(path)]
    assert median(lengths) <= 8


def test_there_is_as_much_test_as_source() -> None:
    source, tests = (
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
        for paths in (SOURCES, modules("tests"))
    )
    assert tests >= source


def test_no_module_is_a_drawer_for_everything() -> None:
    assert [
        path for path in modules(*CODE, "tests") if path.stem in {"utils", "util", "helpers", "misc"}
    ] == []
