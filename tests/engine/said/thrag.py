"""Lines of One Man, Thrag! and what they mean."""

from __future__ import annotations

from engine.thrag.model import Action, State, Suit, Verb
from tests.engine.said.speech import NEVER, Speech, Words, kinds_of, table

GERMAN = {"red": "rot", "green": "grün", "blue": "blau"}
FRENCH = {"red": "rouge", "green": "vert", "blue": "bleu"}
BEASTS = {
    Suit.RED: ("", "Cinder-Hen", "Chimney-Cat", "Rusty-Hedgehog", "Brick-Ram", "Oven-Bull"),
    Suit.GREEN: ("", "Moss-Toad", "Bog-Otter", "Bramble-Hare", "Hatstand-Stag", "Hop-Bear"),
    Suit.BLUE: ("", "Rain-Snail", "Pump-Crab", "Ditch-Heron", "Well-Worm", "Bathtub-Kraken"),
}
"""As the board names them; dashes do not matter, and make one word of two."""

KINDS = table(
    fight="fight attack slay angreifen combattre kampf attaquer",
    reroll="reroll relancer neu-würfeln",
    pay="pay bezahlen payer",
    stop="stop end done pass fertig aufhören arrêter enough",
    spend="use spend utiliser",
    resign="resign leave aufgeben abandonner",
    red="red r rot roten roter rouge",
    green="green g grün grünen grüner vert",
    blue="blue b blau blauen blauer bleu",
    black="black thrag schwarz noir mine",
    coin="coin münze jeton",
    pawn="pawn figur pion",
    die="die würfel dé",
    beast="beast bestie bête",
    plus="+",
    withs="with mit avec",
    without="without no ohne sans",
    number="0 1 2 3 4 5 ace null",
    filler="the a der den einer le la un and",
    fighting="fighting combat",
)
WORDS = (
    *("red", "green", "blue", "black", "b", "coin", "pawn", "die", "beast", "with", "without", "no", "+"),
    *(
        "reroll",
        "fight",
        "use",
        "pay",
        "stop",
        "1",
        "3",
        "rot",
        "vert",
        "Münze",
        "pion",
        "mit",
        "sans",
        "the",
    ),
    *("Bog-Otter", "Chimney-Cat", "Well-Worm", "with a coin", "without a coin", "with red pawn", *NEVER),
)


def ways(action: Action, state: State) -> list[str]:
    suit, spent = str(action.suit), str(action.spent)
    if action.verb is Verb.FIGHT and action.suit is not None:
        return _fights(action, state)
    if action.verb is Verb.REROLL and action.spent is not None:
        return [
            *(f"reroll black with {spent}", f"use {spent} pawn", f"reroll thrag with the {spent} pawn"),
            *(f"relancer noir avec le pion {FRENCH[spent]}", f"spend the {spent} pawn"),
        ]
    if action.verb is Verb.REROLL:
        return [
            *(
                f"reroll {suit}",
                f"reroll the {suit} die",
                f"use the {suit} pawn",
                f"reroll {suit} with {suit}",
            ),
            *(f"relancer {FRENCH[suit]}", f"{GERMAN[suit]} neu-würfeln", f"reroll {suit} pawn"),
        ]
    if action.verb is Verb.PAY:
        coins = [str(coin) for coin in action.coins]
        return [f"pay {' '.join(coins)}", " ".join(coins), f"pay {' and '.join(reversed(coins))}"]
    return ["stop", "end", "pass", "fertig", "arrêter", "stop fighting"] if action.verb is Verb.STOP else []


def _fights(action: Action, state: State) -> list[str]:
    suit, spent = str(action.suit), str(action.spent)
    foe = state.foes[list(BEASTS).index(action.suit or Suit.RED)]
    name = BEASTS[action.suit or Suit.RED][0 if foe is None else foe.tile]
    if action.spent is None:
        return [
            *(f"fight {suit}", suit, suit[0], f"attack the {suit} beast", f"{suit} fight", f"fight {name}"),
            *(f"fight the {suit} without a coin", f"combattre {FRENCH[suit]}", f"{GERMAN[suit]} angreifen"),
        ]
    return [
        *(f"fight {suit} with {spent}", f"{suit} with {spent}", f"fight {suit} with a {spent} coin"),
        *(
            f"{suit} + {spent}",
            f"fight {name} with {spent}",
            f"combattre {FRENCH[suit]} avec {FRENCH[spent]}",
        ),
        *(f"{GERMAN[suit]} mit {GERMAN[spent]}", f"fight {suit} {spent} coin"),
        *([f"{suit} +", f"fight {suit} with a coin"] if _pools(action.suit, state) == [action.spent] else []),
    ]


def _pools(suit: Suit | None, state: State) -> list[Suit]:
    """Whose coins serve against a beast, by the rulebook: its own, else any other's (Rule thrag:coin-2)."""
    held = [color for color, pool in zip(BEASTS, state.pools, strict=True) if pool]
    return [suit] if suit in held else held


def is_true(words: Words, action: Action, state: State) -> bool:
    named = {
        name.lower(): str(suit)
        for (suit, names), foe in zip(BEASTS.items(), state.foes, strict=True)
        for name in (names[foe.tile] if foe is not None else "",)
        if name
    }
    kinds = kinds_of(words, KINDS | named)
    if kinds is None:
        return False
    # `die` before a colour is German, and says nothing there.
    kinds = [
        "filler" if kind == "die" and after in ("red", "green", "blue") else kind
        for kind, after in zip(kinds, [*kinds[1:], ""], strict=True)
    ]
    suits = [kind for kind in kinds if kind in {str(suit) for suit in Suit}]
    has = set(kinds) - {"filler"} - set(suits)
    checks = {
        Verb.FIGHT: _is_fight,
        Verb.REROLL: _is_reroll,
        Verb.PAY: _is_payment,
    }
    if action.verb in checks:
        return checks[action.verb](words, suits, has, action, state)
    return not suits and has - {"fighting", *(["fight"] if "stop" in has else [])} == {str(action.verb)}


def _is_fight(words: Words, suits: list[str], has: set[str], action: Action, state: State) -> bool:
    if (
        not suits
        or suits[0] != action.suit
        or has - {"fight", "fighting", "beast", "coin", "plus", "withs", "without"}
    ):
        return False
    names = {name.lower() for listed in BEASTS.values() for name in listed}
    if sum(word.lower() in names for word in words) > (words_of_suits(words)[0].lower() in names):
        return False  # a beast lends no coins
    if action.spent is None:
        return len(suits) == 1 and (not has & {"coin", "plus", "withs"} or has >= {"without", "coin"})
    if "without" in has or (not has & {"coin", "plus"} and len(suits) == 1):
        return False
    return suits[1:] == [action.spent] or (len(suits) == 1 and _pools(action.suit, state) == [action.spent])


def words_of_suits(words: Words) -> Words:
    """The words that name a suit or one of its beasts."""
    names = {name.lower() for listed in BEASTS.values() for name in listed}
    suits = {str(suit) for suit in Suit}
    return [word for word in words if word.lower() in names or KINDS.get(word.lower()) in suits]


def _is_reroll(words: Words, suits: list[str], has: set[str], action: Action, state: State) -> bool:
    del words
    if has - {"reroll", "spend", "pawn", "die", "withs", "beast", "plus"} or not has & {"reroll", "pawn"}:
        return False
    if action.suit is not Suit.BLACK:
        return bool(suits) and set(suits) == {str(action.suit)}
    unspent = [pawn for pawn in state.weapons if pawn not in state.spent]
    black = [pawn for pawn in unspent if not _lives(pawn, state)]
    if suits == ["black"]:
        return black == [action.spent] or action not in _legal_rerolls(black)
    return suits in (["black", str(action.spent)], [str(action.spent)]) and (
        len(suits) == 2 or ("pawn" in has and "reroll" not in has)
    )


def _legal_rerolls(black: list[Suit]) -> list[Action]:
    return [Action(Verb.REROLL, Suit.BLACK, pawn) for pawn in black]


def _lives(suit: Suit, state: State) -> bool:
    return len(state.stacks[list(Suit).index(suit)].slain) < 5


def _is_payment(words: Words, suits: list[str], has: set[str], action: Action, state: State) -> bool:
    del state
    values = {"ace": 1, "null": 0}
    coins = [values.get(word, int(word) if word.isdigit() else -1) for word in words]
    said = sorted(coin for coin in coins if coin >= 0)
    return not suits and not has - {"pay", "coin", "number", "withs", "plus"} and said == list(action.coins)


THRAG = Speech(ways, is_true, WORDS)
