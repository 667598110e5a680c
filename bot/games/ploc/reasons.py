"""Reasons for actions of Ploc, dice that can hit, and losing actions, in words."""

from __future__ import annotations

from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.ploc import reasons as facts
from engine.ploc.danger import NextTurnDanger, hit_chance, hits_now, next_turn_danger
from engine.ploc.model import PLACES, Action, View
from render.kit.hint import WAY


def why(words: Words, names: Names, view: View, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """Return the reasons for and against a legal action, the weightiest first."""
    other = names[1 - seat]
    worded = (_phrase_reason(words, other, reason) for reason in facts.reasons(view, seat, action))
    return tuple(filter(None, worded))


def _phrase_reason(words: Words, name: str, reason: facts.Reason) -> WordedReason | None:  # noqa: C901, PLR0911, PLR0912
    """Return a reason in words; none for what says nothing for this action. `name` is the other player's."""
    match reason:
        case facts.WinsMatch():
            return WordedReason(words("ploc.why.wins"))
        case facts.Removes(athletes, lying, left):
            if lying == athletes:
                return WordedReason(words.some("ploc.why.removes.lying", athletes, name=name, left=left))
            return WordedReason(words.some("ploc.why.removes", athletes, name=name, left=left))
        case facts.LaysDown():
            return WordedReason(words("ploc.why.lays-down", name=name))
        case facts.Grows(change, athletes):
            return WordedReason(words.some("ploc.why.grows", change, athletes=athletes))
        case facts.Eases(_, met, now):
            return WordedReason(words("ploc.why.eases", met=met, now=now))
        case facts.Rerolls(sixes):
            return WordedReason(words.some("ploc.why.rerolls", sixes))
        case facts.ChangesNothing() | facts.EvenChances():
            return None
        case facts.HitsMore(_, chance, now):
            return WordedReason(words("ploc.why.hits-more", share=words.percent(chance), now=now))
        case facts.Higher(die, chance):
            return WordedReason(words("ploc.why.higher", die=die, share=words.percent(chance)), minor=True)
        case facts.Triple(_, face, chance):
            return WordedReason(words("ploc.why.triple", face=face, share=words.percent(chance)))
        case facts.AllDiceUsed():
            return WordedReason(words("ploc.why.spent"))
        case facts.Safe(athletes):
            return WordedReason(words("ploc.why.safe", name=name, athletes=athletes))
        case facts.Leads(own, other):
            key = "ploc.why.leads" if own > other else "ploc.why.leads.tie"
            return WordedReason(words(key, own=own, other=other))
        case facts.Trails(own, other):
            return WordedReason(words("ploc.why.trails", own=own, other=other))
        case facts.Reconsiders(die):
            return WordedReason(words("ploc.why.reconsiders", die=die))
        case facts.Shrinks(lost, athletes):
            return WordedReason(words.some("ploc.why.shrinks", lost, athletes=athletes), against=True)
        case facts.Exposed(chance, athletes):
            share = words.percent(chance)
            return WordedReason(
                words.some("ploc.why.exposed", athletes, name=name, share=share), against=True
            )
        case facts.LosesMatch():
            return WordedReason(words("ploc.why.loses"), against=True)


# Dice that can hit


def hangs(words: Words, names: Names, view: View, seat: Seat | None) -> Danger:
    """Return which dice of the turn can hit now, and what the other village can do in its next turn.

    Spectators see it from the side on turn.
    """
    if view.outcome is not None:
        return Danger((words("ploc.hangs.over"),))
    own_seat = view.turn.seat if seat is None else seat
    danger = next_turn_danger(view.sides, own_seat)
    threat = _threat_text(words, names, view, own_seat, danger)
    return Danger(
        (_hits_text(words, names, view), threat),
        _heat(view, own_seat),
        (),
        _hit_arrows(view) if view.turn.seat == own_seat else (),
        tuple(
            (
                f"{1 - own_seat}{PLACES[place]}",
                words.percent(hit_chance(met, lying=not view.sides[own_seat].standing)),
            )
            for place, met in enumerate(view.sides[1 - own_seat].column)
        ),
    )


def _hits_text(words: Words, names: Names, view: View) -> str:
    """Return which dice of the turn can hit."""
    hits = sorted({die for die, _, _ in hits_now(view)}, reverse=True)
    name, other = names[view.turn.seat], names[1 - view.turn.seat]
    if not hits:
        return words("ploc.hangs.now.none", name=name)
    dice = words.join_list(tuple(map(str, hits)))
    return words.some("ploc.hangs.now", len(hits), name=name, other=other, dice=dice)


def _threat_text(words: Words, names: Names, view: View, own_seat: Seat, danger: NextTurnDanger) -> str:
    """Return what the other village can do in its next turn, from the current state."""
    name, other = names[own_seat], names[1 - own_seat]
    mean = words.decimal(danger.mean)
    if danger.finish:
        athletes = view.sides[own_seat].athletes
        share = words.percent(danger.finish)
        return words.some("ploc.hangs.finish", athletes, name=name, other=other, share=share, mean=mean)
    share = words.percent(danger.many)
    return words("ploc.hangs.next", name=name, other=other, share=share, mean=mean)


def _heat(view: View, own_seat: Seat) -> tuple[tuple[str, float], ...]:
    """Return the places of the other column, by how likely one die hits an athlete beside it."""
    lying = not view.sides[own_seat].standing
    return tuple(
        (f"{1 - own_seat}{PLACES[place]}", float(hit_chance(met, lying=lying)))
        for place, met in enumerate(view.sides[1 - own_seat].column)
    )


def _hit_arrows(view: View) -> tuple[str, ...]:
    """Return an arrow for each die that can hit, to the highest number that it beats."""
    column = view.sides[view.turn.seat].column
    ways = dict[int, int]()
    for die, place, _ in hits_now(view):
        if die not in ways or column[place] > column[ways[die]]:
            ways[die] = place
    return tuple(f"die {die}{WAY}{view.turn.seat}{PLACES[place]}" for die, place in ways.items())


# Losing actions


def loses(words: Words, names: Names, view: View, seat: Seat, action: Action) -> str:
    """Return what an action gives away for nothing, for a warning before it; empty if nothing."""
    lost = facts.loss(view, seat, action)
    if lost is None:
        return ""
    if lost.what == "berserk":
        return words.some("ploc.loses.berserk", lost.athletes, name=names[1 - seat])
    return words("ploc.loses.match", match=view.match, name=names[1 - seat])
