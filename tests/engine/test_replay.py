"""Replaying a log."""

from __future__ import annotations

from functools import partial

import pytest

from engine.core import IllegalAction
from engine.registry import GAMES
from engine.replay import (
    Forgotten,
    Untold,
    arrived,
    begun,
    first_position,
    lasting,
    moments,
    moved_in,
    next_position,
    positions,
    replay,
    untold,
)
from engine.rng import SeededRng
from tests.engine.exports import opened
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
    played = positions(TOY, first_position(TOY, {}, 2, SEED), SEED, lines)
    found = moments(played, SEED)
    assert [(moment.seat, moment.action) for moment in found] == lines
    for number, moment in enumerate(found):
        before = replay(TOY, {}, 2, SEED, lines[:number])
        assert (moment.state, moment.rng.counter) == (before.state, before.counter)
        after = TOY.apply(moment.state, moment.seat, moment.action, moment.rng).state
        assert after == replay(TOY, {}, 2, SEED, lines[: number + 1]).state
    with pytest.raises(IllegalAction):
        positions(TOY, first_position(TOY, {}, 2, SEED), SEED, [(1, "roll")])


def test_a_replay_stops_at_a_line_that_is_not_legal() -> None:
    with pytest.raises(IllegalAction):
        replay(TOY, {}, 2, SEED, [(0, "roll"), (0, "roll")])


def test_what_was_taken_back_is_not_on_the_way_and_brings_the_same_chance() -> None:
    lines = [(0, "roll"), (1, "roll"), (0, "!undo 1"), (1, "roll"), (0, "stop")]
    played = positions(TOY, first_position(TOY, {}, 2, SEED), SEED, lines)
    assert played[4].state == played[2].state
    assert [position.ply for position in lasting(played)] == [0, 1, 4, 5]


def test_after_a_hint_the_game_and_its_chance_are_as_before() -> None:
    rolled = [(0, "roll"), (1, "roll")]
    played = positions(TOY, first_position(TOY, {}, 2, SEED), SEED, [rolled[0], (1, "!hint"), rolled[1]])
    plain = positions(TOY, first_position(TOY, {}, 2, SEED), SEED, rolled)
    assert [(one.state, one.counter) for one in played[2:]] == [(one.state, one.counter) for one in plain[1:]]
    assert played[2].is_hint
    assert not any(one.is_hint for one in (*played[:2], played[3]))
    assert [position.ply for position in lasting(played)] == [0, 1, 3]
    assert [moment.action for moment in moments(played, SEED)] == ["roll", "roll"]


def test_an_undo_goes_back_over_a_hint_and_to_one() -> None:
    first = first_position(TOY, {}, 2, SEED)
    over = positions(TOY, first, SEED, [(0, "roll"), (1, "!hint"), (1, "roll"), (0, "!undo 1")])
    to = positions(TOY, first, SEED, [(0, "roll"), (1, "!hint"), (1, "roll"), (0, "!undo 2")])
    for played in (over, to):
        assert (played[-1].state, played[-1].counter) == (played[1].state, played[1].counter)
        assert [position.ply for position in lasting(played)] == [0, 1]
        assert not played[-1].is_hint


@pytest.mark.parametrize("line", [1, 0, 99])
def test_nothing_goes_back_beyond_the_position_a_replay_begins_with(line: int) -> None:
    first = replay(TOY, {}, 2, SEED, [(0, "roll"), (1, "roll")])
    with pytest.raises(Forgotten):
        positions(TOY, first, SEED, [(0, "roll"), (1, f"!undo {line}")])


# Without the seed


def test_as_long_as_nothing_is_drawn_a_game_is_known_without_its_seed() -> None:
    """The toy deals nothing; whoever stops needs no die."""
    found = [begun(TOY, {}, 2, untold)]
    assert next_position(TOY, found, untold, 0, "stop").state.over == "stopped"
    with pytest.raises(Untold):
        next_position(TOY, found, untold, 0, "roll")
    with pytest.raises(IllegalAction):
        next_position(TOY, found, untold, 1, "stop")


@pytest.mark.parametrize(("key", "seats"), [("thrag", 1), ("trogdor", 3)])
def test_a_deal_is_not_known_without_its_seed(key: str, seats: int) -> None:
    with pytest.raises(Untold):
        begun(GAMES[key], {}, seats, untold)


def test_a_stream_of_chance_is_not_known_without_its_seed() -> None:
    with pytest.raises(Untold):
        untold(0).stream("reroll").below(6)
    assert untold(7).counter == 7


# A game that moves house


@pytest.mark.parametrize(("key", "seats"), [("thud", 2), ("ploc", 2), ("thrag", 1), ("trogdor", 3)])
def test_a_game_that_moves_looks_the_same_and_its_chance_begins_anew(key: str, seats: int) -> None:
    before = opened(key, seats).goes_on(5)
    found = arrived(before.game, before.state, "another secret")
    assert (found.ply, found.counter, found.action) == (1, 0, None)
    for viewer in (None, *range(seats)):
        assert before.game.view(found.state, viewer) == before.game.view(before.state, viewer)
    assert found == moved_in(before.game, before.state, partial(SeededRng, "another secret"))


@pytest.mark.parametrize(("key", "seats", "hides"), [("thud", 2, False), ("thrag", 1, True)])
def test_where_anything_lies_face_down_it_lies_in_another_order_for_each_secret(
    key: str, seats: int, hides: bool
) -> None:
    before = opened(key, seats).goes_on(2)
    found = {arrived(before.game, before.state, f"secret {number}").state for number in range(5)}
    assert len(found | {before.state}) == (6 if hides else 1)
    if hides:
        with pytest.raises(Untold):
            moved_in(before.game, before.state, untold)
