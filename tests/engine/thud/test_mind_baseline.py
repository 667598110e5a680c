"""The rival that looks one ply ahead: it takes what it can, whatever comes after."""

from __future__ import annotations

import pytest

from engine.octagon.model import PlayerCall, Side
from engine.players import player_named
from engine.thud import GAME
from engine.thud.mind import MIND
from engine.thud.model import BattleEnd, BattleResult, Move, State
from tests.engine.thud.boards import TWO_AND_A_HURL, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS


def choose_greedily(before: State, seed: str = "a tie") -> str:
    """The action of the baseline for the seat that must act."""
    (seat,) = GAME.to_act(before)
    return str(MIND.baselines["greedy"](GAME.view(before, seat), GAME.legal(before, seat), seed))


def test_it_takes_two_where_a_hurl_answers_and_the_house_takes_one() -> None:
    before = state(TWO_AND_A_HURL, TROLLS)
    assert choose_greedily(before) == "TH11-G10xF9xG9"
    house = player_named("thud", "house").plan(GAME.view(before, 1), GAME.legal(before, 1), "a tie")
    assert [str(action) for action in house] == ["TH11-H10xG9"]


def test_a_dwarf_is_hurled_wherever_a_troll_can_be_hit() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . d d . T . . . T . . . . 10
    """
    assert choose_greedily(state(picture, DWARFS)) == "dE10-G10xG10"


def test_dwarfs_move_into_company_even_where_a_troll_takes_both() -> None:
    """H11 can join D11 on E11 alone and D11 can join H11 on G11 alone; from E11 the troll would take two."""
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . T . . . . . . . . . 9
    11   . . d . . . d . . . . . .   11
    """
    before = state(picture, DWARFS)
    found = {choose_greedily(before, str(seed)) for seed in range(40)}
    assert "dH11-E11" in found
    together = {"dH11-E11", "dD11-G11"}
    assert found <= together


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_with_nothing_to_take_a_troll_goes_towards_the_dwarfs(seed: str) -> None:
    picture = """
       A B C D E F G H J K L M N O P
    10 d . . . . . . . . . . . T . . 10
    """
    assert choose_greedily(state(picture, TROLLS), seed) in {"TN10-M9", "TN10-M10", "TN10-M11"}


def test_it_answers_an_offer_as_the_house_does() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     1           d d d d d           1
    10 . . . . . . . . . . . T . . . 10
    """
    for lost_by, answer in ((0, PlayerCall.ACCEPT), (3, PlayerCall.DECLINE)):
        first = BattleResult(BattleEnd.AGREED, 0, (10 + lost_by, 10))
        last = state(picture, TROLLS, battle=2, results=(first,), offer=0)
        (seat,) = GAME.to_act(last)
        legal = tuple(action for action in GAME.legal(last, seat) if not isinstance(action, Move))
        assert MIND.baselines["greedy"](GAME.view(last, seat), legal, "") is answer
