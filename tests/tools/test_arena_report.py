"""What games come to, counted by hand from games made up."""

from __future__ import annotations

import shlex

import pytest

from engine.core import Outcome
from tools.arena.contests import ArenaDeal, Contest, check_contest
from tools.arena.games import ArenaGame
from tools.arena.report import ContestReport, report, report_lines


def match(deal: int, sides: tuple[int, int], points: tuple[int, int], *, ending: str = "points") -> ArenaGame:
    """A duel; `points` are by seat, the winner has more."""
    winners = () if points[0] == points[1] else (int(points[1] > points[0]),)
    outcome = Outcome(ending, winners, points)
    return ArenaGame(
        ArenaDeal(deal, f"s-{deal}", sides), outcome, 100, None, f"{deal}{sides}", ((0.25,), (1.0, 2.0))
    )


def alone(deal: int, side: int, points: int, turns: int) -> ArenaGame:
    """A night of Thrag."""
    outcome = Outcome("win", (0,), (points,)) if points else Outcome("death", (), (0,))
    seconds = ((0.5,), ()) if side == 0 else ((), (0.5,))
    return ArenaGame(ArenaDeal(deal, f"s-{deal}", (side,)), outcome, 30, turns, f"{deal}-{side}", seconds)


DUEL = check_contest(Contest("thud", "grete", "house", 2, "s"))
NIGHTS = check_contest(Contest("thrag", "grete", "house", 1, "s"))
MATCHES = (
    match(0, (0, 1), (30, 0)),
    match(0, (1, 0), (0, 10)),
    match(1, (0, 1), (0, 8)),
    match(1, (1, 0), (5, 5), ending="draw"),
)


def test_a_duel_is_counted_from_both_sides() -> None:
    grete, house = report(DUEL, MATCHES, 4).players
    assert (grete.name, grete.won, grete.drawn, grete.lost) == ("grete", 2, 1, 1)
    assert (house.name, house.won, house.drawn, house.lost) == ("house", 1, 1, 2)
    assert grete.wins.value == 0.5
    assert grete.endings == house.endings == {"points": 3, "draw": 1}


def test_the_margin_of_a_duel_is_that_of_its_pairs() -> None:
    found = report(DUEL, MATCHES, 4).margin
    # The first deal (30 + 10) / 2 = 20, the second (-8 + 0) / 2 = -4; Student with one degree 12.706.
    assert found is not None
    assert (found.count, found.value) == (2, 8.0)
    assert found.high == pytest.approx(8 + 12.706 * 12)


def test_a_deal_that_is_not_whole_counts_for_the_wins_alone() -> None:
    found = report(DUEL, (*MATCHES, match(2, (0, 1), (99, 0))), 6)
    assert found.players[0].won == 3
    assert found.margin is not None
    assert found.margin.value == 8.0


def test_the_same_deals_are_compared_one_by_one() -> None:
    nights = (alone(0, 0, 4, 9), alone(0, 1, 0, 12), alone(1, 0, 0, 5), alone(1, 1, 0, 6))
    found = report(NIGHTS, (*nights, alone(2, 0, 3, 10), alone(2, 1, 7, 6)), 3)
    assert [(one.won, one.drawn, one.lost) for one in found.players] == [(2, 0, 1), (1, 0, 2)]
    assert found.players[0].endings == {"win": 2, "death": 1}
    assert found.margin is not None
    assert found.margin.value == pytest.approx((4 + 0 - 4) / 3)
    assert found.ahead is not None
    assert found.ahead.value == pytest.approx((1 + 0 + 0) / 3)
    assert found.turns is not None
    assert (found.turns.most, found.turns.mean) == (12, 8.0)


def test_a_petite_victory_is_no_win() -> None:
    contest = check_contest(Contest("trogdor", "grete", None, 2, "s"))
    endings = {"victory": (3, 3), "petite-victory": (1, 1), "defeat": (0, 0)}
    games = [
        ArenaGame(
            ArenaDeal(at, "s", (0, 0)),
            Outcome(ending, (0, 1) if points[0] else (), points),
            9,
            9,
            ending,
            ((),),
        )
        for at, (ending, points) in enumerate(endings.items())
    ]
    (grete,) = report(contest, games, 3).players
    assert (grete.won, grete.lost) == (1, 2)
    assert set(grete.endings) == set(endings)


def test_time_is_that_of_each_decision() -> None:
    grete, house = report(DUEL, MATCHES, 4).players
    assert grete.seconds is not None
    assert house.seconds is not None
    assert (grete.seconds.count, grete.seconds.most) == (4, 0.25)
    assert (house.seconds.count, house.seconds.mean, house.seconds.most) == (8, 1.5, 2.0)


def test_games_that_went_the_same_way_and_those_that_were_stopped_are_counted() -> None:
    stopped = match(3, (0, 1), (1, 0), ending="stopped")
    found = report(DUEL, (*MATCHES, stopped, stopped), 6)
    assert (found.games, found.different, found.stopped) == (6, 5, 2)
    assert "6 of thud, 5 of them different, 2 stopped as they went on for too long" in "\n".join(lines(found))


def test_nothing_played_is_a_report_too() -> None:
    found = report(DUEL, (), 4)
    assert (found.games, found.players, found.margin, found.plies) == (0, (), None, None)
    assert lines(found)[0] == "games   0 of thud, 0 of them different"


def test_a_report_names_its_command() -> None:
    options = (("turn_limit", "50"), ("song", "la la"))
    contest = Contest("ploc", "grete", "hitter", 2, "a b", options, 300)
    command = report(contest, (), 7).repeat
    assert shlex.split(command) == [
        *("python", "-m", "engine", "arena", "ploc", "grete", "hitter", "--games", "7", "--seed", "a b"),
        *("--option", "turn_limit=50", "--option", "song=la la", "--plies", "300"),
    ]
    together = check_contest(Contest("trogdor", "pip", None, 3, "s"))
    assert report(together, (), 1).repeat.endswith("arena trogdor pip --games 1 --seed s --seats 3")


def lines(found: ContestReport) -> list[str]:
    return list(report_lines(found))


def test_the_text_of_a_duel() -> None:
    found = lines(report(DUEL, MATCHES, 4))
    assert found == [
        "games   4 of thud, 4 of them different",
        "grete   won 2, drawn 1, lost 1: 50.0 % [15.0 to 85.0] won",
        "        ended by points 3, draw 1",
        "        0.250 s in the mean, 0.250 s in the median, 0.250 s at most for each of 4 decisions",
        "house   won 1, drawn 1, lost 2: 25.0 % [4.6 to 69.9] won",
        "        ended by points 3, draw 1",
        "        1.500 s in the mean, 1.500 s in the median, 2.000 s at most for each of 8 decisions",
        "margin  grete before house: 8.0 [-144.5 to 160.5] points",
        "        deal by deal, over 2",
        "length  100 to 100, in the mean 100.0 plies",
        "again   python -m engine arena thud grete house --games 4 --seed s",
    ]
