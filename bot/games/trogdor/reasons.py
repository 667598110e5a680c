"""Why an action of Trogdor!! is advised, where he is in danger, and what an action gives away, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.games.trogdor.narration import item_title, title
from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.trogdor import facts
from engine.trogdor.board import SQUARES, Square, Walker, name
from engine.trogdor.cards import Card
from engine.trogdor.danger import Striker, bare_risk, risk, strikers
from engine.trogdor.legality import steps
from engine.trogdor.model import Action, Phase, View
from engine.trogdor.position import walkers
from engine.trogdor.reasons import loss, reasons
from render.kit.hint import WAY

SAFEST: Final = 3
"""So many of the safest squares are named."""


def why(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """What speaks for and against a legal action, the weightiest first."""
    return tuple(_phrase_reason(words, reason) for reason in reasons(view, seat, action))


def _phrase_reason(words: Words, reason: facts.Reason) -> WordedReason:  # noqa: C901, PLR0911, PLR0912, PLR0914, PLR0915
    """A reason in words."""
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
        case facts.Safer(square, chance, before):
            return WordedReason(
                _risk_change(words, "trogdor.why.safer", square, chance, before), good=(name(square),)
            )
        case facts.Stays(square, chance, by):
            if not chance:
                return WordedReason(words("trogdor.why.stays.safe", square=name(square)))
            share = words.percent(chance)
            phrase = words("trogdor.why.stays", square=name(square), share=share)
            return WordedReason(phrase, minor=True, danger=_arrows(by, square))
        case facts.Rages(square):
            return WordedReason(words("trogdor.why.rages", square=name(square)))
        case facts.Finds(square, what):
            return WordedReason(words(f"trogdor.why.finds.{what}", square=name(square)))
        case facts.Nears(square, what, steps):
            phrase = words.some(f"trogdor.why.nears.{what}", steps, square=name(square))
            return WordedReason(phrase, good=(name(square),))
        case facts.MovesKnight(target):
            return WordedReason(words("trogdor.why.carries", square=name(target)), minor=True)
        case facts.Swaps((one, other)):
            return WordedReason(words("trogdor.why.swaps", one=name(one), other=name(other)), minor=True)
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
    """Who strikes: `, by the archer (a2) or a knight (c1, e4)`; nothing where that is nobody."""
    squares = dict[Walker, list[str]]()
    for one in by:
        who = Walker.FIRST_KNIGHT if one.who is Walker.SECOND_KNIGHT else one.who
        squares.setdefault(who, []).append(name(one.square))
    told = [words(f"trogdor.why.who.{who}", square=", ".join(where)) for who, where in squares.items()]
    if not told:
        return ""
    first, *more = told
    for other in more:
        first = words("trogdor.why.or", one=first, other=other)
    return words("trogdor.why.by", who=first)


def _arrows(by: Iterable[Striker], square: Square) -> tuple[str, ...]:
    """An arrow from each of those who can strike to where they would."""
    return tuple(dict.fromkeys(_arrow(one.square, square) for one in by if one.square != square))


def _arrow(start: Square, end: Square) -> str:
    return f"{name(start)}{WAY}{name(end)}"


# Where he is in danger


def hangs(words: Words, _names: Names, view: View, _seat: Seat | None) -> Danger:
    """How likely he is struck on every square, as he comes or in the land's next turn, and by whom here."""
    if view.outcome is not None or not view.coming:
        return Danger((words("trogdor.hangs.over"),))
    here = view.board.trogdor
    shut = {where for _, where in walkers(view.board)} - {here}  # a knight there strikes him as he comes
    shares = {square: 1.0 if square in shut else bare_risk(view, square) for square in SQUARES}
    by = strikers(view, here)
    lines = (_here_line(words, view, by), _elsewhere_line(words, shares, here))
    return Danger(
        lines,
        tuple(_worse_squares(shares, here)),
        () if not risk(view, here) else _arrows(by, here),
        tuple(name(square) for square in _reachable_squares(view) if shares[square] < shares[here]),
        tuple((name(square), words.percent(share)) for square, share in shares.items() if share),
    )


def _worse_squares(shares: dict[Square, float], here: Square) -> Iterator[tuple[str, float]]:
    """Where he stands, if he can be struck there, and where it is worse, up to the worst."""
    most = max(shares.values())
    for square, share in shares.items():
        if share > shares[here]:
            yield name(square), (share - shares[here]) / (most - shares[here])
        elif square == here and share:
            yield name(square), 0.0


def _reachable_squares(view: View) -> Iterator[Square]:
    """Where a step leads him."""
    if view.phase is Phase.CHOOSE or (view.phase is Phase.ACT and view.turn.points):
        yield from (square for _, square in steps(view))


def _here_line(words: Words, view: View, by: tuple[Striker, ...]) -> str:
    """How he stands, and who could strike him there."""
    here, turn = view.board.trogdor, view.turn
    share, chance = words.percent(bare_risk(view, here)), bare_risk(view, here)
    if view.board.hiding:
        return words("trogdor.hangs.hiding", square=name(here))
    if turn.card is Card.BLOCK and not turn.plain:
        return words("trogdor.hangs.block", square=name(here))
    if not chance:
        return words("trogdor.hangs.safe", square=name(here))
    key = "trogdor.hangs.here" if view.board.health else "trogdor.hangs.here.last"
    return words(key, square=name(here), share=share, by=_strikers_text(words, by))


def _elsewhere_line(words: Words, shares: dict[Square, float], here: Square) -> str:
    """The safest squares and the most dangerous one."""
    others = {square: share for square, share in shares.items() if square != here}
    least, most = min(others.values()), max(others.values())
    safest = tuple(name(square) for square, share in others.items() if share == least)
    worst = next(square for square, share in others.items() if share == most)
    named = words.join_list(safest[:SAFEST])
    ends = {"squares": named, "worst": name(worst), "most": words.percent(most)}
    if not least:
        key = "trogdor.hangs.elsewhere.safe" if len(safest) <= SAFEST else "trogdor.hangs.elsewhere.some"
        return words(key, **ends)
    return words("trogdor.hangs.elsewhere", least=words.percent(least), **ends)


# What would be given away


def loses(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> str:
    """What an action gives away for nothing, for a warning before it; empty if there is nothing to say."""
    found = loss(view, seat, action)
    if found is None:
        return ""
    match found.what:
        case "knights":
            return words("trogdor.loses.knights", square=name(found.square))
        case "points":
            return words.some(f"trogdor.loses.points.{found.find}", found.points, square=name(found.square))
        case _:
            share = words.percent(found.chance)
            if found.find == "hide":
                return words("trogdor.loses.hide", square=name(found.square), share=share)
            instead = found.square if found.instead is None else found.instead
            less = words.percent(found.instead_chance)
            values = {"square": name(found.square), "share": share, "other": name(instead), "less": less}
            return words("trogdor.loses.struck", **values)
