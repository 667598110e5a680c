"""Chances of the land's next card and of fires, for the player who plans a turn.

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
  left; only when they are few. Values: `tiles`, how many are left.
- `run-cottage` (`action`): the chance that his run sets fire to a cottage. No values.
- `run-lake` (`action`): the chance that the Lake saves him. No values.
- `repair`: the chance that peasants repair a tile in the land's turn, if the turn ended now. Values:
  `peasants`, how many are on the board. Left out where it is 0.
- `mend`: the chance that a knight puts out a burning cottage then. Values: `cottages`, how many are burning.
  Exact. Left out where it is 0.

The three of a run are exact where no other peasant can catch fire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.mind import Odds
from engine.trogdor.board import name
from engine.trogdor.danger import risk
from engine.trogdor.mind.forces import homes_coming_out, peasants_coming_out, play_settled_land, run_peasants
from engine.trogdor.mind.grid import ALL, CELLS, count
from engine.trogdor.mind.reading import CARDS, coming_of, position_of, world_of
from engine.trogdor.mind.world import BLOCK, INVISIBLE, PLAIN, DrawPile, Position, TableModel
from engine.trogdor.model import Action, Phase, TargetKind, Verb, View
from engine.trogdor.reach import standing_at, walks
from engine.trogdor.stand_in import knight_squares, target
from engine.trogdor.turns import points_for

FEW_TILES: Final = 5
"""So many tiles a run can be expected to finish; set by hand."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Chances by key, as the head of this module lists them."""
    if view.phase not in (Phase.CHOOSE, Phase.ACT, Phase.AFTER):
        return ()
    world, spot, coming = world_of(view.house, view.players), position_of(view), coming_of(view)
    return (
        *_choice_odds(view),
        *_danger_odds(view, actions, world, spot, coming),
        *_run_odds(actions, world, spot, coming),
        *_land_odds(view, world, spot, coming),
    )


def _card_in_play(view: View) -> int:
    """The number of the card of this turn, `PLAIN` where it has no effect."""
    turn = view.turn
    return PLAIN if turn.card is None or turn.plain else CARDS[turn.card]


def strikes_at(world: TableModel, spot: Position, card: int, square: int) -> bool:
    """Whether the knights' and the archer's walks of a movement card strike at a square."""
    walkers = (spot.first, spot.second, spot.hammer)
    entered = any(world.swept[card * CELLS + start] >> square & 1 for start in walkers if start >= 0)
    return entered or bool(world.line[card * CELLS + spot.archer] >> square & 1)


def _choice_odds(view: View) -> Iterator[Odds]:
    """The danger and the points of each card; one discard stands for all, which bring the same."""
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
            (risk(standing_at(then, to), to), steps, to) for to, steps in walks(then).items()
        )
        there: dict[str, str | int] = {"square": name(square), "steps": steps, "least": round(1000 * least)}
        yield Odds("choose", chance, {"points": points, **there}, str(Action(verb, card=card)))


def _danger_odds(
    view: View, actions: tuple[Action, ...], world: TableModel, spot: Position, coming: list[int]
) -> Iterator[Odds]:
    """The danger where Trogdor stands, and where he could go."""

    def risk(square: int) -> float:
        if spot.hiding or _card_in_play(view) == BLOCK:
            return 0.0
        return sum(strikes_at(world, spot, card, square) for card in coming) / len(coming)

    yield Odds("struck", risk(spot.trogdor), {"square": name(spot.trogdor), "health": spot.health})
    shut = frozenset() if _card_in_play(view) == INVISIBLE else knight_squares(view)
    moves = [action for action in actions if action.verb in (Verb.STEP, Verb.TUNNEL)]
    # where a step and a tunnel lead to the same square, only the first of them is listed
    ways = {where: str(move) for move in reversed(moves) if (where := target(view, move)) not in shut}
    for chance, square in sorted((risk(where), where) for where in ways):
        yield Odds("struck-there", chance, {"square": name(square), "health": spot.health}, ways[square])


def _run_odds(
    actions: tuple[Action, ...], world: TableModel, spot: Position, coming: list[int]
) -> Iterator[Odds]:
    """The chances of a burning peasant's run."""
    action = Action(Verb.BURN, what=TargetKind.PEASANT)
    if action not in actions:
        return
    before = spot.copy()
    before.peasants.remove(spot.trogdor)
    exact = not before.peasants
    ends, homes, saved = 0, 0, 0
    for at in range(len(coming)):
        after = before.copy()
        run_peasants(world, after, [spot.trogdor], 1, DrawPile(coming, at))
        ends += after.burnt == ALL
        homes += after.aflame != before.aflame
        saved += _count_on_lake(after) > _count_on_lake(before)
    tiles = count(ALL & ~spot.burnt)
    if 0 < tiles <= FEW_TILES:
        yield Odds("run-end", ends / len(coming), {"tiles": tiles}, str(action), exact)
    if homes:
        yield Odds("run-cottage", homes / len(coming), {}, str(action), exact)
    if saved:
        yield Odds("run-lake", saved / len(coming), {}, str(action), exact)


def _count_on_lake(spot: Position) -> int:
    """How many peasants stand on the Lake."""
    return sum(spot.ground.water >> square & 1 for square in spot.peasants)


def _land_odds(view: View, world: TableModel, spot: Position, coming: list[int]) -> Iterator[Odds]:
    """The chances of repairs in the land's turn."""
    repaired, mended, sure = 0, 0, True
    for at, card in enumerate(coming):
        after = spot.copy()
        number = peasants_coming_out(world, after, card)
        free = count(after.ground.cottages & ~after.aflame)
        sure = sure and number in {0, free}
        after.hiding = True
        play_settled_land(
            world,
            after,
            card,
            DrawPile(coming, at + 1),
            _card_in_play(view),
            world.way[card],
            homes_coming_out(after, number),
        )
        repaired += bool(spot.burnt & ~after.burnt)
        mended += bool(spot.aflame & ~after.aflame)
    if repaired:
        values = {"peasants": len(spot.peasants)}
        yield Odds("repair", repaired / len(coming), values, exact=sure)
    if mended:
        yield Odds("mend", mended / len(coming), {"cottages": count(spot.aflame)})
