"""Lines of Trogdor and what they mean."""

from __future__ import annotations

from collections.abc import Callable

from engine.trogdor.board import BY_NAME, Direction, name, next_square_wrapped
from engine.trogdor.cards import Card
from engine.trogdor.model import Action, State, Verb
from tests.engine.said.speech import NEVER, Speech, Words, kinds_of, table

ENGLISH = {"n": "north", "e": "east", "s": "south", "w": "west"}
GERMAN = {"n": "Norden", "e": "Osten", "s": "Süden", "w": "Westen"}
FRENCH = {"n": "nord", "e": "est", "s": "sud", "w": "ouest"}
ONE_WAY = {"ne": "north-east", "se": "south-east", "sw": "south-west", "nw": "north-west"}
KINDS = (
    table(
        play="play spielen jouer",
        discard="discard abwerfen défausser",
        step="step move go walk gehen aller",
        tunnel="tunnel",
        chomp="chomp eat devour fressen croquer",
        burn="burn burninate verbrennen brûler",
        hide="hide verstecken cacher",
        card="card",
        item="item",
        finish="finish end done pass stop fertig finir",
        turn="turn tour zug",
        yes="yes ja oui",
        no="no nein non keep",
        pouch="pouch send",
        spawn="spawn",
        trade="trade tauschen",
        accept="accept",
        decline="decline",
        withdraw="withdraw",
        peasant="peasant bauern paysan",
        peasants="peasants",
        cottage="cottage hütte chaumière",
        troghammer="troghammer",
        tile="tile feld tuile",
        here="here",
        start="from von",
        to="to nach vers",
        between="and und et",
        link="for with",
        number="1 2 3 4 5",
        filler="durch den the a der die das le la un einen seat",
        n="n north norden nord up",
        e="e east osten ost est right",
        s="s south süden sud down",
        w="w west westen ouest left",
        ne="ne north-east nordost",
        se="se south-east",
        sw="sw south-west",
        nw="nw north-west",
    )
    | dict.fromkeys(BY_NAME, "square")
    | {card.value: "name" for card in Card if card is not Card.TROGHAMMER}
)
WORDS = (
    *(
        "play",
        "discard",
        "step",
        "move",
        "tunnel",
        "eat",
        "burn",
        "hide",
        "card",
        "item",
        "finish",
        "yes",
        "no",
    ),
    *(
        "pouch",
        "spawn",
        "trade",
        "peasant",
        "cottage",
        "troghammer",
        "tile",
        "here",
        "from",
        "to",
        "and",
        "the",
    ),
    *(
        "n",
        "south",
        "ne",
        "ouest",
        "b2",
        "c3",
        "d4",
        "a5",
        "block",
        "majesty",
        "sidewise",
        "5",
        "turn",
        "to c3",
        "from c3",
        *NEVER,
    ),
)


def ways(action: Action, state: State) -> list[str]:  # noqa: PLR0911 - a case a verb
    del state
    squares = [name(square) for square in action.squares]
    match action.verb:
        case Verb.STEP:
            way = str(action.direction)
            said = [f"step {way}", way, f"move {ONE_WAY.get(way, ENGLISH.get(way))}"]
            return said if way in ONE_WAY else [*said, f"nach {GERMAN[way]} gehen", f"aller {FRENCH[way]}"]
        case Verb.PLAY | Verb.DISCARD:
            german, french = {"play": ("spielen", "jouer"), "discard": ("abwerfen", "défausser")}[action.verb]
            return [f"{action.verb} {action.card}", f"{action.card} {german}", f"{french} {action.card}"]
        case Verb.BURN:
            what = str(action.what or "tile")
            german, french = {
                "tile": ("Feld", "tuile"),
                "peasant": ("Bauern", "paysan"),
                "cottage": ("Hütte", "chaumière"),
            }[what]
            return [
                str(action),
                f"burn the {what}",
                f"burninate {what}",
                f"{german} verbrennen",
                f"brûler la {french}",
            ]
        case Verb.CHOMP:
            return ["chomp", "eat", "eat peasant", "einen Bauern fressen", "croquer un paysan", "devour"]
        case Verb.FINISH:
            return ["finish", "end turn", "end", "done", "pass", "fertig", "finir le tour"]
        case Verb.HIDE:
            return ["hide", "hide here", "verstecken"]
        case Verb.CARD | Verb.ITEM if len(squares) == 2 and action.what is None:
            return [str(action), f"{action.verb} {squares[0]} to {squares[1]}"]
        case Verb.TUNNEL:
            return [str(action), f"tunnel to {squares[0]}", f"durch den tunnel nach {squares[0]}"]
        case Verb.SPAWN:
            return [str(action), f"spawn {' and '.join(reversed(squares))}"]
        case _:
            return [str(action)]


def is_true(words: Words, action: Action, state: State) -> bool:  # noqa: PLR0911 - a case a kind of action
    kinds = kinds_of(words, KINDS)
    if kinds is None:
        return [word.lower() for word in words if KINDS.get(word) != "filler"] == str(action).split()
    if action.verb in (Verb.PLAY, Verb.DISCARD):
        return str(action.verb) in kinds and _is_named(words, kinds, str(action.card))
    verbs = {kind for kind in kinds if kind in set(Verb)} | {Verb.FINISH for kind in kinds if kind == "turn"}
    verbs -= {Verb.STEP} if action.verb is Verb.TUNNEL else set()
    implied = action.verb in (Verb.STEP, Verb.TUNNEL)
    if verbs != {action.verb} and not (implied and not verbs):
        return False
    squares = [BY_NAME[word] for word, kind in zip(words, kinds, strict=True) if kind == "square"]
    ways = _directions(kinds)
    whats = [kind for kind in kinds if kind in ("peasant", "cottage", "troghammer", "tile")]
    cards = [word for word, kind in zip(words, kinds, strict=True) if kind == "name"]
    if not _is_here(kinds, action) or not _joins(kinds) or ("number" in kinds) != (action.verb is Verb.TRADE):
        return False
    if action.verb is Verb.STEP:
        return not whats and not cards and _is_step(squares, ways, action, state)
    if ways != ([action.direction] if action.direction is not None else []):
        return False
    seen = [card for card in (action.card, action.other) if card is not None]
    return cards == [str(card) for card in seen] and _is_aimed(squares, whats, action, state)


def _is_named(words: Words, kinds: list[str], card: str) -> bool:
    """Whether what is said beside the verb is the name of a card, or the beginning of one."""
    said = [
        word for word, kind in zip(words, kinds, strict=True) if kind not in ("play", "discard", "filler")
    ]
    beginning = "".join(said).lower().replace("-", "")
    return bool(beginning) and card.replace("-", "").startswith(beginning)


def _directions(kinds: list[str]) -> list[Direction]:
    """The directions that are named; `south west` is one."""
    found = [kind for kind in kinds if kind in set(Direction)]
    slanting = len(found) == 2 and found[0] in ("n", "s") and found[1] in ("e", "w")
    beside = slanting and kinds.index(found[1]) == kinds.index(found[0]) + 1
    return [Direction("".join(found))] if beside else [Direction(kind) for kind in found]


def _is_here(kinds: list[str], action: Action) -> bool:
    if "peasants" in kinds and action.verb is not Verb.POUCH:
        return False
    return "here" not in kinds or action.verb in (Verb.BURN, Verb.CHOMP, Verb.HIDE)


def _joins(kinds: list[str]) -> bool:
    """`from` before the first of several squares, `to` before the last or a direction, `and` between."""
    places = [place for place, kind in enumerate(kinds) if kind == "square"]
    for place, kind in enumerate(kinds):
        after = next((at for at in range(place + 1, len(kinds)) if kinds[at] != "filler"), -1)
        if kind == "start" and (len(places) < 2 or after != places[0]):
            return False
        if kind == "to" and not (
            after >= 0 and (kinds[after] in set(Direction) or after == (places or [-1])[-1])
        ):
            return False
        if kind == "between" and after < 0:
            return False
    return True


def _is_step(squares: list[int], ways: list[Direction], action: Action, state: State) -> bool:
    target = next_square_wrapped(state.board.trogdor, action.direction or Direction.NORTH)
    return (
        0 < len(squares) + len(ways) <= 2
        and len(set(squares)) == len(squares)
        and set(squares) <= {target}
        and ways in ([], [action.direction])
    )


def _is_aimed(squares: list[int], whats: list[str], action: Action, state: State) -> bool:
    if action.verb is Verb.CHOMP:
        return not squares and whats in ([], ["peasant"])
    if action.verb is Verb.POUCH:
        return not squares and not whats
    same: Callable[[list[int], list[int]], bool] = lambda one, other: one == other  # noqa: E731
    if action.verb is Verb.SPAWN or state.turn.card in (Card.FLIP_EM_UP_DAN, Card.FLIP_EM_UP_FRAN):
        same = lambda one, other: sorted(one) == sorted(other)  # noqa: E731
    named = [str(action.what)] if action.what is not None else []
    tile = action.what is None and action.verb in (Verb.BURN, Verb.CARD, Verb.ITEM)
    return same(squares, list(action.squares)) and (whats == named or (tile and whats == ["tile"]))


TROGDOR = Speech(ways, is_true, WORDS)
