"""The stand-in player of Ploc."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import Seat, read_settings
from engine.ploc import GAME
from engine.ploc.model import Action, Deed, State, Verb
from engine.rng import ScriptedRng, SeededRng
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, bout
from tests.engine.ploc.players import ASIDE

NO_CHANCE = ScriptedRng([])


def house(state: State) -> Action:
    """The stand-in's action for the seat to act."""
    (seat,) = GAME.to_act(state)
    return GAME.stand_in_action(GAME.view(state, seat), GAME.legal(state, seat), NO_CHANCE)


def line(own: str, rolled: str, other: str = "2 2 3 7", athletes: str = "9", **more: int) -> str:
    """The stand-in's line with this column against those dice."""
    table = f"Plockton {own} {athletes}\n Broadford {other}\n rolled {rolled}"
    return str(house(bout(table, **more).state))  # type: ignore[arg-type]


def winner(house_seat: Seat, seed: int) -> Seat:
    """The winner when the stand-in plays one seat and random uses of the dice the other."""
    chance, rng = Random(seed), SeededRng(str(seed))
    state = GAME.start(read_settings(GAME, {}, 2), 2, rng)
    while state.outcome is None:
        (seat,) = GAME.to_act(state)
        uses = [action for action in GAME.legal(state, seat) if action.verb not in ASIDE]
        action = house(state) if seat == house_seat else chance.choice(uses)
        state = GAME.apply(state, seat, action, rng).state
    return state.outcome.winners[0]


@pytest.mark.rule("ploc:away-1")
def test_the_highest_die_hits_beside_the_highest_that_it_reaches() -> None:
    """So that the others find a place, too: the 4 beside the 4, and then the 3 beside the 2."""
    first = bout("Plockton 2 4 5 9\n Broadford 2 2 3 7\n rolled 3 4 1")
    assert str(house(first.state)) == "4b hit standing"
    assert str(house(first.play("4b hit standing").state)) == "3a hit standing"


@pytest.mark.rule("ploc:away-1")
def test_low_dice_take_lying_athletes_and_else_lay_one_down() -> None:
    assert line("5 5 5", "3 1 1", other="2 2 3 5+2") == "3a hit lying"
    assert line("5 5 5", "1 1 2", other="2 2 3 7").endswith("weaken")
    assert line("4 5 4", "1 1 1") == "1b weaken", "at the place where it is of least use"


@pytest.mark.rule("ploc:away-1")
def test_a_high_die_for_a_low_one_is_swapped_when_it_brings_many() -> None:
    assert line("1 4 4", "6 4 4") == "6a swap"
    assert line("3 4 4", "6 4 4") == "6b hit standing"


@pytest.mark.rule("ploc:away-1", "ploc:reroll-1")
def test_the_lowest_die_is_rolled_again_where_the_dice_cannot_all_hit() -> None:
    assert line("6 3 6", "5 1 2", athletes="15") == "reroll 1"
    assert line("6 3 6", "6 6 3", athletes="15") == "6a hit standing"


@pytest.mark.rule("ploc:away-1", "ploc:berserk-2")
def test_berserk_is_taken_and_those_who_stand_are_removed() -> None:
    assert line("4 3 2", "2 2 2", other="2 2 3 5+2") == "berserk 0"
    assert line("4 3 2", "2 2 2", other="2 2 3 3+2") == "berserk 1"


@pytest.mark.rule("ploc:away-1", "ploc:swap-3")
def test_the_last_athlete_is_given_only_where_nothing_else_can_be_done() -> None:
    """Any swap of these dice would take both athletes of the house."""
    assert line("5 5 5", "1 1 2", athletes="2").endswith("weaken")
    forced = bout("Plockton 6 6 5 2\n Broadford 2 2 3 0+1\n rolled 1 1 2").state
    assert house(forced).verb is Verb.REROLL
    rolled = replace(forced, turn=replace(forced.turn, rerolls=0))
    assert {action.deed for action in GAME.legal(rolled, PLOCKTON) if action.verb is Verb.USE} == {Deed.SWAP}
    assert house(rolled).deed is Deed.SWAP


@pytest.mark.rule("ploc:away-1", "ploc:offer-1")
@pytest.mark.parametrize(("athletes", "answer"), [("9", "accept"), ("7", "accept"), ("6", "decline")])
def test_an_end_is_accepted_by_who_wins_the_match_by_it(athletes: str, answer: str) -> None:
    """Plockton began and offers; with as many athletes Broadford, which did not, has won."""
    asked = bout(f"Plockton 4 3 2 7\n Broadford 2 2 3 {athletes}\n rolled 4 4 1").play("offer")
    assert GAME.to_act(asked.state) == {BROADFORD}
    assert str(house(asked.state)) == answer


@pytest.mark.rule("ploc:away-1", "ploc:done-1")
def test_a_turn_is_played_to_its_end_and_passed_on() -> None:
    game = bout(chance="1 2 3")
    deeds = []
    while game.state.turn.seat == PLOCKTON:
        deeds.append(house(game.state))
        game.play(str(deeds[-1]))
    assert [deed.verb for deed in deeds] == [Verb.USE, Verb.USE, Verb.USE, Verb.DONE]


@pytest.mark.rule("ploc:away-1", "ploc:resign-1", "ploc:concede-1")
def test_nothing_is_given_up_offered_or_taken_back() -> None:
    used = bout().play("4a swap")
    for seat in (PLOCKTON, BROADFORD):
        left = tuple(action for action in GAME.legal(used.state, seat) if action.verb in ASIDE)
        assert left
        with pytest.raises(ValueError, match="nothing to do"):
            GAME.stand_in_action(used.view, left, NO_CHANCE)


@pytest.mark.slow
@pytest.mark.rule("ploc:away-1")
def test_against_dice_used_at_random_the_house_wins_nearly_always() -> None:
    won = sum(winner(seed % 2, seed) == seed % 2 for seed in range(30))
    assert won >= 27
