"""A turn: its cards, its action points, how it passes on."""

from __future__ import annotations

from typing import Final

from engine.core import Seat
from engine.trogdor import events
from engine.trogdor.board import Direction, Kind, Square, wrapped
from engine.trogdor.burning import burn_cottage, burn_tile, ignite
from engine.trogdor.cards import POINTS, Card, Item, Keeper
from engine.trogdor.course import Course
from engine.trogdor.model import (
    DISCARD_POINTS,
    Action,
    Deed,
    DrawCard,
    EndTurn,
    Phase,
    State,
    Strike,
    Summon,
    Turn,
    Verb,
    View,
    What,
)
from engine.trogdor.position import walkers, without_one

FLOWERS: Final = 3
STUMP: Final = 4
CRANGOLEV: Final = 1


def begin_turn(course: Course, seat: Seat, bonus: int) -> None:
    """Somebody's turn begins with a card to draw (Rules trogdor:turn-1, trogdor:turn-2)."""
    course.change(turn=Turn(course.turn.number + 1, seat, bonus=bonus), phase=Phase.LAND, deed=None)
    course.tell(events.TurnBegan(seat, course.turn.number))
    course.first(DrawCard())


def draw_card(course: Course, _task: DrawCard) -> None:
    """An action card to choose from; a Troghammer card does its thing, and another one is drawn.

    Who has left meanwhile draws no more (Rules trogdor:turn-2, trogdor:hammer-2, trogdor:card-troghammer,
    trogdor:ruling-3, trogdor:leave-1).
    """
    if course.player.gone:
        return
    card = course.draw_trog()
    if card is Card.TROGHAMMER:
        course.change(trog=course.state.trog.discarding(card))
        course.tell(events.HammerDrawn(course.turn.seat))
        course.first(Summon(), DrawCard())
        return
    course.change_player(course.turn.seat, hand=(*course.player.hand, card))
    course.tell(events.CardDrawn(course.turn.seat, card))
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


def choose(course: Course, card: Card, *, plain: bool) -> None:
    """One of the two cards is played or discarded, the other stays; an open trade is off.

    Rules trogdor:choose-1, trogdor:choose-2, trogdor:ruling-32, trogdor:ruling-55.
    """
    seat, hand = course.turn.seat, list(course.player.hand)
    hand.remove(card)
    points = points_for(course.state, seat, card, plain=plain)
    end_offer(course)
    course.change_player(seat, hand=tuple(hand))
    course.change(trog=course.state.trog.discarding(card), phase=Phase.ACT)
    course.change_turn(card=card, plain=plain, points=points)
    course.tell(events.CardChosen(seat, card, plain, points))


def end_offer(course: Course) -> None:
    """A trade that was not answered is off (Rule trogdor:ruling-32)."""
    if course.state.offer is not None:
        course.tell(events.TradeEnded(course.state.offer.seat, "table"))
        course.change(offer=None)


def act(course: Course, action: Action) -> None:
    """What costs an action point (Rule trogdor:act-1)."""
    course.change_turn(points=course.turn.points - 1, acted=True)
    here = course.board.trogdor
    match action.verb:
        case Verb.STEP:
            target = wrapped(here, action.direction or Direction.NORTH)
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


def mark(course: Course, verb: Verb, *squares: Square, origin: Square | None = None) -> None:
    """Remember what was done last, for the picture."""
    course.change(deed=Deed(verb, origin, squares))


def arrive(course: Course, target: Square, way: str, verb: Verb = Verb.STEP) -> None:
    """Trogdor enters a square in any way: that is a visit, and every knight there hurts him.

    Not when he is hiding or invisible (Rules trogdor:move-1, trogdor:move-2, trogdor:tunnel-1,
    trogdor:card-invisibility, trogdor:ruling-11, trogdor:ruling-18).
    """
    origin = course.board.trogdor
    course.change_board(trogdor=target)
    mark(course, verb, target, origin=origin)
    course.tell(events.Moved(course.turn.seat, origin, target, way))  # type: ignore[arg-type] # a Literal
    _visit(course, target)
    knights = [who for who, where in walkers(course.board) if where == target]
    why = "hiding" if course.board.hiding else "card" if course.plays(Card.INVISIBILITY) else None
    if why is None:
        course.first(*(Strike(who, moving=True) for who in knights))
    else:
        course.tell(*(events.Spared(who, why) for who in knights))  # type: ignore[arg-type] # a Literal


def _visit(course: Course, square: Square) -> None:
    """What Trogdor's coming recharges; Galgabudge's mountains are Tunnels for it.

    Rules trogdor:item-flask, trogdor:item-beans, trogdor:item-baubles, trogdor:item-trinket,
    trogdor:ruling-6, trogdor:ruling-18, trogdor:ruling-25, trogdor:ruling-50a.
    """
    kind = course.board.kinds[square]
    if kind is Kind.LAKE:
        course.recharge(Item.FLASK)
    if kind is Kind.FOREST:
        course.recharge(Item.BEANS)
    if kind is Kind.TUNNEL:
        course.recharge(Item.BAUBLES)
    if kind is Kind.MOUNTAIN and course.has_power(Keeper.GALGABUDGE):
        course.recharge(Item.BAUBLES, owner=Keeper.GALGABUDGE)
    if square == course.board.archer:
        course.recharge(Item.TRINKET)


def chomp(course: Course, square: Square) -> None:
    """A peasant becomes health (Rules trogdor:chomp-1, trogdor:ruling-13)."""
    course.heal(peasants=without_one(course.board.peasants, square))
    course.tell(events.Chomped(course.turn.seat, square, course.board.health))
    course.check_victory()


def hide(course: Course) -> None:
    """Trogdor lies down until the turn ends, and his actions are over.

    Rules trogdor:hide-1, trogdor:ruling-10, trogdor:ruling-53.
    """
    course.change_board(hiding=True)
    course.change_turn(points=0)
    course.tell(events.Hid(course.board.trogdor))


def _burn(course: Course, square: Square, what: What | None) -> None:
    """The tile, a peasant or the cottage where he stands (Rule trogdor:burn-1)."""
    if what is What.PEASANT:
        ignite(course, square)
    elif what is What.COTTAGE:
        burn_cottage(course, square, "trogdor")
    else:
        burn_tile(course, square, "trogdor")
        feed_stump(course, square)


def feed_stump(course: Course, square: Square) -> None:
    """Stump & Rock: four points more, once, while points can be spent.

    Action points and Fireballs do it, a card or a running peasant does not (Rules
    trogdor:card-stump-and-rock, trogdor:ruling-28, trogdor:ruling-56).
    """
    stump = course.board.kinds[square] in (Kind.STUMP, Kind.ROCK)
    if stump and course.plays(Card.STUMP_AND_ROCK) and not course.turn.effect and is_open(course.state):
        course.change_turn(points=course.turn.points + STUMP, effect=True)
        course.tell(events.PointsGained(course.turn.seat, STUMP, "stump"))


def is_open(state: State) -> bool:
    """Whether action points can be spent: before hiding, never on Path o' Burnination.

    Rules trogdor:card-path-o-burnination, trogdor:ruling-14, trogdor:ruling-53.
    """
    path = state.turn.card is Card.PATH_O_BURNINATION and not state.turn.plain
    return state.phase is Phase.ACT and not state.board.hiding and not path


def end_turn(course: Course, _task: EndTurn) -> None:
    """Flowers are smelled, the land's card is discarded, hiding ends, and the next player is on.

    Rules trogdor:card-smell-the-daisies, trogdor:setup-4, trogdor:ruling-10, trogdor:ruling-29,
    trogdor:ruling-52, trogdor:ruling-55.
    """
    bonus = 0
    on_flowers = course.board.kinds[course.board.trogdor] is Kind.FLOWER
    if course.plays(Card.SMELL_THE_DAISIES) and on_flowers:
        bonus = FLOWERS
        course.tell(events.FlowersSmelled(course.turn.seat))
    if course.state.land is not None:
        course.change(movement=course.state.movement.discarding(course.state.land.card))
    course.change_board(hiding=False)
    begin_turn(course, next_seat(course.state), bonus)


def next_seat(state: State) -> Seat:
    """Who comes next in the order of seats; those who left are passed over (Rule trogdor:leave-1)."""
    number = len(state.players)
    after = ((state.turn.seat + step) % number for step in range(1, number + 1))
    return next(seat for seat in after if not state.players[seat].gone)
