"""The text twin of the picture: everything that lies on the table, in lines that can be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.speech import English, Say
from engine.thrag.model import BEASTS, TILES, TURNS, VALUES, Fight, Foe, Suit, View
from engine.thrag.phrases import PHRASES

ENGLISH: Final = English(PHRASES)


def text(view: View, say: Say = ENGLISH, /) -> str:
    """The clock, who stands against whom, what happened last, what there is of each colour, what is asked."""
    parts = (
        _clock(view, say),
        _fighter_lines(view, say),
        _last_events(view, say),
        _stocks(view, say),
        _decision_lines(view, say),
    )
    return "\n\n".join(filter(None, ("\n".join(part) for part in parts)))


def _clock(view: View, say: Say) -> Iterator[str]:
    """Which turn it is (Rule thrag:clock-1), and whether it is too late to win (Rule thrag:hopeless-1)."""
    yield say("thrag.text.turn", turn=view.turn, turns=TURNS, left=view.left)
    if view.lost:
        yield say("thrag.text.lost")


def _fighter_lines(view: View, say: Say) -> Iterator[str]:
    """Thrag and his life, and a line for the beast of each colour."""
    points, pool = _values(view.hit_points, say), _values(view.healing_pool, say)
    yield say("thrag.text.thrag", die=_value(view.die, say), hit_points=points, healing_pool=pool)
    if view.null_coin:
        yield say("thrag.text.null.worth", worth=view.null_coin)
    for at, suit in enumerate(BEASTS):
        if (foe := view.foes[at]) is not None:
            yield _beast(view, suit, foe, say)
        else:
            gone = len(view.piles[at].slain) == len(TILES)
            yield say("thrag.text.beast.gone" if gone else "thrag.text.beast.none", suit=_suit(suit, say))


def _beast(view: View, suit: Suit, foe: Foe, say: Say) -> str:
    """A beast, and what it takes to slay it; nothing of that once the game is over."""
    short = foe.strength - view.die
    if view.outcome is not None:
        key = "thrag.text.beast"
    elif short <= 0:
        key = "thrag.text.beast.bare"
    elif short > VALUES[-1]:
        key = "thrag.text.beast.strong"
    elif short == VALUES[-1] > view.null_coin:
        key = "thrag.text.beast.best"
    else:
        key = "thrag.text.beast.needs"
    named = {"beast": name_of(suit, foe.tile, say), "suit": _suit(suit, say), "die": _value(foe.die, say)}
    return say(key, tile=foe.tile, strength=foe.strength, least=short, **named)


def _last_events(view: View, say: Say) -> Iterator[str]:
    """The last fight, the last die that was rolled anew, and the black tile of the turn before."""
    if (fight := view.fight) is not None:
        key = "thrag.text.fight" if view.fights else "thrag.text.fight.before"
        told = {
            "sum": _sum(fight, say),
            "beast": name_of(fight.suit, fight.tile, say),
            "suit": _suit(fight.suit, say),
            "ended": _fight_result(fight, say),
        }
        yield say(key, against=fight.against, **told)
    if view.rerolled is not None:
        key = "thrag.text.rerolled.own" if view.rerolled is Suit.BLACK else "thrag.text.rerolled"
        yield say(key, suit=_suit(view.rerolled, say))
    if view.turned is not None:
        key = "thrag.text.turned.healed" if view.turned.healed else "thrag.text.turned"
        yield say(key, tile=view.turned.tile)


def _sum(fight: Fight, say: Say) -> str:
    """What Thrag fought with."""
    if fight.coin is None or fight.pool is None:
        return say("thrag.text.sum", own=_value(fight.own, say))
    own, coin, pool = _value(fight.own, say), _value(fight.coin, say), _suit(fight.pool, say)
    return say("thrag.text.sum.coin", own=own, coin=coin, pool=pool, strength=fight.strength)


def _fight_result(fight: Fight, say: Say) -> str:
    return say("thrag.text.damage", damage=fight.damage) if fight.damage else say("thrag.text.slain")


def _stocks(view: View, say: Say) -> Iterator[str]:
    """A line a colour: coins, pawn, how many tiles are face down, what is discarded, what is slain."""
    for at, suit in enumerate(BEASTS):
        pile = view.piles[at]
        told = {
            "suit": _suit(suit, say),
            "pawn": _pawn(view, suit, say),
            "discards": _values(pile.discards, say),
            "slain": _values(pile.slain, say),
        }
        if view.unseen is not None and view.unseen[at]:
            key, told["unseen"] = "thrag.text.stock.unseen", _values(view.unseen[at], say)
        else:
            key = "thrag.text.stock"
        yield say(key, coins=view.coins[at], left=pile.left, **told)
    black, discards = _suit(Suit.BLACK, say), _values(view.black.discards, say)
    yield say("thrag.text.stock.black", suit=black, left=view.black.left, discards=discards)


def _pawn(view: View, suit: Suit, say: Say) -> str:
    if suit in view.black_pawns:
        return say("thrag.text.pawn.black")
    if suit in view.pawns:
        return say("thrag.text.pawn")
    return say("thrag.text.pawn.spent" if suit in view.weapons else "thrag.text.pawn.none")


def _decision_lines(view: View, say: Say) -> Iterator[str]:
    if view.outcome is not None:
        yield say(f"thrag.text.over.{view.outcome.ending}")
    elif view.owed:
        yield say("thrag.text.pay", coins=view.owed)
    else:
        yield say("thrag.text.on" if view.fights else "thrag.text.play")
    if view.score is not None:
        yield say("thrag.text.score", score=view.score, pawns=len(view.pawns))


def name_of(suit: Suit, tile: int, say: Say) -> str:
    """What the beast of a tile is called."""
    return say(f"thrag.beast.{suit}.{tile}")


def _suit(suit: Suit, say: Say) -> str:
    return say(f"thrag.text.suit.{suit}")


def _value(value: int, say: Say) -> str:
    return str(value) if value else say("thrag.text.null")


def _values(values: tuple[int, ...], say: Say) -> str:
    return ", ".join(_value(value, say) for value in values) or say("thrag.text.none")
