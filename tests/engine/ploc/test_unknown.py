"""What of Ploc is unknown before it happens: how dice fall, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from engine.ploc import GAME
from engine.ploc.events import MatchBegan, Rerolled, Rolled
from engine.rng import ScriptedRng, SeededRng
from tests.engine.ploc.bouts import Bout, bout, new_bout
from tests.engine.ploc.players import game, wild

SIXES = "Plockton 6 3 6 15\n Broadford 2 2 3 7\n rolled 1 1 4"
LAST = "Plockton 4 3 2 9\n Broadford 2 2 3 1\n rolled 4 4 1"


def reveals(after: Bout) -> bool:
    """Whether the last line told something unknown."""
    return any(map(GAME.reveals, after.events))


@pytest.mark.rule("ploc:undo-2")
@pytest.mark.parametrize(
    "line", ["4a hit standing", "4a swap", "1c weaken", "offer", "concede", "resign", "undo", "decline"]
)
def test_what_is_done_with_dice_that_lie_there_tells_nothing_new(line: str) -> None:
    before = bout(match=2).play(*{"undo": ["4b swap"], "decline": ["offer"]}.get(line, []))
    if line == "concede":
        before.state = bout(match=1).state
        before.rng = ScriptedRng([0] * 9)
        assert reveals(before.play(line)), "but the second match begins with dice"
        return
    assert not reveals(before.play(line, seat=1 if line == "decline" else 0))


@pytest.mark.rule("ploc:undo-2")
def test_a_roll_a_second_roll_and_the_dice_of_a_match_are_news() -> None:
    assert reveals(bout(SIXES, chance="2").play("reroll 1"))
    assert reveals(bout(chance="1 2 3").play("4a swap", "4b swap", "1c swap", "done"))
    again = bout(LAST, chance="1 2 3 4 5 6 1 2 3").play("4a hit standing")
    assert reveals(again)
    assert [type(event) for event in again.events if GAME.reveals(event)] == [MatchBegan, Rolled]


@pytest.mark.rule("ploc:undo-2")
def test_the_last_deed_of_the_game_rolls_no_dice_any_more() -> None:
    assert not reveals(bout(LAST, match=2).play("4a hit standing"))
    at_limit = bout(match=2, limit=1).play("4a swap", "4b swap", "1c swap", "done")
    assert at_limit.state.outcome is not None
    assert not reveals(at_limit)


@pytest.mark.rule("ploc:undo-2", "ploc:roll-1", "ploc:reroll-1")
def test_dice_fall_exactly_where_something_is_revealed() -> None:
    """In whole games: an action without a revealing event needs no chance, and one with it does."""
    seen = {True: 0, False: 0}
    for seed in range(40):
        for ply in game(0, str(seed), wild, Random(seed)):
            news = any(map(GAME.reveals, ply.events))
            seen[news] += 1
            assert news is any(isinstance(event, (Rolled, Rerolled)) for event in ply.events)
            if not news:
                assert GAME.apply(ply.before, ply.seat, ply.action, ScriptedRng([])).state == ply.state
    assert min(seen.values()) > 1000


@pytest.mark.rule("ploc:fork-1", "ploc:open-1")
def test_a_new_table_begins_just_where_the_old_one_stood() -> None:
    for state in (
        bout().state,
        new_bout("1 2 3 4 5 6 1 2 3").state,
        bout(SIXES, chance="5").play("reroll 1").state,
    ):
        assert GAME.reshuffle(state, SeededRng("another")) == state
        assert GAME.reshuffle(state, ScriptedRng([])) == state, "no chance is needed for it"
