"""One Man, Thrag! in words: how it stands, what is asked, what happened, and what the picture shows."""

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
    """The line above the picture: at the end, how it ended; until then the picture says it all."""
    if view.outcome is None:
        return ()
    return (words(f"thrag.over.{view.outcome.ending}", name=names[0]),)


def turn(words: Words, _names: Names, view: View) -> str:
    """The caption of the picture: what is asked, or how it ended."""
    if view.outcome is not None:
        return words(f"thrag.turn.{view.outcome.ending}")
    if view.phase is Phase.PAY:
        return words("thrag.turn.pay", damage=view.owed)
    return words("thrag.turn.on" if view.fights else "thrag.turn.fight")


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """The line that calls the player, with what there is to choose; `mentions` is how Discord names them."""
    if view.phase is Phase.PAY:
        return words("thrag.call.pay", names=mentions, damage=view.owed)
    if view.fights:
        return words("thrag.call.on", names=mentions)
    standing = sum(foe is not None for foe in view.foes)
    return words.some("thrag.call.fight", standing, names=mentions)


def alt(words: Words, _names: Names, view: View) -> str:
    """The picture for those who do not see it, at most 1,024 characters: the board as text, in one go."""
    board = GAME.text(view, words).split("\n")
    return " ".join((words("thrag.alt"), *filter(None, board)))


def describe_marks(words: Words, places: tuple[str, ...]) -> str:
    """The hit points that can pay: the only places that a menu offers."""
    return words("thrag.alt.able", coins=words.join_list(tuple(place.removeprefix("c") for place in places)))


def turn_key(state: State) -> Hashable:
    """Changes when a new message is due: the clock has gone on, or the game is over."""
    return state.turn, state.outcome


# What happened


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What happened: a sentence an event, one for all that got away, none for what the next one makes plain.

    What a turn begins with stands on a line of its own.
    """
    told: list[str] = []
    over = any(isinstance(event, Ended) for event in events)
    heard = (event for event in events if not _is_redundant(event, over=over))
    for kind, group in groupby(heard, key=type):
        alike = list(group)
        if kind is Escaped:
            told.append(_escape_text(words, alike))
        else:
            told += (_sentence(words, names, event) for event in alike)
        if kind is TurnBegan and len(told) > 1:
            told[-1] = f"\n{told[-1]}"
    return tuple(told)


def _is_redundant(event: Event, *, over: bool) -> bool:
    """A clock that goes on, as the next turn has its number, and a stack made anew, as the picture counts it.

    A pawn that turns black as the game ends, since nothing can be done with it any more.
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
    """The last sentence. How it ended stands above the picture, and is not said twice."""
    match event:
        case Ended(ending):
            return words(f"thrag.ended.{ending}")
        case Resigned():
            return words("thrag.resigned", name=names[0])
        case _:
            raise TypeError(event)


# What things are called


def suit_name(words: Words, suit: Suit) -> str:
    """A suit in the middle of a sentence."""
    return words(f"thrag.suit.{suit}")


def beast_name(words: Words, suit: Suit, tile: int) -> str:
    """What the beast of a tile is called, without an article."""
    return words(f"thrag.beast.{suit}.{tile}")


def beast_fought(words: Words, suit: Suit, tile: int) -> str:
    """A beast beside a verb of fighting: `the Bog Otter`."""
    return words(f"thrag.beast.{suit}.{tile}.object")


def foe_name(words: Words, suit: Suit, foe: Foe, *, fought: bool = False) -> str:
    """A beast with its colour and its strength; `fought` if a verb of fighting stands beside it."""
    named = beast_fought(words, suit, foe.tile) if fought else beast_name(words, suit, foe.tile)
    return words("thrag.foe", beast=named, suit=colour(words, suit), strength=foe.strength)


def colour(words: Words, suit: Suit) -> str:
    """A suit by itself, in the middle of a sentence."""
    return words(f"thrag.colour.{suit}")


def coin_name(words: Words, value: int) -> str:
    """A coin by what it shows: a figure, or null."""
    return words("thrag.null") if value == NULL else str(value)


def beasts_left(words: Words, count: int) -> str:
    """So many beasts."""
    return words.some("thrag.beasts", count)


def pawns_left(words: Words, count: int) -> str:
    """So many pawns unspent, or none."""
    return words.some("thrag.pawns", count) if count else words("thrag.pawns.none")
