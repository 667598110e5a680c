"""The best lines of a turn, or the best answer to a question in the land's turn."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from engine.mind import Level
from engine.trogdor.board import ORTHOGONAL
from engine.trogdor.mind.forces import homes_coming_out, peasants_coming_out, play_settled_land
from engine.trogdor.mind.judge import Judge, chance_of
from engine.trogdor.mind.line import SearchBudget, TurnLine, worth_of
from engine.trogdor.mind.node import ACTED, EFFECT
from engine.trogdor.mind.reading import CARDS, coming_of, deck_index, hands_of, position_of, world_of
from engine.trogdor.mind.search import Search
from engine.trogdor.mind.weights import judge_of
from engine.trogdor.mind.wording import actions_of, choice_of
from engine.trogdor.mind.world import BEANS, PLAIN, DrawPile, Position, Xorshift
from engine.trogdor.model import Action, Phase, Verb, View

LEVELS: Final = (Level("pip", 1), Level("odo", 1), Level("wenna", 3), Level("grete", 32))
"""The levels; the budget is how many ends of a turn are weighed over the movement cards that can come."""


def budget_of(level: Level) -> SearchBudget:
    """The limits of a level's search; set by hand."""
    ends = max(1, level.budget)
    if level.key == "pip":
        return SearchBudget(nodes=200, ends=ends, cards=1, fires=0, runs=0)
    if level.key == "odo":
        return SearchBudget(nodes=300, ends=ends, cards=4, fires=0, runs=0)
    if level.key == "wenna":
        return SearchBudget(nodes=400, ends=ends, cards=6, fires=1, runs=2)
    return SearchBudget(nodes=2500, ends=ends, cards=50, fires=6, runs=16)


ANSWER_RUNS: Final = 4
"""How often the rest of the land's turn is played out for an answer; chosen by trial, not measured."""

RUN_SPACING: Final = 7
"""How far apart in the pile these begin, so that they share few cards; set by hand."""

PLANNING_PHASES: Final = frozenset({Phase.CHOOSE, Phase.ACT, Phase.AFTER})
"""The phases in which the active player plans."""


def dice_of(seed: str) -> Xorshift:
    """Random numbers from the text of a seed."""
    return Xorshift(int.from_bytes(blake2b(seed.encode(), digest_size=4).digest(), "big"))


class TurnPlanner:
    """The search of one view with a budget, in the compact model."""

    def __init__(self, view: View, budget: SearchBudget, seed: str) -> None:
        self.view = view
        self.dice = dice_of(seed)
        self.judge: Judge = judge_of(world_of(view.house, view.players))
        self.spot: Position = position_of(view)
        self.hands = hands_of(view)
        first_cards = [hand[0] if hand else -1 for hand in self.hands]
        self.search = Search(self.judge, coming_of(view), first_cards, budget, self.dice)

    @property
    def card(self) -> int:
        """The card of this turn; PLAIN where it was discarded."""
        turn = self.view.turn
        return PLAIN if turn.plain or turn.card is None else CARDS[turn.card]

    @property
    def kept_card(self) -> int:
        """The card that the active player keeps after the turn, or -1."""
        hand = self.hands[self.spot.seat]
        return hand[0] if hand else -1

    def lines(self) -> list[TurnLine]:
        """The best lines from the view, in a phase in which the active player plans, the best first."""
        if self.view.phase is Phase.CHOOSE:
            return self.search.card_lines(self.spot, self.hands[self.spot.seat])
        turn, spot = self.view.turn, self.spot
        over = self.view.phase is Phase.AFTER
        if over and self.judge.world.items[spot.seat] == BEANS:
            spot.used = True  # too late for the Beans
        self.search.weighs_all_first = True
        self.search.count_dangers(spot)
        self.search.set_hands(spot.seat, self.kept_card)
        flags = (EFFECT if turn.effect else 0) | (ACTED if turn.acted or over else 0)
        lines = self.search.lines(spot, self.card, self.card, 0 if over else turn.points, flags)
        return sorted(lines, key=worth_of, reverse=True)

    def actions(self, line: TurnLine) -> tuple[Action, ...]:
        """The actions of a line, up to the next revelation."""
        phase, turn = self.view.phase, self.view.turn
        scorched = phase is not Phase.CHOOSE and turn.effect
        rest = actions_of(line, after=phase is Phase.AFTER, scorched=scorched)
        return (choice_of(line), *rest) if phase is Phase.CHOOSE else rest

    def answer(self, action: Action) -> float:
        """The chance of victory after an answer to a question in the land's turn."""
        if action.verb in (Verb.YES, Verb.NO):
            return self._item_answer(yes=action.verb is Verb.YES)
        view, world = self.view, self.judge.world
        if view.card is None or view.land is None:
            return 0.5
        card, direction = deck_index(view, view.card.id), view.land.direction
        spot = self.spot.copy()
        if action.verb is Verb.POUCH:
            direction = action.direction or direction
            spot.charged &= ~(1 << spot.seat)
            spot.used = True
        homes = list(action.squares) or homes_coming_out(spot, peasants_coming_out(world, spot, card))
        if action.verb is not Verb.SPAWN and not peasants_coming_out(world, spot, card):
            homes = []
        return self._after_land(spot, card, ORTHOGONAL.index(direction), homes)

    def _after_land(self, spot: Position, card: int, way: int, homes: list[int]) -> float:
        """The mean chance after the land's turn; only the runs of burning peasants depend on chance."""
        self.search.set_hands(spot.seat, self.kept_card)
        total = 0.0
        for number in range(ANSWER_RUNS):
            after = spot.copy()
            pile = DrawPile(self.search.coming, RUN_SPACING * number)
            play_settled_land(self.judge.world, after, card, pile, self.card, way, homes)
            total += self.worth_at(after)
        return total / ANSWER_RUNS

    def worth_at(self, spot: Position) -> float:
        """The chance of victory from a position at the start of a turn."""
        if spot.won or spot.dead:
            return 1.0 if spot.won else 0.0
        return chance_of(self.judge.logit(spot) + self.search.side)

    def _item_answer(self, *, yes: bool) -> float:
        """The chance after using the Shield, the Trinket or the Flask, or keeping it charged."""
        spot = self.spot.copy()
        self.search.set_hands(spot.seat, self.kept_card)
        if yes:
            spot.charged &= ~(1 << spot.seat)
            spot.health += 1 if self.view.phase is Phase.FLASK else 0
        elif self.view.phase is not Phase.FLASK:
            if spot.health == 0:
                return 0.0
            spot.health -= 1
        return self.worth_at(spot)


def planner_of(view: View, level: Level, seed: str) -> TurnPlanner:
    """The search of a view at a level."""
    return TurnPlanner(view, budget_of(level), seed)
