"""Lines to actions: the canonical notation, and what people type instead of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import normalize_line, similar_lines
from engine.trogdor.board import BY_NAME, Direction, Square, next_square_wrapped
from engine.trogdor.cards import Card
from engine.trogdor.legality import legal, steps, tunnel_ends
from engine.trogdor.model import Action, ItemMode, Phase, State, TargetKind, Verb

_SQUARE: Final = re.compile(r"[a-e][1-5]")
_TRADE: Final = re.compile(
    r"trade (.+) (?:for|gegen|contre) (.+) (?:with|mit|avec) (?:(?:seat|player|platz|joueur) )?(\d)"
)
_DIRECTIONS: Final = {direction.value: direction for direction in Direction} | {
    "north": Direction.NORTH,
    "east": Direction.EAST,
    "south": Direction.SOUTH,
    "west": Direction.WEST,
    "northeast": Direction.NORTHEAST,
    "southeast": Direction.SOUTHEAST,
    "southwest": Direction.SOUTHWEST,
    "northwest": Direction.NORTHWEST,
    "up": Direction.NORTH,
    "right": Direction.EAST,
    "down": Direction.SOUTH,
    "left": Direction.WEST,
}
_TILE: Final = "tile"
"""What is meant where nothing else is named."""
_SEND: Final = "send"
"""Peasants are sent with the Pouch."""
_USE: Final = "use"
"""A card or an item is used by its name."""
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
    **dict.fromkeys(("move", "go", "walk", "schritt", "gehen", "gehe", "ziehen", "laufen"), "step"),
    **dict.fromkeys(("aller", "avancer", "marcher"), "step"),
    "tauschen": "trade",
    **dict.fromkeys(("eat", "devour", "fressen", "croquer", "manger", "devorer"), "chomp"),
    **dict.fromkeys(("burninate", "brennen", "verbrennen", "anzunden", "anzuenden", "bruler"), "burn"),
    **dict.fromkeys(("countryside", "feld", "tuile"), _TILE),
    **dict.fromkeys(("zug", "tour"), "turn"),
    **dict.fromkeys(("send", "schicken", "envoyer"), _SEND),
    **dict.fromkeys(("einsetzen", "utiliser"), _USE),
    "bauer": "peasant",
    "bauern": "peasant",
    "paysan": "peasant",
    "hutte": "cottage",
    "huette": "cottage",
    "chaumiere": "cottage",
    "verstecken": "hide",
    "cacher": "hide",
    "beenden": "finish",
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
_BEFORE_TO: Final = re.compile(r"^(?:to|nach|vers|en) (?=[a-e][1-5]$)")
_THROUGH: Final = re.compile(r"^(?:(?:step|take|prendre) )?(?:(?:through|durch) )?tunnel ")
_ALIASES: Final = {
    "resign": "leave",
    "end": "finish",
    "end turn": "finish",
    "finish turn": "finish",
    "turn finish": "finish",
    "stop": "finish",
    "give up": "leave",
    "aufgeben": "leave",
    "abandonner": "leave",
    "accept trade": "accept",
    "decline trade": "decline",
    "withdraw offer": "withdraw",
    "done": "finish",
    "pass": "finish",
    "keep": "no",
    "burn tile": "burn",
    "chomp peasant": "chomp",
    "se hide": "hide",
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
_MEANT: Final[dict[Verb, set[TargetKind | None]]] = {
    Verb.BURN: {None, TargetKind.PEASANT, TargetKind.COTTAGE},
    Verb.CARD: {None, TargetKind.PEASANT, TargetKind.COTTAGE},
    Verb.ITEM: {None, TargetKind.COTTAGE, TargetKind.TROGHAMMER},
}
"""What else than a tile a verb can be aimed at."""
_FROM: Final = frozenset({"from", "von", "de"})
_TO: Final = frozenset({"to", "nach", "vers", "auf", "en", "au", "a"})
_AND: Final = frozenset({"and", "und", "et", "at", "on"})
"""Words before a square: the first of two, the last, or any."""
_ARTICLES: Final = frozenset(
    {"the", "a", "der", "die", "das", "den", "einen", "eine", "le", "la", "les", "un", "une"}
)
_LAST: Final = (Verb.PLAY, Verb.DISCARD, Verb.BURN, Verb.CHOMP, Verb.STEP, Verb.FINISH, _USE, _SEND)
"""What German puts after the thing that it is done to."""
_WITH_CARDS: Final = frozenset({Verb.PLAY, Verb.DISCARD, Verb.TRADE, _USE})
"""In what follows these words articles can be part of a name."""
_HERE: Final = frozenset({Verb.BURN, Verb.CHOMP, Verb.HIDE})
_ON_TILES: Final = frozenset({Verb.BURN, Verb.CARD, Verb.ITEM})
_FLIPS: Final = (Card.FLIP_EM_UP_DAN, Card.FLIP_EM_UP_FRAN)


def parse(text: str, state: State) -> Action:
    """The action that a line means; raises `IllegalAction` for what is none (Rule trogdor:notation-1).

    Case, spaces, dashes and accents do not matter, nor which language a word is from; cards may be shortened
    while they stay clear, a direction or a square alone is a step.
    """
    line = _expand_use(_normalize(text), state)
    line = _ALIASES.get(line, line)
    if line in _DIRECTIONS:
        return Action(Verb.STEP, direction=_DIRECTIONS[line])
    if line in BY_NAME:
        return _step_to(BY_NAME[line], state)
    first, _, rest = line.partition(" ")
    found = _with_verb(Verb(first), rest, line, state) if first in set(Verb) else None
    if found is None:
        raise _malformed_error(" ".join(text.lower().split()), state)
    return found


def _normalize(text: str) -> str:
    """What was typed in the words and in the order of the notation, with a verb that came last put first."""
    line = re.sub("[-,:]", " ", normalize_line(text).lower())
    line = _BEFORE_TO.sub(
        "", _TURNED.sub(r"\2\1", re.sub(r"\bl['\N{RIGHT SINGLE QUOTATION MARK}]", "", line))
    )
    words = _SLANTING.sub(lambda way: _slanting(way[1], way[2]), line).split()
    words = _translate_words(words)
    if len(words) > 1 and words[-1] in _LAST and (words[0] not in set(Verb) or _is_card_last(words)):
        words = [words[-1], *words[:-1]]
    if _USE in words[1:] and words[0] not in set(Verb):  # `Block einsetzen: c3`
        words.remove(_USE)
        words = [_USE, *words]
    if words and words[0] not in _WITH_CARDS:
        words = [word for place, word in enumerate(words) if word not in _ARTICLES or _is_to(words, place)]
    if words and words[0] in _HERE and words[-1] in ("here", "hier", "ici"):
        words.pop()
    return _THROUGH.sub("tunnel ", " ".join(words))


def _translate_words(words: list[str]) -> list[str]:
    """The words in those of the notation, but not in a card's name: `ouest` begins none."""
    found = [_OTHER_WORDS.get(word, word) for word in words]
    verbs = {Verb.PLAY, Verb.DISCARD, Verb.TRADE}
    if found and verbs & {found[0], found[-1]}:
        return [new if new in verbs else old for old, new in zip(words, found, strict=True)]
    return found


def _is_card_last(words: list[str]) -> bool:
    """Whether a card is played by a verb after it whose name begins with another: `tunnel warp spielen`."""
    return words[-1] in (Verb.PLAY, Verb.DISCARD) and words[0] not in (Verb.PLAY, Verb.DISCARD)


def _is_to(words: list[str], place: int) -> bool:
    """Whether an `a` is French for `to`: before a square it is no article."""
    return words[place] == "a" and place + 1 < len(words) and words[place + 1] in BY_NAME


def _expand_use(line: str, state: State) -> str:
    """The line with `card` or `item` for the name of the card or the item that is to be used.

    Only what can be meant: the card that was played, and the item of who is to act.
    """
    first, _, rest = line.partition(" ")
    if first == _SEND:
        return f"pouch {re.sub('^peasants? |^bauern |^paysans? ', '', rest)}"
    if first != _USE:
        return line
    names: dict[str, Verb] = {Verb.CARD.value: Verb.CARD, Verb.ITEM.value: Verb.ITEM}
    names[state.players[state.turn.seat].item.value] = Verb.ITEM
    if state.turn.card is not None:
        names[state.turn.card.replace("-", " ")] = Verb.CARD
    found = next((name for name in names if f"{rest} ".startswith(f"{name} ")), None)
    if found is None:
        return line
    words = [word for word in rest.removeprefix(found).split() if word not in _ARTICLES]
    return " ".join((names[found], *words))


def _slanting(first: str, second: str) -> str:
    """One of the four slanting directions, from its two words."""
    return ("n" if first.startswith("n") else "s") + ("w" if second.startswith(("w", "ou")) else "e")


def _malformed_error(line: str, state: State) -> IllegalAction:
    """The refusal of what is not notation, with the legal lines of who is to act that are most like it."""
    near = similar_lines(line[:40], _lines(state)) if line else ()
    return IllegalAction(Fault.MALFORMED, "trogdor:notation-1", "not-notation", near, text=line[:40])


def _lines(state: State) -> list[str]:
    """What the active player can do; nobody is led to leave."""
    every = legal(state, state.turn.seat)
    return [str(action) for action in every if action.verb not in (Verb.LEAVE, Verb.PREFER)]


def _step(rest: str, state: State) -> Action | None:
    """A step in a direction, to a square, or to the square in that direction."""
    told = [*rest.split(), ""]
    if any(word in _TO and after not in {*_DIRECTIONS, *BY_NAME} for word, after in pairwise(told)):
        return None
    words = [word for word in told if word and word not in _TO]
    ways = [_DIRECTIONS[word] for word in words if word in _DIRECTIONS]
    squares = [BY_NAME[word] for word in words if word in BY_NAME]
    if len(ways) > 1 or len(squares) > 1 or len(words) != len(ways) + len(squares) or not words:
        return None
    if not ways:
        return _step_to(squares[0], state)
    if squares and next_square_wrapped(state.board.trogdor, ways[0]) != squares[0]:
        return None
    return Action(Verb.STEP, direction=ways[0])


def _step_to(target: Square, state: State) -> Action:
    """The step to a square if Trogdor can take it, else the way through the tunnel.

    A square beside him to which neither leads, round the edge among them, is a step that will be refused.
    """
    tunnel = Action(Verb.TUNNEL, squares=(target,))
    beside = [way for way in Direction if next_square_wrapped(state.board.trogdor, way) == target]
    open_ways = {way for way, square in steps(state) if square == target}
    if not beside or (target in tunnel_ends(state) and not open_ways):
        return tunnel
    return Action(Verb.STEP, direction=beside[0])


def _with_verb(verb: Verb, rest: str, line: str, state: State) -> Action | None:  # noqa: PLR0911 - a case a verb
    if verb in _ALONE:
        return None if rest else Action(verb)
    if verb in (Verb.PLAY, Verb.DISCARD):
        return Action(verb, card=_card(rest, state, f"{verb} {{}}")) if rest else None
    if verb is Verb.STEP:
        return _step(rest, state)
    if verb is Verb.POUCH:
        way = _DIRECTIONS.get(rest.removeprefix("to ").removeprefix("nach ").removeprefix("au "))
        return None if way is None else Action(verb, direction=way)
    if verb is Verb.PREFER:
        return Action(verb, asks=ItemMode(rest)) if rest in set(ItemMode) else None
    if verb is Verb.TRADE:
        return _trade(line, state)
    return _aimed_action(verb, rest, state)


def _aimed_action(verb: Verb, rest: str, state: State) -> Action | None:
    """Squares and what is meant there; for actions where their order says nothing they are put in order."""
    words = _SQUARE.sub(r" \g<0> ", rest).split()
    if not _are_in_order(words):
        return None
    squares = tuple(BY_NAME[word] for word in words if word in BY_NAME)
    other = [word for word in words if word not in BY_NAME and word not in _AND | _FROM | _TO]
    if len(other) > 1 or not set(other) <= {*TargetKind, _TILE}:
        return None
    if other == [_TILE]:
        return (
            Action(verb, squares=squares)
            if verb in _ON_TILES and len(squares) == (verb is not Verb.BURN)
            else None
        )
    what = TargetKind(other[0]) if other else None
    if what not in _MEANT.get(verb, {None}):
        return None
    number = {Verb.TUNNEL: (1,), Verb.BURN: (0,), Verb.SPAWN: (1, 2, 3), Verb.ITEM: (0, 1, 2)}
    if len(squares) not in number.get(verb, range(7)):
        return None
    if verb is Verb.SPAWN or (verb is Verb.CARD and _flips(state)):
        squares = tuple(sorted(set(squares)))
    return Action(verb, squares=squares, what=what)


def _are_in_order(words: list[str]) -> bool:
    """Whether what stands between squares says the same as their order.

    `from` is before the first of two, `to` before the last, and nothing hangs in the air at the end.
    """
    squares = [place for place, word in enumerate(words) if word in BY_NAME]
    for place, word in enumerate(words):
        if word in _FROM and (len(squares) < 2 or squares[0] != place + 1):  # noqa: PLR2004 - from one to another
            return False
        if word in _TO and (not squares or squares[-1] != place + 1):
            return False
        if word in _AND and (place + 1 == len(words) or words[place + 1] in _AND | _FROM | _TO):
            return False
    return True


def _flips(state: State) -> bool:
    return state.phase is Phase.AFTER and state.turn.card in _FLIPS


def _trade(line: str, state: State) -> Action | None:
    match = _TRADE.fullmatch(line)
    if match is None or not 1 <= int(match[3]) <= len(state.players):
        return None
    mine = _card(match[1], state, f"trade {{}} for {match[2]} with {match[3]}")
    theirs = _card(match[2], state, f"trade {mine} for {{}} with {match[3]}")
    return Action(Verb.TRADE, card=mine, other=theirs, seat=int(match[3]) - 1)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.replace("&", "and") if letter.isalpha())


_NAMELIKE: Final = re.compile("[a-z '\\N{RIGHT SINGLE QUOTATION MARK}.!&]+")
_BY_LETTERS: Final = {_letters(card): card for card in Card if card is not Card.TROGHAMMER}


def _card(text: str, state: State, line: str) -> Card:
    """The card that is meant: by its name or a beginning of it, held cards before others; raises.

    `line` is what was typed with a gap for the card; a number or a question mark belongs to no name.
    """
    letters = _letters(text) if _NAMELIKE.fullmatch(text) else ""
    if letters in _BY_LETTERS:
        return _BY_LETTERS[letters]
    fitting = [card for name, card in _BY_LETTERS.items() if letters and name.startswith(letters)]
    held = {card for player in state.players for card in player.hand}
    likely = [card for card in fitting if card in held] or fitting
    if len(likely) == 1:
        return likely[0]
    if not likely:
        near = similar_lines(line.replace("{}", text[:40], 1), _lines(state))
        raise IllegalAction(Fault.MALFORMED, "trogdor:notation-1", "no-such-card", near, text=text[:40])
    near = tuple(line.replace("{}", card, 1) for card in likely)
    raise IllegalAction(Fault.AMBIGUOUS, "trogdor:notation-1", "which-card", near, text=text[:40])
