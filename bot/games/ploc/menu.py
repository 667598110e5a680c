"""Ploc's menu: berserk, rerolls, which die, what it does and where, and the end of the turn.

The path of a guided move is a die by what it shows, `berserk` on the way to who is removed, or `end` on the
way to an end before its time. The first die is chosen from the beginning, so its path is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.games.ploc.narration import athletes, score, shows_worth, village
from bot.words import Names, Words
from bot.words.menu import Button, Does, Look, Menu
from engine.core import Seat
from engine.ploc.legality import legal
from engine.ploc.model import BERSERK, MATCHES, PLACES, Action, Deed, State, Verb
from engine.ploc.sides import free_places, leader, swap_change

_LIKELY: Final = (
    Verb.DONE,
    Verb.ACCEPT,
    Verb.DECLINE,
    Verb.BERSERK,
    Verb.USE,
    Verb.REROLL,
    Verb.UNDO,
    Verb.OFFER,
    Verb.CONCEDE,
    Verb.RESIGN,
)
"""What somebody is likely to do, the likeliest first."""

END: Final = "end"
"""The path to an offer, and to giving up."""

_DEEDS: Final = (Deed.HIT, Deed.WEAKEN, Deed.SWAP)


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """What to choose from at `path`; an unknown or outdated path leads to the beginning."""
    if state.outcome is not None:
        return Menu()
    actions = legal(state, state.turn.seat if state.offer is None else 1 - state.offer)
    ways = _of(actions, Verb.BERSERK)
    if path == Verb.BERSERK and len(ways) > 1:
        return _whom(words, state, ways)
    if path == END:
        return _early(words, names, state, actions)
    early = Button(words("ploc.menu.end"), END, Does.GO)
    if state.offer is not None:
        return Menu(rows=(tuple(_answers(words, actions)),), buttons=(early,))
    return _dice(words, state, actions, path, early)


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """The legal lines of a seat, the likeliest first."""
    return tuple(map(str, sorted(legal(state, seat), key=lambda action: _unlikely(state, action))))


def _unlikely(state: State, action: Action) -> tuple[int, int, int]:
    """Hits first, of standing athletes before lying ones; swaps that bring more before others."""
    deed = 0 if action.deed is None else _DEEDS.index(action.deed)
    change = _change(state, action) if action.deed is Deed.SWAP else -action.lying
    return _LIKELY.index(action.verb), deed, -change


def _of(actions: Sequence[Action], verb: Verb) -> list[Action]:
    return [action for action in actions if action.verb is verb]


def _change(state: State, action: Action) -> int:
    own = state.sides[state.turn.seat]
    return swap_change(own, action.die, own.column[action.place])


def _dice(words: Words, state: State, actions: Sequence[Action], path: str, early: Button) -> Menu:
    """A turn: berserk, rerolls, the die to use next, what it can do at each place, and the end."""
    uses = _of(actions, Verb.USE)
    dice = tuple(dict.fromkeys(action.die for action in uses))
    die = next((die for die in dice if str(die) == path), next(iter(dice), 0))
    own = [action for action in uses if action.die == die]
    rows = (
        tuple(_berserk(words, state, _of(actions, Verb.BERSERK))),
        tuple(_reroll(words, action) for action in _of(actions, Verb.REROLL)),
        tuple(_choice(words, other, dice, die) for other in dice) if len(dice) > 1 else (),
        *_places(words, state, own),
    )
    return Menu(
        question=words("ploc.ask.die", die=die) if dice else words("ploc.ask.done"),
        rows=tuple(row for row in rows if row),
        buttons=(*_ends(words, state, actions), early),
        chosen=(f"die {die}",) if dice else (),
        targets=tuple(PLACES[place] for place in free_places(state.turn)) if dice else (),
    )


def _reroll(words: Words, action: Action) -> Button:
    return Button(words("ploc.menu.reroll", die=action.die), str(action))


def _choice(words: Words, other: int, dice: tuple[int, ...], die: int) -> Button:
    """A die to choose; the first is what the beginning chooses, and so the way back."""
    path = "" if other == dice[0] else str(other)
    if other == die:
        return Button(words("ploc.menu.die.chosen", die=other), path, Does.GO, Look.MAIN)
    return Button(words("ploc.menu.die", die=other), path, Does.GO)


# What a die does


def _places(words: Words, state: State, own: Sequence[Action]) -> Iterator[tuple[Button, ...]]:
    """A row for each free place; places that show the same share one, since it is all the same."""
    column = state.sides[state.turn.seat].column
    alike: dict[int, list[int]] = {}
    for place in free_places(state.turn):
        alike.setdefault(column[place], []).append(place)
    for places in alike.values():
        where, others = _where(words, places), places[1:]
        yield tuple(
            replace(
                _deed(words, state, own, action, where),
                also=tuple(str(replace(action, place=place)) for place in others),
            )
            for action in own
            if action.place == places[0]
        )


def _where(words: Words, places: Sequence[int]) -> str:
    """`a`, `a or b`, or `a, b or c`."""
    *others, last = (PLACES[place] for place in places)
    return words("ploc.menu.places", first=", ".join(others), last=last) if others else last


def _deed(words: Words, state: State, own: Sequence[Action], action: Action, where: str) -> Button:
    """What a die does at a place, with its effect on the numbers."""
    mine, other = state.sides[state.turn.seat], state.sides[1 - state.turn.seat]
    who = village(words, 1 - state.turn.seat)
    match action.deed:
        case Deed.SWAP:
            after = mine.athletes + _change(state, action)
            label = words("ploc.menu.swap", where=where, before=mine.athletes, after=after)
            look = Look.PLAIN if after else Look.DANGER
            return Button(label, str(action), look=look, confirm=_losing(words, state, own, action))
        case Deed.WEAKEN:
            down = other.lying
            label = words("ploc.menu.weaken", where=where, who=who, before=down, after=down + 1)
            return Button(label, str(action))
        case _:
            key = "ploc.menu.hit.lying" if action.lying else "ploc.menu.hit"
            before = other.athletes
            look = Look.GOOD if before == 1 else Look.PLAIN
            label = words(key, where=where, who=who, before=before, after=before - 1)
            return Button(label, str(action), look=look)


def _losing(words: Words, state: State, own: Sequence[Action], action: Action) -> str:
    """The question before a swap that loses at once, and whether its die has anything else to do.

    Rule ploc:swap-3.
    """
    if not _loses(state, action):
        return ""
    left = athletes(words, state.sides[state.turn.seat].athletes)
    key = "ploc.confirm.swap" if state.match < MATCHES else "ploc.confirm.swap.last"
    asked = words(key, athletes=left, match=state.match)
    if not all(_loses(state, other) for other in own):
        return asked
    return f"{words('ploc.confirm.swap.only', die=action.die)} {asked}"


def _loses(state: State, action: Action) -> bool:
    own = state.sides[state.turn.seat]
    return action.deed is Deed.SWAP and own.athletes + _change(state, action) == 0


# Berserk, and the end of the turn


def _berserk(words: Words, state: State, ways: Sequence[Action]) -> Iterator[Button]:
    """All at once, or first the question who is removed (Rule ploc:berserk-2)."""
    if not ways:
        return
    seat = 1 - state.turn.seat
    before = state.sides[seat].athletes
    key = "ploc.menu.berserk.whom" if len(ways) > 1 else "ploc.menu.berserk"
    label = words(key, who=village(words, seat), before=before, after=max(before - BERSERK, 0))
    if len(ways) > 1:
        yield Button(label, str(Verb.BERSERK), Does.GO, Look.GOOD)
    else:
        yield Button(label, str(ways[0]), look=Look.GOOD)


def _whom(words: Words, state: State, ways: Sequence[Action]) -> Menu:
    """How many of those whom berserk removes are lying (Rule ploc:berserk-2)."""
    seat = 1 - state.turn.seat
    removed = min(BERSERK, state.sides[seat].athletes)
    buttons = tuple(
        Button(_removed(words, removed - action.lying, action.lying), str(action), look=Look.MAIN)
        for action in ways
    )
    question = words("ploc.ask.berserk", count=removed, village=village(words, seat))
    return Menu(question=question, rows=(buttons,), buttons=(_back(words),))


def _removed(words: Words, standing: int, lying: int) -> str:
    if standing and lying:
        return words("ploc.menu.whom", standing=standing, lying=lying)
    key = "ploc.menu.whom.standing" if standing else "ploc.menu.whom.lying"
    return words(key, standing=standing, lying=lying)


def _ends(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Taking back, and the end of the turn."""
    for action in _of(actions, Verb.UNDO):
        turn = state.turn
        label = words("ploc.menu.undo.berserk")
        if turn.uses:
            label = words("ploc.menu.undo", die=turn.dice[turn.uses[-1].die])
        yield Button(label, str(action))
    for action in _of(actions, Verb.DONE):
        yield Button(words("ploc.menu.done"), str(action), look=Look.GOOD)


def _back(words: Words) -> Button:
    return Button(words("button.back"), "", Does.GO)


# What is said and not played with dice


def _answers(words: Words, actions: Sequence[Action]) -> Iterator[Button]:
    """Yes and no to an end of the match."""
    for action in (*_of(actions, Verb.ACCEPT), *_of(actions, Verb.DECLINE)):
        look = Look.GOOD if action.verb is Verb.ACCEPT else Look.PLAIN
        yield Button(words(f"ploc.menu.{action.verb}"), str(action), look=look)


def _early(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Menu:
    """An end before its time; in match 1 with what that match is worth, unless the board says so anyhow.

    An offer that waits for its answer can be answered here, too.
    """
    asked = words("ploc.ask.end")
    if state.match < MATCHES and not shows_worth(state):
        asked = f"{asked}\n{words('ploc.worth')}"
    rows = (tuple(_answers(words, actions)), tuple(_calls(words, names, state, actions)))
    return Menu(question=asked, rows=tuple(filter(None, rows)), buttons=(_back(words),))


def _calls(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """An offer to end the match, and giving it up or the game, which need no turn."""
    for action in _of(actions, Verb.OFFER):
        winner = names[leader(state.sides, state.match)]
        standing = score(words, names, state.sides)
        key = "ploc.confirm.offer" if state.match < MATCHES else "ploc.confirm.offer.last"
        confirm = words(key, match=state.match, score=standing, name=winner)
        yield Button(words("ploc.menu.offer"), str(action), confirm=confirm)
    for action in _of(actions, Verb.CONCEDE):
        confirm = words("ploc.confirm.concede", match=state.match)
        yield Button(words("ploc.menu.concede", match=state.match), str(action), confirm=confirm)
    for action in _of(actions, Verb.RESIGN):
        confirm = words("ploc.confirm.resign")
        yield Button(words("ploc.menu.resign"), str(action), look=Look.DANGER, confirm=confirm)
