"""The odds of a choice, counted by hand."""

from __future__ import annotations

from random import Random

import pytest

from engine.mind import Odds
from engine.thrag import GAME
from engine.thrag.mind import MIND
from engine.thrag.model import Verb
from tests.engine.thrag.nights import Night, night
from tests.engine.thrag.players import fickle, game, options

FULL = "coins 0 1 2 3 4 5"


def odds_of(table: Night, key: str) -> dict[str, Odds]:
    """The odds of one key, by the action that they are about."""
    found = MIND.odds(table.view, GAME.legal(table.state, 0))
    return {odds.action: odds for odds in found if odds.key == key}


@pytest.mark.rule("thrag:fight-1", "thrag:fight-2")
def test_what_the_die_slays_alone_needs_no_coin() -> None:
    table = night("red 1+1\n green 5+5\n blue 3+1\n black 4")
    assert {action: odds.chance for action, odds in odds_of(table, "slay").items()} == {
        "fight red": 1,
        "fight blue": 1,
    }
    assert list(odds_of(table, "coin")) == ["fight green with green"]


@pytest.mark.rule("thrag:coin-1", "thrag:coin-3")
def test_a_coin_is_counted_among_those_unseen_where_they_are_tracked() -> None:
    """Three short: of 0, 2, 3 and 5 two will do; the others leave damage of 3 and 1, 1 on average."""
    table = night(f"red 5+2 coins 2 0 5 3\n green 5+5\n blue 5+5\n black 4 {FULL}", tracks=True)
    odds = odds_of(table, "coin")["fight red with red"]
    assert (odds.chance, odds.exact) == (1 / 2, True)
    assert odds.values == {"beast": "red", "pool": "red", "need": 3, "tenths": 10}


@pytest.mark.rule("thrag:coin-3")
def test_without_tracking_any_coin_may_be_on_top_and_only_a_whole_pool_is_counted_exactly() -> None:
    """Three short: 3, 4 and 5 would do, and the null, the ace and the 2 leave damage of 3, 2 and 1."""
    for coins, exact in (("2 0 5 3", False), ("0 1 2 3 4 5", True)):
        table = night(f"red 5+2 coins {coins}\n green 5+5\n blue 5+5\n black 4 {FULL}")
        odds = odds_of(table, "coin")["fight red with red"]
        assert (odds.chance, odds.exact, odds.values["tenths"]) == (1 / 2, exact, 10)


@pytest.mark.rule("thrag:null-1")
def test_a_null_brings_what_the_table_has_agreed_on() -> None:
    table = night("red 5+1 coins 0 1\n green 5+5\n blue 5+5\n black 4", tracks=True, null_coin=2)
    assert odds_of(table, "coin")["fight red with red"].chance == 1 / 2


@pytest.mark.rule("thrag:death-1")
def test_who_may_die_of_a_fight_is_told_how_likely() -> None:
    """Six short with hit points of 4: a null and an ace are too little, so two coins of three kill."""
    table = night("red 5+5 coins 0 1 3\n green 1+4\n blue 1+4\n black 4 coins 0 4", tracks=True)
    assert {action: odds.chance for action, odds in odds_of(table, "death").items()} == {
        "fight red with red": 2 / 3
    }
    bare = odds_of(table, "bare")
    assert (bare["fight red"].chance, bare["fight red"].values["damage"]) == (1, 6)
    assert (bare["fight green"].chance, bare["fight green"].values["damage"]) == (0, 1)


@pytest.mark.rule("thrag:turn-2")
def test_fights_without_a_coin_are_only_told_while_one_has_to_be_fought() -> None:
    shown = "red 5+5\n green 1+4\n blue 1+4\n black 4"
    assert len(odds_of(night(shown), "bare")) == 3
    assert not odds_of(night(shown, fights=1), "bare")


@pytest.mark.rule("thrag:pawn-1", "thrag:pawn-2")
def test_a_pawn_is_told_by_the_rolls_that_would_do() -> None:
    """Red falls to a 3 with a null or an ace on its die; Thrag's own die has to show a 4 or a 5 for it."""
    shown = "red 2+2 \n green - slain 1..5\n blue 5+5\n black 3"
    table = night(shown, fights=1)
    assert odds_of(table, "reroll")["reroll red"].chance == 2 / 6
    assert odds_of(table, "reroll")["reroll blue"].chance == 0
    assert odds_of(table, "own")["reroll black with green"].chance == 2 / 6


@pytest.mark.rule("thrag:heal-1")
def test_healing_is_counted_among_the_black_tiles_face_down() -> None:
    """The 1, the 3 and the 5 lie face down, and the 1 and the 3 are missing."""
    table = night("red 5+5\n green 5+5\n blue 5+5\n black 4 stack 1 3 5 coins 0 4 5", fights=1)
    assert odds_of(table, "heal")[""].chance == 2 / 3


@pytest.mark.rule("thrag:heal-1", "thrag:pay-1")
def test_each_payment_is_told_with_the_healing_that_it_leaves_room_for() -> None:
    """Two to pay with 1, 4 and 5, and the 2 and the 4 face down: the 2 is missing already."""
    table = night("red 5+1\n green 5+5\n blue 5+5\n black 4 stack 2 4 coins 0 1 4 5").play("fight red")
    found = MIND.odds(table.view, GAME.legal(table.state, 0))
    assert {odds.action: odds.chance for odds in found} == {"pay 4": 1, "pay 5": 1 / 2}


def test_whatever_can_be_rolled_anew_is_told_however_much_there_is_to_tell() -> None:
    table = night("red 5+5\n green 5+5\n blue 5+5\n black 4", tracks=True)
    lines = [str(action) for action in GAME.legal(table.state, 0) if action.verb is Verb.REROLL]
    assert len(lines) >= 3
    told = odds_of(table, "reroll").keys() | odds_of(table, "own").keys()
    assert told == set(lines)
    assert odds_of(table, "heal")


def test_some_odds_are_always_told_and_each_is_a_chance_of_something_legal() -> None:
    for seed in range(20):
        chance = Random(seed)
        for ply in game(options(chance), str(seed), fickle, chance):
            legal = GAME.legal(ply.before, 0)
            found = MIND.odds(GAME.view(ply.before, 0), legal)
            assert found
            assert all(0 <= odds.chance <= 1 for odds in found)
            assert {odds.action for odds in found} <= {"", *map(str, legal)}
