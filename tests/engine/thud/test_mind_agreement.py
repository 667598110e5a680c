"""When a bot agrees to the end of a battle and when it offers one, by what an end and going on are worth."""

from __future__ import annotations

import pytest

from engine.octagon.model import Side
from engine.thud import GAME
from engine.thud.mind.deciding import is_welcome, is_worth_an_offer
from engine.thud.model import View
from tests.engine.thud.boards import state

BLOCK = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
10 . . . . . . . . . . . T . . . 10
"""


def quiet(plies: int) -> View:
    """A battle in which nothing was captured for so many plies."""
    return GAME.view(state(BLOCK, Side.DWARFS, quiet=plies, ply=400), 0)


@pytest.mark.parametrize(
    ("plies", "ended", "playing_on", "agrees"),
    [
        (0, 1.0, 1.0, True),
        (9, 0.9, 0.2, False),
        (10, 0.9, 0.2, True),
        (59, 0.5, 0.5, False),
        (60, 0.5, 0.5, True),
        (60, 0.5, 0.6, True),
        (60, 0.5, 0.7, False),
        (99, 0.0, 0.1, False),
        (100, 0.0, 0.1, True),
    ],
)
def test_the_longer_nothing_happens_the_more_an_end_may_cost_it(
    plies: int, ended: float, playing_on: float, agrees: bool
) -> None:
    assert is_welcome(quiet(plies), ended, playing_on) is agrees


@pytest.mark.parametrize("plies", [30, 60, 100, 190, 200, 300])
def test_an_end_that_gains_as_much_as_going_on_is_offered_once_in_ten_plies(plies: int) -> None:
    """Each side has one of two plies in which to say so, and so both may."""
    offered = [is_worth_an_offer(quiet(plies + more), 0.5, 0.5) for more in range(10)]
    assert offered == [True, True, *[False] * 8]


def test_none_is_offered_while_something_may_still_happen() -> None:
    assert not any(is_worth_an_offer(quiet(plies), 0.9, 0.1) for plies in range(30))


GATHERED = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d d d d         2
 3       d d d d d d d d d       3
 4     d d d d d d d d d d d     4
10 . . . . . T T . T T . . . . . 10
11   . . . T T T . T . . . . .   11
"""


def test_dwarfs_who_gathered_offer_none_before_they_have_tried_something() -> None:
    dwarfs, trolls = (
        [plies for plies in range(100) if is_worth_an_offer(_view_of_gathered(side, plies), 0.5, 0.5)][:2]
        for side in (Side.DWARFS, Side.TROLLS)
    )
    assert dwarfs == [60, 61]
    assert trolls == [30, 31]


def _view_of_gathered(to_move: Side, plies: int) -> View:
    return GAME.view(state(GATHERED, to_move, quiet=plies, ply=60), 0)


def test_a_hopeful_side_offers_none_for_two_hundred_plies() -> None:
    """There may be a troll to catch yet, and a hunt takes its time (docs/minds/thud.md)."""
    hopeful = [plies for plies in range(400) if is_worth_an_offer(quiet(plies), 0.4, 0.6)]
    assert hopeful[:4] == [200, 201, 210, 211]


def test_who_is_lost_by_an_end_offers_none_before_either() -> None:
    assert not is_worth_an_offer(quiet(190), 0.0, 0.0)
    assert is_worth_an_offer(quiet(200), 0.0, 0.0)
