"""Yubbitz's trades, the modes of items, and players who leave."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.trogdor.cards import INTERRUPTS, Card, Keeper
from engine.trogdor.events import Left, Preferred, Traded, TradeEnded, TradeOffered
from engine.trogdor.model import Action, ItemMode, Offer, Phase, State, Verb
from engine.trogdor.state_builder import StateBuilder


def _can_trade(state: State) -> bool:
    """Whether trades are open: until the active player has chosen, and not while a hit is being decided.

    Rules trogdor:ruling-32, trogdor:ruling-57.
    """
    return state.phase is Phase.CHOOSE


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """With whom a seat can trade: Yubbitz with everyone, everyone with Yubbitz.

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
    """What a seat can do about trades: one open offer per table, a new one replaces it.

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
    """The modes that a seat can set for its interrupting item (Rule trogdor:prefer-1)."""
    player = state.players[seat]
    if player.item in INTERRUPTS:
        for asks in ItemMode:
            if asks is not player.asks:
                yield Action(Verb.PREFER, asks=asks)


def trade(builder: StateBuilder, seat: Seat, action: Action) -> None:
    """Make an offer, answer it, or withdraw it (Rule trogdor:ruling-32)."""
    offer = builder.state.offer
    if action.verb is Verb.TRADE and action.seat is not None and action.card and action.other:
        new = Offer(seat, action.seat, action.card, action.other)
        builder.change(offer=new)
        builder.record(TradeOffered(new.seat, new.partner, new.mine, new.theirs))
    elif offer is not None:
        builder.change(offer=None)
        if action.verb is Verb.ACCEPT:
            _swap(builder, offer)
        else:
            builder.record(TradeEnded(offer.seat, "partner" if action.verb is Verb.DECLINE else "owner"))


def _swap(builder: StateBuilder, offer: Offer) -> None:
    for seat, gives, gets in (
        (offer.seat, offer.mine, offer.theirs),
        (offer.partner, offer.theirs, offer.mine),
    ):
        hand = list(builder.state.players[seat].hand)
        hand[hand.index(gives)] = gets
        builder.change_player(seat, hand=tuple(hand))
    builder.record(Traded(offer.seat, offer.partner, offer.mine, offer.theirs))


def prefer(builder: StateBuilder, seat: Seat, action: Action) -> None:
    """Set whether a player's Shield, Trinket, Flask or Pouch asks, works automatically, or rests.

    Rule trogdor:prefer-1.
    """
    asks = action.asks or ItemMode.ASK
    builder.change_player(seat, asks=asks)
    builder.record(Preferred(seat, asks))


def drop_hand(builder: StateBuilder, seat: Seat) -> None:
    """Discard the hand of a leaving player, and end a trade with him (Rule trogdor:leave-1)."""
    player = builder.state.players[seat]
    offer = builder.state.offer
    if offer is not None and seat in (offer.seat, offer.partner):
        builder.change(offer=None)
        builder.record(TradeEnded(offer.seat, "table"))
    builder.change(trog=builder.state.trog.with_discards(*player.hand))
    builder.change_player(seat, hand=(), gone=True)
    builder.record(Left(seat, player.hand))
