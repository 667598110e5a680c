"""While they stand scattered, the dwarfs do what is best at a glance, and give nobody away."""

from __future__ import annotations

from dataclasses import replace

from engine.rng import SeededRng
from engine.thud.mind import MIND
from engine.thud.mind.judgement import Judge
from engine.thud.mind.opening import OPENINGS
from engine.thud.mind.pondering import (
    EAGER,
    GATHERS,
    GIVEN,
    MANY,
    PROMISING,
    SCATTERED,
    WHIM,
    gathers,
    ponder,
    seen,
)
from engine.thud.mind.root import all_ways, glance
from engine.thud.mind.search import Search
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS, TROLLS
from engine.thud.model import START, Position
from engine.thud.standing_in import most_taken

GRETE = replace(MIND.level("grete"), budget=15_000)


def test_dwarfs_gather_while_there_is_something_to_gather_and_somebody_comes() -> None:
    assert gathers(32, 8, 0)
    assert gathers(MANY, GATHERS, EAGER - 1)
    assert not gathers(MANY - 1, GATHERS, 0), "too few are left"
    assert not gathers(MANY, GATHERS - 1, 0), "now they hunt"
    assert not gathers(MANY, GATHERS, EAGER), "nobody comes"


def scattered(opening: int) -> tuple[int, int]:
    """The board after a way to begin and one move of the trolls."""
    dwarfs, trolls = after(START.dwarfs, START.trolls, opening, dwarfs_move=True)
    answer = ponder(dwarfs, trolls, False, GRETE, "an answer", 0, Judge(TROLLS))[0][1]  # noqa: FBT003
    return after(dwarfs, trolls, answer, dwarfs_move=False)


def whims_of(seed: str, dwarfs: int, trolls: int) -> dict[int, int]:
    """By how much `grete` misjudges each move of the dwarfs with this seed."""
    chance = SeededRng(seed)
    return {way: chance.below(WHIM["grete"]) for way in all_ways(dwarfs, trolls, dwarfs_move=True)}


def thought(dwarfs: int, trolls: int, quiet: int = 0) -> list[int]:
    """The moves of the dwarfs, the best first."""
    return [way for _, way in ponder(dwarfs, trolls, True, GRETE, "a seed", quiet, Judge(DWARFS))]  # noqa: FBT003


def glanced(dwarfs: int, trolls: int, given: int) -> list[int]:
    """The same at a glance."""
    whims = whims_of("a seed", dwarfs, trolls)
    return [way for _, way in glance(Search(1, Judge(DWARFS)), dwarfs, trolls, True, whims, given)]  # noqa: FBT003


def test_who_stands_scattered_does_what_is_best_at_a_glance() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    assert thought(dwarfs, trolls) == glanced(dwarfs, trolls, GIVEN)
    assert thought(dwarfs, trolls, EAGER) != glanced(dwarfs, trolls, GIVEN), "who waits no more looks further"


def test_what_it_looks_like_at_a_glance_does_not_say_how_the_battle_stands() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    judge = Judge(DWARFS)
    assert ponder(dwarfs, trolls, True, GRETE, "a seed", 0, judge)[0][0] == seen(dwarfs, trolls, True, judge)  # noqa: FBT003


def test_with_fewer_dwarfs_three_moves_are_looked_at_further() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    while dwarfs.bit_count() >= SCATTERED:
        dwarfs &= dwarfs - 1
    gathering, rest = thought(dwarfs, trolls), glanced(dwarfs, trolls, 0)
    assert gathering[PROMISING:] == rest[PROMISING:]
    assert set(gathering[:PROMISING]) == set(rest[:PROMISING])


def test_what_leaves_the_trolls_something_to_take_is_marked_down() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    plain, marked = (
        {way: got for got, way in glance(Search(1, Judge(DWARFS)), dwarfs, trolls, True, {}, given)}  # noqa: FBT003
        for given in (0, GIVEN)
    )
    downs = {way: plain[way] - marked[way] for way in plain}
    assert set(downs.values()) == {0, GIVEN}
    for way, down in downs.items():
        taken = most_taken(Position(*after(dwarfs, trolls, way, dwarfs_move=True)))
        assert taken or not down, "where nothing can be taken nothing is given"
    beside_a_troll = (trolls & -trolls).bit_length() - 2
    baits = [down for way, down in downs.items() if way >> 8 == beside_a_troll]
    assert baits
    assert min(baits) == GIVEN, "whoever stands alone beside a troll is taken"
