"""The glossary pages of each game: Trogdor's cards and keepers on sample boards, and the others."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.mind import LEVELS
from engine.trogdor.cards import Card
from tools.gallery.games import GAMES

_TROGDOR = ("start", "step", "six", "solo", "left")
"""Sample boards, by name."""


def pictures() -> list[Image.Image]:
    """Return Trogdor's pages at some boards, then all of its cards, then the other games' pages."""
    trogdor_pages = [
        _of("trogdor", name, seat) for name, seat in zip(_TROGDOR, (0, None, 4, 0, None), strict=True)
    ]
    return (
        trogdor_pages + _every_card() + [_of(key, next(iter(GAMES[key].pictures)), None) for key in _others()]
    )


def _others() -> list[str]:
    return [
        key for key, entry in CATALOGUE.items() if entry.drawing.glossary is not None and key != "trogdor"
    ]


def _of(key: str, name: str, seat: int | None) -> Image.Image:
    view, sheet = GAMES[key].pictures[name]
    glossary = CATALOGUE[key].drawing.glossary
    assert glossary is not None
    faces = ("", *LEVELS)[: len(sheet.names)]
    return glossary.paint(IN_ENGLISH, view, replace(sheet, say=IN_ENGLISH, faces=faces), seat)


def _every_card() -> list[Image.Image]:
    glossary = CATALOGUE["trogdor"].drawing.glossary
    assert glossary is not None
    view, sheet = GAMES["trogdor"].pictures["solo"]
    cards = [card for card in Card if card is not Card.TROGHAMMER]
    shown = []
    for first in range(0, len(cards), 2):
        player = replace(view.players[0], hand=tuple(cards[first : first + 2]))
        dealt = replace(view, players=(player, *view.players[1:]))
        shown.append(glossary.paint(IN_ENGLISH, dealt, replace(sheet, say=IN_ENGLISH), 0))
    return shown
