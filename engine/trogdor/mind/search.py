"""The best way through a turn: what it can come to, weighed over the movement cards that can still come."""

from __future__ import annotations

from typing import Final, final

from engine.trogdor.mind.forces import blaze, land, run
from engine.trogdor.mind.grid import ALL, DISTANCE, squares_of
from engine.trogdor.mind.judge import Judge, chance_of
from engine.trogdor.mind.line import (
    Budget,
    Line,
    can_carry,
    carries,
    fire_square,
    first_code,
    is_chancy,
    settle,
    worth_of,
)
from engine.trogdor.mind.node import ACTED, CARD_FIRE_CODE, EFFECT, FIRE_CODE, HIDING, STRUCK, Node
from engine.trogdor.mind.reach import Reach
from engine.trogdor.mind.world import (
    BLOCK,
    FIREBALLS,
    MAJESTY,
    PATH,
    PLAIN,
    WARP,
    Dice,
    Pile,
    Position,
    World,
    first_points,
    swapped,
)


def exchanged(spot: Position, one: int, other: int) -> Position:
    """The position when two tiles have changed places with everything on them."""
    new = spot.copy()
    new.ground = spot.ground.swapped(one, other)
    new.burnt = swapped(spot.burnt, one, other)
    new.peasants = sorted([moved(square, one, other) for square in spot.peasants])
    new.first = moved(spot.first, one, other)
    new.second = moved(spot.second, one, other)
    new.hammer = moved(spot.hammer, one, other)
    new.archer = moved(spot.archer, one, other)
    new.trogdor = moved(spot.trogdor, one, other)
    return new


def moved(square: int, one: int, other: int) -> int:
    """Where something stands then."""
    if square == one:
        return other
    return one if square == other else square


def warps(judge: Judge, spot: Position, number: int) -> list[tuple[int, int]]:
    """The best pairs at a glance: a Tunnel tile first, then a tile without a cottage."""
    ranked: list[tuple[float, int, int]] = []
    seen = 0
    for tunnel in squares_of(spot.ground.tunnels):
        seen |= 1 << tunnel
        for other in squares_of(ALL & ~(seen | spot.ground.cottages)):
            worth = judge.logit(exchanged(spot, tunnel, other))
            ranked += [(-worth, tunnel, other)]
    ranked.sort()
    return [(tunnel, other) for _, tunnel, other in ranked[:number]]


# How much is looked at beside the budgets of the levels was chosen by trial, and not measured one by one.

DEATHLY: Final[list[float]] = [1.0, 0.45, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1]
"""How much of the chances one hit takes, by health; only for a first look."""

FIRST_LOOK: Final = 3
"""How many runs are tried for a first look at a fire."""

AFTER_RUN: Final = 6
"""How many land cards are tried after each run."""

AIMS: Final = 8
"""How many tiles are worth a shot from anywhere."""

CARRIED: Final = 10
"""Over how many land cards a knight put elsewhere is weighed."""

SMALL: Final = 160
"""How many moments are looked at of a turn that goes on after a run."""

PAIRS: Final = 4
"""How many exchanges of tiles are tried with Tunnel Warp."""

FAR_AWAY: Final = 0.03
"""What a step of distance adds to a tile that is aimed at, in logits: the near ones can be walked to."""

A_POINT: Final = 0.1
"""What an action point that is left is worth in a first look at a fire, in logits."""


@final
class Search:
    """The search over one turn.

    `coming` are the movement cards that can come, `hands` a card a seat or -1; `wide`: whatever can be done
    first is weighed, at its best.
    """

    def __init__(self, judge: Judge, coming: list[int], hands: list[int], budget: Budget, dice: Dice) -> None:
        self.judge = judge
        self.world: World = judge.world
        self.coming = dice.mixed(coming)
        self.hands = hands
        self.budget = budget
        self.danger: list[float] = [0.0] * 25
        self.side: float = 0.0
        self.kept: int = -1
        self.wide: bool = False
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
        if len(hand) > 1 and hand[0] == hand[1]:
            options.pop()
        for card, kept in options:
            self.hold(spot.seat, kept)
            lines += self.lines(spot, card, card, first_points(self.world, spot, card), 0)
        lines += self.discards(spot, options)
        lines.sort(key=worth_of, reverse=True)
        return lines

    def discards(self, spot: Position, options: list[tuple[int, int]]) -> list[Line]:
        """The best lines for a card thrown away: the one that leaves the better hand, then the other."""
        best, order = -1e9, options[:]
        for option in options:
            self.hold(spot.seat, option[1])
            if self.side > best:
                best = self.side
                order = [option, *[one for one in options if one != option]]
        thrown, kept = order[0]
        self.hold(spot.seat, kept)
        lines = self.lines(spot, PLAIN, thrown, first_points(self.world, spot, PLAIN), 0)
        if len(order) > 1:
            lines.sort(key=worth_of, reverse=True)
            thrown, kept = order[1]
            self.hold(spot.seat, kept)
            lines.append(self.line(lines[0].reach, lines[0].node, PLAIN, thrown))
        return lines

    def lines(self, spot: Position, card: int, thrown: int, points: int, flags: int) -> list[Line]:
        """The best lines with a card that has been chosen; the hands must be held."""
        found = self.lines_from(spot, card, thrown, points, flags, (-1, -1))
        if card == WARP and not flags:
            for pair in warps(self.judge, spot, PAIRS):
                warped = exchanged(spot, pair[0], pair[1])
                self.look_around(warped)
                found += self.lines_from(warped, card, thrown, points, EFFECT, pair)
            self.look_around(spot)
        return found

    def lines_from(
        self, spot: Position, card: int, thrown: int, points: int, flags: int, warp: tuple[int, int]
    ) -> list[Line]:
        """The same from one position; `warp` are two tiles exchanged to come to it."""
        reach = Reach(self.world, spot, card, self.budget.nodes, self.aims(spot, card))
        reach.warp = warp
        reach.begin(points, flags)
        if reach.win is not None:
            return [Line(card, thrown, self.kept, reach, reach.win, 1.0)]
        nodes = reach.nodes + reach.ends
        ranked = self.ranked(reach, nodes)
        found = [self.line(reach, nodes[at], card, thrown) for at in ranked[: self.budget.ends]]
        known = {first_code(line.node) for line in found}
        for at in ranked[self.budget.ends :] if self.wide else []:
            code = first_code(nodes[at])
            if code not in known:
                known.add(code)
                found.append(self.line(reach, nodes[at], card, thrown))
        if reach.fires and (self.budget.fires or flags & ACTED):
            found += [self.line(reach, node, card, thrown) for node in self.best_fires(reach)]
        return found + self.carried(reach, found, card)

    def line(self, reach: Reach, node: Node, card: int, thrown: int) -> Line:
        """The line to a moment, weighed: by the land that comes next, or by what is drawn before it."""
        if card == PATH and not node.flags & EFFECT:
            worth = self.after_path(reach, node)
        elif node.code // 100 in (FIRE_CODE, CARD_FIRE_CODE):
            worth = self.after_fire(reach, node, card)
        else:
            worth = self.expect(settle(reach, node), card, self.budget.cards)
        return Line(card, thrown, self.kept, reach, node, worth)

    def carried(self, reach: Reach, lines: list[Line], card: int) -> list[Line]:
        """The best line with a knight put elsewhere at its end, if the Baubles can do that."""
        best: Line | None = None
        for line in lines:
            able = can_carry(self.world, reach.spot, card, line.node) and not is_chancy(line)
            if able and (best is None or line.worth > best.worth):
                best = line
        if best is None:
            return []
        top, found = 0.0, best.node
        for node in carries(settle(reach, best.node), best.node):
            worth = self.expect(settle(reach, node), card, CARRIED)
            if worth > top:
                top, found = worth, node
        return [self.line(reach, found, card, best.thrown)] if found is not best.node else []

    def aims(self, spot: Position, card: int) -> list[int]:
        """Which tiles are worth a shot from anywhere: those that are farthest from the rest."""
        has_balls = self.world.items[spot.seat] == FIREBALLS and spot.charged >> spot.seat & 1
        if card != MAJESTY and not has_balls:
            return []
        ranked: list[tuple[float, int]] = []
        probe = spot.copy()
        for square in squares_of(ALL & ~spot.burnt):
            probe.burnt = spot.burnt | 1 << square
            ranked.append(
                (-self.judge.logit(probe) - FAR_AWAY * DISTANCE[spot.trogdor * 25 + square], square)
            )
        ranked.sort()
        return [square for _, square in ranked[:AIMS]]

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

    def ranked(self, reach: Reach, nodes: list[Node]) -> list[int]:
        """The moments by how good they look to end the turn in, as places in `nodes`."""
        self.probe = reach.spot.copy()
        ranked = [(-self.glance(reach, node), at) for at, node in enumerate(nodes)]
        ranked.sort()
        return [at for _, at in ranked]

    def best_fires(self, reach: Reach) -> list[Node]:
        """The moments that look best to burn a peasant in."""
        ranked: list[tuple[float, int]] = []
        pile = Pile(self.coming, 0)
        seen: set[tuple[int, int, int, int, int]] = set()
        for at, node in enumerate(reach.fires):
            key = (node.tile, node.burnt, node.aflame, node.left, node.health)
            if key in seen:
                continue
            seen.add(key)
            spot = settle(reach, node)
            pile.at = FIRST_LOOK
            total = 0.0
            for _ in range(FIRST_LOOK):
                after = spot.copy()
                pile.at += 5
                run(self.world, after, [fire_square(reach, node)], 1, pile)
                logit = self.judge.logit(after) + self.side + A_POINT * node.points
                total += 1.0 if after.won else chance_of(logit)
            ranked.append((-total, at))
        ranked.sort()
        return [reach.fires[at] for _, at in ranked[: max(1, self.budget.fires)]]

    def after_fire(self, reach: Reach, node: Node, card: int) -> float:
        """What a moment is worth when a peasant has just been set on fire: the mean over his runs."""
        spot = settle(reach, node)
        total = 0.0
        runs = min(max(self.budget.runs, FIRST_LOOK), len(self.coming))
        for at in range(runs):
            after = spot.copy()
            run(self.world, after, [fire_square(reach, node)], 1, Pile(self.coming, at))
            total += self.go_on(after, card, node)
        return total / runs

    def after_path(self, reach: Reach, node: Node) -> float:
        """The same for Path o' Burnination."""
        spot = settle(reach, node)
        total = 0.0
        runs = min(max(self.budget.runs, FIRST_LOOK), len(self.coming))
        for at in range(runs):
            after = spot.copy()
            blaze(self.world, after, Pile(self.coming, at))
            total += 1.0 if after.won else self.expect(after, PATH, AFTER_RUN)
        return total / runs

    def go_on(self, spot: Position, card: int, node: Node) -> float:
        """The best end of a turn that goes on after a run."""
        if spot.won:
            return 1.0
        if node.points == 0:
            return self.expect(spot, card, AFTER_RUN)
        reach = Reach(self.world, spot, card, SMALL, [])
        reach.begin(node.points, node.flags & (EFFECT | ACTED))
        if reach.win is not None:
            return 1.0
        best = 0.0
        nodes = reach.nodes + reach.ends
        for at in self.ranked(reach, nodes)[:2]:
            best = max(best, self.expect(settle(reach, nodes[at]), card, AFTER_RUN))
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
