"""Sentences from the engine are rendered in the reader's language, to their last part."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.discord.refusals import refusal
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, words_in
from bot.kernel.errors import Refused
from bot.kernel.tables.opening import refuse_option
from bot.words import Words
from bot.words.english.options import REFUSED
from bot.words.sentences import render
from data.file_faults import FILES
from data.sentence import Sentence
from data.trogdor import read_deck, read_map
from engine.core import BadOption, Fault, IllegalAction, Number, read_settings
from engine.faults import FAULTS, OPTIONS, PARTS, Problem
from engine.registry import GAMES
from engine.verify import verify
from tests.data.test_file_faults import ODD_CARDS, UNFIT, faults_of
from tests.data.test_trogdor_files import MAP
from tests.engine.exports import sign_records, text_of
from tests.engine.test_verify import thud

TONGUE = Words({key: f"[{key} {said}]" for key, said in REFUSED.items()} | {"bad-option": "{allowed}"})
"""A language whose sentences show their keys."""


def problem(change: Callable[[list[dict[str, Any]]], None]) -> Problem:
    """Return the fault of an exported game that was changed and signed again."""
    records = thud()
    change(records)
    (files,) = verify(text_of(sign_records(records)), GAMES)
    return files


def wrong_move(records: list[dict[str, Any]]) -> None:
    records[5]["action"] = "dE2-F10"


def wrong_seat(records: list[dict[str, Any]]) -> None:
    records[2]["seat"] = 0


def wrong_winner(records: list[dict[str, Any]]) -> None:
    records[-1]["outcome"]["winners"] = [0]


def wrong_option(records: list[dict[str, Any]]) -> None:
    records[0]["options"]["quiet_limit"] = 501


def test_a_sentence_is_said_with_the_sentences_in_it() -> None:
    inner = Sentence("option.none", "no options")
    outer = Sentence("option.cannot", "", {"option": "speed", "value": "9", "why": inner})
    assert render(IN_ENGLISH, outer) == "speed=9: no options"
    assert render(TONGUE, outer) == "[option.cannot speed=9: [option.none no options]]"


def test_in_english_people_read_what_the_command_line_says_of_a_file() -> None:
    found = [said for changes in UNFIT for said in faults_of(read_map, json.dumps(MAP | changes))]
    found += faults_of(read_deck, json.dumps(ODD_CARDS))
    assert [render(IN_ENGLISH, said) for said in found] == [str(said) for said in found]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"quiet_limit": "501"}, "option.range"),
        ({"speed": "9"}, "option.words"),
        ({"hat/0": "beret"}, "option.no-pick"),
    ],
)
def test_what_an_option_could_be_is_said_in_the_language(options: dict[str, str], key: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_settings(GAMES["thud"], options, 2)
    assert refusal(TONGUE, refuse_option(CATALOGUE["thud"], refused.value)).startswith(f"[{key} ")
    assert render(IN_ENGLISH, refused.value.sentence) == str(refused.value)


def test_each_fault_of_a_file_has_a_line_without_a_mention() -> None:
    with pytest.raises(BadOption) as refused:
        read_settings(GAMES["trogdor"], {"own_map": json.dumps(MAP | {"<@1>": 1, "archer": [5, 0]})}, 2)
    text = refusal(IN_ENGLISH, refuse_option(CATALOGUE["trogdor"], refused.value)).splitlines()
    assert text == [
        "I can't use that file for **Your own map** yet. **Template files** has one that works.",
        "- archer: [5, 0] is no square of the map; those go from a1 to e5",
        r"- \<@1>: I don't know this entry",
    ]
    assert "own_map: archer: [5, 0]" in render(IN_ENGLISH, refused.value.sentence)


def test_names_are_listed_and_sentences_stand_in_lines() -> None:
    assert "Ann and Ben" in refusal(IN_ENGLISH, Refused("late-others", code="T1", names=("Ann", "Ben")))


def test_a_move_that_the_rules_forbid_is_explained_as_at_the_table() -> None:
    found = problem(wrong_move)
    assert found.message.endswith("(thud:dwarf-1): not-straight origin=E2 target=F10")
    sentence = IN_ENGLISH("thud.not-straight", origin="E2", target="F10")
    assert render(IN_ENGLISH, found.sentence).endswith(f"(thud:dwarf-1): {sentence}")


def test_who_should_have_moved_is_a_seat_as_the_file_counts_them() -> None:
    found = problem(wrong_seat)
    assert "It's seat 1's turn" in render(IN_ENGLISH, found.sentence)
    assert "seat" not in found.message.partition("): ")[2], "the command line has the key alone"


def test_an_outcome_is_told_in_words_and_on_the_command_line_as_it_stands_in_the_file() -> None:
    found = problem(wrong_winner)
    assert render(IN_ENGLISH, found.sentence) == (
        "the result told is resignation (winners: 0; points: 0, 1), "
        "and the moves lead to resignation (winners: 1; points: 0, 1)"
    )
    assert '{"ending": "resignation", "winners": [0], "points": [0, 1]}' in found.message


def test_an_option_of_a_file_is_told_with_what_it_could_be() -> None:
    said = render(TONGUE, problem(wrong_option).sentence)
    assert "[option.cannot quiet_limit=501: [option.range 0 to 500]]" in said


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("change", [wrong_move, wrong_seat, wrong_winner, wrong_option])
def test_no_fault_of_an_export_is_told_half_in_english(
    language: str, change: Callable[[list[dict[str, Any]]], None]
) -> None:
    said = render(words_in(language), problem(change).sentence)
    english = (" the ", "winners", "seat ", " to ", "rules", "turn of")
    assert [word for word in english if word in said] == []


def test_a_refusal_hands_over_what_the_table_knows_besides() -> None:
    cause = IllegalAction(Fault.ILLEGAL, "thud:turn-2", "not-your-turn", side="dwarfs")
    told = cause.sentence("thud", who="Ann", side="nobody")
    assert (told.key, str(told)) == ("thud.not-your-turn", "not-your-turn side=dwarfs")
    assert told.values == {"who": "Ann", "side": "dwarfs"}, "what the refusal knows itself comes first"


def test_a_limit_is_told_with_its_ends() -> None:
    with pytest.raises(BadOption) as refused:
        Number("limit", default=5, minimum=2, maximum=30).read("1")
    assert refused.value.why.values == {"least": 2, "most": 30}


def test_no_sentence_of_one_table_stands_in_the_place_of_one_of_another() -> None:
    assert len(REFUSED) == len(OPTIONS) + len(FILES) + len(FAULTS) + len(PARTS)
