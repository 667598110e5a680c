"""Which ways there are: the captures of each side, and its quiet moves."""

from __future__ import annotations

from engine.thud.mind.field import BESIDE, BIT, DOWN, HALF, UP


def hurls(dwarfs: int, empty: int, hung: int) -> list[int]:
    """Every hurl at the trolls of `hung` (Rules thud:hurl-1, thud:hurl-2)."""
    found: list[int] = []
    occupied = ~empty
    while hung:
        low = hung & -hung
        hung ^= low
        troll = low.bit_length() - 1
        for mask, _, rows in UP[troll]:
            stop = occupied & mask
            _hurl(dwarfs, stop & -stop, troll, rows, found)
        for mask, _, rows in DOWN[troll]:
            _hurl(dwarfs, (occupied & mask).bit_length(), troll, rows, found)
    return found


def _hurl(dwarfs: int, key: int, troll: int, rows: dict[int, tuple[int, int]], found: list[int]) -> None:
    """Adds the hurl at `troll` by the piece that is seen from it, if that heads a row long enough."""
    line = rows.get(key)
    if line is not None and line[1] & ~dwarfs == 0:
        found.append(line[0] | troll << 8)


def dwarf_ways(dwarfs: int, empty: int) -> list[int]:
    """Every move of a dwarf that captures nothing (Rules thud:dwarf-1, thud:dwarf-2)."""
    found: list[int] = []
    while dwarfs:
        low = dwarfs & -dwarfs
        dwarfs ^= low
        found += ways_from(low.bit_length() - 1, ~empty)
    return found


def ways_from(origin: int, occupied: int) -> list[int]:
    """Every move along the lines out of a square; of `occupied` only what is on these lines matters."""
    found: list[int] = []
    for mask, stops, _ in UP[origin]:
        stop = occupied & mask
        found += stops[stop & -stop]
    for mask, stops, _ in DOWN[origin]:
        found += stops[(occupied & mask).bit_length()]
    return found


def troll_steps(trolls: int, targets: int) -> list[int]:
    """Every step of a troll onto one of the empty squares `targets` (Rule thud:troll-1)."""
    found: list[int] = []
    while trolls:
        low = trolls & -trolls
        trolls ^= low
        origin = low.bit_length() - 1
        near = BESIDE[origin] & targets
        while near:
            low = near & -near
            near ^= low
            found.append(origin | low.bit_length() - 1 << 8)
    return found


def shoves(trolls: int, empty: int, contact: int) -> list[int]:
    """Every shove by two squares or more onto a square of `contact` (Rules thud:shove-1, thud:shove-2)."""
    found: list[int] = []
    for step in HALF:
        rows = trolls & trolls >> step
        length = 2
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            for _ in range(length - 1):
                ahead = ahead << step & empty
                back = back >> step & empty
            _shoved(ahead & contact, -step * length, found)
            _shoved(back & contact, step * length, found)
            rows &= rows >> step
            length += 1
    return found


def _shoved(landed: int, home: int, found: list[int]) -> None:
    """Adds the ways to the squares of `landed` from the squares that lie `home` of them."""
    while landed:
        low = landed & -landed
        landed ^= low
        target = low.bit_length() - 1
        found.append(target + home | target << 8)


def after(dwarfs: int, trolls: int, way: int, dwarfs_move: bool) -> tuple[int, int]:
    """The dwarfs and the trolls after a move (Rules thud:hurl-3, thud:troll-3)."""
    target = way >> 8
    if dwarfs_move:
        return dwarfs ^ BIT[way & 255] ^ BIT[target], trolls & ~BIT[target]
    return dwarfs & ~BESIDE[target], trolls ^ BIT[way & 255] ^ BIT[target]
