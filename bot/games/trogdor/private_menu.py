"""The private menu of one player of Trogdor!!: keeper and item, trades, settings, leaving.

The path of its further questions is the beginning of the notation: the item's target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.games.trogdor.aim import aim_menu, needs_aim
from bot.games.trogdor.narration import item_title, title, unescape
from bot.words import Names, Words
from bot.words.menu import Button, ButtonLook, Does, List, Menu, MenuOption, split_into_lists
from engine.core import Seat
from engine.trogdor.cards import INTERRUPTS, Item
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, Offer, State, Verb
from engine.trogdor.trades import partners

_ANSWERS = (Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW)


def aside(words: Words, names: Names, state: State, seat: Seat, path: str) -> Menu:
    """Return what a seat can do in any turn, and in its own what its item can be used for."""
    actions = legal(state, seat)
    uses = [action for action in actions if action.verb is Verb.ITEM]
    if path and (aimed := aim_menu(words, state, uses, path)):
        return aimed
    rows = (
        tuple(_answers(words, actions)),
        tuple(_item(words, uses, state.players[seat].item)),
        tuple(_settings(words, actions, state.players[seat].item)),
    )
    return Menu(
        question="\n".join(_question(words, names, state, seat)),
        rows=tuple(filter(None, rows)),
        lists=_trades(words, names, actions),
        buttons=tuple(_leave(words, actions)),
    )


def _question(words: Words, names: Names, state: State, seat: Seat) -> Iterator[str]:
    """Yield the keeper, the item, and the open offer."""
    player = state.players[seat]
    yield words(
        "trogdor.aside.keeper",
        keeper=words(f"trogdor.keeper.{player.keeper}"),
        effect=words(f"trogdor.keeper.{player.keeper}.told"),
    )
    key = "trogdor.aside.charged" if player.charged else "trogdor.aside.empty"
    yield words(
        key,
        item=item_title(words, player.item),
        use=words(f"trogdor.item.{player.item}.use"),
        recharge=words(f"trogdor.item.{player.item}.recharge"),
    )
    yield words(f"trogdor.aside.{_when_key(state, player.item)}")
    if player.item in INTERRUPTS and not player.gone:
        yield words(f"trogdor.aside.asks.{player.asks}")
    if player.item is Item.POUCH:
        yield words("trogdor.aside.pouch")
    if partners(state, seat):
        yield words("trogdor.aside.trading")
    if state.offer is not None and seat in (state.offer.seat, state.offer.partner):
        yield _offer_text(words, names, state.offer, seat)


def _when_key(state: State, item: Item) -> str:
    """Return the key of when an item works and recharges; the Disk does not recharge."""
    if item is Item.DISK:
        return "disk"
    return "anyone" if state.house.anyone else "own"


def _offer_text(words: Words, names: Names, offer: Offer, seat: Seat) -> str:
    mine, theirs = title(words, offer.mine), title(words, offer.theirs)
    if seat == offer.seat:
        return words("trogdor.aside.waits", name=names[offer.partner], mine=mine, theirs=theirs)
    return words("trogdor.aside.offered", name=names[offer.seat], mine=mine, theirs=theirs)


def _trades(words: Words, names: Names, actions: Sequence[Action]) -> tuple[List, ...]:
    options = [_trade(words, names, action) for action in actions if action.verb is Verb.TRADE]
    return split_into_lists(words, words("trogdor.aside.trade"), options, Does.PLAY)


def _trade(words: Words, names: Names, action: Action) -> MenuOption:
    """Return an offer: a card of one's own for another player's."""
    if action.card is None or action.other is None or action.seat is None:
        raise ValueError(f"{action} names no cards")
    given, wanted = title(words, action.card), title(words, action.other)
    return MenuOption(
        str(action),
        words("trogdor.aside.swap", mine=given, theirs=wanted),
        words("trogdor.aside.with", name=unescape(names[action.seat]))[:100],
    )


def _answers(words: Words, actions: Sequence[Action]) -> Iterator[Button]:
    for action in actions:
        if action.verb in _ANSWERS:
            look = ButtonLook.GOOD if action.verb is Verb.ACCEPT else ButtonLook.PLAIN
            yield Button(words(f"trogdor.aside.{action.verb}"), str(action), look=look)


def _item(words: Words, uses: Sequence[Action], item: Item) -> Iterator[Button]:
    """Yield the item's button: at once, or to the question for its target."""
    if uses:
        label = words("trogdor.aside.item", item=words(f"trogdor.item.{item}.short"))
        if needs_aim(uses):
            yield Button(label, Verb.ITEM, Does.GO, ButtonLook.MAIN)
        else:
            yield Button(label, str(uses[0]), look=ButtonLook.MAIN)


def _settings(words: Words, actions: Sequence[Action], item: Item) -> Iterator[Button]:
    """Yield the other settings of the item's automatic use."""
    for action in actions:
        if action.verb is Verb.PREFER:
            short = words(f"trogdor.item.{item}.short")
            yield Button(words(f"orders.set.{action.asks}", what=short), str(action))


def _leave(words: Words, actions: Sequence[Action]) -> Iterator[Button]:
    for action in actions:
        if action.verb is Verb.LEAVE:
            yield Button(words("trogdor.aside.leave"), str(action), confirm=words("trogdor.confirm.leave"))


def offered_seats(state: State) -> frozenset[Seat]:
    """Return the seat that was offered a trade."""
    return frozenset[Seat]() if state.offer is None else frozenset({state.offer.partner})
