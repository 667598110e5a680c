"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import alike, tidied
from engine.ploc.legality import legal, to_act
from engine.ploc.model import PLACES, Action, Deed, State, Verb
from engine.ploc.refusals import GIVING_UP
from engine.ploc.sides import berserk_choices, goes_berserk

LONGEST: Final = 200
"""Characters of a line that are looked at."""

_DEEDS: Final = {
    "hit": Deed.HIT,
    "h": Deed.HIT,
    "eliminate": Deed.HIT,
    "swap": Deed.SWAP,
    "s": Deed.SWAP,
    "modify": Deed.SWAP,
    "weaken": Deed.WEAKEN,
    "w": Deed.WEAKEN,
}
_LYING: Final = {"standing": 0, "up": 0, "lying": 1, "down": 1, "weakened": 1}
_FILLERS: Final = frozenset({"the", "a", "one", "at", "to", "with", "use", "athlete", "die"})
_OTHER_WORDS: Final = {
    "treffen": "hit",
    "treffer": "hit",
    "frapper": "hit",
    "tauschen": "swap",
    "tausch": "swap",
    "echanger": "swap",
    "schwachen": "weaken",
    "schwaechen": "weaken",
    "affaiblir": "weaken",
    "stehend": "standing",
    "stehenden": "standing",
    "debout": "standing",
    "liegend": "lying",
    "liegenden": "lying",
    "athleten": "athlete",
    "mit": "with",
    "avec": "with",
    "bei": "at",
    "auf": "at",
    "an": "at",
    "en": "at",
    "neu": "reroll",
    "relancer": "reroll",
    "fertig": "done",
    "fini": "done",
    "finir": "done",
    "zuruck": "undo",
    "zurueck": "undo",
    "annuler": "undo",
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
_ALIASES: Final = {
    "pass": "done",
    "end": "done",
    "end turn": "done",
    "confirm": "done",
    "back": "undo",
    "take back": "undo",
    "offer end": "offer",
    "yes": "accept",
    "no": "decline",
    "give up": "resign",
    "leave": "resign",
}
_ALONE: Final = frozenset(
    {Verb.UNDO, Verb.DONE, Verb.OFFER, Verb.ACCEPT, Verb.DECLINE, Verb.CONCEDE, Verb.RESIGN}
)
_AIMED: Final = re.compile(r"(?P<die>[1-6]) ?(?:at |to |beside )?(?P<place>[abc])\b")
_PLACED: Final = re.compile(r"\b(?P<place>[abc]) ?(?:with )?(?P<die>[1-6])\b")
_NUMBERED: Final = re.compile(r"(reroll|berserk) (?:the )?(\d)(?: lying)?")


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule ploc:notation-1).

    Case, spaces, dashes, accents and the order of words do not matter, nor which language a word is from;
    `standing` and `lying` can be left out where only one of them is legal, and so can the number after
    `berserk`.
    """
    typed = tidied(text[:LONGEST]).lower().replace("-", " ").replace(",", " ").replace("a terre", "lying")
    line = " ".join(_OTHER_WORDS.get(word, word) for word in typed.split())
    action = _read(_ALIASES.get(line, line), state)
    if action is None:
        acting = min(to_act(state), default=state.turn.seat)
        lines = (str(able) for able in legal(state, acting) if able.verb not in GIVING_UP)
        typed = text.strip()[:40]
        raise IllegalAction(
            Fault.MALFORMED, "ploc:notation-1", "not-notation", alike(typed, lines), text=typed
        )
    return action


def _read(line: str, state: State) -> Action | None:
    """The action of a line without needless spaces, none if it is no notation."""
    if line in _ALONE:
        return Action(Verb(line))
    if line == Verb.BERSERK:
        return _berserk(state)
    if match := _NUMBERED.fullmatch(line):
        number = int(match[2])
        return _reroll(number) if match[1] == Verb.REROLL else Action(Verb.BERSERK, lying=number)
    return _use(line, state)


def _reroll(die: int) -> Action | None:
    if not 1 <= die <= 6:  # noqa: PLR2004 - the faces of a die
        return None
    return Action(Verb.REROLL, die=die)


def _berserk(state: State) -> Action:
    """Berserk without a number: clear where there is no choice (Rule ploc:berserk-2)."""
    choices = berserk_choices(state.sides[1 - state.turn.seat])
    if len(choices) == 1 or not goes_berserk(state):
        return Action(Verb.BERSERK, lying=choices[0])
    lines = tuple(str(Action(Verb.BERSERK, lying=lying)) for lying in choices)
    raise IllegalAction(Fault.AMBIGUOUS, "ploc:berserk-2", "how-many-lying", lines)


def _use(line: str, state: State) -> Action | None:
    """A die at a place, the deed and the victim in any order."""
    aimed = _AIMED.search(line) or _PLACED.search(line)
    if aimed is None:
        return None
    words = [word for word in (line[: aimed.start()] + line[aimed.end() :]).split() if word not in _FILLERS]
    deeds = [_DEEDS[word] for word in words if word in _DEEDS]
    victims = [_LYING[word] for word in words if word in _LYING]
    if len(deeds) != 1 or len(victims) > 1 or len(words) > len(deeds) + len(victims):
        return None
    die, place, deed = int(aimed["die"]), PLACES.index(aimed["place"]), deeds[0]
    if deed is not Deed.HIT:
        return Action(Verb.USE, die, place, deed)
    if victims:
        return Action(Verb.USE, die, place, deed, victims[0])
    return _hit(die, place, state)


def _hit(die: int, place: int, state: State) -> Action:
    """A hit that does not say whom: clear where only one is legal (Rule ploc:hit-3)."""
    ways = [Action(Verb.USE, die, place, Deed.HIT, lying) for lying in (0, 1)]
    able = [way for way in ways if way in legal(state, state.turn.seat)]
    if len(able) > 1:
        raise IllegalAction(Fault.AMBIGUOUS, "ploc:hit-3", "which-athlete", tuple(map(str, able)))
    return able[0] if able else ways[0]
