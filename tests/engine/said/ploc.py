"""Lines of Ploc and what they mean."""

from __future__ import annotations

from engine.ploc.legality import legal
from engine.ploc.model import Action, Deed, State, Verb
from tests.engine.said.speech import NEVER, Speech, Words, kinds_of, table

KINDS = (
    table(
        hit="hit h eliminate treffen frapper",
        swap="swap s exchange modify tauschen échanger",
        weaken="weaken w schwächen affaiblir",
        standing="standing stehend debout up",
        lying="lying liegend down",
        athlete="athlete athleten athlète",
        die="die",
        place="b c",
        article="a",
        number="0 1 2 3 4 5 6",
        reroll="reroll relancer neu-würfeln",
        berserk="berserk",
        undo="undo zurück annuler",
        done="done end pass fertig fini",
        offer="offer anbieten proposer",
        accept="accept yes ja oui",
        decline="decline no nein non",
        concede="concede",
        resign="resign leave aufgeben",
        filler="the one at to with use on bei mit avec en le einen un den",
    )
    | {f"{die}{place}": "aimed" for die in "123456" for place in "abc"}
    | {f"{place}{die}": "aimed" for die in "123456" for place in "abc"}
)
WORDS = (
    *(
        "hit",
        "swap",
        "weaken",
        "standing",
        "lying",
        "athlete",
        "die",
        "a",
        "b",
        "c",
        "1",
        "3",
        "4",
        "6",
        "4a",
    ),
    *(
        "c2",
        "reroll",
        "berserk",
        "undo",
        "done",
        "with",
        "at",
        "the",
        "one",
        "stehend",
        "treffen",
        "no",
        "with a 4",
        "a lying athlete",
        *NEVER,
    ),
)


def ways(action: Action, state: State) -> list[str]:
    del state
    if action.verb is Verb.REROLL:
        return [
            f"reroll {action.die}",
            f"reroll the {action.die}",
            f"relancer le {action.die}",
            f"{action.die} neu-würfeln",
        ]
    if action.verb is Verb.BERSERK:
        return [f"berserk {action.lying}", f"berserk {action.lying} lying"]
    if action.deed is None:
        return [str(action.verb)]
    at, place = f"{action.die}{'abc'[action.place]}", f"{action.die} {'abc'[action.place]}"
    back, whom = at[::-1], ("standing", "lying")[action.lying]
    if action.deed is Deed.HIT:
        return [
            *(f"{at} hit {whom}", f"hit {whom} {at}", f"{back} hit {whom}", f"{place} hit {whom} athlete"),
            *(f"{at} treffen {('stehend', 'liegend')[action.lying]}", f"hit a {whom} athlete with {at}"),
        ]
    german, french = {"swap": ("tauschen", "échanger"), "weaken": ("schwächen", "affaiblir")}[action.deed]
    deed = str(action.deed)
    said = [
        f"{at} {deed}",
        f"{deed} {at}",
        f"{back} {deed}",
        f"{place} {deed}",
        f"{at} {german}",
        f"{french} {at}",
    ]
    return [*said, f"{deed} {action.die} with {'abc'[action.place]}"] if deed == "swap" else said


def is_true(words: Words, action: Action, state: State) -> bool:
    kinds = kinds_of(words, KINDS)
    if kinds is None:
        return False
    has = set(kinds) - {"filler"}
    numbers = [word for word, kind in zip(words, kinds, strict=True) if kind == "number"]
    if action.verb is Verb.USE:
        return _is_use(words, kinds, action, state)
    if action.verb is Verb.REROLL:
        return has <= {"reroll", "number", "die"} and "reroll" in has and numbers == [str(action.die)]
    if action.verb is Verb.BERSERK:
        choices = [choice for choice in legal(state, state.turn.seat) if choice.verb is Verb.BERSERK]
        said = numbers == [str(action.lying)] or (not numbers and choices == [action])
        return has <= {"berserk", "number", "lying"} and "berserk" in has and said
    if action.verb is Verb.UNDO:
        last = [str(state.turn.dice[state.turn.uses[-1].die])] if state.turn.uses else []
        extra = {"berserk"} if state.turn.berserk is not None else {"number", "die"}
        return "undo" in has and has - extra == {"undo"} and (not numbers or numbers == last)
    return has == {str(action.verb)}


def _is_use(words: Words, kinds: list[str], action: Action, state: State) -> bool:
    dice, places = [], []
    for place, (word, kind) in enumerate(zip(words, kinds, strict=True)):
        after = kinds[place + 1] if place + 1 < len(kinds) else ""
        before = words[place - 1] if place else ""
        dice += [letter for letter in word if kind in ("aimed", "number") and letter.isdigit()]
        places += [letter for letter in word if kind in ("aimed", "place") and letter.isalpha()]
        if (
            kind == "article"
            and after not in ("athlete", "standing", "lying")
            and not (before in ("with", "mit", "avec") and after == "number")
        ):
            places.append("a")
    if (
        dice != [str(action.die)]
        or places != ["abc"[action.place]]
        or set(kinds) & {"reroll", "berserk", "undo"}
    ):
        return False
    deeds = [kind for kind in kinds if kind in ("hit", "swap", "weaken")]
    victims = [kind for kind in kinds if kind in ("standing", "lying")]
    rest = set(kinds) - {"filler", "article", "aimed", "number", "place", "die", "athlete", *deeds, *victims}
    if deeds != [str(action.deed)] or rest or len(victims) > 1:
        return False
    if action.deed is Deed.SWAP:
        return not victims and "athlete" not in kinds
    if action.deed is Deed.WEAKEN:
        return victims in ([], ["standing"])
    both = [
        choice
        for choice in legal(state, state.turn.seat)
        if (choice.die, choice.place, choice.deed) == (action.die, action.place, Deed.HIT)
    ]
    return victims == [("standing", "lying")[action.lying]] or (not victims and len(both) == 1)


PLOC = Speech(ways, is_true, WORDS)
