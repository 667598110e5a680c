"""The glossary of Trogdor!!: keepers and items of the players, and the cards before them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from bot.games.trogdor.narration import item_title, title
from bot.words import Names, Words
from engine.core import Seat
from engine.trogdor.model import View
from engine.trogdor.turns import points_for
from render.kit.sheet import Sheet
from render.trogdor.card_overview import CardOverview, HeldCard, SeatedKeeper, card_overview


def paint_cards(words: Words, view: View, sheet: Sheet, seat: Seat | None) -> Image.Image:
    """Draw the cards of a seat and its keeper, then the others; spectators see the seat on turn first."""
    first = _first(view, seat)
    sitters = tuple(_sitter(words, view, sheet, seat_shown) for seat_shown in _seats_from(view, first))
    return card_overview(
        CardOverview(
            replace(sheet, turn=words("trogdor.glossary")), cards_before(words, view, first), sitters
        )
    )


def tell_cards(words: Words, names: Names, view: View, seat: Seat | None) -> tuple[str, ...]:
    """Return each player's keeper, item and cards in words, a line for each thing."""
    return tuple(
        line
        for seat_shown in _seats_from(view, _first(view, seat))
        for line in _sitter_lines(words, names, view, seat_shown)
    )


def cards_before(words: Words, view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """Return the cards before a keeper, with the points that each brings, that of this turn first."""
    cards = [(card, False) for card in view.players[seat].hand[:2]]
    turn = view.turn
    if turn.seat == seat and turn.card is not None and not turn.plain and view.outcome is None:
        cards.insert(0, (turn.card, True))
    return tuple(
        HeldCard(
            card,
            points_for(view, seat, card, plain=False),
            title(words, card),
            words(f"trogdor.card.{card}.told"),
            played,
        )
        for card, played in cards[:2]
    )


def _first(view: View, seat: Seat | None) -> Seat:
    return view.turn.seat if seat is None else seat


def _seats_from(view: View, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats in turn order from one on; those who left come last."""
    place = view.order.index(seat)
    others = (*view.order[place + 1 :], *view.order[:place])
    return (seat, *sorted(others, key=lambda other: view.players[other].gone))


def _sitter(words: Words, view: View, sheet: Sheet, seat: Seat) -> SeatedKeeper:
    player, names = view.players[seat], sheet.names
    return SeatedKeeper(
        name=names[seat] if seat < len(names) else "",
        keeper=player.keeper,
        keeper_title=words(f"trogdor.keeper.{player.keeper}"),
        power=words(f"trogdor.keeper.{player.keeper}.told"),
        item=player.item,
        item_title=item_title(words, player.item),
        use=words(f"trogdor.item.{player.item}.use"),
        recharge=words("trogdor.glossary.recharge", recharge=words(f"trogdor.item.{player.item}.recharge")),
        charged=player.charged,
        active=view.outcome is None and seat == view.turn.seat,
        gone=player.gone,
        face=sheet.face(seat),
    )


def _sitter_lines(words: Words, names: Names, view: View, seat: Seat) -> Iterator[str]:
    """Yield a player in words: the keeper, the item, the cards."""
    player = view.players[seat]
    yield words(
        "trogdor.glossary.left" if player.gone else "trogdor.glossary.keeper",
        name=names[seat],
        keeper=words(f"trogdor.keeper.{player.keeper}"),
        effect=words(f"trogdor.keeper.{player.keeper}.told"),
    )
    if player.gone:
        return
    yield words(
        "trogdor.aside.charged" if player.charged else "trogdor.aside.empty",
        item=item_title(words, player.item),
        use=words(f"trogdor.item.{player.item}.use"),
        recharge=words(f"trogdor.item.{player.item}.recharge"),
    )
    for card in cards_before(words, view, seat):
        key = "trogdor.glossary.played" if card.played else "trogdor.glossary.card"
        yield words(key, card=card.title, points=card.points, effect=card.description)
