"""The odds in Ploc: what is called exact is counted here once more, by other means."""

from __future__ import annotations

from itertools import product

import pytest

from engine.mind import Odds
from engine.ploc import GAME
from engine.ploc.mind import MIND
from engine.ploc.mind.columns import DICE_NUMBER
from engine.ploc.mind.odds import max_hitting
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, Bout, bout
from tests.engine.ploc.test_mind_model import positions

THROWS = list(product(range(1, 7), repeat=3))


def odds(game: Bout) -> tuple[Odds, ...]:
    """The odds for the seat that must act."""
    (seat,) = GAME.to_act(game.state)
    return MIND.odds(GAME.view(game.state, seat), GAME.legal(game.state, seat))


def of(game: Bout, key: str, action: str = "") -> Odds:
    """The one of that key, about an action if one is named."""
    (found,) = (one for one in odds(game) if one.key == key and action in ("", one.action))
    return found


def share(counted: list[bool]) -> float:
    return sum(counted) / len(counted)


def test_three_who_always_hit_finish_three_athletes() -> None:
    game = bout("Plockton 4 3 2 3\n Broadford 1 1 1 7\n rolled 4 4 1")
    assert of(game, "finish") == Odds("finish", 1.0, {"athletes": 3})
    four = bout("Plockton 4 3 2 4\n Broadford 1 1 1 7\n rolled 4 4 1")
    assert of(four, "finish").chance == share([len(set(throw)) == 1 for throw in THROWS]), "only by berserk"


def test_an_end_that_cannot_come_is_not_listed() -> None:
    game = bout("Plockton 4 3 2 5\n Broadford 1 1 1 7\n rolled 4 4 1")
    assert "finish" not in {one.key for one in odds(game)}


def test_how_many_they_can_remove_is_counted_over_all_throws() -> None:
    """Dice beside 2, 2 and 3 hit in the order of their height; three equal ones from 2 on take four."""
    game = bout("Plockton 4 3 2 12\n Broadford 2 2 3 7\n rolled 4 4 1")

    def athletes_moved(throw: tuple[int, ...]) -> int:
        if len(set(throw)) == 1 and throw[0] >= 2:
            return 4
        low, middle, high = sorted(throw)
        by_rank = sum(die >= met for die, met in zip((low, middle, high), (2, 2, 3), strict=True))
        by_shift = sum(die >= met for die, met in zip((middle, high), (2, 3), strict=True))
        laid = low == 1 and by_shift == 1 and middle == 1
        return max(by_rank, by_shift) + int(laid)

    struck = of(game, "struck")
    assert struck.chance == pytest.approx(share([athletes_moved(throw) >= 3 for throw in THROWS]))
    assert struck.values["tenths"] == round(10 * sum(map(athletes_moved, THROWS)) / 216)
    assert struck.exact


@pytest.mark.rule("ploc:berserk-1")
def test_berserk_needs_three_equal_dice_that_reach_the_lowest() -> None:
    game = bout("Plockton 4 3 2 12\n Broadford 3 4 5 7\n rolled 4 4 1")
    assert of(game, "berserk").chance == pytest.approx(4 / 216)


@pytest.mark.rule("ploc:berserk-1", "ploc:reroll-1")
def test_a_six_makes_berserk_likelier_by_one_die() -> None:
    """Three equal ones at once, or a pair of those and the third die rolled again: 15 ways for each pair."""
    game = bout("Plockton 4 3 2 12\n Broadford 1 2 6 7\n rolled 4 4 1")
    assert of(game, "berserk").chance == pytest.approx(6 / 216 + 90 / 216 / 6)


@pytest.mark.rule("ploc:reroll-1", "ploc:hit-1")
def test_a_reroll_tells_how_likely_one_more_die_hits() -> None:
    """Beside 6, 4 and 2 the 4 hits and the 3 does, the 1 does not: only a 6 would make it three."""
    game = bout("Plockton 6 4 2 12\n Broadford 2 2 3 7\n rolled 4 3 1")
    one = of(game, "reroll", "reroll 1")
    assert one.chance == pytest.approx(1 / 6)
    assert one.values == {"die": 1, "now": 2}
    assert one.exact
    assert of(game, "reroll", "reroll 4").chance == 0


@pytest.mark.rule("ploc:reroll-1", "ploc:hit-1")
def test_where_all_three_dice_hit_no_reroll_is_told_to_gain_nothing() -> None:
    """6, 5 and 4 each find a place beside 6, 1 and 1."""
    game = bout("Plockton 6 1 1 8\n Broadford 2 2 3 7\n rolled 6 5 4")
    assert any(str(action).startswith("reroll") for action in GAME.legal(game.state, PLOCKTON))
    assert "reroll" not in {one.key for one in odds(game)}


@pytest.mark.rule("ploc:reroll-1")
def test_a_pair_can_become_three_equal_dice() -> None:
    game = bout("Plockton 6 4 2 12\n Broadford 2 2 3 7\n rolled 4 4 1")
    three = of(game, "three")
    assert three.action == "reroll 1"
    assert three.chance == pytest.approx(1 / 6)
    assert three.values == {"die": 1, "face": 4}


def test_the_best_actions_are_told_with_their_chance_in_the_match() -> None:
    game = bout("Plockton 4 3 2 9\n Broadford 2 2 3 1\n rolled 4 4 1")
    best = [one for one in odds(game) if one.key == "match"]
    assert len(best) == 3
    assert best[0].chance == 1
    assert not best[0].exact
    assert [one.chance for one in best] == sorted((one.chance for one in best), reverse=True)


def test_places_that_show_the_same_are_told_about_once() -> None:
    """In a column of 4, 4 and 2 a die does the same at a as at b, and something else at c."""
    best = [one.action for one in odds(bout("Plockton 4 4 2 9\n Broadford 2 2 3 5\n rolled 4 4 1"))][:3]
    deeds = [line.replace("b", "a", 1) for line in best]
    assert len(set(deeds)) == 3


def test_who_is_asked_for_an_end_is_told_what_the_other_can_do() -> None:
    asked = bout("Plockton 1 1 1 9\n Broadford 2 2 3 3\n rolled 4 4 1").play("offer")
    assert GAME.to_act(asked.state) == {BROADFORD}
    assert of(asked, "finish").values == {"athletes": 3}


def test_dice_hit_wherever_most_of_them_do() -> None:
    assert max_hitting(DICE_NUMBER[6, 4, 2], DICE_NUMBER[4, 3, 1]) == 2
    assert max_hitting(DICE_NUMBER[6, 4, 2], DICE_NUMBER[6, 4, 2]) == 3
    assert max_hitting(DICE_NUMBER[5, 5, 5], DICE_NUMBER[4, 3, 1]) == 0


@pytest.mark.slow
def test_odds_are_chances_everywhere_few_and_none_once_all_is_over() -> None:
    for state in list(positions(3))[::7]:
        (seat,) = GAME.to_act(state)
        told = MIND.odds(GAME.view(state, seat), GAME.legal(state, seat))
        assert len(told) <= 8
        assert all(0 <= one.chance <= 1 for one in told)
        lines = {str(action) for action in GAME.legal(state, seat)}
        assert {one.action for one in told} <= lines | {""}
    over = bout(match=2).play("resign", seat=PLOCKTON)
    assert MIND.odds(over.view, ()) == ()
