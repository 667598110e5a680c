"""The texts of a tournament: standings, details, results of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bot.discord.frame import (
    escape_markdown,
    names_of,
)
from bot.discord.points import format_half_points
from bot.features.tournaments.model import Entrant, Form, Pairing, PairingResult, ResultKind, Tournament
from bot.features.tournaments.rounds import (
    DAY,
    LEAST,
    WON,
    matches,
    rounds_of,
    standings,
    stuck_after,
)
from bot.kernel.session import Session
from bot.store import Status, Table
from bot.words import Words
from engine.fairness import commitment

STAGES: Final = ("final", "semi", "quarter", "sixteen")
"""The keys of the rounds of a knock-out, the last one first."""

SEAL: Final = 16
"""Characters of a seal that are shown."""


def tournament_title(words: Words, session: Session, tournament: Tournament) -> str:
    """The title, with the name of the game."""
    return words("tournament.title", game=session.catalogue[tournament.setup.game].game.title)


def round_title(words: Words, tournament: Tournament) -> str:
    """The title of the current round."""
    if tournament.setup.form is Form.KNOCKOUT:
        return stage_title(words, rounds_of(tournament) - tournament.round)
    return words("tournament.round", number=tournament.round, count=rounds_of(tournament))


def stage_title(words: Words, left: int) -> str:
    """The title of a knock-out round with `left` rounds after it."""
    return words(f"tournament.stage.{STAGES[left]}")


def entrant_name(tournament: Tournament, number: int | None) -> str:
    """The name of an entrant."""
    return escape_markdown(tournament.entrant(number or 0).name)


def game_end_text(words: Words, tournament: Tournament, table: Table) -> str:
    """The result of a decided game."""
    ended = next(game.ended for game in tournament.pairings if game.table_id == table.id)
    if ended is PairingResult.DRAWN:
        return words("tournament.decided.drawn")
    winner_at = 0 if ended is PairingResult.FIRST else 1
    return words("tournament.decided.won", name=names_of(table)[winner_at])


def details_text(words: Words, tournament: Tournament, ends: Mapping[str, str]) -> str:
    """How the tournament is played, and the seal of its draw; the seed itself once it is over.

    `ends` are the options that limit the length of its games, as in `Entry`.
    """
    lines = [
        words(f"tournament.details.{tournament.setup.form}"),
        words("tournament.details.time"),
        words(f"{tournament.setup.game}.ends", **ends),
        words("tournament.details.stuck", days=stuck_after(tournament) // DAY),
        words(f"tournament.details.void.{tournament.setup.form}"),
        words(f"tournament.details.withdrawn.{tournament.setup.form}"),
    ]
    if tournament.setup.bots:
        lines.append(words(f"tournament.details.bots.{tournament.setup.form}"))
        lines.append(words("tournament.details.trophy", least=LEAST))
    lines.append(
        words("tournament.details.rating" if tournament.setup.by_rating else "tournament.details.draw")
    )
    seal = commitment(tournament.seed)[:SEAL]
    if tournament.status is Status.OVER:
        lines.append(words("tournament.details.seed", seed=tournament.seed, seal=seal))
    else:
        lines.append(words("tournament.details.sealed", seal=seal))
    return "\n".join(f"- {line}" for line in lines)


def standing_lines(words: Words, tournament: Tournament) -> Iterator[str]:
    """The standings, line by line: all rounds of a knock-out; the table and the round of a round-robin."""
    if tournament.setup.form is Form.ROUND_ROBIN:
        for line in standings(tournament):
            yield words(
                "tournament.words.line",
                place=line.place,
                name=_name_with_withdrawal(words, tournament.entrant(line.number)),
                points=format_half_points(line.score),
                sonneborn=format_half_points(line.sonneborn),
            )
        yield from _match_lines(words, tournament, tournament.round)
        return
    for number in range(tournament.round, 0, -1):
        yield words("tournament.words.stage", title=stage_title(words, rounds_of(tournament) - number))
        yield from _match_lines(words, tournament, number)


def _match_lines(words: Words, tournament: Tournament, number: int) -> Iterator[str]:
    """The matches of a round, each in a line."""
    for match in matches(tournament, number):
        game = match[0]
        if game.second is None:
            yield words("tournament.words.bye", name=entrant_name(tournament, game.first))
            continue
        first, second = entrant_name(tournament, game.first), entrant_name(tournament, game.second)
        scores = match_scores(match)
        if not scores:
            yield words("tournament.words.open", first=first, second=second)
            continue
        decided = any(pairing.how is ResultKind.DECIDED for pairing in match)
        score = f"{format_half_points(scores[game.first])} : {format_half_points(scores[game.second])}"
        line = "tournament.words.decided" if decided else "tournament.words.game"
        yield words(line, first=first, score=score, second=second)


def _name_with_withdrawal(words: Words, entrant: Entrant) -> str:
    return (
        words("tournament.withdrawn", name=escape_markdown(entrant.name))
        if entrant.out
        else escape_markdown(entrant.name)
    )


def match_scores(match: Iterable[Pairing]) -> dict[int, int]:
    """The scores of both in a match, in halves of a point, by number; empty before the first result."""
    scores = dict[int, int]()
    for game in match:
        if game.ended in (PairingResult.NOT_YET, PairingResult.BYE) or game.second is None:
            continue
        gained = {
            PairingResult.FIRST: (WON, 0),
            PairingResult.SECOND: (0, WON),
            PairingResult.DRAWN: (1, 1),
            PairingResult.VOID: (0, 0),
        }[game.ended]
        for number, points in zip((game.first, game.second), gained, strict=True):
            scores[number] = scores.get(number, 0) + points
    return scores
