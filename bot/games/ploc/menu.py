"""Ploc's menu: a die, a place of the column, what the die does there, and the end of the turn.

The board has the dice; a step of its own has the places of the column and the deeds of a die there. Steps
without a choice are skipped: the deeds of the last die are on the board. The path of a step is a die by its
value, if need be with a place, as in `4b`; `4b hit` asks who is hit, `berserk` who is removed, and `end`
leads to an early end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.games.ploc.narration import athletes, shows_worth, village
from bot.words import Names, Words
from bot.words.menu import Button, ButtonLook, Does, Menu
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
"""The verbs, the likeliest first."""

END: Final = "end"
"""The path to an offer, and to conceding."""

_DEEDS: Final = (Deed.HIT, Deed.WEAKEN, Deed.SWAP)

_STEP: Final = re.compile(rf"([1-6])([{PLACES}]?)( {Deed.HIT})?")


class _Spot(NamedTuple):
    """A die at places whose dice are equal: it does not matter to which of them it goes.

    `deeds` are what it can do there, at the first of the places.
    """

    die: int
    met: int
    places: tuple[int, ...]
    deeds: tuple[Action, ...]

    @property
    def letter(self) -> str:
        """The first place, as in the notation and the picture."""
        return PLACES[self.places[0]]

    @property
    def path(self) -> str:
        """The path of its step."""
        return f"{self.die}{self.letter}"

    @property
    def hits(self) -> tuple[Action, ...]:
        """The hits among its deeds, that of a standing athlete first."""
        return tuple(action for action in self.deeds if action.deed is Deed.HIT)


def menu(words: Words, names: Names, state: State, path: str) -> Menu:
    """Return the options at `path`; an unknown or outdated path leads to the beginning."""
    if state.outcome is not None:
        return Menu()
    actions = legal(state, state.turn.seat if state.offer is None else 1 - state.offer)
    ways = _with_verb(actions, Verb.BERSERK)
    if path == Verb.BERSERK and len(ways) > 1:
        return _berserk_menu(words, state, ways)
    if path == END:
        return _end_menu(words, names, state, actions)
    return _step(words, state, actions, path) or _board(words, state, actions)


def suggest(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the legal lines of a seat, the likeliest first."""
    return tuple(map(str, sorted(legal(state, seat), key=lambda action: _rank_action(state, action))))


def _rank_action(state: State, action: Action) -> tuple[int, int, int]:
    """Return a sort key: hits of standing athletes before lying ones; swaps that bring more first."""
    deed = 0 if action.deed is None else _DEEDS.index(action.deed)
    change = _change(state, action) if action.deed is Deed.SWAP else -action.lying
    return _LIKELY.index(action.verb), deed, -change


def _with_verb(actions: Sequence[Action], verb: Verb) -> list[Action]:
    return [action for action in actions if action.verb is verb]


def _change(state: State, action: Action) -> int:
    own_side = state.sides[state.turn.seat]
    return swap_change(own_side, action.die, own_side.column[action.place])


def _spots(state: State, actions: Sequence[Action], die: int) -> tuple[_Spot, ...]:
    """Return where a die can go; empty if there is no such die to use."""
    column = state.sides[state.turn.seat].column
    own_actions = [action for action in _with_verb(actions, Verb.USE) if action.die == die]
    alike: dict[int, list[int]] = {}
    for place in free_places(state.turn) if own_actions else ():
        alike.setdefault(column[place], []).append(place)
    return tuple(
        _Spot(die, met, tuple(places), tuple(action for action in own_actions if action.place == places[0]))
        for met, places in alike.items()
    )


# The board


def _board(words: Words, state: State, actions: Sequence[Action]) -> Menu:
    """Return the options at the board: answers to an offer, or berserk and the turn's next question."""
    early = Button(words("ploc.menu.end"), END, Does.GO)
    if state.offer is not None:
        return Menu(rows=(tuple(_answers(words, actions)),), buttons=(early,))
    question, row = _next_question(words, state, actions)
    berserk = tuple(_berserk_buttons(words, state, _with_verb(actions, Verb.BERSERK)))
    return Menu(
        question=question,
        rows=tuple(filter(None, (berserk, row))),
        buttons=(*_undo_buttons(words, state, actions), early),
    )


def _next_question(words: Words, state: State, actions: Sequence[Action]) -> tuple[str, tuple[Button, ...]]:
    """Return the next question of a turn, and its answers: a die, a place, or a deed.

    A die is asked for while there are rerolls, which are in its step, or berserk as an alternative.
    """
    dice = tuple(dict.fromkeys(action.die for action in _with_verb(actions, Verb.USE)))
    if not dice:
        done = _with_verb(actions, Verb.DONE)
        end = tuple(Button(words("ploc.menu.done"), str(action), look=ButtonLook.GOOD) for action in done)
        return words("ploc.ask.done"), end
    rerolls, berserk = _with_verb(actions, Verb.REROLL), _with_verb(actions, Verb.BERSERK)
    if len(dice) > 1 or rerolls or berserk:
        row = tuple(
            Button(words("ploc.menu.die", die=die), str(die), Does.GO, ButtonLook.MAIN) for die in dice
        )
        if berserk:
            return words("ploc.ask.die.berserk"), row
        return words("ploc.ask.die" if state.turn.uses else "ploc.ask.die.first"), row
    spots = _spots(state, actions, dice[0])
    if len(spots) > 1:
        places = tuple(_place(words, spot, ButtonLook.MAIN) for spot in spots)
        return words("ploc.ask.place", die=dice[0]), places
    return _question(words, spots[0]), tuple(_last_die_buttons(words, state, spots[0]))


def _last_die_buttons(words: Words, state: State, spot: _Spot) -> Iterator[Button]:
    """Yield what the only usable die can do at its only place; a choice whom to hit has its own step."""
    has_two_hits = len(spot.hits) > 1
    if has_two_hits:
        before = state.sides[1 - state.turn.seat].athletes
        label = words("ploc.menu.hit.whom", before=before, after=before - 1)
        yield Button(label, f"{spot.path} {Deed.HIT}", Does.GO, ButtonLook.MAIN)
    for action in spot.deeds:
        if not has_two_hits or action.deed is not Deed.HIT:
            yield _deed(words, state, spot, action)


def _undo_buttons(words: Words, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield the button to undo the last die, or berserk."""
    turn = state.turn
    for action in _with_verb(actions, Verb.UNDO):
        label = words("ploc.menu.undo.berserk")
        if turn.uses:
            label = words("ploc.menu.undo", die=turn.dice[turn.uses[-1].die])
        yield Button(label, str(action))


def _back(words: Words) -> Button:
    return Button(words("button.back"), "", Does.GO)


# What a die does


def _step(words: Words, state: State, actions: Sequence[Action], path: str) -> Menu | None:
    """Return a die's own step: its places, its deeds at one, its reroll; none for an invalid path."""
    match = _STEP.fullmatch(path)
    spots = () if match is None else _spots(state, actions, int(match[1]))
    if match is None or not spots:
        return None
    named = (spot for spot in spots if match[2] and PLACES.index(match[2]) in spot.places)
    spot = next(named, max(spots, key=_rank_spot))
    if match[3] and len(spot.hits) > 1:
        return _hit_whom(words, state, spot)
    places = tuple(
        _place(words, other, ButtonLook.MAIN if other is spot else ButtonLook.PLAIN) for other in spots
    )
    deeds = tuple(_deed(words, state, spot, action) for action in spot.deeds)
    again = (action for action in _with_verb(actions, Verb.REROLL) if action.die == spot.die)
    return Menu(
        question=_question(words, spot),
        rows=(places, deeds) if len(places) > 1 else (deeds,),
        buttons=(
            *(Button(words("ploc.menu.reroll", die=action.die), str(action)) for action in again),
            _back(words),
        ),
        chosen=(f"die {spot.die}", spot.letter),
        targets=tuple(other.letter for other in spots if other is not spot),
    )


def _rank_spot(spot: _Spot) -> tuple[int, int]:
    """Return how well a die's step opens at a place: the highest die that it hits is usually wanted.

    A die without hits costs the fewest athletes where the column's die is lowest.
    """
    if not spot.hits:
        return 0, -spot.met
    return 1 if spot.hits[0].lying else 2, spot.met


def _hit_whom(words: Words, state: State, spot: _Spot) -> Menu:
    """Return the choice between a standing and a lying athlete (Rule ploc:hit-3)."""
    return Menu(
        question=words("ploc.ask.hit"),
        rows=(tuple(_deed(words, state, spot, action) for action in spot.hits),),
        buttons=(_back(words),),
        chosen=(f"die {spot.die}", spot.letter),
    )


def _question(words: Words, spot: _Spot) -> str:
    return words("ploc.ask.deed", die=spot.die, met=spot.met)


def _place(words: Words, spot: _Spot, look: ButtonLook) -> Button:
    places = ", ".join(PLACES[place] for place in spot.places)
    return Button(words("ploc.menu.place", places=places, met=spot.met), spot.path, Does.GO, look)


def _deed(words: Words, state: State, spot: _Spot, action: Action) -> Button:
    """Return the button of a die's deed at a place; one that loses at once is plain, and asks first."""
    mine, other = state.sides[state.turn.seat], state.sides[1 - state.turn.seat]
    before, look, confirm = other.athletes, ButtonLook.MAIN, ""
    match action.deed:
        case Deed.SWAP:
            after = mine.athletes + _change(state, action)
            label = words("ploc.menu.swap", before=mine.athletes, after=after)
            confirm = _losing_question(words, state, spot, action)
            look = ButtonLook.PLAIN if confirm else ButtonLook.MAIN
        case Deed.WEAKEN:
            label = words("ploc.menu.weaken", before=other.lying, after=other.lying + 1)
        case _:
            key = "ploc.menu.hit.lying" if action.lying else "ploc.menu.hit"
            if len(spot.hits) > 1 and not action.lying:
                key = "ploc.menu.hit.standing"
            label = words(key, before=before, after=before - 1)
            look = ButtonLook.GOOD if before == 1 else ButtonLook.MAIN
    also = tuple(str(replace(action, place=place)) for place in spot.places[1:])
    return Button(label, str(action), look=look, confirm=confirm, also=also)


def _losing_question(words: Words, state: State, spot: _Spot, action: Action) -> str:
    """Return the question before a swap that loses at once, and whether its die can do anything else.

    Rule ploc:swap-3.
    """
    if not _loses_match(state, action):
        return ""
    left = athletes(words, state.sides[state.turn.seat].athletes)
    key = "ploc.confirm.swap" if state.match < MATCHES else "ploc.confirm.swap.last"
    question = words(key, athletes=left, match=state.match)
    same_die = [
        other for other in _with_verb(legal(state, state.turn.seat), Verb.USE) if other.die == spot.die
    ]
    if not all(_loses_match(state, other) for other in same_die):
        return question
    return f"{words('ploc.confirm.swap.only', die=spot.die)} {question}"


def _loses_match(state: State, action: Action) -> bool:
    own_side = state.sides[state.turn.seat]
    return action.deed is Deed.SWAP and own_side.athletes + _change(state, action) == 0


# Berserk


def _berserk_buttons(words: Words, state: State, ways: Sequence[Action]) -> Iterator[Button]:
    """Yield the button to go berserk, or first the question who is removed (Rule ploc:berserk-2)."""
    if not ways:
        return
    seat = 1 - state.turn.seat
    before = state.sides[seat].athletes
    key = "ploc.menu.berserk.whom" if len(ways) > 1 else "ploc.menu.berserk"
    label = words(key, who=village(words, seat), before=before, after=max(before - BERSERK, 0))
    if len(ways) > 1:
        yield Button(label, str(Verb.BERSERK), Does.GO, ButtonLook.GOOD)
    else:
        yield Button(label, str(ways[0]), look=ButtonLook.GOOD)


def _berserk_menu(words: Words, state: State, ways: Sequence[Action]) -> Menu:
    """Return how many of the athletes that berserk removes are lying (Rule ploc:berserk-2)."""
    seat = 1 - state.turn.seat
    removed = min(BERSERK, state.sides[seat].athletes)
    buttons = tuple(
        Button(_removed_label(words, removed - action.lying, action.lying), str(action), look=ButtonLook.MAIN)
        for action in ways
    )
    question = words("ploc.ask.berserk", count=removed, village=village(words, seat))
    return Menu(question=question, rows=(buttons,), buttons=(_back(words),))


def _removed_label(words: Words, standing: int, lying: int) -> str:
    if standing and lying:
        return words("ploc.menu.whom", standing=standing, lying=lying)
    key = "ploc.menu.whom.standing" if standing else "ploc.menu.whom.lying"
    return words(key, standing=standing, lying=lying)


# Calls


def _answers(words: Words, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield the answers to an offered end of the match."""
    for action in (*_with_verb(actions, Verb.ACCEPT), *_with_verb(actions, Verb.DECLINE)):
        look = ButtonLook.GOOD if action.verb is Verb.ACCEPT else ButtonLook.PLAIN
        yield Button(words(f"ploc.menu.{action.verb}"), str(action), look=look)


def _end_menu(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Menu:
    """Return the early ends; in match 1 with what that match is worth, unless the board says so."""
    question = words("ploc.ask.end")
    if state.match < MATCHES and not shows_worth(state):
        question = f"{question}\n{words('ploc.worth')}"
    return Menu(
        question=question, rows=(tuple(_calls(words, names, state, actions)),), buttons=(_back(words),)
    )


def _calls(words: Words, names: Names, state: State, actions: Sequence[Action]) -> Iterator[Button]:
    """Yield the offer to end the match, conceding it, and resigning, which need no turn."""
    for action in _with_verb(actions, Verb.OFFER):
        winner = names[leader(state.sides, state.match)]
        first, second = (side.athletes for side in state.sides)
        key = "ploc.confirm.offer" if state.match < MATCHES else "ploc.confirm.offer.last"
        confirm = words(key, match=state.match, first=first, second=second, name=winner)
        yield Button(words("ploc.menu.offer"), str(action), confirm=confirm)
    for action in _with_verb(actions, Verb.CONCEDE):
        confirm = words("ploc.confirm.concede", match=state.match)
        yield Button(words("ploc.menu.concede", match=state.match), str(action), confirm=confirm)
    for action in _with_verb(actions, Verb.RESIGN):
        confirm = words("ploc.confirm.resign")
        yield Button(words("ploc.menu.resign"), str(action), confirm=confirm)
