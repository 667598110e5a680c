"""The stand-in player of Thud: safe captures, quiet moves, and short answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import read_settings
from engine.octagon.model import PlayerCall, Side
from engine.rng import ScriptedRng, SeededRng
from engine.thud import GAME
from engine.thud.model import Action, BattleEnd, BattleResult, Move, Position, State
from engine.thud.moves import moves_of
from tests.engine.thud.boards import NO_CHANCE, TWO_AND_A_HURL, play, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS
MANY_DWARFS = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d . . .         2
10 . . . . . . . . . . . T . . . 10
"""
"""Nine dwarfs against a troll: the dwarfs lead by 5."""


def house(before: State, seed: str = "a tie") -> Action:
    """The stand-in's action for the seat to act."""
    (seat,) = GAME.to_act(before)
    return GAME.stand_in_action(GAME.view(before, seat), GAME.legal(before, seat), SeededRng(seed))


def random_move(before: State, chance: Random) -> Action:
    (seat,) = GAME.to_act(before)
    moves = [action for action in GAME.legal(before, seat) if isinstance(action, Move)]
    return chance.choice(moves) if moves else PlayerCall.DECLINE


def match(seat: int, seed: int) -> State:
    """A match between the stand-in on one seat and random moves on the other."""
    chance = Random(seed)
    now = GAME.start(read_settings(GAME, {"quiet_limit": "30"}, 2), 2, NO_CHANCE)
    while now.outcome is None:
        (acting,) = GAME.to_act(now)
        action = house(now, str(chance.random())) if acting == seat else random_move(now, chance)
        now = GAME.apply(now, acting, action, NO_CHANCE).state
    return now


@pytest.mark.rule("thud:away-1")
def test_a_troll_takes_as_many_as_it_can() -> None:
    picture = """
       A B C D E F G H J K L M N O P
    10 . . . . d . d . . . . d . . . 10
    11   . . . . . . . T . . . . .   11
    12     . . . . . d . . . . .     12
    """
    assert str(house(state(picture, TROLLS))) == "TJ11-H11xG10xH12"


@pytest.mark.rule("thud:away-1")
def test_a_troll_takes_fewer_where_a_hurl_would_answer() -> None:
    """On G10, two squares from a line of two, it would take two and be taken."""
    before = state(TWO_AND_A_HURL, TROLLS)
    assert "TH11-G10xF9xG9" in map(str, GAME.legal(before, 1))
    assert str(house(before)) == "TH11-H10xG9"


@pytest.mark.rule("thud:away-1")
def test_with_nothing_to_take_a_troll_goes_towards_the_dwarfs() -> None:
    picture = """
       A B C D E F G H J K L M N O P
    10 d . . . . . . . . . . . T . . 10
    """
    for seed in ("one", "two", "three"):
        assert str(house(state(picture, TROLLS), seed)) in {"TN10-M9", "TN10-M10", "TN10-M11"}


@pytest.mark.rule("thud:away-1")
def test_a_dwarf_is_hurled_where_a_troll_can_be_hit() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . . . . . . . 9
    10 . . . d d . T . . . . . . . . 10
    """
    assert str(house(state(picture, DWARFS))) == "dE10-G10xG10"


@pytest.mark.rule("thud:away-1")
def test_dwarfs_keep_out_of_the_trolls_reach() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . . . T . . . . . . . 9
    10 . . . . . . . . . . . . . . . 10
    11   . . . . . . d . . . . . .   11
    12     . d . . . . . . . . .     12
    """
    before = state(picture, DWARFS)
    assert any(move.captured for move in moves_of(Position(before.dwarfs, before.trolls), TROLLS))
    moved = play(before, str(house(before))).state
    assert not any(move.captured for move in moves_of(Position(moved.dwarfs, moved.trolls), TROLLS))


@pytest.mark.rule("thud:away-1")
def test_of_two_trolls_the_one_is_hit_that_could_take_more() -> None:
    """F10 could take three, N10 one; to be among friends counts for less."""
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . d . . . . . . . . . . 9
    10 . . . d d T . . . . . d T . . 10
    """
    for seed in range(5):
        assert str(house(state(picture, DWARFS), str(seed))).endswith("-F10xF10")


@pytest.mark.rule("thud:away-1")
def test_with_nothing_to_fear_a_dwarf_alone_joins_the_others() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     4     . . . . . . . . T . .     4
    12     . . . d . . . . . . .     12
    13       . . d d . . d . .       13
    """
    for seed in range(5):
        assert str(house(state(picture, DWARFS), str(seed))) == "dK13-H13"


@pytest.mark.rule("thud:away-1")
def test_chance_decides_between_moves_that_are_as_good_and_nothing_else() -> None:
    begun = GAME.start(read_settings(GAME, {}, 2), 2, NO_CHANCE)
    chosen = {str(house(begun, str(seed))) for seed in range(20)}
    assert len(chosen) > 1
    assert house(begun, "same") == house(begun, "same")


@pytest.mark.rule("thud:away-1", "thud:end-2")
def test_an_offer_is_accepted_by_who_leads_clearly_and_else_the_battle_goes_on() -> None:
    ahead = state(MANY_DWARFS, DWARFS, offer=1)
    assert house(ahead) is PlayerCall.ACCEPT
    close = replace(ahead, dwarfs=state("    1           d d d d d           1", DWARFS).dwarfs)
    assert isinstance(house(close), Move), "5 to 4 is no clear lead"
    behind = replace(state(MANY_DWARFS, DWARFS), offer=0)
    assert house(behind) is PlayerCall.DECLINE, "the trolls are asked out of their turn"


@pytest.mark.rule("thud:away-1", "thud:match-2")
@pytest.mark.parametrize(("lost_by", "answer"), [(4, True), (5, False), (6, False)])
def test_in_the_second_battle_the_match_has_to_be_won_by_it(lost_by: int, answer: bool) -> None:
    """Seat 1 has lost the first battle and leads the second by 5."""
    first = BattleResult(BattleEnd.AGREED, 0, (10 + lost_by, 10))
    last = state(MANY_DWARFS, DWARFS, battle=2, results=(first,), offer=0)
    assert (house(last) is PlayerCall.ACCEPT) is answer


@pytest.mark.rule("thud:away-1", "thud:end-6")
def test_a_quiet_battle_is_ended_by_who_does_not_lose_it() -> None:
    quiet = state(MANY_DWARFS, DWARFS, quiet_limit=12, quiet=12)
    assert house(quiet) is PlayerCall.CLAIM
    assert isinstance(house(replace(quiet, quiet=11)), Move)
    assert isinstance(house(replace(quiet, to_move=TROLLS)), Move), "the trolls are behind"


@pytest.mark.rule("thud:away-1", "thud:resign-1")
def test_an_end_is_not_offered_nor_the_match_given_up() -> None:
    before = state(MANY_DWARFS, DWARFS)
    idle = GAME.legal(before, 1)
    assert set(idle) == {PlayerCall.OFFER, PlayerCall.RESIGN}
    with pytest.raises(ValueError, match="nothing to do"):
        GAME.stand_in_action(GAME.view(before, 1), idle, ScriptedRng([]))


@pytest.mark.slow
@pytest.mark.rule("thud:away-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_stand_in_beats_a_random_player_on_both_sides(seat: int) -> None:
    for seed in range(3):
        last = match(seat, seed)
        assert last.outcome is not None
        assert last.outcome.winners == (seat,)
        assert last.outcome.points[seat] >= 20
        assert all(result.winner in (seat, None) for result in last.results)
