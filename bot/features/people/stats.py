"""`/stats`: finished games: the user's, a channel's, those of a deal, and the features' views.

One private message with a button for each view. The views of a channel, month, day or week have a button to
share them there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.discord.command import OFFERED, Catalogue, Choices, Command, CommandOption, Completion
from bot.discord.endpoints import NO_TABLE, Endpoint, option, routes
from bot.discord.frame import Layout, escape_markdown, format_day, text_panel
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.limits import READING, SHARING
from bot.discord.request import Request
from bot.discord.translator import localized
from bot.kernel.clicks import in_channel
from bot.kernel.errors import Refused
from bot.kernel.feature import Feature, StatsView
from bot.kernel.ratings import IN_FULL, Rating
from bot.kernel.result_count import Streak
from bot.kernel.session import Session
from bot.kernel.tables.results import ChannelRanking, RankedPlayer, Score, is_duel
from bot.kernel.tables.seats import is_for_one
from bot.kernel.time.calendar import day_of, end_of, parse_day, parse_week, week_of
from bot.store import Result
from bot.ui.play.daily import empty_table_text, tables_of
from bot.ui.table.lines import lines_that_fit
from bot.words import Words
from bot.words.menu import ButtonLook

ROOM: Final = 3000
"""The most characters for the lines of a channel's table, over all its games."""

MINE: Final = "mine"
CHANNEL: Final = "channel"
DAY: Final = "day"
WEEK: Final = "week"

DAYS: Final = 15
"""The number of days to choose from, beside as many weeks as there is room for."""

ALL: Final = "all"
"""The choice of all games."""


def _feature_views(request: Request) -> dict[str, StatsView]:
    """The views of features, by key."""
    return {view.show: view for feature in request.session.features for view in feature.stats_views}


@dataclass(frozen=True, slots=True)
class StatsPage:
    """The shown view: the user's results, a channel's, the deals of a day or week, or a feature's view.

    `subject` is the game of a channel's results, empty for all; or the date or week, in ISO form.
    """

    show: str
    subject: str = ""

    def __str__(self) -> str:
        """The detail of a control."""
        return f"{self.show}:{self.subject}" if self.subject else self.show


# Handlers


async def stats(
    request: Request, show: str | None = None, date: app_commands.Range[str, 1, 20] | None = None
) -> None:
    """`/stats`; a date alone means its deals, and so does a week."""
    view = StatsPage(show or MINE)
    if date is not None and show in (None, DAY, WEEK):
        day, week = parse_day(date), parse_week(date)
        if day is not None:
            view = StatsPage(WEEK, week_of(end_of(day) - 1)) if show == WEEK else StatsPage(DAY, day)
        elif week is not None:
            view = StatsPage(WEEK, week)
        else:
            raise Refused("no-period", text=date)
    await request.ask(await _layout(request, _with_period(request, view)))


async def turn_to(request: Request, shown: str) -> None:
    """A button: another view."""
    await request.change(await _layout(request, _parse_page(request, shown)))


async def pick(request: Request, show: str, of: str) -> None:
    """A list: the game of a channel's results, or the date."""
    if show == MINE:
        raise Refused("old-control")
    view = StatsPage(show, "" if show == CHANNEL and of == ALL else of)
    await request.change(await _layout(request, _parse_page(request, str(view))))


async def share(request: Request, shown: str) -> None:
    """Post the view in the channel, in its language."""
    view = _parse_page(request, shown)
    if view.show == MINE:
        raise Refused("old-control")
    in_public = request.in_language(request.session.tables.language_at(request.click))
    text, _ = await _load_page(in_public, view)
    if text is None:
        await request.private(_empty_text(request, view))
        return
    await request.say(text_panel(text))


def _parse_page(request: Request, detail: str) -> StatsPage:
    """The view of a control; raises `Refused` for an invalid one."""
    show, _, of = detail.partition(":")
    view = StatsPage(show, of)
    known = {
        MINE: not of,
        CHANNEL: not of or of in request.session.catalogue,
        DAY: not of or parse_day(of) == of,
        WEEK: not of or parse_week(of) == of,
        **{
            feature_view.show: not of or feature_view.is_valid(of)
            for feature_view in _feature_views(request).values()
        },
    }
    if not known.get(show, False):
        raise Refused("old-control")
    return _with_period(request, view)


def _with_period(request: Request, view: StatsPage) -> StatsPage:
    """The view with the current day, week or other period, if it names none."""
    now = request.session.now()
    present = {DAY: day_of(now), WEEK: week_of(now)}
    present |= {
        feature_view.show: feature_view.present(now) for feature_view in _feature_views(request).values()
    }
    return view if view.subject else StatsPage(view.show, present.get(view.show, ""))


# Texts


async def _layout(request: Request, view: StatsPage) -> Layout:
    text, lists = await _load_page(request, view)
    buttons = in_rows(_buttons(request, view, has_results=text is not None))
    return text_panel(text or _empty_text(request, view), [*lists, *buttons])


async def _load_page(request: Request, view: StatsPage) -> tuple[str | None, list[Row]]:
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
            shown = [standing for standing in every if view.subject in ("", standing.game)]
            text = standings_text(request.words, request.session, shown) if shown else None
            return text, _game_list(request, every, view.subject)
        case show if show in (views := _feature_views(request)):
            text, periods = await views[show].seen(request, view.subject)
            return text, _choice_list(show, request.words(views[show].list), periods, view.subject)
        case _:
            tables = await tables_of(request, request.click.channel_id, view.subject)
            return "\n\n".join(tables) or None, await _date_list(request, view)


def _empty_text(request: Request, view: StatsPage) -> str:
    """That there are no results, and how to get some."""
    words = request.words
    match view.show, view.subject:
        case "mine", _:
            return words("stats.none")
        case "channel", "":
            return words("standings.none")
        case "channel", game:
            return words("standings.none.game", game=request.session.catalogue[game].game.title)
        case show, of if show in (views := _feature_views(request)):
            return views[show].nothing(words, of)
        case _:
            return empty_table_text(request, view.subject)


async def _standings(request: Request) -> tuple[ChannelRanking, ...]:
    """The standings of the channel."""
    return await in_channel(request.click, lambda place: request.session.scores.standings(place, None))


async def _trophies(request: Request) -> str:
    """The user's trophies, from all features; empty if there are none."""
    words, parts = request.words, list[str]()
    for feature in request.session.features:
        if feature.for_person.trophies is not None:
            parts += await feature.for_person.trophies(request)
    return words("trophies", parts=words.join_list(tuple(parts))) if parts else ""


def _buttons(request: Request, view: StatsPage, *, has_results: bool) -> Iterator[Key]:
    """A button for each view, the current one disabled; and the one to share results."""
    words = request.words
    labels = {MINE: words("button.stats.mine"), CHANNEL: words("button.stats.channel")}
    labels |= {
        feature_view.show: words(feature_view.button) for feature_view in _feature_views(request).values()
    }
    if _has_deals(request.session.catalogue):
        labels[DAY] = words("button.stats.day")
        labels[WEEK] = words("button.stats.week")
    for show, label in labels.items():
        key = TURN_TO.button(label, NO_TABLE, ButtonLook.PLAIN, show)
        key.disabled = show == view.show
        yield key
    if has_results and view.show != MINE:
        yield SHARE.button(words("button.share"), NO_TABLE, ButtonLook.MAIN, str(view))


def _game_list(request: Request, played: Sequence[ChannelRanking], current: str) -> list[Row]:
    """The list to pick a game, where a channel has finished several."""
    catalogue = request.session.catalogue
    every = {
        ALL: request.words("stats.all"),
        **{standing.game: catalogue[standing.game].game.title for standing in played},
    }
    return (
        _choice_list(CHANNEL, request.words("stats.pick.game"), every, current or ALL)
        if len(played) > 1
        else []
    )


async def _date_list(request: Request, view: StatsPage) -> list[Row]:
    """The list to pick a day or week with played deals."""
    words, scores = request.words, request.session.scores
    deals, title = (
        (scores.deal_weeks, words("stats.pick.week"))
        if view.show == WEEK
        else (scores.deal_days, words("stats.pick.day"))
    )
    periods = await deals(request.click.channel_id, OFFERED - 1)
    every = {period: format_day(words, period) for period in sorted({*periods, view.subject}, reverse=True)}
    return _choice_list(view.show, title, every, view.subject)


def _choice_list(which: str, title: str, every: Mapping[str, str], current: str) -> list[Row]:
    """The list to pick another period or game, where there is another."""
    if len(every) < 2:  # noqa: PLR2004 - only the current one
        return []
    options = [option(label, value, chosen=value == current) for value, label in every.items()]
    return [PICK.options(title, NO_TABLE, options, which)]


def scores_text(words: Words, session: Session, scores: Sequence[Score]) -> str:
    """All results of a user; games that do not count are only counted together."""
    counted = (score for score in scores if score.tally.games)
    lines = [words("stats.title"), *(f"- {_score_line(words, session, score)}" for score in counted)]
    apart = sum(score.tally.apart for score in scores)
    if apart:
        lines.append(words.some("tally.apart", apart))
    if any(score.rating is not None for score in scores):
        lines.append(_ratings_note(words))
    return "\n".join(lines)


def _ratings_note(words: Words) -> str:
    """The note on ratings."""
    return words("tally.rated", most=IN_FULL, half=2 * IN_FULL, quarter=4 * IN_FULL)


def standings_text(words: Words, session: Session, standings: Sequence[ChannelRanking]) -> str:
    """The table of a channel, game by game; the room is divided equally among games that count."""
    lines = [words("standings")]
    counted = [standing for standing in standings if standing.games]
    for standing in counted:
        lines += ["", *_standing_lines(words, session, standing, ROOM // len(counted))]
    apart = sum(standing.apart for standing in standings)
    if apart:
        lines += ["", words.some("tally.apart", apart)]
    if any(place.score.rating is not None for standing in standings for place in standing.places):
        lines += [_ratings_note(words), words("standings.sorted")]
    return "\n".join(lines)


def _standing_lines(words: Words, session: Session, standing: ChannelRanking, room: int) -> tuple[str, ...]:
    title = session.catalogue[standing.game].game.title
    head = words.some("standings.game", standing.games, game=title)
    lines = (_place_line(words, session, place) for place in standing.places)
    return head, *lines_that_fit(words, lines, len(standing.places), room)


def _place_line(words: Words, session: Session, place: RankedPlayer) -> str:
    """A player's line. It does not begin with a number: Discord renumbers such lines."""
    parts = " · ".join(_score_parts(words, session, place.score))
    return words("standings.place", place=place.rank, name=escape_markdown(place.name), parts=parts)


def _score_line(words: Words, session: Session, score: Score) -> str:
    title = session.catalogue[score.game].game.title
    return words("tally.line", game=title, parts=" · ".join(_score_parts(words, session, score)))


def _score_parts(words: Words, session: Session, score: Score) -> list[str]:
    """Rating, results, streaks, and the best score of a game for one."""
    tally = score.tally
    game = session.catalogue[score.game].game
    parts = [] if score.rating is None else [_rating_text(words, score.rating)]
    if is_duel(game):
        parts.append(words.some("tally.duel", tally.games, won=tally.won, drawn=tally.drawn, lost=tally.lost))
    else:
        parts.append(words.some("tally.shared", tally.games, won=tally.won))
    if tally.streak is not None:
        parts.append(_streak_text(words, tally.streak))
    if tally.best > 1:
        parts.append(words("tally.best", count=tally.best))
    if is_for_one(game) and tally.score:
        parts.append(words("tally.score", score=tally.score))
    return parts


def _rating_text(words: Words, rating: Rating) -> str:
    key = "tally.rating.provisional" if rating.is_provisional else "tally.rating"
    return words(key, rating=str(rating))


def _streak_text(words: Words, streak: Streak) -> str:
    match streak.result:
        case Result.WON:
            return words.some("tally.won", streak.length)
        case Result.DRAWN:
            return words.some("tally.drawn", streak.length)
        case Result.LOST:
            return words.some("tally.lost", streak.length)


def _has_deals(catalogue: Catalogue) -> bool:
    return any(entry.rules.daily or entry.rules.weekly for entry in catalogue.values())


def _page_choices(views: Sequence[StatsView], catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    """The choices of the command."""
    every = {"command.stats.mine": MINE, "command.stats.channel": CHANNEL}
    every |= {view.choice: view.show for view in views}
    if _has_deals(catalogue):
        every |= {"command.stats.day": DAY, "command.stats.week": WEEK}
    return [app_commands.Choice(name=localized(key), value=show) for key, show in every.items()]


async def _complete_date(request: Request, current: str) -> Choices:
    """The last days and weeks with played deals in the channel that fit what is typed."""
    scores, here = request.session.scores, request.click.channel_id
    periods = [*await scores.deal_days(here, DAYS), *await scores.deal_weeks(here, OFFERED - DAYS)]
    dates = [(period, f"{format_day(request.words, period)} ({period})") for period in periods]
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
            "show": CommandOption("command.stats.show", choices=partial(_page_choices, views)),
            "date": CommandOption("command.stats.date", completion=Completion("day", _complete_date)),
        },
        limit=READING,
    )


TURN_TO: Final = Endpoint("stats", turn_to, bare=True, private=True, limit=READING)
PICK: Final = Endpoint("statspick", pick, is_list=True, bare=True, private=True, limit=READING)
SHARE: Final = Endpoint("statsshare", share, bare=True, private=True, limit=SHARING)

CONTROLS: Final = routes(TURN_TO, PICK, SHARE)
