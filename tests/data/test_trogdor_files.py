"""A group's own map and movement deck: valid as a whole, or refused with one line per fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from data.loading import BadData
from data.trogdor import (
    MAPS,
    MOVEMENT,
    canonical_deck,
    canonical_map,
    deck_template,
    map_template,
    name_of_map,
    read_deck,
    read_map,
)
from engine.core import Document
from engine.trogdor.setup import OPTIONS

MAP: dict[str, Any] = {
    "rows": ["C.FRT", "WM.SF", ".F..C", "S.RM.", "TCFLW"],
    "lake_is_plain": False,
    "knights": [[0, 3], [3, 0]],
    "archer": [4, 4],
    "trogdor": [2, 2],
    "troghammer_entry": [2, 2],
}
CARD: dict[str, Any] = {
    "id": "A1",
    "spawn": 1,
    "peasants": {"direction": "N", "repair": False},
    "path": ["N", "N", "E"],
}


def cards(count: int = 20) -> list[dict[str, Any]]:
    return [CARD | {"id": f"C-{number}"} for number in range(count)]


def faults(reader: Callable[[str], object], content: object) -> list[str]:
    """The faults of a refused file."""
    with pytest.raises(BadData) as caught:
        reader(content if isinstance(content, str) else json.dumps(content))
    assert str(caught.value).splitlines() == list(caught.value.faults)
    return list(caught.value.faults)


def of_map(**changes: Any) -> list[str]:
    return faults(read_map, MAP | changes)


def of_card(**changes: Any) -> list[str]:
    """The faults of a deck whose last card is changed."""
    return faults(read_deck, [*cards(19), CARD | changes])


NO_SQUARE = "is no square of the map; those go from a1 to e5"
TWO = "two squares belong here, for example d1 and a4"


def test_squares_are_named_as_on_the_board_or_in_files_of_the_older_kind() -> None:
    named = {"knights": ["d1", "A4"], "archer": " e5 ", "trogdor": "c3", "troghammer_entry": "c3"}
    assert read_map(json.dumps(MAP | named)) == read_map(json.dumps(MAP))
    assert canonical_map(json.dumps(MAP | named)) == canonical_map(json.dumps(MAP)), (
        "exports stay as they are"
    )


@pytest.mark.parametrize("option", [option for option in OPTIONS if isinstance(option, Document)])
def test_each_template_is_a_good_file(option: Document) -> None:
    assert option.read(option.template)
    assert read_map(map_template(MAPS["hard"])).rows == MAPS["hard"].rows
    assert read_deck(deck_template(MOVEMENT)) == MOVEMENT


def test_of_many_faults_the_first_are_told_and_the_others_counted() -> None:
    said = faults(read_deck, [CARD | {"id": f"X{number}", "spawn": 9} for number in range(20)])
    assert said[:1] == ["card X0, spawn: can't be more than 4"]
    assert said[15:] == ["… and 5 more"]


def test_a_map_is_read() -> None:
    map_file = read_map(json.dumps(MAP | {"name": "Hinterland", "peasants": "one on each cottage tile"}))
    assert (map_file.name, map_file.house, map_file.source) == ("Hinterland", False, None)
    assert map_file.rows == MAPS["normal"].rows
    assert map_file.knights == MAPS["normal"].knights == ((0, 3), (3, 0))


@pytest.mark.parametrize("name", MAPS)
def test_a_map_of_the_house_can_be_a_groups_own(name: str) -> None:
    assert read_map(MAPS[name].model_dump_json(exclude_none=True)) == MAPS[name]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (MAP["rows"][:4], ["rows: a map has 5 rows, here are 4"]),
        (["C.FR", *MAP["rows"][1:]], ["rows: row 1 has 4 letters, not 5"]),
        (["C.FRX", *MAP["rows"][1:]], ["rows: row 1 has 'X'; the letters are C M T L F S R W ."]),
        (
            ["C.FRC", *MAP["rows"][1:]],
            [
                "rows: cottage (C): 3 of them belong on a map, here are 4",
                "rows: tunnel (T): 2 of them belong on a map, here are 1",
            ],
        ),
        ("C.FRT", ["rows: belongs in square brackets: [ … ]"]),
        ([1, *MAP["rows"][1:]], ["row 1: belongs in quotation marks"]),
    ],
)
def test_what_is_wrong_with_the_tiles_is_named(rows: object, expected: list[str]) -> None:
    assert of_map(rows=rows) == expected


@pytest.mark.parametrize(
    ("letter", "kind"),
    [
        ("C", "cottage"),
        ("M", "mountain"),
        ("T", "tunnel"),
        ("L", "lake"),
        ("F", "forest"),
        ("S", "stump"),
        ("R", "rock"),
        ("W", "flower"),
    ],
)
def test_every_kind_of_tile_is_counted(letter: str, kind: str) -> None:
    said = of_map(rows=[row.replace(letter, ".") for row in MAP["rows"]])
    assert [line.split(":")[1].strip() for line in said] == [f"{kind} ({letter})", "plain (.)"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"archer": "f1"}, f"archer: f1 {NO_SQUARE}"),
        ({"trogdor": "a0"}, f"trogdor: a0 {NO_SQUARE}"),
        ({"troghammer_entry": [9, 9]}, f"troghammer_entry: [9, 9] {NO_SQUARE}"),
        ({"knights": ["a1", "6a"]}, f"knight 2: 6a {NO_SQUARE}"),
        ({"knights": ["a1", [0, 0]]}, "knights: both start on a1"),
        ({"knights": ["a1"]}, f"knights: {TWO}"),
        ({"knights": 7}, f"knights: {TWO}"),
        ({"knights": ["c3", "a1"]}, "trogdor: a knight starts on c3, too"),
        ({"archer": [1]}, f"archer: [1] {NO_SQUARE}"),
        ({"archer": [1, True]}, f"archer: [1, true] {NO_SQUARE}"),
        ({"archer": [1, 1.5]}, f"archer: [1, 1.5] {NO_SQUARE}"),
        ({"archer": None}, f"archer: null {NO_SQUARE}"),
        ({"lake_is_plain": 1}, "lake_is_plain: write true or false, without quotation marks"),
        ({"house": "yes"}, "house: write true or false, without quotation marks"),
        ({"peasants": [[0, 0]]}, "peasants: can only be 'one on each cottage tile'"),
        ({"dragons": 2}, "dragons: I don't know this entry"),
        ({"source": "x" * 201}, "source: 200 characters at most"),
    ],
)
def test_what_is_wrong_with_a_map_is_named(changes: dict[str, Any], expected: str) -> None:
    assert of_map(**changes) == [expected]


@pytest.mark.parametrize("entry", MAP)
def test_a_missing_entry_of_a_map_is_named(entry: str) -> None:
    assert faults(read_map, {key: MAP[key] for key in MAP if key != entry}) == [f"{entry}: is missing"]


@pytest.mark.parametrize("name", ["", " x", "@everyone", "x" * 31, "a\n", "*bold*", "a_b"])
def test_a_name_that_would_not_stand_well_in_a_sentence_is_refused(name: str) -> None:
    fault = "name: has to be 1 to 30 letters, digits, blanks and - ' ! . and a letter or a digit first"
    assert of_map(name=name) == [fault]


def test_a_name_can_be_in_any_script() -> None:
    assert read_map(json.dumps(MAP | {"name": "Bäuerlein's 2. Tal"})).name == "Bäuerlein's 2. Tal"


def test_a_map_kept_under_other_rules_is_without_a_name() -> None:
    """A table that has it can still be shown."""
    assert name_of_map(json.dumps(MAP | {"name": "Our map"})) == "Our map"
    assert name_of_map(json.dumps(MAP)) == ""
    assert name_of_map(json.dumps(MAP | {"name": "Our map", "rows": []})) == ""
    assert name_of_map("no file") == ""


def test_all_faults_of_a_map_are_told_at_once() -> None:
    changes = {
        "rows": ["C.FRX", "W", *MAP["rows"][2:]],
        "knights": [[2, 2], [1, 1]],
        "archer": [7, 7],
        "x": 1,
    }
    assert [line.split(":")[0] for line in of_map(**changes)] == ["rows", "rows", "archer", "trogdor", "x"]


@pytest.mark.parametrize("reader", [read_map, read_deck, canonical_map, canonical_deck])
def test_what_is_no_json_or_too_long_is_refused(reader: Callable[[str], object]) -> None:
    (fault,) = faults(reader, "{")
    assert fault == "file: I can't read on at line 1, character 1: a closing curly bracket is missing"
    (fault,) = faults(reader, "[" * 20_000)
    assert fault.endswith(": too many brackets inside each other")
    assert faults(reader, '"\ud800"')[0].startswith("file: I can't read this as JSON: ")
    assert faults(reader, " " * 20_001) == ["file: 20001 characters; at most 20000 are read"]
    assert faults(reader, "3") == ["file: belongs in curly brackets: { … }"]


def test_the_name_of_an_entry_is_told_short_and_plain() -> None:
    assert of_map(**{"ö\n" * 100: 1}) == [(r"\xf6\n" * 10)[:40] + ": I don't know this entry"]


def test_the_mark_at_the_start_of_a_file_is_no_fault() -> None:
    assert read_map("\N{ZERO WIDTH NO-BREAK SPACE}" + json.dumps(MAP)) == read_map(json.dumps(MAP))


def test_a_deck_is_a_list_of_cards_or_an_object() -> None:
    deck = read_deck(json.dumps(cards()))
    assert (
        deck
        == read_deck(json.dumps({"cards": cards()}))
        == read_deck(json.dumps({"house": False, "cards": cards()}))
    )
    assert deck[19].id == "C-19"
    assert (deck[0].spawn, deck[0].peasants.direction, deck[0].path) == (1, "N", ("N", "N", "E"))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": "A 1"}, "card number 20, id: has to be 1 to 8 letters A to Z, digits and dashes"),
        ({"id": "A1\n"}, "card number 20, id: has to be 1 to 8 letters A to Z, digits and dashes"),
        ({"id": "ABCDEFGHI"}, "card number 20, id: has to be 1 to 8 letters A to Z, digits and dashes"),
        ({"id": ""}, "card number 20, id: has to be 1 to 8 letters A to Z, digits and dashes"),
        ({"id": 1}, "card number 20, id: belongs in quotation marks"),
        ({"spawn": 5}, "card A1, spawn: can't be more than 4"),
        ({"spawn": -1}, "card A1, spawn: can't be less than 0"),
        ({"spawn": "1"}, "card A1, spawn: write a whole number, without quotation marks"),
        ({"spawn": 1.0}, "card A1, spawn: write a whole number, without quotation marks"),
        ({"peasants": "N"}, "card A1, peasants: belongs in curly brackets: { … }"),
        ({"peasants": {"direction": "N"}}, "card A1, peasants.repair: is missing"),
        (
            {"peasants": {"direction": "NE", "repair": True}},
            "card A1, peasants.direction: can be 'N', 'E', 'S' or 'W'",
        ),
        (
            {"peasants": {"direction": "N", "repair": "no"}},
            "card A1, peasants.repair: write true or false, without quotation marks",
        ),
        ({"path": ["N", "E"]}, "card A1, path: a path has 3 to 5 steps, here are 2"),
        ({"path": ["N"] * 6}, "card A1, path: a path has 3 to 5 steps, here are 6"),
        ({"path": ["N", "N", "n"]}, "card A1, path.2: can be 'N', 'E', 'S' or 'W'"),
        ({"colour": "red"}, "card A1, colour: I don't know this entry"),
        ({"id": "C-3"}, "card C-3: 2 cards have this id"),
    ],
)
def test_what_is_wrong_with_a_card_is_named(changes: dict[str, Any], expected: str) -> None:
    assert of_card(**changes) == [expected]


@pytest.mark.rule("trogdor:ruling-58")
@pytest.mark.parametrize("path", ["NESW", "NSEW", "NNNNN", "WWWWW", "NNSS"])
def test_a_path_that_ends_where_it_began_is_refused(path: str) -> None:
    assert of_card(path=list(path)) == [f"card A1, path: {' '.join(path)} ends on the square where it began"]


@pytest.mark.rule("trogdor:ruling-58")
@pytest.mark.parametrize("path", ["NSE", "NNNN", "NNNNE", "NESWN"])
def test_a_path_that_leads_away_is_read(path: str) -> None:
    assert read_deck(json.dumps([*cards(19), CARD | {"path": list(path)}]))[19].path == tuple(path)


@pytest.mark.parametrize("count", [0, 1, 19, 101])
def test_a_deck_has_20_to_100_cards(count: int) -> None:
    assert faults(read_deck, cards(count)) == [f"cards: a deck has 20 to 100 of them, here are {count}"]


@pytest.mark.parametrize("count", [20, 50, 100])
def test_a_deck_of_the_right_size_is_read(count: int) -> None:
    assert len(read_deck(json.dumps(cards(count)))) == count


def test_a_deck_without_cards_is_refused() -> None:
    assert faults(read_deck, {}) == ["cards: is missing"]
    assert faults(read_deck, {"cards": 3}) == ["cards: belongs in square brackets: [ … ]"]
    assert faults(read_deck, [1, *cards()]) == ["card number 1: belongs in curly brackets: { … }"]


def test_all_faults_of_a_deck_are_told_at_once() -> None:
    deck = [CARD | {"spawn": 7}, CARD | {"path": list("NESW")}]
    assert faults(read_deck, deck) == [
        "card A1, spawn: can't be more than 4",
        "card A1, path: N E S W ends on the square where it began",
        "cards: a deck has 20 to 100 of them, here are 2",
        "card A1: 2 cards have this id",
    ]


def test_the_deck_of_the_house_can_be_a_groups_own() -> None:
    text = files("data").joinpath("trogdor_movement.json").read_text(encoding="utf-8")
    assert read_deck(text) == MOVEMENT
    assert read_deck(canonical_deck(text)) == MOVEMENT


def test_a_file_has_one_canonical_text() -> None:
    text = canonical_map(json.dumps(MAP, indent=4))
    assert (
        text
        == canonical_map(text)
        == canonical_map(json.dumps(dict(reversed(MAP.items())) | {"house": False}))
    )
    assert " " not in text
    assert list(json.loads(text)) == sorted(MAP)
    deck = canonical_deck(json.dumps({"cards": cards()}, indent=4))
    assert deck == canonical_deck(deck) == canonical_deck(json.dumps(cards()))
    assert deck.startswith(
        '[{"id":"C-0","path":["N","N","E"],"peasants":{"direction":"N","repair":false},"spawn":1},'
    )
