"""What happened in One Man, Thrag!, told in short."""

from __future__ import annotations

from itertools import groupby

from bot.games.thrag.terms import coin_name, suit_name
from bot.words import Names, Words
from engine.thrag.events import (
    Advanced,
    CoinFlipped,
    Ended,
    Escaped,
    Event,
    Paid,
    PawnTurnedBlack,
    Rerolled,
    Reshuffled,
    Resigned,
    Slain,
    Struck,
    TileTurned,
    TurnBegan,
)
from engine.thrag.model import BEASTS, Suit


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What happened: a sentence an event, one for all that got away, one for all new stacks.

    What a turn begins with stands on a line of its own. A pawn that turns black as the game ends is left
    out, since nothing can be done with it any more.
    """
    told: list[str] = []
    over = any(isinstance(event, Ended) for event in events)
    heard = (event for event in events if not (over and isinstance(event, PawnTurnedBlack)))
    for kind, group in groupby(heard, key=type):
        alike = list(group)
        if kind is Escaped:
            told.append(_escaped(words, alike))
        elif kind is Reshuffled:
            told.append(_reshuffled(words, alike))
        else:
            told += (_sentence(words, names, event) for event in alike)
        if kind is TurnBegan and len(told) > 1:
            told[-1] = f"\n{told[-1]}"
    return tuple(told)


def _escaped(words: Words, events: list[Event]) -> str:
    beasts = tuple(
        words("thrag.beast", suit=suit_name(words, event.suit), tile=event.tile)
        for event in events
        if isinstance(event, Escaped)
    )
    return words.some("thrag.escaped", len(beasts), beasts=words.listed(beasts))


def _reshuffled(words: Words, events: list[Event]) -> str:
    suits = tuple(suit_name(words, event.suit) for event in events if isinstance(event, Reshuffled))
    return words.some("thrag.reshuffled", len(suits), suits=words.listed(suits))


def _sentence(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
    match event:
        case TurnBegan():
            return _began(words, event)
        case Rerolled():
            return _rerolled(words, event)
        case CoinFlipped(pool, value):
            return words("thrag.flipped", suit=suit_name(words, pool), coin=coin_name(words, value))
        case Slain() | Struck():
            return _fought(words, event)
        case Paid(coins, _, chosen):
            paid = tuple(words("thrag.paid.coin", coin=coin) for coin in coins)
            return words("thrag.paid" if chosen else "thrag.paid.only", coins=words.listed(paid))
        case TileTurned(tile, healed):
            return words("thrag.healed" if healed else "thrag.unhealed", tile=tile)
        case PawnTurnedBlack(pawn):
            return words("thrag.turned-black", suit=suit_name(words, pawn))
        case Advanced(left):
            return words.some("thrag.advanced", left) if left else words("thrag.advanced.none")
        case _:
            return _over(words, names, event)


def _began(words: Words, event: TurnBegan) -> str:
    foes = tuple(
        words(
            "thrag.began.foe",
            suit=suit_name(words, suit),
            tile=foe.tile,
            die=foe.die,
            strength=foe.strength,
        )
        for suit, foe in zip(BEASTS, event.foes, strict=True)
        if foe is not None
    )
    return words("thrag.began", turn=event.turn, foes=words.listed(foes), die=event.die)


def _rerolled(words: Words, event: Rerolled) -> str:
    own, pawn = event.suit is Suit.BLACK, suit_name(words, event.pawn)
    if event.after == event.before:
        key = "thrag.rerolled.own.same" if own else "thrag.rerolled.same"
        return words(key, pawn=pawn, after=event.after)
    key = "thrag.rerolled.own" if own else "thrag.rerolled"
    return words(key, pawn=pawn, before=event.before, after=event.after)


def _fought(words: Words, event: Slain | Struck) -> str:
    fight = event.fight
    key = "thrag.slain" if isinstance(event, Slain) else "thrag.struck"
    return words(
        key,
        strength=fight.strength,
        against=fight.against,
        suit=suit_name(words, fight.suit),
        tile=fight.tile,
        damage=fight.damage,
    )


def _over(words: Words, names: Names, event: Event) -> str:
    """The last sentence. How far it went stands in the header, and is not said twice."""
    match event:
        case Ended(ending):
            return words(f"thrag.ended.{ending}")
        case Resigned():
            return words("thrag.resigned", name=names[0])
        case _:
            raise TypeError(event)
