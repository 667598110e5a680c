"""Everything that one turn can come to: the positions that can be reached with a card, by their cost."""

from __future__ import annotations

from typing import Final, final

from engine.trogdor.mind.grid import ALL, AROUND, BESIDE, DIAGONAL, MOVES, SHOTS, squares_of
from engine.trogdor.mind.node import (
    ACTED,
    BURN_CODE,
    CARD_CODE,
    CARD_FIRE_CODE,
    CARD_HOME_CODE,
    CHOMP_CODE,
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
    World,
)  # fmt: skip

POINTS: Final = 24
"""More action points than any turn can come to: a card brings 7 at most, and all that is added fewer."""

STUMP_POINTS: Final = 4
"""What the first burned Stump or Rock brings with the card of that name."""

BEANS_POINTS: Final = 2
"""What the Beans bring."""

# Where each part of a moment begins in its key, which is one whole number:

TILE_AT: Final = 25  # above the burned tiles
LEFT_AT: Final = 30  # above Trogdor's square
FLAGS_AT: Final = 37  # above the peasants
HOMES_AT: Final = 42  # above the five lasting flags
HEALTH_AT: Final = 45  # above the three cottages
CHARGED_AT: Final = 49  # above the health


@final
class Charges:
    """The charges of a turn, as bits of seats."""

    def __init__(self, world: World, spot: Position) -> None:
        self.world = world
        self.spot = spot

    def bit(self, item: int) -> int:
        """The bit of who owns an item, if it is charged again by what happens in this turn."""
        owner = self.world.owner[item]
        return 1 << owner if owner >= 0 and (owner == self.spot.seat or self.world.anyone) else 0

    def visits(self) -> list[int]:
        """Whose item is charged when Trogdor enters each square."""
        return [self.visit(square) for square in range(25)]

    def visit(self, square: int) -> int:
        """Whose item is charged when Trogdor enters a square."""
        ground, bit, seat = self.spot.ground, 1 << square, self.spot.seat
        found = 0
        if ground.lake & bit:
            found |= self.bit(FLASK)
        if ground.forests & bit:
            found |= self.bit(BEANS)
        if ground.tunnels & bit:
            found |= self.bit(BAUBLES)
        if ground.mountains & bit and self.world.keepers[seat] == GALGABUDGE:
            found |= 1 << seat if self.world.items[seat] == BAUBLES else 0
        if square == self.spot.archer:
            found |= self.bit(TRINKET)
        return found

    def hurts(self) -> list[int]:
        """How many knights stand on each square."""
        hurts = [0] * 25
        for knight in (self.spot.first, self.spot.second, self.spot.hammer):
            if knight >= 0:
                hurts[knight] += 1
        return hurts


def mode_of(keeper: int, card: int) -> int:
    """How Trogdor steps: 1 diagonally, too, 2 round the edges, 3 both."""
    diagonal = keeper == CRANJEGG or card == CONSUMMATE
    return (1 if diagonal else 0) + (2 if keeper == STONKLAR or card == WRAP else 0)


def holes_of(keeper: int, spot: Position) -> int:
    """The ends of the tunnel."""
    return spot.ground.tunnels | (spot.ground.mountains if keeper == GALGABUDGE else 0)


def hides_of(keeper: int, spot: Position) -> int:
    """Where Trogdor can hide."""
    return ALL & ~spot.ground.cottages if keeper == HEGELTHA else spot.ground.mountains


@final
class Reach:
    """The search over one turn with one card, from a position in which it has just been chosen."""

    def __init__(self, world: World, spot: Position, card: int, limit: int, aims: list[int]) -> None:
        self.world = world
        self.spot = spot
        self.card = card
        self.limit = limit
        self.aims = aims
        self.nodes: list[Node] = []
        self.ends: list[Node] = []
        self.fires: list[Node] = []
        self.win: Node | None = None
        self.seen: dict[int, int] = {}
        self.levels: list[list[Node]] = [[] for _ in range(POINTS)]
        self.warp: tuple[int, int] = (-1, -1)
        self.seat = spot.seat
        self.keeper: int = world.keepers[spot.seat]
        self.item: int = world.items[spot.seat]
        self.own: int = 1 << spot.seat
        self.ground = spot.ground
        self.mode: int = mode_of(self.keeper, card)
        self.holes: int = holes_of(self.keeper, spot)
        self.hides: int = hides_of(self.keeper, spot)
        charges = Charges(world, spot)
        self.charges = charges
        self.visit: list[int] = charges.visits()
        self.hurts: list[int] = charges.hurts()

    def begin(self, points: int, flags: int) -> None:
        """Search from the position itself; with the flags of what has been done in this turn."""
        spot = self.spot
        root = Node(spot.trogdor, spot.burnt, spot.aflame, (1 << len(spot.peasants)) - 1, points)
        root.health, root.charged = spot.health, spot.charged
        root.flags = flags | (STRUCK if spot.struck else 0) | (USED if spot.used else 0)
        root.flags |= HIDING if spot.hiding else 0
        self._add(root)
        self._before(root)
        level = POINTS - 1
        while level >= 0 and self.win is None:
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
        """Remember a node to go on from, unless it was reached as cheaply before."""
        if node.burnt == ALL and not node.left and node.aflame == self.ground.cottages:
            node.flags |= WON
            self.win = node
            return
        key = self._key(node)
        if self.seen.get(key, -1) >= node.points:
            return
        self.seen[key] = node.points
        self.levels[node.points].append(node)

    def _enter(self, node: Node, target: int, code: int, cost: int) -> None:
        """Trogdor comes to a square; nothing if that would be his death."""
        new = node.next(code)
        new.tile = target
        new.points -= cost
        if cost:
            new.flags |= ACTED
        new.charged |= self.visit[target]
        hits = 0 if self.card == INVISIBLE or node.flags & HIDING else self.hurts[target]
        for _ in range(hits):
            if self._shielded(new):
                new.flags |= USED
                new.charged &= ~self.own
            elif new.health == 0:
                return
            else:
                new.health -= 1
                new.flags |= STRUCK
                new.charged |= self.charges.bit(POUCH)
        self._add(new)

    def _shielded(self, node: Node) -> bool:
        ready = node.charged & self.own and not node.flags & USED
        return self.item == SHIELD and bool(ready) and not self.world.idle >> SHIELD & 1

    def _expand(self, node: Node) -> None:
        if not node.flags & HIDING and self.card != PATH:
            if node.points > 0:
                self._spend(node)
            if not node.flags & EFFECT and (self.card in (SIDEWISE, SLANTWISE)):
                near = BESIDE[node.tile] if self.card == SIDEWISE else DIAGONAL[node.tile]
                for square in squares_of(near & ~node.burnt):
                    self._burn_far(node, square, CARD_CODE * 100 + square, EFFECT)
        if self.item in (RING, FIREBALLS, BEANS, DISK) and node.charged & self.own and not node.flags & USED:
            self._item(node)
        self._after(node)

    def _spend(self, node: Node) -> None:
        for move in MOVES[self.mode * 25 + node.tile]:
            self._enter(node, move >> 3, STEP_CODE * 100 + (move & 7), 1)
        if self.holes >> node.tile & 1:
            for target in squares_of(self.holes & ~(1 << node.tile)):
                self._enter(node, target, TUNNEL_CODE * 100 + target, 1)
        self._burn(node)
        self._bite(node)
        if self.hides >> node.tile & 1:
            new = node.next(HIDE_CODE * 100)
            new.points = 0
            new.flags |= ACTED | HIDING
            self._add(new)

    def _burnable(self, node: Node) -> bool:
        bit = 1 << node.tile
        if node.burnt & bit:
            return False
        return not self.ground.water & bit or not BESIDE[node.tile] & ~node.burnt

    def _burn(self, node: Node) -> None:
        bit = 1 << node.tile
        if self._burnable(node):
            self._burn_far(node, node.tile, BURN_CODE * 100, ACTED)
        elif self._lightable(node, node.tile):
            new = node.next(HOME_CODE * 100)
            new.aflame |= bit
            new.points -= 1
            new.flags |= ACTED
            new.charged |= self.charges.bit(RING)
            self._add(new)

    def _lightable(self, node: Node, square: int) -> bool:
        bit = 1 << square
        return bool(self.ground.cottages & ~node.aflame & bit) and not AROUND[square] & ~node.burnt

    def _burn_far(self, node: Node, square: int, code: int, flag: int) -> None:
        """A tile burns, by a point (flag ACTED), the card's effect or the item."""
        bit = 1 << square
        new = node.next(code)
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

    def _bite(self, node: Node) -> None:
        for at, square in enumerate(self.spot.peasants):
            if square == node.tile and node.left >> at & 1:
                self._eat(node, at, CHOMP_CODE * 100, ACTED)
                fire = node.next(FIRE_CODE * 100)
                fire.points -= 1
                fire.left &= ~(1 << at)
                fire.flags |= ACTED
                self.fires.append(fire)
                return

    def _eat(self, node: Node, at: int, code: int, flag: int) -> None:
        new = node.next(code)
        new.left &= ~(1 << at)
        new.health += 1
        new.charged |= self.charges.bit(SHIELD)
        new.flags |= flag
        if flag == ACTED:
            new.points -= 1
        self._add(new)

    def _before(self, root: Node) -> None:
        """What the card does before the first point is spent."""
        if root.flags & (EFFECT | ACTED | HIDING):
            return
        if self.card == MAJESTY:
            for square in self.aims:
                if not root.burnt >> square & 1 and (square != root.tile or self._burnable(root)):
                    self._burn_far(root, square, CARD_CODE * 100 + square, EFFECT)
        elif self.card == WINGALING:
            for square in range(25):
                if square != root.tile and not self.hurts[square]:
                    new = root.next(0)
                    new.flags |= EFFECT
                    self._enter(new, square, CARD_CODE * 100 + square, 0)
        elif self.card == JHONKA:
            self._help(root)

    def _help(self, root: Node) -> None:
        """Jhonka Help: every peasant, of those on one square one."""
        met = 0
        for at, square in enumerate(self.spot.peasants):
            if not met >> square & 1:
                met |= 1 << square
                self._eat(root, at, CARD_CODE * 100 + square, EFFECT)

    def _item(self, node: Node) -> None:
        """The item that its owner uses by himself."""
        if self.item == BEANS:
            if not node.flags & HIDING and self.card != PATH and node.parent is None:
                new = node.next(ITEM_BARE_CODE * 100)
                new.points += BEANS_POINTS
                new.flags |= USED
                new.charged &= ~self.own
                self._add(new)
        elif self.item == DISK:
            board = node.health + len(squares_of(node.left))
            if board < self.spot.souls and (node.parent is None or not node.points):
                new = node.next(ITEM_BARE_CODE * 100)
                new.health += 1
                new.flags |= USED
                new.charged &= ~self.own
                new.charged |= self.charges.bit(SHIELD)
                self._add(new)
        elif self.item == FIREBALLS:
            self._throw(node)
        elif not node.flags & HIDING:
            self._jump(node)

    def _throw(self, node: Node) -> None:
        """Fireballs: tiles at the beginning or when only one is left, cottages whenever they can burn."""
        for square in squares_of(self.ground.cottages & ~node.aflame):
            if self._lightable(node, square) and square != node.tile:
                new = node.next(ITEM_HOME_CODE * 100 + square)
                new.aflame |= 1 << square
                new.flags |= USED
                new.charged &= ~self.own
                new.charged |= self.charges.bit(RING)
                self._add(new)
        unburnt = ALL & ~node.burnt
        if node.parent is None or not unburnt & (unburnt - 1):
            for square in self.aims:
                if unburnt >> square & 1:
                    self._burn_far(node, square, ITEM_CODE * 100 + square, USED)

    def _jump(self, node: Node) -> None:
        """The Ring: from the beginning, after something was done, or at the end; not after a step."""
        last = node.code // 100
        if last in (STEP_CODE, TUNNEL_CODE) and node.points:
            return
        people = 0
        for at, square in enumerate(self.spot.peasants):
            if node.left >> at & 1:
                people |= 1 << square
        wanted = ALL & ~node.burnt | people | self.ground.cottages & ~node.aflame | self.ground.mountains
        if not node.points:
            wanted = ALL
        for square in squares_of(wanted & ~(1 << node.tile)):
            if not self.hurts[square]:
                new = node.next(0)
                new.parent = node
                new.flags |= USED
                new.charged &= ~self.own
                self._enter(new, square, ITEM_CODE * 100 + square, 0)

    def _after(self, node: Node) -> None:
        """The turn ends here, with what the card does after the actions."""
        if node.flags & EFFECT or self.card not in (DAN, FRAN, HIDEY, SHOT_PUT):
            return
        if self.card in (DAN, FRAN):
            near = (DIAGONAL if self.card == DAN else BESIDE)[node.tile] & ~node.burnt
            if near:
                new = node.next(FLIP_CODE * 100)
                new.burnt |= near
                if near & self.ground.cottages:
                    new.charged |= self.charges.bit(RING)
                self._end(new)
        elif self.card == HIDEY:
            self._sink(node)
        elif node.points <= 1:
            self._put(node)

    def _sink(self, node: Node) -> None:
        """Hidey Hole: every mountain without a knight."""
        if node.flags & HIDING:
            return
        for square in squares_of(self.ground.mountains):
            if square == node.tile or not self.hurts[square]:
                new = node.next(CARD_CODE * 100 + square)
                if square != node.tile:
                    new.charged |= self.visit[square]
                new.tile = square
                new.flags |= HIDING
                self._end(new)

    def _put(self, node: Node) -> None:
        """Shot Put: every tile, cottage and peasant in reach."""
        for square in squares_of(SHOTS[node.tile] & ~node.burnt):
            if square != node.tile or self._burnable(node):
                new = node.next(CARD_CODE * 100 + square)
                new.burnt |= 1 << square
                if self.ground.cottages >> square & 1:
                    new.charged |= self.charges.bit(RING)
                self._end(new)
        for square in squares_of(SHOTS[node.tile] & self.ground.cottages):
            if self._lightable(node, square):
                new = node.next(CARD_HOME_CODE * 100 + square)
                new.aflame |= 1 << square
                new.charged |= self.charges.bit(RING)
                self._end(new)
        met = 0
        for at, square in enumerate(self.spot.peasants):
            if node.left >> at & 1 and SHOTS[node.tile] >> square & 1 and not met >> square & 1:
                met |= 1 << square
                fire = node.next(CARD_FIRE_CODE * 100 + square)
                fire.left &= ~(1 << at)
                fire.points = 0
                fire.flags |= EFFECT | ENDED
                self.fires.append(fire)

    def _end(self, node: Node) -> None:
        node.flags |= EFFECT | ENDED
        node.points = 0
        if node.burnt == ALL and not node.left and node.aflame == self.ground.cottages:
            node.flags |= WON
            self.win = node
            return
        self.ends.append(node)
