"""Whole games by random players: invariants after every action."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.store.codec import Codec
from engine.ploc import GAME
from engine.ploc.events import (
    GameEnded,
    Hit,
    MatchBegan,
    MatchEnded,
    Rerolled,
    Rolled,
    Swapped,
    TookBack,
    TurnPassed,
    Weakened,
    WentBerserk,
)
from engine.ploc.model import Deed, State, Verb
from tests.engine.ploc.players import Ply, eager, game, wild

CODEC: Codec[State] = Codec(State)
FEW = 50
MANY = 2_000
CLOSELY = 5
"""Every so many actions the state and all lines are written and read back, which takes longer."""

DEEDS = (Hit, Swapped, Weakened, WentBerserk)


def assert_sound(state: State) -> None:
    """Nine dice, three in each column and three free, and enough athletes on each side."""
    for dice in (state.sides[0].column, state.sides[1].column, state.turn.dice):
        assert len(dice) == 3
        assert all(1 <= die <= 6 for die in dice)
    for side in state.sides:
        assert side.standing >= 0
        assert side.lying >= 0
        assert side.athletes > 0 or state.outcome is not None, "a match goes on without athletes"
    uses = state.turn.uses
    assert len({use.die for use in uses}) == len({use.place for use in uses}) == len(uses)
    assert state.turn.seat == (state.turn.number - 1 + state.match - 1) % 2
    assert len(state.results) == state.match - 1 + ended_in_match_two(state)


def ended_in_match_two(state: State) -> bool:
    return state.match == 2 and state.outcome is not None and state.outcome.ending != "resignation"


def assert_asked(state: State) -> None:
    """Every unused die has a swap at every free place, and giving up needs no turn."""
    for seat in (0, 1):
        verbs = {action.verb for action in GAME.legal(state, seat)}
        assert (Verb.RESIGN in verbs) is (state.outcome is None)
        assert (Verb.CONCEDE in verbs) is (state.outcome is None and state.match == 1)
    if state.outcome is not None or state.offer is not None:
        return
    turn = state.turn
    legal = GAME.legal(state, turn.seat)
    unused = {die for index, die in enumerate(turn.dice) if index not in {use.die for use in turn.uses}}
    free = {0, 1, 2} - {use.place for use in turn.uses}
    swaps = {(action.die, action.place) for action in legal if action.deed is Deed.SWAP}
    whole = {(die, place) for die in unused for place in free}
    assert swaps == (whole if turn.berserk is None else set())
    assert (Verb.DONE in {action.verb for action in legal}) is not bool(swaps)


def assert_written(state: State) -> None:
    """State and actions survive writing and reading."""
    assert CODEC.dump(state), "it raises if the state would not come back"
    for seat in (0, 1):
        legal = GAME.legal(state, seat)
        assert [GAME.parse(str(action), state) for action in legal] == list(legal)


def athletes(state: State) -> list[int]:
    return [side.athletes for side in state.sides]


def assert_ply(ply: Ply) -> None:
    """Dice and athletes change as the events say, on one side only, and a match ends when it should."""
    assert ply.events
    ends = [event for event in ply.events if isinstance(event, MatchEnded)]
    for event in ply.events:
        if isinstance(event, DEEDS):
            assert_deed(ply, event, decided=bool(ends))
    match ply.events[0]:
        case Rerolled(_, before, after):
            changed = Counter(ply.state.turn.dice) - Counter(ply.before.turn.dice)
            assert changed == (Counter([after]) if after != before else Counter())
            assert ply.state.turn.rerolls == ply.before.turn.rerolls - 1
            assert ply.state.sides == ply.before.sides
        case TurnPassed(seat, number):
            assert ends or ply.state.turn.seat == 1 - seat
            assert ends or ply.state.turn.number == number + 1
            assert bool(ends) is (number == ply.before.limit)
    for end in ends:
        assert_match_ended(ply, end)
    for rolled in (event for event in ply.events if isinstance(event, Rolled)):
        assert rolled.rerolls == ply.state.sides[rolled.seat].column.count(6)


def assert_deed(ply: Ply, event: object, *, decided: bool) -> None:
    """What one die or berserk did; where the match does not go on after it, that it had to end."""
    seat, before = ply.seat, ply.before.sides
    own, other = before[seat], before[1 - seat]
    left_own, left_other = (own.standing, own.lying), (other.standing, other.lying)
    column = Counter(own.column)
    match event:
        case Hit(_, die, met, lying):
            assert die >= met - (2 if lying else 0)
            left_other = (other.standing - (not lying), other.lying - lying)
        case Weakened():
            left_other = (other.standing - 1, other.lying + 1)
        case WentBerserk(_, die, standing, lying):
            assert set(ply.before.turn.dice) == {die}
            assert die >= min(own.column)
            assert standing + lying == min(4, other.athletes)
            left_other = (other.standing - standing, other.lying - lying)
        case Swapped(_, die, met, change):
            assert change == max(1 + die - met, -own.athletes)
            gone = min(max(-change, 0), own.lying)
            left_own = (own.standing + change + gone, own.lying - gone)
            column = column - Counter([met]) + Counter([die])
    assert min(*left_own, *left_other) >= 0
    assert decided is (0 in (sum(left_own), sum(left_other)))
    if not decided or ply.state.outcome is not None:
        sides = ply.state.sides
        assert (sides[seat].standing, sides[seat].lying) == left_own
        assert (sides[1 - seat].standing, sides[1 - seat].lying) == left_other
        assert Counter(sides[seat].column) == column
        assert sides[1 - seat].column == other.column


def assert_match_ended(ply: Ply, end: MatchEnded) -> None:
    """The right side won, and what follows is a second match or the end of the game."""
    counts = athletes(ply.before)
    if end.how in ("agreement", "limit"):
        later = 1 if end.match == 1 else 0
        assert end.winner == (later if counts[0] == counts[1] else counts.index(max(counts)))
    elif end.how in ("hit", "berserk"):
        assert end.winner == ply.seat
    else:
        assert end.how in ("swap", "concession")
        assert end.winner == 1 - ply.seat
    if end.match == 1:
        (began,) = (event for event in ply.events if isinstance(event, MatchBegan))
        dice = [sum(column) for column in began.columns]
        dice[end.winner] += 1
        assert athletes(ply.state) == dice
        assert [side.lying for side in ply.state.sides] == [0, 0]
        assert ply.state.turn.seat == 1
    else:
        assert ply.events[-1] == GameEnded(end.winner)


def assert_undone(ply: Ply, plies: list[Ply]) -> None:
    """The undone deed restores the state before it."""
    if ply.events and isinstance(ply.events[0], TookBack):
        deed = next(earlier for earlier in reversed(plies[:-1]) if earlier.before.turn == ply.state.turn)
        assert deed.before.sides == ply.state.sides


def play_game(seed: int) -> str:
    """Play a whole game with checks after every action; its ending."""
    chance = Random(seed)
    limit = chance.choice((0, 0, chance.randint(1, 40)))
    player = eager if seed % 3 == 0 else wild
    plies: list[Ply] = []
    for number, ply in enumerate(game(limit, str(seed), player, chance)):
        plies.append(ply)
        try:
            assert_sound(ply.state)
            assert_asked(ply.state)
            assert_ply(ply)
            assert_undone(ply, plies)
            assert not limit or ply.state.turn.number <= limit
            if (number + seed) % CLOSELY == 0:
                assert_written(ply.state)
        except AssertionError as error:
            error.add_note(f"seed {seed}, limit {limit}, action {number}: {ply.seat} {ply.action}")
            raise
    outcome = plies[-1].state.outcome
    assert outcome is not None
    assert sum(outcome.points) == outcome.points[outcome.winners[0]] == 1
    return outcome.ending


@pytest.mark.rule("ploc:use-2", "ploc:match-1", "ploc:setup-1", "ploc:swap-2", "ploc:win-1", "ploc:limit-1")
def test_whatever_is_done_dice_and_athletes_stay_whole_and_the_game_ends() -> None:
    endings = Counter(play_game(seed) for seed in range(FEW))
    assert endings.total() == FEW
    assert set(endings) == set(GAME.endings)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, 1000))
def test_the_same_over_very_many_games(first: int) -> None:
    for seed in range(first, min(first + 1000, MANY)):
        play_game(seed)
