"""One Man, Thrag! in words: how it stands, what is asked, what happened, and what the picture shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

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
from engine.thrag.model import BEASTS, NULL, TURNS, Fight, Phase, State, Suit, View


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """The lines above the picture: the clock, the beasts, the hit points; at the end, how it ended."""
    first = words(
        "thrag.header",
        turn=view.turn,
        turns=TURNS,
        beasts=beasts_left(words, view.left),
        health=coin_names(words, view.hit_points),
    )
    if view.outcome is not None:
        return (_ended(words, names, view), *_options(words, view))
    lost = (words("thrag.header.lost"),) if view.lost else ()
    return (first, *lost, *_options(words, view))


def _ended(words: Words, names: Names, view: View) -> str:
    """Who brought Thrag how far."""
    ending = "" if view.outcome is None else view.outcome.ending
    return words(
        f"thrag.over.{ending}",
        name=names[0],
        turn=view.turn,
        score=view.score or 0,
        pawns=pawns_left(words, len(view.pawns)),
        beasts=beasts_left(words, view.left),
    )


def _options(words: Words, view: View) -> tuple[str, ...]:
    """What is not as usual at this table, in one line; nothing where all is."""
    told = []
    if not view.weapons:
        told.append(words("thrag.header.unarmed"))
    elif view.weapons != BEASTS:
        pawns = words.listed(tuple(suit_name(words, pawn) for pawn in view.weapons))
        told.append(words.some("thrag.header.weapons", len(view.weapons), pawns=pawns))
    if view.null_coin:
        told.append(words("thrag.header.nulls", worth=view.null_coin))
    if view.unseen is not None:
        told.append(words("thrag.header.tracked"))
    return (words("thrag.header.options", options=" · ".join(told)),) if told else ()


def turn(words: Words, _names: Names, view: View) -> str:
    """The caption of the picture: what is asked, or how it ended."""
    if view.outcome is not None:
        return words(f"thrag.turn.{view.outcome.ending}")
    if view.phase is Phase.PAY:
        return words("thrag.turn.pay", damage=view.owed)
    return words("thrag.turn.on" if view.fights else "thrag.turn.fight")


def call(words: Words, _names: Names, view: View, mentions: str) -> str:
    """The line that calls the player; `mentions` is how Discord names them."""
    if view.phase is Phase.PAY:
        return words("thrag.call.pay", names=mentions, damage=view.owed)
    standing = sum(foe is not None for foe in view.foes)
    if view.fights:
        return words.some("thrag.call.on", standing, names=mentions)
    return words.some("thrag.call.fight", standing, names=mentions)


def alt(words: Words, names: Names, view: View, code: str) -> str:
    """The picture for those who do not see it, at most 1,024 characters."""
    caption = turn(words, names, view)
    closed = caption if caption.endswith(("!", "?")) else f"{caption}."
    first = words(
        "thrag.alt",
        code=code,
        turn=view.turn,
        turns=TURNS,
        caption=closed,
        beasts=beasts_left(words, view.left),
    )
    return " ".join((first, *_colours(words, view), *_thrag(words, view), *_lately(words, view)))


def _colours(words: Words, view: View) -> Iterator[str]:
    """A sentence a colour: its beast, its tiles, its coins and its pawn."""
    for at, suit in enumerate(BEASTS):
        foe, pile = view.foes[at], view.piles[at]
        stands = words("thrag.alt.nobody")
        if foe is not None:
            stands = words("thrag.alt.foe", tile=foe.tile, die=foe.die, strength=foe.strength)
        unseen = ""
        if view.unseen is not None and view.unseen[at]:
            unseen = words("thrag.alt.unseen", coins=coin_names(words, view.unseen[at]))
        yield words(
            "thrag.alt.colour",
            suit=heading(words, suit),
            foe=stands,
            left=pile.left,
            discards=tiles(words, pile.discards),
            slain=tiles(words, pile.slain),
            coins=view.coins[at],
            unseen=unseen,
            pawn=_pawn(words, view, suit),
        )


def _pawn(words: Words, view: View, suit: Suit) -> str:
    if suit in view.black_pawns:
        return words("thrag.alt.pawn.black")
    if suit in view.pawns:
        return words("thrag.alt.pawn")
    return words("thrag.alt.pawn.spent" if suit in view.weapons else "thrag.alt.pawn.out")


def _thrag(words: Words, view: View) -> Iterator[str]:
    yield words(
        "thrag.alt.thrag",
        die=view.die,
        health=coin_names(words, view.hit_points),
        pool=coin_names(words, view.healing_pool),
    )
    yield words("thrag.alt.black", left=view.black.left, discards=tiles(words, view.black.discards))


def _lately(words: Words, view: View) -> Iterator[str]:
    """What happened last, and whether the game can still be won."""
    if view.fight is not None:
        yield _fight(words, view.fight)
    if view.rerolled is not None:
        key = "thrag.alt.rerolled.own" if view.rerolled is Suit.BLACK else "thrag.alt.rerolled"
        yield words(key, suit=suit_name(words, view.rerolled))
    if view.turned is not None:
        key = "thrag.alt.healed" if view.turned.healed else "thrag.alt.unhealed"
        yield words(key, tile=view.turned.tile)
    if view.lost:
        yield words("thrag.header.lost")


def _fight(words: Words, fight: Fight) -> str:
    coin = ""
    if fight.pool is not None and fight.coin is not None:
        shown = coin_name(words, fight.coin)
        coin = words("thrag.alt.fight.coin", suit=suit_name(words, fight.pool), coin=shown)
    return words(
        "thrag.alt.struck" if fight.damage else "thrag.alt.slain",
        coin=coin,
        strength=fight.strength,
        against=fight.against,
        suit=suit_name(words, fight.suit),
        tile=fight.tile,
        damage=fight.damage,
    )


def turn_key(state: State) -> Hashable:
    """Changes when a new message is due: the clock has gone on, or the game is over."""
    return state.turn, state.outcome


# What happened


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


# What things are called


def suit_name(words: Words, suit: Suit) -> str:
    """A suit in the middle of a sentence."""
    return words(f"thrag.suit.{suit}")


def heading(words: Words, suit: Suit) -> str:
    """A suit at the beginning of a line."""
    return words(f"thrag.heading.{suit}")


def coin_name(words: Words, value: int) -> str:
    """A coin by what it shows: a figure, or null."""
    return words("thrag.null") if value == NULL else str(value)


def coin_names(words: Words, coins: Sequence[int]) -> str:
    """Coins by what they show, or that there are none."""
    return ", ".join(coin_name(words, coin) for coin in coins) or words("thrag.none")


def tiles(words: Words, values: Sequence[int]) -> str:
    """Tiles by their numbers, or that there are none."""
    return ", ".join(map(str, values)) or words("thrag.none")


def beasts_left(words: Words, count: int) -> str:
    """So many beasts."""
    return words.some("thrag.beasts", count)


def pawns_left(words: Words, count: int) -> str:
    """So many pawns unspent, or none."""
    return words.some("thrag.pawns", count) if count else words("thrag.pawns.none")
