"""How the house fights for somebody absent."""

from __future__ import annotations

from random import Random

import pytest

from engine.rng import ScriptedRng, SeededRng
from engine.thrag import GAME
from engine.thrag.model import Action, Verb, View
from tests.engine.thrag.nights import night
from tests.engine.thrag.players import Player, game

NO_CHANCE = ScriptedRng([])
FULL = "coins 0 1 2 3 4 5"


def house(view: View, legal: tuple[Action, ...], _chance: Random) -> Action:
    return GAME.stand_in_action(view, legal, NO_CHANCE)


def careless(_view: View, legal: tuple[Action, ...], chance: Random) -> Action:
    """Anything but to go home."""
    return chance.choice([action for action in legal if action.verb is not Verb.RESIGN])


def line(shown: str, **more: object) -> str:
    """What the house does on this table."""
    table = night(shown, **more)  # type: ignore[arg-type]
    return str(GAME.stand_in_action(table.view, GAME.legal(table.state, 0), NO_CHANCE))


def table(red: str, green: str, blue: str, black: str) -> str:
    return f"red {red}\n green {green}\n blue {blue}\n black {black}"


def slain_and_won(player: Player, games: int) -> tuple[int, int]:
    """How many beasts fall in so many games, and how many games are won."""
    slain = won = 0
    for seed in range(games):
        *_, last = game({}, str(seed), player, Random(seed))
        slain += sum(len(stack.slain) for stack in last.state.stacks)
        won += last.state.outcome is not None and last.state.outcome.ending == "win"
    return slain, won


@pytest.mark.rule("thrag:away-1", "thrag:fight-2")
def test_what_can_be_slain_for_nothing_is_slain_without_a_coin() -> None:
    assert line(table("5+5", "3+1", "4+4", "4")) == "fight green"


@pytest.mark.rule("thrag:away-1", "thrag:coin-1")
def test_a_coin_is_flipped_where_most_of_them_would_do() -> None:
    """One short: five of six coins are enough."""
    for fights in (0, 1):
        assert line(table("5+5", "3+2", "5+4", "4"), weapons="", fights=fights) == "fight green with green"


@pytest.mark.rule("thrag:away-1", "thrag:turn-2")
def test_the_fighting_is_stopped_in_time_but_one_fight_has_to_be() -> None:
    far = table("5+3", "5+3", "5+3", f"0 {FULL}")
    assert line(far, weapons="", fights=1) == "stop"
    assert line(far, weapons="").startswith("fight")


@pytest.mark.rule("thrag:away-1", "thrag:clock-1")
def test_in_the_last_turn_there_is_nothing_to_be_saved() -> None:
    last = "red 5+3 slain 1..4\n green - slain 1..5\n blue - slain 1..5\n black 3"
    assert line(last, turn=11, fights=1, weapons="") == "stop"
    assert line(last, turn=12, fights=1, weapons="") == "fight red with red"


@pytest.mark.rule("thrag:away-1", "thrag:pay-3")
def test_damage_is_paid_with_as_little_as_will_do() -> None:
    owing = night("red 5+1\n green 5+5\n blue 5+5\n black 4 coins 0 1 2 3 5")
    owing.play("fight red")
    assert set(owing.legal("pay")) == {"pay 2", "pay 3", "pay 5"}
    for legal in (GAME.legal(owing.state, 0), GAME.legal(owing.state, 0)[::-1]):
        assert str(GAME.stand_in_action(owing.view, legal, NO_CHANCE)) == "pay 2"


@pytest.mark.rule("thrag:away-1", "thrag:pawn-1", "thrag:pawn-2")
def test_a_pawn_is_for_the_die_of_a_beast_that_is_far_too_strong_and_for_a_null_of_thrags() -> None:
    assert line(table("2+5", "5+0", "5+1", "1")) == "reroll red"
    assert line(table("2+5", "5+0", "5+1", "1"), spent="red").startswith("fight")
    null = "red 2+2\n green - slain 1..5\n blue 5+1\n black 0"
    assert line(null) == "reroll black with green"


@pytest.mark.rule("thrag:away-1", "thrag:death-1")
def test_certain_death_is_not_chosen_while_there_is_another_way() -> None:
    """Without a coin any fight kills here; with one the green beast may fall."""
    assert line(table("5+5", "1+4", "5+5", "3 coins 0 1"), weapons="") == "fight green with green"


@pytest.mark.rule("thrag:away-1", "thrag:coin-3")
def test_coins_that_are_tracked_are_counted() -> None:
    """Two short, and no coin of the pool is enough; with other coins it would be worth the try."""
    poor, rich = (table("5+5", f"3+2 coins {coins}", "5+5", "3") for coins in ("0 1", "2 5"))
    assert line(poor, tracks=True, fights=1, weapons="") == "stop"
    assert line(rich, tracks=True, fights=1, weapons="") == "fight green with green"
    assert line(poor, fights=1, weapons="") == line(rich, fights=1, weapons="")


@pytest.mark.rule("thrag:away-1", "thrag:secret-1")
def test_what_lies_face_down_makes_no_difference() -> None:
    shown = night("red 3+2\n green 2+4\n blue 5+3 coins 3 1 4\n black 4")
    legal = GAME.legal(shown.state, 0)
    chosen = {
        GAME.stand_in_action(
            GAME.view(GAME.reshuffle(shown.state, SeededRng(str(seed))), 0), legal, NO_CHANCE
        )
        for seed in range(20)
    }
    assert len(chosen) == 1


@pytest.mark.rule("thrag:away-1", "thrag:resign-1")
def test_thrag_is_not_sent_home() -> None:
    shown = night()
    with pytest.raises(ValueError, match="nothing to do"):
        GAME.stand_in_action(shown.view, (Action(Verb.RESIGN),), NO_CHANCE)


@pytest.mark.rule("thrag:away-1")
def test_the_house_slays_more_than_somebody_careless_and_wins_games() -> None:
    slain, won = slain_and_won(house, 40)
    careless_slain, careless_won = slain_and_won(careless, 40)
    assert slain > 4 * careless_slain
    assert won >= 8 > careless_won
