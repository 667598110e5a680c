"""What the mind decides is legal everywhere, the same each time, and sensible about ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.core import read_settings
from engine.mind import LEVELS, Level
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.mind import MIND
from engine.thud.model import Action, BattleEnd, BattleResult, Move, State
from tests.engine.thud.boards import NO_CHANCE, state

FEW = 900
"""Nodes enough to decide by."""

BLOCK = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d . . .         2
10 . . . . . . . . . . . T . . . 10
"""
"""Nine dwarfs against a troll: the dwarfs lead by 5."""


HANGS = """
   A B C D E F G H J K L M N O P
 1           d d d d d           1
 2         d d d d . . T         2
10 . . . . . . . . . . . T . . . 10
"""
"""The same block, and one troll more that it can hurl a dwarf at; else that one goes away."""


def level(key: str) -> Level:
    """A level, quick."""
    found = MIND.level(key)
    return replace(found, budget=min(found.budget, FEW))


def plan(before: State, key: str = "grete", seed: str = "a seed") -> Action:
    """The action of a level for the seat that must act."""
    (seat,) = GAME.to_act(before)
    (action,) = MIND.plan(GAME.view(before, seat), GAME.legal(before, seat), level(key), seed)
    return action


def start_game(**options: str) -> State:
    return GAME.start(read_settings(GAME, options, 2), 2, NO_CHANCE)


def anything(before: State, seed: int, plies: int) -> Iterator[State]:
    """The states of a match in which both sides do and say anything but resign."""
    chance, now = Random(seed), before
    for _ in range(plies):
        yield now
        seats = [seat for seat in (0, 1) if set(GAME.legal(now, seat)) - {PlayerCall.RESIGN}]
        if not seats:
            return
        seat = chance.choice([*GAME.to_act(now)] if chance.random() < 0.9 else seats)
        actions = [action for action in GAME.legal(now, seat) if action is not PlayerCall.RESIGN]
        calls = [action for action in actions if isinstance(action, PlayerCall)]
        moves = [action for action in actions if isinstance(action, Move)]
        captures = [move for move in moves if move.captured]
        chosen = calls if calls and (not moves or chance.random() < 0.1) else captures or moves
        now = GAME.apply(now, seat, chance.choice(chosen), NO_CHANCE).state


def test_the_levels_are_those_of_every_mind_and_think_ever_longer() -> None:
    assert tuple(found.key for found in MIND.levels) == LEVELS
    budgets = [found.budget for found in MIND.levels]
    assert budgets == sorted(set(budgets))


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", [LEVELS[0], *(pytest.param(key, marks=pytest.mark.slow) for key in LEVELS[1:])]
)
def test_every_level_does_what_is_legal_whatever_happens(key: str) -> None:
    said = 0
    for seed in range(2):
        for now in anything(start_game(quiet_limit="4"), seed, 40):
            for seat in (0, 1):
                actions = GAME.legal(now, seat)
                if not set(actions) - {PlayerCall.RESIGN}:
                    continue
                view = GAME.view(now, seat)
                quick = replace(level(key), budget=min(level(key).budget, 200))
                (action,) = MIND.plan(view, actions, quick, str(seed))
                assert action in actions
                assert action is not PlayerCall.RESIGN
                said += isinstance(action, PlayerCall)
    assert said > 5


@pytest.mark.slow
@pytest.mark.parametrize("key", LEVELS)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    now = start_game()
    assert plan(now, key, "one") == plan(now, key, "one")
    assert len({plan(now, key, str(seed)) for seed in range(4)}) > 1, "battles are not all alike"


@pytest.mark.parametrize("key", LEVELS)
def test_hidden_information_changes_nothing(key: str) -> None:
    now = start_game()
    other = GAME.reshuffle(now, SeededRng("another order"))
    assert plan(now, key) == plan(other, key)


def test_only_what_is_as_good_as_the_best_is_said_to_be_so() -> None:
    """A search asks of other moves only whether they are better than the best, which is no worth."""
    now = state(HANGS, Side.DWARFS)
    weighed = MIND.weigh(GAME.view(now, 0), GAME.legal(now, 0), Level("grete", 6000), "a seed")
    hurls = [one for one in weighed if isinstance(one.action, Move) and one.action.captured]
    quiet = [one for one in weighed if one not in hurls]
    assert hurls[0] is weighed[0]
    assert max(one.worth for one in quiet) < weighed[0].worth - 0.04


@pytest.mark.parametrize("key", LEVELS)
def test_actions_are_weighed_as_chances_the_best_first_and_the_best_is_the_plan(key: str) -> None:
    for now in list(anything(start_game(), 5, 30))[::10]:
        (seat,) = GAME.to_act(now)
        view, actions = GAME.view(now, seat), GAME.legal(now, seat)
        weighed = MIND.weigh(view, actions, level(key), "a seed")
        worths = [entry.worth for entry in weighed]
        assert weighed[0].action == plan(now, key)
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)
        assert {entry.action for entry in weighed} <= set(actions)
        assert len({entry.action for entry in weighed}) == len(weighed)


def test_how_a_match_stands_is_told_for_the_first_seat() -> None:
    ahead = state(BLOCK, Side.DWARFS)
    grete = level("grete")
    assert MIND.evaluate(GAME.view(ahead, 0), grete, "") > 0.5
    lost = BattleResult(BattleEnd.AGREED, 0, (2, 32))
    behind = replace(ahead, battle=2, results=(lost,))
    assert MIND.evaluate(GAME.view(behind, 0), grete, "") < 0.1
    resigned = GAME.apply(ahead, 1, PlayerCall.RESIGN, NO_CHANCE).state
    assert MIND.evaluate(GAME.view(resigned, 0), grete, "") == 1


def test_neither_seat_is_ahead_when_a_match_begins() -> None:
    """The roles change for the second battle, so it is even, whatever a battle is worth to the dwarfs."""
    assert MIND.evaluate(GAME.view(start_game(), 0), level("grete"), "") == pytest.approx(0.5, abs=0.02)


def test_how_a_match_stands_does_not_depend_on_who_is_to_move_when_nothing_hangs() -> None:
    """A block and a troll far away: a move more or less changes little for either side."""
    now = state(BLOCK, Side.DWARFS)
    told = [
        MIND.evaluate(GAME.view(replace(now, to_move=side), 0), level("grete"), "")
        for side in (Side.DWARFS, Side.TROLLS)
    ]
    assert told[0] == pytest.approx(told[1], abs=0.05)


def test_an_end_that_wins_the_match_is_accepted_and_one_that_loses_it_is_not() -> None:
    """Seat 1 commands the dwarfs, leads the second battle by 5 and lost the first by 4 or by 6."""
    for lost_by, answer in ((4, PlayerCall.ACCEPT), (6, PlayerCall.DECLINE)):
        first = BattleResult(BattleEnd.AGREED, 0, (10 + lost_by, 10))
        last = state(BLOCK, Side.TROLLS, battle=2, results=(first,), offer=0)
        assert plan(last) is answer


def test_no_end_is_offered_or_accepted_in_a_battle_that_has_hardly_begun() -> None:
    now = start_game()
    for seat in (0, 1):
        offered = GAME.apply(now, seat, PlayerCall.OFFER, NO_CHANCE).state
        assert plan(offered) is not PlayerCall.ACCEPT
        assert plan(now) is not PlayerCall.OFFER


def test_who_leads_where_nothing_happens_any_more_offers_an_end_and_claims_it_where_it_can() -> None:
    first = BattleResult(BattleEnd.AGREED, 0, (10, 10))
    dead = state(BLOCK, Side.DWARFS, battle=2, results=(first,), quiet=60, ply=150)
    assert plan(dead) is PlayerCall.OFFER
    assert plan(replace(dead, quiet_limit=50)) is PlayerCall.CLAIM
    assert plan(replace(dead, to_move=Side.TROLLS)) is not PlayerCall.OFFER, "it would lose the match"


def test_two_who_hope_agree_in_the_end() -> None:
    tired = state(BLOCK, Side.TROLLS, quiet=120, ply=300, offer=1)
    assert plan(tired) is PlayerCall.ACCEPT


def test_what_hangs_is_told_of_who_is_not_to_move_first() -> None:
    picture = """
       A B C D E F G H J K L M N O P
     9 . . . . . d d . . . . . . . . 9
    10 . . . d d . T . . . . . . . . 10
    """
    now = state(picture, Side.DWARFS)
    *hurls, trolls, dwarfs = MIND.odds(GAME.view(now, 0), GAME.legal(now, 0))
    assert [(hurl.key, hurl.action) for hurl in hurls] == [
        ("take", f"d{origin}-G10xG10") for origin in ("F9", "G9", "E10")
    ]
    assert dict(hurls[0].values) == {"count": 1, "squares": "G10", "lost": 0}
    assert (trolls.key, dict(trolls.values)) == ("hang.trolls", {"count": 1, "squares": "G10"})
    assert (dwarfs.key, dict(dwarfs.values)) == ("hang.dwarfs", {"count": 3, "squares": "F9 G9 E10"})
    assert trolls.chance == dwarfs.chance == 1
    other = replace(now, to_move=Side.TROLLS)
    keys = [entry.key for entry in MIND.odds(GAME.view(other, 1), GAME.legal(other, 1))]
    assert keys == ["take", "take", "take", "hang.dwarfs", "hang.trolls"]
    assert MIND.odds(GAME.view(start_game(), 0), ()) == ()


@pytest.mark.parametrize("key", LEVELS)
def test_what_a_level_expects_is_how_the_battle_stands_however_little_it_sees(key: str) -> None:
    """Also a beginner: what it counts at a glance chooses a move, and says nothing about the match."""
    won = BattleResult(BattleEnd.AGREED, 0, (10, 24))
    now = replace(start_game(), battle=2, results=(won,))
    view, moves = GAME.view(now, 1), GAME.legal(now, 1)
    worths = [MIND.weigh(view, moves, level(each), "a seed")[0].worth for each in (key, "grete")]
    assert worths[0] == pytest.approx(worths[1], abs=0.1), "the dwarfs lose about as much as was won before"
