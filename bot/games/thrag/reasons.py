"""Reasons for actions of One Man, Thrag!, dangerous beasts, and losing actions, in words."""

from __future__ import annotations

from fractions import Fraction

from bot.games.thrag.narration import beast_name
from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.thrag import reasons as facts
from engine.thrag.mind.odds import coin_worths
from engine.thrag.model import BEASTS, TURNS, Action, Foe, Phase, Suit, Verb, View
from engine.thrag.position import index


def why(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """Return the reasons for and against a legal action, the weightiest first."""
    worded = (_phrase_reason(words, view, reason) for reason in facts.reasons(view, seat, action))
    return tuple(filter(None, worded))


def _phrase_reason(words: Words, view: View, reason: facts.Reason) -> WordedReason | None:  # noqa: C901, PLR0911, PLR0912 - a case a reason
    """Return a reason in words; none for what says nothing for this action."""
    match reason:
        case facts.Wins():
            return WordedReason(words("thrag.why.wins"))
        case facts.Slays(suit, chance, need, exact):
            foe = _beast(words, view, suit)
            if not need:
                return WordedReason(words("thrag.why.slays.die", beast=foe))
            if chance == 1:
                return WordedReason(words("thrag.why.slays.sure", beast=foe))
            share = _share(words, chance, exact=exact)
            return WordedReason(words("thrag.why.slays", beast=foe, share=share, need=need))
        case facts.LastOfSuit(suit):
            return WordedReason(words(f"thrag.why.last.{suit}"))
        case facts.SparesCoins():
            return WordedReason(words("thrag.why.spares"), minor=True)
        case facts.MustFight():
            return WordedReason(words("thrag.why.must"))
        case facts.Falls(suit, chance):
            share = words.percent(chance)
            if suit is Suit.BLACK:
                return WordedReason(words("thrag.why.falls.any", share=share))
            return WordedReason(words("thrag.why.falls", beast=_beast(words, view, suit), share=share))
        case facts.Betters(_, chance):
            return WordedReason(words("thrag.why.betters", share=words.percent(chance)))
        case facts.Keeps(left):
            if not left:
                return WordedReason(words("thrag.why.keeps.none"))
            return WordedReason(words("thrag.why.keeps", coins=words.join_list(tuple(map(str, left)))))
        case facts.Cheapest(exactly):
            return WordedReason(words("thrag.why.exact" if exactly else "thrag.why.cheapest"))
        case facts.Heals(chance):
            return WordedReason(words("thrag.why.heals", share=words.percent(chance)))
        case facts.NothingFree():
            return WordedReason(words("thrag.why.nothing-free"))
        case facts.TurnsLeft():
            return None
        case facts.Hurts(tenths, exact):
            key = "thrag.why.hurts.some" if tenths % 10 or not exact else "thrag.why.hurts"
            phrase = words(key, damage=words.decimal(Fraction(tenths, 10)))
            return WordedReason(phrase, against=True)
        case facts.Dies(chance, exact):
            key = "thrag.why.dies.sure" if chance == 1 else "thrag.why.dies"
            return WordedReason(words(key, share=_share(words, chance, exact=exact)), against=True)
        case facts.LastCoin():
            return WordedReason(words("thrag.why.last-coin"), against=True)


def _share(words: Words, chance: float, *, exact: bool) -> str:
    share = words.percent(chance)
    return share if exact else words("odds.about", share=share)


def _foe(view: View, suit: Suit) -> Foe:
    foe = view.foes[index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    return foe


def _beast(words: Words, view: View, suit: Suit) -> str:
    """Return a beast with its article, as the subject of a sentence."""
    return words(f"thrag.beast.{suit}.{_foe(view, suit).tile}.subject")


# Dangerous beasts


def hangs(words: Words, _names: Names, view: View, _seat: Seat | None) -> Danger:
    """Return what each standing beast can do to Thrag in one fight, and which fall to his die alone."""
    if view.outcome is not None:
        return Danger((words("thrag.hangs.over"),))
    if view.phase is Phase.PAY:
        return Danger((words("thrag.hangs.pay", damage=view.owed),))
    standing = [suit for suit, foe in zip(BEASTS, view.foes, strict=True) if foe is not None]
    free = [suit for suit in standing if _foe(view, suit).strength <= view.die]
    hard = [suit for suit in standing if suit not in free]
    first = " ".join(filter(None, (_free_line(words, view, free), _advice(words, view, free, hard))))
    return Danger(
        (first, *(_danger_line(words, view, suit) for suit in hard)),
        tuple((str(suit), _chance(view, suit)[1]) for suit in hard),
        (),
        tuple(map(str, free)),
        tuple(
            (f"odds {suit}", words.percent(_chance(view, suit)[0]))
            for suit in hard
            if view.coins[index(suit)] and _chance(view, suit)[0]
        ),
    )


def _free_line(words: Words, view: View, free: list[Suit]) -> str:
    """Return the beasts that fall to the die alone."""
    if not free:
        return words("thrag.hangs.none", die=view.die)
    named = words.join_list(tuple(_beast(words, view, suit) for suit in free))
    return words("thrag.hangs.free", die=view.die, beasts=named)


def _advice(words: Words, view: View, free: list[Suit], hard: list[Suit]) -> str:
    """Return what to do where a fight can kill: what is free, else what is safe; empty where none can."""
    risks = {suit: _chance(view, suit)[1] for suit in hard}
    if not any(risks.values()):
        return ""
    if free:
        return words("thrag.hangs.advice.free")
    least = min(hard, key=risks.__getitem__)
    beast = beast_name(words, least, _foe(view, least).tile)
    if not risks[least]:
        return words("thrag.hangs.advice.safe", beast=beast)
    may_stop = view.fights and view.turn < TURNS
    return words("thrag.hangs.advice.stop") if may_stop else words("thrag.hangs.advice.least", beast=beast)


def _danger_line(words: Words, view: View, suit: Suit) -> str:
    """Return what a beast needs, what a fight against it costs at most, and whether it can kill."""
    need = _foe(view, suit).strength - view.die
    slays, dies, exact = _chance(view, suit)
    values: dict[str, str | int] = {"beast": beast_name(words, suit, _foe(view, suit).tile), "need": need}
    if not any(view.coins):
        line = words("thrag.hangs.bare", **values)
    elif not slays:
        line = words("thrag.hangs.never", **values)
    else:
        line = words("thrag.hangs.coin", share=_share(words, slays, exact=exact), **values)
    if dies:
        line += " " + words("thrag.hangs.dies", share=_share(words, dies, exact=exact))
    return line


def _chance(view: View, suit: Suit) -> tuple[float, float, bool]:
    """Return how likely a beast falls in one fight with the best coin, and that Thrag dies of it."""
    pools = [suit] if view.coins[index(suit)] else [cost for cost in BEASTS if view.coins[index(cost)]]
    ways = [Action(Verb.FIGHT, suit, pool) for pool in pools] or [Action(Verb.FIGHT, suit)]
    life = sum(view.hit_points)
    chances = []
    for fight in ways:
        costs, exact = facts.damages(view, fight)
        dies = sum(cost > life for cost in costs) / len(costs)
        chances.append((costs.count(0) / len(costs), dies, exact))
    return max(chances, key=lambda cost: (cost[0], -cost[1]))


# Losing actions


def loses(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> str:
    """Return what an action gives away for nothing, for a warning before it; empty if nothing."""
    lost = facts.loss(view, seat, action)
    if lost is None:
        return ""
    match lost.what:
        case "coin":
            beast = _beast(words, view, lost.suit or Suit.RED)
            return words("thrag.loses.coin", beast=beast, die=view.die)
        case "points":
            return words.some("thrag.loses.points", lost.points)
        case _:
            exact = action.spent is None or coin_worths(view, action.spent)[1]
            key = "thrag.loses.life.sure" if lost.chance == 1 else "thrag.loses.life"
            return words(key, share=_share(words, lost.chance, exact=exact))
