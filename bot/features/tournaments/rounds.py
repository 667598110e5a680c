"""Pairings, winners and standings of a tournament. Pure.

Entrants are known by their numbers, which are their seeds once a tournament has begun: 1 is the first seed.
See docs/decisions/tournaments.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.features.tournaments.model import Entrant, Form, Pairing, PairingResult, ResultKind, Tournament
from bot.store import is_bot
from engine.rng import SeededRng, shuffle_items

LEAST, MOST = 3, 16
"""How many play a tournament."""

WON: Final = 2
"""The score of a win, in halves of a point."""

STUCK: Final = 28
"""A game is stuck after so many days, or times its clock if that is longer."""

DAY: Final = 24 * 60 * 60
"""In seconds."""

GAMES: Final = 2
"""The most games of a match in a knock-out."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The result of the game at a table, and each seat's points."""

    ended: PairingResult
    points: tuple[int, int] = (0, 0)
    how: ResultKind = ResultKind.PLAYED


# Seeding


def seed_entrants(tournament: Tournament, strength: Mapping[int, float]) -> tuple[Entrant, ...]:
    """The entrants with their seeds as numbers.

    `strength` is by user id. The draw decides between equals, and everything if seeds do not follow the
    ratings.
    """
    drawn = shuffle_items(tournament.entrants, SeededRng(f"{tournament.seed}/seeds"))
    if tournament.setup.by_rating:
        drawn = tuple(
            sorted(drawn, key=lambda entrant: strength.get(entrant.user_id or 0, 0.0), reverse=True)
        )
    return tuple(replace(entrant, number=number) for number, entrant in enumerate(drawn, 1))


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds of a tournament with its entrants."""
    entrants = len(tournament.entrants)
    if tournament.setup.form is Form.KNOCKOUT:
        return max(1, (entrants - 1).bit_length())
    return entrants - 1 if entrants % 2 == 0 else entrants


def bracket_seeds(places: int) -> tuple[int, ...]:
    """The seeds of the first round from top to bottom: the first two can only meet in the final.

    `places` is a power of two.
    """
    order = [1]
    while len(order) < places:
        order = [seed for upper in order for seed in (upper, 2 * len(order) + 1 - upper)]
    return tuple(order)


# Advancing


def record_ends(tournament: Tournament, ends: Mapping[int, GameEnd]) -> Tournament:
    """The tournament with the results of games whose tables have ended, by table id."""
    pairings = tuple(
        replace(game, ended=end.ended, points=end.points, how=end.how)
        if game.ended is PairingResult.NOT_YET and (end := ends.get(game.table_id or 0)) is not None
        else game
        for game in tournament.pairings
    )
    return replace(tournament, pairings=pairings)


def stuck_after(tournament: Tournament) -> int:
    """Seconds after which a game is stuck, so that the organizer can decide it."""
    return STUCK * max(DAY, tournament.setup.clock)


def advance_rounds(tournament: Tournament) -> Tournament:
    """The tournament as far as it advances without a move, with the games to open.

    Those have no table and no result. A tournament that is over has places.
    """
    while True:
        if replays := tuple(_replay_games(tournament)):
            tournament = replace(tournament, pairings=_in_order((*tournament.pairings, *replays)))
        if any(game.ended is PairingResult.NOT_YET for game in tournament.pairings):
            return tournament
        if tournament.round == rounds_of(tournament):
            return replace(tournament, entrants=tuple(place_entrants(tournament)))
        tournament = replace(tournament, round=tournament.round + 1)
        tournament = replace(tournament, pairings=_in_order((*tournament.pairings, *_next_round(tournament))))


def is_decided(tournament: Tournament) -> bool:
    """Whether the final places are known."""
    return any(entrant.place for entrant in tournament.entrants)


def _in_order(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    return tuple(sorted(pairings, key=lambda game: game.key))


def _next_round(tournament: Tournament) -> Iterator[Pairing]:
    """The games of the new round."""
    if tournament.setup.form is Form.ROUND_ROBIN:
        meetings = list(_circle_pairs(len(tournament.entrants), tournament.round))
        yield from (_new_pairing(tournament, number, *pair) for number, pair in enumerate(meetings, 1))
        return
    if tournament.round == 1:
        places = 1 << (len(tournament.entrants) - 1).bit_length()
        seeds = [seed if seed <= len(tournament.entrants) else None for seed in bracket_seeds(places)]
    else:
        seeds = [winner(match) for match in matches(tournament, tournament.round - 1)]
    for number, at in enumerate(range(0, len(seeds), 2), 1):
        upper, lower = seeds[at], seeds[at + 1]
        if upper is None or lower is None:
            yield _new_pairing(tournament, number, upper or lower or 0, None)
            continue
        lot = SeededRng(f"{tournament.seed}/sides/{tournament.round}/{number}").below(2)
        yield _new_pairing(tournament, number, *((lower, upper) if lot else (upper, lower)))


def _circle_pairs(entrants: int, number: int) -> Iterator[tuple[int, int | None]]:
    """The pairs of a round-robin round by the circle method; sides alternate evenly.

    With an odd number one entrant has a bye.
    """
    even = entrants + entrants % 2
    turning = even - 1
    fixed = (even, number % turning + 1 if turning > 1 else 1)
    pairs = [fixed if number % 2 else fixed[::-1]]
    for step in range(1, even // 2):
        one, other = (number + step) % turning + 1, (number - step) % turning + 1
        pairs.append((one, other) if step % 2 else (other, one))
    for one, other in pairs:
        if even > entrants and even in (one, other):
            yield (other if one == even else one), None
        else:
            yield one, other


def _new_pairing(
    tournament: Tournament, number: int, first: int, second: int | None, game: int = 1
) -> Pairing:
    """A new game, with its result if it need not be played."""
    pairing = Pairing(tournament.round, number, game, first, second)
    if second is None:
        return replace(pairing, ended=PairingResult.BYE)
    entrant, opponent = tournament.entrant(first), tournament.entrant(second)
    if entrant.out and opponent.out:  # either one would forfeit all later games
        return replace(
            pairing, ended=_higher_seed_wins(tournament, pairing, PairingResult.VOID), how=ResultKind.UNPLAYED
        )
    if entrant.out or opponent.out:
        return replace(
            pairing,
            ended=PairingResult.SECOND if entrant.out else PairingResult.FIRST,
            how=ResultKind.UNPLAYED,
        )
    if is_bot(entrant.user_id) and is_bot(opponent.user_id):
        return replace(pairing, ended=_higher_seed_wins(tournament, pairing, PairingResult.DRAWN))
    return pairing


def _higher_seed_wins(tournament: Tournament, game: Pairing, otherwise: PairingResult) -> PairingResult:
    """The win of the higher seed in a knock-out; the other result in a round-robin."""
    if tournament.setup.form is Form.ROUND_ROBIN or game.second is None:
        return otherwise
    return PairingResult.FIRST if game.first < game.second else PairingResult.SECOND


def _replay_games(tournament: Tournament) -> Iterator[Pairing]:
    """The second games, with sides exchanged, of knock-out matches without a winner."""
    if tournament.setup.form is not Form.KNOCKOUT:
        return
    for match in matches(tournament, tournament.round):
        (last,) = match[-1:]
        if (
            last.ended in (PairingResult.DRAWN, PairingResult.VOID)
            and last.game < GAMES
            and last.second is not None
        ):
            yield _new_pairing(tournament, last.number, last.second, last.first, last.game + 1)


# Knock-out


def matches(tournament: Tournament, number: int) -> list[tuple[Pairing, ...]]:
    """The matches of a round, from top to bottom, each as its games."""
    games = [game for game in tournament.pairings if game.round == number]
    return [tuple(match) for _, match in groupby(games, key=lambda game: game.number)]


def winner(match: tuple[Pairing, ...]) -> int | None:
    """The number of the entrant who wins a knock-out match; none while it is open.

    Without a won game: the entrant with more points from the match, or else the higher seed.
    """
    last = match[-1]
    match last.ended:
        case PairingResult.NOT_YET:
            return None
        case PairingResult.BYE | PairingResult.FIRST:
            return last.first
        case PairingResult.SECOND:
            return last.second
    if last.game < GAMES or last.second is None:
        return None
    points = {last.first: 0, last.second: 0}
    for game in match:
        points[game.first] += game.points[0]
        points[game.second or 0] += game.points[1]
    return min(points, key=lambda number: (-points[number], number))


# Round-robin


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entrant's row of the table: `score` and `sonneborn` (Sonneborn-Berger) are in halves of a point.

    `direct` is the score against those with the same score. Unplayed games count in `score` only, so that
    only played ones break ties; `wins` are those that were played.
    """

    number: int
    won: int
    drawn: int
    lost: int
    score: int
    direct: int
    sonneborn: float
    wins: int
    out: bool = False
    place: int = 0

    @property
    def merit(self) -> tuple[bool, int, int, float, int]:
        """The ranking criteria: not withdrawn, score, direct encounter, Sonneborn-Berger, wins."""
        return not self.out, self.score, self.direct, self.sonneborn, self.wins


def standings(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """The table, the best first; equal entrants share a place.

    Withdrawn entrants come last, and there is no first place where all people have withdrawn.
    """
    total = {entrant.number: 0 for entrant in tournament.entrants}
    scores = {entrant.number: dict[int, int]() for entrant in tournament.entrants}
    result_counts = {entrant.number: [0, 0, 0] for entrant in tournament.entrants}
    for game in tournament.pairings:
        gained = _points_of(game)
        if gained is None or game.second is None:
            continue
        for number, other, gained_points in (
            (game.first, game.second, gained[0]),
            (game.second, game.first, gained[1]),
        ):
            total[number] += gained_points
            if game.how is not ResultKind.UNPLAYED:
                scores[number][other] = scores[number].get(other, 0) + gained_points
            result_counts[number][WON - gained_points] += 1
    lines = [
        StandingsRow(
            number,
            won=result_counts[number][0],
            drawn=result_counts[number][1],
            lost=result_counts[number][2],
            score=total[number],
            direct=sum(
                gained_points for other, gained_points in met.items() if total[other] == total[number]
            ),
            sonneborn=sum(gained_points * total[other] / WON for other, gained_points in met.items()),
            wins=sum(gained_points == WON for gained_points in met.values()),
            out=tournament.entrant(number).out,
        )
        for number, met in scores.items()
    ]
    merits = sorted((line.merit for line in lines), reverse=True)
    best = 2 if have_all_withdrawn(tournament) else 1
    ranked = [replace(line, place=merits.index(line.merit) + best) for line in lines]
    return tuple(sorted(ranked, key=lambda line: (line.place, line.number)))


def _points_of(game: Pairing) -> tuple[int, int] | None:
    """The score of a game for both, in halves of a point; none for a bye, and while it goes on."""
    if game.ended in (PairingResult.NOT_YET, PairingResult.BYE):
        return None
    return {
        PairingResult.FIRST: (2, 0),
        PairingResult.SECOND: (0, 2),
        PairingResult.DRAWN: (1, 1),
        PairingResult.VOID: (0, 0),
    }[game.ended]


# Final places


def have_all_withdrawn(tournament: Tournament) -> bool:
    """Whether all people have withdrawn."""
    return all(entrant.out for entrant in tournament.entrants if not is_bot(entrant.user_id))


def place_entrants(tournament: Tournament) -> Iterator[Entrant]:
    """The entrants with their final places; in a knock-out those who lost in the same round share one.

    A withdrawn entrant has the place of those who lost in the last round that they played. No one is first
    who has withdrawn, nor where all people have.
    """
    if tournament.setup.form is Form.ROUND_ROBIN:
        places = {line.number: line.place for line in standings(tournament)}
    else:
        last = {entrant.number: _last_round(tournament, entrant) for entrant in tournament.entrants}
        places = {number: 2 ** (tournament.round - at) + 1 for number, at in last.items()}
        final = matches(tournament, tournament.round)[-1]
        both = sorted(
            {final[-1].first, final[-1].second or 0} - {0}, key=lambda number: number != winner(final)
        )
        best = next((number for number in both if not tournament.entrant(number).out), None)
        if best is not None and not have_all_withdrawn(tournament):
            places[best] = 1
    return (replace(entrant, place=places[entrant.number]) for entrant in tournament.entrants)


def _last_round(tournament: Tournament, entrant: Entrant) -> int:
    """The last round of an entrant in a knock-out; for a withdrawn one, the last that they played."""
    games = [game for game in tournament.pairings if entrant.number in (game.first, game.second)]
    if entrant.out:
        games = [game for game in games if game.table_id is not None]
    return max((game.round for game in games), default=1)
