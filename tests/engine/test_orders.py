"""Whether a turn goes on after an action, and what is said of an action that was seen a step later."""

from __future__ import annotations

import pytest

from engine.action_order import raise_worth, state_if_turn_goes_on
from engine.core import read_settings
from engine.mind import ActionWorth
from engine.registry import GAMES
from engine.rng import SeededRng

DICE = ("6b swap", "4a hit standing", "4c weaken")
"""All dice of the first turn with this seed."""

SEED = "3040"


def test_a_turn_goes_on_until_it_is_another_seats_or_something_is_revealed() -> None:
    game = GAMES["ploc"]
    state = game.start(read_settings(game, {}, 2), 2, SeededRng(SEED))
    reroll = next(action for action in game.legal(state, 0) if str(action).startswith("reroll"))
    assert state_if_turn_goes_on(game, state, 0, reroll) is None, "it reveals a die"
    for line in DICE:
        after = state_if_turn_goes_on(game, state, 0, game.parse(line, state))
        assert after == game.apply(state, 0, game.parse(line, state), SeededRng("any")).state
        state = after
    assert state_if_turn_goes_on(game, state, 0, game.parse("done", state)) is None


@pytest.mark.parametrize(
    ("action", "worth", "found"),
    [
        ("b", 0.5, [("a", 0.8), ("c", 0.6), ("b", 0.5)]),
        ("b", 0.7, [("a", 0.8), ("b", 0.7), ("c", 0.6)]),
        ("b", 0.9, [("a", 0.8), ("b", 0.8), ("c", 0.6)]),
        ("c", 0.5, [("a", 0.8), ("c", 0.6), ("b", 0.4)]),
        ("z", 0.3, [("a", 0.8), ("c", 0.6), ("b", 0.4), ("z", 0.3)]),
    ],
)
def test_what_is_seen_a_step_later_is_never_worse_and_never_better_than_the_best(
    action: str, worth: float, found: list[tuple[str, float]]
) -> None:
    weighed = (ActionWorth("a", 0.8), ActionWorth("c", 0.6), ActionWorth("b", 0.4))
    assert raise_worth(weighed, action, worth) == tuple(ActionWorth(*one) for one in found)
