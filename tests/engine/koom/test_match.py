"""Turns, how battles end and are drawn, and how battles make a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import Outcome, read_settings
from engine.koom import GAME
from engine.koom.model import START, BattleEnd, BattleEnded, BattleResult, MatchEnded, State
from engine.koom.rules import count_repetitions
from engine.octagon.model import BattleBegan, EndClaimed, OfferAccepted, OfferDeclined, PlayerCall, Side
from engine.rng import ScriptedRng, SeededRng
from tests.engine.koom.boards import BEGIN, NO_CHANCE, expect_refusal, play, play_lines, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS
NEARLY_HOME = """
    2         . d R . . . .         2
    8 T T . . . . . . . . . . . . . 8
"""
"""The Rock is on G2, a dwarf beside it."""


def battle_end(before: State, line: str, seat: int | None = None) -> BattleEnded:
    """The end of a battle that a line brings about."""
    (found,) = (event for event in play(before, line, seat).events if isinstance(event, BattleEnded))
    return found


@pytest.mark.rule("koom:turn-1", "koom:match-1")
def test_seats_take_turns_and_the_dwarfs_begin() -> None:
    assert GAME.to_act(BEGIN) == {0}
    assert GAME.to_act(play(BEGIN, "dH9-G9").state) == {1}


@pytest.mark.rule("koom:turn-1", "koom:turn-2")
def test_only_the_side_to_move_moves_and_only_its_own() -> None:
    assert expect_refusal(BEGIN, "TF2-F1", 1).key == "not-your-turn"
    assert expect_refusal(BEGIN, "TF2-F1").key == "not-your-piece"
    assert expect_refusal(BEGIN, "dA8-A9").key == "nobody-there"
    trolls = play(BEGIN, "dH9-G9").state
    assert expect_refusal(trolls, "dH9-H10", 0).key == "not-your-turn"
    assert {move.side for move in GAME.legal(trolls, 1) if not isinstance(move, str)} == {TROLLS}


@pytest.mark.rule("koom:turn-3")
def test_nobody_passes() -> None:
    assert expect_refusal(BEGIN, "dH9-H9").rule == "koom:turn-3"


@pytest.mark.rule("koom:win-1")
@pytest.mark.parametrize("target", ["F1", "G1", "H1"])
def test_the_dwarfs_win_with_the_rock_on_the_far_edge(target: str) -> None:
    picture = NEARLY_HOME.replace("R . . . .", "R d . . .")
    assert battle_end(state(picture, DWARFS), f"RG2-{target}") == BattleEnded(1, BattleEnd.HOME, 0)


@pytest.mark.rule("koom:win-1")
def test_a_rock_on_the_rim_elsewhere_is_not_home() -> None:
    picture = """
        2         . d . . . . .         2
        3       . R . . . . . . .       3
        8 T T . . . . . . . . . . . . . 8
    """
    assert play(state(picture, DWARFS), "RE3-E2").state.results == ()


@pytest.mark.rule("koom:win-2")
def test_the_trolls_win_with_three_of_them_beside_the_rock() -> None:
    picture = """
        7 . . . . . . . T T . . . . . . 7
        8 . . . . . . d R d . . . . . . 8
        9 . . . . . T . . . . . . . . . 9
    """
    assert play(state(picture, TROLLS), "TF9-F8").state.results == (), "two are not enough"
    assert battle_end(state(picture, TROLLS), "TF9-G9") == BattleEnded(1, BattleEnd.HELD, 1)


@pytest.mark.rule("koom:win-2")
def test_dwarfs_who_bring_the_rock_to_three_trolls_have_lost() -> None:
    picture = """
        6 . . . . . . T T T . . . . . . 6
        7 . . . . . . . . . . . . . . . 7
        8 . . . . . . d R . . . . . . . 8
    """
    assert battle_end(state(picture, DWARFS), "RH8-H7") == BattleEnded(1, BattleEnd.HELD, 1)


@pytest.mark.rule("koom:win-3")
def test_a_rock_that_is_home_counts_before_trolls_beside_it() -> None:
    picture = """
        1           . T . T .           1
        2         . . d R T . .         2
        8 T . . . . . . . . . . . . . . 8
    """
    before = state(picture, DWARFS)
    assert battle_end(before, "RH2-H1") == BattleEnded(1, BattleEnd.HOME, 0)


@pytest.mark.rule("koom:win-4")
def test_a_side_without_pieces_has_lost() -> None:
    taken = state(" 8 d . . . . . . . . . . . T d . 8", DWARFS)
    assert battle_end(taken, "dA8-M8") == BattleEnded(1, BattleEnd.WIPED_OUT, 0)
    last = state(" 8 T . . . . . T . . . . . T d . 8", TROLLS)
    assert battle_end(last, "TN8-P8") == BattleEnded(1, BattleEnd.WIPED_OUT, 1)
    few = state(" 8 T . . . . . . . . . . . T d . 8", TROLLS)
    assert battle_end(few, "TN8-P8") == BattleEnded(1, BattleEnd.WIPED_OUT, None)


@pytest.mark.rule("koom:win-5")
def test_a_side_that_cannot_move_has_lost() -> None:
    picture = """
        6 d . d . . . . . . . . . . . . 6
        7 d d . . . . . . . . . . . . . 7
        8 T d d . . . . . . . . . . . . 8
        9 d d . . . . . . . . . . . . . 9
       10 . . d . . . . . . . . . . . . 10
       11   . . . . . . . . . . . . .   11
       14         d . . . . . .         14
    """
    before = state(picture, DWARFS)
    done = battle_end(before, "dE14-A10")
    assert (done.end, done.winner) == (BattleEnd.NO_MOVE, 0)


# Draws


@pytest.mark.rule("koom:draw-1", "koom:draw-2")
def test_an_offer_waits_for_its_answer() -> None:
    offered = play(BEGIN, "offer", 0).state
    assert GAME.to_act(offered) == {1}
    assert expect_refusal(offered, "dH9-G9").key == "offer-waits"
    assert expect_refusal(offered, "offer", 1).key == "offer-open"
    assert expect_refusal(offered, "accept", 0).key == "no-offer"
    assert expect_refusal(BEGIN, "accept", 1).rule == "koom:draw-2"
    step = play(offered, "accept", 1)
    assert step.events[:2] == (OfferAccepted(1), BattleEnded(1, BattleEnd.AGREED, None))
    assert step.state.results == (BattleResult(BattleEnd.AGREED, 0, None),)


@pytest.mark.rule("koom:draw-1", "koom:draw-2")
def test_an_offer_can_be_made_out_of_turn_and_moving_on_declines_it() -> None:
    offered = play(BEGIN, "offer", 1).state
    assert GAME.to_act(offered) == {0}
    step = play(offered, "dH9-G9", 0)
    assert step.events[0] == OfferDeclined(0, by_moving=True)
    assert step.state.offer is None


@pytest.mark.rule("koom:draw-3")
def test_whoever_was_declined_moves_twice_before_the_next_offer() -> None:
    now = play(play(BEGIN, "offer", 0).state, "decline", 1).state
    assert expect_refusal(now, "offer", 0).values == {"moves": 2}
    now = play_lines(now, "dH9-G9", "TF2-F1")
    assert expect_refusal(now, "offer", 0).values == {"moves": 1}
    now = play_lines(now, "dG9-H9")
    assert play(now, "offer", 0).state.offer == 0


@pytest.mark.rule("koom:draw-4")
def test_the_third_time_of_a_position_draws_the_battle() -> None:
    there = ("dH9-G9", "TF2-F1", "dG9-H9", "TF1-F2")
    now = play_lines(BEGIN, *there)
    assert (count_repetitions(now), now.results) == (2, ())
    now = play_lines(now, *there[:-1])
    assert battle_end(now, there[-1]) == BattleEnded(1, BattleEnd.REPEATED, None)
    off = play_lines(replace(BEGIN, repetition=False), *there, *there, *there)
    assert off.results == ()


@pytest.mark.rule("koom:draw-4")
def test_only_the_same_position_with_the_same_side_to_move_counts_and_the_rock_counts_too() -> None:
    now = play_lines(BEGIN, "RH8-G8", "TF2-F1", "RG8-H8", "TF1-F2")
    assert count_repetitions(now) == 2
    assert count_repetitions(play_lines(BEGIN, "RH8-G8", "TF2-F1", "dH9-H10", "TF1-F2")) == 1
    assert count_repetitions(play_lines(now, "RH8-G8")) == 2


@pytest.mark.rule("koom:draw-4")
def test_a_position_before_a_capture_never_comes_back() -> None:
    before = state(" 8 T . . . . d T . . d . . . . . 8", DWARFS)
    taken = play_lines(replace(before, ply=4, trail=((0, 0),) * 4), "dK8-H8")
    assert (taken.trail, taken.quiet, count_repetitions(taken)) == ((), 0, 1)


@pytest.mark.rule("koom:draw-5")
def test_after_the_quiet_limit_either_may_claim_a_draw_in_its_turn() -> None:
    table = replace(BEGIN, quiet_limit=2)
    early = expect_refusal(table, "claim")
    assert (early.key, early.values) == ("claim-early", {"quiet": 0, "limit": 2})
    dwarfs = play_lines(table, "dH9-G9", "TF2-F1")
    trolls = play_lines(dwarfs, "dG9-H9")
    for now, seat in ((dwarfs, 0), (trolls, 1)):
        step = play(now, "claim", seat)
        assert step.events[:2] == (EndClaimed(seat, 2 + seat), BattleEnded(1, BattleEnd.QUIET, None))
        out_of_turn = expect_refusal(now, "claim", 1 - seat)
        assert (out_of_turn.rule, out_of_turn.key) == ("koom:draw-5", "claim-turn")
        assert PlayerCall.CLAIM not in GAME.legal(now, 1 - seat)
    assert expect_refusal(replace(dwarfs, quiet_limit=0), "claim").key == "claim-off"


@pytest.mark.rule("koom:draw-5")
def test_a_rock_that_is_nearer_than_ever_starts_the_count_anew() -> None:
    now, counts = BEGIN, []
    for line in ("dG15-G7", "TF2-F1", "RH8-H7", "TF1-F2", "RH7-H8", "TF2-F1", "RH8-H7", "TF1-F2", "RH7-H6"):
        now = play(now, line).state
        counts.append(now.quiet)
    assert counts == [1, 2, 0, 1, 2, 3, 4, 5, 0], "not by going back and coming again"


@pytest.mark.rule("koom:draw-5")
def test_a_capture_starts_the_count_anew_and_the_rock_is_no_nearer_for_it() -> None:
    picture = """
        6 . . . . . . . . . . . d R . . 6
        8 T . . . . d T . . d . . . . . 8
    """
    quiet = {"ply": 6, "trail": ((0, 0),) * 2, "nearest": 5, "nearest_at": 1}
    now = play(state(picture, DWARFS, **quiet), "dK8-H8").state
    assert (now.quiet, now.nearest) == (0, 5)
    now = play_lines(now, "TA8-A9")
    assert play(now, "RN6-N5").state.quiet == 2, "it was there before"


@pytest.mark.rule("koom:draw-5")
def test_in_a_battle_that_began_under_the_first_rules_the_rock_is_nearest_where_it_lies() -> None:
    picture = """
        2         . T . . . . .         2
        6 . . . . . . . . . . . d R . . 6
    """
    now = play_lines(state(picture, DWARFS, ply=4, trail=((0, 0),) * 4), "RN6-N7", "TF2-F1")
    assert play(now, "RN7-N6").state.quiet == 7


# The match


@pytest.mark.rule("koom:match-1", "koom:match-2")
def test_the_second_battle_starts_afresh_with_the_sides_exchanged() -> None:
    step = play(state(NEARLY_HOME, DWARFS, ply=8, quiet_limit=7, offer_wait=(2, 1)), "RG2-G1")
    assert step.events[-1] == BattleBegan(2, 1)
    now = step.state
    assert (now.position, now.ply, now.trail, now.offer_wait) == (START, 0, (), (0, 0))
    assert (now.dwarf_seat, now.quiet_limit, GAME.to_act(now)) == (1, 7, frozenset({1}))


@pytest.mark.rule("koom:match-2")
@pytest.mark.parametrize(
    ("first", "battles", "told"),
    [
        (0, 2, Outcome("draw", (), (1, 1))),
        (1, 2, Outcome("battles", (1,), (0, 2))),
        (None, 2, Outcome("battles", (1,), (0, 1))),
    ],
)
def test_whoever_won_more_battles_wins_the_match(first: int | None, battles: int, told: Outcome) -> None:
    end = BattleEnd.AGREED if first is None else BattleEnd.HOME if first == 0 else BattleEnd.HELD
    results = (BattleResult(end, 0, first),)
    before = state(NEARLY_HOME, DWARFS, battle=2, battles=battles, results=results)
    step = play(before, "RG2-G1")
    assert step.state.outcome == told
    assert step.events[-1] == MatchEnded(told.winners[0] if told.winners else None, told.points)  # type: ignore[arg-type]
    assert expect_refusal(step.state, "dH9-G9").key == "over"


@pytest.mark.rule("koom:match-1")
def test_a_match_can_be_a_single_battle() -> None:
    settings = read_settings(GAME, {"battles": "1"}, 2)
    assert GAME.start(settings, 2, NO_CHANCE).battles == 1
    over = play(state(NEARLY_HOME, DWARFS, battles=1), "RG2-F1").state
    assert over.outcome == Outcome("battles", (0,), (1, 0))
    assert GAME.to_act(over) == frozenset()


@pytest.mark.rule("koom:resign-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_resigns_has_lost_the_match_whatever_was_won(seat: int) -> None:
    won = BattleResult(BattleEnd.HOME, 0, 0)
    before = replace(BEGIN, battle=2, results=(won,))
    step = play(before, "resign", seat)
    assert step.state.outcome == Outcome("resignation", (1 - seat,), (1, 0))
    assert step.events[-1] == MatchEnded(1 - seat, (1, 0))


@pytest.mark.rule("koom:undo-1", "koom:fork-1")
def test_nothing_is_hidden_and_a_new_table_begins_just_where_the_old_one_stood() -> None:
    before = play_lines(BEGIN, "dH9-G9", "TF2-F1")
    assert GAME.view(before, None) == GAME.view(before, 0) == before
    assert GAME.reshuffle(before, SeededRng("another")) == before
    step = GAME.apply(before, 0, GAME.parse("dG9-H9", before), ScriptedRng([]))
    assert not any(map(GAME.reveals, step.events))
