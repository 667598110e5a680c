"""Finished games in words: results, ratings, streaks, and what does not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.seating import is_for_one
from bot.session.scores import Place, Score, Standing, is_duel
from bot.store import Result
from bot.tally import Streak
from bot.ui.kit.desk import Desk
from bot.ui.kit.frame import safe
from bot.ui.people.my_lines import fitted
from bot.words import Words

ROOM: Final = 3000
"""The most characters of the lines of a channel's table, over all its games."""


def scores_text(desk: Desk, scores: Sequence[Score]) -> str:
    """All that somebody has finished; kinds of which no game counts are only among what does not count."""
    words = desk.words
    counted = (score for score in scores if score.tally.games)
    lines = [words("my.stats"), *(f"- {_score_line(desk, score)}" for score in counted)]
    apart = sum(score.tally.apart for score in scores)
    if apart:
        lines.append(words.some("tally.apart", apart))
    if any(score.rating is not None for score in scores):
        lines.append(words("tally.rated"))
    return "\n".join(lines)


def standings_text(desk: Desk, standings: Sequence[Standing]) -> str:
    """The table of a channel, game by game; each of which a game counts has its part of the room there is."""
    words = desk.words
    lines = [words("standings")]
    counted = [standing for standing in standings if standing.games]
    for standing in counted:
        lines += ["", *_standing(desk, standing, ROOM // len(counted))]
    apart = sum(standing.apart for standing in standings)
    if apart:
        lines += ["", words.some("tally.apart", apart)]
    if any(place.score.rating is not None for standing in standings for place in standing.places):
        lines += [words("tally.rated"), words("standings.sorted")]
    return "\n".join(lines)


def _standing(desk: Desk, standing: Standing, room: int) -> tuple[str, ...]:
    title = desk.session.catalogue[standing.game].game.title
    head = desk.words.some("standings.game", standing.games, game=title)
    return head, *fitted(desk.words, [_place(desk, place) for place in standing.places], room)


def _place(desk: Desk, place: Place) -> str:
    """Somebody's line. It does not begin with a number: Discord counts such lines itself, shared or not."""
    parts = " · ".join(_parts(desk, place.score))
    return desk.words("standings.place", place=place.rank, name=safe(place.name), parts=parts)


def _score_line(desk: Desk, score: Score) -> str:
    title = desk.session.catalogue[score.game].game.title
    return desk.words("tally.line", game=title, parts=" · ".join(_parts(desk, score)))


def _parts(desk: Desk, score: Score) -> list[str]:
    """Rating, results, streaks, and the best score of a game for one."""
    words, made = desk.words, score.tally
    game = desk.session.catalogue[score.game].game
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
