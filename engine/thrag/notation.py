"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import alike, tidied
from engine.thrag.legality import legal
from engine.thrag.model import BEASTS, Action, State, Suit, Verb
from engine.thrag.position import black_pawns, index, pawns, pools_for
from engine.thrag.refusals import near

LONGEST: Final = 200
"""Characters of a line that are looked at."""

_SUITS: Final = {suit.value: suit for suit in BEASTS} | {suit[0]: suit for suit in BEASTS}
_OWN: Final = ("coin", "a coin", "its coin")
_THRAG: Final = ("black", "thrag", "own", "mine", "my die", "black die")
_ALIASES: Final = {
    "end": Verb.STOP,
    "done": Verb.STOP,
    "enough": Verb.STOP,
    "stop fighting": Verb.STOP,
    "give up": Verb.RESIGN,
    "leave": Verb.RESIGN,
}
_OTHER_WORDS: Final = {
    "rot": "red",
    "rote": "red",
    "roten": "red",
    "rouge": "red",
    "grun": "green",
    "grune": "green",
    "grunen": "green",
    "gruen": "green",
    "vert": "green",
    "v": "green",
    "blau": "blue",
    "blaue": "blue",
    "blauen": "blue",
    "bleu": "blue",
    "schwarz": "black",
    "noir": "black",
    "mit": "with",
    "avec": "with",
    "und": "and",
    "et": "and",
    "munze": "coin",
    "muenze": "coin",
    "jeton": "coin",
    "kampf": "fight",
    "angreifen": "fight",
    "combattre": "fight",
    "neu": "reroll",
    "relancer": "reroll",
    "figur": "pawn",
    "pion": "pawn",
    "zahlen": "pay",
    "bezahlen": "pay",
    "payer": "pay",
    "fertig": "stop",
    "genug": "stop",
    "arreter": "stop",
    "assez": "stop",
    "aufgeben": "resign",
    "abandonner": "resign",
}
"""What players may think in who speak German or French; the notation itself is the same everywhere."""


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule thrag:notation-1).

    Case, spaces, dashes and accents do not matter, nor which language a word is from; a suit may be its first
    letter, `fight` may be left out or come last, and `with coin` or `+` flips the coin of the only pool that
    can serve. While damage is owed, its coins alone will do.
    """
    typed = tidied(text[:LONGEST]).lower().replace("-", " ").replace(",", " ").replace("+", " with ")
    line = " ".join(_OTHER_WORDS.get(word, word) for word in typed.split())
    action = _read(line, state)
    if action is None:
        lines = (str(able) for able in legal(state, 0) if able.verb is not Verb.RESIGN)
        typed = text.strip()[:40]
        raise IllegalAction(
            Fault.MALFORMED, "thrag:notation-1", "not-notation", alike(typed, lines), text=typed
        )
    return action


def _read(line: str, state: State) -> Action | None:
    """The action of a line without needless spaces, none if it is no notation."""
    if line in _ALIASES or line in (Verb.STOP, Verb.RESIGN):
        return Action(_ALIASES.get(line) or Verb(line))
    first, _, rest = line.partition(" ")
    if first == Verb.PAY:
        return _payment(rest)
    if line.endswith(f" {Verb.FIGHT}"):
        return _fight(line.removesuffix(f" {Verb.FIGHT}"), state)
    if first == Verb.REROLL:
        return _reroll(rest, state)
    if first[:1].isdecimal() and state.owed:
        return _payment(line)
    return _fight(rest if first == Verb.FIGHT else line, state)


def _fight(rest: str, state: State) -> Action | None:
    beast, coin, pool = _parted(rest)
    suit = _SUITS.get(beast.removesuffix(" coin"))
    if suit is None:
        return None
    if not coin and not beast.endswith(" coin"):
        return Action(Verb.FIGHT, suit)
    if pool in _SUITS:
        return Action(Verb.FIGHT, suit, _SUITS[pool])
    if pool not in ("", *_OWN):
        return None
    pools = pools_for(state, suit)
    if len(pools) > 1 and state.foes[index(suit)] is not None:
        raise _ambiguous(state, "coin-2", "which-pool", Verb.FIGHT, suit)
    return Action(Verb.FIGHT, suit, pools[0] if pools else suit)


def _reroll(rest: str, state: State) -> Action | None:
    die, with_pawn, pawn = _parted(rest)
    if die in _SUITS and (not with_pawn or _SUITS.get(pawn) is _SUITS[die]):
        return Action(Verb.REROLL, _SUITS[die])
    if die not in _THRAG or (with_pawn and pawn not in _SUITS):
        return None
    if with_pawn:
        return Action(Verb.REROLL, Suit.BLACK, _SUITS[pawn])
    black = black_pawns(state)
    if len(black) > 1:
        raise _ambiguous(state, "pawn-2", "which-pawn", Verb.REROLL, Suit.BLACK)
    return Action(Verb.REROLL, Suit.BLACK, (*black, *pawns(state), *BEASTS)[0])


def _payment(rest: str) -> Action | None:
    words = rest.replace(" with ", " ").replace(" and ", " ").replace("null", "0").replace("ace", "1").split()
    if not words or not all(re.fullmatch("[0-5]", word) for word in words):
        return None
    return Action(Verb.PAY, coins=tuple(sorted(map(int, words))))


def _parted(rest: str) -> tuple[str, str, str]:
    """What stands before `with`, that word, and what comes after, without the word `pawn`."""
    before, sign, after = f"{rest.removesuffix(' pawn')} ".partition(" with ")
    return before.strip(), sign, after.strip()


def _ambiguous(state: State, rule: str, key: str, verb: Verb, suit: Suit) -> IllegalAction:
    lines = tuple(line for line in near(state, verb) if f" {suit} with " in line)
    return IllegalAction(Fault.AMBIGUOUS, f"thrag:{rule}", key, lines, suit=suit)
