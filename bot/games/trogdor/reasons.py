"""Reasons for actions of Trogdor!!, dangerous squares, and losing actions, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.games.trogdor.narration import item_title, title
from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.trogdor import facts
from engine.trogdor.board import Square, Walker, name
from engine.trogdor.cards import Card
from engine.trogdor.danger import Striker, risk, strikers
from engine.trogdor.legality import steps
from engine.trogdor.model import Action, Phase, View
from engine.trogdor.position import walkers
from engine.trogdor.reach import reachable_squares
from engine.trogdor.reasons import loss, reasons
from render.kit.hint import WAY

SAFEST: Final = 3
"""The most safe squares that are named."""


def why(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """Return the reasons for and against a legal action, the weightiest first."""
    return tuple(filter(None, (_phrase_reason(words, reason) for reason in reasons(view, seat, action))))


def _phrase_reason(words: Words, reason: facts.Reason) -> WordedReason | None:  # noqa: C901, PLR0911, PLR0912, PLR0914, PLR0915
    """Return a reason in words; none for what the action's description says already."""
    match reason:
        case facts.Wins():
            return WordedReason(words("trogdor.why.wins"))
        case facts.Burns(squares, left):
            burned = words.join_list(tuple(map(name, squares)))
            if not left:
                return WordedReason(words("trogdor.why.burns.last", squares=burned), good=_places(squares))
            return WordedReason(words.some("trogdor.why.burns", left, squares=burned), good=_places(squares))
        case facts.Torches(square, left):
            if not left:
                return WordedReason(
                    words("trogdor.why.torches.last", square=name(square)), good=(name(square),)
                )
            phrase = words.some("trogdor.why.torches", left, square=name(square))
            return WordedReason(phrase, good=(name(square),))
        case facts.Lights(square, _):
            return WordedReason(words("trogdor.why.lights", square=name(square)), good=(name(square),))
        case facts.Scorches(tenths):
            return WordedReason(words("trogdor.why.scorches", tiles=words.decimal(tenths / 10)))
        case facts.Heals(health, square):
            good = () if square is None else (name(square),)
            return WordedReason(words("trogdor.why.heals", health=health), good=good)
        case facts.Gains(points):
            return WordedReason(words.some("trogdor.why.gains", points))
        case facts.Keeps(card):
            return WordedReason(words("trogdor.why.keeps", card=title(words, card)))
        case facts.Gets(card):
            return WordedReason(words("trogdor.why.gets", card=title(words, card)))
        case facts.Shields(square, chance):
            if not chance:
                return WordedReason(words("trogdor.why.shields.sure", square=name(square)))
            return WordedReason(
                words("trogdor.why.shields", square=name(square), share=words.percent(chance))
            )
        case facts.Safer(_, chance, before) | facts.Riskier(_, chance, before, _) if words.percent(
            chance
        ) == words.percent(before):
            return None
        case facts.Safer(square, chance, before):
            return WordedReason(
                _risk_change(words, "trogdor.why.safer", square, chance, before), good=(name(square),)
            )
        case facts.StaysSafe(square):
            return WordedReason(words("trogdor.why.stays.safe", square=name(square)))
        case facts.Rages(square):
            return WordedReason(words("trogdor.why.rages", square=name(square)))
        case facts.Finds(square, what):
            return WordedReason(words(f"trogdor.why.finds.{what}", square=name(square)))
        case facts.Nears(square, what, steps):
            phrase = words.some(f"trogdor.why.nears.{what}", steps, square=name(square))
            return WordedReason(phrase, good=(name(square),))
        case facts.MovesKnight() | facts.Swaps():
            return None
        case facts.Parries(item):
            return WordedReason(words("trogdor.why.parries", item=item_title(words, item)))
        case facts.Holds(item):
            return WordedReason(words("trogdor.why.holds", item=item_title(words, item)))
        case facts.Marches(_, repairs, _):
            if not repairs:
                return WordedReason(words("trogdor.why.marches.none"))
            where = words.join_list(_places(repairs))
            phrase = words.some("trogdor.why.marches", len(repairs), squares=where)
            return WordedReason(phrase, danger=_places(repairs))
        case facts.Comes(_, repairs):
            if not repairs:
                return WordedReason(words("trogdor.why.comes.none"))
            where = words.join_list(_places(repairs))
            phrase = words.some("trogdor.why.comes", len(repairs), squares=where)
            return WordedReason(phrase, danger=_places(repairs))
        case facts.NoPointsLeft():
            return WordedReason(words("trogdor.why.spent"))
        case facts.WalksInto(square, knights):
            phrase = words.some("trogdor.why.walks-into", knights, square=name(square))
            return WordedReason(phrase, against=True, danger=(name(square),))
        case facts.Riskier(square, chance, before, by):
            phrase = _risk_change(words, "trogdor.why.riskier", square, chance, before)
            return WordedReason(phrase, against=True, danger=_arrows(by, square))
        case facts.EndsInDanger(square, chance, last, by):
            key = "trogdor.why.struck.last" if last else "trogdor.why.struck"
            share = words.percent(chance)
            phrase = words(key, square=name(square), share=share, by=_strikers_text(words, by))
            return WordedReason(phrase, against=True, danger=_arrows(by, square))
        case facts.Wastes(points, square, what):
            phrase = words.some(f"trogdor.why.wastes.{what}", points, square=name(square))
            return WordedReason(phrase, against=True)


def _places(squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(map(name, squares))


def _risk_change(words: Words, key: str, square: Square, chance: float, before: float) -> str:
    share, instead = words.percent(chance), words.percent(before)
    return words(key, square=name(square), share=share, before=instead)


def _strikers_text(words: Words, by: Iterable[Striker]) -> str:
    """Return the attackers: `, by the archer (a2) or a knight (c1, e4)`; empty without any."""
    squares = dict[Walker, list[str]]()
    for striker in by:
        who = Walker.FIRST_KNIGHT if striker.who is Walker.SECOND_KNIGHT else striker.who
        squares.setdefault(who, []).append(name(striker.square))
    attackers = [words(f"trogdor.why.who.{who}", square=", ".join(where)) for who, where in squares.items()]
    if not attackers:
        return ""
    first, *more = attackers
    for other in more:
        first = words("trogdor.why.or", one=first, other=other)
    return words("trogdor.why.by", who=first)


def _arrows(by: Iterable[Striker], square: Square) -> tuple[str, ...]:
    """Return an arrow from each attacker to the square."""
    return tuple(dict.fromkeys(_arrow(striker.square, square) for striker in by if striker.square != square))


def _arrow(start: Square, end: Square) -> str:
    return f"{name(start)}{WAY}{name(end)}"


# Dangerous squares


def hangs(words: Words, _names: Names, view: View, _seat: Seat | None) -> Danger:
    """Return the chance of a strike where he stands, and where he can go this turn; and the attackers here.

    The chances are those of the odds. Percentages stand only where they help to decide: on his square, on
    those that a step leads to, and on the safest ones that are named.
    """
    if view.outcome is not None or not view.coming:
        return Danger((words("trogdor.hangs.over"),))
    here = view.board.trogdor
    by = strikers(view, here)
    if _is_safe_anywhere(view):
        return Danger((_here_line(words, view, by),), here=name(here))
    near = tuple(_next_squares(view))
    shares = {square: arrival_risk(view, square) for square in sorted({*reachable_squares(view), *near})}
    shown = [square for square in shares if square in (here, *near, *_safest(shares, here)[:SAFEST])]
    return Danger(
        tuple(filter(None, (_here_line(words, view, by), _elsewhere_line(words, shares, here)))),
        tuple(_worse_squares(shares, here, near)),
        _arrows(by, here) if shares[here] else (),
        tuple(name(square) for square in near if shares[square] < shares[here]),
        tuple((name(square), words.percent(shares[square])) for square in shown),
        name(here),
    )


def _is_safe_anywhere(view: View) -> bool:
    """Return whether nothing can strike him this turn: he hides, or Block protects him."""
    return view.board.hiding or (view.turn.card is Card.BLOCK and not view.turn.plain)


def arrival_risk(view: View, square: Square) -> float:
    """Return the chance of a strike if he goes to a square; certain where a knight hits him at once."""
    invisible = view.turn.card is Card.INVISIBILITY and not view.turn.plain
    knights = () if invisible or square == view.board.trogdor else walkers(view.board)
    return 1.0 if any(where == square for _, where in knights) else risk(view, square)


def _worse_squares(
    shares: dict[Square, float], here: Square, near: Sequence[Square]
) -> Iterator[tuple[str, float]]:
    """Yield his square, if he can be struck there, and worse ones in reach, relative to the worst."""
    most = max(shares.values())
    for square in sorted((here, *near)):
        if shares[square] > shares[here]:
            yield name(square), (shares[square] - shares[here]) / (most - shares[here])
        elif square == here and shares[here]:
            yield name(square), 0.0


def _next_squares(view: View) -> Iterator[Square]:
    """Yield the squares that a step leads to."""
    if view.phase is Phase.CHOOSE or (view.phase is Phase.ACT and view.turn.points):
        yield from (square for _, square in steps(view))


def _safest(shares: dict[Square, float], here: Square) -> tuple[Square, ...]:
    """Return the other squares with the least chance."""
    others = {square: share for square, share in shares.items() if square != here}
    least = min(others.values(), default=0.0)
    return tuple(square for square, share in others.items() if share == least)


def _here_line(words: Words, view: View, by: tuple[Striker, ...]) -> str:
    """Return his situation, and who could strike him there."""
    here = view.board.trogdor
    chance = risk(view, here)
    if view.board.hiding:
        return words("trogdor.hangs.hiding", square=name(here))
    if _is_safe_anywhere(view):
        return words("trogdor.hangs.block", square=name(here))
    if not chance:
        return words("trogdor.hangs.safe", square=name(here))
    key = "trogdor.hangs.here" if view.board.health else "trogdor.hangs.here.last"
    return words(key, square=name(here), share=words.percent(chance), by=_strikers_text(words, by))


def _elsewhere_line(words: Words, shares: dict[Square, float], here: Square) -> str:
    """Return the safest squares in reach and the most dangerous one; empty if he can go nowhere."""
    others = {square: share for square, share in shares.items() if square != here}
    if not others:
        return ""
    least, most = min(others.values()), max(others.values())
    if words.percent(least) == words.percent(most):
        return words("trogdor.hangs.elsewhere.alike", share=words.percent(least))
    safest = tuple(map(name, _safest(shares, here)))
    worst = next(square for square, share in others.items() if share == most)
    named = words.join_list(safest[:SAFEST])
    ends = {"squares": named, "worst": name(worst), "most": words.percent(most)}
    if not least:
        key = "trogdor.hangs.elsewhere.safe" if len(safest) <= SAFEST else "trogdor.hangs.elsewhere.some"
        return words(key, **ends)
    return words("trogdor.hangs.elsewhere", least=words.percent(least), **ends)


# Losing actions


def loses(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> str:
    """Return what an action gives away for nothing, for a warning before it; empty if nothing."""
    lost = loss(view, seat, action)
    if lost is None:
        return ""
    match lost.what:
        case "knights":
            return words("trogdor.loses.knights", square=name(lost.square))
        case "points":
            return words.some(f"trogdor.loses.points.{lost.find}", lost.points, square=name(lost.square))
        case _:
            share = words.percent(lost.chance)
            if lost.find == "hide":
                return words("trogdor.loses.hide", square=name(lost.square), share=share)
            instead = lost.square if lost.instead is None else lost.instead
            less = words.percent(lost.instead_chance)
            values = {"square": name(lost.square), "share": share, "other": name(instead), "less": less}
            return words("trogdor.loses.struck", **values)
