"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import normalize_line, similar_lines
from engine.ploc.legality import legal, to_act
from engine.ploc.model import PLACES, Action, Deed, State, Verb
from engine.ploc.refusals import GIVING_UP
from engine.ploc.sides import berserk_choices, goes_berserk

_DEEDS: Final = {
    "hit": Deed.HIT,
    "h": Deed.HIT,
    "eliminate": Deed.HIT,
    "swap": Deed.SWAP,
    "s": Deed.SWAP,
    "modify": Deed.SWAP,
    "exchange": Deed.SWAP,
    "weaken": Deed.WEAKEN,
    "w": Deed.WEAKEN,
}
_LYING: Final = {"standing": 0, "up": 0, "lying": 1, "down": 1, "weakened": 1}
_FILLERS: Final = frozenset({"the", "one", "at", "to", "with", "use", "die"})
"""Words that say nothing about a use: which die and which place are numbers and letters."""
_ARTICLE: Final = re.compile(
    r"\ba (?=(?:standing|up|lying|down|weakened|athlete)\b)|(?<=\bwith )a (?=[1-6]\b)"
)
"""An `a` that is no place: that of `a lying athlete`, and of `with a 4`."""
_OTHER_WORDS: Final = {
    **dict.fromkeys(("treffen", "treffer", "frapper"), "hit"),
    **dict.fromkeys(("tauschen", "tausch", "echanger"), "swap"),
    **dict.fromkeys(("schwachen", "schwaechen", "affaiblir"), "weaken"),
    **dict.fromkeys(("stehend", "stehenden", "debout"), "standing"),
    **dict.fromkeys(("liegend", "liegenden"), "lying"),
    **dict.fromkeys(("athleten", "athlet"), "athlete"),
    **dict.fromkeys(("einen", "un"), "a"),
    **dict.fromkeys(("le", "den"), "the"),
    **dict.fromkeys(("mit", "avec"), "with"),
    **dict.fromkeys(("bei", "auf", "an", "en", "on"), "at"),
    **dict.fromkeys(("wurfel", "wuerfel"), "die"),
    **dict.fromkeys(("neu", "relancer"), "reroll"),
    **dict.fromkeys(("fertig", "fini", "finir"), "done"),
    **dict.fromkeys(("zuruck", "zurueck", "zurucknehmen", "annuler", "reprendre"), "undo"),
    "anbieten": "offer",
    "proposer": "offer",
    "annehmen": "accept",
    "accepter": "accept",
    "ja": "accept",
    "oui": "accept",
    "ablehnen": "decline",
    "refuser": "decline",
    "nein": "decline",
    "non": "decline",
    "aufgeben": "resign",
    "abandonner": "resign",
}
"""What players may think in who speak German or French; the notation itself is the same everywhere."""
_PHRASES: Final = (
    ("a terre", "lying"),
    ("neu wurfeln", "reroll"),
    ("neu wuerfeln", "reroll"),
    ("take back", "undo"),
)
_ALIASES: Final = {
    "pass": "done",
    "end": "done",
    "end turn": "done",
    "finish": "done",
    "finish turn": "done",
    "zug beenden": "done",
    "done the tour": "done",
    "confirm": "done",
    "back": "undo",
    "offer end": "offer",
    "offer to end": "offer",
    "yes": "accept",
    "no": "decline",
    "ende offer": "offer",
    "offer la fin": "offer",
    "give up": "resign",
    "leave": "resign",
}
_ALONE: Final = frozenset(
    {Verb.UNDO, Verb.DONE, Verb.OFFER, Verb.ACCEPT, Verb.DECLINE, Verb.CONCEDE, Verb.RESIGN}
)
_AIMED: Final = re.compile(r"\b(?P<die>[1-6]) ?(?:at |to |beside |with )?(?P<place>[abc])\b")
_PLACED: Final = re.compile(r"\b(?P<place>[abc]) ?(?:with )?(?:the )?(?P<die>[1-6])\b")
_REROLL: Final = re.compile(r"reroll (?:the |die )?([1-6])|(?:the |die )?([1-6]) reroll")
_UNDO: Final = re.compile(r"undo (?:the |die )?([1-6]|berserk)|(?:the |die )?([1-6]|berserk) undo")
_BERSERK: Final = re.compile(r"berserk ([0-9])(?: lying)?")


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule ploc:notation-1).

    Case, spaces, dashes, accents and the order of words do not matter, nor which language a word is from;
    `standing` and `lying` can be left out where only one of them is legal, and so can the number after
    `berserk`. No word that says something is left out.
    """
    typed = re.sub("[,:]", " , ", normalize_line(text).lower().replace("-", " "))
    for phrase, word in _PHRASES:
        typed = typed.replace(phrase, word)
    line = " ".join(_OTHER_WORDS.get(word, word) for word in typed.split())
    action = _parse_line(line, state)
    if action is None:
        acting = min(to_act(state), default=state.turn.seat)
        lines = (str(able) for able in legal(state, acting) if able.verb not in GIVING_UP)
        typed = text.strip()[:40]
        raise IllegalAction(
            Fault.MALFORMED, "ploc:notation-1", "not-notation", similar_lines(typed, lines), text=typed
        )
    return action


def _parse_line(line: str, state: State) -> Action | None:
    """The action of a line without needless spaces, none if it is no notation."""
    aimed, line = line, line.replace(" ,", "")
    line = _ALIASES.get(line, line)
    if line in _ALONE:
        return Action(Verb(line))
    if line == Verb.BERSERK:
        return _berserk(state)
    if match := _REROLL.fullmatch(line):
        return Action(Verb.REROLL, int(match[1] or match[2]))
    if match := _UNDO.fullmatch(line):
        return _undo(match[1] or match[2], state)
    if match := _BERSERK.fullmatch(line):
        return Action(Verb.BERSERK, lying=int(match[1]))
    return _use(aimed, state)


def _undo(what: str, state: State) -> Action | None:
    """The undoing of a die or of berserk, if that is what was done last."""
    turn = state.turn
    last = str(turn.dice[turn.uses[-1].die]) if turn.uses else ""
    return Action(Verb.UNDO) if what == ("berserk" if turn.berserk is not None else last) else None


def _berserk(state: State) -> Action:
    """Berserk without a number: clear where there is no choice (Rule ploc:berserk-2)."""
    choices = berserk_choices(state.sides[1 - state.turn.seat])
    if len(choices) == 1 or not goes_berserk(state):
        return Action(Verb.BERSERK, lying=choices[0])
    lines = tuple(str(Action(Verb.BERSERK, lying=lying)) for lying in choices)
    raise IllegalAction(Fault.AMBIGUOUS, "ploc:berserk-2", "how-many-lying", lines)


def _use(line: str, state: State) -> Action | None:
    """A die at a place, the deed and the victim in any order."""
    line = _ARTICLE.sub("", line).replace(" ,", "")
    aimed = _AIMED.search(line) or _PLACED.search(line)
    if aimed is None:
        return None
    words = [word for word in (line[: aimed.start()] + line[aimed.end() :]).split() if word not in _FILLERS]
    deeds = [_DEEDS[word] for word in words if word in _DEEDS]
    victims = [_LYING[word] for word in words if word in _LYING]
    athletes = words.count("athlete")
    if len(deeds) != 1 or len(victims) > 1 or athletes > 1 or len(words) > 1 + len(victims) + athletes:
        return None
    return _complete_use(deeds[0], int(aimed["die"]), PLACES.index(aimed["place"]), victims, athletes, state)


def _complete_use(
    deed: Deed, die: int, place: int, victims: list[int], athletes: int, state: State
) -> Action | None:
    """A use whose victim fits what is done: a swap has none, and who is weakened stood before."""
    if deed is Deed.SWAP:
        return None if victims or athletes else Action(Verb.USE, die, place, deed)
    if deed is Deed.WEAKEN:
        return None if 1 in victims else Action(Verb.USE, die, place, deed)
    if victims:
        return Action(Verb.USE, die, place, deed, victims[0])
    return _hit_action(die, place, state)


def _hit_action(die: int, place: int, state: State) -> Action:
    """A hit that does not say whom: clear where only one is legal (Rule ploc:hit-3)."""
    ways = [Action(Verb.USE, die, place, Deed.HIT, lying) for lying in (0, 1)]
    able = [way for way in ways if way in legal(state, state.turn.seat)]
    if len(able) > 1:
        raise IllegalAction(Fault.AMBIGUOUS, "ploc:hit-3", "which-athlete", tuple(map(str, able)))
    return able[0] if able else ways[0]
