"""The picture of a tournament: the tree of a knock-out, the table of a round-robin."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.frame import (
    picture_names,
)
from bot.discord.points import format_half_points
from bot.features.tournaments.model import Entrant, Form, Pairing, Tournament
from bot.features.tournaments.rounds import (
    matches,
    rounds_of,
    standings,
    winner,
)
from bot.features.tournaments.texts import match_scores, round_title, stage_title, tournament_title
from bot.kernel.session import Session
from bot.store import Status
from bot.words import Words
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.tournament import Bracket, Crosstable, CrosstableRow, Match, MatchPlayer, bracket, crosstable


def paint_tournament(words: Words, session: Session, of: Tournament) -> bytes:
    """How it stands, as PNG."""
    names = picture_names(words, tuple(one.name for one in of.entrants))
    of = replace(of, entrants=tuple(map(_with_name, of.entrants, names)))
    first = [one for one in of.entrants if one.place == 1]
    if of.status is not Status.OVER:
        turn = round_title(words, of)
    elif not first:
        turn = words("tournament.nobody.caption")
    elif len(first) == 1:
        turn = words("tournament.won.caption", name=first[0].name)
    else:
        turn = words("tournament.shared.caption")
    code = words(f"tournament.code.{of.setup.form}", count=len(of.entrants))
    sheet = Sheet(code, "", tournament_title(words, session, of), turn, say=words)
    if of.setup.form is Form.ROUND_ROBIN:
        return png(crosstable(_crosstable_of(words, of, sheet)))
    return png(bracket(_bracket_of(words, of, sheet)))


def _with_name(one: Entrant, name: str) -> Entrant:
    return replace(one, name=name)


def _bracket_of(words: Words, of: Tournament, sheet: Sheet) -> Bracket:
    every = rounds_of(of)
    rounds = [tuple(_match(of, match) for match in matches(of, number)) for number in range(1, of.round + 1)]
    rounds += [
        tuple(_future_match(of, number, at) for at in range(2 ** (every - number)))
        for number in range(of.round + 1, every + 1)
    ]
    titles = tuple(stage_title(words, every - number) for number in range(1, every + 1))
    return Bracket(sheet, tuple(rounds), titles)


def _match(of: Tournament, match: tuple[Pairing, ...]) -> Match:
    game, scores, best = match[0], match_scores(match), winner(match)
    if game.second is None:
        return Match(_side(of, game.first, scores, best), bye=True)
    upper, lower = sorted((game.first, game.second))
    top, bottom = (_side(of, number, scores, best) for number in (upper, lower))
    return Match(top, bottom, running=best is None)


def _side(of: Tournament, number: int, scores: dict[int, int], best: int | None) -> MatchPlayer:
    score = format_half_points(scores[number]) if number in scores else ""
    own = of.entrant(number)
    return MatchPlayer(own.name, number, score, lost=own.out or best not in (None, number))


def _future_match(of: Tournament, number: int, at: int) -> Match:
    """A match that is to come, with those who are known to be in it."""
    if number > of.round + 1:
        return Match()
    before = matches(of, of.round)[2 * at : 2 * at + 2]
    top, bottom = (None if (best := winner(match)) is None else _side(of, best, {}, None) for match in before)
    return Match(top, bottom)


def _crosstable_of(words: Words, of: Tournament, sheet: Sheet) -> Crosstable:
    lines = standings(of)
    rows = tuple(
        CrosstableRow(
            line.place,
            of.entrant(line.number).name,
            tuple(_score_against(of, line.number, other.number) for other in lines),
            (format_half_points(line.score), format_half_points(line.sonneborn)),
            out=of.entrant(line.number).out,
        )
        for line in lines
    )
    return Crosstable(sheet, rows, (words("tournament.points"), words("tournament.sonneborn")))


def _score_against(of: Tournament, one: int, other: int) -> str:
    """What somebody has scored against somebody else; empty if they have not met."""
    met = [game for game in of.pairings if {game.first, game.second} == {one, other}]
    scores = match_scores(met)
    return format_half_points(scores[one]) if scores else ""
