"""The rule of thumb, and what a beginner makes of the same tables."""

from __future__ import annotations

import pytest

from engine.thrag import GAME
from engine.thrag.mind import MIND
from engine.thrag.mind.rule_of_thumb import thumb_points
from engine.thrag.model import Action, Suit, Verb
from tests.engine.thrag.nights import Night, night

STRONG = "red 5+5\n green 5+5\n blue 5+4\n black 1"


def thumb(table: Night) -> str:
    return str(MIND.baselines["thumb"](table.view, GAME.legal(table.state, 0), "seed"))


def pips(table: Night, tries: int = 40) -> set[str]:
    """All that a beginner may do here."""
    legal = GAME.legal(table.state, 0)
    plans = (MIND.plan(table.view, legal, MIND.level("pip"), str(seed)) for seed in range(tries))
    return {str(plan[0]) for plan in plans}


@pytest.mark.rule("thrag:fight-2")
def test_the_strongest_of_the_beasts_that_fall_for_nothing_goes_first() -> None:
    assert thumb(night("red 1+1\n green 5+5\n blue 3+1\n black 4")) == "fight blue"


@pytest.mark.rule("thrag:turn-2", "thrag:clock-1")
def test_it_stops_before_strong_beasts_but_not_in_the_last_turn() -> None:
    assert thumb(night(STRONG, fights=1, weapons="")) == "stop"
    assert thumb(night(STRONG, fights=1, weapons="", turn=12)).startswith("fight")


@pytest.mark.rule("thrag:coin-1")
def test_one_short_is_worth_a_coin() -> None:
    assert thumb(night("red 5+5\n green 3+2\n blue 5+4\n black 4", fights=1, weapons="")) == (
        "fight green with green"
    )


@pytest.mark.rule("thrag:pawn-1")
def test_pawns_are_kept_for_strong_beasts_when_time_runs_out() -> None:
    shown = "red 5+5\n green 5+0\n blue 5+5\n black 5"
    early, late = (night(shown, fights=1, turn=turn).view for turn in (1, 9))
    strong, weak = (Action(Verb.REROLL, suit) for suit in (Suit.RED, Suit.GREEN))
    assert thumb_points(late, strong) > 0 > thumb_points(early, strong)
    assert thumb_points(late, weak) < 0


@pytest.mark.rule("thrag:pay-3")
def test_it_pays_as_little_as_will_do() -> None:
    owing = night("red 5+1\n green 5+5\n blue 5+5\n black 4 coins 0 1 2 3 5").play("fight red")
    assert thumb(owing) == "pay 2"


def test_a_beginner_sees_what_falls_to_the_die_and_errs_elsewhere() -> None:
    assert pips(night("red 1+1\n green 5+5\n blue 5+5\n black 4")) == {"fight red"}
    assert len(pips(night("red 4+2\n green 4+3\n blue 3+4\n black 4", fights=1))) > 2


def test_a_beginner_never_goes_home() -> None:
    for shown in (STRONG, "red 5+5 coins -\n green 5+5 coins -\n blue 5+5 coins 0\n black 0 coins 0"):
        assert "resign" not in pips(night(shown))


def test_a_beginner_errs_in_a_lost_night_as_well() -> None:
    lost = night("red 4+2\n green 4+3\n blue 3+4\n black 4", fights=1, turn=11)
    assert lost.view.lost
    assert len(pips(lost)) > 2
