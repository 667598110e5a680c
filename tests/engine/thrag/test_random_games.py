"""Whole games by random players: invariants after every action."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.store.codec import Codec
from engine.thrag import GAME
from engine.thrag.events import (
    CoinFlipped,
    Ended,
    Paid,
    Rerolled,
    Resigned,
    Slain,
    Struck,
    TileTurned,
    TurnBegan,
)
from engine.thrag.model import BEASTS, State, Verb
from tests.engine.thrag.players import Ply, fickle, game, options, sensible, wild

CODEC: Codec[State] = Codec(State)
FEW = 150
MANY = 2_000
CLOSELY = 7
"""Every so many actions the state is saved and read back, which takes longer."""


def assert_sound(state: State) -> None:
    """No piece is lost or doubled."""
    for stack, foe in zip(state.stacks, state.foes, strict=True):
        standing = [] if foe is None else [foe.tile]
        assert sorted((*stack.pile, *stack.discards, *stack.slain, *standing)) == [1, 2, 3, 4, 5]
    assert sorted((*state.black.pile, *state.black.discards)) == [1, 2, 3, 4, 5]
    assert state.black.slain == ()
    for pool, flipped in zip(state.pools, state.flipped, strict=True):
        assert sorted((*pool, *flipped)) == [0, 1, 2, 3, 4, 5]
    view = GAME.view(state, 0)
    assert sorted((*view.hit_points, *view.healing_pool)) == [0, 1, 2, 3, 4, 5]
    assert list(view.hit_points) == sorted(view.hit_points)
    assert view.hit_points[0] == 0, "the last breath is never paid"
    assert 0 <= state.die <= 5
    assert all(foe is None or 0 <= foe.die <= 5 for foe in state.foes)
    assert 1 <= state.turn <= 12
    assert {*state.spent} <= {*state.weapons}
    assert view.left == 15 - sum(len(stack.slain) for stack in state.stacks)


def assert_asked(state: State) -> None:
    """There is an action besides giving up, and every line is parsed back."""
    legal = GAME.legal(state, 0)
    assert [GAME.parse(str(action), state) for action in legal] == list(legal)
    verbs = {action.verb for action in legal}
    if state.outcome is not None:
        assert not legal
        assert not GAME.to_act(state)
        return
    assert len(verbs - {Verb.RESIGN}) >= 1
    assert any(state.pools)
    if state.owed:
        assert verbs == {Verb.PAY, Verb.RESIGN}
        assert 2 <= len(legal) - 1 <= 7
    else:
        assert any(state.foes), "a turn without beasts is over"
        assert Verb.FIGHT in verbs
        assert (Verb.STOP in verbs) is (state.fights > 0)


def assert_ply(ply: Ply) -> None:
    """The effect of an action, by plain arithmetic."""
    assert ply.events
    for event in ply.events:
        match event:
            case TurnBegan(turn, foes, _):
                assert_draw(ply.state)
                assert turn == ply.before.turn + 1
                assert foes == ply.state.foes
            case Slain(fight):
                assert fight.own + fight.worth >= fight.tile + fight.die
            case Struck(fight):
                assert fight.damage == fight.tile + fight.die - fight.own - fight.worth > 0
            case Paid(coins, damage, _):
                assert sum(coins) >= damage > sum(coins) - min(coins)
                assert {*coins} <= {*ply.before.hit_points} - {0}
            case CoinFlipped(pool, value):
                assert value == ply.before.pools[BEASTS.index(pool)][0]
            case TileTurned(tile, healed):
                assert healed is (tile not in ply.before.hit_points)
                assert tile in ply.state.hit_points
            case Rerolled(_, pawn, _, after):
                assert pawn in ply.state.spent
                assert 0 <= after <= 5


def assert_draw(state: State) -> None:
    """At every draw each living suit has a beast, and no stack waits to be refilled."""
    for stack, foe in zip(state.stacks, state.foes, strict=True):
        assert (foe is None) is (len(stack.slain) == 5)
    assert state.black.pile


def assert_ended(ply: Ply) -> None:
    """There is one end, and its state agrees with it."""
    state, end = ply.state, ply.events[-1]
    assert state.outcome is not None
    left = GAME.view(state, 0).left
    match state.outcome.ending:
        case "win":
            assert left == 0
            assert state.outcome.points == (13 - state.turn,)
            assert 1 <= state.outcome.points[0] <= 8
        case "exhaustion":
            assert not any(state.pools)
            assert left > 0
        case "death":
            assert isinstance(ply.events[-2], Struck)
            assert ply.events[-2].fight.damage > sum(state.hit_points)
        case "breakfast":
            assert state.turn == 12
            assert left > 0
    assert state.outcome.winners == ((0,) if left == 0 else ())
    assert isinstance(end, Resigned if state.outcome.ending == "resignation" else Ended)
    assert end.left == left


def play_game(seed: int) -> str:
    """Play a whole game with checks after every action; its ending."""
    chance = Random(seed)
    given = options(chance)
    player = (wild, fickle, sensible)[seed % 3]
    last: Ply | None = None
    hopeless = False
    for number, ply in enumerate(game(given, str(seed), player, chance)):
        try:
            assert_sound(ply.state)
            assert_asked(ply.state)
            assert_ply(ply)
            if (number + seed) % CLOSELY == 0:
                assert CODEC.dump(ply.state), "it raises if the state would not come back"
        except AssertionError as error:
            error.add_note(f"seed {seed}, {given}, action {number}: {ply.action}")
            raise
        last = ply
        hopeless |= GAME.view(ply.state, 0).lost
    assert last is not None
    assert_ended(last)
    assert last.state.outcome is not None
    assert not (hopeless and last.state.outcome.ending == "win"), f"seed {seed}: it was won all the same"
    return last.state.outcome.ending


@pytest.mark.rule(
    "thrag:setup-2", "thrag:shuffle-1", "thrag:hopeless-1", "thrag:turn-1", "thrag:clock-1", "thrag:breath-1"
)
def test_whatever_is_done_the_pieces_stay_whole_and_the_game_ends() -> None:
    endings = Counter(play_game(seed) for seed in range(FEW))
    assert endings.total() == FEW
    assert set(endings) == set(GAME.endings)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, 1000))
def test_the_same_over_very_many_games(first: int) -> None:
    for seed in range(first, min(first + 1000, MANY)):
        play_game(seed)


@pytest.mark.rule("thrag:turn-1", "thrag:daily-1")
def test_the_dice_of_a_turn_are_the_same_whatever_was_done_before() -> None:
    """Many nights of one deal, played differently: pawns spent or not, stacks made anew or not."""
    thrown: dict[tuple[int, str], set[int]] = {}
    for number in range(120):
        player = (wild, fickle, sensible)[number % 3]
        plies = game({}, "one deal", player, Random(number))
        for event in (event for ply in plies for event in ply.events if isinstance(event, TurnBegan)):
            thrown.setdefault((event.turn, "thrag"), set()).add(event.die)
            for suit, foe in zip(BEASTS, event.foes, strict=True):
                if foe is not None:
                    thrown.setdefault((event.turn, suit), set()).add(foe.die)
    assert max(turn for turn, _ in thrown) > 8
    assert all(len(faces) == 1 for faces in thrown.values()), thrown
