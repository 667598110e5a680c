"""Yubbitz trades, players say how their items behave, and players leave."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.trogdor.cards import INTERRUPTS, Card, Keeper
from engine.trogdor.events import Left, Preferred, Traded, TradeEnded, TradeOffered
from engine.trogdor.model import Action, ItemMode, Offer, Phase, State, Verb
from engine.trogdor.state_builder import StateBuilder


def _can_trade(state: State) -> bool:
    """Trades go until the active player has chosen, and not while he is asked about a hit.

    Rules trogdor:ruling-32, trogdor:ruling-57.
    """
    return state.phase is Phase.CHOOSE


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """With whom a seat can trade: Yubbitz with everybody, everybody with Yubbitz.

    Rules trogdor:keeper-yubbitz, trogdor:ruling-32.
    """
    players = state.players
    is_yubbitz = players[seat].keeper is Keeper.YUBBITZ
    return tuple(
        other
        for other, player in enumerate(players)
        if other != seat and not player.gone and (is_yubbitz or player.keeper is Keeper.YUBBITZ)
    )


def trade_actions(state: State, seat: Seat) -> Iterator[Action]:
    """What a seat can do about trades: one open offer a table, a new one takes its place.

    Rules trogdor:ruling-32, trogdor:ruling-57.
    """
    if not _can_trade(state):
        return
    offer = state.offer
    if offer is not None and seat == offer.partner:
        yield Action(Verb.ACCEPT)
        yield Action(Verb.DECLINE)
    if offer is not None and seat == offer.seat:
        yield Action(Verb.WITHDRAW)
    for partner in partners(state, seat):
        for mine in _distinct_cards(state, seat):
            for theirs in _distinct_cards(state, partner):
                if mine is not theirs and offer != Offer(seat, partner, mine, theirs):
                    yield Action(Verb.TRADE, card=mine, other=theirs, seat=partner)


def _distinct_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(state.players[seat].hand))


def prefer_actions(state: State, seat: Seat) -> Iterator[Action]:
    """How an item that waits for its moment can behave (Rule trogdor:prefer-1)."""
    player = state.players[seat]
    if player.item in INTERRUPTS:
        for asks in ItemMode:
            if asks is not player.asks:
                yield Action(Verb.PREFER, asks=asks)


def trade(course: StateBuilder, seat: Seat, action: Action) -> None:
    """An offer, its answer, or its end (Rule trogdor:ruling-32)."""
    offer = course.state.offer
    if action.verb is Verb.TRADE and action.seat is not None and action.card and action.other:
        new = Offer(seat, action.seat, action.card, action.other)
        course.change(offer=new)
        course.record(TradeOffered(new.seat, new.partner, new.mine, new.theirs))
    elif offer is not None:
        course.change(offer=None)
        if action.verb is Verb.ACCEPT:
            _swap(course, offer)
        else:
            course.record(TradeEnded(offer.seat, "partner" if action.verb is Verb.DECLINE else "owner"))


def _swap(course: StateBuilder, offer: Offer) -> None:
    for seat, gives, gets in (
        (offer.seat, offer.mine, offer.theirs),
        (offer.partner, offer.theirs, offer.mine),
    ):
        hand = list(course.state.players[seat].hand)
        hand[hand.index(gives)] = gets
        course.change_player(seat, hand=tuple(hand))
    course.record(Traded(offer.seat, offer.partner, offer.mine, offer.theirs))


def prefer(course: StateBuilder, seat: Seat, action: Action) -> None:
    """A player's Shield, Trinket, Flask or Pouch asks, works by itself, or rests (Rule trogdor:prefer-1)."""
    asks = action.asks or ItemMode.ASK
    course.change_player(seat, asks=asks)
    course.record(Preferred(seat, asks))


def drop_hand(course: StateBuilder, seat: Seat) -> None:
    """A leaver's hand goes to the discards, and a trade with him is off (Rule trogdor:leave-1)."""
    player = course.state.players[seat]
    offer = course.state.offer
    if offer is not None and seat in (offer.seat, offer.partner):
        course.change(offer=None)
        course.record(TradeEnded(offer.seat, "table"))
    course.change(trog=course.state.trog.with_discards(*player.hand))
    course.change_player(seat, hand=(), gone=True)
    course.record(Left(seat, player.hand))
