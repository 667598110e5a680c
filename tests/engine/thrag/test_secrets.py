"""Face-down pieces appear in no view and no text of a running game."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from engine.thrag import GAME
from engine.thrag.model import Pile, State
from tests.engine.thrag.nights import Night, night

LATE = """
    red    5+3  stack 4 1       discards 2   coins 5 2
    green  2+2  stack 3 5 1     discards 4   coins 3 1 4 0
    blue   3+0  stack 1         slain 2 4    coins 4
    black  2    stack 3 5 1                  coins 0 4
"""


def turned_about(state: State) -> list[State]:
    """The same table with the face-down pieces in every other order."""
    others = []
    for order in list(permutations((0, 1, 2)))[1:]:
        pile = tuple(state.stacks[1].pile[place] for place in order)
        black = tuple(state.black.pile[place] for place in order)
        pool = (*(state.pools[1][place] for place in order), *state.pools[1][3:])
        red, green, blue = state.stacks
        others.append(
            replace(
                state,
                stacks=(replace(red, pile=red.pile[::-1]), replace(green, pile=pile), blue),
                black=replace(state.black, pile=black),
                pools=(state.pools[0][::-1], pool, state.pools[2]),
            )
        )
    return others


@pytest.mark.rule("thrag:secret-1")
@pytest.mark.parametrize("tracks", [False, True])
def test_the_order_of_stacks_and_coins_is_in_no_view_and_no_text(tracks: bool) -> None:
    state = night(LATE, tracks=tracks).state
    for other in turned_about(state):
        assert other != state
        assert GAME.view(other, 0) == GAME.view(other, None) == GAME.view(state, None)
        assert GAME.text(GAME.view(other, 0)) == GAME.text(GAME.view(state, 0))
        assert GAME.legal(other, 0) == GAME.legal(state, 0)


@pytest.mark.rule("thrag:secret-1", "thrag:coin-3")
def test_without_tracking_nothing_tells_which_coins_were_flipped() -> None:
    state = night(LATE).state
    pools, flipped = list(state.pools), list(state.flipped)
    pools[2], flipped[2] = (1,), (0, 2, 3, 4, 5)
    other = replace(state, pools=(pools[0], pools[1], pools[2]), flipped=(flipped[0], flipped[1], flipped[2]))
    assert GAME.view(other, 0) == GAME.view(state, 0)
    tracked = [GAME.view(replace(each, tracks=True), 0) for each in (state, other)]
    assert tracked[0] != tracked[1]


@pytest.mark.rule("thrag:secret-1", "thrag:heal-1")
def test_tiles_in_a_stack_and_coins_in_a_pool_are_counted() -> None:
    view = night(LATE).view
    assert view.piles[0] == Pile(2, (2, 3), ())
    assert view.piles[2].left == 1
    assert view.black == Pile(3, (2, 4))
    assert view.coins == (2, 4, 1)


@pytest.mark.rule("thrag:secret-1")
def test_discards_slain_beasts_and_coins_of_thrag_are_open() -> None:
    view = night(LATE).view
    assert view.piles[1].discards == (4,)
    assert view.piles[2].slain == (2, 4)
    assert (view.hit_points, view.healing_pool) == ((0, 4), (1, 2, 3, 5))


@pytest.mark.rule("thrag:secret-1")
def test_the_text_shows_a_table_in_full() -> None:
    text = GAME.text(night(LATE, turn=10, tracks=True).view)
    for line in (
        "Turn 10 of 12, 13 of 15 beasts left.",
        "Thrag rolled 2. Hit points: null, 4. Healing pool: 1, 2, 3, 5.",
        "Oven Bull, Red 5 + 3 = 8, too strong for any coin.",
        "Ditch Heron, Blue 3 + null = 3, needs a coin of 1 or more.",
        "Blue: coins 1 (4); pawn; stack 1; discards 5; slain 2, 4.",
        "Black: stack 3; discards 2, 4.",
    ):
        assert line in text.splitlines(), f"{line}\nis not in\n{text}"


@pytest.mark.rule("thrag:secret-1", "thrag:coin-3")
def test_a_coin_is_told_with_its_fight_and_then_no_more() -> None:
    """The 4 stands nowhere else on this table."""
    game: Night = night(LATE.replace("coins 0 4", "coins 0 3"))
    game.play("fight blue with blue")
    assert "Last fight: 2 + 4 (Blue coin) = 6 against Ditch Heron (Blue 3), slain." in GAME.text(game.view)
    game.play("fight green")
    assert "coin)" not in GAME.text(game.view)
    assert game.view.fight is not None
    assert game.view.fight.coin is None
