"""Any change to a line of an exported game is found, and the line is named by its number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.registry import GAMES
from engine.verify import verify
from tests.engine.exports import ExportedTable, file_records, open_game, playthrough_game, text_of

PLAYED = ("thud_draw_level", "ploc_agreement", "thrag_death", "thrag_win_options", "trogdor_defeat")
MOVED = (("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3))
KINDS = (*PLAYED, *(f"{key} that moved" for key, _ in MOVED), *(f"{key} running" for key, _ in MOVED))


def moving(key: str, seats: int) -> tuple[ExportedTable, ExportedTable, ExportedTable]:
    """A game played at three tables, with undos at each."""
    first = open_game(key, seats, "one", ("salt", "pepper")[:seats]).play_on(4)
    second = first.undo(2).play_on(1).move_to("T12", "two").play_on(3)
    third = (
        second.undo(1).play_on(2).move_to("T3", "three", ("sugar",)).play_on(2)
    )  # none of them is over then
    return first, second, third


@cache
def lines_of(kind: str) -> tuple[str, ...]:
    """The lines of a file: a finished game, one closed at its third table, or one still running there."""
    key, _, how = kind.partition(" ")
    if not how:
        return tuple(text_of(playthrough_game(kind).records()).splitlines())
    houses = moving(key, dict(MOVED)[key])
    houses[-1].told = how == "that moved"
    return tuple(text_of(file_records(*houses)).splitlines())


def problem_numbers(lines: list[str]) -> set[int]:
    """The numbers of the faulty lines."""
    return {problem.line for problem in verify("\n".join(lines), GAMES)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_the_files_hold_before_anything_is_done_to_them(kind: str) -> None:
    assert problem_numbers(list(lines_of(kind))) == set()


def vary_value(value: Any) -> Iterator[Any]:
    """Other values of the same type, and None; containers with each item changed, one more and one less."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value + 10, -1)
        case str():
            yield from (f"{value}0", value[:-1] + ("1" if value.endswith("0") else "0"), value.upper() + "a")
        case list():
            yield from ([*value, *(value or [0])], [])
            yield from (
                [*value[:index], item, *value[index + 1 :]]
                for index in range(len(value))
                for item in vary_value(value[index])
            )
        case dict():
            yield value | {"more": 0}
            yield dict(reversed(value.items()))
            for key in value:
                yield {name: item for name, item in value.items() if name != key}
                yield from (value | {key: item} for item in vary_value(value[key]))
        case None:
            yield from (0, "", {"ending": "draw", "winners": [], "points": [0]})
    yield from () if value is None else (None,)


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_each_field_of_a_line_that_is_changed_taken_out_or_added_is_found_in_that_line(
    kind: str, one_in: int
) -> None:
    lines = list(lines_of(kind))
    for index, line in list(enumerate(lines))[::one_in]:
        record = json.loads(line)
        others = {json.dumps(other, ensure_ascii=False) for other in vary_value(record)} - {line}
        assert len(others) > 2 * len(record)
        for other in others:
            assert problem_numbers([*lines[:index], other, *lines[index + 1 :]]) == {index + 1}, (
                f"line {index + 1}: {other}"
            )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_each_line_that_is_dropped_is_missed_where_it_stood(kind: str) -> None:
    lines = list(lines_of(kind))
    for index in range(len(lines)):
        assert min(problem_numbers([*lines[:index], *lines[index + 1 :]])) == index + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_each_line_that_stands_twice_is_found_where_it_stands_again(kind: str) -> None:
    lines = list(lines_of(kind))
    for index, line in enumerate(lines):
        assert min(problem_numbers([*lines[: index + 1], line, *lines[index + 1 :]])) == index + 2


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_two_lines_in_the_wrong_order_are_found_at_the_first_of_them(kind: str) -> None:
    lines = list(lines_of(kind))
    for index in range(len(lines) - 1):
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        assert min(problem_numbers(swapped)) == index + 1


FOREIGN = (
    "",
    "a note",
    "{}",
    '{"note": "Ann was here"}',
    '{"ply": 1, "seat": 0, "action": "resign", "hash": "' + "0" * 64 + '"}',
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_a_line_of_elsewhere_is_found_wherever_it_is_put(kind: str) -> None:
    lines = list(lines_of(kind))
    other = lines_of("thrag_death" if kind.startswith("thud") else "thud_draw_level")
    for index in range(len(lines) + 1):
        for line in (*FOREIGN, *other[:3], other[-1]):
            numbers = problem_numbers([*lines[:index], line, *lines[index:]])
            if (line, index) == ("", len(lines)):
                assert not numbers, "that is the end of the last line"
            else:
                assert min(numbers) == index + 1, f"before line {index + 1}: {line}"


def is_blank_at_an_end(before: str, after: str) -> bool:
    """Whether two texts differ in nothing but blanks at the ends of their lines."""
    return [line.rstrip() for line in before.rstrip("\n").split("\n")] == [
        line.rstrip() for line in after.removesuffix("\n").split("\n")
    ]


LETTERS = st.characters(codec="utf-8") | st.sampled_from('0123456789abcdef"{}[],: \n\\')


@given(st.sampled_from(KINDS), st.data())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_letter_that_is_changed_added_or_taken_out_is_found_in_its_line(
    kind: str, data: st.DataObject
) -> None:
    text = "\n".join(lines_of(kind))
    index = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(LETTERS | st.just(""))
    line = text.count("\n", 0, index) + 1
    other = text[:index] + letter + text[index + data.draw(st.integers(0, 1)) :]
    assume(not is_blank_at_an_end(text, other))
    assert {problem.line for problem in verify(other, GAMES)} & {line, line + 1}


@given(st.sampled_from(KINDS), st.data())
@settings(max_examples=80, deadline=None, derandomize=True)
def test_any_run_of_lines_that_is_taken_out_or_put_elsewhere_is_found(kind: str, data: st.DataObject) -> None:
    lines = list(lines_of(kind))
    start = data.draw(st.integers(0, len(lines) - 1))
    end = data.draw(st.integers(start + 1, len(lines)))
    run, rest = lines[start:end], lines[:start] + lines[end:]
    index = data.draw(st.integers(0, len(rest)))
    assume(index != start)
    assert problem_numbers([*rest[:index], *run, *rest[index:]])
    assume(rest)
    assert problem_numbers(rest)
    assert problem_numbers([*lines[:index], *run, *lines[index:]])
