"""What of a night nobody can know, what tells of it, and how it is shuffled anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bot.store.codec import Codec
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.model import State
from tests.engine.thrag.nights import Night, night
from tests.engine.thrag.players import Ply, fickle, game, options, sensible, wild

CODEC: Codec[State] = Codec(State)
LATE = """
    red    5+3  stack 4 1       discards 2   coins 5 2
    green  2+2  stack 3 5 1     discards 4   coins 3 1 4 0
    blue   3+0  stack 1         slain 2 4    coins 4
    black  2    stack 3 5 1                  coins 0 4
"""
NEXT = (3, 2, 1, 0)
"""The dice of the turn after."""


def reveals(after: Night) -> bool:
    """Whether the last line told something unknown."""
    return any(map(GAME.reveals, after.events))


def plies(games: int) -> Iterator[Ply]:
    """Whole games with all sorts of players and options, action by action."""
    for seed in range(games):
        chance = Random(seed)
        yield from game(options(chance), str(seed), (wild, fickle, sensible)[seed % 3], chance)


@pytest.mark.rule("thrag:undo-1", "thrag:fight-3")
def test_a_fight_without_a_coin_that_leaves_beasts_standing_tells_nothing_new() -> None:
    assert not reveals(night(LATE).play("fight green"))
    lost = night(LATE).play("fight blue")
    assert lost.kinds() == ["Struck", "Paid"]
    assert not reveals(lost)
    assert not reveals(night(LATE.replace("black  2", "black  4")).play("fight blue"))


@pytest.mark.rule("thrag:undo-1", "thrag:coin-3", "thrag:pawn-1", "thrag:turn-4")
@pytest.mark.parametrize("line", ["fight green with green", "fight blue with blue", "reroll red", "stop"])
def test_a_coin_a_reroll_and_the_end_of_the_fighting_show_something(line: str) -> None:
    assert reveals(night(LATE, fights=1, chance=NEXT).play(line))


@pytest.mark.rule("thrag:undo-1", "thrag:turn-3")
def test_the_last_beast_of_a_turn_ends_it_and_so_shows_a_tile() -> None:
    alone = LATE.replace("5+3", "-").replace("3+0", "-").replace("stack 4 1", "stack 4 1 5")
    after = night(alone.replace("black  2", "black  4"), chance=NEXT).play("fight green")
    assert "TileTurned" in after.kinds()
    assert reveals(after)


@pytest.mark.rule("thrag:undo-1", "thrag:win-1", "thrag:resign-1")
def test_the_end_of_the_game_shows_nothing_by_itself() -> None:
    last = """
        red    -    slain 1..5
        green  -    slain 1..5
        blue   3+0  slain 1 2 4 5
        black  4
    """
    won = night(last).play("fight blue")
    assert won.ending == "win"
    assert not reveals(won)
    assert not reveals(night(LATE).play("resign"))


@pytest.mark.rule("thrag:undo-1", "thrag:pay-1")
def test_paying_shows_nothing() -> None:
    owing = night(LATE.replace("coins 0 4\n", "coins 0 3 4 5\n")).play("fight green")
    assert owing.legal("pay") == ["pay 3", "pay 4", "pay 5"]
    assert not reveals(owing)
    assert not reveals(owing.play("pay 4"))


@pytest.mark.rule("thrag:undo-1")
def test_what_shows_nothing_comes_to_the_same_whatever_lies_face_down_and_however_dice_fall() -> None:
    """And each kind of event that does show something comes out in another way at least once."""
    quiet, news, changed = 0, set(), set()
    for number, ply in enumerate(plies(60)):
        other = GAME.reshuffle(ply.before, SeededRng(f"hidden {number}"))
        again = GAME.apply(other, 0, ply.action, SeededRng(f"dice {number}"))
        told = [event for event in ply.events if GAME.reveals(event)]
        news |= {type(event).__name__ for event in told}
        changed |= {type(event).__name__ for event in told if event not in again.events}
        if not told:
            quiet += 1
            assert again.events == ply.events
            assert GAME.view(again.state, 0) == GAME.view(ply.state, 0)
    assert quiet > 100
    assert news == changed == {"TurnBegan", "Rerolled", "CoinFlipped", "TileTurned"}


@pytest.mark.rule("thrag:fork-1", "thrag:secret-1")
def test_shuffled_anew_a_table_looks_the_same_and_keeps_its_pieces() -> None:
    for number, ply in enumerate(plies(30)):
        state, other = ply.state, GAME.reshuffle(ply.state, SeededRng(str(number)))
        assert GAME.view(other, 0) == GAME.view(state, 0)
        assert GAME.text(GAME.view(other, None)) == GAME.text(GAME.view(state, None))
        assert GAME.legal(other, 0) == GAME.legal(state, 0)
        assert replace(other, stacks=state.stacks, black=state.black, pools=state.pools) == state
        for one, another in zip((*state.stacks, state.black), (*other.stacks, other.black), strict=True):
            assert sorted(one.pile) == sorted(another.pile)
            assert (one.discards, one.slain) == (another.discards, another.slain)
        assert [sorted(pool) for pool in state.pools] == [sorted(pool) for pool in other.pools]
        assert CODEC.load(CODEC.dump(other)) == other


@pytest.mark.rule("thrag:fork-1")
def test_every_order_of_a_stack_and_of_a_pool_can_come_up() -> None:
    state = night(LATE).state
    others = [GAME.reshuffle(state, SeededRng(str(seed))) for seed in range(400)]
    assert {other.stacks[0].pile for other in others} == set(permutations((1, 4)))
    assert {other.stacks[1].pile for other in others} == set(permutations((1, 3, 5)))
    assert {other.black.pile for other in others} == set(permutations((1, 3, 5)))
    assert {other.pools[1] for other in others} == set(permutations((0, 1, 3, 4)))
    assert {other.pools[2] for other in others} == {(4,)}
    together = {(other.stacks[1].pile, other.black.pile) for other in others}
    assert len(together) == 36, "stacks are shuffled one by one"
