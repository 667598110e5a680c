"""The facts of Thud, and what is said of facts that do not hold."""

from __future__ import annotations

import json

import pytest

from data.loading import BadData, read_facts
from data.thud import SETUP, Setup
from engine.octagon.board import SQUARES, file_of, name, rank_of

RULES = {
    "stone": "H8",
    "dwarfs": ["F1", "G1"],
    "trolls": ["G7"],
}


def faults_with(**changes: object) -> tuple[str, ...]:
    """The faults of a setup with some entries changed."""
    with pytest.raises(BadData) as caught:
        read_facts(Setup, json.dumps(RULES | changes), "own.json")
    assert str(caught.value).startswith("own.json:\n")
    return caught.value.faults


@pytest.mark.rule("thud:start-1")
def test_dwarfs_stand_on_the_rim_without_the_ends_of_the_two_axes() -> None:
    rim = {
        name(sq)
        for sq in SQUARES
        if abs(file_of(sq) - 8) + abs(rank_of(sq) - 8) == 9 or {file_of(sq), rank_of(sq)} & {1, 15}
    }
    axes = {"H1", "H15", "A8", "P8"}
    assert set(SETUP.dwarfs) == rim - axes
    assert len(SETUP.dwarfs) == 32


@pytest.mark.rule("thud:start-1")
def test_trolls_stand_around_the_stone() -> None:
    assert SETUP.stone == "H8"
    assert sorted(SETUP.trolls) == ["G7", "G8", "G9", "H7", "H9", "J7", "J8", "J9"]


def test_a_setup_that_holds_is_read() -> None:
    assert read_facts(Setup, json.dumps(RULES), "own.json").dwarfs == ("F1", "G1")


def test_each_fault_is_named_where_it_is() -> None:
    faults = faults_with(stone="I8", dwarfs=["F1", "F16"])
    assert [fault.split(":")[0] for fault in faults] == ["stone", "dwarfs.1"]


def test_two_pieces_on_one_square_are_named() -> None:
    (fault,) = faults_with(trolls=["F1"])
    assert "more than one piece on F1" in fault


def test_entries_that_nobody_knows_are_refused() -> None:
    (fault,) = faults_with(goblins=["A1"])
    assert fault.startswith("goblins:")


def test_a_missing_entry_is_named() -> None:
    with pytest.raises(BadData, match=r"trolls: Field required"):
        read_facts(Setup, json.dumps({"stone": "H8", "dwarfs": []}), "own.json")


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(BadData, match="Invalid JSON"):
        read_facts(Setup, "{", "own.json")
