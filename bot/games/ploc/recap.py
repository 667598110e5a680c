"""Whole turns of Ploc in short: what each die did, in words, for the player who comes back to the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.games.ploc.narration import deeds_of, narrate, turn_key
from bot.words import Names, Words
from engine.ploc.events import MatchEnded, Rolled, TurnPassed
from engine.replay import LogPosition


def narrate_turns(words: Words, names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """Return what the dice of each ended turn did, and what followed. The first position is before the turns.

    What a die does is told when the turn ends, as it can be taken back until then. Empty where a match has
    ended: the line that ended it is told by its events.
    """
    if any(isinstance(event, MatchEnded) for position in positions[1:] for event in position.events):
        return ()
    told = list[str]()
    for before, after in pairwise(positions):
        if turn_key(before.state) != turn_key(after.state):
            told += _narrate_end(words, names, before, after)
    return tuple(told)


def _narrate_end(words: Words, names: Names, before: LogPosition, after: LogPosition) -> tuple[str, ...]:
    """Return the deeds of the turn that a line ends, and the line's other events.

    The dice that are rolled then are left out: buttons and picture have them.
    """
    events, turn = after.events, before.state.turn
    deeds = deeds_of(words, turn)
    if not deeds or not any(isinstance(event, TurnPassed) for event in events):
        return narrate(words, names, events)
    rest = tuple(event for event in events if not isinstance(event, TurnPassed | Rolled))
    return (words("ploc.recap", name=names[turn.seat], deeds=deeds), *narrate(words, names, rest))
