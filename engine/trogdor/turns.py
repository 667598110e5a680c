"""Turns: cards, action points, and passing on."""

from __future__ import annotations

from typing import Final

from engine.core import Seat
from engine.trogdor import events
from engine.trogdor.board import Direction, Square, TileKind, next_square_wrapped
from engine.trogdor.burning import burn_cottage, burn_tile, ignite
from engine.trogdor.cards import POINTS, Card, Item, Keeper
from engine.trogdor.model import (
    DISCARD_POINTS,
    Action,
    DrawCard,
    EndTurn,
    LastAction,
    Phase,
    State,
    Strike,
    Summon,
    TargetKind,
    Turn,
    Verb,
    View,
)
from engine.trogdor.position import walkers, without_one
from engine.trogdor.state_builder import StateBuilder

FLOWERS: Final = 3
STUMP: Final = 4
CRANGOLEV: Final = 1


def begin_turn(builder: StateBuilder, seat: Seat, bonus: int) -> None:
    """Begin a player's turn with a card to draw (Rules trogdor:turn-1, trogdor:turn-2)."""
    builder.change(turn=Turn(builder.turn.number + 1, seat, bonus=bonus), phase=Phase.LAND, deed=None)
    builder.record(events.TurnBegan(seat, builder.turn.number))
    builder.schedule_first(DrawCard())


def draw_card(builder: StateBuilder, _task: DrawCard) -> None:
    """Draw an action card to choose from; a Troghammer card takes effect, and another one is drawn.

    A player who has left meanwhile draws no more (Rules trogdor:turn-2, trogdor:hammer-2,
    trogdor:card-troghammer, trogdor:ruling-3, trogdor:leave-1).
    """
    if builder.player.gone:
        return
    card = builder.draw_trog()
    if card is Card.TROGHAMMER:
        builder.change(trog=builder.state.trog.with_discards(card))
        builder.record(events.HammerDrawn(builder.turn.seat))
        builder.schedule_first(Summon(), DrawCard())
        return
    builder.change_player(builder.turn.seat, hand=(*builder.player.hand, card))
    builder.record(events.CardDrawn(builder.turn.seat, card))
    builder.change(phase=Phase.CHOOSE)


def points_for(state: State | View, seat: Seat, card: Card, *, plain: bool) -> int:
    """The action points of a choice with all bonuses; none on Path o' Burnination.

    The bonus of the previous turn's flowers belongs to the active player until the choice is made.

    Rules trogdor:choose-1, trogdor:choose-2, trogdor:keeper-crangolev, trogdor:ruling-14, trogdor:ruling-58.
    """
    if card is Card.PATH_O_BURNINATION and not plain:
        return 0
    extra = CRANGOLEV if state.players[seat].keeper is Keeper.CRANGOLEV else 0
    owed = state.turn.bonus if seat == state.turn.seat and state.turn.card is None else 0
    return (DISCARD_POINTS if plain else POINTS[card]) + extra + owed


def choose(builder: StateBuilder, card: Card, *, plain: bool) -> None:
    """Play or discard one of the two cards, keep the other, and end an open trade.

    Rules trogdor:choose-1, trogdor:choose-2, trogdor:ruling-32, trogdor:ruling-55.
    """
    seat, hand = builder.turn.seat, list(builder.player.hand)
    hand.remove(card)
    points = points_for(builder.state, seat, card, plain=plain)
    end_offer(builder)
    builder.change_player(seat, hand=tuple(hand))
    builder.change(trog=builder.state.trog.with_discards(card), phase=Phase.ACT)
    builder.change_turn(card=card, plain=plain, points=points)
    builder.record(events.CardChosen(seat, card, plain, points))


def end_offer(builder: StateBuilder) -> None:
    """End a trade that was not answered (Rule trogdor:ruling-32)."""
    if builder.state.offer is not None:
        builder.record(events.TradeEnded(builder.state.offer.seat, "table"))
        builder.change(offer=None)


def act(builder: StateBuilder, action: Action) -> None:
    """Carry out an action that costs an action point (Rule trogdor:act-1)."""
    builder.change_turn(points=builder.turn.points - 1, acted=True)
    here = builder.board.trogdor
    match action.verb:
        case Verb.STEP:
            target = next_square_wrapped(here, action.direction or Direction.NORTH)
            arrive(builder, target, "step")
        case Verb.TUNNEL:
            arrive(builder, action.squares[0], "tunnel")
        case Verb.CHOMP:
            mark(builder, Verb.CHOMP, here)
            chomp(builder, here)
        case Verb.HIDE:
            mark(builder, Verb.HIDE, here)
            hide(builder)
        case _:
            mark(builder, Verb.BURN, here)
            _burn(builder, here, action.what)


def mark(builder: StateBuilder, verb: Verb, *squares: Square, origin: Square | None = None) -> None:
    """Store the last action, to be marked in the picture."""
    builder.change(deed=LastAction(verb, origin, squares))


def arrive(builder: StateBuilder, target: Square, way: str, verb: Verb = Verb.STEP) -> None:
    """Move Trogdor to a square in any way: that is a visit, and every knight there strikes him.

    Not when he is hiding or invisible (Rules trogdor:move-1, trogdor:move-2, trogdor:tunnel-1,
    trogdor:card-invisibility, trogdor:ruling-11, trogdor:ruling-18).
    """
    origin = builder.board.trogdor
    builder.change_board(trogdor=target)
    mark(builder, verb, target, origin=origin)
    builder.record(events.Moved(builder.turn.seat, origin, target, way))  # type: ignore[arg-type] # a Literal
    _visit(builder, target)
    knights = [who for who, where in walkers(builder.board) if where == target]
    why = "hiding" if builder.board.hiding else "card" if builder.has_effect_of(Card.INVISIBILITY) else None
    if why is None:
        builder.schedule_first(*(Strike(who, moving=True) for who in knights))
    else:
        builder.record(*(events.Spared(who, why) for who in knights))  # type: ignore[arg-type] # a Literal


def _visit(builder: StateBuilder, square: Square) -> None:
    """Recharge the items whose tile Trogdor visits; for Galgabudge mountains count as Tunnels.

    Rules trogdor:item-flask, trogdor:item-beans, trogdor:item-baubles, trogdor:item-trinket,
    trogdor:ruling-6, trogdor:ruling-18, trogdor:ruling-25, trogdor:ruling-50a.
    """
    kind = builder.board.kinds[square]
    if kind is TileKind.LAKE:
        builder.recharge(Item.FLASK)
    if kind is TileKind.FOREST:
        builder.recharge(Item.BEANS)
    if kind is TileKind.TUNNEL:
        builder.recharge(Item.BAUBLES)
    if kind is TileKind.MOUNTAIN and builder.has_power(Keeper.GALGABUDGE):
        builder.recharge(Item.BAUBLES, owner=Keeper.GALGABUDGE)
    if square == builder.board.archer:
        builder.recharge(Item.TRINKET)


def chomp(builder: StateBuilder, square: Square) -> None:
    """Eat a peasant, which becomes health (Rules trogdor:chomp-1, trogdor:ruling-13)."""
    builder.heal(peasants=without_one(builder.board.peasants, square))
    builder.record(events.Chomped(builder.turn.seat, square, builder.board.health))
    builder.check_victory()


def hide(builder: StateBuilder) -> None:
    """Hide until the turn ends, which ends the actions.

    Rules trogdor:hide-1, trogdor:ruling-10, trogdor:ruling-53.
    """
    builder.change_board(hiding=True)
    builder.change_turn(points=0)
    builder.record(events.Hid(builder.board.trogdor))


def _burn(builder: StateBuilder, square: Square, what: TargetKind | None) -> None:
    """Burn the tile, a peasant or the cottage where Trogdor stands (Rule trogdor:burn-1)."""
    if what is TargetKind.PEASANT:
        ignite(builder, square)
    elif what is TargetKind.COTTAGE:
        burn_cottage(builder, square, "trogdor")
    else:
        burn_tile(builder, square, "trogdor")
        feed_stump(builder, square)


def feed_stump(builder: StateBuilder, square: Square) -> None:
    """Use Stump & Rock: four more points, once, while points can be spent.

    Action points and Fireballs trigger it, a card or a running peasant does not (Rules
    trogdor:card-stump-and-rock, trogdor:ruling-28, trogdor:ruling-56).
    """
    stump = builder.board.kinds[square] in (TileKind.STUMP, TileKind.ROCK)
    if (
        stump
        and builder.has_effect_of(Card.STUMP_AND_ROCK)
        and not builder.turn.effect
        and is_open(builder.state)
    ):
        builder.change_turn(points=builder.turn.points + STUMP, effect=True)
        builder.record(events.PointsGained(builder.turn.seat, STUMP, "stump"))


def is_open(state: State) -> bool:
    """Whether action points can be spent: before hiding, never on Path o' Burnination.

    Rules trogdor:card-path-o-burnination, trogdor:ruling-14, trogdor:ruling-53.
    """
    path = state.turn.card is Card.PATH_O_BURNINATION and not state.turn.plain
    return state.phase is Phase.ACT and not state.board.hiding and not path


def end_turn(builder: StateBuilder, _task: EndTurn) -> None:
    """End the turn: smell flowers, discard the land's card, end hiding, and begin the next player's turn.

    Rules trogdor:card-smell-the-daisies, trogdor:setup-4, trogdor:ruling-10, trogdor:ruling-29,
    trogdor:ruling-52, trogdor:ruling-55.
    """
    bonus = 0
    on_flowers = builder.board.kinds[builder.board.trogdor] is TileKind.FLOWER
    if builder.has_effect_of(Card.SMELL_THE_DAISIES) and on_flowers:
        bonus = FLOWERS
        builder.record(events.FlowersSmelled(builder.turn.seat))
    if builder.state.land is not None:
        builder.change(movement=builder.state.movement.with_discards(builder.state.land.card))
    builder.change_board(hiding=False)
    begin_turn(builder, next_seat(builder.state), bonus)


def next_seat(state: State) -> Seat:
    """The next seat in order, skipping players who left (Rule trogdor:leave-1)."""
    number = len(state.players)
    after = ((state.turn.seat + step) % number for step in range(1, number + 1))
    return next(seat for seat in after if not state.players[seat].gone)
