"""Lines as people type them, and the one line that the engine writes."""

from __future__ import annotations

import pytest

from engine.core import Fault, IllegalAction
from engine.ploc import GAME
from engine.ploc.model import Action, Deed, Verb
from tests.engine.ploc.bouts import BROADFORD, Bout, bout

BOTH = "Plockton 4 3 2 9\n Broadford 2 2 3 5+2\n rolled 2 2 2"
STANDING = "Plockton 4 3 2 9\n Broadford 2 2 3 7\n rolled 2 2 2"
SIXES = "Plockton 6 3 6 15\n Broadford 2 2 3 7\n rolled 1 1 4"


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Action(Verb.USE, 4, 0, Deed.HIT), "4a hit standing"),
        (Action(Verb.USE, 4, 0, Deed.HIT, 1), "4a hit lying"),
        (Action(Verb.USE, 4, 1, Deed.SWAP), "4b swap"),
        (Action(Verb.USE, 1, 2, Deed.WEAKEN), "1c weaken"),
        (Action(Verb.REROLL, 4), "reroll 4"),
        (Action(Verb.BERSERK, lying=0), "berserk 0"),
        (Action(Verb.BERSERK, lying=2), "berserk 2"),
        (Action(Verb.UNDO), "undo"),
        (Action(Verb.DONE), "done"),
        (Action(Verb.OFFER), "offer"),
        (Action(Verb.ACCEPT), "accept"),
        (Action(Verb.DECLINE), "decline"),
        (Action(Verb.CONCEDE), "concede"),
        (Action(Verb.RESIGN), "resign"),
    ],
)
def test_an_action_is_written_in_a_few_words_and_read_back(action: Action, written: str) -> None:
    assert str(action) == written
    assert GAME.parse(written, bout().state) == action


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("  4A   Hit STANDING ", "4a hit standing"),
        ("hit standing 4a", "4a hit standing"),
        ("4 a hit", "4a hit standing"),
        ("hit with the 4 at a", "4a hit standing"),
        ("4a h", "4a hit standing"),
        ("4a eliminate standing athlete", "4a hit standing"),
        ("swap 4b", "4b swap"),
        ("4b s", "4b swap"),
        ("4b modify", "4b swap"),
        ("weaken one with 1 at c", "1c weaken"),
        ("1c w", "1c weaken"),
        ("reroll the 4", "reroll 4"),
        ("berserk 2 lying", "berserk 2"),
        ("Done", "done"),
        ("end turn", "done"),
        ("confirm", "done"),
        ("take back", "undo"),
        ("yes", "accept"),
        ("no", "decline"),
        ("give up", "resign"),
        ("leave", "resign"),
        ("a4 hit", "4a hit standing"),
        ("hit a4", "4a hit standing"),
        ("hit a 4", "4a hit standing"),
        ("4-a hit", "4a hit standing"),
        ("4a - swap", "4a swap"),
        ("4 bei a treffen", "4a hit standing"),
        ("4a treffen stehend", "4a hit standing"),
        ("Tausch 4b", "4b swap"),
        ("1c schwächen", "1c weaken"),
        ("4 en a frapper debout", "4a hit standing"),
        ("échanger 4b", "4b swap"),
        ("relancer 4", "reroll 4"),
        ("fertig", "done"),
        ("zurück", "undo"),
        ("ablehnen", "decline"),
        ("abandonner", "resign"),
    ],
)
def test_a_line_may_be_typed_otherwise(typed: str, meant: str) -> None:
    assert str(GAME.parse(typed, bout().state)) == meant


@pytest.mark.rule("ploc:notation-1", "ploc:hit-3")
def test_whom_a_die_hits_is_asked_where_both_can_be() -> None:
    error = bout(BOTH).expect_refusal("2c hit")
    assert (error.fault, error.key, error.rule) == (Fault.AMBIGUOUS, "which-athlete", "ploc:hit-3")
    assert error.near == ("2c hit standing", "2c hit lying")
    assert str(GAME.parse("2a hit", bout(BOTH).state)) == "2a hit lying"


@pytest.mark.rule("ploc:notation-1", "ploc:hit-3")
def test_whom_a_die_hits_can_be_said_in_other_languages() -> None:
    state = bout(BOTH).state
    assert str(GAME.parse("2c treffen liegend", state)) == "2c hit lying"
    assert str(GAME.parse("2 en c frapper à terre", state)) == "2c hit lying"
    assert str(GAME.parse("c2 frapper debout", state)) == "2c hit standing"


@pytest.mark.rule("ploc:notation-1", "ploc:berserk-2")
def test_berserk_without_a_number_is_asked_about_where_there_is_a_choice() -> None:
    assert str(GAME.parse("berserk", bout(STANDING).state)) == "berserk 0"
    error = bout(BOTH).expect_refusal("berserk")
    assert (error.fault, error.key, error.rule) == (Fault.AMBIGUOUS, "how-many-lying", "ploc:berserk-2")
    assert error.near == ("berserk 0", "berserk 1", "berserk 2")


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "4",
        "4a",
        "hit",
        "swap",
        "7a swap",
        "0a swap",
        "4d swap",
        "44a swap",
        "4a swap swap",
        "4a hit standing lying",
        "4a hit standing 3b",
        "4a swap please",
        "reroll",
        "reroll 7",
        "reroll 0",
        "reroll 12",
        "berserk two",
        "done done",
        "resign please",
    ],
)
def test_other_lines_are_not_notation(line: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse(line, bout().state)
    assert (refused.value.fault, refused.value.key) == (Fault.MALFORMED, "not-notation")
    assert refused.value.values["text"]


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    "game",
    [
        bout(),
        bout(BOTH),
        bout(SIXES),
        bout().play("4a swap", "4b swap", "1c swap"),
        bout(BOTH).play("berserk 1"),
        bout().play("offer"),
        bout(seat=BROADFORD, match=2),
    ],
)
def test_every_legal_line_is_read_back(game: Bout) -> None:
    for seat in (0, 1):
        for action in GAME.legal(game.state, seat):
            assert GAME.parse(str(action), game.state) == action
            assert GAME.parse(str(action).upper(), game.state) == action


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("swap 4 with b", "4b swap"),
        ("4b exchange", "4b swap"),
        ("4 on a: hit", "4a hit standing"),
        ("4 at a: hit a standing athlete", "4a hit standing"),
        ("hit a standing athlete with 4 at a", "4a hit standing"),
        ("weaken an athlete with a 1 at c", "1c weaken"),
        ("4 bei a: stehenden Athleten treffen", "4a hit standing"),
        ("1 bei c: einen Athleten schwächen", "1c weaken"),
        ("4 en a\N{NO-BREAK SPACE}: frapper un athlète debout", "4a hit standing"),
        ("Die 4 neu würfeln", "reroll 4"),
        ("Relancer le 4", "reroll 4"),
        ("Zug beenden", "done"),
        ("Finir le tour", "done"),
        ("Ende anbieten", "offer"),
        ("`4a swap`.", "4a swap"),
    ],
)
def test_the_words_of_the_game_are_read(typed: str, meant: str) -> None:
    assert str(GAME.parse(typed, bout().state)) == meant


@pytest.mark.rule("ploc:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "reroll 4 lying",
        "reroll 4a",
        "reroll 4 standing",
        "reroll 4?",
        "weaken 4a lying",
        "swap 4a standing",
        "swap 4a athlete",
        "hit 4 a lying athlete",
        "hit 4 a lying one",
        "hit with a 4",
        "weaken with a 4",
        "4a hit 1",
        "no reroll 4",
    ],
)
def test_no_word_is_left_out_that_says_something(line: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse(line, bout(BOTH).state)
    assert (refused.value.fault, refused.value.key) == (Fault.MALFORMED, "not-notation")
    assert refused.value.near


@pytest.mark.rule("ploc:notation-1")
def test_what_is_taken_back_is_what_was_done_last() -> None:
    done = bout().play("4a swap", "1c swap").state
    for line in ("take back the 1", "undo 1", "Die 1 zurücknehmen", "Reprendre le 1"):
        assert str(GAME.parse(line, done)) == "undo"
    for line in ("take back the 4", "take back berserk"):
        with pytest.raises(IllegalAction, match="not-notation"):
            GAME.parse(line, done)
    assert str(GAME.parse("take back berserk", bout(BOTH).play("berserk 1").state)) == "undo"
