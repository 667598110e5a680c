"""The picture of a tournament: the bracket of a knock-out, the crosstable of a round-robin."""

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


def paint_tournament(words: Words, session: Session, tournament: Tournament) -> bytes:
    """The standings as PNG."""
    names = picture_names(words, tuple(entrant.name for entrant in tournament.entrants))
    tournament = replace(tournament, entrants=tuple(map(_with_name, tournament.entrants, names)))
    first = [entrant for entrant in tournament.entrants if entrant.place == 1]
    if tournament.status is not Status.OVER:
        turn = round_title(words, tournament)
    elif not first:
        turn = words("tournament.nobody.caption")
    elif len(first) == 1:
        turn = words("tournament.won.caption", name=first[0].name)
    else:
        turn = words("tournament.shared.caption")
    code = words(f"tournament.code.{tournament.setup.form}", count=len(tournament.entrants))
    sheet = Sheet(code, "", tournament_title(words, session, tournament), turn, say=words)
    if tournament.setup.form is Form.ROUND_ROBIN:
        return png(crosstable(_crosstable_of(words, tournament, sheet)))
    return png(bracket(_bracket_of(words, tournament, sheet)))


def _with_name(entrant: Entrant, name: str) -> Entrant:
    return replace(entrant, name=name)


def _bracket_of(words: Words, tournament: Tournament, sheet: Sheet) -> Bracket:
    every = rounds_of(tournament)
    rounds = [
        tuple(_match(tournament, match) for match in matches(tournament, number))
        for number in range(1, tournament.round + 1)
    ]
    rounds += [
        tuple(_future_match(tournament, number, at) for at in range(2 ** (every - number)))
        for number in range(tournament.round + 1, every + 1)
    ]
    titles = tuple(stage_title(words, every - number) for number in range(1, every + 1))
    return Bracket(sheet, tuple(rounds), titles)


def _match(tournament: Tournament, match: tuple[Pairing, ...]) -> Match:
    game, scores, best = match[0], match_scores(match), winner(match)
    if game.second is None:
        return Match(_side(tournament, game.first, scores, best), bye=True)
    upper, lower = sorted((game.first, game.second))
    top, bottom = (_side(tournament, number, scores, best) for number in (upper, lower))
    return Match(top, bottom, running=best is None)


def _side(tournament: Tournament, number: int, scores: dict[int, int], best: int | None) -> MatchPlayer:
    score = format_half_points(scores[number]) if number in scores else ""
    entrant = tournament.entrant(number)
    return MatchPlayer(entrant.name, number, score, lost=entrant.out or best not in (None, number))


def _future_match(tournament: Tournament, number: int, at: int) -> Match:
    """A match of a later round, with the entrants known so far."""
    if number > tournament.round + 1:
        return Match()
    before = matches(tournament, tournament.round)[2 * at : 2 * at + 2]
    top, bottom = (
        None if (best := winner(match)) is None else _side(tournament, best, {}, None) for match in before
    )
    return Match(top, bottom)


def _crosstable_of(words: Words, tournament: Tournament, sheet: Sheet) -> Crosstable:
    lines = standings(tournament)
    rows = tuple(
        CrosstableRow(
            line.place,
            tournament.entrant(line.number).name,
            tuple(_score_against(tournament, line.number, other.number) for other in lines),
            (format_half_points(line.score), format_half_points(line.sonneborn)),
            out=tournament.entrant(line.number).out,
        )
        for line in lines
    )
    return Crosstable(sheet, rows, (words("tournament.points"), words("tournament.sonneborn")))


def _score_against(tournament: Tournament, number: int, other: int) -> str:
    """The score of an entrant against another; empty if they have not met."""
    met = [game for game in tournament.pairings if {game.first, game.second} == {number, other}]
    scores = match_scores(met)
    return format_half_points(scores[number]) if scores else ""
