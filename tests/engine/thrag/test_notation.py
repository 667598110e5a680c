"""Lines as people type them, and the one line that the engine writes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Fault, IllegalAction
from engine.thrag import GAME
from engine.thrag.model import Action, Suit, Verb
from tests.engine.thrag.nights import EVENING, Night, night

NO_GREEN_COINS = EVENING.replace("2+4", "2+4  coins -")
ONE_BLACK = "red 5+3\n green 2+4\n blue - slain 1..5\n black 3"
TWO_BLACK = "red 5+3\n green - slain 1..5\n blue - slain 1..5\n black 3"


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Action(Verb.FIGHT, Suit.GREEN), "fight green"),
        (Action(Verb.FIGHT, Suit.GREEN, Suit.GREEN), "fight green with green"),
        (Action(Verb.FIGHT, Suit.GREEN, Suit.RED), "fight green with red"),
        (Action(Verb.REROLL, Suit.GREEN), "reroll green"),
        (Action(Verb.REROLL, Suit.BLACK, Suit.BLUE), "reroll black with blue"),
        (Action(Verb.PAY, coins=(1, 3)), "pay 1 3"),
        (Action(Verb.STOP), "stop"),
        (Action(Verb.RESIGN), "resign"),
    ],
)
def test_an_action_is_written_in_a_few_words_and_read_back(action: Action, written: str) -> None:
    assert str(action) == written
    assert GAME.parse(written, night().state) == action


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("  FIGHT   Green ", "fight green"),
        ("green", "fight green"),
        ("g", "fight green"),
        ("fight g with g", "fight green with green"),
        ("green with coin", "fight green with green"),
        ("green + coin", "fight green with green"),
        ("green+", "fight green with green"),
        ("fight green coin", "fight green with green"),
        ("reroll r", "reroll red"),
        ("reroll red with red", "reroll red"),
        ("reroll red pawn", "reroll red"),
        ("pay 3, 1", "pay 1 3"),
        ("pay 3 and ace", "pay 1 3"),
        ("pay 1+3", "pay 1 3"),
        ("Stop", "stop"),
        ("done", "stop"),
        ("end", "stop"),
        ("give up", "resign"),
        ("leave", "resign"),
        ("green fight", "fight green"),
        ("fight-green-with-red", "fight green with red"),
        ("Grün", "fight green"),
        ("grün mit rot", "fight green with red"),
        ("rote", "fight red"),
        ("vert avec jeton", "fight green with green"),
        ("Combattre bleu", "fight blue"),
        ("relancer rouge", "reroll red"),
        ("payer 3 et 1", "pay 1 3"),
        ("fertig", "stop"),
        ("Arrêter", "stop"),
        ("aufgeben", "resign"),
    ],
)
def test_a_line_may_be_typed_with_less(typed: str, meant: str) -> None:
    assert str(GAME.parse(typed, night().state)) == meant


@pytest.mark.rule("thrag:notation-1", "thrag:coin-2")
def test_a_coin_of_the_only_pool_that_serves_needs_no_name() -> None:
    last = EVENING.replace("3+2", "3+2 coins -").replace("2+4", "2+4 coins -")
    assert str(GAME.parse("green with coin", night(last).state)) == "fight green with blue"


@pytest.mark.rule("thrag:notation-1", "thrag:coin-2")
def test_with_several_pools_a_coin_is_asked_for_by_name() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse("green with coin", night(NO_GREEN_COINS).state)
    error = refused.value
    assert (error.fault, error.key, error.rule) == (Fault.AMBIGUOUS, "which-pool", "thrag:coin-2")
    assert error.near == ("fight green with red", "fight green with blue")


@pytest.mark.rule("thrag:notation-1", "thrag:pawn-2")
@pytest.mark.parametrize("typed", ["reroll black", "reroll thrag", "reroll mine", "reroll my die"])
def test_the_only_black_pawn_needs_no_name(typed: str) -> None:
    assert str(GAME.parse(typed, night(ONE_BLACK).state)) == "reroll black with blue"


@pytest.mark.rule("thrag:notation-1", "thrag:pawn-2")
def test_one_of_several_black_pawns_does() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse("reroll black", night(TWO_BLACK).state)
    error = refused.value
    assert (error.fault, error.key, error.rule) == (Fault.AMBIGUOUS, "which-pawn", "thrag:pawn-2")
    assert error.near == ("reroll black with green", "reroll black with blue")


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "fight",
        "fight black",
        "fight purple",
        "fight green with black",
        "fight green with green with red",
        "reroll",
        "reroll purple",
        "reroll green with red",
        "reroll black with black",
        "pay",
        "pay 7",
        "pay 12",
        "pay one",
        "stop now please",
        "with green",
        "+",
    ],
)
def test_other_lines_are_not_notation(line: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse(line, night().state)
    assert (refused.value.fault, refused.value.key) == (Fault.MALFORMED, "not-notation")
    assert refused.value.values["text"]


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    "game",
    [
        night(),
        night(NO_GREEN_COINS),
        night(TWO_BLACK),
        night().play("fight blue"),
        night("red 3+2 coins -\n green 2+4\n blue 1+3\n black 0 coins 0 1 2 3 4 5").play("fight red"),
    ],
)
def test_every_legal_line_is_read_back(game: Night) -> None:
    state = game.state
    for action in GAME.legal(state, 0):
        assert GAME.parse(str(action), state) == action
        assert GAME.parse(str(action).upper(), state) == action


@pytest.mark.rule("thrag:notation-1", "thrag:pay-1")
@pytest.mark.parametrize("line", ["4", " 4 ", "2+4", "4, 2"])
def test_coins_alone_pay_while_damage_is_owed(line: str) -> None:
    owed = replace(night().state, owed=3, fights=1)
    coins = (4,) if line.strip() == "4" else (2, 4)
    assert GAME.parse(line, owed) == Action(Verb.PAY, coins=coins)
    with pytest.raises(IllegalAction, match="not-notation"):
        GAME.parse(line, night().state)


@pytest.mark.rule("thrag:notation-1")
def test_what_is_no_notation_is_answered_with_what_is_legal_now() -> None:
    owed = replace(night().state, owed=3, fights=1)
    with pytest.raises(IllegalAction) as refused:
        GAME.parse("attack", owed)
    assert refused.value.near == ("pay 4",)


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("attack green", "fight green"),
        ("slay green", "fight green"),
        ("fight the green beast", "fight green"),
        ("fight green no coin", "fight green"),
        ("fight green without a coin", "fight green"),
        ("green ohne Münze", "fight green"),
        ("fight green sans jeton", "fight green"),
        ("fight green with a coin", "fight green with green"),
        ("fight green with green coin", "fight green with green"),
        ("grün mit der grünen Münze", "fight green with green"),
        ("combattre vert, jeton vert", "fight green with green"),
        ("reroll the red die", "reroll red"),
        ("Den roten Würfel neu würfeln", "reroll red"),
        ("relancer le dé rouge", "reroll red"),
        ("use red pawn", "reroll red"),
        ("spend the red pawn", "reroll red"),
        ("red pawn", "reroll red"),
        ("pion rouge", "reroll red"),
        ("pay with the 1 and the 3", "pay 1 3"),
        ("stop fighting", "stop"),
        ("pass", "stop"),
        ("Aufhören", "stop"),
        ("arrêter le combat.", "stop"),
        ("`fight green`", "fight green"),
    ],
)
def test_the_words_of_the_game_are_read(typed: str, meant: str) -> None:
    assert str(GAME.parse(typed, night().state)) == meant


@pytest.mark.rule("thrag:notation-1", "thrag:pawn-2")
@pytest.mark.parametrize(
    "typed",
    [
        "use blue pawn",
        "Relancer le dé de Thrag avec le pion bleu",
        "Thrags Würfel mit der blauen Figur neu würfeln",
        "reroll Thrag's die with the blue pawn",
    ],
)
def test_a_black_pawn_is_spent_on_the_black_die(typed: str) -> None:
    assert str(GAME.parse(typed, night(ONE_BLACK).state)) == "reroll black with blue"


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize("name", ["bog otter", "the Bog Otter", "otter", "Moorotter", "la Loutre vaseuse"])
def test_a_beast_that_stands_is_called_by_its_name(name: str) -> None:
    """EVENING's green beast is the 2."""
    assert str(GAME.parse(f"fight {name}", night().state)) == "fight green"
    assert str(GAME.parse(f"{name} + coin", night().state)) == "fight green with green"
    assert str(GAME.parse(f"reroll {name}", night().state)) == "reroll green"


@pytest.mark.rule("thrag:notation-1")
@pytest.mark.parametrize(
    "line",
    [
        "fight bramble hare",
        "fight rusty otter",
        "fight red with bog otter",
        "fight green pawn",
        "fight green with green pawn",
        "fight green with pawn",
        "fight green with",
        "green with pawn",
        "fight green without green",
        "fight green die",
        "reroll die",
        "reroll green coin",
        "reroll green with coin",
        "reroll green with green coin",
        "use green coin",
        "use with green",
        "no fight green",
        "fight green?",
    ],
)
def test_no_word_is_left_out_that_names_a_thing(line: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse(line, night().state)
    assert (refused.value.fault, refused.value.key) == (Fault.MALFORMED, "not-notation")
    assert refused.value.near


@pytest.mark.rule("thrag:notation-1", "thrag:coin-2")
def test_a_coin_that_is_named_is_that_pools() -> None:
    """`green coin` flips no red one where the green ones are gone."""
    last = EVENING.replace("3+2", "3+2 coins -").replace("2+4", "2+4 coins -")
    assert str(GAME.parse("fight green coin", night(last).state)) == "fight green with green"


@pytest.mark.rule("thrag:notation-1", "thrag:pawn-2")
def test_a_letter_that_could_be_two_dice_is_neither() -> None:
    assert str(GAME.parse("reroll b", night().state)) == "reroll blue"
    with pytest.raises(IllegalAction) as refused:
        GAME.parse("reroll b", night(TWO_BLACK).state)
    assert "reroll black with blue" in refused.value.near
