"""A turn: its cards, its action points, how it passes on."""

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


def begin_turn(course: StateBuilder, seat: Seat, bonus: int) -> None:
    """Somebody's turn begins with a card to draw (Rules trogdor:turn-1, trogdor:turn-2)."""
    course.change(turn=Turn(course.turn.number + 1, seat, bonus=bonus), phase=Phase.LAND, deed=None)
    course.record(events.TurnBegan(seat, course.turn.number))
    course.schedule_first(DrawCard())


def draw_card(course: StateBuilder, _task: DrawCard) -> None:
    """An action card to choose from; a Troghammer card does its thing, and another one is drawn.

    Who has left meanwhile draws no more (Rules trogdor:turn-2, trogdor:hammer-2, trogdor:card-troghammer,
    trogdor:ruling-3, trogdor:leave-1).
    """
    if course.player.gone:
        return
    card = course.draw_trog()
    if card is Card.TROGHAMMER:
        course.change(trog=course.state.trog.with_discards(card))
        course.record(events.HammerDrawn(course.turn.seat))
        course.schedule_first(Summon(), DrawCard())
        return
    course.change_player(course.turn.seat, hand=(*course.player.hand, card))
    course.record(events.CardDrawn(course.turn.seat, card))
    course.change(phase=Phase.CHOOSE)


def points_for(state: State | View, seat: Seat, card: Card, *, plain: bool) -> int:
    """The points that a choice brings with all that is added; none on Path o' Burnination.

    What the flowers of the turn before have brought is the active player's, until the choice is made.

    Rules trogdor:choose-1, trogdor:choose-2, trogdor:keeper-crangolev, trogdor:ruling-14,
    trogdor:ruling-58.
    """
    if card is Card.PATH_O_BURNINATION and not plain:
        return 0
    extra = CRANGOLEV if state.players[seat].keeper is Keeper.CRANGOLEV else 0
    owed = state.turn.bonus if seat == state.turn.seat and state.turn.card is None else 0
    return (DISCARD_POINTS if plain else POINTS[card]) + extra + owed


def choose(course: StateBuilder, card: Card, *, plain: bool) -> None:
    """One of the two cards is played or discarded, the other stays; an open trade is off.

    Rules trogdor:choose-1, trogdor:choose-2, trogdor:ruling-32, trogdor:ruling-55.
    """
    seat, hand = course.turn.seat, list(course.player.hand)
    hand.remove(card)
    points = points_for(course.state, seat, card, plain=plain)
    end_offer(course)
    course.change_player(seat, hand=tuple(hand))
    course.change(trog=course.state.trog.with_discards(card), phase=Phase.ACT)
    course.change_turn(card=card, plain=plain, points=points)
    course.record(events.CardChosen(seat, card, plain, points))


def end_offer(course: StateBuilder) -> None:
    """A trade that was not answered is off (Rule trogdor:ruling-32)."""
    if course.state.offer is not None:
        course.record(events.TradeEnded(course.state.offer.seat, "table"))
        course.change(offer=None)


def act(course: StateBuilder, action: Action) -> None:
    """What costs an action point (Rule trogdor:act-1)."""
    course.change_turn(points=course.turn.points - 1, acted=True)
    here = course.board.trogdor
    match action.verb:
        case Verb.STEP:
            target = next_square_wrapped(here, action.direction or Direction.NORTH)
            arrive(course, target, "step")
        case Verb.TUNNEL:
            arrive(course, action.squares[0], "tunnel")
        case Verb.CHOMP:
            mark(course, Verb.CHOMP, here)
            chomp(course, here)
        case Verb.HIDE:
            mark(course, Verb.HIDE, here)
            hide(course)
        case _:
            mark(course, Verb.BURN, here)
            _burn(course, here, action.what)


def mark(course: StateBuilder, verb: Verb, *squares: Square, origin: Square | None = None) -> None:
    """Remember what was done last, for the picture."""
    course.change(deed=LastAction(verb, origin, squares))


def arrive(course: StateBuilder, target: Square, way: str, verb: Verb = Verb.STEP) -> None:
    """Trogdor enters a square in any way: that is a visit, and every knight there hurts him.

    Not when he is hiding or invisible (Rules trogdor:move-1, trogdor:move-2, trogdor:tunnel-1,
    trogdor:card-invisibility, trogdor:ruling-11, trogdor:ruling-18).
    """
    origin = course.board.trogdor
    course.change_board(trogdor=target)
    mark(course, verb, target, origin=origin)
    course.record(events.Moved(course.turn.seat, origin, target, way))  # type: ignore[arg-type] # a Literal
    _visit(course, target)
    knights = [who for who, where in walkers(course.board) if where == target]
    why = "hiding" if course.board.hiding else "card" if course.has_effect_of(Card.INVISIBILITY) else None
    if why is None:
        course.schedule_first(*(Strike(who, moving=True) for who in knights))
    else:
        course.record(*(events.Spared(who, why) for who in knights))  # type: ignore[arg-type] # a Literal


def _visit(course: StateBuilder, square: Square) -> None:
    """What Trogdor's coming recharges; Galgabudge's mountains are Tunnels for it.

    Rules trogdor:item-flask, trogdor:item-beans, trogdor:item-baubles, trogdor:item-trinket,
    trogdor:ruling-6, trogdor:ruling-18, trogdor:ruling-25, trogdor:ruling-50a.
    """
    kind = course.board.kinds[square]
    if kind is TileKind.LAKE:
        course.recharge(Item.FLASK)
    if kind is TileKind.FOREST:
        course.recharge(Item.BEANS)
    if kind is TileKind.TUNNEL:
        course.recharge(Item.BAUBLES)
    if kind is TileKind.MOUNTAIN and course.has_power(Keeper.GALGABUDGE):
        course.recharge(Item.BAUBLES, owner=Keeper.GALGABUDGE)
    if square == course.board.archer:
        course.recharge(Item.TRINKET)


def chomp(course: StateBuilder, square: Square) -> None:
    """A peasant becomes health (Rules trogdor:chomp-1, trogdor:ruling-13)."""
    course.heal(peasants=without_one(course.board.peasants, square))
    course.record(events.Chomped(course.turn.seat, square, course.board.health))
    course.check_victory()


def hide(course: StateBuilder) -> None:
    """Trogdor lies down until the turn ends, and his actions are over.

    Rules trogdor:hide-1, trogdor:ruling-10, trogdor:ruling-53.
    """
    course.change_board(hiding=True)
    course.change_turn(points=0)
    course.record(events.Hid(course.board.trogdor))


def _burn(course: StateBuilder, square: Square, what: TargetKind | None) -> None:
    """The tile, a peasant or the cottage where he stands (Rule trogdor:burn-1)."""
    if what is TargetKind.PEASANT:
        ignite(course, square)
    elif what is TargetKind.COTTAGE:
        burn_cottage(course, square, "trogdor")
    else:
        burn_tile(course, square, "trogdor")
        feed_stump(course, square)


def feed_stump(course: StateBuilder, square: Square) -> None:
    """Stump & Rock: four points more, once, while points can be spent.

    Action points and Fireballs do it, a card or a running peasant does not (Rules
    trogdor:card-stump-and-rock, trogdor:ruling-28, trogdor:ruling-56).
    """
    stump = course.board.kinds[square] in (TileKind.STUMP, TileKind.ROCK)
    if (
        stump
        and course.has_effect_of(Card.STUMP_AND_ROCK)
        and not course.turn.effect
        and is_open(course.state)
    ):
        course.change_turn(points=course.turn.points + STUMP, effect=True)
        course.record(events.PointsGained(course.turn.seat, STUMP, "stump"))


def is_open(state: State) -> bool:
    """Whether action points can be spent: before hiding, never on Path o' Burnination.

    Rules trogdor:card-path-o-burnination, trogdor:ruling-14, trogdor:ruling-53.
    """
    path = state.turn.card is Card.PATH_O_BURNINATION and not state.turn.plain
    return state.phase is Phase.ACT and not state.board.hiding and not path


def end_turn(course: StateBuilder, _task: EndTurn) -> None:
    """Flowers are smelled, the land's card is discarded, hiding ends, and the next player is on.

    Rules trogdor:card-smell-the-daisies, trogdor:setup-4, trogdor:ruling-10, trogdor:ruling-29,
    trogdor:ruling-52, trogdor:ruling-55.
    """
    bonus = 0
    on_flowers = course.board.kinds[course.board.trogdor] is TileKind.FLOWER
    if course.has_effect_of(Card.SMELL_THE_DAISIES) and on_flowers:
        bonus = FLOWERS
        course.record(events.FlowersSmelled(course.turn.seat))
    if course.state.land is not None:
        course.change(movement=course.state.movement.with_discards(course.state.land.card))
    course.change_board(hiding=False)
    begin_turn(course, next_seat(course.state), bonus)


def next_seat(state: State) -> Seat:
    """Who comes next in the order of seats; those who left are passed over (Rule trogdor:leave-1)."""
    number = len(state.players)
    after = ((state.turn.seat + step) % number for step in range(1, number + 1))
    return next(seat for seat in after if not state.players[seat].gone)
