"""Ploc in words: how the matches stand, what is asked, who won, and what the picture shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from bot.games.ploc.story import narrate
from bot.games.ploc.terms import athletes, is_worth_told, rolled, score, turn_told, village
from bot.words import Names, Words
from engine.core import Seat
from engine.ploc.model import MATCHES, PLACES, Action, State, View
from engine.ploc.sides import leader, starter, unused

__all__ = ["alt", "call", "files", "header", "narrate", "turn", "turn_key"]

ALT_LIMIT: Final = 1024
"""The most characters that Discord takes as the description of a picture."""


def header(words: Words, names: Names, view: View) -> tuple[str, ...]:
    """The lines above the picture: match, turn and athletes, what match 1 means, the turn before."""
    if view.outcome is not None:
        return (_ended(words, names, view), *_noted(words, names, view))
    number = words("ploc.header.turn", number=view.turn.number)
    if view.limit:
        number = words("ploc.header.turn.limit", number=view.turn.number, limit=view.limit)
    standing = score(words, names, view.sides)
    first = words("ploc.header", match=view.match, matches=MATCHES, turn=number, score=standing)
    return (first, *_noted(words, names, view), *_starter(words, names, view), *_before(words, names, view))


def _ended(words: Words, names: Names, view: View) -> str:
    """Who won the game, and how."""
    if view.outcome is None:
        return ""
    winner = view.outcome.winners[0]
    return words(
        f"ploc.over.{view.outcome.ending}",
        name=names[winner],
        village=village(words, winner),
        loser=names[1 - winner],
        score=score(words, names, view.sides),
    )


def _noted(words: Words, names: Names, view: View) -> Iterator[str]:
    """What match 1 brought; what it is worth where that has to be known: at first, and at an offer."""
    if view.results:
        winner = view.results[0].winner
        key = "ploc.noted" if view.outcome is None else "ploc.noted.over"
        yield words(key, name=names[winner], village=village(words, winner))
    elif view.outcome is None and is_worth_told(view):
        yield words("ploc.worth")


def _starter(words: Words, names: Names, view: View) -> Iterator[str]:
    """Who begins, in a match's first turn."""
    if view.turn.number > 1:
        return
    first = starter(view.match)
    key = "ploc.begins" if view.match < MATCHES else "ploc.begins.last"
    yield words(key, name=names[first], other=names[1 - first])


def _before(words: Words, names: Names, view: View) -> Iterator[str]:
    """What the other side did with its dice."""
    if view.last is not None:
        did = turn_told(words, view.last)
        dice = rolled(words, view.last)
        yield words("ploc.before", name=names[view.last.seat], dice=dice, did=did)


def turn(words: Words, _names: Names, view: View) -> str:
    """The caption of the picture: what the village on turn does now, or which one won."""
    if view.outcome is not None:
        return words("ploc.turn.won", village=village(words, view.outcome.winners[0]))
    home = village(words, _acting(view))
    if view.offer is not None:
        return words("ploc.turn.answer", village=home)
    if view.complete:
        return words("ploc.turn.done", village=home)
    if view.turn.rerolls_now:
        return words("ploc.turn.reroll", village=home)
    return words.some("ploc.turn.dice", len(unused(view.turn)), village=home)


def call(words: Words, names: Names, view: View, mentions: str) -> str:
    """The line that calls who must act; `mentions` is how Discord names them."""
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
    return words.some("ploc.call.dice", len(unused(view.turn)), names=mentions)


def _acting(view: View) -> Seat:
    return next(iter(view.to_act))


def alt(words: Words, names: Names, view: View, code: str) -> str:
    """The picture for those who do not see it, at most 1,024 characters."""
    caption = turn(words, names, view)
    closed = caption if caption.endswith("?") else f"{caption}."
    first = words("ploc.alt", code=code, match=view.match, number=view.turn.number, turn=closed)
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
    """The rolled dice of the turn before and of this one, and what they did."""
    for played in (view.last, view.turn):
        if played is not None:
            home, dice = village(words, played.seat), rolled(words, played)
            did = turn_told(words, played)
            key = "ploc.alt.did" if did else "ploc.alt.rolled"
            yield words(key, village=home, dice=dice, did=did)


def turn_key(state: State) -> Hashable:
    """Changes when a new message is due.

    That is when the turn passes, an offer is made or answered, or a match or the game ends.
    """
    return state.match, state.turn.number, state.offer, state.offered, state.outcome


def files(_actions: tuple[Action, ...], _states: tuple[State, ...]) -> dict[str, str]:
    """No other program reads this game."""
    return {}
