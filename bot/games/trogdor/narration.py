"""Trogdor!! in words: captions, questions, and the description of the picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from bot.words import Names, Words
from engine.core import Seat
from engine.trogdor.board import SIZE, SQUARES, Square, Walker, name
from engine.trogdor.cards import Card, Item
from engine.trogdor.danger import threats
from engine.trogdor.model import Phase, State, View
from engine.trogdor.position import can_burn_cottage, walkers

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of a picture."""


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """Return the line above the picture: how it ended. Until then the picture shows everything."""
    return () if view.outcome is None else (_result_text(words, names, view),)


def role(words: Words, view: View, seat: Seat) -> str:
    """Return the keeper on a seat."""
    return words(f"trogdor.keeper.{view.players[seat].keeper}")


def _result_text(words: Words, names: Names, view: View) -> str:
    """Return how it ended, and who shares it."""
    if view.outcome is None or not view.outcome.winners:
        all_gone = all(player.gone for player in view.players)
        return words("trogdor.over.left" if all_gone else "trogdor.over.defeat")
    stayed = words.join_list(tuple(names[seat] for seat in view.order if seat in view.outcome.winners))
    return words(f"trogdor.over.{view.outcome.ending}", names=stayed)


def turn(words: Words, names: Names, view: View) -> str:
    """Return the caption of the picture: the active player's step, or how it ended."""
    if view.outcome is not None:
        return words(f"trogdor.turn.over.{view.outcome.ending}")
    who, points = names[view.turn.seat], view.turn.points
    if view.phase is Phase.ACT and points:
        return words.some("trogdor.turn.points", points, name=who)
    if view.phase is Phase.ACT:
        return words("trogdor.turn.points.none", name=who)
    return words(f"trogdor.turn.{view.phase}", name=who)


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """Return the line that calls players; `mentions` are Discord's names for them."""
    points = view.turn.points
    if view.phase is Phase.ACT and points:
        return words.some("trogdor.call.points", points, names=mentions)
    if view.phase is Phase.ACT:
        return words("trogdor.call.points.none", names=mentions)
    if view.phase is Phase.SPAWN:
        return words.some("trogdor.call.wanted", view.wanted, names=mentions)
    return words(f"trogdor.call.{view.phase}", names=mentions)


def alt(words: Words, names: Names, view: View) -> str:
    """Return the description of the picture, at most 1,024 characters, with fewer details for long names."""
    text = ""
    for tiles, items in ((True, True), (False, True), (False, False)):
        lines = _alt(words, names, view, tiles=tiles, items=items)
        text = " ".join(lines)
        if len(text) <= ALT_LIMIT:
            break
    return text[:ALT_LIMIT]


def _alt(words: Words, names: Names, view: View, *, tiles: bool, items: bool) -> Iterator[str]:
    caption = turn(words, names, view)
    yield words("trogdor.alt", turn=_as_sentence(caption))
    yield from _pieces(words, view)
    if items and (attackers := threatening(words, view)):
        yield words("trogdor.alt.threats", who=words.join_list(attackers))
    yield from _fire(words, view)
    yield words("trogdor.alt.meter", health=view.board.health, void=view.board.void)
    for seat in view.order:
        if not view.players[seat].gone:
            yield _player(words, names, view, seat, items=items)
    if tiles:
        yield from _tiles(words, view)


def _as_sentence(caption: str) -> str:
    """Return a caption as a sentence."""
    return caption if caption.endswith(("?", "!")) else f"{caption}."


def _pieces(words: Words, view: View) -> Iterator[str]:
    board = view.board
    yield words("trogdor.alt.hiding" if board.hiding else "trogdor.alt.trogdor", square=name(board.trogdor))
    if board.knights:
        yield words.some("trogdor.alt.knights", len(board.knights), squares=places(words, board.knights))
    if board.troghammer is not None:
        yield words("trogdor.alt.troghammer", square=name(board.troghammer))
    yield words("trogdor.alt.archer", square=name(board.archer))
    if board.peasants:
        yield words.some("trogdor.alt.peasants", len(board.peasants), squares=places(words, board.peasants))
    if board.lit:
        squares = places(words, (runner.square for runner in board.lit))
        yield words.some("trogdor.alt.lit", len(board.lit), squares=squares)


def threatening(words: Words, view: View) -> tuple[str, ...]:
    """Return who can strike Trogdor next at his square, with the chances, the likeliest first.

    They are the pools of danger in the picture.
    """
    places_ = {Walker.ARCHER: view.board.archer, **dict(walkers(view.board))}
    return tuple(
        words(
            "trogdor.alt.threat",
            piece=words(
                "trogdor.piece.at", who=words(f"trogdor.piece.{strike.who}"), square=name(places_[strike.who])
            ),
            share=words.percent(strike.share),
        )
        for strike in sorted(threats(view), key=lambda threat: -threat.share)
    )


def _fire(words: Words, view: View) -> Iterator[str]:
    """Yield the burned or the fresh tiles, whichever is shorter; and cottages that burn or could."""
    board = view.board
    fresh = [square for square in SQUARES if square not in board.burned]
    if not board.burned or not fresh:
        yield words("trogdor.alt.all" if board.burned else "trogdor.alt.none")
    elif len(fresh) < len(board.burned):
        yield words("trogdor.alt.fresh", squares=places(words, fresh))
    else:
        yield words("trogdor.alt.burned", squares=places(words, board.burned))
    if board.aflame:
        yield words.some("trogdor.alt.aflame", len(board.aflame), squares=places(words, board.aflame))
    ready = [square for square in SQUARES if can_burn_cottage(board, square)]
    if ready:
        yield words.some("trogdor.alt.ready", len(ready), squares=places(words, ready))


def _player(words: Words, names: Names, view: View, seat: Seat, *, items: bool) -> str:
    player = view.players[seat]
    key = "trogdor.alt.charged" if player.charged else "trogdor.alt.empty"
    return words(
        "trogdor.alt.player",
        name=names[seat],
        keeper=words(f"trogdor.keeper.{player.keeper}"),
        item=words(key, item=item_title(words, player.item)) if items else "",
        cards=words.join_list(tuple(title(words, card) for card in player.hand))
        or words("trogdor.alt.no-card"),
    )


def _tiles(words: Words, view: View) -> Iterator[str]:
    """Yield the kinds of the tiles, row by row from the north, from west to east."""
    for row in range(SIZE):
        kinds = view.board.kinds[row * SIZE : (row + 1) * SIZE]
        kinds_text = ", ".join(words(f"trogdor.kind.{kind.name.lower()}") for kind in kinds)
        yield words("trogdor.alt.row", number=row + 1, kinds=kinds_text)


def turn_key(state: State) -> Hashable:
    """Return a key that changes when a new message is due: in a new turn, and at the end."""
    return state.turn.number, state.outcome


# Names


def title(words: Words, card: Card) -> str:
    """Return a card's title."""
    return words(f"trogdor.card.{card}")


def title_and_effect(words: Words, card: Card) -> str:
    """Return a card's title and what it does."""
    return words("trogdor.card", card=title(words, card), effect=words(f"trogdor.card.{card}.told"))


def item_title(words: Words, item: Item) -> str:
    """Return an item's title."""
    return words(f"trogdor.item.{item}")


def unescape(escaped: str) -> str:
    """Return a player's name for a button or a list, which have no markdown."""
    return re.sub(r"\\(.)", r"\1", escaped)


def places(words: Words, squares: Iterable[Square]) -> str:
    """Return squares in a sentence, each once, in order; `c3 (2)` for two pieces."""
    counted = sorted(Counter(squares).items())
    return words.join_list(
        tuple(
            name(square) if count == 1 else words("trogdor.places", square=name(square), count=count)
            for square, count in counted
        )
    )
