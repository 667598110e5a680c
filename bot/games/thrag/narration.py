"""One Man, Thrag! in words: how it stands, what is asked, how it ended, and what the picture shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from bot.games.thrag.story import narrate
from bot.games.thrag.terms import beasts_left, coin_name, coin_names, heading, pawns_left, suit_name, tiles
from bot.words import Names, Words
from engine.thrag.model import BEASTS, TURNS, Action, Fight, Phase, State, Suit, View

__all__ = ["alt", "call", "files", "header", "narrate", "turn", "turn_key"]


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


def files(_actions: tuple[Action, ...], _states: tuple[State, ...]) -> dict[str, str]:
    """No other program reads this game."""
    return {}
