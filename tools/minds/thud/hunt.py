"""How battles go that a level leads as dwarfs: how long they last, and how long nothing happens in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from time import process_time
from typing import Final

from engine.core import read_settings
from engine.players import player, seed_of_thought
from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import TROLL_POINTS, State

AHEAD: Final = 8
"""By more points than that the dwarfs are far ahead."""

LAST: Final = 2
"""So many trolls or fewer are the last ones."""

LIMIT: Final = 1200
"""After so many plies a battle is stopped."""


@dataclass(frozen=True, slots=True)
class Battle:
    """How one battle went.

    `still` are the most plies in a row without a capture while the dwarfs were far ahead and had more than
    the last trolls before them, `quiet` the most at any time.
    """

    plies: int
    margin: int
    dwarfs: int
    trolls: int
    still: int
    quiet: int
    slowest: float


def fought(dwarfs: str, trolls: str, seed: str, quiet_limit: int = 300) -> Battle:
    """One battle between two levels, or rivals."""
    players = player("thud", dwarfs), player("thud", trolls)
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, {"quiet_limit": str(quiet_limit)}, 2), 2, rng)
    still = quiet = number = 0
    slowest = 0.0
    before = state
    while state.battle == 1 and state.outcome is None and state.ply < LIMIT:
        before = state
        (seat,) = GAME.to_act(state)
        began = process_time()
        view, actions = GAME.view(state, seat), GAME.legal(state, seat)
        action = players[seat].plan(view, actions, seed_of_thought(seed, number, seat))[0]
        slowest = max(slowest, process_time() - began) if seat == 0 else slowest
        state = GAME.apply(state, seat, action, rng).state
        number += 1
        quiet = max(quiet, before.quiet)
        if before.trolls.bit_count() > LAST and margin_of(before) > AHEAD:
            still = max(still, before.quiet)
    points = state.results[0].points if state.results else GAME.view(state, 0).points
    return Battle(
        before.ply + 1, points[0] - points[1], points[0], points[1] // TROLL_POINTS, still, quiet, slowest
    )


def margin_of(state: State) -> int:
    """By how much the dwarfs are ahead."""
    return state.dwarfs.bit_count() - TROLL_POINTS * state.trolls.bit_count()


def lines(dwarfs: str, trolls: str, first: int, battles: int) -> Iterator[str]:
    """A line for each battle, and one for all of them."""
    found = list[Battle]()
    for number in range(first, first + battles):
        battle = fought(dwarfs, trolls, f"hunt {number}")
        found.append(battle)
        yield (
            f"{number}: {battle.plies} plies, {battle.margin:+} "
            f"({battle.dwarfs} dwarfs, {battle.trolls} trolls), still {battle.still}, "
            f"quiet {battle.quiet}, slowest {battle.slowest:.2f} s"
        )
    won = [battle.plies for battle in found if battle.margin >= AHEAD]
    yield (
        f"{dwarfs} against {trolls}, {battles} battles: "
        f"{mean(battle.margin for battle in found):+.1f} points, "
        f"{mean(battle.plies for battle in found):.0f} plies; won by {AHEAD}: {len(won)}"
        + (f", in {mean(won):.0f} plies" if won else "")
        + f"; longest still {max(battle.still for battle in found)}, "
        f"longest quiet {max(battle.quiet for battle in found)}"
    )
