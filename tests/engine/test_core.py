from __future__ import annotations

import pytest

from engine.core import (
    BadDocument,
    BadOption,
    Choice,
    Fault,
    IllegalAction,
    Number,
    parser_for,
    pick_key,
    random_action,
    read_options,
    read_settings,
)
from engine.rng import SeededRng
from tests.engine.toy import TOY
from tests.engine.toy_together import SONG, TOGETHER

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
    assert (refused.value.key, refused.value.value, refused.value.allowed_values) == (
        "limit",
        text,
        "2 to 30",
    )


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
    assert (refused.value.key, refused.value.value, refused.value.allowed_values) == ("speed", "9", allowed)


def test_a_refusal_carries_its_rule_and_data_and_prints_as_one_line() -> None:
    error = IllegalAction(Fault.ILLEGAL, "game:rule-1", "too-far", ("a1-a2",), distance=3, square="A1")
    assert str(error) == "too-far distance=3 square=A1"
    assert (error.rule, error.near, error.values) == (
        "game:rule-1",
        ("a1-a2",),
        {"distance": 3, "square": "A1"},
    )


def test_a_file_is_read_into_its_canonical_form_and_nothing_is_nothing() -> None:
    assert SONG.read(" la\n\tla ") == "la la"
    assert SONG.read(SONG.read("la la")) == "la la"
    assert SONG.read(" \n") == SONG.default == ""


def test_every_fault_of_a_file_is_told() -> None:
    with pytest.raises(BadDocument) as refused:
        SONG.read("la lu la li")
    assert refused.value.key == "song"
    assert refused.value.faults == (
        "line 2: 'lu' is not sung",
        "line 4: 'li' is not sung",
        "a song has at most three lines",
    )
    assert str(refused.value).count(";") == 2, "one line on the command line"


def test_a_game_without_picks_has_just_its_options() -> None:
    assert read_settings(TOY, {}, 3) == {"mood": "calm"}
    with pytest.raises(BadOption, match="nothing to pick here"):
        read_settings(TOY, {"hat/0": "beret"}, 3)


def test_every_seat_has_its_pick_and_those_left_out_the_default() -> None:
    given = {"hats": "chosen", pick_key("hat", 1): "beret"}
    settings = read_settings(TOGETHER, given, 3)
    assert [settings[pick_key("hat", seat)] for seat in range(3)] == ["dealt", "beret", "dealt"]
    assert settings["logs"] == 3


@pytest.mark.parametrize(
    "given",
    [
        {"hat/0": "beret", "hat/1": "beret"},
        {"hat/0": "crown"},
        {"hat/2": "beret"},
        {"shoe/0": "left"},
        {"hats": "dealt", "hat/0": "beret"},
    ],
    ids=str,
)
def test_picks_that_cannot_be_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        read_settings(TOGETHER, {"hats": "chosen", **given}, 2)


# A game of few actions in which nothing is hidden


READ = parser_for(("b2", "b3", "resign"), "toy:notation-1")


def test_a_line_is_read_in_any_letters_and_spaces() -> None:
    assert READ("  B2 ", None) == "b2"


def test_another_line_is_refused_with_what_is_like_it_but_not_with_giving_up() -> None:
    with pytest.raises(IllegalAction) as refused:
        READ("b4" + "x" * 100, None)
    assert refused.value.fault is Fault.MALFORMED
    assert (refused.value.rule, refused.value.key) == ("toy:notation-1", "not-notation")
    assert set(refused.value.near) == {"b2", "b3"}
    assert len(str(refused.value.values["text"])) == 40


def test_whoever_is_absent_plays_anything_but_to_give_up() -> None:
    played = {
        random_action(None, ("b2", "b3", "resign", "leave"), SeededRng(str(seed))) for seed in range(20)
    }
    assert played == {"b2", "b3"}
    with pytest.raises(ValueError, match="nothing to do"):
        random_action(None, ("resign",), SeededRng("seed"))
