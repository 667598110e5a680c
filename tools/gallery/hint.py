"""Hints and odds that are worth looking at: on boards of the other galleries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PIL import Image

from engine.ploc.model import Action as PlocAction
from engine.ploc.model import Deed
from engine.ploc.model import Verb as PlocVerb
from engine.thrag.model import Action as ThragAction
from engine.thrag.model import Suit
from engine.thrag.model import Verb as ThragVerb
from engine.thud.model import Side
from engine.trogdor.board import Direction
from engine.trogdor.model import Action as TrogdorAction
from engine.trogdor.model import Verb as TrogdorVerb
from render.kit.sheet import Sheet
from render.ploc import hint as ploc_hint
from render.ploc import paint as ploc
from render.thrag import hint as thrag_hint
from render.thrag import paint as thrag
from render.thud import hint as thud_hint
from render.thud import paint as thud
from render.trogdor import hint as trogdor_hint
from render.trogdor import paint as trogdor
from tools.gallery import ploc as ploc_gallery
from tools.gallery import thrag as thrag_gallery
from tools.gallery import thud as thud_gallery
from tools.gallery import trogdor as trogdor_gallery

Hinted = Callable[[Any, Any], tuple[str, ...]]
Paint = Callable[[Any, Sheet], Image.Image]


def _shown(paint: Paint, hinted: Hinted, picture: tuple[Any, Sheet], action: Any) -> Image.Image:  # noqa: ANN401
    """A picture of another gallery with an action marked."""
    view, sheet = picture
    return paint(view, replace(sheet, hinted=hinted(view, action), chosen=(), targets=()))


def _thud(name: str, side: Side, origin: str, target: str, captured: str = "") -> Image.Image:
    action = thud_gallery.move(side, origin, target, captured)
    return _shown(thud.paint, thud_hint.hinted, thud_gallery.PICTURES[name], action)


def _trogdor(name: str, verb: TrogdorVerb, **fields: Any) -> Image.Image:  # noqa: ANN401
    action = TrogdorAction(verb, **fields)
    return _shown(trogdor.paint, trogdor_hint.hinted, trogdor_gallery.PICTURES[name], action)


def _thrag(name: str, action: ThragAction) -> Image.Image:
    return _shown(thrag.paint, thrag_hint.hinted, thrag_gallery.PICTURES[name], action)


def _ploc(name: str, action: PlocAction) -> Image.Image:
    return _shown(ploc.paint, ploc_hint.hinted, ploc_gallery.PICTURES[name], action)


def _die(name: str, number: int) -> int:
    """What a die of a picture shows."""
    return ploc_gallery.PICTURES[name][0].turn.dice[number]


def _odds(name: str, *written: tuple[str, str]) -> Image.Image:
    """A picture of Trogdor with odds on squares."""
    view, sheet = trogdor_gallery.PICTURES[name]
    return trogdor.paint(view, replace(sheet, written=written, chosen=(), targets=()))


def pictures() -> list[Image.Image]:
    """A hint of every kind, game by game, and odds at last."""
    squares = trogdor_gallery.squares
    return [
        _thud("start", Side.DWARFS, "E2", "E10"),
        _thud("shove", Side.DWARFS, "E2", "E3"),
        _thud("capture", Side.TROLLS, "G8", "G7", "G6 F7 H6"),
        _thud("turned", Side.TROLLS, "G9", "F10", "E10"),
        _trogdor("step", TrogdorVerb.STEP, direction=Direction.NORTHEAST),
        _trogdor("guided", TrogdorVerb.BURN),
        _trogdor("guided", TrogdorVerb.CARD, squares=squares("b2 d4")),
        _trogdor("start", TrogdorVerb.PLAY, card=trogdor_gallery.PICTURES["start"][0].players[0].hand[1]),
        _thrag("turn", ThragAction(ThragVerb.FIGHT, Suit.RED)),
        _thrag("turn", ThragAction(ThragVerb.FIGHT, Suit.GREEN, Suit.BLUE)),
        _thrag("pay", ThragAction(ThragVerb.PAY, coins=(1, 4))),
        _thrag("reroll", ThragAction(ThragVerb.REROLL, Suit.GREEN)),
        _ploc("start", PlocAction(PlocVerb.USE, 4, 1, Deed.HIT)),
        _ploc("guided", PlocAction(PlocVerb.USE, _die("guided", 2), 0, Deed.SWAP)),
        _ploc("reroll", PlocAction(PlocVerb.REROLL, _die("reroll", 0))),
        _ploc("complete", PlocAction(PlocVerb.DONE)),
        _odds(
            "step",
            *(("c3", "45%"), ("d2", "9%"), ("b4", "<1%"), ("b2", "33%"), ("b3", "45%")),
            *(("d3", "62%"), ("c4", "0%"), ("d4", "57%")),
        ),
        _odds("six", ("c3", "100%"), ("c4", "33\N{NO-BREAK SPACE}%"), ("e1", "0%")),
    ]
