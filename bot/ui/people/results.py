"""Finished games: `/my stats` and `/table standings`, with results, ratings and streaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.seats import is_for_one
from bot.session import Session
from bot.session.results import Place, Score, Standing, is_duel
from bot.store import Result
from bot.tally import Streak
from bot.ui.kit.command import Catalogue, Command, Option
from bot.ui.kit.frame import note, safe
from bot.ui.kit.limits import READING
from bot.ui.kit.request import Request
from bot.ui.people.my import fitted
from bot.words import Words

ROOM: Final = 3000
"""The most characters of the lines of a channel's table, over all its games."""


async def stats(request: Request, game: str | None = None) -> None:
    """`/my stats`: all that somebody has finished, in private."""
    words, session = request.words, request.session
    scores = await session.scores.of_person(request.person.id, game)
    if scores:
        await request.private(scores_text(words, session, scores))
    elif game is None:
        await request.private(words("my.stats.none"))
    else:
        title = session.catalogue[game].game.title
        await request.private(words("my.stats.none.game", game=title, play=game))


async def standings(request: Request, game: str | None = None) -> None:
    """`/table standings`: how the games of a channel ended; everybody sees the answer."""
    words, session = request.words, request.session
    found = await _standings(request, game)
    if found:
        in_public = request.speaking(session.tables.language_at(request.click))
        await request.say(note(standings_text(in_public.words, session, found)))
    elif game is None:
        await request.private(words("standings.none"))
    else:
        title = session.catalogue[game].game.title
        await request.private(words("standings.none.game", game=title, play=game))


async def _standings(request: Request, game: str | None) -> tuple[Standing, ...]:
    """Those of the channel; in a thread where nothing was finished, those of the channel it belongs to."""
    found = await request.session.scores.standings(request.click.channel_id, game)
    if not found and isinstance(request.interaction.channel, discord.Thread):
        found = await request.session.scores.standings(request.interaction.channel.parent_id, game)
    return found


def scores_text(words: Words, session: Session, scores: Sequence[Score]) -> str:
    """All that somebody has finished; kinds of which no game counts are only among what does not count."""
    counted = (score for score in scores if score.tally.games)
    lines = [words("my.stats"), *(f"- {_score_line(words, session, score)}" for score in counted)]
    apart = sum(score.tally.apart for score in scores)
    if apart:
        lines.append(words.some("tally.apart", apart))
    if any(score.rating is not None for score in scores):
        lines.append(words("tally.rated"))
    return "\n".join(lines)


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
        lines += [words("tally.rated"), words("standings.sorted")]
    return "\n".join(lines)


def _standing_lines(words: Words, session: Session, standing: Standing, room: int) -> tuple[str, ...]:
    title = session.catalogue[standing.game].game.title
    head = words.some("standings.game", standing.games, game=title)
    return head, *fitted(words, [_place(words, session, place) for place in standing.places], room)


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


def _games(catalogue: Catalogue) -> list[app_commands.Choice[Any]]:
    """Every game, to be chosen from."""
    return [app_commands.Choice(name=entry.game.title, value=key) for key, entry in catalogue.items()]


STATS: Final = Command(
    "stats",
    "command.my.stats",
    stats,
    {"game": Option("command.my.stats.game", choices=_games)},
    limit=READING,
)
STANDINGS: Final = Command(
    "standings",
    "command.standings",
    standings,
    {"game": Option("command.standings.game", choices=_games)},
    public=True,
    limit=READING,
)
