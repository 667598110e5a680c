"""How the house's players decide in Ploc, at every level."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core import Seat, read_settings
from engine.mind import LEVELS, Level
from engine.players import HOUSE, player_named
from engine.ploc import GAME
from engine.ploc.mind import MIND
from engine.ploc.mind.match import chance_after_first
from engine.ploc.model import Action, State, Verb
from engine.rng import SeededRng
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, Bout, bout
from tests.engine.ploc.test_mind_model import positions

GRETE = MIND.level("grete")
NEVER = {Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN}
EVERY_LEVEL = pytest.mark.parametrize("level", MIND.levels, ids=lambda level: level.key)


def choose_plan(state: State, level: Level = GRETE, seed: str = "seed") -> tuple[Action, ...]:
    (seat,) = GAME.to_act(state)
    return MIND.plan(GAME.view(state, seat), GAME.legal(state, seat), level, seed)


def lines(game: Bout, level: Level = GRETE) -> list[str]:
    """What a level does, line by line."""
    return [str(action) for action in choose_plan(game.state, level)]


def assert_plan_holds(state: State, level: Level) -> None:
    """A plan is legal from its first line to its last; chances are chances, the first of what is done."""
    (seat,) = GAME.to_act(state)
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    plan = MIND.plan(view, legal, level, "s")
    weighed = MIND.weigh(view, legal, level, "s")
    assert weighed[0].action == plan[0]
    assert {one.action for one in weighed} == {action for action in legal if action.verb not in NEVER}
    worths = [one.worth for one in weighed]
    assert worths == sorted(worths, reverse=True)
    assert all(0 <= worth <= 1 for worth in worths)
    assert 0 <= MIND.evaluate(view, level, "s") <= 1
    for action in plan:
        assert action.verb not in NEVER
        assert GAME.to_act(state) == {seat}
        state = GAME.apply(state, seat, action, SeededRng("chance")).state


@pytest.mark.slow
@EVERY_LEVEL
def test_wherever_the_game_is_a_plan_is_legal_and_begins_with_the_best(level: Level) -> None:
    chance = Random(level.key)
    every = 30 if level.budget else 6
    for state in positions(4):
        if state.offer is not None or chance.randrange(every) == 0:
            assert_plan_holds(state, level)


@EVERY_LEVEL
def test_the_same_question_has_the_same_answer_and_nothing_hidden_is_looked_at(level: Level) -> None:
    states = list(positions(2))[:: 40 if level.budget else 10]
    for number, state in enumerate(states):
        other = GAME.reshuffle(state, SeededRng(str(number)))
        assert choose_plan(state, level, "one") == choose_plan(other, level, "one")


def test_a_beginner_does_not_always_do_the_same() -> None:
    state, pip = bout().state, MIND.level("pip")
    assert len({choose_plan(state, pip, str(seed)) for seed in range(20)}) > 1


@EVERY_LEVEL
@pytest.mark.parametrize("dice", ["5 1 1", "6 6 6", "4 2 1"])
def test_a_hit_that_wins_is_taken_at_once(level: Level, dice: str) -> None:
    game = bout(f"Plockton 3 5 6 9\n Broadford 2 2 3 1\n rolled {dice}", match=2)
    game.play(*lines(game, level))
    assert game.winner == PLOCKTON


@EVERY_LEVEL
def test_two_low_dice_together_win_where_none_does_alone(level: Level) -> None:
    """One lays the last athlete down, the next takes it: 3 beside the 5 reaches who lies."""
    game = bout("Plockton 5 5 6 9\n Broadford 2 2 3 1\n rolled 3 1 1", seat=PLOCKTON, match=2)
    game.state = replace(game.state, turn=replace(game.state.turn, rerolls=0))
    game.play(*lines(game, level))
    assert game.winner == PLOCKTON


@EVERY_LEVEL
def test_the_last_athlete_is_not_given_away(level: Level) -> None:
    """Any swap of these dice would take both athletes."""
    game = bout("Plockton 5 5 5 2\n Broadford 2 2 3 7\n rolled 1 1 2")
    game.play(*lines(game, level)[:-1])
    assert game.state.match == 1


@pytest.mark.rule("ploc:offer-1")
@EVERY_LEVEL
@pytest.mark.parametrize(("athletes", "answer"), [("9", "accept"), ("7", "accept"), ("6", "decline")])
def test_an_end_is_accepted_by_who_wins_the_match_by_it(level: Level, athletes: str, answer: str) -> None:
    asked = bout(f"Plockton 4 3 2 7\n Broadford 2 2 3 {athletes}\n rolled 4 4 1").play("offer")
    assert GAME.to_act(asked.state) == {BROADFORD}
    assert lines(asked, level) == [answer]


@pytest.mark.rule("ploc:limit-1")
def test_the_last_turn_before_a_limit_goes_for_the_lead() -> None:
    """Three hits leave 9 against 6; two of them and a swap of the 6 for the 1 would be 15 against 7."""
    shown = "Plockton 1 4 4 9\n Broadford 2 2 3 {}\n rolled 6 4 4"
    for others in (9, 13, 14):
        game = bout(shown.format(others), limit=5, number=5, match=2, seat=PLOCKTON)
        game.play(*lines(game))
        assert game.winner == PLOCKTON, others


def test_nothing_is_given_up() -> None:
    view = bout().view
    with pytest.raises(ValueError, match="nothing to do"):
        MIND.plan(view, (Action(Verb.CONCEDE), Action(Verb.RESIGN)), GRETE, "s")
    assert MIND.weigh(view, (Action(Verb.CONCEDE), Action(Verb.RESIGN)), GRETE, "s") == ()


@pytest.mark.rule("ploc:win-1", "ploc:match-2")
def test_the_first_match_is_worth_an_athlete_and_the_second_everything() -> None:
    """A match all but won is a game all but won in the second only."""
    table = "Plockton 1 1 1 9\n Broadford 6 6 6 1\n rolled 4 4 1"
    assert MIND.evaluate(bout(table, match=2).view, GRETE, "s") > 0.99
    first = MIND.evaluate(bout(table, match=1).view, GRETE, "s")
    assert first == pytest.approx(chance_after_first(PLOCKTON, won=True))
    assert chance_after_first(PLOCKTON, won=False) < first < 0.6
    for won in (True, False):
        assert chance_after_first(PLOCKTON, won=won) + chance_after_first(
            BROADFORD, won=not won
        ) == pytest.approx(1)


def test_a_game_that_is_over_stands_as_it_ended() -> None:
    game = bout("Plockton 1 1 1 9\n Broadford 6 6 6 1\n rolled 4 4 1", match=2).play("4a hit")
    assert MIND.evaluate(game.view, GRETE, "s") == 1
    lost = bout(match=2).play("resign", seat=PLOCKTON)
    assert MIND.evaluate(lost.view, GRETE, "s") == 0


def test_the_rivals_hit_when_they_can() -> None:
    view, legal = bout().view, GAME.legal(bout().state, PLOCKTON)
    assert str(MIND.baselines["hitter"](view, legal, "")) == "4a hit standing"
    assert str(player_named("ploc", HOUSE).plan(view, legal, "")[0]) == "4a hit standing"


def winner(first: str, second: str, seed: str) -> tuple[Seat, int]:
    """Who wins a game, and the turns of its longest match."""
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, {}, 2), 2, rng)
    while state.outcome is None:
        (seat,) = GAME.to_act(state)
        view, legal, name = GAME.view(state, seat), GAME.legal(state, seat), (first, second)[seat]
        thought = f"{seed}/{state.match}/{state.turn.number}" if name in LEVELS else seed
        plan: tuple[Action, ...] = player_named("ploc", name).plan(view, legal, thought)
        for action in plan:
            state = GAME.apply(state, seat, action, rng).state
    return state.outcome.winners[0], max(result.turns for result in state.results)


def count_wins(one: str, other: str, games: int) -> int:
    """How many games a player wins, in both seats in turn."""
    ends = (winner(*((one, other), (other, one))[game % 2], f"g{game}")[0] for game in range(games))
    return sum(end == game % 2 for game, end in enumerate(ends))


@pytest.mark.slow
def test_a_level_that_judges_by_the_race_beats_the_baseline_that_always_hits() -> None:
    assert count_wins("wenna", "hitter", 10) >= 8


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), list(zip(LEVELS[1:], LEVELS, strict=False)))
def test_every_level_beats_the_one_below_it(stronger: str, weaker: str) -> None:
    assert count_wins(stronger, weaker, 40) >= 26


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["hitter", HOUSE])
def test_the_best_level_beats_simple_players_nearly_always(rival: str) -> None:
    assert count_wins("grete", rival, 40) >= 36


@pytest.mark.slow
def test_two_of_the_best_come_to_an_end() -> None:
    assert max(winner("grete", "grete", f"e{game}")[1] for game in range(5)) <= 300
