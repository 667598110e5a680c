"""A tournament in words: how it stands, how it is played, how a game of it ended."""

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
"""What the rounds of a knock-out are called, the last one first."""

SEAL: Final = 16
"""Characters of a seal that are shown."""


def tournament_title(words: Words, session: Session, of: Tournament) -> str:
    """What it is called: by its game."""
    return words("tournament.title", game=session.catalogue[of.setup.game].game.title)


def round_title(words: Words, of: Tournament) -> str:
    """Which round is being played."""
    if of.setup.form is Form.KNOCKOUT:
        return stage_title(words, rounds_of(of) - of.round)
    return words("tournament.round", number=of.round, count=rounds_of(of))


def stage_title(words: Words, left: int) -> str:
    """What a round of a knock-out is called after which so many are left."""
    return words(f"tournament.stage.{STAGES[left]}")


def entrant_name(of: Tournament, number: int | None) -> str:
    """What somebody is called who takes part."""
    return escape_markdown(of.entrant(number or 0).name)


def game_end_text(words: Words, of: Tournament, table: Table) -> str:
    """How a game ended that was decided."""
    ended = next(one.ended for one in of.pairings if one.table_id == table.id)
    if ended is PairingResult.DRAWN:
        return words("tournament.decided.drawn")
    winner_at = 0 if ended is PairingResult.FIRST else 1
    return words("tournament.decided.won", name=names_of(table)[winner_at])


def details_text(words: Words, of: Tournament, ends: Mapping[str, str]) -> str:
    """How it is played, and what its draw comes from; the seed itself once it is over.

    `ends` are the options by which its games come to an end, as in `Entry`.
    """
    lines = [
        words(f"tournament.details.{of.setup.form}"),
        words("tournament.details.time"),
        words(f"{of.setup.game}.ends", **ends),
        words("tournament.details.stuck", days=stuck_after(of) // DAY),
        words(f"tournament.details.void.{of.setup.form}"),
        words(f"tournament.details.withdrawn.{of.setup.form}"),
    ]
    if of.setup.bots:
        lines.append(words(f"tournament.details.bots.{of.setup.form}"))
        lines.append(words("tournament.details.trophy", least=LEAST))
    lines.append(words("tournament.details.rating" if of.setup.by_rating else "tournament.details.draw"))
    seal = commitment(of.seed)[:SEAL]
    if of.status is Status.OVER:
        lines.append(words("tournament.details.seed", seed=of.seed, seal=seal))
    else:
        lines.append(words("tournament.details.sealed", seal=seal))
    return "\n".join(f"- {line}" for line in lines)


def standing_lines(words: Words, of: Tournament) -> Iterator[str]:
    """How it stands, line by line: all rounds of a knock-out; the table and the round of a round-robin."""
    if of.setup.form is Form.ROUND_ROBIN:
        for line in standings(of):
            yield words(
                "tournament.words.line",
                place=line.place,
                name=_name_with_withdrawal(words, of.entrant(line.number)),
                points=format_half_points(line.score),
                sonneborn=format_half_points(line.sonneborn),
            )
        yield from _match_lines(words, of, of.round)
        return
    for number in range(of.round, 0, -1):
        yield words("tournament.words.stage", title=stage_title(words, rounds_of(of) - number))
        yield from _match_lines(words, of, number)


def _match_lines(words: Words, of: Tournament, number: int) -> Iterator[str]:
    """The matches of a round, each in a line."""
    for match in matches(of, number):
        game = match[0]
        if game.second is None:
            yield words("tournament.words.bye", name=entrant_name(of, game.first))
            continue
        first, second = entrant_name(of, game.first), entrant_name(of, game.second)
        scores = match_scores(match)
        if not scores:
            yield words("tournament.words.open", first=first, second=second)
            continue
        decided = any(one.how is ResultKind.DECIDED for one in match)
        score = f"{format_half_points(scores[game.first])} : {format_half_points(scores[game.second])}"
        line = "tournament.words.decided" if decided else "tournament.words.game"
        yield words(line, first=first, score=score, second=second)


def _name_with_withdrawal(words: Words, one: Entrant) -> str:
    return (
        words("tournament.withdrawn", name=escape_markdown(one.name))
        if one.out
        else escape_markdown(one.name)
    )


def match_scores(match: Iterable[Pairing]) -> dict[int, int]:
    """What both have scored in a match, in halves of a point, by their numbers; empty before that."""
    found = dict[int, int]()
    for game in match:
        if game.ended in (PairingResult.NOT_YET, PairingResult.BYE) or game.second is None:
            continue
        gained = {
            PairingResult.FIRST: (WON, 0),
            PairingResult.SECOND: (0, WON),
            PairingResult.DRAWN: (1, 1),
            PairingResult.VOID: (0, 0),
        }[game.ended]
        for number, own in zip((game.first, game.second), gained, strict=True):
            found[number] = found.get(number, 0) + own
    return found
