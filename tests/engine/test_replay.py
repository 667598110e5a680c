"""Replaying a log."""

from __future__ import annotations

from functools import partial

import pytest

from engine.core import IllegalAction
from engine.registry import GAMES
from engine.replay import (
    SeedUnknown,
    UndoBeyondStart,
    effective_positions,
    first_position,
    moments,
    next_position,
    position_after_transfer,
    replay,
    replay_positions,
    reshuffled_position,
    seedless_rng,
    start_position,
)
from engine.rng import SeededRng
from tests.engine.exports import open_game
from tests.engine.toy import TOY

SEED = "seed 1"  # the toy rolls 3, 2, 4, 1, 3


def test_a_replay_arrives_where_the_game_did() -> None:
    rng = SeededRng(SEED)
    state = TOY.start({}, 2, rng)
    for ply in range(3):
        state = TOY.apply(state, ply % 2, "roll", rng).state
    again = replay(TOY, {}, 2, SEED, [(0, "roll"), (1, "roll"), (0, "roll")])
    assert (again.state, again.counter) == (state, rng.counter)
    assert again.counter == 3


def test_moments_are_what_each_line_was_played_on() -> None:
    lines = [(0, "roll"), (1, "roll"), (0, "roll")]
    played = replay_positions(TOY, first_position(TOY, {}, 2, SEED), SEED, lines)
    found = moments(played, SEED)
    assert [(moment.seat, moment.action) for moment in found] == lines
    for number, moment in enumerate(found):
        before = replay(TOY, {}, 2, SEED, lines[:number])
        assert (moment.state, moment.rng.counter) == (before.state, before.counter)
        after = TOY.apply(moment.state, moment.seat, moment.action, moment.rng).state
        assert after == replay(TOY, {}, 2, SEED, lines[: number + 1]).state
    with pytest.raises(IllegalAction):
        replay_positions(TOY, first_position(TOY, {}, 2, SEED), SEED, [(1, "roll")])


def test_a_replay_stops_at_a_line_that_is_not_legal() -> None:
    with pytest.raises(IllegalAction):
        replay(TOY, {}, 2, SEED, [(0, "roll"), (0, "roll")])


def test_what_was_taken_back_is_not_on_the_way_and_brings_the_same_chance() -> None:
    lines = [(0, "roll"), (1, "roll"), (0, "!undo 1"), (1, "roll"), (0, "stop")]
    played = replay_positions(TOY, first_position(TOY, {}, 2, SEED), SEED, lines)
    assert played[4].state == played[2].state
    assert [position.ply for position in effective_positions(played)] == [0, 1, 4, 5]


def test_after_a_hint_the_game_and_its_chance_are_as_before() -> None:
    rolled = [(0, "roll"), (1, "roll")]
    played = replay_positions(
        TOY, first_position(TOY, {}, 2, SEED), SEED, [rolled[0], (1, "!hint"), rolled[1]]
    )
    plain = replay_positions(TOY, first_position(TOY, {}, 2, SEED), SEED, rolled)
    assert [(one.state, one.counter) for one in played[2:]] == [(one.state, one.counter) for one in plain[1:]]
    assert played[2].is_hint
    assert not any(one.is_hint for one in (*played[:2], played[3]))
    assert [position.ply for position in effective_positions(played)] == [0, 1, 3]
    assert [moment.action for moment in moments(played, SEED)] == ["roll", "roll"]


def test_an_undo_goes_back_over_a_hint_and_to_one() -> None:
    first = first_position(TOY, {}, 2, SEED)
    over = replay_positions(TOY, first, SEED, [(0, "roll"), (1, "!hint"), (1, "roll"), (0, "!undo 1")])
    to = replay_positions(TOY, first, SEED, [(0, "roll"), (1, "!hint"), (1, "roll"), (0, "!undo 2")])
    for played in (over, to):
        assert (played[-1].state, played[-1].counter) == (played[1].state, played[1].counter)
        assert [position.ply for position in effective_positions(played)] == [0, 1]
        assert not played[-1].is_hint


@pytest.mark.parametrize("line", [1, 0, 99])
def test_nothing_goes_back_beyond_the_position_a_replay_begins_with(line: int) -> None:
    first = replay(TOY, {}, 2, SEED, [(0, "roll"), (1, "roll")])
    with pytest.raises(UndoBeyondStart):
        replay_positions(TOY, first, SEED, [(0, "roll"), (1, f"!undo {line}")])


# Without the seed


def test_as_long_as_nothing_is_drawn_a_game_is_known_without_its_seed() -> None:
    """The toy deals nothing; whoever stops needs no die."""
    found = [start_position(TOY, {}, 2, seedless_rng)]
    assert next_position(TOY, found, seedless_rng, 0, "stop").state.over == "stopped"
    with pytest.raises(SeedUnknown):
        next_position(TOY, found, seedless_rng, 0, "roll")
    with pytest.raises(IllegalAction):
        next_position(TOY, found, seedless_rng, 1, "stop")


@pytest.mark.parametrize(("key", "seats"), [("thrag", 1), ("trogdor", 3)])
def test_a_deal_is_not_known_without_its_seed(key: str, seats: int) -> None:
    with pytest.raises(SeedUnknown):
        start_position(GAMES[key], {}, seats, seedless_rng)


def test_a_stream_of_chance_is_not_known_without_its_seed() -> None:
    with pytest.raises(SeedUnknown):
        seedless_rng(0).stream("reroll").below(6)
    assert seedless_rng(7).counter == 7


# A game that moves house


@pytest.mark.parametrize(("key", "seats"), [("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3)])
def test_a_game_that_moves_looks_the_same_and_its_chance_begins_anew(key: str, seats: int) -> None:
    before = open_game(key, seats).play_on(5)
    found = position_after_transfer(before.game, before.state, "another secret")
    assert (found.ply, found.counter, found.action) == (1, 0, None)
    for viewer in (None, *range(seats)):
        assert before.game.view(found.state, viewer) == before.game.view(before.state, viewer)
    assert found == reshuffled_position(before.game, before.state, partial(SeededRng, "another secret"))


@pytest.mark.parametrize(("key", "seats", "hides"), [("thud", 2, False), ("thrag", 1, True)])
def test_where_anything_lies_face_down_it_lies_in_another_order_for_each_secret(
    key: str, seats: int, hides: bool
) -> None:
    before = open_game(key, seats).play_on(2)
    found = {
        position_after_transfer(before.game, before.state, f"secret {number}").state for number in range(5)
    }
    assert len(found | {before.state}) == (6 if hides else 1)
    if hides:
        with pytest.raises(SeedUnknown):
            reshuffled_position(before.game, before.state, seedless_rng)
