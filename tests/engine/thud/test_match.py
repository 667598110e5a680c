"""Turns, offers, claims, resignations, the ends of battles, and the score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import read_options
from engine.octagon.board import BY_NAME, bits
from engine.octagon.model import (
    BattleBegan,
    Captured,
    EndClaimed,
    Moved,
    OfferAccepted,
    OfferDeclined,
    PlayerCall,
    Resigned,
    Side,
)
from engine.thud import GAME
from engine.thud.model import (
    START,
    BattleEnd,
    BattleEnded,
    BattleResult,
    EndOffered,
    Hurled,
    Manner,
    MatchEnded,
    Move,
    Shoved,
    State,
)
from engine.thud.rules import outcome_of, points_of
from tests.engine.thud.boards import NO_CHANCE, expect_refusal, play, state

BEGIN = GAME.start(read_options(GAME.options, {}), 2, NO_CHANCE)
FEW = state(
    """
       A B C D E F G H J K L M N O P
    10 . . . . d . . . . . . T . . . 10
    11   . . d . . . . . . . . . .   11
    """,
    Side.DWARFS,
)


def calls(before: State, seat: int) -> set[PlayerCall]:
    return {action for action in GAME.legal(before, seat) if isinstance(action, PlayerCall)}


def results(*points: tuple[int, int]) -> tuple[BattleResult, ...]:
    return tuple(BattleResult(BattleEnd.AGREED, seat, pair) for seat, pair in enumerate(points))


@pytest.mark.rule("thud:turn-1", "thud:match-1", "thud:start-1")
def test_the_first_player_opens_with_the_dwarfs() -> None:
    assert (BEGIN.dwarfs, BEGIN.trolls) == (START.dwarfs, START.trolls)
    assert BEGIN.to_move is Side.DWARFS
    assert (BEGIN.seat_of(Side.DWARFS), BEGIN.seat_of(Side.TROLLS)) == (0, 1)
    assert GAME.to_act(BEGIN) == {0}


@pytest.mark.rule("thud:turn-2")
def test_the_sides_alternate() -> None:
    after = BEGIN
    for ply, line in enumerate(("dE2-E3", "TG9-G10", "dE3-E2", "TG10-G9")):
        assert GAME.to_act(after) == {ply % 2}
        assert not any(isinstance(action, Move) for action in GAME.legal(after, 1 - ply % 2))
        after = play(after, line).state
        assert (after.ply, str(after.last)) == (ply + 1, line)


@pytest.mark.rule("thud:turn-3")
def test_who_must_move_cannot_pass() -> None:
    assert calls(BEGIN, 0) == {PlayerCall.OFFER, PlayerCall.RESIGN}
    assert all(move.origin != move.target for move in GAME.legal(BEGIN, 0) if isinstance(move, Move))


def test_a_move_tells_what_happened() -> None:
    before = state(
        """
       A B C D E F G H J K L M N O P
     9 . . . . . . . . . T T . . . . 9
    10 . . d d . T . d . . . . . . . 10
        """,
        Side.DWARFS,
    )
    assert play(before, "dH10-H11").events == (Moved(0, Side.DWARFS, "H10", "H11"),)
    hurl = (Hurled(0, "D10", "F10", 2), Captured(Side.TROLLS, ("F10",)))
    assert play(before, "dD10-F10xF10").events == hurl
    trolls = replace(before, to_move=Side.TROLLS)
    shove = (Shoved(1, "K9", "H9", 2), Captured(Side.DWARFS, ("H10",)))
    assert play(trolls, "TK9-H9xH10").events == shove
    step = (Moved(1, Side.TROLLS, "K9", "J9"), Captured(Side.DWARFS, ("H10",)))
    assert play(trolls, "TK9-J9xH10").events == step


@pytest.mark.parametrize(
    ("line", "manner"), [("dH10-H11", Manner.MOVE), ("dD10-F10xF10", Manner.HURL), ("dC10-C9", Manner.MOVE)]
)
def test_a_view_says_how_the_last_piece_travelled(line: str, manner: Manner) -> None:
    before = state("   10 . . d d . T . d . . . . T . . 10", Side.DWARFS)
    assert GAME.view(before, 0).last_manner is None
    assert GAME.view(play(before, line).state, 1).last_manner is manner


@pytest.mark.rule("thud:end-1")
@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_may_offer_at_any_time_and_the_offer_says_what_stands(seat: int) -> None:
    dwarfs_close = state("   10 . . . d T . . . . . . . T . . 10", Side.DWARFS)
    offered = play(dwarfs_close, "offer", seat)
    assert offered.events == (EndOffered(seat, 1, (1, 8), dwarfs_can_capture=True, trolls_can_capture=True),)
    assert offered.state == replace(dwarfs_close, offer=seat)
    apart = play(FEW, "offer", seat)
    assert apart.events == (EndOffered(seat, 1, (2, 4), dwarfs_can_capture=False, trolls_can_capture=False),)


@pytest.mark.rule("thud:end-1", "thud:match-2")
@pytest.mark.parametrize(("first", "balance"), [((8, 11), -1), ((9, 11), 0), ((11, 8), 5)])
def test_in_the_last_battle_an_offer_says_what_becomes_of_the_match(
    first: tuple[int, int], balance: int
) -> None:
    offered = play(replace(FEW, battle=2, results=results(first)), "offer", 0)
    assert offered.events == (
        EndOffered(0, 2, (4, 2), dwarfs_can_capture=False, trolls_can_capture=False, balance=balance),
    )


@pytest.mark.rule("thud:end-1")
def test_one_offer_is_open_at_a_time() -> None:
    offered = play(FEW, "offer", 0).state
    assert PlayerCall.OFFER not in calls(offered, 0) | calls(offered, 1)


@pytest.mark.rule("thud:end-2")
def test_an_offer_by_the_side_to_move_waits_for_its_answer() -> None:
    offered = play(FEW, "offer", 0).state
    assert GAME.to_act(offered) == {1}
    assert set(GAME.legal(offered, 0)) == {PlayerCall.RESIGN}
    assert set(GAME.legal(offered, 1)) == {PlayerCall.ACCEPT, PlayerCall.DECLINE, PlayerCall.RESIGN}
    declined = play(offered, "decline", 1)
    assert declined.events == (OfferDeclined(1, by_moving=False),)
    assert GAME.to_act(declined.state) == {0}


@pytest.mark.rule("thud:end-2")
def test_the_side_to_move_answers_an_offer_in_words_or_by_moving() -> None:
    offered = play(FEW, "offer", 1).state
    assert GAME.to_act(offered) == {0}
    assert calls(offered, 0) == {PlayerCall.ACCEPT, PlayerCall.DECLINE, PlayerCall.RESIGN}
    assert len(GAME.legal(offered, 0)) == len(GAME.legal(FEW, 0)) + 1  # two answers more, an offer less

    in_words = play(offered, "decline", 0)
    assert in_words.events == (OfferDeclined(0, by_moving=False),)
    assert GAME.to_act(in_words.state) == {0}

    by_moving = play(offered, "dE10-E9", 0)
    assert by_moving.events == (OfferDeclined(0, by_moving=True), Moved(0, Side.DWARFS, "E10", "E9"))
    assert by_moving.state.offer is None
    assert GAME.to_act(by_moving.state) == {1}


@pytest.mark.rule("thud:end-2", "thud:score-2", "thud:match-1")
def test_an_accepted_offer_ends_the_battle_and_the_roles_change() -> None:
    limited = replace(FEW, quiet_limit=40, offer_wait=(0, 2), ply=30, quiet=7)
    step = play(play(limited, "offer", 0).state, "accept", 1)
    assert step.events == (
        OfferAccepted(1),
        BattleEnded(1, BattleEnd.AGREED, (2, 4), winner=1, margin=2),
        BattleBegan(2, dwarf_seat=1),
    )
    after = step.state
    assert after == State(
        START.dwarfs,
        START.trolls,
        battle=2,
        quiet_limit=40,
        results=(BattleResult(BattleEnd.AGREED, 0, (2, 4)),),
    )
    assert GAME.to_act(after) == {1}
    assert (after.seat_of(Side.DWARFS), after.seat_of(Side.TROLLS)) == (1, 0)


@pytest.mark.rule("thud:end-3")
@pytest.mark.parametrize("answer", ["decline", "dE10-E9"])
def test_a_declined_offer_costs_its_maker_two_moves_before_the_next(answer: str) -> None:
    after = play(play(FEW, "offer", 1).state, answer, 0).state
    if answer == "decline":
        assert expect_refusal(after, "offer", 1).values == {"moves": 2}
        after = play(after, "dE10-E9").state
    for line, left in (("TM10-M9", 2), ("dE9-E10", 1), ("TM9-M10", 1)):
        assert expect_refusal(after, "offer", 1).values == {"moves": left}
        assert PlayerCall.OFFER in calls(after, 0)
        after = play(after, line).state
    assert play(after, "offer", 1).state.offer == 1


@pytest.mark.rule("thud:end-3")
def test_each_player_waits_for_an_own_offer_only() -> None:
    once = play(play(FEW, "offer", 1).state, "decline", 0).state
    twice = play(play(once, "offer", 0).state, "decline", 1).state
    assert twice.offer_wait == (2, 2)
    assert play(twice, "dE10-E9").state.offer_wait == (1, 2)


@pytest.mark.rule("thud:end-4")
def test_a_battle_ends_when_the_last_troll_is_taken() -> None:
    before = state("   10 . . . d T . . . . . . . . . . 10", Side.DWARFS)
    step = play(before, "dD10-E10xE10")
    assert step.events[2] == BattleEnded(1, BattleEnd.WIPED_OUT, (1, 0), winner=0, margin=1)


@pytest.mark.rule("thud:end-4")
def test_a_battle_ends_when_the_last_dwarf_is_taken() -> None:
    before = state("   10 . . . d . T . . . . . . . . . 10", Side.TROLLS)
    step = play(before, "TF10-E10xD10")
    assert step.events[2] == BattleEnded(1, BattleEnd.WIPED_OUT, (0, 4), winner=1, margin=4)


@pytest.mark.rule("thud:end-5")
def test_a_battle_ends_when_no_troll_can_move() -> None:
    before = state(
        """
       A B C D E F G H J K L M N O P
     1           T d . . .           1
     2         d . d . . . .         2
     3       . . . . . . . . .       3
     4     . . . d . . . . . . .     4
        """,
        Side.DWARFS,
    )
    assert GAME.legal(replace(before, to_move=Side.TROLLS), 1)
    step = play(before, "dF4-F2")
    assert step.events[1] == BattleEnded(1, BattleEnd.NO_MOVE, (4, 4), winner=None, margin=0)
    assert step.state.battle == 2


@pytest.mark.rule("thud:end-4", "thud:end-5", "thud:match-2")
def test_the_second_battle_that_ends_by_itself_ends_the_match() -> None:
    last = replace(
        state("   10 . . . d T . . . . . . . . . . 10", Side.DWARFS), battle=2, results=results((5, 8))
    )
    step = play(last, "dD10-E10xE10")
    assert step.events[2:] == (
        BattleEnded(2, BattleEnd.WIPED_OUT, (0, 1), winner=1, margin=1),
        MatchEnded(winner=1, margin=4),
    )
    assert (step.state.offer, step.state.battle, GAME.to_act(step.state)) == (None, 2, frozenset())


@pytest.mark.rule("thud:end-6")
def test_either_player_may_claim_the_end_once_the_limit_is_reached() -> None:
    quiet = replace(FEW, quiet_limit=5, quiet=5)
    for seat in (0, 1):
        step = play(quiet, "claim", seat)
        assert step.events[:2] == (
            EndClaimed(seat, quiet=5),
            BattleEnded(1, BattleEnd.QUIET, (2, 4), winner=1, margin=2),
        )
        assert step.state.battle == 2
    offered = play(quiet, "offer", 0).state
    assert play(offered, "claim", 0).state.battle == 2


@pytest.mark.rule("thud:end-6")
def test_no_claim_before_the_limit_or_without_one() -> None:
    assert PlayerCall.CLAIM not in calls(replace(FEW, quiet=999), 0)
    for seat in (0, 1):
        assert PlayerCall.CLAIM not in calls(replace(FEW, quiet_limit=5, quiet=4), seat)


@pytest.mark.rule("thud:end-6")
def test_moves_without_a_capture_are_counted_from_the_last_capture() -> None:
    before = state("   10 . . . d T . . . . . . . T . . 10", Side.DWARFS, quiet=7)
    assert play(before, "dD10-D11").state.quiet == 8
    assert play(before, "dD10-E10xE10").state.quiet == 0
    assert play(before, "offer").state.quiet == 7


@pytest.mark.rule("thud:resign-1")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("offer", [None, 0, 1])
def test_who_resigns_loses_at_any_time_and_whatever_the_score(seat: int, offer: int | None) -> None:
    ahead = replace(FEW, battle=2, results=results((32, 0) if seat == 0 else (0, 32)), offer=offer)
    step = play(ahead, "resign", seat)
    assert step.events == (Resigned(seat), MatchEnded(1 - seat, 0))
    assert step.state.outcome is not None
    assert (step.state.outcome.ending, step.state.outcome.winners) == ("resignation", (1 - seat,))
    assert step.state.outcome.points[seat] == 32
    assert step.state.offer is None
    assert (GAME.to_act(step.state), GAME.legal(step.state, 0)) == (frozenset(), ())


@pytest.mark.rule("thud:score-1")
def test_a_dwarf_counts_one_and_a_troll_four_for_its_commander() -> None:
    five_and_two = State(bits(list(BY_NAME.values())[:5]), bits(list(BY_NAME.values())[20:22]))
    assert points_of(five_and_two) == (5, 8)
    assert points_of(replace(five_and_two, battle=2)) == (8, 5)
    assert GAME.view(five_and_two, None).points == (5, 8)
    assert points_of(BEGIN) == (32, 32)


@pytest.mark.rule("thud:score-2")
@pytest.mark.parametrize(
    ("points", "winner", "margin"), [((5, 8), 1, 3), ((5, 4), 0, 1), ((8, 8), None, 0), ((0, 4), 1, 4)]
)
def test_the_winner_of_a_battle_notes_the_difference(
    points: tuple[int, int], winner: int | None, margin: int
) -> None:
    """The rulebook: five dwarfs lose to two trolls by three and beat one troll by one."""
    result = BattleResult(BattleEnd.AGREED, 0, points)
    assert (result.winner, result.margin) == (winner, margin)


@pytest.mark.rule("thud:match-2")
@pytest.mark.parametrize(
    ("battles", "ending", "winners", "noted"),
    [
        (((11, 8), (8, 15)), "points", (1,), (3, 7)),  # the rulebook: won by 3, lost by 7, lost by 4
        (((5, 8), (12, 9)), "draw", (), (3, 3)),
        (((8, 8), (4, 4)), "draw", (), (0, 0)),
        (((9, 8), (9, 8)), "points", (0,), (2, 0)),
        (((8, 8), (4, 5)), "points", (1,), (0, 1)),
    ],
)
def test_the_match_goes_by_the_difference_of_what_was_noted(
    battles: tuple[tuple[int, int], ...], ending: str, winners: tuple[int, ...], noted: tuple[int, int]
) -> None:
    outcome = outcome_of(results(*battles))
    assert (outcome.ending, outcome.winners, outcome.points) == (ending, winners, noted)


@pytest.mark.rule("thud:match-2")
def test_the_match_is_over_after_the_second_battle_and_stays_over() -> None:
    second = replace(FEW, battle=2, results=results((11, 8)))
    step = play(play(second, "offer", 1).state, "accept", 0)
    assert step.events[1:] == (
        BattleEnded(2, BattleEnd.AGREED, (4, 2), winner=0, margin=2),
        MatchEnded(winner=0, margin=5),
    )
    assert GAME.outcome(step.state) == outcome_of(step.state.results)
    assert expect_refusal(step.state, "offer", 0).key == "over"
    assert expect_refusal(step.state, "dE10-E9", 1).key == "over"


def test_everybody_sees_everything() -> None:
    shown = GAME.view(FEW, None)
    assert GAME.view(FEW, 0) == GAME.view(FEW, 1) == shown
    assert (bits(shown.dwarfs), bits(shown.trolls)) == (FEW.dwarfs, FEW.trolls)
