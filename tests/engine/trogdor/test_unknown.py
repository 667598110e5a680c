"""Hidden information of Trogdor!!: what reveals it, and how it is reshuffled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bot.store.codec import Codec
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.events import Event
from engine.trogdor.model import ItemMode, Phase, State
from tests.engine.trogdor.players import Ply, fickle, game, sensible, wild
from tests.engine.trogdor.tables import Table, drawing, play_card, table
from tests.engine.trogdor.test_random_games import options

CODEC: Codec[State] = Codec(State)
HOME = """
    . . .1  . .
    . . .Dp . .
    M . .   . .
    . . .   . .
    . . .   . .
"""
"""Trogdor with a peasant, a knight to the north."""

BURNED = "." + " .#" * 24
"""All burned but the north-west corner, Trogdor in the middle."""


def reveals(after: Table) -> bool:
    """Whether the last line revealed anything."""
    return any(map(GAME.reveals, after.events))


def plies(games: int) -> Iterator[tuple[Ply, int]]:
    """Whole games with all kinds of players and options, action by action, with the number of seats."""
    for seed in range(games):
        chance = Random(seed)
        seats = chance.randint(1, 6)
        for ply in game(options(chance, seats), seats, seed, (wild, fickle, sensible)[seed % 3]):
            yield ply, seats


def known_parts(state: State, seats: int) -> list[object]:
    """What the players know of a state."""
    legal = [GAME.legal(state, seat) for seat in range(seats)]
    return [*(GAME.view(state, viewer) for viewer in (None, *range(seats))), legal]


@pytest.mark.rule("trogdor:undo-1")
@pytest.mark.parametrize("line", ["burn", "chomp", "step s", "item", "prefer never", "leave"])
def test_what_is_done_with_open_cards_on_an_open_board_tells_nothing_new(line: str) -> None:
    item = "shield" if line.startswith("prefer") else "disk"
    after = play_card(HOME, f"hardybardy {item}", "hardybardy ring", void=1, health=3)
    assert not reveals(after), "nor does the choice of the card"
    assert not reveals(after.play(line, seat=1 if line == "leave" else None))


@pytest.mark.rule("trogdor:undo-1", "trogdor:keeper-yubbitz")
def test_a_trade_tells_nothing_new() -> None:
    trading = table(HOME, "yubbitz disk", "hardybardy ring", hand=("majesty", "high-energy"))
    assert not reveals(trading.play("trade majesty for block with 2"))
    assert not reveals(trading.play("accept", seat=1))


@pytest.mark.rule("trogdor:undo-1", "trogdor:hammer-1")
def test_troghammers_that_are_shuffled_in_show_nothing_yet() -> None:
    hurt = play_card(HOME).play("step n")
    assert "HammersShuffled" in [type(event).__name__ for event in hurt.events]
    assert not reveals(hurt)


@pytest.mark.rule("trogdor:undo-1", "trogdor:act-1")
def test_the_end_of_the_actions_shows_the_lands_card_unless_an_effect_comes_first() -> None:
    assert reveals(play_card(HOME).play("finish"))
    waiting = play_card(HOME, card="shot-put").play("finish")
    assert waiting.state.phase is Phase.AFTER
    assert not reveals(waiting)


@pytest.mark.rule("trogdor:undo-1", "trogdor:run-1")
def test_a_peasant_on_fire_shows_the_card_he_runs_by_even_if_the_flask_is_asked_about_before_he_ends() -> (
    None
):
    assert reveals(play_card(HOME).play("burn peasant"))
    asked = play_card(BURNED, "hardybardy flask", asks=ItemMode.ASK)
    asked.state = replace(asked.state, board=replace(asked.state.board, peasants=(12,)))
    asked.play("burn peasant")
    assert asked.state.phase is Phase.FLASK
    assert [type(event).__name__ for event in asked.events] == ["PeasantLit"]
    assert reveals(asked)


@pytest.mark.rule("trogdor:undo-1", "trogdor:card-path-o-burnination")
def test_path_o_burnination_shows_a_card_even_where_all_of_it_is_burned() -> None:
    walked = play_card(BURNED, "hardybardy ring", card="path-o-burnination").play("card")
    assert [type(event).__name__ for event in walked.events] == ["EffectUsed"]
    assert reveals(walked)
    other = play_card(BURNED, "hardybardy ring", card="majesty").play("card a1")
    assert not reveals(other)


@pytest.mark.rule("trogdor:undo-1", "trogdor:hammer-2")
def test_who_answers_in_the_middle_of_the_troghammers_walk_sees_the_rest_of_it() -> None:
    """The first card brings him past Trogdor onto the archer's square, the second leads on from there."""
    picture = """
        . . .  . .
        . . .h . .
        . . .D . .
        . . .a . .
        . . .  . .
    """
    walk = drawing(
        picture,
        "hardybardy shield",
        trog=("troghammer", "block"),
        movement=("0 n ss", "0 n ee"),
        asks=ItemMode.ASK,
        struck=True,
    )
    assert walk.state.phase is Phase.SHIELD
    walk.play("yes")
    walks = [event for event in walk.events if type(event).__name__ == "Walked"]
    assert len(walks) == 2
    assert all(map(GAME.reveals, walks))


@pytest.mark.slow
@pytest.mark.rule("trogdor:undo-1")
def test_what_shows_nothing_comes_to_the_same_whatever_is_in_the_piles() -> None:
    """And wherever an event of some kind shows something, the step comes out in another way at least once."""
    quiet, news, changed = 0, set[str](), set[str]()
    for number, (ply, seats) in enumerate(plies(45)):
        revealing = {type(event).__name__ for event in ply.events if GAME.reveals(event)}
        hidden, drawn = SeededRng(f"hidden {number}"), SeededRng(f"drawn {number}")
        again = GAME.apply(GAME.reshuffle(ply.before, hidden), ply.seat, ply.action, drawn)
        news |= revealing
        if again.events != ply.events:
            changed |= revealing
            assert revealing, f"{ply.action} shows more than is said: {ply.events}"
        if not revealing:
            quiet += 1
            assert known_parts(again.state, seats) == known_parts(ply.state, seats)
    assert quiet > 500
    drawing_ones = {"CardDrawn", "HammerDrawn", "MovementDrawn", "RageBegan"}
    running_ones = {"PeasantLit", "PeasantRan", "EffectUsed", "Walked"}
    assert news == changed == drawing_ones | running_ones


@pytest.mark.rule("trogdor:fork-1", "trogdor:ruling-5")
def test_shuffled_anew_a_table_looks_the_same_and_keeps_its_cards() -> None:
    for number, (ply, seats) in enumerate(plies(20)):
        state, other = ply.state, GAME.reshuffle(ply.state, SeededRng(str(number)))
        assert known_parts(other, seats) == known_parts(state, seats)
        assert replace(other, trog=state.trog, movement=state.movement) == state
        for one, another in ((state.trog, other.trog), (state.movement, other.movement)):
            assert sorted(one.pile) == sorted(another.pile)
            assert one.discards == another.discards
        if number % 5 == 0:
            assert CODEC.load(CODEC.dump(other)) == other


@pytest.mark.rule("trogdor:fork-1", "trogdor:ruling-3")
def test_every_order_of_a_pile_can_come_up_troghammers_anywhere() -> None:
    few = table(HOME, struck=True).state
    few = replace(few, trog=Deck(("block", "majesty", "troghammer")), movement=Deck(few.movement.pile[:3]))
    others = [GAME.reshuffle(few, SeededRng(str(seed))) for seed in range(300)]
    assert {other.trog.pile for other in others} == set(permutations(few.trog.pile))
    assert {other.movement.pile for other in others} == set(permutations(few.movement.pile))
    assert len({(other.trog.pile, other.movement.pile) for other in others}) == 36


@pytest.mark.rule("trogdor:fork-1")
def test_a_card_that_was_drawn_is_carried_out_at_the_new_table_too() -> None:
    """While the Shield is asked about, the knight has the rest of his path before him."""
    picture = """
        . . .1 . .
        . . .D . .
        . . .  . .
        . . .  . .
        . . .  . .
    """
    asked = play_card(picture, "hardybardy shield", asks=ItemMode.ASK, movement=("0 n sse",)).play("finish")
    assert asked.state.phase is Phase.SHIELD
    forked = replace(asked, state=GAME.reshuffle(asked.state, SeededRng("another")))
    assert walk_events(forked.play("yes").events) == walk_events(asked.play("yes").events) != []


def walk_events(events: tuple[Event, ...]) -> list[str]:
    """The walks among the events."""
    return [str(event) for event in events if type(event).__name__ == "Walked"]
