from __future__ import annotations

import pytest

from engine.core import BadOption, Choice, Fault, IllegalAction, Number, read_options

LIMIT = Number("limit", default=5, minimum=2, maximum=30)
MAP = Choice("map", default="easy", choices=("easy", "hard"))


@pytest.mark.parametrize(("text", "value"), [("2", 2), ("30", 30), ("07", 7)])
def test_a_number_is_read_between_its_bounds(text: str, value: int) -> None:
    assert LIMIT.read(text) == value


@pytest.mark.parametrize(
    "text",
    ["1", "31", "-3", "+3", "3.0", "", " 3", "three", "\N{ARABIC-INDIC DIGIT THREE}", "9" * 5000],
)
def test_any_other_number_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        LIMIT.read(text)
    assert (refused.value.key, refused.value.value, refused.value.allowed) == ("limit", text, "2 to 30")


def test_a_choice_is_one_of_its_words() -> None:
    assert MAP.read("hard") == "hard"
    with pytest.raises(BadOption, match="map=Hard: easy, hard"):
        MAP.read("Hard")


def test_options_left_out_have_their_defaults() -> None:
    assert read_options((LIMIT, MAP), {}) == {"limit": 5, "map": "easy"}
    assert read_options((LIMIT, MAP), {"map": "hard"}) == {"limit": 5, "map": "hard"}
    assert read_options((), {}) == {}


@pytest.mark.parametrize(("options", "allowed"), [((LIMIT, MAP), "limit, map"), ((), "no options")])
def test_an_unknown_option_is_refused_with_those_there_are(
    options: tuple[Number | Choice, ...], allowed: str
) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(options, {"speed": "9"})
    assert (refused.value.key, refused.value.value, refused.value.allowed) == ("speed", "9", allowed)


def test_a_refusal_carries_its_rule_and_data_and_prints_as_one_line() -> None:
    error = IllegalAction(Fault.ILLEGAL, "game:rule-1", "too-far", ("a1-a2",), distance=3, square="A1")
    assert str(error) == "too-far distance=3 square=A1"
    assert (error.rule, error.near, error.values) == (
        "game:rule-1",
        ("a1-a2",),
        {"distance": 3, "square": "A1"},
    )
