"""What every game of the registry promises; a registered game is tested automatically."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.core import (
    GIVING_UP,
    BadOption,
    Choice,
    Document,
    IllegalAction,
    Number,
    Option,
    full_view,
    pick_key,
    read_options,
    read_settings,
    reshuffle_nothing,
)
from engine.registry import GAMES
from engine.rng import Rng, SeededRng
from tests.engine.games import TABLES, AnyGame, pick, start_game, turns

pytestmark = pytest.mark.noted

PLAYOUTS = [
    pytest.param(key, seats, seed, marks=[pytest.mark.slow] if seed else [])
    for key, seats in TABLES
    for seed in range(2)
]
"""One game each of so many players; the slow tests play one more."""
LENGTH = 80  # actions
LONGEST_LINE = 70  # characters
LONGEST_GAME = 1000  # actions, if the house plays all seats
LONGEST_TURN = 60  # actions of the house
RESIGNATION = "resignation"
"""The ending of a game after a resignation."""

TO_AN_END = {"thud": {"quiet_limit": "20"}}
"""Options without which a game of two seats that never offer an end might not end."""


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_registered_under_its_own_key(key: str) -> None:
    game = GAMES[key]
    assert game.key == key, f"engine/registry.py: {game.key} stands under {key}"
    where = f"engine/{key}/__init__.py (docs/adding-a-game.md)"
    assert key.isidentifier(), f"{where}: the key is no identifier"
    assert key.islower(), f"{where}: the key is not in small letters"
    assert game.title, f"{where}: there is no title"
    assert game.rules_version >= 1, f"{where}: rules_version begins with 1"
    assert len(game.seats) > 0, f"{where}: no player can play"
    assert game.seats.start >= 1, f"{where}: no player can play"
    assert len(set(game.endings)) == len(game.endings) > 0, f"{where}: each ending stands there once"


@pytest.mark.parametrize("key", GAMES)
def test_the_default_of_an_option_is_a_value_it_allows(key: str) -> None:
    for option in GAMES[key].options:
        assert option.read(str(option.default)) == option.default, f"engine/{key}/__init__.py: {option.key}"
    extremes = {option.key: extreme(option) for option in GAMES[key].options}
    seats = GAMES[key].seats[-1]
    settings = read_settings(GAMES[key], extremes, seats)
    state = GAMES[key].start(settings, seats, SeededRng("extremes"))
    assert GAMES[key].to_act(state)


def extreme(option: Option) -> str:
    """The last value that an option allows; empty for a file."""
    if isinstance(option, Document):
        return option.default
    return str(option.maximum) if isinstance(option, Number) else option.choices[-1]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_players_can_pick_all_that_there_is(key: str, seats: int) -> None:
    """Each seat picks a value that no other seat has."""
    game = GAMES[key]
    for option in (option for option in game.options if isinstance(option, Choice)):
        for value in option.choices:
            agreed = {option.key: value}
            for kind in game.picks(read_options(game.options, agreed)):
                free = [choice for choice in kind.choices if choice != kind.default][:seats]
                picked = {pick_key(kind.key, seat): choice for seat, choice in enumerate(free)}
                settings = read_settings(game, agreed | picked, seats)
                assert game.to_act(game.start(settings, seats, SeededRng("picks")))
                if len(free) > 1:
                    with pytest.raises(BadOption):
                        read_settings(game, agreed | picked | {pick_key(kind.key, 1): free[0]}, seats)


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_in_a_cooperative_game_everybody_can_leave_and_the_last_ends_it(
    key: str, seats: int, seed: int
) -> None:
    *_, (game, state, rng) = turns(key, seats, seed, LENGTH // 8)
    if not game.cooperative or game.outcome(state) is not None:
        return
    here = [seat for seat in range(seats) if game.legal(state, seat)]
    for seat in here:
        assert "leave" in map(str, game.legal(state, seat))
        state = game.apply(state, seat, game.parse("leave", state), rng).state
        assert game.legal(state, seat) == ()
    assert game.outcome(state) is not None


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_a_resignation_ends_the_game_and_does_not_win_it(key: str, seats: int, seed: int) -> None:
    for game, state, rng in turns(key, seats, seed, LENGTH // 8):
        for seat in range(seats):
            for action in (action for action in game.legal(state, seat) if str(action) == "resign"):
                after = game.apply(state, seat, action, SeededRng(rng.seed, rng.counter)).state
                outcome = game.outcome(after)
                assert outcome is not None
                assert outcome.ending == RESIGNATION
                assert set(outcome.winners) == set(range(seats)) - {seat}


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_who_must_act_has_something_to_do_until_there_is_an_outcome(key: str, seats: int, seed: int) -> None:
    for game, state, _ in turns(key, seats, seed, LENGTH):
        acting, outcome = game.to_act(state), game.outcome(state)
        assert acting <= set(range(seats))
        assert (not acting) is (outcome is not None)
        assert all(game.legal(state, seat) for seat in acting)
        if outcome is not None:
            assert outcome.ending in game.endings, f"engine/{key}/__init__.py: {outcome.ending} is no ending"
            assert set(outcome.winners) <= set(range(seats))
            assert len(outcome.points) == seats
            assert not any(game.legal(state, seat) for seat in range(seats))


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_every_legal_action_is_written_short_and_read_back(key: str, seats: int, seed: int) -> None:
    for game, state, _ in turns(key, seats, seed, LENGTH // 4):
        for seat in range(seats):
            legal = game.legal(state, seat)
            lines = [str(action) for action in legal]
            assert len(set(lines)) == len(lines), "two actions share a line"
            for action, line in zip(legal, lines, strict=True):
                assert 0 < len(line) <= LONGEST_LINE, line
                assert line == line.strip(), line
                assert line.isprintable(), line
                assert game.parse(line, state) == action, line


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_every_legal_action_can_be_taken(key: str, seats: int, seed: int) -> None:
    chance = Random(seed)
    for game, state, rng in turns(key, seats, seed, LENGTH // 4):
        for seat in range(seats):
            legal = game.legal(state, seat)
            for action in chance.sample(legal, min(10, len(legal))):
                step = game.apply(state, seat, action, SeededRng(rng.seed, rng.counter))
                assert type(step.state) is type(state)
                assert step.events, f"{action} happened without an event"
                assert all(is_frozen(event) for event in step.events)


def is_frozen(value: Any) -> bool:
    return is_dataclass(value) and isinstance(value, Hashable) and hash(value) == hash(value)


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_states_are_frozen_and_no_action_changes_the_one_before(key: str, seats: int, seed: int) -> None:
    for game, state, rng in turns(key, seats, seed, LENGTH // 4):
        assert is_frozen(state)
        with pytest.raises(FrozenInstanceError):
            setattr(state, fields(state)[0].name, None)
        for seat in game.to_act(state):
            before = (repr(state), hash(state))
            action = pick(game, state, seat, Random(seed))
            game.apply(state, seat, action, SeededRng(rng.seed, rng.counter))
            assert (repr(state), hash(state)) == before


def refusal_of(game: AnyGame, state: Any, seat: int, action: Any, rng: SeededRng) -> IllegalAction | None:
    try:
        game.apply(state, seat, action, rng)
    except IllegalAction as error:
        return error
    return None


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_what_is_not_legal_is_refused_and_changes_nothing(key: str, seats: int, seed: int) -> None:
    """Actions of other moments: each is legal, or refused by a rule of the game."""
    playout = list(turns(key, seats, seed, LENGTH))
    chance = Random(seed)
    refused = []
    for game, state, rng in playout:
        _, elsewhere, _ = chance.choice(playout)
        for seat in range(seats):
            foreign = sorted({*game.legal(elsewhere, seat), *game.legal(playout[0][1], seat)}, key=str)
            for action in chance.sample(foreign, min(8, len(foreign))):
                before = (repr(state), hash(state))
                error = refusal_of(game, state, seat, action, SeededRng(rng.seed, rng.counter))
                assert (error is None) is (action in game.legal(state, seat)), f"{action} by {seat}: {error}"
                assert (repr(state), hash(state)) == before
                refused += [error] if error else []
    assert refused
    assert all(error.rule.startswith(f"{key}:") and error.key for error in refused)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_players_come_to_an_end(key: str, seats: int) -> None:
    ends = [list(turns(key, seats, seed, 4 * LENGTH))[-1][1] for seed in range(12)]
    assert any(GAMES[key].outcome(state) for state in ends)


@pytest.mark.parametrize(("key", "seats"), TABLES)
@pytest.mark.parametrize("line", ["", "?", "no such thing", "\N{SNOWMAN}", "-" * 5000, "a1 " * 2000, "\0"])
def test_nonsense_is_refused_as_malformed(key: str, seats: int, line: str) -> None:
    game, state, _ = start_game(key, seats)
    with pytest.raises(IllegalAction) as refused:
        game.parse(line, state)
    assert refused.value.fault == "malformed"
    assert refused.value.rule.startswith(f"{key}:")
    assert all(len(str(value)) <= LONGEST_LINE for value in refused.value.values.values())


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_a_view_is_a_value_that_can_be_told(key: str, seats: int, seed: int) -> None:
    for game, state, _ in turns(key, seats, seed, LENGTH // 2):
        for viewer in (None, *range(seats)):
            shown = game.view(state, viewer)
            assert is_frozen(shown)
            assert shown == game.view(state, viewer)
            hides = game.view is not full_view or game.reshuffle is not reshuffle_nothing
            assert (type(shown) is not type(state)) is hides, "a view that is the state hides nothing"
            assert game.text(shown).strip()


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_the_same_seed_and_lines_give_the_same_game(key: str, seats: int, seed: int) -> None:
    once = [(repr(state), rng.counter) for _, state, rng in turns(key, seats, seed, LENGTH)]
    again = [(repr(state), rng.counter) for _, state, rng in turns(key, seats, seed, LENGTH)]
    assert once == again
    assert len(once) > 1


class RecordingRng:
    """A random source that records whether anything was drawn from it or its streams."""

    def __init__(self, rng: Rng, whole: RecordingRng | None = None) -> None:
        self._rng, self._whole = rng, whole or self
        self.asked = False

    def below(self, bound: int) -> int:
        self._whole.asked = True
        return self._rng.below(bound)

    def stream(self, name: str) -> RecordingRng:
        return RecordingRng(self._rng.stream(name), self._whole)


def known_parts(game: AnyGame, state: Any, seats: int) -> list[Any]:
    """What the players know of a state: each one's view and legal actions."""
    views = [game.view(state, viewer) for viewer in (None, *range(seats))]
    return [*views, *(game.legal(state, seat) for seat in range(seats)), game.outcome(state)]


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_an_action_that_reveals_nothing_does_the_same_whatever_lies_hidden_or_falls(
    key: str, seats: int, seed: int
) -> None:
    chance = Random(seed)
    for number, (game, state, rng) in enumerate(turns(key, seats, seed, LENGTH)):
        for seat in range(seats):
            for action in chance.sample(legal := game.legal(state, seat), min(2, len(legal))):
                noting = RecordingRng(SeededRng(rng.seed, rng.counter))
                step = game.apply(state, seat, action, noting)
                if any(map(game.reveals, step.events)):
                    continue
                for other in range(5 if noting.asked else 1):
                    hidden, fallen = (
                        SeededRng(f"hidden {number} {other}"),
                        SeededRng(f"dice {number} {other}"),
                    )
                    again = game.apply(game.reshuffle(state, hidden), seat, action, fallen)
                    where = f"{key}: {action} shows more than `reveals` admits"
                    assert again.events == step.events, where
                    assert known_parts(game, again.state, seats) == known_parts(game, step.state, seats), (
                        where
                    )


@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_a_state_that_is_reshuffled_has_the_same_pieces_and_looks_the_same(
    key: str, seats: int, seed: int
) -> None:
    for game, state, rng in turns(key, seats, seed, LENGTH):
        other = game.reshuffle(state, SeededRng(f"{rng.counter} other"))
        assert sorted(repr(other)) == sorted(repr(state)), f"`reshuffle` of {key} loses pieces"
        assert known_parts(game, other, seats) == known_parts(game, state, seats), (
            f"`reshuffle` of {key} moves open pieces"
        )
        assert other == game.reshuffle(state, SeededRng(f"{rng.counter} other"))


@cache
def house_alone(key: str, seats: int, seed: int) -> list[tuple[AnyGame, Any, int, Any]]:
    """A game of stand-in players only: before each action the state, the seat and the action."""
    game, rng, decisions = GAMES[key], SeededRng(f"house {seed}"), list[tuple[AnyGame, Any, int, Any]]()
    state = game.start(read_settings(game, TO_AN_END.get(key, {}), seats), seats, rng)
    for _ in range(LONGEST_GAME):
        if not (acting := game.to_act(state)):
            return decisions
        seat = min(acting)
        action = game.stand_in_action(
            game.view(state, seat), game.legal(state, seat), SeededRng(f"at {rng.counter}")
        )
        decisions.append((game, state, seat, action))
        state = game.apply(state, seat, action, rng).state
    raise AssertionError(f"engine/{key}/stand_in.py: no end after {LONGEST_GAME} actions")


@pytest.mark.slow
@pytest.mark.noted
@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_the_house_plays_every_turn_to_its_end_and_every_game(key: str, seats: int, seed: int) -> None:
    before, length = -1, 0
    for _, _, seat, action in house_alone(key, seats, seed):
        length = length + 1 if seat == before else 1
        before = seat
        assert length <= LONGEST_TURN or seats == 1, (
            f"engine/{key}/stand_in.py: no end of turn after {action}"
        )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("key", "seats", "seed"), PLAYOUTS)
def test_the_house_does_what_is_legal_and_knows_what_can_be_seen(key: str, seats: int, seed: int) -> None:
    for number, (game, state, seat, action) in enumerate(house_alone(key, seats, seed)):
        legal = game.legal(state, seat)
        assert action in legal, f"engine/{key}/stand_in.py: {action}"
        assert str(action) not in GIVING_UP
        if number % 5 == seed:
            other = game.reshuffle(state, SeededRng(f"hidden {number}"))
            chances = [SeededRng("one") for _ in range(3)]
            chosen = [
                game.stand_in_action(game.view(one, seat), legal, chances.pop())
                for one in (state, state, other)
            ]
            assert len(set(chosen)) == 1, f"engine/{key}/stand_in.py is not decided by the view"


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_house_does_not_give_up_for_anybody(key: str, seats: int) -> None:
    game, state, rng = start_game(key, seats)
    for seat in range(seats):
        legal = tuple(action for action in game.legal(state, seat) if str(action) in GIVING_UP)
        assert legal, f"engine/{key}: no seat could give up"
        with pytest.raises(ValueError, match="nothing"):
            game.stand_in_action(game.view(state, seat), legal, rng)
