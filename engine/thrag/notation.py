"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import normalize_line, similar_lines
from engine.thrag.beasts import suit_of
from engine.thrag.legality import legal
from engine.thrag.model import BEASTS, Action, State, Suit, Verb
from engine.thrag.position import black_pawns, index, pawns, pools_for
from engine.thrag.refusals import nearest_lines

_SUITS: Final = {suit.value: suit for suit in BEASTS} | {suit[0]: suit for suit in BEASTS}
_SUIT: Final = r"(red|green|blue|[rgb])"
_THRAG: Final = ("black", "thrag", "own", "mine")
"""What Thrag's die is called, without the word for a die."""
_ALIASES: Final = {
    "end": Verb.STOP,
    "end turn": Verb.STOP,
    "done": Verb.STOP,
    "enough": Verb.STOP,
    "pass": Verb.STOP,
    "stop fight": Verb.STOP,
    "stop zu fight": Verb.STOP,
    "give up": Verb.RESIGN,
    "leave": Verb.RESIGN,
}
_SPEND: Final = "spend"
_FIRST_OR_LAST: Final = {verb.value: verb for verb in (Verb.FIGHT, Verb.REROLL, Verb.PAY)} | {_SPEND: None}
"""Words for what is done, before what it is done to, or after it as in German; `spend` is for pawns."""
_NOTHING: Final = "_"
"""An article, until the line is read: it keeps apart what it stands between."""
_OTHER_WORDS: Final = {
    **dict.fromkeys(("attack", "slay", "fighting", "kampf", "kampfen", "angreifen", "erlegen"), "fight"),
    **dict.fromkeys(("combattre", "combat", "attaquer", "abattre"), "fight"),
    **dict.fromkeys(("neu", "relancer"), "reroll"),
    **dict.fromkeys(("use", "nutzen", "einsetzen", "ausgeben", "utiliser", "depenser"), _SPEND),
    **dict.fromkeys(("zahlen", "bezahlen", "payer"), "pay"),
    **dict.fromkeys(("fertig", "genug", "aufhoren", "aufhoeren", "arreter", "assez"), "stop"),
    **dict.fromkeys(("aufgeben", "abandonner"), "resign"),
    **dict.fromkeys(("rot", "rote", "roten", "roter", "rotem", "rouge"), "red"),
    **dict.fromkeys(("grun", "grune", "grunen", "gruner", "grunem", "gruen", "vert", "verte", "v"), "green"),
    **dict.fromkeys(("blau", "blaue", "blauen", "blauer", "blauem", "bleu", "bleue"), "blue"),
    **dict.fromkeys(("schwarz", "schwarze", "schwarzen", "noir"), "black"),
    **dict.fromkeys(("thrags", "thrag's"), "thrag"),
    **dict.fromkeys(("my", "mein", "meinen", "mon"), "own"),
    **dict.fromkeys(("mit", "avec"), "with"),
    **dict.fromkeys(("ohne", "sans", "no"), "without"),
    **dict.fromkeys(("und", "et"), "and"),
    **dict.fromkeys(("munze", "muenze", "jeton"), "coin"),
    **dict.fromkeys(("figur", "pion"), "pawn"),
    **dict.fromkeys(("wurfel", "wuerfel"), "die"),
    **dict.fromkeys(("bestie", "bete"), "beast"),
    **dict.fromkeys(("the", "a", "its", "der", "den", "dem", "einen", "eine", "einer", "einem"), _NOTHING),
    **dict.fromkeys(("le", "la", "un", "une"), _NOTHING),
}
"""What players may think in who speak German or French; the notation itself is the same everywhere.

Words that say nothing are left out, none that names a thing or denies one. `die` is left out before a suit,
where it is German; in English it is rolled.
"""
_PHRASES: Final = (("neu wurfeln", "reroll"), ("neu wuerfeln", "reroll"), ("roll again", "reroll"))


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule thrag:notation-1).

    Case, spaces, dashes and accents do not matter, nor which language a word is from; a suit may be its first
    letter or its beast's name, `fight` may be left out or come last, and `with coin` or `+` flips the coin of
    the only pool that can serve. While damage is owed, its coins alone will do. No other word is left out.
    """
    line = _normalize(text, state)
    action = _parse_line(line, state)
    if action is None:
        lines = (str(able) for able in legal(state, 0) if able.verb is not Verb.RESIGN)
        typed = text.strip()[:40]
        raise IllegalAction(
            Fault.MALFORMED, "thrag:notation-1", "not-notation", similar_lines(typed, lines), text=typed
        )
    return action


def _normalize(text: str, state: State) -> str:
    """What was typed in the words of the notation, with a beast's suit for its name."""
    line = normalize_line(text).lower().replace("-", " ").replace(",", " ").replace("+", " + ")
    line = re.sub(r"\bl['\N{RIGHT SINGLE QUOTATION MARK}]", "", line)
    for phrase, word in _PHRASES:
        line = line.replace(phrase, word)
    line = suit_of(" ".join(_OTHER_WORDS.get(word, word) for word in line.split()), state.foes)
    line = re.sub(rf"\bdie (?={_SUIT}\b)", "", line)
    return " ".join(word for word in line.split() if word != _NOTHING)


def _parse_line(line: str, state: State) -> Action | None:
    """The action of a line without needless words, none if it is no notation."""
    if line in _ALIASES or line in (Verb.STOP, Verb.RESIGN):
        return Action(_ALIASES.get(line) or Verb(line))
    (first, _, rest), (before, _, last) = line.partition(" "), line.rpartition(" ")
    if first not in _FIRST_OR_LAST and last in _FIRST_OR_LAST:
        first, rest = last, before
    if first == Verb.PAY:
        return _payment(rest)
    if first == Verb.REROLL:
        return _reroll(rest, state)
    if first == _SPEND or line.endswith("pawn") or line.startswith("pawn"):
        return _spend(line if first != _SPEND else rest, state)
    if first[:1].isdecimal() and state.owed:
        return _payment(line)
    return _fight(rest if first == Verb.FIGHT else line, state)


def _fight(rest: str, state: State) -> Action | None:
    match = re.fullmatch(rf"{_SUIT}(?: beast)?(?: (?P<how>.+))?", rest)
    if match is None:
        return None
    suit, how = _SUITS[match[1]], match["how"]
    if how is None or how == "without coin":
        return Action(Verb.FIGHT, suit)
    if how == "coin":
        return Action(Verb.FIGHT, suit, suit)
    if named := _named_suit(how, "coin"):
        return Action(Verb.FIGHT, suit, named)
    if not re.fullmatch(r"\+|(?:\+|with) (?:own )?coin", how):
        return None
    pools = pools_for(state, suit)
    if len(pools) > 1 and state.foes[index(suit)] is not None:
        raise _ambiguous(state, "coin-2", "which-pool", Verb.FIGHT, suit)
    return Action(Verb.FIGHT, suit, pools[0] if pools else suit)


def _named_suit(how: str, thing: str) -> Suit | None:
    """Whose coin or pawn is named: `with red`, `+ red coin`, `coin red`."""
    sign = r"(?:(?:with|\+) )"
    match = (
        re.fullmatch(rf"{sign}{_SUIT}", how)
        or re.fullmatch(rf"{sign}?{_SUIT} {thing}", how)
        or re.fullmatch(rf"{sign}?{thing} {_SUIT}", how)
    )
    return _SUITS[match[1]] if match else None


def _reroll(rest: str, state: State) -> Action | None:
    """A die and the pawn that is spent on it; `b` alone could be the blue die or the black one."""
    die, sign, pawn = re.sub(r"\bde\b ?", "", rest).partition(" with ")
    if not sign and (match := re.fullmatch(rf"(.+?) ({_SUIT} pawn|pawn {_SUIT})", die)):
        die, sign, pawn = match[1], " with ", match[2]
    elif not sign and die.endswith(" pawn"):
        die, sign, pawn = die.removesuffix(" pawn"), " with ", "pawn"
    die = die.removesuffix(" die").removesuffix(" beast")
    spent = _named_suit(f"with {pawn}", "pawn") if sign else None
    if sign and spent is None and pawn not in ("pawn", "own pawn"):
        return None
    black = black_pawns(state)
    if die in _SUITS:
        said_black = die == "b" and bool(black)
        return None if said_black or spent not in (None, _SUITS[die]) else Action(Verb.REROLL, _SUITS[die])
    if die not in _THRAG:
        return None
    if spent is not None:
        return Action(Verb.REROLL, Suit.BLACK, spent)
    if len(black) > 1:
        raise _ambiguous(state, "pawn-2", "which-pawn", Verb.REROLL, Suit.BLACK)
    return Action(Verb.REROLL, Suit.BLACK, (*black, *pawns(state), *BEASTS)[0])


def _spend(rest: str, state: State) -> Action | None:
    """The only use that a pawn has: its own beast's die, or Thrag's once it is black (Rule thrag:pawn-2)."""
    pawn = _named_suit(rest, "pawn")
    if pawn is None or "pawn" not in rest.split():
        return None
    if pawn in black_pawns(state):
        return Action(Verb.REROLL, Suit.BLACK, pawn)
    return Action(Verb.REROLL, pawn)


def _payment(rest: str) -> Action | None:
    words = re.sub(r"\b(?:with|and|coins?)\b|\+", " ", rest)
    coins = words.replace("null", "0").replace("ace", "1").split()
    if not coins or not all(re.fullmatch("[0-5]", coin) for coin in coins):
        return None
    return Action(Verb.PAY, coins=tuple(sorted(map(int, coins))))


def _ambiguous(state: State, rule: str, key: str, verb: Verb, suit: Suit) -> IllegalAction:
    lines = tuple(line for line in nearest_lines(state, verb) if f" {suit} with " in line)
    return IllegalAction(Fault.AMBIGUOUS, f"thrag:{rule}", key, lines, suit=suit)
