"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import tidied
from engine.trogdor.board import BY_NAME, Direction, Square, wrapped
from engine.trogdor.cards import Card
from engine.trogdor.legality import steps, tunnel_ends
from engine.trogdor.model import Action, Asks, Phase, State, Verb, What

LONGEST: Final = 200
"""Characters of a line that are looked at."""

_SQUARE: Final = re.compile(r"[a-e][1-5]")
_TRADE: Final = re.compile(r"trade (.+) for (.+) with (?:seat |player )?(\d)")
_DIRECTIONS: Final = {direction.value: direction for direction in Direction} | {
    "north": Direction.NORTH,
    "east": Direction.EAST,
    "south": Direction.SOUTH,
    "west": Direction.WEST,
    "northeast": Direction.NORTHEAST,
    "southeast": Direction.SOUTHEAST,
    "southwest": Direction.SOUTHWEST,
    "northwest": Direction.NORTHWEST,
}
_OTHER_WORDS: Final = {
    "nord": "n",
    "norden": "n",
    "ost": "e",
    "osten": "e",
    "est": "e",
    "sud": "s",
    "sued": "s",
    "suden": "s",
    "sueden": "s",
    "west": "w",
    "westen": "w",
    "ouest": "w",
    "nordost": "ne",
    "nordosten": "ne",
    "sudost": "se",
    "sudosten": "se",
    "sudwest": "sw",
    "sudwesten": "sw",
    "nordwest": "nw",
    "nordwesten": "nw",
    "schritt": "step",
    "aller": "step",
    "tauschen": "trade",
    "fressen": "chomp",
    "croquer": "chomp",
    "brennen": "burn",
    "verbrennen": "burn",
    "bruler": "burn",
    "bauer": "peasant",
    "bauern": "peasant",
    "paysan": "peasant",
    "hutte": "cottage",
    "huette": "cottage",
    "chaumiere": "cottage",
    "verstecken": "hide",
    "cacher": "hide",
    "fertig": "finish",
    "ende": "finish",
    "finir": "finish",
    "fini": "finish",
    "spielen": "play",
    "jouer": "play",
    "abwerfen": "discard",
    "defausser": "discard",
    "ja": "yes",
    "oui": "yes",
    "nein": "no",
    "non": "no",
    "annehmen": "accept",
    "accepter": "accept",
    "ablehnen": "decline",
    "refuser": "decline",
    "verlassen": "leave",
    "quitter": "leave",
}
"""What players may think in who speak German or French; the notation itself is the same everywhere.

Single letters are left out: an O is the east in German, and the west in French.
"""
_SLANTING: Final = re.compile(r"\b(north|south|nord|sud|sued) (east|west|ost|osten|westen|est|ouest)\b")
_TURNED: Final = re.compile(r"\b([1-5])([a-e])\b")
_TO: Final = re.compile(r"^(?:to|nach|vers|en) (?=[a-e][1-5]$)")
_ALIASES: Final = {
    "resign": "leave",
    "end": "finish",
    "done": "finish",
    "pass": "finish",
    "keep": "no",
    "burn tile": "burn",
    "burninate": "burn",
    "burninate peasant": "burn peasant",
    "burninate cottage": "burn cottage",
    "devour": "chomp",
}
_ALONE: Final = (
    Verb.CHOMP,
    Verb.HIDE,
    Verb.FINISH,
    Verb.YES,
    Verb.NO,
    Verb.ACCEPT,
    Verb.DECLINE,
    Verb.WITHDRAW,
    Verb.LEAVE,
)
_MEANT: Final[dict[Verb, set[What | None]]] = {
    Verb.BURN: {None, What.PEASANT, What.COTTAGE},
    Verb.CARD: {None, What.PEASANT, What.COTTAGE},
    Verb.ITEM: {None, What.COTTAGE, What.TROGHAMMER},
}
"""What else than a tile a verb can be aimed at."""
_BETWEEN: Final = frozenset({"and", "und", "et", "to", "nach", "vers"})
_LAST: Final = (Verb.PLAY, Verb.DISCARD, Verb.BURN, Verb.CHOMP)
"""What German puts after the thing that it is done to."""
_FLIPS: Final = (Card.FLIP_EM_UP_DAN, Card.FLIP_EM_UP_FRAN)


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule trogdor:notation-1).

    Case, spaces, dashes and accents do not matter, nor which language a word is from; cards may be shortened
    while they stay clear, a direction or a square alone is a step.
    """
    line = _plain(text[:LONGEST])
    line = _ALIASES.get(line, line)
    if line in _DIRECTIONS:
        return Action(Verb.STEP, direction=_DIRECTIONS[line])
    if line in BY_NAME:
        return _step_to(BY_NAME[line], state)
    first, _, rest = line.partition(" ")
    found = _with_verb(Verb(first), rest, line, state) if first in set(Verb) else None
    if found is None:
        raise malformed(" ".join(text.lower().split()))
    return found


def _plain(text: str) -> str:
    """What was typed in the words and in the order of the notation, with a verb that came last put first."""
    line = tidied(text).lower().replace("-", " ").replace(",", " ")
    line = _TO.sub("", _TURNED.sub(r"\2\1", line))
    words = _SLANTING.sub(lambda way: _slanting(way[1], way[2]), line).split()
    words = [_OTHER_WORDS.get(word, word) for word in words]
    if len(words) > 1 and words[-1] in _LAST and words[0] not in set(Verb):
        words = [words[-1], *words[:-1]]
    return " ".join(words)


def _slanting(first: str, second: str) -> str:
    """One of the four slanting directions, from its two words."""
    return ("n" if first.startswith("n") else "s") + ("w" if second.startswith(("w", "ou")) else "e")


def malformed(line: str) -> IllegalAction:
    """The refusal of what is not notation."""
    return IllegalAction(Fault.MALFORMED, "trogdor:notation-1", "not-notation", text=line[:40])


def _step_to(target: Square, state: State) -> Action:
    """The step to a square if Trogdor can take it, else the way through the tunnel.

    A square beside him to which neither leads, round the edge among them, is a step that will be refused.
    """
    tunnel = Action(Verb.TUNNEL, squares=(target,))
    beside = [way for way in Direction if wrapped(state.board.trogdor, way) == target]
    open_ways = {way for way, square in steps(state) if square == target}
    if not beside or (target in tunnel_ends(state) and not open_ways):
        return tunnel
    return Action(Verb.STEP, direction=beside[0])


def _with_verb(verb: Verb, rest: str, line: str, state: State) -> Action | None:  # noqa: PLR0911 - a case a verb
    if verb in _ALONE:
        return None if rest else Action(verb)
    if verb in (Verb.PLAY, Verb.DISCARD):
        return Action(verb, card=_card(rest, state)) if rest else None
    if verb in (Verb.STEP, Verb.POUCH):
        if verb is Verb.STEP and rest in BY_NAME:
            return _step_to(BY_NAME[rest], state)
        return Action(verb, direction=_DIRECTIONS[rest]) if rest in _DIRECTIONS else None
    if verb is Verb.PREFER:
        return Action(verb, asks=Asks(rest)) if rest in set(Asks) else None
    if verb is Verb.TRADE:
        return _trade(line, state)
    return _aimed(verb, rest, state)


def _aimed(verb: Verb, rest: str, state: State) -> Action | None:
    """Squares and what is meant there; for actions where their order says nothing they are put in order."""
    squares = tuple(BY_NAME[name] for name in _SQUARE.findall(rest))
    other = [word for word in _SQUARE.sub(" ", rest).split() if word not in _BETWEEN]
    if len(other) > 1 or not set(other) <= set(What):
        return None
    what = What(other[0]) if other else None
    if what not in _MEANT.get(verb, {None}):
        return None
    number = {Verb.TUNNEL: (1,), Verb.BURN: (0,), Verb.SPAWN: (1, 2, 3), Verb.ITEM: (0, 1, 2)}
    if len(squares) not in number.get(verb, range(7)):
        return None
    if verb is Verb.SPAWN or (verb is Verb.CARD and _flips(state)):
        squares = tuple(sorted(set(squares)))
    return Action(verb, squares=squares, what=what)


def _flips(state: State) -> bool:
    return state.phase is Phase.AFTER and state.turn.card in _FLIPS


def _trade(line: str, state: State) -> Action | None:
    match = _TRADE.fullmatch(line)
    if match is None or not 1 <= int(match[3]) <= len(state.players):
        return None
    mine, theirs = _card(match[1], state), _card(match[2], state)
    return Action(Verb.TRADE, card=mine, other=theirs, seat=int(match[3]) - 1)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.replace("&", "and") if letter.isalpha())


_BY_LETTERS: Final = {_letters(card): card for card in Card if card is not Card.TROGHAMMER}


def _card(text: str, state: State) -> Card:
    """The card that is meant: by its name or a beginning of it, held cards before others; raises."""
    letters = _letters(text)
    if letters in _BY_LETTERS:
        return _BY_LETTERS[letters]
    fitting = [card for name, card in _BY_LETTERS.items() if letters and name.startswith(letters)]
    held = {card for player in state.players for card in player.hand}
    likely = [card for card in fitting if card in held] or fitting
    if len(likely) == 1:
        return likely[0]
    near = tuple(likely)
    if not near:
        raise IllegalAction(Fault.MALFORMED, "trogdor:notation-1", "no-such-card", text=text[:40])
    raise IllegalAction(Fault.AMBIGUOUS, "trogdor:notation-1", "which-card", near, text=text[:40])
