"""The best lines of a turn: the states that it can reach, weighed over the movement cards that can come."""

from __future__ import annotations

from typing import Final, final

from engine.trogdor.mind.forces import burn_path, play_land, run_peasants
from engine.trogdor.mind.grid import ALL, CELLS, DISTANCE, squares_of
from engine.trogdor.mind.judge import Judge, chance_of
from engine.trogdor.mind.line import (
    SearchBudget,
    TurnLine,
    can_carry,
    fire_square,
    first_action_code,
    is_chancy,
    knight_placements,
    position_at,
    worth_of,
)
from engine.trogdor.mind.node import ACTED, CARD_FIRE_CODE, EFFECT, FIRE_CODE, HIDING, STRUCK, Node, kind_of
from engine.trogdor.mind.reach import TurnReach
from engine.trogdor.mind.world import (
    BLOCK,
    FIREBALLS,
    MAJESTY,
    PATH,
    PLAIN,
    WARP,
    DrawPile,
    Position,
    TableModel,
    Xorshift,
    first_points,
    swap_bits,
)


def swap_tiles(spot: Position, one: int, other: int) -> Position:
    """The position with two tiles exchanged, and everything on them."""
    new = spot.copy()
    new.ground = spot.ground.with_swapped(one, other)
    new.burnt = swap_bits(spot.burnt, one, other)
    new.peasants = sorted([square_after_swap(square, one, other) for square in spot.peasants])
    new.first = square_after_swap(spot.first, one, other)
    new.second = square_after_swap(spot.second, one, other)
    new.hammer = square_after_swap(spot.hammer, one, other)
    new.archer = square_after_swap(spot.archer, one, other)
    new.trogdor = square_after_swap(spot.trogdor, one, other)
    return new


def square_after_swap(square: int, one: int, other: int) -> int:
    """The square of something after two tiles were exchanged."""
    if square == one:
        return other
    return one if square == other else square


def best_warps(judge: Judge, spot: Position, number: int) -> list[tuple[int, int]]:
    """The best pairs of tiles to exchange by the judge: a Tunnel tile, then one without a cottage."""
    ranked: list[tuple[float, int, int]] = []
    seen = 0
    for tunnel in squares_of(spot.ground.tunnels):
        seen |= 1 << tunnel
        for other in squares_of(ALL & ~(seen | spot.ground.cottages)):
            worth = judge.logit(swap_tiles(spot, tunnel, other))
            ranked += [(-worth, tunnel, other)]
    ranked.sort()
    return [(tunnel, other) for _, tunnel, other in ranked[:number]]


# The limits besides the budgets of the levels were chosen by trial, and not measured one by one.

DEATH_RISK: Final[list[float]] = [1.0, 0.45, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1]
"""By health: the part of the chances that one hit takes, in a first guess."""

GUESS_RUNS: Final = 3
"""How many runs are tried for a first guess of a fire."""

ENDS_AFTER_RUN: Final = 2
"""How many ends of a turn are weighed after each run."""

CARDS_AFTER_RUN: Final = 6
"""Over how many land cards the end of a turn is weighed after each run."""

MAX_TARGETS: Final = 8
"""How many tiles are tried for a shot from anywhere."""

CARRIED_CARDS: Final = 10
"""Over how many land cards a knight moved by the Baubles is weighed."""

NODES_AFTER_RUN: Final = 160
"""The nodes of the search of a turn that goes on after a run."""

WARP_PAIRS: Final = 4
"""How many exchanges of tiles are tried with Tunnel Warp."""

LOGIT_PER_STEP: Final = 0.03
"""The logit that a step of distance adds to a tile for a shot: near tiles can be walked to."""

LOGIT_PER_POINT: Final = 0.1
"""The logit of an action point that is left, in a first guess of a fire."""

PILE_STEP: Final = 5
"""How far apart in the pile the runs of a first guess begin."""


@final
class Search:
    """The search over one turn.

    `coming` are the movement cards that can come, `hands` has a card for each seat, or -1.
    `weighs_all_first`: for every action that can be done first the best line is weighed. `danger` counts by
    square how often the cards that can come strike there; `side` is the logit of the hands, `kept` the card
    that the active player keeps.
    """

    def __init__(
        self, judge: Judge, coming: list[int], hands: list[int], budget: SearchBudget, dice: Xorshift
    ) -> None:
        self.judge = judge
        self.world: TableModel = judge.world
        self.coming = dice.shuffle(coming)
        self.hands = hands
        self.budget = budget
        self.danger: list[float] = [0.0] * CELLS
        self.side: float = 0.0
        self.kept: int = -1
        self.weighs_all_first: bool = False
        self.probe: Position | None = None

    def count_dangers(self, spot: Position) -> None:
        """Count by square how often the cards that can come would strike there."""
        world = self.world
        danger = [0.0] * CELLS
        share = 1.0 / len(self.coming)
        for card in self.coming:
            first = card * CELLS
            for knight in (spot.first, spot.second, spot.hammer):
                if knight >= 0:
                    for square in world.trod[first + knight]:
                        danger[square] += share
            for square in squares_of(world.line[first + spot.archer]):
                danger[square] += share
        self.danger = danger

    def set_hands(self, seat: int, kept: int) -> None:
        """Set the logit of the hands at the start of the next turn, when this seat has kept one card."""
        hands = self.hands[:]
        hands[seat] = kept
        self.kept = kept
        self.side = self.judge.hands_logit(self.world.next_seat(seat), hands)

    def card_lines(self, spot: Position, hand: list[int]) -> list[TurnLine]:
        """The best lines for every choice of a card, the best first."""
        self.count_dangers(spot)
        lines: list[TurnLine] = []
        options = [(hand[0], hand[1]), (hand[1], hand[0])] if len(hand) > 1 else [(hand[0], -1)]
        if len(hand) > 1 and hand[0] == hand[1]:
            options.pop()
        for card, kept in options:
            self.set_hands(spot.seat, kept)
            lines += self.lines(spot, card, card, first_points(self.world, spot, card), 0)
        lines += self.discard_lines(spot, options)
        lines.sort(key=worth_of, reverse=True)
        return lines

    def discard_lines(self, spot: Position, options: list[tuple[int, int]]) -> list[TurnLine]:
        """The best lines for a discarded card: the one that leaves the better hand, then the other."""
        best, order = -1e9, options[:]
        for option in options:
            _, kept = option
            self.set_hands(spot.seat, kept)
            if self.side > best:
                best = self.side
                order = [option, *[other for other in options if other != option]]
        thrown, kept = order[0]
        self.set_hands(spot.seat, kept)
        lines = self.lines(spot, PLAIN, thrown, first_points(self.world, spot, PLAIN), 0)
        if len(order) > 1:
            lines.sort(key=worth_of, reverse=True)
            thrown, kept = order[1]
            self.set_hands(spot.seat, kept)
            lines.append(self.line(lines[0].reach, lines[0].node, PLAIN, thrown))
        return lines

    def lines(self, spot: Position, card: int, thrown: int, points: int, flags: int) -> list[TurnLine]:
        """The best lines with a chosen card; `set_hands` comes before."""
        lines = self.lines_from(spot, card, thrown, points, flags, (-1, -1))
        if card == WARP and not flags:
            for pair in best_warps(self.judge, spot, WARP_PAIRS):
                tunnel, other = pair
                warped = swap_tiles(spot, tunnel, other)
                self.count_dangers(warped)
                lines += self.lines_from(warped, card, thrown, points, EFFECT, pair)
            self.count_dangers(spot)
        return lines

    def lines_from(
        self, spot: Position, card: int, thrown: int, points: int, flags: int, warp: tuple[int, int]
    ) -> list[TurnLine]:
        """The best lines from one position; `warp` are the two tiles that were exchanged before, or -1."""
        reach = TurnReach(self.world, spot, card, self.budget.nodes, self.best_targets(spot, card))
        reach.warp = warp
        reach.search(points, flags)
        if reach.won_node is not None:
            return [TurnLine(card, thrown, self.kept, reach, reach.won_node, 1.0)]
        nodes = reach.nodes + reach.ends
        ranked = self.rank_ends(reach, nodes)
        lines = [self.line(reach, nodes[number], card, thrown) for number in ranked[: self.budget.ends]]
        known = {first_action_code(line.node) for line in lines}
        for number in ranked[self.budget.ends :] if self.weighs_all_first else []:
            code = first_action_code(nodes[number])
            if code not in known:
                known.add(code)
                lines.append(self.line(reach, nodes[number], card, thrown))
        if reach.fires and (self.budget.fires or flags & ACTED):
            lines += [self.line(reach, node, card, thrown) for node in self.best_fires(reach)]
        return lines + self.best_carried_line(reach, lines, card)

    def line(self, reach: TurnReach, node: Node, card: int, thrown: int) -> TurnLine:
        """The line to a node, weighed over the land's cards, or over the cards that are drawn before."""
        if card == PATH and not node.flags & EFFECT:
            worth = self.chance_after_path(reach, node)
        elif kind_of(node.code) in (FIRE_CODE, CARD_FIRE_CODE):
            worth = self.chance_after_fire(reach, node, card)
        else:
            worth = self.expected_chance(position_at(reach, node), card, self.budget.cards)
        return TurnLine(card, thrown, self.kept, reach, node, worth)

    def best_carried_line(self, reach: TurnReach, lines: list[TurnLine], card: int) -> list[TurnLine]:
        """The best line with a knight moved at its end, if the Baubles can do that."""
        best: TurnLine | None = None
        for line in lines:
            able = can_carry(self.world, reach.spot, card, line.node) and not is_chancy(line)
            if able and (best is None or line.worth > best.worth):
                best = line
        if best is None:
            return []
        most, chosen = 0.0, best.node
        for node in knight_placements(position_at(reach, best.node), best.node):
            worth = self.expected_chance(position_at(reach, node), card, CARRIED_CARDS)
            if worth > most:
                most, chosen = worth, node
        return [self.line(reach, chosen, card, best.thrown)] if chosen is not best.node else []

    def best_targets(self, spot: Position, card: int) -> list[int]:
        """The tiles that are worth a shot from anywhere: the judge ranks the position without each."""
        has_balls = self.world.items[spot.seat] == FIREBALLS and spot.charged >> spot.seat & 1
        if card != MAJESTY and not has_balls:
            return []
        ranked: list[tuple[float, int]] = []
        probe = spot.copy()
        for square in squares_of(ALL & ~spot.burnt):
            probe.burnt = spot.burnt | 1 << square
            ranked.append(
                (-self.judge.logit(probe) - LOGIT_PER_STEP * DISTANCE[spot.trogdor * CELLS + square], square)
            )
        ranked.sort()
        return [square for _, square in ranked[:MAX_TARGETS]]

    def first_guess(self, reach: TurnReach, node: Node) -> float:
        """A first guess of the chance if the turn ends at a node."""
        probe = self.probe
        if probe is None:
            return 0.0
        probe.trogdor, probe.burnt, probe.aflame = node.tile, node.burnt, node.aflame
        probe.peasants = [
            square for number, square in enumerate(reach.spot.peasants) if node.left >> number & 1
        ]
        probe.health, probe.charged = node.health, node.charged
        probe.struck = bool(node.flags & STRUCK)
        worth = chance_of(self.judge.logit(probe) + self.side)
        if node.flags & HIDING or reach.card == BLOCK:
            return worth
        risk = min(1.0, self.danger[node.tile])
        return worth * (1.0 - risk * DEATH_RISK[min(node.health, len(DEATH_RISK) - 1)])

    def rank_ends(self, reach: TurnReach, nodes: list[Node]) -> list[int]:
        """The indexes of the nodes, ranked by the first guess."""
        self.probe = reach.spot.copy()
        ranked = [(-self.first_guess(reach, node), number) for number, node in enumerate(nodes)]
        ranked.sort()
        return [number for _, number in ranked]

    def best_fires(self, reach: TurnReach) -> list[Node]:
        """The nodes after a fire with the best first guess."""
        ranked: list[tuple[float, int]] = []
        pile = DrawPile(self.coming, 0)
        seen: set[tuple[int, int, int, int, int]] = set()
        for number, node in enumerate(reach.fires):
            key = (node.tile, node.burnt, node.aflame, node.left, node.health)
            if key in seen:
                continue
            seen.add(key)
            spot = position_at(reach, node)
            pile.at = GUESS_RUNS
            total = 0.0
            for _ in range(GUESS_RUNS):
                after = spot.copy()
                pile.at += PILE_STEP
                run_peasants(self.world, after, [fire_square(reach, node)], 1, pile)
                logit = self.judge.logit(after) + self.side + LOGIT_PER_POINT * node.points
                total += 1.0 if after.won else chance_of(logit)
            ranked.append((-total, number))
        ranked.sort()
        return [reach.fires[number] for _, number in ranked[: max(1, self.budget.fires)]]

    def chance_after_fire(self, reach: TurnReach, node: Node, card: int) -> float:
        """The chance after a peasant was set on fire: the mean over his runs."""
        spot = position_at(reach, node)
        total = 0.0
        runs = min(max(self.budget.runs, GUESS_RUNS), len(self.coming))
        for number in range(runs):
            after = spot.copy()
            run_peasants(self.world, after, [fire_square(reach, node)], 1, DrawPile(self.coming, number))
            total += self.chance_after_run(after, card, node)
        return total / runs

    def chance_after_path(self, reach: TurnReach, node: Node) -> float:
        """The chance after Path o' Burnination: the mean over its cards."""
        spot = position_at(reach, node)
        total = 0.0
        runs = min(max(self.budget.runs, GUESS_RUNS), len(self.coming))
        for number in range(runs):
            after = spot.copy()
            burn_path(self.world, after, DrawPile(self.coming, number))
            total += 1.0 if after.won else self.expected_chance(after, PATH, CARDS_AFTER_RUN)
        return total / runs

    def chance_after_run(self, spot: Position, card: int, node: Node) -> float:
        """The chance with the best end of a turn that goes on after a run."""
        if spot.won:
            return 1.0
        if node.points == 0:
            return self.expected_chance(spot, card, CARDS_AFTER_RUN)
        reach = TurnReach(self.world, spot, card, NODES_AFTER_RUN, [])
        reach.search(node.points, node.flags & (EFFECT | ACTED))
        if reach.won_node is not None:
            return 1.0
        best = 0.0
        nodes = reach.nodes + reach.ends
        for number in self.rank_ends(reach, nodes)[:ENDS_AFTER_RUN]:
            best = max(best, self.expected_chance(position_at(reach, nodes[number]), card, CARDS_AFTER_RUN))
        return best

    def expected_chance(self, spot: Position, card: int, cards: int) -> float:
        """The mean chance at the start of the next turn, over `cards` of the land's cards."""
        total = 0.0
        count = min(cards, len(self.coming))
        for number in range(count):
            after = spot.copy()
            play_land(self.world, after, self.coming[number], DrawPile(self.coming, number + 1), card)
            if after.won:
                total += 1.0
            elif not after.dead:
                total += chance_of(self.judge.logit(after) + self.side)
        return total / count
