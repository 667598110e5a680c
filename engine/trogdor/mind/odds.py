"""What somebody who plans a turn may want to know of the land's next card, and of fires.

Most useful first; nothing while the land is at work. The chances run over the movement cards that can come.

- `struck`: the chance that a knight or an arrow strikes Trogdor where he stands, if the turn ended now.
  Values: `square`; `health`, what he has left on the Trog-Meter (at 0 the hit is the last). Exact.
- `struck-there` (`action`): the same on a square that he could go to with that action, the safest first.
  Values: `square`, `health`. Exact.
- `run-end` (`action`): the chance that a peasant who is set on fire with that action burns all tiles that are
  left; told when they are few. Values: `tiles`, how many are left.
- `run-cottage` (`action`): the chance that his run sets fire to a cottage. No values.
- `run-lake` (`action`): the chance that the Lake saves him. No values.
- `repair`: the chance that peasants repair a tile in the land's turn, if the turn ended now. Values:
  `peasants`, how many are on the board. Left out where it is 0.
- `mend`: the chance that a knight puts out a burning cottage then. Values: `cottages`, how many are burning.
  Exact. Left out where it is 0.

The three of a run are exact where nobody else can catch fire.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.mind import Odds
from engine.trogdor.board import name
from engine.trogdor.mind.forces import homes_for, run, settle_land, wanted
from engine.trogdor.mind.grid import ALL, count
from engine.trogdor.mind.reading import CARDS, coming_of, position_of, world_of
from engine.trogdor.mind.world import BLOCK, INVISIBLE, PLAIN, Pile, Position, World
from engine.trogdor.model import Action, Phase, Verb, View, What
from engine.trogdor.standing_in import knights, target

FEW: Final = 5
"""How many tiles a run can be expected to finish."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Chances by key, as the head of this module lists them."""
    if view.phase not in (Phase.CHOOSE, Phase.ACT, Phase.AFTER):
        return ()
    world, spot, coming = world_of(view.house, view.players), position_of(view), coming_of(view)
    return (
        *_dangers(view, actions, world, spot, coming),
        *_runs(actions, world, spot, coming),
        *_land(view, world, spot, coming),
    )


def _card(view: View) -> int:
    turn = view.turn
    return PLAIN if turn.card is None or turn.plain else CARDS[turn.card]


def is_struck(world: World, spot: Position, card: int, square: int) -> bool:
    """Whether the knights' and the archer's walks of a movement card strike at a square."""
    walkers = (spot.first, spot.second, spot.hammer)
    entered = any(world.swept[card * 25 + one] >> square & 1 for one in walkers if one >= 0)
    return entered or bool(world.line[card * 25 + spot.archer] >> square & 1)


def _dangers(
    view: View, actions: tuple[Action, ...], world: World, spot: Position, coming: list[int]
) -> Iterator[Odds]:
    """Where he stands, and where he could go."""

    def risk(square: int) -> float:
        if spot.hiding or _card(view) == BLOCK:
            return 0.0
        return sum(is_struck(world, spot, card, square) for card in coming) / len(coming)

    yield Odds("struck", risk(spot.trogdor), {"square": name(spot.trogdor), "health": spot.health})
    shut = frozenset() if _card(view) == INVISIBLE else knights(view)
    moves = [action for action in actions if action.verb in (Verb.STEP, Verb.TUNNEL)]
    # where a step and a tunnel lead to the same square, the first of them is told
    ways = {where: str(move) for move in reversed(moves) if (where := target(view, move)) not in shut}
    for chance, square in sorted((risk(where), where) for where in ways):
        yield Odds("struck-there", chance, {"square": name(square), "health": spot.health}, ways[square])


def _runs(actions: tuple[Action, ...], world: World, spot: Position, coming: list[int]) -> Iterator[Odds]:
    """What a burning peasant can do."""
    action = Action(Verb.BURN, what=What.PEASANT)
    if action not in actions:
        return
    before = spot.copy()
    before.peasants.remove(spot.trogdor)
    exact = not before.peasants
    ends, homes, saved = 0, 0, 0
    for at in range(len(coming)):
        after = before.copy()
        run(world, after, [spot.trogdor], 1, Pile(coming, at))
        ends += after.burnt == ALL
        homes += after.aflame != before.aflame
        saved += _on_lake(after) > _on_lake(before)
    tiles = count(ALL & ~spot.burnt)
    if 0 < tiles <= FEW:
        yield Odds("run-end", ends / len(coming), {"tiles": tiles}, str(action), exact)
    if homes:
        yield Odds("run-cottage", homes / len(coming), {}, str(action), exact)
    if saved:
        yield Odds("run-lake", saved / len(coming), {}, str(action), exact)


def _on_lake(spot: Position) -> int:
    """How many stand on the Lake."""
    return sum(spot.ground.water >> square & 1 for square in spot.peasants)


def _land(view: View, world: World, spot: Position, coming: list[int]) -> Iterator[Odds]:
    """What the land would undo."""
    repaired, mended, sure = 0, 0, True
    for at, card in enumerate(coming):
        after = spot.copy()
        number = wanted(world, after, card)
        free = count(after.ground.cottages & ~after.aflame)
        sure = sure and number in {0, free}
        after.hiding = True
        settle_land(
            world, after, card, Pile(coming, at + 1), _card(view), world.way[card], homes_for(after, number)
        )
        repaired += bool(spot.burnt & ~after.burnt)
        mended += bool(spot.aflame & ~after.aflame)
    if repaired:
        values = {"peasants": len(spot.peasants)}
        yield Odds("repair", repaired / len(coming), values, exact=sure)
    if mended:
        yield Odds("mend", mended / len(coming), {"cottages": count(spot.aflame)})
