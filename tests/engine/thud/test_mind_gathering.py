"""While they stand scattered, the dwarfs look further only at what is best at a glance."""

from __future__ import annotations

from dataclasses import replace

from engine.rng import SeededRng
from engine.thud.mind import MIND
from engine.thud.mind.judgement import Judge
from engine.thud.mind.opening import OPENINGS
from engine.thud.mind.pondering import EAGER, HUNTED, PROMISING, WHIM, gathers, ponder
from engine.thud.mind.root import all_ways, glance
from engine.thud.mind.search import Search
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS, TROLLS
from engine.thud.model import START

GRETE = replace(MIND.level("grete"), budget=15_000)


def test_dwarfs_gather_until_the_first_is_taken_if_somebody_comes() -> None:
    assert gathers(32, 8, 0)
    assert gathers(32, HUNTED + 1, EAGER - 1)
    assert not gathers(31, 8, 0), "now they fight"
    assert not gathers(32, HUNTED, 0), "now they hunt"
    assert not gathers(32, 8, EAGER), "nobody comes"


def scattered(opening: int) -> tuple[int, int]:
    """The board after a way to begin and one move of the trolls."""
    dwarfs, trolls = after(START.dwarfs, START.trolls, opening, dwarfs_move=True)
    answer = ponder(dwarfs, trolls, False, GRETE, "an answer", 0, Judge(TROLLS))[0][1]  # noqa: FBT003
    return after(dwarfs, trolls, answer, dwarfs_move=False)


def test_who_gathers_looks_further_only_at_what_is_best_at_a_glance() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    chance = SeededRng("a seed")
    whims = {way: chance.below(WHIM["grete"]) for way in all_ways(dwarfs, trolls, dwarfs_move=True)}
    glanced = [way for _, way in glance(Search(1, Judge(DWARFS)), dwarfs, trolls, True, whims)]  # noqa: FBT003
    gathering = [way for _, way in ponder(dwarfs, trolls, True, GRETE, "a seed", 0, Judge(DWARFS))]  # noqa: FBT003
    assert gathering[PROMISING:] == glanced[PROMISING:]
    assert set(gathering[:PROMISING]) == set(glanced[:PROMISING])
    waiting = [way for _, way in ponder(dwarfs, trolls, True, GRETE, "a seed", EAGER, Judge(DWARFS))]  # noqa: FBT003
    assert waiting[PROMISING:] != glanced[PROMISING:], "who waits no more looks further at all of them"


def test_who_gathers_spends_no_more_where_there_is_more_to_spend() -> None:
    dwarfs, trolls = scattered(OPENINGS[0])
    rich = replace(GRETE, budget=3 * GRETE.budget)
    gathering, found = (
        ponder(dwarfs, trolls, True, level, "a seed", 0, Judge(DWARFS))  # noqa: FBT003
        for level in (GRETE, rich)
    )
    assert gathering == found, "what is more than enough to gather with changes nothing"
