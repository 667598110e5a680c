"""The evaluation of a position without looking ahead: the margin that the dwarfs can expect.

In hundredths of a point. The features are named here; `weights` has the weight of each, and the network adds
what it makes of the squares of the pieces.
"""

from __future__ import annotations

from typing import Final, final

from engine.octagon.board import BOARD, SIZE, STRIDE, Bitboard
from engine.thud.mind.field import (
    CELLS,
    EAST,
    FREE,
    LINE_STEPS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    hurl_reach,
    shove_landings,
    unblocked_hurl_reach,
    unblocked_shove_landings,
    widen,
)
from engine.thud.mind.network import lanes_of_dwarfs, lanes_of_trolls, network_value

# The features, by their index in the lists of weights; docs/minds/thud.md says why each counts.
PER_DWARF: Final = 0  # for each dwarf
PER_TROLL: Final = 1  # for each troll
PER_TROLL_AND_DWARF: Final = 2  # for each troll and each dwarf together
PER_TROLL_SQUARED: Final = 3  # for the square of the number of trolls
PAIRS: Final = 4  # rows of two dwarfs
THREES: Final = 5  # rows of three dwarfs
FOURS: Final = 6  # rows of four dwarfs
ALONE: Final = 7  # dwarfs without a neighbour
HUNG_DWARFS_MOVE: Final = 8  # trolls that a hurl could hit, the dwarfs to move
HUNG_TROLLS_MOVE: Final = 9  # the same, the trolls to move: they can still step aside
BARE_DWARFS_MOVE: Final = (
    10  # dwarfs that a troll could take unharmed, the dwarfs to move: they can still step aside
)
BARE_TROLLS_MOVE: Final = 11  # the same, the trolls to move
COVERED: Final = 12  # dwarfs that a troll could take only where a row would hit it in return
BESIDE_DWARFS: Final = 13  # empty squares beside a dwarf
AIMED: Final = 14  # empty squares where a row of dwarfs could hit a troll
TROLL_PAIRS: Final = 15  # trolls side by side
ROOM: Final = 16  # squares that a troll can step or be shoved to and cannot be hit on
NEAR: Final = 17  # dwarfs within two steps of a troll
FAR: Final = 18  # dwarfs within four steps of a troll
CORE: Final = 19  # dwarfs with one on each of four sides
ON_RIM: Final = 20  # dwarfs on the outermost squares
IN_CENTRE: Final = 21  # trolls in the middle
TURN: Final = 22  # once when the dwarfs are to move
SQUARES: Final = 23  # blocks of two by two dwarfs
BODY: Final = 24  # dwarfs in such a block or near it, see `body_of`
APART: Final = 25  # twice the mean square of the distance of the dwarfs from their centre
PRESSED: Final = 26  # squares aimed at that lie beside a troll
FRONT: Final = 27  # dwarfs of the body within two steps of a troll
WINGS: Final = 28  # dwarfs of the body within four steps of a troll
CAUGHT_DWARFS_MOVE: Final = 29  # of the last trolls those with no safe square beside them, the dwarfs to move
CAUGHT_TROLLS_MOVE: Final = 30  # the same, the trolls to move
TERRITORY: Final = 31  # squares that the last trolls could be on within some steps
HUNT: Final = 32  # once when only the last trolls are left: the difference between the two sets of weights

OTHER_LINES: Final = LINE_STEPS[1:]
"""The steps along a file and both diagonals: all lines but a rank."""

END_BONUS: Final = 6000
"""What the end of a battle adds for the side that has pieces left: more than any other position is worth.

Set by hand; so far beyond the margin of any battle (3,200 at most) that its exact size does not matter.
"""

HUNT_MAX_TROLLS: Final = 3
"""With so many trolls or fewer the dwarfs hunt: their second set of weights counts, and three more features.

That set was learnt in battles with three trolls or fewer (docs/minds/thud.md).
"""

FLIGHT_STEPS: Final = 4
"""The steps within which the squares of a hunted troll count; chosen by trial, not measured separately."""

MAX_DISTANCE: Final = 8
"""Steps beyond this distance do not count; chosen by trial, not measured separately."""

_MIDDLE: Final = SIZE // 2


def _ring(low: int, high: int) -> Bitboard:
    """The squares of the octagon from `low` to `high` king's steps away from the middle."""
    board = 0
    for file in range(SIZE):
        for rank in range(SIZE):
            if low <= max(abs(file - _MIDDLE), abs(rank - _MIDDLE)) <= high:
                board |= 1 << STRIDE * rank + file
    return board & BOARD


def _squares_with_bit(numbers: list[int], bit: int) -> Bitboard:
    """The squares of the board whose number in the list has that bit."""
    return sum(1 << sq for sq in range(CELLS) if numbers[sq] >> bit & 1) & BOARD


_FILE: Final = [sq % STRIDE for sq in range(CELLS)]
_RANK: Final = [sq // STRIDE for sq in range(CELLS)]
COORDINATE_BITS: Final = 4
SQUARED_SUM_BITS: Final = 9
FILE_BITS: Final = [_squares_with_bit(_FILE, bit) for bit in range(COORDINATE_BITS)]
RANK_BITS: Final = [_squares_with_bit(_RANK, bit) for bit in range(COORDINATE_BITS)]
SQUARED_BITS: Final = [
    _squares_with_bit([file * file + rank * rank for file, rank in zip(_FILE, _RANK, strict=True)], bit)
    for bit in range(SQUARED_SUM_BITS)
]
"""For sums over many squares, a bit of the summands at a time: of files, ranks, and the squares of both."""

RIM: Final = _ring(6, 7)
CENTRE: Final = _ring(0, 3)


class Weights:
    """How much each feature counts, in hundredths of a point; without `outputs` the network is not asked.

    `counts` is indexed by the features above. Those that depend on both sides, and so are needed for every
    position, are attributes, too.
    """

    __slots__ = (
        "aimed",
        "bare_dwarfs_move",
        "bare_trolls_move",
        "base",
        "beside_dwarfs",
        "counts",
        "covered",
        "far",
        "front",
        "hung_dwarfs_move",
        "hung_trolls_move",
        "near",
        "outputs",
        "per_troll_and_dwarf",
        "pressed",
        "room",
        "turn",
        "wings",
    )

    def __init__(self, counts: list[int], outputs: list[int] | None = None, base: int = 0) -> None:
        self.counts = counts
        self.outputs = outputs or []
        self.base = base
        self.per_troll_and_dwarf = counts[PER_TROLL_AND_DWARF]
        self.covered = counts[COVERED]
        self.beside_dwarfs = counts[BESIDE_DWARFS]
        self.aimed = counts[AIMED]
        self.room = counts[ROOM]
        self.pressed = counts[PRESSED]
        self.near = counts[NEAR]
        self.far = counts[FAR]
        self.front = counts[FRONT]
        self.wings = counts[WINGS]
        self.turn = counts[TURN]
        self.hung_dwarfs_move = counts[HUNG_DWARFS_MOVE]
        self.hung_trolls_move = counts[HUNG_TROLLS_MOVE]
        self.bare_dwarfs_move = counts[BARE_DWARFS_MOVE]
        self.bare_trolls_move = counts[BARE_TROLLS_MOVE]


@final
class DwarfFeatures:
    """What the dwarfs alone make of a position, whatever the trolls do.

    `worth`: in hundredths of a point; `beside`: the dwarfs and the squares next to them; `body`: see
    `body_of`; `aimed`: what `hurl_reach` is if no troll stands on `hurl_paths`; `lanes`: their part of the
    network.
    """

    __slots__ = ("aimed", "beside", "body", "count", "hurl_paths", "lanes", "worth")

    def __init__(
        self,
        worth: int,
        count: int,
        beside: Bitboard,
        body: Bitboard,
        aimed: Bitboard,
        hurl_paths: Bitboard,
        lanes: int,
    ) -> None:
        self.worth = worth
        self.count = count
        self.beside = beside
        self.body = body
        self.aimed = aimed
        self.hurl_paths = hurl_paths
        self.lanes = lanes


@final
class TrollFeatures:
    """What the trolls alone make of a position, whatever the dwarfs do.

    `worth`: in hundredths of a point; `around`, `near`, `far`: squares within one, two and four steps;
    `shoved`: what `shove_landings` is if no dwarf stands on `shove_paths`; `lanes`: their part of the
    network.
    """

    __slots__ = ("around", "count", "far", "lanes", "near", "shove_paths", "shoved", "worth")

    def __init__(  # noqa: PLR0917 - a record
        self,
        worth: int,
        count: int,
        around: Bitboard,
        near: Bitboard,
        far: Bitboard,
        shoved: Bitboard,
        shove_paths: Bitboard,
        lanes: int,
    ) -> None:
        self.worth = worth
        self.count = count
        self.around = around
        self.near = near
        self.far = far
        self.shoved = shoved
        self.shove_paths = shove_paths
        self.lanes = lanes


@final
class Evaluation:
    """What a position is worth to the side that is to move, and where it can be attacked.

    `to_dwarfs`, `to_trolls`: in hundredths of a point, if they are to move; `threat`: squares where a hurl
    hits a troll; `landing`: squares that a troll can come to; `shove_captures`: of these the ones next to a
    dwarf that a shove by two squares or more leads to.
    """

    __slots__ = ("landing", "shove_captures", "threat", "to_dwarfs", "to_trolls")

    def __init__(
        self, to_dwarfs: int, to_trolls: int, threat: Bitboard, landing: Bitboard, shove_captures: Bitboard
    ) -> None:
        self.to_dwarfs = to_dwarfs
        self.to_trolls = to_trolls
        self.threat = threat
        self.landing = landing
        self.shove_captures = shove_captures


class Judge:
    """Evaluates positions, each of them once.

    Most moves leave one side as it is, so the features of each side alone are cached by its bitboard.
    """

    __slots__ = (
        "drive",
        "evaluations",
        "features_by_dwarfs",
        "features_by_trolls",
        "hunt_features_by_dwarfs",
        "rings",
        "weights",
    )

    def __init__(self, weights: list[Weights], drive: int = 0) -> None:
        """`weights` has an entry for each number of trolls, with one set of counts for few, one for many.

        `drive` is subtracted for each step that a troll is away from the body of the dwarfs: dwarfs who have
        waited for long go where the trolls are.
        """
        self.weights = weights
        self.drive = drive
        self.rings: dict[Bitboard, list[Bitboard]] = {}
        self.evaluations: dict[tuple[Bitboard, Bitboard], Evaluation] = {}
        self.features_by_trolls: dict[Bitboard, TrollFeatures] = {}
        self.features_by_dwarfs: dict[Bitboard, DwarfFeatures] = {}
        self.hunt_features_by_dwarfs: dict[Bitboard, DwarfFeatures] = {}

    def evaluate(self, dwarfs: Bitboard, trolls: Bitboard) -> Evaluation:
        """The evaluation of a position, cached."""
        return self.evaluations.get((dwarfs, trolls)) or self.compute(dwarfs, trolls)

    def compute(self, dwarfs: Bitboard, trolls: Bitboard) -> Evaluation:  # noqa: PLR0914, PLR0915 - calls are slow
        """Compute and cache the evaluation of a position that has none yet."""
        of_trolls = self.features_by_trolls.get(trolls)
        if of_trolls is None:
            of_trolls = troll_features(trolls, self.weights[trolls.bit_count()])
            self.features_by_trolls[trolls] = of_trolls
        troll_count = of_trolls.count
        weights = self.weights[troll_count]
        cache = self.hunt_features_by_dwarfs if troll_count <= HUNT_MAX_TROLLS else self.features_by_dwarfs
        of_dwarfs = cache.get(dwarfs)
        if of_dwarfs is None:
            of_dwarfs = cache[dwarfs] = dwarf_features(dwarfs, weights)
        empty = FREE & ~(dwarfs | trolls)
        aimed = hurl_reach(dwarfs, empty) if trolls & of_dwarfs.hurl_paths else of_dwarfs.aimed
        shoved = shove_landings(trolls, empty) if dwarfs & of_trolls.shove_paths else of_trolls.shoved
        beside, body, around = of_dwarfs.beside, of_dwarfs.body, of_trolls.around
        landing = (around | shoved) & empty
        safe = landing & ~aimed
        row = safe | safe << EAST | safe >> EAST  # `widen(safe)`, without the cost of a call
        bare = (row | row << SOUTH | row >> SOUTH) & dwarfs
        threat = aimed | beside
        open_aim = aimed & empty
        near, far = of_trolls.near, of_trolls.far
        total = (
            of_trolls.worth
            + of_dwarfs.worth
            + weights.per_troll_and_dwarf * of_dwarfs.count * troll_count
            + weights.beside_dwarfs * (beside & empty).bit_count()
            + weights.aimed * open_aim.bit_count()
            + weights.room * safe.bit_count()
            + weights.pressed * (open_aim & around).bit_count()
            + weights.near * (near & dwarfs).bit_count()
            + weights.far * (far & dwarfs).bit_count()
            + weights.front * (near & body).bit_count()
            + weights.wings * (far & body).bit_count()
        )
        under_fire = landing ^ safe
        if under_fire:
            total += weights.covered * (widen(under_fire) & dwarfs & ~bare).bit_count()
        if weights.outputs:
            total += network_value(of_trolls.lanes + of_dwarfs.lanes, weights.outputs)
        if self.drive:
            total -= self.drive * self.steps_away(dwarfs, body, trolls)
        hung, bare_count = (trolls & threat).bit_count(), bare.bit_count()
        dwarfs_move = (
            total + weights.turn + weights.hung_dwarfs_move * hung + weights.bare_dwarfs_move * bare_count
        )
        trolls_move = total + weights.hung_trolls_move * hung + weights.bare_trolls_move * bare_count
        if troll_count <= HUNT_MAX_TROLLS:
            counts = weights.counts
            caught = (trolls & ~widen(safe)).bit_count()
            room = counts[TERRITORY] * territory(trolls, empty & ~aimed).bit_count()
            dwarfs_move += room + counts[CAUGHT_DWARFS_MOVE] * caught
            trolls_move += room + counts[CAUGHT_TROLLS_MOVE] * caught
        found = Evaluation(dwarfs_move, -trolls_move, threat, landing, shoved & landing & beside)
        self.evaluations[dwarfs, trolls] = found
        return found

    def steps_away(self, dwarfs: Bitboard, body: Bitboard, trolls: Bitboard) -> int:
        """By how many steps beyond two the trolls are away from the body of the dwarfs, or from any dwarf."""
        rings = self.rings.get(dwarfs)
        if rings is None:
            rings = self.rings[dwarfs] = rings_around(body or dwarfs)
        return sum((trolls & ~ring).bit_count() for ring in rings)


def rings_around(body: Bitboard) -> list[Bitboard]:
    """The squares within two steps, three, and so on, up to `FAR_OFF`."""
    rings = list[Bitboard]()
    within = widen(body)
    for _ in range(2, MAX_DISTANCE + 1):
        within = widen(within & FREE)
        rings.append(within)
    return rings


def dwarf_features(dwarfs: Bitboard, weights: Weights) -> DwarfFeatures:
    """The features of the dwarfs alone."""
    counts = weights.counts
    count = dwarfs.bit_count()
    body = body_of(dwarfs)
    aimed, hurl_paths = unblocked_hurl_reach(dwarfs)
    worth = (
        counts[PER_DWARF] * count
        + counts[ON_RIM] * (dwarfs & RIM).bit_count()
        + counts[APART] * scatter(dwarfs, count)
        + counts[BODY] * body.bit_count()
        + formation_worth(dwarfs, counts)
    )
    lanes = lanes_of_dwarfs(dwarfs) if weights.outputs else 0
    return DwarfFeatures(worth, count, widen(dwarfs), body, aimed, hurl_paths, lanes)


def troll_features(trolls: Bitboard, weights: Weights) -> TrollFeatures:
    """The features of the trolls alone."""
    counts = weights.counts
    count = trolls.bit_count()
    around = widen(trolls)
    near = widen(around & BOARD) & BOARD
    far = widen(widen(near) & BOARD) & BOARD
    shoved, shove_paths = unblocked_shove_landings(trolls)
    pairs = sum((trolls & trolls >> step).bit_count() for step in LINE_STEPS)
    worth = (
        (counts[PER_TROLL] + counts[PER_TROLL_SQUARED] * count) * count
        + counts[IN_CENTRE] * (trolls & CENTRE).bit_count()
        + counts[TROLL_PAIRS] * pairs
        + (counts[HUNT] if count <= HUNT_MAX_TROLLS else 0)
        + (weights.base if weights.outputs else 0)
    )
    lanes = lanes_of_trolls(trolls) if weights.outputs else 0
    return TrollFeatures(worth, count, around, near, far, shoved, shove_paths, lanes)


def territory(trolls: Bitboard, open_squares: Bitboard) -> Bitboard:
    """Where the trolls stand and could be within `FLIGHT_STEPS`, each step onto one of the `open_squares`."""
    squares = trolls
    for _ in range(FLIGHT_STEPS):
        squares |= widen(squares) & open_squares
    return squares


def scatter(dwarfs: Bitboard, count: int) -> int:
    """How far the dwarfs stand from their centre: twice the mean square of the distance, rounded down.

    `count` is the number of the dwarfs. Coordinates and their squares are summed a bit at a time: a bit
    counts once for each dwarf on a square that has it set (`FILE_BITS`). The mean square of the distance is
    the mean of the squares less the square of the mean.
    """
    if not count:
        return 0
    across = down = squared = 0
    for bit in range(COORDINATE_BITS):
        across += (dwarfs & FILE_BITS[bit]).bit_count() << bit
        down += (dwarfs & RANK_BITS[bit]).bit_count() << bit
    for bit in range(SQUARED_SUM_BITS):
        squared += (dwarfs & SQUARED_BITS[bit]).bit_count() << bit
    return 2 * (count * squared - across * across - down * down) // (count * count)


def body_of(dwarfs: Bitboard) -> Bitboard:
    """The dwarfs in blocks of two by two, those beside them, and those beside these."""
    corners = dwarfs & dwarfs >> EAST & dwarfs >> SOUTH & dwarfs >> SOUTH_EAST
    block = corners | corners << EAST | corners << SOUTH | corners << SOUTH_EAST
    return widen(widen(block) & dwarfs) & dwarfs


def formation_worth(dwarfs: Bitboard, counts: list[int]) -> int:
    """What rows, blocks and company of the dwarfs are worth, by the `counts` of their weights."""
    rows = dwarfs & dwarfs >> EAST
    threes = rows & rows >> EAST
    squares = rows & rows >> SOUTH
    core = threes & dwarfs >> SOUTH_EAST & dwarfs << SOUTH_WEST
    total = counts[CORE] * core.bit_count() + counts[SQUARES] * squares.bit_count()
    pairs = rows.bit_count()
    three_count = threes.bit_count()
    fours = (threes & rows >> 2 * EAST).bit_count()
    together = rows | rows << EAST
    for step in OTHER_LINES:
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
        + counts[PAIRS] * pairs
        + counts[THREES] * three_count
        + counts[FOURS] * fours
        + counts[ALONE] * alone
    )
