"""Ploc in words: events, questions, captions, and the description of the picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from bot.words import Names, Words
from engine.core import Seat
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
from engine.ploc.model import MATCHES, PLACES, Deed, State, Turn, Use, View
from engine.ploc.sides import leader, unused_dice

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of a picture."""

_UNSEEN: Final = ("limit", "concession")
"""The ends of a match that do not follow from the previous sentence."""


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """Return the line above the picture, if any: how the game was won, or what match 1 is worth."""
    if view.outcome is not None:
        return (_result_text(words, names, view),)
    return (words("ploc.worth"),) if shows_worth(view) else ()


def _result_text(words: Words, names: Names, view: View) -> str:
    """Return who won the game, and how."""
    if view.outcome is None:
        return ""
    winner = view.outcome.winners[0]
    return words(
        f"ploc.over.{view.outcome.ending}",
        name=names[winner],
        village=village(words, winner),
        loser=names[1 - winner],
        other=village(words, 1 - winner),
    )


def turn(words: Words, _names: Names, view: View) -> str:
    """Return the caption of the picture: what the village on turn does, or which one won."""
    if view.outcome is not None:
        return words("ploc.turn.won", village=village(words, view.outcome.winners[0]))
    home = village(words, _acting_seat(view))
    if view.offer is not None:
        return words("ploc.turn.answer", village=home)
    if view.complete:
        return words("ploc.turn.done", village=home)
    if view.turn.rerolls_now:
        return words("ploc.turn.reroll", village=home)
    return words.some("ploc.turn.dice", len(unused_dice(view.turn)), village=home)


def call(words: Words, names: Names, view: View, mentions: str) -> str:
    """Return the line that calls players; `mentions` are Discord's names for them."""
    if view.offer is not None:
        winner = leader(view.sides, view.match)
        return words(
            "ploc.call.answer",
            names=mentions,
            match=view.match,
            winner=names[winner],
        )
    if view.complete:
        return words("ploc.call.done", names=mentions)
    if view.turn.rerolls_now:
        return words.some("ploc.call.reroll", view.turn.rerolls_now, names=mentions)
    if not view.turn.uses:
        return words("ploc.call.dice.all", names=mentions)
    return words.some("ploc.call.dice", len(unused_dice(view.turn)), names=mentions)


def _acting_seat(view: View) -> Seat:
    return next(iter(view.to_act))


def alt(words: Words, names: Names, view: View) -> str:
    """Return the description of the picture, at most 1,024 characters."""
    caption = turn(words, names, view)
    closed = caption if caption.endswith("?") else f"{caption}."
    first = words("ploc.alt", match=view.match, number=view.turn.number, turn=closed)
    sides = (_side(words, names, view, seat) for seat in (0, 1))
    return " ".join((first, *sides, *_dice(words, view)))[:ALT_LIMIT]


def _side(words: Words, names: Names, view: View, seat: Seat) -> str:
    side = view.sides[seat]
    places = (words("ploc.alt.place", place=place, die=die) for place, die in _column(view, seat))
    lying = words("ploc.alt.lying", count=side.lying) if side.lying else ""
    return words(
        "ploc.alt.side",
        village=village(words, seat),
        name=names[seat],
        column=", ".join(places),
        athletes=athletes(words, side.athletes),
        lying=lying,
        reserve=view.reserves[seat],
    )


def _column(view: View, seat: Seat) -> Iterator[tuple[str, int]]:
    return zip(PLACES, view.sides[seat].column, strict=True)


def _dice(words: Words, view: View) -> Iterator[str]:
    """Yield the dice of the previous and the current turn, and what they did."""
    for played in (view.last, view.turn):
        if played is not None:
            home, dice = village(words, played.seat), dice_text(words, played)
            deeds = deeds_of(words, played)
            key = "ploc.alt.did" if deeds else "ploc.alt.rolled"
            yield words(key, village=home, dice=dice, did=deeds)


def turn_key(state: State) -> Hashable:
    """Return a key that changes when a new message is due.

    That is when the turn passes, an offer is made or answered, or a match or the game ends.
    """
    return state.match, state.turn.number, state.offer, state.offered, state.outcome


def to_move(state: State) -> tuple[Hashable, Seat]:
    """Return which turn it is, and whose, also during an offer."""
    return (state.match, state.turn.number), state.turn.seat


# Events


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the events in words, a sentence each; a new match begins on a new line.

    The winner of the game is in the header, and not repeated.
    """
    sentences = [
        (event, _sentence(words, names, event)) for event in events if not isinstance(event, GameEnded)
    ]
    return tuple(
        f"\n{sentence}" if number and _stands_alone(event) else sentence
        for number, (event, sentence) in enumerate(sentences)
    )


def _stands_alone(event: Event) -> bool:
    """Return whether an event has its own line: all that leads from one match to the next."""
    return isinstance(event, MatchBegan) or (isinstance(event, MatchEnded) and event.match < MATCHES)


def _sentence(words: Words, names: Names, event: Event) -> str:
    match event:
        case Hit() | Swapped() | Weakened() | WentBerserk():
            return _deed_text(words, event)
        case MatchBegan() | MatchEnded():
            return _match(words, names, event)
        case _:
            return _other_event_text(words, names, event)


def _deed_text(words: Words, event: Hit | Swapped | Weakened | WentBerserk) -> str:
    """Return what a die did, or all three of them."""
    other = village(words, 1 - event.seat)
    match event:
        case Hit(_, die, met, lying):
            return words("ploc.hit.lying" if lying else "ploc.hit", die=die, met=met, village=other)
        case Weakened(_, die):
            return words("ploc.weakened", die=die, village=other)
        case Swapped():
            return _swap_text(words, event)
        case WentBerserk(_, die, standing, lying):
            gone = athletes(words, standing + lying)
            key = "ploc.berserk.lying" if lying else "ploc.berserk"
            return words(key, die=die, village=other, athletes=gone, lying=lying)


def _swap_text(words: Words, event: Swapped) -> str:
    if event.change > 0:
        came = words.some("ploc.swapped.came", event.change)
    elif event.change < 0:
        came = words.some("ploc.swapped.left", -event.change)
    else:
        came = words("ploc.swapped.even")
    return words("ploc.swapped", die=event.die, met=event.met, came=came)


def _match(words: Words, names: Names, event: MatchBegan | MatchEnded) -> str:
    """Return the beginning or end of a match; how the last one was won is above the picture."""
    match event:
        case MatchBegan(number, _, _, _, extra):
            more = "" if extra is None else words("ploc.began.extra", village=village(words, extra))
            return words("ploc.began", match=number, extra=more)
        case MatchEnded(number, winner, how, turns):
            if number == MATCHES:
                return words("ploc.ended.last", match=number, turns=words.some("ploc.turns", turns))
            key = f"ploc.ended.{how}" if how in _UNSEEN else "ploc.ended"
            return words(key, match=number, name=names[winner], loser=names[1 - winner])


def _other_event_text(words: Words, names: Names, event: Event) -> str:  # noqa: PLR0911 - a case an event
    """Return an event that is no deed of a die."""
    match event:
        case Rolled(seat, dice):
            return words("ploc.rolled", name=names[seat], dice=list_numbers(words, dice))
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


# Names


def village(words: Words, seat: Seat) -> str:
    """Return the village of a seat."""
    return words(f"ploc.village.{seat}")


def athletes(words: Words, count: int) -> str:
    """Return a number of athletes."""
    return words.some("ploc.athletes", count)


def shows_worth(stands: State | View) -> bool:
    """Return whether the board says what match 1 is worth: in its first turn, and at an offer to end it."""
    return stands.match < MATCHES and (stands.turn.number == 1 or stands.offer is not None)


def list_numbers(words: Words, numbers: Iterable[int]) -> str:
    """Return dice by their values."""
    return words.join_list(tuple(map(str, numbers)))


def dice_text(words: Words, turn: Turn) -> str:
    """Return the dice of a turn by their values, marked if rerolled."""
    return words.join_list(
        tuple(
            words("ploc.die.rerolled", die=die) if again else str(die)
            for die, again in zip(turn.dice, turn.rerolled, strict=True)
        )
    )


def deeds_of(words: Words, turn: Turn) -> str:
    """Return what the dice of a turn did, in order; empty if nothing yet."""
    return ", ".join(_deeds(words, turn))


def _deeds(words: Words, turn: Turn) -> Iterator[str]:
    for use in turn.uses:
        yield _use(words, turn.dice[use.die], use)
    if turn.berserk is not None:
        yield words("ploc.did.berserk", athletes=athletes(words, sum(turn.berserk)))


def _use(words: Words, die: int, use: Use) -> str:
    key = f"ploc.did.{use.deed}"
    if use.deed is Deed.HIT and use.lying:
        key = "ploc.did.hit.lying"
    return words(key, die=die, place=PLACES[use.place], met=use.met, change=f"{use.change:+}")


def ends_match(events: tuple[Event, ...]) -> int:
    """Return how many of the events, from the first on, tell how a match has ended; 0 if none did."""
    return max((number for number, event in enumerate(events, 1) if isinstance(event, MatchEnded)), default=0)
