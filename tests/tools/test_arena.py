"""The arena: players and deals, reproducible games, and illegal plays."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from engine.core import BadOption, Outcome
from engine.mind import LEVELS
from engine.minds import MINDS
from engine.players import UnknownPlayer, player_named, player_names
from engine.ploc.model import MatchResult
from engine.registry import GAMES
from engine.thud.model import BattleEnd, BattleResult
from tests.engine.games import start_game
from tests.engine.minds import ScriptedMind
from tests.engine.toy import TOY
from tests.engine.toy_together import TOGETHER
from tools.arena.contests import ArenaDeal, Contest, check_contest, deals
from tools.arena.games import ArenaGame, IllegalPlay, play_game
from tools.arena.measures import STOPPED, measure


def still() -> float:
    return 0.0


def contest(game: str, first: str, second: str | None = None, **more: Any) -> Contest:
    seats = more.pop("seats", GAMES[game].seats.start)
    return check_contest(Contest(game, first, second, seats, more.pop("seed", "s"), **more))


def games_of(given: Contest, games: int) -> list[ArenaGame]:
    return [play_game(given, deal, still) for deal in deals(given, games)]


def hill(monkeypatch: pytest.MonkeyPatch, *words: str, game: Any = TOGETHER) -> ScriptedMind:
    """Return a toy game with a search that always returns the same action."""
    asked = ScriptedMind(words)
    monkeypatch.setitem(GAMES, game.key, game)
    monkeypatch.setitem(MINDS, game.key, asked.mind())
    return asked


def test_a_duel_plays_each_deal_twice_with_the_seats_exchanged() -> None:
    assert deals(contest("ploc", "pip", "house"), 3) == (
        ArenaDeal(0, "s-0", (0, 1)),
        ArenaDeal(0, "s-0", (1, 0)),
        ArenaDeal(1, "s-1", (0, 1)),
    )


def test_a_level_against_itself_plays_each_deal_once() -> None:
    assert deals(contest("ploc", "pip", "pip"), 2) == (
        ArenaDeal(0, "s-0", (0, 1)),
        ArenaDeal(1, "s-1", (0, 1)),
    )


def test_alone_or_together_both_play_the_same_deals_with_all_seats() -> None:
    assert deals(contest("thrag", "pip", "house"), 2) == (
        ArenaDeal(0, "s-0", (0,)),
        ArenaDeal(0, "s-0", (1,)),
        ArenaDeal(1, "s-1", (0,)),
        ArenaDeal(1, "s-1", (1,)),
    )
    assert deals(contest("trogdor", "pip", seats=3), 1) == (ArenaDeal(0, "s-0", (0, 0, 0)),)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ploc", "thrag"])
def test_the_same_contest_goes_the_same_way(game: str) -> None:
    again = [games_of(contest(game, "pip", "house"), 4) for _ in range(2)]
    assert again[0] == again[1]


def test_another_seed_goes_another_way() -> None:
    one, other = (games_of(contest("thrag", "house", seed=seed), 5) for seed in ("s", "t"))
    assert {game.mark for game in one} & {game.mark for game in other} == set()


def test_a_clock_changes_nothing_but_the_seconds() -> None:
    ticks = count(0.0, 0.5)
    given = contest("thrag", "house")
    (deal,) = deals(given, 1)
    timed = play_game(given, deal, lambda: next(ticks))
    assert set(timed.seconds[0]) == {0.5}
    assert replace(timed, seconds=()) == replace(play_game(given, deal, still), seconds=())


@pytest.mark.slow
def test_a_game_without_chance_differs_from_seed_to_seed() -> None:
    games = games_of(contest("thud", "house", "house", limit=12), 6)
    assert len({game.mark for game in games}) == 6


def test_a_plan_is_followed_until_something_is_revealed_or_another_acts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = hill(monkeypatch, "rest", "lift", "hand on", "lift")
    (game,) = games_of(contest("hill", "grete", seats=2), 1)
    assert game.outcome.ending == "up"
    assert game.plies == 8, (
        "three turns: two of three plies, and the third log is the second ply of the third"
    )
    assert len(asked.seeds) == 3


def test_a_plan_ends_where_chance_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = hill(monkeypatch, "roll", "roll", "roll", game=TOY)
    (game,) = games_of(contest("toy", "grete", seats=1), 1)
    assert game.outcome.ending == "six"
    assert len(asked.seeds) == game.plies


def test_each_decision_has_a_seed_of_its_own_that_hides_the_game_s(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = hill(monkeypatch, "lift")
    given = contest("hill", "grete", seed="secret")
    games_of(given, 2)
    assert len(asked.seeds) == len(set(asked.seeds)) == 6
    assert not any("secret" in seed for seed in asked.seeds)
    told = list(asked.seeds)
    games_of(given, 2)
    assert asked.seeds == told * 2


def test_only_what_is_legal_is_offered_and_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = hill(monkeypatch, "fly")
    with pytest.raises(
        IllegalPlay, match=r"^grete wanted fly, which is not legal \(hill, seed 's-0', ply 0, seat 0\)$"
    ):
        games_of(contest("hill", "grete"), 1)
    assert asked.counts == [5]


def test_an_empty_plan_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hill(monkeypatch)
    with pytest.raises(IllegalPlay, match="wanted nothing"):
        games_of(contest("hill", "grete"), 1)


def test_a_game_that_goes_on_for_too_long_is_stopped_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    hill(monkeypatch, "whistle")
    (game,) = games_of(contest("hill", "grete", seats=2, limit=7), 1)
    assert (game.plies, game.outcome.ending, game.outcome.winners, game.outcome.points) == (
        7,
        STOPPED,
        (),
        (0, 0),
    )


def test_a_match_of_thud_is_scored_as_if_the_battle_ended_now() -> None:
    game, state, _ = start_game("thud", 2)
    view = replace(game.view(state, None), points=(30, 24))
    stopped = measure("thud").stopped
    leading = stopped(view)
    assert leading is not None
    assert (leading.ending, leading.winners, leading.points) == (STOPPED, (0,), (6, 0))
    first = (BattleResult(BattleEnd.AGREED, 0, (10, 20)),)
    behind, level = (
        stopped(replace(view, results=first)),
        stopped(replace(view, points=(34, 24), results=first)),
    )
    assert behind is not None
    assert (behind.winners, behind.points) == ((1,), (0, 4))
    assert level is not None
    assert (level.winners, level.points) == ((), (0, 0))


def test_the_longest_match_of_a_game_of_ploc_is_told_a_running_one_among_them() -> None:
    game, state, _ = start_game("ploc", 2)
    turns, view = measure("ploc").turns, game.view(state, None)
    late = replace(view, turn=replace(view.turn, number=12))
    both = (MatchResult(0, "hit", 9), MatchResult(1, "swap", 4))
    assert turns(view) == 1
    assert turns(replace(late, results=both[1:])) == 12
    assert turns(replace(late, results=both, outcome=Outcome("swap", (1,), (0, 1)))) == 9


@pytest.mark.parametrize("game", MINDS)
def test_everybody_who_can_play_a_game_is_named(game: str) -> None:
    assert player_names(game)[: len(LEVELS)] == LEVELS
    assert "house" in player_names(game)
    assert all(player_named(game, name).name == name for name in player_names(game))


def test_a_rival_is_a_player_and_a_game_without_a_mind_has_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hill", TOGETHER)
    assert player_names("hill") == ("house",)
    monkeypatch.setitem(MINDS, "hill", ScriptedMind(("lift",)).mind(rester=lambda _, actions, __: actions[1]))
    assert player_names("hill") == (*LEVELS, "rester", "house")
    assert player_named("hill", "rester").plan(None, ("lift", "rest"), "s") == ("rest",)


def test_an_unknown_level_is_told_with_those_that_there_are() -> None:
    with pytest.raises(
        UnknownPlayer, match=r"thud has no 'huge'; who can play it: pip, odo, wenna, grete, .*house"
    ):
        contest("thud", "grete", "huge")


@pytest.mark.parametrize(
    ("game", "first", "second", "more", "told"),
    [
        ("thud", "pip", None, {}, "Thud is a duel: say who plays against pip"),
        ("thud", "pip", "pip", {"seats": 3}, "Thud is for 2 to 2 players"),
        ("ploc", "pip", "odo", {"options": (("turn_limit", "much"),)}, "turn_limit"),
    ],
)
def test_a_contest_that_cannot_be_is_told_before_it_begins(
    game: str, first: str, second: str | None, more: dict[str, Any], told: str
) -> None:
    with pytest.raises((BadOption, ValueError), match=told):
        contest(game, first, second, **more)


def test_three_against_each_other_are_no_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    with pytest.raises(ValueError, match="the arena knows duels"):
        contest("toy", "house", "house", seats=3)
