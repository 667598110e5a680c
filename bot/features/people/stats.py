"""`/stats`: finished games: one's own, a channel's, those of a deal, and what features have.

One private message with a button for each of them. What a channel, a month, a day or a week has come to can
be shown to everybody there, by a button of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.discord.command import OFFERED, Catalogue, Choices, Command, Completion, Option
from bot.discord.endpoints import NO_TABLE, Endpoint, option, routes
from bot.discord.frame import Layout, boxed, dated, safe
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.limits import READING, SHARING
from bot.discord.request import Request
from bot.discord.translator import named
from bot.kernel.clicks import in_channel
from bot.kernel.errors import Refused
from bot.kernel.feature import Feature, StatsView
from bot.kernel.ratings import IN_FULL
from bot.kernel.session import Session
from bot.kernel.tables.results import Place, Score, Standing, is_duel
from bot.kernel.tables.seats import is_for_one
from bot.kernel.tally import Streak
from bot.kernel.time.calendar import day_of, end_of, parse_day, parse_week, week_of
from bot.store import Result
from bot.ui.play.daily import nobody_played, tables_of
from bot.ui.table.lines import fitted
from bot.words import Words
from bot.words.menu import Look

ROOM: Final = 3000
"""The most characters of the lines of a channel's table, over all its games."""

MINE: Final = "mine"
CHANNEL: Final = "channel"
DAY: Final = "day"
WEEK: Final = "week"

DAYS: Final = 15
"""So many days are offered beside as many weeks as there is room for."""

ALL: Final = "all"
"""The choice of every game."""


def _views(request: Request) -> dict[str, StatsView]:
    """The views of features, by what they show."""
    return {view.show: view for feature in request.session.features for view in feature.stats_views}


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: one's own results, a channel's, the deals of a day or week, or what a feature has.

    `of` is the game that a channel's are of, empty for all; or the date or week, in ISO form.
    """

    show: str
    of: str = ""

    def __str__(self) -> str:
        """As it stands on a control."""
        return f"{self.show}:{self.of}" if self.of else self.show


# What is asked for


async def stats(
    request: Request, show: str | None = None, date: app_commands.Range[str, 1, 20] | None = None
) -> None:
    """`/stats`; a date alone means its deals, and so does a week."""
    view = View(show or MINE)
    if date is not None and show in (None, DAY, WEEK):
        day, week = parse_day(date), parse_week(date)
        if day is not None:
            view = View(WEEK, week_of(end_of(day) - 1)) if show == WEEK else View(DAY, day)
        elif week is not None:
            view = View(WEEK, week)
        else:
            raise Refused("no-period", text=date)
    await request.ask(await _layout(request, _dated(request, view)))


async def turn_to(request: Request, shown: str) -> None:
    """A button: another of the three."""
    await request.change(await _layout(request, _read(request, shown)))


async def pick(request: Request, show: str, of: str) -> None:
    """A list: the game that a channel's results are of, or the date."""
    if show == MINE:
        raise Refused("old-control")
    view = View(show, "" if show == CHANNEL and of == ALL else of)
    await request.change(await _layout(request, _read(request, str(view))))


async def share(request: Request, shown: str) -> None:
    """Show everybody in the channel what somebody looks at, in the channel's language."""
    view = _read(request, shown)
    if view.show == MINE:
        raise Refused("old-control")
    in_public = request.speaking(request.session.tables.language_at(request.click))
    text, _ = await _seen(in_public, view)
    if text is None:
        await request.private(_nothing(request, view))
        return
    await request.say(boxed(text))


def _read(request: Request, detail: str) -> View:
    """What a control stands for; raises `Refused` for what none of ours says."""
    show, _, of = detail.partition(":")
    view = View(show, of)
    known = {
        MINE: not of,
        CHANNEL: not of or of in request.session.catalogue,
        DAY: not of or parse_day(of) == of,
        WEEK: not of or parse_week(of) == of,
        **{one.show: not of or one.is_valid(of) for one in _views(request).values()},
    }
    if not known.get(show, False):
        raise Refused("old-control")
    return _dated(request, view)


def _dated(request: Request, view: View) -> View:
    """The deals of a day are those of today where no date is said, and so it is with other periods."""
    now = request.session.now()
    present = {DAY: day_of(now), WEEK: week_of(now)}
    present |= {one.show: one.present(now) for one in _views(request).values()}
    return view if view.of else View(view.show, present.get(view.show, ""))


# What is shown


async def _layout(request: Request, view: View) -> Layout:
    text, lists = await _seen(request, view)
    buttons = in_rows(_buttons(request, view, found=text is not None))
    return boxed(text or _nothing(request, view), [*lists, *buttons])


async def _seen(request: Request, view: View) -> tuple[str | None, list[Row]]:
    """The results, none if there are none; and the list to pick others from, if there are others."""
    match view.show:
        case "mine":
            scores = await request.session.scores.of_person(request.person.id, None)
            if not scores:
                return None, []
            lines = (scores_text(request.words, request.session, scores), await _trophies(request))
            return "\n".join(filter(None, lines)), []
        case "channel":
            every = await _standings(request)
            shown = [one for one in every if view.of in ("", one.game)]
            text = standings_text(request.words, request.session, shown) if shown else None
            return text, _games(request, every, view.of)
        case show if show in (views := _views(request)):
            text, periods = await views[show].seen(request, view.of)
            return text, _list(show, request.words(views[show].list), periods, view.of)
        case _:
            tables = await tables_of(request, request.click.channel_id, view.of)
            return "\n\n".join(tables) or None, await _dates(request, view)


def _nothing(request: Request, view: View) -> str:
    """That there are no results, and how there could be."""
    words = request.words
    match view.show, view.of:
        case "mine", _:
            return words("stats.none")
        case "channel", "":
            return words("standings.none")
        case "channel", game:
            return words("standings.none.game", game=request.session.catalogue[game].game.title)
        case show, of if show in (views := _views(request)):
            return views[show].nothing(words, of)
        case _:
            return nobody_played(request, view.of)


async def _standings(request: Request) -> tuple[Standing, ...]:
    """Those of the channel."""
    return await in_channel(request.click, lambda place: request.session.scores.standings(place, None))


async def _trophies(request: Request) -> str:
    """What somebody has won, as features know; empty if that is nothing."""
    words, parts = request.words, list[str]()
    for feature in request.session.features:
        if feature.for_person.trophies is not None:
            parts += await feature.for_person.trophies(request)
    return words("trophies", parts=words.listed(tuple(parts))) if parts else ""


def _buttons(request: Request, view: View, *, found: bool) -> Iterator[Key]:
    """All of them, of which one is shown already; and the way to show it to all, if there is anything."""
    words = request.words
    labels = {MINE: words("button.stats.mine"), CHANNEL: words("button.stats.channel")}
    labels |= {one.show: words(one.button) for one in _views(request).values()}
    if _has_deals(request.session.catalogue):
        labels[DAY] = words("button.stats.day")
        labels[WEEK] = words("button.stats.week")
    for show, label in labels.items():
        key = TURN_TO.button(label, NO_TABLE, Look.PLAIN, show)
        key.disabled = show == view.show
        yield key
    if found and view.show != MINE:
        yield SHARE.button(words("button.share"), NO_TABLE, Look.MAIN, str(view))


def _games(request: Request, played: Sequence[Standing], current: str) -> list[Row]:
    """To pick a game, where a channel has finished several kinds."""
    catalogue = request.session.catalogue
    every = {ALL: request.words("stats.all"), **{one.game: catalogue[one.game].game.title for one in played}}
    return _list(CHANNEL, request.words("stats.pick.game"), every, current or ALL) if len(played) > 1 else []


async def _dates(request: Request, view: View) -> list[Row]:
    """To pick a date or a week, where deals of others were played, too."""
    words, scores = request.words, request.session.scores
    deals, title = (
        (scores.deal_weeks, words("stats.pick.week"))
        if view.show == WEEK
        else (scores.deal_days, words("stats.pick.day"))
    )
    periods = await deals(request.click.channel_id, OFFERED - 1)
    every = {period: dated(words, period) for period in sorted({*periods, view.of}, reverse=True)}
    return _list(view.show, title, every, view.of)


def _list(which: str, title: str, every: Mapping[str, str], current: str) -> list[Row]:
    """A list to pick another period or game from, where there is another."""
    if len(every) < 2:  # noqa: PLR2004 - that would be the one which is shown
        return []
    options = [option(label, value, chosen=value == current) for value, label in every.items()]
    return [PICK.options(title, NO_TABLE, options, which)]


def scores_text(words: Words, session: Session, scores: Sequence[Score]) -> str:
    """All that somebody has finished; kinds of which no game counts are only among what does not count."""
    counted = (score for score in scores if score.tally.games)
    lines = [words("stats.title"), *(f"- {_score_line(words, session, score)}" for score in counted)]
    apart = sum(score.tally.apart for score in scores)
    if apart:
        lines.append(words.some("tally.apart", apart))
    if any(score.rating is not None for score in scores):
        lines.append(_rated(words))
    return "\n".join(lines)


def _rated(words: Words) -> str:
    """What there is to know of ratings."""
    return words("tally.rated", most=IN_FULL, half=2 * IN_FULL, quarter=4 * IN_FULL)


def standings_text(words: Words, session: Session, standings: Sequence[Standing]) -> str:
    """The table of a channel, game by game; each of which a game counts has its part of the room there is."""
    lines = [words("standings")]
    counted = [standing for standing in standings if standing.games]
    for standing in counted:
        lines += ["", *_standing_lines(words, session, standing, ROOM // len(counted))]
    apart = sum(standing.apart for standing in standings)
    if apart:
        lines += ["", words.some("tally.apart", apart)]
    if any(place.score.rating is not None for standing in standings for place in standing.places):
        lines += [_rated(words), words("standings.sorted")]
    return "\n".join(lines)


def _standing_lines(words: Words, session: Session, standing: Standing, room: int) -> tuple[str, ...]:
    title = session.catalogue[standing.game].game.title
    head = words.some("standings.game", standing.games, game=title)
    lines = (_place(words, session, place) for place in standing.places)
    return head, *fitted(words, lines, len(standing.places), room)


def _place(words: Words, session: Session, place: Place) -> str:
    """Somebody's line. It does not begin with a number: Discord counts such lines itself, shared or not."""
    parts = " · ".join(_parts(words, session, place.score))
    return words("standings.place", place=place.rank, name=safe(place.name), parts=parts)


def _score_line(words: Words, session: Session, score: Score) -> str:
    title = session.catalogue[score.game].game.title
    return words("tally.line", game=title, parts=" · ".join(_parts(words, session, score)))


def _parts(words: Words, session: Session, score: Score) -> list[str]:
    """Rating, results, streaks, and the best score of a game for one."""
    made = score.tally
    game = session.catalogue[score.game].game
    parts = [] if score.rating is None else [words("tally.rating", rating=str(score.rating))]
    if is_duel(game):
        parts.append(words.some("tally.duel", made.games, won=made.won, drawn=made.drawn, lost=made.lost))
    else:
        parts.append(words.some("tally.shared", made.games, won=made.won))
    if made.streak is not None:
        parts.append(_streak(words, made.streak))
    if made.best > 1:
        parts.append(words("tally.best", count=made.best))
    if is_for_one(game) and made.score:
        parts.append(words("tally.score", score=made.score))
    return parts


def _streak(words: Words, streak: Streak) -> str:
    match streak.result:
        case Result.WON:
            return words.some("tally.won", streak.length)
        case Result.DRAWN:
            return words.some("tally.drawn", streak.length)
        case Result.LOST:
            return words.some("tally.lost", streak.length)


def _has_deals(catalogue: Catalogue) -> bool:
    return any(entry.rules.daily or entry.rules.weekly for entry in catalogue.values())


def _shows(views: Sequence[StatsView], catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    """What there is to look at."""
    every = {"command.stats.mine": MINE, "command.stats.channel": CHANNEL}
    every |= {view.choice: view.show for view in views}
    if _has_deals(catalogue):
        every |= {"command.stats.day": DAY, "command.stats.week": WEEK}
    return [app_commands.Choice(name=named(key), value=show) for key, show in every.items()]


async def _days(request: Request, current: str) -> Choices:
    """The last days and weeks whose deals somebody played here, that fit what is typed."""
    scores, here = request.session.scores, request.click.channel_id
    found = [*await scores.deal_days(here, DAYS), *await scores.deal_weeks(here, OFFERED - DAYS)]
    dates = [(period, f"{dated(request.words, period)} ({period})") for period in found]
    return [
        app_commands.Choice(name=name, value=day)
        for day, name in dates
        if current.casefold() in name.casefold()
    ]


def stats_command(features: Sequence[Feature]) -> Command:
    """`/stats`, with the views of features."""
    views = [view for feature in features for view in feature.stats_views]
    return Command(
        "stats",
        "command.stats",
        stats,
        {
            "show": Option("command.stats.show", choices=partial(_shows, views)),
            "date": Option("command.stats.date", completion=Completion("day", _days)),
        },
        limit=READING,
    )


TURN_TO: Final = Endpoint("stats", turn_to, bare=True, private=True, limit=READING)
PICK: Final = Endpoint("statspick", pick, is_list=True, bare=True, private=True, limit=READING)
SHARE: Final = Endpoint("statsshare", share, bare=True, private=True, limit=SHARING)

CONTROLS: Final = routes(TURN_TO, PICK, SHARE)
