"""What somebody who plans a turn may want to know of the land's next card, and of fires.

Most useful first; nothing while the land is at work. The chances run over the movement cards that can come.

- `choose` (`action`): while a card is chosen, the chance that he is struck where he stands, once the turn
  ends, if that one is played, or the first is discarded. Values: `points` that it brings; `square`, the
  safest that he can walk to with them, `steps` how far it is, and `least`, the thousandths of the chance
  there. Where no square is safer, `steps` is 0 and `square` his own. Exact.
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
from dataclasses import replace
from typing import Final

from engine.mind import Odds
from engine.trogdor.board import name
from engine.trogdor.cards import Card
from engine.trogdor.danger import risk
from engine.trogdor.legality import steps as legal_steps
from engine.trogdor.legality import tunnel_ends
from engine.trogdor.mind.forces import homes_for, run, settle_land, wanted
from engine.trogdor.mind.grid import ALL, count
from engine.trogdor.mind.reading import CARDS, coming_of, position_of, world_of
from engine.trogdor.mind.world import BLOCK, INVISIBLE, PLAIN, Pile, Position, World
from engine.trogdor.model import Action, Phase, TargetKind, Verb, View
from engine.trogdor.stand_in import knight_squares, target
from engine.trogdor.turns import points_for

FEW: Final = 5
"""How many tiles a run can be expected to finish."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Chances by key, as the head of this module lists them."""
    if view.phase not in (Phase.CHOOSE, Phase.ACT, Phase.AFTER):
        return ()
    world, spot, coming = world_of(view.house, view.players), position_of(view), coming_of(view)
    return (
        *_choices(view),
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


def _choices(view: View) -> Iterator[Odds]:
    """What each card comes to; one discard stands for all: they bring the same."""
    if view.phase is not Phase.CHOOSE:
        return
    seat, here = view.turn.seat, view.board.trogdor
    hand = tuple(dict.fromkeys(view.players[seat].hand))
    for verb, card in (*((Verb.PLAY, card) for card in hand), *((Verb.DISCARD, card) for card in hand[:1])):
        plain = verb is Verb.DISCARD
        points = points_for(view, seat, card, plain=plain)
        turn = replace(view.turn, card=card, plain=plain, points=points, bonus=0)
        then = replace(view, turn=turn, phase=Phase.ACT)
        chance = risk(then, here)
        least, steps, square = min(
            (risk(_standing_at(then, to), to), steps, to) for to, steps in _walks(then).items()
        )
        there: dict[str, str | int] = {"square": name(square), "steps": steps, "least": round(1000 * least)}
        yield Odds("choose", chance, {"points": points, **there}, str(Action(verb, card=card)))


def _standing_at(view: View, square: int) -> View:
    return replace(view, board=replace(view.board, trogdor=square))


def _walks(view: View) -> dict[int, int]:
    """Where he can walk with the points of the turn, and in how many steps; into no knight."""
    shut = (
        frozenset() if view.turn.card is Card.INVISIBILITY and not view.turn.plain else knight_squares(view)
    )
    found, edge = {view.board.trogdor: 0}, [view.board.trogdor]
    for step in range(1, view.turn.points + 1):
        ways = [_standing_at(view, square) for square in edge]
        ends = [
            *(to for way in ways for _, to in legal_steps(way)),
            *(to for way in ways for to in tunnel_ends(way)),
        ]
        edge = [to for to in dict.fromkeys(ends) if to not in found and to not in shut]
        found |= dict.fromkeys(edge, step)
    return found


def _dangers(
    view: View, actions: tuple[Action, ...], world: World, spot: Position, coming: list[int]
) -> Iterator[Odds]:
    """Where he stands, and where he could go."""

    def risk(square: int) -> float:
        if spot.hiding or _card(view) == BLOCK:
            return 0.0
        return sum(is_struck(world, spot, card, square) for card in coming) / len(coming)

    yield Odds("struck", risk(spot.trogdor), {"square": name(spot.trogdor), "health": spot.health})
    shut = frozenset() if _card(view) == INVISIBLE else knight_squares(view)
    moves = [action for action in actions if action.verb in (Verb.STEP, Verb.TUNNEL)]
    # where a step and a tunnel lead to the same square, the first of them is told
    ways = {where: str(move) for move in reversed(moves) if (where := target(view, move)) not in shut}
    for chance, square in sorted((risk(where), where) for where in ways):
        yield Odds("struck-there", chance, {"square": name(square), "health": spot.health}, ways[square])


def _runs(actions: tuple[Action, ...], world: World, spot: Position, coming: list[int]) -> Iterator[Odds]:
    """What a burning peasant can do."""
    action = Action(Verb.BURN, what=TargetKind.PEASANT)
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
