"""What lies on the table when a match begins."""

from __future__ import annotations

import pytest

from engine.core import BadOption, read_settings
from engine.ploc import GAME
from engine.ploc.events import MatchBegan, Rolled
from engine.ploc.model import Side
from engine.rng import SeededRng
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, bout, new_bout, with_dice

FIRST = "4 3 2  2 2 3  4 4 1"
"""The columns of both and the first roll."""

NEW = "1 1 1  6 6 6  1 2 3"
"""The columns of a second match, and its first roll."""


@pytest.mark.rule("ploc:setup-1")
def test_as_many_athletes_pull_as_the_columns_show() -> None:
    """The text's example: nine against seven."""
    game = new_bout(FIRST)
    assert game.state.sides == (Side((4, 3, 2), 9), Side((2, 2, 3), 7))
    assert game.state.turn.dice == (4, 4, 1)


@pytest.mark.rule("ploc:setup-1")
def test_columns_lie_as_they_were_rolled() -> None:
    assert new_bout("1 6 3  5 2 4  1 1 1").rope == "1 6 3  10 | 5 2 4  11"


@pytest.mark.rule("ploc:setup-1")
@pytest.mark.parametrize(("column", "athletes"), [("1 1 1", 3), ("6 6 6", 18)])
def test_three_to_eighteen_athletes_pull(column: str, athletes: int) -> None:
    assert new_bout(f"{column}  2 2 3  4 4 1").state.sides[PLOCKTON].athletes == athletes


@pytest.mark.rule("ploc:setup-1", "ploc:roll-1")
def test_dice_show_one_to_six() -> None:
    faces: set[int] = set()
    for seed in range(60):
        state = GAME.start(read_settings(GAME, {}, 2), 2, SeededRng(str(seed)))
        faces |= {*state.turn.dice, *state.sides[0].column, *state.sides[1].column}
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("ploc:setup-2")
def test_the_others_of_eighteen_are_the_reserve() -> None:
    assert new_bout(FIRST).view.reserves == (9, 11)


@pytest.mark.rule("ploc:setup-2")
def test_the_reserve_never_runs_out() -> None:
    game = bout("Plockton 1 1 1 17+1\n Broadford 2 2 3 5\n rolled 6 6 6").play("6a swap", "6b swap")
    assert game.state.sides[PLOCKTON] == Side((6, 6, 1), 17 + 12, 1)
    assert game.view.reserves == (0, 13)


@pytest.mark.rule("ploc:setup-3")
def test_plockton_begins_the_first_match_and_broadford_the_second() -> None:
    game = new_bout(FIRST)
    assert GAME.to_act(game.state) == {PLOCKTON}
    with_dice(game, NEW).play("concede", seat=PLOCKTON)
    second = bout(chance=NEW).play("concede", seat=BROADFORD)
    assert GAME.to_act(second.state) == {BROADFORD}
    assert second.of(Rolled) == [Rolled(BROADFORD, (1, 2, 3), rerolls=3)]


@pytest.mark.rule("ploc:setup-3", "ploc:open-1")
def test_the_villages_have_their_names_in_the_text() -> None:
    told = GAME.text(new_bout(FIRST).view)
    assert "Plockton:  column a 4, b 3, c 2; 9 athletes, 9 in reserve." in told
    assert "Broadford: column a 2, b 2, c 3; 7 athletes, 11 in reserve." in told
    assert "Plockton rolled 4, 4, 1." in told


@pytest.mark.rule("ploc:hit-1", "ploc:hit-2", "ploc:open-1")
def test_the_text_says_what_the_dice_can_hit() -> None:
    def hit_lines(state: str, *played: str) -> list[str]:
        lines = GAME.text(bout(state).play(*played).view).splitlines()
        return lines[next(at for at, line in enumerate(lines) if " to use: " in line) :]

    up = "Plockton 4 3 2 9\n Broadford 2 2 3 7\n rolled 4 3 1"
    assert hit_lines(up) == [
        "Plockton to use: 4, 3, 1.",
        "The 4 hits at a, b, c.",
        "The 3 hits at b, c.",
        "The 1 hits nobody.",
    ]
    assert hit_lines(up, "4c swap") == ["Plockton to use: 3, 1.", "The 3 hits at b.", "The 1 hits nobody."]
    some = "Plockton 4 3 2 9\n Broadford 2 2 3 5+2\n rolled 3 1 1"
    assert hit_lines(some) == [
        "Plockton to use: 3, 1, 1.",
        "The 3 hits at b, c, and someone lying at a.",
        "The 1 hits someone lying at b, c.",
    ]
    assert hit_lines(some, "1b swap", "1c swap") == ["Plockton to use: 3.", "The 3 hits someone lying at a."]
    down = "Plockton 4 3 2 9\n Broadford 2 2 3 0+7\n rolled 4 4 4"
    assert hit_lines(down)[1:] == ["The 4 hits someone lying at a, b, c."]


@pytest.mark.rule("ploc:match-2")
@pytest.mark.parametrize("loser", [PLOCKTON, BROADFORD])
def test_the_second_match_is_new_and_the_winner_has_one_athlete_more(loser: int) -> None:
    worn = "Plockton 4 3 2 2+5\n Broadford 2 2 3 1+6\n rolled 4 4 1"
    game = bout(worn, chance="1 2 3  6 6 6  1 2 3", number=7).play("4a hit lying").play("concede", seat=loser)
    winner = 1 - loser
    athletes = [6, 18]
    athletes[winner] += 1
    assert [side.athletes for side in game.state.sides] == athletes
    assert [side.lying for side in game.state.sides] == [0, 0]
    assert [side.column for side in game.state.sides] == [(1, 2, 3), (6, 6, 6)]
    assert (game.state.match, game.state.turn.number, game.state.last) == (2, 1, None)
    (began,) = game.of(MatchBegan)
    assert (began.extra, began.starter, began.athletes) == (winner, BROADFORD, tuple(athletes))


@pytest.mark.rule("ploc:match-2")
def test_nineteen_athletes_are_possible() -> None:
    game = bout(chance="6 6 6  1 1 1  1 2 3").play("concede", seat=BROADFORD)
    assert game.state.sides[PLOCKTON].athletes == 19
    assert game.view.reserves[PLOCKTON] == 0


@pytest.mark.rule("ploc:limit-1")
def test_the_turn_limit_is_off_by_default_and_999_at_most() -> None:
    assert GAME.start(read_settings(GAME, {}, 2), 2, SeededRng("any")).limit == 0
    assert GAME.start(read_settings(GAME, {"turn_limit": "999"}, 2), 2, SeededRng("any")).limit == 999
    with pytest.raises(BadOption):
        read_settings(GAME, {"turn_limit": "1000"}, 2)


@pytest.mark.rule("ploc:open-1")
def test_everybody_sees_the_same_and_all_of_it() -> None:
    game = new_bout(FIRST).play("4a hit standing", "1c weaken")
    views = [GAME.view(game.state, viewer) for viewer in (None, PLOCKTON, BROADFORD)]
    assert views[0] == views[1] == views[2]
    assert (views[0].sides, views[0].turn, views[0].results) == (game.state.sides, game.state.turn, ())
    assert views[0].opening == (Side((4, 3, 2), 9), Side((2, 2, 3), 7))


@pytest.mark.rule("ploc:open-1", "ploc:setup-2")
def test_a_hundred_athletes_a_side_are_told_in_short_lines() -> None:
    game = bout("Plockton 4 3 2 240\n Broadford 2 2 3 150+90\n rolled 4 4 1")
    lines = GAME.text(game.view).splitlines()
    assert max(map(len, lines)) < 80
    assert "240 athletes, 0 in reserve" in lines[1]
    assert "240 athletes (90 lying), 0 in reserve" in lines[2]
