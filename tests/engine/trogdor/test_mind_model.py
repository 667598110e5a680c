"""The mind's compact model does what the rules do: turns, fires, and the land."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.cards import Card, Keeper
from engine.trogdor.events import HammersShuffled
from engine.trogdor.legality import steps
from engine.trogdor.mind.forces import homes_coming_out, peasants_coming_out, play_land, run_peasants
from engine.trogdor.mind.grid import STEPS_FROM
from engine.trogdor.mind.line import SearchBudget, TurnLine, is_chancy, path_to, position_at
from engine.trogdor.mind.planner import PLANNING_PHASES, TurnPlanner
from engine.trogdor.mind.reach import step_mode
from engine.trogdor.mind.reading import CARDS, KEEPERS, deck_index, position_of, world_of
from engine.trogdor.mind.world import PLAIN, DrawPile, Position
from engine.trogdor.model import Action, ItemMode, Phase, State, TargetKind, Verb
from tests.engine.trogdor.players import fickle, game
from tests.engine.trogdor.tables import table
from tests.engine.trogdor.test_random_games import options

QUICK = SearchBudget(250, 12, 1, 0, 0)
FINISH = Action(Verb.FINISH)


def states(seeds: range) -> Iterator[State]:
    """TargetKind games with any options and players who mostly mean well come through."""
    for seed in seeds:
        chance = Random(seed)
        seats = chance.randint(1, 6)
        for ply in game(options(chance, seats), seats, seed, fickle):
            yield with_automatic_items(ply.before)


def with_automatic_items(state: State) -> State:
    """The state with items that work by themselves; the Pouch rests."""
    players = tuple(
        replace(player, asks=ItemMode.NEVER if player.item == "pouch" else ItemMode.AUTO)
        for player in state.players
    )
    return replace(state, players=players)


def contents_of(position: Position) -> tuple[object, ...]:
    """All that a position says of the board."""
    return (
        f"{position.burnt:025b}",
        f"{position.aflame:025b}",
        sorted(position.peasants),
        (position.first, position.second, position.hammer, position.archer),
        (position.trogdor, position.hiding, position.health),
        f"{position.charged:06b}",
        position.struck,
    )


def of(state: State) -> Position:
    return position_of(GAME.view(state, None))


def order(state: State) -> list[int]:
    """The movement pile as the model counts its cards, the next one first."""
    view = GAME.view(state, None)
    return [deck_index(view, card) for card in state.movement.pile]


def deeds(mind: TurnPlanner, line: TurnLine) -> list[Action]:
    """TargetKind a line does before the land comes; nothing if it is told up to a knight's square only."""
    actions = list(mind.actions(line))
    if actions[-1] == FINISH:
        actions.pop()
    told = sum(action.verb not in (Verb.PLAY, Verb.DISCARD, Verb.FINISH) for action in actions)
    whole = len(path_to(line.node)) + (line.reach.warp[0] >= 0)
    return actions if told == whole and FINISH not in actions else []


def apply_actions(state: State, actions: list[Action]) -> State:
    """The state after some actions of the active player."""
    for action in actions:
        state = GAME.apply(state, state.turn.seat, action, SeededRng("none")).state
    return state


@pytest.mark.parametrize("games", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_every_line_of_a_turn_leads_where_the_rules_lead(games: int) -> None:
    compared = 0
    for at, state in enumerate(states(range(games))):
        if at % 7 or state.phase not in PLANNING_PHASES:
            continue
        mind = TurnPlanner(GAME.view(state, None), QUICK, "seed")
        for line in mind.lines():
            actions = [] if is_chancy(line) else deeds(mind, line)
            after = apply_actions(state, actions)
            if actions and after.outcome is None and after.turn.number == state.turn.number:
                assert contents_of(of(after)) == contents_of(position_at(line.reach, line.node)), (
                    mind.actions(line)
                )
                assert after.turn.points >= line.node.points
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("keeper", Keeper)
@pytest.mark.parametrize("corner", [0, 4, 12, 22, 24])
def test_the_model_steps_wherever_the_rules_let_trogdor_step(keeper: Keeper, corner: int) -> None:
    """Diagonally and round the edges, by whom he is and what he has played; or not."""
    start = table(".  . . . .  . . . . .  . . .D . .  . . . . .  . . . . .a", f"{keeper} disk").state
    start = replace(start, board=replace(start.board, trogdor=corner))
    for card in Card:
        state = replace(start, turn=replace(start.turn, card=card))
        moves = STEPS_FROM[step_mode(KEEPERS[keeper], CARDS[card]) * 25 + corner]
        assert {move // 8 for move in moves} == {target for _, target in steps(state)}, card


def test_a_burning_peasant_runs_as_the_rules_have_it() -> None:
    burn = Action(Verb.BURN, what=TargetKind.PEASANT)
    compared = 0
    for state in states(range(12)):
        if len(state.movement.pile) < 8 or burn not in GAME.legal(state, state.turn.seat):
            continue
        after = GAME.apply(state, state.turn.seat, burn, SeededRng("none")).state
        view = GAME.view(state, None)
        position = position_of(view)
        position.peasants.remove(position.trogdor)
        run_peasants(
            world_of(view.house, view.players), position, [position.trogdor], 1, DrawPile(order(state), 0)
        )
        assert contents_of(of(after)) == contents_of(position)
        assert position.won == (after.outcome is not None)
        compared += 1
    assert compared > 10


def move_land(state: State, homes: tuple[int, ...]) -> tuple[State, bool]:
    """The state when the land has done its work, new peasants coming out at these cottages."""
    step = GAME.apply(state, state.turn.seat, FINISH, SeededRng("none"))
    events = step.events
    if step.state.phase is Phase.SPAWN:
        step = GAME.apply(step.state, state.turn.seat, Action(Verb.SPAWN, squares=homes), SeededRng("none"))
        events += step.events
    return step.state, any(isinstance(event, HammersShuffled) for event in events)


@pytest.mark.parametrize("games", [4, pytest.param(11, marks=pytest.mark.slow)])
def test_the_land_does_what_the_rules_say(games: int) -> None:
    compared = 0
    for at, state in enumerate(states(range(games))):
        quiet = len(state.movement.pile) > 8 and state.trog.pile[:1] != (str(Card.TROGHAMMER),)
        if (
            at % 3
            or not quiet
            or state.phase is not Phase.ACT
            or FINISH not in GAME.legal(state, state.turn.seat)
        ):
            continue
        view = GAME.view(state, None)
        world, position = world_of(view.house, view.players), position_of(view)
        cards = order(state)
        homes = homes_coming_out(position, peasants_coming_out(world, position, cards[0]))
        after, shuffled = move_land(state, tuple(sorted(homes)))
        if shuffled or (after.phase is not Phase.CHOOSE and after.outcome is None):
            continue  # a Troghammer may come, or the card has its effect after the actions
        play_land(world, position, cards[0], DrawPile(cards, 1), TurnPlanner(view, QUICK, "").card)
        ending = None if after.outcome is None else after.outcome.ending
        assert (position.won, position.dead) == (ending == "victory", ending in ("defeat", "petite-victory"))
        if ending is None:
            assert contents_of(of(after)) == contents_of(position)
            assert (after.turn.seat, after.turn.bonus) == (position.seat, position.bonus)
        compared += 1
    assert compared > 25
    assert list(Card).index(Card.TROGHAMMER) + 1 == PLAIN
