"""What a position is worth without looking ahead: the margin that the dwarfs can expect, in hundredths.

What is counted has a name here, and `weights` has how much it matters by these names. What is not counted by
itself, the network may tell.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.octagon.board import BOARD
from engine.thud.mind.field import CELLS, FREE, HALF, aims, landings, reach, shoved, spread
from engine.thud.mind.network import lanes_of_dwarfs, lanes_of_trolls, said

# What is counted, by its place in the lists of `Weights`; docs/minds/thud.md tells why.
PER_DWARF: Final = 0  # for each dwarf
PER_TROLL: Final = 1  # for each troll
PER_TROLL_AND_DWARF: Final = 2  # for each troll and each dwarf together
PER_TROLL_SQUARED: Final = 3  # for the square of the number of trolls
PAIRS: Final = 4  # rows of two dwarfs
THREES: Final = 5  # rows of three dwarfs
FOURS: Final = 6  # rows of four dwarfs
ALONE: Final = 7  # dwarfs without a neighbour
HUNG_DWARFS_MOVE: Final = 8  # trolls that a hurl could hit, at once
HUNG_TROLLS_MOVE: Final = 9  # the same, when they can still step aside
BARE_DWARFS_MOVE: Final = 10  # dwarfs that a troll could take and stay, when they can still step aside
BARE_TROLLS_MOVE: Final = 11  # the same, at once
COVERED: Final = 12  # dwarfs that a troll could take only where a row would hit it in return
BESIDE_DWARFS: Final = 13  # empty squares beside a dwarf
AIMED: Final = 14  # empty squares where a row of dwarfs could hit a troll
TROLL_PAIRS: Final = 15  # trolls side by side
ROOM: Final = 16  # squares that the trolls can step or be shoved to unharmed
NEAR: Final = 17  # dwarfs within two steps of a troll
FAR: Final = 18  # dwarfs within four steps of a troll
CORE: Final = 19  # dwarfs with one on each of four sides
ON_RIM: Final = 20  # dwarfs on the outermost squares
IN_CENTRE: Final = 21  # trolls in the middle
TURN: Final = 22  # for the dwarfs when they are to move
SQUARES: Final = 23  # blocks of two by two dwarfs
BODY: Final = 24  # dwarfs in such a block or standing by it
APART: Final = 25  # how far the dwarfs stand from their midst
PRESSED: Final = 26  # squares aimed at that lie beside a troll
FRONT: Final = 27  # dwarfs of the body within two steps of a troll
WINGS: Final = 28  # dwarfs of the body within four steps of a troll
CAUGHT_DWARFS_MOVE: Final = 29  # of the last trolls those with no safe square beside them, the dwarfs to move
CAUGHT_TROLLS_MOVE: Final = 30  # the same, the trolls to move
TERRITORY: Final = 31  # squares that the last trolls could be on within some steps
HUNT: Final = 32  # once when only the last trolls are left: the step between the two sets of weights

DIAGONAL: Final = (15, 16, 17)
"""The lines other than a rank."""

TERMINAL: Final = 6000
"""What the end of a battle adds for whoever has pieces left: more than any position that goes on is worth.

So far beyond the margin of any battle (3,200 at most) that its exact size does not matter.
"""

FEW: Final = 3
"""So many trolls or fewer are hunted: then it also counts who is caught and where they could flee.

The hunt was learnt from positions with three trolls or fewer (docs/minds/thud.md).
"""

FLIGHT: Final = 4
"""How many steps ahead a hunted troll is followed; chosen by trial, not measured separately."""


FAR_OFF: Final = 8
"""So many steps away or more is all the same; chosen by trial, not measured separately."""


def _ring(low: int, high: int) -> int:
    board = 0
    for file in range(15):
        for rank in range(15):
            if low <= max(abs(file - 7), abs(rank - 7)) <= high:
                board |= 1 << 16 * rank + file
    return board & BOARD


def _with_bit(numbers: list[int], bit: int) -> int:
    """The squares, all of the board, whose number has that bit."""
    return sum(1 << sq for sq in range(CELLS) if numbers[sq] >> bit & 1) & BOARD


_FILE: Final = [sq % 16 for sq in range(CELLS)]
_RANK: Final = [sq // 16 for sq in range(CELLS)]
ACROSS: Final = [_with_bit(_FILE, bit) for bit in range(4)]
DOWN: Final = [_with_bit(_RANK, bit) for bit in range(4)]
SQUARED: Final = [
    _with_bit([file * file + rank * rank for file, rank in zip(_FILE, _RANK, strict=True)], bit)
    for bit in range(9)
]
"""Sums over many squares, a bit of the summands at a time: how far right, how far down, and their squares."""

RIM: Final = _ring(6, 7)
CENTRE: Final = _ring(0, 3)


class Weights:
    """How much everything matters, in hundredths of a point; without `outputs` the network is not asked."""

    __slots__ = ("base", "counts", "in_turn", "outputs", "together")

    def __init__(self, counts: list[int], outputs: list[int] | None = None, base: int = 0) -> None:
        self.counts = counts
        self.outputs = outputs or []
        self.base = base
        self.together = (
            counts[PER_TROLL_AND_DWARF],
            counts[COVERED],
            counts[BESIDE_DWARFS],
            counts[AIMED],
            counts[ROOM],
            counts[PRESSED],
            counts[NEAR],
            counts[FAR],
            counts[FRONT],
            counts[WINGS],
        )
        self.in_turn = (
            counts[TURN],
            counts[HUNG_DWARFS_MOVE],
            counts[HUNG_TROLLS_MOVE],
            counts[BARE_DWARFS_MOVE],
            counts[BARE_TROLLS_MOVE],
        )


OfDwarfs: TypeAlias = tuple[int, int, int, int, int, int, int]
"""Of the dwarfs alone: what they are worth, how many, what is beside them, their body, what they aim at if
nobody stands in the way, where somebody would stand in it, and their lanes of the network."""

OfTrolls: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""Of the trolls alone: what they are worth, how many, what is beside them, what lies within two steps and
within four, where shoves end if nobody stands in the way, where somebody would, and their lanes."""

Seen: TypeAlias = tuple[int, int, int, int, int]
"""What a position is worth to the dwarfs if they move and to the trolls if they do, where a hurl could hit a
troll, where trolls could land, and where shoves by two squares or more could take a dwarf."""


class Judge:
    """What positions are worth, each looked at once.

    Most moves leave one side as it stands, so what is counted of each side alone is kept by that side.
    """

    __slots__ = ("drive", "few", "known", "many", "of_trolls", "rings", "weights")

    def __init__(self, weights: list[Weights], drive: int = 0) -> None:
        """`weights` has an entry for each number of trolls, with one set of counts for few, one for many.

        `drive` is what each step counts that a troll is away from the body of the dwarfs: who has waited for
        long goes where the trolls are.
        """
        self.weights = weights
        self.drive = drive
        self.rings: dict[int, list[int]] = {}
        self.known: dict[tuple[int, int], Seen] = {}
        self.of_trolls: dict[int, OfTrolls] = {}
        self.many: dict[int, OfDwarfs] = {}
        self.few: dict[int, OfDwarfs] = {}

    def look(self, dwarfs: int, trolls: int) -> Seen:
        """What a position is worth, and what is aimed at in it."""
        return self.known.get((dwarfs, trolls)) or self.judged(dwarfs, trolls)

    def judged(self, dwarfs: int, trolls: int) -> Seen:  # noqa: PLR0914, PLR0915 - a call costs as much as its part
        """The same, worked out and kept."""
        found_trolls = self.of_trolls.get(trolls)
        if found_trolls is None:
            found_trolls = trolls_alone(trolls, self.weights[trolls.bit_count()])
            self.of_trolls[trolls] = found_trolls
        worth, troll_count, around, near, far, landed, shoved_over, lanes = found_trolls
        mattering = self.weights[troll_count]
        of_dwarfs = self.few if troll_count <= FEW else self.many
        found_dwarfs = of_dwarfs.get(dwarfs)
        if found_dwarfs is None:
            found_dwarfs = of_dwarfs[dwarfs] = dwarfs_alone(dwarfs, mattering)
        more, dwarf_count, beside, body, aimed, hurled_over, more_lanes = found_dwarfs
        empty = FREE & ~(dwarfs | trolls)
        if trolls & hurled_over:
            aimed = reach(dwarfs, empty)
        if dwarfs & shoved_over:
            landed = shoved(trolls, empty)
        landing = (around | landed) & empty
        safe = landing & ~aimed
        bare = spread(safe) & dwarfs
        threat = aimed | beside
        open_aim = aimed & empty
        both, covered, by_beside, by_aimed, by_room, by_pressed, by_near, by_far, by_front, by_wings = (
            mattering.together
        )
        total = (
            worth
            + more
            + both * dwarf_count * troll_count
            + covered * (spread(landing) & dwarfs & ~bare).bit_count()
            + by_beside * (beside & empty).bit_count()
            + by_aimed * open_aim.bit_count()
            + by_room * safe.bit_count()
            + by_pressed * (open_aim & around).bit_count()
            + by_near * (near & dwarfs).bit_count()
            + by_far * (far & dwarfs).bit_count()
            + by_front * (near & body).bit_count()
            + by_wings * (far & body).bit_count()
        )
        if mattering.outputs:
            total += said(lanes + more_lanes, mattering.outputs)
        if self.drive:
            total -= self.drive * self.steps_away(dwarfs, body, trolls)
        hung, bare_count = (trolls & threat).bit_count(), bare.bit_count()
        turn, hung_now, hung_then, bare_then, bare_now = mattering.in_turn
        dwarfs_move = total + turn + hung_now * hung + bare_then * bare_count
        trolls_move = total + hung_then * hung + bare_now * bare_count
        if troll_count <= FEW:
            weights = mattering.counts
            caught = (trolls & ~spread(safe)).bit_count()
            wide = weights[TERRITORY] * territory(trolls, empty & ~aimed).bit_count()
            dwarfs_move += wide + weights[CAUGHT_DWARFS_MOVE] * caught
            trolls_move += wide + weights[CAUGHT_TROLLS_MOVE] * caught
        seen = dwarfs_move, -trolls_move, threat, landing, landed & landing & beside
        self.known[dwarfs, trolls] = seen
        return seen

    def steps_away(self, dwarfs: int, body: int, trolls: int) -> int:
        """By how many steps beyond two the trolls are away from the body of the dwarfs, or from any dwarf."""
        rings = self.rings.get(dwarfs)
        if rings is None:
            rings = self.rings[dwarfs] = rings_around(body or dwarfs)
        return sum((trolls & ~ring).bit_count() for ring in rings)


def rings_around(body: int) -> list[int]:
    """What is within two steps, three, and so on, up to `FAR_OFF`."""
    rings = list[int]()
    within = spread(body)
    for _ in range(2, FAR_OFF + 1):
        within = spread(within & FREE)
        rings.append(within)
    return rings


def dwarfs_alone(dwarfs: int, mattering: Weights) -> OfDwarfs:
    """What is counted of the dwarfs whatever the trolls do."""
    weights = mattering.counts
    count = dwarfs.bit_count()
    body = body_of(dwarfs)
    aimed, over = aims(dwarfs)
    worth = (
        weights[PER_DWARF] * count
        + weights[ON_RIM] * (dwarfs & RIM).bit_count()
        + weights[APART] * apart(dwarfs, count)
        + weights[BODY] * body.bit_count()
        + company(dwarfs, weights)
    )
    lanes = lanes_of_dwarfs(dwarfs) if mattering.outputs else 0
    return worth, count, spread(dwarfs), body, aimed, over, lanes


def trolls_alone(trolls: int, mattering: Weights) -> OfTrolls:
    """What is counted of the trolls whatever the dwarfs do."""
    weights = mattering.counts
    count = trolls.bit_count()
    around = spread(trolls)
    near = spread(around & BOARD) & BOARD
    far = spread(spread(near) & BOARD) & BOARD
    landed, over = landings(trolls)
    pairs = sum((trolls & trolls >> step).bit_count() for step in HALF)
    worth = (
        (weights[PER_TROLL] + weights[PER_TROLL_SQUARED] * count) * count
        + weights[IN_CENTRE] * (trolls & CENTRE).bit_count()
        + weights[TROLL_PAIRS] * pairs
        + (weights[HUNT] if count <= FEW else 0)
        + (mattering.base if mattering.outputs else 0)
    )
    lanes = lanes_of_trolls(trolls) if mattering.outputs else 0
    return worth, count, around, near, far, landed, over, lanes


def territory(trolls: int, open_squares: int) -> int:
    """Where the trolls stand and could be within some steps, each of them onto one of the `open_squares`."""
    found = trolls
    for _ in range(FLIGHT):
        found |= spread(found) & open_squares
    return found


def apart(dwarfs: int, count: int) -> int:
    """How far the dwarfs stand from their midst: twice the mean square of the distance."""
    if not count:
        return 0
    across = down = squared = 0
    for bit in range(4):
        across += (dwarfs & ACROSS[bit]).bit_count() << bit
        down += (dwarfs & DOWN[bit]).bit_count() << bit
    for bit in range(9):
        squared += (dwarfs & SQUARED[bit]).bit_count() << bit
    return 2 * (count * squared - across * across - down * down) // (count * count)


def body_of(dwarfs: int) -> int:
    """The dwarfs in blocks of two by two, those beside them, and those beside these."""
    squares = dwarfs & dwarfs >> 1 & dwarfs >> 16 & dwarfs >> 17
    block = squares | squares << 1 | squares << 16 | squares << 17
    return spread(spread(block) & dwarfs) & dwarfs


def company(dwarfs: int, weights: list[int]) -> int:
    """How well the dwarfs stand together."""
    rows = dwarfs & dwarfs >> 1
    threes = rows & rows >> 1
    squares = rows & rows >> 16
    core = threes & dwarfs >> 17 & dwarfs << 15
    total = weights[CORE] * core.bit_count() + weights[SQUARES] * squares.bit_count()
    pairs = rows.bit_count()
    three_count = threes.bit_count()
    fours = (threes & rows >> 2).bit_count()
    together = rows | rows << 1
    for step in DIAGONAL:
        rows = dwarfs & dwarfs >> step
        if not rows:
            continue
        together |= rows | rows << step
        pairs += rows.bit_count()
        threes = rows & rows >> step
        if threes:
            three_count += threes.bit_count()
            fours += (threes & rows >> 2 * step).bit_count()
    alone = (dwarfs & ~together).bit_count()
    return (
        total
        + weights[PAIRS] * pairs
        + weights[THREES] * three_count
        + weights[FOURS] * fours
        + weights[ALONE] * alone
    )
