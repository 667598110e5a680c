"""What happened in Ploc, told in short."""

from __future__ import annotations

from bot.games.ploc.terms import athletes, listed, village
from bot.words import Names, Words
from engine.ploc.events import (
    EndOffered,
    Event,
    GameEnded,
    Hit,
    MatchBegan,
    MatchEnded,
    OfferAccepted,
    OfferDeclined,
    Rerolled,
    Resigned,
    Rolled,
    Swapped,
    TookBack,
    TurnPassed,
    Weakened,
    WentBerserk,
)
from engine.ploc.model import MATCHES


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What happened, a sentence an event; the end of match 1 and a new match stand on lines of their own.

    Who has won the game stands in the header, and is not said twice.
    """
    told = [(event, _sentence(words, names, event)) for event in events if not isinstance(event, GameEnded)]
    return tuple(
        f"\n{said}" if number and _stands_alone(event) else said for number, (event, said) in enumerate(told)
    )


def _stands_alone(event: Event) -> bool:
    """Whether it is told on a line of its own: all that leads from one match to the next."""
    return isinstance(event, MatchBegan) or (isinstance(event, MatchEnded) and event.match < MATCHES)


def _sentence(words: Words, names: Names, event: Event) -> str:
    match event:
        case Hit() | Swapped() | Weakened() | WentBerserk():
            return _deed(words, event)
        case MatchBegan() | MatchEnded():
            return _match(words, names, event)
        case _:
            return _said(words, names, event)


def _deed(words: Words, event: Hit | Swapped | Weakened | WentBerserk) -> str:
    """What a die did, or all three of them."""
    other = village(words, 1 - event.seat)
    match event:
        case Hit(_, die, met, lying):
            return words("ploc.hit.lying" if lying else "ploc.hit", die=die, met=met, village=other)
        case Weakened(_, die):
            return words("ploc.weakened", die=die, village=other)
        case Swapped():
            return _swapped(words, event)
        case WentBerserk(_, die, standing, lying):
            gone = athletes(words, standing + lying)
            key = "ploc.berserk.lying" if lying else "ploc.berserk"
            return words(key, die=die, village=other, athletes=gone, lying=lying)


def _swapped(words: Words, event: Swapped) -> str:
    if event.change > 0:
        came = words.some("ploc.swapped.came", event.change)
    elif event.change < 0:
        came = words.some("ploc.swapped.left", -event.change)
    else:
        came = words("ploc.swapped.even")
    return words("ploc.swapped", die=event.die, met=event.met, came=came)


def _match(words: Words, names: Names, event: MatchBegan | MatchEnded) -> str:
    """A match that begins or ends."""
    match event:
        case MatchBegan(number, _, _, starter, _):
            first, second = (_column(words, event, seat) for seat in (0, 1))
            return words("ploc.began", match=number, first=first, second=second, name=names[starter])
        case MatchEnded(number, winner, how, turns):
            loser = 1 - winner
            why = words(f"ploc.ended.{how}", village=village(words, loser), name=names[loser])
            took = words.some("ploc.turns", turns)
            key = "ploc.ended" if number < MATCHES else "ploc.ended.last"
            return words(key, match=number, name=names[winner], why=why, turns=took)


def _column(words: Words, event: MatchBegan, seat: int) -> str:
    key = "ploc.began.extra" if event.extra == seat else "ploc.began.side"
    return words(
        key,
        village=village(words, seat),
        dice=listed(words, event.columns[seat]),
        athletes=athletes(words, event.athletes[seat]),
    )


def _said(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
    """What somebody did that was no deed of a die."""
    match event:
        case Rolled(seat, dice):
            return words("ploc.rolled", name=names[seat], dice=listed(words, dice))
        case Rerolled(seat, before, after):
            return words("ploc.rerolled", name=names[seat], before=before, after=after)
        case TookBack(seat):
            return words("ploc.took-back", name=names[seat])
        case TurnPassed(seat, _):
            return words("ploc.passed", name=names[seat])
        case EndOffered(seat, (first, second)):
            return words("ploc.offered", name=names[seat], first=first, second=second)
        case OfferAccepted(seat):
            return words("ploc.accepted", name=names[seat])
        case OfferDeclined(seat):
            return words("ploc.declined", name=names[seat])
        case Resigned(seat):
            return words("ploc.resigned", name=names[seat])
        case _:
            raise TypeError(event)
