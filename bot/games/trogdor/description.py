"""An action of Trogdor!! in a few words, as a suggestion."""

from __future__ import annotations

from typing import Final

from bot.games.trogdor.narration import item_title, title
from bot.words import Names, Words
from engine.core import Seat
from engine.trogdor.board import Direction, name, next_square_wrapped
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Action, State, TargetKind, Verb


def describe(words: Words, names: Names, state: State, seat: Seat, action: Action) -> str:  # noqa: PLR0911 - a case a verb
    """Return a legal action in words: `Step north to c2`, `Burn the tile`, `Burn d4`."""
    match action.verb:
        case Verb.PLAY | Verb.DISCARD:
            key = "trogdor.describe.play" if action.verb is Verb.PLAY else "trogdor.describe.discard"
            return words(key, card=title(words, action.card or Card.BLOCK))
        case Verb.STEP:
            way = action.direction or Direction.NORTH
            return words(
                f"trogdor.describe.step.{way}", square=name(next_square_wrapped(state.board.trogdor, way))
            )
        case Verb.POUCH:
            return words(f"trogdor.describe.pouch.{action.direction}")
        case Verb.BURN:
            return words(f"trogdor.describe.burn.{action.what or 'tile'}")
        case Verb.CARD | Verb.ITEM:
            return _aimed_text(words, state, action)
        case Verb.YES | Verb.NO:
            return words(f"trogdor.describe.answer.{state.phase}.{action.verb}")
        case Verb.TUNNEL | Verb.SPAWN:
            key = "trogdor.describe.tunnel" if action.verb is Verb.TUNNEL else "trogdor.describe.spawn"
            return words(key, squares=_squares(words, action))
        case Verb.TRADE:
            return _trade(words, names, action)
        case Verb.PREFER:
            item = item_title(words, state.players[seat].item)
            return words(f"trogdor.describe.prefer.{action.asks}", item=item)
        case _:
            return words(f"trogdor.describe.{action.verb}")


_TOLD: Final = {
    Card.HIDEY_HOLE: "hide",
    Card.JHONKA_HELP: "eat",
    Card.WINGALING: "fly",
    Item.FIREBALLS: "fireball",
    Item.RING: "appear",
}
"""How what a card or an item does at a square is told; other cards burn it."""


def _aimed_text(words: Words, state: State, action: Action) -> str:
    """Return what a card or an item does at its target; its name only where it needs none."""
    own = state.players[state.turn.seat].item
    what = (state.turn.card or Card.BLOCK) if action.verb is Verb.CARD else own
    if not action.squares:
        used = title(words, what) if isinstance(what, Card) else item_title(words, what)
        return words("trogdor.describe.use", what=used)
    if action.what is TargetKind.TROGHAMMER:
        return words("trogdor.describe.lure.troghammer", squares=_squares(words, action))
    if what in (Card.TUNNEL_WARP, Item.BAUBLES):
        origin, target = map(name, action.squares)
        key = "trogdor.describe.warp" if isinstance(what, Card) else "trogdor.describe.lure"
        return words(key, origin=origin, target=target)
    verb = _TOLD.get(what, "burn")
    if action.what is None:
        return words(f"trogdor.describe.aim.{verb}", squares=_squares(words, action))
    return words(f"trogdor.describe.aim.{verb}.{action.what}", squares=_squares(words, action))


def _squares(words: Words, action: Action) -> str:
    return words.join_list(tuple(map(name, action.squares)))


def _trade(words: Words, names: Names, action: Action) -> str:
    """Return an offer; for players with the same name with the number that is typed."""
    seat = action.seat or 0
    partner = names[seat] if names.count(names[seat]) == 1 else f"{names[seat]} ({seat + 1})"
    given, wanted = (title(words, card or Card.BLOCK) for card in (action.card, action.other))
    return words("trogdor.describe.trade", name=partner, mine=given, theirs=wanted)
