"""An action of Thrag in a few words, as a suggestion."""

from __future__ import annotations

from bot.games.thrag.narration import foe_name
from bot.words import Names, Words
from engine.core import Seat
from engine.thrag.model import BEASTS, Action, State, Suit, Verb


def describe(words: Words, _names: Names, state: State, _seat: Seat, action: Action) -> str:
    """Return a legal action in words: `Fight the Bog Otter (green 7) with a red coin`; nothing hidden."""
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
    """Return the beast, its strength, and the coin."""
    suit = action.suit or Suit.BLACK
    foe = state.foes[BEASTS.index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    text = words("thrag.describe.fight", foe=foe_name(words, suit, foe, fought=True))
    return text if action.spent is None else words(f"thrag.describe.coin.{action.spent}", fight=text)
