"""Faults of a user's own file are reported by key, so that every language has a sentence for them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.file_faults import FILES
from data.sentence import BadFile, Sentence
from data.trogdor import read_deck, read_map
from tests.data.test_trogdor_files import CARD, MAP, cards

NO_JSON = [
    ("{", "json.eof.object", "a closing curly bracket is missing", (1, 1)),
    ("[1", "json.eof.list", "the ] of a list is missing", (1, 2)),
    ('"a', "json.eof.string", "the closing quotation mark is missing", (1, 2)),
    ("nul", "json.eof.value", "the text stops too early", (1, 3)),
    ('{"a" 1}', "json.sign", "`:` belongs here", (1, 6)),
    ("[1 2]", "json.signs", "`,` or `]` belongs here", (1, 4)),
    ('{"a":1 2}', "json.signs", "`,` or `}` belongs here", (1, 8)),
    ("\n?", "json.value", "a value is missing", (2, 1)),
    ("nux", "json.ident", "I don't know that word; text belongs in quotation marks", (1, 3)),
    ("{1:2}", "json.key", "the name of an entry belongs in quotation marks", (1, 2)),
    ("[1,]", "json.comma", "one comma too many", (1, 4)),
    ("1 2", "json.trailing", "the file should end here", (1, 3)),
    (r'"\q"', "json.escape", "that letter can't follow a backslash", (1, 3)),
    (r'"\ud800"', "json.hex", r"a \u needs four digits", (1, 8)),
    (r'"\udc00"', "json.surrogate", r"a \u that is only half a character", (1, 7)),
    ('"\n"', "json.control", "a line break or tab inside a text", (2, 0)),
    ("01", "json.number", "that's no number", (1, 2)),
    ("[" * 300, "json.depth", "too many brackets inside each other", (1, 202)),
]

UNFIT: list[dict[str, Any]] = [
    {"archer": [5, 0]},
    {"archer": "f1"},
    {"knights": ["f1", "a1"]},
    {"knights": 1},
    {"lake_is_plain": 1},
    {"dragons": 2},
    {"source": 3},
    {"source": "x" * 201},
    {"name": "*"},
    {"peasants": "none"},
    {"knights": [[0, 0], [0, 0]]},
    {"knights": [[2, 2], [0, 0]]},
    {"rows": MAP["rows"][:4]},
    {"rows": ["C.FRX", "W", *MAP["rows"][2:]]},
    {"rows": [1, *MAP["rows"][1:]]},
    {"rows": 1},
    {"rows": ["....."] * 5},
    {"rows": ["WWWWW"] * 5},
]
ODD_CARDS: list[Any] = [
    1,
    CARD | {"id": "?"},
    CARD | {"id": "??", "spawn": 1},
    CARD | {"spawn": 5},
    CARD | {"spawn": -1},
    CARD | {"path": ["N"]},
    CARD | {"path": ["N", "N", "S", "S"]},
    CARD | {"path": ["N", "N", "X"]},
    CARD | {"spawn": "1"},
    CARD,
    CARD,
]


def faults_of(reader: Any, text: str) -> tuple[Sentence, ...]:
    with pytest.raises(BadFile) as refused:
        reader(text)
    return refused.value.sentences


def parts(said: Sentence) -> Iterator[Sentence]:
    """A sentence, and those that fill it."""
    yield said
    for value in said.values.values():
        if isinstance(value, Sentence):
            yield from parts(value)


def keys(reader: Any, content: object) -> set[str]:
    text = content if isinstance(content, str) else json.dumps(content)
    return {part.key for said in faults_of(reader, text) for part in parts(said)}


@pytest.mark.parametrize(("text", "key", "line", "at"), NO_JSON, ids=lambda value: repr(value)[:20])
def test_why_a_text_is_no_json_is_told_by_key(text: str, key: str, line: str, at: tuple[int, int]) -> None:
    (said,) = faults_of(read_map, text)
    why = said.values["what"]
    assert isinstance(why, Sentence)
    assert (why.values["line"], why.values["column"]) == at
    what = why.values["what"]
    assert isinstance(what, Sentence)
    assert (what.key, str(what)) == (key, line)
    assert str(said) == f"file: I can't read on at line {at[0]}, character {at[1]}: {line}"


def test_every_sentence_is_told_of_some_file() -> None:
    keys_found = set[str]().union(
        *(keys(read_map, MAP | changes) for changes in UNFIT),
        *(keys(read_map, text) for text, *_ in NO_JSON),
        keys(read_map, {}),
        keys(read_map, "3"),
        keys(read_map, " " * 20_001),
        keys(read_map, '"\ud800"'),
        keys(read_deck, ODD_CARDS),
        keys(read_deck, cards(3)),
        keys(read_deck, [1] * 20),
    )
    never = {"json.unicode", "json.else", "file.else"}  # there for what pydantic may say some day
    assert set(FILES) - keys_found == never


def test_where_a_fault_is_has_a_key_too() -> None:
    places = []
    for said in faults_of(read_deck, json.dumps([1, CARD | {"spawn": 5}, CARD | {"id": "?"}])):
        place = said.values["place"]
        assert isinstance(place, Sentence)
        places.append((place.key, dict(place.values)))
    assert places == [
        ("file.card.number", {"number": 1}),
        ("file.card.spot", {"card": "A1", "spot": "spawn"}),
        ("file.card.number.spot", {"number": 3, "spot": "id"}),
        ("file.spot", {"spot": "cards"}),
    ]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def put_at(content: Any, path: list[int], value: Any) -> Any:
    """The content with one of its values replaced."""
    if not path or not isinstance(content, dict | list) or not content:
        return value
    content = copy.copy(content)
    spots = list(content) if isinstance(content, dict) else list(range(len(content)))
    spot = spots[path[0] % len(spots)]
    content[spot] = put_at(content[spot], path[1:], value)
    return content


@given(st.booleans(), st.lists(st.integers(0, 30), max_size=4), ANYTHING)
def test_whatever_stands_in_a_file_its_fault_is_known_by_name(
    is_map: bool, path: list[int], value: object
) -> None:
    reader, whole = (read_map, MAP) if is_map else (read_deck, cards())
    text = json.dumps(put_at(whole, path, value))
    try:
        reader(text)
    except BadFile as refused:
        known = {part.key for said in refused.sentences for part in parts(said)}
        assert not known & {"file.else", "json.else", "file.unread"}, text


@given(st.integers(0, 400), st.text(max_size=2))
def test_whatever_breaks_a_text_its_fault_is_known_by_name(cut: int, typed: str) -> None:
    text = json.dumps(cards(5))
    for reader in (read_map, read_deck):
        try:
            reader(text[:cut] + typed + text[cut + 1 :])
        except BadFile as refused:
            known = {part.key for said in refused.sentences for part in parts(said)}
            assert not known & {"json.else", "file.else"}
