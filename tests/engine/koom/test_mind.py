"""Decisions are legal everywhere and repeatable, and see what wins and loses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.koom import GAME
from engine.koom.mind import MIND
from engine.koom.mind.deciding import battle_chance, match_chance, match_chance_if_drawn
from engine.koom.mind.field import (
    after,
    can_bring_home,
    can_hold,
    exposed_dwarfs,
    rock_moves,
    run_targets,
    sandwiches,
    tramples,
    walk_targets,
)
from engine.koom.mind.root import all_moves
from engine.koom.mind.search import INFINITY, WIN_VALUE, Search
from engine.koom.model import Action, BattleEnd, BattleResult, Move, Piece, State
from engine.koom.moves import moves_of
from engine.koom.moves import position_after as played_on
from engine.koom.rules import decisive_end
from engine.mind import LEVELS, Level
from engine.octagon.board import bits
from engine.octagon.model import PlayerCall, Side
from tests.engine.koom.boards import BEGIN, NO_CHANCE, play_lines, state

DWARFS, TROLLS = Side.DWARFS, Side.TROLLS
FEW = 900
"""Nodes enough to decide by."""

HOME = """
    2         . d R d T . .         2
    5   . . . d T . . . . . . . .   5
    8 T . . . . . . . . . . . . . d 8
"""


def level(key: str) -> Level:
    found = MIND.level(key)
    return replace(found, budget=min(found.budget, FEW))


def plan(before: State, key: str = "grete", seed: str = "a seed") -> Action:
    (seat,) = GAME.to_act(before)
    (action,) = MIND.plan(before, GAME.legal(before, seat), level(key), seed)
    return action


def positions(seed: int, plies: int = 90) -> list[State]:
    """Every third position of a random battle with many captures."""
    chance, now, found = Random(seed), BEGIN, []
    for number in range(plies):
        if now.battle > 1:
            break
        found += [now] if number % 3 == 0 else []
        legal = moves_of(now.position, now.to_move)
        captures = [move for move in legal if move.captured]
        move = chance.choice(captures if captures and chance.random() < 0.4 else legal)
        now = GAME.apply(now, now.seat_of(now.to_move), move, NO_CHANCE).state
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_search_finds_the_moves_of_the_rules_and_what_they_lead_to(seed: int) -> None:
    for now in positions(seed):
        position, side = now.position, now.to_move
        stands = (position.dwarfs, position.trolls, position.rock)
        legal = {(move.origin, move.target, bits(move.captured)): move for move in moves_of(position, side)}
        key = (*stands, side is DWARFS)
        assert sorted(all_moves(key)) == sorted(legal)
        for search_move, move in legal.items():
            then = played_on(position, move)
            assert after(*key, search_move) == (then.dwarfs, then.trolls, then.rock)
        taking = sandwiches(*stands) if side is DWARFS else tramples(*stands)
        assert sorted(taking) == sorted((at, to, taken) for at, to, taken in legal if taken)
        reach = run_targets if side is DWARFS else walk_targets
        for origin in {move.origin for move in legal.values() if move.piece is not Piece.ROCK}:
            quiet = {to for at, to, taken in legal if at == origin and not taken}
            reached = reach(origin, position.occupied_squares)
            if side is TROLLS:
                assert reached == bits(quiet)
            else:
                assert reached == bits(to for at, to, _ in legal if at == origin)
        if side is DWARFS:
            assert sorted(rock_moves(*stands)) == sorted(
                (at, to, taken) for at, to, taken in legal if at == position.rock
            )
        hung = {square for move in moves_of(position, TROLLS) for square in move.captured[:1]}
        assert bits(hung) == exposed_dwarfs(*stands)


@pytest.mark.parametrize("seed", range(4))
def test_what_wins_at_once_is_seen_without_the_list_of_moves(seed: int) -> None:
    for now in positions(seed):
        position = now.position
        stands = (position.dwarfs, position.trolls, position.rock)
        ends = {
            side: [decisive_end(played_on(position, move), side.other) for move in moves_of(position, side)]
            for side in Side
        }
        assert can_bring_home(*stands) is ((BattleEnd.HOME, DWARFS) in ends[DWARFS])
        if can_hold(*stands):
            assert (BattleEnd.HELD, TROLLS) in ends[TROLLS]


@pytest.mark.parametrize("key", LEVELS)
def test_every_level_brings_the_rock_home_if_it_can(key: str) -> None:
    move = plan(state(HOME, DWARFS), key)
    assert isinstance(move, Move)
    assert (move.piece, move.target // 16) == (Piece.ROCK, 0)


@pytest.mark.parametrize("key", ["odo", "wenna", "grete"])
def test_a_level_that_searches_lets_no_troll_hold_the_rock(key: str) -> None:
    picture = """
        7 . . . . . . . T . . . . . . . 7
        8 . . . . . . d R d . . . . . . 8
        9 . . . . . . . . T . . . . . . 9
       11   . . . . . . . . T . . . .   11
       14         d . . . d . d         14
    """
    before = state(picture, DWARFS)
    move = plan(before, key)
    assert isinstance(move, Move)
    now = play_lines(before, str(move))
    for answer in moves_of(now.position, TROLLS):
        assert play_lines(now, str(answer)).results == (), f"{move} lets {answer} win"


@pytest.mark.slow
@pytest.mark.parametrize("key", LEVELS)
def test_the_same_question_has_the_same_answer_and_battles_are_not_all_alike(key: str) -> None:
    assert plan(BEGIN, key, "one") == plan(BEGIN, key, "one")
    assert len({str(plan(BEGIN, key, str(seed))) for seed in range(6)}) > 1


@pytest.mark.parametrize("key", LEVELS)
def test_actions_are_weighed_as_chances_the_best_first_and_the_best_is_the_plan(key: str) -> None:
    for now in positions(7, 60)[::5]:
        (seat,) = GAME.to_act(now)
        weighed = MIND.weigh(now, GAME.legal(now, seat), level(key), "a seed")
        worths = [one.worth for one in weighed]
        assert weighed[0].action == plan(now, key)
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)


def test_a_move_that_loses_the_battle_is_worth_little() -> None:
    picture = """
        6 . . . . . . T T T . . . . . . 6
        7 . . . . . . . . . . . . . . . 7
        8 . . . . . . d R . . . . . . . 8
       12     d . . . . . . d . . d     12
    """
    before = state(picture, DWARFS, battles=1)
    weighed = MIND.weigh(before, GAME.legal(before, 0), level("grete"), "a seed")
    by_line = {str(one.action): one.worth for one in weighed}
    assert by_line["RH8-H7"] < 0.01 < by_line[str(weighed[0].action)]


def test_dwarfs_who_can_go_nowhere_that_matters_have_not_lost() -> None:
    picture = """
        5   . . . . . . . . . . . . d   5
        8 . T R . . . . . . . . . . . . 8
    """
    now = state(picture, DWARFS)
    key = (now.dwarfs, now.trolls, now.rock, True)
    assert abs(Search(500).negamax(*key, 3, -INFINITY, INFINITY)) < WIN_VALUE // 2


def test_a_budget_is_kept() -> None:
    for now in positions(3)[::6]:
        key = (now.dwarfs, now.trolls, now.rock, now.to_move is DWARFS)
        search = Search(300)
        search.negamax(*key, 8, -10_000, 10_000)
        assert search.exhausted
        assert search.nodes < 400


def test_how_a_match_stands_is_told_for_the_first_seat() -> None:
    grete = level("grete")
    assert MIND.evaluate(BEGIN, grete, "") == pytest.approx(0.5, abs=0.1)
    near = state(HOME, DWARFS)
    assert MIND.evaluate(near, grete, "") > 0.65, "of two battles one is as good as won"
    lost = replace(near, battle=2, results=(BattleResult(BattleEnd.HOME, 0, 0),))
    assert MIND.evaluate(lost, grete, "") == pytest.approx(0.5, abs=0.05), "one battle each"
    over = GAME.apply(near, 1, PlayerCall.RESIGN, NO_CHANCE).state
    assert MIND.evaluate(over, grete, "") == 1


def test_the_chance_of_a_match_follows_from_that_of_a_battle() -> None:
    assert battle_chance(0) == 0.5
    assert battle_chance(10_000) > 0.99
    single = replace(BEGIN, battles=1)
    assert match_chance(single, 0, 1) == 1
    assert match_chance(single, 0, 0.5) == pytest.approx(0.5)
    ahead = replace(BEGIN, battle=2, results=(BattleResult(BattleEnd.HOME, 0, 0),))
    assert match_chance(ahead, 0, 0) == pytest.approx(0.5)
    assert match_chance(ahead, 1, 1) == pytest.approx(0.5)
    assert (
        match_chance_if_drawn(ahead, 0),
        match_chance_if_drawn(ahead, 1),
        match_chance_if_drawn(BEGIN, 0),
    ) == (1, 0, 0.5)


def test_a_draw_that_wins_the_match_is_accepted_and_one_that_loses_it_is_not() -> None:
    first = (BattleResult(BattleEnd.HOME, 0, 0),)
    second = replace(BEGIN, battle=2, results=first, to_move=TROLLS, ply=1)
    assert plan(replace(second, offer=1)) is PlayerCall.ACCEPT
    assert plan(replace(second, offer=0)) is not PlayerCall.ACCEPT


def test_a_draw_is_claimed_by_who_would_lose_by_going_on() -> None:
    lost = " 8 d . . . . T . R . T . . . . . 8\n10 . . . . . T T T T T T . . . . 10"
    quiet = state(lost, DWARFS, quiet_limit=2, ply=2, trail=((1, 2), (3, 4)), battles=1)
    assert plan(quiet) is PlayerCall.CLAIM


def test_what_wins_and_what_hangs_is_told_before_a_move() -> None:
    now = state(HOME, DWARFS)
    told = {(one.key, one.action): dict(one.values) for one in MIND.odds(now, GAME.legal(now, 0))}
    assert told["home", ""] == {"count": 3, "squares": "F1 G1 H1"}
    assert ("hang.dwarfs", "") in told
    assert MIND.odds(replace(now, outcome=GAME.outcome(play_lines(now, "resign"))), ()) == ()
