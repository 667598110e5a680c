"""Where Trogdor can go this turn: on foot, through tunnels, and with a leap of a card or an item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.trogdor.board import SQUARES, Square
from engine.trogdor.cards import Card, Item
from engine.trogdor.effects import is_available
from engine.trogdor.items import BEANS
from engine.trogdor.legality import steps, tunnel_ends
from engine.trogdor.model import Phase, View
from engine.trogdor.stand_in import knight_squares
from engine.trogdor.turns import points_for


def reachable_squares(view: View) -> frozenset[Square]:
    """The squares that Trogdor can come to before the turn ends, and his own; not through a knight.

    While a card is chosen, those of any choice.
    """
    if view.board.hiding or view.phase not in (Phase.CHOOSE, Phase.ACT, Phase.AFTER):
        return frozenset((view.board.trogdor,))
    player = view.players[view.turn.seat]
    ready = player.charged and not view.turn.item
    ways = tuple(_turns(view))
    if (ready and player.item is Item.RING) or any(_can_leap(way) for way in ways):
        return frozenset(SQUARES)
    more = BEANS if ready and player.item is Item.BEANS else 0
    return frozenset(square for way in ways for square in walks(way, more))


def _turns(view: View) -> Iterator[View]:
    """The view after each choice of a card; the view itself once one is chosen."""
    if view.phase is not Phase.CHOOSE:
        yield view
        return
    seat = view.turn.seat
    for card in dict.fromkeys(view.players[seat].hand):
        for plain in (False, True):
            points = points_for(view, seat, card, plain=plain)
            turn = replace(view.turn, card=card, plain=plain, points=points, bonus=0)
            yield replace(view, turn=turn, phase=Phase.ACT)


def _can_leap(view: View) -> bool:
    return view.turn.card is Card.WINGALING and is_available(view)


def walks(view: View, more: int = 0) -> dict[Square, int]:
    """The squares he can walk to with the turn's points and `more`, by steps; not into a knight."""
    invisible = view.turn.card is Card.INVISIBILITY and not view.turn.plain
    shut = frozenset[Square]() if invisible else knight_squares(view)
    points = view.turn.points + more if view.phase is Phase.ACT else 0
    reached, edge = {view.board.trogdor: 0}, [view.board.trogdor]
    for step in range(1, points + 1):
        ways = [standing_at(view, square) for square in edge]
        ends = [
            *(to for way in ways for _, to in steps(way)),
            *(to for way in ways for to in tunnel_ends(way)),
        ]
        edge = [to for to in dict.fromkeys(ends) if to not in reached and to not in shut]
        reached |= dict.fromkeys(edge, step)
    return reached


def standing_at(view: View, square: Square) -> View:
    """The view with Trogdor on a square, and nothing else changed."""
    return replace(view, board=replace(view.board, trogdor=square))
