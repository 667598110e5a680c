"""Trogdor!! in words: how it stands, whose turn it is, what is asked, and what the picture shows."""

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
    """The line above the picture: how it ended. While it runs the picture shows all there is to know."""
    return () if view.outcome is None else (_result_text(words, names, view),)


def role(words: Words, view: View, seat: Seat) -> str:
    """The keeper on a seat."""
    return words(f"trogdor.keeper.{view.players[seat].keeper}")


def _result_text(words: Words, names: Names, view: View) -> str:
    """How it ended, and who shares it."""
    if view.outcome is None or not view.outcome.winners:
        nobody = all(player.gone for player in view.players)
        return words("trogdor.over.left" if nobody else "trogdor.over.defeat")
    stayed = words.join_list(tuple(names[seat] for seat in view.order if seat in view.outcome.winners))
    return words(f"trogdor.over.{view.outcome.ending}", names=stayed)


def turn(words: Words, names: Names, view: View) -> str:
    """The caption of the picture: what whose turn it is does now, or how it ended."""
    if view.outcome is not None:
        return words(f"trogdor.turn.over.{view.outcome.ending}")
    who, points = names[view.turn.seat], view.turn.points
    if view.phase is Phase.ACT and points:
        return words.some("trogdor.turn.points", points, name=who)
    if view.phase is Phase.ACT:
        return words("trogdor.turn.points.none", name=who)
    return words(f"trogdor.turn.{view.phase}", name=who)


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """The line that calls those who must act; `mentions` is how Discord names them."""
    points = view.turn.points
    if view.phase is Phase.ACT and points:
        return words.some("trogdor.call.points", points, names=mentions)
    if view.phase is Phase.ACT:
        return words("trogdor.call.points.none", names=mentions)
    if view.phase is Phase.SPAWN:
        return words.some("trogdor.call.wanted", view.wanted, names=mentions)
    return words(f"trogdor.call.{view.phase}", names=mentions)


def alt(words: Words, names: Names, view: View) -> str:
    """The picture for those who do not see it, at most 1,024 characters; long names leave less."""
    told = ""
    for tiles, items in ((True, True), (False, True), (False, False)):
        lines = _alt(words, names, view, tiles=tiles, items=items)
        told = " ".join(lines)
        if len(told) <= ALT_LIMIT:
            break
    return told[:ALT_LIMIT]


def _alt(words: Words, names: Names, view: View, *, tiles: bool, items: bool) -> Iterator[str]:
    caption = turn(words, names, view)
    yield words("trogdor.alt", turn=_as_sentence(caption))
    yield from _pieces(words, view)
    if items and (found := threatening(words, view)):
        yield words("trogdor.alt.threats", who=words.join_list(found))
    yield from _fire(words, view)
    yield words("trogdor.alt.meter", health=view.board.health, void=view.board.void)
    for seat in view.order:
        if not view.players[seat].gone:
            yield _player(words, names, view, seat, items=items)
    if tiles:
        yield from _tiles(words, view)


def _as_sentence(caption: str) -> str:
    """A caption as a sentence."""
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
    """Who can strike Trogdor next where he is, and how likely, the likeliest first.

    They are the pools of danger in the picture.
    """
    places_ = {Walker.ARCHER: view.board.archer, **dict(walkers(view.board))}
    return tuple(
        words(
            "trogdor.alt.threat",
            piece=words(
                "trogdor.piece.at", who=words(f"trogdor.piece.{found.who}"), square=name(places_[found.who])
            ),
            share=words.percent(found.share),
        )
        for found in sorted(threats(view), key=lambda threat: -threat.share)
    )


def _fire(words: Words, view: View) -> Iterator[str]:
    """What is burned, or what is not, whichever is shorter; which cottages burn, and which could."""
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
    """What the tiles are, row by row from the north, from west to east."""
    for row in range(SIZE):
        kinds = view.board.kinds[row * SIZE : (row + 1) * SIZE]
        told = ", ".join(words(f"trogdor.kind.{kind.name.lower()}") for kind in kinds)
        yield words("trogdor.alt.row", number=row + 1, kinds=told)


def turn_key(state: State) -> Hashable:
    """Changes when a new message is due: the turn has passed, or the game is over."""
    return state.turn.number, state.outcome


# What things are called


def title(words: Words, card: Card) -> str:
    """A card's title."""
    return words(f"trogdor.card.{card}")


def title_and_effect(words: Words, card: Card) -> str:
    """A card's title and what it does."""
    return words("trogdor.card", card=title(words, card), effect=words(f"trogdor.card.{card}.told"))


def item_title(words: Words, item: Item) -> str:
    """An item's title."""
    return words(f"trogdor.item.{item}")


def unescape(escaped: str) -> str:
    """A player's name for a button or a list, which read no markdown."""
    return re.sub(r"\\(.)", r"\1", escaped)


def places(words: Words, squares: Iterable[Square]) -> str:
    """Squares in a sentence, each once, in order; `c3 (2)` where two stand."""
    counted = sorted(Counter(squares).items())
    return words.join_list(
        tuple(
            name(square) if count == 1 else words("trogdor.places", square=name(square), count=count)
            for square, count in counted
        )
    )
