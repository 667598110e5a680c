"""A search for captures that the trolls can force.

The search of a level values good places as well, and so may give a dwarf away. This one asks only whether
dwarfs are lost. Of the trolls' quiet moves only those count that threaten a capture, and a troll that a dwarf
could be hurled at captures nothing.
"""

from __future__ import annotations

from engine.thud.mind.field import (
    BESIDE,
    BIT,
    FREE,
    ORIGIN_MASK,
    TARGET_SHIFT,
    hurl_reach,
    shove_landings,
    widen,
)
from engine.thud.mind.moves import after, dwarf_moves, shoves, troll_steps


class Peril:
    """One search within a number of positions; beyond it nothing is found."""

    __slots__ = ("known", "left")

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.known: dict[tuple[int, int, int, int], bool] = {}

    def can_force(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """Whether the trolls, to move, can take `lost` dwarfs in so many plies, the last theirs."""
        key = (dwarfs, trolls, plies, lost)
        forced = self.known.get(key)
        if forced is None:
            self.left -= 1
            forced = self.left >= 0 and self.can_take(dwarfs, trolls, plies, lost)
            self.known[key] = forced
        return forced

    def can_take(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """As `can_force`, uncached."""
        empty = FREE & ~dwarfs & ~trolls
        contact = widen(dwarfs) & (widen(trolls) | shove_landings(trolls, empty)) & empty
        targets = empty if plies > 1 else contact
        moves = troll_steps(trolls, targets) + shoves(trolls, empty, contact)
        moves.sort(key=lambda move: -(BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count())
        for move in moves:
            taken = (BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count()
            if plies == 1 and taken < lost:
                return False
            then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move=False)
            if then_trolls & (
                hurl_reach(then_dwarfs, FREE & ~then_dwarfs & ~then_trolls) | widen(then_dwarfs)
            ):
                continue
            if taken >= lost or (
                plies > 1 and self.cannot_be_helped(then_dwarfs, then_trolls, plies, lost - taken)
            ):
                return True
        return False

    def cannot_be_helped(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """Whether the trolls can still take them after any move of the dwarfs, who have no hurl."""
        if not self.can_force(dwarfs, trolls, plies - 2, lost):
            return False
        danger = widen((widen(trolls) | shove_landings(trolls, FREE & ~dwarfs & ~trolls)) & FREE)
        moves = dwarf_moves(dwarfs, FREE & ~dwarfs & ~trolls)
        moves.sort(
            key=lambda move: (
                3 * (danger >> (move >> TARGET_SHIFT) & 1)
                - 6 * (danger >> (move & ORIGIN_MASK) & 1)
                - (BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count()
            )
        )
        return (
            all(
                self.can_force(
                    dwarfs ^ BIT[move & ORIGIN_MASK] ^ BIT[move >> TARGET_SHIFT], trolls, plies - 2, lost
                )
                for move in moves
            )
            and self.left >= 0
        )
