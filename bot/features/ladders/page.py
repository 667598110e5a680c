"""The ladder of a month, as `/stats` shows it, and the podium at its end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from bot.discord.command import OFFERED
from bot.discord.frame import escape_markdown
from bot.discord.points import PODIUM, format_half_points
from bot.discord.request import Request
from bot.features.ladders.model import AGAINST_ONE, Rung
from bot.features.ladders.service import Ladders, Season
from bot.kernel.clicks import in_channel
from bot.kernel.feature import StatsView
from bot.kernel.months import is_month, month_of
from bot.kernel.session import Session
from bot.ui.table.lines import lines_that_fit
from bot.words import Words

MONTH: Final = "month"

ROOM: Final = 3000
"""The most characters of the lines of a month, over all games."""


async def _month_view(request: Request, month: str) -> tuple[str | None, Mapping[str, str]]:
    ladders = request.session.service(Ladders)
    seasons = await in_channel(request.click, lambda place: ladders.seasons(place, month))
    text = seasons_text(request.words, request.session, month, seasons) if seasons else None
    return text, await _months(request, month)


def _empty_text(words: Words, month: str) -> str:
    return words("season.none", month=_month_name(words, month))


async def _months(request: Request, current: str) -> Mapping[str, str]:
    """The months in which duels were finished, and the one that is shown, as people say them."""
    ladders = request.session.service(Ladders)
    months = await in_channel(request.click, lambda place: ladders.months(place, OFFERED - 1))
    return {month: _month_name(request.words, month) for month in sorted({*months, current}, reverse=True)}


def _month_name(words: Words, month: str) -> str:
    """A month as people say it."""
    return words.month(dt.date.fromisoformat(f"{month}-01"))


def seasons_text(
    words: Words, session: Session, month: str, seasons: Sequence[Season], *, podium: bool = False
) -> str:
    """The ladders of a month; of a `podium` the first three places alone."""
    key = "season.over" if podium else "season"
    lines = [words(key, month=_month_name(words, month))]
    for one in seasons:
        title = session.catalogue[one.game].game.title
        rungs = [rung for rung in one.rungs if rung.place <= PODIUM] if podium else one.rungs
        lines += ["", words.some("standings.game", one.games, game=title)]
        lines += lines_that_fit(
            words, (_rung_line(words, rung) for rung in rungs), len(rungs), ROOM // len(seasons)
        )
    return "\n".join(lines if podium else (*lines, words("season.counts", most=AGAINST_ONE)))


def _rung_line(words: Words, rung: Rung) -> str:
    """Somebody's line on a ladder."""
    made = words.some("tally.duel", rung.won + rung.drawn + rung.lost, **_result_counts(rung))
    return words(
        "season.place",
        place=rung.place,
        name=escape_markdown(rung.name),
        score=format_half_points(rung.score),
        parts=made,
    )


def _result_counts(rung: Rung) -> dict[str, int]:
    return {"won": rung.won, "drawn": rung.drawn, "lost": rung.lost}


VIEW: Final = StatsView(
    show=MONTH,
    button="button.stats.month",
    choice="command.stats.month",
    list="stats.pick.month",
    present=month_of,
    is_valid=is_month,
    seen=_month_view,
    nothing=_empty_text,
)
