"""How matches and the game end."""

from __future__ import annotations

import pytest

from engine.core import Outcome
from engine.ploc import GAME
from engine.ploc.events import (
    EndOffered,
    GameEnded,
    MatchBegan,
    MatchEnded,
    OfferAccepted,
    OfferDeclined,
    Resigned,
)
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, Bout, bout

NEW = "4 3 2  2 2 3  1 2 3"
"""The columns and the first roll of a second match."""


def last_one(seat: int, match: int) -> Bout:
    """The side that is not on turn has one athlete left."""
    athletes = ["9", "1"] if seat == PLOCKTON else ["1", "9"]
    shown = f"Plockton 2 2 2 {athletes[0]}\n Broadford 2 2 2 {athletes[1]}\n rolled 2 2 2"
    return bout(shown, seat=seat, match=match, chance=NEW if match == 1 else "")


def last_own(seat: int, match: int) -> Bout:
    """The side on turn has two athletes, and can lose them by a swap."""
    athletes = ["2", "9"] if seat == PLOCKTON else ["9", "2"]
    shown = f"Plockton 6 2 2 {athletes[0]}\n Broadford 6 2 2 {athletes[1]}\n rolled 1 2 2"
    return bout(shown, seat=seat, match=match, chance=NEW if match == 1 else "")


SEATS = pytest.mark.parametrize("seat", [PLOCKTON, BROADFORD])
WAYS = pytest.mark.parametrize(("line", "how"), [("2b hit standing", "hit"), ("berserk 0", "berserk")])


@pytest.mark.rule("ploc:match-1", "ploc:match-2")
@SEATS
@WAYS
def test_who_takes_the_last_athlete_wins_the_first_match(seat: int, line: str, how: str) -> None:
    game = last_one(seat, 1).play(line)
    assert game.kinds()[1:] == ["MatchEnded", "MatchBegan", "Rolled"]
    assert game.of(MatchEnded) == [MatchEnded(1, seat, how, turns=1)]
    assert game.of(MatchBegan)[0].extra == seat
    assert game.state.outcome is None
    assert game.view.results[0].winner == seat


@pytest.mark.rule("ploc:win-1", "ploc:match-1")
@SEATS
@WAYS
def test_who_takes_the_last_athlete_of_the_second_match_wins_the_game(seat: int, line: str, how: str) -> None:
    game = last_one(seat, 2).play(line)
    assert game.kinds()[1:] == ["MatchEnded", "GameEnded"]
    assert game.state.outcome == Outcome(how, (seat,), (1, 0) if seat == PLOCKTON else (0, 1))
    assert not GAME.to_act(game.state)
    assert game.legal(seat=PLOCKTON) == game.legal(seat=BROADFORD) == []


@pytest.mark.rule("ploc:win-1")
def test_the_first_match_is_worth_nothing_else() -> None:
    """Plockton has won the first; Broadford wins the second, and the game."""
    game = last_one(BROADFORD, 2)
    assert game.state.results[0].winner == PLOCKTON
    assert game.play("2a hit standing").winner == BROADFORD


@pytest.mark.rule("ploc:swap-3", "ploc:match-1")
@SEATS
@pytest.mark.parametrize("match", [1, 2])
def test_who_swaps_the_last_athlete_away_has_lost_the_match(seat: int, match: int) -> None:
    """1 for 6 costs four, and there are two."""
    game = last_own(seat, match).play("1a swap")
    assert game.of(MatchEnded) == [MatchEnded(match, 1 - seat, "swap", turns=1)]
    assert game.winner == (None if match == 1 else 1 - seat)


@pytest.mark.rule("ploc:swap-3")
def test_a_swap_that_leaves_one_loses_nothing() -> None:
    game = bout("Plockton 3 2 2 2\n Broadford 2 2 2 9\n rolled 1 2 2").play("1a swap")
    assert game.rope.startswith("1 2 2  1 |")
    assert game.of(MatchEnded) == []


@pytest.mark.rule("ploc:swap-3", "ploc:swap-2")
def test_lying_athletes_are_lost_like_that_too() -> None:
    game = bout("Plockton 6 2 2 1+2\n Broadford 2 2 2 9\n rolled 1 2 2", chance=NEW).play("1a swap")
    assert game.of(MatchEnded)[0].how == "swap"


@pytest.mark.rule("ploc:match-1")
def test_the_rest_of_the_turn_is_dropped() -> None:
    """Two dice were not used; with match 2 comes Broadford's turn, with fresh dice."""
    game = last_one(PLOCKTON, 1).play("2b hit standing")
    assert (game.state.turn.seat, game.state.turn.dice, game.state.turn.uses) == (BROADFORD, (1, 2, 3), ())


@pytest.mark.rule("ploc:match-1", "ploc:lying-1")
def test_the_last_athlete_may_lie() -> None:
    game = bout("Plockton 4 2 2 9\n Broadford 2 2 2 0+1\n rolled 2 2 2", chance=NEW).play("2a hit lying")
    assert game.of(MatchEnded)[0].winner == PLOCKTON


@pytest.mark.rule("ploc:match-1")
def test_the_turns_of_a_match_are_counted() -> None:
    game = bout("Plockton 2 2 2 9\n Broadford 2 2 2 1\n rolled 2 2 2", number=17, chance=NEW).play("2a hit")
    assert game.view.results[0].turns == 17


@pytest.mark.rule("ploc:offer-1")
@pytest.mark.parametrize(
    ("ours", "theirs", "match", "winner"),
    [
        ("9", "8", 1, PLOCKTON),
        ("8", "9", 1, BROADFORD),
        ("1+8", "8", 1, PLOCKTON),  # those who lie count
        ("7", "5+2", 1, BROADFORD),  # a tie: Plockton began
        ("7", "5+2", 2, PLOCKTON),  # a tie: Broadford began
        ("3", "4", 2, BROADFORD),
    ],
)
def test_an_end_that_is_agreed_on_goes_to_the_side_with_more(
    ours: str, theirs: str, match: int, winner: int
) -> None:
    shown = f"Plockton 4 3 2 {ours}\n Broadford 2 2 3 {theirs}\n rolled 4 4 1"
    game = bout(shown, match=match, chance=NEW if match == 1 else "").play("offer")
    game.play("accept", seat=BROADFORD)
    assert game.of(OfferAccepted) == [OfferAccepted(BROADFORD)]
    assert game.of(MatchEnded) == [MatchEnded(match, winner, "agreement", turns=1)]
    assert game.winner == (None if match == 1 else winner)
    assert game.state.offer is None


@pytest.mark.rule("ploc:offer-1")
def test_an_offer_waits_for_the_other_player() -> None:
    game = bout().play("4a hit standing", "offer")
    assert game.of(EndOffered) == [EndOffered(PLOCKTON, (9, 6))]
    assert GAME.to_act(game.state) == {BROADFORD}
    assert game.legal(seat=BROADFORD) == ["accept", "decline", "concede", "resign"]
    assert game.legal(seat=PLOCKTON) == ["concede", "resign"]
    assert game.expect_refusal("4b swap").key == "offer-waits"
    assert game.expect_refusal("undo").key == "offer-waits"


@pytest.mark.rule("ploc:offer-1")
def test_after_a_decline_the_turn_goes_on_and_no_offer_follows_in_it() -> None:
    game = bout(chance="1 2 3  1 2 3").play("4a hit standing", "offer").play("decline", seat=BROADFORD)
    assert game.events == (OfferDeclined(BROADFORD),)
    assert GAME.to_act(game.state) == {PLOCKTON}
    assert game.expect_refusal("offer").key == "offered-already"
    game.play("4b swap", "1c swap", "done")
    assert "offer" in game.legal()
    game.play("1a swap", "2b swap", "3c swap", "done")
    assert "offer" in game.legal()


@pytest.mark.rule("ploc:offer-1")
def test_an_end_is_offered_on_turn_and_before_it_is_confirmed() -> None:
    game = bout()
    assert "offer" in game.legal()
    assert game.expect_refusal("offer", seat=BROADFORD).key == "not-your-turn"
    assert "offer" in game.play("4a swap", "4b swap", "1c swap").legal()


@pytest.mark.rule("ploc:offer-1", "ploc:concede-1", "ploc:resign-1")
@pytest.mark.parametrize("line", ["concede", "resign"])
@SEATS
def test_giving_up_is_possible_while_an_offer_waits(line: str, seat: int) -> None:
    game = bout(chance=NEW).play("offer").play(line, seat=seat)
    if line == "concede":
        assert (game.state.match, game.state.offer, game.state.offered) == (2, None, False)
    else:
        assert game.winner == 1 - seat


@pytest.mark.rule("ploc:concede-1")
@SEATS
def test_the_first_match_can_be_conceded_in_turn_or_not(seat: int) -> None:
    game = bout(chance=NEW).play("4a hit standing").play("concede", seat=seat)
    assert game.of(MatchEnded) == [MatchEnded(1, 1 - seat, "concession", turns=1)]
    assert (game.state.match, game.state.outcome) == (2, None)


@pytest.mark.rule("ploc:concede-1", "ploc:resign-1")
@SEATS
def test_in_the_second_match_there_is_only_resigning(seat: int) -> None:
    game = bout(match=2)
    assert game.legal("concede", seat) == []
    assert game.expect_refusal("concede", seat).key == "last-match"
    assert game.legal("resign", seat) == ["resign"]


@pytest.mark.rule("ploc:resign-1")
@SEATS
@pytest.mark.parametrize("match", [1, 2])
def test_the_game_can_be_given_up_in_turn_or_not(seat: int, match: int) -> None:
    game = bout(match=match).play("resign", seat=seat)
    assert game.events == (Resigned(seat), GameEnded(1 - seat))
    assert game.state.outcome is not None
    assert game.state.outcome.ending == "resignation"
    assert game.winner == 1 - seat


@pytest.mark.rule("ploc:limit-1")
@pytest.mark.parametrize(
    ("ours", "theirs", "match", "winner"),
    [
        ("5", "4", 1, PLOCKTON),
        ("4", "5", 1, BROADFORD),
        ("1+3", "4", 1, BROADFORD),
        ("4", "1+3", 2, PLOCKTON),
    ],
)
def test_after_the_last_turn_the_side_with_more_wins_and_on_a_tie_the_later_mover(
    ours: str, theirs: str, match: int, winner: int
) -> None:
    """1 for 2, three times, changes nothing."""
    shown = f"Plockton 2 2 2 {ours}\n Broadford 2 2 3 {theirs}\n rolled 1 1 1"
    game = bout(shown, match=match, number=12, limit=12, chance=NEW if match == 1 else "")
    game.play("1a swap", "1b swap", "1c swap")
    assert game.of(MatchEnded) == []
    game.play("done")
    assert game.kinds()[:2] == ["TurnPassed", "MatchEnded"]
    assert game.of(MatchEnded) == [MatchEnded(match, winner, "limit", turns=12)]
    assert game.winner == (None if match == 1 else winner)


@pytest.mark.rule("ploc:limit-1")
def test_the_turns_of_both_players_count_and_each_match_by_itself() -> None:
    shown = "Plockton 2 2 2 5\n Broadford 2 2 2 4\n rolled 1 1 1"
    game = bout(shown, limit=2, chance=f"1 1 1  {NEW}").play("1a swap", "1b swap", "1c swap", "done")
    assert game.of(MatchEnded) == []
    game.play("1a swap", "1b swap", "1c swap", "done")
    assert game.of(MatchEnded) == [MatchEnded(1, PLOCKTON, "limit", turns=2)]
    assert (game.state.match, game.state.turn.number, game.state.limit) == (2, 1, 2)


@pytest.mark.rule("ploc:limit-1")
def test_a_match_decided_in_its_last_turn_is_decided_as_ever() -> None:
    shown = "Plockton 2 2 2 2\n Broadford 2 2 2 1\n rolled 2 2 2"
    game = bout(shown, number=12, limit=12, chance=NEW).play("2a hit standing")
    assert game.of(MatchEnded)[0].how == "hit"


@pytest.mark.rule("ploc:limit-1")
def test_without_a_limit_a_match_goes_on() -> None:
    shown = "Plockton 2 2 2 5\n Broadford 2 2 2 4\n rolled 1 1 1"
    game = bout(shown, number=998, chance="1 2 3").play("1a swap", "1b swap", "1c swap", "done")
    assert game.state.turn.number == 999
