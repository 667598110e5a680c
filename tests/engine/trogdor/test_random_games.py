"""Whole games by random players: invariants after every action."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.store.codec import Codec
from data.trogdor import MAPS, MOVEMENT
from engine.core import Number
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME, unfold
from engine.trogdor.board import TileKind
from engine.trogdor.cards import COPIES, Card, Item, Keeper
from engine.trogdor.events import Event, GameEnded
from engine.trogdor.model import HOUSE_CARDS, PEASANTS, EndTurn, Phase, State
from engine.trogdor.position import cottages, is_won
from engine.trogdor.setup import OPTIONS
from tests.engine.trogdor.players import ASIDE, Ply, fickle, game, sensible, wild

CODEC: Codec[State] = Codec(State)
FEW = 40
MANY = 2_000
CLOSELY = 3
"""Every so many actions are looked at step by step, which takes longer."""


def options(chance: Random, seats: int) -> dict[str, str]:
    """Random options, with picks of the players and files of the table's own now and then."""
    given: dict[str, str] = {}
    for option in OPTIONS:
        if hasattr(option, "choices"):
            given[option.key] = chance.choice(option.choices)
        elif isinstance(option, Number):
            given[option.key] = str(chance.randint(option.minimum, option.maximum))
    if chance.random() < 0.2:
        given["own_map"] = own_map(chance)
    if chance.random() < 0.2:
        cards = [fact.model_dump(mode="json") for fact in chance.sample(MOVEMENT, 20)]
        given["own_deck"] = json.dumps(cards)
    for key, pick, every in (("keepers", "keeper", Keeper), ("items", "item", Item)):
        if given[key] == "chosen":
            picked = chance.sample([str(item) for item in every], seats)
            given |= {f"{pick}/{seat}": what for seat, what in enumerate(picked) if chance.random() < 0.5}
    return given


def own_map(chance: Random) -> str:
    """A map with the standard tiles in random order and random start squares."""
    letters = list("".join(MAPS["normal"].rows))
    chance.shuffle(letters)
    places = [list(divmod(square, 5)) for square in chance.sample(range(25), 5)]
    rows = ["".join(letters[row * 5 : row * 5 + 5]) for row in range(5)]
    return json.dumps(
        {
            "rows": rows,
            "lake_is_plain": chance.random() < 0.5,
            "knights": places[:2],
            "archer": places[2],
            "trogdor": places[3],
            "troghammer_entry": places[4],
        }
    )


def assert_sound(state: State) -> None:
    """Assert what holds in every state, even during an action."""
    board = state.board
    peasants = len(board.peasants) + len(board.lit)
    assert peasants + board.health + board.void == PEASANTS
    assert min(board.health, board.void) >= 0
    for squares in (board.burned, board.aflame):
        assert list(squares) == sorted(set(squares))
    assert list(board.peasants) == sorted(board.peasants)
    assert set(board.aflame) <= set(cottages(board)) & set(board.burned), "fire stands on burned tiles"
    assert Counter(board.kinds) == Counter(TileKind(letter) for letter in "".join(MAPS["hard"].rows))
    assert_cards(state)
    assert (state.outcome is not None) is (state.phase is Phase.OVER)


def assert_cards(state: State) -> None:
    """No card is lost or doubled: the Trog deck's, and the movement deck's with the one on the table."""
    hands = [card for player in state.players for card in player.hand]
    hammers = {Card.TROGHAMMER: state.house.hammers} if state.struck and state.house.hammers else {}
    assert Counter((*hands, *state.trog.pile, *state.trog.discards)) == Counter(COPIES) + Counter(hammers)
    movement = (*state.movement.pile, *state.movement.discards)
    every = [card.id for card in state.house.cards] or list(HOUSE_CARDS)
    on_table = Counter(every) - Counter(movement)
    assert len(movement) + sum(on_table.values()) == len(every)
    if any(isinstance(task, EndTurn) for task in state.todo) or state.outcome is not None:
        assert state.land is None or on_table <= Counter([state.land.card])
    else:
        assert not on_table


def assert_asked(state: State) -> None:
    """Assert what holds at every pending decision: there is an answer, every line is unique and public."""
    for seat, player in enumerate(state.players):
        legal = GAME.legal(state, seat)
        lines = [str(action) for action in legal]
        assert len(set(lines)) == len(lines)
        assert [GAME.parse(line, state) for line in lines] == list(legal)
        held = 2 if state.phase is Phase.CHOOSE and seat == state.turn.seat else 1
        assert len(player.hand) == (0 if player.gone else held)
    if state.outcome is None:
        (seat,) = GAME.to_act(state)
        answers = [action for action in GAME.legal(state, seat) if action.verb not in ASIDE]
        assert len(answers) > 1, "there is more to do than to leave"
        assert not state.board.lit or state.phase is Phase.FLASK
    else:
        assert not GAME.to_act(state)
        assert not state.todo


def assert_ply(ply: Ply) -> None:
    """Assert that an action step by step leads to the same state, and that it can be saved."""
    steps = unfold(ply.before, ply.seat, ply.action, SeededRng(ply.rng.seed, ply.rng.counter))
    assert steps[-1][0] == ply.state
    assert tuple(event for _, events in steps for event in events) == ply.events
    assert ply.events
    for state, _ in steps:
        assert_sound(state)
    assert_asked(ply.state)
    unsorted = replace(
        ply.state,
        trog=Deck(tuple(reversed(ply.state.trog.pile)), ply.state.trog.discards),
        movement=Deck(tuple(reversed(ply.state.movement.pile)), tuple(reversed(ply.state.movement.discards))),
    )
    assert GAME.view(unsorted, None) == GAME.view(ply.state, None)
    assert CODEC.dump(ply.state), "it raises if the state would not come back"


def assert_ended(state: State, events: list[Event]) -> None:
    """Assert that there is one end, and that the board agrees with it."""
    assert state.outcome is not None
    assert [end.ending for end in events if isinstance(end, GameEnded)] == [state.outcome.ending]
    assert is_won(state.board) is (state.outcome.ending != "defeat")
    stayed = tuple(seat for seat, player in enumerate(state.players) if not player.gone)
    assert state.outcome.winners == (() if state.outcome.ending == "defeat" else stayed)


def play_game(seed: int) -> State:
    """Play a whole game with checks after every action."""
    chance = Random(seed)
    seats = chance.randint(1, 6)
    given = options(chance, seats)
    events: list[Event] = []
    state: State | None = None
    player = wild if seed % 3 else fickle
    for number, ply in enumerate(game(given, seats, seed, player)):
        try:
            assert_sound(ply.state)
            if (number + seed) % CLOSELY == 0:
                assert_ply(ply)
        except AssertionError as error:
            error.add_note(f"seed {seed}, {seats} seats, {given}, action {number}: {ply.seat} {ply.action}")
            raise
        events += ply.events
        state = ply.state
    assert state is not None
    assert_ended(state, events)
    return state


@pytest.mark.rule("trogdor:win-1", "trogdor:defeat-1", "trogdor:ruling-5", "trogdor:ruling-49")
def test_whatever_players_do_the_pieces_and_cards_stay_whole_and_the_game_ends() -> None:
    endings = Counter(play_game(seed).phase for seed in range(FEW))
    assert endings == {Phase.OVER: FEW}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, 1000))
def test_the_same_over_very_many_games(first: int) -> None:
    for seed in range(first, min(first + 1000, MANY)):
        play_game(seed)


@pytest.mark.rule("trogdor:ruling-49", "trogdor:ruling-59")
@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_players_who_mean_well_reach_every_ending_on_every_map(name: str) -> None:
    endings = set()
    for seed in range(60):
        *_, last = game({"map": name}, 3, seed, sensible)
        assert last.state.outcome is not None
        endings.add(last.state.outcome.ending)
    assert endings == set(GAME.endings)
