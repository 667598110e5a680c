"""What to do with a view: the best lines of a turn, or the best answer to a question of the land."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from engine.mind import Level
from engine.trogdor.board import ORTHOGONAL
from engine.trogdor.mind.forces import homes_for, settle_land, wanted
from engine.trogdor.mind.judge import Judge, chance_of
from engine.trogdor.mind.line import Budget, Line, worth_of
from engine.trogdor.mind.node import ACTED, EFFECT
from engine.trogdor.mind.reading import CARDS, coming_of, hands_of, place_of, position_of, world_of
from engine.trogdor.mind.search import Search
from engine.trogdor.mind.weights import judge_of
from engine.trogdor.mind.wording import actions_of, choice_of
from engine.trogdor.mind.world import BEANS, PLAIN, Dice, Pile, Position
from engine.trogdor.model import Action, Phase, Verb, View

LEVELS: Final = (Level("pip", 1), Level("odo", 1), Level("wenna", 3), Level("grete", 32))
"""The budget is how many ends of a turn are weighed over the movement cards that can come."""


def budget_of(level: Level) -> Budget:
    """How much a level looks at."""
    ends = max(1, level.budget)
    if level.key == "pip":
        return Budget(nodes=200, ends=ends, cards=1, fires=0, runs=0)
    if level.key == "odo":
        return Budget(nodes=300, ends=ends, cards=4, fires=0, runs=0)
    if level.key == "wenna":
        return Budget(nodes=400, ends=ends, cards=6, fires=1, runs=2)
    return Budget(nodes=2500, ends=ends, cards=50, fires=6, runs=16)


RUNS: Final = 4
"""How often the rest of the land's turn is played out for an answer; chosen by trial, not measured."""

APART: Final = 7
"""How far apart in the pile these begin, so that they share few cards."""

TURN: Final = frozenset({Phase.CHOOSE, Phase.ACT, Phase.AFTER})
"""The phases in which the active player plans."""


def dice_of(seed: str) -> Dice:
    """Small numbers from the text of a seed."""
    return Dice(int.from_bytes(blake2b(seed.encode(), digest_size=4).digest(), "big"))


class Thought:
    """One look at a view, at a level: what the compact model makes of it."""

    def __init__(self, view: View, budget: Budget, seed: str) -> None:
        self.view = view
        self.dice = dice_of(seed)
        self.judge: Judge = judge_of(world_of(view.house, view.players))
        self.spot: Position = position_of(view)
        self.hands = hands_of(view)
        one = [hand[0] if hand else -1 for hand in self.hands]
        self.search = Search(self.judge, coming_of(view), one, budget, self.dice)

    @property
    def card(self) -> int:
        """The card that holds in this turn; PLAIN where it was discarded."""
        turn = self.view.turn
        return PLAIN if turn.plain or turn.card is None else CARDS[turn.card]

    @property
    def kept(self) -> int:
        """The card that the active player keeps when his turn is over."""
        hand = self.hands[self.spot.seat]
        return hand[0] if hand else -1

    def lines(self) -> list[Line]:
        """The best lines from here, in a phase of the turn, the best first."""
        if self.view.phase is Phase.CHOOSE:
            return self.search.choices(self.spot, self.hands[self.spot.seat])
        turn, spot = self.view.turn, self.spot
        over = self.view.phase is Phase.AFTER
        if over and self.judge.world.items[spot.seat] == BEANS:
            spot.used = True  # not to be eaten any more
        self.search.wide = True
        self.search.look_around(spot)
        self.search.hold(spot.seat, self.kept)
        flags = (EFFECT if turn.effect else 0) | (ACTED if turn.acted or over else 0)
        lines = self.search.lines(spot, self.card, self.card, 0 if over else turn.points, flags)
        return sorted(lines, key=worth_of, reverse=True)

    def actions(self, line: Line) -> tuple[Action, ...]:
        """What a line says to do, up to the next revelation."""
        phase, turn = self.view.phase, self.view.turn
        scorched = phase is not Phase.CHOOSE and turn.effect
        rest = actions_of(line, after=phase is Phase.AFTER, scorched=scorched)
        return (choice_of(line), *rest) if phase is Phase.CHOOSE else rest

    def answer(self, action: Action) -> float:
        """What an answer to a question of the land is worth."""
        if action.verb in (Verb.YES, Verb.NO):
            return self._interrupted(yes=action.verb is Verb.YES)
        view, world = self.view, self.judge.world
        if view.card is None or view.land is None:
            return 0.5
        card, direction = place_of(view, view.card.id), view.land.direction
        spot = self.spot.copy()
        if action.verb is Verb.POUCH:
            direction = action.direction or direction
            spot.charged &= ~(1 << spot.seat)
            spot.used = True
        homes = list(action.squares) or homes_for(spot, wanted(world, spot, card))
        if action.verb is not Verb.SPAWN and not wanted(world, spot, card):
            homes = []
        return self._after_land(spot, card, ORTHOGONAL.index(direction), homes)

    def _after_land(self, spot: Position, card: int, way: int, homes: list[int]) -> float:
        """The mean of what the next player finds; only runs of burning peasants are left to chance."""
        self.search.hold(spot.seat, self.kept)
        total = 0.0
        for at in range(RUNS):
            after = spot.copy()
            pile = Pile(self.search.coming, APART * at)
            settle_land(self.judge.world, after, card, pile, self.card, way, homes)
            total += self.worth_at(after)
        return total / RUNS

    def worth_at(self, spot: Position) -> float:
        """What a position is worth at the beginning of a turn."""
        if spot.won or spot.dead:
            return 1.0 if spot.won else 0.0
        return chance_of(self.judge.logit(spot) + self.search.side)

    def _interrupted(self, *, yes: bool) -> float:
        """The Shield, the Trinket or the Flask, now or later: a life against the charge."""
        spot = self.spot.copy()
        self.search.hold(spot.seat, self.kept)
        if yes:
            spot.charged &= ~(1 << spot.seat)
            spot.health += 1 if self.view.phase is Phase.FLASK else 0
        elif self.view.phase is not Phase.FLASK:
            if spot.health == 0:
                return 0.0
            spot.health -= 1
        return self.worth_at(spot)


def thought(view: View, level: Level, seed: str) -> Thought:
    """A look at a view at a level."""
    return Thought(view, budget_of(level), seed)
