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
from bot.kernel.ratings import IN_FULL
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
"""The most characters of the lines of a channel's table, over all its games."""

MINE: Final = "mine"
CHANNEL: Final = "channel"
DAY: Final = "day"
WEEK: Final = "week"

DAYS: Final = 15
"""So many days are offered beside as many weeks as there is room for."""

ALL: Final = "all"
"""The choice of every game."""


def _feature_views(request: Request) -> dict[str, StatsView]:
    """The views of features, by what they show."""
    return {view.show: view for feature in request.session.features for view in feature.stats_views}


@dataclass(frozen=True, slots=True)
class StatsPage:
    """What is shown: one's own results, a channel's, the deals of a day or week, or what a feature has.

    `of` is the game that a channel's are of, empty for all; or the date or week, in ISO form.
    """

    show: str
    subject: str = ""

    def __str__(self) -> str:
        """As it stands on a control."""
        return f"{self.show}:{self.subject}" if self.subject else self.show


# What is asked for


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
    """A button: another of the three."""
    await request.change(await _layout(request, _parse_page(request, shown)))


async def pick(request: Request, show: str, of: str) -> None:
    """A list: the game that a channel's results are of, or the date."""
    if show == MINE:
        raise Refused("old-control")
    view = StatsPage(show, "" if show == CHANNEL and of == ALL else of)
    await request.change(await _layout(request, _parse_page(request, str(view))))


async def share(request: Request, shown: str) -> None:
    """Show everybody in the channel what somebody looks at, in the channel's language."""
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
    """What a control stands for; raises `Refused` for what none of ours says."""
    show, _, of = detail.partition(":")
    view = StatsPage(show, of)
    known = {
        MINE: not of,
        CHANNEL: not of or of in request.session.catalogue,
        DAY: not of or parse_day(of) == of,
        WEEK: not of or parse_week(of) == of,
        **{one.show: not of or one.is_valid(of) for one in _feature_views(request).values()},
    }
    if not known.get(show, False):
        raise Refused("old-control")
    return _with_period(request, view)


def _with_period(request: Request, view: StatsPage) -> StatsPage:
    """The deals of a day are those of today where no date is said, and so it is with other periods."""
    now = request.session.now()
    present = {DAY: day_of(now), WEEK: week_of(now)}
    present |= {one.show: one.present(now) for one in _feature_views(request).values()}
    return view if view.subject else StatsPage(view.show, present.get(view.show, ""))


# What is shown


async def _layout(request: Request, view: StatsPage) -> Layout:
    text, lists = await _load_page(request, view)
    buttons = in_rows(_buttons(request, view, found=text is not None))
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
            shown = [one for one in every if view.subject in ("", one.game)]
            text = standings_text(request.words, request.session, shown) if shown else None
            return text, _game_list(request, every, view.subject)
        case show if show in (views := _feature_views(request)):
            text, periods = await views[show].seen(request, view.subject)
            return text, _choice_list(show, request.words(views[show].list), periods, view.subject)
        case _:
            tables = await tables_of(request, request.click.channel_id, view.subject)
            return "\n\n".join(tables) or None, await _date_list(request, view)


def _empty_text(request: Request, view: StatsPage) -> str:
    """That there are no results, and how there could be."""
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
    """Those of the channel."""
    return await in_channel(request.click, lambda place: request.session.scores.standings(place, None))


async def _trophies(request: Request) -> str:
    """What somebody has won, as features know; empty if that is nothing."""
    words, parts = request.words, list[str]()
    for feature in request.session.features:
        if feature.for_person.trophies is not None:
            parts += await feature.for_person.trophies(request)
    return words("trophies", parts=words.join_list(tuple(parts))) if parts else ""


def _buttons(request: Request, view: StatsPage, *, found: bool) -> Iterator[Key]:
    """All of them, of which one is shown already; and the way to show it to all, if there is anything."""
    words = request.words
    labels = {MINE: words("button.stats.mine"), CHANNEL: words("button.stats.channel")}
    labels |= {one.show: words(one.button) for one in _feature_views(request).values()}
    if _has_deals(request.session.catalogue):
        labels[DAY] = words("button.stats.day")
        labels[WEEK] = words("button.stats.week")
    for show, label in labels.items():
        key = TURN_TO.button(label, NO_TABLE, ButtonLook.PLAIN, show)
        key.disabled = show == view.show
        yield key
    if found and view.show != MINE:
        yield SHARE.button(words("button.share"), NO_TABLE, ButtonLook.MAIN, str(view))


def _game_list(request: Request, played: Sequence[ChannelRanking], current: str) -> list[Row]:
    """To pick a game, where a channel has finished several kinds."""
    catalogue = request.session.catalogue
    every = {ALL: request.words("stats.all"), **{one.game: catalogue[one.game].game.title for one in played}}
    return (
        _choice_list(CHANNEL, request.words("stats.pick.game"), every, current or ALL)
        if len(played) > 1
        else []
    )


async def _date_list(request: Request, view: StatsPage) -> list[Row]:
    """To pick a date or a week, where deals of others were played, too."""
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
        lines.append(_ratings_note(words))
    return "\n".join(lines)


def _ratings_note(words: Words) -> str:
    """What there is to know of ratings."""
    return words("tally.rated", most=IN_FULL, half=2 * IN_FULL, quarter=4 * IN_FULL)


def standings_text(words: Words, session: Session, standings: Sequence[ChannelRanking]) -> str:
    """The table of a channel, game by game; each of which a game counts has its part of the room there is."""
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
    """Somebody's line. It does not begin with a number: Discord counts such lines itself, shared or not."""
    parts = " · ".join(_score_parts(words, session, place.score))
    return words("standings.place", place=place.rank, name=escape_markdown(place.name), parts=parts)


def _score_line(words: Words, session: Session, score: Score) -> str:
    title = session.catalogue[score.game].game.title
    return words("tally.line", game=title, parts=" · ".join(_score_parts(words, session, score)))


def _score_parts(words: Words, session: Session, score: Score) -> list[str]:
    """Rating, results, streaks, and the best score of a game for one."""
    made = score.tally
    game = session.catalogue[score.game].game
    parts = [] if score.rating is None else [words("tally.rating", rating=str(score.rating))]
    if is_duel(game):
        parts.append(words.some("tally.duel", made.games, won=made.won, drawn=made.drawn, lost=made.lost))
    else:
        parts.append(words.some("tally.shared", made.games, won=made.won))
    if made.streak is not None:
        parts.append(_streak_text(words, made.streak))
    if made.best > 1:
        parts.append(words("tally.best", count=made.best))
    if is_for_one(game) and made.score:
        parts.append(words("tally.score", score=made.score))
    return parts


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
    """What there is to look at."""
    every = {"command.stats.mine": MINE, "command.stats.channel": CHANNEL}
    every |= {view.choice: view.show for view in views}
    if _has_deals(catalogue):
        every |= {"command.stats.day": DAY, "command.stats.week": WEEK}
    return [app_commands.Choice(name=localized(key), value=show) for key, show in every.items()]


async def _complete_date(request: Request, current: str) -> Choices:
    """The last days and weeks whose deals somebody played here, that fit what is typed."""
    scores, here = request.session.scores, request.click.channel_id
    found = [*await scores.deal_days(here, DAYS), *await scores.deal_weeks(here, OFFERED - DAYS)]
    dates = [(period, f"{format_day(request.words, period)} ({period})") for period in found]
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
