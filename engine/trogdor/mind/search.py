"""The best way through a turn: what it can come to, weighed over the movement cards that can still come."""

from __future__ import annotations

from typing import Final, final

from engine.trogdor.mind.forces import blaze, check, land, run
from engine.trogdor.mind.grid import ALL, DISTANCE, squares_of
from engine.trogdor.mind.judge import Judge, chance_of
from engine.trogdor.mind.reach import ACTED, EFFECT, HIDING, STRUCK, USED, Node, Reach, first_points
from engine.trogdor.mind.world import (
    BLOCK,
    FIREBALLS,
    MAJESTY,
    PATH,
    PLAIN,
    Dice,
    Pile,
    Position,
    World,
)

DEATHLY: Final[list[float]] = [1.0, 0.45, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1]
"""How much of the chances one hit takes, by health; only for a first look."""


@final
class Budget:
    """How much is looked at: moments of a turn, ends weighed, land cards each, and runs tried."""

    def __init__(self, nodes: int, ends: int, cards: int, fires: int, runs: int) -> None:
        self.nodes = nodes
        self.ends = ends
        self.cards = cards
        self.fires = fires
        self.runs = runs


@final
class Line:
    """A way through the turn: the card (PLAIN: discarded), the one thrown away, the last moment, its worth."""

    def __init__(self, card: int, thrown: int, kept: int, reach: Reach, node: Node, worth: float) -> None:
        self.card = card
        self.thrown = thrown
        self.kept = kept
        self.reach = reach
        self.node = node
        self.worth = worth

    def codes(self) -> list[int]:
        """What is done, in order; see `engine.trogdor.mind.reach`."""
        found: list[int] = []
        node: Node | None = self.node
        while node is not None:
            if node.code:
                found.append(node.code)
            node = node.parent
        found.reverse()
        return found


def settle(reach: Reach, node: Node) -> Position:
    """The position at a moment of a turn."""
    spot = reach.spot.copy()
    spot.trogdor, spot.burnt, spot.aflame = node.tile, node.burnt, node.aflame
    spot.peasants = [square for at, square in enumerate(spot.peasants) if node.left >> at & 1]
    spot.health, spot.charged = node.health, node.charged
    spot.used = bool(node.flags & USED)
    spot.struck = bool(node.flags & STRUCK)
    spot.hiding = bool(node.flags & HIDING)
    return spot


@final
class Search:
    """The search over one turn. `coming` are the movement cards that can still come, `hands` a card a seat."""

    def __init__(self, judge: Judge, coming: list[int], hands: list[int], budget: Budget, dice: Dice) -> None:
        self.judge = judge
        self.world: World = judge.world
        self.coming = dice.mixed(coming)
        self.hands = hands
        self.budget = budget
        self.dice = dice
        self.danger: list[float] = [0.0] * 25
        self.side: float = 0.0
        self.kept: int = -1
        self.probe: Position | None = None

    def look_around(self, spot: Position) -> None:
        """Count how often the cards that can come would strike at each square."""
        world = self.world
        danger = [0.0] * 25
        share = 1.0 / len(self.coming)
        for card in self.coming:
            at = card * 25
            for knight in (spot.first, spot.second, spot.hammer):
                if knight >= 0:
                    for square in world.trod[at + knight]:
                        danger[square] += share
            for square in squares_of(world.line[at + spot.archer]):
                danger[square] += share
        self.danger = danger

    def hold(self, seat: int, kept: int) -> None:
        """Set what the hands are worth when the next player begins, this seat keeping one card."""
        hands = self.hands[:]
        hands[seat] = kept
        self.kept = kept
        self.side = self.judge.hands(self.world.next_seat(seat), hands)

    def choices(self, spot: Position, hand: list[int]) -> list[Line]:
        """The best lines for every way to choose a card, the best first."""
        self.look_around(spot)
        lines: list[Line] = []
        options = [(hand[0], hand[1]), (hand[1], hand[0])] if len(hand) > 1 else [(hand[0], -1)]
        for at, (card, kept) in enumerate(options):
            if at == 0 or card != options[0][0]:
                self.hold(spot.seat, kept)
                lines += self.lines(spot, card, card, first_points(self.world, spot, card), 0)
        thrown, kept = self.worse(spot.seat, options)
        self.hold(spot.seat, kept)
        lines += self.lines(spot, PLAIN, thrown, first_points(self.world, spot, PLAIN), 0)
        lines.sort(key=worth_of, reverse=True)
        return lines

    def worse(self, seat: int, options: list[tuple[int, int]]) -> tuple[int, int]:
        """Which card to throw away: the one that leaves the better hand."""
        best, found = -1e9, options[0]
        for option in options:
            self.hold(seat, option[1])
            if self.side > best:
                best, found = self.side, option
        return found

    def lines(self, spot: Position, card: int, thrown: int, points: int, flags: int) -> list[Line]:
        """The best lines with a card that has been chosen; `side` must be set."""
        reach = Reach(self.world, spot, card, self.budget.nodes, self.aims(spot, card))
        reach.begin(points, flags)
        if reach.win is not None:
            return [Line(card, thrown, self.kept, reach, reach.win, 1.0)]
        if card == PATH and not flags & EFFECT:
            return [
                Line(card, thrown, self.kept, reach, node, self.after_path(reach, node))
                for node in self.best(reach, reach.nodes, 3)
            ]
        found = [
            Line(card, thrown, self.kept, reach, node, self.expect(settle(reach, node), card, self.budget.cards))
            for node in self.best(reach, reach.nodes + reach.ends, self.budget.ends)
        ]
        if reach.fires and self.budget.fires:
            for node in self.best_fires(reach):
                found.append(Line(card, thrown, self.kept, reach, node, self.after_fire(reach, node, card)))
        return found

    def aims(self, spot: Position, card: int) -> list[int]:
        """Which tiles are worth a shot from anywhere: those that are farthest from the rest."""
        has_balls = self.world.items[spot.seat] == FIREBALLS and spot.charged >> spot.seat & 1
        if card != MAJESTY and not has_balls:
            return []
        ranked: list[tuple[float, int]] = []
        probe = spot.copy()
        for square in squares_of(ALL & ~spot.burnt):
            probe.burnt = spot.burnt | 1 << square
            ranked.append((-self.judge.logit(probe) - 0.03 * DISTANCE[spot.trogdor * 25 + square], square))
        ranked.sort()
        return [square for _, square in ranked[:8]]

    def glance(self, reach: Reach, node: Node) -> float:
        """A first guess of what a moment is worth if the turn ends there."""
        probe = self.probe
        if probe is None:
            return 0.0
        probe.trogdor, probe.burnt, probe.aflame = node.tile, node.burnt, node.aflame
        probe.peasants = [square for at, square in enumerate(reach.spot.peasants) if node.left >> at & 1]
        probe.health, probe.charged = node.health, node.charged
        probe.struck = bool(node.flags & STRUCK)
        worth = chance_of(self.judge.logit(probe) + self.side)
        if node.flags & HIDING or reach.card == BLOCK:
            return worth
        risk = min(1.0, self.danger[node.tile])
        return worth * (1.0 - risk * DEATHLY[min(node.health, 7)])

    def best(self, reach: Reach, nodes: list[Node], number: int) -> list[Node]:
        """The moments that look best to end the turn in."""
        self.probe = reach.spot.copy()
        ranked = [(-self.glance(reach, node), at) for at, node in enumerate(nodes)]
        ranked.sort()
        return [nodes[at] for _, at in ranked[:number]]

    def best_fires(self, reach: Reach) -> list[Node]:
        """The moments that look best to burn a peasant in."""
        self.probe = reach.spot.copy()
        ranked: list[tuple[float, int]] = []
        pile = Pile(self.coming, 3)
        seen: set[tuple[int, int, int, int, int]] = set()
        for at, node in enumerate(reach.fires):
            key = (node.tile, node.burnt, node.aflame, node.left, node.health)
            if key in seen:
                continue
            seen.add(key)
            spot = settle(reach, node)
            pile.at = 3
            total = 0.0
            for _ in range(3):
                after = spot.copy()
                pile.at += 5
                run(self.world, after, [fire_square(reach, node)], 1, pile)
                total += 1.0 if after.won else chance_of(self.judge.logit(after) + self.side + 0.1 * node.points)
            ranked.append((-total, at))
        ranked.sort()
        return [reach.fires[at] for _, at in ranked[: self.budget.fires]]

    def after_fire(self, reach: Reach, node: Node, card: int) -> float:
        """What a moment is worth when a peasant has just been set on fire: the mean over his runs."""
        spot = settle(reach, node)
        total = 0.0
        runs = min(self.budget.runs, len(self.coming))
        for at in range(runs):
            after = spot.copy()
            run(self.world, after, [fire_square(reach, node)], 1, Pile(self.coming, at))
            total += self.go_on(after, card, node)
        return total / runs

    def after_path(self, reach: Reach, node: Node) -> float:
        """The same for Path o' Burnination."""
        spot = settle(reach, node)
        total = 0.0
        runs = min(max(self.budget.runs, 3), len(self.coming))
        for at in range(runs):
            after = spot.copy()
            blaze(self.world, after, Pile(self.coming, at))
            total += 1.0 if after.won else self.expect(after, PATH, 6)
        return total / runs

    def go_on(self, spot: Position, card: int, node: Node) -> float:
        """The best end of a turn that goes on after a run."""
        if spot.won:
            return 1.0
        if node.points == 0:
            return self.expect(spot, card, 6)
        reach = Reach(self.world, spot, card, 160, [])
        reach.begin(node.points, node.flags & (EFFECT | ACTED))
        if reach.win is not None:
            return 1.0
        best = 0.0
        for end in self.best(reach, reach.nodes + reach.ends, 2):
            best = max(best, self.expect(settle(reach, end), card, 6))
        return best

    def expect(self, spot: Position, card: int, cards: int) -> float:
        """The mean of what the next player finds, over the movement cards."""
        total = 0.0
        number = min(cards, len(self.coming))
        for at in range(number):
            after = spot.copy()
            land(self.world, after, self.coming[at], Pile(self.coming, at + 1), card)
            if after.won:
                total += 1.0
            elif not after.dead:
                total += chance_of(self.judge.logit(after) + self.side)
        return total / number


def worth_of(line: Line) -> float:
    """The worth of a line, to sort by."""
    return line.worth


def fire_square(reach: Reach, node: Node) -> int:
    """Where the peasant stands who was set on fire."""
    before = node.parent
    gone = (before.left if before is not None else node.left) & ~node.left
    return reach.spot.peasants[gone.bit_length() - 1]


__all__ = ["Budget", "Line", "Search", "check", "settle"]
