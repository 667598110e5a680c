"""One Man, Thrag! in words: events, questions, captions, and the description of the picture."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby

from bot.words import Names, Words
from engine.thrag import GAME
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
from engine.thrag.model import BEASTS, NULL, TURNS, Foe, Phase, State, Suit, View


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """Return the line above the picture: at the end, how it ended."""
    if view.outcome is None:
        return ()
    return (words(f"thrag.over.{view.outcome.ending}", name=names[0]),)


def turn(words: Words, _names: Names, view: View) -> str:
    """Return the caption of the picture: the question, or how it ended."""
    if view.outcome is not None:
        return words(f"thrag.turn.{view.outcome.ending}")
    if view.phase is Phase.PAY:
        return words("thrag.turn.pay", damage=view.owed)
    return words("thrag.turn.on" if view.fights else "thrag.turn.fight")


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """Return the line that calls the player, with the question; `mentions` are Discord's names for them."""
    if view.phase is Phase.PAY:
        return words("thrag.call.pay", names=mentions, damage=view.owed)
    if view.fights:
        return words("thrag.call.on", names=mentions)
    standing = sum(foe is not None for foe in view.foes)
    return words.some("thrag.call.fight", standing, names=mentions)


def alt(words: Words, _names: Names, view: View) -> str:
    """Return the description of the picture, at most 1,024 characters: the board as text."""
    board = GAME.text(view, words).split("\n")
    return " ".join((words("thrag.alt"), *filter(None, board)))


def describe_marks(words: Words, places: tuple[str, ...]) -> str:
    """Return the hit points that can pay: the only places that a menu marks."""
    return words("thrag.alt.able", coins=words.join_list(tuple(place.removeprefix("c") for place in places)))


def turn_key(state: State) -> Hashable:
    """Return a key that changes when a new message is due: in a new turn, and at the end."""
    return state.turn, state.outcome


# Events


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the events in words: a sentence each, one for all escapes, none for redundant events.

    A new turn begins on a new line.
    """
    sentences: list[str] = []
    over = any(isinstance(event, Ended) for event in events)
    notable = (event for event in events if not _is_redundant(event, over=over))
    for kind, group in groupby(notable, key=type):
        alike = list(group)
        if kind is Escaped:
            sentences.append(_escape_text(words, alike))
        else:
            sentences += (_sentence(words, names, event) for event in alike)
        if kind is TurnBegan and len(sentences) > 1:
            sentences[-1] = f"\n{sentences[-1]}"
    return tuple(sentences)


def _is_redundant(event: Event, *, over: bool) -> bool:
    """Return whether an event is redundant: an advanced clock or a reshuffled stack.

    Or a pawn that turns black as the game ends.
    """
    return isinstance(event, (Advanced, Reshuffled)) or (over and isinstance(event, PawnTurnedBlack))


def _escape_text(words: Words, events: list[Event]) -> str:
    beasts = tuple(
        beast_name(words, event.suit, event.tile) for event in events if isinstance(event, Escaped)
    )
    return words.some("thrag.escaped", len(beasts), beasts=words.join_list(beasts))


def _sentence(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
    match event:
        case TurnBegan():
            return _turn_text(words, event)
        case Rerolled():
            return _reroll_text(words, event)
        case CoinFlipped(pool, value):
            return words("thrag.flipped", suit=suit_name(words, pool), coin=coin_name(words, value))
        case Slain() | Struck():
            return _fight_text(words, event)
        case Paid(coins, _, chosen):
            paid = tuple(words("thrag.paid.coin", coin=coin) for coin in coins)
            return words("thrag.paid" if chosen else "thrag.paid.only", coins=words.join_list(paid))
        case TileTurned(tile, healed):
            return words("thrag.healed" if healed else "thrag.unhealed", tile=tile)
        case PawnTurnedBlack(pawn):
            return words("thrag.turned-black", suit=suit_name(words, pawn))
        case _:
            return _ending_text(words, names, event)


def _turn_text(words: Words, event: TurnBegan) -> str:
    foes = tuple(
        foe_name(words, suit, foe) for suit, foe in zip(BEASTS, event.foes, strict=True) if foe is not None
    )
    key = "thrag.began.last" if event.turn == TURNS else "thrag.began"
    return words(key, turn=event.turn, foes=words.join_list(foes), die=event.die)


def _reroll_text(words: Words, event: Rerolled) -> str:
    own, pawn = event.suit is Suit.BLACK, suit_name(words, event.pawn)
    if event.after == event.before:
        key = "thrag.rerolled.own.same" if own else "thrag.rerolled.same"
        return words(key, pawn=pawn, after=event.after)
    key = "thrag.rerolled.own" if own else "thrag.rerolled"
    return words(key, pawn=pawn, before=event.before, after=event.after)


def _fight_text(words: Words, event: Slain | Struck) -> str:
    fight = event.fight
    key = "thrag.slain" if isinstance(event, Slain) else "thrag.struck"
    return words(
        key,
        strength=fight.strength,
        against=fight.against,
        beast=words(f"thrag.beast.{fight.suit}.{fight.tile}.subject"),
        suit=colour(words, fight.suit),
        damage=fight.damage,
    )


def _ending_text(words: Words, names: Names, event: Event) -> str:
    """Return the last sentence. How the game ended is above the picture, and not repeated."""
    match event:
        case Ended(ending):
            return words(f"thrag.ended.{ending}")
        case Resigned():
            return words("thrag.resigned", name=names[0])
        case _:
            raise TypeError(event)


# Names


def suit_name(words: Words, suit: Suit) -> str:
    """Return a suit as an adjective in a sentence."""
    return words(f"thrag.suit.{suit}")


def beast_name(words: Words, suit: Suit, tile: int) -> str:
    """Return the name of a tile's beast, without an article."""
    return words(f"thrag.beast.{suit}.{tile}")


def beast_fought(words: Words, suit: Suit, tile: int) -> str:
    """Return a beast as the object of a verb: `the Bog Otter`."""
    return words(f"thrag.beast.{suit}.{tile}.object")


def foe_name(words: Words, suit: Suit, foe: Foe, *, fought: bool = False) -> str:
    """Return a beast with its colour and strength; `fought`: as the object of a verb."""
    named = beast_fought(words, suit, foe.tile) if fought else beast_name(words, suit, foe.tile)
    return words("thrag.foe", beast=named, suit=colour(words, suit), strength=foe.strength)


def colour(words: Words, suit: Suit) -> str:
    """Return a suit as a noun in a sentence."""
    return words(f"thrag.colour.{suit}")


def coin_name(words: Words, value: int) -> str:
    """Return a coin by its value, or null."""
    return words("thrag.null") if value == NULL else str(value)


def beasts_left(words: Words, count: int) -> str:
    """Return a number of beasts."""
    return words.some("thrag.beasts", count)


def pawns_left(words: Words, count: int) -> str:
    """Return a number of unspent pawns, or none."""
    return words.some("thrag.pawns", count) if count else words("thrag.pawns.none")
