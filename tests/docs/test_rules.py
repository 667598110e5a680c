"""Every rule has an id, our own words for it, code that follows it and a test that proves it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
_RULE = r"\w+:(?:[a-z]+-\d+[a-z]?|(?:card|keeper|item)-[a-z]+(?:-[a-z]+)*)"
_ANCHOR = re.compile(rf"^\*\*({_RULE})\*\* \N{{MIDDLE DOT}} \S", re.MULTILINE)
_ID = re.compile(rf"\b{_RULE}\b")
_CITED = re.compile(rf"\bRules?\s+((?:{_RULE}(?:,\s+)?)+)")


def page(key: str) -> str:
    return (ROOT / "docs" / "games" / f"{key}.md").read_text(encoding="utf-8")


def anchors(key: str) -> list[str]:
    """The ids that the page of a game explains, each at the start of its paragraph."""
    return _ANCHOR.findall(page(key))


def sources(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.rglob("*.py")))


@cache
def strings(file: Path) -> tuple[tuple[str, bool], ...]:
    """The strings of a module that an id stands in, and whether each stands alone, as a docstring does."""
    text = file.read_text(encoding="utf-8")
    if not _ID.search(text):
        return ()
    nodes = list(ast.walk(ast.parse(text, str(file))))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return tuple(
        (node.value, id(node) in alone)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ID.search(node.value)
    )


def cited_rules(key: str) -> set[str]:
    """The ids in `Rule ...` and `Rules ...` of docstrings of a game's code, data and family, and of the bot.

    What is asked before it is played, or who may see what, is a rule that the bot follows.
    """
    data = (ROOT / "data").glob(f"{key}*.py")
    shared = (*sources(ROOT / "engine" / "octagon"), *sources(ROOT / "bot"))
    return ids((*sources(ROOT / "engine" / key), *data)) | {
        rule for rule in ids(shared) if rule.startswith(f"{key}:")
    }


def ids(files: Iterable[Path]) -> set[str]:
    """The ids that docstrings cite."""
    told = (string for file in files for string, alone in strings(file) if alone)
    texts = (match[1] for string in told for match in _CITED.finditer(string))
    return {rule for text in texts for rule in _ID.findall(text)}


def raised_rules(key: str) -> set[str]:
    """The ids that stand alone in a string: those of refusals."""
    files = sources(ROOT / "engine" / key)
    return {string for file in files for string, _ in strings(file) if _ID.fullmatch(string)}


def proven(key: str) -> set[str]:
    """The ids in `@pytest.mark.rule(...)` of all tests."""
    return {
        rule for file in sources(ROOT / "tests") for rule in marked_rules(file) if rule.startswith(f"{key}:")
    }


@cache
def marked_rules(file: Path) -> frozenset[str]:
    """The ids that the tests of a module are marked with."""
    text = file.read_text(encoding="utf-8")
    if "pytest.mark.rule" not in text:
        return frozenset()
    marks = (
        node
        for node in ast.walk(ast.parse(text, str(file)))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func) == "pytest.mark.rule"
    )
    ids = (argument.value for mark in marks for argument in mark.args if isinstance(argument, ast.Constant))
    return frozenset(map(str, ids))


def differences(key: str) -> list[str]:
    """What is missing where, a line an id."""
    places = {"docs/games": set(anchors(key)), "code": cited_rules(key), "tests": proven(key)}
    every = set().union(*places.values()) | raised_rules(key)
    return [
        f"{rule} is missing in {', '.join(place for place, ids in places.items() if rule not in ids)}"
        for rule in sorted(every)
        if any(rule not in ids for ids in places.values())
    ]


@pytest.mark.parametrize("key", GAMES)
def test_docs_code_and_tests_have_the_same_rules(key: str) -> None:
    assert anchors(key), f"docs/games/{key}.md explains no rule"
    assert not differences(key), "\n".join(differences(key))


@pytest.mark.parametrize("key", GAMES)
def test_a_rule_is_explained_once(key: str) -> None:
    assert [rule for rule, count in Counter(anchors(key)).items() if count > 1] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_page_mentions_no_rule_that_it_does_not_explain(key: str) -> None:
    mentioned = {rule for rule in _ID.findall(page(key)) if rule.startswith(f"{key}:")}
    assert mentioned == set(anchors(key))


@pytest.mark.parametrize("key", GAMES)
def test_a_page_names_every_option(key: str) -> None:
    assert [option.key for option in GAMES[key].options if f"| `{option.key}` |" not in page(key)] == []


@pytest.mark.parametrize("rule", ["thud:turn-1", "trogdor:ruling-50a", "trogdor:card-flip-em-up-dan"])
def test_an_id_ends_in_a_number_or_in_the_name_of_a_card_a_keeper_or_an_item(rule: str) -> None:
    assert _ID.fullmatch(rule)
    assert _ID.findall(f"({rule}, {rule}).") == [rule, rule]
    assert _ANCHOR.findall(f"**{rule}** \N{MIDDLE DOT} So it is.") == [rule]
    assert [match[1] for match in _CITED.finditer(f"So (Rules\n    {rule},\n    {rule}).")] == [
        f"{rule},\n    {rule}"
    ]


@pytest.mark.parametrize("text", ["thud:turn", "thud:turn-x", "thud:Turn-1", "trogdor:card-", "turn-1"])
def test_other_words_are_no_ids(text: str) -> None:
    assert not _ID.fullmatch(text)


def test_a_missing_rule_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.anchors", lambda _: ["thud:turn-1", "thud:turn-9"])
    monkeypatch.setattr(f"{__name__}.cited_rules", lambda _: {"thud:turn-1", "thud:turn-9", "thud:turn-8"})
    monkeypatch.setattr(f"{__name__}.proven", lambda _: {"thud:turn-1", "thud:turn-8"})
    monkeypatch.setattr(f"{__name__}.raised_rules", lambda _: {"thud:turn-7"})
    assert differences("thud") == [
        "thud:turn-7 is missing in docs/games, code, tests",
        "thud:turn-8 is missing in docs/games",
        "thud:turn-9 is missing in tests",
    ]
