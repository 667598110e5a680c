"""How the house plays Koom Valley for somebody absent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.koom import GAME
from engine.koom.model import Action, BattleEnd, BattleResult, Move, Piece, State
from engine.koom.moves import moves_of
from engine.octagon.board import BY_NAME, bits, name, rank_of
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng
from tests.engine.koom.boards import BEGIN, play, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS


def house(before: State, seed: str = "a tie") -> Action:
    (seat,) = GAME.to_act(before)
    return GAME.stand_in_action(before, GAME.legal(before, seat), SeededRng(seed))


@pytest.mark.rule("koom:away-1")
def test_it_wins_if_it_can() -> None:
    home = """
        2         . d R T T . .         2
        5   . . d . T . . . . . . . .   5
        8 T . . . . . . . . . . . . . d 8
    """
    assert str(house(state(home, DWARFS))) in {"RG2-F1", "RG2-G1"}
    held = """
        7 . . . . . . . T . . . . . . . 7
        8 . . . . . T d R d . . . . . . 8
        9 . . . . . . . . T . . . . . . 9
    """
    step = play(state(held, TROLLS), str(house(state(held, TROLLS))))
    assert [result.winner for result in step.state.results] == [1]


@pytest.mark.rule("koom:away-1")
def test_it_wins_before_it_accepts_or_claims_a_draw() -> None:
    dwarfs, trolls = "F2 G4 J5 C12 N12 E14", "H3 K5 M6 D4 A8 P8 A9"
    behind = replace(
        BEGIN,
        dwarfs=bits(BY_NAME[word] for word in dwarfs.split()),
        trolls=bits(BY_NAME[word] for word in trolls.split()),
        rock=BY_NAME["G2"],
        ply=106,
        nearest=2,
        nearest_at=1,
        trail=((0, 0),) * 106,
    )
    homes = {"RG2-F1", "RG2-G1", "RG2-H1"}
    assert str(house(replace(behind, offer=1))) in homes
    assert str(house(replace(behind, quiet_limit=10))) in homes


@pytest.mark.rule("koom:away-1")
def test_it_claims_no_draw_when_it_is_ahead() -> None:
    picture = " 8 d d d d d d d d . . . R . T T 8"
    assert isinstance(house(state(picture, DWARFS, quiet_limit=1, ply=2, trail=((1, 2), (3, 4)))), Move)


@pytest.mark.rule("koom:away-1")
def test_a_draw_saves_a_battle_that_is_lost_otherwise() -> None:
    picture = """
        2         d . R d . . .         2
        8 T T T T T T T . . . . . . . . 8
    """
    lost = state(picture, TROLLS, ply=3, trail=((1, 2), (3, 4), (1, 2)))
    assert isinstance(house(lost), Move)
    assert house(replace(lost, offer=0)) is PlayerCall.ACCEPT
    assert house(replace(lost, quiet_limit=1)) is PlayerCall.CLAIM


@pytest.mark.rule("koom:away-1")
def test_in_the_last_battle_a_draw_is_worth_what_it_makes_of_the_match() -> None:
    picture = " 8 d d d d d d . . . . . R . T T 8"
    for winner, claims in ((0, False), (1, True)):
        won = BattleResult(BattleEnd.HOME if winner == 0 else BattleEnd.HELD, 0, winner)
        last = state(picture, DWARFS, battle=2, quiet_limit=1, ply=2, trail=((1, 2), (3, 4)), results=(won,))
        assert (house(last) is PlayerCall.CLAIM) is claims


@pytest.mark.rule("koom:away-1")
def test_it_lets_nobody_win_at_once_if_it_can_help_it() -> None:
    picture = """
        7 . . . . . . . T . . . . . . . 7
        8 . . . . . . d R d . . . . . . 8
        9 . . . . . . . . T . . . . . . 9
       11   . . . . . . . . T . . . .   11
    """
    before = state(picture, DWARFS)
    after = play(before, str(house(before))).state
    for move in moves_of(after.position, TROLLS):
        assert play(after, str(move)).state.results == (), f"{house(before)} lets {move} win"


@pytest.mark.rule("koom:away-1")
def test_it_takes_what_it_can_less_what_is_taken_then() -> None:
    picture = """
        3       . T T . . . . . .       3
        8 d . . . . . d T . . d . . . R 8
        9 . . . . . . . . . . . . . . d 9
    """
    assert str(house(state(picture, DWARFS))) == "dL8-J8xH8"


@pytest.mark.rule("koom:away-1")
def test_among_quiet_moves_the_rock_goes_on() -> None:
    picture = """
        2         T . . . . . T         2
        7 . . . . . . d . . . . . . . . 7
        8 . . . . . . . R . . . . . . . 8
    """
    found = house(state(picture, DWARFS))
    assert isinstance(found, Move)
    assert (found.piece, rank_of(found.target)) == (Piece.ROCK, 7), str(found)
    nearer = house(state(picture, TROLLS))
    assert isinstance(nearer, Move)
    assert rank_of(nearer.target) == 5, name(nearer.target)


@pytest.mark.rule("koom:away-1")
def test_it_claims_a_draw_and_accepts_one_only_with_more_lost() -> None:
    claimable = replace(BEGIN, quiet_limit=0)
    assert isinstance(house(claimable), Move)
    quiet = state(" 8 d . T . . . R . . . . . . . . 8", DWARFS, quiet_limit=1, ply=2, trail=((1, 2), (3, 4)))
    assert house(quiet) is PlayerCall.CLAIM
    for picture, answer in (
        (" 8 d d d d . . R . . . T T T T T T 8", PlayerCall.ACCEPT),
        (" 8 d d d d d d d d d d d d . . T 8", PlayerCall.DECLINE),
    ):
        offered = state(picture, TROLLS, offer=1)
        assert house(offered) is answer


def test_where_only_an_offer_or_a_resignation_is_left_it_does_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        GAME.stand_in_action(BEGIN, (PlayerCall.OFFER, PlayerCall.RESIGN), SeededRng("any"))
