"""What Thrag can do, in a few words, as it is offered to somebody who types."""

from __future__ import annotations

from bot.games.thrag.narration import foe_name
from bot.words import Names, Words
from engine.core import Seat
from engine.thrag.model import BEASTS, Action, State, Suit, Verb


def describe(words: Words, _names: Names, state: State, _seat: Seat, action: Action) -> str:
    """A legal action: `Fight the Bog Otter (green 7) with a red coin`; nothing that lies face down."""
    match action.verb:
        case Verb.FIGHT:
            return _fight(words, state, action)
        case Verb.REROLL:
            if action.suit is Suit.BLACK:
                return words(f"thrag.describe.own.{action.spent}")
            return words(f"thrag.describe.reroll.{action.suit}")
        case Verb.PAY:
            return words("thrag.describe.pay", coins=" + ".join(map(str, action.coins)))
        case _:
            return words(f"thrag.describe.{action.verb}")


def _fight(words: Words, state: State, action: Action) -> str:
    """Which beast, how strong it is, and the coin that helps."""
    suit = action.suit or Suit.BLACK
    foe = state.foes[BEASTS.index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    told = words("thrag.describe.fight", foe=foe_name(words, suit, foe, fought=True))
    return told if action.spent is None else words(f"thrag.describe.coin.{action.spent}", fight=told)
