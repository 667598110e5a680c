"""The states that one turn can reach with a card, each by its cheapest actions."""

from __future__ import annotations

from typing import Final, final

from engine.trogdor.mind.grid import (
    ALL,
    AROUND,
    BESIDE,
    CELLS,
    DIAGONAL,
    DIAGONALLY,
    ROUND_EDGES,
    SHOTS,
    STEPS_FROM,
    WAY_BITS,
    WAY_MASK,
    squares_of,
)
from engine.trogdor.mind.node import (
    ACTED,
    BURN_CODE,
    CARD_CODE,
    CARD_FIRE_CODE,
    CARD_HOME_CODE,
    CHOMP_CODE,
    CODE_BASE,
    EFFECT,
    ENDED,
    FIRE_CODE,
    FLIP_CODE,
    HIDE_CODE,
    HIDING,
    HOME_CODE,
    ITEM_BARE_CODE,
    ITEM_CODE,
    ITEM_HOME_CODE,
    LASTING,
    STEP_CODE,
    STRUCK,
    TUNNEL_CODE,
    USED,
    WON,
    Node,
    kind_of,
)
from engine.trogdor.mind.world import (
    BAUBLES,
    BEANS,
    CONSUMMATE,
    CRANJEGG,
    DAN,
    DISK,
    FIREBALLS,
    FLASK,
    FRAN,
    GALGABUDGE,
    HEGELTHA,
    HIDEY,
    INVISIBLE,
    JHONKA,
    MAJESTY,
    PATH,
    POUCH,
    RING,
    SHIELD,
    SHOT_PUT,
    SIDEWISE,
    SLANTWISE,
    STONKLAR,
    STUMP,
    TRINKET,
    WINGALING,
    WRAP,
    Position,
    TableModel,
)  # fmt: skip

POINTS: Final = 24
"""More action points than any turn can have: a card brings 7 at most, and everything else fewer."""

STUMP_POINTS: Final = 4
"""The points for the first burned Stump or Rock with the card of that name."""

BEANS_POINTS: Final = 2
"""The points of the Beans."""

STEP_BASE: Final = STEP_CODE * CODE_BASE
"""The code of a step, but for its way."""

# The key of a node is one whole number; the bit at which each part begins:

TILE_AT: Final = 25  # above the burned tiles
LEFT_AT: Final = 30  # above Trogdor's square
FLAGS_AT: Final = 37  # above the peasants
HOMES_AT: Final = 42  # above the five lasting flags
HEALTH_AT: Final = 45  # above the three cottages
CHARGED_AT: Final = 49  # above the health


@final
class Recharges:
    """Which items are recharged by what happens in a turn, as bits of seats."""

    def __init__(self, world: TableModel, spot: Position) -> None:
        self.world = world
        self.spot = spot

    def bit(self, item: int) -> int:
        """The bit of an item's owner, if it can be recharged in this turn, else 0."""
        owner = self.world.owner[item]
        return 1 << owner if owner >= 0 and (owner == self.spot.seat or self.world.anyone) else 0

    def visits(self) -> list[int]:
        """By square: the seats whose item is recharged when Trogdor enters it."""
        return [self.visit(square) for square in range(CELLS)]

    def visit(self, square: int) -> int:
        """The seats whose item is recharged when Trogdor enters a square."""
        ground, bit, seat = self.spot.ground, 1 << square, self.spot.seat
        seats = 0
        if ground.lake & bit:
            seats |= self.bit(FLASK)
        if ground.forests & bit:
            seats |= self.bit(BEANS)
        if ground.tunnels & bit:
            seats |= self.bit(BAUBLES)
        if ground.mountains & bit and self.world.keepers[seat] == GALGABUDGE:
            seats |= 1 << seat if self.world.items[seat] == BAUBLES else 0
        if square == self.spot.archer:
            seats |= self.bit(TRINKET)
        return seats

    def hurts(self) -> list[int]:
        """By square: how many knights stand there."""
        hurts = [0] * CELLS
        for knight in (self.spot.first, self.spot.second, self.spot.hammer):
            if knight >= 0:
                hurts[knight] += 1
        return hurts


def step_mode(keeper: int, card: int) -> int:
    """How Trogdor can step: `DIAGONALLY`, `ROUND_EDGES`, or both."""
    diagonal = keeper == CRANJEGG or card == CONSUMMATE
    round_edges = keeper == STONKLAR or card == WRAP
    return (DIAGONALLY if diagonal else 0) | (ROUND_EDGES if round_edges else 0)


def tunnel_squares(keeper: int, spot: Position) -> int:
    """The squares that the tunnel connects."""
    return spot.ground.tunnels | (spot.ground.mountains if keeper == GALGABUDGE else 0)


def hiding_squares(keeper: int, spot: Position) -> int:
    """The squares where Trogdor can hide."""
    return ALL & ~spot.ground.cottages if keeper == HEGELTHA else spot.ground.mountains


@final
class TurnReach:
    """The search of one turn with one card.

    `nodes` are the nodes where the turn can go on, `ends` those where the card has ended it, `fires` those
    after a peasant was set on fire, `won_node` a victory. `aims` are the squares worth a shot from anywhere.
    `seen` has the most points with which each key was reached, `levels` the nodes to expand by their points.
    `visit` and `hurts` are those of `Recharges`; `warp` are the two tiles that Tunnel Warp has exchanged, or
    -1.
    """

    def __init__(self, world: TableModel, spot: Position, card: int, limit: int, aims: list[int]) -> None:
        self.world = world
        self.spot = spot
        self.card = card
        self.limit = limit
        self.aims = aims
        self.nodes: list[Node] = []
        self.ends: list[Node] = []
        self.fires: list[Node] = []
        self.won_node: Node | None = None
        self.seen: dict[int, int] = {}
        self.levels: list[list[Node]] = [[] for _ in range(POINTS)]
        self.warp: tuple[int, int] = (-1, -1)
        self.seat = spot.seat
        self.keeper: int = world.keepers[spot.seat]
        self.item: int = world.items[spot.seat]
        self.own: int = 1 << spot.seat
        self.ground = spot.ground
        self.mode: int = step_mode(self.keeper, card)
        self.holes: int = tunnel_squares(self.keeper, spot)
        self.hides: int = hiding_squares(self.keeper, spot)
        charges = Recharges(world, spot)
        self.charges = charges
        self.visit: list[int] = charges.visits()
        self.hurts: list[int] = charges.hurts()

    def search(self, points: int, flags: int) -> None:
        """Search from the position; `flags` say what was done in this turn before."""
        spot = self.spot
        root = Node(spot.trogdor, spot.burnt, spot.aflame, (1 << len(spot.peasants)) - 1, points)
        root.health, root.charged = spot.health, spot.charged
        root.flags = flags | (STRUCK if spot.struck else 0) | (USED if spot.used else 0)
        root.flags |= HIDING if spot.hiding else 0
        self._add(root)
        self._play_card_first(root)
        level = POINTS - 1
        while level >= 0 and self.won_node is None:
            bucket = self.levels[level]
            if not bucket:
                level -= 1
                continue
            node = bucket.pop()
            if self.seen[self._key(node)] > node.points:
                continue
            self.nodes.append(node)
            if len(self.nodes) >= self.limit:
                return
            self._expand(node)
            for higher in range(POINTS - 1, level, -1):
                if self.levels[higher]:
                    level = higher
                    break

    def _key(self, node: Node) -> int:
        """All that matters of a node but its points, packed into one number."""
        key = node.burnt | node.tile << TILE_AT | node.left << LEFT_AT | (node.flags & LASTING) << FLAGS_AT
        lit = node.aflame
        homes = self.ground.cottages
        packed = 0
        while homes:
            low = homes & -homes
            packed = packed * 2 + (1 if lit & low else 0)
            homes ^= low
        return key | packed << HOMES_AT | node.health << HEALTH_AT | node.charged << CHARGED_AT

    def _add(self, node: Node) -> None:
        """Add a node to expand, unless it was reached with as many points before."""
        if node.burnt == ALL and not node.left and node.aflame == self.ground.cottages:
            node.flags |= WON
            self.won_node = node
            return
        key = self._key(node)
        if self.seen.get(key, -1) >= node.points:
            return
        self.seen[key] = node.points
        self.levels[node.points].append(node)

    def _enter(self, node: Node, target: int, code: int, cost: int) -> None:
        """Add the node in which Trogdor enters a square, unless that would be his death."""
        new = node.child(code)
        new.tile = target
        new.points -= cost
        if cost:
            new.flags |= ACTED
        new.charged |= self.visit[target]
        hits = 0 if self.card == INVISIBLE or node.flags & HIDING else self.hurts[target]
        for _ in range(hits):
            if self._is_shielded(new):
                new.flags |= USED
                new.charged &= ~self.own
            elif new.health == 0:
                return
            else:
                new.health -= 1
                new.flags |= STRUCK
                new.charged |= self.charges.bit(POUCH)
        self._add(new)

    def _is_shielded(self, node: Node) -> bool:
        """Whether the Shield takes the next hit."""
        ready = node.charged & self.own and not node.flags & USED
        return self.item == SHIELD and bool(ready) and not self.world.idle >> SHIELD & 1

    def _expand(self, node: Node) -> None:
        """Add all nodes that follow."""
        if not node.flags & HIDING and self.card != PATH:
            if node.points > 0:
                self._spend_point(node)
            if not node.flags & EFFECT and (self.card in (SIDEWISE, SLANTWISE)):
                near = BESIDE[node.tile] if self.card == SIDEWISE else DIAGONAL[node.tile]
                for square in squares_of(near & ~node.burnt):
                    self._burn_tile(node, square, CARD_CODE * CODE_BASE + square, EFFECT)
        if self.item in (RING, FIREBALLS, BEANS, DISK) and node.charged & self.own and not node.flags & USED:
            self._use_item(node)
        self._play_card_last(node)

    def _spend_point(self, node: Node) -> None:
        """Add the nodes that follow by an action point."""
        for step in STEPS_FROM[self.mode * CELLS + node.tile]:
            self._enter(node, step >> WAY_BITS, STEP_BASE + (step & WAY_MASK), 1)
        if self.holes >> node.tile & 1:
            for target in squares_of(self.holes & ~(1 << node.tile)):
                self._enter(node, target, TUNNEL_CODE * CODE_BASE + target, 1)
        self._burn_here(node)
        self._bite_peasant(node)
        if self.hides >> node.tile & 1:
            new = node.child(HIDE_CODE * CODE_BASE)
            new.points = 0
            new.flags |= ACTED | HIDING
            self._add(new)

    def _can_burn_here(self, node: Node) -> bool:
        """Whether Trogdor's own tile can burn."""
        bit = 1 << node.tile
        if node.burnt & bit:
            return False
        return not self.ground.water & bit or not BESIDE[node.tile] & ~node.burnt

    def _burn_here(self, node: Node) -> None:
        """Burn Trogdor's tile, or the cottage on it."""
        bit = 1 << node.tile
        if self._can_burn_here(node):
            self._burn_tile(node, node.tile, BURN_CODE * CODE_BASE, ACTED)
        elif self._can_light(node, node.tile):
            new = node.child(HOME_CODE * CODE_BASE)
            new.aflame |= bit
            new.points -= 1
            new.flags |= ACTED
            new.charged |= self.charges.bit(RING)
            self._add(new)

    def _can_light(self, node: Node, square: int) -> bool:
        """Whether a square has a cottage that can burn: all tiles around it are burned."""
        bit = 1 << square
        return bool(self.ground.cottages & ~node.aflame & bit) and not AROUND[square] & ~node.burnt

    def _burn_tile(self, node: Node, square: int, code: int, flag: int) -> None:
        """Burn a tile by a point (flag ACTED), the card's effect (EFFECT) or the item (USED)."""
        bit = 1 << square
        new = node.child(code)
        new.burnt |= bit
        new.flags |= flag
        if flag == ACTED:
            new.points -= 1
        if flag == USED:
            new.charged &= ~self.own
        if self.ground.cottages & bit:
            new.charged |= self.charges.bit(RING)
        fed = self.card == STUMP and self.ground.stumps & bit and not node.flags & (EFFECT | HIDING)
        if fed:
            new.points += STUMP_POINTS
            new.flags |= EFFECT
        self._add(new)

    def _bite_peasant(self, node: Node) -> None:
        """Eat a peasant on Trogdor's square, or set him on fire."""
        for number, square in enumerate(self.spot.peasants):
            if square == node.tile and node.left >> number & 1:
                self._eat_peasant(node, number, CHOMP_CODE * CODE_BASE, ACTED)
                fire = node.child(FIRE_CODE * CODE_BASE)
                fire.points -= 1
                fire.left &= ~(1 << number)
                fire.flags |= ACTED
                self.fires.append(fire)
                return

    def _eat_peasant(self, node: Node, number: int, code: int, flag: int) -> None:
        """Eat a peasant by a point (flag ACTED) or the card's effect (EFFECT)."""
        new = node.child(code)
        new.left &= ~(1 << number)
        new.health += 1
        new.charged |= self.charges.bit(SHIELD)
        new.flags |= flag
        if flag == ACTED:
            new.points -= 1
        self._add(new)

    def _play_card_first(self, root: Node) -> None:
        """The effects of cards that act before the first point is spent."""
        if root.flags & (EFFECT | ACTED | HIDING):
            return
        if self.card == MAJESTY:
            for square in self.aims:
                if not root.burnt >> square & 1 and (square != root.tile or self._can_burn_here(root)):
                    self._burn_tile(root, square, CARD_CODE * CODE_BASE + square, EFFECT)
        elif self.card == WINGALING:
            for square in range(CELLS):
                if square != root.tile and not self.hurts[square]:
                    new = root.child(0)
                    new.flags |= EFFECT
                    self._enter(new, square, CARD_CODE * CODE_BASE + square, 0)
        elif self.card == JHONKA:
            self._jhonka_help(root)

    def _jhonka_help(self, root: Node) -> None:
        """Jhonka Help: eat any peasant; of those on one square only one is tried."""
        met = 0
        for number, square in enumerate(self.spot.peasants):
            if not met >> square & 1:
                met |= 1 << square
                self._eat_peasant(root, number, CARD_CODE * CODE_BASE + square, EFFECT)

    def _use_item(self, node: Node) -> None:
        """The items whose owner chooses when to use them."""
        if self.item == BEANS:
            if not node.flags & HIDING and self.card != PATH and node.parent is None:
                new = node.child(ITEM_BARE_CODE * CODE_BASE)
                new.points += BEANS_POINTS
                new.flags |= USED
                new.charged &= ~self.own
                self._add(new)
        elif self.item == DISK:
            board = node.health + len(squares_of(node.left))
            if board < self.spot.souls and (node.parent is None or not node.points):
                new = node.child(ITEM_BARE_CODE * CODE_BASE)
                new.health += 1
                new.flags |= USED
                new.charged &= ~self.own
                new.charged |= self.charges.bit(SHIELD)
                self._add(new)
        elif self.item == FIREBALLS:
            self._throw_fireball(node)
        elif not node.flags & HIDING:
            self._use_ring(node)

    def _throw_fireball(self, node: Node) -> None:
        """Fireballs: tiles only at the start or when one is left, cottages whenever they can burn."""
        for square in squares_of(self.ground.cottages & ~node.aflame):
            if self._can_light(node, square) and square != node.tile:
                new = node.child(ITEM_HOME_CODE * CODE_BASE + square)
                new.aflame |= 1 << square
                new.flags |= USED
                new.charged &= ~self.own
                new.charged |= self.charges.bit(RING)
                self._add(new)
        unburnt = ALL & ~node.burnt
        if node.parent is None or not unburnt & (unburnt - 1):
            for square in self.aims:
                if unburnt >> square & 1:
                    self._burn_tile(node, square, ITEM_CODE * CODE_BASE + square, USED)

    def _use_ring(self, node: Node) -> None:
        """The Ring: at the start, after an action other than a step, or at the end."""
        last = kind_of(node.code)
        if last in (STEP_CODE, TUNNEL_CODE) and node.points:
            return
        people = 0
        for number, square in enumerate(self.spot.peasants):
            if node.left >> number & 1:
                people |= 1 << square
        wanted = ALL & ~node.burnt | people | self.ground.cottages & ~node.aflame | self.ground.mountains
        if not node.points:
            wanted = ALL
        for square in squares_of(wanted & ~(1 << node.tile)):
            if not self.hurts[square]:
                new = node.child(0)
                new.parent = node
                new.flags |= USED
                new.charged &= ~self.own
                self._enter(new, square, ITEM_CODE * CODE_BASE + square, 0)

    def _play_card_last(self, node: Node) -> None:
        """The effects of cards that act after the actions: the turn ends here.

        Dan burns the tiles diagonal to the dragon, Fran those beside it; cottages there charge the Ring.
        """
        if node.flags & EFFECT or self.card not in (DAN, FRAN, HIDEY, SHOT_PUT):
            return
        if self.card in (DAN, FRAN):
            near = (DIAGONAL if self.card == DAN else BESIDE)[node.tile] & ~node.burnt
            if near:
                new = node.child(FLIP_CODE * CODE_BASE)
                new.burnt |= near
                if near & self.ground.cottages:
                    new.charged |= self.charges.bit(RING)
                self._end_turn(new)
        elif self.card == HIDEY:
            self._hidey_hole(node)
        elif node.points <= 1:
            self._shot_put(node)

    def _hidey_hole(self, node: Node) -> None:
        """Hidey Hole: hide on any mountain without a knight."""
        if node.flags & HIDING:
            return
        for square in squares_of(self.ground.mountains):
            if square == node.tile or not self.hurts[square]:
                new = node.child(CARD_CODE * CODE_BASE + square)
                if square != node.tile:
                    new.charged |= self.visit[square]
                new.tile = square
                new.flags |= HIDING
                self._end_turn(new)

    def _shot_put(self, node: Node) -> None:
        """Shot Put: burn any tile, cottage or peasant in reach."""
        for square in squares_of(SHOTS[node.tile] & ~node.burnt):
            if square != node.tile or self._can_burn_here(node):
                new = node.child(CARD_CODE * CODE_BASE + square)
                new.burnt |= 1 << square
                if self.ground.cottages >> square & 1:
                    new.charged |= self.charges.bit(RING)
                self._end_turn(new)
        for square in squares_of(SHOTS[node.tile] & self.ground.cottages):
            if self._can_light(node, square):
                new = node.child(CARD_HOME_CODE * CODE_BASE + square)
                new.aflame |= 1 << square
                new.charged |= self.charges.bit(RING)
                self._end_turn(new)
        met = 0
        for number, square in enumerate(self.spot.peasants):
            if node.left >> number & 1 and SHOTS[node.tile] >> square & 1 and not met >> square & 1:
                met |= 1 << square
                fire = node.child(CARD_FIRE_CODE * CODE_BASE + square)
                fire.left &= ~(1 << number)
                fire.points = 0
                fire.flags |= EFFECT | ENDED
                self.fires.append(fire)

    def _end_turn(self, node: Node) -> None:
        """Add a node in which the turn is over."""
        node.flags |= EFFECT | ENDED
        node.points = 0
        if node.burnt == ALL and not node.left and node.aflame == self.ground.cottages:
            node.flags |= WON
            self.won_node = node
            return
        self.ends.append(node)
