"""The messages of a review: its picture, its text, and a board for each decision."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Final

from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    game_title,
    names_of,
    panel_layout,
    picture_gallery,
    picture_names,
    plain_names,
)
from bot.discord.keyboard import Row
from bot.features.reviews.service import Reviews
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import reasons_to_show
from bot.kernel.clicks import Person
from bot.kernel.errors import Refused
from bot.kernel.feature import Feature
from bot.kernel.session import Session, Shown
from bot.kernel.tables.seats import is_for_one, players_as_of, seat_of
from bot.minds.analysis import Analysis, ChanceSwing, Slip, value_for_seat
from bot.store import Status, Table, bot_name
from bot.ui.play.board_layout import sheet_of
from bot.words import Names, Words
from bot.words.menu import Menu
from bot.words.reasons import describe_reasons
from engine.core import Seat
from engine.replay import LogPosition, effective_positions
from render.kit.cache import Cache
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.review.graph import ReviewCurve
from render.review.paint import ReviewPicture, TurningPoint, review

PRAISED: Final = 0.02
"""The least rise of a player's chances for which a move is praised."""


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """A finished game with its effective positions (`way`) and its analysis.

    `seat` is that of a user who looks in private: their own decisions come first.
    """

    words: Words
    table: Table
    entry: AnyEntry
    way: tuple[LogPosition, ...]
    analysis: Analysis
    seat: Seat | None = None
    features: Sequence[Feature] = ()

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The decisions to show, in order."""
        return self.analysis.dearest_slips(self.seat)

    @property
    def reviewer(self) -> str:
        """The name of the bot that made the analysis."""
        return bot_name(self.analysis.level)

    @property
    def wins_together(self) -> bool:
        """Whether all players win or lose together, or there is only one."""
        return self.entry.game.cooperative or is_for_one(self.entry.game)

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_title(self.words, self.entry.game.title, self.table.deal)

    @property
    def filename(self) -> str:
        """The name of the picture's file."""
        return f"{self.table.code}-{self.table.revision}-review.png"

    def before(self, ply: int) -> LogPosition:
        """The position that a line of the log was played on."""
        return self.way[bisect_left(self.way, ply, key=attrgetter("ply")) - 1]

    def slip(self, at: str) -> Slip | None:
        """The decision with this number, as in a control; none if there is no such one."""
        return {str(number): slip for number, slip in enumerate(self.analysis.slips, 1)}.get(at)

    def curve_name(self, names: Names) -> str:
        """The name of the player or players whose chances the curve shows."""
        return self.words.join_list(names) if self.wins_together else names[0]


async def analysed_game(
    words: Words, session: Session, table: Table, person: Person | None = None
) -> AnalysedGame | None:
    """A game with its analysis, in these words; none where there is no review.

    `person` is the user, if the message is for them alone.
    """
    analysis = await session.service(Reviews).find_review(table)
    if analysis is None:
        return None
    try:
        positions = await session.history.shown_positions(table)
    except Refused:  # today's rules do not allow the reviewed log
        return None
    seat = None if person is None else seat_of(table, person)
    entry, effective = session.catalogue[table.game], effective_positions(positions)
    return AnalysedGame(words, table, entry, effective, analysis, seat, session.features)


NamesAt = Callable[[Table], Names]
"""The names of the players at a table, with or without markdown."""


async def review_page(analysed: AnalysedGame, ways: Sequence[Row]) -> Message:
    """The review as a message of its own, with these buttons."""
    words = analysed.words
    panel = Panel(accent_colour=WALNUT)
    add_review(panel, analysed, words("seen.title", game=analysed.title))
    return Message(panel_layout(panel, ways), await picture_of(analysed), analysed.filename)


def add_review(panel: Panel, analysed: AnalysedGame, title: str) -> None:
    """Add the review to the end of a message's panel."""
    panel.add_item(Text("\n".join((title, *_praise_lines(analysed)))))
    panel.add_item(picture_gallery(analysed.filename, _alt_text(analysed)))
    lines, count = list(_finding_lines(analysed, names_of, "seen.slip")), len(analysed.slips)
    if count:  # a text of its own, else the next one would become part of this list
        panel.add_item(Text("\n".join(lines[:count])))
    panel.add_item(Text("\n".join((*lines[count:], *_explanation_lines(analysed)))))


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """The decision of a button, its number in the message, and whether the answer is shown."""

    number: int
    slip: Slip
    answered: bool = False


def decision_message(analysed: AnalysedGame, decided: ShownDecision, ways: Sequence[Row]) -> Message:
    """One decision with a large board and its buttons; it takes some tenths of a second.

    The better move is told and marked only once the user asks for it.
    """
    words, table, slip = analysed.words, analysed.table, decided.slip
    answered = "-answer" if decided.answered else ""
    filename = f"{table.code}-{table.revision}-review-{decided.number}{answered}.png"
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(
        Text(words("seen.board.title", game=analysed.title, when=_moment_text(analysed, slip.ply)))
    )
    panel.add_item(picture_gallery(filename, _board_alt(analysed, decided)))
    panel.add_item(Text("\n".join(filter(None, _decision_lines(analysed, decided)))))
    entry, (sheet, state) = analysed.entry, marked_board(analysed, slip, answered=decided.answered)
    data = png(entry.drawing.paint(entry.game.view(state, None), sheet))
    return Message(panel_layout(panel, ways), data, filename)


def _board_alt(analysed: AnalysedGame, decided: ShownDecision) -> str:
    """The alternative text of a decision's board."""
    words, slip = analysed.words, decided.slip
    if decided.answered:
        better = _describe_line(analysed, slip, slip.better)
        return words("seen.board.alt", game=analysed.title, better=better)
    return words(
        "seen.board.alt.asked", game=analysed.title, action=_describe_line(analysed, slip, slip.action)
    )


def _decision_lines(analysed: AnalysedGame, decided: ShownDecision) -> Iterator[str]:
    """The text of one decision."""
    words, slip = analysed.words, decided.slip
    names = names_of(players_as_of(analysed.table, slip.ply))
    if not decided.answered:
        yield _slip_line(analysed, decided.number, slip, names, "seen.slip.asked")
        yield words("seen.board.ask")
        return
    yield _slip_line(analysed, decided.number, slip, names, "seen.slip.answer")
    yield from _reason_lines(analysed, slip, names)
    yield _chances_text(analysed, slip, names)
    yield words("seen.board.marks")


# Texts


def _praise_lines(analysed: AnalysedGame) -> Iterator[str]:
    """The move that helped its player most, luck left out; nothing if none did."""
    if (best := best_move(analysed)) is None:
        return
    before, after, rise = best
    names = names_of(players_as_of(analysed.table, after.ply))
    seat = after.seat or 0
    yield analysed.words(
        "seen.praise",
        when=_moment_text(analysed, after.ply),
        name=names[seat],
        action=_describe_action(analysed, after.ply, seat, before.state, after.action),
        gain=analysed.words.percent(rise),
    )


def best_move(analysed: AnalysedGame) -> tuple[LogPosition, LogPosition, float] | None:
    """The positions around the move that raised its player's chances most without luck, and by how much."""
    stood = dict(zip(analysed.analysis.plies, analysed.analysis.standings, strict=True))
    lucky = {luck.ply for luck in analysed.analysis.lucks}
    rises = list[tuple[LogPosition, LogPosition, float]]()
    for before, after in pairwise(analysed.way):
        known = before.ply in stood and after.ply in stood
        if not known or after.seat is None or after.action is None or after.ply in lucky:
            continue
        together, seat = analysed.wins_together, after.seat
        old, new = (value_for_seat(stood[at.ply], seat, together=together) for at in (before, after))
        rises.append((before, after, new - old))
    great = [rise for rise in rises if rise[2] >= PRAISED]
    return max(great, key=itemgetter(2), default=None)


def _finding_lines(analysed: AnalysedGame, names_at: NamesAt, key: str) -> Iterator[str]:
    """The decisions that cost most, in the words of a `key`, and the lucky moments."""
    words, table, slips = analysed.words, analysed.table, analysed.slips
    for number, slip in enumerate(slips, 1):
        yield _slip_line(analysed, number, slip, names_at(players_as_of(table, slip.ply)), key)
    if not slips:
        yield words("seen.none", mind=analysed.reviewer)
    for luck in analysed.analysis.lucks:
        yield _luck_line(analysed, luck, names_at(players_as_of(table, luck.ply)))


def _explanation_lines(analysed: AnalysedGame) -> Iterator[str]:
    """Whose chances are shown, and what the figures mean."""
    words = analysed.words
    yield words("seen.eyes", mind=analysed.reviewer, name=analysed.curve_name(names_of(analysed.table)))
    if analysed.slips:
        yield words("seen.brackets")
        yield words("seen.marks")


def _slip_line(analysed: AnalysedGame, number: int, slip: Slip, names: Names, key: str) -> str:
    """A decision: `seen.slip` hides the better move behind a spoiler, `.asked` says what it was worth."""
    return analysed.words(
        key,
        number=number,
        when=_moment_text(analysed, slip.ply),
        name=names[slip.seat],
        action=_describe_line(analysed, slip, slip.action),
        worth=analysed.words.percent(slip.worth),
        better=_describe_line(analysed, slip, slip.better),
        best=analysed.words.percent(slip.best),
    )


def _moment_text(analysed: AnalysedGame, ply: int) -> str:
    """The moment, as the game counts it: `Battle 2, move 4`."""
    words, moment = analysed.words, analysed.entry.speech.moment
    if moment is None:
        return words("review.moment", ply=ply)
    return moment(words, analysed.before(ply).state)


def _describe_line(analysed: AnalysedGame, slip: Slip, line: str) -> str:
    """A line of a decision in words."""
    state = analysed.before(slip.ply).state
    return _describe_action(analysed, slip.ply, slip.seat, state, analysed.entry.game.parse(line, state))


def _describe_action(analysed: AnalysedGame, ply: int, seat: Seat, state: object, action: object) -> str:
    """An action of a seat in words."""
    names = plain_names(players_as_of(analysed.table, ply))
    return analysed.entry.speech.describe(analysed.words, names, state, seat, action)


def _reason_lines(analysed: AnalysedGame, slip: Slip, names: Names) -> Iterator[str]:
    """The reasons for the better move; and to the player who decided, what they gave away."""
    words, entry, state = analysed.words, analysed.entry, analysed.before(slip.ply).state
    view = entry.game.view(state, slip.seat)
    better, played = (entry.game.parse(line, state) for line in (slip.better, slip.action))
    yield describe_reasons(words, reasons_to_show(words, names, entry, state, slip.seat, better))
    if entry.help.loses is not None and analysed.seat == slip.seat:
        yield entry.help.loses(words, names, view, slip.seat, played)


def _chances_text(analysed: AnalysedGame, slip: Slip, names: Names) -> str:
    """The chances of the player before and after the decision."""
    before, after = analysed.words.percent(slip.before), analysed.words.percent(slip.after)
    return analysed.words("seen.board.stood", name=names[slip.seat], before=before, after=after)


def _luck_line(analysed: AnalysedGame, luck: ChanceSwing, names: Names) -> str:
    """What chance brought, from the side that it helped; for all players in a cooperative game."""
    words, up = analysed.words, luck.after > luck.before
    if analysed.wins_together:
        shares = words.percent(luck.before), words.percent(luck.after)
        key = "seen.luck.good" if up else "seen.luck.bad"
        return words(key, when=_moment_text(analysed, luck.ply), before=shares[0], after=shares[1])
    seat = 0 if up else 1
    before, after = (
        words.percent(value_for_seat(value, seat, together=False)) for value in (luck.before, luck.after)
    )
    return words(
        "seen.luck", when=_moment_text(analysed, luck.ply), name=names[seat], before=before, after=after
    )


def _alt_text(analysed: AnalysedGame) -> str:
    """The alternative text of the picture."""
    words, standings = analysed.words, analysed.analysis.standings
    return words(
        "seen.alt",
        game=analysed.title,
        first=words.percent(standings[0]),
        last=words.percent(standings[-1]),
        moves=" ".join(_finding_lines(analysed, plain_names, "seen.slip.asked")),
    )


async def picture_of(analysed: AnalysedGame) -> bytes:
    """The picture as PNG: about fifty milliseconds, unless it is cached."""
    shown = ("review", analysed.words, analysed.analysis, analysed.slips)
    return await cached_picture(analysed.table, shown, lambda: png(review(_portrait(analysed))))


LATELY: Final = Cache(8 << 20)
"""Cached pictures of finished games, some two hundred: with its review a card is sent again.

They have a cache of their own: in a busy minute boards would evict them.
"""


async def cached_picture(table: Table, shown: Hashable, paint: Callable[[], bytes]) -> bytes:
    """The picture of a finished game, from the cache or painted in a thread.

    `shown` is its content. New player names, or a game that went on, make another key.
    """
    key = (table.code, table.head, table.state, table.terms.day, table.players, shown)
    picture: bytes | None = LATELY.get(key)
    if picture is None:
        picture = await asyncio.to_thread(paint)
        LATELY.put(key, picture)
    return picture


def _portrait(analysed: AnalysedGame) -> ReviewPicture:
    words, table = analysed.words, analysed.table
    sheet = Sheet(table.code, "", analysed.title, words("seen.head"), say=words)
    moments = tuple(_moment(analysed, slip) for slip in analysed.slips)
    return ReviewPicture(sheet, _course(analysed), moments, words("seen.none", mind=analysed.reviewer))


def _course(analysed: AnalysedGame) -> ReviewCurve:
    """The curve, with the parts of the game and the decisions."""
    names = picture_names(analysed.words, plain_names(analysed.table))
    plies = analysed.analysis.plies
    places = [plies.index(slip.ply) for slip in analysed.slips]
    lower = "" if analysed.wins_together else names[1]
    return ReviewCurve(
        analysed.analysis.standings,
        analysed.curve_name(names),
        lower,
        tuple(_part_labels(analysed)),
        tuple(places),
        (analysed.words.percent(0), analysed.words.percent(0.5), analysed.words.percent(1)),
    )


def _part_labels(analysed: AnalysedGame) -> Iterator[tuple[int, str]]:
    """The start and name of each part of the game."""
    if analysed.entry.speech.chapter is None:
        return
    states, last = {position.ply: position.state for position in analysed.way}, ""
    for place, ply in enumerate(analysed.analysis.plies):
        label = analysed.entry.speech.chapter(analysed.words, states[ply])
        if label != last:
            yield place, label
        last = label


def _moment(analysed: AnalysedGame, slip: Slip) -> TurningPoint:
    words, entry = analysed.words, analysed.entry
    sheet, state = marked_board(analysed, slip, answered=False)
    name = picture_names(words, plain_names(players_as_of(analysed.table, slip.ply)))[slip.seat]
    whose = words("seen.picture.cost", name=name, cost=words.percent(cost(slip)))
    return TurningPoint(
        entry.drawing.paint(entry.game.view(state, None), sheet), _moment_text(analysed, slip.ply), whose
    )


def cost(slip: Slip) -> Fraction:
    """The cost of a decision, as the difference of the rounded figures below."""
    best, worth = (Decimal(str(share)).quantize(Decimal("0.01")) for share in (slip.best, slip.worth))
    return Fraction(best - worth)


def marked_board(analysed: AnalysedGame, slip: Slip, *, answered: bool) -> tuple[Sheet, object]:
    """The sheet and state of a decision's board, with the played move marked; the better if `answered`."""
    game, before = analysed.entry.game, analysed.before(slip.ply)
    then = replace(players_as_of(analysed.table, slip.ply), status=Status.PLAYING)
    sheet = sheet_of(analysed.words, Shown(then, analysed.entry, before.state, new_turn=False), Menu())
    hinted = analysed.entry.drawing.action_places
    if hinted is None:
        return sheet, before.state
    view = game.view(before.state, slip.seat)
    better, played = (hinted(view, game.parse(line, before.state)) for line in (slip.better, slip.action))
    return replace(sheet, hinted=better if answered else (), played=played), before.state
